"""Teleports: from a T to the next D ahead, with an ambush and a throw of luck. [6.6]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

NEXT_D = 15
"""r of the next D, seen from the T at r = 3."""


def on_t(colour: str = "yellow", r: int = 3, luck: int = 0, **parties: Any) -> Scene:
    """A piece has just landed on a T by a roll of 1."""
    own = {"pieces": [{"r": r - 1}, *parties.pop("own", [])]}
    return Scene(
        "movement",
        turn=colour,
        dice=[1],
        auto_pass=False,
        sheets={colour: sheet(luck=luck)},
        world={"starter": COLOURS.index(colour), **parties.pop("world", {})},
        **{colour: own, **parties},
    ).play("move 1")


def there(colour: str, *places: int, seen: str = "yellow", **more: int) -> dict[str, Any]:
    """Pieces of a colour on r of another colour's route."""
    return {"pieces": [{"r": seen_by(seen, r, colour)} for r in places], **more}


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("start", "end"), [(3, 15), (16, 28), (29, 41)])
def test_landing_on_t_offers_the_next_d_ahead(colour: str, start: int, end: int) -> None:
    s = on_t(colour, start)
    assert s.decider == colour
    assert s.decision == "teleport"
    assert s.legal == ["end", "yes"]
    s.play("yes", dice=[4])
    assert s.r(colour, 1) == end
    assert not s.fallen(colour, 1)


@pytest.mark.rule("6.6")
@pytest.mark.parametrize("colour", COLOURS)
def test_no_choice_on_the_last_t_before_home(colour: str) -> None:
    s = on_t(colour, 42)
    assert s.decision != "teleport"
    assert s.r(colour, 1) == 42


@pytest.mark.rule("6.6")
def test_one_may_stay() -> None:
    assert on_t().play("end").r("yellow", 1) == 3


@pytest.mark.rule("6.6")
def test_passing_a_t_offers_nothing() -> None:
    s = Scene("movement", dice=[2], auto_pass=False, yellow={"pieces": [{"r": 2}]})
    s.play("move 1")
    assert s.decision != "teleport"


@pytest.mark.rule("6.6", "D-save")
@pytest.mark.parametrize(
    ("luck", "roll", "awake"),
    [(0, 4, True), (0, 3, False), (1, 3, True), (-1, 4, False), (2, 1, False), (-2, 6, True)],
)
def test_throw_of_luck_with_goal_4(luck: int, roll: int, awake: bool) -> None:
    s = on_t(luck=luck).play("yes", dice=[roll])
    assert s.r("yellow", 1) == NEXT_D
    assert s.fallen("yellow", 1) is not awake


@pytest.mark.rule("6.6", "M-land", "M-morale")
@pytest.mark.parametrize("roll", [4, 3])
def test_single_enemy_on_d_is_ambushed_whatever_becomes_of_the_traveller(roll: int) -> None:
    s = on_t(red=there("red", NEXT_D)).play("yes", dice=[roll])
    assert s.fallen("red", 1)
    assert s.fallen("yellow", 1) is (roll < 4)
    assert s.get("yellow", "counter") == 1
    assert s.get("red", "counter") == 0


@pytest.mark.rule("6.6", "6.15")
def test_enemy_block_on_d_pushes_the_traveller_on() -> None:
    s = on_t(red=there("red", NEXT_D, NEXT_D)).play("yes", dice=[4])
    assert s.r("yellow", 1) == NEXT_D + 1
    assert not s.fallen("red", 1)
    assert not s.fallen("yellow", 1)


@pytest.mark.rule("6.6", "M-effects")
def test_teleports_once_in_a_movement() -> None:
    s = on_t(red=there("red", NEXT_D, NEXT_D)).play("yes", dice=[4])
    assert s.r("yellow", 1) == 16, "a T"
    assert s.decision != "teleport"


@pytest.mark.rule("6.6")
def test_failed_traveller_lies_on_d_even_under_an_enemy_block() -> None:
    s = on_t(red=there("red", NEXT_D, NEXT_D)).play("yes", dice=[3])
    assert s.r("yellow", 1) == NEXT_D
    assert s.fallen("yellow", 1)
    assert not s.fallen("red", 1)


