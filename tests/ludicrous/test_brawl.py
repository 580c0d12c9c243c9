"""Punches, stones, shoves, grapples, taunts, dodging and sneaking. [A-punch .. A-sneak, W20]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

OPEN = 40
"""A ring space with no divide, star or trap near, in green's home field only."""


def pair(
    distance: int = 1,
    *,
    colour: str = "yellow",
    facing: int = 1,
    armour: bool = False,
    attack: int = 0,
    dexterity: int = 0,
    piece: dict[str, int] | None = None,
    target: dict[str, int] | None = None,
    own: dict[str, Any] | None = None,
    start: int = OPEN,
    **parties: Any,
) -> Scene:
    """A piece faces one of the party across; places are r of the actor's route."""
    enemy = following(colour, 2)
    made = {colour: sheet(attack=attack), enemy: sheet("soldier" if armour else "wizard")}
    object.__setattr__(made[enemy], "scores", sheet(dexterity=dexterity).scores)
    place = seen_by(colour, (start + facing * distance) % 52, enemy)
    parties |= {
        colour: {"pieces": [{"r": start, "facing": facing, **(piece or {})}], **(own or {})},
        enemy: {"pieces": [{"r": place, **(target or {})}]},
    }
    return Scene("action", turn=colour, auto_pass=False, sheets=made, **parties)


def do(s: Scene, verb: str, dice: list[int]) -> Scene:
    return s.play(f"{verb} 1").play("across piece 1", dice=dice)


def lost(s: Scene) -> int:
    return 12 - s.get("red", "hp")


# -- punch ---------------------------------------------------------------------------------------


@pytest.mark.rule("A-punch")
@pytest.mark.parametrize(("roll", "damage"), [(1, 0), (2, 1), (5, 1), (6, 2)])
def test_punch_misses_on_1_and_is_critical_on_6(roll: int, damage: int) -> None:
    assert lost(do(pair(), "punch", [roll])) == damage


@pytest.mark.rule("A-punch", "D-damage")
@pytest.mark.parametrize(
    ("attack", "armour", "roll", "damage"),
    [
        (2, False, 3, 3),
        (2, False, 6, 6),
        (-2, False, 3, 1),
        (-2, False, 6, 2),
        (2, True, 3, 1),
        (2, True, 6, 4),
        (0, True, 3, 1),
    ],
)
def test_punch_does_1_and_attack_at_least_1(
    attack: int, armour: bool, roll: int, damage: int
) -> None:
    assert lost(do(pair(attack=attack, armour=armour), "punch", [roll])) == damage


@pytest.mark.rule("A-punch", "8.2")
def test_punch_has_stun_0() -> None:
    s = do(pair(attack=2), "punch", [3])
    assert list(s.state.checks[:3]) == [0, 8, 3]


@pytest.mark.rule("A-punch", "W-line")
@pytest.mark.parametrize("verb", ["punch", "shove", "grapple"])
def test_fists_reach_1_space(verb: str) -> None:
    assert f"{verb} 1" in pair(1).legal
    assert f"{verb} 1" in pair(1, facing=-1).legal
    assert f"{verb} 1" not in pair(2).legal


@pytest.mark.rule("A-punch", "A-stone", "W-line", "6.4", "C-veiled")
@pytest.mark.parametrize("verb", ["punch", "stone", "shove", "grapple", "taunt"])
def test_no_fight_with_veiled_fallen_own_or_home_pieces(verb: str) -> None:
    assert f"{verb} 1" not in pair(target={"veiled": 1}).legal
    assert f"{verb} 1" not in pair(target={"fallen": 2}).legal
    own = {"pieces": [{"r": 49}, {"r": 50}]}
    s = Scene("action", auto_pass=False, yellow=own, red={"pieces": [{"r": 51}]})
    assert f"{verb} 1" not in s.legal


@pytest.mark.rule("A-punch", "D-adv", "C-restrained", "C-prone")
def test_conditions_lean_the_d6_of_a_punch() -> None:
    assert lost(do(pair(target={"restrained": 1}), "punch", [1, 6])) == 2
    assert lost(do(pair(target={"prone": 1}), "punch", [1, 6])) == 2
    assert lost(do(pair(piece={"prone": 1}), "punch", [6, 1])) == 0
    assert lost(do(pair(own={"poisoned": 1}), "punch", [6, 1])) == 0
    assert lost(do(pair(piece={"prone": 1}, target={"prone": 1}), "punch", [6])) == 2


