"""Two against two: yellow and red against blue and green. [E-teams]"""

from typing import Any

import pytest

from ludo_env.board import COLOURS, HOME
from ludo_env.errors import BadRules
from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

TEAMS = LudicrousRules(teams=True)
ALL_HOME = {"pieces": [{"r": HOME}] * 4}
NEARLY = {"pieces": [{"r": 55}, {"r": HOME}, {"r": HOME}, {"r": HOME}]}
HP = 12


def match(phase: str = "action", **more: Any) -> Scene:
    """A scene of a team match."""
    more.setdefault("rules", TEAMS)
    return Scene(phase, auto_pass=False, **more)


def mate(*places: int, **more: Any) -> dict[str, Any]:
    """Red's pieces where yellow has these r."""
    return {"pieces": [{"r": seen_by("yellow", r, "red")} for r in places], **more}


def enemy(*places: int, **more: Any) -> dict[str, Any]:
    """Green's pieces where yellow has these r."""
    return {"pieces": [{"r": seen_by("yellow", r, "green")} for r in places], **more}


# -- winning -----------------------------------------------------------------------------------


@pytest.mark.rule("E-teams", "E-win")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_team_wins_when_all_its_pieces_are_home(colour: str) -> None:
    partner = following(colour, 2)
    s = match("movement", turn=colour, dice=[1], **{colour: NEARLY, partner: ALL_HOME})
    s.play("move 1")
    assert s.state.over
    winners = {c for c in COLOURS if s.get(c, "places") == 1}
    assert winners == {colour, partner}
    assert [s.get(c, "places") for c in COLOURS if c not in winners] == [2, 2]


@pytest.mark.rule("E-teams")
def test_one_finished_player_does_not_win_and_its_turns_are_skipped() -> None:
    s = match("movement", dice=[1], yellow=NEARLY)
    s.play("move 1")
    assert not s.state.over
    assert s.decider == "blue"
    s = match("movement", turn="yellow", dice=[3], blue=ALL_HOME)
    assert s.decider == "red"


@pytest.mark.rule("E-teams")
def test_the_round_goes_on_when_a_finished_player_holds_the_starting_token() -> None:
    s = match("movement", turn="green", dice=[3, 1, 1, 3], yellow=ALL_HOME)
    assert (s.decider, s.state.rounds) == ("blue", 2)


@pytest.mark.rule("E-teams", "E-places")
def test_a_match_that_is_cut_off_is_placed_by_team() -> None:
    rules = LudicrousRules(teams=True, max_rounds=3, modules=("combat",))
    s = Scene(
        "night",
        rules=rules,
        world={"rounds": 3},
        yellow={"pieces": [{"r": 50}]},
        blue={"pieces": [{"r": 30}]},
        green={"pieces": [{"r": 21}]},
    )
    assert list(s.state.places) == [2, 1, 2, 1]


@pytest.mark.rule("E-teams")
def test_nobody_plays_for_the_places_in_teams() -> None:
    with pytest.raises(BadRules):
        LudicrousRules(teams=True, play_on=True)


# -- moving ------------------------------------------------------------------------------------


@pytest.mark.rule("E-teams", "M-pass", "R-tackle")
def test_team_mates_pass_blocks_and_single_pieces_of_each_other() -> None:
    s = match("movement", dice=[5], yellow={"pieces": [{"r": 14}]}, red=mate(15, 15, 16))
    s.play("move 1")
    assert s.r("yellow", 1) == 19
    assert s.events("tackle") == []
    assert s.decider == "blue"


@pytest.mark.rule("E-teams", "M-pass", "SP-phantom")
@pytest.mark.parametrize(("owner", "legal"), [("red", True), ("blue", False)])
def test_they_pass_each_others_phantoms(owner: str, legal: bool) -> None:
    there = {"phantom_at": 15, "phantom_hp": 3, "phantom_turns": 3}
    s = match("movement", dice=[5], yellow={"pieces": [{"r": 14}, {"r": 40}]}, **{owner: there})
    assert ("move 1" in s.legal) == legal


