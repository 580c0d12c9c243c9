"""Crowning, the crown on the ground, and the jump of a crowned piece's friend. [8.7, C-crowned]"""

from typing import Any

import pytest

from ludo_env.board import COLOURS, HOME
from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

CARDLESS = LudicrousRules(modules=("combat",))
HP = 12


def moving(*dice: int, colour: str = "yellow", **more: Any) -> Scene:
    """A movement phase without cards, every choice asked for; no night follows."""
    more.setdefault("rules", CARDLESS)
    world = {"starter": COLOURS.index(colour)}
    return Scene("movement", turn=colour, dice=dice, auto_pass=False, world=world, **more)


# -- crowning ----------------------------------------------------------------------------------


@pytest.mark.rule("8.7", "M-enter")
@pytest.mark.parametrize("colour", COLOURS)
def test_an_entering_piece_may_be_crowned_once(colour: str) -> None:
    s = moving(6, colour=colour)
    s.play("enter 2")
    assert (s.decider, s.decision, s.legal) == (colour, "crown", ["end", "yes"])
    s.play("yes", [6])
    assert s.get(colour, "crowned", 2) == 1
    assert s.get(colour, "crown_used") == 1
    s.play("enter 3", [3])
    assert s.decision == "move"
    assert s.get(colour, "crowned", 3) == 0


@pytest.mark.rule("8.7")
def test_declining_keeps_the_chance() -> None:
    s = moving(6).play("enter 1").play("end", [6])
    assert s.get("yellow", "crowned", 1) == 0
    s.play("enter 2")
    assert s.decision == "crown"


@pytest.mark.rule("8.7")
def test_having_worn_a_crown_does_not_use_up_the_chance() -> None:
    s = moving(6, yellow={"pieces": [{}, {"r": 20, "crowned": 1}]})
    assert s.play("enter 3").decision == "crown"


# -- the crown on the ground -------------------------------------------------------------------


@pytest.mark.rule("8.7", "Y-hp")
def test_it_drops_where_the_piece_falls_at_zero() -> None:
    blue = {"pieces": [{"r": 3, "crowned": 1}], "hp": 1}
    s = Scene("action", yellow={"pieces": [{"r": 15}]}, blue=blue, auto_pass=False)
    s.play("punch 1").play("next piece 1", [3, 1])
    assert s.fallen("blue", 1)
    assert s.get("blue", "crowned", 1) == 0
    assert s.get("blue", "crown_at") == 16


@pytest.mark.rule("8.7", "M-land")
def test_whoever_is_ambushed_keeps_it_on() -> None:
    s = moving(2, yellow={"pieces": [{"r": 13}]}, blue={"pieces": [{"r": 2, "crowned": 1}]})
    s.play("move 1")
    assert s.fallen("blue", 1)
    assert s.get("blue", "crowned", 1) == 1
    assert s.get("blue", "crown_at") == -1


@pytest.mark.rule("8.7", "6.6")
def test_whoever_fails_a_teleport_keeps_it_on() -> None:
    s = moving(3, yellow={"pieces": [{"r": 13, "crowned": 1}]})
    s.play("move 1").play("yes", [2])
    assert s.fallen("yellow", 1)
    assert s.get("yellow", "crowned", 1) == 1


@pytest.mark.rule("8.7", "C-unconscious")
def test_it_drops_when_the_piece_is_eliminated() -> None:
    yellow = {"pieces": [{"r": 20, "crowned": 1, "fallen": 1}]}
    s = Scene("first special", yellow=yellow)
    assert s.r("yellow", 1) == -1
    assert s.get("yellow", "crown_at") == 20
    assert s.get("yellow", "crowned", 1) == 0


@pytest.mark.rule("8.7", "A-capture")
def test_it_drops_when_the_piece_is_captured() -> None:
    blue = {"pieces": [{"r": 3, "crowned": 1, "fallen": 2}]}
    s = Scene("action", yellow={"pieces": [{"r": 15}]}, blue=blue, auto_pass=False)
    s.play("capture 1").play("next piece 1")
    assert s.r("blue", 1) == -2
    assert s.get("blue", "crown_at") == 16
    assert s.get("blue", "crowned", 1) == 0


