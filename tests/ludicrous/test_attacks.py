"""Weapon attacks: the contest, its dice, the damage, the weapons. [W-attack, W-weapons, D-]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.errors import BadDice
from ludo_env.rules.tables import HOUSE, WEAPON_COLUMNS, WEAPONS
from tests.ludicrous.scenes import Scene, sheet

OPEN = 32
"""A ring space in nobody's way: no divide for ten spaces, no home field of yellow or blue."""
BLUE = 13


def facing_off(
    distance: int = 1,
    *,
    attacker: str = "soldier",
    target: str = "wizard",
    scores: dict[str, int] | None = None,
    target_scores: dict[str, int] | None = None,
    piece: dict[str, int] | None = None,
    other: dict[str, int] | None = None,
    world: dict[str, int] | None = None,
    blue: dict[str, Any] | None = None,
    **own: Any,
) -> Scene:
    """Yellow's piece faces blue's, which has no armour unless it is told otherwise."""
    made = {"yellow": sheet(attacker), "blue": sheet(target)}
    for colour, given in (("yellow", scores), ("blue", target_scores)):
        values = sheet(**(given or {})).scores  # type: ignore[arg-type]  # scores by name
        object.__setattr__(made[colour], "scores", values)
    return Scene(
        "action",
        auto_pass=False,
        sheets=made,
        world=world,
        yellow={"pieces": [{"r": OPEN, **(piece or {})}], **own},
        blue={"pieces": [{"r": OPEN + distance - BLUE, **(other or {})}], **(blue or {})},
    )


def strike(s: Scene, dice: list[int], verb: str = "melee attack") -> Scene:
    return s.play(f"{verb} 1").play("next piece 1", dice=dice)


def lost(s: Scene) -> int:
    """HP that blue has lost."""
    return 12 - s.get("blue", "hp")


# -- the contest ---------------------------------------------------------------------------------


@pytest.mark.rule("W-attack", "D-contest", "D-graze", "A-melee")
def test_higher_total_hits_equal_grazes_lower_misses() -> None:
    """The sword adds 1."""
    assert lost(strike(facing_off(), [12, 12, 5])) == 5
    assert lost(strike(facing_off(), [11, 12, 5])) == 3, "half, rounded up"
    assert lost(strike(facing_off(), [10, 12])) == 0


@pytest.mark.rule("W-attack")
def test_dexterity_on_both_sides() -> None:
    s = facing_off(scores={"dexterity": 2}, target_scores={"dexterity": -1})
    assert lost(strike(s, [9, 12, 4])) == 4
    s = facing_off(scores={"dexterity": -2}, target_scores={"dexterity": 2})
    assert lost(strike(s, [12, 10])) == 0


@pytest.mark.rule("W-attack", "C-dodging", "A-dodge")
def test_dodging_adds_2_to_the_defence() -> None:
    assert lost(strike(facing_off(other={"dodging": 1}), [11, 10, 6])) == 3
    assert lost(strike(facing_off(other={"dodging": 1}), [10, 10])) == 0


@pytest.mark.rule("W-attack", "C-crowned")
def test_crowned_pieces_add_1() -> None:
    s = facing_off(piece={"crowned": 1}, crown_used=1)
    assert lost(strike(s, [10, 12, 6])) == 3
    s = facing_off(other={"crowned": 1}, blue={"crown_used": 1})
    assert lost(strike(s, [11, 12])) == 0


@pytest.mark.rule("D-crit", "D-effect", "W-attack")
def test_natural_20_hits_whatever_the_totals_and_doubles() -> None:
    s = facing_off(scores={"dexterity": -2}, target_scores={"dexterity": 2})
    assert lost(strike(s, [20, 20, 4])) == 8


@pytest.mark.rule("D-crit", "W-attack")
def test_natural_1_misses_whatever_the_totals() -> None:
    s = facing_off(scores={"dexterity": 2}, target_scores={"dexterity": -2})
    s = strike(s, [1, 1])
    assert lost(s) == 0
    assert list(s.state.checks) == []


@pytest.mark.rule("D-crit")
def test_naturals_of_the_defender_mean_nothing() -> None:
    assert lost(strike(facing_off(), [19, 20, 5])) == 3
    s = facing_off(scores={"dexterity": -2}, target_scores={"dexterity": 2})
    assert lost(strike(s, [2, 1])) == 0


@pytest.mark.rule("D-crit", "D-adv")
def test_natural_is_that_of_the_die_kept() -> None:
    s = facing_off(piece={"prone": 1})
    assert lost(strike(s, [20, 10, 10, 5])) == 5, "11 against 10, no critical"
    s = facing_off(other={"restrained": 2})
    assert lost(strike(s, [1, 20, 10, 3])) == 6


# -- damage --------------------------------------------------------------------------------------


