"""Wounded and stunned parties; pieces that see another fall and run. [8.1, 8.2, 8.3]"""

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

STUN = 0
FEAR = 1
NORMAL_HP = 12


def stun_check(victim: str, piece: int, value: int, by: str = "red") -> list[int]:
    """A stun check that waits: damage and stun together are the value."""
    at = COLOURS.index(victim) * 4 + piece - 1
    return [STUN, at, value, COLOURS.index(by), 0, 0, 0, 0]


def fight(yellow: Any = None, **more: Any) -> Scene:
    """Yellow's action phase; its piece 1 stands on r = 14, one space behind blue's r = 2."""
    return Scene("action", yellow=yellow or {"pieces": [{"r": 14}]}, auto_pass=False, **more)


def waiting(check: list[int], *dice: int, turn: str = "yellow", **more: Any) -> Scene:
    """A second special rules phase with this check; the last die is a useless movement roll."""
    world = {"starter": COLOURS.index(turn)}
    return Scene(
        "second special",
        turn=turn,
        dice=[*dice, 3],
        checks=[check],
        world=world,
        auto_pass=False,
        **more,
    )


def punched(*dice: int, **party: Any) -> Scene:
    """Yellow's piece 1 on r = 14 punches blue's piece 1 on r = 2 of its own route."""
    s = fight(blue={"pieces": [{"r": 2}], **party})
    return s.play("punch 1").play("next piece 1", dice)


# -- 8.1 wounded -------------------------------------------------------------------------------


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(
    ("most", "hp", "healed"),
    [(12, 6, 7), (12, 7, 7), (12, 1, 2), (13, 6, 7), (13, 7, 7), (11, 5, 6), (11, 6, 6)],
)
def test_a_wounded_party_heals_one_in_its_first_special_rules_phase(
    most: int, hp: int, healed: int
) -> None:
    rules = LudicrousRules(house=(("hp", most),))
    s = Scene("first special", rules=rules, yellow={"hp": hp})
    assert s.get("yellow", "hp") == healed


@pytest.mark.rule("8.1")
def test_only_the_party_whose_turn_it_is_heals() -> None:
    s = Scene("first special", yellow={"hp": 3}, blue={"hp": 3})
    assert (s.get("yellow", "hp"), s.get("blue", "hp")) == (4, 3)


@pytest.mark.rule("8.1", "ST-infirmary")
@pytest.mark.parametrize(("hp", "healed"), [(5, 7), (6, 7), (7, 8)])
def test_the_infirmary_heals_before_the_wounded_do(hp: int, healed: int) -> None:
    s = Scene("first special", yellow={"hp": hp, "structures": [{"built": 2, "built_hp": 4}]})
    assert s.get("yellow", "hp") == healed


@pytest.mark.rule("8.1")
def test_a_pool_that_refilled_because_a_piece_fell_is_not_wounded() -> None:
    s = punched(3, hp=1)
    assert s.fallen("blue", 1)
    assert s.get("blue", "hp") == NORMAL_HP
    assert not s.state.wounded(1)


# -- 8.2 stunned -------------------------------------------------------------------------------


@pytest.mark.rule("8.2")
@pytest.mark.parametrize(("roll", "stunned"), [(8, 1), (7, 1), (9, 0), (1, 1), (20, 0)])
def test_the_roll_must_be_above_damage_and_stun_value(roll: int, stunned: int) -> None:
    s = waiting(stun_check("blue", 1, 8), roll)
    assert s.get("blue", "stunned") == stunned


@pytest.mark.rule("8.2", "D-crit")
@pytest.mark.parametrize(("value", "roll", "stunned"), [(25, 20, 1), (0, 1, 0)])
def test_the_natural_rolls_of_the_only_one_who_rolls_mean_nothing(
    value: int, roll: int, stunned: int
) -> None:
    s = waiting(stun_check("blue", 1, value), roll)
    assert s.get("blue", "stunned") == stunned


@pytest.mark.rule("8.2")
@pytest.mark.parametrize(("score", "stunned"), [(0, 1), (1, 0), (-2, 1)])
def test_constitution_is_added(score: int, stunned: int) -> None:
    sheets = {"blue": sheet(constitution=score)}
    s = waiting(stun_check("blue", 1, 8), 8, sheets=sheets)
    assert s.get("blue", "stunned") == stunned


