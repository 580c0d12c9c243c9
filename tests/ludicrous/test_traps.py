"""Trap spaces: 1 damage, and a throw against being restrained. [6.11, ST-snare]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS
from tests.ludicrous.scenes import Scene, following, sheet

TRAP = 12
"""r of the trap at the end of the own quadrant: that of the next party."""
SNARE = 4


def on_trap(
    colour: str = "yellow",
    *,
    throw: int = 4,
    dexterity: int = 0,
    engineering: int = 0,
    rules: dict[str, Any] | None = None,
    **parties: Any,
) -> Scene:
    """A piece has just moved from r = 11 onto the trap of the next party."""
    owner = following(colour)
    own = {"pieces": [{"r": TRAP - 1, **parties.pop("piece", {})}], **parties.pop("own", {})}
    s = Scene(
        "movement",
        turn=colour,
        dice=[1],
        auto_pass=False,
        sheets={colour: sheet(dexterity=dexterity), owner: sheet(engineering=engineering)},
        world={"starter": COLOURS.index(colour), **(rules or {})},
        **{colour: own, **parties},
    )
    return s.play("move 1", dice=[throw] if throw else [])


@pytest.mark.rule("6.11")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("throw", "held"), [(4, False), (3, True)])
def test_trap_does_1_damage_and_restrains_below_the_goal_of_4(
    colour: str, throw: int, held: bool
) -> None:
    s = on_trap(colour, throw=throw)
    assert s.get(colour, "hp") == 11
    assert s.get(colour, "restrained", 1) == (2 if held else 0)
    assert s.r(colour, 1) == TRAP


@pytest.mark.rule("6.11", "D-save")
@pytest.mark.parametrize(
    ("dexterity", "engineering", "throw", "held"),
    [
        (1, 0, 3, False),
        (-1, 0, 4, True),
        (0, 2, 6, False),
        (0, 2, 5, True),
        (0, -2, 2, False),
        (0, -2, 1, True),
        (2, -1, 1, False),
        (-2, 1, 6, True),
    ],
)
def test_goal_adds_the_owners_engineering_the_throw_dexterity(
    dexterity: int, engineering: int, throw: int, held: bool
) -> None:
    s = on_trap(throw=throw, dexterity=dexterity, engineering=engineering)
    assert (s.get("yellow", "restrained", 1) > 0) is held


@pytest.mark.rule("6.11")
def test_sneaking_party_springs_no_trap() -> None:
    s = on_trap(throw=0, rules={"sneaking": 1})
    assert s.get("yellow", "hp") == 12
    assert s.get("yellow", "restrained", 1) == 0


@pytest.mark.rule("6.11", "M-effects")
def test_pushed_onto_a_trap_by_a_sneaking_party() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        world={"sneaking": 1},
        yellow={"pieces": [{"r": 10}]},
        red={"pieces": [{"r": 37}]},
    )
    s.play("shove 1").play("across piece 1", dice=[15, 2, 3])
    assert s.r("red", 1) == 38
    assert s.get("red", "hp") == 11
    assert s.get("red", "restrained", 1) == 2


@pytest.mark.rule("6.11")
def test_only_landing_springs_the_trap() -> None:
    s = Scene("movement", dice=[2], auto_pass=False, yellow={"pieces": [{"r": 11}]})
    s.play("move 1")
    assert s.get("yellow", "hp") == 12


@pytest.mark.rule("6.11", "M-morale", "Y-hp")
def test_piece_felled_by_a_trap_makes_no_throw_and_its_owner_profits() -> None:
    s = on_trap(throw=0, own={"hp": 1})
    assert s.fallen("yellow", 1)
    assert s.get("yellow", "restrained", 1) == 0
    assert s.get("yellow", "hp") == 12
    assert s.get("blue", "counter") == 1


@pytest.mark.rule("6.11", "Y-armour")
def test_damage_of_a_trap_is_never_below_1() -> None:
    """The soldier's armour of 2 leaves 1."""
    assert on_trap().get("yellow", "hp") == 11


@pytest.mark.rule("6.11", "8.2")
def test_trap_does_not_stun() -> None:
    assert list(on_trap().state.checks) == []


@pytest.mark.rule("6.11")
def test_crowned_piece_adds_1_to_the_throw() -> None:
    s = on_trap(throw=3, piece={"crowned": 1}, own={"crown_used": 1})
    assert s.get("yellow", "restrained", 1) == 0


@pytest.mark.rule("6.11")
def test_trap_of_an_absent_colour_has_engineering_0_and_nobody_profits() -> None:
    for throw, held in ((4, 0), (3, 2)):
        s = Scene(
            "movement",
            dice=[1],
            players=2,
            auto_pass=False,
            sheets={"blue": sheet(engineering=2)},
            yellow={"pieces": [{"r": 11}]},
        ).play("move 1", dice=[throw])
        assert s.get("yellow", "restrained", 1) == held


@pytest.mark.rule("ST-snare", "6.11")
@pytest.mark.parametrize(
    ("snare", "throw", "held"),
    [
        ({"built": SNARE, "built_hp": 3}, 6, False),
        ({"built": SNARE, "built_hp": 3}, 5, True),
        ({"built": SNARE, "built_hp": 3, "hacked": 1}, 4, False),
        ({"project": SNARE, "project_points": 2}, 4, False),
    ],
)
def test_snare_raises_the_goal_by_2(snare: dict[str, int], throw: int, held: bool) -> None:
    s = on_trap(throw=throw, blue={"structures": [snare]})
    assert (s.get("yellow", "restrained", 1) > 0) is held


@pytest.mark.rule("ST-snare")
def test_snare_of_a_stunned_party_does_not_act() -> None:
    snare = {"structures": [{"built": SNARE, "built_hp": 3}], "stunned": 1}
    assert on_trap(throw=4, blue=snare).get("yellow", "restrained", 1) == 0


@pytest.mark.rule("ST-snare")
def test_snare_works_on_the_own_trap_only() -> None:
    red = {"structures": [{"built": SNARE, "built_hp": 3}]}
    assert on_trap(throw=4, red=red).get("yellow", "restrained", 1) == 0


@pytest.mark.rule("C-restrained", "6.11")
def test_held_piece_does_not_move_by_itself() -> None:
    s = on_trap(throw=3, piece={"r": 11})
    assert s.get("yellow", "restrained", 1) == 2
    held = Scene(
        "movement", dice=[1], auto_pass=False, yellow={"pieces": [{"r": 12, "restrained": 1}]}
    )
    assert "move 1" not in held.legal
