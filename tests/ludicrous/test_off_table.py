"""Dice off the table, and fouls. [8.9, E-fouls, R-call]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env import Game, IllegalAction
from ludo_env.board import HOME_AREA
from ludo_env.rules import LudicrousRules
from ludo_env.rules.tables import MODULES
from tests.ludicrous.scenes import Scene

pytestmark = pytest.mark.rule("8.9")

MOVES = [3, 51]
FALLS, STAYS = 50, 51
"""Rolls of the d100 that tells whether a die falls, at 50 percent."""
CALLERS = ("blue", "red", "green")


def table(**changes: Any) -> LudicrousRules:
    return LudicrousRules(modules=MODULES, off_table_percent=50, **changes)


def dropped(value: int, rules: LudicrousRules | None = None, **yellow: Any) -> Scene:
    """Yellow's movement roll falls off the table."""
    entry = {"pieces": [{"r": HOME_AREA}], **yellow}
    return Scene("movement", rules=rules or table(), yellow=entry, dice=[value, FALLS])


def test_a_die_on_the_table_asks_nobody() -> None:
    s = Scene("movement", rules=table(), yellow={"pieces": [{"r": HOME_AREA}]}, dice=[4, STAYS])
    assert s.r("yellow", 1) == 55


def test_the_others_are_asked_in_turn_order_and_an_uncalled_roll_stands() -> None:
    s = dropped(4)
    for caller in CALLERS:
        assert (s.decider, s.decision) == (caller, "call dice off table")
        assert s.r("yellow", 1) == HOME_AREA
        s.play("end")
    assert s.r("yellow", 1) == 55
    assert s.get("yellow", "penalties") == 0


def test_players_who_have_left_are_not_asked() -> None:
    s = Scene(
        "movement", rules=table(), players=3, yellow={"pieces": [{"r": HOME_AREA}]}, dice=[4, FALLS]
    )
    asked = []
    while s.decision == "call dice off table" and s.r("yellow", 1) == HOME_AREA:
        asked.append(s.decider)
        s.play("end")
    assert asked == ["blue", "red"]


@pytest.mark.rule("R-call")
def test_a_call_is_a_penalty_and_does_not_use_up_the_reaction() -> None:
    s = dropped(4).play("end").play("yes")
    assert s.get("yellow", "penalties") == 1
    assert s.get("red", "reacted") == 0
    assert s.r("yellow", 1) == 55


@pytest.mark.parametrize(
    ("number", "hp", "counter"),
    [(1, 9, 2), (2, 10, 0), (3, 10, 0), (4, 10, 2)],
)
def test_the_general_table_by_quartile(number: int, hp: int, counter: int) -> None:
    s = dropped(number, hp=10, counter=2).play("yes")
    assert (s.get("yellow", "hp"), s.get("yellow", "counter")) == (hp, counter)
    if number == 1:
        # A 1 could bring a piece out as well.
        s.play("move 1")
    assert s.r("yellow", 1) == HOME_AREA + number


def test_the_last_hit_point_is_not_lost() -> None:
    assert dropped(1, hp=1).play("yes").get("yellow", "hp") == 1


def test_the_fourth_quartile_is_rolled_again_and_may_fall_again() -> None:
    s = dropped(5).play("yes", dice=[2, FALLS])
    assert (s.decider, s.r("yellow", 1)) == ("blue", HOME_AREA)
    s.play("end").play("end").play("end")
    assert s.r("yellow", 1) == 53


def test_a_6_on_a_d20_is_in_the_second_quartile() -> None:
    s = Scene(
        "action",
        rules=table(),
        yellow={"pieces": [{"r": 10}], "counter": 2},
    )
    s.play("fish 1", dice=[6, FALLS]).play("yes", dice=MOVES)
    assert s.get("yellow", "counter") == 0
    assert s.events("contest")[-1].data["total"] == 6


