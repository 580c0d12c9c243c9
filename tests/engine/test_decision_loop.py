"""The loop of decisions: who decides, what is accepted, what copies and afterstates are."""

from collections import Counter

import numpy as np
import pytest

from ludo_env.board import YARD
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption, BadRules, IllegalAction
from ludo_env.rules import PRESETS, RuleSet
from tests.support import at, decider, dice, everything, kinds, position, scene

# -- actions ---------------------------------------------------------------------------------


def test_an_action_has_a_number_and_a_name() -> None:
    game = scene(roll=[3], yellow=[10, YARD, 20])
    assert game.legal() == [0, 2]
    assert game.legal_names() == ["move 1", "move 3"]


@pytest.mark.parametrize("rules", ["classic", "ludicrous"])
def test_legal_actions_are_counted_from_the_first(rules: str) -> None:
    game = Game(rules, seed=1, auto_pass=False)
    while game.state.choices < 3:
        game.apply(game.legal()[0])
    assert [game.state.nth_legal(n) for n in range(game.state.choices)] == game.legal()


@pytest.mark.parametrize(
    "action",
    [
        *(2, "move 3", "MOVE 3", "  Move   3 "),
        *(np.int64(2), np.uint8(2), np.array(2)),
    ],
)
def test_an_action_is_accepted_by_number_or_name(action: int | str) -> None:
    game = scene(roll=[3], yellow=[10, YARD, 20])
    with dice(game, 6):
        game.apply(action)
    assert at(game, "yellow") == [10, YARD, 23, YARD]


@pytest.mark.parametrize(
    "action",
    [
        *(1, 3, 4, -1, 10**20, True, "", "move", "move 2", "move 5", "0", "pass"),
        *(False, 0.0, None, [0]),
    ],
)
def test_all_else_is_refused_and_changes_nothing(action: int | str) -> None:
    game = scene(roll=[3], yellow=[10, YARD, 20])
    before = everything(game)
    for given in (None, [6]):
        with pytest.raises(IllegalAction, match="legal now: move 1, move 3") as caught:
            game.apply(action, dice=given)
        assert caught.value.legal == ("move 1", "move 3")
        assert caught.value.action == action
    with pytest.raises(IllegalAction):
        game.afterstate(action)
    assert everything(game) == before


@pytest.mark.parametrize(("party", "piece"), [(-1, 0), (4, 0), (0, -1), (0, 4)])
def test_there_are_four_pieces_of_four_parties(party: int, piece: int) -> None:
    game = Game("classic", seed=1)
    with pytest.raises(BadOption, match=r"pieces 0\.\.3 of parties 0\.\.3"):
        game.place(party, piece)


@pytest.mark.parametrize("rules", ["chess", "", None, 4, "classic:stack"])
def test_unknown_rules_are_refused(rules: str) -> None:
    with pytest.raises(BadRules):
        Game(rules)


# -- decisions that are none -----------------------------------------------------------------


def test_one_legal_action_is_taken_at_once_by_default() -> None:
    game = scene(roll=[3, 6], auto_pass=True, yellow=[10])
    assert decider(game) == "blue"
    assert at(game, "yellow")[0] == 13
    assert game.state.decisions == 1


def test_two_legal_actions_are_never_taken_by_themselves() -> None:
    game = scene(roll=[3], auto_pass=True, yellow=[10, 10])
    assert decider(game) == "yellow"
    assert game.legal() == [0, 1]  # both do the same, and still there are two


def test_everything_is_asked_without_auto_pass() -> None:
    game = scene(roll=[3], auto_pass=False, yellow=[10])
    assert decider(game) == "yellow"
    assert game.legal() == [0]


@pytest.mark.parametrize("rules", PRESETS)
def test_auto_pass_changes_no_game(rules: str) -> None:
    quick = Game(rules, seed=11, log=True)
    slow = Game(rules, seed=11, log=True, auto_pass=False)
    while not quick.over:
        while len(slow.legal()) == 1:
            slow.apply(slow.legal()[0])
        assert slow.legal() == quick.legal()
        action = quick.legal()[quick.state.rounds % len(quick.legal())]
        quick.apply(action)
        slow.apply(action)
    while not slow.over:
        slow.apply(slow.legal()[0])
    assert slow.events == quick.events


# -- copies ----------------------------------------------------------------------------------


