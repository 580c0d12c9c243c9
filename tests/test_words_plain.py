"""Events and actions of plain Ludo in words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from ludo_env.board import COLOURS
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.errors import BadOption, IllegalAction
from ludo_env.notation import from_text
from ludo_env.rules import PRESETS
from ludo_env.words_plain import EFFECTS, SENTENCES, describe, describe_action, sentence_name
from tests.random_games import games

SAID: list[tuple[Event, str]] = [
    (Event("roll", 1, {"die": 6, "value": 5, "reason": "start"}), "Blue rolls 5 for the start"),
    (Event("roll", 0, {"die": 6, "value": 5, "reason": "movement"}), "Yellow rolls 5"),
    (Event("starts", 3, {}), "Green begins the game"),
    (Event("turn", 2, {"round": 3}), "Round 3, red's turn"),
    (Event("third_six", 2, {}), "Red's third 6 in a row is not played"),
    (Event("no_move", 2, {"die": 3}), "Red cannot use the 3"),
    (Event("enters", 2, {"piece": 0, "from": -1, "to": 0}), "Red 1 enters on red start"),
    (
        Event("moves", 0, {"piece": 3, "from": 5, "to": 8}),
        "Yellow 4 moves from yellow 5 to yellow star",
    ),
    (
        Event("moves", 3, {"piece": 0, "from": 49, "to": 51}),
        "Green 1 moves from red 10 to green home area 1",
    ),
    (
        Event("captured", 2, {"piece": 1, "by": 1, "space": 47}),
        "Red 2 is sent home by blue on green star",
    ),
    (
        Event("goes_back", 0, {"piece": 0, "space": 13}),
        "Yellow 1 goes back to its yard from blue start",
    ),
    (Event("jumps", 1, {"piece": 2, "from": 5, "to": 11}), "Blue 3 jumps from blue 5 to blue 11"),
    (Event("home", 1, {"piece": 2}), "Blue 3 is home"),
    (Event("finished", 1, {}), "Blue has all pieces home"),
    (Event("rolls_again", 1, {}), "Blue rolls again"),
    (Event("over", -1, {"truncated": 0}), "The game is over"),
    (Event("over", -1, {"truncated": 1}), "The game is cut off"),
]


@pytest.mark.parametrize(("event", "words"), SAID)
def test_every_kind_of_event_has_its_sentence(event: Event, words: str) -> None:
    assert describe(event) == words


def test_each_of_the_sentences_is_among_the_examples() -> None:
    assert {sentence_name(event) for event, _ in SAID} == set(SENTENCES)


@given(game=games(log=True))
def test_whatever_happens_can_be_told(game: Game) -> None:
    for event in game.events:
        sentence = describe(event)
        assert sentence[0].isupper() and "{" not in sentence
    for action in game.legal():
        piece = f"{COLOURS[game.decider]} {action + 1}"
        assert describe_action(game, action).startswith(f"move {action + 1}: {piece} ")


def test_every_sentence_and_every_effect_is_met_in_play() -> None:
    said, done = set(), set()
    for number, rules in enumerate([*PRESETS, "classic:max_rounds=3", "modern:play_on=true"] * 3):
        game = Game(rules, seed=number, log=True)
        chance = random.Random(number)
        while not game.over:
            game.apply(chance.choice(game.legal()))
        said |= {sentence_name(event) for event in game.events}
        done |= {event.kind for event in game.events}
    assert said == set(SENTENCES)
    assert set(EFFECTS) < done


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(BadOption, match="no words for the event 'dances', allowed: roll start"):
        describe(Event("dances", 0, {}))


COUNTS = "startY_turnR_die6_sixes1_round9_turns35_decisions9_rolls60_ask"


def red_to_move(red: str, *, rules: str = "classic", blue: str = "yyyy", die: int = 3) -> Game:
    """A game in which red must use a roll."""
    counts = COUNTS.replace("die6_sixes1", f"die{die}_sixes{int(die == 6)}")
    return from_text(f"ludo1_{rules}_Yyyyyx0_B{blue}x0_R{red}x0_Gyyyyx0_{counts}", seed=1)


@pytest.mark.parametrize(
    ("game", "action", "words"),
    [
        (red_to_move("yr5yy"), 1, "move 2: red 2 from red 5 to red star"),
        (
            red_to_move("yr5yy", blue="r21yyy"),
            "Move 2",
            "move 2: red 2 from red 5 to red star, captures blue 1",
        ),
        (
            red_to_move("yr5yy", blue="yr21yr21"),
            1,
            "move 2: red 2 from red 5 to red star, goes back to its yard",
        ),
        (red_to_move("yyyy", die=6), 0, "move 1: red 1 enters on red start"),
        (
            red_to_move("yyyy", rules="modern", die=6),
            0,
            "move 1: red 1 enters on red start, rolls again",
        ),
        (
            red_to_move("yr2yy", rules="danish"),
            1,
            "move 2: red 2 from red 2 to red 5, jumps to red 11",
        ),
        (
            red_to_move("hhhr53"),
            3,
            "move 4: red 4 from red home area 3 to red home, has all pieces home, ends the game",
        ),
    ],
)
def test_what_an_action_does(game: Game, action: int | str, words: str) -> None:
    before = game.copy()
    assert describe_action(game, action) == words
    assert game.events == [] and game.legal() == before.legal()


def test_only_legal_actions_are_described() -> None:
    with pytest.raises(IllegalAction, match="move 2"):
        describe_action(red_to_move("yr5yy"), 0)
