"""Home field advantage in its four effects, and cover behind a divide. [6.2, 6.3]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

FEAR = 1
"""The kind of a waiting check. [8.3]"""
SPELL_CARDS = (7, 9)


def across(
    start: int,
    end: int,
    *,
    colour: str = "yellow",
    facing: int = 1,
    scores: dict[str, int] | None = None,
    target_scores: dict[str, int] | None = None,
    target: dict[str, int] | None = None,
) -> Scene:
    """A piece faces one of the party opposite; both places are r of the attacker's route."""
    enemy = following(colour, 2)
    own: dict[str, Any] = {"pieces": [{"r": start, "facing": facing}]}
    other: dict[str, Any] = {"pieces": [{"r": seen_by(colour, end, enemy), **(target or {})}]}
    parties: dict[str, Any] = {colour: own, enemy: other}
    made = {colour: sheet(), enemy: sheet("wizard")}
    for who, given in ((colour, scores), (enemy, target_scores)):
        for_all = sheet(**(given or {}))  # type: ignore[arg-type]  # scores by name
        object.__setattr__(made[who], "scores", for_all.scores)
    return Scene("action", turn=colour, auto_pass=False, sheets=made, **parties)


def shot(s: Scene, dice: list[int], verb: str = "ranged attack") -> int:
    """HP that the party opposite loses."""
    enemy = following(s.decider or "yellow", 2)
    s.play(f"{verb} 1").play("across piece 1", dice=dice)
    return 12 - s.get(enemy, "hp")


# -- the home field ------------------------------------------------------------------------------


@pytest.mark.rule("6.1", "6.2")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("r", "inside"), [(0, True), (10, True), (11, False), (50, False)])
def test_home_field_is_from_the_trap_to_r_10(colour: str, r: int, inside: bool) -> None:
    """Seen by the range of a watchtower, which only helps from the home field."""
    enemy = following(colour, 2)
    parties: dict[str, Any] = {
        colour: {"pieces": [{"r": r}], "structures": [{"built": 3, "built_hp": 5}]},
        enemy: {"pieces": [{"r": seen_by(colour, (r + 8) % 52, enemy)}]},
    }
    s = Scene("action", turn=colour, auto_pass=False, **parties)
    assert ("ranged attack 1" in s.legal) is inside


@pytest.mark.rule("6.1", "TK-shot")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("r", "inside"), [(51, True), (50, False), (10, True), (11, False)])
def test_trap_belongs_to_the_home_field(colour: str, r: int, inside: bool) -> None:
    enemy = following(colour, 2)
    parties: dict[str, Any] = {
        colour: {"pieces": [], "tank": 1},
        enemy: {"pieces": [{"r": seen_by(colour, r, enemy)}]},
    }
    s = Scene("action", turn=colour, auto_pass=False, **parties)
    assert ("tank shot" in s.legal) is inside


# -- attacks across a divide ---------------------------------------------------------------------


@pytest.mark.rule("6.2", "W-line")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("quadrant", [1, 2, 3])
@pytest.mark.parametrize(
    ("start", "end", "crosses"),
    [(4, 6, True), (3, 5, True), (2, 4, False), (5, 7, False), (1, 7, True)],
)
def test_line_that_holds_both_sides_of_a_divide_has_disadvantage(
    colour: str, quadrant: int, start: int, end: int, crosses: bool
) -> None:
    start, end = 13 * quadrant + start, 13 * quadrant + end
    s = across(start, end, colour=colour)
    assert (shot(s, [18, 2, 10] if crosses else [18, 10, 1]) > 0) is not crosses


