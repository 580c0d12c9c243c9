"""Lines, range, structures and phantoms as targets. [W-line, 6.9, 6.4, N-weather, N-wind]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

OPEN = 32
"""A ring space with no divide for ten spaces, in no home field of yellow's."""
MUSKET = 7
WATCHTOWER = 3
SOLID = {"phantom_hp": 3, "phantom_turns": 3}


def target_names(s: Scene) -> set[str]:
    return {name for name in s.legal if name.split()[0] in ("next", "across", "previous", "own")}


def shooter(r: int = OPEN, *, facing: int = 1, world: Any = None, **parties: Any) -> Scene:
    """Yellow with its musket; what it carries besides may be given as ``yellow``."""
    own = {"pieces": [{"r": r, "facing": facing}], **parties.pop("yellow", {})}
    return Scene("action", auto_pass=False, world=world, yellow=own, **parties)


def blue_at(*rings: int, **more: Any) -> dict[str, Any]:
    return {"pieces": [{"r": (ring - 13) % 52, **more} for ring in rings]}


def shoots_at(s: Scene) -> set[str]:
    if "ranged attack 1" not in s.legal:
        return set()
    return target_names(s.play("ranged attack 1"))


# -- lines ---------------------------------------------------------------------------------------


@pytest.mark.rule("W-line", "Y-facing")
def test_only_what_lies_ahead_is_a_target() -> None:
    assert shoots_at(shooter(blue=blue_at(OPEN + 2))) == {"next piece 1"}
    assert shoots_at(shooter(blue=blue_at(OPEN - 2))) == set()
    assert shoots_at(shooter(facing=-1, blue=blue_at(OPEN - 2))) == {"next piece 1"}
    assert shoots_at(shooter(facing=-1, blue=blue_at(OPEN + 2))) == set()


@pytest.mark.rule("W-line")
@pytest.mark.parametrize("facing", [1, -1])
def test_range_exactly_and_one_more(facing: int) -> None:
    start = OPEN if facing > 0 else OPEN + 10
    inside, outside = start + facing * MUSKET, start + facing * (MUSKET + 1)
    assert shoots_at(shooter(start, facing=facing, blue=blue_at(inside))) == {"next piece 1"}
    assert shoots_at(shooter(start, facing=facing, blue=blue_at(outside))) == set()


@pytest.mark.rule("W-line")
def test_distance_0_is_no_target() -> None:
    assert shoots_at(shooter(blue=blue_at(OPEN, fallen=2))) == set()
    assert shoots_at(shooter(yellow={"pieces": [{"r": OPEN}, {"r": OPEN}]})) == set()


@pytest.mark.rule("W-line")
def test_nothing_blocks_a_line_and_each_piece_of_a_block_can_be_chosen() -> None:
    s = shooter(
        blue=blue_at(OPEN + 3, OPEN + 3),
        red={"pieces": [{"r": OPEN + 1 - 26}], "phantom_at": OPEN + 2, **SOLID},
        green={"structures": [{}, {}, {}, {}]},
    )
    assert shoots_at(s) == {"next piece 1", "next piece 2", "across piece 1", "across phantom"}


@pytest.mark.rule("W-line")
@pytest.mark.parametrize("colour", COLOURS)
def test_line_goes_on_over_the_own_trap_and_start(colour: str) -> None:
    enemy = following(colour, 2)
    for start, distances in ((50, (1, 2, 7)), (47, (4, 5))):
        for distance in distances:
            place = {"pieces": [{"r": seen_by(colour, (start + distance) % 52, enemy)}]}
            parties: dict[str, Any] = {colour: {"pieces": [{"r": start}]}, enemy: place}
            s = Scene("action", turn=colour, auto_pass=False, **parties)
            assert shoots_at(s) == {"across piece 1"}


@pytest.mark.rule("W-line")
@pytest.mark.parametrize("colour", COLOURS)
def test_line_goes_backward_from_the_own_start(colour: str) -> None:
    enemy = following(colour, 2)
    parties: dict[str, Any] = {
        colour: {"pieces": [{"r": 0, "facing": -1}]},
        enemy: {"pieces": [{"r": seen_by(colour, 50, enemy)}]},
    }
    s = Scene("action", turn=colour, auto_pass=False, **parties)
    assert shoots_at(s) == {"across piece 1"}


