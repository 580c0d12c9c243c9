"""What the document of a full game says, and the range of every number in it.

A range ends at a number, or at what the rule set and the party make of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import HOME, PARTIES, RING
from ludo_env.engine.ludicrous.catalogue import ACTIONS
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    ENGINEERING,
    GOLDEN_CARP,
    NIGHT,
    NO_STRUCTURE,
    NOBODY,
    NOWHERE,
    PRISON,
    STRUCTURE_KINDS,
    TANK_SPACE_KINDS,
)
from ludo_env.engine.ludicrous.procedures import DECISIONS
from ludo_env.engine.ludicrous.tables import Tables
from ludo_env.errors import BadState
from ludo_env.fields import show
from ludo_env.rules.tables import HIGHEST_SCORE, WEATHERS

Limit = int | Callable[[Match, int], int]
"""The end of a range: a number, or what a fresh game has for a party."""
Ranges = dict[str, tuple[int, Limit]]


def structure_hp(t: Tables, party: int) -> int:
    """[ST-] The HP of the strongest structure that a party can build."""
    more = t.structure_hp_per_engineering * t.score(party, ENGINEERING)
    return max(1, max(list(t.structure_hp)) + more)


Document = dict[str, Any]
"""The data of a document's JSON."""

GAME: Final = "ludicrous"
VERSION: Final = 1
COUNTLESS: Final = 10**9
"""More turns, rounds or decisions than any game has."""
WINDS: Final = 4

FIELDS: Final = (
    "game",
    "version",
    "rules",
    "players",
    "parties",
    "world",
    "deck",
    "discards",
    "checks",
    "tape",
    "stack",
    "legal",
    "dice",
)
"""What a document consists of."""
UNSEEN: Final = ("choice", "decisions")
"""Numbers of the game as a whole that tell whether somebody was asked for a reaction."""
PIECE_FIELDS: Final[Ranges] = {
    "r": (PRISON, HOME),
    "fallen": (0, lambda m, party: m.t.unconscious_turns),
    "facing": (-1, 1),
    "prone": (0, 1),
    "restrained": (0, lambda m, party: m.t.restrained_turns),
    "wet": (0, lambda m, party: m.t.wet_turns),
    "burning": (0, lambda m, party: m.t.burning_turns),
    "dodging": (0, 1),
    "veiled": (0, 1),
    "crowned": (0, 1),
    "jailer": (NOBODY, PARTIES - 1),
    "moved": (0, 1),
    "turned": (0, 1),
    "laid": (0, 1),
}
"""What is said of a piece, with its range."""
PARTY_FIELDS: Final[Ranges] = {
    "hp": (1, lambda m, party: m.most_hp(party)),
    "stunned": (0, 1),
    "poisoned": (0, lambda m, party: m.t.poisoned_turns),
    "provoker": (NOBODY, PARTIES - 1),
    "counter": (0, lambda m, party: m.t.bonus_die_full),
    "reacted": (0, 1),
    "tackled": (0, 1),
    "ammunition": (0, lambda m, party: m.t.weapon_ammunition[m.t.ranged[party]]),
    "loot": (0, lambda m, party: GOLDEN_CARP * m.t.fishing),
    "loot_ammunition": (0, lambda m, party: m.t.supply_die * m.t.fishing),
    "partner": (0, lambda m, party: max(m.t.partner_value, m.t.court_value) * m.t.partner),
    "crown_used": (0, 1),
    "crown_at": (NOWHERE, RING - 1),
    "tank": (0, TANK_SPACE_KINDS - 1),
    "tank_hp": (0, lambda m, party: m.t.tank_hp * m.t.tanks),
    "tank_wait": (0, lambda m, party: m.t.tank_reload + 1),
    "artillery_wait": (0, lambda m, party: m.t.artillery_reload),
    "phantom_at": (NOWHERE, RING - 1),
    "phantom_hp": (0, lambda m, party: m.t.phantom_hp),
    "phantom_turns": (0, lambda m, party: m.t.phantom_turns),
    "left": (0, 1),
    "penalties": (0, lambda m, party: m.t.penalty_limit * m.t.dice_off_table),
    "fouls": (0, lambda m, party: m.t.foul_limit * m.t.rules.tournament),
    "places": (0, PARTIES),
}
"""What is said of a party, with its range."""
SLOT_FIELDS: Final[Ranges] = {
    "built": (NO_STRUCTURE, lambda m, party: STRUCTURE_KINDS * m.t.structures - 1),
    "built_hp": (0, lambda m, party: structure_hp(m.t, party)),
    "hacked": (0, lambda m, party: m.t.hacked_turns + 1),
    "project": (NO_STRUCTURE, lambda m, party: STRUCTURE_KINDS * m.t.structures - 1),
    "project_points": (0, lambda m, party: max(list(m.t.structure_cost)) - 1),
}
"""What is said of a structural space, with its range."""
WORLD_FIELDS: Final[Ranges] = {
    "starter": (0, PARTIES - 1),
    "god": (0, PARTIES - 1),
    "calendar": (0, lambda m, party: (m.t.calendar_spaces - 1) * m.t.night),
    "weather": (0, lambda m, party: (len(WEATHERS) - 1) * m.t.night),
    "wind": (0, lambda m, party: (WINDS - 1) * m.t.night),
    "wind_strength": (0, lambda m, party: (WINDS - 1) * m.t.night),
    "full_moon": (0, 1),
    "annustar": (0, lambda m, party: m.t.annustar_cap * m.t.pivotal),
    "free_choice": (0, 1),
    "turn": (0, PARTIES - 1),
    "phase": (0, NIGHT),
    "acted": (0, 1),
    "bonus_acted": (0, 1),
    "sneaking": (0, 1),
    "cast": (0, 1),
    "die": (0, 6),
    "sixes": (0, COUNTLESS),
    "bonus_spaces": (0, lambda m, party: m.t.bonus_die + HIGHEST_SCORE),
    "rounds": (1, lambda m, party: m.t.max_rounds or COUNTLESS),
    "turns": (0, COUNTLESS),
    "decisions": (0, COUNTLESS),
    "over": (0, 1),
    "truncated": (0, 1),
    "auto_pass": (0, 1),
    "decider": (NOBODY, PARTIES - 1),
    "kind": (0, len(DECISIONS) - 1),
    "choice": (0, ACTIONS - 1),
}
"""What is said of the game as a whole, with its range."""
FLAGS: Final = frozenset(
    (
        "full_moon",
        "free_choice",
        "acted",
        "bonus_acted",
        "sneaking",
        "cast",
        "over",
        "truncated",
        "auto_pass",
    )
)


