"""The batch environment plays the same games as single ones, over arrays that never move."""

from __future__ import annotations

import copy
import os
import pickle
import random
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

from ludo_env import BadOption, BadRules, Game, IllegalAction, VecEnv, make_vec
from ludo_env.batch import SEED_MASK, SEED_STEP
from ludo_env.board import COLOURS, PARTIES
from ludo_env.errors import LudoError
from tests.support import everything

SETTINGS = [
    ("classic:max_rounds=40", 4, "flat", True),
    ("modern:play_on=true", 4, "flat", True),
    ("modern", 2, "grid", True),
    ("danish:teams=true", 4, "dict", True),
    ("lke", 3, "flat", False),
]
ARRAYS = (
    "observations",
    "action_masks",
    "deciders",
    "rewards",
    "places",
    "terminated",
    "truncated",
    "lengths",
)


def choose(envs: VecEnv, chance: random.Random) -> list[int]:
    return [chance.choice(np.flatnonzero(mask).tolist()) for mask in envs.action_masks]


def seeds_of(envs: VecEnv, seed: int) -> list[int]:
    """The seed of the first game in each row."""
    return [int(s) for s in np.random.SeedSequence(seed).generate_state(envs.n, np.uint64)]


def copies(envs: VecEnv) -> list[np.ndarray]:
    return [getattr(envs, name).copy() for name in ARRAYS]


def flat_rows(envs: VecEnv) -> np.ndarray:
    """The observations of every game as one vector each, in whatever format."""
    seen = envs.observations
    parts = seen.values() if isinstance(seen, dict) else [seen]
    return np.concatenate([part.reshape(envs.n, -1) for part in parts], axis=1)


def same(before: list[np.ndarray], after: list[np.ndarray]) -> bool:
    return all((a == b).all() for a, b in zip(before, after, strict=True))


def rewards_of(game: Game) -> list[float]:
    return [game.rewards.get(colour, 0.0) for colour in COLOURS]


@pytest.mark.parametrize(("rules", "players", "layout", "auto_pass"), SETTINGS)
def test_every_row_plays_the_game_of_its_seed(
    rules: str, players: int, layout: str, auto_pass: bool
) -> None:
    envs = make_vec(5, rules, players, seed=8, layout=layout, auto_pass=auto_pass)
    seeds = seeds_of(envs, 8)
    games = [Game(rules, players, seed=seed, auto_pass=auto_pass) for seed in seeds]
    chance, ended = random.Random(0), 0
    for _ in range(700):
        for i, game in enumerate(games):
            assert envs.deciders[i] == game.decider
            seen = envs.schema.encode(game, game.decider).reshape(-1)
            assert (flat_rows(envs)[i] == seen).all()
            assert np.flatnonzero(envs.action_masks[i]).tolist() == game.legal()
        actions = choose(envs, chance)
        envs.step(actions)
        for i, game in enumerate(games):
            game.apply(actions[i])
            assert envs.rewards[i].tolist() == rewards_of(game)
            places = [game.places.get(colour, 0) if game.over else 0 for colour in COLOURS]
            assert envs.places[i].tolist() == places
            assert envs.terminated[i] == (game.over and not game.truncated)
            assert envs.truncated[i] == game.truncated
            state = game.state
            lengths = [state.decisions, state.dice.rolls, state.turns, state.rounds]
            assert envs.lengths[i].tolist() == (lengths if game.over else [0] * 4)
            if game.over:
                ended += 1
                seeds[i] = (seeds[i] + SEED_STEP) & SEED_MASK
                games[i] = Game(rules, players, seed=seeds[i], auto_pass=auto_pass)
    assert ended > 5


def test_the_arrays_are_the_same_memory_for_ever() -> None:
    envs = make_vec(3, "classic:max_rounds=5", seed=1)
    arrays = {name: getattr(envs, name) for name in ARRAYS}
    places = {name: array.__array_interface__["data"][0] for name, array in arrays.items()}
    before = copies(envs)
    for _ in range(200):
        envs.step(envs.random_actions())
    for name, array in arrays.items():
        assert getattr(envs, name) is array
        assert array.__array_interface__["data"][0] == places[name]
        with pytest.raises(ValueError, match="cannot set WRITEABLE"):
            array.setflags(write=True)
    assert not same(before, copies(envs))


