"""Pivotal moments. [P-, 6.4]"""

from typing import Any

import pytest

from ludo_env.board import COLOURS
from tests.ludicrous.scenes import Scene, seen_by, sheet

GRAVITY, TIME_SLIP, TIDE, STAR_SHOWER, QUAKE, MIRROR = range(1, 7)
CAP = 20


def moment(roll: int, *dice: int, **parties: Any) -> Scene:
    """The moment comes at the end of blue's tank phase."""
    s = Scene("tank", turn="blue", world={"annustar": CAP - 1}, auto_pass=False, **parties)
    s.state.annustar = CAP
    return s.play("tank to shield", [roll, *dice])


@pytest.mark.rule("P-")
@pytest.mark.parametrize(("damage", "comes"), [(19, False), (20, True)])
def test_it_comes_at_twenty_at_the_end_of_the_phase(damage: int, comes: bool) -> None:
    s = Scene("tank", world={"annustar": 0}, blue={"counter": 2}, auto_pass=False)
    s.state.annustar = damage
    s.play("tank to shield", [TIME_SLIP] if comes else [])
    assert (s.get("blue", "counter") == 0) == comes
    assert s.state.annustar == (0 if comes else damage)
    assert s.decision == "action"


@pytest.mark.rule("P-", "SP-mend")
def test_not_before_the_phase_is_over() -> None:
    s = Scene(
        "action",
        sheets={"yellow": sheet("wizard")},
        yellow={"hand": {"mend": 1}, "counter": 2},
        world={"annustar": 19},
        auto_pass=False,
    )
    s.play("cast mend").play("plainly", [3])
    assert (s.state.annustar, s.get("yellow", "counter")) == (CAP, 2)
    # The phase ends: the moment, then the movement roll.
    s.play("end", [TIME_SLIP, 3])
    assert (s.state.annustar, s.get("yellow", "counter")) == (0, 0)
    kinds = [event.data["reason"] for event in s.events("roll")][-2:]
    assert kinds == ["pivotal moment", "movement"]


@pytest.mark.rule("P-", "6.6")
def test_after_a_teleport_it_comes_when_the_movement_phase_ends() -> None:
    s = Scene(
        "movement",
        dice=[6],
        yellow={"pieces": [{"r": 10}], "counter": 2},
        world={"annustar": 18},
        auto_pass=False,
    )
    s.play("move 1").play("yes", [4, 2])
    assert s.state.annustar == CAP
    assert s.decision == "move"
    s.play("move 1", [TIME_SLIP])
    assert s.state.annustar == 0
    assert (s.decider, s.decision) == ("blue", "turning")


@pytest.mark.rule("P-", "N-ambush")
def test_at_night_it_comes_when_the_night_is_over() -> None:
    # The ambusher lands on T, r = 16, and teleports.
    s = Scene(
        "night",
        dice=[1, 1, 3],
        yellow={"pieces": [{"r": 15}], "counter": 2},
        green={"pieces": [{"r": seen_by("yellow", 16, "green"), "moved": 1}]},
        red={"pieces": [{"r": 20}]},
        blue={"pieces": [{"r": seen_by("red", 21, "blue"), "moved": 1}]},
        world={"annustar": 18},
        auto_pass=False,
    )
    s.play("night ambush 1").play("previous piece 1", [10, 9]).play("yes", [4])
    assert s.state.annustar == CAP
    assert (s.decider, s.decision) == ("red", "night ambush")
    s.play("end", [TIME_SLIP])
    assert s.state.annustar == 0
    assert s.decision == "turning"


@pytest.mark.rule("P-")
def test_the_holder_of_the_god_token_rolls() -> None:
    s = Scene("tank", world={"annustar": 0, "god": 2}, auto_pass=False)
    s.state.annustar = CAP
    s.play("tank to shield", [TIME_SLIP])
    assert s.events("roll")[-1].seat == 2


SCATTERED = {
    "yellow": {"pieces": [{"r": 10}, {"r": 20, "facing": -1}, {"r": 53}, {}]},
    "red": {"pieces": [{"r": 11}, {"r": 12, "fallen": 2}, {"r": -2, "jailer": 0}]},
}


@pytest.mark.rule("P-gravity", "6.4", "C-prone")
def test_gravity_makes_every_pathway_piece_prone() -> None:
    s = moment(GRAVITY, **SCATTERED)
    assert [s.get("yellow", "prone", k) for k in (1, 2, 3, 4)] == [1, 1, 0, 0]
    assert [s.get("red", "prone", k) for k in (1, 2, 3)] == [1, 0, 0]


@pytest.mark.rule("P-time-slip", "M-bonus-die")
def test_a_time_slip_empties_all_bonus_die_counters() -> None:
    s = moment(TIME_SLIP, **{c: {"counter": n} for n, c in enumerate(COLOURS)})
    assert list(s.state.counter) == [0, 0, 0, 0]


@pytest.mark.rule("P-tide", "C-wet", "6.4")
def test_the_tide_wets_pieces_on_fishing_spaces() -> None:
    s = moment(TIDE, **SCATTERED)
    assert [s.get("yellow", "wet", k) for k in (1, 2, 3)] == [2, 0, 0]
    assert [s.get("red", "wet", k) for k in (1, 2, 3)] == [2, 0, 0]


@pytest.mark.rule("P-star-shower", "6.7")
def test_a_star_shower_gives_everybody_with_room_a_card() -> None:
    s = moment(STAR_SHOWER, 1, 1, 1, green={"hand": {"mend": 4}}, red={"hand": {"mend": 3}})
    assert [sum(s.hand(c).values()) for c in COLOURS] == [1, 1, 4, 4]


@pytest.mark.rule("P-quake", "ST-")
def test_a_quake_damages_every_structure_by_one_d6() -> None:
    s = moment(
        QUAKE,
        4,
        yellow={"structures": [{"built": 0, "built_hp": 6}, {}, {"built": 4, "built_hp": 3}]},
        red={"structures": [{"built": 1, "built_hp": 5, "hacked": 2}]},
    )
    assert (s.get("yellow", "built", 1), s.get("yellow", "built_hp", 1)) == (0, 2)
    assert s.get("yellow", "built", 3) == -1
    assert s.get("red", "built_hp", 1) == 1


@pytest.mark.rule("P-quake", "SP-phantom", "TK-", "C-unconscious")
def test_a_quake_harms_nobody_else() -> None:
    phantom = {"phantom_at": 5, "phantom_hp": 3, "phantom_turns": 2}
    s = moment(QUAKE, 6, green={**phantom, "pieces": [{"r": 20}, {"r": 30, "fallen": 2}]})
    assert s.get("green", "phantom_hp") == 3
    assert s.get("green", "tank_hp") == 10
    assert s.get("green", "hp") == 12


@pytest.mark.rule("P-mirror", "6.4", "Y-facing")
def test_the_mirror_turns_every_pathway_piece_round() -> None:
    s = moment(MIRROR, **SCATTERED)
    assert [s.get("yellow", "facing", k) for k in (1, 2, 3, 4)] == [-1, 1, 1, 1]
    assert [s.get("red", "facing", k) for k in (1, 2, 3)] == [-1, 1, 1]
