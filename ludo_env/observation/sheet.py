"""One row of an observation array, written sparsely."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from ludo_env.board import PARTIES

BYTE: Final = 255
"""The largest number that an observation holds."""


def capped(value: i64) -> i64:
    """A number of an observation; what lies outside 0..255 counts as the nearest end."""
    if value < 0:
        return 0
    if value > BYTE:
        return BYTE
    return value


def write_flag(out: vec[u8], at: i64, yes: bool) -> None:
    """Write 1 or 0."""
    if yes:
        out[at] = 1
    else:
        out[at] = 0


def write_column(numbers: vec[i64], seat: i64, out: vec[u8], at: i64, width: i64) -> None:
    """Write a number of each party, as a party sees them, into rows of some width."""
    for view in range(i64(PARTIES)):
        out[at + view * width] = u8(numbers[(seat + view) & 3])


class Sheet:
    """A row of ``size`` bytes in an array of rows. It remembers what it wrote, to wipe only that.

    ``out`` is shared: numpy sees what is written here without a copy. The indices that were written
    are ``written[first:first + count]``. Who writes the same numbers every time, zeros included,
    writes to ``out`` from ``base`` on, and spares the sheet to remember them.
    """

    def __init__(self, out: vec[u8], base: i64, size: i64) -> None:
        self.out: vec[u8] = out
        self.base: i64 = base
        self.written: vec[i16] = vec[i16]([0] * size)
        self.first: i64 = 0
        self.count: i64 = 0

    def put(self, index: i64, value: i64) -> None:
        """Set a value (0..255) that is still 0."""
        if value != 0:
            self.out[self.base + index] = u8(value)
            self.written[self.first + self.count] = i16(index)
            self.count += 1

    def put_capped(self, index: i64, value: i64) -> None:
        """Set a value that is still 0; what lies outside 0..255 counts as the nearest end."""
        self.put(index, capped(value))

    def add(self, index: i64, value: i64) -> None:
        """Add to a value."""
        at: i64 = self.base + index
        before: i64 = i64(self.out[at])
        if before == 0:
            self.put(index, value)
        else:
            self.out[at] = u8(before + value)

    def wipe(self) -> None:
        """Set everything back to 0."""
        if self.count == 0:
            return
        out = self.out
        written = self.written
        base: i64 = self.base
        first: i64 = self.first
        for i in range(first, first + self.count):
            out[base + i64(written[i])] = 0
        self.count = 0
