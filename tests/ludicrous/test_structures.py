"""Fortifying, hacking, and what structures do. [A-fortify, A-hack, ST-, 6.9, 8.8]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.tables import STRUCTURES
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

BARRICADE, TURRET, INFIRMARY, WATCHTOWER, SNARE = range(5)
AWAY = [{"r": 20}, {"r": 22}, {"r": 24}, {"r": 26}]
"""Nobody in the yard or in the home field."""


def building(engineering: int = 0, **own: Any) -> Scene:
    entry = {"pieces": AWAY, "partner": 0, **own}
    return Scene(
        "action", auto_pass=False, sheets={"yellow": sheet(engineering=engineering)}, yellow=entry
    )


def points(s: Scene) -> int:
    return s.play("fortify turret 1").get("yellow", "project_points", 1)


# -- fortifying ----------------------------------------------------------------------------------


@pytest.mark.rule("A-fortify", "8.8")
@pytest.mark.parametrize(
    ("pieces", "engineering", "partner", "expected"),
    [
        (AWAY, 0, 0, 1),
        (AWAY, 0, 12, 2),
        ([*AWAY[:3], {"r": 10}], 0, 0, 2),
        ([*AWAY[:3], {"r": 11}], 0, 0, 1),
        (AWAY[:3], 0, 0, 2),  # one in the yard
        ([{"r": 0}, {"r": 20}], 0, 0, 3),  # 1 + 1 + 2, capped
        ([{"r": 0}], 0, 0, 3),  # 1 + 1 + 3, capped
        ([{"r": 0}], 1, 0, 4),  # the cap comes before engineering
        (AWAY, -2, 0, 1),  # at least 1
        (AWAY, -2, 12, 2),  # and then the partner
        ([*AWAY[:3], {"r": 5, "fallen": 2}], 0, 0, 1),
        ([*AWAY[:3], {"r": -2, "jailer": 1}], 0, 0, 1),
        ([*AWAY[:3], {"r": 51}], 0, 0, 1),
    ],
)
def test_points_of_one_action(
    pieces: list[dict[str, int]], engineering: int, partner: int, expected: int
) -> None:
    assert points(building(engineering, pieces=pieces, partner=partner)) == expected


@pytest.mark.rule("A-fortify", "ST-")
@pytest.mark.parametrize(
    ("kind", "cost", "hp"),
    [
        ("barricade", 3, 6),
        ("turret", 5, 5),
        ("infirmary", 4, 4),
        ("watchtower", 4, 5),
        ("snare", 3, 3),
    ],
)
@pytest.mark.parametrize("engineering", [-2, 0, 1])
def test_built_when_the_cost_is_reached(kind: str, cost: int, hp: int, engineering: int) -> None:
    gain = max(1, 1 + engineering)
    number = STRUCTURES.index(kind)
    for missing, built in ((gain, True), (gain + 1, False)):
        project = {"project": number, "project_points": cost - missing}
        s = building(engineering, structures=[project]).play(f"fortify {kind} 1")
        assert (s.get("yellow", "built", 1) == number) is built
        if built:
            assert s.get("yellow", "built_hp", 1) == max(1, hp + 2 * engineering)
            assert s.get("yellow", "project", 1) == -1
            assert s.get("yellow", "project_points", 1) == 0, "surplus is lost"
        else:
            assert s.get("yellow", "project_points", 1) == cost - 1


@pytest.mark.rule("A-fortify")
def test_one_project_a_space_and_one_structure_of_a_kind() -> None:
    s = building(structures=[{"built": TURRET, "built_hp": 5}, {"project": SNARE}])
    offered = {name for name in s.legal if name.startswith("fortify")}
    free = {f"fortify {kind} {n}" for kind in STRUCTURES for n in (3, 4)}
    expected = {name for name in free if "turret" not in name and "snare" not in name}
    assert offered == expected | {"fortify snare 2"}


@pytest.mark.rule("A-fortify", "6.9")
def test_all_kinds_on_all_own_spaces() -> None:
    s = building()
    expected = {f"fortify {kind} {n}" for kind in STRUCTURES for n in (1, 2, 3, 4)}
    assert {name for name in s.legal if name.startswith("fortify")} == expected


@pytest.mark.rule("6.9", "ST-")
@pytest.mark.parametrize("owner", COLOURS)
def test_structural_spaces_touch_r_1_4_6_and_9(owner: str) -> None:
    """A sword reaches a structure only from the space that it touches."""
    attacker = following(owner)
    for slot, r in enumerate((1, 4, 6, 9)):
        structures: list[dict[str, int]] = [{}, {}, {}, {}]
        structures[slot] = {"built": TURRET, "built_hp": 5}
        for place in range(11):
            parties: dict[str, Any] = {
                attacker: {"pieces": [{"r": seen_by(owner, place, attacker)}]},
                owner: {"structures": structures},
            }
            s = Scene("action", turn=attacker, auto_pass=False, **parties)
            assert ("melee attack 1" in s.legal) is (place == r)


# -- hacking -------------------------------------------------------------------------------------


def hacker(r: int, *, facing: int = 1, intelligence: int = 0, engineering: int = 0) -> Scene:
    """Blue's turret touches ring 14."""
    return Scene(
        "action",
        auto_pass=False,
        sheets={
            "yellow": sheet(intelligence=intelligence),
            "blue": sheet(engineering=engineering),
        },
        yellow={"pieces": [{"r": r, "facing": facing}]},
        blue={"structures": [{"built": TURRET, "built_hp": 5}]},
    )


