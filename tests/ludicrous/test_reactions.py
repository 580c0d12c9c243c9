"""Wards and counterspells. [SP-ward, SP-counterspell, D-damage]"""

from typing import Any

import pytest

from tests.ludicrous.casting import aim, casting, foe
from tests.ludicrous.scenes import Scene, sheet

HP = 12
SUIT = {"green": sheet("wizard")}


def punched(hand: dict[str, int], *, magic: int = 0, critical: bool = False, **state: Any) -> Scene:
    """Yellow has punched green's piece 1 for 1, or for 2; green may react."""
    s = Scene(
        "action",
        yellow={"pieces": [{"r": 20}]},
        green={**foe(21), "hand": hand, **state},
        sheets={"green": sheet("wizard", magic=magic)},
        auto_pass=False,
    )
    return s.play("punch 1").play("previous piece 1", [6 if critical else 3])


def shot(*dice: int, colour: str = "green", hand: dict[str, int], **sheets: Any) -> Scene:
    """Yellow's wizard aims a fire bolt at green's piece 1; hands are those of a colour."""
    others: dict[str, Any] = {"green": foe(24)}
    others |= {"blue": {"pieces": [{"r": 40}]}, "red": {"pieces": [{"r": 40}]}}
    others[colour] = {**others[colour], "hand": hand}
    s = casting("fire bolt", sheets=sheets or {colour: sheet("wizard")}, **others)
    return aim(s, "fire bolt").play("previous piece 1", dice)


# -- ward --------------------------------------------------------------------------------------


@pytest.mark.rule("SP-ward", "R-ward")
def test_a_ward_is_asked_for_once_the_damage_is_known() -> None:
    s = punched({"ward": 1})
    assert (s.decider, s.decision) == ("green", "ward")
    assert s.legal == ["end", "yes"]
    assert s.get("green", "hp") == HP


@pytest.mark.rule("SP-ward", "D-damage")
@pytest.mark.parametrize(
    ("die", "magic", "lost"), [(1, 0, 4), (4, 0, 1), (5, 0, 0), (1, -2, 4), (3, 2, 0), (6, 0, 0)]
)
def test_it_takes_off_d6_and_magic_and_may_leave_nothing(die: int, magic: int, lost: int) -> None:
    s = shot(11, 10, 5, hand={"ward": 1}, green=sheet("wizard", magic=magic))
    s.play("yes", [die])
    assert s.get("green", "hp") == HP - lost
    assert s.get("green", "reacted") == 1
    assert s.hand("green") == {}


@pytest.mark.rule("SP-ward", "D-damage", "8.2")
def test_no_damage_means_no_stun_check_and_no_fire() -> None:
    s = punched({"ward": 1}).play("yes", [1])
    assert s.get("green", "hp") == HP
    assert s.state.checks == []
    s = shot(11, 10, 1, hand={"ward": 1}).play("yes", [1])
    assert s.get("green", "burning", 1) == 0


@pytest.mark.rule("SP-ward", "8.2")
def test_what_a_ward_leaves_is_the_damage_dealt() -> None:
    s = punched({"ward": 1}, critical=True).play("yes", [1])
    assert s.get("green", "hp") == HP - 1
    assert s.state.checks[2] == 1


@pytest.mark.rule("SP-ward")
def test_declining_keeps_the_card_and_the_reaction() -> None:
    s = punched({"ward": 1}).play("end")
    assert s.get("green", "hp") == HP - 1
    assert s.hand("green") == {"ward": 1}
    assert s.get("green", "reacted") == 0


@pytest.mark.rule("SP-ward", "8.2")
@pytest.mark.parametrize("state", [{"reacted": 1}, {"stunned": 1}])
def test_one_reaction_a_round_and_none_while_stunned(state: dict[str, Any]) -> None:
    s = punched({"ward": 1}, **state)
    assert s.decider == "yellow"
    assert s.get("green", "hp") == HP - 1


