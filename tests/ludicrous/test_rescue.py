"""Reviving a fallen piece. [A-revive, 8.6]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS
from tests.ludicrous.scenes import Scene, seen_by, sheet


def beside(
    offset: int = 1,
    *,
    actor: int = 2,
    colour: str = "yellow",
    constitution: int = 0,
    others: tuple[dict[str, int], ...] = (),
    piece: dict[str, int] | None = None,
    lying: dict[str, int] | None = None,
    start: int = 40,
    **parties: Any,
) -> Scene:
    """Piece 3 lies beside a piece: the leader is 1, any other 2."""
    pieces: list[dict[str, int]] = [{}, {}, {"r": start + offset, "fallen": 2, **(lying or {})}]
    pieces[actor - 1] = {"r": start, **(piece or {})}
    parties[colour] = {"pieces": [*pieces, *others]}
    made = {colour: sheet(constitution=constitution)}
    return Scene("action", turn=colour, auto_pass=False, sheets=made, **parties)


def revive(s: Scene, dice: list[int], actor: int = 2) -> Scene:
    return s.play(f"revive {actor}").play("own piece 3", dice=dice)


@pytest.mark.rule("A-revive")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("offset", [-1, 0, 1])
@pytest.mark.parametrize("facing", [-1, 1])
def test_revives_within_1_in_either_direction(colour: str, offset: int, facing: int) -> None:
    s = beside(offset, colour=colour, piece={"facing": facing})
    revive(s, [10])
    assert not s.fallen(colour, 3)
    assert s.get(colour, "prone", 3) == 1
    assert s.r(colour, 3) == 40 + offset


@pytest.mark.rule("A-revive")
def test_two_spaces_are_too_far() -> None:
    assert "revive 2" not in beside(2).legal
    assert "revive 2" not in beside(-2).legal


@pytest.mark.rule("A-revive", "D-crit")
@pytest.mark.parametrize(
    ("constitution", "roll", "awake"),
    [(0, 10, True), (0, 9, False), (2, 8, True), (2, 7, False), (-2, 20, True), (2, 1, False)],
)
def test_constitution_against_10(constitution: int, roll: int, awake: bool) -> None:
    s = revive(beside(constitution=constitution), [roll])
    assert s.fallen("yellow", 3) is not awake


@pytest.mark.rule("A-revive", "8.6")
def test_leader_has_advantage() -> None:
    s = revive(beside(actor=1), [3, 10], actor=1)
    assert not s.fallen("yellow", 3)


@pytest.mark.rule("A-revive", "8.6", "Y-stress")
@pytest.mark.parametrize("fourth", [{"r": 20, "fallen": 1}, {"r": -2, "jailer": 1}])
def test_leader_of_a_stressed_party_has_none(fourth: dict[str, int]) -> None:
    s = revive(beside(actor=1, others=(fourth,)), [3], actor=1)
    assert s.fallen("yellow", 3)


@pytest.mark.rule("A-revive")
def test_enemies_are_not_revived_nor_the_conscious() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 40}, {"r": 41}]},
        red={"pieces": [{"r": 15, "fallen": 2}]},
    )
    assert "revive 1" not in s.legal


@pytest.mark.rule("A-revive", "6.4")
def test_pieces_in_the_home_area_revive_nobody() -> None:
    s = Scene("action", auto_pass=False, yellow={"pieces": [{"r": 51}, {"r": 50, "fallen": 2}]})
    assert "revive 1" not in s.legal


@pytest.mark.rule("A-revive", "C-restrained", "C-prone")
def test_prone_or_restrained_piece_may_revive() -> None:
    assert "revive 2" in beside(piece={"prone": 1, "restrained": 1}).legal


@pytest.mark.rule("A-revive", "6.15")
def test_revived_under_an_enemy_it_is_pushed_forward() -> None:
    s = beside(red={"pieces": [{"r": 15}]})
    revive(s, [15])
    assert s.r("yellow", 3) == 42
    assert s.get("yellow", "prone", 3) == 1
    assert not s.fallen("red", 1)


@pytest.mark.rule("A-revive", "6.15", "M-skirmish")
def test_pushed_onto_another_enemy_it_fights_a_skirmish() -> None:
    s = beside(red={"pieces": [{"r": 15}, {"r": 16}]})
    revive(s, [15, 9, 10])
    assert s.fallen("yellow", 3)
    assert s.r("yellow", 3) == 42


@pytest.mark.rule("A-revive", "6.15")
def test_revived_under_two_own_pieces_it_is_pushed_forward() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 40}, {"r": 40}, {"r": 40, "fallen": 2}]},
    )
    s.play("revive 2").play("own piece 3", dice=[15])
    assert s.r("yellow", 3) == 41


@pytest.mark.rule("A-revive", "6.5")
@pytest.mark.parametrize(("star", "end"), [(8, 8), (21, 22)])
def test_no_block_on_a_foreign_star_by_reviving(star: int, end: int) -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{}, {"r": star}, {"r": star, "fallen": 2}]},
    )
    s.play("revive 2").play("own piece 3", dice=[15, 1] if end == 22 else [15])
    assert s.r("yellow", 3) == end


@pytest.mark.rule("A-revive", "C-crowned")
def test_crowned_reviver_adds_1() -> None:
    s = revive(beside(piece={"crowned": 1}), [9])
    assert not s.fallen("yellow", 3)


@pytest.mark.rule("A-revive", "E-teams")
def test_team_mates_may_be_revived() -> None:
    rules = Scene("action", auto_pass=False).rules.changed(teams=True)
    s = Scene(
        "action",
        auto_pass=False,
        rules=rules,
        yellow={"pieces": [{}, {"r": 40}]},
        red={"pieces": [{"r": seen_by("yellow", 41, "red"), "fallen": 2}]},
    )
    s.play("revive 2").play("across piece 1", dice=[10])
    assert not s.fallen("red", 1)