@pytest.mark.rule("E-teams", "ST-barricade")
@pytest.mark.parametrize(("owner", "start", "end"), [("red", 26, 31), ("blue", 13, 14)])
def test_they_pass_each_others_barricades(owner: str, start: int, end: int) -> None:
    # The first structural space guards r = 1 of its owner.
    there = {"structures": [{"built": 0, "built_hp": 6}]}
    s = match("movement", dice=[5], yellow={"pieces": [{"r": start}]}, **{owner: there})
    s.play("move 1")
    assert s.r("yellow", 1) == end


@pytest.mark.rule("E-teams", "6.11", "ST-snare")
@pytest.mark.parametrize(("start", "dice", "hp"), [(23, [], HP), (10, [6], HP - 1)])
def test_traps_do_not_work_against_team_mates(start: int, dice: list[int], hp: int) -> None:
    # r = 25 is red's trap, r = 12 blue's.
    s = match("movement", dice=[2], yellow={"pieces": [{"r": start}]})
    s.play("move 1", dice)
    assert s.get("yellow", "hp") == hp


@pytest.mark.rule("E-teams", "M-land")
@pytest.mark.parametrize("pieces", [1, 2])
def test_they_never_share_a_space(pieces: int) -> None:
    s = match(
        "movement",
        dice=[5],
        yellow={"pieces": [{"r": 13}, {"r": 40}]},
        red=mate(*[18] * pieces),
    )
    assert "move 1" not in s.legal
    assert "move 2" in s.legal


@pytest.mark.rule("E-teams", "M-push")
def test_a_push_goes_on_past_a_team_mate() -> None:
    s = match(turn="green", yellow={"pieces": [{"r": 20}]}, red=mate(21), green=enemy(19))
    s.play("shove 1").play("next piece 1", [20, 1, 1])
    # The third die draws the card of that space.
    assert s.r("yellow", 1) == 22


@pytest.mark.rule("E-teams", "6.6")
def test_a_teleport_does_not_ambush_a_team_mate() -> None:
    s = match("movement", dice=[3], yellow={"pieces": [{"r": 13}]}, red=mate(28))
    s.play("move 1").play("yes", [4])
    assert s.r("yellow", 1) == 29
    assert not s.fallen("red", 1)


@pytest.mark.rule("E-teams", "6.5")
def test_a_star_block_needs_the_own_colour() -> None:
    own = {"pieces": [{"r": 30}, {"r": 34}, {"r": 5}]}
    s = match("movement", dice=[4], yellow=own)
    assert "move 1" not in s.legal
    # The star of the team-mate is foreign; the own star is not.
    s = match("movement", dice=[4], yellow={"pieces": [{"r": 4}, {"r": 8}]})
    assert "move 1" in s.legal


# -- fighting and helping ----------------------------------------------------------------------


@pytest.mark.rule("E-teams", "A-melee", "A-capture")
def test_team_mates_are_no_targets() -> None:
    s = match(
        yellow={"pieces": [{"r": 20}], "hand": {"fire bolt": 1, "dread": 1}},
        red={"pieces": [mate(21)["pieces"][0], {**mate(20)["pieces"][0], "fallen": 2}]},
        sheets={"yellow": sheet("wizard")},
    )
    barred = ("melee", "ranged", "punch", "stone", "shove", "grapple", "taunt", "capture", "cast")
    assert [action for action in s.legal if action.startswith(barred)] == []


@pytest.mark.rule("E-teams", "TK-shot", "TK-anti-tank", "ST-turret", "A-hack")
def test_nor_are_their_tanks_and_structures() -> None:
    own = {"pieces": [{"r": 26}], "tank": 2, "structures": [{"built": 1, "built_hp": 5}]}
    red = mate(1, structures=[{"built": 0, "built_hp": 6}])
    s = match(yellow=own, red=red)
    assert "hack 1" not in s.legal
    assert "melee attack 1" not in s.legal
    assert "turret" not in s.legal
    s.play("anti-tank shot")
    assert s.legal == ["next tank", "previous tank"]


