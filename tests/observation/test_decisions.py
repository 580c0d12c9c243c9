"""What a pending decision tells, for every kind of it: what is asked, of whom, about what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludo_env.engine.ludicrous.procedures import (
    ACTIONS_OF_TURN,
    CAST_SPELL,
    COUNTERSPELLS,
    DECISIONS,
    HIT,
    MOVE_PIECE,
    MOVE_ROLLS,
    OFF_TABLE,
    SECOND_PIECE,
    TURN,
)
from ludo_env.rules import LudicrousRules
from ludo_env.rules.tables import MODULES
from tests.ludicrous.casting import casting, foe
from tests.ludicrous.scenes import Scene, sheet
from tests.observation.support import Seen, at, movement, numbers_of, quiet, row, seen

NIGHT = {"starter": 1, "god": 0}
QUIET_NIGHT = [1, 1, 3]
"""No hoop, and the calendar on to a quiet space."""
FALLS = 50


def table(**changes: Any) -> LudicrousRules:
    return LudicrousRules(modules=MODULES, off_table_percent=50, **changes)


def acting(**more: Any) -> Scene:
    return Scene("action", auto_pass=False, **more)


def passing() -> Scene:
    """Yellow's piece 2 goes from 20 to 25 past green's piece 1 on 22; green may tackle."""
    s = movement(5, yellow={"pieces": [{}, {"r": 20}]}, green={"pieces": [at("green", 22)]})
    return s.play("move 2")


def punched() -> Scene:
    """Yellow has punched green for 2, which leaves 1 more than armour; green may ward it."""
    s = acting(
        yellow={"pieces": [{"r": 20}]},
        green={**foe(21), "hand": {"ward": 1}},
        sheets={"green": sheet("wizard")},
    )
    return s.play("punch 1").play("previous piece 1", [6])


def dropped(value: int = 3, **more: Any) -> Scene:
    return Scene(
        "movement",
        rules=table(**more),
        yellow={"pieces": [{"r": 51}]},
        dice=[value, FALLS],
    )


def teleporting() -> Scene:
    return movement(1, yellow={"pieces": [{"r": 2}]}).play("move 1")


def shedding() -> Scene:
    hand = {"mend": 3, "ward": 1}
    return movement(2, yellow={"pieces": [{"r": 5}], "hand": hand}).play("move 1")


def homecoming() -> Scene:
    s = movement(
        1,
        yellow={"pieces": [{"r": 55, "crowned": 1}, {"r": 10}]},
        blue={"pieces": [at("blue", 30)]},
    )
    return s.play("move 1")


def bolt() -> Scene:
    return casting("fire bolt", {"hand": {"fire bolt": 1, "reach": 1}}, green=foe(24))


def at_night() -> Scene:
    return Scene(
        "night",
        world=NIGHT,
        dice=QUIET_NIGHT,
        auto_pass=False,
        yellow={"pieces": [{}, {"r": 20}, {"r": 24}]},
        red={"pieces": [at("red", 22, moved=1)]},
    )


def countering() -> Scene:
    s = casting(
        "fire bolt",
        green={**foe(24), "hand": {"counterspell": 1}},
        sheets={"green": sheet("wizard")},
    )
    return s.play("cast fire bolt").play("plainly").play("own piece 1").play("previous piece 1")


SCENES: dict[str, Callable[[], Scene]] = {
    "turning": lambda: quiet(yellow={"pieces": [{"r": 20}]}),
    "tank": lambda: Scene("tank", auto_pass=False),
    "action": acting,
    "target": lambda: acting(yellow={"pieces": [{"r": 20}]}, green=foe(21)).play("punch 1"),
    "move": lambda: movement(6),
    "bonus move": lambda: (
        Scene("action", auto_pass=False, yellow={"pieces": [{"r": 30}], "counter": 3})
        .play("bonus die", [5])
        .play("end", [2])
        .play("move 1")
    ),
    "tackle": passing,
    "crown": lambda: movement(6).play("enter 2"),
    "shed": shedding,
    "teleport": teleporting,
    "crown jump": homecoming,
    "crown jump target": lambda: homecoming().play("own piece 2"),
    "meta card": lambda: bolt().play("cast fire bolt"),
    "caster": lambda: bolt().play("cast fire bolt").play("with reach"),
    "spell target": lambda: bolt().play("cast fire bolt").play("with reach").play("own piece 1"),
    "ward": punched,
    "counterspell": countering,
    "night ambush": at_night,
    "night ambush target": lambda: at_night().play("night ambush 2"),
    "call dice off table": dropped,
    "dice-off-table table": lambda: dropped(tuesdays=(0,), birthdays=(0,)).play("yes"),
}
"""A decision of each kind."""
PHASES = {
    "turning": "turning_phase",
    "tank": "tank_movement_phase",
    "action": "action_phase",
    "target": "action_phase",
    "meta card": "action_phase",
    "caster": "action_phase",
    "spell target": "action_phase",
    "ward": "action_phase",
    "counterspell": "action_phase",
    "night ambush": "night_phase",
    "night ambush target": "night_phase",
}
"""The phase of each scene that is not in a movement phase."""
CASTS: Seen = {"acted": 1, "has_cast": 1, "spell_fire_bolt": 1}
MATTERS: dict[str, tuple[Seen, Seen]] = {
    "target": (
        {"acted": 1, "actor_own_1": 1, "act_punch": 1},
        {"acted": 1, "actor_next_1": 1, "act_punch": 1},
    ),
    "move": ({"die_6": 1, "sixes": 1}, {"die_6": 1, "sixes": 1}),
    "bonus move": (
        {"die_2": 1, "bonus_spaces": 5, "bonus_acted": 1},
        {"die_2": 1, "bonus_spaces": 5, "bonus_acted": 1},
    ),
    "tackle": (
        {"die_5": 1, "actor_previous_1": 1, "subject_own_2": 1, "goes_from": 21, "goes_to": 26},
        {"die_5": 1, "actor_own_1": 1, "subject_next_2": 1, "goes_from": 21, "goes_to": 26},
    ),
    "crown": (
        {"die_6": 1, "sixes": 1, "actor_own_2": 1},
        {"die_6": 1, "sixes": 1, "actor_next_2": 1},
    ),
    "shed": ({"die_2": 1}, {"die_2": 1}),
    "teleport": ({"die_1": 1, "actor_own_1": 1}, {"die_1": 1, "actor_next_1": 1}),
    "crown jump": ({"die_1": 1}, {"die_1": 1}),
    "crown jump target": ({"die_1": 1, "actor_own_2": 1}, {"die_1": 1, "actor_next_2": 1}),
    "meta card": ({**CASTS, "by_own": 1}, {**CASTS, "by_next": 1}),
    "caster": (
        {**CASTS, "meta_reach": 1, "by_own": 1},
        {**CASTS, "meta_reach": 1, "by_next": 1},
    ),
    "spell target": (
        {**CASTS, "meta_reach": 1, "by_own": 1, "actor_own_1": 1},
        {**CASTS, "meta_reach": 1, "by_next": 1, "actor_next_1": 1},
    ),
    # A critical punch does 2; a wizard has no armour.
    "ward": (
        {"acted": 1, "subject_previous_1": 1, "by_own": 1, "damage": 2},
        {"acted": 1, "subject_own_1": 1, "by_next": 1, "damage": 2},
    ),
    "counterspell": (
        {**CASTS, "by_own": 1, "actor_own_1": 1},
        {**CASTS, "by_next": 1, "actor_next_1": 1},
    ),
    "night ambush": ({}, {}),
    "night ambush target": ({"actor_own_2": 1}, {"actor_next_2": 1}),
    "call dice off table": (
        {"by_own": 1, "fallen_die": 6, "fallen_number": 3},
        {"by_next": 1, "fallen_die": 6, "fallen_number": 3},
    ),
    "dice-off-table table": (
        {"by_own": 1, "fallen_die": 6, "fallen_number": 3},
        {"by_next": 1, "fallen_die": 6, "fallen_number": 3},
    ),
}
"""Whatever else yellow and green see of the decision."""


@pytest.mark.parametrize("kind", DECISIONS)
@pytest.mark.parametrize("colour", ["yellow", "green"])
def test_a_decision_tells_its_kind_its_phase_and_what_it_is_about(kind: str, colour: str) -> None:
    s = SCENES[kind]()
    assert s.decision == kind
    phase = PHASES.get(kind, "movement_phase")
    matter = MATTERS.get(kind, ({}, {}))[colour == "green"]
    mine = {"mine": 1} if s.decider == colour else {}
    assert row(s, colour, "decision/now") == {kind.replace(" ", "_"): 1, phase: 1, **mine, **matter}


def test_the_acts_of_the_turn_are_told() -> None:
    s = acting(yellow={"pieces": [{"r": 20}], "partner": 5}).play("rizz", [1]).play("sneak")
    fields = ("acted", "bonus_acted", "sneaking", "has_cast")
    for colour in ("yellow", "red"):
        assert list(numbers_of(s, colour, "decision/now", *fields).values()) == [1, 1, 1, 0]
    s = casting("mend").play("cast mend").play("plainly", [3])
    assert list(numbers_of(s, "red", "decision/now", *fields).values()) == [1, 0, 0, 1]


@pytest.mark.parametrize(
    ("action", "act"),
    [
        ("tank shot", "act_tank_shot"),
        ("anti-tank shot", "act_anti-tank_shot"),
        ("artillery", "act_artillery"),
        ("turret", "act_turret"),
    ],
)
def test_shots_tell_what_is_fired_and_no_actor(action: str, act: str) -> None:
    place = 2 if action == "anti-tank shot" else 1
    s = acting(
        yellow={"structures": [{"built": 1, "built_hp": 5}], "tank": place},
        blue={"pieces": [at("blue", 2), at("blue", 25)]},
    ).play(action)
    told = row(s, "yellow", "decision/now")
    assert told.pop(act) == 1
    told.pop("acted", None)
    told.pop("bonus_acted", None)
    assert told == {"target": 1, "action_phase": 1, "mine": 1}


# -- what is under way -----------------------------------------------------------------------


def frames(s: Scene, colour: str) -> list[Seen]:
    """What is under way, as a party sees it, the procedure that asks first."""
    found = [row(s, colour, f"under_way/frame {n}") for n in range(1, 11)]
    return [frame for frame in found if frame]


def test_what_a_tackle_interrupts_is_told() -> None:
    # The mover, from, to, where the scan goes on, sneaking (not), the tackler; below it the turn.
    s = passing()
    move = {"procedure": MOVE_PIECE + 1, "stage": 1, "argument_2": 20, "argument_3": 25}
    move |= {"argument_4": 23}
    rolls = {"procedure": MOVE_ROLLS + 1, "stage": 2}
    yellow, green = frames(s, "yellow"), frames(s, "green")
    assert yellow[0] == {**move, "argument_1": 2, "argument_6": 13}
    assert green[0] == {**move, "argument_1": 6, "argument_6": 1}
    assert yellow[1] == green[1] == rolls
    assert yellow[2]["procedure"] == green[2]["procedure"] == TURN + 1
    assert (yellow[2]["argument_1"], green[2]["argument_1"]) == (1, 2)


def test_the_second_piece_of_a_synchronised_move_is_told() -> None:
    s = movement(
        5, yellow={"pieces": [{"r": 20}, {"r": 18}]}, green={"pieces": [at("green", 21)]}
    ).play("move 1 by 3 and 2")
    assert frames(s, "yellow")[1] == {
        "procedure": SECOND_PIECE + 1,
        "argument_1": 2,
        "argument_2": 2,
    }
    assert frames(s, "blue")[1]["argument_1"] == 14


@pytest.mark.rule("D-damage", "8.2")
def test_a_hit_tells_whether_a_check_for_stun_follows() -> None:
    # A punch has a stun value of 0, a spell has none at all.
    hit = frames(punched(), "green")[0]
    assert hit == {
        "procedure": HIT + 1,
        "stage": 1,
        "argument_1": 1,
        "argument_2": 2,
        "argument_3": 2,
        "argument_4": 1,
        "argument_6": 2,
    }
    s = casting(
        "fire bolt", green={**foe(24), "hand": {"ward": 1}}, sheets={"green": sheet("wizard")}
    )
    for action in ("cast fire bolt", "plainly", "own piece 1"):
        s.play(action)
    s.play("previous piece 1", [11, 10, 3])
    assert s.decision == "ward"
    assert "argument_4" not in frames(s, "green")[0]


def test_a_spell_tells_caster_card_and_aim() -> None:
    spell = {"procedure": COUNTERSPELLS + 1, "stage": 1}
    yellow, green = frames(countering(), "yellow"), frames(countering(), "green")
    # Spell 0, no meta card, the aim by its number among the actions, the third who is asked.
    assert yellow[0] == {**spell, "argument_3": 1, "argument_4": 167, "argument_5": 4}
    assert green[0] == {**spell, "argument_3": 5, "argument_4": 167, "argument_5": 4}
    choosing = frames(SCENES["caster"](), "yellow")
    assert choosing[0]["procedure"] == CAST_SPELL + 1
    assert choosing[0]["argument_2"] == 14
    assert choosing[1]["procedure"] == ACTIONS_OF_TURN + 1


# -- dice off the table, checks --------------------------------------------------------------


@pytest.mark.rule("8.9")
def test_rolls_of_a_step_that_is_done_again_are_told() -> None:
    # Green's dice of a contest: the first stays on the table, the second falls.
    s = Scene(
        "action",
        rules=table(),
        auto_pass=False,
        yellow={"pieces": [{"r": 20}]},
        green=foe(21),
    ).play("shove 1")
    s.play("previous piece 1", [11, 51, 7, FALLS])
    assert s.decision == "call dice off table"
    # The action was "previous piece 1", number 167 = 10 * 16 + 7.
    for colour in ("yellow", "blue"):
        assert row(s, colour, "tape/now") == {
            "rolls": 1,
            "roll_1": 11,
            "choice_high": 10,
            "choice_low": 7,
        }
    assert frames(s, "yellow")[0] == {
        "procedure": OFF_TABLE + 1,
        "stage": 1,
        "argument_1": 4,
        "argument_2": 20,
        "argument_3": 7,
        "argument_4": 167,
        "argument_5": 1,
    }
    assert seen(passing(), "yellow", "tape") == {}


@pytest.mark.rule("8.2", "8.3", "8.4")
def test_checks_that_wait_are_told_in_their_order() -> None:
    checks = [
        [0, 5, 9, 0, 0, 0, 0, 0],
        [1, 2, 3, 2, 0, 0, 0, 0],
        [2, 9, 14, 3, 6, 4, 1, 30],
        [2, 16 + 13, 12, 0, 5, 2, 0, 0],
    ]
    s = acting(checks=checks, yellow={"pieces": [{"r": 20}]})
    # 32 stands for 0; pieces and structural spaces are told from 1, in the order as seen.
    told = [
        {"stun": 1, "piece": 6, "value": 41, "by": 1},
        {"fear": 1, "piece": 3, "value": 35, "bonus": 2},
        {
            "collateral": 1,
            "piece": 10,
            "value": 46,
            "by": 4,
            "damage": 6,
            "stun_value": 4,
            "away": 1,
            "space": 31,
        },
        {
            "collateral": 1,
            "structure": 14,
            "value": 44,
            "by": 1,
            "damage": 5,
            "stun_value": 2,
            "space": 1,
        },
    ]
    assert [row(s, "yellow", f"checks/check {n}") for n in (1, 2, 3, 4)] == told
    assert row(s, "yellow", "checks/check 5") == {}
    # Blue: every party is one earlier, its start is ring space 13.
    as_blue = [
        {**told[0], "piece": 2, "by": 4},
        {**told[1], "piece": 15},
        {**told[2], "piece": 6, "by": 3, "space": 18},
        {**told[3], "structure": 10, "by": 4, "space": 40},
    ]
    assert [row(s, "blue", f"checks/check {n}") for n in (1, 2, 3, 4)] == as_blue
