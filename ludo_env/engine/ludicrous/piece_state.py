"""The part of a full game's state that belongs to the pieces."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES, RING, YARD
from ludo_env.engine.ludicrous.catalogue import LUDICROUS
from ludo_env.engine.ludicrous.names import FORWARD, NOBODY
from ludo_env.engine.state import State

ALL: Final = PARTIES * PIECES


def per_piece(value: int) -> vec[i64]:
    """A number for each of the sixteen pieces; index 4 * party + piece."""
    return vec[i64]([value] * ALL)


class PieceState(State):
    """Where every piece is, and its conditions.

    This and the classes built on it set their numbers in `__init__` itself, where the compiler
    sees that they are always there; it would look at every use otherwise.
    """

    def __init__(self) -> None:
        super().__init__(LUDICROUS)
        self.r: vec[i64] = per_piece(YARD)
        """-2 prison, -1 yard, 0..50 pathway, 51..55 home area, 56 home."""
        self.fallen: vec[i64] = per_piece(0)
        """[C-unconscious] Turns left; 0 is conscious."""
        self.facing: vec[i64] = per_piece(FORWARD)
        """[Y-facing] 1 forward, -1 backward."""
        self.prone: vec[i64] = per_piece(0)
        self.restrained: vec[i64] = per_piece(0)
        self.wet: vec[i64] = per_piece(0)
        self.burning: vec[i64] = per_piece(0)
        self.dodging: vec[i64] = per_piece(0)
        self.veiled: vec[i64] = per_piece(0)
        self.crowned: vec[i64] = per_piece(0)
        self.jailer: vec[i64] = per_piece(NOBODY)
        """[6.10] The party that holds a captive."""
        self.moved: vec[i64] = per_piece(0)
        """[N-ambush] Moved by a roll since the last night."""
        self.turned: vec[i64] = per_piece(0)
        self.laid: vec[i64] = per_piece(0)
        """[T-turning] Turned, or made prone, in this turning phase."""
        self.ring: vec[i64] = vec[i64]([0] * RING)
        """Conscious pieces on each ring space; four bits count one party's."""

    def copy_pieces_to(self, other: PieceState) -> None:
        """Copy places and conditions."""
        other.r = self.r[:]
        other.fallen = self.fallen[:]
        other.facing = self.facing[:]
        other.prone = self.prone[:]
        other.restrained = self.restrained[:]
        other.wet = self.wet[:]
        other.burning = self.burning[:]
        other.dodging = self.dodging[:]
        other.veiled = self.veiled[:]
        other.crowned = self.crowned[:]
        other.jailer = self.jailer[:]
        other.moved = self.moved[:]
        other.turned = self.turned[:]
        other.laid = self.laid[:]
        other.ring = self.ring[:]
