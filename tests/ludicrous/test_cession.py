"""Giving up, and what becomes of everything that a party had. [8.11, E-leave]"""

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.ludicrous import LudicrousRules
from ludo_env.rules.tables import CARDS
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

MAY_CEDE = LudicrousRules(cession=True)
STUN, FEAR, COLLATERAL = 0, 1, 2


def scene(phase: str = "action", **more: Any) -> Scene:
    """A scene in which a party may cede, and every choice is asked for."""
    more.setdefault("rules", MAY_CEDE)
    return Scene(phase, auto_pass=False, **more)


# -- when it is offered ------------------------------------------------------------------------


@pytest.mark.rule("8.11")
@pytest.mark.parametrize("phase", ["turning", "tank", "action"])
def test_it_is_offered_at_every_own_decision(phase: str) -> None:
    assert "cede" in scene(phase).legal
    assert "cede" not in scene(phase, rules=LudicrousRules()).legal


@pytest.mark.rule("8.11")
def test_it_is_off_in_casual_games() -> None:
    assert not LudicrousRules().cession


@pytest.mark.rule("8.11")
def test_also_in_the_middle_of_an_action_or_a_movement() -> None:
    s = scene(yellow={"pieces": [{"r": 14}]}, blue={"pieces": [{"r": 2}]})
    s.play("punch 1")
    assert s.legal == ["next piece 1", "cede"]
    s = scene("movement", dice=[6])
    assert "cede" in s.legal
    s.play("enter 1")
    assert s.legal == ["end", "yes", "cede"]


@pytest.mark.rule("8.11")
def test_never_in_the_turn_of_another() -> None:
    s = scene(
        "movement",
        dice=[5],
        yellow={"pieces": [{"r": 14}]},
        blue={"pieces": [{"r": 3}]},
    )
    s.play("move 1")
    assert (s.decider, s.decision, s.legal) == ("blue", "tackle", ["end", "yes"])


@pytest.mark.rule("8.11", "N-ambush")
def test_never_at_night() -> None:
    s = scene("night", dice=[1, 1, 3], yellow={"pieces": [{"r": 20}]}, red={"pieces": [{"r": 48}]})
    assert (s.decider, s.decision) == ("yellow", "night ambush")
    assert "cede" not in s.legal


@pytest.mark.rule("8.11", "SP-ward")
def test_a_reaction_to_oneself_in_the_own_turn_may_be_answered_by_giving_up() -> None:
    own = {"pieces": [{"r": 20, "burning": 0}, {"r": 40}, {}], "hand": {"ward": 1}}
    s = scene(
        yellow=own,
        green={"pieces": [{"r": seen_by("yellow", 21, "green")}]},
        sheets={"yellow": sheet("wizard")},
    )
    s.play("artillery").play("previous piece 1", [5, 1, 1, 3])
    assert (s.decision, s.decider) == ("ward", "yellow")
    s.play("cede")
    assert s.get("green", "hp") == 12


# -- what follows ------------------------------------------------------------------------------


@pytest.mark.rule("8.11", "E-leave")
@pytest.mark.parametrize("colour", COLOURS)
def test_whoever_cedes_loses_and_the_others_play_on(colour: str) -> None:
    s = scene(turn=colour, world={"starter": COLOURS.index(following(colour, 2))})
    s.play("cede")
    assert not s.state.over
    assert s.get(colour, "places") == 4
    assert s.get(colour, "left") == 1
    assert s.decider == following(colour)


@pytest.mark.rule("E-leave")
def test_leaving_parties_take_the_lowest_free_place() -> None:
    s = scene(turn="blue")
    s.play("cede")
    assert s.decider == "red"
    s.play("end").play("cede")
    assert (s.get("blue", "places"), s.get("red", "places")) == (4, 3)
    assert s.decider == "green"
    s.play("cede")
    assert s.state.over
    assert list(s.state.places) == [1, 4, 3, 2]


@pytest.mark.rule("8.11", "E-leave")
def test_with_two_players_the_match_ends_at_once() -> None:
    s = scene(players=2).play("cede")
    assert s.state.over
    assert list(s.state.places) == [2, 0, 1, 0]
    assert [s.state.reward(seat) for seat in (0, 2)] == [-1.0, 1.0]


@pytest.mark.rule("8.11", "E-teams")
def test_a_member_that_cedes_ends_the_match_for_its_team() -> None:
    s = scene(rules=LudicrousRules(cession=True, teams=True)).play("cede")
    assert s.state.over
    assert list(s.state.places) == [2, 1, 2, 1]


@pytest.mark.rule("E-leave")
def test_its_pieces_are_removed_also_where_they_are_captive() -> None:
    own = [{"r": 20, "prone": 1}, {"r": 30, "fallen": 2}, {"r": -2, "jailer": 2}, {"r": 53}]
    s = scene(yellow={"pieces": own}).play("cede")
    for piece in range(1, 5):
        assert s.r("yellow", piece) == -1
        assert not s.fallen("yellow", piece)
        assert s.get("yellow", "jailer", piece) == -1
        assert s.get("yellow", "prone", piece) == 0
    assert sum(s.state.ring) == 0


