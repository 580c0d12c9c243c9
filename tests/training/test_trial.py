"""Trials: what counts as a win, and how sure it is."""

import numpy as np
import pytest
from numpy.typing import NDArray

from training.outcome import Trial
from training.trial import play_trial


def first(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
    """The first legal action."""
    chosen: NDArray[np.int64] = np.argmax(masks, axis=1)
    return chosen


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # from the formula of Wilson 1927, by hand and in the literature
        (0, 10, 0.0, 0.2775),
        (8, 10, 0.4902, 0.9433),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_the_interval_is_wilson_s(wins: int, games: int, low: float, high: float) -> None:
    trial = Trial.of("random", games, wins)
    assert (trial.games, trial.wins, trial.share) == (games, wins, wins / games)
    assert (trial.low, trial.high) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize("players", [2, 4])
def test_a_player_like_all_others_wins_its_share(players: int) -> None:
    # With two pieces it matters little which one moves, to a player of either kind.
    trial = play_trial(first, "classic:pieces=2", players, "random", 320, seed=4)
    assert trial.games == 320 and trial.wins == round(trial.share * 320)
    assert 0.6 / players < trial.share < 1.2 / players
    assert trial.low < trial.share < trial.high
    assert str(trial).startswith("random: ") and "320 games" in str(trial)


def test_the_same_seed_plays_the_same_games() -> None:
    def wins(seed: int) -> list[int]:
        return [
            play_trial(first, "classic:pieces=2", 2, bot, 40, seed).wins
            for bot in ("random", "front", "capture")
        ]

    assert wins(1) == wins(1) != wins(2)