def test_shapes_and_kinds_are_those_that_the_class_names() -> None:
    envs = make_vec(3, layout="grid")
    kinds = {name: (getattr(envs, name).shape, getattr(envs, name).dtype) for name in ARRAYS}
    assert kinds == {
        "observations": ((3, *envs.schema.shape), np.uint8),
        "action_masks": ((3, 4), np.int8),
        "deciders": ((3,), np.int64),
        "rewards": ((3, PARTIES), np.float64),
        "places": ((3, PARTIES), np.int64),
        "terminated": ((3,), np.bool_),
        "truncated": ((3,), np.bool_),
        "lengths": ((3, 4), np.int64),
    }
    assert envs.schema.shape[1:] == (15, 15)


def test_a_row_that_is_written_again_holds_nothing_of_before() -> None:
    """Rows are wiped sparsely: each must equal one that is written into fresh memory."""
    for layout in ("flat", "grid"):
        envs = make_vec(4, "modern", seed=2, layout=layout)
        for _ in range(1000):
            envs.step(envs.random_actions())
            for i in range(envs.n):
                fresh = envs.schema.encode(envs.game(i), int(envs.deciders[i]))
                assert (envs.observations[i] == fresh).all()


@pytest.mark.parametrize("rules", ["classic:max_rounds=30", "modern:play_on=true"])
def test_rewards_sum_to_zero_and_are_there_only_at_the_end(rules: str) -> None:
    envs = make_vec(16, rules, seed=3)
    ended = 0
    for _ in range(400):
        envs.step(envs.random_actions())
        over = envs.terminated | envs.truncated
        ended += int(over.sum())
        assert np.abs(envs.rewards.sum(axis=1)).max() < 1e-9
        assert not envs.rewards[~over].any()
        assert not envs.lengths[~over].any()
        assert (envs.lengths[over] > 0).all()
        assert not (envs.terminated & envs.truncated).any()
    assert ended > 10


def test_random_actions_are_an_array_of_their_own() -> None:
    envs = make_vec(6, seed=5)
    first = envs.random_actions()
    assert first.shape == (6,) and first.dtype == np.int64
    assert envs.action_masks[np.arange(6), first].all()
    kept = first.copy()
    first_again = envs.check(first)
    envs.step(first)
    seen = {tuple(envs.random_actions().tolist()) for _ in range(20)}
    assert len(seen) > 1
    assert first.tolist() == kept.tolist() == first_again.tolist()
    first[:] = -1  # writable, and nothing of the batch
    assert envs.action_masks[np.arange(6), envs.random_actions()].all()


def test_the_same_seed_plays_the_same_games() -> None:
    one, two, other = (make_vec(6, "modern", seed=seed) for seed in (5, 5, 6))
    differs = False
    for _ in range(300):
        actions = one.random_actions()
        assert two.random_actions().tolist() == actions.tolist()
        for envs in (one, two):
            envs.step(actions)
        other.step(other.random_actions())
        assert same(copies(one), copies(two))
        differs |= not same(copies(one), copies(other))
    assert differs


def test_a_reset_with_a_seed_begins_the_games_of_a_new_batch() -> None:
    used, new = (make_vec(6, "classic:max_rounds=20", seed=seed) for seed in (5, 9))
    while not (used.terminated | used.truncated).any():
        used.step(used.random_actions())
    used.reset(seed=9)
    assert not (used.terminated | used.truncated).any() and not used.rewards.any()
    for _ in range(100):
        assert same(copies(used), copies(new))
        actions = used.random_actions()
        assert new.random_actions().tolist() == actions.tolist()
        for envs in (used, new):
            envs.step(actions)


def test_a_reset_without_a_seed_goes_on_to_the_next_games() -> None:
    envs = make_vec(6, seed=5)
    seeds = seeds_of(envs, 5)
    envs.step(envs.random_actions())
    envs.reset()
    for i, seed in enumerate(seeds):
        game = Game("classic", seed=(seed + SEED_STEP) & SEED_MASK)
        assert everything(envs.game(i)) == everything(game)


def test_rows_have_games_of_their_own() -> None:
    envs = make_vec(64, seed=0)
    assert len({envs.game(i).state.dice.a for i in range(64)}) == 64


@pytest.mark.parametrize("bad", [-1, 4, 99])
def test_an_illegal_action_changes_no_game(bad: int) -> None:
    envs, twin = (make_vec(4, seed=7) for _ in range(2))
    legal = choose(envs, random.Random(0))
    before, games = copies(envs), [everything(envs.game(i)) for i in range(4)]
    with pytest.raises(IllegalAction, match=f"{bad} in game 2.*legal now: 0, 1, 2, 3"):
        envs.step([*legal[:2], bad, legal[3]])
    assert same(before, copies(envs))
    assert [everything(envs.game(i)) for i in range(4)] == games
    for both in (envs, twin):
        both.step(legal)
    assert same(copies(envs), copies(twin))