class Columns:
    """The fields of one kind of thing under a rule set, in the order in which they are written.

    Args:
        ranges: the fields, with their ranges.
        plain: a fresh game of the rule set.
    """

    def __init__(self, ranges: Ranges, plain: Match) -> None:
        self.ranges = ranges
        self.names: list[str] = sorted(ranges)
        self.numbers: dict[str, int] = {name: n for n, name in enumerate(self.names)}
        limits = [ranges[name][1] for name in self.names]
        self.low: vec[i64] = vec[i64]([ranges[name][0] for name in self.names])
        self.high: vec[i64] = vec[i64](
            [
                limit if isinstance(limit, int) else limit(plain, party)
                for party in range(PARTIES)
                for limit in limits
            ]
        )
        """The highest numbers of each party, party by party."""

    def lists(self, m: Match) -> list[vec[i64]]:
        """The numbers of a game, field by field; writing to them writes to the game."""
        return [getattr(m, name) for name in self.names]

    def number(self, name: str, where: str) -> i64:
        """The number of a field. Raises `BadState`."""
        number = self.numbers.get(name)
        if number is None:
            allowed = ", ".join(self.ranges)
            raise BadState(f"{where}.{show(name)[1:-1]}: unknown field, allowed: {allowed}")
        return number

    def check(self, number: i64, value: object, where: str, party: i64) -> i64:
        """A value of a field of a party. Raises `BadState`."""
        # As int: what is told may lie outside of i64.
        low: int = self.low[number]
        high: int = self.high[party * len(self.names) + number]
        if type(value) is int and low <= value <= high:
            return value
        raise not_whole(value, f"{where}.{self.names[number]}", low, high)


def whole(value: object, where: str, low: int, high: int) -> i64:
    """A whole number of a range. Raises `BadState`."""
    if type(value) is int and low <= value <= high:
        return value
    raise not_whole(value, where, low, high)


def wholes(value: object, where: str, size: int, low: int, high: int) -> list[int]:
    """A list of so many whole numbers of a range. Raises `BadState`."""
    if not isinstance(value, list) or len(value) != size:
        raise BadState(f"{where}: not a list of {size} numbers")
    for n, number in enumerate(value):
        if type(number) is not int or not low <= number <= high:
            raise not_whole(number, f"{where}[{n}]", low, high)
    return value


def not_whole(value: object, where: str, low: int, high: int) -> BadState:
    """The error about a value that is no whole number of a range."""
    return BadState(f"{where}: {show(value)} is not a whole number {low}..{high}")
