"""The rule set: every choice the rules leave open, frozen and validated."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ludo_env.errors import BadRules

MAX_ROUNDS: Final = 500
TEXTS_KEPT: Final = 128
"""So many texts of rule sets are remembered, each way."""
NONE: Final = "none"
"""An empty list."""

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "name": ("classic", "modern", "danish", "lke"),
    "six_bonus": ("no_entry", "always", "never"),
    "safe": ("none", "stars", "starts_and_stars"),
    "safe_landing": ("shared", "illegal", "returns"),
    "blocks": ("off", "pass", "bar"),
    "block_landing": ("illegal", "returns"),
    "overshoot": ("illegal", "bounce"),
    "start": ("rolled", "fixed"),
    "team_play": ("partners", "rivals"),
}
RANGES: Final[dict[str, tuple[int, int]]] = {
    "stack": (0, 4),
    "pieces": (1, 4),
    "max_rounds": (0, 100_000),
}


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of one game of plain Ludo. [L], rules of record section 2

    Construct one from a preset, ``RuleSet.named("modern", play_on=True)``, or from its text,
    ``RuleSet.parse("modern:play_on=true")``. Every field is checked; `BadRules` names the field.
    """

    name: str = "classic"
    """The preset that the rule set was made from."""
    enter_on: tuple[int, ...] = (6,)
    """Rolls that bring a piece from the yard to the start."""
    six_bonus: str = "no_entry"
    """When a 6 gives another roll: if no piece could have entered or it is a 6 of the bonus roll
    (``no_entry``), ``always``, ``never``."""
    third_six: bool = True
    """A third 6 in a row is not played and the turn passes."""
    bonus_on_capture: bool = False
    """Sending an enemy piece to its yard gives another roll."""
    bonus_on_home: bool = False
    """A piece that gets home gives another roll."""
    safe: str = "none"
    """Which ring spaces are safe: ``none``, ``stars``, ``starts_and_stars``."""
    safe_landing: str = "shared"
    """Landing on an enemy on a safe space: both stay, ``illegal``, or the mover ``returns``."""
    blocks: str = "pass"
    """Two pieces of a party protect each other: not at all, on landing (``pass``), or always."""
    block_landing: str = "returns"
    """Landing on an enemy block: ``illegal``, or the mover ``returns`` to its yard."""
    stack: int = 2
    """Most pieces of one party on a ring or home-area space; 0 is any number."""
    overshoot: str = "illegal"
    """A roll beyond home: ``illegal``, or the piece bounces back (``bounce``)."""
    capture_before_home: bool = False
    """A party must have captured once before its pieces may enter the home area."""
    entry_captures_all: bool = False
    """Entering sends home every enemy on the start space, also a block and on a safe start."""
    star_jumps: bool = False
    """Danish stars: landing on one jumps to the next, the last one to home."""
    skip_last: bool = False
    """The last ring space of a party's own route (r = 50) counts as its first home-area space."""
    start: str = "rolled"
    """The starting seat is ``rolled`` for, or ``fixed`` to the first seat."""
    pieces: int = 4
    """Pieces of each party."""
    teams: bool = False
    """Two against two: north and south against east and west."""
    team_play: str = "partners"
    """``partners``: team-mates spare each other and win when both are home;
    ``rivals``: every seat plays for itself, and the first seat home wins for its side."""
    play_on: bool = False
    """The others play for the places after the first is home."""
    max_rounds: int = MAX_ROUNDS
    """The game is cut off, and placed by progress, after this many rounds; 0 is never."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            _check(field.name, getattr(self, field.name), type(field.default))
        if not self.enter_on or sorted(set(self.enter_on)) != list(self.enter_on):
            raise BadRules(f"enter_on: {self.enter_on} is not an ascending list of different rolls")
        if any(not 1 <= roll <= 6 for roll in self.enter_on):
            raise BadRules(f"enter_on: {self.enter_on} has a roll outside 1..6")
        if self.teams and self.play_on:
            raise BadRules("play_on: has no meaning with teams, allowed: false")
        if self.blocks != "off" and self.stack == 1:
            raise BadRules("stack: 1 allows no blocks, allowed: 0, 2, 3, 4 or blocks=off")
        if self.star_jumps and self.skip_last:
            raise BadRules("skip_last: leaves out a star, allowed with star_jumps: false")
        if self.capture_before_home and self.max_rounds == 0:
            # Parties whose pieces have all passed each other would wait for a capture for ever.
            raise BadRules("max_rounds: 0 may never end with capture_before_home, allowed: from 1")

    @staticmethod
    def named(name: str, /, **changes: object) -> RuleSet:
        """The preset ``name`` with some fields changed."""
        from ludo_env.rules.ludicrous_text import LUDICROUS_PRESETS
        from ludo_env.rules.presets import PRESETS

        if name in LUDICROUS_PRESETS:
            raise BadRules(f"{name}: only plain Ludo is played here, allowed: {', '.join(PRESETS)}")
        if name not in PRESETS:
            raise BadRules(f"unknown rule set {name!r}, allowed: {', '.join(PRESETS)}")
        known = [field.name for field in dataclasses.fields(RuleSet) if field.name != "name"]
        for key in changes:
            if key not in known:
                raise BadRules(f"unknown rule {key!r}, allowed: {', '.join(known)}")
        return dataclasses.replace(PRESETS[name], **changes)  # type: ignore[arg-type]  # checked there

    @staticmethod
    def parse(text: str) -> RuleSet:
        """Read ``preset`` or ``preset:rule=value,rule=value``; rolls are joined by ``+``."""
        name, _, rest = text.strip().partition(":")
        changes = {key: _read(key, value) for key, value in changes_in(rest)}
        return RuleSet.named(name.strip().lower(), **changes)

    @property
    def text(self) -> str:
        """The canonical text of the rule set, read back by `parse`."""
        return _text(self)

    @property
    def partners(self) -> bool:
        """Whether team-mates spare each other."""
        return self.teams and self.team_play == "partners"


@lru_cache(TEXTS_KEPT)
def _text(rules: RuleSet) -> str:
    """The canonical text of a rule set."""
    from ludo_env.rules.presets import PRESETS

    preset = PRESETS[rules.name]
    changed = [
        f"{field.name}={write_value(getattr(rules, field.name))}"
        for field in dataclasses.fields(rules)
        if getattr(rules, field.name) != getattr(preset, field.name)
    ]
    return rules.name + (":" + ",".join(changed) if changed else "")


def as_ruleset(rules: str | RuleSet) -> RuleSet:
    """A rule set from a rule set or its text."""
    if isinstance(rules, RuleSet):
        return rules
    if isinstance(rules, str):
        return RuleSet.parse(rules)
    raise BadRules(f"rules must be a RuleSet or its text, not {type(rules).__name__}")


def _check(name: str, value: object, kind: type) -> None:
    """Refuse a field of the wrong type or out of its range."""
    if type(value) is not kind:
        raise BadRules(f"{name}: {value!r} is not of type {kind.__name__}")
    if name in CHOICES and value not in CHOICES[name]:
        raise BadRules(f"{name}: unknown value {value!r}, allowed: {', '.join(CHOICES[name])}")
    if name in RANGES and isinstance(value, int):
        low, high = RANGES[name]
        if not low <= value <= high:
            raise BadRules(f"{name}: {value} is outside {low}..{high}")
    if (
        name == "enter_on"
        and isinstance(value, tuple)
        and any(type(roll) is not int for roll in value)
    ):
        raise BadRules(f"enter_on: {value!r} is not a tuple of whole numbers")


def _read(name: str, text: str) -> object:
    """The value of the field ``name`` written as ``text``."""
    fields = {field.name: field.default for field in dataclasses.fields(RuleSet)}
    default = fields.get(name)
    try:
        if isinstance(default, bool):
            return {"true": True, "false": False}[text.lower()]
        if isinstance(default, int):
            return int(text)
        if isinstance(default, tuple):
            return tuple(int(roll) for roll in text.split("+"))
    except (KeyError, ValueError):
        wanted = "true or false" if isinstance(default, bool) else "a whole number"
        raise BadRules(f"{name}: {text!r} is not {wanted}") from None
    return text


def changes_in(text: str) -> Iterator[tuple[str, str]]:
    """The rules and values of ``rule=value,rule=value``, in order; each rule once."""
    seen: set[str] = set()
    for part in filter(None, text.split(",")):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise BadRules(f"{part!r} is not of the form rule=value")
        if key in seen:
            raise BadRules(f"rule {key!r} is given twice")
        seen.add(key)
        yield key, value


def write_value(value: object) -> str:
    """A value as the texts of rule sets write it; the items of a list are joined by ``+``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "+".join(map(str, value)) or NONE
    return str(value)