@pytest.mark.rule("8.7", "M-effects")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("die", "taken"), [(2, False), (3, True), (4, True)])
def test_a_party_member_that_passes_it_puts_it_on(colour: str, die: int, taken: bool) -> None:
    at = (13 * COLOURS.index(colour) + 49) % 52
    own = {"pieces": [{}, {"r": 46}], "crown_at": at}
    s = moving(die, colour=colour, **{colour: own}).play("move 2")
    assert s.get(colour, "crowned", 2) == int(taken)
    assert s.get(colour, "crown_at") == (-1 if taken else at)


@pytest.mark.rule("8.7", "M-effects", "6.4")
def test_a_token_beyond_the_turn_to_the_home_area_is_not_passed() -> None:
    s = moving(5, yellow={"pieces": [{"r": 48}]}, red={"crown_at": 51}).play("move 1")
    assert (s.r("yellow", 1), s.get("red", "crown_at")) == (53, 51)


@pytest.mark.rule("8.7", "M-effects")
@pytest.mark.parametrize(("die", "gone"), [(2, False), (3, True), (4, True)])
def test_an_opponent_that_passes_it_destroys_it(die: int, gone: bool) -> None:
    s = moving(die, yellow={"pieces": [{"r": 14}]}, red={"crown_at": 17}).play("move 1")
    assert s.get("red", "crown_at") == (-1 if gone else 17)
    assert s.get("yellow", "crowned", 1) == 0


@pytest.mark.rule("8.7", "M-effects", "M-skirmish")
@pytest.mark.parametrize("r", [30, 50])
def test_a_piece_that_falls_where_it_lies_does_not_come_by_it(r: int) -> None:
    at = seen_by("yellow", r, "red")
    red = {"pieces": [{"r": at}, {"r": at}]}
    s = moving(2, yellow={"pieces": [{"r": r - 2}]}, red=red, blue={"crown_at": r})
    s.play("move 1", [5, 6, 7])
    assert s.fallen("yellow", 1)
    assert s.get("blue", "crown_at") == r


@pytest.mark.rule("8.7", "M-effects", "8.3")
def test_a_piece_that_is_forced_onto_it_puts_it_on() -> None:
    s = Scene(
        "second special",
        turn="blue",
        dice=[1, 2, 3],
        checks=[[1, 0, 4, 0, 0, 0, 0, 0]],
        yellow={"pieces": [{"r": 20}], "crown_at": 18},
        world={"starter": 1},
        auto_pass=False,
    )
    assert s.r("yellow", 1) == 18
    assert s.get("yellow", "crowned", 1) == 1


@pytest.mark.rule("8.7", "M-effects", "8.3")
def test_forced_movement_takes_no_crown_on_the_way() -> None:
    s = Scene(
        "second special",
        turn="blue",
        dice=[1, 2, 3],
        checks=[[1, 0, 4, 0, 0, 0, 0, 0]],
        yellow={"pieces": [{"r": 20}], "crown_at": 19},
        world={"starter": 1},
        auto_pass=False,
    )
    assert s.get("yellow", "crown_at") == 19


# -- what a crown does -------------------------------------------------------------------------


@pytest.mark.rule("C-crowned", "D-contest")
@pytest.mark.parametrize(("crowned", "hit"), [(0, False), (1, True)])
def test_a_crowned_piece_adds_one_to_its_contests(crowned: int, hit: bool) -> None:
    own = {"pieces": [{"r": 20, "crowned": crowned}]}
    green = {"pieces": [{"r": seen_by("yellow", 21, "green")}]}
    s = Scene("action", yellow=own, green=green, auto_pass=False)
    s.play("grapple 1").play("previous piece 1", [9, 10])
    assert (s.get("green", "restrained", 1) > 0) == hit


@pytest.mark.rule("C-crowned", "D-contest")
def test_also_as_the_defender() -> None:
    green = {"pieces": [{"r": seen_by("yellow", 21, "green"), "crowned": 1}]}
    s = Scene("action", yellow={"pieces": [{"r": 20}]}, green=green, auto_pass=False)
    s.play("grapple 1").play("previous piece 1", [10, 10])
    assert s.get("green", "restrained", 1) == 0


