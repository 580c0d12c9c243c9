"""Whole games are played again and compared, character by character, with those that are kept."""

import pytest

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
