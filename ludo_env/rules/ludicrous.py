"""The rule set of the full game."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Final

from ludo_env.errors import BadRules
from ludo_env.rules.tables import (
    CLASSES,
    HIGHEST_SCORE,
    HOUSE,
    LOWEST_SCORE,
    MODULES,
    MOST_EXTREME,
    STATS,
)

MAX_ROUNDS: Final = 500
SEATS: Final = 4
EVEN: Final = (0,) * len(STATS)

PRESET_NAMES: Final = ("ludicrous", "ludicrous-core", "ludicrous-tabletop", "ludicrous-short")
NEEDS: Final[dict[str, tuple[str, ...]]] = {"tanks": ("combat",), "structures": ("combat",)}
"""Modules that do not work without others."""


def _check_items(name: str, items: object, kind: type) -> None:
    """A tuple of items of one type; a `bool` is no number."""
    if not isinstance(items, tuple) or any(type(item) is not kind for item in items):
        raise BadRules(f"{name}: {items!r} is not a tuple of {kind.__name__}")


@dataclass(frozen=True, slots=True)
class PartySheet:
    """[Y-class] [Y-stats] A seat's class and ten scores, in the order of `STATS`."""

    party_class: str = "soldier"
    scores: tuple[int, ...] = EVEN

    def __post_init__(self) -> None:
        if type(self.party_class) is not str or self.party_class not in CLASSES:
            raise BadRules(f"class: {self.party_class!r}, allowed: {', '.join(CLASSES)}")
        scores = self.scores
        _check_items("scores", scores, int)
        if len(scores) != len(STATS):
            raise BadRules(f"scores: {scores} are not {len(STATS)} numbers")
        if any(not LOWEST_SCORE <= score <= HIGHEST_SCORE for score in scores):
            raise BadRules(f"scores: {scores} go outside {LOWEST_SCORE}..{HIGHEST_SCORE}")
        if sum(scores) != 0:
            raise BadRules(f"scores: {scores} sum to {sum(scores)}, allowed: 0")
        for extreme in (LOWEST_SCORE, HIGHEST_SCORE):
            if scores.count(extreme) > MOST_EXTREME:
                raise BadRules(
                    f"scores: {scores} have {scores.count(extreme)} at {extreme:+d}, "
                    f"allowed: {MOST_EXTREME}"
                )

    @staticmethod
    def of_class(name: str) -> PartySheet:
        """A class with the line of scores that suits it."""
        return PartySheet(name, CLASSES[PartySheet(name).party_class].scores)


@dataclass(frozen=True, slots=True)
class LudicrousRules:
    """The rules of one full game. Rules of record, sections 3 to 12"""

    name: str = "ludicrous"
    """The preset that the rule set was made from."""
    sheets: tuple[PartySheet, ...] = (PartySheet(),) * SEATS
    """Class and scores of each seat, yellow first."""
    modules: tuple[str, ...] = tuple(m for m in MODULES if m != "dice_off_table")
    """The parts of the game that are played."""
    pieces_to_win: int = 4
    """[E-win] Pieces that a party must bring home."""
    teams: bool = False
    """[E-teams] Two against two: north and south against east and west."""
    play_on: bool = False
    """[E-win] The others play for the places after the first is home."""
    max_rounds: int = MAX_ROUNDS
    """[E-places] The game is cut off, and placed by progress, after so many rounds; 0 is never."""
    cession: bool = False
    """[8.11] A party may give up on its own turn."""
    tournament: bool = False
    """[E-fouls] An illegal submission is a foul, and the twentieth ejects."""
    off_table_percent: int = 5
    """[8.9] How often a die falls off the table, in percent, with the module ``dice_off_table``."""
    tuesdays: tuple[int, ...] = ()
    """[8.9] Seats where it is Tuesday."""
    birthdays: tuple[int, ...] = ()
    """[8.9] Seats that have their birthday."""
    house: tuple[tuple[str, int], ...] = field(default=())
    """House values that are not the default, by name, sorted."""

    def __post_init__(self) -> None:
        if type(self.name) is not str or self.name not in PRESET_NAMES:
            raise BadRules(f"name: {self.name!r}, allowed: {', '.join(PRESET_NAMES)}")
        _check_modules(self.modules)
        _check_house(self.house)
        _check_items("sheets", self.sheets, PartySheet)
        if len(self.sheets) != SEATS:
            raise BadRules(f"sheets: {len(self.sheets)}, one for each of the {SEATS} seats needed")
        for name, low, high in (
            ("pieces_to_win", 1, SEATS),
            ("max_rounds", 0, 100_000),
            ("off_table_percent", 0, 100),
        ):
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                raise BadRules(f"{name}: {value!r} is not a whole number {low}..{high}")
        for name in ("teams", "play_on", "cession", "tournament"):
            if type(getattr(self, name)) is not bool:
                raise BadRules(f"{name}: {getattr(self, name)!r} is not true or false")
        for name in ("tuesdays", "birthdays"):
            seats = getattr(self, name)
            _check_items(name, seats, int)
            if any(seat not in range(SEATS) for seat in seats):
                raise BadRules(f"{name}: {seats} are not seats 0..{SEATS - 1}")
        if self.teams and self.play_on:
            raise BadRules("play_on: has no meaning with teams, allowed: false")
        self._order()

    def _order(self) -> None:
        """Lists whose order means nothing are kept in one order, so that equal rules are equal."""
        house = sorted((name, v) for name, v in self.house if v != HOUSE[name].default)
        object.__setattr__(self, "house", tuple(house))
        object.__setattr__(self, "modules", tuple(m for m in MODULES if m in self.modules))
        for name in ("tuesdays", "birthdays"):
            object.__setattr__(self, name, tuple(sorted(set(getattr(self, name)))))

    @property
    def text(self) -> str:
        """The canonical text of the rule set."""
        from ludo_env.rules.ludicrous_text import ludicrous_text

        return ludicrous_text(self)

    @property
    def partners(self) -> bool:
        """[E-teams] Whether team-mates spare each other and win together."""
        return self.teams

    def changed(self, **changes: object) -> LudicrousRules:
        """The rule set with some fields changed; `BadRules` for a field that it does not have."""
        known = [f.name for f in fields(self) if f.name != "name"]
        for key in changes:
            if key not in known:
                raise BadRules(f"unknown rule {key!r}, allowed: {', '.join(known)}")
        return replace(self, **changes)  # type: ignore[arg-type]  # every field is checked


def _check_modules(modules: tuple[str, ...]) -> None:
    """A module that others need is there whenever they are."""
    _check_items("modules", modules, str)
    for name in modules:
        if name not in MODULES:
            raise BadRules(f"modules: unknown {name!r}, allowed: {', '.join(MODULES)}")
        for needed in NEEDS.get(name, ()):
            if needed not in modules:
                raise BadRules(f"modules: {name} needs {needed}")


def _check_house(house: tuple[tuple[str, int], ...]) -> None:
    """Each value once and in its range."""
    _check_items("house", house, tuple)
    for entry in house:
        if len(entry) != 2:
            raise BadRules(f"house: {entry!r} is not a name and a value")
    for name, value in house:
        if name not in HOUSE:
            raise BadRules(f"house: unknown value {name!r}; see the rule tables for all of them")
        low, high = HOUSE[name].low, HOUSE[name].high
        if type(value) is not int or not low <= value <= high:
            raise BadRules(f"house: {name} is {value!r}, allowed: {low}..{high}")
    if len({name for name, _ in house}) != len(house):
        raise BadRules("house: a value is given twice")