@pytest.mark.rule("SP-ward", "Y-class")
@pytest.mark.parametrize(("party_class", "asked"), [("engineer", True), ("rogue", False)])
def test_only_abjurers_ward(party_class: str, asked: bool) -> None:
    s = shot(11, 10, 5, hand={"ward": 1}, green=sheet(party_class))
    assert (s.decider == "green") == asked


@pytest.mark.rule("SP-ward", "SP-amplify", "A-cast")
def test_a_meta_card_may_go_with_a_ward() -> None:
    # "Casting discards the card; one meta card may go with it."
    s = shot(20, 1, 6, hand={"ward": 1, "amplify": 1})
    assert s.legal == ["end", "yes", "amplified"]
    s.play("amplified", [3, 4])
    assert s.get("green", "hp") == HP - 12 + 7
    assert s.hand("green") == {}


@pytest.mark.rule("SP-ward", "T-first-special")
def test_a_reaction_is_free_again_when_the_own_turn_begins() -> None:
    s = Scene("movement", dice=[3], blue={"reacted": 1}, red={"reacted": 1}, auto_pass=False)
    assert s.decider == "blue"
    assert (s.get("blue", "reacted"), s.get("red", "reacted")) == (0, 1)


@pytest.mark.rule("SP-ward", "D-damage")
def test_several_hits_of_one_cause_are_warded_one_at_a_time() -> None:
    green = {"pieces": [foe(22)["pieces"][0], foe(23)["pieces"][0]], "hand": {"ward": 2}}
    s = casting("lightning arc", green=green, sheets=SUIT)
    aim(s, "lightning arc").play("end", [3, 1, 1])
    s.play("end")
    assert (s.decider, s.get("green", "hp")) == ("green", HP - 3)
    s.play("yes", [2])
    assert s.get("green", "hp") == HP - 4


# -- counterspell ------------------------------------------------------------------------------


@pytest.mark.rule("SP-counterspell")
@pytest.mark.parametrize(
    ("theirs", "ours", "cancelled"),
    [(11, 10, True), (10, 10, True), (9, 10, False), (20, 20, True), (1, 1, False)],
)
def test_a_counterspell_is_magic_against_magic(theirs: int, ours: int, cancelled: bool) -> None:
    s = shot(hand={"counterspell": 1})
    assert (s.decider, s.decision) == ("green", "counterspell")
    s.play("yes", [theirs, ours] if cancelled else [theirs, ours, 11, 10, 5])
    assert s.get("green", "hp") == HP - (0 if cancelled else 5)
    assert s.hand("green") == s.hand("yellow") == {}
    assert s.decider == "yellow"


@pytest.mark.rule("SP-counterspell")
def test_magic_is_added_on_both_sides() -> None:
    green = {**foe(24), "hand": {"counterspell": 1}}
    s = casting("fire bolt", magic=1, sheets={"green": sheet("wizard", magic=2)}, green=green)
    aim(s, "fire bolt").play("previous piece 1")
    s.play("yes", [9, 10])
    assert s.get("green", "hp") == HP


@pytest.mark.rule("SP-counterspell")
def test_whoever_is_no_target_may_counter_too() -> None:
    s = shot(colour="red", hand={"counterspell": 1})
    assert s.decider == "red"
    assert s.play("yes", [10, 10]).get("green", "hp") == HP


@pytest.mark.rule("SP-counterspell")
def test_enemies_are_asked_clockwise_from_the_caster_until_one_succeeds() -> None:
    hand = {"counterspell": 1}
    wizard = sheet("wizard")
    s = casting(
        "mend",
        {"hp": 3},
        sheets={"blue": wizard, "red": wizard, "green": wizard},
        blue={"pieces": [{"r": 40}], "hand": hand},
        red={"pieces": [{"r": 40}], "hand": hand},
        green={"pieces": [{"r": 40}], "hand": hand},
    )
    s.play("cast mend").play("plainly")
    assert s.decider == "blue"
    s.play("yes", [2, 10])
    assert s.decider == "red"
    s.play("end")
    assert s.decider == "green"
    s.play("yes", [10, 10])
    assert s.get("yellow", "hp") == 3
    assert (s.hand("blue"), s.hand("red"), s.hand("green")) == ({}, hand, {})


