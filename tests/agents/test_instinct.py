"""The learned scorer: what it sees, how it chooses, which files it plays."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents import make_agent
from agents.instinct.bot import CLOSE, GAP, Instinct
from agents.instinct.inputs import INPUTS, MOST, POSITION, SCHEMA, WORTH
from agents.learned import SCORER, SHIPPED, describe_scorer, read_model, read_scorer
from agents.scored import EMPTY, Scored, rows_of, sparse
from agents.sensible import Sensible
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.catalogue import CEDE
from ludo_env.engine.ludicrous.names import CARD_KINDS
from ludo_env.engine.ludicrous.procedures import DECIDE_ACTION, DECIDE_MOVE, DECIDE_TANK, DECISIONS
from ludo_env.errors import BadModel, BadRules
from training.scorer import write_onnx

JUDGED = [kind for kind in range(len(DECISIONS)) if kind != DECIDE_TANK]
HIDDEN = 3


def tables(seed: int = 1, spread: float = 0.3) -> dict[str, Any]:
    """Some numbers of a scorer."""
    rng = np.random.default_rng(seed)
    sizes = {
        "units": INPUTS * HIDDEN,
        "bias": HIDDEN,
        "out": HIDDEN,
        "linear": INPUTS - POSITION,
    }
    return {
        name: rng.normal(scale=spread, size=size).astype(np.float32).round(5)
        for name, size in sizes.items()
    }


def lists(numbers: dict[str, Any]) -> dict[str, list[float]]:
    """The same as lists."""
    return {name: [float(x) for x in table] for name, table in numbers.items()}


@pytest.fixture
def model(tmp_path: Path) -> Callable[..., str]:
    """Writes a scorer's file, with some of it changed; its path."""

    def write(**changes: object) -> str:
        data = {**describe_scorer(JUDGED, {}), SCORER: lists(tables())} | changes
        path = tmp_path / "scorer.json"
        path.write_text(json.dumps(data))
        return str(path)

    return write


def positions(seed: int, decisions: int) -> list[Game]:
    """Games at decisions of a player that strays now and then."""
    rng, game, bot = random.Random(seed), Game("ludicrous", 2, seed=seed), Sensible()
    bot.begin(game, 0, seed)
    found: list[Game] = []
    while len(found) < decisions:
        found.append(game.copy())
        game.apply(rng.choice(game.legal()) if rng.random() < 0.1 else bot.act(game))
        if game.over:
            game = Game("ludicrous", 2, seed=seed + len(found))
    return found


def test_the_groups_of_inputs_fill_the_rows() -> None:
    assert sum(SCHEMA.values()) == INPUTS
    assert sum(list(SCHEMA.values())[:7]) == POSITION == WORTH


def test_numbers_stand_in_their_part_of_the_row() -> None:
    bot = Instinct(EMPTY, JUDGED)
    for game in positions(3, 600):
        m = game.full
        best = bot.weigh(m)
        bot.read_position(m)
        where, what = sparse(bot.inputs)
        assert 0 < len(where) < MOST and (where >= 0).all() and (where < POSITION).all()
        assert len(set(where.tolist())) == len(where) and np.isfinite(what).all()
        for n in range(m.choices):
            if m.nth_legal(n) != CEDE and m.kind != DECIDE_TANK:
                bot.read_action(m, n, best)
                where, what = sparse(bot.inputs)
                assert (where >= POSITION).all() and (where < INPUTS).all()
                assert (np.abs(what) <= 30.0).all()


def test_without_corrections_it_plays_what_the_rules_of_thumb_think_best() -> None:
    plain = {**EMPTY, "linear": [-1000.0] + [0.0] * (INPUTS - POSITION - 1)}
    bot = Instinct(plain, JUDGED)
    for game in positions(5, 400):
        m = game.full
        if m.kind != DECIDE_TANK:
            best = bot.weigh(m)
            worth = dict(zip((m.nth_legal(n) for n in range(m.choices)), bot.values, strict=False))
            assert worth[bot.choose(m)] == best


def test_it_takes_the_best_score_of_those_in_question() -> None:
    bot = Instinct(lists(tables()), JUDGED)
    changed = 0
    for game in positions(7, 600):
        m = game.full
        action = bot.choose(m)
        assert action in game.legal() and action != CEDE
        if m.kind == DECIDE_TANK:
            continue
        scores = bot.scores(m)
        assert scores[action] >= max(scores.values()) - len(scores) * CLOSE
        best = bot.weigh(m)
        values = {m.nth_legal(n): bot.values[n] for n in range(m.choices)}
        assert set(scores) == {a for a, value in values.items() if value >= best - GAP}
        changed += values[action] != best
    assert changed > 50


