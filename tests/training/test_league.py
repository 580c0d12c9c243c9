"""Masked PPO in a league: returns of each party, whose decisions are learned from, and runs."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

import training.league as league_module
from agents.advice import LAYOUT
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption, BadRules
from ludo_env.observation import schema_for
from training.checkpoint import load_checkpoint, save_checkpoint
from training.config import CloneConfig, LeagueConfig
from training.factored import FactoredNet
from training.league import Games, League, MaskedPPO, Rival, network_of
from training.lookahead import Lookahead
from training.methods import train
from training.pool import Pool
from training.progress import Silent
from training.returns import look_back

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]

SCHEMA = schema_for(LAYOUT, "ludicrous")
SMALL = LeagueConfig(
    rules="ludicrous-core:pieces_to_win=1,max_rounds=12",
    games=8,
    rollout=16,
    minibatch=32,
    epochs=1,
    steps=200,
    width=16,
    piece_width=8,
    checkpoint_every=100,
    snapshot_every=100,
    selves=2,
    evaluate_every=200,
    evaluate_games=2,
    evaluate_against=("random",),
    bots=("random",),
    half_precision=False,
)


def slow_advantages(
    actors: Ints,
    values: Floats,
    mine: Flags,
    ended: Flags,
    results: Floats,
    last: tuple[Ints, Floats],
    gamma: float,
    lam: float,
) -> tuple[NDArray[np.float64], Flags]:
    """The same by following each party of each game forwards."""
    steps, n = values.shape
    advantages = np.zeros((steps, n))
    known = np.zeros((steps, n), bool)
    for row in range(n):
        for t in reversed(range(steps)):
            if not mine[t, row]:
                continue
            party = actors[t, row]
            for u in range(t, steps):
                if ended[u, row]:
                    advantages[t, row] = results[u, row, party] - values[t, row]
                    known[t, row] = True
                    break
                if u + 1 < steps and mine[u + 1, row] and actors[u + 1, row] == party:
                    delta = gamma * values[u + 1, row] - values[t, row]
                    advantages[t, row] = delta + gamma * lam * advantages[u + 1, row]
                    known[t, row] = True
                    break
                if u + 1 == steps and last[0][row] == party:
                    advantages[t, row] = gamma * last[1][row] - values[t, row]
                    known[t, row] = True
    return advantages, known


def test_every_party_is_told_its_own_result() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        steps, n = 30, 5
        actors = rng.integers(4, size=(steps, n))
        values = rng.normal(size=(steps, n)).astype(np.float32)
        mine = rng.random((steps, n)) < 0.7
        ended = rng.random((steps, n)) < 0.08
        results = rng.normal(size=(steps, n, 4)).astype(np.float32)
        last = rng.integers(4, size=n), rng.normal(size=n).astype(np.float32)
        given = actors, values, mine, ended, results, last, 0.9, 0.7
        found, known = look_back(*given)
        wanted, wanted_known = slow_advantages(*given)
        assert (known[mine] == wanted_known[mine]).all() and not known[~mine].any()
        assert np.allclose(found, np.where(known, wanted, 0.0), atol=1e-5)


@pytest.fixture
def unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Models are not exported: that takes longest, and is tested once."""
    monkeypatch.setattr("training.full_run.export", lambda *args, **options: None)


@pytest.fixture
def run(tmp_path: Path) -> League:
    """A run that has not begun."""
    return League(SMALL, tmp_path, None, Silent())


