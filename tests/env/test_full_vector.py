"""The batch environment of the full game."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from ludo_env import BadOption, BadRules, Game, IllegalAction, VecEnv, make_vec
from ludo_env.batch import SEED_MASK, SEED_STEP
from ludo_env.board import COLOURS, PARTIES
from ludo_env.document import canonical, to_document
from ludo_env.engine.ludicrous.catalogue import ACTIONS, CEDE
from ludo_env.rules import LUDICROUS_PRESETS

SETTINGS = [
    *((f"{preset}:max_rounds=2", players) for preset in LUDICROUS_PRESETS for players in (2, 3, 4)),
    ("ludicrous:max_rounds=2,teams=true", 4),
    ("ludicrous-core:pieces_to_win=1,play_on=true,max_rounds=30", 4),
]
ARRAYS = ("observations", "action_masks", "deciders", "rewards", "terminated", "lengths")


def seeds_of(envs: VecEnv, seed: int) -> list[int]:
    """The seed of the first game in each row."""
    return [int(s) for s in np.random.SeedSequence(seed).generate_state(envs.n, np.uint64)]


def rewards_of(game: Game) -> list[float]:
    return [game.rewards.get(colour, 0.0) for colour in COLOURS]


def begun(rules: str, players: int, seed: int) -> tuple[Game, int]:
    """The first game from a seed on that has a decision, and the seed that follows."""
    while True:
        game = Game(rules, players, seed=seed)
        seed = (seed + SEED_STEP) & SEED_MASK
        if not game.over:
            return game, seed


@pytest.mark.parametrize(("rules", "players"), SETTINGS)
def test_every_row_plays_the_game_of_its_seed_and_begins_anew(rules: str, players: int) -> None:
    envs = make_vec(3, rules, players, seed=8)
    rows = [begun(rules, players, seed) for seed in seeds_of(envs, 8)]
    games, seeds = [game for game, _ in rows], [seed for _, seed in rows]
    chance, ended = random.Random(1), 0
    while ended < 5:
        assert envs.deciders.tolist() == [game.decider for game in games]
        for i, game in enumerate(games):
            assert np.flatnonzero(envs.action_masks[i]).tolist() == game.legal()
        actions = [
            chance.choice([action for action in game.legal() if action != CEDE]) for game in games
        ]
        envs.step(actions)
        for i, game in enumerate(games):
            game.apply(actions[i])
            assert envs.terminated[i] == (game.over and not game.truncated)
            assert envs.truncated[i] == game.truncated
            assert envs.rewards[i].tolist() == rewards_of(game)
            state = game.state
            lengths = [state.decisions, state.dice.rolls, state.turns, state.rounds]
            assert envs.lengths[i].tolist() == (lengths if game.over else [0] * 4)
            if game.over:
                assert envs.rewards[i].sum() == pytest.approx(0)
                games[i], seeds[i] = begun(rules, players, seeds[i])
                ended += 1
        i = chance.randrange(3)
        assert canonical(to_document(envs.game(i).full)) == canonical(to_document(games[i].full))
        expected = envs.schema.encode(games[i], games[i].decider)
        assert (np.asarray(envs.observations)[i] == expected).all()


def test_shapes_kinds_and_memory() -> None:
    envs = make_vec(4, "ludicrous", layout="grid")
    assert envs.observations.shape == (4, *envs.schema.shape)
    assert envs.observations.dtype == np.uint8
    assert envs.action_masks.shape == (4, ACTIONS)
    assert envs.rewards.shape == (4, PARTIES)
    before = {name: getattr(envs, name).__array_interface__["data"] for name in ARRAYS}
    for _ in range(50):
        envs.step(envs.random_actions())
    assert before == {name: getattr(envs, name).__array_interface__["data"] for name in ARRAYS}
    assert not envs.observations.flags.writeable


def test_the_dict_format_is_a_view_for_each_encoder() -> None:
    envs, flat = make_vec(3, "ludicrous", layout="dict"), make_vec(3, "ludicrous")
    for _ in range(40):
        actions = envs.random_actions()
        envs.step(actions)
        flat.step(actions)
    parts = flat.schema.split(flat.observations)
    seen: Any = envs.observations
    assert list(seen) == list(parts)
    for name, numbers in parts.items():
        assert (seen[name] == numbers).all()


def test_the_same_seed_plays_the_same_games() -> None:
    def trace(seed: int) -> list[bytes]:
        envs = make_vec(3, "ludicrous:max_rounds=3", seed=seed)
        found = []
        for _ in range(120):
            envs.step(envs.random_actions())
            found.append(envs.observations.tobytes() + envs.rewards.tobytes())
        return found

    assert trace(5) == trace(5) != trace(6)


def test_an_illegal_action_changes_no_game() -> None:
    envs = make_vec(2, "ludicrous", seed=3)
    before = envs.observations.copy(), envs.action_masks.copy()
    masked = int(np.flatnonzero(envs.action_masks[1] == 0)[0])
    legal = int(np.flatnonzero(envs.action_masks[0])[0])
    for actions in ([legal, masked], [legal, -1], [legal, ACTIONS]):
        with pytest.raises(IllegalAction, match="game 1"):
            envs.step(actions)
    assert (envs.observations == before[0]).all() and (envs.action_masks == before[1]).all()


@pytest.mark.parametrize(
    ("error", "words", "changes"),
    [
        (BadRules, "unknown rule set", {"rules": "ludicrus"}),
        (BadOption, "unknown encoder 'attic'", {"layout": ["attic"]}),
        (BadOption, "unknown encoder 'own_pieces'", {"layout": ["own_pieces"]}),
        (BadRules, "players", {"rules": "ludicrous:teams=true", "players": 3}),
    ],
)
def test_bad_arguments_are_refused(error: Any, words: str, changes: dict[str, Any]) -> None:
    with pytest.raises(error, match=words):
        make_vec(**{"n": 1, "rules": "ludicrous", **changes})
