"""Movement rolls: entering, exact rolls, prone pieces, sixes, who may be passed, the bonus die."""

from collections.abc import Mapping
from typing import Any

import pytest

from ludo_env.board import COLOURS, HOME
from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

CARDLESS = LudicrousRules(modules=("combat", "structures", "tanks", "partner"))
"""Without magic nothing happens on the spell card spaces that a long way passes."""
PHANTOM = {"phantom_hp": 3, "phantom_turns": 3}
BARRICADE = {"built": 0, "built_hp": 6}


def moving(colour: str = "yellow", dice: tuple[int, ...] = (), **parties: Any) -> Scene:
    """A movement phase that asks for every choice, and after which no night falls."""
    world: Mapping[str, int] = {"starter": COLOURS.index(colour)}
    return Scene(
        "movement",
        turn=colour,
        dice=dice,
        world=world,
        rules=CARDLESS,
        auto_pass=False,
        **parties,
    )


def at(*places: int) -> dict[str, Any]:
    """A party whose pieces stand on these r."""
    return {"pieces": [{"r": r} for r in places]}


# -- the roll ----------------------------------------------------------------------------------


@pytest.mark.rule("M-roll")
def test_a_roll_that_can_be_used_must_be() -> None:
    s = moving(dice=(4,), yellow=at(3, 20))
    assert s.decision == "move"
    assert s.legal == ["move 1", "move 2"]


@pytest.mark.rule("M-roll")
def test_a_roll_without_use_is_lost() -> None:
    s = moving(dice=(5,), yellow=at(54))
    assert s.r("yellow", 1) == 54
    assert "no_move" in s.kinds
    assert s.decider == "blue"


@pytest.mark.rule("M-roll", "C-restrained", "C-unconscious")
def test_restrained_and_fallen_pieces_do_not_move() -> None:
    pieces = [{"r": 3, "restrained": 1}, {"r": 11, "fallen": 2}, {"r": 20}]
    assert moving(dice=(4,), yellow={"pieces": pieces}).legal == ["move 3"]


@pytest.mark.rule("M-roll", "6.10")
def test_captives_and_pieces_at_home_do_not_move() -> None:
    pieces = [{"r": -2, "jailer": 1}, {"r": HOME}, {"r": 20}]
    assert moving(dice=(6,), yellow={"pieces": pieces}).legal == ["enter 4", "move 3"]


@pytest.mark.rule("M-roll", "Y-facing")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_piece_moves_exactly_the_roll_and_faces_forward(colour: str) -> None:
    s = moving(colour, dice=(5,), **{colour: {"pieces": [{"r": 10, "facing": -1}]}})
    s.play("move 1")
    assert s.r(colour, 1) == 15
    (told,) = s.events("moves")
    assert (told.seat, told.data) == (COLOURS.index(colour), {"piece": 0, "from": 10, "to": 15})
    assert s.get(colour, "facing", 1) == 1
    assert s.get(colour, "moved", 1) == 1


# -- entering ----------------------------------------------------------------------------------


@pytest.mark.rule("M-enter", "8.6")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_six_brings_anybody_in_and_a_one_anybody_but_the_leader(die: int) -> None:
    s = moving(dice=(die,), yellow={"crown_used": 1})
    everybody = [f"enter {k}" for k in (1, 2, 3, 4)]
    expected = {1: everybody[1:], 6: everybody}.get(die, [])
    assert [name for name in s.legal if name.startswith("enter")] == expected


@pytest.mark.rule("M-enter", "Y-facing")
@pytest.mark.parametrize("colour", COLOURS)
def test_an_entering_piece_stands_on_the_start_and_faces_forward(colour: str) -> None:
    party = {"pieces": [{}, {"facing": -1}], "crown_used": 1}
    s = moving(colour, dice=(1,), **{colour: party})
    s.play("enter 2")
    assert s.r(colour, 2) == 0
    assert s.get(colour, "facing", 2) == 1


@pytest.mark.rule("M-enter")
def test_nobody_enters_where_two_own_pieces_stand() -> None:
    assert "enter 3" in moving(dice=(6,), yellow=at(0)).legal
    assert "enter 3" not in moving(dice=(6,), yellow=at(0, 0)).legal


@pytest.mark.rule("M-enter", "M-land")
@pytest.mark.parametrize("owner", ["yellow", "blue"])
def test_nobody_enters_onto_a_phantom(owner: str) -> None:
    parties: dict[str, Any] = {owner: {"phantom_at": 0, **PHANTOM}}
    assert "no_move" in moving(dice=(1,), **parties).kinds


