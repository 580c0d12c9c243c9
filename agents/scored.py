"""The learned player of the full game from an ONNX file, played by onnxruntime.

It plays what `agents.learned` plays from the same training, action for action: the numbers of
every action in question go through the graph instead of the compiled scorer.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from agents.instinct.bot import CLOSE, GAP, Instinct
from agents.instinct.inputs import INPUTS, POSITION, Inputs
from agents.learned import check_scorer
from agents.model import METADATA, open_session
from ludo_env.arrays import view
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.match import Match
from ludo_env.errors import BadModel

KIND: Final = "scorer"
"""The kind that the metadata of such a model names."""
INPUT: Final = "inputs"
"""The graph's input: ``(n, INPUTS)`` float32, a row for each action."""
OUTPUT: Final = "scores"
"""The graph's output: ``(n,)`` float32, in percent of the chance to win."""
EMPTY: Final[dict[str, list[float]]] = {
    "units": [0.0] * INPUTS,
    "bias": [0.0],
    "out": [0.0],
    "linear": [0.0] * (INPUTS - POSITION),
}
"""A scorer that is never asked."""


class Scored:
    """Plays a scorer that was exported to ONNX.

    Args:
        path: the file.
        session: its onnxruntime session.
        data: the description in its metadata.
        temperature: see `agents.instinct.bot.Instinct`.

    Raises:
        BadModel: it was trained on other numbers, or is damaged.
    """

    name = "net"

    def __init__(
        self, path: str, session: Any, data: dict[str, Any], temperature: float = 0.0
    ) -> None:
        kinds = check_scorer(Path(path), data)
        found = [(node.name, node.type, node.shape[-1]) for node in session.get_inputs()]
        wanted = [(INPUT, "tensor(float)", INPUTS)]
        if found != wanted or [node.name for node in session.get_outputs()] != [OUTPUT]:
            raise BadModel(f"{path}: the graph's inputs are {found}, expected {wanted}")
        self.session = session
        self.temperature = temperature
        self.bot = Instinct(EMPTY, kinds, temperature)
        self.rng = np.random.default_rng(0)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins. Raises `BadRules` in a game of plain Ludo."""
        self.bot.begin(game, seat, seed)
        self.rng = np.random.default_rng(seed)

    def act(self, game: Game) -> int:
        """The chosen action."""
        m = game.full
        actions, rows = rows_of(self.bot, m)
        if not actions:
            return self.bot.act(game)
        scores: NDArray[np.float32] = self.session.run(None, {INPUT: rows})[0]
        if self.temperature > 0:
            # The largest of scores with Gumbel noise is a draw from their softmax.
            scores += (self.bot.warmth * self.rng.gumbel(size=len(actions))).astype(np.float32)
        chosen, top = actions[0], float(scores[0])
        for action, score in zip(actions[1:], scores[1:].tolist(), strict=True):
            if score > top + CLOSE:
                chosen, top = action, score
        return chosen


def open_scorer(path: str, temperature: float) -> Scored | None:
    """The player of an ONNX file if it holds a scorer; None if it is any other file or none.

    Raises:
        BadModel: see `Scored`.
        BadAgent: onnxruntime is not installed.
    """
    session = open_session(path)
    text = session.get_modelmeta().custom_metadata_map.get(METADATA, "{}")
    try:
        data = json.loads(text)
    except ValueError:
        return None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        return None
    return Scored(path, session, data, temperature)


def rows_of(bot: Instinct, m: Match) -> tuple[list[int], NDArray[np.float32]]:
    """The actions in question and the numbers of each; none of a kind that was not learned."""
    if not bot.learned[m.kind]:
        return [], np.zeros((0, INPUTS), np.float32)
    best = bot.weigh(m)
    asked = [n for n in range(m.choices) if bot.values[n] >= best - GAP]
    rows = np.zeros((len(asked), INPUTS), np.float32)
    bot.read_position(m)
    write(bot.inputs, rows)
    for row, n in zip(rows, asked, strict=True):
        bot.read_action(m, n, best)
        write(bot.inputs, row)
    return [int(m.nth_legal(n)) for n in asked], rows


def write(inputs: Inputs, rows: NDArray[np.float32]) -> None:
    """Add the numbers that are given to a row, or to every row; a place may be given twice."""
    places, numbers = sparse(inputs)
    for place, number in zip(places.tolist(), numbers.tolist(), strict=True):
        rows[..., place] += number


def sparse(inputs: Inputs) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The numbers that are given: where they stand, and what they are. Views, not copies."""
    count = int(inputs.count)
    return view(inputs.where, np.int64)[:count], view(inputs.what, np.float64)[:count]