@pytest.mark.rule("6.2", "W-line")
@pytest.mark.parametrize(("start", "end", "crosses"), [(19, 17, True), (20, 18, False)])
def test_lines_backward_cross_divides_too(start: int, end: int, crosses: bool) -> None:
    s = across(start, end, facing=-1)
    assert (shot(s, [18, 2, 10] if crosses else [18, 10, 1]) > 0) is not crosses


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("colour", COLOURS)
def test_no_disadvantage_in_the_home_field_and_intelligence_is_added(colour: str) -> None:
    """The musket's accuracy is -1."""
    s = across(3, 6, colour=colour, scores={"intelligence": 2})
    assert shot(s, [10, 11, 4]) == 2, "an equal total"
    s = across(3, 6, colour=colour, scores={"intelligence": -1})
    assert shot(s, [12, 11]) == 0


@pytest.mark.rule("6.2")
def test_intelligence_is_for_lines_across_the_divide_in_the_home_field_only() -> None:
    assert shot(across(5, 7, scores={"intelligence": 2}), [10, 10]) == 0
    assert shot(across(16, 19, scores={"intelligence": 2}), [10, 10, 10]) == 0


@pytest.mark.rule("6.2")
def test_home_field_is_that_of_the_attacker() -> None:
    """Yellow shoots across the divide in blue's quadrant."""
    assert shot(across(16, 19), [18, 2, 10]) == 0


# -- cover ---------------------------------------------------------------------------------------


@pytest.mark.rule("6.3")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("quadrant", [0, 1, 2, 3])
@pytest.mark.parametrize(("start", "end", "facing"), [(4, 5, 1), (5, 4, -1)])
def test_cover_takes_all_penalties_of_shots_and_divides(
    colour: str, quadrant: int, start: int, end: int, facing: int
) -> None:
    s = across(13 * quadrant + start, 13 * quadrant + end, colour=colour, facing=facing)
    assert shot(s, [18, 10, 1]) == 1


@pytest.mark.rule("6.3")
def test_melee_works_around_the_divide() -> None:
    assert shot(across(17, 18), [18, 10, 1], "melee attack") == 1


@pytest.mark.rule("6.3", "6.2")
def test_attacker_adds_adaptability_and_intelligence_in_the_home_field() -> None:
    scores = {"adaptability": 2, "intelligence": 1}
    assert shot(across(17, 18, scores=scores), [9, 10, 4]) == 2, "-1 + 2"
    assert shot(across(17, 18, scores=scores), [8, 10]) == 0
    assert shot(across(4, 5, scores=scores), [8, 10, 4]) == 2, "-1 + 2 + 1"
    assert shot(across(4, 5, scores=scores), [7, 10]) == 0


@pytest.mark.rule("6.3", "C-dodging")
def test_dodging_defender_gets_4_and_adaptability_on_top_of_2() -> None:
    s = across(17, 18, target={"dodging": 1}, target_scores={"adaptability": 1})
    assert shot(s, [18, 10, 4]) == 2, "17 against 10 + 2 + 4 + 1"
    s = across(17, 18, target={"dodging": 1}, target_scores={"adaptability": 1})
    assert shot(s, [17, 10]) == 0


@pytest.mark.rule("6.3")
def test_defender_that_does_not_dodge_gets_nothing_from_cover() -> None:
    s = across(17, 18, target_scores={"adaptability": 2})
    assert shot(s, [11, 10, 4]) == 2


@pytest.mark.rule("6.3")
@pytest.mark.parametrize(("start", "end"), [(16, 18), (17, 19), (18, 19), (16, 17)])
def test_no_cover_unless_both_stand_right_at_the_divide(start: int, end: int) -> None:
    s = across(start, end, target={"dodging": 1}, target_scores={"adaptability": 2})
    assert shot(s, [14, 14, 11, 4]) == 2, "13 against 11 + 2; both dice for one penalty"


@pytest.mark.rule("6.3")
def test_other_conditions_still_lean_an_attack_in_cover() -> None:
    assert shot(across(17, 18, target={"restrained": 1}), [2, 18, 10, 1]) == 1


