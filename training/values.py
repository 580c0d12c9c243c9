"""Value networks of afterstates, and how they choose a move."""

from __future__ import annotations

from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ludo_env.afterstates import Afterstates
from ludo_env.arrays import view
from ludo_env.board import PARTIES
from ludo_env.engine.state import State
from ludo_env.observation import Schema

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

MOST_MOVES: Final = 4
"""Legal moves of a decision, at most."""


class ValueNet(nn.Module):
    """Afterstates, uint8 ``(n, schema.size)``, to each party's chance to win, ``(n, 4)``.

    Parties are in the order of the observation: the mover, then clockwise. The chances are given
    as logits; `chances` makes them probabilities.
    """

    def __init__(self, schema: Schema, hidden: tuple[int, ...]) -> None:
        super().__init__()
        scale = 1.0 / np.maximum(schema.high, 1).astype(np.float32)
        self.scale: Tensor
        self.register_buffer("scale", torch.from_numpy(scale))
        layers: list[nn.Module] = []
        width = schema.size
        for units in hidden:
            layers += [nn.Linear(width, units), nn.ReLU()]
            width = units
        self.layers = nn.Sequential(*layers, nn.Linear(width, PARTIES))

    def forward(self, observations: Tensor) -> Tensor:
        """Logits of each party's chance to win."""
        return torch.as_tensor(self.layers(observations.float() * self.scale))

    def chances(self, observations: Tensor) -> Tensor:
        """Each party's chance to win; a row sums to 1."""
        return torch.softmax(self(observations), dim=1)


class Chances(nn.Module):
    """A value network that gives chances instead of logits; what is exported."""

    def __init__(self, net: ValueNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, observations: Tensor) -> Tensor:
        """Each party's chance to win; a row sums to 1."""
        return self.net.chances(observations)


class Choice:
    """Takes the move with the best afterstate in up to ``n`` games at once."""

    def __init__(self, schema: Schema, n: int) -> None:
        self.after = Afterstates(schema.encoding, n * MOST_MOVES)
        self.rows = view(self.after.observations, np.uint8).reshape(-1, schema.size)
        self.owners = view(self.after.owners, np.int64)
        self.moves = view(self.after.moves, np.int64)
        self.known = view(self.after.known, np.bool_)
        self.results = view(self.after.results, np.float64).reshape(-1, PARTIES)

    def decide(self, net: ValueNet, states: list[State]) -> tuple[Ints, Bytes, Floats]:
        """The best action of every game, its afterstate, and each party's chance there."""
        n = len(states)
        count = self.after.expand(states)
        with torch.no_grad():
            chances: Floats = net.chances(torch.tensor(self.rows[:count])).numpy()
        over = self.known[:count]
        chances[over] = win_shares(self.results[:count][over])
        worth = np.full((n, MOST_MOVES), -1.0, dtype=np.float32)
        row_of = np.zeros((n, MOST_MOVES), dtype=np.int64)
        where = self.owners[:count], self.moves[:count]
        worth[where] = chances[:, 0]
        row_of[where] = np.arange(count)
        actions = worth.argmax(axis=1)
        best = row_of[np.arange(n), actions]
        return actions, self.rows[best], chances[best]


def win_shares(rewards: NDArray[np.float64]) -> Floats:
    """Each party's share of the win, from the rewards of ended games ``(n, 4)``; 0 in others.

    Parties that share the first place share the win.
    """
    best = rewards.max(axis=1, keepdims=True)
    first = (rewards == best) & (best > 0.0)
    shares: Floats = (first / np.maximum(first.sum(axis=1, keepdims=True), 1)).astype(np.float32)
    return shares
