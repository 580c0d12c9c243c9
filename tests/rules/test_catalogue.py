"""The table of rules: every rule has a function that plays it and a test that pins it."""

import dataclasses
import re
from pathlib import Path

import pytest

from ludo_env.rules import RuleSet, catalogue
from ludo_env.rules.catalogue import PLAIN_RULES, RULES, Row, named_ids, rows
from ludo_env.rules.ruleset import CHOICES
from ludo_env.rules.tables import HOUSE

ROWS = rows()
DOCUMENT = catalogue.ROOT / "docs" / "plain-ludo.md"

SOURCE = re.compile(r"[LHSW][\d.]*")
"""A docstring may begin with the source of what no rule has an id for."""


@pytest.mark.parametrize("row", ROWS, ids=[rule.id for rule in RULES])
def test_every_rule_has_a_function_and_a_test(row: Row) -> None:
    assert row["functions"], f"no docstring begins with [{row['id']}]"
    assert row["tests"], f"no test is marked rule({row['id']!r})"


def test_ids_are_unique_and_rules_told() -> None:
    assert len({rule.id for rule in RULES}) == len(RULES)
    assert all(rule.text and rule.source for rule in RULES)


def test_nobody_names_a_rule_that_is_not_in_the_table() -> None:
    known = {rule.id for rule in RULES}
    named = {found: places for found, places in named_ids().items() if not SOURCE.fullmatch(found)}
    assert {found: places for found, places in named.items() if found not in known} == {}


def test_every_house_value_belongs_to_a_rule_of_the_table() -> None:
    known = {rule.id for rule in RULES}
    assert {name for name, house in HOUSE.items() if house.rule not in known} == set()


def test_the_places_are_real() -> None:
    row = next(row for row in ROWS if row["id"] == "L-capture")
    assert "ludo_env/engine/plain.py:PlainState.capture" in row["functions"]
    assert "tests/engine/test_classic.py:test_entering_captures_too" in row["tests"]


def test_every_rule_of_plain_ludo_is_in_its_document() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert [rule.id for rule in PLAIN_RULES if f"`{rule.id}`" not in text] == []


def test_ids_are_found_at_the_beginning_of_docstrings_and_in_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = '''
import pytest

def one():
    """[A-1] [B-2] Does both. See [C-3]."""

class Thing:
    """[D-4] A class is no function."""

    def two(self):
        """[A-1, E-5] A method."""

def three():
    """Does none, see [A-1]."""

def four(): ...

@pytest.mark.rule("F-6")
@pytest.mark.rule("G-7")
@pytest.mark.slow
def test_five(): ...

@pytest.mark.rule("I-9")
def helper(): ...
'''
    monkeypatch.setattr(catalogue, "ROOT", tmp_path)
    monkeypatch.setattr(catalogue, "PACKAGE", tmp_path / "package")
    monkeypatch.setattr(catalogue, "TESTS", tmp_path / "tests")
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "module.py").write_text(code, encoding="utf-8")
    (tmp_path / "tests").mkdir()
    whole = 'pytestmark = pytest.mark.rule("H-8")\n'
    (tmp_path / "tests" / "test_module.py").write_text(whole + code, encoding="utf-8")
    assert named_ids() == {
        "A-1": ["package/module.py:one", "package/module.py:Thing.two"],
        "B-2": ["package/module.py:one"],
        "E-5": ["package/module.py:Thing.two"],
        "F-6": ["tests/test_module.py:test_five"],
        "G-7": ["tests/test_module.py:test_five"],
        "H-8": ["tests/test_module.py:test_five"],
    }


def test_without_tests_the_table_still_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "TESTS", tmp_path / "tests")
    assert [row["id"] for row in rows()] == [rule.id for rule in RULES]
    assert all(row["functions"] and not row["tests"] for row in rows())


def test_every_option_and_value_is_in_the_document() -> None:
    options = DOCUMENT.read_text(encoding="utf-8").split("\n## ")[3]
    assert options.startswith("Options")
    told = {line.split("`")[1]: line for line in options.splitlines() if line.startswith("| `")}
    assert {"name", *told} == {field.name for field in dataclasses.fields(RuleSet)}
    for name in told:
        assert [value for value in CHOICES.get(name, ()) if f"`{value}`" not in told[name]] == []