@pytest.mark.rule("D-damage")
@pytest.mark.parametrize(
    ("attack", "roll", "natural", "armoured", "damage"),
    [
        (2, 4, 15, False, 6),
        (-2, 1, 15, False, 1),  # at least 1
        (-2, 1, 20, False, 2),  # before the critical doubles it
        (2, 5, 20, True, 12),  # 2 x 7 - 2
        (0, 5, 9, True, 1),  # a graze: 3 - 2
        (0, 1, 15, True, 1),  # armour never leaves less than 1
        (0, 6, 15, True, 4),
    ],
)
def test_weapon_die_and_attack_then_critical_or_graze_then_armour(
    attack: int, roll: int, natural: int, armoured: bool, damage: int
) -> None:
    s = facing_off(target="soldier" if armoured else "wizard", scores={"attack": attack})
    strike(s, [natural, 10, roll])
    if damage == 12:
        assert s.fallen("blue", 1)
    else:
        assert lost(s) == damage


@pytest.mark.rule("TK-shield", "D-damage", "6.14")
@pytest.mark.parametrize(
    ("ring", "tank", "tank_hp", "roll", "damage"),
    [
        (22, 0, 10, 5, 4),
        (22, 0, 10, 1, 1),
        (22, 1, 10, 5, 5),  # the tank is on its attack space
        (22, 2, 10, 5, 5),
        (22, 0, 0, 5, 5),  # heavily damaged
        (23, 0, 10, 5, 4),  # r = 10, the end of the home field
        (24, 0, 10, 5, 5),
    ],
)
def test_shield_tank_takes_1_off_in_the_own_home_field(
    ring: int, tank: int, tank_hp: int, roll: int, damage: int
) -> None:
    s = facing_off(
        piece={"r": ring - 1},
        other={"r": ring - BLUE},
        blue={"tank": tank, "tank_hp": tank_hp},
    )
    assert lost(strike(s, [15, 10, roll])) == damage


@pytest.mark.rule("D-damage", "TK-shield", "Y-armour")
def test_armour_comes_before_the_shield_and_1_is_the_least() -> None:
    s = facing_off(target="soldier", piece={"r": 21}, other={"r": 22 - BLUE})
    assert lost(strike(s, [15, 10, 6])) == 3


@pytest.mark.rule("D-damage", "Y-hp")
def test_damage_beyond_the_pool_is_lost() -> None:
    s = strike(facing_off(blue={"hp": 2}), [15, 10, 6])
    assert s.fallen("blue", 1)
    assert s.get("blue", "hp") == 12
    assert s.get("yellow", "counter") == 1


@pytest.mark.rule("W-attack", "8.2")
def test_felled_piece_faces_no_check_for_stun() -> None:
    assert list(strike(facing_off(blue={"hp": 2}), [15, 10, 6]).state.checks) == []


# -- advantage and disadvantage ------------------------------------------------------------------


EVEN, BETTER, WORSE = [18, 10, 1], [2, 18, 10, 1], [18, 2, 10]
"""Dice of an attack that hits, of one that hits with advantage, misses with disadvantage."""


def check(dice: list[int], s: Scene, verb: str = "melee attack") -> None:
    """The attack takes exactly these dice, and has their outcome."""
    assert lost(strike(s, dice, verb)) == (0 if dice is WORSE else 1)


@pytest.mark.rule("D-adv", "W-attack")
def test_plain_attack_is_one_die() -> None:
    check(EVEN, facing_off())


@pytest.mark.rule("W-attack", "A-ranged")
def test_shot_at_distance_1_has_disadvantage() -> None:
    check(WORSE, facing_off(1), "ranged attack")
    check(EVEN, facing_off(2), "ranged attack")


@pytest.mark.rule("C-prone", "8.5")
def test_prone_attacker_has_disadvantage() -> None:
    check(WORSE, facing_off(piece={"prone": 1}))
    check(WORSE, facing_off(3, piece={"prone": 1}), "ranged attack")


@pytest.mark.rule("C-prone", "8.5")
def test_prone_target_is_easy_to_hit_beside_it_and_hard_from_afar() -> None:
    check(BETTER, facing_off(other={"prone": 1}))
    check(WORSE, facing_off(2, other={"prone": 1}), "ranged attack")
    check(EVEN, facing_off(1, other={"prone": 1}), "ranged attack")  # one of each


@pytest.mark.rule("C-restrained", "6.11")
def test_restrained_target_gives_advantage() -> None:
    check(BETTER, facing_off(other={"restrained": 1}))
    check(BETTER, facing_off(4, other={"restrained": 1}), "ranged attack")


@pytest.mark.rule("C-poisoned")
def test_poisoned_party_has_disadvantage() -> None:
    check(WORSE, facing_off(poisoned=1))


@pytest.mark.rule("C-provoked")
def test_provoked_party_has_disadvantage_against_all_but_the_taunter() -> None:
    check(WORSE, facing_off(provoker=2))
    check(EVEN, facing_off(provoker=1))


