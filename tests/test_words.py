"""The words of either game through one entry, told to who may know them; actions of a full game."""

from __future__ import annotations

from random import Random

import pytest

from ludo_env.board import COLOURS
from ludo_env.document import to_document
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.errors import BadOption, IllegalAction
from ludo_env.words import describe, describe_action
from ludo_env.words_sheet import sheet_lines
from tests.ludicrous.full_games import choices, random_game
from tests.ludicrous.scenes import Scene

PLAIN, FULL = Game("classic", seed=1), Game("ludicrous", seed=1)
DRAWN = Event("draws", 2, {"secret_card": 7})


def test_the_game_chooses_the_words() -> None:
    roll = Event("roll", 0, {"die": 6, "value": 5, "reason": "movement"})
    assert describe(PLAIN, roll) == "Yellow rolls 5"
    assert describe(FULL, roll) == "Yellow rolls 5 on a d6 (movement)"
    captured = Event("captured", 3, {"piece": 2, "by": 1, "space": 47})
    assert describe(PLAIN, captured) == "Green 3 is sent home by blue on green star"
    assert describe(FULL, captured) == "Green 3 is captured by blue"


def test_what_does_not_happen_in_a_game_has_no_words_there() -> None:
    with pytest.raises(BadOption, match="no words for the event 'rolls_again', allowed: roll, "):
        describe(FULL, Event("rolls_again", 0, {}))
    with pytest.raises(BadOption, match="no words for the event 'falls', allowed: roll start"):
        describe(PLAIN, Event("falls", 0, {"piece": 1, "r": 5}))


@pytest.mark.parametrize(
    ("seat", "words"),
    [(None, "Red draws blink"), (2, "Red draws blink")]
    + [(seat, "Red draws a card") for seat in (-1, 0, 1, 3)],
)
def test_a_card_is_told_to_its_drawer_alone(seat: int | None, words: str) -> None:
    assert describe(FULL, DRAWN, seat) == words


def test_an_action_of_plain_ludo_is_told_as_ever() -> None:
    game = Game("classic", 2, dice=[6, 1, 6])
    assert describe_action(game, 1) == "move 2: yellow 2 enters on yellow start"


# -- actions of a full game ----------------------------------------------------------------------


def meanings(scene: Scene) -> dict[str, str]:
    """What every legal action of a scene means."""
    game = Game.of(scene.state)
    told = {game.catalogue.names[n]: describe_action(game, n) for n in game.legal()}
    assert all(words == name or words.startswith(f"{name}: ") for name, words in told.items())
    return {name: words.removeprefix(name).removeprefix(": ") for name, words in told.items()}


def test_a_move_says_where_it_leads() -> None:
    s = Scene("movement", yellow={"pieces": [{"r": 3}, {"r": 5, "prone": 1}, {"r": -1}]}, dice=[6])
    told = meanings(s)
    assert told["move 1"] == "yellow 1 from yellow 3 to yellow 9"
    assert told["move 2"] == "yellow 2 from yellow 5 to yellow star", "prone spaces cost two"
    assert told["enter 3"] == "yellow 3 enters on yellow start"
    assert told["move 1 by 4 and 2"] == "yellow 1 from yellow 3 to yellow 7, yellow 2 by 1"


def test_a_move_home_says_so() -> None:
    s = Scene("movement", red={"pieces": [{"r": 52}, {"r": 50}]}, turn="red", dice=[4])
    told = meanings(s)
    assert told["move 1"] == "red 1 from red home area 2 to home"
    assert told["move 2"] == "red 2 from blue 11 to red home area 4"


def test_a_decision_in_the_middle_of_a_move_says_about_whom() -> None:
    s = Scene(
        "movement",
        yellow={"pieces": [{"r": 14}]},
        blue={"pieces": [{"r": 3}]},
        dice=[4],
        auto_pass=False,
    ).play("move 1")
    assert (s.decider, s.decision) == ("blue", "tackle")
    assert meanings(s) == {
        "end": "let yellow 1 pass",
        "yes": "blue 1 on blue 3 tackles yellow 1",
    }


