"""A miss may hit whoever stands behind the target. [8.4]"""

from typing import Any

import pytest

from ludo_env.board import COLOURS
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

COLLATERAL = 2
HP = 12
MISS = (8, 18)
"""The attack and the defence roll of a miss."""
DAMAGE = 5
ARMOUR = 2


def shoot(attacker: Any = None, *dice: int, verb: str = "melee", **others: Any) -> Scene:
    """Yellow's piece 1 on r = 20 attacks green's piece 1 on the next space."""
    others.setdefault("green", {"pieces": [at(21)]})
    own = {"pieces": [{"r": 20}], **(attacker or {})}
    s = Scene("action", yellow=own, auto_pass=False, **others)
    return s.play(f"{verb} attack 1").play("previous piece 1", dice)


def at(r: int, colour: str = "green", **more: int) -> dict[str, int]:
    """A piece of a colour where yellow has r."""
    return {"r": seen_by("yellow", r, colour), **more}


def settle(s: Scene, *dice: int) -> Scene:
    """On to the second special rules phase; the last die is the movement roll."""
    return s.play("end", dice)


def behind(**piece: int) -> dict[str, Any]:
    """Blue's piece 1 on the space after the target, facing it; its tank protects nobody."""
    return {"pieces": [at(22, "blue", **{"facing": -1, **piece})], "tank": 1}


@pytest.mark.rule("8.4")
def test_a_miss_leaves_a_check_for_whoever_is_behind_the_target() -> None:
    s = shoot(None, *MISS, DAMAGE, blue=behind())
    kind, piece, total, by, damage, stun = s.state.checks[:6]
    assert (kind, piece, total, by, damage, stun) == (COLLATERAL, 4, 9, 0, DAMAGE, 2)
    assert s.get("blue", "hp") == HP


@pytest.mark.rule("8.4", "D-crit")
def test_a_critical_failure_puts_nobody_at_risk() -> None:
    assert shoot(None, 1, 18, blue=behind()).state.checks == []


@pytest.mark.rule("8.4")
def test_neither_does_a_hit() -> None:
    s = shoot(None, 18, 8, 3, blue=behind())
    assert [s.state.checks[n] for n in range(0, len(s.state.checks), 8)] == [0]


@pytest.mark.rule("8.4")
@pytest.mark.parametrize("where", [23, 21, 19])
def test_only_the_space_right_after_the_target_counts(where: int) -> None:
    blue = {"pieces": [at(where, "blue")]} if where != 21 else {}
    assert shoot(None, *MISS, blue=blue).state.checks == []


@pytest.mark.rule("8.4", "C-unconscious")
def test_whoever_lies_there_is_not_at_risk() -> None:
    assert shoot(None, *MISS, blue=behind(fallen=2)).state.checks == []


@pytest.mark.rule("8.4")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("facing", [1, -1])
def test_behind_is_away_from_the_attacker(colour: str, facing: int) -> None:
    target, third = following(colour, 3), following(colour, 1)
    r = 47
    parties: dict[str, Any] = {
        colour: {"pieces": [{"r": r, "facing": facing}]},
        target: {"pieces": [{"r": seen_by(colour, r + facing, target)}]},
        third: {"pieces": [{"r": seen_by(colour, r + 2 * facing, third)}]},
    }
    s = Scene(
        "action",
        turn=colour,
        auto_pass=False,
        **parties,
    )
    s.play("melee attack 1").play("previous piece 1", [*MISS, DAMAGE])
    assert s.state.checks[1] == 4 * COLOURS.index(third)


@pytest.mark.rule("8.4")
@pytest.mark.parametrize("owner", ["yellow", "green", "red"])
def test_it_may_be_a_piece_of_any_party(owner: str) -> None:
    parties: dict[str, Any] = {"green": {"pieces": [at(21)]}}
    if owner == "yellow":
        s = shoot({"pieces": [{"r": 20}, {"r": 22}]}, *MISS, DAMAGE)
    elif owner == "green":
        s = shoot(None, *MISS, DAMAGE, green={"pieces": [at(21), at(22)]})
    else:
        s = shoot(None, *MISS, DAMAGE, red={"pieces": [at(22, "red")]}, **parties)
    piece = 0 if owner == "red" else 1
    assert s.state.checks[1] == 4 * COLOURS.index(owner) + piece


@pytest.mark.rule("8.4")
def test_no_structure_is_at_risk_where_the_target_stands_beside_none() -> None:
    green = {"pieces": [at(21)], "structures": [{"built": 2, "built_hp": 5}] * 4}
    assert shoot(None, *MISS, green=green).state.checks == []


@pytest.mark.rule("8.4")
def test_of_a_block_the_lower_index_is_at_risk() -> None:
    blue = {"pieces": [{}, at(22, "blue"), at(22, "blue")]}
    assert shoot(None, *MISS, DAMAGE, blue=blue).state.checks[1] == 5


@pytest.mark.rule("8.4")
@pytest.mark.parametrize(("d6", "lost"), [(6, DAMAGE - ARMOUR), (5, 0), (1, 0)])
def test_a_six_puts_it_at_risk(d6: int, lost: int) -> None:
    s = shoot(None, *MISS, DAMAGE, blue=behind())
    settle(s, *([6, 1, 20, 3] if d6 == 6 else [d6, 3]))
    assert s.get("blue", "hp") == HP - lost


@pytest.mark.rule("8.4", "D-contest")
@pytest.mark.parametrize(("defence", "lost"), [(8, 3), (9, 3), (10, 0), (20, 0)])
def test_a_tie_goes_to_the_attacker(defence: int, lost: int) -> None:
    # 8, and 1 for the accuracy of the sword.
    s = shoot(None, *MISS, DAMAGE, blue=behind())
    assert s.state.checks[2] == 9
    settle(s, 6, defence, *([20] if lost else []), 3)
    assert s.get("blue", "hp") == HP - lost


