"""Evolution of weights: the sensible player finds its own by playing against itself.

In every game both sides play by the weights so far, one of them nudged in a random direction and
the other in the opposite one. The side that wins pulls the weights its way. What many games have in
common remains: an evolution strategy with antithetic samples that meet each other, where a game
tells twice as much as one against a fixed player. Weights are multiplied, so that all are moved by
the same share.

With ``against`` both nudged sides meet that bot instead, with the same dice: what they find is an
answer to it alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from agents import make_agent
from agents.agent import Agent
from agents.characters import WEIGHTS
from agents.sensible import Sensible
from ludo_env.engine.game import Game
from training.checkpoint import restoring, write_json
from training.config import EvolveConfig
from training.outcome import Outcome, Trial
from training.progress import Progress
from training.run import Run

Floats = NDArray[np.float64]
Side = dict[str, int] | Agent
"""Weights, or a bot."""

FILE: Final = "weights.json"
"""The weights by name, in the run's folder."""
NOTHING: Final = 100.0
"""What a weight of 0 is moved by, as it cannot be multiplied."""
NAMES: Final = tuple(WEIGHTS)


def weights_at(place: Floats) -> dict[str, int]:
    """The weights at a place: each is the usual one times e to the power of its coordinate."""
    return {
        name: round(usual * math.exp(x)) if usual else round(NOTHING * x)
        for (name, usual), x in zip(WEIGHTS.items(), place.tolist(), strict=True)
    }


def player(side: Side) -> Agent:
    """A bot as it is, or a player with these weights."""
    if not isinstance(side, dict):
        return side
    bot = Sensible()
    bot.start(side)
    return bot


def play(rules: str, sides: Sequence[Side], seed: int) -> float:
    """The result of the first of two sides in one game; who sits where is drawn."""
    game = Game(rules, 2, seed=seed)
    state = game.full
    order = game.seats if seed % 2 else game.seats[::-1]
    bots = {seat: player(side) for seat, side in zip(order, sides, strict=True)}
    for seat, bot in bots.items():
        bot.begin(game, seat, seed)
    while not state.over:
        state.apply(bots[state.decider].act(game))
    return float(state.reward(order[0]))


class Evolution(Run[EvolveConfig]):
    """One run; a step is a game."""

    unit = "games"

    def __init__(
        self, config: EvolveConfig, out_dir: Path, saved: dict[str, Any] | None, progress: Progress
    ) -> None:
        super().__init__(config, out_dir, saved, progress)
        self.opponent = make_agent(config.against) if config.against else None
        self.place: Floats = np.zeros(len(NAMES))
        self.mean: Floats = np.zeros(len(NAMES))
        """The mean place over the second half of the run, which is the outcome."""
        if saved:
            with restoring(out_dir):
                self.place = np.array(saved["place"], np.float64)
                self.mean = np.array(saved["mean"], np.float64)

    def run(self) -> Outcome:
        """Evolve to the end."""
        config = self.config
        self.write_config()
        self.progress.begin("games", self.done, config.steps)
        while self.done < config.steps:
            before = self.done
            self.update()
            self.progress.at(self.done, moved=float(np.abs(self.place).mean()))
            self.pause(before)
        model = self.out_dir / FILE
        write_json(model, weights_at(self.mean))
        return self.outcome(model)

    def update(self) -> None:
        """Play some games, then go where the winners stood."""
        config = self.config
        # What comes next depends on where the run is alone, so that a resumed run is the same run.
        rng = np.random.default_rng([config.seed, self.done])
        pull = np.zeros(len(NAMES))
        for _ in range(config.batch):
            nudge = rng.normal(size=len(NAMES))
            sides = [weights_at(self.place + way * config.spread * nudge) for way in (1.0, -1.0)]
            pull += nudge * self.pull(sides, int(rng.integers(2**62)))
        left = max(1.0 - self.done / config.steps, 0.0)
        self.place += left * config.learning_rate * pull / config.batch
        self.done += config.batch
        half = config.steps // 2
        if self.done > half:
            share = min(config.batch / (self.done - half), 1.0)
            self.mean += share * (self.place - self.mean)

    def pull(self, sides: list[dict[str, int]], seed: int) -> float:
        """How much better the first of two sides does."""
        rules, opponent = self.config.rules, self.opponent
        if opponent is None:
            return play(rules, sides, seed)
        first, second = (play(rules, (side, opponent), seed) for side in sides)
        return (first - second) / 2

    def measure(self) -> None:
        """Play against each bot of ``evaluate_against``."""
        config = self.config
        here = weights_at(self.mean if self.mean.any() else self.place)
        games = config.evaluate_games
        for spec in config.evaluate_against:
            bot, rng = make_agent(spec), np.random.default_rng([config.seed, self.done, 1])
            seeds = rng.integers(2**62, size=games).tolist()
            wins = sum(play(config.rules, (here, bot), seed) > 0 for seed in seeds)
            self.tell(Trial.of(spec, games, wins))

    def save(self) -> None:
        """Write the checkpoint, then what people read."""
        self.keep(place=self.place.tolist(), mean=self.mean.tolist())
        write_json(self.out_dir / FILE, weights_at(self.mean if self.mean.any() else self.place))
