"""The engine of the full game against a slow model that was written from the rules alone."""

from __future__ import annotations

from random import Random

import pytest

from tests.reference.comparing import Comparison, play_compared
from tests.reference.positions import beginning, crowded

POSITIONS = 150
GAMES = 3


@pytest.mark.rule("M-land")
@pytest.mark.rule("M-push")
@pytest.mark.rule("M-skirmish")
@pytest.mark.rule("T-first-special")
def test_crowded_positions_go_on_as_the_model_says() -> None:
    seen: set[str] = set()
    for seed in range(POSITIONS):
        comparison = Comparison(crowded(seed), Random(seed))
        comparison.run()
        seen.update(comparison.seen)
    assert {"movement", "skirmish", "tackle", "fear", "stun", "collateral", "escape"} <= seen


@pytest.mark.rule("M-land")
@pytest.mark.rule("T-first-special")
@pytest.mark.parametrize("seed", range(GAMES))
def test_games_go_on_as_the_model_says(seed: int) -> None:
    assert play_compared(beginning(seed), Random(seed))
