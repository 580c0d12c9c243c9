"""How strong a policy is: games against one bot in all other seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludo_env.rules import RuleSet
from training.outcome import Trial
from training.pool import Pool
from training.seats import Seats

ROWS: Final = 32
"""Games side by side."""

Act = Callable[[NDArray[np.uint8], NDArray[np.int8]], NDArray[np.int64]]
"""Observations ``(n, size)`` and masks ``(n, actions)`` to actions ``(n,)``."""


def play_trial(
    act: Act,
    rules: str | RuleSet,
    players: int,
    against: str,
    games: int,
    seed: int,
    layout: str | Sequence[str] = "flat",
) -> Trial:
    """Play games with a policy on each seat in turn; only a game that it alone wins counts.

    Every row plays its full share of the games, so that short games are not counted more often.
    """
    rows = min(ROWS, games)
    seats = Seats(rows, rules, players, Pool([against], 0.0, 1, seed), seed=seed, layout=layout)
    left = np.array([len(share) for share in np.array_split(np.arange(games), rows)])
    wins = 0
    seats.reset()
    while left.any():
        seats.step(act(seats.vec.observations, seats.vec.action_masks))
        ended = seats.dones & (left > 0)
        wins += int((seats.rewards[ended] == 1.0).sum())
        left[ended] -= 1
    return Trial.of(against, games, wins)
