"""Lying down, getting up, crawling; what the leader is good for. [8.5, 8.6]"""

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.scenes import Scene, seen_by

CARDLESS = LudicrousRules(modules=("combat",))
FEAR = 1


def scene(phase: str, **more: Any) -> Scene:
    """Every choice is asked for; no cards, no tanks."""
    more.setdefault("rules", CARDLESS)
    return Scene(phase, auto_pass=False, **more)


# -- 8.5 prone ---------------------------------------------------------------------------------


@pytest.mark.rule("8.5", "T-turning")
def test_any_number_of_pathway_pieces_may_lie_down_in_the_turning_phase() -> None:
    own = [{"r": 20}, {"r": 30, "prone": 1}, {"r": 40, "fallen": 2}, {"r": 53}]
    s = scene("turning", yellow={"pieces": own})
    assert s.legal == ["end", "turn 1", "turn 2", "lie down 1"]
    own = [{"r": 20}, {"r": 30}, {"r": 40}]
    s = scene("turning", yellow={"pieces": own})
    for piece in (1, 2, 3):
        s.play(f"lie down {piece}")
        assert s.get("yellow", "prone", piece) == 1
    assert [action for action in s.legal if action.startswith("lie")] == []


@pytest.mark.rule("8.5", "T-action")
def test_it_takes_no_action_and_no_bonus_action() -> None:
    s = scene("turning", yellow={"pieces": [{"r": 20}]}).play("lie down 1").play("end")
    assert s.decision == "action"
    assert {"sneak", "stand up 1"} <= set(s.legal)


@pytest.mark.rule("8.5", "B-stand")
def test_getting_up_takes_the_bonus_action() -> None:
    own = [{"r": 20, "prone": 1}, {"r": 30, "prone": 1}, {"r": 40}]
    s = scene("action", yellow={"pieces": own})
    assert [a for a in s.legal if a.startswith("stand")] == ["stand up 1", "stand up 2"]
    s.play("stand up 2")
    assert (s.get("yellow", "prone", 1), s.get("yellow", "prone", 2)) == (1, 0)
    assert [a for a in s.legal if a.startswith("stand")] == []
    assert "sneak" in s.legal