@pytest.mark.rule("8.2", "C-crowned")
def test_a_crowned_piece_adds_one_against_stun() -> None:
    blue = {"pieces": [{"r": 2, "crowned": 1}]}
    s = waiting(stun_check("blue", 1, 8), 8, blue=blue)
    assert s.get("blue", "stunned") == 0


@pytest.mark.rule("8.2", "A-punch")
def test_the_value_is_the_damage_dealt_plus_the_stun_value() -> None:
    # A punch deals 1 whatever the armour, and has no stun value.
    s = punched(3)
    assert s.get("blue", "hp") == NORMAL_HP - 1
    assert s.state.checks[:4] == [STUN, 4, 1, 0]


@pytest.mark.rule("8.2", "W-weapons")
def test_a_sword_adds_its_stun_value_to_what_armour_left() -> None:
    s = fight(blue={"pieces": [{"r": 2}]})
    s.play("melee attack 1").play("next piece 1", [15, 5, 6])
    # 6, armour takes 2, the shield tank of the own home field 1.
    assert s.get("blue", "hp") == NORMAL_HP - 3
    assert s.state.checks[:4] == [STUN, 4, 3 + 2, 0]


@pytest.mark.rule("8.2")
def test_the_check_waits_for_the_next_special_rules_phase() -> None:
    s = punched(3)
    assert s.get("blue", "stunned") == 0
    s.play("end", [1, 3])
    assert s.get("blue", "stunned") == 1


@pytest.mark.rule("8.2", "T-first-special")
def test_it_is_settled_in_the_special_rules_phase_of_whoever_has_the_turn() -> None:
    s = Scene("first special", turn="red", dice=[1], checks=[stun_check("blue", 1, 1, by="green")])
    assert s.get("blue", "stunned") == 1


@pytest.mark.rule("8.2")
def test_a_piece_that_falls_is_not_checked_for_stun() -> None:
    assert punched(3, hp=1).state.checks == []


@pytest.mark.rule("8.2", "6.11")
def test_traps_and_fire_leave_no_stun_check() -> None:
    burning = Scene("first special", yellow={"pieces": [{"r": 5, "burning": 2}]})
    assert burning.get("yellow", "hp") == NORMAL_HP - 1
    trapped = Scene("movement", dice=[2], yellow={"pieces": [{"r": 10}]}, auto_pass=False)
    trapped.play("move 1", [6])
    assert trapped.get("yellow", "hp") == NORMAL_HP - 1
    assert burning.state.checks == trapped.state.checks == []


@pytest.mark.rule("8.2", "SP-fire-bolt")
def test_magic_leaves_no_stun_check() -> None:
    s = fight(
        {"pieces": [{"r": 14}], "hand": {"fire bolt": 1}},
        sheets={"yellow": sheet("wizard")},
        blue={"pieces": [{"r": 2}]},
    )
    s.play("cast fire bolt").play("plainly").play("own piece 1").play("next piece 1", [15, 5, 3])
    assert s.get("blue", "hp") == NORMAL_HP - 2
    assert s.state.checks == []


@pytest.mark.rule("8.2", "M-bonus-die")
@pytest.mark.parametrize(("stunned", "counter"), [(0, 2), (1, 1)])
def test_the_bonus_die_of_a_stunned_party_does_not_advance(stunned: int, counter: int) -> None:
    s = Scene("first special", yellow={"counter": 1, "stunned": stunned})
    assert s.get("yellow", "counter") == counter
    assert s.get("yellow", "stunned") == 0


@pytest.mark.rule("8.2", "M-morale")
def test_making_an_enemy_fall_does_not_advance_it_either() -> None:
    s = fight({"pieces": [{"r": 14}], "stunned": 1}, blue={"pieces": [{"r": 2}], "hp": 1})
    s.play("punch 1").play("next piece 1", [3])
    assert s.fallen("blue", 1)
    assert s.get("yellow", "counter") == 0


@pytest.mark.rule("8.2", "R-tackle")
@pytest.mark.parametrize(("stunned", "asked"), [(0, "tackle"), (1, "turning")])
def test_a_stunned_party_has_no_reactions(stunned: int, asked: str) -> None:
    s = Scene(
        "movement",
        dice=[5],
        yellow={"pieces": [{"r": 14}]},
        blue={"pieces": [{"r": 3}], "stunned": stunned},
        auto_pass=False,
    )
    s.play("move 1")
    assert (s.decider, s.decision) == ("blue", asked)


# -- 8.3 frightened ----------------------------------------------------------------------------