@pytest.mark.rule("SP-counterspell")
@pytest.mark.parametrize(
    "state",
    [{"reacted": 1}, {"stunned": 1}, {"pieces": [{"r": 52}]}, {"pieces": [{"r": 40, "fallen": 2}]}],
)
def test_it_needs_a_reaction_and_a_conscious_pathway_piece(state: dict[str, Any]) -> None:
    green = {"pieces": [{"r": 40}], "hand": {"counterspell": 1}, **state}
    s = casting("mend", {"hp": 3}, sheets=SUIT, green=green)
    s.play("cast mend").play("plainly", [2])
    assert s.get("yellow", "hp") == 5


@pytest.mark.rule("SP-counterspell", "R-counterspell", "SP-ward")
@pytest.mark.parametrize(("roll", "lost"), [(10, 5), (9, 0)])
def test_a_ward_can_be_countered(roll: int, lost: int) -> None:
    wizard = sheet("wizard")
    s = casting(
        "fire bolt",
        {"hand": {"fire bolt": 1, "counterspell": 1}},
        sheets={"green": wizard},
        green={**foe(24), "hand": {"ward": 1}},
    )
    aim(s, "fire bolt").play("previous piece 1", [11, 10, 5]).play("yes")
    assert (s.decider, s.decision) == ("yellow", "counterspell")
    s.play("yes", [roll, 10] if lost else [roll, 10, 6])
    assert s.get("green", "hp") == HP - lost
    assert s.hand("green") == s.hand("yellow") == {}


@pytest.mark.rule("SP-counterspell", "R-counterspell", "SP-ward")
def test_others_are_asked_clockwise_from_whoever_wards() -> None:
    hand = {"counterspell": 1}
    wizard = sheet("wizard")
    s = Scene(
        "action",
        yellow={"pieces": [{"r": 20}], "hand": hand},
        blue={"pieces": [{"r": 40}], "hand": hand},
        red={"pieces": [{"r": 40}], "hand": hand},
        green={**foe(21), "hand": {"ward": 1}},
        sheets=dict.fromkeys(("yellow", "blue", "red", "green"), wizard),
        auto_pass=False,
    )
    s.play("punch 1").play("previous piece 1", [3]).play("yes")
    asked = []
    while s.decision == "counterspell":
        asked.append(s.decider)
        s.play("end", [1] if len(asked) == 3 else [])
    assert asked == ["yellow", "blue", "red"]
    assert s.get("green", "hp") == HP


@pytest.mark.rule("SP-counterspell")
def test_a_counterspell_cannot_be_countered() -> None:
    s = casting(
        "fire bolt",
        {"hand": {"fire bolt": 1, "counterspell": 1}},
        sheets=SUIT,
        green={**foe(24), "hand": {"counterspell": 1}},
    )
    aim(s, "fire bolt").play("previous piece 1")
    s.play("yes", [11, 10])
    assert s.decision == "action"
    assert s.hand("yellow") == {"counterspell": 1}


@pytest.mark.rule("SP-counterspell", "A-cast")
def test_a_countered_spell_is_spent_with_its_meta_card() -> None:
    s = casting(
        "mend",
        {"hp": 3, "hand": {"mend": 1, "amplify": 1}},
        sheets=SUIT,
        green={"pieces": [{"r": 40}], "hand": {"counterspell": 1}},
    )
    s.play("cast mend").play("amplified").play("yes", [20, 2])
    assert s.hand("yellow") == {}
    assert sum(s.state.discards) == 3
    assert s.get("yellow", "hp") == 3
