"""Basketball hoops: two 20s at night, and whoever is on the hoop is gone. [6.13]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS, YARD
from tests.ludicrous.scenes import Scene, seen_by

QUIET_CALENDAR = 3
"""The calendar's roll from space 0 onto a quiet one."""


def on_hoop(quadrant: int, *who: str, **condition: int) -> dict[str, Any]:
    """A piece of each colour on the hoop of a quadrant, r = 6 there."""
    hoop = (13 * quadrant + 6) % 52
    return {
        colour: {"pieces": [{"r": seen_by("yellow", hoop, colour), **condition}]} for colour in who
    }


def night(dice: list[int], **parties: Any) -> Scene:
    return Scene("night", auto_pass=False, dice=[*dice, QUIET_CALENDAR], **parties)


@pytest.mark.rule("6.13", "N-hoops")
@pytest.mark.parametrize("quadrant", [0, 1, 2, 3])
@pytest.mark.parametrize("colour", COLOURS)
def test_two_20s_eliminate_whoever_is_on_the_hoop_of_the_d4(quadrant: int, colour: str) -> None:
    s = night([20, 20, quadrant + 1], **on_hoop(quadrant, colour))
    assert s.r(colour, 1) == YARD
    s = night([20, 20, (quadrant + 1) % 4 + 1], **on_hoop(quadrant, colour))
    assert s.r(colour, 1) != YARD


@pytest.mark.rule("6.13", "N-hoops")
@pytest.mark.parametrize("dice", [[20, 19], [19, 20], [19, 19], [1, 1]])
def test_anything_else_and_the_night_goes_on(dice: list[int]) -> None:
    s = night(dice, **on_hoop(0, "blue"))
    assert s.r("blue", 1) != YARD
    assert s.events("basketball") == []


@pytest.mark.rule("6.13", "N-hoops")
def test_a_block_and_the_unconscious_beneath_it_go_together() -> None:
    at = seen_by("yellow", 6, "blue")
    s = night(
        [20, 20, 1],
        blue={"pieces": [{"r": at}, {"r": at}]},
        red={"pieces": [{"r": seen_by("yellow", 6, "red"), "fallen": 2}]},
        green={"pieces": [{"r": seen_by("yellow", 7, "green")}]},
    )
    assert [s.r("blue", 1), s.r("blue", 2), s.r("red", 1)] == [YARD] * 3
    assert not s.fallen("red", 1)
    assert s.r("green", 1) == seen_by("yellow", 7, "green")


@pytest.mark.rule("6.13", "SP-phantom")
def test_a_phantom_goes_too() -> None:
    s = night([20, 20, 1], blue={"phantom_at": 6, "phantom_hp": 3, "phantom_turns": 2})
    assert s.get("blue", "phantom_at") == -1


@pytest.mark.rule("6.13", "8.7")
def test_the_crown_of_an_eliminated_piece_stays_on_the_hoop() -> None:
    s = night([20, 20, 1], **on_hoop(0, "blue", crowned=1))
    assert s.r("blue", 1) == YARD
    assert s.get("blue", "crown_at") == 6


@pytest.mark.rule("6.13", "N-hoops", "N-god")
def test_the_new_holder_of_the_god_token_throws_before_the_calendar() -> None:
    s = night([20, 20, 1], world={"god": 2})
    rolls = [(event.seat, event.data["reason"]) for event in s.events("roll")]
    assert rolls == [(1, "basketball"), (1, "basketball"), (1, "hoop"), (1, "calendar")]


@pytest.mark.rule("6.13")
def test_elimination_is_no_falling() -> None:
    s = night([20, 20, 1], **on_hoop(0, "blue"))
    assert "falls" not in s.kinds
    assert list(s.state.checks) == []
