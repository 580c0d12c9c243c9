"""Throws and contests. Rules of record, section 0"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest

from ludo_env.document import canonical, to_document
from ludo_env.engine.ludicrous.contests import (
    contest,
    contest_number,
    lean,
    resists,
    saving_throw,
)
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FAILURE,
    GRAZE,
    NOBODY,
    SUCCESS,
)
from ludo_env.engine.ludicrous.tables import Tables
from ludo_env.rules.ludicrous import LudicrousRules, PartySheet
from tests.ludicrous.scenes import Scene, sheet

Result = TypeVar("Result")
YELLOW, BLUE = 0, 1


def thrown(dice: Sequence[int], what: Callable[[LudicrousState], Result]) -> Result:
    """The result of a throw with exactly these dice."""
    state = Scene("turning", yellow={"pieces": [{"r": 5, "crowned": 1}]}).state
    state.dice.give(dice)
    result = what(state)
    state.dice.finish_given()
    return result


def contested(dice: Sequence[int], attack: int = 0, leaning: int = 0, defence: int = 0) -> int:
    """The outcome of a contest of yellow against blue."""
    return thrown(
        dice, lambda m: int(contest(m, YELLOW, attack, leaning, BLUE, defence, 0, "test"))
    )


# -- saving throws -----------------------------------------------------------------------------


@pytest.mark.rule("D-save")
@pytest.mark.parametrize(
    ("die", "modifier", "goal", "saved"),
    [
        (4, 0, 4, True),
        (3, 0, 4, False),
        (3, 1, 4, True),
        (5, -2, 4, False),
        (1, 3, 4, True),
        (6, -1, 6, False),
    ],
)
def test_a_throw_succeeds_at_or_above_its_goal_and_knows_no_naturals(
    die: int, modifier: int, goal: int, saved: bool
) -> None:
    assert thrown([die], lambda m: saving_throw(m, YELLOW, NOBODY, modifier, goal, "test")) == saved


@pytest.mark.rule("D-save", "C-crowned")
@pytest.mark.parametrize(("die", "saved"), [(3, True), (2, False)])
def test_a_crown_adds_one_to_the_throw_of_its_piece(die: int, saved: bool) -> None:
    assert thrown([die], lambda m: saving_throw(m, YELLOW, 0, 0, 4, "test")) == saved


# -- contests ----------------------------------------------------------------------------------


@pytest.mark.rule("D-contest", "D-graze")
@pytest.mark.parametrize(
    ("dice", "attack", "defence", "result"),
    [
        ((11, 10), 0, 0, SUCCESS),
        ((10, 10), 0, 0, GRAZE),
        ((9, 10), 0, 0, FAILURE),
        ((9, 10), 1, 0, GRAZE),
        ((9, 10), 2, 0, SUCCESS),
        ((11, 10), 0, 2, FAILURE),
    ],
)
def test_the_offender_wins_ties_which_are_grazing_hits(
    dice: tuple[int, int], attack: int, defence: int, result: int
) -> None:
    assert contested(dice, attack, 0, defence) == result


@pytest.mark.rule("D-crit")
@pytest.mark.parametrize(
    ("dice", "attack", "defence", "result"),
    [
        ((20, 1), 0, 30, CRITICAL_SUCCESS),
        ((1, 1), 30, 0, CRITICAL_FAILURE),
        ((20, 20), 0, 0, CRITICAL_SUCCESS),
        ((1, 1), 0, 0, CRITICAL_FAILURE),
        ((19, 20), 2, 0, SUCCESS),
        ((2, 1), 0, 2, FAILURE),
        ((19, 20), 0, 0, FAILURE),
    ],
)
def test_only_the_naturals_of_the_offender_mean_something(
    dice: tuple[int, int], attack: int, defence: int, result: int
) -> None:
    assert contested(dice, attack, 0, defence) == result


@pytest.mark.rule("D-crit", "D-adv")
@pytest.mark.parametrize(
    ("dice", "leaning", "result"),
    [
        ((1, 15, 10), 1, SUCCESS),
        ((15, 1, 10), -1, CRITICAL_FAILURE),
        ((20, 5, 10), -1, FAILURE),
        ((5, 20, 19), 1, CRITICAL_SUCCESS),
        ((1, 1, 1), 1, CRITICAL_FAILURE),
    ],
)
def test_the_natural_of_two_dice_is_that_of_the_die_kept(
    dice: tuple[int, ...], leaning: int, result: int
) -> None:
    assert contested(dice, 0, leaning) == result


@pytest.mark.rule("D-adv")
@pytest.mark.parametrize(
    ("better", "worse", "leaning"),
    [(False, False, 0), (True, False, 1), (False, True, -1), (True, True, 0)],
)
def test_one_of_each_cancels(better: bool, worse: bool, leaning: int) -> None:
    assert lean(better, worse) == leaning


@pytest.mark.rule("D-contest", "D-graze", "D-crit")
@pytest.mark.parametrize(
    ("die", "attack", "goal", "result"),
    [
        (8, 0, 8, GRAZE),
        (7, 0, 8, FAILURE),
        (9, 0, 8, SUCCESS),
        (20, 0, 40, CRITICAL_SUCCESS),
        (1, 30, 8, CRITICAL_FAILURE),
        (7, 1, 8, GRAZE),
    ],
)
def test_a_contest_may_be_against_a_number(die: int, attack: int, goal: int, result: int) -> None:
    assert thrown([die], lambda m: contest_number(m, YELLOW, attack, 0, goal, "test")) == result


@pytest.mark.rule("D-crit", "D-contest", "8.2")
@pytest.mark.parametrize(
    ("die", "modifier", "value", "holds"),
    [
        (11, 0, 10, True),
        (10, 0, 10, False),
        (20, 0, 21, False),
        (20, 0, 20, False),
        (1, 0, 0, True),
    ],
)
def test_a_defender_who_rolls_alone_must_exceed_the_value_and_has_no_naturals(
    die: int, modifier: int, value: int, holds: bool
) -> None:
    assert thrown([die], lambda m: resists(m, BLUE, modifier, 0, value, "test")) == holds


# -- the d6 of punches and stones --------------------------------------------------------------


def brawl(verb: str, dice: Sequence[int], mine: dict[str, int], theirs: dict[str, int]) -> Scene:
    """Yellow on space 26 uses a verb against blue on space 27."""
    yellow = {"pieces": [{"r": 26, **mine}]}
    s = Scene("action", yellow=yellow, blue={"pieces": [{"r": 14, **theirs}]}, auto_pass=False)
    return s.play(f"{verb} 1").play("next piece 1", dice=dice)


@pytest.mark.rule("D-adv", "C-prone", "C-restrained")
@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "hit"),
    [
        ({}, {}, [1], 0),
        ({"prone": 1}, {}, [5, 1], 0),
        ({}, {"restrained": 1}, [1, 5], 1),
        ({}, {"prone": 1}, [1, 5], 1),
        ({}, {"prone": 1, "restrained": 1}, [1, 5], 1),
        ({"prone": 1}, {"prone": 1, "restrained": 1}, [1], 0),
    ],
)
def test_advantage_also_applies_to_a_punch(
    mine: dict[str, int], theirs: dict[str, int], dice: list[int], hit: int
) -> None:
    s = brawl("punch", dice, mine, theirs)
    assert s.events("punch")[0].data["hit"] == hit


@pytest.mark.rule("D-adv", "A-stone")
@pytest.mark.parametrize(("theirs", "dice", "hit"), [({}, [2], 0), ({"prone": 1}, [2, 3], 1)])
def test_advantage_also_applies_to_a_stone(
    theirs: dict[str, int], dice: list[int], hit: int
) -> None:
    assert brawl("stone", dice, {}, theirs).events("stone")[0].data["hit"] == hit


# -- damage ------------------------------------------------------------------------------------


def strike(
    dice: Sequence[int],
    *,
    attack: int = 0,
    space: int = 27,
    victim: PartySheet | None = None,
    **blue: Any,
) -> Scene:
    """Yellow strikes blue with a sword: the attack, the defence, the damage die."""
    sheets = {"yellow": sheet("soldier", attack=attack), "blue": victim or sheet("soldier")}
    yellow = {"pieces": [{"r": space - 1}]}
    blue = {"pieces": [{"r": space - 13}], "tank": 1, **blue}
    s = Scene("action", yellow=yellow, blue=blue, sheets=sheets, auto_pass=False)
    return s.play("melee attack 1").play("next piece 1", dice=dice)


@pytest.mark.rule("D-damage", "D-effect", "Y-armour")
@pytest.mark.parametrize(
    ("dice", "attack", "lost"),
    [
        ((11, 10, 5), 0, 3),
        ((11, 10, 5), 2, 5),
        ((20, 10, 5), 0, 8),
        ((9, 10, 6), 0, 1),
        ((9, 10, 5), 2, 2),
        ((11, 10, 1), 0, 1),
        ((20, 10, 1), -2, 1),
    ],
)
def test_damage_is_the_die_and_attack_then_critical_or_grazing_then_armour(
    dice: tuple[int, ...], attack: int, lost: int
) -> None:
    assert strike(dice, attack=attack).get("blue", "hp") == 12 - lost


@pytest.mark.rule("D-damage", "D-effect")
@pytest.mark.parametrize(
    ("dice", "lost"), [((11, 10, 1), 1), ((20, 10, 1), 2), ((9, 10, 1), 1), ((9, 10, 5), 2)]
)
def test_the_die_and_attack_are_at_least_one_before_critical_and_grazing(
    dice: tuple[int, ...], lost: int
) -> None:
    s = strike(dice, attack=-2, victim=sheet("wizard"))
    assert s.get("blue", "hp") == 12 - lost


@pytest.mark.rule("D-damage", "TK-shield")
@pytest.mark.parametrize(
    ("space", "tank", "die", "lost"),
    [(20, 0, 6, 3), (20, 1, 6, 4), (24, 0, 6, 4), (20, 0, 3, 1), (20, 0, 1, 1), (23, 0, 6, 3)],
)
def test_the_shield_takes_one_more_in_the_own_home_field_but_leaves_one(
    space: int, tank: int, die: int, lost: int
) -> None:
    s = strike((12, 10, die), space=space, tank=tank)
    assert s.get("blue", "hp") == 12 - lost


@pytest.mark.rule("D-damage", "Y-hp")
def test_damage_beyond_the_pool_is_lost() -> None:
    s = strike((20, 10, 6), hp=2)
    assert s.fallen("blue", 1)
    assert s.get("blue", "hp") == 12


@pytest.mark.rule("D-damage", "Y-hp", "TK-artillery")
def test_a_hit_on_several_pieces_is_rolled_once_and_the_pool_refills_in_between() -> None:
    blue = {"pieces": [{"r": 17}, {"r": 17}], "hp": 3}
    s = Scene("action", blue=blue, auto_pass=False)
    s.play("artillery").play("next piece 1", dice=[15, 5])
    assert (s.fallen("blue", 1), s.fallen("blue", 2)) == (True, False)
    assert s.get("blue", "hp") == 12 - 3


@pytest.mark.rule("D-damage", "SP-ward", "8.2")
@pytest.mark.parametrize(("ward", "lost"), [(2, 1), (6, 0)])
def test_a_ward_comes_last_and_no_damage_asks_for_no_check(ward: int, lost: int) -> None:
    s = strike((11, 10, 4), victim=sheet("engineer"), hand={"ward": 1})
    assert (s.decider, s.decision) == ("blue", "ward")
    s.play("yes", dice=[ward])
    assert s.get("blue", "hp") == 12 - lost
    assert len(s.state.checks) == (8 if lost else 0)


@pytest.mark.rule("D-effect")
@pytest.mark.parametrize("dice", [(10, 10), (11, 10), (20, 10)])
def test_elsewhere_an_equal_total_is_a_plain_success(dice: tuple[int, int]) -> None:
    s = brawl("grapple", dice, {}, {})
    assert s.get("blue", "restrained", 1) == 2


# -- the generator -----------------------------------------------------------------------------


def played(seed: int, steps: int) -> LudicrousState:
    """A full game of so many decisions, each the first or the last that is legal."""
    state = LudicrousState(Tables(LudicrousRules()))
    state.begin(4)
    state.dice.seed(seed)
    state.run()
    for n in range(steps):
        state.apply(state.nth_legal(0 if n % 2 else state.choices - 1))
    return state


def text(state: LudicrousState) -> str:
    """Everything about a game."""
    return canonical(to_document(state))


@pytest.mark.rule("D-generator")
def test_the_same_seed_and_decisions_give_the_same_game() -> None:
    assert text(played(7, 60)) == text(played(7, 60))
    assert text(played(7, 60)) != text(played(8, 60))


@pytest.mark.rule("D-generator")
def test_a_copy_goes_on_like_the_game() -> None:
    game = played(7, 30)
    twin = game.twin()
    for state in (game, twin):
        for _ in range(20):
            state.apply(state.nth_legal(state.choices - 1))
    assert text(game) == text(twin)