@pytest.mark.rule("C-crowned", "D-save", "8.3")
@pytest.mark.parametrize(("roll", "stays"), [(2, True), (1, False)])
def test_and_to_its_saving_throws(roll: int, stays: bool) -> None:
    s = Scene(
        "second special",
        turn="blue",
        dice=[roll, 3] if stays else [roll, 1, 3],
        checks=[[1, 0, 3, 0, 0, 0, 0, 0]],
        yellow={"pieces": [{"r": 20, "crowned": 1}]},
        world={"starter": 1},
        auto_pass=False,
    )
    assert (s.r("yellow", 1) == 20) == stays


@pytest.mark.rule("C-crowned", "C-veiled")
def test_a_veiled_piece_that_puts_it_on_is_veiled_no_more() -> None:
    own = {"pieces": [{"r": 14, "veiled": 1}], "crown_at": 15}
    s = moving(2, yellow=own).play("move 1")
    assert s.get("yellow", "veiled", 1) == 0


@pytest.mark.rule("C-crowned")
@pytest.mark.parametrize(("hand", "cards"), [({}, 1), ({"mend": 3}, 4), ({"mend": 4}, 4)])
def test_whoever_makes_it_fall_draws_a_card_and_heals_two(hand: dict[str, int], cards: int) -> None:
    yellow = {"pieces": [{"r": 13}], "hp": 5, "hand": hand}
    blue = {"pieces": [{"r": 2, "crowned": 1}]}
    s = moving(2, yellow=yellow, blue=blue, rules=LudicrousRules())
    s.play("move 1", [1] if cards > sum(hand.values()) else [])
    assert s.get("yellow", "hp") == 7
    assert sum(s.hand("yellow").values()) == cards


@pytest.mark.rule("C-crowned")
def test_nobody_profits_when_it_falls_by_itself() -> None:
    own = {"pieces": [{"r": 20, "crowned": 1, "burning": 2}], "hp": 1}
    s = Scene("first special", yellow=own, blue={"hp": 5}, auto_pass=False)
    assert s.fallen("yellow", 1)
    assert s.get("blue", "hp") == 5
    assert s.get("yellow", "crown_at") == 20


# -- the jump ----------------------------------------------------------------------------------


def homecoming(colour: str = "yellow", jumper: int = 20, **others: Any) -> Scene:
    """A crowned piece has just got home; the piece 2 of its party may jump."""
    own = {"pieces": [{"r": 55, "crowned": 1}, {"r": jumper}]}
    s = moving(1, colour=colour, **{colour: own}, **others)
    return s.play("move 1")


@pytest.mark.rule("8.7")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_friend_may_jump_behind_any_enemy_on_the_pathway(colour: str) -> None:
    foe = following(colour)
    others: dict[str, Any] = {foe: {"pieces": [{"r": seen_by(colour, 37, foe)}]}}
    s = homecoming(colour, **others)
    assert s.r(colour, 1) == HOME
    assert s.get(colour, "crowned", 1) == 0
    assert (s.decider, s.decision) == (colour, "crown jump")
    assert s.legal == ["end", "own piece 2"]
    s.play("own piece 2")
    assert s.legal == ["next piece 1"]
    s.play("next piece 1")
    assert s.r(colour, 2) == 36


@pytest.mark.rule("8.7")
def test_declining_leaves_all_as_it_is() -> None:
    s = homecoming(red={"pieces": [{"r": 5}]}).play("end")
    assert s.r("yellow", 2) == 20
    assert s.decider == "blue"


@pytest.mark.rule("8.7")
def test_an_uncrowned_piece_brings_no_jump() -> None:
    own = {"pieces": [{"r": 55}, {"r": 20}]}
    s = moving(1, yellow=own, red={"pieces": [{"r": 5}]}).play("move 1")
    assert s.decider == "blue"


