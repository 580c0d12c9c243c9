"""Playing a full game with all checks on the way; as a script, thousands of games.

``python -m tests.ludicrous.thorough --games 10000`` plays that many of every preset and of random
rule sets. A fault raises, after the seed of its game was printed.
"""

from __future__ import annotations

import argparse
import pickle
import sys
from random import Random

import pytest

from ludo_env.document import canonical, to_document
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.catalogue import ACTIONS
from ludo_env.errors import BadDice, IllegalAction, RollNeeded
from ludo_env.rules import LUDICROUS_PRESETS
from tests.ludicrous.full_games import check_everything, check_result, play, random_game, rolled

LOOKS = 0.1
"""The part of all decisions at which everything is looked at."""
THOROUGH = 0.003
"""The part at which actions are tried out."""
ILLEGAL = 12
"""Illegal actions that are tried there."""


def text(game: Game) -> str:
    """Everything that a game consists of but its events."""
    return canonical(to_document(game.full))


def check_refusals(game: Game, rng: Random) -> None:
    """What is not legal raises `IllegalAction` and changes nothing; at tournaments it is a foul."""
    if game.tournament:
        return
    before = pickle.dumps(game)
    illegal = [action for action in range(-1, ACTIONS + 1) if action not in game.legal()]
    for action in rng.sample(illegal, ILLEGAL):
        with pytest.raises(IllegalAction):
            game.apply(action)
        with pytest.raises(IllegalAction):
            game.apply(action, dice=[1])
    assert pickle.dumps(game) == before


def check_acceptance(game: Game) -> None:
    """What is legal is accepted, and leaves the game that it was tried on a copy of alone."""
    before = pickle.dumps(game)
    for action in game.legal():
        other = game.copy()
        other.apply(action)
        assert other.full.decisions > game.full.decisions
        check_everything(other)
    assert pickle.dumps(game) == before


def check_given(game: Game, action: int) -> None:
    """Given dice make the same move; one less is asked for, one more refused, nothing changed."""
    before = pickle.dumps(game)
    thrown = game.copy()
    thrown.listen()
    thrown.apply(action)
    rolls = rolled(thrown.events)
    if rolls:
        with pytest.raises(RollNeeded):
            game.apply(action, dice=rolls[:-1])
        with pytest.raises(BadDice):
            game.apply(action, dice=[*rolls[:-1], 0])
    with pytest.raises(BadDice, match="left over"):
        game.apply(action, dice=[*rolls, 1])
    assert pickle.dumps(game) == before
    by_hand = game.copy()
    by_hand.apply(action, dice=rolls)
    assert told(by_hand) == told(thrown)


def told(game: Game) -> str:
    """`text` without the generator, which given dice leave alone."""
    document = to_document(game.full)
    del document["dice"]
    return canonical(document)


def play_and_check(game: Game, seed: int, looks: float = LOOKS, thorough: float = THOROUGH) -> None:
    """Play to the end, looking at everything now and then and at the end."""
    rng = Random(seed)
    check_everything(game)
    for action in play(game, seed):
        if rng.random() < looks:
            check_everything(game)
        if rng.random() < thorough:
            check_refusals(game, rng)
            check_acceptance(game)
            check_given(game, action)
    check_everything(game)
    check_refusals(game, rng)
    check_result(game)


def main() -> None:
    """Play the games that the command line asks for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    args = parser.parse_args()
    seeds = range(args.first, args.first + args.games)
    for preset in [*LUDICROUS_PRESETS, "random rules"]:
        rounds = decisions = cut = 0
        for seed in seeds:
            if preset in LUDICROUS_PRESETS:
                game = Game(preset, 2 + seed % 3, seed=seed, auto_pass=seed % 2 == 0)
            else:
                game = random_game(seed, longest=100)
            try:
                play_and_check(game, seed, looks=0.005, thorough=0.0001)
            except BaseException:
                print(f"{preset}, seed {seed}, {game.rules.text}", file=sys.stderr)
                raise
            rounds += game.full.rounds
            decisions += game.full.decisions
            cut += game.truncated
        print(
            f"{preset}: {args.games} games, {rounds / args.games:.1f} rounds and "
            f"{decisions / args.games:.0f} decisions each, {cut} cut off",
            flush=True,
        )


if __name__ == "__main__":
    main()