@pytest.mark.rule("6.4", "W-line")
def test_pieces_in_home_areas_are_no_targets_and_do_not_fight() -> None:
    s = shooter(36, red={"pieces": [{"r": 51}]}, green={"pieces": [{"r": 52}]})
    assert shoots_at(s) == set()
    s = shooter(51, blue=blue_at(51), red={"pieces": [{"r": 26}]})
    assert not [name for name in s.legal if name.endswith(" 1") and "fortify" not in name]


@pytest.mark.rule("C-veiled", "W-line")
def test_veiled_unconscious_and_own_pieces_are_no_targets() -> None:
    assert shoots_at(shooter(blue=blue_at(OPEN + 1, veiled=1))) == set()
    assert shoots_at(shooter(blue=blue_at(OPEN + 1, fallen=2))) == set()
    s = shooter(yellow={"pieces": [{"r": OPEN}, {"r": OPEN + 1}]})
    assert shoots_at(s) == set()


@pytest.mark.rule("W-line")
def test_no_actor_without_a_target() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": OPEN}, {"r": OPEN - 8}]},
        blue=blue_at(OPEN + 1),
    )
    verbs = {name for name in s.legal if name.endswith(("attack 1", "attack 2"))}
    assert verbs == {"melee attack 1", "ranged attack 1"}


# -- structures ----------------------------------------------------------------------------------


def near_structure(
    r: int, *, facing: int = 1, hp: int = 5, slot: int = 0, scores: Any = None, **piece: int
) -> Scene:
    """Blue's turret on a structural space; they touch ring 14, 17, 19 and 22."""
    structures: list[dict[str, int]] = [{}, {}, {}, {}]
    structures[slot] = {"built": 1, "built_hp": hp}
    return Scene(
        "action",
        auto_pass=False,
        sheets={"yellow": scores or sheet()},
        yellow={"pieces": [{"r": r, "facing": facing, **piece}]},
        blue={"structures": structures},
    )


@pytest.mark.rule("C-provoked", "W-attack")
@pytest.mark.parametrize(("provoker", "dice"), [(1, [9, 4]), (2, [9, 6])])
def test_the_owner_of_a_structure_is_who_is_attacked(provoker: int, dice: list[int]) -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 22}], "provoker": provoker},
        blue={"structures": [{}, {}, {}, {"built": 1, "built_hp": 5}]},
    )
    s.play("melee attack 1").play("next structure 4", dice=dice)
    assert s.get("blue", "built_hp", 4) == (1 if provoker == 1 else 5)


@pytest.mark.rule("6.9")
@pytest.mark.parametrize(
    ("r", "facing", "melee", "ranged"),
    [
        (14, 1, True, True),  # on its own space, distance 1
        (14, -1, True, True),
        (13, 1, False, True),
        (13, -1, False, False),
        (15, -1, False, True),
        (8, 1, False, True),  # 6 + 1
        (7, 1, False, False),  # 7 + 1
    ],
)
def test_distance_to_a_structure(r: int, facing: int, melee: bool, ranged: bool) -> None:
    legal = near_structure(r, facing=facing).legal
    assert ("melee attack 1" in legal) is melee
    assert ("ranged attack 1" in legal) is ranged


@pytest.mark.rule("W-attack", "ST-", "D-graze")
@pytest.mark.parametrize(("roll", "damage", "left"), [(8, [3], 2), (7, [3], 3), (6, [], 5)])
def test_structure_is_hit_on_a_contest_against_8(roll: int, damage: list[int], left: int) -> None:
    """The sword adds 1: 9 hits, 8 grazes, 7 misses."""
    s = near_structure(14).play("melee attack 1").play("next structure 1", dice=[roll, *damage])
    assert s.get("blue", "built_hp", 1) == left


@pytest.mark.rule("ST-", "D-crit")
def test_structure_at_0_hp_is_removed() -> None:
    s = near_structure(14, hp=5).play("melee attack 1").play("next structure 1", dice=[15, 5])
    assert s.get("blue", "built", 1) == -1
    s = near_structure(14, hp=5).play("melee attack 1").play("next structure 1", dice=[15, 4])
    assert s.get("blue", "built", 1) == 1
    s = near_structure(14, hp=9).play("melee attack 1").play("next structure 1", dice=[20, 4])
    assert s.get("blue", "built_hp", 1) == 1


@pytest.mark.rule("W-attack", "6.9")
def test_shot_at_a_structure_beside_one_has_disadvantage() -> None:
    s = near_structure(14).play("ranged attack 1").play("next structure 1", dice=[18, 2])
    assert s.get("blue", "built_hp", 1) == 5
    s = near_structure(13).play("ranged attack 1").play("next structure 1", dice=[18, 2])
    assert s.get("blue", "built_hp", 1) == 3