def test_what_is_learned_sums_to_nothing(run: League, monkeypatch: pytest.MonkeyPatch) -> None:
    """In self-play without discount, the last decisions of both parties lead to both results."""
    config = dataclasses.replace(SMALL, self_play=1.0, gae_lambda=1.0, rollout=600)
    games = Games(config, config.rules, 2, 2, Pool(("random",), 0.0, 1, 0), seed=1)
    ends: list[np.ndarray] = []
    finish = games.finish

    def heard(row: int, rewards: NDArray[np.float64]) -> None:
        ends.append(rewards.copy())
        finish(row, rewards)

    monkeypatch.setattr(games, "finish", heard)
    data = games.collect(run.learner)
    assert len(ends) >= 2
    for rewards in ends:
        assert rewards.sum() == 0.0
    results = data.returns.numpy()
    # With λ = 1 a return is the result itself, or what is expected at the end of the rollout.
    assert (np.isclose(np.abs(results), 1.0, atol=1e-4)).mean() > 0.5
    assert (results > 0.99).any() and (results < -0.99).any()


def test_only_the_learners_decisions_are_learned_from(run: League) -> None:
    config = dataclasses.replace(SMALL, self_play=0.0)
    games = Games(config, config.rules, 3, 4, Pool(("random",), 0.0, 1, 0), seed=1)
    assert (games.learns[:, [s for s in range(4) if s in games.order]].sum(axis=1) == 1).all()
    data = games.collect(run.learner)
    turns = games.vec.schema.split(data.observations.numpy())["turns"]
    assert (turns[:, 0, 0] == 1).all()  # the learner itself decides
    rows = data.weights.sum(dim=1)
    assert torch.equal(rows, torch.ones_like(rows))
    assert (data.masks.gather(1, data.weights.argmax(1, keepdim=True)) == 1).all()
    assert 0 < len(rows) < 4 * config.rollout


def test_looking_ahead_weighs_what_the_policy_may_do(run: League) -> None:
    config = dataclasses.replace(SMALL, look_at=0.05)
    games = Games(config, config.rules, 2, 4, run.pool, seed=1)
    data = games.collect(run.learner)
    chances = data.logs.exp() * data.masks
    tried = data.weights > 0
    assert (chances[tried] >= 0.05).all() and tried.any()
    looked = tried.any(dim=1)
    sums = data.weights[looked].sum(dim=1)
    assert torch.allclose(sums, torch.ones_like(sums), atol=1e-5)
    means = (data.weights * data.advantages).sum(dim=1)
    assert means.abs().max() < 1e-5
    assert not data.advantages[~tried].any()


def test_a_look_ahead_knows_the_way_home() -> None:
    """An action that wins at once is worth the game; the game itself stays as it is."""
    rules = "ludicrous-core:pieces_to_win=1"
    for seed in range(200):
        game = Game(rules, 2, seed=seed)
        rng = np.random.default_rng(seed)
        while not game.over:
            winning = []
            for action in game.legal():
                after = game.copy()
                after.apply(action)
                if after.over and after.state.reward(game.decider) == 1.0:
                    winning.append(action)
            if winning and len(game.legal()) > 1:
                break
            game.apply(int(rng.choice(game.legal())))
        if not game.over:
            break
    legal = game.legal()
    logs = np.full((1, 277), -np.inf, np.float32)
    logs[0, legal] = -np.log(len(legal))
    weights, gains = np.zeros_like(logs), np.zeros_like(logs)
    before = game.copy()
    Lookahead(2, 0.001, 2, 0).judge([game.state], np.array([0]), logs, weights, gains)
    assert int(gains[0].argmax()) in winning
    assert game.legal() == before.legal() and game.decider == before.decider


@pytest.mark.usefixtures("unwritten")
def test_a_run_begins_where_another_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = CloneConfig(
        rules=SMALL.rules, games=4, steps=64, chunk=64, minibatch=32, width=16, piece_width=8,
        advice=False, evaluate_every=64, evaluate_games=2, half_precision=False,
    )  # fmt: skip
    monkeypatch.setattr(league_module, "read_config", lambda path: first)
    train(dataclasses.replace(SMALL, start="first", steps=1), tmp_path / "second")
    net = network_of(first, tmp_path / "first")
    begun = FactoredNet(SCHEMA, 16, 8)
    begun.adopt(net)
    game = Game(SMALL.rules, 2, seed=4)
    for _ in range(30):
        seen = torch.tensor(SCHEMA.encode(game, game.decider)[None])
        with torch.no_grad():
            logits, z = begun(seen)
            _, same = net(seen[:, : net.whole.in_features])
        legal = game.legal()
        assert torch.allclose(z, same, atol=1e-5)
        codes = seen[0, -277:][legal]
        assert codes[int(logits[0, legal].argmax())] == 255
        game.apply(legal[0])

    saved = load_checkpoint(tmp_path / "first")
    saved["schema"] = saved["schema"].replace('"version": 1', '"version": 0')
    save_checkpoint(tmp_path / "first", saved)
    with pytest.raises(
        BadOption, match=r"first/checkpoint\.pt: trained on another observation: ver"
    ):
        train(dataclasses.replace(SMALL, start="first", steps=1), tmp_path / "third")


