"""Star spaces: the throw of an ambushed piece, the last stand at 0 HP, blocks. [6.5]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

STAR = 8


def at(colour: str, r: int, other: str) -> dict[str, Any]:
    """A piece of another colour on a colour's r."""
    return {"pieces": [{"r": seen_by(colour, r, other)}]}


def ambush_on_star(mover: str = "yellow", *, speed: int = 0, dexterity: int = 0) -> Scene:
    """A piece just before the star of its own quadrant; the next colour's piece is on it."""
    victim = following(mover)
    parties: dict[str, Any] = {mover: {"pieces": [{"r": 7}]}, victim: at(mover, STAR, victim)}
    sheets = {mover: sheet(speed=speed), victim: sheet(dexterity=dexterity)}
    return Scene(
        "movement",
        turn=mover,
        dice=[1],
        auto_pass=False,
        sheets=sheets,
        world={"starter": COLOURS.index(mover)},
        **parties,
    )


# -- being ambushed ------------------------------------------------------------------------------


@pytest.mark.rule("6.5")
@pytest.mark.parametrize("mover", COLOURS)
def test_throw_that_meets_the_goal_repels_the_ambusher(mover: str) -> None:
    s = ambush_on_star(mover).play("move 1", dice=[4])
    assert not s.fallen(following(mover), 1)
    assert s.fallen(mover, 1)
    assert s.r(mover, 1) == STAR + 1


@pytest.mark.rule("6.5", "M-land")
@pytest.mark.parametrize("mover", COLOURS)
def test_throw_one_below_the_goal_is_an_ambush_as_usual(mover: str) -> None:
    s = ambush_on_star(mover).play("move 1", dice=[3])
    assert s.fallen(following(mover), 1)
    assert not s.fallen(mover, 1)
    assert s.r(mover, 1) == STAR


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(
    ("speed", "dexterity", "roll", "saved"),
    [(1, 0, 5, True), (1, 0, 4, False), (0, 1, 3, True), (-2, 0, 2, True), (0, -1, 4, False)],
)
def test_goal_is_4_and_the_ambushers_speed_the_throw_adds_dexterity(
    speed: int, dexterity: int, roll: int, saved: bool
) -> None:
    s = ambush_on_star(speed=speed, dexterity=dexterity)
    s.play("move 1", dice=[roll])
    assert s.fallen("yellow", 1) is saved
    assert s.fallen("blue", 1) is not saved


@pytest.mark.rule("6.5", "D-save")
def test_natural_6_saves_and_natural_1_fails_whatever_the_modifiers() -> None:
    s = ambush_on_star(speed=2, dexterity=-2).play("move 1", dice=[6])
    assert not s.fallen("blue", 1)
    s = ambush_on_star(speed=-2, dexterity=2).play("move 1", dice=[1])
    assert s.fallen("blue", 1)


@pytest.mark.rule("6.5", "M-morale")
def test_repelling_an_ambusher_is_the_doing_of_the_piece_on_the_star() -> None:
    s = ambush_on_star().play("move 1", dice=[4])
    assert s.get("blue", "counter") == 1
    assert s.get("yellow", "counter") == 0


@pytest.mark.rule("6.5")
def test_repelled_ambusher_lies_beyond_an_enemy_two_own_pieces_and_a_phantom() -> None:
    s = Scene(
        "movement",
        dice=[1],
        auto_pass=False,
        yellow={"pieces": [{"r": 7}, {"r": 10}, {"r": 10}], "hp": 12},
        blue=at("yellow", STAR, "blue"),
        red=at("yellow", 9, "red"),
        green={"phantom_at": 11, "phantom_hp": 3, "phantom_turns": 3},
    ).play("move 1", dice=[4])
    assert s.r("yellow", 1) == 12
    assert s.fallen("yellow", 1)
    assert not s.fallen("red", 1), "no skirmish"
    assert s.get("yellow", "hp") == 12, "no trap for a piece that lies on it"


@pytest.mark.rule("6.5")
def test_repelled_ambusher_may_lie_on_one_own_piece() -> None:
    s = Scene(
        "movement",
        dice=[1],
        auto_pass=False,
        yellow={"pieces": [{"r": 7}, {"r": 9}]},
        blue=at("yellow", STAR, "blue"),
    ).play("move 1", dice=[4])
    assert s.r("yellow", 1) == 9
    assert s.fallen("yellow", 1)


@pytest.mark.rule("6.5")
def test_repelled_ambusher_draws_no_card_where_it_lies() -> None:
    s = ambush_on_star().play("move 1", dice=[4])
    assert s.r("yellow", 1) == 9, "a spell card space"
    assert s.hand("yellow") == {}


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(("enemies", "lies_at"), [((48,), 49), ((48, 49, 50), 50)])
def test_repelled_ambusher_never_lies_in_its_home_area(
    enemies: tuple[int, ...], lies_at: int
) -> None:
    others = ("red", "green", "red")
    parties: dict[str, list[dict[str, int]]] = {"red": [], "green": []}
    for r, other in zip(enemies, others, strict=False):
        parties[other].append({"r": seen_by("yellow", r, other)})
    s = Scene(
        "movement",
        dice=[1],
        auto_pass=False,
        yellow={"pieces": [{"r": 46}]},
        blue=at("yellow", 47, "blue"),
        red={"pieces": parties["red"]},
        green={"pieces": parties["green"]},
    ).play("move 1", dice=[4])
    assert s.r("yellow", 1) == lies_at
    assert s.fallen("yellow", 1)


