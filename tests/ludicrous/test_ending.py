"""Winning, playing for the places, being cut off. [E-win, E-places, E-leave]"""

from typing import Any

import pytest

from ludo_env.board import COLOURS, HOME
from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.scenes import Scene, following, sheet

PLAY_ON = LudicrousRules(play_on=True)


def nearly_home(home: int = 3, **more: Any) -> dict[str, Any]:
    """A party with a piece one short of home, and so many there."""
    pieces = [{"r": 55}, *({"r": HOME} for _ in range(home))]
    return {"pieces": pieces, **more}


def one_step(colour: str = "yellow", *, dice: tuple[int, ...] = (), **more: Any) -> Scene:
    """The piece 1 of a colour moves one space."""
    more.setdefault(colour, nearly_home())
    s = Scene("movement", turn=colour, dice=[1], auto_pass=False, **more)
    return s.play("move 1", dice)


@pytest.mark.rule("E-win")
@pytest.mark.parametrize("colour", COLOURS)
def test_the_first_with_four_pieces_home_wins(colour: str) -> None:
    s = one_step(colour)
    assert s.state.over
    assert not s.state.truncated
    assert s.get(colour, "places") == 1
    assert {s.get(other, "places") for other in COLOURS if other != colour} == {2}
    assert s.state.reward(COLOURS.index(colour)) == 1.0


@pytest.mark.rule("E-win")
@pytest.mark.parametrize(("needed", "home", "over"), [(4, 2, False), (3, 2, True), (1, 0, True)])
def test_how_many_must_be_home_is_a_rule(needed: int, home: int, over: bool) -> None:
    rules = LudicrousRules(pieces_to_win=needed)
    s = one_step(yellow=nearly_home(home), rules=rules)
    assert s.state.over == over


@pytest.mark.rule("E-win")
def test_play_on_plays_for_the_places() -> None:
    s = one_step(rules=PLAY_ON, blue={"pieces": [{"r": 20}]}, yellow=nearly_home())
    assert not s.state.over
    assert s.get("yellow", "places") == 1
    assert s.decider == "blue"


@pytest.mark.rule("E-win", "E-leave")
def test_a_finished_party_gives_up_all_but_its_place() -> None:
    rules = LudicrousRules(play_on=True, pieces_to_win=2)
    pieces = [{"r": 55}, {"r": HOME}, {"r": 20}, {"r": -2, "jailer": 2}]
    yellow = {
        "pieces": pieces,
        "structures": [{"built": 0, "built_hp": 6}],
        "hand": {"mend": 1},
        "phantom_at": 30,
        "phantom_hp": 3,
        "phantom_turns": 3,
    }
    red = {"pieces": [{"r": -2, "jailer": 0}]}
    s = one_step(rules=rules, yellow=yellow, red=red, world={"god": 0})
    assert s.get("yellow", "places") == 1
    assert [s.r("yellow", k) for k in (1, 2, 3, 4)] == [HOME, HOME, -1, -1]
    assert (s.get("yellow", "built", 1), s.get("yellow", "phantom_at")) == (-1, -1)
    assert s.hand("yellow") == {}
    assert s.r("red", 1) == -1
    assert (s.state.starter, s.state.god) == (1, 3)


@pytest.mark.rule("E-win", "E-leave")
def test_the_next_holder_of_the_starting_token_still_plays_this_round() -> None:
    s = one_step(rules=PLAY_ON)
    assert (s.decider, s.state.rounds) == ("blue", 1)
    assert "night" not in s.kinds


@pytest.mark.rule("E-win")
def test_the_last_one_takes_the_place_that_is_left() -> None:
    s = one_step(
        "green",
        rules=PLAY_ON,
        yellow={"left": 1, "places": 1},
        red={"left": 1, "places": 4},
        world={"starter": 1, "god": 1},
    )
    assert s.state.over
    assert list(s.state.places) == [1, 3, 4, 2]


@pytest.mark.rule("E-win")
def test_a_finished_party_rolls_no_further_for_its_six() -> None:
    s = Scene(
        "movement",
        dice=[6],
        rules=PLAY_ON,
        yellow={"pieces": [{"r": 50}, *({"r": HOME} for _ in range(3))]},
        auto_pass=False,
    )
    s.play("move 1")
    assert s.decider == "blue"


@pytest.mark.rule("E-teams", "M-six")
def test_the_first_of_a_team_rolls_no_further_for_its_six() -> None:
    s = Scene(
        "movement",
        dice=[6],
        rules=LudicrousRules(teams=True),
        yellow={"pieces": [{"r": 50}, *({"r": HOME} for _ in range(3))]},
        auto_pass=False,
    )
    s.play("move 1")
    assert not s.state.over
    assert s.decider == "blue"


