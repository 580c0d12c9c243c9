"""Encoders for the kinds of pathway space. [6.1, 6.3, 6.5-6.7, 6.11-6.13]"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.board import LAST_RING, PARTIES, QUADRANT, RING
from ludo_env.engine.ludicrous.cards import has_room
from ludo_env.engine.ludicrous.contests import crown_bonus
from ludo_env.engine.ludicrous.fishing import goal as fishing_goal
from ludo_env.engine.ludicrous.landing import star_goal, trap_goal, trap_springs
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.movement import MOST_ON_SPACE
from ludo_env.engine.ludicrous.names import DEXTERITY, LUCK, NOBODY, NOWHERE
from ludo_env.engine.ludicrous.pieces import foreign_star
from ludo_env.observation.encoder import (
    CARDS_PART,
    PARTIES_PART,
    PLACES,
    STRUCTURES_PART,
    VIEW,
    WORLD_PART,
    Field,
)
from ludo_env.observation.ludicrous.ring import COMMON, MET, MOST, RingSpaces
from ludo_env.observation.ludicrous.throws import lowest
from ludo_env.observation.sheet import Sheet, write_flag

HIGHEST_ROLL: Final = 101
"""One more than the largest die that a rule set may have."""
DIVIDE_BEFORE: Final = 4
"""r of the space before a path divide, in its quadrant; the space behind it follows."""
NEXT_D: Final = QUADRANT - 1
"""Spaces from a T to the next D."""


def own_room(m: LudicrousState, seat: i64, space: i64) -> bool:
    """[6.15] [6.5] Whether an own piece that is put on a ring space may stay there."""
    own: i64 = m.party_count(space, seat)
    if m.phantom_here(space) != NOWHERE or m.others_here(space, seat) != 0:
        return False
    return own == 0 or (own < MOST_ON_SPACE and not foreign_star(m, seat, space))


def enemies_on(m: LudicrousState, seat: i64, space: i64) -> i64:
    """Conscious enemy pieces on a ring space; of two parties while one is about to land."""
    count: i64 = 0
    if m.others_here(space, seat) != 0:
        for party in range(PARTIES):
            if m.hostile(seat, party):
                count += m.party_count(space, party)
    return count


def single_enemy(m: LudicrousState, seat: i64, space: i64) -> i64:
    """[M-land] The enemy party whose piece stands alone on a ring space; -1 if none does."""
    if enemies_on(m, seat, space) != 1:
        return NOBODY
    for party in range(PARTIES):
        if m.hostile(seat, party) and m.party_count(space, party) == 1:
            return party
    return NOBODY


def room_to_enter(m: LudicrousState, seat: i64) -> bool:
    """[M-enter] Whether the own start has room: no phantom, no own block, no team mate."""
    space: i64 = seat * QUADRANT
    if m.phantom_here(space) != NOWHERE or m.party_count(space, seat) >= MOST_ON_SPACE:
        return False
    for other in range(PARTIES):
        mate: bool = other != seat and not m.hostile(seat, other)
        if mate and m.party_count(space, other) != 0:
            return False
    return True


class Start(RingSpaces):
    """[M-enter] The four start spaces."""

    def __init__(self) -> None:
        extras = [Field("enter", 1, "the own start: a piece that enters finds room")]
        super().__init__("start", "the four start spaces", [0], extras, PLACES)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Room for an own piece, which may ambush or fight whoever stands there."""
        write_flag(sheet.out, sheet.base + at + COMMON, room_to_enter(m, seat))


class Pathway(RingSpaces):
    """The pathway spaces that are nothing else."""

    def __init__(self) -> None:
        super().__init__("pathway", "the plain pathway spaces", [1], [], 0)


