"""Prison of war: capture, one captive of a colour, and the contest to escape. [6.10, A-capture]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS, YARD
from tests.ludicrous.scenes import Scene, following, seen_by

PRISON = -2


def beside_fallen(offset: int = 1, *, jailer: str = "yellow", **parties: Any) -> Scene:
    """A jailer's piece on its r = 20; a fallen piece of the next colour near it."""
    captive = following(jailer)
    lying = {"r": seen_by(jailer, 20 + offset, captive), "fallen": 2}
    own = {"pieces": [{"r": 20, **parties.pop("actor", {})}], **parties.pop("own", {})}
    other = {"pieces": [lying, *parties.pop("others", [])]}
    parties |= {jailer: own, captive: other}
    return Scene("action", turn=jailer, auto_pass=False, **parties)


def escape(dice: list[int], yard: int = 4, partner: int = 12, captives: int = 1) -> Scene:
    """Yellow's turn with a captive in blue's prison; so many of blue's pieces in its yard."""
    away = [{"r": r} for r in (20, 22, 24, 26)]
    yellow = [{"r": PRISON, "jailer": 1}]
    if captives == 2:
        yellow.append({"r": PRISON, "jailer": 2})
    return Scene(
        "first special",
        dice=dice,
        auto_pass=False,
        yellow={"pieces": yellow},
        blue={"pieces": away[: 4 - yard], "partner": partner},
        red={"pieces": away},
    )


# -- capture -------------------------------------------------------------------------------------


@pytest.mark.rule("A-capture", "6.10")
@pytest.mark.parametrize("jailer", COLOURS)
@pytest.mark.parametrize("offset", [-1, 0, 1])
def test_capture_takes_a_fallen_enemy_within_1(jailer: str, offset: int) -> None:
    captive = following(jailer)
    s = beside_fallen(offset, jailer=jailer)
    s.play("capture 1").play("next piece 1")
    assert s.r(captive, 1) == PRISON
    assert COLOURS[s.get(captive, "jailer", 1)] == jailer
    assert not s.fallen(captive, 1)


@pytest.mark.rule("A-capture")
@pytest.mark.parametrize("offset", [-2, 2])
def test_two_spaces_are_too_far_to_capture(offset: int) -> None:
    assert "capture 1" not in beside_fallen(offset).legal


@pytest.mark.rule("A-capture")
def test_conscious_and_own_pieces_are_not_captured() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 20}, {"r": 21, "fallen": 2}]},
        blue={"pieces": [{"r": 8}]},
    )
    assert "capture 1" not in s.legal


@pytest.mark.rule("A-capture")
@pytest.mark.parametrize("condition", ["prone", "restrained"])
def test_captor_is_neither_prone_nor_restrained(condition: str) -> None:
    assert "capture 1" not in beside_fallen(actor={condition: 1}).legal


@pytest.mark.rule("A-capture")
def test_captor_advances_its_counter_and_heals_1() -> None:
    s = beside_fallen(own={"hp": 7, "counter": 1})
    s.play("capture 1").play("next piece 1")
    assert s.get("yellow", "counter") == 2
    assert s.get("yellow", "hp") == 8


@pytest.mark.rule("A-capture")
def test_captor_never_goes_beyond_its_maxima() -> None:
    s = beside_fallen(own={"hp": 12, "counter": 3})
    s.play("capture 1").play("next piece 1")
    assert s.get("yellow", "counter") == 3
    assert s.get("yellow", "hp") == 12


@pytest.mark.rule("6.10", "A-capture")
def test_second_captive_of_a_colour_is_eliminated() -> None:
    s = beside_fallen(others=[{"r": PRISON, "jailer": 0}], own={"hp": 7})
    s.play("capture 1").play("next piece 1")
    assert s.r("blue", 1) == YARD
    assert s.r("blue", 2) == PRISON
    assert s.get("yellow", "hp") == 8


@pytest.mark.rule("6.10")
def test_captive_elsewhere_does_not_fill_this_prison() -> None:
    s = beside_fallen(others=[{"r": PRISON, "jailer": 2}])
    s.play("capture 1").play("next piece 1")
    assert s.r("blue", 1) == PRISON


@pytest.mark.rule("6.10")
def test_captives_of_other_colours_have_spaces_of_their_own() -> None:
    s = beside_fallen(red={"pieces": [{"r": PRISON, "jailer": 0}]})
    s.play("capture 1").play("next piece 1")
    assert s.r("blue", 1) == PRISON