def felled(
    behind: dict[str, Any], *, leader: int | None = None, hp: int = 1, **sheets: int
) -> Scene:
    """Blue's piece 4 on r = 30 has just fallen; its piece 3 is what ``behind`` says."""
    blue = {"pieces": [{}, {}, behind, {"r": 30}], "hp": 1}
    red = {"pieces": [{"r": seen_by("blue", 29, "red")}]}
    s = Scene("action", turn="red", blue=blue, red=red, auto_pass=False)
    s.play("punch 1").play("previous piece 4", [3])
    assert s.fallen("blue", 4)
    return s


def fears(s: Scene) -> list[tuple[int, int, int]]:
    """Piece, goal and bonus of the fear checks that wait."""
    checks = [s.state.checks[n : n + 8] for n in range(0, len(s.state.checks), 8)]
    return [(c[1] % 4 + 1, c[2], c[3]) for c in checks if c[0] == FEAR]


@pytest.mark.rule("8.3")
@pytest.mark.parametrize(("r", "goal"), [(27, 1), (28, 2)])
def test_the_goal_is_four_less_the_distance(r: int, goal: int) -> None:
    assert fears(felled({"r": r})) == [(3, goal, 0)]


@pytest.mark.rule("8.3")
@pytest.mark.parametrize(
    "behind", [{"r": 26}, {"r": 30}, {"r": 31}, {"r": 28, "facing": -1}, {"r": 28, "fallen": 2}, {}]
)
def test_too_far_beside_ahead_or_turned_away_is_not_vulnerable(behind: dict[str, int]) -> None:
    assert fears(felled(behind)) == []


@pytest.mark.rule("8.3")
@pytest.mark.parametrize("colour", COLOURS)
def test_behind_is_on_the_own_route_round_every_corner(colour: str) -> None:
    victims = {"pieces": [{}, {"r": 50}, {"r": 48}, {"r": 0}], "hp": 1}
    foe = following(colour)
    parties: dict[str, Any] = {
        colour: victims,
        foe: {"pieces": [{"r": seen_by(colour, 49, foe)}]},
    }
    s = Scene(
        "action",
        turn=foe,
        auto_pass=False,
        **parties,
    )
    s.play("punch 1").play("previous piece 2", [3])
    assert s.fallen(colour, 2)
    assert fears(s) == [(3, 2, 0)]


@pytest.mark.rule("8.3")
def test_the_furthest_is_checked_first() -> None:
    blue = {"pieces": [{"r": 50}, {"r": 29}, {"r": 27}, {"r": 30}], "hp": 1}
    red = {"pieces": [{"r": seen_by("blue", 31, "red"), "facing": -1}]}
    s = Scene("action", turn="red", blue=blue, red=red, auto_pass=False)
    s.play("punch 1").play("previous piece 4", [3])
    assert fears(s) == [(3, 1, 0), (2, 3, 0)]


def frightened(
    *dice: int, goal: int = 4, colour: str = "blue", sheets: Any = None, **parties: Any
) -> Scene:
    """A fear check of the piece 3 of a colour, in the special rules phase of the next party.

    The last die is that party's movement roll, with which it can do nothing.
    """
    at = COLOURS.index(colour) * 4 + 2
    check = [FEAR, at, goal, 0, 0, 0, 0, 0]
    return waiting(check, *dice, turn=following(colour), sheets=sheets, **parties)


def third(r: int, **conditions: int) -> dict[str, Any]:
    """A party whose piece 3 is on the pathway."""
    return {"pieces": [{}, {}, {"r": r, **conditions}]}


@pytest.mark.rule("8.3", "D-save")
@pytest.mark.parametrize(
    ("roll", "nerves", "end"), [(4, 0, 20), (3, 0, 18), (3, 1, 20), (6, -2, 20)]
)
def test_neuroticism_is_added_to_the_throw(roll: int, nerves: int, end: int) -> None:
    dice = [roll] if end == 20 else [roll, 2]
    s = frightened(*dice, blue=third(20), sheets={"blue": sheet(neuroticism=nerves)})
    assert s.r("blue", 3) == end


@pytest.mark.rule("8.3", "Y-facing")
@pytest.mark.parametrize("colour", COLOURS)
def test_whoever_fails_goes_back_a_d6_and_keeps_facing(colour: str) -> None:
    parties: dict[str, Any] = {colour: third(27)}
    s = frightened(1, 6, colour=colour, **parties)
    assert s.r(colour, 3) == 21
    assert s.get(colour, "facing", 3) == 1


