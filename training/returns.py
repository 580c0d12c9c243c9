"""What lies ahead of each party, for returns that look from one of its decisions to its next."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludo_env.board import PARTIES


def look_back(
    actors: NDArray[np.int64],
    values: NDArray[np.float32],
    mine: NDArray[np.bool_],
    ended: NDArray[np.bool_],
    results: NDArray[np.float32],
    last: tuple[NDArray[np.int64], NDArray[np.float32]],
    gamma: float,
    gae_lambda: float,
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Advantages of ``steps`` decisions of ``n`` games, for every party by itself.

    Args:
        actors: who decided, ``(steps, n)``.
        values: what the decider expected, ``(steps, n)``.
        mine: whether the decision is one of those that are looked at; others are passed over.
        ended: whether it ended the game.
        results: what every party got for that, ``(steps, n, 4)``.
        last: who decides after the last step, and what it expects, ``(n,)`` each.
        gamma, gae_lambda: discount, and share of the next advantage, for each decision of a party.

    Returns:
        the advantages, and whether a decision is known to lead to another one of its party or to
        the end of the game; elsewhere the advantage is 0.
    """
    rows = np.arange(values.shape[1])
    advantages, known = np.zeros_like(values), np.zeros_like(mine)
    ahead = Ahead(len(rows))
    ahead.put(rows, *last, 0.0)
    for t in reversed(range(len(values))):
        ahead.end(ended[t], results[t])
        own = rows[mine[t]]
        at = own, actors[t, own]
        delta = ahead.earned[at] + gamma * ahead.values[at] - values[t, own]
        found = delta + gamma * gae_lambda * ahead.advantages[at]
        known[t, own] = ahead.known[at]
        advantages[t, own] = np.where(ahead.known[at], found, 0.0)
        ahead.put(own, at[1], values[t, own], advantages[t, own])
    return advantages, known


class Ahead:
    """What lies ahead of each party of ``n`` games, ``(n, 4)`` each.

    Attributes:
        known: whether its next decision, or the end of its game, lies in the rollout.
        values, advantages: of its next decision; 0 at the end of the game.
        earned: what it earns before.
    """

    def __init__(self, n: int) -> None:
        self.known = np.zeros((n, PARTIES), np.bool_)
        self.values, self.advantages, self.earned = (
            np.zeros((n, PARTIES), np.float32) for _ in range(3)
        )

    def put(
        self,
        rows: NDArray[np.intp],
        parties: NDArray[np.int64],
        values: NDArray[np.float32],
        advantages: NDArray[np.float32] | float,
    ) -> None:
        """Here these parties decide."""
        seen = (rows, parties)
        self.known[seen] = True
        self.values[seen] = values
        self.advantages[seen] = advantages
        self.earned[seen] = 0.0

    def end(self, ended: NDArray[np.bool_], results: NDArray[np.float32]) -> None:
        """Here games end with these results."""
        self.known[ended] = True
        self.values[ended] = 0.0
        self.advantages[ended] = 0.0
        self.earned[ended] = results[ended]
