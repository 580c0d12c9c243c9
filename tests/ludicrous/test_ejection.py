"""A party is ejected while the night ambushes are under way: the others are still asked."""

import pytest

from ludo_env.engine.ludicrous.off_table import foul
from ludo_env.rules.ludicrous import LudicrousRules
from ludo_env.rules.tables import MODULES
from tests.ludicrous.scenes import Scene, seen_by

RULES = LudicrousRules(modules=MODULES, tournament=True)
QUIET_NIGHT = (2, 100, 2, 100, 3, 100)
"""No basketball, the calendar on its quiet space; no die falls off the table."""
FELL = 1


def night(**yellow: int) -> Scene:
    """Yellow holds the starting token and can ambush blue, blue can ambush red."""
    return Scene(
        "night",
        rules=RULES,
        dice=QUIET_NIGHT,
        yellow={"pieces": [{"r": 3}], **yellow},
        blue={"pieces": [{"r": seen_by("yellow", 5, "blue")}]},
        red={"pieces": [{"r": seen_by("yellow", 7, "red")}]},
        auto_pass=False,
    )


def assert_blue_is_asked(s: Scene) -> None:
    """Yellow has left with its pieces, nobody has moved, blue may ambush now."""
    assert s.get("yellow", "left") == 1
    assert (s.r("yellow", 1), s.r("blue", 1)) == (-1, 44)
    assert (s.decider, s.decision) == ("blue", "night ambush")
    assert s.legal == ["end", "night ambush 1"]


@pytest.mark.rule("N-ambush", "E-leave", "E-fouls")
@pytest.mark.parametrize("chosen", [False, True])
def test_a_fouling_ambusher_leaves_and_the_next_is_asked(chosen: bool) -> None:
    s = night(fouls=19)
    if chosen:
        s.play("night ambush 1")
    foul(s.state, s.state.decider)
    s.run([])
    assert_blue_is_asked(s)


@pytest.mark.rule("N-ambush", "E-leave", "8.9")
def test_an_ambusher_whose_die_is_called_for_the_twentieth_time_leaves() -> None:
    s = night(penalties=19).play("night ambush 1").play("next piece 1", dice=[15, FELL])
    assert s.decision == "call dice off table"
    s.play("yes")
    assert_blue_is_asked(s)


@pytest.mark.rule("E-fouls", "E-leave", "8.9")
@pytest.mark.parametrize("dice", [[2, FELL], [2, 100, 2, 100, 3, FELL]])
def test_who_fouls_when_asked_to_call_leaves_and_the_die_is_thrown_again(dice: list[int]) -> None:
    s = Scene("night", rules=RULES, dice=dice, yellow={"fouls": 19})
    assert (s.decider, s.decision) == ("yellow", "call dice off table")
    foul(s.state, s.state.decider)
    s.run(QUIET_NIGHT)
    assert s.get("yellow", "left") == 1
    assert (s.decider, s.decision) == ("blue", "tank")
