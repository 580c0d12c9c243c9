"""A whole observation: several encoders, one after the other, in a row of an array."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.engine.state import State


class Row:
    """One row of an array of observations, which shows one game to one party at a time."""

    def show(self, state: State, seat: i64) -> None:
        """Write what a party sees, in place of what the row shows now."""
        raise NotImplementedError

    def fetch(self) -> i64:
        """As `State.fetch`."""
        return 0


class Encoding:
    """Several encoders one after the other: an observation of ``size`` numbers."""

    def __init__(self, size: i64) -> None:
        self.size: i64 = size

    def rows(self, out: vec[u8], number: i64) -> list[Row]:
        """The rows of an array whose numbers all are 0. One thread at a time may use them."""
        raise NotImplementedError

    def fresh(self, state: State, seat: i64) -> vec[u8]:
        """The observation of a seat in an array of its own."""
        out = vec[u8](bytes(self.size))
        self.rows(out, 1)[0].show(state, seat)
        return out
