"""Games as Stable-Baselines3 wants them: what its environments share."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices

from ludo_env import vector
from ludo_env.errors import BadOption, IllegalAction


class Learner(VecEnv):
    """Something that learns from ``n`` games side by side, in each of which it must decide.

    Observations are those of the batch, ``(n, *schema.shape)`` uint8. Stable-Baselines3 keeps an
    observation while the next step is taken, so a step hands out one copy of the batch's array, and
    that is all that is copied. `action_masks` of `env_method` gives what MaskablePPO asks for.

    Args:
        vec: the games, with one array of observations (any layout but ``dict``).
    """

    def __init__(self, vec: vector.VecEnv) -> None:
        if not isinstance(vec.observations, np.ndarray):
            raise BadOption("layout: 'dict', allowed: flat, grid, or a list of encoders")
        self.vec = vec
        self.rows = np.arange(vec.n)
        self.pending: NDArray[np.int64] = np.zeros(vec.n, np.int64)
        high = vec.schema.high.reshape(vec.schema.shape)
        super().__init__(
            vec.n,
            spaces.Box(np.zeros_like(high), high, dtype=np.uint8),
            spaces.Discrete(vec.actions),
        )

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Take note of the learner's actions.

        Raises:
            IllegalAction: one of them is not legal; no game has changed.
        """
        chosen = np.asarray(actions, np.int64).reshape(-1)
        legal = self.vec.action_masks[self.rows, chosen] != 0
        if not legal.all():
            row = int(np.argmin(legal))
            names = [str(action) for action in np.flatnonzero(self.vec.action_masks[row])]
            raise IllegalAction(f"{chosen[row]} in game {row}", names)
        self.pending = chosen

    def action_masks(self) -> list[NDArray[np.bool_]]:
        """The legal actions of each game's learner, ``(actions,)`` each."""
        return list(self.vec.action_masks != 0)

    def close(self) -> None:
        """End the processes of the batch, if it has any."""
        self.vec.close()

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute, once for each game."""
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Games have no attributes of their own. Raises `BadOption`."""
        raise BadOption(f"attribute {attr_name!r} cannot be set, allowed: none")

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: VecEnvIndices = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """The `action_masks` of each game. Raises `BadOption` for any other method."""
        if method_name != "action_masks":
            raise BadOption(f"method {method_name!r} is unknown, allowed: action_masks")
        masks = self.action_masks()
        return [masks[row] for row in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:
        """No game is wrapped."""
        return [False for _ in self._get_indices(indices)]
