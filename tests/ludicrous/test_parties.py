"""Parties: scores, hit points, classes, leaders, stress, and set-up. Sections 3 and 4"""

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.tables import Tables
from ludo_env.errors import BadRules
from ludo_env.rules.ludicrous import LudicrousRules, PartySheet
from ludo_env.rules.tables import CLASSES, SCHOOLS, STATS
from tests.ludicrous.scenes import Scene, sheet

CARDLESS = LudicrousRules(modules=("combat", "structures", "tanks", "partner"))


# -- scores and classes ------------------------------------------------------------------------


@pytest.mark.rule("Y-stats")
def test_a_party_has_ten_scores() -> None:
    assert STATS == (
        "attack",
        "constitution",
        "speed",
        "magic",
        "dexterity",
        "intelligence",
        "engineering",
        "luck",
        "adaptability",
        "neuroticism",
    )


@pytest.mark.rule("Y-stats")
@pytest.mark.parametrize(
    "scores",
    [(2, 2, -2, -2, 0, 0, 0, 0, 0, 0), (1, 1, 1, 1, 1, -1, -1, -1, -1, -1), (0,) * 10],
)
def test_scores_that_sum_to_nothing_are_allowed(scores: tuple[int, ...]) -> None:
    assert PartySheet("soldier", scores).scores == scores


@pytest.mark.rule("Y-stats")
@pytest.mark.parametrize(
    ("scores", "what"),
    [
        ((3, -1, -1, -1, 0, 0, 0, 0, 0, 0), "outside"),
        ((-3, 1, 1, 1, 0, 0, 0, 0, 0, 0), "outside"),
        ((1, 0, 0, 0, 0, 0, 0, 0, 0, 0), "sum"),
        ((2, 2, 2, -1, -1, -1, -1, -1, -1, 0), r"\+2"),
        ((-2, -2, -2, 1, 1, 1, 1, 1, 1, 0), "-2"),
        ((0,) * 9, "not 10"),
    ],
)
def test_other_scores_are_refused(scores: tuple[int, ...], what: str) -> None:
    with pytest.raises(BadRules, match=what):
        PartySheet("soldier", scores)


@pytest.mark.rule("Y-class")
@pytest.mark.parametrize(
    ("name", "armour", "accuracy", "melee", "ranged", "schools", "scores"),
    [
        ("soldier", 2, 0, "sword", "musket", {"restoration"}, "2 1 1 -2 1 -1 0 0 -1 -1"),
        ("archer", 1, 1, "knife", "bow", {"conjuration"}, "1 0 1 -2 2 0 -1 0 0 -1"),
        ("wizard", 0, 0, "staff", "sling", set(SCHOOLS), "-2 0 0 2 0 2 -1 1 -1 -1"),
        ("engineer", 1, 0, "mace", "crossbow", {"abjuration"}, "0 1 0 0 -1 1 2 -1 -1 -1"),
        ("rogue", 1, 1, "knife", "pistol", {"illusion", "conjuration"}, "0 -1 2 -1 1 0 -2 2 0 -1"),
    ],
)
def test_a_class_sets_armour_accuracy_weapons_and_schools(
    name: str, armour: int, accuracy: int, melee: str, ranged: str, schools: set[str], scores: str
) -> None:
    made = CLASSES[name]
    assert (made.armour, made.accuracy, made.melee, made.ranged) == (
        armour,
        accuracy,
        melee,
        ranged,
    )
    assert set(made.schools) == schools
    assert PartySheet.of_class(name).scores == tuple(int(score) for score in scores.split())


@pytest.mark.rule("Y-class")
def test_every_seat_is_a_plain_soldier_unless_chosen_otherwise() -> None:
    assert LudicrousRules().sheets == (PartySheet("soldier", (0,) * 10),) * 4


@pytest.mark.rule("Y-armour", "D-damage")
@pytest.mark.parametrize(
    ("name", "die", "lost"),
    [("soldier", 5, 3), ("archer", 5, 4), ("wizard", 5, 5), ("soldier", 2, 1)],
)
def test_armour_reduces_normal_damage_but_never_below_one(name: str, die: int, lost: int) -> None:
    s = Scene(
        "action",
        yellow={"pieces": [{"r": 26}]},
        blue={"pieces": [{"r": 14}]},
        sheets={"blue": sheet(name)},
        auto_pass=False,
    )
    s.play("melee attack 1").play("next piece 1", dice=[15, 5, die])
    assert s.get("blue", "hp") == 12 - lost


@pytest.mark.rule("Y-armour", "SP-fire-bolt")
def test_armour_does_not_reduce_magical_damage() -> None:
    yellow = {"pieces": [{"r": 26}], "hand": {"fire bolt": 1}, "counter": 3}
    s = Scene(
        "action",
        yellow=yellow,
        blue={"pieces": [{"r": 14}]},
        sheets={"yellow": sheet("wizard")},
    )
    s.play("cast fire bolt", dice=[15, 5, 5])
    assert s.get("blue", "hp") == 7


# -- the pool ----------------------------------------------------------------------------------


@pytest.mark.rule("Y-hp")
@pytest.mark.parametrize(("constitution", "most"), [(0, 12), (2, 16), (-2, 8), (1, 14)])
def test_the_pool_is_twelve_and_twice_the_constitution(constitution: int, most: int) -> None:
    s = Scene("turning", sheets={"yellow": sheet(constitution=constitution)})
    assert s.get("yellow", "hp") == most