@pytest.mark.rule("A-hack", "6.9")
@pytest.mark.parametrize("facing", [1, -1])
def test_hack_reaches_3_either_way(facing: int) -> None:
    for r, near in ((14, True), (16, True), (12, True), (17, False), (11, False)):
        assert ("hack 1" in hacker(r, facing=facing).legal) is near


@pytest.mark.rule("A-hack")
@pytest.mark.parametrize(
    ("intelligence", "engineering", "roll", "hacked"),
    [(0, 0, 10, True), (0, 0, 9, False), (1, 0, 9, True), (0, 2, 11, False), (0, 2, 20, True)],
)
def test_intelligence_against_engineering(
    intelligence: int, engineering: int, roll: int, hacked: bool
) -> None:
    s = hacker(14, intelligence=intelligence, engineering=engineering)
    s.play("hack 1").play("next structure 1", dice=[roll, 10])
    assert (s.get("blue", "hacked", 1) > 0) is hacked


@pytest.mark.rule("A-hack", "ST-", "T-first-special")
def test_hacked_for_2_of_the_owners_turns() -> None:
    s = hacker(14).play("hack 1").play("next structure 1", dice=[15, 2])
    left = s.get("blue", "hacked", 1)
    for turn, off in ((1, True), (2, True), (3, False)):
        s = Scene(
            "first special",
            turn="blue",
            auto_pass=False,
            blue={"structures": [{"built": TURRET, "built_hp": 5, "hacked": left}]},
        )
        left = s.get("blue", "hacked", 1)
        assert (left > 0) is off, turn


@pytest.mark.rule("A-hack")
def test_own_structures_and_projects_are_not_hacked() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 1}], "structures": [{"built": TURRET, "built_hp": 5}]},
        blue={"structures": [{"project": TURRET}]},
    )
    assert "hack 1" not in s.legal


# -- turret --------------------------------------------------------------------------------------


def turret(
    ring: int = 1,
    *,
    engineering: int = 0,
    dexterity: int = 0,
    target: dict[str, int] | None = None,
    slot: dict[str, int] | None = None,
    **own: Any,
) -> Scene:
    """Yellow's turret touches ring 1; a piece of red's, in no armour, is near."""
    made = {"yellow": sheet(engineering=engineering), "red": sheet("wizard")}
    object.__setattr__(made["red"], "scores", sheet(dexterity=dexterity).scores)
    structure = {"built": TURRET, "built_hp": 5, **(slot or {})}
    return Scene(
        "action",
        auto_pass=False,
        sheets=made,
        yellow={"structures": [structure], **own},
        red={"pieces": [{"r": (ring - 26) % 52, **(target or {})}]},
    )


def fire(s: Scene, dice: list[int]) -> int:
    s.play("turret").play("across piece 1", dice=dice)
    return 12 - s.get("red", "hp")


@pytest.mark.rule("ST-turret", "B-turret", "6.9")
@pytest.mark.parametrize(
    ("ring", "near"), [(1, True), (3, True), (4, False), (51, True), (50, False)]
)
def test_turret_reaches_3_in_both_directions(ring: int, near: bool) -> None:
    assert ("turret" in turret(ring).legal) is near