@pytest.mark.parametrize(
    ("number", "hp", "cards", "dice"),
    [
        (5, 10, 0, MOVES),
        (10, 9, 0, [6, STAYS]),
        (15, 10, 0, [6, STAYS]),
        (16, 10, 1, [7, 6, STAYS]),
    ],
)
def test_the_tuesday_table(number: int, hp: int, cards: int, dice: list[int]) -> None:
    s = Scene(
        "action",
        rules=table(tuesdays=(2,)),
        world={"god": 2},
        yellow={"pieces": [{"r": 10}], "hp": 10},
    )
    s.play("fish 1", dice=[number, FALLS]).play("yes", dice=dice)
    contest = s.events("contest")[-1]
    assert contest.data["total"] == (1 if number == 5 else number)
    assert s.get("yellow", "hp") == hp
    assert sum(s.hand("yellow").values()) == cards


def test_the_day_is_that_of_the_god_token_holders_seat() -> None:
    s = Scene(
        "action",
        rules=table(tuesdays=(0, 1, 3)),
        world={"god": 2},
        yellow={"pieces": [{"r": 10}], "counter": 2},
    )
    s.play("fish 1", dice=[5, FALLS]).play("yes", dice=MOVES)
    assert s.events("contest")[-1].data["total"] == 5


def birthday(chosen: str) -> Scene:
    rules = table(tuesdays=(0, 1, 2, 3), birthdays=(0,))
    s = dropped(1, rules, hp=10).play("yes")
    assert (s.decider, s.legal) == ("yellow", ["general table", "tuesday table"])
    return s.play(chosen)


@pytest.mark.parametrize(
    ("chosen", "hp", "free"), [("general table", 9, 1), ("tuesday table", 10, 0)]
)
def test_on_a_birthday_one_may_choose_and_general_frees_all(
    chosen: str, hp: int, free: int
) -> None:
    s = birthday(chosen)
    assert s.get("yellow", "hp") == hp
    assert int(s.state.free_choice) == free


def test_once_general_was_chosen_every_party_chooses() -> None:
    rules = table(tuesdays=(0, 1, 2, 3), birthdays=(1,))
    s = Scene(
        "movement",
        rules=rules,
        world={"free_choice": 1},
        yellow={"pieces": [{"r": HOME_AREA}]},
        dice=[1, FALLS],
    )
    assert s.play("yes").legal == ["general table", "tuesday table"]


@pytest.mark.rule("E-leave")
@pytest.mark.parametrize(("before", "left"), [(18, 0), (19, 1)])
def test_the_twentieth_penalty_ejects(before: int, left: int) -> None:
    s = dropped(4, penalties=before, fouls=19).play("yes")
    assert s.get("yellow", "left") == left
    assert s.get("yellow", "places") == (4 if left else 0)
    assert s.r("yellow", 1) == (-1 if left else 55)


def test_a_step_that_is_undone_leaves_nothing_but_its_rolls() -> None:
    s = Scene(
        "action",
        rules=table(),
        yellow={"pieces": [{"r": 20}]},
        blue={"pieces": [{"r": 8}]},
    )
    s.play("melee attack 1", dice=[11, STAYS, 12, FALLS])
    assert s.kinds == []
    assert [e.data["reason"] for e in s.events("roll")][::2] == ["attack", "defence"]


@pytest.mark.rule("E-fouls")
def test_at_a_tournament_the_twentieth_illegal_action_ejects() -> None:
    game = Game("ludicrous-tabletop:off_table_percent=0", 2, seed=1)
    decider, legal = game.decider, game.legal()
    for _ in range(19):
        game.apply("no such thing")
    assert (game.decider, game.legal(), game.over) == (decider, legal, False)
    assert game.full.penalties[decider] == 0
    game.apply(-1)
    assert game.over
    assert game.places[["yellow", "blue", "red", "green"][decider]] == 2


@pytest.mark.rule("E-fouls")
def test_elsewhere_an_illegal_action_is_an_error() -> None:
    game = Game("ludicrous", 2, seed=1)
    with pytest.raises(IllegalAction):
        game.apply("no such thing")
    assert sum(game.full.fouls) == 0
