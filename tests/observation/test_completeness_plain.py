"""Plain Ludo: whatever is public and can matter is seen, in every format."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import ludo_env
from ludo_env.board import PARTIES
from ludo_env.engine.game import Game
from ludo_env.engine.plain import PlainState
from ludo_env.observation import Schema

GAMES = 40 if ludo_env.__compiled__ else 8
FORMATS = {"flat": Schema(), "grid": Schema(["grid"])}
RULES = ["classic", "modern", "danish", "modern:max_rounds=20", "classic:max_rounds=100000"]


def positions(rules: str, share: float) -> Iterator[tuple[PlainState, Random]]:
    """Decisions of random games."""
    for seed in range(GAMES // len(RULES) + 1):
        rng, game = Random(seed), Game(rules, 2 + seed % 3, seed=seed)
        while not game.over:
            if rng.random() < share:
                yield game.plain, rng
            game.apply(rng.choice(game.legal()))


def changes(state: PlainState, seat: int, rng: Random) -> Iterator[tuple[str, PlainState]]:
    """The state with one thing changed that all can see, and that can matter."""
    for name in ("rounds", "sixes", "bonus", "starter"):
        others = {
            "rounds": range(1, state.options.max_rounds + 1),
            "sixes": range(3),
            "bonus": (False, True),
            "starter": [party for party in range(PARTIES) if state.seats[party]],
        }[name]
        wanted = [value for value in others if value != getattr(state, name)]
        if wanted:
            other = state.twin()
            setattr(other, name, rng.choice(wanted))
            yield name, other
    for party in range(PARTIES):
        if state.seats[party]:
            other = state.twin()
            other.captured[party] = 0 if state.captured[party] else 1
            yield "captured", other
    pieces = state.pieces
    one, two = sorted(rng.sample(range(seat * PARTIES, seat * PARTIES + PARTIES), 2))
    if pieces[one] != pieces[two]:
        other = state.twin()
        other.pieces[one], other.pieces[two] = pieces[two], pieces[one]
        yield "pieces change places", other


@pytest.mark.parametrize("rules", RULES)
def test_every_public_number_that_can_matter_is_seen(rules: str) -> None:
    changed = set()
    for state, rng in positions(rules, 0.3):
        seat = rng.choice([party for party in range(PARTIES) if state.seats[party]])
        before = {name: schema.encoding.fresh(state, seat) for name, schema in FORMATS.items()}
        for what, other in changes(state, seat, rng):
            for name, schema in FORMATS.items():
                assert schema.encoding.fresh(other, seat) != before[name], f"{name}: {what}"
            changed.add(what)
    assert changed == {"rounds", "sixes", "bonus", "starter", "captured", "pieces change places"}


@pytest.mark.parametrize("rules", RULES)
def test_positions_that_look_alike_are_alike(rules: str) -> None:
    seen: dict[str, dict[bytes, object]] = {name: {} for name in FORMATS}
    for state, _ in positions(rules, 1.0):
        seat = state.decider
        own = list(state.pieces[seat * PARTIES : seat * PARTIES + PARTIES])
        others = [sorted(state.pieces[p * PARTIES : p * PARTIES + PARTIES]) for p in range(PARTIES)]
        numbers = (state.die, state.sixes, state.bonus, state.rounds)
        # Seen from the own seat: the same position may stand elsewhere on the board.
        turned = others[seat:] + others[:seat]
        captured = [bool(state.captured[(seat + view) % PARTIES]) for view in range(PARTIES)]
        known = (own, turned, captured, numbers, (state.starter - seat) % PARTIES)
        for name, schema in FORMATS.items():
            text = bytes(schema.encoding.fresh(state, seat))
            assert seen[name].setdefault(text, known) == known, name