def test_kinds_that_were_not_learned_are_left_to_the_rules_of_thumb() -> None:
    bot, base = Instinct(lists(tables()), [DECIDE_MOVE]), Sensible()
    for game in positions(9, 300):
        m = game.full
        bot.begin(game, 0, 4)
        base.begin(game, 0, 4)
        if m.kind != DECIDE_MOVE:
            assert bot.choose(m) == base.choose(m)
            assert bot.scores(m) == {}


def test_it_reads_nothing_that_is_hidden() -> None:
    bot = Instinct(lists(tables()), JUDGED)
    other_hands = 0
    for game in positions(11, 500):
        m = game.full
        if m.kind == DECIDE_TANK:
            continue
        scores = bot.scores(m)
        rival = next(seat for seat in game.seats if seat != m.decider)
        held = [m.hand[rival * CARD_KINDS + card] for card in range(CARD_KINDS)]
        for card, count in enumerate(reversed(held)):
            m.hand[rival * CARD_KINDS + card] = count
        assert bot.scores(m) == scores
        other_hands += held != held[::-1]
    assert other_hands > 300


def test_the_same_seed_plays_the_same_and_temperature_other_moves() -> None:
    def moves(temperature: float, seed: int) -> list[int]:
        bot = Instinct(lists(tables()), JUDGED, temperature)
        taken = []
        for game in positions(13, 200):
            bot.begin(game, 0, seed)
            taken.append(int(bot.choose(game.full)))
        return taken

    assert moves(0.0, 1) == moves(0.0, 1)
    assert moves(50.0, 1) == moves(50.0, 1)
    assert moves(50.0, 1) != moves(0.0, 1)


def test_the_graph_plays_what_the_compiled_scorer_plays(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    kinds = [DECIDE_MOVE, DECIDE_ACTION]
    write_onnx(path, tables(), describe_scorer(kinds, {}))
    once = path.read_bytes()
    write_onnx(path, tables(), describe_scorer(kinds, {}))
    assert path.read_bytes() == once
    graph, bot = make_agent(f"net:model={path}"), Instinct(lists(tables()), kinds)
    assert isinstance(graph, Scored)
    asked = 0
    for game in positions(15, 500):
        graph.begin(game, 0, 2)
        bot.begin(game, 0, 2)
        assert graph.act(game) == bot.act(game)
        asked += len(rows_of(bot, game.full)[0]) > 1
    assert asked > 50


def test_a_file_is_played(model: Callable[..., str]) -> None:
    agent = make_agent(f"learned:model={model()}")
    bot = Instinct(lists(tables()), JUDGED)
    for game in positions(17, 200):
        agent.begin(game, 0, 1)
        bot.begin(game, 0, 1)
        assert agent.act(game) == bot.act(game)
    with pytest.raises(BadRules):
        agent.begin(Game("classic", seed=1), 0, 1)


def test_the_shipped_scorer_was_trained_on_what_is_seen_here() -> None:
    weights, kinds = read_scorer(SHIPPED, read_model(SHIPPED))
    assert DECIDE_MOVE in kinds and DECIDE_TANK not in kinds
    assert len(weights["units"]) == INPUTS * len(weights["bias"])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"version": 99}, "trained on other numbers: version is 99 in the model, 1 here"),
        ({"schema": SCHEMA | {"end": 3}}, "end is 3 in the model, 22 here"),
        ({"schema": SCHEMA | {"mood": 1}}, "mood is 1 in the model, 'missing' here"),
        ({"schema": dict(list(SCHEMA.items())[1:])}, "own is 'missing' in the model"),
        ({"schema": dict(reversed(SCHEMA.items()))}, "the order is stopped, hurt"),
        ({"schema": 3}, "damaged: TypeError"),
        ({"kinds": ["sing"]}, "kind 'sing', allowed: turning"),
        ({"kinds": ["tank"]}, "kind 'tank', allowed: turning"),
        ({"kinds": [["move"]]}, r"kind \['move'\], allowed: turning"),
        ({SCORER: {}}, "damaged: KeyError"),
        ({SCORER: lists(tables()) | {"bias": [0.0]}}, "damaged: 2538 numbers of units, not 846"),
        ({SCORER: lists(tables()) | {"out": [0.0, float("nan"), 0.0]}}, "out is not finite"),
    ],
)
def test_files_of_something_else_are_refused(
    model: Callable[..., str], changes: dict[str, object], said: str
) -> None:
    with pytest.raises(BadModel, match=said):
        make_agent(f"learned:model={model(**changes)}")


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[1]", b'{"scorer": 1}', b"null"])
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "scorer.json"
    path.write_bytes(content)
    with pytest.raises(BadModel, match=f"^{re.escape(str(path))}: "):
        make_agent(f"learned:model={path}")


def test_a_graph_of_other_numbers_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    write_onnx(path, tables(), describe_scorer(JUDGED, {}) | {"version": 2})
    with pytest.raises(BadModel, match="version is 2 in the model, 1 here"):
        make_agent(str(path))
