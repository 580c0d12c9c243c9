"""Bonus actions, and how they go with the action of a turn. [T-action, B-]"""

from __future__ import annotations

from typing import Any

import pytest

from tests.ludicrous.scenes import Scene, sheet


def acting(luck: int = 0, speed: int = 0, **own: Any) -> Scene:
    entry = {"pieces": [{"r": 20}], **own}
    made = {"yellow": sheet(luck=luck, speed=speed)}
    return Scene("action", auto_pass=False, sheets=made, yellow=entry)


# -- one of each ---------------------------------------------------------------------------------


@pytest.mark.rule("T-action")
@pytest.mark.parametrize("order", [("sneak", "rizz"), ("rizz", "sneak")])
def test_one_action_and_one_bonus_action_in_either_order(order: tuple[str, str]) -> None:
    s = acting(partner=8, pieces=[{"r": 20, "prone": 1}])
    for name in order:
        s.play(name, dice=[1] if name == "rizz" else [])
    assert s.decision == "action"
    assert s.legal == ["end"]


@pytest.mark.rule("T-action")
def test_end_is_possible_at_any_time() -> None:
    s = acting(partner=8)
    assert "end" in s.legal
    assert "end" in s.play("rizz", dice=[1]).legal
    assert s.play("end", dice=[2]).decision == "move"


# -- standing up ---------------------------------------------------------------------------------


@pytest.mark.rule("B-stand", "8.5")
def test_a_prone_piece_stands_up() -> None:
    s = acting(pieces=[{"r": 20, "prone": 1}, {"r": 22, "prone": 1}, {"r": 24}])
    assert [name for name in s.legal if name.startswith("stand")] == ["stand up 1", "stand up 2"]
    s.play("stand up 2")
    assert s.get("yellow", "prone", 2) == 0
    assert s.get("yellow", "prone", 1) == 1
    assert "stand up 1" not in s.legal, "one bonus action a turn"


@pytest.mark.rule("B-stand", "8.5", "6.4")
def test_a_piece_that_came_prone_into_the_home_area_may_stand_up() -> None:
    s = acting(pieces=[{"r": 52, "prone": 1}])
    assert s.play("stand up 1").get("yellow", "prone", 1) == 0


@pytest.mark.rule("B-stand", "C-restrained")
def test_restrained_pieces_may_stand_up() -> None:
    assert "stand up 1" in acting(pieces=[{"r": 20, "prone": 1, "restrained": 2}]).legal


# -- the partner ---------------------------------------------------------------------------------


@pytest.mark.rule("B-rizz", "8.8")
@pytest.mark.parametrize(
    ("value", "roll", "after"), [(1, 4, 5), (8, 4, 12), (11, 1, 12), (11, 4, 12)]
)
def test_rizz_raises_the_value_by_d4_to_12_at_most(value: int, roll: int, after: int) -> None:
    assert acting(partner=value).play("rizz", dice=[roll]).get("yellow", "partner") == after


@pytest.mark.rule("B-court", "8.8")
@pytest.mark.parametrize(
    ("luck", "roll", "after"),
    [(0, 18, 6), (0, 17, 0), (2, 16, 6), (-2, 19, 0), (-2, 20, 6), (2, 1, 0)],
)
def test_court_is_luck_against_18_and_brings_value_6(luck: int, roll: int, after: int) -> None:
    s = acting(luck=luck, partner=0)
    assert s.play("court", dice=[roll]).get("yellow", "partner") == after


@pytest.mark.rule("B-court", "B-rizz")
def test_rizz_needs_a_partner_and_court_needs_none() -> None:
    assert {"rizz", "court"} & set(acting(partner=0).legal) == {"court"}
    assert {"rizz", "court"} & set(acting(partner=5).legal) == {"rizz"}


# -- the bonus die -------------------------------------------------------------------------------


@pytest.mark.rule("B-bonus-die", "M-bonus-die")
def test_bonus_die_needs_a_full_counter_and_empties_it() -> None:
    assert "bonus die" not in acting(counter=2).legal
    s = acting(counter=3).play("bonus die", dice=[4])
    assert s.get("yellow", "counter") == 0
    assert int(s.state.bonus_spaces) == 4


@pytest.mark.rule("B-bonus-die", "M-bonus-die")
@pytest.mark.parametrize(
    ("speed", "roll", "spaces"), [(2, 6, 8), (-2, 5, 3), (-2, 2, 1), (-2, 1, 1)]
)
def test_bonus_die_adds_speed_and_is_at_least_1(speed: int, roll: int, spaces: int) -> None:
    s = acting(speed=speed, counter=3).play("bonus die", dice=[roll])
    assert int(s.state.bonus_spaces) == spaces


@pytest.mark.rule("B-bonus-die", "M-bonus-die")
@pytest.mark.parametrize("use", [True, False])
def test_bonus_die_may_move_one_piece_after_the_normal_rolls(use: bool) -> None:
    s = acting(counter=3, pieces=[{"r": 12}]).play("bonus die", dice=[3])
    s.play("end", dice=[2]).play("move 1")
    assert s.decision == "bonus move"
    assert s.legal == ["end", "move 1"]
    s.play("move 1" if use else "end")
    assert s.r("yellow", 1) == (17 if use else 14)


@pytest.mark.rule("B-bonus-die", "M-bonus-die", "M-prone")
def test_bonus_die_is_halved_for_prone_pieces_gives_no_entry_and_no_roll_for_a_6() -> None:
    s = acting(counter=3, pieces=[{"r": 35, "prone": 1}]).play("bonus die", dice=[6])
    s.play("end", dice=[2]).play("move 1")
    assert s.legal == ["end", "move 1"]
    s.play("move 1")
    assert s.r("yellow", 1) == 35 + 1 + 3
    assert s.decider != "yellow"


# -- what needs what -----------------------------------------------------------------------------


@pytest.mark.rule("B-eat", "B-turret", "B-refresh", "B-quickened", "B-stand")
def test_nothing_is_offered_that_cannot_be_done() -> None:
    s = acting(partner=12)
    words = ("stand", "rizz", "court", "eat", "bonus", "turret", "refresh", "quicken")
    assert not [name for name in s.legal if name.startswith(words)]


@pytest.mark.rule("B-quickened", "SP-quicken")
def test_quickened_spell_is_the_bonus_action() -> None:
    s = acting(hp=5, hand={"mend": 1, "quicken": 1})
    s.play("quicken mend", dice=[4])
    assert s.get("yellow", "hp") == 9
    assert s.hand("yellow") == {}
    assert "sneak" in s.legal
