"""The fit of the search's leaf: repeatable, resumable, and the network that the search reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import numpy as np
import pytest
import torch
from librt.vecs import vec

from agents.search.features import FEATURES
from agents.search.leaf import Leaf
from agents.sensible import Sensible
from ludo_env.board import PARTIES
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption
from training.leaf import WON, LeafNet, main, targets
from training.leaf_games import Positions, play_games, position

GAMES: Final = 30


def run(folder: Path, *options: str) -> int:
    """Fit a small leaf; the exit code."""
    return main(["--games", str(GAMES), "--epochs", "1", "--hidden", "3", "--out", str(folder),
                 *options])  # fmt: skip


def test_a_game_depends_on_its_number_only() -> None:
    whole, rest = play_games(2, 0, 12, seed=3), play_games(2, 5, 7, seed=3)
    late = whole.games >= 5
    assert np.array_equal(whole.features[late], rest.features)
    assert np.array_equal(whole.winners[late], rest.winners)
    assert len(whole.winners) > 12


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_are_of_parties_that_play(players: int) -> None:
    found = play_games(players, 0, 2, seed=1)
    plays = np.abs(found.features).sum(axis=2) > 0
    assert (plays.sum(axis=1) == players).all()
    assert plays[np.arange(len(plays)), found.winners].all()


def test_a_run_is_repeatable_and_goes_on(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert run(one) == run(other) == 0
    written = (one / "leaf.json").read_bytes()
    assert written == (other / "leaf.json").read_bytes()
    games = list(one.glob("*.npz"))
    stamps = [path.stat().st_mtime_ns for path in games]
    assert games and run(one) == 0
    assert [path.stat().st_mtime_ns for path in games] == stamps
    assert (one / "leaf.json").read_bytes() == written


def test_the_file_has_a_leaf_for_two_and_one_for_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "--json") == run(tmp_path, "--json", "--players", "4") == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(line["positions"] > GAMES and line["loss"] > 0 for line in told)
    assert set(json.loads((tmp_path / "leaf.json").read_text())) == {"two", "more"}


def test_what_is_wanted_of_a_position_comes_from_the_next_one_and_from_who_won() -> None:
    empty = np.zeros((3, PARTIES, FEATURES), np.float16)
    games = Positions(empty, np.array([2, 2, 0]), np.array([5, 5, 6]))
    found = np.array([[0.5, 0, 0.5, 0], [0.2, 0, 0.8, 0], [0.4, 0, 0.6, 0]], np.float32)
    mixed = [(1 - WON) * 0.2, 0, (1 - WON) * 0.8 + WON, 0]
    wanted = np.array([mixed, [0, 0, 1, 0], [1, 0, 0, 0]])
    assert targets(games, found) == pytest.approx(wanted)


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
        seen = torch.from_numpy(position(game.full)[None].astype(np.float32))
        assert seen.shape == (1, PARTIES, FEATURES)
        fitted = torch.softmax(net(seen)[0], dim=0)
        assert list(chances) == pytest.approx(fitted.tolist(), abs=0.003)


def test_a_bad_option_is_refused() -> None:
    with pytest.raises(BadOption, match="2 to 4"):
        main(["--players", "5"])
