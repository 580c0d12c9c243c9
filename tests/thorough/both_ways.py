"""Compiled and interpreted play the same games: many random games of both kinds, event by event."""

from __future__ import annotations

import os
import subprocess
import sys
from types import TracebackType
from typing import Final, Self

import ludo_env
from tests.engine.test_compiled_equals_interpreted import GAMES
from tests.engine.test_compiled_equals_interpreted import trace as trace_plain
from tests.ludicrous.full_games import random_game
from tests.ludicrous.test_compiled import trace as trace_full
from tests.thorough.clock import Clock, arguments

FULL: Final = 3
"""Every so many games one is of the full game, which takes longer."""
LONGEST: Final = 25
"""Rounds of a full game."""
READY: Final = "ready"


def trace(seed: int) -> str:
    """A hash of everything that can be told of a game."""
    if seed % FULL == 0:
        return trace_full(random_game(seed, log=True, longest=LONGEST), seed)
    rules, players = GAMES[seed // FULL % len(GAMES)]
    return trace_plain(rules, players, seed)


class Interpreted:
    """A process that runs the sources, and tells the traces of seeds."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", __spec__.name, "--answer"],
            env=os.environ | {"LUDO_INTERPRETED": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        assert self.process.stdout is not None
        assert self.process.stdout.readline().strip() == READY
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()

    def ask(self, seed: int) -> None:
        """Ask for a trace, which is told later."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seed}\n")
        self.process.stdin.flush()

    def told(self) -> str:
        """The trace that was asked for first."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


def answer() -> None:
    """Tell the traces of the seeds that are asked for."""
    assert not ludo_env.__compiled__
    print(READY, flush=True)
    for line in sys.stdin:
        print(trace(int(line)), flush=True)


def main() -> None:
    """Compare until the time is up."""
    parser = arguments(__doc__)
    parser.add_argument("--answer", action="store_true", help="run the sources, for the other")
    args = parser.parse_args()
    if args.answer:
        return answer()
    assert ludo_env.__compiled__, "nothing is compiled: run `make build`"
    clock = Clock(args.minutes, "games were the same compiled and interpreted")
    with Interpreted() as other:
        for seed in clock.numbers(args.seed):
            other.ask(seed)
            here, there = trace(seed), other.told()
            if here != there:
                sys.exit(f"seed {seed}: compiled {here}, interpreted {there or 'nothing'}")
    print(clock)


if __name__ == "__main__":
    main()