@pytest.mark.usefixtures("unwritten")
def test_a_run_goes_on(tmp_path: Path) -> None:
    first = train(SMALL, tmp_path / "run")
    saved = load_checkpoint(tmp_path / "run")
    assert first.steps >= 200 and saved["steps"] == first.steps
    assert len(saved["pool"]["selves"]) == 2
    results = json.loads((tmp_path / "run" / "results.json").read_text())
    assert results == first.results and results[-1]["against"] == "random"
    longer = train(dataclasses.replace(SMALL, steps=300), tmp_path / "run", resume=True)
    assert longer.steps >= 300
    assert len(longer.results) == len(first.results) + 1


@pytest.mark.usefixtures("unwritten")
def test_exploiters_meet_the_learner_alone_and_join_the_league(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After every snapshot one joins that is not the newest self, and differs from the learner."""
    met: list[str] = []
    exploiter, update = League.exploiter, MaskedPPO.update

    def watched_update(learner: MaskedPPO, kinds: list[Games]) -> tuple[int, dict[str, float]]:
        for games in kinds:
            assert (games.learns.sum(axis=1) == 3).all()
            met.extend(member.name for member in games.pool.opponents)
        return update(learner, kinds)

    def watched(run: League) -> Rival:
        with monkeypatch.context() as patch:
            patch.setattr(MaskedPPO, "update", watched_update)
            found = exploiter(run)
        learner = run.trainee.net.parameters()
        for here, there in zip(learner, found.net.parameters(), strict=True):
            if not torch.equal(here, there):
                return found
        raise AssertionError("it learned nothing")

    monkeypatch.setattr(League, "exploiter", watched)
    config = dataclasses.replace(SMALL, exploit=100, selves=3)
    train(config, tmp_path / "run")
    saved = load_checkpoint(tmp_path / "run")
    names = [name for name, _, _ in saved["pool"]["selves"]]
    assert names[-1].startswith("self-") and any(n.startswith("exploiter-") for n in names)
    assert set(met) == {"learner"}
    longer = train(dataclasses.replace(config, steps=300), tmp_path / "run", resume=True)
    assert longer.steps >= 300


def test_a_curriculum_plays_its_rules_one_after_the_other(tmp_path: Path) -> None:
    simple, middle = "ludicrous:modules=none", "ludicrous:modules=combat"
    config = dataclasses.replace(SMALL, curriculum=(simple, middle), stage=100)
    run = League(config, tmp_path, None, Silent())
    played = []
    while run.done < 300:
        run.update()
        played.append(run.games[0].table.games[0].rules.text)
    assert list(dict.fromkeys(played)) == [simple, middle, SMALL.rules]
    assert [config.rules_at(steps) for steps in (0, 99, 100, 200)] == [
        simple, simple, middle, SMALL.rules,
    ]  # fmt: skip
    with pytest.raises(BadRules):
        dataclasses.replace(SMALL, curriculum=("classic",))


def test_what_cannot_be_trained_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="start: a run of td, allowed: clone, league"):
        train(LeagueConfig(start="danish-td"), tmp_path / "run")
    with pytest.raises(BadOption, match="look_turns: 0 is outside"):
        LeagueConfig(look_turns=0)
