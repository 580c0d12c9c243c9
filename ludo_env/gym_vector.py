"""The batch environment as a Gymnasium vector environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ludo_env.engine.game import check_seed
from ludo_env.errors import BadOption
from ludo_env.vector import VecEnv, one_array


class LudoVector(VectorEnv[NDArray[np.uint8], NDArray[np.integer], NDArray[Any]]):
    """A batch for what learns from `gymnasium.vector`: whoever must decide is the one agent.

    ::

        envs = LudoVector(make_vec(64, "ludicrous"))
        observations, infos = envs.reset(seed=7)
        while True:
            actions = envs.action_space.sample(tuple(infos["action_mask"]))
            observations, rewards, terminated, truncated, infos = envs.step(actions)

    ================  ==========================================================================
    observation       what the decider of each game sees, ``(n, *schema.shape)`` uint8
    action            one for each game; an illegal one raises `IllegalAction`
    reward            what the party that acted earned by it: 0, or the result of its game
    info              ``action_mask`` ``(n, actions)``, ``decider`` ``(n,)``, and ``rewards`` and
                      ``places`` of every party ``(n, 4)``, not 0 where a game has ended
    a new game        in the step that ended the old one (`AutoresetMode.SAME_STEP`)
    ================  ==========================================================================

    Nobody decides at the end of a game, so there is no ``final_obs``. A learner must hand the
    result of a game to the parties that did not act last by itself: ``rewards`` tells it.

    Args:
        vec: the games, in one process or several, with one array of observations (any layout but
            ``dict``).
    """

    def __init__(self, vec: VecEnv) -> None:
        self.closed = True  # if it is refused Gymnasium must not close what is the caller's
        self.vec = one_array(vec)
        self.closed = False
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs = vec.n
        high = vec.schema.high.reshape(vec.schema.shape)
        self.single_observation_space = Box(np.zeros_like(high), high, dtype=np.uint8)
        self.single_action_space = Discrete(vec.actions)
        self.observation_space = batch_space(self.single_observation_space, vec.n)
        self.action_space = batch_space(self.single_action_space, vec.n)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin all games anew: those of a seed, or (None) others. Of ``options`` none is used.

        Raises:
            BadOption: the seed is not a whole number from 0, or only some games shall begin anew.
        """
        if options and "reset_mask" in options:
            raise BadOption("options: reset_mask, allowed: none, all games begin anew together")
        number = None if seed is None else check_seed(seed)
        super().reset(seed=number)
        self.vec.reset(number)
        return self.vec.observations.copy(), self._infos()

    def step(
        self, actions: NDArray[np.integer]
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take one action in every game.

        Raises:
            BadOption, IllegalAction: see `VecEnv.step`; no game has changed.
        """
        vec = self.vec
        actors = vec.deciders.copy()
        vec.step(actions)
        rewards = vec.rewards[np.arange(vec.n), actors]
        ended = vec.terminated.copy(), vec.truncated.copy()
        return vec.observations.copy(), rewards, *ended, self._infos()

    def close_extras(self, **kwargs: Any) -> None:
        """End the processes of the batch, if it has any."""
        self.vec.close()

    def _infos(self) -> dict[str, Any]:
        vec = self.vec
        return {
            "action_mask": vec.action_masks.copy(),
            "decider": vec.deciders.copy(),
            "rewards": vec.rewards.copy(),
            "places": vec.places.copy(),
        }
