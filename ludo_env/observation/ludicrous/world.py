"""Encoders for cards, for the world, and for the rules that are played."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from ludo_env.board import PIECES
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import CARD_KINDS, SPELL_KINDS
from ludo_env.observation.clock import CLOCK, clock_fields, write_clock
from ludo_env.observation.encoder import CARDS_PART, VIEW, WORLD_PART, Field, FullEncoder
from ludo_env.observation.sheet import BYTE, Sheet, write_flag
from ludo_env.rules.tables import CARDS, MODULES, WEATHERS

MOST_COPIES: Final = 20
MOST_SPACES: Final = 95
MOST_DAMAGE: Final = 99
MOST_WIND: Final = 3

# Columns of the hand.
HELD: Final = 0
CASTABLE: Final = 1
DISCARDS: Final = 2

# Columns of the world, after the weathers.
WIND: Final = 4
FULL_MOON: Final = 8
ANNUSTAR: Final = 9
CALENDAR: Final = 10
FREE_CHOICE: Final = 11
DECK: Final = 12
ROUNDS_LEFT: Final = 13


class Hand(FullEncoder):
    """[6.7] [SP-] A row for each kind of card. Hands of others are hidden, and so is the deck."""

    def __init__(self) -> None:
        fields = [
            Field("held", MOST_COPIES, "cards of the kind in the own hand"),
            Field("castable", 1, "held, and of a school that the own class casts, or a meta card"),
            Field("discards", MOST_COPIES, "cards of the kind among the discards"),
        ]
        rows = list(CARDS)
        super().__init__("hand", "the own hand and the discards", rows, fields, CARDS_PART)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Held and discarded cards."""
        out = sheet.out
        hand = m.hand
        castable = m.t.castable
        discards = m.discards
        row: i64 = sheet.base + at
        for card in range(i64(CARD_KINDS)):
            held: i64 = hand[seat * CARD_KINDS + card]
            casts: bool = card >= SPELL_KINDS or castable[seat * CARD_KINDS + card] != 0
            out[row + HELD] = u8(held)
            write_flag(out, row + CASTABLE, held != 0 and casts)
            out[row + DISCARDS] = u8(discards[card])
            row += self.width


class World(FullEncoder):
    """[N-] [P-] What belongs to nobody: weather, wind, calendar, Annustar, deck."""

    def __init__(self) -> None:
        fields = [Field(weather, 1, f"the weather is {weather}") for weather in WEATHERS]
        fields += [
            Field(
                f"wind_to_{view}",
                MOST_WIND,
                f"strength of a wind towards the side of the {view} party's home area",
            )
            for view in VIEW
        ]
        fields += [
            Field("full_moon", 1, "the moon is full"),
            Field("annustar", MOST_DAMAGE, "damage to the Annustar"),
            Field("calendar", MOST_SPACES, "space of the calendar marker"),
            Field("free_choice", 1, "somebody with a birthday has chosen the general table"),
            Field("deck", BYTE, "cards in the deck, at most 255"),
            Field("rounds_left", BYTE, "full rounds before the game is cut off, at most 255"),
        ]
        reads = WORLD_PART | CARDS_PART
        super().__init__("world", "what belongs to nobody", ["now"], fields, reads)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The world as it is."""
        sheet.put(at + m.weather, 1)
        if m.wind_strength > 0:
            sheet.put(at + WIND + ((m.wind - seat) & 3), m.wind_strength)
        if m.full_moon:
            sheet.put(at + FULL_MOON, 1)
        sheet.put(at + ANNUSTAR, m.annustar)
        sheet.put(at + CALENDAR, m.calendar)
        if m.free_choice:
            sheet.put(at + FREE_CHOICE, 1)
        if m.t.magic:
            deck: i64 = 0
            for card in range(CARD_KINDS):
                deck += m.deck[card]
            sheet.put_capped(at + DECK, deck)
        left: i64 = BYTE
        if m.t.max_rounds > 0:
            left = m.t.max_rounds - m.rounds
        sheet.put_capped(at + ROUNDS_LEFT, left)


class Clock(FullEncoder):
    """[E-places] How long the game may still last, to the round."""

    def __init__(self) -> None:
        super().__init__("clock", CLOCK, ["now"], clock_fields(), WORLD_PART)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The rounds that are left."""
        if m.t.max_rounds > 0:
            write_clock(m.t.max_rounds - m.rounds, sheet, at)


class Rules(FullEncoder):
    """What is played, the same all game long."""

    def __init__(self) -> None:
        fields = [Field(module, 1, f"the module {module} is played") for module in MODULES]
        fields += [
            Field("teams", 1, "two against two"),
            Field("play_on", 1, "play goes on after the first is home"),
            Field("cession", 1, "a party may give up"),
            Field("pieces_to_win", PIECES, "pieces that a party must bring home"),
        ]
        super().__init__("rules", "what is played", ["now"], fields, 0)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Modules, and how the game ends."""
        played = m.t.played
        out = sheet.out
        first: i64 = sheet.base + at
        for k in range(i64(len(played))):
            out[first + k] = u8(played[k])
        out[first + i64(len(played))] = u8(m.t.pieces_to_win)
