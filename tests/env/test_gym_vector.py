"""The batch as a Gymnasium vector environment."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from ludo_env import BadOption, IllegalAction, make_vec
from ludo_env.gym_vector import LudoVector


@pytest.mark.parametrize("seed", [[7], "7", 7.0, -1, True])
def test_a_seed_that_is_none_is_refused_and_changes_no_game(seed: Any) -> None:
    envs = LudoVector(make_vec(2))
    before = envs.vec.observations.copy()
    with pytest.raises(BadOption, match=r"seed: .* is not a whole number from 0"):
        envs.reset(seed=seed)
    assert (envs.vec.observations == before).all()


def test_games_that_shall_not_all_begin_anew_are_refused() -> None:
    envs = LudoVector(make_vec(3, seed=1))
    before = envs.vec.observations.copy()
    with pytest.raises(BadOption, match="options: reset_mask, allowed: none"):
        envs.reset(options={"reset_mask": np.array([True, False, False])})
    assert (envs.vec.observations == before).all()


def test_a_seed_may_be_a_whole_number_of_numpy() -> None:
    one, two = (LudoVector(make_vec(2)) for _ in range(2))
    assert (one.reset(seed=cast(Any, np.int64(7)))[0] == two.reset(seed=7)[0]).all()


@pytest.mark.parametrize("vec", [None, "classic", make_vec])
def test_what_is_no_batch_is_refused(vec: Any) -> None:
    with pytest.raises(BadOption, match=r"vec: .*, allowed: a VecEnv"):
        LudoVector(vec)


def test_a_closed_batch_is_refused() -> None:
    vec = make_vec(2)
    vec.close()
    with pytest.raises(BadOption, match="the batch is closed, allowed: a new one"):
        LudoVector(vec)


@pytest.mark.parametrize(
    ("rules", "layout"), [("classic:max_rounds=30", "grid"), ("ludicrous:max_rounds=2", "flat")]
)
def test_it_is_the_batch_as_its_deciders_see_it(rules: str, layout: str) -> None:
    envs, vec = LudoVector(make_vec(4, rules, layout=layout)), make_vec(4, rules, layout=layout)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=7)
    vec.reset(7)
    envs.action_space.seed(1)
    ended = 0
    for _ in range(250):
        assert observations in envs.observation_space
        assert all(row in envs.single_observation_space for row in observations)
        assert (observations == vec.observations).all()
        assert (infos["action_mask"] == vec.action_masks).all()
        assert (infos["decider"] == vec.deciders).all()
        actions = envs.action_space.sample(tuple(infos["action_mask"]))
        assert actions in envs.action_space
        deciders = vec.deciders.copy()
        vec.step(actions)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert (infos["rewards"] == vec.rewards).all()
        assert (infos["places"] == vec.places).all()
        assert (rewards == vec.rewards[range(4), deciders]).all()
        assert (terminated == vec.terminated).all() and (truncated == vec.truncated).all()
        ended += int((terminated | truncated).sum())
    assert ended > 3


def test_what_a_step_gives_outlives_the_next() -> None:
    envs = LudoVector(make_vec(4))
    observations, infos = envs.reset(seed=7)
    kept = observations.copy(), infos["action_mask"].copy()
    envs.step(np.array(envs.vec.random_actions()))
    assert (observations == kept[0]).all() and (infos["action_mask"] == kept[1]).all()


def test_a_reset_without_a_seed_begins_other_games() -> None:
    envs = LudoVector(make_vec(4))
    first, _ = envs.reset(seed=7)
    second, _ = envs.reset()
    again, _ = envs.reset(seed=7)
    assert (first == again).all() and not np.array_equal(first, second)


def test_gymnasium_s_own_wrapper_counts_the_episodes() -> None:
    envs = RecordEpisodeStatistics(LudoVector(make_vec(4, "classic:max_rounds=10")))
    _, infos = envs.reset(seed=3)
    lengths: list[int] = []
    for _ in range(60):
        actions = envs.action_space.sample(tuple(infos["action_mask"]))
        *_, infos = envs.step(actions)
        lengths += infos["episode"]["l"][infos["_episode"]].tolist() if "episode" in infos else []
    assert lengths and min(lengths) >= 1


def test_what_is_refused() -> None:
    envs = LudoVector(make_vec(4, "ludicrous"))
    _, infos = envs.reset(seed=7)
    wrong = np.argmin(infos["action_mask"], axis=1)
    with pytest.raises(IllegalAction, match="in game 0"):
        envs.step(wrong)
    with make_vec(2, layout="dict", processes=2) as vec:
        with pytest.raises(BadOption, match="layout: 'dict'"):
            LudoVector(vec)
        vec.step(vec.random_actions())


def test_closing_it_closes_the_batch() -> None:
    with make_vec(2, processes=2) as vec:
        LudoVector(vec).close()
        with pytest.raises(BadOption, match="closed"):
            vec.random_actions()