@pytest.mark.rule("C-wet")
def test_wet_piece_shoots_with_disadvantage_but_strikes_without() -> None:
    check(WORSE, facing_off(3, piece={"wet": 1}), "ranged attack")
    check(EVEN, facing_off(1, piece={"wet": 1}))


@pytest.mark.rule("D-adv")
def test_several_of_a_kind_count_once_and_one_of_each_cancels() -> None:
    s = facing_off(piece={"prone": 1}, poisoned=1, provoker=2, other={"restrained": 1})
    check(EVEN, s)
    check(WORSE, facing_off(piece={"prone": 1}, poisoned=1))


# -- the weapons ---------------------------------------------------------------------------------

WEAPON_TABLE = (
    # class, verb, weapon, range, die, accuracy with the class's, stun, ammunition
    ("archer", "melee attack", "knife", 1, 4, 2, 1, 0),
    ("rogue", "melee attack", "knife", 1, 4, 2, 1, 0),
    ("soldier", "melee attack", "sword", 1, 6, 1, 2, 0),
    ("engineer", "melee attack", "mace", 1, 6, -1, 5, 0),
    ("wizard", "melee attack", "staff", 1, 4, 0, 3, 0),
    ("archer", "ranged attack", "bow", 5, 6, 1, 1, 6),
    ("engineer", "ranged attack", "crossbow", 6, 8, 0, 2, 4),
    ("soldier", "ranged attack", "musket", 7, 10, -1, 4, 3),
    ("rogue", "ranged attack", "pistol", 3, 6, 1, 3, 4),
    ("wizard", "ranged attack", "sling", 4, 4, 0, 2, 8),
    ("soldier", "looted attack", "harpoon", 4, 8, 0, 3, 2),
    ("soldier", "looted attack", "anchor", 1, 10, -2, 6, 0),
    ("soldier", "looted attack", "swordfish", 1, 8, 0, 2, 0),
    ("archer", "looted attack", "blunderbuss", 3, 10, 0, 4, 2),
)


@pytest.mark.rule("W-weapons", "W-line", "A-melee", "A-ranged", "A-looted", "Y-class")
@pytest.mark.parametrize(
    ("holder", "verb", "weapon", "reach", "die", "accuracy", "stun", "ammunition"), WEAPON_TABLE
)
def test_weapon(
    holder: str,
    verb: str,
    weapon: str,
    reach: int,
    die: int,
    accuracy: int,
    stun: int,
    ammunition: int,
) -> None:
    own: dict[str, Any] = {}
    if verb == "looted attack":
        own = {"loot": 1 + WEAPONS.index(weapon), "loot_ammunition": 2}

    def scene(distance: int) -> Scene:
        return facing_off(distance, attacker=holder, **own)

    assert f"{verb} 1" in scene(reach).legal
    assert f"{verb} 1" not in scene(reach + 1).legal
    s = strike(scene(reach), [10, 10 + accuracy, die], verb)
    dealt = (die + 1) // 2
    assert lost(s) == dealt, "an equal total grazes"
    assert list(s.state.checks[:3]) == [0, 4, dealt + stun]
    assert lost(strike(scene(reach), [10, 11 + accuracy], verb)) == 0
    with pytest.raises(BadDice):
        strike(scene(reach), [15, 10, die + 1], verb)
    field = "loot_ammunition" if "looted" in verb else "ammunition"
    if ammunition:
        assert scene(reach).get("yellow", field) == ammunition
        assert s.get("yellow", field) == ammunition - 1
    else:
        assert s.get("yellow", field) == scene(reach).get("yellow", field)


@pytest.mark.rule("W-weapons")
def test_the_row_of_the_spear_which_no_class_carries() -> None:
    assert [HOUSE[f"spear_{column}"].default for column in WEAPON_COLUMNS] == [2, 6, 0, 1, 0]


@pytest.mark.rule("W-attack", "A-ranged", "A-looted")
def test_no_shot_without_ammunition() -> None:
    assert "ranged attack 1" not in facing_off(3, ammunition=0).legal
    loot = 1 + WEAPONS.index("harpoon")
    assert "looted attack 1" not in facing_off(3, loot=loot, loot_ammunition=0).legal
    assert "looted attack 1" not in facing_off(1, loot=loot, loot_ammunition=0).legal
    loot = 1 + WEAPONS.index("anchor")
    assert "looted attack 1" in facing_off(1, loot=loot, loot_ammunition=0).legal


@pytest.mark.rule("A-looted")
@pytest.mark.parametrize("loot", [0, 15, 16, 17, 18])
def test_fish_and_an_empty_slot_are_no_weapons(loot: int) -> None:
    assert "looted attack 1" not in facing_off(1, loot=loot).legal


@pytest.mark.rule("W-attack")
def test_miss_uses_ammunition_too() -> None:
    s = strike(facing_off(3), [2, 18], "ranged attack")
    assert s.get("yellow", "ammunition") == 2
