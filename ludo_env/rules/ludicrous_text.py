"""The presets of the full game, and its rule sets as text.

``ludicrous:pieces_to_win=2,modules=combat+magic,blue=archer,red=wizard/-2/0/0/2/0/2/-1/1/-1/-1,hp=14``
names a preset, then what differs: fields, a seat's class (with the line of scores that suits it,
or with scores of its own), and house values.
"""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Final

from ludo_env.board import COLOURS
from ludo_env.errors import BadRules
from ludo_env.rules.ludicrous import LudicrousRules, PartySheet
from ludo_env.rules.ruleset import NONE, TEXTS_KEPT, changes_in, write_value
from ludo_env.rules.tables import HOUSE, MODULES

LUDICROUS_PRESETS: Final[dict[str, LudicrousRules]] = {
    "ludicrous": LudicrousRules(),
    # Movement, ambush and the spaces only.
    "ludicrous-core": LudicrousRules(name="ludicrous-core", modules=()),
    # As at a tournament table: dice off the table, fouls, cession.
    "ludicrous-tabletop": LudicrousRules(
        name="ludicrous-tabletop", modules=MODULES, cession=True, tournament=True
    ),
    # Two pieces to win.
    "ludicrous-short": LudicrousRules(name="ludicrous-short", pieces_to_win=2),
}

SPELLED_OUT: Final = ("sheets", "house")
"""Fields that a text gives item by item: a colour with its sheet, a house value by its name."""


def named_ludicrous(name: str, **changes: object) -> LudicrousRules:
    """The preset ``name`` with some fields changed."""
    if name not in LUDICROUS_PRESETS:
        raise BadRules(f"unknown rule set {name!r}, allowed: {', '.join(LUDICROUS_PRESETS)}")
    return LUDICROUS_PRESETS[name].changed(**changes)


def parse_ludicrous(text: str) -> LudicrousRules:
    """Read the text of a rule set. Raises `BadRules`."""
    name, _, rest = text.strip().partition(":")
    rules = named_ludicrous(name.strip().lower())
    changes: dict[str, object] = {}
    sheets = list(rules.sheets)
    house: dict[str, int] = dict(rules.house)
    for key, value in changes_in(rest):
        if key in COLOURS:
            sheets[COLOURS.index(key)] = _read_sheet(key, value)
        elif key in HOUSE:
            house[key] = _whole(key, value)
        else:
            changes[key] = _read_field(rules, key, value)
    return rules.changed(sheets=tuple(sheets), house=tuple(house.items()), **changes)


@lru_cache(TEXTS_KEPT)
def ludicrous_text(rules: LudicrousRules) -> str:
    """The canonical text of a rule set, read back by `parse_ludicrous`."""
    preset = LUDICROUS_PRESETS[rules.name]
    parts = []
    for field in dataclasses.fields(rules):
        value = getattr(rules, field.name)
        if field.name not in ("sheets", "house") and value != getattr(preset, field.name):
            parts.append(f"{field.name}={write_value(value)}")
    for colour, sheet, usual in zip(COLOURS, rules.sheets, preset.sheets, strict=True):
        if sheet != usual:
            parts.append(f"{colour}={'/'.join([sheet.party_class, *map(str, sheet.scores)])}")
    parts += [f"{key}={value}" for key, value in rules.house]
    return rules.name + ":" * bool(parts) + ",".join(parts)


def _read_sheet(colour: str, text: str) -> PartySheet:
    name, *scores = text.split("/")
    if not scores:
        return PartySheet.of_class(name)
    return PartySheet(name, tuple(_whole(colour, score) for score in scores))


def _read_field(rules: LudicrousRules, key: str, text: str) -> object:
    if key in SPELLED_OUT:
        raise BadRules(f"unknown rule {key!r}, allowed: a colour, or a house value by its name")
    default = getattr(rules, key, None)
    if isinstance(default, bool):
        if text.lower() not in ("true", "false"):
            raise BadRules(f"{key}: {text!r} is not true or false")
        return text.lower() == "true"
    if isinstance(default, int):
        return _whole(key, text)
    items = [] if text == NONE else text.split("+")
    if key == "modules":
        return tuple(items)
    if key in ("tuesdays", "birthdays"):
        return tuple(_whole(key, item) for item in items)
    return text


def _whole(key: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadRules(f"{key}: {text!r} is not a whole number") from None
