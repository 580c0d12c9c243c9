"""Synchronised movement: two own pieces share one roll. [M-sync, 8.5, 8.6]"""

from typing import Any

import pytest

from ludo_env.board import COLOURS, HOME
from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.scenes import Scene, following, seen_by

CARDLESS = LudicrousRules(modules=("combat", "structures", "tanks", "partner"))


def moving(die: int, *pieces: dict[str, int], colour: str = "yellow", **more: Any) -> Scene:
    """A movement phase after its roll; every choice is asked for."""
    world = {"starter": COLOURS.index(colour), **more.pop("world", {})}
    parties: dict[str, Any] = {colour: {"pieces": list(pieces), "crown_used": 1}, **more}
    return Scene(dice=[die], turn=colour, world=world, rules=CARDLESS, auto_pass=False, **parties)


def pairs(s: Scene) -> list[str]:
    """The synchronised moves that are legal."""
    return [name for name in s.legal if " by " in name]


def of(s: Scene, first: int, second: int) -> list[str]:
    """The legal splits with one piece first and another second."""
    return [name for name in pairs(s) if name[5] == str(first) and name[-1] == str(second)]


# -- who may move together -----------------------------------------------------------------------


@pytest.mark.rule("M-sync")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("apart", "together"), [(0, True), (3, True), (4, False)])
def test_two_pieces_move_together_from_three_spaces(
    colour: str, apart: int, together: bool
) -> None:
    s = moving(3, {}, {"r": 13}, {"r": 13 + apart}, colour=colour)
    assert (of(s, 2, 3) != []) == together
    assert (of(s, 3, 2) != []) == together


@pytest.mark.rule("M-sync", "8.6")
@pytest.mark.parametrize(("apart", "together"), [(4, True), (6, True), (7, False)])
def test_with_the_leader_they_move_together_from_six_spaces(apart: int, together: bool) -> None:
    s = moving(3, {"r": 26}, {"r": 26 + apart})
    assert (of(s, 1, 2) != []) == together
    assert (of(s, 2, 1) != []) == together


@pytest.mark.rule("M-sync")
def test_pieces_in_the_home_area_move_together_too() -> None:
    assert of(moving(3, {}, {"r": 50}, {"r": 53}), 2, 3)
    assert of(moving(2, {}, {"r": 52}, {"r": 53}), 2, 3)


@pytest.mark.rule("M-sync", "M-land")
def test_the_second_piece_finds_no_room_where_the_first_has_taken_it() -> None:
    s = moving(3, {}, {"r": 50}, {"r": 51}, {"r": 52})
    assert "move 2 by 1 and 3" in of(s, 2, 3)
    assert "move 2 by 2 and 3" not in of(s, 2, 3)


@pytest.mark.rule("M-sync", "6.4")
def test_looking_at_moves_into_the_home_area_leaves_the_pathway_as_it_is() -> None:
    blue = seen_by("yellow", 51, "blue")
    s = moving(3, {}, {"r": 49}, {"r": 49}, blue={"pieces": [{"r": blue}]})
    assert "move 2 by 2 and 3" in of(s, 2, 3)
    assert s.state.party_count(51, COLOURS.index("blue")) == 1


@pytest.mark.rule("M-sync", "C-restrained", "C-unconscious")
@pytest.mark.parametrize("state", ["restrained", "fallen"])
def test_a_restrained_or_fallen_piece_moves_with_nobody(state: str) -> None:
    assert pairs(moving(3, {"r": 14}, {"r": 14, state: 1})) == []


@pytest.mark.rule("M-sync")
def test_nobody_enters_or_leaves_home_in_synchrony() -> None:
    assert pairs(moving(6, {"r": 0}, {"r": -1}, {"r": -1}, {"r": HOME})) == []


# -- how the roll is shared ----------------------------------------------------------------------


@pytest.mark.rule("M-sync")
@pytest.mark.parametrize("die", [1, 2, 3, 6])
def test_the_parts_are_at_least_one_and_add_up_to_the_roll(die: int) -> None:
    s = moving(die, {"r": 26}, {"r": 28})
    splits = [f"move 1 by {n} and 2" for n in range(1, die)]
    assert of(s, 1, 2) == splits
    assert len(of(s, 2, 1)) == die - 1


@pytest.mark.rule("M-sync")
@pytest.mark.parametrize("colour", COLOURS)
def test_both_pieces_move_their_part(colour: str) -> None:
    s = moving(5, {"r": 13}, {"r": 10}, colour=colour).play("move 1 by 2 and 2")
    assert (s.r(colour, 1), s.r(colour, 2)) == (15, 13)


@pytest.mark.rule("M-sync", "M-prone", "8.5")
@pytest.mark.parametrize(
    ("die", "splits"),
    [(2, []), (3, [1]), (4, [2]), (5, [1, 3]), (6, [2, 4])],
)
def test_every_space_of_a_prone_second_piece_costs_two(die: int, splits: list[int]) -> None:
    s = moving(die, {"r": 30}, {"r": 31, "prone": 1})
    assert of(s, 1, 2) == [f"move 1 by {n} and 2" for n in splits]