def test_an_action_that_is_masked_out_changes_no_game() -> None:
    envs = make_vec(4, seed=7)
    while envs.action_masks[1].all():
        envs.step(envs.random_actions())
    before = copies(envs)
    actions = envs.random_actions()
    actions[1] = int(np.flatnonzero(envs.action_masks[1] == 0)[0])
    with pytest.raises(IllegalAction, match="in game 1"):
        envs.step(np.array(actions))
    assert same(before, copies(envs))


@pytest.mark.parametrize("kind", [np.int64, np.int8, np.uint16])
def test_actions_may_be_an_array_of_any_whole_numbers(kind: type[np.integer]) -> None:
    one, two = (make_vec(4, seed=7) for _ in range(2))
    actions = one.random_actions()
    one.step(actions)
    two.step(np.array(actions, kind))
    assert same(copies(one), copies(two))


@pytest.mark.parametrize(
    "actions",
    [
        None,
        0,
        1.0,
        "0000",
        b"1111",
        [None] * 4,
        [True] * 4,
        ["0"] * 4,
        [0.0] * 4,
        [[0]] * 4,
        np.zeros((4, 1), np.int64),
        np.zeros(4),
        np.zeros(4, np.bool_),
        np.array(0),
    ],
)
def test_what_is_no_row_of_whole_numbers_changes_no_game(actions: Any) -> None:
    envs = make_vec(4, seed=7)
    before = copies(envs)
    with pytest.raises(BadOption, match=r"allowed: 4 whole numbers, shape \(4,\)"):
        envs.step(actions)
    assert same(before, copies(envs))


@pytest.mark.parametrize("large", [10**30, -(10**30), 2**63])
def test_a_number_of_any_size_changes_no_game(large: int) -> None:
    envs = make_vec(4, seed=7)
    before = copies(envs)
    with pytest.raises(LudoError, match=str(large)):
        envs.step([*envs.random_actions()[:3], large])
    assert same(before, copies(envs))


def test_a_list_may_hold_the_whole_numbers_of_numpy() -> None:
    one, two = (make_vec(4, seed=7) for _ in range(2))
    actions = one.random_actions()
    one.step(actions)
    two.step(list(np.array(actions)))
    assert same(copies(one), copies(two))


def test_the_dict_format_is_a_view_for_each_encoder() -> None:
    envs, flat = (make_vec(4, seed=7, layout=layout) for layout in ("dict", "flat"))
    seen = envs.observations
    assert isinstance(seen, dict)
    for _ in range(50):
        actions = envs.random_actions()
        for both in (envs, flat):
            both.step(actions)
        parts = flat.schema.split(flat.observations)
        assert list(seen) == list(parts)
        for name, part in parts.items():
            assert seen[name].shape == part.shape
            assert (seen[name] == part).all()
            assert not seen[name].flags.writeable
    assert envs.observations is seen


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_batch_is_not_copied(copied: Callable[[VecEnv], object]) -> None:
    with pytest.raises(TypeError, match="neither be copied nor pickled"):
        copied(make_vec(2))


def test_every_game_is_at_a_decision_however_soon_it_is_cut_off() -> None:
    envs = make_vec(32, "classic:max_rounds=1", seed=4)
    for _ in range(100):
        assert (envs.deciders >= 0).all()
        assert envs.action_masks.any(axis=1).all()
        envs.step(envs.random_actions())


def test_random_actions_are_legal_and_all_of_them_are_chosen() -> None:
    envs = make_vec(32, seed=4)
    chosen = set()
    for _ in range(100):
        actions = envs.random_actions()
        assert envs.action_masks[np.arange(32), actions].all()
        chosen |= set(actions)
        envs.step(actions)
    assert chosen == {0, 1, 2, 3}


