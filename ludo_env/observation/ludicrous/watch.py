"""Which parts of a full game have changed since it was last looked at."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from ludo_env.board import PARTIES, PIECES
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import ALL
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

MEMORY: Final = 256
"""Room for every number that is watched, besides those of the pieces."""
LOWEST_BITS: Final = 0x7FFF
"""Enough of the number of rounds to see it rise."""


class Watch:
    """Remembers the numbers of a game that observations are made of, as the game goes on."""

    def __init__(self) -> None:
        self.memory: vec[i16] = vec[i16]([NEVER] * MEMORY)
        self.at: i64 = 0
        self.pieces: vec[i64] = vec[i64]([NEVER] * ALL)
        """What was seen of each piece; see `describe`."""
        self.before: vec[i64] = vec[i64]([NEVER] * ALL)
        """What was seen of each piece the time before."""
        self.moved: bool = False
        """Whether a piece differs from the time before."""

    def look(self, m: LudicrousState) -> i64:
        """The parts of a state that differ from what was seen last, as a sum of bits."""
        self.at = 0
        changed: i64 = ALWAYS | self.look_at_pieces(m)
        if self.differ(m.left) != 0:
            # Who has left neither enters, nor needs to get home, nor ambushes, nor shoots.
            changed |= PLACES | PARTIES_PART | TANKS_PART
        if self.places(m) != 0:
            changed |= PLACES
        if self.parties(m) != 0:
            changed |= PARTIES_PART
        if self.structures(m) != 0:
            changed |= STRUCTURES_PART
        if self.tanks(m) != 0:
            changed |= TANKS_PART
        if self.cards(m) != 0:
            changed |= CARDS_PART
        if self.world(m) != 0:
            changed |= WORLD_PART
        return changed

    def look_at_pieces(self, m: LudicrousState) -> i64:
        """Places and conditions of the pieces."""
        pieces = self.pieces
        before = self.before
        differs: i64 = 0
        for party in range(PARTIES):
            if m.seats[party] == 0:
                continue
            for i in range(party * PIECES, party * PIECES + PIECES):
                seen: i64 = pieces[i]
                now: i64 = describe(m, i)
                before[i] = seen
                pieces[i] = now
                differs |= seen ^ now
        self.moved = differs != 0
        changed: i64 = 0
        if differs & PLACE_BITS != 0:
            changed = PLACES
        if differs & ~PLACE_BITS != 0:
            changed |= CONDITIONS
        return changed

    def places(self, m: LudicrousState) -> i64:
        """Where other things are."""
        return self.differ_two(m.phantom_at, m.crown_at)

    def parties(self, m: LudicrousState) -> i64:
        """What parties have."""
        return (
            self.differ_two(m.hp, m.stunned)
            | self.differ_two(m.poisoned, m.provoker)
            | self.differ_two(m.counter, m.reacted)
            | self.differ_two(m.tackled, m.ammunition)
            | self.differ_two(m.loot, m.loot_ammunition)
            | self.differ_two(m.partner, m.crown_used)
            | self.differ_two(m.phantom_hp, m.phantom_turns)
            | self.differ_two(m.penalties, m.fouls)
        )

    def structures(self, m: LudicrousState) -> i64:
        """Structures, and whether they work. Where a project ends its points change too."""
        return (
            self.differ(m.stunned)
            | self.differ(m.built)
            | self.differ(m.built_hp)
            | self.differ(m.hacked)
            | self.differ(m.project_points)
        )

    def tanks(self, m: LudicrousState) -> i64:
        """Tanks and artillery."""
        return self.differ_two(m.tank, m.tank_hp) | self.differ_two(m.tank_wait, m.artillery_wait)

    def cards(self, m: LudicrousState) -> i64:
        """Deck and discards. No card moves without one of them."""
        return self.differ(m.discards) | self.differ(m.deck)

    def world(self, m: LudicrousState) -> i64:
        """What belongs to nobody, and which party sneaks."""
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

    def differ(self, numbers: vec[i64]) -> i64:
        """1 if numbers differ from those seen last in this place, which are replaced; else 0."""
        memory = self.memory
        at: i64 = self.at
        changed: i64 = 0
        for i in range(i64(len(numbers))):
            value: i16 = i16(numbers[i])
            if memory[at] != value:
                memory[at] = value
                changed = 1
            at += 1
        self.at = at
        return changed

    def differ_two(self, numbers: vec[i64], others: vec[i64]) -> i64:
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
                changed = 1
            at += 2
        self.at = at
        return changed

    def differ_one(self, value: i64) -> i64:
        """As `differ`, for a single number."""
        at: i64 = self.at
        self.at = at + 1
        seen: i16 = i16(value & LOWEST_BITS)
        if self.memory[at] == seen:
            return 0
        self.memory[at] = seen
        return 1
