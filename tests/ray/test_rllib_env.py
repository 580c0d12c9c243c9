"""Games of a league as RLlib gets them, and the network's mask; no cluster is needed here."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from .conftest import ray_or_skip

ray = ray_or_skip()

import torch

from ludo_env.observation import schema_for
from training.rllib_env import MAIN, LeagueEnv, module_of, spaces_of
from training.rllib_net import MaskedNet

LEAGUE = {"smart": 0.25, "past-0": 0.5, "past-1": 0.25}


def make_env(**changes: Any) -> LeagueEnv:
    config = {"rules": "classic:pieces=2", "players": 3, "selves": 2, "odds": LEAGUE, "seed": 5}
    return LeagueEnv(config | changes)


def play(env: LeagueEnv, rng: np.random.Generator) -> tuple[dict[str, float], list[str]]:
    """A game with random actions: what every network has earned, and who was asked."""
    asked, _ = env.reset()
    earned: Counter[str] = Counter()
    order = []
    while True:
        (agent,) = asked
        assert agent in env.possible_agents and env.names[env.game.decider] == agent
        assert env.observation_spaces[agent].contains(asked[agent])
        mask = asked[agent]["action_mask"]
        assert np.flatnonzero(mask).tolist() == env.game.legal()
        order.append(agent)
        action = int(rng.choice(np.flatnonzero(mask)))
        asked, rewards, over, truncated, _ = env.step({agent: action})
        assert set(rewards) == set(asked) and not truncated["__all__"]
        earned.update(rewards)
        if over["__all__"]:
            assert set(asked) == set(env.agents)
            return dict(earned), order


def test_only_deciders_are_asked_and_every_network_gets_its_result() -> None:
    env, rng = make_env(), np.random.default_rng(1)
    lost = 0
    for _ in range(20):
        earned, order = play(env, rng)
        assert {module_of(agent) for agent in order} <= {MAIN, "past-0", "past-1"}
        results = env.game.rewards
        assert earned == {agent: results[agent.partition("@")[2]] for agent in env.agents}
        lost += earned[env.names[env.own]] < 0
    assert lost  # also those who did not end the game themselves hear of their loss


def test_the_learner_goes_round_and_opponents_are_drawn_by_their_odds() -> None:
    env = make_env()
    seats, league = Counter[int](), Counter[str]()
    for _ in range(600):
        env.deal()
        seats[env.own] += 1
        league.update(env.league.values())
    assert set(seats.values()) == {200}
    assert {name: round(n / 1200, 1) for name, n in league.items()} == pytest.approx(
        {"smart": 0.2, "past-0": 0.5, "past-1": 0.2}, abs=0.11
    )


def test_results_of_the_league_are_told_from_the_opponents_side() -> None:
    env, rng = make_env(odds={"past-0": 1.0}), np.random.default_rng(2)
    play(env, rng)
    own = env.game.state.reward(env.own)
    others = [env.game.state.reward(seat) for seat in env.league]
    assert env.told == [("past-0", 0.5 + 0.5 * np.sign(other - own)) for other in others]


def test_games_of_two_environments_of_a_process_differ() -> None:
    one, two = make_env(), make_env()
    assert one.game.seed != two.game.seed


def test_the_network_draws_legal_actions_only() -> None:
    seen, actions = spaces_of(make_env().rules, 3)
    net = MaskedNet(observation_space=seen, action_space=actions, model_config={"hidden": [8]})
    batch = {
        "observation": torch.zeros((50, schema_for("flat", "classic").size), dtype=torch.uint8),
        "action_mask": torch.tensor([[0, 1, 0, 1]] * 50, dtype=torch.int8)[:, : int(actions.n)],
    }
    with torch.no_grad():
        logits = net.forward_exploration({"obs": batch})["action_dist_inputs"]
        assert net.compute_values({"obs": batch}).shape == (50,)
    drawn = net.get_exploration_action_dist_cls().from_logits(logits).sample()
    assert set(drawn.tolist()) <= {1, 3}
