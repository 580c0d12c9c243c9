"""The PettingZoo environment: PettingZoo's own tests, and what the page on it promises."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import TerminateIllegalWrapper

import ludo_env
from ludo_env import BadOption, BadRules, BadState, Game, IllegalAction, screen
from ludo_env.aec import OrderChecked
from ludo_env.board import COLOURS, HOME
from ludo_env.observation import FORMATS
from ludo_env.rules import PRESETS
from tests.support import everything, rolled

# What api_test says of every environment that has masks, or agents without numbers.
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{words}:UserWarning")
    for words in (
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be gymnasium.spaces.box",
        "We recommend agents to be named in the format",
    )
]

Step = tuple[Any, ...]
COPIES: dict[str, Callable[[OrderChecked], OrderChecked]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "clone": lambda env: env.clone(),
    "state": lambda env: from_state(env),
}


def started(*args: Any, seed: int = 0, steps: int = 0, **kwargs: Any) -> OrderChecked:
    """An environment in which some steps were played at random."""
    env = ludo_env.env(*args, **kwargs)
    env.reset(seed=seed)
    play(env, steps)
    return env


def from_state(env: OrderChecked) -> OrderChecked:
    other = ludo_env.env(env.rules, env.players)
    other.from_state(env.to_state())
    return other


def game_of(env: OrderChecked) -> Game:
    game: Game = env.unwrapped.game  # type: ignore[attr-defined]
    return game


def play(env: OrderChecked, steps: int = 10**6, seed: int = 0) -> list[Step]:
    """Play on at random; everything that the loop shows."""
    chance = random.Random(seed)
    trace: list[Step] = []
    for agent in env.agent_iter(steps):
        observation, reward, termination, truncation, info = env.last()
        assert observation is not None
        mask = observation["action_mask"]
        over = termination or truncation
        action = None if over else chance.choice(np.flatnonzero(mask).tolist())
        seen = observation["observation"].tobytes(), mask.tobytes(), info["action_mask"].tobytes()
        trace.append((agent, reward, termination, truncation, info.get("places"), action, *seen))
        env.step(action)
    return trace


# -- PettingZoo's tests ----------------------------------------------------------------------


@pytest.mark.parametrize("layout", FORMATS)
@pytest.mark.parametrize("players", [2, 4])
def test_api(layout: str, players: int) -> None:
    api_test(ludo_env.env(players=players, layout=layout), num_cycles=200)


@pytest.mark.parametrize("rules", PRESETS)
def test_seeds(rules: str) -> None:
    seed_test(lambda: ludo_env.env(rules), num_cycles=100)


@pytest.mark.parametrize("max_cycles", [1, 4])
def test_max_cycles(max_cycles: int) -> None:
    env = started(max_cycles=max_cycles)
    trace = play(env)
    assert [step[:4] for step in trace if step[3]] == [
        (agent, pytest.approx(reward), False, True)
        for agent, reward in game_of(env).rewards.items()
    ]
    assert game_of(env).truncated
    assert game_of(env).state.rounds == max_cycles
    assert not env.agents


@pytest.mark.parametrize(("rules", "players"), [("classic", 4), ("ludicrous:max_rounds=1", 2)])
def test_rendering(rules: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(screen, "FRAMES", 10_000)
    monkeypatch.setattr(screen, "SIZE", 90)
    svgs = {"svg": lambda text: text.startswith("<svg")}
    # Its annotation is that of another kind of environment.
    render_test(partial(ludo_env.env, rules, players), custom_tests=svgs)  # type: ignore[arg-type]


# -- agents and the loop ---------------------------------------------------------------------


def test_agents_are_the_colours_that_play() -> None:
    assert ludo_env.env(players=2).possible_agents == ["yellow", "red"]
    assert ludo_env.env(players=3).possible_agents == ["yellow", "blue", "red"]
    assert ludo_env.env().possible_agents == list(COLOURS)


@pytest.mark.parametrize("rules", PRESETS)
def test_all_agents_end_together_with_the_rewards_of_the_game(rules: str) -> None:
    env = started(rules, seed=1)
    trace = play(env)
    before, last = trace[:-4], trace[-4:]
    assert [step[1:4] for step in before] == [(0, False, False)] * len(before)
    assert {step[0]: step[1] for step in last} == game_of(env).rewards
    assert all(step[2:6] == (True, False, game_of(env).places, None) for step in last)
    assert sum(step[1] for step in last) == pytest.approx(0)
    assert env.agents == []


def test_a_party_that_finished_early_is_never_selected_again() -> None:
    env = started("classic:play_on=true", seed=2)
    chance = random.Random(0)
    finished_early = 0
    for agent in env.agent_iter():
        game, places = game_of(env), game_of(env).places
        if game.over:
            break
        assert agent not in places
        assert set(env.agents) == set(COLOURS)
        assert not any(env.terminations.values())
        finished_early = max(finished_early, len(places))
        env.step(chance.choice(game.legal()))
    assert finished_early == 2
    assert sorted(game_of(env).places.values()) == [1, 2, 3, 4]
    assert all(env.terminations.values())


def test_only_none_is_taken_when_the_game_is_over() -> None:
    env = started(max_cycles=1)
    while not game_of(env).over:
        env.step(game_of(env).legal()[0])
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)


def test_calls_before_reset_say_so() -> None:
    env = ludo_env.env()
    for call in (env.last, env.render, env.agent_iter, lambda: env.step(0), lambda: env.agents):
        with pytest.raises((AttributeError, AssertionError), match="reset"):
            call()
    assert env._repr_svg_() is None


def test_there_is_no_game_before_reset() -> None:
    raw = ludo_env.aec.raw_env()
    for call in (
        ludo_env.env().to_state,
        raw.to_state,
        lambda: raw.step(0),
        lambda: raw.observe("yellow"),
        raw.render,
        lambda: raw.game,
    ):
        with pytest.raises(AttributeError, match="call reset first"):
            call()
    assert not hasattr(raw, "game")


def test_after_the_last_agent_there_is_nothing_to_tell() -> None:
    env = started("classic:max_rounds=3")
    for _ in env.agent_iter():
        _, _, termination, truncation, info = env.last()
        env.step(None if termination or truncation else int(info["action_mask"].argmax()))
    assert env.agents == []
    with pytest.raises(AttributeError, match=r"no agent left.*reset"):
        env.last()
    env.reset(seed=1)
    assert env.last()[2:4] == (False, False)


def test_a_loop_that_forgets_to_step_is_told() -> None:
    env = started()
    with pytest.raises(AssertionError, match="need to call step"):
        list(env.agent_iter(2))


def test_with_one_piece_each_there_is_nothing_to_decide() -> None:
    env = started("classic:pieces=1")
    assert {agent: env.terminations[agent] for agent in env.agents} == dict.fromkeys(COLOURS, True)
    assert [step[1] for step in play(env)] == list(game_of(env).rewards.values())


# -- what an agent sees ----------------------------------------------------------------------


@pytest.mark.parametrize("layout", FORMATS)
@pytest.mark.parametrize("rules", [*PRESETS, "danish:teams=true,max_rounds=40"])
def test_every_observation_lies_in_its_space(layout: str, rules: str) -> None:
    env = started(rules, layout=layout, auto_pass=False)
    chance = random.Random(1)
    for _ in env.agent_iter(150):
        for agent in env.agents:
            observation = env.observe(agent)
            assert env.observation_space(agent).contains(observation)
        env.step(chance.choice(game_of(env).legal() or [None]))


@pytest.mark.parametrize("auto_pass", [True, False])
def test_the_mask_is_the_list_of_legal_actions_and_zero_for_others(auto_pass: bool) -> None:
    env = started(auto_pass=auto_pass)
    chance = random.Random(1)
    fewest = 4
    for selected in env.agent_iter(300):
        legal = game_of(env).legal()
        fewest = min(fewest, len(legal) or fewest)
        for agent in env.agents:
            observation = env.observe(agent)
            assert observation is not None
            for mask in (observation["action_mask"], env.infos[agent]["action_mask"]):
                assert mask.dtype == np.int8
                assert np.flatnonzero(mask).tolist() == (legal if agent == selected else [])
        env.step(chance.choice(legal or [None]))
    assert fewest == (2 if auto_pass else 1)


def test_arrays_belong_to_the_caller() -> None:
    env = started()
    observation, _, _, _, info = env.last()
    assert observation is not None
    kept = copy.deepcopy((observation, info))
    again, *_ = env.last()
    assert again is not None
    for arrays in (observation, info):
        for array in arrays.values():
            array += 1
    assert (again["observation"] == kept[0]["observation"]).all()
    assert (again["action_mask"] == kept[0]["action_mask"]).all()
    env.step(0)
    assert (again["observation"] == kept[0]["observation"]).all()


@pytest.mark.parametrize("layout", FORMATS)
@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("rules", ["classic", "modern:max_rounds=30", "classic:teams=true"])
def test_a_party_sees_what_yellow_would_see_on_the_turned_board(
    layout: str, turn: int, rules: str
) -> None:
    """The same game is played twice, the second time every party ``turn`` seats further on."""
    schema = ludo_env.raw_env(layout=layout).schema
    game = Game(rules, seed=3, log=True)
    rolls = rolled(game)
    start = [rolls[(party - turn) % 4] for party in range(4)]
    turned = Game(rules, dice=start + rolls[4:])
    chance = random.Random(0)
    for _ in range(120):
        assert turned.decider == (-1 if game.over else (game.decider + turn) % 4)
        for seat in range(4):
            seen = schema.encode(turned, (seat + turn) % 4)
            assert (schema.encode(game, seat) == seen).all()
        if game.over:
            break
        action, events = chance.choice(game.legal()), len(game.events)
        game.apply(action)
        turned.apply(action, dice=rolled(game, events))


def test_unknown_agents_and_options_are_refused() -> None:
    with pytest.raises(BadOption, match=r"'pink'.*yellow, blue, red, green"):
        started().observe("pink")
    for space in (started().observation_space, started().action_space):
        with pytest.raises(BadOption, match=r"'purple'.*yellow, blue, red, green"):
            space("purple")
    for wrong in (1, None, "no"):
        with pytest.raises(BadOption, match=f"auto_pass: {wrong!r}, allowed: True, False"):
            ludo_env.env(auto_pass=wrong)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match=r"'pixels'.*flat, dict, grid"):
        ludo_env.env(layout="pixels")
    for layout in (5, None, [5], {"home"}):
        with pytest.raises(BadOption, match=r"layout: .*, allowed: flat, dict, grid, or a list"):
            ludo_env.env(layout=layout)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match=r"'hologram'.*human, rgb_array, ansi, svg"):
        ludo_env.env(render_mode="hologram")
    with pytest.raises(BadOption, match=r"'greed'.*progress"):
        ludo_env.env(shaping="greed")
    for cycles in (-1, 100_001, 1.5, "4", True):
        with pytest.raises(BadOption, match=f"max_cycles: {cycles!r}, allowed: a whole number"):
            ludo_env.env(max_cycles=cycles)  # type: ignore[arg-type]
    with pytest.raises(BadRules, match="players: 5"):
        ludo_env.env(players=5)
    with pytest.raises(BadOption, match="seed: -1"):
        ludo_env.env().reset(seed=-1)


# -- actions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action", [-1, 4, 10**30, None, True, 1.0, "nonsense", np.array([0]), np.float32(0)]
)
def test_an_illegal_action_changes_nothing(action: object) -> None:
    env, twin = started(steps=20), started(steps=20)
    before = everything(game_of(env))
    with pytest.raises(IllegalAction, match="legal now: move"):
        env.step(action)
    assert everything(game_of(env)) == before
    assert play(env) == play(twin)


def test_an_action_that_is_masked_out_is_illegal() -> None:
    env = started()
    chance = random.Random(0)
    while len(game_of(env).legal()) == 4:
        env.step(chance.choice(game_of(env).legal()))
    before, agent = everything(game_of(env)), env.agent_selection
    for action in set(range(4)) - set(game_of(env).legal()):
        with pytest.raises(IllegalAction):
            env.step(action)
    assert everything(game_of(env)) == before
    assert env.agent_selection == agent


def test_an_illegal_action_can_be_made_to_lose() -> None:
    env = TerminateIllegalWrapper(ludo_env.env(), illegal_reward=-1)
    env.reset(seed=1)
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        assert observation is not None
        if termination or truncation:
            rewards[agent] = reward
            env.step(None)
        else:
            loser, action = agent, int(observation["action_mask"].argmin())
            env.step(action)
    assert rewards == dict.fromkeys(COLOURS, 0) | {loser: -1}


@pytest.mark.parametrize("kind", [int, np.int64, np.int8, np.uint32, np.array])
def test_any_whole_number_is_an_action(kind: Callable[[int], Any]) -> None:
    env, twin = started(), started()
    env.step(kind(2))
    twin.step(2)
    assert play(env) == play(twin)


# -- seeds and copies ------------------------------------------------------------------------


def test_the_seed_is_that_of_the_game() -> None:
    env, game = started(seed=11), Game(seed=11)
    for _ in env.agent_iter():
        assert everything(game_of(env)) == everything(game)
        if game.over:
            break
        action = game.legal()[-1]
        env.step(action)
        game.apply(action)


def test_games_without_a_seed_follow_from_the_one_before() -> None:
    env, twin = started(seed=4), started(seed=4)
    games = []
    for _ in range(3):
        games.append(play(env))
        assert games[-1] == play(twin)
        env.reset()
        twin.reset()
    assert games[0] != games[1] != games[2]


def test_the_first_seed_is_drawn() -> None:
    envs = [ludo_env.env(), ludo_env.env()]
    for env in envs:
        env.reset()
    assert game_of(envs[0]).seed != game_of(envs[1]).seed


def test_no_global_generator_is_used() -> None:
    quiet = play(started("modern:max_rounds=40", seed=5))
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]
    env = started("modern:max_rounds=40", seed=5)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # type: ignore[index]
    loud = []
    chance = random.Random(0)
    for agent in env.agent_iter():
        random.random()
        np.random.random()
        observation, reward, termination, truncation, info = env.last()
        assert observation is not None
        mask = observation["action_mask"]
        over = termination or truncation
        action = None if over else chance.choice(np.flatnonzero(mask).tolist())
        seen = observation["observation"].tobytes(), mask.tobytes(), info["action_mask"].tobytes()
        loud.append((agent, reward, termination, truncation, info.get("places"), action, *seen))
        env.step(action)
    assert loud == quiet


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("steps", [0, 60])
@pytest.mark.parametrize(
    ("rules", "players"), [("classic:play_on=true", 4), ("modern", 2), ("danish:teams=true", 4)]
)
def test_a_copy_goes_on_exactly_alike(copied: str, steps: int, rules: str, players: int) -> None:
    env = started(rules, players, seed=6, steps=steps)
    other = COPIES[copied](env)
    assert everything(game_of(other)) == everything(game_of(env))
    trace = play(other)
    assert game_of(env).decider == COLOURS.index(env.agent_selection)  # untouched by the other
    assert play(env) == trace


@pytest.mark.parametrize("copied", ["deepcopy", "pickle", "clone"])
def test_a_copy_remembers_rewards_that_nobody_has_seen(copied: str) -> None:
    env = started(shaping="progress", steps=61)
    other = COPIES[copied](env)
    assert any(env._cumulative_rewards.values())
    assert play(env) == play(other)


@pytest.mark.parametrize("copied", COPIES)
def test_a_finished_game_can_be_copied_too(copied: str) -> None:
    env = started(max_cycles=2)
    while not game_of(env).over:
        env.step(game_of(env).legal()[0])
    assert play(COPIES[copied](env)) == play(env)


def test_a_state_of_another_game_is_refused() -> None:
    env, twin = started(steps=10), started(steps=10)
    for other in (started("modern"), started(players=2)):
        with pytest.raises(BadState, match="allowed in this environment"):
            env.from_state(other.to_state())
    with pytest.raises(BadState):
        env.from_state("nonsense")
    assert play(env) == play(twin)


# -- shaping ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "players"),
    [("classic", 4), ("classic", 3), ("modern:max_rounds=20", 2), ("classic:teams=true", 4)],
)
def test_shaping_adds_nothing_in_a_whole_game(rules: str, players: int) -> None:
    env = started(rules, players, seed=7, shaping="progress")
    total = dict.fromkeys(env.agents, 0.0)
    shaped = 0
    for agent in env.agent_iter():
        _, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        shaped += reward != 0
        assert sum(env.rewards.values()) == pytest.approx(0)
        env.step(None if termination or truncation else game_of(env).legal()[0])
    assert shaped > 10
    assert total == pytest.approx(game_of(env).rewards)


def test_shaping_pays_for_progress() -> None:
    env = started(shaping="progress", auto_pass=False)
    mover = env.agent_selection
    env.step(0)  # a piece comes from the yard: one space of 4 x 57
    gain = 1 / (4 * (HOME + 1))
    others = [reward for agent, reward in env.rewards.items() if agent != mover]
    assert env.rewards[mover] == pytest.approx(gain)
    assert others == pytest.approx([-gain / 3] * 3)


# -- pictures --------------------------------------------------------------------------------


def test_pictures_are_texts_without_any_extra() -> None:
    assert str(started(render_mode="ansi").render()).count("\n") > 15
    assert str(started(render_mode="svg").render()).startswith("<svg")
    picture = started()._repr_svg_()
    assert picture is not None
    assert picture.startswith("<svg")


def test_render_without_a_mode_warns() -> None:
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert started().render() is None
