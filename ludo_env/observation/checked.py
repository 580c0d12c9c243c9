"""Encoders from outside, held to the slice and to the largest values that they have published."""

from __future__ import annotations

import operator
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.arguments import whole
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.plain import PlainState
from ludo_env.errors import BadOption
from ludo_env.observation.encoder import Encoder, FullEncoder, PlainEncoder
from ludo_env.observation.sheet import BYTE, Sheet


class CheckedSheet:
    """What an encoder from outside gets in place of a `Sheet`: the same methods, its own slice.

    Raises:
        BadOption: (from every method) an index outside the slice, or a number outside its range.
    """

    def __init__(self, encoder: Encoder) -> None:
        self.encoder: Encoder = encoder
        self.highs: list[int] = encoder.highs()
        self.size: i64 = encoder.size
        self.at: i64 = 0
        """Where the slice begins in the observation."""
        self.numbers: vec[u8] = vec[u8](bytes(self.size))

    def begin(self, at: i64) -> None:
        """All numbers are 0; the slice begins at an index of the observation."""
        self.at = at
        for k in range(self.size):
            self.numbers[k] = 0

    def put(self, index: object, value: object) -> None:
        """Set a value, from 0 to the largest that the encoder has published."""
        number: int = self.number(index)
        self.keep(number, self.whole(number, value))

    def put_capped(self, index: object, value: object) -> None:
        """Set a value; what lies outside 0..255 counts as the nearest end."""
        number: int = self.number(index)
        self.keep(number, min(max(self.whole(number, value), 0), BYTE))

    def add(self, index: object, value: object) -> None:
        """Add to a value."""
        number: int = self.number(index)
        self.keep(number, int(self.numbers[number]) + self.whole(number, value))

    def copy_to(self, sheet: Sheet) -> None:
        """Write what the encoder has written."""
        for k in range(self.size):
            value: i64 = i64(self.numbers[k])
            if value != 0:
                sheet.put(self.at + k, value)

    def number(self, index: object) -> int:
        """Which number of the slice has an index of the observation."""
        first: int = self.at
        size: int = self.size
        try:
            number: int = operator.index(index) - first  # type: ignore[arg-type]
        except TypeError:
            number = -1
        if not 0 <= number < size:
            raise BadOption(
                f"encoder {self.encoder.name!r} writes at {index!r}, "
                f"allowed in this observation: {first}..{first + size - 1}"
            )
        return number

    def whole(self, number: int, value: object) -> int:
        """A value as a whole number."""
        try:
            return operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            raise self.wrong(number, value) from None

    def keep(self, number: int, value: int) -> None:
        """Note a number, if it lies in its range."""
        if not 0 <= value <= self.highs[number]:
            raise self.wrong(number, value)
        self.numbers[number] = u8(value)

    def wrong(self, number: int, value: object) -> BadOption:
        """The error that names a number which is not in its range."""
        encoder = self.encoder
        row, column = divmod(number, len(encoder.fields))
        name = f"number {number}"
        if row < len(encoder.rows) and encoder.shape == (len(encoder.rows), len(encoder.fields)):
            name = f"{encoder.fields[column].name} of {encoder.rows[row]!r}"
        allowed = f"a whole number 0..{self.highs[number]}"
        return BadOption(f"encoder {encoder.name!r}: {name} is {value!r}, allowed: {allowed}")


class CheckedPlain(PlainEncoder):
    """An encoder of plain Ludo from outside."""

    def __init__(self, encoder: PlainEncoder) -> None:
        super().__init__(encoder.name, encoder.meaning, encoder.rows, encoder.fields)
        self.shape = encoder.shape
        self.size = encoder.size
        self.encoder: Any = encoder
        self.checked: CheckedSheet = CheckedSheet(encoder)

    def highs(self) -> list[int]:
        """The largest value of every number of the slice, in order."""
        return self.checked.highs

    def write(self, state: PlainState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Write the slice that begins at index ``at``, as ``seat`` sees the game."""
        self.checked.begin(at)
        self.encoder.write(state, seat, self.checked, at)
        self.checked.copy_to(sheet)


class CheckedFull(FullEncoder):
    """An encoder of the full game from outside."""

    def __init__(self, encoder: FullEncoder) -> None:
        rows, fields = encoder.rows, encoder.fields
        super().__init__(encoder.name, encoder.meaning, rows, fields, int(encoder.reads))
        self.shape = encoder.shape
        self.size = encoder.size
        self.encoder: Any = encoder
        self.checked: CheckedSheet = CheckedSheet(encoder)

    def highs(self) -> list[int]:
        """The largest value of every number of the slice, in order."""
        return self.checked.highs

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Write the slice that begins at index ``at``, as ``seat`` sees the game."""
        self.checked.begin(at)
        self.encoder.write(m, seat, self.checked, at)
        self.checked.copy_to(sheet)


def checked(encoder: Encoder) -> Encoder:
    """An encoder from outside that is held to what it says of itself.

    Raises:
        BadOption: its shape, its size and its largest values do not belong together, or it does
            not write anything.
    """
    if getattr(type(encoder), "write", None) in (PlainEncoder.write, FullEncoder.write):
        raise BadOption(f"encoder {encoder.name!r} has no method `write`, allowed: one of its own")
    called = f"encoder {encoder.name!r}"
    size = 1
    for length in encoder.shape:
        size *= whole(f"{called}: a length of its shape", length, 1)
    foreign: Any = encoder
    highs: object = foreign.highs()
    if not isinstance(highs, list):
        raise BadOption(f"{called}: largest values {highs!r}, allowed: a list of them")
    if not size == int(encoder.size) == len(highs):
        sizes = f"shape {encoder.shape}, size {int(encoder.size)}, {len(highs)} largest values"
        raise BadOption(f"{called}: {sizes}, allowed: all of one size")
    for high in highs:
        whole(f"{called}: largest value", high, 0, BYTE)
    if isinstance(encoder, PlainEncoder):
        return CheckedPlain(encoder)
    if isinstance(encoder, FullEncoder):
        return CheckedFull(encoder)
    raise BadOption(
        f"encoder {encoder.name!r} is of neither game, allowed: PlainEncoder, FullEncoder"
    )
