"""Advantages of several actions of a decision at once, by playing a little further with each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agents.instinct.bot import Instinct
from agents.scored import EMPTY
from agents.search.leaf import load_leaf
from agents.search.tree import Tree
from agents.search.worlds import possible_world, world_number
from ludo_env.engine.dice import Dice
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.state import State

Floats = NDArray[np.float32]


class Lookahead:
    """Tries actions in a possible world of each game, as `agents.search` does, without a tree.

    In the world the hidden cards are dealt anew and the dice are others. Every action is tried
    under the same luck; the rules of thumb play on for some turns, and the search's leaf tells what
    chance to win is left. One try of an action is a noisy measure of it, and learning takes the
    mean over many decisions.

    Args:
        players: the players of each game.
        least: the least probable action that is tried.
        turns: how many turns are played on, the pending one included.
        seed: of the worlds.
    """

    def __init__(self, players: int, least: float, turns: int, seed: int) -> None:
        self.least = least
        self.turns = turns
        self.dice = Dice()
        self.dice.seed(seed)
        self.base = Instinct(EMPTY, [])
        """Plays worlds on, as `Sensible`: it has learned nothing."""
        self.tree = Tree(self.base, load_leaf(players), 0, 0)

    def judge(
        self,
        states: Sequence[State],
        rows: NDArray[np.intp],
        logs: Floats,
        weights: Floats,
        advantages: Floats,
    ) -> None:
        """Write weights and advantages of the actions that are tried.

        Args:
            states: the games.
            rows: those to look at.
            logs: logarithms of the policy ``(n, actions)``.
            weights, advantages: written in these rows, else left alone. An advantage is a
                difference of chances to win; those of a row have the mean 0 under the policy.
        """
        chances = np.exp(logs[rows])
        tried = chances >= self.least
        tried &= tried.sum(axis=1, keepdims=True) > 1
        found = np.zeros_like(chances)
        for number in np.flatnonzero(tried.any(axis=1)).tolist():
            actions = np.flatnonzero(tried[number])
            found[number, actions] = self.try_out(states[int(rows[number])], actions.tolist())
        shares = np.where(tried, chances, 0.0)
        shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-9)
        means = (shares * found).sum(axis=1, keepdims=True)
        weights[rows] = shares
        advantages[rows] = np.where(tried, found - means, 0.0)

    def try_out(self, state: State, actions: list[int]) -> list[float]:
        """The chance to win that the decider is left after each action, in one world."""
        assert isinstance(state, LudicrousState)
        decider = state.decider
        world = possible_world(state, decider, self.dice)
        number = world_number(self.dice)
        last = state.turns + self.turns - 1
        found = []
        for action in actions:
            self.base.dice.seed(number)
            self.tree.play(world.twin(), number, action, last)
            found.append(self.tree.result[decider])
        return found