@pytest.mark.rule("6.6", "6.15")
@pytest.mark.parametrize(("own", "end"), [(1, NEXT_D), (2, NEXT_D + 1)])
def test_two_own_pieces_have_room_on_d_a_third_is_pushed_on(own: int, end: int) -> None:
    s = on_t(own=[{"r": NEXT_D}] * own).play("yes", dice=[4])
    assert s.r("yellow", 1) == end


@pytest.mark.rule("6.6", "M-push")
def test_phantom_on_d_pushes_the_traveller_on() -> None:
    s = on_t(red={"phantom_at": NEXT_D, "phantom_hp": 3, "phantom_turns": 3})
    s.play("yes", dice=[4])
    assert s.r("yellow", 1) == NEXT_D + 1


@pytest.mark.rule("6.6", "M-skirmish")
@pytest.mark.parametrize(("against", "won"), [(10, True), (11, False)])
def test_pushed_from_d_onto_an_enemy_is_a_skirmish(against: int, won: bool) -> None:
    s = on_t(own=[{"r": NEXT_D}] * 2, red=there("red", NEXT_D + 1))
    s.play("yes", dice=[4, 10, against])
    assert s.fallen("red", 1) is won
    assert s.fallen("yellow", 1) is not won
    assert s.r("yellow", 1) == NEXT_D + 1


@pytest.mark.rule("6.6", "6.7", "M-pass", "R-tackle")
def test_spaces_between_are_jumped_not_passed() -> None:
    s = on_t(
        blue=there("blue", 6, 6),
        red=there("red", 8),
        green={
            "phantom_at": 11,
            "phantom_hp": 3,
            "phantom_turns": 3,
            "structures": [{"built": 0, "built_hp": 6}],
        },
    ).play("yes", dice=[4])
    assert s.r("yellow", 1) == NEXT_D
    assert s.hand("yellow") == {}, "spell card spaces lie between"
    assert not s.fallen("red", 1)


@pytest.mark.rule("6.6", "M-effects")
@pytest.mark.parametrize("shover", COLOURS)
def test_pushed_piece_chooses_itself(shover: str) -> None:
    pushed = following(shover)
    parties: dict[str, Any] = {shover: {"pieces": [{"r": 14}]}, pushed: {"pieces": [{"r": 2}]}}
    s = Scene("action", turn=shover, auto_pass=False, **parties)
    s.play("shove 1").play("next piece 1", dice=[15, 2])
    assert (s.decider, s.decision) == (pushed, "teleport")
    s.play("yes", dice=[4])
    assert s.r(pushed, 1) == NEXT_D


@pytest.mark.rule("6.6", "C-crowned")
def test_fallen_traveller_keeps_its_crown_and_nobody_profits() -> None:
    s = Scene(
        "movement",
        dice=[1],
        auto_pass=False,
        yellow={"pieces": [{"r": 2, "crowned": 1}], "crown_used": 1},
    )
    s.play("move 1").play("yes", dice=[2])
    assert s.fallen("yellow", 1)
    assert s.get("yellow", "crowned", 1) == 1
    assert [s.get(colour, "counter") for colour in COLOURS[1:]] == [0, 0, 0]


@pytest.mark.rule("6.6", "C-crowned")
def test_crowned_traveller_adds_1_to_the_throw() -> None:
    s = Scene(
        "movement",
        dice=[1],
        auto_pass=False,
        yellow={"pieces": [{"r": 2, "crowned": 1}], "crown_used": 1},
    )
    s.play("move 1").play("yes", dice=[3])
    assert not s.fallen("yellow", 1)


@pytest.mark.rule("6.6", "P-")
def test_teleport_damages_the_annustar_by_2() -> None:
    assert int(on_t().play("yes", dice=[4]).state.annustar) == 2
    assert int(on_t().play("end").state.annustar) == 0


@pytest.mark.rule("6.6")
def test_veiled_enemy_on_d_is_ambushed() -> None:
    red = there("red", NEXT_D)
    red["pieces"][0]["veiled"] = 1
    s = on_t(red=red).play("yes", dice=[4])
    assert s.fallen("red", 1)


@pytest.mark.rule("6.6", "M-six")
def test_roll_after_a_six_remains_when_the_traveller_falls() -> None:
    s = Scene("movement", dice=[6], auto_pass=False, yellow={"pieces": [{"r": 10}, {"r": 30}]})
    s.play("move 1").play("yes", dice=[1, 2])
    assert s.fallen("yellow", 1)
    assert s.decision == "move"
    assert s.decider == "yellow"
