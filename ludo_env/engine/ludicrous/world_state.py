"""The part of a full game's state that belongs to nobody."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.engine.ludicrous.names import CARD_KINDS
from ludo_env.engine.ludicrous.party_state import PartyState


class WorldState(PartyState):
    """What belongs to nobody."""

    def __init__(self) -> None:
        super().__init__()
        self.deck: vec[i64] = vec[i64]([0] * CARD_KINDS)
        """Cards in the deck by kind. It has no order: which card is on top is rolled when drawn."""
        self.discards: vec[i64] = vec[i64]([0] * CARD_KINDS)
        self.starter: i64 = 0
        self.god: i64 = 0
        self.calendar: i64 = 0
        self.weather: i64 = 0
        self.wind: i64 = 0
        self.wind_strength: i64 = 0
        self.full_moon: bool = False
        self.annustar: i64 = 0
        self.free_choice: bool = False
        """[8.9] Somebody with a birthday has chosen the general table."""
        self.turn: i64 = 0
        self.phase: i64 = 0
        self.acted: bool = False
        self.bonus_acted: bool = False
        self.sneaking: bool = False
        self.cast: bool = False
        self.sixes: i64 = 0
        self.bonus_spaces: i64 = 0
        """[M-bonus-die] What the bonus die showed, until it is used."""

    def copy_world_to(self, other: WorldState) -> None:
        """Copy what belongs to nobody."""
        other.deck = self.deck[:]
        other.discards = self.discards[:]
        other.starter = self.starter
        other.god = self.god
        other.calendar = self.calendar
        other.weather = self.weather
        other.wind = self.wind
        other.wind_strength = self.wind_strength
        other.full_moon = self.full_moon
        other.annustar = self.annustar
        other.free_choice = self.free_choice
        other.turn = self.turn
        other.phase = self.phase
        other.acted = self.acted
        other.bonus_acted = self.bonus_acted
        other.sneaking = self.sneaking
        other.cast = self.cast
        other.sixes = self.sixes
        other.bonus_spaces = self.bonus_spaces
