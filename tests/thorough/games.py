"""Full games with every check on the way, of all presets and of random rules."""

from __future__ import annotations

import sys
from typing import Final

from ludo_env.engine.game import Game
from ludo_env.rules import LUDICROUS_PRESETS
from tests.ludicrous.full_games import random_game
from tests.ludicrous.thorough import play_and_check
from tests.thorough.clock import Clock, arguments

LONGEST: Final = 100
"""Rounds of a game of random rules."""
PRESETS: Final = tuple(LUDICROUS_PRESETS)


def game_of(seed: int) -> Game:
    """A game of random rules, or of one of the presets."""
    preset = seed % (len(PRESETS) + 1)
    if preset == len(PRESETS):
        return random_game(seed, longest=LONGEST)
    return Game(PRESETS[preset], 2 + seed % 3, seed=seed, auto_pass=seed % 2 == 0)


def main() -> None:
    """Play until the time is up."""
    args = arguments(__doc__).parse_args()
    clock = Clock(args.minutes, "full games with every check on the way")
    for seed in clock.numbers(args.seed):
        try:
            play_and_check(game_of(seed), seed, looks=0.02, thorough=0.0005)
        except BaseException:
            print(f"seed {seed}", file=sys.stderr)
            raise
    print(clock)


if __name__ == "__main__":
    main()
