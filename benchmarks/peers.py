"""Random play in this project and in other game environments, side by side in one run.

::

    python -m benchmarks.peers                               # every peer that is installed
    python -m benchmarks.peers --peers ludopy,catanatron --seconds 5 --json

A decision is a choice by one player among two or more legal actions, in every row. What comes with
it is paid for and not counted: dice, forced moves, the end of a game and the set-up of the next.
All choices are drawn by Python's own generator from the legal actions that the environment lists,
except in the batch environment, which has a generator for that.

The rows take turns, a window each, and the best window counts: whatever disturbs a measurement
slows it down. Seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import islice
from time import process_time
from typing import Any, Final

import numpy as np
from pettingzoo import AECEnv
from rich.console import Console
from rich.table import Table

import ludo_env
from evaluation.progress import Bar
from evaluation.speed import LONGEST, ROWS
from ludo_env.commands._common import PLAIN_WIDTH, print_json
from ludo_env.errors import BadOption, BadRules
from ludo_env.script import Parser, guarded

SECONDS: Final = 2.0
SEED: Final = 0
WINDOWS: Final = 5
"""Windows of each row: long ones, for some peers take long to begin a game."""
CALLS: Final = 50
"""Steps between two looks at the time."""
FULL_LENGTH: Final = 1000
"""Turns after which catanatron itself gives up a game."""

RULES: Final = ("classic", "ludicrous")
OWN: Final = ""
AEC: Final = "AEC"
BATCH: Final = "batch"

Play = Iterator[int]
"""Plays for ever; each item is the number of decisions since the one before."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    Attributes:
        package: what pip calls the peer, with its extra; `OWN` for this project.
        name: the environment and its game.
        reads: what a player is handed at each decision.
        play: begins to play with a seed.
    """

    package: str
    name: str
    reads: str
    play: Callable[[int], Play]

    @property
    def peer(self) -> str:
        """What the command line calls the peer."""
        return self.package.partition("[")[0]


# -- this project ------------------------------------------------------------------------------


def games(rules: str, seed: int) -> Play:
    """One `Game` after the other."""
    choose = random.Random(seed).choice
    while True:
        game = ludo_env.Game(rules, seed=seed)
        seed += 1
        while not game.over:
            legal = game.legal()
            game.apply(choose(legal))
            yield len(legal) > 1


def aec(rules: str, seed: int) -> Play:
    """The PettingZoo environment."""
    return agent_loop(ludo_env.env(rules), seed)


def batch(rules: str, seed: int) -> Play:
    """The batch environment."""
    envs = ludo_env.make_vec(ROWS, rules, seed=seed)
    while True:
        envs.step(envs.random_actions())
        yield ROWS


def agent_loop(env: AECEnv[str, Any, Any], seed: int) -> Play:
    """Any PettingZoo environment whose observations hold an action mask."""
    choose = random.Random(seed).choice
    env.reset(seed=seed)
    while True:
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated or seen is None:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            env.step(choose(legal))
            yield len(legal) > 1
        env.reset()


# -- peers -------------------------------------------------------------------------------------


def openspiel_states(seed: int) -> Play:
    """OpenSpiel's backgammon by its states, the chance nodes drawn here."""
    import pyspiel

    rng, game = random.Random(seed), pyspiel.load_game("backgammon")
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
                continue
            legal = state.legal_actions()
            state.apply_action(rng.choice(legal))
            yield len(legal) > 1


def openspiel_environment(seed: int) -> Play:
    """OpenSpiel's backgammon by its environment for reinforcement learning."""
    from open_spiel.python.rl_environment import ChanceEventSampler, Environment

    choose = random.Random(seed).choice
    env = Environment("backgammon", chance_event_sampler=ChanceEventSampler(seed))
    while True:
        step = env.reset()
        while not step.last():
            legal = step.observations["legal_actions"][step.current_player()]
            step = env.step([choose(legal)])
            yield len(legal) > 1


def connect_four(seed: int) -> Play:
    """PettingZoo's connect four."""
    from pettingzoo.classic.connect_four.connect_four import env

    return agent_loop(env(), seed)


def ludo_king(seed: int) -> Play:
    """The Ludo of ludo-king-engine, four players; its dice are Python's global generator."""
    from ludo_engine.core import LudoGame, PlayerColor

    random.seed(seed)
    choose = random.Random(seed).choice
    while True:
        game = LudoGame(list(PlayerColor))
        while not game.game_over:
            player, roll = game.get_current_player(), game.roll_dice()
            moves = game.get_valid_moves(player, roll)
            # The third 6 in a row has no move, and sets this count to 0.
            again = game.consecutive_sixes > 0
            if moves:
                again = game.execute_move(player, choose(moves).token_id, roll).extra_turn
            if not again:
                game.next_turn()
            yield len(moves) > 1


def ludopy(seed: int) -> Play:
    """The Ludo of LUDOpy, four players; its dice are numpy's global generator."""
    from ludopy import Game

    np.random.seed(seed)
    choose = random.Random(seed).choice
    while True:
        game, won = Game(), False
        while not won:
            (_, movable, *_), _ = game.get_observation()
            legal = movable.tolist()
            *_, won = game.answer_observation(choose(legal) if legal else -1)
            yield len(legal) > 1


def catan(seed: int) -> Play:
    """Catan by catanatron, four of its random players; they draw from Python's global generator."""
    from catanatron import Color, Game, RandomPlayer

    while True:
        seed += 1  # it takes 0 for none
        game = Game([RandomPlayer(colour) for colour in Color], seed=seed)
        while game.winning_color() is None and game.state.num_turns < FULL_LENGTH:
            choices = len(game.state.playable_actions)
            game.play_tick()
            yield choices > 1


