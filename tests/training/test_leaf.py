"""The leaf of the search: repeatable games, a run that goes on, and what the search reads of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import numpy as np
import pytest
import torch
from librt.vecs import vec

from agents import make_agent
from agents.search.features import FEATURES
from agents.search.leaf import Leaf
from agents.sensible import Sensible
from ludo_env.board import PARTIES
from ludo_env.engine.game import Game
from ludo_env.errors import BadModel, BadOption, BadRules
from training.config import LeafConfig
from training.leaf import Fitting, LeafNet, shipped, targets
from training.leaf import test as loss_of
from training.leaf_games import Positions, play_games, position
from training.methods import train
from training.progress import Silent

RULES: Final = "ludicrous-short:max_rounds=12"
SMALL: Final = LeafConfig(
    rules=RULES,
    steps=30,
    checkpoint_every=10,
    hidden=3,
    epochs=1,
    refits=1,
    evaluate_games=4,
    evaluate_against=("sensible",),
)


def test_a_game_depends_on_its_number_only() -> None:
    whole, rest = play_games(RULES, 2, 0, 12, seed=3), play_games(RULES, 2, 5, 7, seed=3)
    late = whole.games >= 5
    assert np.array_equal(whole.features[late], rest.features)
    assert np.array_equal(whole.winners[late], rest.winners)
    assert len(whole) > 12


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_are_of_parties_that_play(players: int) -> None:
    found = play_games("ludicrous", players, 0, 2, seed=1)
    plays = np.abs(found.features).sum(axis=2) > 0
    assert plays.shape[1] == players and plays.all()
    assert set(found.winners) <= set(range(players))


def test_positions_without_a_winner_are_left_out(tmp_path: Path) -> None:
    none = play_games("ludicrous:max_rounds=1", 2, 0, 3, seed=1)
    assert len(none) == 0 and none.features.shape == (0, 2, FEATURES)
    none.save(tmp_path / "none.npz")
    assert len(Positions.load(tmp_path / "none.npz")) == 0


def test_a_run_goes_on_as_if_it_had_not_ended(tmp_path: Path) -> None:
    whole = train(SMALL, tmp_path / "whole")
    assert [entry["steps"] for entry in whole.results] == [30]
    assert whole.model.name == Fitting.file and make_agent(f"search:model={whole.model}")
    parts = tmp_path / "parts"

    class Killed(Silent):
        def at(self, done: int, **figures: float) -> None:
            if done > 10:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(SMALL, parts, progress=Killed())
    train(SMALL, parts, resume=True)
    for name in (Fitting.file, "results.json"):
        assert (parts / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.parametrize("players", [3, 4])
def test_a_leaf_for_more_does_not_judge_games_of_two(tmp_path: Path, players: int) -> None:
    config = LeafConfig(
        rules=RULES, steps=10, checkpoint_every=10, players=players, hidden=2, epochs=1, refits=0,
        evaluate_games=players, evaluate_against=("sensible",),
    )  # fmt: skip
    model = train(config, tmp_path).model
    told = json.loads(model.read_text())
    assert set(told) == {"more", "training"} and told["training"]["players"] == players
    bot = make_agent(f"search:model={model}")
    for more in (3, 4):
        bot.begin(Game(RULES, more, seed=1), 0, 1)
    with pytest.raises(BadModel, match="no leaf for 2 players: 'two' is not in it"):
        bot.begin(Game(RULES, 2, seed=1), 0, 1)


def test_what_is_wanted_of_a_position_comes_from_the_next_one_and_from_who_won() -> None:
    empty = np.zeros((3, 3, FEATURES), np.float16)
    games = Positions(empty, np.array([2, 2, 0]), np.array([5, 5, 6]))
    found = np.array([[0.5, 0, 0.5], [0.2, 0, 0.8], [0.4, 0, 0.6]], np.float32)
    wanted = np.array([[0.7 * 0.2, 0, 0.7 * 0.8 + 0.3], [0, 0, 1], [1, 0, 0]])
    assert targets(games, found, trace=0.3) == pytest.approx(wanted)


def test_the_search_computes_what_was_fitted() -> None:
    torch.manual_seed(1)
    net = LeafNet(5)
    torch.nn.init.normal_(net.linear.weight)
    chances = vec[float]([0.0] * PARTIES)
    for players in (2, 3, 4):
        game, bot = Game("ludicrous", players, seed=players), Sensible()
        while game.full.rounds < 9:
            game.apply(bot.choose(game.full))
        Leaf(net.weights()).judge(game.full, chances)
        features = torch.from_numpy(position(game.full, game.seats)[None].astype(np.float32))
        assert features.shape == (1, players, FEATURES)
        fitted = torch.softmax(net(features)[0], dim=0)
        assert [chances[seat] for seat in game.seats] == pytest.approx(fitted.tolist(), abs=0.003)


@pytest.mark.parametrize("players", [2, 4])
def test_the_leaf_that_comes_with_the_project_tells_who_wins(players: int) -> None:
    positions = play_games("ludicrous", players, 0, 26, seed=9)
    assert 0.0 < loss_of(shipped(players), positions) < 0.98 * np.log(players)
    net = shipped(players)
    assert LeafNet.of(net.weights()).weights() == net.weights()


def test_what_cannot_be_fitted_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadRules):
        LeafConfig(rules="classic", evaluate_against=("smart",))
    (tmp_path / "0.npz").write_bytes(b"no")
    with pytest.raises(BadOption, match=r"0\.npz: damaged"):
        Positions.load(tmp_path / "0.npz")
