"""Tanks and artillery. [6.14, TK-, T-tank]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

SHIELD, ATTACK, ANTI_TANK = range(3)
OPEN = 31


def tank(
    ring: int = 5,
    *,
    engineering: int = 0,
    dexterity: int = 0,
    their_engineering: int = 0,
    target: dict[str, int] | None = None,
    red: dict[str, Any] | None = None,
    **own: Any,
) -> Scene:
    """Yellow's tank; a piece of red's, without armour or shield, on a ring space."""
    made = {"yellow": sheet(engineering=engineering), "red": sheet("wizard")}
    scores = sheet(dexterity=dexterity, engineering=their_engineering).scores
    object.__setattr__(made["red"], "scores", scores)
    piece = {"r": (ring - 26) % 52, **(target or {})}
    return Scene(
        "action",
        auto_pass=False,
        sheets=made,
        yellow={"partner": 11, **own},
        red={"pieces": [piece], "tank": ANTI_TANK, **(red or {})},
    )


def shot(s: Scene, dice: list[int]) -> int:
    s.play("tank shot").play("across piece 1", dice=dice)
    return 12 - s.get("red", "hp")


# -- moving --------------------------------------------------------------------------------------


@pytest.mark.rule("T-tank", "6.14")
@pytest.mark.parametrize("start", [SHIELD, ATTACK, ANTI_TANK])
def test_tank_stays_or_moves_to_another_of_its_spaces(start: int) -> None:
    for space, name in enumerate(("shield", "attack", "anti-tank")):
        s = Scene("tank", auto_pass=False, yellow={"tank": start})
        assert (s.decider, s.decision) == ("yellow", "tank")
        assert s.legal == ["tank to shield", "tank to attack", "tank to anti-tank"]
        s.play(f"tank to {name}")
        assert s.get("yellow", "tank") == space
        assert s.decision == "action"


@pytest.mark.rule("T-setup", "TK-")
def test_tank_begins_on_the_shield_space_with_10_hp() -> None:
    s = Scene("tank", auto_pass=False)
    assert [s.get(colour, "tank") for colour in COLOURS] == [SHIELD] * 4
    assert [s.get(colour, "tank_hp") for colour in COLOURS] == [10] * 4


@pytest.mark.rule("6.14", "TK-")
def test_heavily_damaged_tank_does_nothing() -> None:
    assert Scene("tank", auto_pass=False, yellow={"tank_hp": 0}).decision == "action"
    assert "tank shot" not in tank(tank=ATTACK, tank_hp=0).legal
    assert "anti-tank shot" not in tank(tank=ANTI_TANK, tank_hp=0).legal


# -- the shot at a piece -------------------------------------------------------------------------


@pytest.mark.rule("TK-shot", "A-tank-shot", "A-anti-tank", "6.14")
@pytest.mark.parametrize("space", [SHIELD, ATTACK, ANTI_TANK])
def test_each_space_has_its_own_shot(space: int) -> None:
    legal = tank(tank=space).legal
    assert ("tank shot" in legal) is (space == ATTACK)
    assert ("anti-tank shot" in legal) is (space == ANTI_TANK)


@pytest.mark.rule("TK-shot", "6.1")
@pytest.mark.parametrize(
    ("ring", "near"), [(51, True), (0, True), (10, True), (11, False), (50, False)]
)
def test_shot_at_enemies_in_the_own_home_field(ring: int, near: bool) -> None:
    assert ("tank shot" in tank(ring, tank=ATTACK).legal) is near


@pytest.mark.rule("TK-shot", "D-contest")
@pytest.mark.parametrize(
    ("engineering", "dexterity", "dodging", "dice", "damage"),
    [
        (0, 0, 0, [11, 10, 8], 8),
        (0, 0, 0, [10, 10, 7], 4),  # a graze
        (0, 0, 0, [9, 10], 0),
        (2, 1, 0, [10, 10, 8], 8),
        (0, 0, 1, [11, 10], 0),
        (-1, 0, 0, [20, 20, 4], 8),
    ],
)
def test_engineering_against_dexterity_and_dodge(
    engineering: int, dexterity: int, dodging: int, dice: list[int], damage: int
) -> None:
    s = tank(tank=ATTACK, engineering=engineering, dexterity=dexterity, target={"dodging": dodging})
    assert shot(s, dice) == damage


@pytest.mark.rule("TK-shot", "8.2")
def test_shot_throws_a_d8_and_has_stun_4() -> None:
    s = tank(tank=ATTACK)
    shot(s, [15, 10, 3])
    assert s.dice("damage") == [8]
    assert list(s.state.checks[:3]) == [0, 8, 7]


@pytest.mark.rule("TK-shot", "C-restrained", "C-prone", "ST-")
def test_conditions_of_the_target_lean_a_shot_those_of_the_party_do_not() -> None:
    assert shot(tank(tank=ATTACK, target={"restrained": 1}), [2, 15, 10, 1]) == 1
    assert shot(tank(tank=ATTACK, target={"prone": 1}), [15, 2, 10]) == 0
    assert shot(tank(tank=ATTACK, poisoned=2, provoker=1), [15, 10, 1]) == 1


@pytest.mark.rule("TK-shot", "T-first-special")
@pytest.mark.parametrize("space", [ATTACK, ANTI_TANK])
def test_neither_shot_for_the_next_3_own_turns(space: int) -> None:
    s = tank(tank=space)
    if space == ATTACK:
        shot(s, [2, 10])
    else:
        s.play("anti-tank shot").play("across tank", dice=[2, 10])
    wait = s.get("yellow", "tank_wait")
    for turn, ready in ((1, False), (2, False), (3, False), (4, True)):
        for other in (ATTACK, ANTI_TANK):
            s = Scene(
                "first special",
                auto_pass=False,
                yellow={"tank": SHIELD, "tank_wait": wait},
                red={"pieces": [{"r": 31}]},
            )
            s.play(("tank to shield", "tank to attack", "tank to anti-tank")[other])
            name = "tank shot" if other == ATTACK else "anti-tank shot"
            assert (name in s.legal) is ready, turn
        wait = s.get("yellow", "tank_wait")


# -- the shot at a tank --------------------------------------------------------------------------


@pytest.mark.rule("TK-anti-tank")
@pytest.mark.parametrize(
    ("engineering", "theirs", "dice", "left"),
    [
        (0, 0, [11, 10, 8], 2),
        (0, 0, [10, 10, 7], 6),
        (0, 0, [9, 10], 10),
        (1, 2, [11, 10, 4], 8),
        (-2, 2, [20, 10, 5], 0),
    ],
)
def test_engineering_against_engineering(
    engineering: int, theirs: int, dice: list[int], left: int
) -> None:
    s = tank(tank=ANTI_TANK, engineering=engineering, their_engineering=theirs)
    s.play("anti-tank shot").play("across tank", dice=dice)
    assert s.get("red", "tank_hp") == left


@pytest.mark.rule("TK-anti-tank")
def test_advantage_against_a_tank_on_its_attack_space() -> None:
    s = tank(tank=ANTI_TANK, red={"tank": ATTACK})
    s.play("anti-tank shot").play("across tank", dice=[2, 15, 10, 8])
    assert s.get("red", "tank_hp") == 2
    assert s.dice("damage") == [8]


@pytest.mark.rule("TK-anti-tank", "TK-")
def test_targets_are_the_working_tanks_of_others() -> None:
    s = tank(tank=ANTI_TANK, red={"tank_hp": 0}).play("anti-tank shot")
    assert s.legal == ["next tank", "previous tank"]


@pytest.mark.rule("TK-")
def test_tank_hp_does_not_go_below_0() -> None:
    s = tank(tank=ANTI_TANK, red={"tank_hp": 3})
    s.play("anti-tank shot").play("across tank", dice=[15, 2, 8])
    assert s.get("red", "tank_hp") == 0


# -- artillery -----------------------------------------------------------------------------------


def gun(ring: int = OPEN, **more: Any) -> Scene:
    return tank(ring, **more)


def fire(s: Scene, dice: list[int]) -> Scene:
    return s.play("artillery").play("across piece 1", dice=dice)


@pytest.mark.rule("TK-artillery")
@pytest.mark.parametrize(
    ("ring", "far"), [(11, True), (50, True), (30, True), (51, False), (10, False), (0, False)]
)
def test_artillery_reaches_all_outside_the_own_home_field(ring: int, far: bool) -> None:
    assert ("artillery" in gun(ring).legal) is far


@pytest.mark.rule("TK-artillery", "A-artillery")
def test_artillery_needs_a_piece_in_the_yard() -> None:
    away = [{"r": r} for r in (20, 22, 24, 26)]
    assert "artillery" not in gun(pieces=away).legal
    assert "artillery" in gun(pieces=away[:3]).legal
    assert "artillery" not in gun(pieces=[*away[:3], {"r": -2, "jailer": 1}]).legal


@pytest.mark.rule("TK-artillery", "6.4", "C-veiled")
def test_artillery_aims_at_conscious_pathway_pieces() -> None:
    assert "artillery" not in gun(target={"fallen": 2}).legal
    assert "artillery" not in gun(target={"veiled": 1}).legal
    assert "artillery" not in gun(target={"r": 51}).legal


@pytest.mark.rule("TK-artillery", "D-contest")
@pytest.mark.parametrize(
    ("engineering", "dice", "damage"),
    [(0, [11, 5], 5), (0, [10, 5], 3), (1, [10, 5], 5), (0, [20, 4], 8)],
)
def test_engineering_against_10(engineering: int, dice: list[int], damage: int) -> None:
    s = fire(gun(engineering=engineering), dice)
    assert s.get("red", "hp") == 12 - damage


@pytest.mark.rule("TK-artillery")
@pytest.mark.parametrize(("scatter", "direction"), [(1, 2), (4, 6), (1, 1), (4, 5)])
def test_miss_scatters_forward_if_even_else_backward(scatter: int, direction: int) -> None:
    end = OPEN + (scatter if direction % 2 == 0 else -scatter)
    s = gun(pieces=[{"r": end}])
    fire(s, [9, scatter, direction, 6])
    assert s.get("red", "hp") == 12
    assert s.get("yellow", "hp") == 12 - 4, "own pieces too, in their armour of 2"


@pytest.mark.rule("TK-artillery", "D-damage")
def test_everybody_conscious_on_the_space_is_hit_by_one_roll_in_index_order() -> None:
    s = gun(red={"pieces": [{"r": 5}, {"r": 5}, {"r": 5, "fallen": 2}], "hp": 4})
    fire(s, [15, 5])
    assert s.fallen("red", 1)
    assert not s.fallen("red", 2)
    assert s.get("red", "hp") == 12 - 5, "the pool refills in between"
    assert s.get("red", "fallen", 3) == 2
    assert len([event for event in s.events("roll") if event.data["reason"] == "damage"]) == 1


@pytest.mark.rule("TK-artillery", "SP-phantom")
def test_phantom_on_the_space_is_hit() -> None:
    s = gun(phantom_at=OPEN + 1, phantom_hp=3, phantom_turns=3)
    fire(s, [5, 1, 2, 3])
    assert s.get("yellow", "phantom_at") == -1


@pytest.mark.rule("TK-artillery", "8.2")
def test_artillery_throws_a_d6_and_has_stun_0() -> None:
    s = fire(gun(), [15, 4])
    assert s.dice("damage") == [6]
    assert list(s.state.checks[:3]) == [0, 8, 4]


@pytest.mark.rule("TK-artillery", "T-first-special")
def test_artillery_is_usable_again_in_the_third_own_turn() -> None:
    wait = fire(gun(), [15, 1]).get("yellow", "artillery_wait")
    for turn, ready in ((1, False), (2, False), (3, True)):
        s = Scene(
            "first special",
            auto_pass=False,
            yellow={"artillery_wait": wait},
            red={"pieces": [{"r": 5}]},
        ).play("tank to shield")
        assert ("artillery" in s.legal) is ready, turn
        wait = s.get("yellow", "artillery_wait")


@pytest.mark.rule("TK-artillery", "N-wind", "N-weather")
def test_wind_and_fog_do_not_apply() -> None:
    for world in ({"weather": 3}, {"wind": 0, "wind_strength": 3}):
        parties: dict[str, Any] = {"red": {"pieces": [{"r": 5}]}}
        s = Scene("action", auto_pass=False, world=world, **parties)
        fire(s, [10, 6])
        assert s.get("red", "hp") == 11, "half of 6 less armour"


@pytest.mark.rule("TK-artillery")
@pytest.mark.parametrize("colour", COLOURS)
def test_scatter_goes_round_the_ring_for_every_colour(colour: str) -> None:
    enemy = following(colour, 2)
    parties: dict[str, Any] = {
        colour: {"pieces": [{"r": 1}]},
        enemy: {"pieces": [{"r": seen_by(colour, 50, enemy)}]},
    }
    s = Scene("action", turn=colour, auto_pass=False, **parties)
    s.play("artillery").play("across piece 1", dice=[5, 3, 4, 6])
    assert s.get(colour, "hp") == 12 - 3, "armour 2, and the shield tank"


@pytest.mark.rule("6.14", "TK-")
def test_one_action_a_turn_for_tank_and_artillery() -> None:
    s = fire(gun(tank=ATTACK), [15, 1])
    assert not {"artillery", "tank shot", "sneak"} & set(s.legal)


@pytest.mark.rule("6.14")
def test_no_tanks_without_the_module() -> None:
    rules = Scene("action", auto_pass=False).rules.changed(modules=("combat",))
    assert Scene("tank", auto_pass=False, rules=rules).decision == "action"
