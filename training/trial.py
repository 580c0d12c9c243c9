"""How strong a policy is: games against one bot in all other seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.statistics import wilson
from ludo_env.rules import RuleSet
from training.pool import Pool
from training.seats import Seats

ROWS: Final = 32
"""Games side by side."""

Act = Callable[[NDArray[np.uint8], NDArray[np.int8]], NDArray[np.int64]]
"""Observations ``(n, size)`` and masks ``(n, actions)`` to actions ``(n,)``."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Wins of one seat against the same bot in all other seats, with a 95 % interval."""

    against: str
    games: int
    wins: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, against: str, games: int, wins: int) -> Trial:
        """The trial with so many wins, with Wilson's interval."""
        found = wilson(wins / games, games)
        return cls(against, games, wins, found.value, found.low, found.high)

    def __str__(self) -> str:
        return (
            f"{self.against}: {100 * self.share:.1f} % of {self.games} games won "
            f"({100 * self.low:.1f} to {100 * self.high:.1f})"
        )

    def to_dict(self) -> dict[str, object]:
        """As JSON data."""
        return asdict(self)


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