@pytest.mark.rule("8.5", "M-prone")
@pytest.mark.parametrize(("roll", "spaces"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_a_prone_piece_crawls_half_as_far_at_least_one(roll: int, spaces: int) -> None:
    s = scene("movement", dice=[roll], yellow={"pieces": [{}, {"r": 19, "prone": 1}]})
    s.play("move 2")
    assert s.r("yellow", 2) == 19 + spaces
    assert s.get("yellow", "prone", 2) == 1


@pytest.mark.rule("8.5", "M-sync")
def test_in_synchrony_every_space_of_a_prone_piece_costs_two() -> None:
    own = {"pieces": [{"r": 52}, {"r": 51, "prone": 1}]}
    s = scene("movement", dice=[5], yellow=own)
    synchronised = {action for action in s.legal if " by " in action}
    # 1 + 2 * 2 and 3 + 2 * 1, whoever goes first.
    assert synchronised == {
        "move 1 by 1 and 2",
        "move 1 by 3 and 2",
        "move 2 by 1 and 1",
        "move 2 by 2 and 1",
    }
    s.play("move 1 by 1 and 2")
    assert (s.r("yellow", 1), s.r("yellow", 2)) == (53, 53)


@pytest.mark.rule("8.5", "C-prone", "D-adv")
@pytest.mark.parametrize(("distance", "dice", "hit"), [(1, [5, 15], True), (1, [15, 5], True)])
def test_adjacent_attackers_have_advantage(distance: int, dice: list[int], hit: bool) -> None:
    green = {"pieces": [{"r": seen_by("yellow", 20 + distance, "green"), "prone": 1}]}
    s = scene("action", yellow={"pieces": [{"r": 20}]}, green=green)
    s.play("melee attack 1").play("previous piece 1", [*dice, 12, 6])
    assert (s.get("green", "hp") < 12) == hit


@pytest.mark.rule("8.5", "C-prone", "D-adv")
def test_shots_at_it_and_its_own_attacks_have_disadvantage() -> None:
    green = {"pieces": [{"r": seen_by("yellow", 24, "green"), "prone": 1}]}
    s = scene("action", yellow={"pieces": [{"r": 20}]}, green=green)
    s.play("ranged attack 1").play("previous piece 1", [15, 5, 12])
    assert s.get("green", "hp") == 12
    green = {"pieces": [{"r": seen_by("yellow", 21, "green")}]}
    s = scene("action", yellow={"pieces": [{"r": 20, "prone": 1}]}, green=green)
    s.play("melee attack 1").play("previous piece 1", [15, 5, 12])
    assert s.get("green", "hp") == 12


@pytest.mark.rule("8.5", "R-tackle")
def test_it_cannot_tackle() -> None:
    blue = {"pieces": [{"r": 3, "prone": 1}]}
    s = scene("movement", dice=[5], yellow={"pieces": [{"r": 14}]}, blue=blue)
    s.play("move 1")
    assert s.r("yellow", 1) == 19


# -- 8.6 the leader ----------------------------------------------------------------------------


@pytest.mark.rule("8.6", "M-enter")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("roll", "enters"), [(6, {1, 2, 3, 4}), (1, {2, 3, 4})])
def test_the_leader_leaves_the_yard_with_a_six_only(
    colour: str, roll: int, enters: set[int]
) -> None:
    s = scene("movement", turn=colour, dice=[roll])
    assert {int(action[-1]) for action in s.legal} == enters


@pytest.mark.rule("8.6", "A-revive", "D-adv")
@pytest.mark.parametrize(("reviver", "dice"), [(1, [3, 12]), (2, [12])])
def test_the_leader_has_advantage_in_reviving(reviver: int, dice: list[int]) -> None:
    places = [{"r": 20}, {"r": 22}, {"r": 21, "fallen": 2}]
    s = scene("action", yellow={"pieces": places})
    s.play(f"revive {reviver}").play("own piece 3", dice)
    assert not s.fallen("yellow", 3)


@pytest.mark.rule("8.6", "Y-stress")
@pytest.mark.parametrize("fourth", [{"r": 40, "fallen": 2}, {"r": -2, "jailer": 2}])
def test_not_while_the_party_is_stressed(fourth: dict[str, int]) -> None:
    places = [{"r": 20}, {}, {"r": 21, "fallen": 2}, fourth]
    s = scene("action", yellow={"pieces": places})
    s.play("revive 1").play("own piece 3", [3])
    assert s.fallen("yellow", 3)


@pytest.mark.rule("8.6", "M-sync")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(
    ("first", "second", "apart", "together"),
    [(1, 2, 6, True), (2, 1, 6, True), (1, 2, 7, False), (2, 3, 3, True), (2, 3, 4, False)],
)
def test_the_leader_moves_in_synchrony_from_six_spaces_away(
    colour: str, first: int, second: int, apart: int, together: bool
) -> None:
    places: list[dict[str, int]] = [{}, {}, {}]
    places[first - 1] = {"r": 30}
    places[second - 1] = {"r": 30 + apart}
    s = scene("movement", turn=colour, dice=[4], **{colour: {"pieces": places}})
    assert (f"move {first} by 2 and {second}" in s.legal) == together


def bonuses(leader: dict[str, int], other: dict[str, int], hp: int = 12) -> dict[int, int]:
    """Which bonus each piece of blue has against fear when its piece 4 falls on r = 32.

    It is ambushed by a sneaking piece, so that the pool stays as it is.
    """
    blue = {"pieces": [leader, other, {}, {"r": 32}], "hp": hp}
    yellow = {"pieces": [{"r": seen_by("blue", 28, "yellow")}]}
    s = scene("movement", dice=[4], yellow=yellow, blue=blue, world={"sneaking": 1})
    s.play("move 1")
    assert s.fallen("blue", 4)
    checks = [s.state.checks[n : n + 8] for n in range(0, len(s.state.checks), 8)]
    return {check[1] % 4 + 1: check[3] for check in checks if check[0] == FEAR}


@pytest.mark.rule("8.6", "8.3")
@pytest.mark.parametrize(
    ("leader", "bonus"),
    [
        ({"r": 31}, 2),
        ({"r": 33}, 2),
        ({"r": 34}, 0),
        ({"r": 30}, 0),
        ({"r": 29}, 0),
        ({"r": 31, "fallen": 2}, 0),
        ({"r": 52}, 0),
        ({"r": -2, "jailer": 2}, 0),
    ],
)
def test_whoever_faces_the_leader_within_three_has_two_more(
    leader: dict[str, int], bonus: int
) -> None:
    # Piece 2 stands on r = 30, looks forward, and sees the piece on r = 32 fall.
    assert bonuses(leader, {"r": 30})[2] == bonus


@pytest.mark.rule("8.6", "8.3")
def test_the_leader_itself_has_two_more() -> None:
    assert bonuses({"r": 31}, {"r": 5}) == {1: 2}


@pytest.mark.rule("8.6", "8.1")
@pytest.mark.parametrize(("hp", "leader", "other"), [(7, 2, 2), (6, 0, 1)])
def test_wounded_the_facing_gain_one_and_the_leader_nothing(
    hp: int, leader: int, other: int
) -> None:
    assert bonuses({"r": 31}, {"r": 29}, hp=hp) == {1: leader, 2: other}


@pytest.mark.rule("8.6", "W-line")
def test_the_range_to_the_leader_runs_along_the_ring() -> None:
    # From r = 49 three spaces lead over the own trap to the start.
    blue = {"pieces": [{"r": 0}, {"r": 49}, {}, {"r": 50}]}
    s = scene("action", turn="red", blue={**blue, "hp": 1}, red=at_ring("blue", 48))
    # Red stands on r = 48 and stones the piece on r = 50.
    s.play("stone 1").play("previous piece 4", [3])
    assert s.state.checks[:4] == [FEAR, 5, 3, 2]


def at_ring(colour: str, r: int) -> dict[str, Any]:
    """Red's piece 1 where another colour has r."""
    return {"pieces": [{"r": seen_by(colour, r, "red")}]}


@pytest.mark.rule("8.6", "8.3", "D-save")
@pytest.mark.parametrize(("roll", "stays"), [(2, True), (1, False)])
def test_the_bonus_is_added_to_the_throw(roll: int, stays: bool) -> None:
    check = [FEAR, 5, 4, 2, 0, 0, 0, 0]
    s = scene(
        "second special",
        turn="red",
        dice=[roll, 3] if stays else [roll, 2, 3],
        checks=[check],
        blue={"pieces": [{}, {"r": 20}]},
        world={"starter": 2},
    )
    assert (s.r("blue", 2) == 20) == stays


@pytest.mark.rule("8.6")
def test_piece_one_stays_the_leader_in_yard_and_prison() -> None:
    s = scene("action", yellow={"pieces": [{"r": -2, "jailer": 1}, {"r": 20}]})
    assert [s.state.is_leader(k) for k in range(4)] == [True, False, False, False]