@pytest.mark.rule("M-enter", "M-land")
@pytest.mark.parametrize("colour", COLOURS)
def test_an_entering_piece_ambushes_a_single_enemy(colour: str) -> None:
    enemy = following(colour)
    s = moving(
        colour,
        dice=(1,),
        **{colour: {"crown_used": 1}, enemy: at(seen_by(colour, 0, enemy))},
    )
    s.play("enter 2")
    assert s.r(colour, 2) == 0
    assert s.fallen(enemy, 1)


@pytest.mark.rule("M-enter", "M-skirmish", "6.2")
def test_an_entering_piece_fights_a_block_with_its_home_field_advantage() -> None:
    s = moving(dice=(1,), yellow={"crown_used": 1}, blue=at(39, 39))
    s.play("enter 2", dice=[3, 12, 11, 4])
    assert s.fallen("blue", 1) and s.fallen("blue", 2)
    assert not s.fallen("yellow", 2)


@pytest.mark.rule("M-enter", "8.7")
def test_the_first_piece_to_enter_may_be_crowned_once_a_game() -> None:
    s = moving(dice=(6,)).play("enter 1")
    assert (s.decision, s.legal) == ("crown", ["end", "yes"])
    s.play("yes", dice=[1])
    assert s.get("yellow", "crowned", 1) == 1
    s.play("enter 2")
    assert s.decision != "crown"


# -- getting home ------------------------------------------------------------------------------


@pytest.mark.rule("M-roll", "6.4")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(
    ("start", "die", "end"),
    [(50, 1, 51), (49, 1, 50), (49, 2, 51), (50, 6, HOME), (51, 5, HOME), (55, 1, HOME)],
)
def test_the_way_home_turns_off_before_the_own_trap(
    colour: str, start: int, die: int, end: int
) -> None:
    dice = (die,)
    s = moving(colour, dice=dice, **{colour: {**at(start), "crown_used": 1}})
    s.play("move 1", dice=[2] if die == 6 else [])
    assert s.r(colour, 1) == end


@pytest.mark.rule("M-roll", "6.4")
@pytest.mark.parametrize(("start", "die"), [(51, 6), (52, 5), (54, 3), (55, 2)])
def test_home_takes_an_exact_roll(start: int, die: int) -> None:
    yellow = at(start, HOME, HOME, HOME)
    s = moving(dice=(die, 2) if die == 6 else (die,), yellow=yellow)
    assert "no_move" in s.kinds
    assert s.r("yellow", 1) == start


@pytest.mark.rule("M-push", "M-land")
def test_two_pieces_fill_a_home_area_space_but_not_home() -> None:
    assert moving(dice=(3,), yellow=at(50, 53)).legal[0] == "move 1"
    assert "move 1" not in moving(dice=(3,), yellow=at(50, 53, 53)).legal
    assert "move 1" not in moving(dice=(1,), yellow=at(50, 51, 51)).legal
    assert "move 1" in moving(dice=(4,), yellow=at(50, 53, 53)).legal
    assert "move 1" in moving(dice=(6,), yellow=at(50, HOME, HOME, HOME)).legal


@pytest.mark.rule("C-restrained", "C-wet", "C-burning", "C-dodging", "C-veiled")
def test_entering_the_home_area_ends_what_the_pathway_gave() -> None:
    piece = {"r": 50, "wet": 2, "burning": 2, "dodging": 1, "veiled": 1}
    s = moving(dice=(1,), yellow={"pieces": [piece]}).play("move 1")
    for condition in ("wet", "burning", "dodging", "veiled"):
        assert s.get("yellow", condition, 1) == 0


# -- prone pieces ------------------------------------------------------------------------------