@pytest.mark.rule("ST-turret", "D-contest")
@pytest.mark.parametrize(
    ("engineering", "dexterity", "roll", "dice", "damage"),
    [
        (0, 0, 11, [5], 5),
        (0, 0, 10, [5], 3),  # a graze
        (0, 0, 9, [], 0),
        (2, 1, 10, [5], 5),
        (-1, 0, 20, [5], 10),
        (2, -2, 1, [], 0),
    ],
)
def test_engineering_against_the_defence(
    engineering: int, dexterity: int, roll: int, dice: list[int], damage: int
) -> None:
    s = turret(engineering=engineering, dexterity=dexterity)
    assert fire(s, [roll, 10, *dice]) == damage


@pytest.mark.rule("ST-turret", "C-dodging")
def test_dodging_helps_against_a_turret() -> None:
    assert fire(turret(target={"dodging": 1}), [11, 10]) == 0


@pytest.mark.rule("ST-turret", "8.2")
def test_turret_throws_a_d6_and_has_stun_0() -> None:
    s = turret()
    fire(s, [15, 10, 4])
    assert s.dice("damage") == [6]
    assert list(s.state.checks[:3]) == [0, 8, 4]


@pytest.mark.rule("ST-turret", "C-restrained", "C-prone")
def test_conditions_of_the_target_lean_a_turret() -> None:
    assert fire(turret(target={"restrained": 1}), [2, 15, 10, 1]) == 1
    assert fire(turret(1, target={"prone": 1}), [2, 15, 10, 1]) == 1
    assert fire(turret(2, target={"prone": 1}), [15, 2, 10]) == 0


@pytest.mark.rule("ST-", "ST-turret")
def test_structures_ignore_conditions_of_their_party() -> None:
    assert fire(turret(poisoned=2, provoker=1), [15, 10, 1]) == 1


@pytest.mark.rule("ST-", "8.2")
def test_hacked_or_of_a_stunned_party_it_does_not_act() -> None:
    assert "turret" not in turret(slot={"hacked": 1}).legal
    assert "turret" not in turret(stunned=1).legal


@pytest.mark.rule("B-turret", "T-action")
def test_turret_is_a_bonus_action() -> None:
    s = turret()
    fire(s, [2, 10])
    assert "turret" not in s.legal
    assert "sneak" in s.legal


@pytest.mark.rule("ST-turret", "C-veiled", "6.4")
def test_turret_aims_at_enemies_that_can_be_seen() -> None:
    assert "turret" not in turret(target={"veiled": 1}).legal
    assert "turret" not in turret(target={"fallen": 1}).legal
    assert "turret" not in turret(20, pieces=[{"r": 1}]).legal


# -- infirmary and barricade ---------------------------------------------------------------------


@pytest.mark.rule("ST-infirmary", "8.1")
@pytest.mark.parametrize(
    ("slot", "hp", "stunned", "after"),
    [
        ({"built": INFIRMARY, "built_hp": 4}, 8, 0, 9),
        ({"built": INFIRMARY, "built_hp": 4}, 12, 0, 12),
        ({"built": INFIRMARY, "built_hp": 4}, 5, 0, 7),  # 6 is wounded: 1 more
        ({"built": INFIRMARY, "built_hp": 4}, 6, 0, 7),  # no longer wounded
        ({"built": INFIRMARY, "built_hp": 4, "hacked": 2}, 8, 0, 8),
        ({"project": INFIRMARY, "project_points": 3}, 8, 0, 8),
    ],
)
def test_infirmary_heals_1(slot: dict[str, int], hp: int, stunned: int, after: int) -> None:
    s = Scene(
        "first special",
        auto_pass=False,
        yellow={"structures": [slot], "hp": hp, "stunned": stunned},
    )
    assert s.get("yellow", "hp") == after


@pytest.mark.rule("ST-barricade", "M-pass")
@pytest.mark.parametrize("owner", COLOURS)
@pytest.mark.parametrize(
    ("slot", "end"),
    [
        ({"built": BARRICADE, "built_hp": 6}, 1),
        ({"built": BARRICADE, "built_hp": 6, "hacked": 1}, 2),
        ({"project": BARRICADE, "project_points": 2}, 2),
        ({"built": WATCHTOWER, "built_hp": 5}, 2),
    ],
)
def test_barricade_stops_enemies_on_the_space_it_guards(
    owner: str, slot: dict[str, int], end: int
) -> None:
    mover = following(owner, 2)
    parties: dict[str, Any] = {
        mover: {"pieces": [{"r": 26}]},
        owner: {"structures": [slot]},
    }
    world = {"starter": COLOURS.index(mover)}
    s = Scene("movement", turn=mover, dice=[2], auto_pass=False, world=world, **parties)
    s.play("move 1")
    assert s.r(mover, 1) == 26 + end
