"""Whole games are played again and compared, character by character, with those that are kept."""

import pytest

from ludo_env.rules import LUDICROUS_PRESETS
from tests.ludicrous.playthrough import FOLDER, GAMES, text

MOST_BYTES = 300_000


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_kept_is_played_as_it_was(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert text(GAMES[name]) == kept, (
        "run `python -m tests.ludicrous.playthrough` if it shall change"
    )
    assert len(kept) < MOST_BYTES


def test_no_other_games_are_kept() -> None:
    assert {path.stem for path in FOLDER.glob("*")} == set(GAMES)


SHOWN = {
    "spells-and-counterspells": [
        "counters the spell",
        "tries to counter",
        "'s ward takes",
        "with amplify",
        "with reach",
        "with quicken",
        "a phantom of",
        "is veiled",
        "blinks",
        "is awakened",
        "The Annustar breaks",
    ],
    "night-and-weather": [
        "The weather is rain",
        "The weather is fog",
        "The weather is storm",
        "The wind blows",
        "full moon",
        "market",
        "supply",
        "creeps up",
        "partner leaves",
    ],
    "tabletop-ejection": ["off the table", "commits foul", "leaves the game", "> general table"],
    "tabletop-cession": ["> cede", "leaves the game", "off the table"],
    "tabletop-teams": ["leaves the game", "off the table"],
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_kept_game_shows_what_its_name_promises(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").lower()
    assert [words for words in SHOWN[name] if words.lower() not in kept] == []


def test_a_game_of_every_preset_is_kept() -> None:
    assert {play.rules.partition(":")[0] for play in GAMES.values()} == set(LUDICROUS_PRESETS)