class Corner(RingSpaces):
    """[6.1] [6.3] The corners on both sides of each path divide. Other corners are fishing spaces
    and traps, and are told of there.
    """

    def __init__(self) -> None:
        extras = [
            Field("across_own", MOST, "own pieces on the other side of the divide"),
            Field("across_enemy", MET, "enemy pieces there: attacks between are in cover"),
        ]
        places = [DIVIDE_BEFORE, DIVIDE_BEFORE + 1]
        meaning = "the corners of the path divides"
        super().__init__("corner", meaning, places, extras, PLACES)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Who stands on the other side."""
        out = sheet.out
        step: i64 = 1
        for row in range(i64(2 * PARTIES)):
            other: i64 = (self.spaces[row] + step + seat * QUADRANT) % RING
            step = -step
            here: i64 = sheet.base + at + row * self.width + COMMON
            out[here] = u8(m.party_count(other, seat))
            out[here + 1] = u8(enemies_on(m, seat, other))


class Star(RingSpaces):
    """[6.5] The four stars."""

    def __init__(self) -> None:
        extras = [Field("block", 1, "own pieces may make a block here")]
        extras += [
            Field(
                f"save_{view}",
                HIGHEST_ROLL,
                f"lowest roll that saves an own piece here from an ambush by the {view} party",
            )
            for view in VIEW[1:]
        ]
        extras.append(
            Field("pierce", HIGHEST_ROLL, "lowest roll that saves the enemy piece here from ours")
        )
        super().__init__("star", "the four star spaces", [8], extras, PLACES)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """What the star's first protection is worth now."""
        out = sheet.out
        first: i64 = sheet.base + at + COMMON
        for row in range(i64(PARTIES)):
            space: i64 = (self.spaces[row] + seat * QUADRANT) % RING
            here: i64 = first + row * self.width
            write_flag(out, here, not foreign_star(m, seat, space))
            enemy: i64 = single_enemy(m, seat, space)
            pierce: i64 = 0
            if enemy != NOBODY:
                pierce = self.needed(m, seat, enemy, m.first_on(space, enemy))
            out[here + PARTIES] = u8(pierce)
        for view in range(i64(1), i64(PARTIES)):
            self.write_saves(m, (seat + view) & 3, seat, out, first + view)

    def write_saves(self, m: LudicrousState, party: i64, seat: i64, out: vec[u8], at: i64) -> None:
        """What saves an own piece on each star from a party; a crown makes it easier."""
        ambushes: bool = m.plays(party) and m.hostile(seat, party)
        uncrowned: i64 = 0
        if ambushes:
            uncrowned = self.needed(m, party, seat, NOBODY)
        for row in range(i64(PARTIES)):
            space: i64 = (self.spaces[row] + seat * QUADRANT) % RING
            roll: i64 = uncrowned
            if ambushes and m.party_count(space, seat) != 0:
                roll = self.needed(m, party, seat, m.first_on(space, seat))
            out[at + row * self.width] = u8(roll)

    def needed(self, m: LudicrousState, ambusher: i64, owner: i64, piece: i64) -> i64:
        """[6.5] The lowest roll that saves a piece: a 1 never does, the highest number always."""
        modifier: i64 = m.score(owner, DEXTERITY) + crown_bonus(m, piece)
        roll: i64 = lowest(star_goal(m, ambusher), modifier, m.t.save_die)
        if roll < 2:
            return 2
        return roll if roll <= m.t.save_die else m.t.save_die


class TeleportFrom(RingSpaces):
    """[6.6] The T spaces."""

    def __init__(self) -> None:
        extras = [
            Field("leads", 1, "an own piece here has a D ahead on its route"),
            Field("goal", HIGHEST_ROLL, "lowest roll with which an own traveller stays conscious"),
            Field("ambush", 1, "a single enemy piece stands on that D"),
            Field("pushed", 1, "a traveller is pushed on: the D has no room"),
        ]
        meaning = "the T spaces, where a teleport begins"
        super().__init__("teleport_from", meaning, [3], extras, PLACES)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The risk of the jump, and what is at its end."""
        goal: i64 = lowest(m.t.teleport_goal, m.score(seat, LUCK), m.t.save_die)
        out = sheet.out
        for row in range(i64(PARTIES)):
            r: i64 = self.spaces[row] + NEXT_D
            if r > LAST_RING:
                continue
            space: i64 = (r + seat * QUADRANT) % RING
            here: i64 = sheet.base + at + row * self.width + COMMON
            alone: bool = single_enemy(m, seat, space) != NOBODY
            out[here] = 1
            out[here + 1] = u8(goal)
            write_flag(out, here + 2, alone)
            write_flag(out, here + 3, not alone and not own_room(m, seat, space))


class TeleportTo(RingSpaces):
    """[6.6] The D spaces."""

    def __init__(self) -> None:
        extras = [
            Field("travellers", MOST, "own pieces on the T that leads here"),
            Field("room", 1, "an own piece that arrives may stay"),
        ]
        meaning = "the D spaces, where a teleport ends"
        super().__init__("teleport_to", meaning, [2], extras, PLACES)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Who could come, and whether there is room."""
        out = sheet.out
        for row in range(i64(PARTIES)):
            space: i64 = (self.spaces[row] + seat * QUADRANT) % RING
            here: i64 = sheet.base + at + row * self.width + COMMON
            if self.spaces[row] > NEXT_D:
                begin: i64 = (space - NEXT_D + RING) % RING
                out[here] = u8(m.party_count(begin, seat))
            write_flag(out, here + 1, own_room(m, seat, space))


