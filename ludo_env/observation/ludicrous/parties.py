"""Encoders for what the parties have, and what they are."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.board import PARTIES, QUADRANT, RING
from ludo_env.engine.ludicrous.cards import hand_limit
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import (
    CARD_KINDS,
    FIRST_FISH,
    NO_LOOT,
    NOBODY,
    NOWHERE,
    SPELL_KINDS,
)
from ludo_env.observation.encoder import (
    ALWAYS,
    CARDS_PART,
    PARTIES_PART,
    PLACES,
    VIEW,
    Field,
    FullEncoder,
)
from ludo_env.observation.sheet import BYTE, Sheet, capped, write_column, write_flag
from ludo_env.rules.tables import FISH, LOWEST_SCORE, SPELLS, STATS, WEAPONS

HIGHEST_HP: Final = 120
MOST: Final = 99
"""No ammunition, value, penalty or foul goes higher in any rule set."""
MOST_TURNS: Final = 20
MOST_COUNTER: Final = 9
HIGHEST_LIMIT: Final = 22
"""Largest hand that a rule set can allow."""
HIGHEST_SCORE: Final = 4
MOST_ARMOUR: Final = 9

# Columns of the parties.
IN_PLAY: Final = 0
TEAM_MATE: Final = 1
HP: Final = 2
LOST: Final = 3
WOUNDED: Final = 4
STUNNED: Final = 5
POISONED: Final = 6
PROVOKER: Final = 7
COUNTER: Final = 8
REACTED: Final = 9
TACKLED: Final = 10
AMMUNITION: Final = 11
LOOT_WEAPON: Final = 12
LOOT_FISH: Final = 13
LOOT_AMMUNITION: Final = 14
PARTNER: Final = 15
CROWN_USED: Final = 16
PENALTIES: Final = 17
FOULS: Final = 18
PHANTOM_TURNS: Final = 19
PLACE: Final = 20

# Columns of the tokens.
STRESSED: Final = 0
CROWN_AT: Final = 1
PHANTOM_AT: Final = 2
PHANTOM_HP: Final = 3

# Columns of the sheets, after the scores.
ARMOUR: Final = 10
ACCURACY: Final = 11
MELEE: Final = 12
RANGED: Final = 13
TUESDAY: Final = 14
BIRTHDAY: Final = 15
CASTS: Final = 16

# Columns of the turns.
DECIDES: Final = 0
TURN: Final = 1
STARTER: Final = 2
GOD: Final = 3


class Parties(FullEncoder):
    """A row for each party: what it has, and in what state it is."""

    def __init__(self) -> None:
        fields = [
            Field("in_play", 1, "it plays, and has neither finished nor left"),
            Field("team_mate", 1, "it plays for the observer's side"),
            Field("hp", HIGHEST_HP, "HP in its pool"),
            Field("lost", HIGHEST_HP, "HP below the maximum of the pool"),
            Field("wounded", 1, "at half of the maximum or below"),
            Field("stunned", 1, "no reactions until its next turn"),
            Field("poisoned", MOST_TURNS, "turns poisoned"),
            Field("provoker", PARTIES, "1 + the party, as seen, that has provoked it"),
            Field("counter", MOST_COUNTER, "its bonus die counter"),
            Field("reacted", 1, "its reaction is used"),
            Field("tackled", 1, "it has tried to tackle in this round"),
            Field("ammunition", MOST, "shots left in its ranged weapon"),
            Field("loot_weapon", len(WEAPONS), "1 + the weapon in its looted item slot"),
            Field("loot_fish", len(FISH), "1 + the fish in its looted item slot"),
            Field("loot_ammunition", MOST, "shots left in a looted ranged weapon"),
            Field("partner", MOST, "relationship value with its partner; 0: none"),
            Field("crown_used", 1, "it has crowned a piece in this game"),
            Field("penalties", MOST, "penalties for dice off the table"),
            Field("fouls", MOST, "fouls"),
            Field("phantom_turns", MOST_TURNS, "turns that its phantom stays"),
            Field("place", PARTIES, "the place it has taken; 0: none"),
        ]
        rows = [f"{view} party" for view in VIEW]
        super().__init__("parties", "all parties, oneself first", rows, fields, PARTIES_PART)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """What each party has; of one that is not in play, only its side and its place."""
        out = sheet.out
        first: i64 = sheet.base + at
        self.write_columns(m, seat, out, first)
        for view in range(i64(PARTIES)):
            party: i64 = (seat + view) & 3
            row: i64 = first + view * self.width
            if m.plays(party):
                out[row + IN_PLAY] = 1
                self.write_health(m, party, seat, out, row)
                self.write_loot(m, party, out, row)
            else:
                for column in range(i64(PLACE)):
                    out[row + column] = 0
            mate: bool = view != 0 and m.seats[party] != 0 and not m.hostile(seat, party)
            write_flag(out, row + TEAM_MATE, mate)

    def write_columns(self, m: LudicrousState, seat: i64, out: vec[u8], at: i64) -> None:
        """The numbers that are told as they are."""
        width: i64 = self.width
        write_column(m.hp, seat, out, at + HP, width)
        write_column(m.stunned, seat, out, at + STUNNED, width)
        write_column(m.poisoned, seat, out, at + POISONED, width)
        write_column(m.counter, seat, out, at + COUNTER, width)
        write_column(m.reacted, seat, out, at + REACTED, width)
        write_column(m.tackled, seat, out, at + TACKLED, width)
        write_column(m.ammunition, seat, out, at + AMMUNITION, width)
        write_column(m.partner, seat, out, at + PARTNER, width)
        write_column(m.crown_used, seat, out, at + CROWN_USED, width)
        write_column(m.penalties, seat, out, at + PENALTIES, width)
        write_column(m.fouls, seat, out, at + FOULS, width)
        write_column(m.phantom_turns, seat, out, at + PHANTOM_TURNS, width)
        write_column(m.places, seat, out, at + PLACE, width)

    def write_health(
        self, m: LudicrousState, party: i64, seat: i64, out: vec[u8], row: i64
    ) -> None:
        """What a party's pool lacks, and who has provoked it."""
        out[row + LOST] = u8(m.most_hp(party) - m.hp[party])
        write_flag(out, row + WOUNDED, m.wounded(party))
        provoker: i64 = 0
        if m.provoker[party] != NOBODY:
            provoker = 1 + ((m.provoker[party] - seat) & 3)
        out[row + PROVOKER] = u8(provoker)

    def write_loot(self, m: LudicrousState, party: i64, out: vec[u8], row: i64) -> None:
        """The looted item slot of a party."""
        loot: i64 = m.loot[party]
        fish: i64 = 0
        weapon: i64 = 0
        ammunition: i64 = 0
        if loot >= FIRST_FISH:
            fish = loot - FIRST_FISH + 1
        elif loot != NO_LOOT:
            weapon = loot
            ammunition = m.loot_ammunition[party]
        out[row + LOOT_WEAPON] = u8(weapon)
        out[row + LOOT_FISH] = u8(fish)
        out[row + LOOT_AMMUNITION] = u8(ammunition)


