"""What Stable-Baselines3 is handed is the batch's own array, and learns the same as from copies."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from ludo_env import BadOption, make_vec
from training.every_seat import EverySeat, PartyRollouts
from training.learner import Learner, Rollouts
from training.pool import Pool
from training.seats import Seats


class Copied(MaskableRolloutBuffer):
    """Rollouts that get copies: the games do not know of them."""

    def __init__(self, *args: Any, seats: Learner, **options: Any) -> None:
        super().__init__(*args, **options)


class CopiedParties(PartyRollouts):
    """The same for `EverySeat`."""

    def __init__(self, *args: Any, seats: EverySeat, **options: Any) -> None:
        super().__init__(*args, seats=seats, **options)
        seats.rollouts = None


def one_seat(processes: int = 1) -> Learner:
    return Seats(6, "ludicrous", 4, Pool(["random"], 0.0, 1, 3), seed=3)


def every_seat(processes: int = 1) -> Learner:
    return EverySeat(make_vec(6, "ludicrous", seed=3, processes=processes))


class Learned:
    """A short run, and what it has seen, learned and been handed."""

    def __init__(self, seats: Learner, rollouts: type[MaskableRolloutBuffer]) -> None:
        self.handed: list[NDArray[np.uint8]] = []
        self.seats = seats
        self.model = MaskablePPO(
            "MlpPolicy",
            seats,
            n_steps=8,
            batch_size=16,
            n_epochs=1,
            policy_kwargs={"net_arch": [8]},
            rollout_buffer_class=rollouts,
            rollout_buffer_kwargs={"seats": seats},
            seed=1,
            device="cpu",
        )

    def run(self) -> Self:
        self.model.learn(3 * 8 * 6, callback=self.look)
        return self

    def look(self, found: dict[str, Any], _: dict[str, Any]) -> bool:
        self.handed.append(found["new_obs"])
        return True

    @property
    def weights(self) -> list[torch.Tensor]:
        return list(self.model.policy.state_dict().values())


@pytest.mark.parametrize(
    ("make", "processes", "own", "copied"),
    [
        (one_seat, 1, Rollouts, Copied),
        (every_seat, 1, PartyRollouts, CopiedParties),
        (every_seat, 2, PartyRollouts, CopiedParties),
    ],
)
def test_the_array_itself_is_handed_out_and_teaches_what_copies_do(
    make: Any, processes: int, own: type[Rollouts], copied: type[MaskableRolloutBuffer]
) -> None:
    shared, apart = make(processes), make()
    try:
        one, two = Learned(shared, own).run(), Learned(apart, copied).run()
    finally:
        shared.close()
    for seen in one.handed:
        assert np.shares_memory(seen, shared.vec.observations)
        assert seen.ctypes.data == shared.vec.observations.ctypes.data
    assert not any(np.shares_memory(seen, apart.vec.observations) for seen in two.handed)
    kept = one.model.rollout_buffer.observations
    assert np.array_equal(kept, two.model.rollout_buffer.observations)
    assert len(np.unique(kept.reshape(48, -1), axis=0)) > 40
    assert all(torch.equal(a, b) for a, b in zip(one.weights, two.weights, strict=True))


@pytest.mark.parametrize("make", [one_seat, every_seat])
def test_a_step_needs_actions_of_its_own(make: Any) -> None:
    seats = make()
    seats.reset()
    legal = np.argmax(seats.vec.action_masks, axis=1)
    for before in (lambda: None, lambda: seats.step(legal), lambda: forgotten(seats)):
        before()
        seen = seats.vec.observations.copy()
        with pytest.raises(BadOption, match="there are no actions, allowed: after step_async"):
            seats.step_wait()
        assert (seats.vec.observations == seen).all()


def forgotten(seats: Learner) -> None:
    """Actions for games that are begun anew before they are taken."""
    legal = np.argmax(seats.vec.action_masks, axis=1)
    seats.step_async(legal)
    seats.reset()


@pytest.mark.parametrize("make", [one_seat, every_seat])
@pytest.mark.parametrize("actions", [[0.5] * 6, [0] * 5, [[0]] * 6, [True] * 6, None, [10**30] * 6])
def test_what_is_no_row_of_actions_is_refused(make: Any, actions: Any) -> None:
    seats = make()
    seen = seats.reset().copy()
    with pytest.raises(BadOption, match="actions"):
        seats.step(actions)
    assert (seats.vec.observations == seen).all()


@pytest.mark.parametrize("vec", [None, "classic"])
def test_what_is_no_batch_is_refused(vec: Any) -> None:
    with pytest.raises(BadOption, match=r"vec: .*, allowed: a VecEnv"):
        EverySeat(vec)


@pytest.mark.parametrize("make", [one_seat, every_seat])
def test_a_seed_begins_its_games(make: Any) -> None:
    seats = make()

    def first(seed: int | None) -> bytes:
        """What is seen at the beginning and, by the same dice, later."""
        if seed is not None:
            assert seats.seed(seed)[0] == seed
        seen = [seats.reset().copy()]
        for _ in range(5):
            seen.append(seats.step(np.argmax(seats.vec.action_masks, axis=1))[0].copy())
        return np.stack(seen).tobytes()

    begun = first(7)
    assert first(None) != begun != first(8)
    assert first(7) == begun
    assert MaskablePPO("MlpPolicy", seats, n_steps=8, batch_size=16, seed=7)
    assert first(None) == begun
    assert first(None) != begun  # once


def test_every_seat_begins_the_games_of_a_batch_of_the_seed() -> None:
    seats, same = every_seat(), make_vec(6, "ludicrous", seed=9)
    seats.seed(9)
    assert np.array_equal(np.asarray(seats.reset()), same.observations)


@pytest.mark.parametrize("seed", [-1, 0.5, "1", True])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(BadOption, match="seed"):
        every_seat().seed(seed)


@pytest.mark.parametrize("make", [one_seat, every_seat])
def test_closed_games_do_not_begin_anew(make: Any) -> None:
    seats = make()
    seats.close()
    with pytest.raises(BadOption, match="reset: the batch is closed, allowed: a new one"):
        seats.reset()


@pytest.mark.parametrize("games", [4, 6])
def test_rollouts_of_other_games_are_refused(games: int) -> None:
    others = EverySeat(make_vec(games, "ludicrous", seed=3))
    kept: dict[str, Any] = {
        "rollout_buffer_class": PartyRollouts,
        "rollout_buffer_kwargs": {"seats": others},
    }
    model = MaskablePPO("MlpPolicy", every_seat(), n_steps=8, batch_size=16, **kept)
    with pytest.raises(BadOption, match="seats: other games than the learner's, allowed: those"):
        model.learn(48)


def test_games_have_one_keeper() -> None:
    seats = every_seat()
    first = Learned(seats, PartyRollouts)
    Learned(seats, PartyRollouts)
    with pytest.raises(BadOption, match="those of other rollouts"):
        first.run()