class SpellCard(RingSpaces):
    """[6.7] The spell card spaces."""

    def __init__(self) -> None:
        extras = [
            Field("draws", 1, "an own piece that comes by draws a card"),
            Field("sheds", 1, "the hand is full: it draws only after shedding"),
        ]
        super().__init__("spell_card", "the spell card spaces", [7, 9], extras, CARDS_PART)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Whether there is room in the hand."""
        if not m.t.magic:
            return
        room: bool = has_room(m, seat)
        sheds: bool = not room and m.hand_size(seat) >= m.t.shed_cards
        out = sheet.out
        for row in range(i64(2 * PARTIES)):
            here: i64 = sheet.base + at + row * self.width + COMMON
            write_flag(out, here, room)
            write_flag(out, here + 1, sheds)


class Trap(RingSpaces):
    """[6.11] The trap spaces."""

    def __init__(self) -> None:
        extras = [
            Field("springs", 1, "it springs on an own piece that lands here now"),
            Field("goal", HIGHEST_ROLL, "lowest roll with which an own piece is not restrained"),
            Field("fells", 1, "its damage would make an own piece fall"),
        ]
        reads = PLACES | PARTIES_PART | STRUCTURES_PART | WORLD_PART
        super().__init__("trap", "the trap spaces", [12], extras, reads)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """What a trap would do to an own piece."""
        out = sheet.out
        for row in range(i64(PARTIES)):
            owner: i64 = (seat + row + 1) & 3
            here: i64 = sheet.base + at + row * self.width + COMMON
            enemy: bool = owner != seat and m.hostile(seat, owner)
            goal: i64 = 0
            if enemy:
                goal = lowest(trap_goal(m, owner), m.score(seat, DEXTERITY), m.t.save_die)
            write_flag(out, here, enemy and trap_springs(m, seat, owner))
            out[here + 1] = u8(goal)
            write_flag(out, here + 2, enemy and m.hp[seat] <= m.t.trap_damage)


class Fishing(RingSpaces):
    """[6.12] The fishing spaces."""

    def __init__(self) -> None:
        extras = [Field("goal", HIGHEST_ROLL, "lowest roll with which an own piece makes a catch")]
        super().__init__("fishing", "the fishing spaces", [10, 11], extras, 0)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The number on the space against the own luck; naturals 1 and 20 aside."""
        if not m.t.fishing:
            return
        out = sheet.out
        luck: i64 = m.score(seat, LUCK)
        for row in range(i64(2 * PARTIES)):
            goal: i64 = lowest(fishing_goal(m, self.spaces[row]), luck, m.t.contest_die)
            out[sheet.base + at + row * self.width + COMMON] = u8(goal)


class Hoop(RingSpaces):
    """[6.13] The basketball hoop spaces."""

    def __init__(self) -> None:
        extras = [Field("by_night", 1, "hoops are shot at in this game: two 20s eliminate")]
        super().__init__("hoop", "the basketball hoop spaces", [6], extras, 0)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Whether there is a night."""
        out = sheet.out
        for row in range(i64(PARTIES)):
            write_flag(out, sheet.base + at + row * self.width + COMMON, m.t.night)