@pytest.mark.rule("6.5", "N-ambush")
def test_star_protects_from_an_ambush_at_night_too() -> None:
    s = Scene(
        "night",
        dice=[1, 2, 3],
        auto_pass=False,
        yellow={"pieces": [{"r": 6}]},
        blue=at("yellow", STAR, "blue"),
    )
    s.play("night ambush 1").play("next piece 1", dice=[15, 2, 4])
    assert s.fallen("yellow", 1)
    assert not s.fallen("blue", 1)


# -- skirmishes ----------------------------------------------------------------------------------


@pytest.mark.rule("6.5", "6.15", "M-skirmish")
def test_skirmish_on_a_star_gives_the_one_on_it_advantage_once_and_no_throw() -> None:
    s = Scene(
        "movement",
        dice=[1],
        auto_pass=False,
        yellow={"pieces": [{"r": 20}]},
        blue={"pieces": [{"r": STAR}, {"r": STAR}]},
    ).play("move 1", dice=[10, 3, 11])
    assert s.fallen("yellow", 1)
    assert s.r("yellow", 1) == 21
    assert not s.fallen("blue", 1)


@pytest.mark.rule("6.5", "M-skirmish", "A-shove")
def test_piece_pushed_onto_a_star_meets_a_single_enemy_with_advantage() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 6}]},
        blue=at("yellow", 7, "blue"),
        red=at("yellow", STAR, "red"),
    )
    s.play("shove 1").play("next piece 1", dice=[15, 2, 12, 13, 4])
    assert s.fallen("blue", 1)
    assert s.r("blue", 1) == seen_by("yellow", STAR, "blue")
    assert not s.fallen("red", 1)


# -- falling to 0 HP -----------------------------------------------------------------------------


def hit_on_star(roll: int, place: int = STAR, constitution: int = 0) -> Scene:
    """Blue (3 HP, armour 2) takes 6 - 2 = 4 from a sword on yellow's star; its roll follows."""
    dice = [15, 2, 6] + ([roll] if place == STAR else [])
    return (
        Scene(
            "action",
            auto_pass=False,
            sheets={"blue": sheet(constitution=constitution)},
            yellow={"pieces": [{"r": place - 1}], "tank": 1},
            blue={**at("yellow", place, "blue"), "hp": 3},
        )
        .play("melee attack 1")
        .play("next piece 1", dice=dice)
    )


@pytest.mark.rule("6.5", "Y-hp")
@pytest.mark.parametrize(
    ("constitution", "roll", "stays"),
    [(0, 4, False), (0, 5, True), (1, 4, True), (1, 3, False), (-2, 6, False), (-2, 7, True)],
)
def test_roll_and_constitution_must_exceed_the_damage(
    constitution: int, roll: int, stays: bool
) -> None:
    s = hit_on_star(roll, constitution=constitution)
    assert s.fallen("blue", 1) is not stays
    assert s.get("blue", "hp") == (1 if stays else 12 + 2 * constitution)


@pytest.mark.rule("6.5")
def test_defender_without_the_attackers_die_has_no_natural_20_or_1() -> None:
    assert hit_on_star(20).get("blue", "hp") == 1
    s = hit_on_star(1, constitution=2)
    assert s.fallen("blue", 1), "3 does not exceed 4"


@pytest.mark.rule("6.5")
def test_no_last_stand_beside_a_star() -> None:
    assert hit_on_star(0, place=7).fallen("blue", 1)


@pytest.mark.rule("6.5", "C-burning")
def test_last_stand_against_fire() -> None:
    s = Scene(
        "first special",
        auto_pass=False,
        dice=[2],
        yellow={"pieces": [{"r": STAR, "burning": 1}], "hp": 1},
    )
    assert not s.fallen("yellow", 1)


# -- blocks --------------------------------------------------------------------------------------


def moves_onto_star(colour: str, quadrant: int, own: int = 1, players: int = 4) -> list[str]:
    star = 13 * quadrant + STAR
    parties: dict[str, Any] = {colour: {"pieces": [{"r": star - 2}] + [{"r": star}] * own}}
    return Scene(
        "movement",
        turn=colour,
        dice=[2],
        auto_pass=False,
        players=players,
        **parties,
    ).legal


@pytest.mark.rule("6.5", "6.15", "M-land")
@pytest.mark.parametrize("colour", COLOURS)
def test_blocks_on_the_star_of_the_own_colour_only(colour: str) -> None:
    assert "move 1" in moves_onto_star(colour, 0)
    for quadrant in (1, 2, 3):
        assert "move 1" not in moves_onto_star(colour, quadrant)
        assert "move 1" in moves_onto_star(colour, quadrant, own=0)


@pytest.mark.rule("6.5", "6.15")
def test_no_third_piece_on_the_own_star() -> None:
    assert "move 1" not in moves_onto_star("yellow", 0, own=2)


@pytest.mark.rule("6.5")
def test_star_of_an_absent_colour_is_foreign_to_all() -> None:
    assert "move 1" not in moves_onto_star("yellow", 1, players=2)
    assert "move 1" in moves_onto_star("yellow", 0, players=2)


@pytest.mark.rule("6.5", "6.15", "M-push")
def test_push_onto_a_foreign_star_with_an_own_piece_goes_on() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 6}]},
        blue={"pieces": [{"r": seen_by("yellow", r, "blue")} for r in (7, STAR)]},
    )
    s.play("shove 1").play("next piece 1", dice=[15, 2, 1])
    assert s.r("blue", 1) == seen_by("yellow", 9, "blue")
