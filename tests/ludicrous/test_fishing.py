"""Fishing spaces, the fishing table, the looted item slot, fish and poison. [6.12]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.tables import WEAPONS
from tests.ludicrous.scenes import Scene, sheet

THEN_MOVE = 2
"""The movement roll that follows when the action phase is over."""
MINNOW, TROUT, SALMON, CARP = 15, 16, 17, 18
"""What the looted item slot holds; a weapon is 1 and its place in the table."""


def loot(weapon: str) -> int:
    return 1 + WEAPONS.index(weapon)


def fishing(
    dice: list[int],
    *,
    r: int = 10,
    colour: str = "yellow",
    luck: int = 0,
    piece: dict[str, int] | None = None,
    **more: Any,
) -> Scene:
    """A piece fishes. A partner with room for more keeps a bonus action possible."""
    parties: dict[str, Any] = {
        colour: {"pieces": [{"r": r, **(piece or {})}], "partner": 11, **more}
    }
    return Scene(
        "action", turn=colour, auto_pass=False, sheets={colour: sheet(luck=luck)}, **parties
    ).play("fish 1", dice=dice)


# -- where, and the contest ----------------------------------------------------------------------


@pytest.mark.rule("6.12", "6.1", "A-fish")
@pytest.mark.parametrize("colour", COLOURS)
def test_fishing_is_possible_on_the_two_spaces_of_each_quadrant_only(colour: str) -> None:
    for r in range(51):
        parties: dict[str, Any] = {colour: {"pieces": [{"r": r}]}}
        s = Scene("action", turn=colour, auto_pass=False, **parties)
        assert ("fish 1" in s.legal) is (r % 13 in (10, 11)), r


@pytest.mark.rule("6.12", "6.4")
def test_no_fishing_from_the_home_area_or_lying_unconscious() -> None:
    for piece in ({"r": 51}, {"r": 10, "fallen": 2}):
        s = Scene("action", auto_pass=False, yellow={"pieces": [piece]})
        assert "fish 1" not in s.legal


@pytest.mark.rule("6.12")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("r", "number"), [(10, 9), (11, 12), (23, 9), (50, 12)])
def test_roll_above_the_number_succeeds_below_it_nothing_is_gained(
    colour: str, r: int, number: int
) -> None:
    s = fishing([number + 1, 12], r=r, colour=colour)
    assert s.get(colour, "loot") == TROUT
    s = fishing([number - 1, THEN_MOVE], r=r, colour=colour)
    assert s.get(colour, "loot") == 0


@pytest.mark.rule("6.12")
@pytest.mark.parametrize(
    ("luck", "roll", "success"), [(1, 9, True), (-1, 11, True), (-2, 10, False)]
)
def test_luck_is_added(luck: int, roll: int, success: bool) -> None:
    s = fishing([roll, 12] if success else [roll, THEN_MOVE], luck=luck)
    assert (s.get("yellow", "loot") == TROUT) is success


@pytest.mark.rule("6.12", "T-action")
def test_failing_ends_the_action_phase_with_its_bonus_action() -> None:
    s = fishing([8, THEN_MOVE])
    assert s.decision != "action"
    assert int(s.state.phase) > 3


@pytest.mark.rule("6.12", "T-action")
def test_success_leaves_the_bonus_action() -> None:
    s = fishing([15, 12])
    assert s.decision == "action"
    assert "rizz" in s.legal
    assert "eat" in s.legal
    assert "sneak" not in s.legal


# -- critical, grazing ---------------------------------------------------------------------------


@pytest.mark.rule("6.12", "D-crit", "D-effect")
def test_critical_success_has_advantage_on_the_table() -> None:
    s = fishing([20, 3, 18])
    assert s.get("yellow", "loot") == CARP


@pytest.mark.rule("6.12", "D-crit")
def test_natural_20_wins_whatever_the_total() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        sheets={"yellow": sheet(luck=-2)},
        yellow={"pieces": [{"r": 11}]},
    )
    s.play("fish 1", dice=[20, 12, 1])
    assert s.get("yellow", "loot") == TROUT


@pytest.mark.rule("6.12", "C-wet", "D-crit")
def test_critical_failure_falls_into_the_water() -> None:
    s = fishing([1, THEN_MOVE], piece={"burning": 2})
    assert s.get("yellow", "wet", 1) == 2
    assert s.get("yellow", "burning", 1) == 0
    assert s.get("yellow", "loot") == 0


@pytest.mark.rule("6.12")
def test_plain_failure_stays_dry() -> None:
    assert fishing([8, THEN_MOVE]).get("yellow", "wet", 1) == 0


@pytest.mark.rule("6.12", "D-graze")
@pytest.mark.parametrize(("r", "luck", "roll"), [(10, 0, 9), (11, 0, 12), (10, 2, 7), (11, -2, 14)])
def test_equal_total_grazes_and_has_disadvantage_on_the_table(r: int, luck: int, roll: int) -> None:
    s = fishing([roll, 18, 6], r=r, luck=luck)
    assert s.get("yellow", "loot") == MINNOW


# -- the table -----------------------------------------------------------------------------------


@pytest.mark.rule("6.12")
@pytest.mark.parametrize(
    ("roll", "catch"),
    [
        (1, 0),
        (5, 0),
        (6, MINNOW),
        (11, MINNOW),
        (12, TROUT),
        (15, TROUT),
        (16, SALMON),
        (17, SALMON),
        (18, CARP),
        (19, CARP),
    ],
)
def test_fishing_table(roll: int, catch: int) -> None:
    assert fishing([15, roll]).get("yellow", "loot") == catch


@pytest.mark.rule("6.12")
@pytest.mark.parametrize(
    ("roll", "weapon", "supply"),
    [
        (1, "harpoon", [3]),
        (2, "anchor", []),
        (3, "swordfish", []),
        (4, "blunderbuss", [4]),
    ],
)
def test_20_gives_a_fishing_weapon_a_ranged_one_with_a_supply_drop(
    roll: int, weapon: str, supply: list[int]
) -> None:
    s = fishing([15, 20, roll, *supply])
    assert s.get("yellow", "loot") == loot(weapon)
    assert s.get("yellow", "loot_ammunition") == (supply[0] if supply else 0)


@pytest.mark.rule("6.12")
def test_catch_replaces_what_is_in_the_slot_a_boot_does_not() -> None:
    assert fishing([15, 6], loot=CARP).get("yellow", "loot") == MINNOW
    assert fishing([15, 5], loot=CARP).get("yellow", "loot") == CARP
    assert fishing([8, THEN_MOVE], loot=CARP).get("yellow", "loot") == CARP


@pytest.mark.rule("6.12")
def test_ammunition_of_the_weapon_before_is_gone() -> None:
    s = fishing([15, 20, 4, 1], loot=loot("harpoon"), loot_ammunition=4)
    assert s.get("yellow", "loot_ammunition") == 1


# -- eating --------------------------------------------------------------------------------------


def eating(fish: int, roll: int, dice: tuple[int, ...] = (), **own: Any) -> Scene:
    entry = {"pieces": [{"r": 20}], "loot": fish, "hp": 2, **own}
    s = Scene("action", auto_pass=False, yellow=entry)
    return s.play("eat", dice=[roll, *dice])


@pytest.mark.rule("6.12", "B-eat")
@pytest.mark.parametrize(("fish", "heals"), [(MINNOW, 1), (TROUT, 3), (SALMON, 3)])
@pytest.mark.parametrize("roll", [2, 20])
def test_fish_heals(fish: int, heals: int, roll: int) -> None:
    s = eating(fish, roll)
    assert s.get("yellow", "hp") == 2 + heals
    assert s.get("yellow", "loot") == 0
    assert s.get("yellow", "poisoned") == 0


@pytest.mark.rule("6.12")
def test_salmon_fills_the_bonus_die_counter() -> None:
    assert eating(SALMON, 2, counter=1).get("yellow", "counter") == 3
    assert eating(TROUT, 2, counter=1).get("yellow", "counter") == 1


@pytest.mark.rule("6.12", "8.2")
def test_salmon_advances_no_bonus_die_of_a_stunned_party() -> None:
    s = eating(SALMON, 2, stunned=1)
    assert s.get("yellow", "counter") == 0
    assert s.get("yellow", "hp") == 5


@pytest.mark.rule("6.12", "6.7")
def test_golden_carp_heals_4_and_draws_a_card_if_there_is_room() -> None:
    s = eating(CARP, 2, (1,))
    assert s.get("yellow", "hp") == 6
    assert s.hand("yellow") == {"fire bolt": 1}
    s = eating(CARP, 2, hand={"mend": 4})
    assert s.hand("yellow") == {"mend": 4}


@pytest.mark.rule("6.12", "Y-hp")
def test_fish_heals_to_the_maximum_at_most() -> None:
    assert eating(TROUT, 2, hp=11).get("yellow", "hp") == 12


@pytest.mark.rule("6.12", "C-poisoned")
@pytest.mark.parametrize("fish", [MINNOW, TROUT, SALMON, CARP])
def test_a_1_poisons_for_2_turns_and_has_no_other_effect(fish: int) -> None:
    s = eating(fish, 1)
    assert s.get("yellow", "poisoned") == 2
    assert s.get("yellow", "hp") == 2
    assert s.get("yellow", "counter") == 0
    assert s.hand("yellow") == {}
    assert s.get("yellow", "loot") == 0


@pytest.mark.rule("6.12", "C-poisoned")
def test_longer_poisoning_stands() -> None:
    assert eating(TROUT, 1, poisoned=3).get("yellow", "poisoned") == 3


@pytest.mark.rule("B-eat", "T-action")
def test_eating_is_a_bonus_action_and_weapons_are_not_eaten() -> None:
    s = eating(TROUT, 2)
    assert "sneak" in s.legal
    s = Scene("action", auto_pass=False, yellow={"pieces": [{"r": 20}], "loot": loot("anchor")})
    assert "eat" not in s.legal
