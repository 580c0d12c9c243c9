"""Compiled and interpreted, the same seed and choices give the same game, move for move."""

import hashlib

import pytest

from ludo_env.board import PARTIES
from ludo_env.engine.game import Game
from tests.both_ways import needs_compiled, told_interpreted
from tests.both_ways import tell as tell_lines

SEEDS = range(4)
GAMES = [
    ("classic", 4),
    ("classic:play_on=true", 3),
    ("classic:teams=true,blocks=bar,overshoot=bounce", 4),
    ("classic:enter_on=1+6,third_six=false,capture_before_home=true,max_rounds=99", 2),
    ("classic:safe=stars,safe_landing=returns,pieces=2,stack=1,blocks=off", 4),
    ("modern", 4),
    ("modern:teams=true,safe_landing=illegal", 4),
    ("danish", 4),
    ("danish:teams=true", 4),
    ("lke", 4),
    ("lke:max_rounds=40", 2),
]


def trace(rules: str, players: int, seed: int) -> str:
    """A hash of everything that can be told of a game, after every move of it."""
    game = Game(rules, players, seed=seed, auto_pass=seed % 2 == 0, log=True)
    told = hashlib.sha256()

    def tell(*facts: object) -> None:
        told.update(repr(facts).encode())

    while True:
        state = game.plain
        tell([game.place(party, piece) for party in range(PARTIES) for piece in range(4)])
        tell(game.decider, game.die, game.legal(), state.rounds, state.turns, state.decisions)
        tell([int(bits) for bits in state.ring], state.dice.word(), state.dice.rolls)
        if game.over:
            break
        game.apply(game.legal()[state.dice.word() % len(game.legal())])
    tell(game.places, game.rewards, game.truncated)
    tell([event.to_dict() for event in game.events])
    return told.hexdigest()


def traces() -> list[str]:
    """One line a game."""
    return [
        f"{rules} {players} {seed} {trace(rules, players, seed)}"
        for rules, players in GAMES
        for seed in SEEDS
    ]


@pytest.mark.rule("D-generator")
@needs_compiled
def test_compiled_and_interpreted_games_are_the_same() -> None:
    assert told_interpreted(__file__) == traces()


if __name__ == "__main__":
    tell_lines(traces())