@pytest.mark.rule("Y-hp", "C-unconscious")
@pytest.mark.parametrize(("hp", "falls"), [(2, False), (1, True)])
def test_at_nothing_the_piece_that_took_the_damage_falls_and_the_pool_refills(
    hp: int, falls: bool
) -> None:
    # A trap: 1 damage.
    yellow = {"pieces": [{"r": 30}, {"r": 23}], "hp": hp}
    s = Scene(dice=[2], yellow=yellow, sheets={"yellow": sheet(constitution=1)}, auto_pass=False)
    s.play("move 2", dice=[] if falls else [4])
    assert s.fallen("yellow", 2) == falls
    assert not s.fallen("yellow", 1)
    assert s.get("yellow", "hp") == (14 if falls else 1)


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(
    ("constitution", "hp", "wounded"),
    [(0, 6, True), (0, 7, False), (0, 1, True), (1, 7, True), (1, 8, False), (-2, 4, True)],
)
def test_a_party_is_wounded_at_half_of_its_maximum(
    constitution: int, hp: int, wounded: bool
) -> None:
    sheets = {"yellow": sheet(constitution=constitution)}
    s = Scene("turning", yellow={"hp": hp}, sheets=sheets, auto_pass=False)
    assert s.state.wounded(0) == wounded


# -- pieces ------------------------------------------------------------------------------------


@pytest.mark.rule("Y-stress")
@pytest.mark.parametrize(
    ("pieces", "stressed"),
    [
        ([{"r": 5, "fallen": 1}], False),
        ([{"r": 5, "fallen": 1}, {"r": 9, "fallen": 2}], True),
        ([{"r": -2, "jailer": 1}, {"r": 9, "fallen": 2}], True),
        ([{"r": -2, "jailer": 1}, {"r": -2, "jailer": 2}], True),
        ([{"r": -2, "jailer": 1}, {"r": -1}, {"r": 56}, {"r": 5}], False),
    ],
)
def test_two_fallen_or_captive_pieces_make_stress(
    pieces: list[dict[str, int]], stressed: bool
) -> None:
    assert (
        Scene("turning", yellow={"pieces": pieces}, auto_pass=False).state.stressed(0) == stressed
    )


@pytest.mark.rule("8.6")
def test_the_first_piece_of_each_party_is_the_leader() -> None:
    state = Scene("turning").state
    assert [i for i in range(16) if state.is_leader(i)] == [0, 4, 8, 12]


@pytest.mark.rule("Y-facing", "M-push")
def test_own_movement_turns_a_piece_forward_and_forced_movement_does_not() -> None:
    blue = {"pieces": [{"r": 18, "facing": -1}]}
    yellow = {"pieces": [{"r": 30}]}
    s = Scene("action", yellow=yellow, blue=blue, rules=CARDLESS, auto_pass=False)
    s.play("shove 1").play("next piece 1", dice=[10, 9])
    assert (s.r("blue", 1), s.get("blue", "facing", 1)) == (19, -1)
    s = Scene(dice=[2], turn="blue", blue=blue, rules=CARDLESS, auto_pass=False).play("move 1")
    assert s.get("blue", "facing", 1) == 1


# -- set-up ------------------------------------------------------------------------------------


def begun(dice: list[int], players: int = 4, **changes: Any) -> LudicrousState:
    """A game after its set-up."""
    state = LudicrousState(Tables(LudicrousRules().changed(**changes)))
    state.begin(players)
    state.dice.give(dice)
    state.run()
    state.dice.finish_given()
    return state


@pytest.mark.rule("T-setup")
@pytest.mark.parametrize("starter", range(4))
def test_the_highest_starts_and_takes_both_tokens(starter: int) -> None:
    rolls = [7, 7, 7, 7]
    rolls[starter] = 8
    state = begun(rolls + [1] * 8)
    assert (state.decider, state.turn) == (starter, starter)
    assert (state.starter, state.god) == (starter, starter)


@pytest.mark.rule("T-setup")
def test_only_the_tied_roll_again() -> None:
    assert begun([9, 12, 3, 12, 5, 6] + [1] * 8).starter == 3


@pytest.mark.rule("T-setup", "Y-stats")
def test_speed_counts_for_the_start() -> None:
    sheets = (sheet(), sheet(), sheet(speed=2), sheet())
    assert begun([10, 9, 9, 10] + [1] * 8, sheets=sheets).starter == 2


@pytest.mark.rule("T-setup")
@pytest.mark.parametrize(("players", "seats"), [(2, (0, 2)), (3, (0, 1, 2)), (4, (0, 1, 2, 3))])
def test_everybody_begins_with_the_same(players: int, seats: tuple[int, ...]) -> None:
    rolls = list(range(15, 15 - players, -1))
    state = begun(rolls + [1] * (2 * players), players)
    for party in seats:
        assert state.hand_size(party) == 2
        assert state.partner[party] == 12
        assert (state.tank[party], state.tank_hp[party]) == (0, 10)
        assert list(state.r[4 * party : 4 * party + 4]) == [-1] * 4
    assert sum(state.deck) == 60 - 2 * players
    assert (state.weather, state.wind_strength) == (0, 0)


@pytest.mark.rule("T-setup", "6.7")
def test_two_cards_are_dealt_whatever_the_limit() -> None:
    house = (("hand_limit", 1),)
    state = begun([9, 8, 7, 6] + [1] * 8, house=house)
    assert [int(state.hand_size(party)) for party in range(len(COLOURS))] == [2] * 4