@pytest.mark.rule("6.3", "W-attack")
def test_phantom_behind_a_divide_gives_cover_too() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        sheets={"yellow": sheet(adaptability=2)},
        yellow={"pieces": [{"r": 17}]},
        red={"phantom_at": 18, "phantom_hp": 3, "phantom_turns": 3},
    )
    s.play("ranged attack 1").play("across phantom", dice=[7, 4])
    assert s.get("red", "phantom_hp") == 1, "7 - 1 + 2 grazes"


@pytest.mark.rule("6.2", "W-attack")
def test_intelligence_helps_against_a_phantom_behind_a_divide_too() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        sheets={"yellow": sheet(intelligence=2)},
        yellow={"pieces": [{"r": 3}]},
        red={"phantom_at": 6, "phantom_hp": 3, "phantom_turns": 3},
    )
    s.play("ranged attack 1").play("across phantom", dice=[7, 4])
    assert s.get("red", "phantom_hp") == 1, "7 - 1 + 2 grazes"


# -- tackles, fear, skirmishes -------------------------------------------------------------------


@pytest.mark.rule("6.2", "R-tackle")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("tackler", "dice"), [(10, [10, 2, 11]), (14, [10, 11])])
def test_advantage_past_a_tackler_in_the_movers_home_field(
    colour: str, tackler: int, dice: list[int]
) -> None:
    enemy = following(colour, 2)
    parties: dict[str, Any] = {
        colour: {"pieces": [{"r": tackler - 1}]},
        enemy: {"pieces": [{"r": seen_by(colour, tackler, enemy)}]},
    }
    world = {"starter": COLOURS.index(colour)}
    s = Scene("movement", turn=colour, dice=[2], auto_pass=False, world=world, **parties)
    s.play("move 1")
    assert (s.decider, s.decision) == (enemy, "tackle")
    s.play("yes", dice=dice)
    assert s.r(colour, 1) == tackler + 1


@pytest.mark.rule("6.2", "8.3")
@pytest.mark.parametrize(
    ("r", "roll", "end"), [(10, 5, 7), (10, 6, 7), (10, 1, 9), (11, 5, 6), (9, 4, 7)]
)
def test_frightened_in_the_home_field_goes_back_half_rounded_up(
    r: int, roll: int, end: int
) -> None:
    cards = [1] if end in SPELL_CARDS else []
    s = Scene(
        "second special",
        auto_pass=False,
        dice=[1, roll, *cards, 1],
        checks=[[FEAR, 0, 3, 0, 0, 0, 0, 0]],
        yellow={"pieces": [{"r": r}]},
    )
    assert s.r("yellow", 1) == end


@pytest.mark.rule("6.2", "6.15", "M-skirmish")
@pytest.mark.parametrize("colour", COLOURS)
def test_advantage_in_skirmishes_in_the_own_home_field(colour: str) -> None:
    """A block has advantage; so has the arriving piece, in its own field only."""
    enemy = following(colour, 2)
    for r, dice in ((6, [3, 12, 4, 11]), (15, [12, 4, 11])):
        block = [{"r": seen_by(colour, r, enemy)}] * 2
        parties: dict[str, Any] = {colour: {"pieces": [{"r": r - 1}]}, enemy: {"pieces": block}}
        world = {"starter": COLOURS.index(colour)}
        s = Scene("movement", turn=colour, dice=[1], auto_pass=False, world=world, **parties)
        s.play("move 1", dice=dice)
        assert s.fallen(enemy, 1) and s.fallen(enemy, 2)
        assert not s.fallen(colour, 1)


@pytest.mark.rule("6.2", "M-skirmish")
def test_defender_in_its_home_field_has_advantage_too() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 14}]},
        green={"pieces": [{"r": seen_by("yellow", 15, "green")}]},
        blue={"pieces": [{"r": 3}]},
    )
    s.play("shove 1").play("previous piece 1", dice=[15, 2, 10, 3, 11])
    assert s.fallen("green", 1)
    assert not s.fallen("blue", 1)