@pytest.mark.rule("8.3", "6.2")
@pytest.mark.parametrize(("start", "roll", "end"), [(10, 5, 7), (10, 6, 7), (10, 1, 9), (11, 6, 5)])
def test_in_the_own_home_field_it_is_half_rounded_up(start: int, roll: int, end: int) -> None:
    without_cards = LudicrousRules(modules=("combat",))
    check = [FEAR, 6, 4, 0, 0, 0, 0, 0]
    s = waiting(check, 1, roll, turn="red", rules=without_cards, blue=third(start))
    assert s.r("blue", 3) == end


@pytest.mark.rule("8.3")
@pytest.mark.parametrize(("start", "roll", "end"), [(2, 6, 0), (1, 6, 0), (0, 6, 0)])
def test_nobody_goes_back_past_the_own_start(start: int, roll: int, end: int) -> None:
    assert frightened(1, roll, blue=third(start)).r("blue", 3) == end


@pytest.mark.rule("8.3")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("friend", [True, False])
def test_it_stops_before_any_conscious_piece(colour: str, friend: bool) -> None:
    own: dict[str, Any] = {"pieces": [{}, {"r": 17 if friend else -1}, {"r": 20}]}
    foe = following(colour, 2)
    other = {"pieces": [{"r": -1 if friend else seen_by(colour, 17, foe)}]}
    parties: dict[str, Any] = {colour: own, foe: other}
    s = frightened(1, 6, colour=colour, **parties)
    assert s.r(colour, 3) == 18


@pytest.mark.rule("8.3", "SP-phantom")
def test_it_stops_before_a_phantom() -> None:
    green = {"phantom_at": 13 + 17, "phantom_hp": 3, "phantom_turns": 3}
    assert frightened(1, 6, blue=third(20), green=green).r("blue", 3) == 18


@pytest.mark.rule("8.3", "C-unconscious")
def test_it_runs_over_whoever_lies_there() -> None:
    own = {"pieces": [{}, {"r": 19, "fallen": 2}, {"r": 22}]}
    assert frightened(1, 4, blue=own).r("blue", 3) == 18


@pytest.mark.rule("8.3", "M-effects")
def test_the_last_space_has_its_landing_effects() -> None:
    # r = 12 is red's trap: 1 damage, and a throw against being restrained.
    s = frightened(1, 3, 1, blue=third(15))
    assert s.r("blue", 3) == 12
    assert s.get("blue", "hp") == NORMAL_HP - 1
    assert s.get("blue", "restrained", 3) > 0


@pytest.mark.rule("8.3", "M-effects")
def test_a_piece_that_cannot_go_back_triggers_nothing() -> None:
    own = {"pieces": [{}, {"r": 11}, {"r": 12}]}
    s = frightened(1, 3, blue=own)
    assert s.r("blue", 3) == 12
    assert s.get("blue", "hp") == NORMAL_HP


@pytest.mark.rule("8.3", "C-restrained")
def test_a_restrained_piece_does_not_retreat() -> None:
    assert frightened(1, blue=third(20, restrained=2)).r("blue", 3) == 20


@pytest.mark.rule("8.3")
@pytest.mark.parametrize("piece", [{"r": 20, "fallen": 2}, {"r": -2, "jailer": 0}, {"r": 52}])
def test_fallen_captive_and_sheltered_pieces_do_not_retreat(piece: dict[str, int]) -> None:
    s = frightened(blue={"pieces": [{}, {}, piece]})
    assert s.r("blue", 3) == piece["r"]


@pytest.mark.rule("8.3", "T-first-special")
def test_checks_are_settled_in_the_order_in_which_they_arose() -> None:
    fear = [FEAR, 6, 4, 0, 0, 0, 0, 0]
    s = Scene(
        "second special",
        turn="red",
        auto_pass=False,
        dice=[20, 1, 2, 1, 3],
        checks=[stun_check("green", 1, 5), fear, stun_check("blue", 3, 5)],
        blue=third(20),
    )
    assert s.get("green", "stunned") == 0
    assert s.r("blue", 3) == 18
    assert s.get("blue", "stunned") == 1


@pytest.mark.rule("8.3")
def test_the_throw_counts_as_things_were_at_the_fall() -> None:
    # Turned round by now: the throw is still due, against 4 - 2.
    s = felled({"r": 28})
    s.state.facing[6] = -1
    s.play("end", [1, 1, 2])
    assert s.r("blue", 3) == 27
