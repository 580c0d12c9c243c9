"""Compiled and interpreted, the same seed and choices give the same full game, event for event."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludo_env
from ludo_env.document import canonical, to_document
from ludo_env.engine.game import Game
from tests.ludicrous.full_games import play, random_game

ROOT = Path(__file__).resolve().parents[2]
RANDOM = range(14)
PRESETS = ("ludicrous:max_rounds=30", "ludicrous-short:max_rounds=30", "ludicrous-core")


def trace(game: Game, seed: int) -> str:
    """A hash of everything that can be told of a game, decision for decision."""
    told = hashlib.sha256()
    for action in play(game, seed):
        told.update(repr((game.decider, game.full.kind, game.legal(), action)).encode())
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
@pytest.mark.skipif(
    not ludo_env.__compiled__, reason="this process runs the sources: nothing compiled to compare"
)
def test_compiled_and_interpreted_games_are_the_same() -> None:
    result = subprocess.run(
        [sys.executable, __file__],
        env=os.environ | {"LUDO_INTERPRETED": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    kind, *lines = result.stdout.splitlines()
    assert kind == "interpreted"
    assert lines == traces()


if __name__ == "__main__":
    print("compiled" if ludo_env.__compiled__ else "interpreted")
    print("\n".join(traces()))