@pytest.mark.rule("8.7")
def test_only_conscious_pathway_pieces_jump_and_are_jumped_to() -> None:
    own = [{"r": 55, "crowned": 1}, {"r": 20}, {"r": 30, "fallen": 2}, {"r": 52}]
    red = [{"r": 5}, {"r": 9, "fallen": 2}, {"r": 53}, {}]
    s = moving(1, yellow={"pieces": own}, red={"pieces": red}).play("move 1")
    assert s.legal == ["end", "own piece 2"]
    assert s.play("own piece 2").legal == ["across piece 1"]


@pytest.mark.rule("8.7")
@pytest.mark.parametrize(("where", "offered"), [(1, True), (51, True), (0, False), (50, True)])
def test_the_space_must_lie_on_the_jumpers_route(where: int, offered: bool) -> None:
    # Behind an enemy on yellow's start lies yellow's trap, which is not on yellow's route; an
    # enemy on that trap has r = 50 behind it.
    s = homecoming(red={"pieces": [{"r": seen_by("yellow", where, "red")}]})
    assert ("own piece 2" in s.legal) == offered


@pytest.mark.rule("8.7", "6.1", "6.11")
def test_behind_an_enemy_on_its_start_lies_its_trap() -> None:
    s = homecoming(red={"pieces": [{"r": 0}]})
    s.play("own piece 2").play("across piece 1", [6])
    assert s.r("yellow", 2) == 25
    assert s.get("yellow", "hp") == HP - 1


@pytest.mark.rule("8.7", "M-push")
def test_no_room_there_and_it_is_pushed_on() -> None:
    own = [{"r": 55, "crowned": 1}, {"r": 20}, {"r": 36}, {"r": 36}]
    s = moving(1, yellow={"pieces": own}, red={"pieces": [{"r": 11}]})
    s.play("move 1").play("own piece 2").play("across piece 1", [10, 9])
    assert s.r("yellow", 2) == 37
    assert s.fallen("red", 1)


@pytest.mark.rule("8.7", "M-push", "M-skirmish")
@pytest.mark.parametrize("colour", COLOURS)
def test_an_enemy_there_and_it_is_pushed_on(colour: str) -> None:
    foe = following(colour, 2)
    others: dict[str, Any] = {foe: {"pieces": [{"r": 11}, {"r": 10}]}}
    s = homecoming(colour, **others)
    s.play("own piece 2").play("across piece 1", [9, 10])
    assert s.fallen(colour, 2)
    assert s.r(colour, 2) == 37
    assert not s.fallen(foe, 2)


@pytest.mark.rule("8.7", "M-effects", "Y-facing")
def test_the_jump_has_landing_effects_and_does_not_turn() -> None:
    own = {"pieces": [{"r": 55, "crowned": 1}, {"r": 20, "facing": -1}]}
    s = moving(1, yellow=own, blue={"crown_at": 36}, red={"pieces": [{"r": 11}]})
    s.play("move 1").play("own piece 2").play("across piece 1")
    assert s.get("blue", "crown_at") == -1
    assert s.get("yellow", "facing", 2) == -1


@pytest.mark.rule("8.7", "C-veiled")
def test_a_veiled_enemy_is_not_to_be_found() -> None:
    s = homecoming(red={"pieces": [{"r": 5, "veiled": 1}]})
    assert s.decider == "yellow"
    assert s.legal == ["end"]


@pytest.mark.rule("8.7", "E-win")
def test_there_is_no_jump_after_the_last_piece() -> None:
    pieces = [{"r": 55, "crowned": 1}, {"r": HOME}, {"r": HOME}, {"r": HOME}]
    s = moving(1, yellow={"pieces": pieces}, red={"pieces": [{"r": 5}]}).play("move 1")
    assert s.state.over


@pytest.mark.rule("C-crowned", "8.2")
def test_a_sheet_adds_to_the_crown() -> None:
    own = {"pieces": [{"r": 20, "crowned": 1}]}
    green = {"pieces": [{"r": seen_by("yellow", 21, "green")}]}
    s = Scene(
        "action", sheets={"yellow": sheet(attack=1)}, yellow=own, green=green, auto_pass=False
    )
    s.play("grapple 1").play("previous piece 1", [8, 10])
    assert s.get("green", "restrained", 1) > 0
