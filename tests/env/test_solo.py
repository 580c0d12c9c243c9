"""The Gymnasium environment: the checkers of Gymnasium and Stable-Baselines3, and whose reward."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ludo_env
from agents import Agent, make_agent
from ludo_env import BadAgent, BadOption, BadRules, Game, IllegalAction, LudoSolo, screen
from ludo_env.board import COLOURS
from ludo_env.errors import LudoError
from ludo_env.observation import FORMATS
from ludo_env.render import picture_of, svg
from ludo_env.rules import PRESETS
from tests.support import everything

IDS = [f"LudicrousLudo/{preset.capitalize()}-v0" for preset in PRESETS]


class Witness:
    """A bot that moves at random and notes what it is told."""

    name = "witness"

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.asked: list[int] = []
        self.chance = random.Random(0)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.begun.append(seat)
        self.chance.seed(seed)

    def act(self, game: Game) -> int:
        self.asked.append(game.decider)
        return self.chance.choice(game.legal())


def play(env: LudoSolo, seed: int | None = None) -> list[tuple[Any, ...]]:
    """Play a whole game at random; everything that the loop shows."""
    observation, info = env.reset(seed=seed)
    env.action_space.seed(0)
    trace: list[tuple[Any, ...]] = [(observation.tobytes(), info["action_mask"].tobytes())]
    over = False
    while not over:
        action = env.action_space.sample()
        observation, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
        mask = info["action_mask"].tobytes()
        trace.append((observation.tobytes(), mask, reward, terminated, truncated, int(action)))
    return trace


# -- the checkers ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_finds_no_fault(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("layout", FORMATS)
def test_gymnasium_finds_no_fault_in_any_format(layout: str) -> None:
    check_env(gymnasium.make(IDS[0], layout=layout).unwrapped, skip_render_check=True)


def test_gymnasium_finds_no_fault_in_the_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(screen, "FRAMES", 10_000)
    monkeypatch.setattr(screen, "SIZE", 90)
    check_env(gymnasium.make(IDS[0], render_mode="rgb_array").unwrapped)


def test_stable_baselines3_finds_no_fault() -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(gymnasium.make(IDS[0]).unwrapped)
    checker.check_env(LudoSolo(auto_pass=False, players=2))


def test_maskable_ppo_finds_the_masks() -> None:
    maskable = pytest.importorskip("sb3_contrib.common.maskable.utils")
    env = gymnasium.make(IDS[0])
    _, info = env.reset(seed=1)
    assert maskable.is_masking_supported(env)
    assert maskable.get_action_masks(env).tolist() == info["action_mask"].astype(bool).tolist()


def test_every_preset_has_an_id() -> None:
    for name, preset in zip(IDS, PRESETS, strict=True):
        env = gymnasium.make(f"ludo_env:{name}", players=2).unwrapped
        assert isinstance(env, LudoSolo)
        assert env.table.rules == PRESETS[preset]
        assert env.table.players == 2


# -- rewards and the end ---------------------------------------------------------------------


def test_a_lost_game_delivers_its_loss_and_a_won_one_its_win() -> None:
    env = LudoSolo("modern", players=2, opponents="random")
    results = set()
    for seed in range(20):
        *before, last = play(env, seed)
        _, mask, reward, terminated, truncated, _ = last
        assert all(step[2:5] == (0, False, False) for step in before[1:])
        assert (terminated, truncated) == (True, False)
        assert not any(mask)
        assert reward == env.game.rewards[COLOURS[env.seat]]
        # Only the party that moves can win, and the opponent moved after the learner's action.
        assert reward == (1 if env.game.plain.turn == env.seat else -1)
        results.add(reward)
    assert results == {1, -1}


def test_the_last_info_has_the_places() -> None:
    env = LudoSolo("classic:max_rounds=40")
    _, info = env.reset(seed=1)
    assert "places" not in info
    over = False
    while not over:
        _, _, terminated, truncated, info = env.step(env.action_space.sample())
        over = terminated or truncated
    assert info["places"] == env.game.places


def test_a_game_that_is_cut_off_is_truncated_and_rewarded_by_progress() -> None:
    env = LudoSolo("classic:max_rounds=12")
    *_, last = play(env, 3)
    assert last[3:5] == (False, True)
    assert last[2] == env.game.rewards[COLOURS[env.seat]]
    assert env.game.truncated


def test_a_learner_that_may_only_choose_one_of_one_action_plays_on() -> None:
    env = LudoSolo(auto_pass=False)
    trace = play(env, 2)
    fewest = min(sum(mask) for _, mask, *_ in trace[:-1])
    assert fewest == 1
    assert trace[-1][3]


def test_all_that_is_earned_is_delivered() -> None:
    env = LudoSolo("modern", players=2, shaping="progress", seat=0, auto_pass=False)
    env.reset(seed=5)
    table = env.table
    first = table._potentials[0]
    total, over = 0.0, False
    while not over:
        _, reward, terminated, truncated, _ = env.step(env.action_space.sample())
        total += reward
        over = terminated or truncated
    assert total == pytest.approx(env.game.rewards["yellow"] - first)


def test_nothing_is_taken_after_the_end() -> None:
    env = LudoSolo("classic:max_rounds=5")
    play(env, 1)
    with pytest.raises(IllegalAction, match="the game is over"):
        env.step(0)


@pytest.mark.parametrize("rules", ["classic:max_rounds=1", "modern:pieces=2,max_rounds=2"])
def test_every_game_that_begins_has_a_decision(rules: str) -> None:
    env = LudoSolo(rules)
    for seed in range(30):
        _, info = env.reset(seed=seed)
        assert env.game.decider == env.seat
        assert info["action_mask"].any()


# -- actions ---------------------------------------------------------------------------------


def test_masks_and_samples_are_the_legal_actions() -> None:
    env = LudoSolo("modern", auto_pass=False)
    env.reset(seed=1)
    over = False
    while not over:
        legal = env.game.legal()
        masks = env.action_masks()
        assert masks.dtype == np.bool_
        assert np.flatnonzero(masks).tolist() == legal
        assert {int(env.action_space.sample()) for _ in range(20)} <= set(legal)
        _, _, terminated, truncated, info = env.step(env.action_space.sample())
        assert (env.action_masks() == info["action_mask"]).all()
        over = terminated or truncated
    assert not env.action_masks().any()


def test_samples_take_a_mask_or_probabilities() -> None:
    space = LudoSolo().action_space
    assert space.sample(np.array([0, 0, 1, 0], np.int8)) == 2
    assert space.sample(probability=np.array([0, 1.0, 0, 0])) == 1
    assert {int(space.sample()) for _ in range(100)} == {0, 1, 2, 3}
    assert space == gymnasium.spaces.Discrete(4)


@pytest.mark.parametrize("action", [-1, 4, None, 0.5, "no"])
def test_an_illegal_action_changes_nothing(action: object) -> None:
    env = LudoSolo(opponents="smart")
    env.reset(seed=1)
    before = everything(env.game)
    with pytest.raises(IllegalAction, match="legal now: move"):
        env.step(action)
    assert everything(env.game) == before
    env.step(env.game.legal()[0])


# -- seats and opponents ---------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seat"), [(4, 2), (3, 0), (2, 2)])
def test_every_other_seat_has_its_own_bot(players: int, seat: int) -> None:
    bots = [Witness() for _ in range(players - 1)]
    env = LudoSolo("classic:max_rounds=60", players, opponents=bots, seat=seat)
    play(env, 1)
    seats = env.game.seats
    clockwise = [party for party in (1, 2, 3, 0) if party in seats and party != seat]
    others = sorted(clockwise, key=lambda party: (party - seat) % 4)
    for bot, party in zip(bots, others, strict=True):
        assert set(bot.begun) == set(bot.asked) == {party}


def test_a_seat_is_drawn_for_every_game() -> None:
    env = LudoSolo()
    seats = set()
    for seed in range(40):
        env.reset(seed=seed)
        seats.add(env.seat)
        assert env.game.decider == env.seat
    assert seats == {0, 1, 2, 3}


def test_specs_name_the_bots() -> None:
    env = LudoSolo(opponents=("smart", "random", make_agent("front")))
    assert [bot.name for bot in env.opponents] == ["smart", "random", "front"]
    assert [bot.name for bot in LudoSolo(opponents="back").opponents] == ["back"] * 3
    first, second, _ = LudoSolo(opponents="back").opponents
    assert first is not second


class Rogue(Witness):
    """A bot that does what it is told instead of playing."""

    name = "rogue"

    def __init__(self, deed: Callable[[Game], Any]) -> None:
        super().__init__()
        self.deed = deed

    def act(self, game: Game) -> int:
        result: int = self.deed(game)
        return result


def fail(error: type[Exception]) -> None:
    raise error("oh no")


def meddle(game: Game) -> int:
    action = game.legal()[0]
    game.apply(action)
    return action


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        (lambda _: 99, "IllegalAction: illegal action 99; legal now: move"),
        (lambda _: None, "IllegalAction: illegal action None; legal now: move"),
        (lambda _: fail(RuntimeError), "RuntimeError: oh no"),
        (lambda _: fail(StopIteration), "StopIteration: oh no"),
    ],
)
def test_a_bot_that_fails_is_named(deed: Callable[[Game], Any], told: str) -> None:
    env = LudoSolo(players=2, opponents=[Rogue(deed)], seat=0)
    with pytest.raises(BadAgent, match=f"opponent rogue on red: {told}") as caught:
        play(env, 1)
    assert isinstance(caught.value.__cause__, Exception)
    before = everything(env.game)
    with pytest.raises(BadAgent, match="call reset"):
        env.step(0)
    assert everything(env.game) == before


def test_a_bot_that_tries_out_moves_does_not_play_them() -> None:
    first = LudoSolo("modern", 2, opponents=[Rogue(meddle)], seat=0)
    second = LudoSolo("modern", 2, opponents=[Rogue(lambda game: game.legal()[0])], seat=0)
    assert play(first, 3) == play(second, 3)


@pytest.mark.parametrize("opponents", [None, 5, [object()] * 3, [None] * 3, [Witness] * 3])
def test_what_is_no_bot_is_refused_at_once(opponents: Any) -> None:
    with pytest.raises(LudoError, match=r"allowed: a spec such as 'smart', or 3 .* one for each"):
        gymnasium.make(IDS[0], opponents=opponents)


def test_a_bot_of_other_rules_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("agents.shipped.MODELS", tmp_path)
    for opponents in ("td", ("td", "random", "random")):
        with pytest.raises(BadAgent, match=r"opponent td on blue: .*no trained bot"):
            gymnasium.make(IDS[0], opponents=opponents, seat=0)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(BadOption, match="2 opponents for 3 seats"):
        LudoSolo(opponents=("random", "random"))
    with pytest.raises(BadOption, match=r"seat: 1, allowed: 0, 2"):
        LudoSolo(players=2, seat=1)
    for seat in (True, 1.0, "1", [1], -1):
        with pytest.raises(BadOption, match=rf"seat: {re.escape(repr(seat))}, allowed: 0, 1, 2, 3"):
            LudoSolo(seat=seat)  # type: ignore[arg-type]
    with pytest.raises(BadAgent, match="unknown agent 'genius'"):
        LudoSolo(opponents="genius")
    with pytest.raises(BadRules, match="pieces: 1"):
        LudoSolo("classic:pieces=1")
    with pytest.raises(BadRules, match="unknown rule set"):
        LudoSolo("tea")
    with pytest.raises(BadOption, match="unknown observation format"):
        LudoSolo(layout="pixels")
    with pytest.raises(BadOption, match="layout: 5, allowed"):
        LudoSolo(layout=5)  # type: ignore[arg-type]


# -- seeds -----------------------------------------------------------------------------------


def test_the_seed_settles_dice_seats_and_bots() -> None:
    env, other = LudoSolo(opponents="random"), LudoSolo(opponents="random")
    games = [play(env, 9)] + [play(env) for _ in range(3)]
    assert games == [play(other, 9)] + [play(other) for _ in range(3)]
    assert games[0] != games[1]
    assert play(env, 10) != games[0]


def test_no_global_generator_is_used() -> None:
    before = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]
    play(LudoSolo(opponents=("random", "smart", "capture")), 1)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # type: ignore[index]


def test_a_bot_is_an_agent() -> None:
    bot: Agent = Witness()
    assert LudoSolo(players=2, opponents=[bot]).opponents == [bot]


def test_the_game_and_the_schema_are_at_hand() -> None:
    env = gymnasium.make(IDS[0]).unwrapped
    assert isinstance(env, LudoSolo)
    observation, _ = env.reset(seed=1)
    assert isinstance(env.game, Game)
    assert (observation == env.schema.encode(env.game, env.seat)).all()
    assert ludo_env.LudoSolo is LudoSolo


def test_there_is_no_game_before_reset() -> None:
    env = LudoSolo()
    for call in (lambda: env.step(0), lambda: env.game):
        with pytest.raises(AttributeError, match="call reset first"):
            call()


def test_a_notebook_shows_the_game() -> None:
    env = LudoSolo()
    assert env._repr_svg_() is None
    env.reset(seed=1)
    assert env._repr_svg_() == svg(picture_of(env.game))
