"""Which parts of a full game have changed since it was last looked at."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from ludo_env.board import PARTIES, PIECES
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import CARD_KINDS, STRUCTURAL_SPACES
from ludo_env.engine.ludicrous.parts import (
    ALL_PIECES,
    BUILDINGS,
    CARDS,
    EVERYTHING,
    HOLDINGS,
    TANKS,
    THINGS,
)
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.observation.encoder import (
    ALWAYS,
    CARDS_PART,
    CONDITIONS,
    PARTIES_PART,
    PLACES,
    STRUCTURES_PART,
    TANKS_PART,
    WORLD_PART,
)
from ludo_env.observation.ludicrous.describe import NEVER, PLACE_BITS, describe

LOWEST_BITS: Final = 0x7FFF
"""Enough of the number of rounds to see it rise."""


# Where the memory of each part begins.
THINGS_AT: Final = 0
HOLDINGS_AT: Final = THINGS_AT + 2 * PARTIES
STRUCTURES_AT: Final = HOLDINGS_AT + 17 * PARTIES
TANKS_AT: Final = STRUCTURES_AT + PARTIES + 4 * PARTIES * STRUCTURAL_SPACES
CARDS_AT: Final = TANKS_AT + 4 * PARTIES
WORLD_AT: Final = CARDS_AT + (2 + PARTIES) * CARD_KINDS
MEMORY: Final = WORLD_AT + 6


class Watch:
    """Remembers the numbers of a game that observations are made of, as the game goes on.

    Only what the game says may have changed is compared.
    """

    def __init__(self, now: vec[i64]) -> None:
        self.memory: vec[i16] = vec[i16]([NEVER] * MEMORY)
        self.at: i64 = 0
        self.pieces: vec[i64] = vec[i64]([NEVER] * ALL)
        """What is shown of each piece; see `describe`."""
        self.now: vec[i64] = now
        """Room for what is seen of each piece, shared with others. What is set has changed."""
        self.different: i64 = 0
        """The pieces that have changed since they were shown, a bit each."""
        self.state: LudicrousState | None = None
        """The game that was looked at last."""
        self.number: i64 = id(self)
        """What a game knows it by, so that neither keeps the other alive. No two have one number
        while they look at the same game."""

    def look(self, m: LudicrousState) -> i64:
        """The parts of a state that differ from what was seen last, as a sum of bits."""
        told: i64 = m.changes_for(self.number)
        if m is not self.state:
            told = EVERYTHING
        self.state = m
        self.different = 0
        changed: i64 = ALWAYS | self.world(m)
        if m.over:  # before, nobody takes a place without leaving the board
            changed |= PARTIES_PART
        if told & ALL_PIECES != 0:
            changed |= self.look_at_pieces(m, told)
        if told & THINGS != 0:
            changed |= self.places(m)
        if told & HOLDINGS != 0:
            changed |= self.parties(m)
        if told & BUILDINGS != 0:
            changed |= self.structures(m)
        if told & TANKS != 0:
            changed |= self.tanks(m)
        if told & CARDS != 0:
            changed |= self.cards(m)
        return changed

    def look_at_pieces(self, m: LudicrousState, told: i64) -> i64:
        """Places and conditions of the pieces whose bits are set."""
        pieces = self.pieces
        described = self.now
        differs: i64 = 0
        for i in range(i64(ALL)):
            if (told >> i) & 1 != 0 and m.seats[i // PIECES] != 0:
                now: i64 = describe(m, i)
                if now != pieces[i]:
                    differs |= pieces[i] ^ now
                    described[i] = now
                    self.different |= 1 << i
        changed: i64 = 0
        if differs & PLACE_BITS != 0:
            changed = PLACES
        if differs & ~PLACE_BITS != 0:
            changed |= CONDITIONS
        return changed

    def places(self, m: LudicrousState) -> i64:
        """Where other things are."""
        self.at = THINGS_AT
        return self.differ_two(m.phantom_at, m.crown_at, PLACES)

    def parties(self, m: LudicrousState) -> i64:
        """What parties have."""
        self.at = HOLDINGS_AT
        return (
            # Who has left neither enters, nor needs to get home, nor ambushes, nor shoots.
            self.differ(m.left, PLACES | PARTIES_PART | TANKS_PART)
            | self.differ_two(m.hp, m.stunned, PARTIES_PART)
            | self.differ_two(m.poisoned, m.provoker, PARTIES_PART)
            | self.differ_two(m.counter, m.reacted, PARTIES_PART)
            | self.differ_two(m.tackled, m.ammunition, PARTIES_PART)
            | self.differ_two(m.loot, m.loot_ammunition, PARTIES_PART)
            # A partner works in a home field, and guards captives.
            | self.differ_two(m.partner, m.crown_used, PARTIES_PART | PLACES)
            | self.differ_two(m.phantom_hp, m.phantom_turns, PARTIES_PART)
            | self.differ_two(m.penalties, m.fouls, PARTIES_PART)
        )

    def structures(self, m: LudicrousState) -> i64:
        """Structures, and whether they work. Where a project ends its points change too."""
        self.at = STRUCTURES_AT
        return (
            self.differ(m.stunned, STRUCTURES_PART)
            | self.differ(m.built, STRUCTURES_PART)
            | self.differ(m.built_hp, STRUCTURES_PART)
            | self.differ(m.hacked, STRUCTURES_PART)
            | self.differ(m.project_points, STRUCTURES_PART)
        )

    def tanks(self, m: LudicrousState) -> i64:
        """Tanks and artillery."""
        self.at = TANKS_AT
        return self.differ_two(m.tank, m.tank_hp, TANKS_PART) | self.differ_two(
            m.tank_wait, m.artillery_wait, TANKS_PART
        )

    def cards(self, m: LudicrousState) -> i64:
        """Deck, discards and hands."""
        self.at = CARDS_AT
        return (
            self.differ(m.discards, CARDS_PART)
            | self.differ(m.deck, CARDS_PART)
            | self.differ(m.hand, CARDS_PART)
        )

    def world(self, m: LudicrousState) -> i64:
        """What belongs to nobody, and which party sneaks."""
        self.at = WORLD_AT
        flags: i64 = (1 if m.full_moon else 0) + (2 if m.free_choice else 0)
        if m.sneaking:
            flags += PIECES * (1 + m.turn)
        return (
            self.differ_one(m.weather)
            | self.differ_one(m.wind * PARTIES + m.wind_strength)
            | self.differ_one(m.calendar)
            | self.differ_one(m.annustar)
            | self.differ_one(m.rounds)
            | self.differ_one(flags)
        )

    def differ(self, numbers: vec[i64], part: i64) -> i64:
        """The part if numbers differ from those seen last in this place, which are replaced."""
        memory = self.memory
        at: i64 = self.at
        changed: i64 = 0
        for i in range(i64(len(numbers))):
            value: i16 = i16(numbers[i])
            if memory[at] != value:
                memory[at] = value
                changed = part
            at += 1
        self.at = at
        return changed

    def differ_two(self, numbers: vec[i64], others: vec[i64], part: i64) -> i64:
        """As `differ`, for two lists with a number for each party."""
        memory = self.memory
        at: i64 = self.at
        changed: i64 = 0
        for party in range(PARTIES):
            value: i16 = i16(numbers[party])
            other: i16 = i16(others[party])
            if memory[at] != value or memory[at + 1] != other:
                memory[at] = value
                memory[at + 1] = other
                changed = part
            at += 2
        self.at = at
        return changed

    def differ_one(self, value: i64) -> i64:
        """As `differ`, for a single number of the world."""
        at: i64 = self.at
        self.at = at + 1
        seen: i16 = i16(value & LOWEST_BITS)
        if self.memory[at] == seen:
            return 0
        self.memory[at] = seen
        return WORLD_PART
