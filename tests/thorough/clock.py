"""What the parts of ``make thorough`` share: a time that runs out, and a word on what was done."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Final

MINUTE: Final = 60
TELL: Final = 20.0
"""Seconds between two words on how far it is."""


class Clock:
    """Counts what is done until the time is up, and tells of it now and then.

    Args:
        minutes: how long.
        what: what is counted, for people.
    """

    def __init__(self, minutes: float, what: str) -> None:
        self.end = time.monotonic() + minutes * MINUTE
        self.what = what
        self.done = 0
        self.told = time.monotonic()

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self.end

    def count(self, done: int = 1) -> None:
        """So much more is done."""
        self.done += done
        if time.monotonic() - self.told > TELL:
            self.told = time.monotonic()
            print(self, flush=True)

    def numbers(self, first: int) -> Iterator[int]:
        """Numbers from the first on until the time is up, one at least; each is counted."""
        number = first
        while True:
            yield number
            self.count()
            number += 1
            if self.over:
                return

    def __str__(self) -> str:
        return f"{self.done:,} {self.what}"


def arguments(about: str) -> argparse.ArgumentParser:
    """The options that every part has."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long")
    parser.add_argument("--seed", type=int, default=0, help="where its seeds begin")
    return parser
