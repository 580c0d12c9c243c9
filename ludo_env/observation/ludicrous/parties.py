"""Encoders for what the parties have, and what they are."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

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
from ludo_env.observation.sheet import BYTE, Sheet
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
        """What each party has."""
        for view in range(PARTIES):
            party: i64 = (seat + view) & 3
            if m.seats[party] == 0:
                continue
            row: i64 = at + view * self.width
            if view != 0 and not m.hostile(seat, party):
                sheet.put(row + TEAM_MATE, 1)
            sheet.put(row + PLACE, m.places[party])
            if m.plays(party):
                sheet.put(row + IN_PLAY, 1)
                self.write_health(m, party, seat, sheet, row)
                self.write_belongings(m, party, sheet, row)

    def write_health(
        self, m: LudicrousState, party: i64, seat: i64, sheet: Sheet, row: i64
    ) -> None:
        """The pool, and the state of a party."""
        sheet.put(row + HP, m.hp[party])
        sheet.put(row + LOST, m.most_hp(party) - m.hp[party])
        if m.wounded(party):
            sheet.put(row + WOUNDED, 1)
        sheet.put(row + STUNNED, m.stunned[party])
        sheet.put(row + POISONED, m.poisoned[party])
        if m.provoker[party] != NOBODY:
            sheet.put(row + PROVOKER, 1 + ((m.provoker[party] - seat) & 3))
        sheet.put(row + COUNTER, m.counter[party])
        sheet.put(row + REACTED, m.reacted[party])
        sheet.put(row + TACKLED, m.tackled[party])

    def write_belongings(self, m: LudicrousState, party: i64, sheet: Sheet, row: i64) -> None:
        """What a party owns."""
        sheet.put(row + AMMUNITION, m.ammunition[party])
        loot: i64 = m.loot[party]
        if loot >= FIRST_FISH:
            sheet.put(row + LOOT_FISH, loot - FIRST_FISH + 1)
        elif loot != NO_LOOT:
            sheet.put(row + LOOT_WEAPON, loot)
            sheet.put(row + LOOT_AMMUNITION, m.loot_ammunition[party])
        sheet.put(row + PARTNER, m.partner[party])
        sheet.put(row + CROWN_USED, m.crown_used[party])
        sheet.put(row + PENALTIES, m.penalties[party])
        sheet.put(row + FOULS, m.fouls[party])
        sheet.put(row + PHANTOM_TURNS, m.phantom_turns[party])


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
        for view in range(PARTIES):
            party: i64 = (seat + view) & 3
            if m.seats[party] != 0:
                size: i64 = m.hand_size(party)
                sheet.put_capped(at + view * self.width, size)
                sheet.put_capped(at + view * self.width + 1, hand_limit(m, party) - size)


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
        for view in range(PARTIES):
            party: i64 = (seat + view) & 3
            row: i64 = at + view * self.width
            if m.seats[party] == 0:
                for column in range(self.width):
                    sheet.set(row + column, 0)
                continue
            for stat in range(ARMOUR):
                sheet.set(row + stat, m.score(party, stat) - LOWEST_SCORE)
            sheet.set(row + ARMOUR, m.t.armour[party])
            sheet.set(row + ACCURACY, m.t.class_accuracy[party])
            sheet.set(row + MELEE, 1 + m.t.melee[party])
            sheet.set(row + RANGED, 1 + m.t.ranged[party])
            sheet.set(row + TUESDAY, m.t.tuesday[party])
            sheet.set(row + BIRTHDAY, m.t.birthday[party])
            for spell in range(SPELL_KINDS):
                sheet.set(row + CASTS + spell, m.t.castable[party * CARD_KINDS + spell])


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
        if m.decider != NOBODY:
            sheet.put(at + ((m.decider - seat) & 3) * self.width + DECIDES, 1)
        sheet.put(at + ((m.turn - seat) & 3) * self.width + TURN, 1)
        sheet.put(at + ((m.starter - seat) & 3) * self.width + STARTER, 1)
        sheet.put(at + ((m.god - seat) & 3) * self.width + GOD, 1)