WAYS: Final[tuple[tuple[str, str, Callable[[str, int], Play]], ...]] = (
    ("engine", "legal list", games),
    (AEC, "mask, observation", aec),
    (BATCH, "mask, observation", batch),
)
"""How this project's own games are played, and what is read."""

OWN_ROWS: Final = tuple(
    Row(OWN, f"{way}, {rules}", reads, partial(play, rules))
    for rules in RULES
    for way, reads, play in WAYS
)

PEER_ROWS: Final = (
    Row("open_spiel", "OpenSpiel backgammon, states", "legal list", openspiel_states),
    Row(
        "open_spiel",
        "OpenSpiel backgammon, environment",
        "legal lists, observations of both",
        openspiel_environment,
    ),
    Row("pettingzoo[classic]", "PettingZoo connect four", "mask, observation", connect_four),
    Row("ludo-king-engine", "ludo-king-engine", "legal list", ludo_king),
    Row("ludopy", "LUDOpy", "legal list, all pieces", ludopy),
    Row("catanatron", "catanatron", "legal list", catan),
)


# -- measuring ---------------------------------------------------------------------------------


def rate(play: Play, seconds: float) -> float:
    """Decisions a second in one window."""
    done, spent, start = 0, 0.0, process_time()
    while spent < seconds:
        done += sum(islice(play, CALLS))
        spent = process_time() - start
    return done / spent


def begin(rows: Sequence[Row]) -> tuple[dict[Row, Play], dict[str, str]]:
    """Begin the rows that can be played here; the others with the reason."""
    plays: dict[Row, Play] = {}
    left_out: dict[str, str] = {}
    for row in rows:
        try:
            play = row.play(SEED)
            next(play)
            plays[row] = play
        except ImportError as missing:
            left_out[row.peer] = f"not installed, pip install '{row.package}' ({missing})"
        except BadRules as refusal:
            left_out[row.name] = str(refusal)
    return plays, left_out


def measure(
    plays: dict[Row, Play], seconds: float, finished: Callable[[int], None]
) -> dict[Row, float]:
    """Decisions a second of every row, the best of its windows."""
    best = dict.fromkeys(plays, 0.0)
    for _ in range(WINDOWS):
        for row, play in plays.items():
            best[row] = max(best[row], rate(play, seconds / WINDOWS))
            finished(1)
    return best


def times(rates: dict[Row, float], row: Row) -> dict[str, float]:
    """How many times a row's decisions the own AEC and batch environments make."""
    ways = tuple(f"{way}, {rules}" for rules in RULES for way in (AEC, BATCH))
    bases = {own.name: own for own in rates if own.package == OWN and own.name in ways}
    return {name: rates[own] / rates[row] for name, own in bases.items()}


# -- telling -----------------------------------------------------------------------------------


def as_json(
    rates: dict[Row, float], left_out: dict[str, str], seconds: float
) -> dict[str, bool | float | dict[str, str] | list[dict[str, Any]]]:
    """The figures for machines."""
    return {
        "compiled": ludo_env.__compiled__,
        "seconds": seconds,
        "rows": [
            {
                "name": row.name,
                "peer": row.peer or None,
                "version": version(row.peer) if row.peer else ludo_env.__version__,
                "reads": row.reads,
                "decisions_per_s": decisions,
                "times": times(rates, row),
            }
            for row, decisions in rates.items()
        ],
        "left_out": left_out,
    }


def show(rates: dict[Row, float], left_out: dict[str, str]) -> None:
    """The figures for people."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=PLAIN_WIDTH)
    ratios = {row: times(rates, row) for row in rates}
    way = "compiled" if ludo_env.__compiled__ else "interpreted"
    table = Table(title=f"Random legal play, one core, {way}", title_justify="left")
    table.add_column("environment")
    table.add_column("a decision reads")
    table.add_column("decisions/s", justify="right")
    for base in next(iter(ratios.values()), {}):
        table.add_column(f"{base} is", justify="right")
    own = sum(row.package == OWN for row in rates)
    for number, (row, decisions) in enumerate(rates.items(), 1):
        shown = (f"{ratio:,.3g} ×" for ratio in ratios[row].values())
        cells = row.name, row.reads, f"{decisions:,.0f}", *shown
        table.add_row(*cells, end_section=number == own)
    console.print(table)
    for name, reason in left_out.items():
        console.print(f"{name}: {reason}", markup=False, highlight=False)


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """The options. Raises `BadOption`."""
    peers = list(dict.fromkeys(row.peer for row in PEER_ROWS))
    parser = Parser(prog="peers", description="random play against peers", allow_abbrev=False)
    parser.add_argument(
        "--peers",
        metavar="A,B",
        default=",".join(peers),
        help="the peers to play (default: %(default)s)",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        default=SECONDS,
        help="how long each row is measured (default: %(default)g)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, for machines")
    args = parser.parse_args(argv)
    args.peers = args.peers.split(",")
    for peer in args.peers:
        if peer not in peers:
            raise BadOption(f"peers: {peer!r}, allowed: {', '.join(peers)}")
    if not 0 < args.seconds <= LONGEST:
        raise BadOption(f"seconds: {args.seconds} is not above 0 and at most {LONGEST}")
    return args


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code. Raises `LudoError` on bad input."""
    args = parse(argv)
    rows = [*OWN_ROWS, *(row for row in PEER_ROWS if row.peer in args.peers)]
    plays, left_out = begin(rows)
    with Bar(len(plays) * WINDOWS, "windows") as bar:
        rates = measure(plays, args.seconds, bar)
    if args.json:
        print_json(as_json(rates, left_out, args.seconds))
    else:
        show(rates, left_out)
    return 0


if __name__ == "__main__":
    sys.exit(guarded(main))
