"""The Gymnasium environment of the full game."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ludo_env
from ludo_env import Game, LudoSolo
from ludo_env.board import COLOURS
from ludo_env.engine.ludicrous.catalogue import ACTIONS
from ludo_env.observation import FORMATS, schema_for

IDS = {
    "LudicrousLudo/Ludicrous-v0": "ludicrous",
    "LudicrousLudo/LudicrousCore-v0": "ludicrous-core",
    "LudicrousLudo/LudicrousShort-v0": "ludicrous-short",
    "LudicrousLudo/LudicrousTabletop-v0": "ludicrous-tabletop",
}
SHORT = "ludicrous:max_rounds=4"


def play(env: LudoSolo, seed: int) -> list[tuple[Any, ...]]:
    """Play a whole game at random; everything that the loop shows."""
    observation, info = env.reset(seed=seed)
    env.action_space.seed(0)
    trace: list[tuple[Any, ...]] = [(observation.tobytes(), info["action_mask"].tobytes())]
    over = False
    while not over:
        mask = info["action_mask"]
        assert mask.shape == (ACTIONS,) and 1 < mask.sum() < ACTIONS
        assert (env.action_masks() == (mask == 1)).all()
        assert np.flatnonzero(mask).tolist() == env.game.legal()
        assert env.game.decider == env.seat
        action = env.action_space.sample()
        assert mask[action]
        observation, reward, terminated, truncated, info = env.step(action)
        assert env.observation_space.contains(observation)
        over = terminated or truncated
        trace.append((observation.tobytes(), reward, terminated, truncated, int(action)))
    assert not info["action_mask"].any()
    return trace


class Forgiving(LudoSolo):
    """Takes a legal action in place of any other: Gymnasium's checker samples in one game what it
    plays in another.
    """

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        legal = self.game.legal()
        return super().step(action if action in legal else legal[0])


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_finds_no_fault(name: str) -> None:
    check_env(Forgiving(**gymnasium.spec(name).kwargs), skip_render_check=True)


@pytest.mark.parametrize("layout", [*FORMATS, ["turns", "star"]])
def test_gymnasium_finds_no_fault_in_any_format(layout: str | list[str]) -> None:
    check_env(Forgiving("ludicrous", layout=layout), skip_render_check=True)


@pytest.mark.parametrize("name", IDS)
def test_an_id_plays_its_preset(name: str) -> None:
    env = gymnasium.make(name, opponents="random")
    env.reset(seed=0)
    solo = env.unwrapped
    assert isinstance(solo, LudoSolo)
    assert solo.game.rules.name == IDS[name]
    assert solo.action_space.n == ACTIONS  # type: ignore[attr-defined]
    assert solo.schema == schema_for("flat", IDS[name])


@pytest.mark.parametrize(("players", "seat"), [(2, 2), (3, 1), (4, 3), (4, None)])
def test_whole_games(players: int, seat: int | None) -> None:
    env = LudoSolo(SHORT, players, seat=seat)
    for seed in range(2):
        trace = play(env, seed)
        assert [step[1] for step in trace[1:-1]] == [0.0] * (len(trace) - 2)
        assert trace[-1][1] == pytest.approx(env.game.rewards[COLOURS[env.seat]])
        assert trace[-1][2:4] == (False, True)


def test_the_seed_settles_everything() -> None:
    one, other = LudoSolo(SHORT), LudoSolo(SHORT)
    first = play(one, 3)
    random.random()
    assert play(other, 3) == first
    assert play(other, 4) != first


def test_a_won_game_is_worth_1() -> None:
    rewards = set()
    for seed in range(8):
        env = LudoSolo("ludicrous-core:pieces_to_win=1", 2)
        rewards.add(play(env, seed)[-1][1])
    assert rewards == {1.0, -1.0}


def test_the_learner_sees_what_its_party_sees() -> None:
    env = LudoSolo("ludicrous", layout=["hand", "hands"])
    observation, _ = env.reset(seed=2)
    game: Game = env.game
    assert (observation == env.schema.encode(game, env.seat)).all()
    table = ludo_env.env("ludicrous", layout=["hand", "hands"])
    table.from_state(ludo_env.notation.to_json(game))
    seen = table.observe(COLOURS[env.seat])
    assert seen is not None
    assert (seen["observation"] == observation).all()
