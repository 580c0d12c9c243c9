"""The one generator of a game, and rolls that are given from outside."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Final, SupportsIndex

from mypy_extensions import i64

from ludo_env.errors import BadDice, RollNeeded

WORD: Final = 0xFFFFFFFF
"""The generator works on 32-bit words, so that it needs no wrapping arithmetic."""
WARM_UP: Final = 16


class Dice:
    """Dice thrown by the generator sfc32 (Doty-Humphrey, PractRand), or taken from given rolls.

    The four words `a`, `b`, `c`, `n` are the whole state of the generator. Given rolls do not
    advance it.
    """

    def __init__(self) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.n: i64 = 1
        self.rolls: i64 = 0
        """Dice thrown since the game began, given ones included."""
        self.given: list[int] | None = None
        self.taken: i64 = 0

    def seed(self, seed: int) -> None:
        """Start the generator from the lowest 96 bits of ``seed``."""
        self.set_words(seed & WORD, (seed >> 32) & WORD, (seed >> 64) & WORD, 1, 0)
        for _ in range(WARM_UP):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits."""
        a: i64 = self.a
        b: i64 = self.b
        c: i64 = self.c
        n: i64 = self.n
        result: i64 = (a + b + n) & WORD
        self.n = (n + 1) & WORD
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & WORD
        self.c = ((((c << 21) & WORD) | (c >> 11)) + result) & WORD
        return result

    def below(self, limit: i64) -> i64:
        """A number 0..limit-1, every one equally likely."""
        fair: i64 = (WORD + 1) - (WORD + 1) % limit
        word: i64 = self.word()
        while word >= fair:
            word = self.word()
        return word % limit

    def roll(self, sides: i64, reason: str, seat: i64) -> i64:
        """Throw a die of ``sides`` sides for a party.

        Raises:
            RollNeeded: rolls are given and all of them are taken.
            BadDice: the given roll does not lie on the die.
        """
        self.rolls += 1
        if self.given is None:
            return self.below(sides) + 1
        return self._take(sides, reason, seat, self.given)

    def _take(self, sides: i64, reason: str, seat: i64, given: list[int]) -> i64:
        if self.taken >= len(given):
            raise RollNeeded(sides, reason, seat)
        value: i64 = given[self.taken]
        if not 1 <= value <= sides:
            raise BadDice(
                f"roll {self.taken + 1} is {value}, allowed for the {reason} d{sides}: 1..{sides}"
            )
        self.taken += 1
        return value

    def give(self, rolls: Sequence[SupportsIndex]) -> None:
        """Take the next rolls from ``rolls``. Raises `BadDice`."""
        try:
            given = [_whole(roll) for roll in rolls]
        except TypeError:
            raise BadDice(f"given rolls {rolls!r} are not whole numbers") from None
        for roll in given:
            if not -WORD <= roll <= WORD:
                raise BadDice(f"given roll {roll} lies on no die, allowed: 1 to the die's sides")
        self.given = given
        self.taken = 0

    def finish_given(self) -> None:
        """Go back to the generator; every given roll must have been taken."""
        if self.given is not None and self.taken < len(self.given):
            left = self.given[self.taken :]
            raise BadDice(f"{len(self.given)} rolls given, {self.taken} needed; left over: {left}")
        self.given = None
        self.taken = 0

    def copy(self) -> Dice:
        """The same generator in the same state, without given rolls."""
        other = Dice()
        other.set_words(self.a, self.b, self.c, self.n, self.rolls)
        return other

    def set_words(self, a: i64, b: i64, c: i64, n: i64, rolls: i64) -> None:
        """Put the generator into a known state."""
        self.a = a
        self.b = b
        self.c = c
        self.n = n
        self.rolls = rolls
        self.given = None
        self.taken = 0


def _whole(roll: SupportsIndex) -> int:
    """A given roll as a number. Raises TypeError: True and False are no numbers either."""
    if isinstance(roll, bool):
        raise TypeError
    return operator.index(roll)
