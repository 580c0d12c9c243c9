"""Games as Stable-Baselines3 wants them: what its environments share, and their rollouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices

from ludo_env import vector
from ludo_env.engine.game import check_seed
from ludo_env.errors import BadOption


class Learner(VecEnv):
    """Something that learns from ``n`` games side by side, in each of which it must decide.

    Observations are those of the batch, ``(n, *schema.shape)`` uint8. Stable-Baselines3 looks at an
    observation once more after the next step, to put it into the rollout. `Rollouts` have taken it
    before; so with them every step hands out the batch's own array, and nothing is copied but into
    the rollout. Without them every step hands out a copy. `action_masks` of `env_method` gives what
    MaskablePPO asks for.

    Args:
        vec: the games, with one array of observations (any layout but ``dict``).
    """

    def __init__(self, vec: vector.VecEnv) -> None:
        self.vec = vector.one_array(vec)
        self.rows = np.arange(vec.n)
        self.pending: NDArray[np.int64] | None = None
        """Actions that are to be taken."""
        self.array: NDArray[np.uint8] = np.asarray(Writable(vec.observations))
        """The batch's observations, for PyTorch, which knows no array that cannot be written."""
        self.rollouts: Rollouts | None = None
        """What takes every observation before the step that overwrites it."""
        high = vec.schema.high.reshape(vec.schema.shape)
        super().__init__(
            vec.n,
            spaces.Box(np.zeros_like(high), high, dtype=np.uint8),
            spaces.Discrete(vec.actions),
        )

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Have the next `reset` begin the games of a seed; None draws one.

        Returns:
            a number for each game, the seed first, as Stable-Baselines3 wants it.

        Raises:
            BadOption: no whole number from 0.
        """
        return super().seed(seed if seed is None else check_seed(seed))

    def next_seed(self) -> int | None:
        """The seed of the games that a reset begins, once; None where none was given.

        Raises:
            BadOption: the games are closed.
        """
        if self.vec.closed:
            raise BadOption("reset: the batch is closed, allowed: a new one")
        seed = self._seeds[0]
        self._reset_seeds()
        return seed

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Take note of the learner's actions.

        Raises:
            BadOption: not one whole number a game.
            IllegalAction: one of them is not legal; no game has changed.
        """
        self.pending = self.vec.check(actions)
        if self.rollouts is not None:
            self.rollouts.take()

    def taken(self) -> NDArray[np.int64]:
        """The actions that are to be taken, once. Raises `BadOption` if there are none."""
        if self.pending is None:
            raise BadOption("step_wait: there are no actions, allowed: after step_async")
        chosen, self.pending = self.pending, None
        return chosen

    @property
    def seen(self) -> NDArray[np.uint8]:
        """What is seen now, to hand out."""
        return self.array.copy() if self.rollouts is None else self.array

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


class Writable:
    """The memory of an array that is read-only, as numpy sees memory that is not."""

    def __init__(self, array: NDArray[np.uint8]) -> None:
        self.kept = array
        interface = array.__array_interface__
        self.__array_interface__ = interface | {"data": (interface["data"][0], False)}


class Rollouts(MaskableRolloutBuffer):
    """Rollouts that take what is seen straight from the batch, before a step overwrites it.

    Give them to MaskablePPO with ``rollout_buffer_class=Rollouts`` and
    ``rollout_buffer_kwargs={"seats": seats}``.

    Args:
        seats: the games, which from now on hand out the batch's own array.
        args, options: those of a `MaskableRolloutBuffer`.
    """

    def __init__(self, *args: Any, seats: Learner, **options: Any) -> None:
        super().__init__(*args, **options)
        self.seats = seats
        seats.rollouts = self
        self.taken = False
        """Whether the games have told of the step that comes."""

    def take(self) -> None:
        """Keep what is seen now as the observation of the step that comes."""
        self.taken = True
        if not self.full:
            self.observations[self.pos] = self.seats.array

    def add(self, *args: Any, **options: Any) -> None:
        """Keep a step.

        Raises:
            BadOption: the games have been given to other rollouts, or are not those of the step.
        """
        seen, *others = args
        if self.seats.rollouts is self and not self.taken:
            raise BadOption("seats: other games than the learner's, allowed: those it learns from")
        self.taken = False
        if seen is self.seats.array:
            if self.seats.rollouts is not self:
                raise BadOption(
                    "the games are those of other rollouts, allowed: games of their own"
                )
            seen = self.observations[self.pos]
        super().add(seen, *others, **options)