@pytest.mark.rule("E-win", "SP-blink")
def test_blinking_home_ends_the_action_phase_too() -> None:
    pieces = [{"r": 50}, *({"r": HOME} for _ in range(3))]
    s = Scene(
        "action",
        rules=PLAY_ON,
        sheets={"yellow": sheet("wizard")},
        yellow={"pieces": pieces, "hand": {"blink": 1, "amplify": 1}, "partner": 5},
        auto_pass=False,
    )
    s.play("cast blink").play("amplified").play("own piece 1").play("end", [4, 2])
    assert s.get("yellow", "places") == 1
    assert (s.decider, s.decision) == ("blue", "turning")


@pytest.mark.rule("E-teams", "SP-blink")
def test_blinking_home_as_the_first_of_a_team_ends_the_turn() -> None:
    s = Scene(
        "action",
        rules=LudicrousRules(teams=True),
        sheets={"yellow": sheet("wizard")},
        yellow={
            "pieces": [{"r": 50}, *({"r": HOME} for _ in range(3))],
            "hand": {"blink": 1, "amplify": 1},
            "partner": 5,
        },
        red={"pieces": [{"r": 20}]},
        auto_pass=False,
    )
    s.play("cast blink").play("amplified").play("own piece 1").play("end", [4, 2])
    assert not s.state.over
    assert (s.decider, s.decision) == ("blue", "turning")


# -- cut off -----------------------------------------------------------------------------------


def cut_off(max_rounds: int = 5, rounds: int = 5, **parties: Any) -> Scene:
    """The night after a round."""
    rules = LudicrousRules(max_rounds=max_rounds, modules=("combat",))
    return Scene("night", rules=rules, world={"rounds": rounds}, auto_pass=False, **parties)


@pytest.mark.rule("E-places")
@pytest.mark.parametrize(("most", "over"), [(5, True), (6, False), (4, True), (0, False)])
def test_the_game_is_cut_off_after_its_last_round(most: int, over: bool) -> None:
    s = cut_off(max_rounds=most)
    assert s.state.over == s.state.truncated == over


@pytest.mark.rule("E-places")
def test_five_hundred_rounds_is_the_default() -> None:
    assert LudicrousRules().max_rounds == 500


@pytest.mark.rule("E-places", "E-teams")
def test_a_member_who_is_done_takes_no_place_from_the_teams() -> None:
    rules = LudicrousRules(max_rounds=5, modules=("combat",), teams=True)
    done = {"pieces": [{"r": HOME} for _ in range(4)]}
    s = Scene("night", rules=rules, world={"rounds": 5}, yellow=done, auto_pass=False)
    assert s.state.truncated
    assert [s.get(colour, "places") for colour in COLOURS] == [1, 2, 1, 2]


@pytest.mark.rule("E-places")
def test_pieces_home_count_before_progress() -> None:
    s = cut_off(
        yellow={"pieces": [{"r": HOME}]},
        blue={"pieces": [{"r": 55}, {"r": 55}, {"r": 54}, {"r": 54}]},
        red={"pieces": [{"r": 3}, {"r": -2, "jailer": 0}]},
    )
    assert list(s.state.places) == [1, 2, 3, 4]


@pytest.mark.rule("E-places")
def test_equal_sums_share_the_place() -> None:
    s = cut_off(
        yellow={"pieces": [{"r": 3}, {"r": 4}]},
        blue={"pieces": [{"r": 7}]},
        red={"pieces": [{"r": 8}]},
    )
    assert list(s.state.places) == [2, 2, 1, 4]


@pytest.mark.rule("E-places")
def test_the_yard_and_the_prison_count_nothing() -> None:
    s = cut_off(
        yellow={"pieces": [{"r": -2, "jailer": 1}, {"r": 1}]},
        blue={"pieces": [{"r": 1}]},
        red={"pieces": [{"r": 0, "fallen": 2}]},
    )
    assert list(s.state.places) == [1, 1, 3, 3]


@pytest.mark.rule("E-places", "E-leave")
def test_finished_parties_keep_their_places_and_so_do_those_that_left() -> None:
    rules = LudicrousRules(max_rounds=5, play_on=True, modules=("combat",))
    s = Scene(
        "night",
        rules=rules,
        world={"rounds": 5, "starter": 1, "god": 1},
        yellow={"left": 1, "places": 1, "pieces": [{"r": HOME}] * 4},
        red={"left": 1, "places": 4},
        green={"pieces": [{"r": 20}]},
    )
    assert list(s.state.places) == [1, 3, 4, 2]


@pytest.mark.rule("E-places")
def test_a_round_ends_with_the_turn_before_the_starting_token() -> None:
    modules = ("combat",)
    for colour in COLOURS:
        last = following(colour, 3)
        s = Scene(
            "movement",
            turn=last,
            dice=[3],
            rules=LudicrousRules(modules=modules),
            world={"starter": COLOURS.index(colour)},
            auto_pass=False,
        )
        assert s.kinds.count("night") == 1
        assert (s.decider, s.state.rounds) == (colour, 2)
