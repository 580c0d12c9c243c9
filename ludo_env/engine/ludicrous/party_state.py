"""The part of a full game's state that belongs to the parties."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import PARTIES
from ludo_env.engine.ludicrous.names import (
    CARD_KINDS,
    NO_STRUCTURE,
    NOBODY,
    NOWHERE,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.ludicrous.piece_state import PieceState


def per_party(value: int) -> vec[i64]:
    """A number for each party."""
    return vec[i64]([value] * PARTIES)


class PartyState(PieceState):
    """What a party has."""

    def __init__(self) -> None:
        super().__init__()
        self.hp: vec[i64] = per_party(0)
        self.stunned: vec[i64] = per_party(0)
        self.poisoned: vec[i64] = per_party(0)
        self.provoker: vec[i64] = per_party(NOBODY)
        self.counter: vec[i64] = per_party(0)
        """[M-bonus-die] The bonus die counter."""
        self.reacted: vec[i64] = per_party(0)
        self.tackled: vec[i64] = per_party(0)
        """[R-tackle] Has tried to tackle in this round."""
        self.ammunition: vec[i64] = per_party(0)
        self.loot: vec[i64] = per_party(0)
        self.loot_ammunition: vec[i64] = per_party(0)
        self.partner: vec[i64] = per_party(0)
        """[8.8] The relationship value; 0 is no partner."""
        self.crown_used: vec[i64] = per_party(0)
        self.crown_at: vec[i64] = per_party(NOWHERE)
        """[8.7] Ring index of the party's crown token."""
        self.tank: vec[i64] = per_party(0)
        self.tank_hp: vec[i64] = per_party(0)
        self.tank_wait: vec[i64] = per_party(0)
        self.artillery_wait: vec[i64] = per_party(0)
        self.phantom_at: vec[i64] = per_party(NOWHERE)
        self.phantom_hp: vec[i64] = per_party(0)
        self.phantom_turns: vec[i64] = per_party(0)
        self.left: vec[i64] = per_party(0)
        """[E-leave] Ceded, ejected, or finished under play_on."""
        self.penalties: vec[i64] = per_party(0)
        self.fouls: vec[i64] = per_party(0)
        slots = PARTIES * STRUCTURAL_SPACES
        self.built: vec[i64] = vec[i64]([NO_STRUCTURE] * slots)
        """[6.9] Kind of the structure on each structural space; index 4 * party + space."""
        self.built_hp: vec[i64] = vec[i64]([0] * slots)
        self.hacked: vec[i64] = vec[i64]([0] * slots)
        self.project: vec[i64] = vec[i64]([NO_STRUCTURE] * slots)
        self.project_points: vec[i64] = vec[i64]([0] * slots)
        self.hand: vec[i64] = vec[i64]([0] * (PARTIES * CARD_KINDS))

    def copy_parties_to(self, other: PartyState) -> None:
        """Copy what the parties have."""
        other.hp = self.hp[:]
        other.stunned = self.stunned[:]
        other.poisoned = self.poisoned[:]
        other.provoker = self.provoker[:]
        other.counter = self.counter[:]
        other.reacted = self.reacted[:]
        other.tackled = self.tackled[:]
        other.ammunition = self.ammunition[:]
        other.loot = self.loot[:]
        other.loot_ammunition = self.loot_ammunition[:]
        other.partner = self.partner[:]
        other.crown_used = self.crown_used[:]
        other.crown_at = self.crown_at[:]
        other.tank = self.tank[:]
        other.tank_hp = self.tank_hp[:]
        other.tank_wait = self.tank_wait[:]
        other.artillery_wait = self.artillery_wait[:]
        other.phantom_at = self.phantom_at[:]
        other.phantom_hp = self.phantom_hp[:]
        other.phantom_turns = self.phantom_turns[:]
        other.left = self.left[:]
        other.penalties = self.penalties[:]
        other.fouls = self.fouls[:]
        other.built = self.built[:]
        other.built_hp = self.built_hp[:]
        other.hacked = self.hacked[:]
        other.project = self.project[:]
        other.project_points = self.project_points[:]
        other.hand = self.hand[:]