def test_a_copy_goes_on_exactly_like_the_game() -> None:
    game = Game("modern", seed=3, auto_pass=False)
    for _ in range(30):
        game.apply(game.legal()[-1])
    other = game.copy()
    assert everything(other) == everything(game)
    for _ in range(30):
        game.apply(game.legal()[0])
        other.apply(other.legal()[0])
        assert everything(other) == everything(game)


def test_a_copy_is_independent_both_ways() -> None:
    game = Game("modern", seed=3, auto_pass=False)
    other = game.copy()
    before = everything(game)
    for _ in range(30):
        other.apply(other.legal()[-1])
    assert everything(game) == before
    moved = everything(other)
    for _ in range(30):
        game.apply(game.legal()[0])
    assert everything(other) == moved


def test_a_copy_listens_to_nothing() -> None:
    game = Game("classic", seed=3, log=True)
    other = game.copy()
    assert game.events
    assert other.events == []
    count = len(game.events)
    other.apply(other.legal()[0])
    assert other.events == []
    assert len(game.events) == count


# -- afterstates -----------------------------------------------------------------------------


def test_an_afterstate_is_the_position_before_the_next_roll() -> None:
    game = scene(roll=[6], yellow=[10])
    before = everything(game)
    after = game.afterstate(0)
    assert everything(game) == before
    assert at(after, "yellow")[0] == 16
    assert after.state.dice.rolls == game.state.dice.rolls
    with dice(game, 6):
        game.apply(0)
    assert at(game, "yellow") == at(after, "yellow")


def test_nobody_decides_in_an_afterstate() -> None:
    after = scene(roll=[6], yellow=[10]).afterstate(0)
    assert after.decider == -1
    assert not after.over
    assert after.legal() == []
    with pytest.raises(IllegalAction):
        after.apply(0)


def test_the_afterstate_of_the_last_move_is_over() -> None:
    game = scene(roll=[1], yellow=[55, 56, 56, 56])
    after = game.afterstate(0)
    assert after.over
    assert after.rewards["yellow"] == 1


def test_an_afterstate_run_on_is_the_move() -> None:
    game = Game("modern", seed=5, auto_pass=False)
    for _ in range(200):
        after = game.afterstate(game.legal()[0])
        game.apply(game.legal()[0])
        after.state.run()
        assert everything(after) == everything(game)
        if game.over:
            break


# -- the log ---------------------------------------------------------------------------------


def test_nothing_is_kept_while_nobody_listens() -> None:
    game = Game("classic", seed=1)
    game.apply(game.legal()[0])
    assert game.events == []
    game.listen()
    game.apply(game.legal()[0])
    heard = len(game.events)
    assert heard
    game.listen(False)
    game.apply(game.legal()[0])
    assert len(game.events) == heard


def test_listening_changes_no_game() -> None:
    heard, silent = Game("classic", seed=1, log=True), Game("classic", seed=1)
    while not silent.over:
        heard.apply(heard.legal()[0])
        silent.apply(silent.legal()[0])
    assert position(heard) == position(silent)


def test_the_log_tells_the_game() -> None:
    game = scene("modern", roll=[6], yellow=[YARD, 20], blue=[10])
    with dice(game, 3, 6):
        game.apply(0)  # enters, rolls again
        game.apply(1)  # captures blue on 23, rolls again
    told = Counter(kinds(game))
    assert told == {"turn": 1, "enters": 1, "moves": 1, "captured": 1, "rolls_again": 2}
    captured = next(event for event in game.events if event.kind == "captured")
    assert captured.to_dict() == {"event": "captured", "seat": 1, "piece": 0, "by": 0, "space": 23}


def test_rules_may_be_given_as_a_rule_set() -> None:
    rules = RuleSet.named("modern", pieces=2)
    assert Game(rules, seed=1).rules is rules
    assert Game("modern:pieces=2", seed=1).rules == rules


# -- how a game shows itself -----------------------------------------------------------------


def test_a_game_says_what_it_is() -> None:
    game = Game("classic:start=fixed", players=2, dice=[6])
    assert repr(game) == "<Game classic:start=fixed: 2 players, round 1, yellow decides>"
    while not game.over:
        game.apply(game.legal()[0])
    assert repr(game).endswith(", over>")


def test_a_game_prints_as_a_board_without_hands() -> None:
    assert "yellow rolled 6" in str(Game("classic:start=fixed", players=2, dice=[6]))
    told = str(Game("ludicrous", seed=3))
    assert told.isascii() and "yellow, soldier: 12 of 12 hit points" in told
    assert "2 cards" in told and "cards: " not in told