@pytest.mark.rule("A-capture", "8.7")
def test_captured_crown_drops_where_the_piece_lay() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 20}]},
        blue={"pieces": [{"r": 8, "fallen": 2, "crowned": 1}], "crown_used": 1},
    )
    s.play("capture 1").play("next piece 1")
    assert s.get("blue", "crowned", 1) == 0
    assert s.get("blue", "crown_at") == 21


# -- what a captive cannot do --------------------------------------------------------------------


@pytest.mark.rule("6.10")
def test_captive_does_not_move_act_or_lie_down() -> None:
    captive = {"pieces": [{"r": PRISON, "jailer": 1}]}
    for phase, dice in (("turning", []), ("action", []), ("movement", [6])):
        s = Scene(phase, dice=dice, auto_pass=False, yellow=captive)
        assert not [name for name in s.legal if name.endswith(" 1") and "fortify" not in name]


@pytest.mark.rule("6.10", "A-fortify")
def test_captive_does_not_help_to_build() -> None:
    """1 for the action and 1 for the partner, but nothing for the captive."""
    pieces = [{"r": PRISON, "jailer": 1}, {"r": 20}, {"r": 22}, {"r": 24}]
    s = Scene("action", auto_pass=False, yellow={"pieces": pieces})
    s.play("fortify turret 1")
    assert s.get("yellow", "project_points", 1) == 2


# -- escape --------------------------------------------------------------------------------------


@pytest.mark.rule("6.10", "D-contest")
@pytest.mark.parametrize(
    ("yard", "partner", "escapee", "free"),
    [
        (4, 12, 10, True),  # 5 - 5
        (4, 12, 9, False),
        (4, 0, 9, True),  # 5 - 4
        (4, 0, 8, False),
        (0, 0, 5, True),  # 5 - 0
        (0, 0, 4, False),
        (2, 12, 8, True),  # 5 - 3
        (2, 12, 7, False),
    ],
)
def test_escapee_adds_5_minus_the_yard_and_wins_ties(
    yard: int, partner: int, escapee: int, free: bool
) -> None:
    s = escape([escapee, 10], yard, partner)
    assert s.r("yellow", 1) == (YARD if free else PRISON)


@pytest.mark.rule("6.10", "D-crit")
def test_natural_20_escapes_and_natural_1_does_not() -> None:
    assert escape([20, 20]).r("yellow", 1) == YARD
    assert escape([1, 1], yard=0, partner=0).r("yellow", 1) == PRISON


@pytest.mark.rule("6.10")
def test_captives_in_the_jailers_prison_do_not_guard() -> None:
    s = Scene(
        "first special",
        dice=[5, 10],
        auto_pass=False,
        yellow={"pieces": [{"r": PRISON, "jailer": 1}]},
        blue={"pieces": [{"r": r} for r in (20, 22, 24, 26)], "partner": 0},
        red={"pieces": [{"r": PRISON, "jailer": 1}]},
    )
    assert s.r("yellow", 1) == YARD


@pytest.mark.rule("6.10")
def test_jailers_pieces_in_prison_are_not_in_its_yard() -> None:
    away = [{"r": PRISON, "jailer": 2}, {"r": 22}, {"r": 24}, {"r": 26}]
    s = Scene(
        "first special",
        dice=[5, 10],
        auto_pass=False,
        yellow={"pieces": [{"r": PRISON, "jailer": 1}]},
        blue={"pieces": away, "partner": 0},
    )
    assert s.r("yellow", 1) == YARD


@pytest.mark.rule("6.10", "T-first-special")
def test_captives_try_in_piece_order() -> None:
    s = escape([9, 10, 20, 1], captives=2)
    assert s.r("yellow", 1) == PRISON
    assert s.r("yellow", 2) == YARD


@pytest.mark.rule("6.10")
def test_only_the_captives_party_tries_in_its_own_turn() -> None:
    s = Scene(
        "first special",
        turn="blue",
        auto_pass=False,
        yellow={"pieces": [{"r": PRISON, "jailer": 1}]},
    )
    assert s.r("yellow", 1) == PRISON
    assert s.events("roll") == []


@pytest.mark.rule("6.10")
def test_an_escaped_piece_makes_the_space_free_again() -> None:
    s = escape([20, 1])
    assert s.get("yellow", "jailer", 1) == -1
