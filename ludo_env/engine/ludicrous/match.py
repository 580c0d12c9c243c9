"""The state of a full game, and the questions that every system of the rules asks of it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import HOME, LAST_RING, PARTIES, PIECES, QUADRANT, RING
from ludo_env.engine.ludicrous.catalogue import ACTIONS, CEDE
from ludo_env.engine.ludicrous.names import (
    CARD_KINDS,
    CONSTITUTION,
    LEADER,
    NIGHT,
    NOBODY,
    NOWHERE,
    PRISON,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.ludicrous.parts import EVERYTHING, PIECES_OF_ONE
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.engine.ludicrous.tables import Tables
from ludo_env.engine.ludicrous.world_state import WorldState
from ludo_env.engine.state import FRAME

NIBBLE: Final = 4
COUNT: Final = 0xF
BLOCKS: Final = 0xEEEE
"""The bits of an occupation that are set where a party has two or more pieces."""
PERCENT: Final = 100
LINE: Final = 8
"""Numbers of a state that come from memory together."""


class OffTable(Exception):
    """[8.9] A die fell off the table in the middle of a step."""


class Match(WorldState):
    """Everything there is to know of a full game. Only the modules of this package change it.

    Who changes a number that observers see says so first: see `parts`.
    """

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.t: Tables = tables
        self.legal: vec[i64] = vec[i64]([0] * ACTIONS)
        """The legal actions, in the order in which they were found."""
        self.kind: i64 = 0
        """The kind of the pending decision."""
        self.choice: i64 = 0
        """The action that was chosen last."""
        self.checks: list[int] = []
        """Checks that wait for a special rules phase, `CHECK` numbers each. [T-first-special]"""
        self.tape: list[int] = []
        """[8.9] Rolls of a step that was undone because a die fell off the table."""
        self.tape_at: i64 = 0
        """How many rolls of the tape the step that is under way has taken."""
        self.off_party: i64 = NOBODY
        self.off_sides: i64 = 0
        self.off_number: i64 = 0
        self.changed: i64 = EVERYTHING
        """What may have changed since `observer` looked, as a sum of `parts`."""
        self.observer: i64 = NOBODY
        """The number of who looked last. For anybody else everything may have changed."""

    def place(self, party: i64, piece: i64) -> i64:
        """Where a piece is: its r, -1 for the yard, -2 for a prison."""
        return self.r[party * PIECES + piece]

    # -- changes ---------------------------------------------------------------------------

    def piece_changes(self, i: i64) -> None:
        """A piece goes elsewhere, or has other conditions."""
        self.changed |= 1 << i

    def pieces_change(self, party: i64) -> None:
        """Pieces of a party go elsewhere, or have other conditions."""
        self.changed |= PIECES_OF_ONE << (PIECES * party)

    def part_changes(self, part: i64) -> None:
        """One of the other `parts` changes, or several."""
        self.changed |= part

    def changes_for(self, observer: i64) -> i64:
        """What may have changed since an observer looked, as a sum of `parts`. It looks now."""
        changed: i64 = EVERYTHING
        if self.observer == observer:
            changed = self.changed
        self.observer = observer
        self.changed = 0
        return changed

    # -- decisions -------------------------------------------------------------------------

    def allow(self, action: i64) -> None:
        """Make an action legal in the decision that is being set up."""
        self.mask[action] = 1
        self.legal[self.choices] = action
        self.choices += 1

    def ask(self, party: i64, kind: i64) -> None:
        """[8.11] Wait for a party to choose among the allowed actions; in its turn it may cede."""
        if self.t.cession and party == self.turn and self.phase != NIGHT:
            self.allow(CEDE)
        self.decider = party
        self.kind = kind

    def close_decision(self) -> None:
        """Nobody decides, and nothing is legal."""
        self.decider = NOBODY
        mask = self.mask
        legal = self.legal
        for n in range(self.choices):
            mask[legal[n]] = 0
        self.choices = 0

    def nth_legal(self, n: i64) -> i64:
        """The legal action number ``n``, counted from 0."""
        return self.legal[n]

    # -- procedures ------------------------------------------------------------------------

    def call(
        self,
        procedure: i64,
        a: i64 = 0,
        b: i64 = 0,
        c: i64 = 0,
        d: i64 = 0,
        e: i64 = 0,
        f: i64 = 0,
    ) -> None:
        """Put a procedure on the stack, at its first stage, with its arguments."""
        stack = self.stack
        base: i64 = FRAME * self.depth
        stack[base] = procedure
        stack[base + 1] = 0
        stack[base + 2] = a
        stack[base + 3] = b
        stack[base + 4] = c
        stack[base + 5] = d
        stack[base + 6] = e
        stack[base + 7] = f
        self.depth += 1

    def stage(self) -> i64:
        """Where the procedure on top of the stack goes on."""
        return self.stack[FRAME * (self.depth - 1) + 1]

    def go_on_at(self, stage: i64) -> None:
        """Where the procedure on top of the stack shall go on."""
        self.stack[FRAME * (self.depth - 1) + 1] = stage

    def arg(self, n: i64) -> i64:
        """An argument of the procedure on top of the stack."""
        return self.stack[FRAME * (self.depth - 1) + 2 + n]

    def set_arg(self, n: i64, value: i64) -> None:
        """Change an argument of the procedure on top of the stack."""
        self.stack[FRAME * (self.depth - 1) + 2 + n] = value

    def roll(self, seat: i64, sides: i64, reason: str) -> i64:
        """[D-generator] [8.9] Throw a die; with the module on it may fall off the table.

        Raises:
            OffTable: it fell; the step is to be undone.
        """
        if not self.t.dice_off_table:
            return self.throw_die(seat, sides, reason)
        if self.tape_at < len(self.tape):
            self.tape_at += 1
            return self.tape[self.tape_at - 1]
        value: i64 = self.throw_die(seat, sides, reason)
        if self.throw_die(seat, PERCENT, "off table") > self.t.off_table_percent:
            self.tape.append(int(value))
            self.tape_at += 1
            return value
        self.off_party = seat
        self.off_sides = sides
        self.off_number = value
        raise OffTable

    def roll_secret(self, party: i64, sides: i64, reason: str) -> i64:
        """Throw a die whose result only the party sees."""
        value: i64 = self.dice.roll(sides, reason, party)
        if self.log.on:
            self.log.add("roll", party, {"die": sides, "secret_value": value, "reason": reason})
        return value

    # -- parties ---------------------------------------------------------------------------

    def plays(self, party: i64) -> bool:
        """Whether the party is in play: neither finished nor left."""
        return self.seats[party] != 0 and self.left[party] == 0

    def hostile(self, party: i64, other: i64) -> bool:
        """[E-teams] Whether two parties are enemies."""
        return self.sides[party] != self.sides[other]

    def score(self, party: i64, stat: i64) -> i64:
        """[Y-stats] A score of a party."""
        return self.t.score(party, stat)

    def most_hp(self, party: i64) -> i64:
        """[Y-hp] The party's maximum, at least 1."""
        most: i64 = self.t.hp + self.t.hp_per_constitution * self.t.score(party, CONSTITUTION)
        if most < 1:
            return 1
        return most

    def wounded(self, party: i64) -> bool:
        """[8.1] At half of the maximum, rounded down, or below."""
        return self.hp[party] <= self.most_hp(party) // 2

    def stressed(self, party: i64) -> bool:
        """[Y-stress] Two or more of the party's pieces are unconscious or captive."""
        fallen = self.fallen
        r = self.r
        out: i64 = 0
        for i in range(party * PIECES, party * PIECES + PIECES):
            if fallen[i] != 0 or r[i] == PRISON:
                out += 1
        return out >= self.t.stressed_at

    def home_count(self, party: i64) -> i64:
        """Pieces that got home."""
        return self.count_at(party, HOME)

    def count_at(self, party: i64, place: i64) -> i64:
        """Pieces of a party at a place."""
        count: i64 = 0
        for i in range(party * PIECES, party * PIECES + PIECES):
            if self.r[i] == place:
                count += 1
        return count

    def hand_size(self, party: i64) -> i64:
        """Cards in a party's hand."""
        hand = self.hand
        size: i64 = 0
        for card in range(party * CARD_KINDS, party * CARD_KINDS + CARD_KINDS):
            size += hand[card]
        return size

    # -- pieces ----------------------------------------------------------------------------

    def space(self, i: i64) -> i64:
        """Ring index of a pathway piece."""
        return ((i // PIECES) * QUADRANT + self.r[i]) % RING

    def on_path(self, i: i64) -> bool:
        """Whether a piece is conscious on the pathway."""
        if self.fallen[i] != 0:
            return False
        r: i64 = self.r[i]
        return 0 <= r <= LAST_RING

    def conscious(self, i: i64) -> bool:
        """Whether a piece is on the pathway or in the home area, and not unconscious."""
        return self.fallen[i] == 0 and 0 <= self.r[i] < HOME

    def in_own_field(self, i: i64) -> bool:
        """[6.2] Whether a pathway piece is in its own home field."""
        return self.in_field(i // PIECES, self.space(i))

    def in_field(self, party: i64, space: i64) -> bool:
        """[6.1] Whether a ring space is in a party's home field, r = -1..10."""
        return (space - party * QUADRANT + 1 + RING) % RING <= 11

    def is_leader(self, i: i64) -> bool:
        """[8.6] Whether a piece is its party's leader."""
        return i % PIECES == LEADER

    # -- spaces ----------------------------------------------------------------------------

    def party_count(self, space: i64, party: i64) -> i64:
        """Conscious pieces of a party on a ring space."""
        return (self.ring[space] >> (NIBBLE * party)) & COUNT

    def others_here(self, space: i64, party: i64) -> i64:
        """The occupation of a ring space without the party's own pieces."""
        return self.ring[space] & ~(COUNT << (NIBBLE * party))

    def owner_here(self, space: i64, party: i64) -> i64:
        """The other party that stands on a ring space; -1 if none does."""
        if self.others_here(space, party) == 0:
            return NOBODY
        for other in range(PARTIES):
            if other != party and self.party_count(space, other) != 0:
                return other
        return NOBODY

    def enemy_here(self, space: i64, party: i64) -> i64:
        """The enemy party that stands on a ring space; -1 if none does."""
        other: i64 = self.owner_here(space, party)
        return other if other != NOBODY and self.hostile(party, other) else NOBODY

    def first_on(self, space: i64, party: i64) -> i64:
        """The first conscious piece of a party on a ring space; -1 if there is none."""
        for i in range(party * PIECES, party * PIECES + PIECES):
            if self.on_path(i) and self.space(i) == space:
                return i
        return NOBODY

    def phantom_here(self, space: i64) -> i64:
        """The party whose phantom stands on a ring space; -1 if there is none."""
        for party in range(PARTIES):
            if self.phantom_at[party] == space:
                return party
        return NOBODY

    def acts(self, slot: i64, kind: i64) -> bool:
        """[ST-] Whether a working structure of a kind stands on a structural space."""
        return (
            self.built[slot] == kind
            and self.hacked[slot] == 0
            and self.stunned[slot // STRUCTURAL_SPACES] == 0
        )

    def slot_of(self, party: i64, kind: i64) -> i64:
        """The structural space with the party's structure of a kind; -1 if it has none."""
        first: i64 = party * STRUCTURAL_SPACES
        for slot in range(first, first + STRUCTURAL_SPACES):
            if self.built[slot] == kind:
                return slot
        return NOWHERE

    def fetch(self) -> i64:
        """Read a bit of all numbers that most decisions need; see `State.fetch`."""
        stack = self.stack
        ring = self.ring
        hand = self.hand
        mask = self.mask
        legal = self.legal
        total: i64 = legal[0] + legal[LINE] + legal[2 * LINE] + self.dice.a
        for i in range(i64(0), FRAME * 4, FRAME):
            total += stack[i]
        for i in range(i64(0), i64(RING), LINE):
            total += ring[i]
        for i in range(i64(0), i64(PARTIES * CARD_KINDS), LINE):
            total += hand[i]
        for i in range(i64(0), i64(ACTIONS), LINE * LINE):
            total += i64(mask[i])
        for i in range(i64(0), i64(ALL), LINE - 1):
            total += self.r[i] + self.fallen[i] + self.facing[i] + self.prone[i] + self.veiled[i]
            total += self.restrained[i] + self.wet[i] + self.burning[i] + self.dodging[i]
            total += self.crowned[i] + self.jailer[i] + self.moved[i] + self.turned[i]
            total += self.laid[i] + self.built[i] + self.built_hp[i] + self.hacked[i]
            total += self.project[i] + self.project_points[i] + self.deck[i] + self.discards[i]
        total += self.hp[0] + self.stunned[0] + self.poisoned[0] + self.provoker[0]
        total += self.counter[0] + self.reacted[0] + self.tackled[0] + self.ammunition[0]
        total += self.loot[0] + self.loot_ammunition[0] + self.partner[0] + self.crown_at[0]
        total += self.crown_used[0] + self.tank[0] + self.tank_hp[0] + self.phantom_hp[0]
        total += self.phantom_turns[0] + self.penalties[0] + self.fouls[0] + i64(len(self.checks))
        total += self.tank_wait[0] + self.artillery_wait[0] + self.phantom_at[0] + self.left[0]
        return total + self.seats[0] + self.sides[0] + self.places[0]

    # -- copies ----------------------------------------------------------------------------

    def copy_match_to(self, other: Match) -> None:
        """Copy everything."""
        self.copy_base_to(other)
        other.changed = EVERYTHING
        other.observer = NOBODY
        other.legal = self.legal[:]
        other.kind = self.kind
        other.choice = self.choice
        other.checks = self.checks[:]
        other.tape = self.tape[:]
        self.copy_pieces_to(other)
        self.copy_parties_to(other)
        self.copy_world_to(other)