@pytest.mark.rule("W-attack", "6.2", "W-line")
def test_shot_across_a_divide_at_a_structure_has_disadvantage() -> None:
    """Blue's third structural space touches ring 19; the divide is between 17 and 18."""
    s = near_structure(17, slot=2).play("ranged attack 1").play("next structure 3", dice=[18, 2])
    assert s.get("blue", "built_hp", 3) == 5
    s = near_structure(18, slot=2).play("ranged attack 1").play("next structure 3", dice=[18, 2])
    assert s.get("blue", "built_hp", 3) == 3


@pytest.mark.rule("W-attack", "6.9")
def test_own_structures_and_projects_are_no_targets() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 1}], "structures": [{"built": 1, "built_hp": 5}]},
        blue={"structures": [{"project": 1, "project_points": 4}]},
    )
    assert "melee attack 1" not in s.legal


# -- phantoms ------------------------------------------------------------------------------------


@pytest.mark.rule("W-attack", "SP-phantom")
@pytest.mark.parametrize(("roll", "die", "left"), [(7, 4, 1), (8, 3, 0), (6, 0, 3)])
def test_phantom_is_hit_on_a_contest_against_8(roll: int, die: int, left: int) -> None:
    s = shooter(blue={"phantom_at": OPEN + 1, "phantom_hp": 3, "phantom_turns": 3})
    s.play("melee attack 1").play("next phantom", dice=[roll, die] if die else [roll])
    assert s.get("blue", "phantom_hp") == left
    assert (s.get("blue", "phantom_at") == -1) is (left == 0)


@pytest.mark.rule("W-attack")
def test_own_phantom_is_no_target() -> None:
    s = shooter(yellow={"phantom_at": OPEN + 1, "phantom_hp": 3, "phantom_turns": 3})
    assert shoots_at(s) == set()


# -- weather, wind, watchtower -------------------------------------------------------------------


@pytest.mark.rule("N-weather", "ST-watchtower")
@pytest.mark.parametrize(
    ("weather", "tower", "reach"),
    [
        (0, {}, 7),
        (1, {}, 7),
        (2, {}, 4),
        (3, {}, 4),
        (0, {"built": WATCHTOWER, "built_hp": 5}, 8),
        (2, {"built": WATCHTOWER, "built_hp": 5}, 5),
        (0, {"built": WATCHTOWER, "built_hp": 5, "hacked": 1}, 7),
    ],
)
def test_fog_and_storm_halve_the_range_then_the_watchtower_adds(
    weather: int, tower: dict[str, int], reach: int
) -> None:
    for distance, hit in ((reach, True), (reach + 1, False)):
        s = shooter(
            0,
            world={"weather": weather},
            yellow={"structures": [tower]},
            blue=blue_at(distance),
        )
        assert (shoots_at(s) == {"next piece 1"}) is hit


@pytest.mark.rule("ST-watchtower")
def test_watchtower_helps_shots_from_the_home_field_only() -> None:
    tower = {"structures": [{"built": WATCHTOWER, "built_hp": 5}]}
    assert shoots_at(shooter(10, yellow=tower, blue=blue_at(18)))
    assert not shoots_at(shooter(11, yellow=tower, blue=blue_at(19)))
    assert "melee attack 1" not in shooter(1, yellow=tower, blue=blue_at(3)).legal


@pytest.mark.rule("N-weather")
def test_fog_leaves_melee_alone() -> None:
    assert "melee attack 1" in shooter(world={"weather": 2}, blue=blue_at(OPEN + 1)).legal


@pytest.mark.rule("N-wind", "6.8")
@pytest.mark.parametrize(
    ("turned", "change"),
    [(0, 2), (1, 0), (2, -2), (3, 0)],
    ids=["with", "across", "against", "over"],
)
def test_wind_adds_its_strength_to_a_shot_along_it(turned: int, change: int) -> None:
    """The first step leads south from yellow's start, then clockwise."""
    steps = {0: 2, 13: 3, 26: 0, 39: 1}
    for start, direction in steps.items():
        wind = (direction + turned) % 4
        s = Scene(
            "action",
            auto_pass=False,
            world={"wind": wind, "wind_strength": 2},
            yellow={"pieces": [{"r": start}]},
            red={"pieces": [{"r": (start + 2 - 26) % 52}]},
        )
        s.play("ranged attack 1").play("across piece 1", dice=[11, 10 + change, 4])
        assert s.get("red", "hp") < 12, "an equal total"