@pytest.mark.rule("E-teams", "A-revive")
def test_they_revive_each_other() -> None:
    red = {"pieces": [{**mate(21)["pieces"][0], "fallen": 2}]}
    s = match(yellow={"pieces": [{}, {"r": 20}]}, red=red)
    s.play("revive 2").play("across piece 1", [10])
    assert not s.fallen("red", 1)
    assert s.get("red", "prone", 1) == 1


@pytest.mark.rule("E-teams", "SP-awaken")
def test_they_awaken_each_other() -> None:
    red = {"pieces": [{**mate(21)["pieces"][0], "fallen": 2}]}
    s = match(
        yellow={"pieces": [{"r": 20}], "hand": {"awaken": 1}},
        sheets={"yellow": sheet("wizard")},
        red=red,
    )
    s.play("cast awaken").play("plainly").play("own piece 1").play("across piece 1")
    assert not s.fallen("red", 1)


@pytest.mark.rule("E-teams", "TK-artillery")
def test_artillery_hits_team_mates_too() -> None:
    # A miss, scattered one space forward onto red's piece.
    s = match(yellow={}, red=mate(22), green=enemy(21))
    s.play("artillery").play("previous piece 1", [2, 1, 2, 5])
    assert s.get("red", "hp") == HP - 3


@pytest.mark.rule("E-teams", "8.4")
def test_a_miss_may_hit_a_team_mate() -> None:
    s = match(yellow={"pieces": [{"r": 20}]}, red=mate(22), green=enemy(21))
    s.play("melee attack 1").play("previous piece 1", [8, 18, 5])
    assert s.state.checks[1] == 8


@pytest.mark.rule("E-teams", "N-ambush")
@pytest.mark.parametrize(("colour", "asked"), [("red", False), ("green", True)])
def test_team_mates_are_no_victims_of_night_ambushes(colour: str, asked: bool) -> None:
    other = mate(22) if colour == "red" else enemy(22)
    moved = {"pieces": [{**other["pieces"][0], "moved": 1}]}
    s = match("night", dice=[1, 1, 3], yellow={"pieces": [{"r": 20}]}, **{colour: moved})
    assert (s.decision == "night ambush") == asked


@pytest.mark.rule("E-teams", "SP-counterspell")
def test_a_team_mate_counters_nothing() -> None:
    s = match(
        yellow={"hp": 3, "hand": {"mend": 1}},
        sheets={"red": sheet("wizard")},
        red=mate(40, hand={"counterspell": 1}),
    )
    s.play("cast mend").play("plainly", [3])
    assert s.get("yellow", "hp") == 6


@pytest.mark.rule("E-teams", "8.7")
def test_a_team_mates_crown_is_left_alone() -> None:
    s = match("movement", dice=[5], yellow={"pieces": [{"r": 14}]}, red={"crown_at": 16})
    s.play("move 1")
    assert s.get("red", "crown_at") == 16


@pytest.mark.rule("E-teams", "8.3")
def test_only_the_own_party_is_frightened() -> None:
    s = match(
        turn="green",
        yellow={"pieces": [{"r": 22}], "hp": 1},
        red={"pieces": [{"r": seen_by("yellow", 20, "red")}]},
        green={"pieces": [{"r": seen_by("yellow", 21, "green")}]},
    )
    s.play("punch 1").play("next piece 1", [3])
    assert s.fallen("yellow", 1)
    assert s.state.checks == []


@pytest.mark.rule("E-teams", "M-morale")
def test_felling_a_team_mate_does_not_advance_the_bonus_die() -> None:
    s = match(yellow={"counter": 1}, red=mate(22, hp=1), green=enemy(21))
    s.play("artillery").play("previous piece 1", [2, 1, 2, 5])
    assert s.fallen("red", 1)
    assert s.get("yellow", "counter") == 1