@pytest.mark.rule("M-prone", "8.5")
@pytest.mark.parametrize(("die", "spaces"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_a_prone_piece_crawls_half_of_the_roll_but_at_least_one(die: int, spaces: int) -> None:
    s = moving(dice=(die,), yellow={"pieces": [{"r": 14, "prone": 1}], "crown_used": 1})
    s.play("move 1")
    assert s.r("yellow", 1) == 14 + spaces
    assert s.get("yellow", "prone", 1) == 1


@pytest.mark.rule("M-prone", "8.5", "M-six")
def test_a_prone_piece_crawls_three_with_a_six_and_rolls_again() -> None:
    s = moving(dice=(6,), yellow={"pieces": [{"r": 14, "prone": 1}]})
    s.play("move 1", dice=[2])
    assert s.r("yellow", 1) == 17
    assert s.decision == "move"


# -- sixes -------------------------------------------------------------------------------------


@pytest.mark.rule("M-six")
def test_a_six_gives_another_roll_also_when_it_is_unusable() -> None:
    s = moving(dice=(6, 3), yellow=at(52, HOME, HOME, HOME))
    assert (s.decision, s.legal) == ("move", ["move 1"])


@pytest.mark.rule("M-six")
def test_a_six_gives_another_roll_when_its_piece_got_home() -> None:
    s = moving(dice=(6,), yellow=at(50, 20, HOME, HOME)).play("move 1", dice=[3])
    assert (s.decision, s.legal) == ("move", ["move 2"])


@pytest.mark.rule("M-six", "M-skirmish")
def test_a_six_gives_another_roll_when_its_piece_fell() -> None:
    s = moving(dice=(6,), yellow=at(14, 30), blue=at(7, 7))
    s.play("move 1", dice=[5, 6, 7, 3])
    assert s.fallen("yellow", 1)
    assert (s.decision, s.legal) == ("move", ["move 2"])


@pytest.mark.rule("M-six", "M-pass")
def test_a_six_gives_another_roll_when_its_piece_was_stopped() -> None:
    s = moving(dice=(6,), yellow=at(13), blue={"structures": [BARRICADE]}).play("move 1", dice=[2])
    assert s.r("yellow", 1) == 14
    assert s.decision == "move"


@pytest.mark.rule("M-six")
def test_the_second_six_needs_no_throw() -> None:
    s = moving(dice=(6,), yellow=at(14)).play("move 1", dice=[6])
    assert s.decision == "move"


@pytest.mark.rule("M-six", "D-save")
@pytest.mark.parametrize(("speed", "throw", "goes_on"), [(0, 4, True), (0, 3, False), (1, 3, True)])
def test_the_third_six_is_used_only_after_a_throw_of_speed(
    speed: int, throw: int, goes_on: bool
) -> None:
    sheets = {"yellow": sheet(speed=speed)}
    s = Scene(dice=[6], yellow=at(14), rules=CARDLESS, sheets=sheets, auto_pass=False)
    s.play("move 1", dice=[6]).play("move 1", dice=[6, throw])
    assert s.r("yellow", 1) == 26
    assert (s.decider == "yellow") == goes_on


@pytest.mark.rule("M-six", "C-crowned")
def test_the_throw_for_the_third_six_is_the_partys_and_no_crown_helps() -> None:
    yellow = {"pieces": [{"r": 14, "crowned": 1}], "crown_used": 1}
    s = Scene(dice=[6], yellow=yellow, rules=CARDLESS, auto_pass=False)
    s.play("move 1", dice=[6]).play("move 1", dice=[6, 3])
    assert s.decider == "blue"


@pytest.mark.rule("M-six")
def test_every_six_after_the_third_needs_its_own_throw() -> None:
    s = moving(dice=(6,), yellow=at(14)).play("move 1", dice=[6]).play("move 1", dice=[6, 4])
    s.play("move 1", dice=[6, 3])
    assert s.r("yellow", 1) == 32
    assert s.decider == "blue"


@pytest.mark.rule("M-six")
@pytest.mark.parametrize(("throw", "rolls"), [([4, 2], 4), ([3], 3)])
def test_the_third_six_needs_its_throw_also_when_it_is_unusable(
    throw: list[int], rolls: int
) -> None:
    s = moving(dice=(6, 6, 6, *throw), yellow=at(52, HOME, HOME, HOME))
    movements = [e for e in s.events("roll") if e.data["reason"] == "movement"]
    assert len(movements) == rolls


@pytest.mark.rule("M-six", "M-bonus-die")
def test_a_failed_throw_ends_the_rolls_but_not_the_move_of_the_bonus_die() -> None:
    s = Scene(
        dice=[6], yellow=at(14), rules=CARDLESS, world={"bonus_spaces": 2}, auto_pass=False
    ).play("move 1", dice=[6])
    s.play("move 1", dice=[6, 1])
    assert s.decision == "bonus move"
    assert s.state.die == 0


# -- the bonus die -----------------------------------------------------------------------------


@pytest.mark.rule("M-bonus-die", "B-bonus-die")
@pytest.mark.parametrize(("counter", "offered"), [(2, False), (3, True)])
def test_a_full_counter_buys_the_bonus_die(counter: int, offered: bool) -> None:
    s = Scene("action", yellow={**at(20), "counter": counter})
    assert ("bonus die" in s.legal) == offered


@pytest.mark.rule("M-bonus-die", "B-bonus-die")
@pytest.mark.parametrize(("speed", "die", "spaces"), [(0, 4, 4), (2, 6, 8), (-2, 1, 1), (-2, 3, 1)])
def test_the_bonus_die_adds_speed_and_is_at_least_one(speed: int, die: int, spaces: int) -> None:
    yellow = {**at(30), "counter": 3}
    s = Scene("action", yellow=yellow, rules=CARDLESS, sheets={"yellow": sheet(speed=speed)})
    s.play("bonus die", dice=[die])
    assert s.get("yellow", "counter") == 0
    s.play("end", dice=[2])
    assert (s.decision, s.legal) == ("bonus move", ["end", "move 1"])
    s.play("move 1")
    assert s.r("yellow", 1) == 32 + spaces


@pytest.mark.rule("M-bonus-die")
def test_the_move_of_the_bonus_die_is_optional_and_brings_nobody_in() -> None:
    s = Scene(dice=[2], yellow=at(26), world={"bonus_spaces": 6})
    assert (s.decision, s.legal) == ("bonus move", ["end", "move 1"])
    assert s.play("end").r("yellow", 1) == 28


@pytest.mark.rule("M-bonus-die")
def test_the_bonus_die_gives_no_further_roll() -> None:
    s = Scene(dice=[2], rules=CARDLESS, yellow=at(26), world={"bonus_spaces": 6}).play("move 1")
    assert s.r("yellow", 1) == 34
    assert s.decider == "blue"
    assert s.state.bonus_spaces == 0


@pytest.mark.rule("M-bonus-die", "M-prone")
def test_a_prone_piece_crawls_half_of_the_bonus_die() -> None:
    s = Scene(dice=[2], yellow={"pieces": [{"r": 14, "prone": 1}]}, world={"bonus_spaces": 5})
    assert s.play("move 1").r("yellow", 1) == 17


# -- morale ------------------------------------------------------------------------------------


@pytest.mark.rule("M-morale", "C-stunned")
@pytest.mark.parametrize(
    ("before", "stunned", "after"), [(0, 0, 1), (2, 0, 3), (3, 0, 3), (1, 1, 1)]
)
def test_an_ambush_raises_the_counter_by_one_up_to_three(
    before: int, stunned: int, after: int
) -> None:
    yellow = {**at(26), "counter": before, "stunned": stunned}
    s = moving(dice=(4,), yellow=yellow, blue=at(seen_by("yellow", 30, "blue"))).play("move 1")
    assert s.get("yellow", "counter") == after


@pytest.mark.rule("M-morale", "M-skirmish")
@pytest.mark.parametrize(("dice", "mine", "theirs"), [([9, 3, 2], 2, 0), ([3, 9, 2], 0, 1)])
def test_every_piece_felled_in_a_skirmish_raises_the_counter_of_the_winner(
    dice: list[int], mine: int, theirs: int
) -> None:
    place = seen_by("yellow", 30, "red")
    s = moving(dice=(4,), yellow=at(26), red=at(place, place)).play("move 1", dice=dice)
    assert (s.get("yellow", "counter"), s.get("red", "counter")) == (mine, theirs)


@pytest.mark.rule("M-morale", "6.5")
def test_repelling_an_ambush_raises_the_counter() -> None:
    s = moving(dice=(2,), yellow=at(32), red=at(seen_by("yellow", 34, "red")))
    assert s.play("move 1", dice=[6]).get("red", "counter") == 1


@pytest.mark.rule("M-morale", "6.11")
def test_a_trap_that_makes_a_piece_fall_raises_its_owners_counter() -> None:
    s = moving(dice=(2,), yellow={**at(23), "hp": 1}).play("move 1")
    assert s.fallen("yellow", 1)
    assert s.get("red", "counter") == 1


@pytest.mark.rule("M-morale", "6.6")
def test_the_fall_of_an_own_piece_is_nobodys_morale() -> None:
    s = moving(dice=(2,), yellow=at(1)).play("move 1").play("yes", dice=[3])
    assert s.fallen("yellow", 1)
    assert [s.get(colour, "counter") for colour in COLOURS[2:]] == [0, 0]
    assert s.get("yellow", "counter") == 0
