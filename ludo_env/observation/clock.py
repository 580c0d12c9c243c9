"""The rounds that a game may still last, in numbers that hold any rule set's."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.observation.encoder import Field
from ludo_env.observation.sheet import BYTE, Sheet

CLOCK: Final = "how many full rounds are left before the game is cut off"
DIGIT: Final = BYTE + 1
"""What a number of the clock counts to."""
MOST_DIGITS: Final = 1
"""The largest first number: no rule set has more than 131,071 rounds."""


def clock_fields() -> list[Field]:
    """What the numbers of a clock are."""
    return [
        Field("rounds_65536", MOST_DIGITS, "65,536 for each; all three are 0 in an endless game"),
        Field("rounds_256", BYTE, "256 for each"),
        Field("rounds_1", BYTE, "the rest"),
    ]


def write_clock(left: i64, sheet: Sheet, at: i64) -> None:
    """Write how many rounds are left."""
    sheet.put(at, left // (DIGIT * DIGIT))
    sheet.put(at + 1, left // DIGIT % DIGIT)
    sheet.put(at + 2, left % DIGIT)
