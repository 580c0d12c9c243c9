"""The PettingZoo environment of the full game: PettingZoo's own tests, loop, copies, rewards."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import ludo_env
from ludo_env import BadState, Game, IllegalAction
from ludo_env.aec import OrderChecked
from ludo_env.board import COLOURS
from ludo_env.document import canonical, to_document
from ludo_env.engine.ludicrous.catalogue import ACTIONS, CEDE
from ludo_env.observation import FORMATS
from ludo_env.rules import LUDICROUS_PRESETS

# What api_test says of every environment that has masks, or agents without numbers.
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{words}:UserWarning")
    for words in (
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be gymnasium.spaces.box",
        "We recommend agents to be named in the format",
    )
]

SHORT = "max_rounds=6"
SETTINGS = [
    *((f"{preset}:{SHORT}", players) for preset in LUDICROUS_PRESETS for players in (2, 3, 4)),
    (f"ludicrous:{SHORT},teams=true", 4),
    (f"ludicrous-short:{SHORT},play_on=true,pieces_to_win=1", 4),
]
every_setting = pytest.mark.parametrize(("rules", "players"), SETTINGS)
COPIES: dict[str, Callable[[OrderChecked], OrderChecked]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "clone": lambda env: env.clone(),
    "state": lambda env: from_state(env),
}


def from_state(env: OrderChecked) -> OrderChecked:
    other = ludo_env.env(env.rules, env.players)
    other.from_state(env.to_state())
    return other


def started(*args: Any, seed: int = 0, steps: int = 0, **kwargs: Any) -> OrderChecked:
    """An environment in which some steps were played at random."""
    env = ludo_env.env(*args, **kwargs)
    env.reset(seed=seed)
    for _ in play(env, seed, steps):
        pass
    return env


def game_of(env: OrderChecked) -> Game:
    game: Game = env.unwrapped.game  # type: ignore[attr-defined]
    return game


def play(env: OrderChecked, seed: int, steps: int = 10**6) -> Iterator[tuple[Any, ...]]:
    """Play on at random, nobody giving up; everything that the loop shows."""
    chance = random.Random(seed)
    for agent in env.agent_iter(steps):
        observation, reward, termination, truncation, info = env.last()
        assert observation is not None
        mask = observation["action_mask"]
        legal = [action for action in np.flatnonzero(mask).tolist() if action != CEDE]
        action = None if termination or truncation else chance.choice(legal)
        seen = observation["observation"].tobytes(), mask.tobytes(), info["action_mask"].tobytes()
        yield agent, reward, termination, truncation, info.get("places"), action, *seen
        env.step(action)


# -- PettingZoo's tests ----------------------------------------------------------------------


@pytest.mark.parametrize("layout", FORMATS)
@pytest.mark.parametrize("players", [2, 4])
def test_api(layout: str, players: int) -> None:
    api_test(ludo_env.env("ludicrous", players, layout=layout), num_cycles=60)


@pytest.mark.parametrize("preset", LUDICROUS_PRESETS)
def test_api_of_every_preset(preset: str) -> None:
    api_test(ludo_env.env(f"{preset}:max_rounds=2", 3), num_cycles=200)


@pytest.mark.parametrize("rules", [*LUDICROUS_PRESETS, "ludicrous:teams=true"])
def test_seeds(rules: str) -> None:
    seed_test(lambda: ludo_env.env(rules), num_cycles=60)


@pytest.mark.parametrize("max_cycles", [1, 3])
def test_max_cycles(max_cycles: int) -> None:
    env = started("ludicrous", max_cycles=max_cycles)
    trace = list(play(env, 0))
    assert [step[:4] for step in trace if step[3]] == [
        (agent, pytest.approx(reward), False, True)
        for agent, reward in game_of(env).rewards.items()
    ]
    assert game_of(env).truncated
    assert game_of(env).state.rounds == max_cycles
    assert not env.agents


@pytest.mark.parametrize(("mode", "start"), [("svg", "<svg"), ("ansi", "")])
def test_pictures_are_texts_without_any_extra(mode: str, start: str) -> None:
    env = started("ludicrous", steps=30, render_mode=mode)
    picture = env.render()
    assert isinstance(picture, str)
    assert picture.startswith(start)
    assert (env._repr_svg_() or "").startswith("<svg")


# -- agents and the loop ---------------------------------------------------------------------


@every_setting
def test_masks_agents_and_rewards_hold_in_whole_games(rules: str, players: int) -> None:
    env = ludo_env.env(rules, players)
    env.reset(seed=players)
    chance = random.Random(players)
    while not game_of(env).over:
        game, agent = game_of(env), env.agent_selection
        assert agent == COLOURS[game.decider]
        assert agent not in game.places, "an agent that has left is not selected"
        assert set(env.agents) == {COLOURS[seat] for seat in game.seats}
        assert not any(env.terminations.values()) and not any(env.truncations.values())
        assert set(env.rewards.values()) == {0.0}
        masks = {each: env.observe(each)["action_mask"] for each in env.agents}  # type: ignore[index]
        mask = masks.pop(agent)
        assert mask.dtype == np.int8 and mask.shape == (ACTIONS,)
        assert np.flatnonzero(mask).tolist() == game.legal()
        assert 1 < mask.sum() < ACTIONS
        assert not any(other.any() for other in masks.values())
        env.step(chance.choice([action for action in game.legal() if action != CEDE]))
    game = game_of(env)
    ends = env.truncations if game.truncated else env.terminations
    others = env.terminations if game.truncated else env.truncations
    assert all(ends.values()) and not any(others.values())
    assert env.rewards == game.rewards
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert max(env.rewards.values()) <= 1 and min(env.rewards.values()) >= -1
    told = [env.infos[agent]["places"] for agent in env.agents]
    assert told == [game.places] * players
    for _ in range(players):
        assert not env.observe(env.agent_selection)["action_mask"].any()  # type: ignore[index]
        env.step(None)
    assert env.agents == []


@pytest.mark.rule("8.11", "E-leave")
def test_agents_that_gave_up_are_never_selected_again_and_end_with_the_others() -> None:
    env = started("ludicrous:cession=true,max_rounds=12", seed=3)
    chance = random.Random(3)
    left: list[str] = []
    while not game_of(env).over:
        game, agent = game_of(env), env.agent_selection
        assert agent not in left
        assert len(env.agents) == 4
        gives_up = CEDE in game.legal() and len(left) < 2 and game.state.rounds > len(left)
        if gives_up:
            left.append(agent)
        others = [action for action in game.legal() if action != CEDE]
        env.step(CEDE if gives_up else chance.choice(others))
    assert [game_of(env).places[agent] for agent in left] == [4, 3]
    assert set(env.agents) == set(COLOURS)
    assert sum(env.rewards.values()) == pytest.approx(0)


@pytest.mark.rule("E-win")
def test_a_party_that_is_home_early_ends_with_the_others() -> None:
    env = started("ludicrous-core:play_on=true,pieces_to_win=1", seed=1)
    chance = random.Random(1)
    early: set[str] = set()
    while not game_of(env).over:
        early |= set(game_of(env).places)
        assert env.agent_selection not in early
        assert len(env.agents) == 4 and not any(env.terminations.values())
        env.step(chance.choice(game_of(env).legal()))
    assert len(early) == 2
    assert sorted(game_of(env).places.values()) == [1, 2, 3, 4]
    assert all(env.terminations.values())


@pytest.mark.rule("E-teams")
def test_team_mates_share_their_reward() -> None:
    env = started("ludicrous-core:teams=true,pieces_to_win=1,max_rounds=200", seed=2)
    for _ in play(env, 2):
        pass
    rewards = game_of(env).rewards
    assert rewards["yellow"] == rewards["red"] == -rewards["blue"] == -rewards["green"] != 0


@pytest.mark.parametrize("action", [-1, ACTIONS, None, "fly", 0.5])
def test_an_illegal_action_changes_nothing(action: object) -> None:
    env = started("ludicrous", steps=5)
    before = env.to_state()
    with pytest.raises((IllegalAction, AssertionError)):
        env.step(action)
    assert env.to_state() == before
    masked = next(a for a in range(ACTIONS) if a not in game_of(env).legal())
    with pytest.raises(IllegalAction):
        env.step(masked)
    assert env.to_state() == before


@pytest.mark.rule("E-fouls")
def test_at_a_tournament_an_illegal_action_is_a_foul_and_the_agent_is_asked_again() -> None:
    env = started("ludicrous-tabletop", steps=5)
    agent, legal = env.agent_selection, game_of(env).legal()
    env.step(next(action for action in range(ACTIONS) if action not in legal))
    assert (env.agent_selection, game_of(env).legal()) == (agent, legal)
    assert game_of(env).full.fouls[game_of(env).decider] == 1


# -- copies and texts ------------------------------------------------------------------------


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("steps", [0, 77, 160])
def test_a_copy_goes_on_exactly_alike(copied: str, steps: int) -> None:
    env = started("ludicrous:max_rounds=12", seed=steps, steps=steps)
    other = COPIES[copied](env)
    assert canonical(to_document(game_of(other).full)) == canonical(to_document(game_of(env).full))
    trace = list(play(env, 1))
    # The state alone does not keep the rewards of the loop, which are all paid at the end.
    assert list(play(other, 1)) == trace
    assert len(trace) > 20


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_is_exact_in_the_middle_of_anything(copied: str) -> None:
    env = started("ludicrous-tabletop:off_table_percent=20,max_rounds=3", seed=5)
    for n, _ in enumerate(play(env, 5)):
        if n % 12 == 0 and not game_of(env).over:
            other = COPIES[copied](env)
            assert other.to_state() == env.to_state()
            assert other.agent_selection == env.agent_selection
            game_of(other).apply(game_of(other).legal()[0])
            assert other.to_state() != env.to_state()


def test_a_state_of_another_game_is_refused() -> None:
    env = started("ludicrous", steps=3)
    before = env.to_state()
    for other in (
        started("ludicrous-short"),
        started("ludicrous", 3),
        started("ludicrous:hp=14"),
        started("classic"),
    ):
        with pytest.raises(BadState):
            env.from_state(other.to_state())
    for text in ("", "{}", before[:-9]):
        with pytest.raises(BadState):
            env.from_state(text)
    assert env.to_state() == before


# -- seeds -----------------------------------------------------------------------------------


def test_the_seed_is_that_of_the_game() -> None:
    env = started("ludicrous", seed=9)
    game = Game("ludicrous", seed=9)
    assert canonical(to_document(game_of(env).full)) == canonical(to_document(game.full))


def test_no_global_generator_is_used() -> None:
    traces = []
    for burn in (False, True):
        env = started("ludicrous:max_rounds=3", seed=4)
        trace = []
        for step in play(env, 4):
            trace.append(step)
            if burn:
                random.random()
                np.random.random()
        traces.append(trace)
    assert traces[0] == traces[1]
