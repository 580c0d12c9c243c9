"""Self-play by one learner on every seat, and the rollouts that tell each party its own rewards."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from ludo_env import vector
from ludo_env.board import PARTIES
from training.learner import Learner, Rollouts
from training.returns import Ahead


class EverySeat(Learner):
    """``n`` games, in all seats of which the learner plays: every decision is a step.

    The observation is that of the party that must decide. The reward of a step is what its decider
    has earned by it: 0, or its result of a game that has ended. What the others get for that game
    is in `results`; `PartyRollouts` hands it to their own last decisions. Without it nobody who
    loses by another's move would ever hear of it.

    When a game ends, ``done`` is set, a new one has begun, and ``infos`` hold ``episode``: ``r`` is
    the reward of the step, ``l`` the decisions of the game. A game that is cut off by
    ``max_rounds`` ends by the rules, with a result, so there is nothing to bootstrap from and no
    ``terminal_observation``.

    Args:
        vec: the games, in one process or several.
    """

    def __init__(self, vec: vector.VecEnv) -> None:
        super().__init__(vec)
        self.actors: NDArray[np.int64] = vec.deciders.copy()
        """The party that took the decision of the last step in each game."""
        self.begun = False

    @property
    def results(self) -> NDArray[np.float64]:
        """What every party earned in the last step, ``(n, 4)``."""
        return self.vec.rewards

    def reset(self) -> NDArray[np.uint8]:
        """What the deciders see; all games begin anew if any has been played, or after `seed`.

        Raises:
            BadOption: the games are closed.
        """
        seed = self.next_seed()
        self.pending = None
        if self.begun or seed is not None:
            self.vec.reset(seed)
        self.begun = False
        return self.seen

    def step_wait(self) -> VecEnvStepReturn:
        """Take one decision in every game. Raises `BadOption` without `step_async`."""
        vec, actions = self.vec, self.taken()
        self.begun = True
        np.copyto(self.actors, vec.deciders)
        vec.step(actions)
        rewards = vec.rewards[self.rows, self.actors].astype(np.float32)
        dones = vec.terminated | vec.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(vec.n)]
        for row in np.flatnonzero(dones).tolist():
            episode = {"r": float(rewards[row]), "l": int(vec.lengths[row, 0])}
            infos[row] = {"TimeLimit.truncated": False, "episode": episode}
        return self.seen, rewards, dones, infos


class PartyRollouts(Rollouts):
    """Rollouts of `EverySeat`: an advantage looks from one decision of a party to its next one.

    Give it to MaskablePPO with ``rollout_buffer_class=PartyRollouts`` and
    ``rollout_buffer_kwargs={"seats": seats}``. What a party earns between two decisions of its own,
    the result of the game most of all, belongs to the first of them, whoever brought it about.
    ``gamma`` and ``gae_lambda`` count decisions of the party. A party's last decision in a rollout,
    if neither the end of the game nor its next decision is in sight, teaches nothing: its advantage
    is 0.
    """

    seats: EverySeat

    def reset(self) -> None:
        """Forget the rollout."""
        self.actors = np.zeros((self.buffer_size, self.n_envs), np.int64)
        self.results = np.zeros((self.buffer_size, self.n_envs, PARTIES), np.float32)
        super().reset()

    def add(self, *args: Any, **options: Any) -> None:
        """Keep a step, and who took it, and what everybody earned."""
        step = self.pos
        super().add(*args, **options)
        self.actors[step] = self.seats.actors
        self.results[step] = self.seats.results

    def compute_returns_and_advantage(
        self, last_values: torch.Tensor, dones: NDArray[np.bool_]
    ) -> None:
        """Look back over the rollout, for every party by itself.

        Args:
            last_values: of the observations after the last step, as their deciders see them.
            dones: whether the last step ended a game.
        """
        rows = np.arange(self.n_envs)
        ahead = Ahead(self.n_envs)
        ahead.put(rows, self.seats.vec.deciders, last_values.numpy(force=True).reshape(-1), 0.0)
        ended = np.asarray(dones, np.bool_)
        for step in reversed(range(self.buffer_size)):
            ahead.end(ended, self.results[step])
            ended = self.episode_starts[step] != 0
            actors, values = self.actors[step], self.values[step]
            seen = (rows, actors)
            delta = ahead.earned[seen] + self.gamma * ahead.values[seen] - values
            advantages = delta + self.gamma * self.gae_lambda * ahead.advantages[seen]
            self.advantages[step] = np.where(ahead.known[seen], advantages, 0.0)
            ahead.put(rows, actors, values, self.advantages[step])
        self.returns = self.advantages + self.values
