"""Self-play on every seat: each party is told what it earned, at its own last decision."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from ludo_env import BadOption, IllegalAction, make_vec
from training.config import PPOConfig
from training.every_seat import EverySeat, PartyRollouts
from training.ppo import make_learner

SHORT = "ludicrous:max_rounds=2"


def random_actions(seats: EverySeat, rng: np.random.Generator) -> NDArray[np.int64]:
    chosen: NDArray[np.int64] = np.argmax(
        rng.random(seats.vec.action_masks.shape) * seats.vec.action_masks, axis=1
    )
    return chosen


@pytest.mark.parametrize("rules", ["classic:max_rounds=30", SHORT])
def test_every_decision_is_a_step_of_its_decider(rules: str) -> None:
    seats, same = EverySeat(make_vec(6, rules, seed=2)), make_vec(6, rules, seed=2)
    assert (seats.reset() == same.observations).all()
    rng, ended = np.random.default_rng(1), 0
    decisions = np.zeros(6, int)
    for _ in range(400):
        assert is_masking_supported(seats)
        assert (get_action_masks(seats) == (same.action_masks != 0)).all()
        deciders, actions = same.deciders.copy(), random_actions(seats, rng)
        seen, rewards, dones, infos = seats.step(actions)
        same.step(actions)
        decisions += 1
        assert np.array_equal(np.asarray(seen), same.observations)
        assert (seats.actors == deciders).all()
        assert rewards.tolist() == pytest.approx(same.rewards[range(6), deciders].tolist())
        assert (dones == (same.terminated | same.truncated)).all()
        for row in range(6):
            if dones[row]:
                assert infos[row]["episode"]["r"] == pytest.approx(float(rewards[row]))
                # Decisions with one legal action are taken by the game.
                assert infos[row]["episode"]["l"] >= decisions[row]
                decisions[row] = 0
            else:
                assert infos[row] == {}
        ended += int(dones.sum())
    assert ended > 6


def test_an_observation_outlives_the_next_step() -> None:
    seats = EverySeat(make_vec(4, seed=2))
    first = seats.reset()
    kept = first.copy()
    second = seats.step(random_actions(seats, np.random.default_rng(1)))[0]
    assert (first == kept).all()
    assert not np.array_equal(first, np.asarray(second))


def test_a_reset_begins_other_games() -> None:
    seats = EverySeat(make_vec(4, seed=2))
    first = seats.reset()
    assert (seats.reset() == first).all()  # nothing has been played
    for _ in range(10):
        seats.step(random_actions(seats, np.random.default_rng(1)))
    assert not np.array_equal(seats.reset(), first)


def test_an_illegal_action_changes_nothing() -> None:
    seats = EverySeat(make_vec(4, "ludicrous", seed=2))
    before = seats.reset()
    actions = random_actions(seats, np.random.default_rng(1))
    actions[2] = int(np.argmin(seats.vec.action_masks[2]))
    with pytest.raises(IllegalAction, match=f"{actions[2]} in game 2"):
        seats.step(actions)
    assert (seats.vec.observations == before).all()


def test_one_array_of_observations_is_needed() -> None:
    with pytest.raises(BadOption, match="layout: 'dict'"):
        EverySeat(make_vec(2, layout="dict"))


class Scripted:
    """Rollouts of one game in which values, deciders and results are given."""

    def __init__(self, gamma: float, gae_lambda: float, steps: list[tuple[int, float]]) -> None:
        vec = SimpleNamespace(deciders=np.array([0]))
        self.seats = SimpleNamespace(vec=vec, array=np.zeros((1, 1)))
        self.rollouts = PartyRollouts(
            len(steps),
            spaces.Box(0, 1, (1,)),
            spaces.Discrete(2),
            seats=cast(EverySeat, self.seats),
            gamma=gamma,
            gae_lambda=gae_lambda,
        )
        self.steps = steps

    def play(
        self, results: dict[int, list[float]], pending: int, last_value: float
    ) -> tuple[list[float], list[float]]:
        """Advantages and returns, when games end at some steps with some results."""
        begins = True
        for step, (actor, value) in enumerate(self.steps):
            self.rollouts.take()
            self.seats.actors = np.array([actor])
            self.seats.results = np.array([results.get(step, [0.0] * 4)])
            self.rollouts.add(
                np.zeros((1, 1)),
                np.zeros((1, 1)),
                self.seats.results[:, actor],
                np.array([begins]),
                torch.tensor([value]),
                torch.zeros(1),
                action_masks=np.ones((1, 2)),
            )
            begins = step in results
        self.seats.vec.deciders = np.array([pending])
        self.rollouts.compute_returns_and_advantage(torch.tensor([last_value]), np.array([begins]))
        return self.rollouts.advantages[:, 0].tolist(), self.rollouts.returns[:, 0].tolist()


def test_a_lost_game_delivers_its_loss_to_every_decision_of_the_loser() -> None:
    """Blue wins by the last step; without discount every return is the party's own result."""
    script = Scripted(1.0, 1.0, [(0, 0.5), (1, 0.25), (2, 0.0), (0, -0.5), (1, 0.75)])
    _, returns = script.play({4: [-1.0, 1.0, -1.0, 0.0]}, pending=0, last_value=9.0)
    assert returns == pytest.approx([-1.0, 1.0, -1.0, -1.0, 1.0])


def test_an_advantage_looks_to_the_party_s_own_next_decision() -> None:
    script = Scripted(0.9, 0.5, [(0, 0.5), (1, 0.25), (0, -0.5), (1, 0.75)])
    advantages, _ = script.play({}, pending=0, last_value=0.1)
    last = 0.9 * 0.1 + 0.5
    assert advantages == pytest.approx(
        [0.9 * -0.5 - 0.5 + 0.45 * last, 0.9 * 0.75 - 0.25, last, 0.0]
    )


def test_a_new_game_s_values_are_not_the_old_one_s() -> None:
    """The game ends at the second step; party 2 never decides in the rollout again."""
    script = Scripted(1.0, 1.0, [(0, 0.5), (1, 0.25), (0, 0.2), (2, 0.3)])
    _, returns = script.play({1: [1.0, -1.0, 0.0, 0.0]}, pending=0, last_value=0.6)
    assert returns == pytest.approx([1.0, -1.0, 0.6, 0.3])


@pytest.mark.parametrize("processes", [1, 2])
def test_maskable_ppo_learns_from_all_seats_of_the_full_game(processes: int) -> None:
    with make_vec(4, SHORT, seed=1, processes=processes) as vec:
        seats = EverySeat(vec)
        config = PPOConfig(games=4, rollout=16, minibatch=32, epochs=1, hidden=(8,))
        learner = make_learner(config, seats, 1)
        before: Any = [p.clone() for p in learner.policy.parameters()]
        learner.learn(128)
        assert any(
            not torch.equal(a, b) for a, b in zip(before, learner.policy.parameters(), strict=True)
        )
        buffer = learner.rollout_buffer
        assert isinstance(buffer, PartyRollouts) and np.isfinite(buffer.returns).all()