@pytest.mark.rule("A-punch", "6.3")
def test_divide_means_nothing_to_a_punch() -> None:
    assert lost(do(pair(start=17), "punch", [2])) == 1


# -- stones --------------------------------------------------------------------------------------


@pytest.mark.rule("A-stone")
@pytest.mark.parametrize(("roll", "damage"), [(1, 0), (2, 0), (3, 1), (6, 1)])
def test_stone_misses_on_1_and_2_and_does_1(roll: int, damage: int) -> None:
    s = do(pair(3, attack=2), "stone", [roll])
    assert lost(s) == damage
    assert list(s.state.checks[:3]) == ([0, 8, 1] if damage else [])


@pytest.mark.rule("A-stone", "W-line")
def test_stone_flies_3_spaces_and_needs_no_ammunition() -> None:
    assert "stone 1" in pair(3, own={"ammunition": 0}).legal
    assert "stone 1" not in pair(4).legal


@pytest.mark.rule("A-stone", "D-adv", "C-wet", "C-prone")
def test_conditions_lean_the_d6_of_a_stone() -> None:
    assert lost(do(pair(2, piece={"wet": 1}), "stone", [6, 2])) == 0
    assert lost(do(pair(2, target={"prone": 1}), "stone", [6, 2])) == 0
    assert lost(do(pair(1, target={"prone": 1}), "stone", [2, 3])) == 1
    assert lost(do(pair(1), "stone", [3])) == 1


# -- shove ---------------------------------------------------------------------------------------


@pytest.mark.rule("A-shove", "D-contest")
@pytest.mark.parametrize(
    ("attack", "dexterity", "roll", "against", "pushed"),
    [(0, 0, 10, 10, 1), (0, 0, 9, 10, 0), (2, 1, 9, 10, 1), (-1, 0, 10, 10, 0), (-2, 2, 20, 20, 1)],
)
def test_shove_is_attack_against_dexterity(
    attack: int, dexterity: int, roll: int, against: int, pushed: int
) -> None:
    s = do(pair(attack=attack, dexterity=dexterity), "shove", [roll, against])
    assert s.r("red", 1) == seen_by("yellow", OPEN + 1 + pushed, "red")


@pytest.mark.rule("A-shove", "M-push", "Y-facing")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("facing", [1, -1])
def test_shoved_piece_goes_1_space_away_and_keeps_its_facing(colour: str, facing: int) -> None:
    enemy = following(colour, 2)
    for turned in (1, -1):
        s = pair(colour=colour, facing=facing, target={"facing": turned}, start=32)
        do(s, "shove", [15, 2])
        assert s.r(enemy, 1) == seen_by(colour, 32 + 2 * facing, enemy)
        assert s.get(enemy, "facing", 1) == turned


@pytest.mark.rule("A-shove", "6.15", "M-push")
def test_shoved_back_past_its_start_it_goes_forward() -> None:
    """Red stands on its start, ring 26; beyond it the shover is met."""
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 27, "facing": -1}]},
        red={"pieces": [{"r": 0}]},
    )
    s.play("shove 1").play("across piece 1", dice=[15, 2, 5, 9, 6])
    assert s.r("red", 1) == 1
    assert s.fallen("yellow", 1), "the better of 5 and 9, in its home field, beats 6"
    assert not s.fallen("red", 1)


@pytest.mark.rule("A-shove", "M-push", "6.4")
def test_shoved_over_r_50_it_enters_its_home_area() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 23}]},
        red={"pieces": [{"r": 50, "restrained": 2, "wet": 1}]},
    )
    s.play("shove 1").play("across piece 1", dice=[15, 2])
    assert s.r("red", 1) == 51
    assert s.get("red", "restrained", 1) == 0
    assert s.get("red", "wet", 1) == 0


@pytest.mark.rule("A-shove", "6.15", "M-push")
def test_shoved_over_two_own_pieces_and_a_phantom() -> None:
    pieces = [{"r": 14}, {"r": 15}, {"r": 15}]
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 39}], "phantom_at": 42, "phantom_hp": 3, "phantom_turns": 3},
        red={"pieces": pieces},
    )
    s.play("shove 1").play("across piece 1", dice=[15, 2])
    assert s.r("red", 1) == 17


