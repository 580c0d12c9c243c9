"""Compiled and interpreted, the same seed and choices give the same full game, event for event."""

from __future__ import annotations

import hashlib

import pytest

from ludo_env.document import canonical, to_document
from ludo_env.engine.game import Game
from ludo_env.observation import FORMATS, schema_for
from tests.both_ways import needs_compiled, tell, told_interpreted
from tests.ludicrous.full_games import play, random_game

RANDOM = range(14)
SEEN_EVERY = 10
"""Decisions from one look at the observations to the next."""
PRESETS = ("ludicrous:max_rounds=30", "ludicrous-short:max_rounds=30", "ludicrous-core")


def trace(game: Game, seed: int) -> str:
    """A hash of everything that can be told of a game, decision for decision."""
    told = hashlib.sha256()
    schemas = [schema_for(layout, game.rules) for layout in FORMATS]
    for number, action in enumerate(play(game, seed)):
        told.update(repr((game.decider, game.full.kind, game.legal(), action)).encode())
        if number % SEEN_EVERY == 0:
            for schema in schemas:
                told.update(schema.encode(game, game.decider).tobytes())
    told.update(canonical(to_document(game.full)).encode())
    told.update(repr((game.places, game.rewards, game.truncated)).encode())
    told.update(repr([event.to_dict() for event in game.events]).encode())
    return told.hexdigest()


def traces() -> list[str]:
    """One line a game."""
    games = {f"random {seed}": random_game(seed, log=True, longest=15) for seed in RANDOM}
    games |= {rules: Game(rules, 4, seed=9, log=True) for rules in PRESETS}
    return [f"{name} {trace(game, 5)}" for name, game in games.items()]


@pytest.mark.rule("D-generator")
@needs_compiled
def test_compiled_and_interpreted_games_are_the_same() -> None:
    assert told_interpreted(__file__) == traces()


if __name__ == "__main__":
    tell(traces())
