"""The engine of the full game against the model that was written from the rules alone."""

from __future__ import annotations

import sys
from random import Random
from typing import Final

from tests.reference.comparing import Comparison, play_compared
from tests.reference.positions import beginning, crowded
from tests.thorough.clock import Clock, arguments

POSITIONS: Final = 50
"""Crowded positions for every whole game."""


def compare(seed: int) -> None:
    """A game, and positions in which much happens."""
    play_compared(beginning(seed), Random(seed))
    for position in range(seed * POSITIONS, (seed + 1) * POSITIONS):
        Comparison(crowded(position), Random(position)).run()


def main() -> None:
    """Compare until the time is up."""
    args = arguments(__doc__).parse_args()
    clock = Clock(args.minutes, f"games, each with {POSITIONS} positions, went on as in the model")
    for seed in clock.numbers(args.seed):
        try:
            compare(seed)
        except BaseException:
            print(f"seed {seed}", file=sys.stderr)
            raise
    print(clock)


if __name__ == "__main__":
    main()