BAD: list[tuple[type[Exception], str, dict[str, object]]] = [
    (BadOption, "n: 0, allowed: a whole number from 1", {"n": 0}),
    (BadOption, "n: True, allowed", {"n": True}),
    (BadOption, "n: 2.0, allowed", {"n": 2.0}),
    (BadOption, "n: '2', allowed", {"n": "2"}),
    (BadOption, "seed: -1", {"seed": -1}),
    (BadOption, "unknown observation format 'pixels'", {"layout": "pixels"}),
    (BadOption, "layout: None, allowed: flat, dict, grid, or a list", {"layout": None}),
    (BadOption, r"layout: \[3\], allowed: flat, dict, grid, or a list", {"layout": [3]}),
    (BadRules, "players: 5", {"players": 5}),
    (BadRules, "players: '4', allowed: 2, 3, 4", {"players": "4"}),
    (BadRules, "players: 2.0, allowed", {"players": 2.0}),
    (BadRules, "players: True, allowed", {"players": True}),
    (BadRules, "unknown rule set 'tea'", {"rules": "tea"}),
    (BadRules, "pieces: 1 leaves nothing to choose", {"rules": "classic:pieces=1"}),
]


@pytest.mark.parametrize(("error", "words", "changes"), BAD)
def test_bad_arguments_are_refused(
    error: type[Exception], words: str, changes: dict[str, object]
) -> None:
    with pytest.raises(error, match=words):
        make_vec(**({"n": 2} | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("actions", [[], [0], [0, 0, 0]])
def test_one_action_for_each_game_is_needed(actions: list[int]) -> None:
    envs = make_vec(2)
    with pytest.raises(BadOption, match=f"{len(actions)} actions for 2 games"):
        envs.step(actions)


def test_whole_numbers_of_numpy_will_do() -> None:
    envs = make_vec(np.int64(3), players=np.int8(2))  # type: ignore[arg-type]
    assert (envs.n, envs.players) == (3, 2)
    assert envs.game(np.int64(2)).seats == (0, 2)  # type: ignore[arg-type]


@pytest.mark.parametrize("processes", [1, 2])
def test_what_is_closed_refuses_every_call_and_keeps_its_arrays(processes: int) -> None:
    with make_vec(4, seed=7, processes=processes) as envs:
        envs.step(envs.random_actions())
        before, closed = copies(envs), envs.closed
    envs.close()
    assert (closed, envs.closed) == (False, True)
    calls: list[Callable[[], object]] = [
        envs.random_actions,
        envs.reset,
        envs.__enter__,
        lambda: envs.reset(3),
        lambda: envs.game(0),
        lambda: envs.step([0] * 4),
        lambda: envs.check([0] * 4),
    ]
    for call in calls:
        with pytest.raises(BadOption, match="the batch is closed, allowed: a new one"):
            call()
    assert same(before, copies(envs))


@pytest.mark.parametrize("processes", [1, 2])
def test_a_check_says_what_a_step_would_say(processes: int) -> None:
    with make_vec(4, "ludicrous", seed=7, processes=processes) as envs:
        wrong: list[Any] = [[0], [-1] * 4, [10**30] * 4, [0.5] * 4, np.zeros((4, 1), int), None]
        for actions in [*wrong, np.argmin(envs.action_masks, axis=1)]:
            with pytest.raises(LudoError) as refused:
                envs.step(actions)
            with pytest.raises(type(refused.value)) as checked:
                envs.check(actions)
            assert str(checked.value) == str(refused.value)
        legal = [int(np.flatnonzero(mask)[0]) for mask in envs.action_masks]
        assert envs.check(legal).tolist() == legal
        envs.step(envs.check(legal))


def test_an_illegal_action_is_named_as_it_was_given() -> None:
    envs = make_vec(2)
    with pytest.raises(IllegalAction, match="illegal action 9 in game 1; legal now: 0") as refused:
        envs.step([0, 9])
    assert refused.value.action == 9


def test_auto_pass_is_true_or_false() -> None:
    with pytest.raises(BadOption, match="auto_pass: 1, allowed: True, False"):
        make_vec(2, auto_pass=1)  # type: ignore[arg-type]


def test_sets_have_no_order() -> None:
    for unordered in ({0, 1}, {0: 1, 1: 0}):
        with pytest.raises(BadOption, match="allowed: 2 whole numbers"):
            make_vec(2).step(cast(Any, unordered))


@pytest.mark.skipif(not hasattr(os, "sysconf"), reason="the system does not tell its memory")
@pytest.mark.parametrize(("rules", "processes"), [("classic", 1), ("ludicrous", 2)])
def test_more_games_than_memory_are_refused(rules: str, processes: int) -> None:
    with pytest.raises(BadOption, match=r"n: 1000000000 games, .* memory for at most \d+"):
        make_vec(10**9, rules, processes=processes)
