"""``docs/rules.md`` tells every rule of the full game, and no number of it is stale."""

import dataclasses
from pathlib import Path

import pytest

from ludo_env.rules import catalogue
from ludo_env.rules.catalogue import RULES, Rule
from ludo_env.rules.ludicrous import LudicrousRules
from ludo_env.rules.ludicrous_catalogue import ENTRIES
from ludo_env.rules.ludicrous_text import LUDICROUS_PRESETS
from ludo_env.rules.tables import CLASSES, HOUSE, MODULES, WEAPON_COLUMNS, WEAPONS

TEXT = (Path(catalogue.ROOT) / "docs" / "rules.md").read_text(encoding="utf-8")
SHARED = ("E-win", "E-teams", "E-places")
"""Rules of plain Ludo that the full game has too."""
FULL = {entry[0] for entry in ENTRIES} | set(SHARED)


def cells(line: str) -> list[str]:
    """The cells of a line of a table, without the marks of code."""
    return [cell.strip().replace("−", "-").replace("`", "") for cell in line.strip("|").split("|")]


TABLE = {cells(line)[0]: cells(line) for line in TEXT.splitlines() if line.startswith("|")}


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.id in FULL], ids=lambda r: r.id)
def test_the_document_tells_every_rule_and_its_source(rule: Rule) -> None:
    assert rule.id in TABLE, f"no row begins with `{rule.id}`"
    assert TABLE[rule.id][1] == rule.source
    assert len(TABLE[rule.id][2]) > 10


@pytest.mark.parametrize("name", [name for name in HOUSE if HOUSE[name].rule != "W-weapons"])
def test_every_house_value_stands_with_its_rule(name: str) -> None:
    values = TABLE[HOUSE[name].rule][3].split(", ")
    assert f"{name} {HOUSE[name].default}" in values


def test_the_document_has_no_house_values_that_are_gone() -> None:
    told = {
        value.rsplit(" ", 1)[0]
        for row in TABLE.values()
        if row[0] in FULL and row[3]
        for value in row[3].split(", ")
    }
    assert told <= set(HOUSE)


@pytest.mark.parametrize("weapon", WEAPONS)
def test_the_table_of_weapons(weapon: str) -> None:
    numbers = [str(HOUSE[f"{weapon}_{column}"].default) for column in WEAPON_COLUMNS]
    assert TABLE[weapon][1:6] == numbers


@pytest.mark.parametrize("name", CLASSES)
def test_the_table_of_classes(name: str) -> None:
    told = CLASSES[name]
    row = TABLE[name]
    assert row[1:5] == [str(told.armour), str(told.accuracy), told.melee, told.ranged]
    assert row[5] == ", ".join(told.schools) or len(told.schools) == 5
    assert row[6:] == [str(score) for score in told.scores]


def test_fields_modules_and_presets() -> None:
    fields = {field.name for field in dataclasses.fields(LudicrousRules)} - {"name"}
    section = TEXT.split("\n## ")[-2]
    assert section.startswith("Rule sets")
    known = [*fields, *MODULES, *LUDICROUS_PRESETS]
    assert [name for name in known if f"`{name}`" not in section] == []