@pytest.mark.rule("E-leave", "6.10")
def test_the_pieces_that_it_holds_go_back_to_their_yards() -> None:
    red = {"pieces": [{"r": -2, "jailer": 0}, {"r": -2, "jailer": 1}]}
    s = scene(red=red).play("cede")
    assert (s.r("red", 1), s.get("red", "jailer", 1)) == (-1, -1)
    assert (s.r("red", 2), s.get("red", "jailer", 2)) == (-2, 1)


@pytest.mark.rule("E-leave")
def test_structures_projects_tank_phantom_and_crown_go() -> None:
    yellow = {
        "structures": [{"built": 0, "built_hp": 6, "hacked": 1}, {"project": 1}],
        "phantom_at": 30,
        "phantom_hp": 3,
        "phantom_turns": 2,
        "crown_at": 10,
    }
    s = scene(yellow=yellow).play("cede")
    for field, gone in (("built", -1), ("built_hp", 0), ("hacked", 0), ("project", -1)):
        assert [s.get("yellow", field, space) for space in (1, 2)] == [gone, gone], field
    for field, gone in (("tank_hp", 0), ("phantom_at", -1), ("phantom_hp", 0), ("crown_at", -1)):
        assert s.get("yellow", field) == gone, field


@pytest.mark.rule("E-leave", "6.7")
def test_its_hand_goes_to_the_discards() -> None:
    s = scene(yellow={"hand": {"mend": 2, "reach": 1}}).play("cede")
    assert s.hand("yellow") == {}
    assert s.state.discards[CARDS.index("mend")] == 2
    assert s.state.discards[CARDS.index("reach")] == 1


@pytest.mark.rule("E-leave")
def test_checks_for_or_against_it_are_dropped() -> None:
    about_it = [
        [STUN, 0, 9, 2, 0, 0, 0, 0],
        [FEAR, 1, 4, 0, 0, 0, 0, 0],
        [COLLATERAL, 2, 9, 1, 5, 2, 0, 30],
        [COLLATERAL, 16 + 1, 9, 1, 5, 2, 0, 30],
    ]
    from_it = [[STUN, 4, 9, 0, 0, 0, 0, 0], [COLLATERAL, 20, 9, 0, 5, 2, 0, 30]]
    others = [
        [STUN, 4, 9, 2, 0, 0, 0, 0],
        [FEAR, 8, 4, 0, 0, 0, 0, 0],
        [COLLATERAL, 12, 9, 1, 5, 2, 0, 30],
    ]
    s = scene(checks=[*about_it, others[0], *from_it, *others[1:]]).play("cede")
    assert list(s.state.checks) == [number for check in others for number in check]


@pytest.mark.rule("E-leave", "6.11")
def test_its_trap_stays_with_engineering_zero() -> None:
    sheets = {"yellow": sheet(engineering=2)}
    s = scene(sheets=sheets, blue={"pieces": [{"r": 37}]}, world={"starter": 3})
    s.play("cede").play("end").play("tank to shield").play("end", [1])
    s.play("move 1", [4])
    assert s.get("blue", "hp") == 11
    assert s.get("blue", "restrained", 1) == 0


@pytest.mark.rule("E-leave", "N-god")
@pytest.mark.parametrize("colour", COLOURS)
def test_the_god_token_passes_to_the_right_and_the_starting_token_clockwise(colour: str) -> None:
    holder = COLOURS.index(colour)
    s = scene(turn=colour, world={"starter": holder, "god": holder}).play("cede")
    assert s.state.starter == COLOURS.index(following(colour))
    assert s.state.god == COLOURS.index(following(colour, 3))


@pytest.mark.rule("E-leave")
def test_tokens_skip_whoever_has_left() -> None:
    s = scene(turn="blue", blue={}, red={"left": 1, "places": 4}, world={"starter": 1, "god": 1})
    s.play("cede")
    assert (s.state.starter, s.state.god) == (3, 0)


@pytest.mark.rule("E-leave")
def test_the_new_holder_of_the_starting_token_has_its_turn_before_the_night() -> None:
    s = scene(turn="yellow").play("cede")
    assert (s.decider, s.state.rounds) == ("blue", 1)
    for colour in ("blue", "red", "green"):
        assert s.decider == colour
        s.play("end").play("tank to shield").play("end", [3] if colour != "green" else [3, 1, 1, 3])
    assert s.state.rounds == 2
    assert s.decider == "blue"


@pytest.mark.rule("E-leave")
def test_the_night_falls_when_the_last_of_the_round_leaves() -> None:
    s = scene(turn="green")
    s.play("cede", [1, 1, 3])
    assert s.kinds.count("night") == 1
    assert s.decider == "yellow"


@pytest.mark.rule("E-leave", "P-")
def test_the_phase_in_which_it_cedes_is_over_and_the_moment_comes() -> None:
    yellow = {"hand": {"cleanse": 1}}
    s = scene(world={"annustar": 19, "god": 2}, yellow=yellow, blue={"counter": 3})
    s.play("cast cleanse").play("plainly")
    assert s.state.annustar == 20
    s.play("cede", [2])
    assert s.state.annustar == 0
    assert s.get("blue", "counter") == 0


@pytest.mark.rule("E-leave")
def test_a_party_that_has_left_is_never_asked_again() -> None:
    s = scene(turn="blue", green={"left": 1, "places": 4}, red={}, world={"starter": 0})
    s.play("end", [3])
    assert s.decider == "red"
    s.play("end").play("tank to shield").play("end", [3, 1, 1, 3])
    assert s.decider == "yellow"