class Tokens(FullEncoder):
    """A row for each party: its crown token, its phantom, and whether it is stressed."""

    def __init__(self) -> None:
        fields = [
            Field("stressed", 1, "too many of its pieces are unconscious or captive"),
            Field("crown_at", RING, "1 + the ring space, from the own start, of its crown token"),
            Field("phantom_at", RING, "1 + the ring space, from the own start, of its phantom"),
            Field("phantom_hp", MOST_TURNS, "HP of its phantom"),
        ]
        rows = [f"{view} party" for view in VIEW]
        meaning = "crown tokens, phantoms, stress"
        super().__init__("tokens", meaning, rows, fields, PLACES | PARTIES_PART)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """What follows a party around."""
        origin: i64 = seat * QUADRANT
        for view in range(PARTIES):
            party: i64 = (seat + view) & 3
            row: i64 = at + view * self.width
            if not m.plays(party):
                continue
            if m.stressed(party):
                sheet.put(row + STRESSED, 1)
            if m.crown_at[party] != NOWHERE:
                sheet.put(row + CROWN_AT, 1 + (m.crown_at[party] - origin + RING) % RING)
            if m.phantom_at[party] != NOWHERE:
                sheet.put(row + PHANTOM_AT, 1 + (m.phantom_at[party] - origin + RING) % RING)
                sheet.put(row + PHANTOM_HP, m.phantom_hp[party])


