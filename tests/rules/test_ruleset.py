"""The rule set: presets, text, and what is refused."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludo_env.errors import BadRules
from ludo_env.rules import PRESETS, RuleSet, as_ruleset
from ludo_env.rules.ruleset import CHOICES, RANGES

FIELDS = [field.name for field in dataclasses.fields(RuleSet)]
FLAGS = [field.name for field in dataclasses.fields(RuleSet) if isinstance(field.default, bool)]


# -- presets ---------------------------------------------------------------------------------


def test_classic_is_the_default() -> None:
    assert RuleSet() == PRESETS["classic"] == RuleSet.parse("classic")


@pytest.mark.parametrize(
    ("preset", "rules"),
    [
        (
            "classic",
            {
                "enter_on": (6,),
                "six_bonus": "no_entry",
                "third_six": True,
                "bonus_on_capture": False,
                "bonus_on_home": False,
                "safe": "none",
                "blocks": "pass",
                "block_landing": "returns",
                "stack": 2,
                "overshoot": "illegal",
                "start": "rolled",
                "pieces": 4,
                "teams": False,
                "play_on": False,
                "max_rounds": 500,
            },
        ),
        (
            "modern",
            {
                "six_bonus": "always",
                "bonus_on_capture": True,
                "bonus_on_home": True,
                "third_six": True,
                "safe": "starts_and_stars",
                "blocks": "off",
            },
        ),
        (
            "danish",
            {
                "six_bonus": "never",
                "third_six": False,
                "entry_captures_all": True,
                "safe": "starts_and_stars",
                "safe_landing": "returns",
                "block_landing": "returns",
                "star_jumps": True,
                "overshoot": "bounce",
                "start": "fixed",
            },
        ),
        (
            "lke",
            {
                "six_bonus": "always",
                "bonus_on_capture": True,
                "bonus_on_home": True,
                "third_six": True,
                "safe": "starts_and_stars",
                "safe_landing": "shared",
                "blocks": "pass",
                "block_landing": "illegal",
                "overshoot": "illegal",
                "skip_last": True,
            },
        ),
    ],
)
def test_presets_are_what_their_sources_say(preset: str, rules: dict[str, object]) -> None:
    fields = dataclasses.asdict(PRESETS[preset])
    assert {name: fields[name] for name in rules} == rules


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_its_name(name: str) -> None:
    assert PRESETS[name].name == name
    assert PRESETS[name].text == name
    assert RuleSet.named(name) == PRESETS[name]
    assert name in CHOICES["name"]
    assert PRESETS[name].max_rounds == 500


# -- text ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("modern", "modern"),
        ("  MODERN : ", "modern"),
        ("classic:", "classic"),
        ("classic:play_on=true", "classic:play_on=true"),
        ("classic: play_on = TRUE , pieces = 2", "classic:pieces=2,play_on=true"),
        ("classic:enter_on=1+6", "classic:enter_on=1+6"),
        ("classic:stack=2,blocks=off", "classic:blocks=off"),
        ("danish:teams=true,max_rounds=0", "danish:teams=true,max_rounds=0"),
    ],
)
def test_text_is_read_leniently_and_written_canonically(text: str, canonical: str) -> None:
    assert RuleSet.parse(text).text == canonical
    assert RuleSet.parse(canonical) == RuleSet.parse(text)


@given(
    name=st.sampled_from(list(PRESETS)),
    flags=st.dictionaries(st.sampled_from([*FLAGS]), st.booleans()),
    choices=st.fixed_dictionaries(
        {},
        optional={key: st.sampled_from(values) for key, values in CHOICES.items() if key != "name"},
    ),
    pieces=st.integers(1, 4),
    enter_on=st.sets(st.integers(1, 6), min_size=1),
)
def test_text_keeps_every_rule_set(
    name: str,
    flags: dict[str, bool],
    choices: dict[str, str],
    pieces: int,
    enter_on: set[int],
) -> None:
    changes = {**flags, **choices, "pieces": pieces, "enter_on": tuple(sorted(enter_on))}
    try:
        rules = RuleSet.named(name, **changes)
    except BadRules:
        return
    assert RuleSet.parse(rules.text) == rules
    assert as_ruleset(rules.text) == rules


def test_a_rule_set_is_given_as_it_is_or_as_text() -> None:
    rules = RuleSet.named("lke", pieces=1)
    assert as_ruleset(rules) is rules
    assert as_ruleset("lke:pieces=1") == rules


def test_a_rule_set_is_frozen_and_hashable() -> None:
    rules = RuleSet()
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.stack = 3  # type: ignore[misc]
    assert len({RuleSet(), RuleSet(), RuleSet(stack=3)}) == 2


# -- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown rule set ''.*classic, modern, danish, lke"),
        ("chess", "unknown rule set 'chess'"),
        ("ludicrous:hp=14", "ludicrous: only plain Ludo.*allowed: classic, modern, danish, lke"),
        ("classic:plays_on=true", "unknown rule 'plays_on', allowed: .*play_on"),
        ("classic:name=modern", "unknown rule 'name'"),
        ("classic:stack", "'stack' is not of the form rule=value"),
        ("classic:stack=3,stack=3", "'stack' is given twice"),
        ("classic:stack=many", "stack: 'many' is not a whole number"),
        ("classic:stack=2.5", "stack: '2.5' is not a whole number"),
        ("classic:stack=5", r"stack: 5 is outside 0\.\.4"),
        ("classic:pieces=0", r"pieces: 0 is outside 1\.\.4"),
        ("classic:max_rounds=-1", r"max_rounds: -1 is outside 0\.\."),
        ("classic:teams=yes", "teams: 'yes' is not true or false"),
        ("classic:safe=all", "safe: unknown value 'all', allowed: none, stars, starts_and_stars"),
        ("classic:enter_on=", "enter_on: '' is not"),
        ("classic:enter_on=0+6", r"enter_on: \(0, 6\) has a roll outside 1\.\.6"),
        ("classic:enter_on=7", "enter_on"),
        ("classic:enter_on=6+1", "enter_on: .* ascending"),
        ("classic:enter_on=6+6", "enter_on: .* different"),
    ],
)
def test_bad_text_is_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(BadRules, match=message):
        RuleSet.parse(text)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "mine"}, "name: unknown value 'mine', allowed: classic, modern, danish, lke"),
        ({"stack": True}, "stack: True is not of type int"),
        ({"stack": "2"}, "stack: '2' is not of type int"),
        ({"teams": 1}, "teams: 1 is not of type bool"),
        ({"safe": None}, "safe: None is not of type str"),
        ({"enter_on": [6]}, r"enter_on: \[6\] is not of type tuple"),
        ({"enter_on": ()}, "enter_on"),
        ({"enter_on": (6.0,)}, "enter_on: .* whole numbers"),
        ({"enter_on": (True,)}, "enter_on: .* whole numbers"),
        ({"enter_on": (1, "6")}, "enter_on: .* whole numbers"),
    ],
)
def test_bad_values_are_refused_by_name(changes: dict[str, object], message: str) -> None:
    with pytest.raises(BadRules, match=message):
        dataclasses.replace(RuleSet(), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("classic:teams=true,play_on=true", "play_on"),
        ("classic:stack=1", "stack"),
        ("danish:skip_last=true", "skip_last"),
        ("classic:capture_before_home=true,max_rounds=0", "max_rounds"),
    ],
)
def test_rules_that_do_not_go_together_are_refused(text: str, field: str) -> None:
    with pytest.raises(BadRules, match=rf"^{field}: .*allowed"):
        RuleSet.parse(text)


@pytest.mark.parametrize("rules", [None, 4, {"name": "classic"}, PRESETS])
def test_a_rule_set_is_nothing_else(rules: str) -> None:
    with pytest.raises(BadRules, match="RuleSet or its text"):
        as_ruleset(rules)


def test_unknown_changes_are_refused() -> None:
    with pytest.raises(BadRules, match="unknown rule 'color'"):
        RuleSet.named("classic", color="red")
    with pytest.raises(BadRules, match="unknown rule set 'uno'"):
        RuleSet.named("uno")


def test_the_tables_of_values_name_real_rules() -> None:
    assert {*CHOICES, *RANGES} <= set(FIELDS)