def test_an_attack_says_from_where_and_its_target_where_it_is() -> None:
    s = Scene(
        "action", yellow={"pieces": [{"r": 14}]}, blue={"pieces": [{"r": 2}]}, auto_pass=False
    )
    assert meanings(s)["ranged attack 1"] == "yellow 1 on blue 1"
    assert meanings(s.play("ranged attack 1")) == {"next piece 1": "blue 1 on blue 2"}


def test_whoever_decides_the_colours_are_right() -> None:
    s = Scene(
        "action",
        turn="green",
        green={"pieces": [{"r": 14}]},
        yellow={"pieces": [{"r": 2}]},
        auto_pass=False,
    )
    assert meanings(s.play("ranged attack 1")) == {"next piece 1": "yellow 1 on yellow 2"}


def test_every_legal_action_of_random_games_has_words_and_is_only_looked_at() -> None:
    for seed in range(12):
        game, rng = random_game(seed, longest=6), Random(seed)
        while not game.over:
            before = to_document(game.full)
            for action in game.legal():
                words = describe_action(game, action)
                assert words.startswith(game.catalogue.names[action])
                assert "{" not in words and not words.endswith((":", " "))
            assert to_document(game.full) == before
            game.apply(rng.choice(choices(game)))


def test_what_an_action_means_does_not_depend_on_the_hands_of_others() -> None:
    told = []
    for card in ("counterspell", "mend"):
        s = Scene(
            "action",
            yellow={"hand": {"cleanse": 1, "veil": 1}, "pieces": [{"r": 3}]},
            blue={"hand": {card: 1}},
            auto_pass=False,
        )
        told.append(meanings(s))
    assert told[0] == told[1]


def test_only_legal_actions_are_described() -> None:
    with pytest.raises(IllegalAction):
        describe_action(FULL, "night ambush 1")


# -- party sheets --------------------------------------------------------------------------------


def sheet(scene: Scene, colour: str, seat: int | None) -> str:
    """The lines on one party, as a seat sees them."""
    lines = sheet_lines(Game.of(scene.state), seat)
    first = next(n for n, line in enumerate(lines) if line.startswith(f"{colour},"))
    return "\n".join([lines[first], *(line for line in lines[first + 1 :][:1] if line[0] == " ")])


def test_plain_ludo_has_no_sheets() -> None:
    assert sheet_lines(PLAIN, 0) == []


def test_a_sheet_says_what_a_party_has() -> None:
    s = Scene(
        "action",
        yellow={
            "hp": 5,
            "ammunition": 2,
            "partner": 7,
            "loot": 11,
            "loot_ammunition": 3,
            "phantom_at": 8,
            "phantom_hp": 2,
            "phantom_turns": 1,
            "structures": [{"built": 1, "built_hp": 4}, {"project": 4, "project_points": 2}],
            "pieces": [{"r": 3, "prone": 1, "facing": -1}, {"r": 9, "fallen": 2}, {"r": 20}],
        },
        auto_pass=False,
    )
    text = sheet(s, "yellow", 0)
    for words in (
        "5 of 12 hit points, wounded",
        "musket with 2",
        "looted harpoon with 3",
        "partner 7",
        "phantom with 2 on yellow star",
        "turret with 4 beside yellow 1",
        "snare at 2 of 3 points beside yellow 4",
        "1 looks backward, prone; 2 unconscious for 2",
    ):
        assert words in text
    assert "3 " not in text.splitlines()[1], "nothing is unusual about the third piece"


@pytest.mark.parametrize("colour", COLOURS)
def test_a_hand_is_seen_by_its_own_party(colour: str) -> None:
    hands = {other: {"hand": {"ward": 2, "reach": 1}} for other in COLOURS}
    s = Scene("action", auto_pass=False, **hands)  # type: ignore[arg-type]
    seat = COLOURS.index(colour)
    for other in COLOURS:
        told = sheet(s, other, seat)
        assert ("cards: 2 ward, reach" in told) == (other == colour)
        assert ("ward" in told) == (other == colour) and ("3 cards" in told) == (other != colour)
        assert "3 cards" in sheet(s, other, -1)
        assert "cards: 2 ward, reach" in sheet(s, other, None)


def test_modules_that_are_not_played_are_not_told() -> None:
    text = "\n".join(sheet_lines(Game("ludicrous-core", 2, seed=1), None))
    words = ("card", "musket", "partner", "tank", "weather", "Annustar", "god")
    assert [word for word in words if word in text] == []