@pytest.mark.rule("8.4", "C-dodging")
@pytest.mark.parametrize(("dodging", "score", "lost"), [(0, 0, 3), (1, 0, 0), (0, 2, 0), (0, 1, 0)])
def test_the_owner_adds_dexterity_and_dodge(dodging: int, score: int, lost: int) -> None:
    sheets = {"blue": sheet(dexterity=score)}
    s = shoot(None, *MISS, DAMAGE, blue=behind(dodging=dodging), sheets=sheets)
    settle(s, 6, 9, *([20] if lost else []), 3)
    assert s.get("blue", "hp") == HP - lost


@pytest.mark.rule("8.4", "D-adv")
@pytest.mark.parametrize(("facing", "dice", "lost"), [(1, [18, 2], 3), (-1, [18], 0)])
def test_whoever_faces_away_has_disadvantage(facing: int, dice: list[int], lost: int) -> None:
    s = shoot(None, *MISS, DAMAGE, blue=behind(facing=facing))
    settle(s, 6, *dice, *([20] if lost else []), 3)
    assert s.get("blue", "hp") == HP - lost


@pytest.mark.rule("8.4")
def test_facing_is_that_at_the_miss() -> None:
    s = shoot(None, *MISS, DAMAGE, blue=behind(facing=-1))
    s.state.facing[4] = 1
    settle(s, 6, 18, 3)
    assert s.get("blue", "hp") == HP


@pytest.mark.rule("8.4")
@pytest.mark.parametrize("gone", [{"r": 8}, {"fallen": 2}])
def test_nothing_happens_to_a_piece_that_has_left_the_space(gone: dict[str, int]) -> None:
    check = [COLLATERAL, 4, 9, 0, DAMAGE, 2, 0, 22]
    blue = behind(**gone) if "fallen" in gone else {"pieces": [gone]}
    s = Scene("second special", dice=[6, 3], checks=[check], blue=blue, auto_pass=False)
    assert s.get("blue", "hp") == HP


@pytest.mark.rule("8.4", "8.2")
def test_it_counts_as_a_hit_with_the_weapons_stun_value() -> None:
    s = shoot(None, *MISS, DAMAGE, blue=behind())
    # Damage 3 and stun 2: 5 does not exceed it.
    settle(s, 6, 1, 5, 3)
    assert s.get("blue", "stunned") == 1


@pytest.mark.rule("8.4", "6.9")
@pytest.mark.parametrize("colour", COLOURS)
def test_else_a_structure_beside_the_target_takes_the_damage_at_once(colour: str) -> None:
    # r = 22 on yellow's route is blue's r = 9, which blue's structural space 4 touches.
    owner, target = following(colour), following(colour, 3)
    parties: dict[str, Any] = {
        colour: {"pieces": [{"r": 21}]},
        owner: {"structures": [{}, {}, {}, {"built": 1, "built_hp": 5}]},
        target: {"pieces": [{"r": seen_by(colour, 22, target)}]},
    }
    s = Scene(
        "action",
        turn=colour,
        auto_pass=False,
        world={"starter": COLOURS.index(colour)},
        **parties,
    )
    s.play("melee attack 1").play("previous piece 1", [*MISS, 4])
    settle(s, 6, 3)
    assert s.get(owner, "built_hp", 4) == 1


@pytest.mark.rule("8.4")
def test_a_structure_is_safe_unless_a_six_falls() -> None:
    blue = {"structures": [{}, {}, {}, {"built": 1, "built_hp": 5}]}
    own = {"pieces": [{"r": 21}]}
    s = shoot(own, *MISS, 6, blue=blue, green={"pieces": [at(22)]})
    settle(s, 5, 3)
    assert s.get("blue", "built_hp", 4) == 5


@pytest.mark.rule("8.4")
def test_a_piece_comes_before_a_structure_and_the_own_structures_count_too() -> None:
    own = {"pieces": [{"r": 3}], "structures": [{}, {"built": 1, "built_hp": 5}]}
    green = {"pieces": [at(4)]}
    alone = shoot(own, *MISS, 3, green=green)
    assert alone.state.checks[1] == 16 + 1
    crowded = shoot(own, *MISS, 3, green=green, red={"pieces": [at(5, "red")]})
    assert crowded.state.checks[1] == 8


@pytest.mark.rule("8.4", "A-punch", "A-stone", "SP-fire-bolt")
@pytest.mark.parametrize("verb", ["punch", "stone"])
def test_only_weapon_attacks_do_collateral_damage(verb: str) -> None:
    s = Scene(
        "action",
        yellow={"pieces": [{"r": 20}]},
        green={"pieces": [at(21)]},
        blue=behind(),
        auto_pass=False,
    )
    s.play(f"{verb} 1").play("previous piece 1", [1])
    assert s.state.checks == []


@pytest.mark.rule("8.4")
def test_nor_does_a_miss_at_a_structure_or_a_phantom() -> None:
    green = {"phantom_at": 21, "phantom_hp": 3, "phantom_turns": 3}
    s = Scene("action", yellow={"pieces": [{"r": 20}]}, green=green, blue=behind(), auto_pass=False)
    s.play("melee attack 1").play("previous phantom", [2])
    assert s.state.checks == []


@pytest.mark.rule("8.4", "W-attack")
def test_shots_miss_too_whatever_their_range() -> None:
    green = {"pieces": [at(27)]}
    s = shoot(None, 8, 18, 6, verb="ranged", green=green, blue={"pieces": [at(28, "blue")]})
    assert s.state.checks[1] == 4
    assert s.state.checks[4] == 6
