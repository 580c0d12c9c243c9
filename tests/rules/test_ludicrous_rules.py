"""The full game's rule set: refused by field where it is wrong, equal where it means the same."""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.errors import BadRules
from ludo_env.rules import LUDICROUS_PRESETS, LudicrousRules, PartySheet, as_rules
from ludo_env.rules.ludicrous import PRESET_NAMES
from ludo_env.rules.ludicrous_text import parse_ludicrous


def test_every_preset_is_named() -> None:
    assert set(PRESET_NAMES) == set(LUDICROUS_PRESETS)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": "mine"}, "name: 'mine', allowed: ludicrous, ludicrous-core"),
        ({"name": None}, "name: None, allowed"),
        ({"sheets": None}, "sheets: None is not a tuple of PartySheet"),
        ({"sheets": ("soldier",) * 4}, "sheets: .* is not a tuple of PartySheet"),
        ({"sheets": (PartySheet(),) * 3}, "sheets: 3, one for each of the 4 seats"),
        ({"modules": None}, "modules: None is not a tuple of str"),
        ({"modules": "combat"}, "modules: 'combat' is not a tuple of str"),
        ({"modules": ["combat"]}, r"modules: \['combat'\] is not a tuple"),
        ({"house": None}, "house: None is not a tuple"),
        ({"house": {"hp": 14}}, "house: {'hp': 14} is not a tuple"),
        ({"house": (("hp",),)}, "house: .* is not a name and a value"),
        ({"house": (("hp", 14.0),)}, "house: hp is 14.0, allowed: 1..99"),
        ({"house": (("hit", 14),)}, "house: unknown value 'hit'"),
        ({"house": (("hp", 0),)}, "house: hp is 0, allowed: 1..99"),
        ({"house": (("hp", 100),)}, "house: hp is 100, allowed: 1..99"),
        ({"house": (("hp", 13), ("hp", 14))}, "house: a value is given twice"),
        ({"tuesdays": None}, "tuesdays: None is not a tuple of int"),
        ({"tuesdays": (1.0,)}, "tuesdays: .* is not a tuple of int"),
        ({"birthdays": (True,)}, "birthdays: .* is not a tuple of int"),
        ({"birthdays": (4,)}, "birthdays: .* are not seats 0..3"),
        ({"max_rounds": True}, "max_rounds: True is not a whole number"),
        ({"teams": 1}, "teams: 1 is not true or false"),
    ],
)
def test_a_bad_field_is_refused_by_name(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRules, match="^" + words):
        LudicrousRules(**changes)


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("pieces_to_win", 1, 4), ("max_rounds", 0, 100_000), ("off_table_percent", 0, 100)],
)
def test_a_number_has_its_limits(name: str, low: int, high: int) -> None:
    for value in (low, high):
        assert getattr(LudicrousRules().changed(**{name: value}), name) == value
    for value in (low - 1, high + 1):
        with pytest.raises(BadRules, match=f"^{name}: {value} is not a whole number {low}..{high}"):
            LudicrousRules().changed(**{name: value})


@pytest.mark.rule("Y-class", "Y-stats")
@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((["soldier"],), r"class: \['soldier'\], allowed: soldier"),
        ((None,), "class: None, allowed"),
        (("knight",), "class: 'knight', allowed: soldier"),
        (("soldier", None), "scores: None is not a tuple of int"),
        (("soldier", [0] * 10), "scores: .* is not a tuple of int"),
        (("soldier", (False,) * 10), "scores: .* is not a tuple of int"),
    ],
)
def test_a_bad_sheet_is_refused_by_field(args: tuple[Any, ...], words: str) -> None:
    with pytest.raises(BadRules, match="^" + words):
        PartySheet(*args)


@pytest.mark.parametrize("text", ["ludicrous:sheets=1", "ludicrous:house=hp", "ludicrous:name=x"])
def test_a_text_gives_only_what_has_a_spelling(text: str) -> None:
    with pytest.raises(BadRules, match=r"^unknown rule"):
        parse_ludicrous(text)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"house": (("save_die", 8), ("hp", 14))}, "ludicrous:hp=14,save_die=8"),
        ({"house": (("hp", 12),)}, "ludicrous"),
        ({"house": (("hp", 1),)}, "ludicrous:hp=1"),
        ({"house": (("hp", 99),)}, "ludicrous:hp=99"),
        ({"tuesdays": (3, 1, 3)}, "ludicrous:tuesdays=1+3"),
        ({"modules": ("magic", "combat", "magic")}, "ludicrous:modules=combat+magic"),
    ],
)
def test_rules_that_mean_the_same_are_equal(changes: dict[str, Any], text: str) -> None:
    rules = LudicrousRules(**changes)
    assert rules.text == text
    assert as_rules(text) == rules
