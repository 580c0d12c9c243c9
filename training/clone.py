"""Behaviour cloning: the policy learns what a bot does, the value learns how its games end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

from ludo_env.board import PARTIES
from ludo_env.engine.game import Game
from ludo_env.vector import make_vec
from training.config import CloneConfig
from training.full_run import Bytes, Floats, FullRun, Ints, log_policy, value_error
from training.pool import Bot, Table
from training.progress import Progress


class Lessons:
    """Games of one kind that the teacher plays, and a sample of its decisions.

    Args:
        config: what is played, by whom.
        rules, players, n: the games.
        seed: of the games and all else.
    """

    def __init__(self, config: CloneConfig, rules: str, players: int, n: int, seed: int) -> None:
        self.config = config
        self.rng = np.random.default_rng(seed)
        self.vec = make_vec(n, rules, players, seed=seed, layout=config.layout)
        self.teacher = Bot(config.teacher)
        self.table = Table(
            [Game.of(state) for state in self.vec.batch.states],
            self.vec.observations,
            self.vec.action_masks,
        )
        for row in range(n):
            self.begin(row)

    def begin(self, row: int) -> None:
        """The teacher takes all seats of a new game."""
        for seat in self.table.games[row].seats:
            self.teacher.begin(self.table, row, seat, int(self.rng.integers(2**63)))

    def collect(self, steps: int) -> dict[str, Any]:
        """Play ``steps`` decisions of every game; a sample of them.

        Returns:
            by name, for ``k`` decisions: ``observations`` (k, size) and ``masks`` (k, actions)
            uint8, ``actions`` of the teacher (k,), ``results`` of the decider (k,) float32, and
            ``known`` (k,) float32, 1 where the game has ended.
        """
        vec, config = self.vec, self.config
        kept: list[tuple[Ints, Bytes, Bytes, Ints, Ints]] = []
        number_of = np.arange(vec.n)
        games: list[Floats] = [np.full(PARTIES, np.nan, np.float32) for _ in range(vec.n)]
        for _ in range(steps):
            rows = np.flatnonzero(self.rng.random(vec.n) < config.keep)
            for game, state in zip(self.table.games, vec.batch.states, strict=True):
                game.state = state
            actions = np.array(self.teacher.actions(self.table, np.arange(vec.n)))
            kept.append(
                (
                    number_of[rows],
                    vec.observations[rows],
                    vec.action_masks[rows].view(np.uint8),
                    actions[rows],
                    vec.deciders[rows],
                )
            )
            wild = self.rng.random(vec.n) < config.noise
            vec.step(np.where(wild, vec.random_actions(), actions))
            for row in np.flatnonzero(vec.terminated | vec.truncated).tolist():
                games[number_of[row]] = vec.rewards[row].astype(np.float32)
                number_of[row] = len(games)
                games.append(np.full(PARTIES, np.nan, np.float32))
                self.table.games[row].state = vec.batch.states[row]
                self.begin(row)
        numbers, observations, masks, chosen, deciders = (
            np.concatenate(part) for part in zip(*kept, strict=True)
        )
        results = np.array(games)[numbers, deciders]
        known = ~np.isnan(results)
        return {
            "observations": observations,
            "masks": masks,
            "actions": chosen,
            "results": np.where(known, results, 0.0).astype(np.float32),
            "known": known.astype(np.float32),
        }


class Cloning(FullRun[CloneConfig]):
    """One run of cloning."""

    def __init__(
        self, config: CloneConfig, out_dir: Path, saved: dict[str, Any] | None, progress: Progress
    ) -> None:
        super().__init__(config, out_dir, saved, progress)
        share = max(config.games // len(config.kinds), 1)
        seeds = self.seeds.generate_state(len(config.kinds)).tolist()
        self.lessons = [
            Lessons(config, rules, players, share, seed)
            for (rules, players), seed in zip(config.kinds, seeds, strict=True)
        ]
        self.steps = max(round(config.chunk / (share * len(self.lessons) * config.keep)), 1)

    def update(self) -> dict[str, float]:
        """Let the teacher play on, then learn from it once; loss, value loss and agreement."""
        config = self.config
        parts = [lessons.collect(self.steps) for lessons in self.lessons]
        data = {
            name: torch.from_numpy(np.concatenate([part[name] for part in parts]))
            for name in parts[0]
        }
        count = len(data["actions"])
        order = torch.from_numpy(self.rng.permutation(count))
        sums = np.zeros(3)
        batches = torch.split(order, config.minibatch)
        for batch in batches:
            with self.trainee.precision():
                logits, z = self.trainee.net(data["observations"][batch])
            actions = data["actions"][batch]
            policy = log_policy(logits, data["masks"][batch])
            loss = torch.nn.functional.nll_loss(policy, actions)
            error = value_error(z, data["results"][batch], data["known"][batch])
            self.trainee.descend(loss + config.value_weight * error)
            agree = (policy.argmax(dim=1) == actions).float().mean()
            sums += [float(loss.detach()), float(error.detach()), float(agree)]
        self.done += count
        return dict(zip(("loss", "value_loss", "agreement"), sums / len(batches), strict=True))