@pytest.mark.rule("M-sync", "M-prone", "8.5")
@pytest.mark.parametrize(("die", "splits"), [(2, []), (3, [1]), (5, [1, 2]), (6, [1, 2])])
def test_every_space_of_a_prone_first_piece_costs_two(die: int, splits: list[int]) -> None:
    s = moving(die, {"r": 30, "prone": 1}, {"r": 31})
    assert of(s, 1, 2) == [f"move 1 by {n} and 2" for n in splits]


@pytest.mark.rule("M-sync", "M-prone", "8.5")
@pytest.mark.parametrize(("die", "splits"), [(4, [1]), (5, []), (6, [1, 2])])
def test_two_prone_pieces_use_an_even_roll_only(die: int, splits: list[int]) -> None:
    s = moving(die, {"r": 30, "prone": 1}, {"r": 31, "prone": 1})
    assert of(s, 1, 2) == [f"move 1 by {n} and 2" for n in splits]


@pytest.mark.rule("M-sync", "M-prone", "8.5")
def test_a_prone_piece_moves_half_of_its_part() -> None:
    s = moving(5, {"r": 30}, {"r": 28, "prone": 1}).play("move 1 by 1 and 2")
    assert (s.r("yellow", 1), s.r("yellow", 2)) == (31, 30)


# -- the order of the two ------------------------------------------------------------------------


@pytest.mark.rule("M-sync")
def test_the_first_piece_may_make_room_for_the_second() -> None:
    s = moving(4, {"r": 30}, {"r": 30}, {"r": 27}, {"r": HOME})
    assert "move 1 by 1 and 3" in s.legal
    assert "move 3 by 3 and 1" not in s.legal


@pytest.mark.rule("M-sync")
@pytest.mark.parametrize("colour", COLOURS)
def test_the_first_piece_may_fill_the_space_for_the_second(colour: str) -> None:
    s = moving(5, {"r": 30}, {"r": 31}, {"r": 33}, {"r": HOME}, colour=colour)
    assert "move 1 by 3 and 2" not in s.legal
    assert "move 1 by 2 and 2" in s.legal


@pytest.mark.rule("M-sync", "M-pass")
def test_the_first_piece_may_open_the_way_for_the_second() -> None:
    place = seen_by("yellow", 32, "blue")
    blue = {"pieces": [{"r": place}, {"r": place}]}
    s = moving(5, {"r": 30}, {"r": 30}, blue=blue)
    assert "move 1 by 2 and 2" in s.legal
    assert "move 1 by 1 and 2" not in s.legal


@pytest.mark.rule("M-sync", "M-land")
def test_the_first_piece_lands_completely_before_the_second_moves() -> None:
    place = seen_by("yellow", 32, "blue")
    s = moving(5, {"r": 30}, {"r": 30}, blue={"pieces": [{"r": place}]})
    s.play("move 1 by 2 and 2")
    assert s.fallen("blue", 1)
    assert (s.r("yellow", 1), s.r("yellow", 2)) == (32, 33)
    assert s.kinds.index("ambushed") < [n for n, k in enumerate(s.kinds) if k == "moves"][1]


@pytest.mark.rule("M-sync", "M-skirmish")
@pytest.mark.parametrize(("dice", "second"), [([5, 4, 2], 33), ([5, 6, 2], 30)])
def test_the_part_of_the_second_is_lost_when_its_way_stays_barred(
    dice: list[int], second: int
) -> None:
    place = seen_by("yellow", 32, "blue")
    s = moving(5, {"r": 30}, {"r": 30}, blue={"pieces": [{"r": place}, {"r": place}]})
    s.play("move 1 by 2 and 2", dice=dice)
    assert s.r("yellow", 2) == second


@pytest.mark.rule("M-sync", "M-land")
def test_two_pieces_may_meet_on_a_space_but_not_on_a_foreign_star() -> None:
    assert "move 1 by 3 and 2" in moving(5, {"r": 30}, {"r": 31}).legal
    assert "move 1 by 3 and 2" not in moving(5, {"r": 31}, {"r": 32}).legal


@pytest.mark.rule("M-sync", "M-six")
def test_a_six_that_is_shared_gives_another_roll() -> None:
    s = moving(6, {"r": 30}, {"r": 31}).play("move 1 by 1 and 2", dice=[4])
    assert (s.r("yellow", 1), s.r("yellow", 2)) == (31, 36)
    assert (s.decider, s.decision) == ("yellow", "move")


@pytest.mark.rule("M-sync", "M-pass", "ST-barricade")
def test_a_barricade_stops_only_the_piece_that_runs_into_it() -> None:
    blue = {"structures": [{"built": 0, "built_hp": 6}]}
    s = moving(5, {"r": 13}, {"r": 9}, blue=blue).play("move 1 by 3 and 2")
    assert (s.r("yellow", 1), s.r("yellow", 2)) == (14, 11)


@pytest.mark.rule("M-sync", "R-tackle")
@pytest.mark.parametrize("colour", COLOURS)
def test_the_second_piece_can_be_tackled(colour: str) -> None:
    enemy = following(colour, 2)
    parties = {enemy: {"pieces": [{"r": seen_by(colour, 29, enemy)}]}}
    s = moving(5, {"r": 30}, {"r": 28}, colour=colour, **parties).play("move 1 by 2 and 2")
    assert (s.decider, s.decision) == (enemy, "tackle")
    s.play("yes", dice=[12, 3])
    assert (s.r(colour, 1), s.r(colour, 2)) == (32, 28)