@pytest.mark.rule("A-shove", "M-skirmish", "6.15")
@pytest.mark.parametrize(("dice", "won"), [([10, 10], True), ([9, 10], False)])
def test_shoved_into_an_enemy_is_a_skirmish_that_the_arriving_piece_offers(
    dice: list[int], won: bool
) -> None:
    s = pair(blue={"pieces": [{"r": seen_by("yellow", OPEN + 2, "blue")}]})
    do(s, "shove", [15, 2, *dice])
    assert s.fallen("blue", 1) is won
    assert s.fallen("red", 1) is not won
    assert len(s.events("pushed")) == 1


# -- grapple -------------------------------------------------------------------------------------


@pytest.mark.rule("A-grapple", "C-restrained")
@pytest.mark.parametrize(("roll", "held"), [(10, 2), (9, 0)])
def test_grapple_restrains(roll: int, held: int) -> None:
    s = do(pair(), "grapple", [roll, 10])
    assert s.get("red", "restrained", 1) == held
    assert lost(s) == 0


@pytest.mark.rule("A-grapple", "C-restrained")
def test_longer_hold_stands() -> None:
    s = do(pair(target={"restrained": 3}), "grapple", [15, 10])
    assert s.get("red", "restrained", 1) == 3


# -- taunt ---------------------------------------------------------------------------------------


@pytest.mark.rule("A-taunt", "C-provoked")
@pytest.mark.parametrize("facing", [1, -1])
@pytest.mark.parametrize(("roll", "won"), [(10, True), (9, False)])
def test_taunted_piece_turns_to_the_taunter_and_its_party_is_provoked(
    facing: int, roll: int, won: bool
) -> None:
    s = do(pair(3, facing=facing, target={"facing": facing}), "taunt", [roll, 10])
    assert s.get("red", "facing", 1) == (-facing if won else facing)
    assert s.get("red", "provoker") == (0 if won else -1)


@pytest.mark.rule("A-taunt")
def test_taunt_is_intelligence_against_neuroticism_within_3() -> None:
    assert "taunt 1" not in pair(4).legal
    made = {"yellow": sheet(intelligence=2), "red": sheet(neuroticism=1)}
    for roll, provoker in ((9, 0), (8, -1)):
        s = Scene(
            "action",
            auto_pass=False,
            sheets=made,
            yellow={"pieces": [{"r": OPEN}]},
            red={"pieces": [{"r": OPEN + 2 - 26}]},
        )
        assert do(s, "taunt", [roll, 10]).get("red", "provoker") == provoker


@pytest.mark.rule("C-provoked")
def test_provocation_ends_with_the_partys_next_turn() -> None:
    s = Scene("movement", dice=[2], auto_pass=False, yellow={"provoker": 2})
    assert s.decider != "yellow"
    assert s.get("yellow", "provoker") == -1
    s = Scene("action", auto_pass=False, yellow={"provoker": 2})
    assert s.get("yellow", "provoker") == 2


# -- dodge and sneak -----------------------------------------------------------------------------


@pytest.mark.rule("A-dodge", "C-dodging")
def test_dodging_lasts_until_the_partys_next_turn() -> None:
    s = pair(2).play("dodge 1")
    assert s.get("yellow", "dodging", 1) == 1
    s = Scene("first special", auto_pass=False, yellow={"pieces": [{"r": 20, "dodging": 1}]})
    assert s.get("yellow", "dodging", 1) == 0


@pytest.mark.rule("A-sneak", "M-pass")
def test_sneaking_party_passes_blocks_and_is_not_tackled() -> None:
    parties: dict[str, Any] = {
        "yellow": {"pieces": [{"r": 39}]},
        "red": {"pieces": [{"r": 14}, {"r": 14}]},
        "blue": {"pieces": [{"r": seen_by("yellow", 41, "blue")}]},
    }
    s = Scene("action", auto_pass=False, **parties)
    assert "sneak" in s.legal
    s.play("sneak")
    assert "sneak" not in s.legal
    s.play("end", dice=[3])
    assert s.legal == ["move 1"]
    s.play("move 1")
    assert s.r("yellow", 1) == 42
    barred = Scene("movement", dice=[3], auto_pass=False, **parties)
    assert "move 1" not in barred.legal
