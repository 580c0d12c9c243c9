"""Who the learner plays against: scripted bots and earlier selves."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from agents.agent import Agent
from agents.registry import make_agent
from ludo_env.engine.game import Game

MEMORY: Final = 0.02
"""Weight of the newest game in an opponent's score."""
LEAST: Final = 0.05
"""Added to every weight, so that an opponent that always loses is still met now and then."""


@dataclass(slots=True)
class Table:
    """Games side by side, as their deciders see them.

    Attributes:
        games: the games by row.
        observations: ``(rows, size)`` uint8.
        masks: 1 where an action is legal, ``(rows, actions)`` int8.
    """

    games: list[Game]
    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]


class Opponent(Protocol):
    """Plays any number of seats at a table."""

    name: str
    score: float
    """How it does against the learner: a running mean of 1 ahead of it, 0.5 level, 0 behind."""

    def begin(self, table: Table, row: int, seat: int, seed: int) -> None:
        """A game in which it plays a seat begins in a row."""

    def actions(self, table: Table, rows: NDArray[np.intp]) -> Sequence[int]:
        """A legal action for each of the rows, in all of which it must decide."""
        ...


class Bot:
    """A scripted bot, by its spec."""

    def __init__(self, spec: str) -> None:
        self.name = spec
        self.score = 0.5
        self.agents: dict[tuple[int, int], Agent] = {}
        """The agent of each row and seat, made when it is first needed."""

    def begin(self, table: Table, row: int, seat: int, seed: int) -> None:
        """A game begins."""
        if (row, seat) not in self.agents:
            self.agents[row, seat] = make_agent(self.name)
        self.agents[row, seat].begin(table.games[row], seat, seed)

    def actions(self, table: Table, rows: NDArray[np.intp]) -> Sequence[int]:
        """The chosen actions, asked for one by one."""
        games = [(row, table.games[row]) for row in rows.tolist()]
        return [self.agents[row, game.decider].act(game) for row, game in games]


class Self:
    """The learner as it was: a frozen copy of its policy, which draws actions like the learner."""

    def __init__(self, name: str, actor: nn.Module, rng: np.random.Generator) -> None:
        self.name = name
        self.score = 0.5
        self.actor = copy.deepcopy(actor).eval().requires_grad_(False)
        self.rng = rng

    def begin(self, table: Table, row: int, seat: int, seed: int) -> None:
        """A game begins."""

    def actions(self, table: Table, rows: NDArray[np.intp]) -> Sequence[int]:
        """The drawn actions, all by one call of the network."""
        logits = evaluate(self.actor, table.observations[rows])
        actions: list[int] = draw(logits, table.masks[rows], self.rng).tolist()
        return actions


class Pool:
    """Opponents, drawn for every seat of every game.

    Args:
        bots: specs of the scripted bots, which stay.
        newest: the probability that a drawn opponent is the newest self.
        selves: most earlier selves; beyond, the one with the lowest score leaves, but never the
            newest. Games that it is playing go on.
        seed: of the draws.
    """

    def __init__(self, bots: Sequence[str], newest: float, selves: int, seed: int) -> None:
        self.bots = [Bot(spec) for spec in bots]
        self.selves: list[Self] = []
        self.newest = newest
        self.most = selves
        self.rng = np.random.default_rng(seed)

    @property
    def opponents(self) -> list[Opponent]:
        """All of them, the newest self last."""
        return [*self.bots, *self.selves]

    def draw(self) -> Opponent:
        """An opponent: the newest self, or one of all, the likelier the better it does."""
        if self.selves and self.rng.random() < self.newest:
            return self.selves[-1]
        opponents = self.opponents
        return opponents[int(self.rng.choice(len(opponents), p=self.shares()))]

    def shares(self) -> NDArray[np.float64]:
        """How probable each of all opponents is where it need not be the newest self."""
        weights = np.array([opponent.score + LEAST for opponent in self.opponents])
        shares: NDArray[np.float64] = weights / weights.sum()
        return shares

    def odds(self) -> dict[str, float]:
        """How probable it is that `draw` gives each opponent, by name."""
        newest = self.newest if self.selves else 0.0
        odds = {
            opponent.name: (1 - newest) * share
            for opponent, share in zip(self.opponents, self.shares().tolist(), strict=True)
        }
        if self.selves:
            odds[self.selves[-1].name] += newest
        return odds

    def record(self, opponent: Opponent, result: float) -> None:
        """A game against an opponent ended: 1 if it came in ahead of the learner, 0 if behind."""
        opponent.score += MEMORY * (result - opponent.score)

    def add(self, name: str, actor: nn.Module) -> None:
        """The learner joins its opponents."""
        self.selves.append(Self(name, actor, self.rng))
        self.trim()

    def add_exploiter(self, name: str, actor: nn.Module) -> None:
        """One that has learned to beat the newest self joins, which stays the newest."""
        self.selves.insert(-1, Self(name, actor, self.rng))
        self.trim()

    def trim(self) -> None:
        """The one with the lowest score leaves if there are too many, but never the newest."""
        if len(self.selves) > self.most:
            self.selves.remove(min(self.selves[:-1], key=lambda old: old.score))

    def state(self) -> dict[str, Any]:
        """All that a checkpoint keeps of the pool."""
        return {
            "bots": {bot.name: bot.score for bot in self.bots},
            "selves": [(old.name, old.score, old.actor.state_dict()) for old in self.selves],
        }

    def restore(self, state: dict[str, Any], actor: nn.Module) -> None:
        """Take over a `state`; ``actor`` is a network of the shape of the earlier selves."""
        for bot in self.bots:
            bot.score = state["bots"].get(bot.name, bot.score)
        self.selves = []
        for name, score, weights in state["selves"]:
            old = Self(name, actor, self.rng)
            old.score = score
            old.actor.load_state_dict(weights)
            self.selves.append(old)


def evaluate(actor: nn.Module, observations: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The logits of a network, ``(rows, actions)``."""
    with torch.inference_mode():
        logits: NDArray[np.float32] = actor(torch.tensor(observations)).numpy()
    return logits


def draw(
    logits: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator
) -> NDArray[np.int64]:
    """An action for each row, drawn from the softmax of the legal logits."""
    # The largest of logits with Gumbel noise is a draw from their softmax.
    return best(logits + rng.gumbel(size=logits.shape).astype(np.float32), masks)


def best(logits: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
    """The legal action with the largest logit in each row."""
    actions: NDArray[np.int64] = np.argmax(np.where(masks, logits, -np.inf), axis=1)
    return actions