class Hands(FullEncoder):
    """[6.7] A row for each party: how many cards it has. Which they are is hidden."""

    def __init__(self) -> None:
        fields = [
            Field("cards", BYTE, "cards in its hand"),
            Field("room", HIGHEST_LIMIT, "cards that it may still draw"),
        ]
        rows = [f"{view} party" for view in VIEW]
        super().__init__("hands", "how many cards the parties have", rows, fields, CARDS_PART)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Cards, and room for more."""
        if not m.t.magic:
            return
        out = sheet.out
        for view in range(i64(PARTIES)):
            party: i64 = (seat + view) & 3
            row: i64 = sheet.base + at + view * self.width
            size: i64 = 0
            room: i64 = 0
            if m.seats[party] != 0:
                size = m.hand_size(party)
                room = hand_limit(m, party) - size
            out[row] = u8(capped(size))
            out[row + 1] = u8(capped(room))


class Sheets(FullEncoder):
    """[Y-class] [Y-stats] A row for each party: class and scores, the same all game long."""

    def __init__(self) -> None:
        fields = [Field(stat, HIGHEST_SCORE, f"{-LOWEST_SCORE} + {stat}") for stat in STATS]
        fields += [
            Field("armour", MOST_ARMOUR, "armour"),
            Field("accuracy", MOST_ARMOUR, "accuracy of its class"),
            Field("melee", len(WEAPONS), "1 + its melee weapon"),
            Field("ranged", len(WEAPONS), "1 + its ranged weapon"),
            Field("tuesday", 1, "it is Tuesday for it"),
            Field("birthday", 1, "it has its birthday"),
        ]
        fields += [Field(f"casts_{spell}", 1, f"its class can cast {spell}") for spell, _ in SPELLS]
        rows = [f"{view} party" for view in VIEW]
        super().__init__("sheets", "class and scores of all parties", rows, fields, 0)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """The sheet of each party that has a seat."""
        out = sheet.out
        first: i64 = sheet.base + at
        width: i64 = self.width
        write_column(m.t.armour, seat, out, first + ARMOUR, width)
        write_column(m.t.class_accuracy, seat, out, first + ACCURACY, width)
        write_column(m.t.tuesday, seat, out, first + TUESDAY, width)
        write_column(m.t.birthday, seat, out, first + BIRTHDAY, width)
        scores = m.t.scores
        castable = m.t.castable
        for view in range(i64(PARTIES)):
            party: i64 = (seat + view) & 3
            row: i64 = first + view * width
            if m.seats[party] == 0:
                for column in range(width):
                    out[row + column] = 0
                continue
            for stat in range(i64(ARMOUR)):
                out[row + stat] = u8(scores[party * ARMOUR + stat] - LOWEST_SCORE)
            out[row + MELEE] = u8(1 + m.t.melee[party])
            out[row + RANGED] = u8(1 + m.t.ranged[party])
            for spell in range(i64(SPELL_KINDS)):
                out[row + CASTS + spell] = u8(castable[party * CARD_KINDS + spell])


class Turns(FullEncoder):
    """[T-] [N-god] A row for each party: whose turn and decision it is, and who has the tokens."""

    def __init__(self) -> None:
        fields = [
            Field("decides", 1, "it must decide"),
            Field("turn", 1, "it is its turn"),
            Field("starter", 1, "it has the starting token"),
            Field("god", 1, "it has the god token"),
        ]
        rows = [f"{view} party" for view in VIEW]
        super().__init__("turns", "whose turn it is, and who has the tokens", rows, fields, ALWAYS)

    def write(self, m: LudicrousState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Who is who."""
        out = sheet.out
        width: i64 = self.width
        first: i64 = sheet.base + at
        for index in range(first, first + self.size):
            out[index] = 0
        if m.decider != NOBODY:
            out[first + ((m.decider - seat) & 3) * width + DECIDES] = 1
        out[first + ((m.turn - seat) & 3) * width + TURN] = 1
        out[first + ((m.starter - seat) & 3) * width + STARTER] = 1
        out[first + ((m.god - seat) & 3) * width + GOD] = 1
