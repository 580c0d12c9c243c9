"""Checks that wait, and what may have become of their piece or party meanwhile. [8.2, 8.3, 8.4]"""

from typing import Any

import pytest

from ludo_env.engine.ludicrous.names import COLLATERAL_CHECK, FEAR_CHECK, STUN_CHECK
from ludo_env.rules.ludicrous import LudicrousRules
from ludo_env.rules.tables import MODULES
from tests.ludicrous.scenes import Scene, seen_by, sheet

BLUE_1, RED_1 = 4, 8
GREEN = 3
FALLS, STAYS = 1, 100


def stun(piece: int, value: int = 9) -> list[int]:
    """Green has hit the piece."""
    return [STUN_CHECK, piece, value, GREEN, 0, 0, 0, 0]


def fear(piece: int, goal: int = 3) -> list[int]:
    return [FEAR_CHECK, piece, goal, 0, 0, 0, 0, 0]


def collateral(at: int, space: int, total: int = 9) -> list[int]:
    """Green's shot missed; its damage is 5, its stun value 2."""
    return [COLLATERAL_CHECK, at, total, GREEN, 5, 2, 0, space]


def waiting(*checks: list[int], dice: tuple[int, ...], **parties: Any) -> Scene:
    """Yellow's second special rules phase; then it rolls a 2, which it cannot use."""
    return Scene(
        "second special", checks=checks, dice=[*dice, 2], auto_pass=False, turn="yellow", **parties
    )


MEANWHILE = {
    "in the yard": {},
    "captive": {"r": -2, "jailer": GREEN},
    "fallen": {"r": 30, "fallen": 2},
    "revived": {"r": 30, "prone": 1},
    "home": {"r": 56},
}


@pytest.mark.rule("8.2", "T-second-special")
@pytest.mark.parametrize("piece", MEANWHILE.values(), ids=MEANWHILE)
def test_the_party_is_at_risk_of_stun_whatever_has_become_of_the_piece(
    piece: dict[str, int],
) -> None:
    for roll, stunned in ((9, 1), (10, 0)):
        s = waiting(stun(BLUE_1), dice=(roll,), blue={"pieces": [piece]})
        assert s.get("blue", "stunned") == stunned


@pytest.mark.rule("8.2", "SP-fire-bolt", "T-second-special")
def test_a_piece_that_survived_the_blow_and_fell_to_a_spell_leaves_the_check() -> None:
    s = Scene(
        "action",
        sheets={"yellow": sheet("wizard")},
        yellow={"pieces": [{"r": 27}], "hand": {"fire bolt": 1, "quicken": 1}},
        blue={"pieces": [{"r": seen_by("yellow", 28, "blue")}], "hp": 5},
        auto_pass=False,
    )
    s.play("melee attack 1").play("next piece 1", [12, 9, 3])
    assert s.get("blue", "hp") == 4
    s.play("quicken fire bolt").play("own piece 1").play("next piece 1", [12, 9, 6])
    assert s.fallen("blue", 1)
    # Damage 1 and the stun value 3 of a staff.
    s.play("end", [4, 2])
    assert s.get("blue", "stunned") == 1


@pytest.mark.rule("8.3")
@pytest.mark.parametrize("piece", [{}, {"r": -2, "jailer": GREEN}, {"r": 30, "fallen": 2}])
def test_only_pieces_on_the_pathway_are_frightened(piece: dict[str, int]) -> None:
    s = waiting(fear(BLUE_1), dice=(), blue={"pieces": [piece]})
    assert s.kinds.count("throw") == 0


@pytest.mark.rule("8.3")
@pytest.mark.parametrize("other", [{}, {"r": 31, "prone": 1}, {"r": -2, "jailer": GREEN}])
def test_the_throw_is_made_although_the_fallen_piece_is_revived_captured_or_gone(
    other: dict[str, int],
) -> None:
    s = waiting(fear(BLUE_1), dice=(2, 3), blue={"pieces": [{"r": 30}, other]})
    assert s.r("blue", 1) == 27


@pytest.mark.rule("8.3", "A-revive")
def test_who_fell_itself_and_was_revived_still_throws_and_crawls_back_as_far() -> None:
    s = waiting(fear(BLUE_1), dice=(2, 4), blue={"pieces": [{"r": 30, "prone": 1}]})
    assert (s.r("blue", 1), s.get("blue", "prone", 1)) == (26, 1)


@pytest.mark.rule("8.4")
@pytest.mark.parametrize(
    ("piece", "dice", "hp"),
    [
        ({}, (6,), 12),
        ({"r": -2, "jailer": GREEN}, (6,), 12),
        ({"r": 30, "fallen": 2}, (6,), 12),
        ({"r": 31}, (6,), 12),
        ({"r": 30, "prone": 1}, (6, 9, 20), 12 - 3),
        ({"r": 30, "veiled": 1}, (6, 9, 20), 12 - 3),
    ],
    ids=["eliminated", "captured", "fallen", "gone on", "revived there", "veiled"],
)
def test_a_miss_strikes_only_a_conscious_piece_that_is_still_there(
    piece: dict[str, int], dice: tuple[int, ...], hp: int
) -> None:
    space = (13 + 30) % 52
    s = waiting(collateral(BLUE_1, space), dice=dice, blue={"pieces": [piece]})
    assert s.get("blue", "hp") == hp


@pytest.mark.rule("8.4", "ST-")
def test_a_structure_that_is_gone_takes_no_damage() -> None:
    s = waiting(collateral(16 + 4, 14), dice=(6,))
    assert s.kinds.count("structure_damage") == 0


@pytest.mark.rule("8.2", "8.9", "E-leave")
def test_who_is_ejected_in_the_middle_of_the_checks_takes_its_own_with_it() -> None:
    checks = [stun(BLUE_1), fear(BLUE_1), stun(RED_1)]
    s = Scene(
        "second special",
        rules=LudicrousRules(modules=MODULES),
        checks=checks,
        dice=[3, FALLS],
        blue={"pieces": [{"r": 30}], "penalties": 19},
        red={"pieces": [{"r": 30}]},
        auto_pass=False,
    )
    assert (s.decider, s.decision) == ("red", "call dice off table")
    s.play("yes", [3, STAYS, 2, STAYS])
    assert s.get("blue", "left") == 1
    assert s.get("red", "stunned") == 1
    assert s.kinds.count("throw") == 0


@pytest.mark.rule("8.2", "E-leave", "8.11")
def test_checks_against_one_who_gives_up_in_its_first_special_phase_are_gone() -> None:
    s = Scene(
        "turning",
        rules=LudicrousRules(cession=True),
        checks=[stun(0), stun(BLUE_1), fear(1)],
        yellow={"pieces": [{"r": 30}, {"r": 31}]},
        blue={"pieces": [{"r": 30}]},
        auto_pass=False,
    )
    s.play("cede")
    assert s.decider == "blue"
    s.play("end", [10])
    assert (s.get("yellow", "stunned"), s.get("blue", "stunned")) == (0, 0)
    assert s.state.checks == []
