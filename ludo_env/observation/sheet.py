"""One row of an observation array, written sparsely."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8


class Sheet:
    """A row of ``size`` bytes in an array of rows. It remembers what it wrote, to wipe only that.

    ``out`` is shared: numpy sees what is written here without a copy.
    """

    def __init__(self, out: vec[u8], base: i64, size: i64) -> None:
        self.out: vec[u8] = out
        self.base: i64 = base
        self.written: vec[i64] = vec[i64]([0] * size)
        self.count: i64 = 0

    def put(self, index: i64, value: i64) -> None:
        """Set a value (0..255) that is still 0."""
        if value != 0:
            at: i64 = self.base + index
            self.out[at] = u8(value)
            self.written[self.count] = at
            self.count += 1

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
        for i in range(self.count):
            self.out[self.written[i]] = 0
        self.count = 0
