"""Cloning: what a run learns from, what it leaves, and how it goes on."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
import torch

from agents import make_agent
from agents.model import load_model
from ludo_env.engine.game import Game
from ludo_env.errors import BadModel, BadOption
from training.checkpoint import load_checkpoint
from training.clone import Lessons
from training.config import CloneConfig, to_dict
from training.full_run import log_policy, value_error
from training.methods import train

SMALL = CloneConfig(
    rules="ludicrous-short:max_rounds=12",
    also=("3 ludicrous-core:max_rounds=12",),
    games=8,
    steps=512,
    chunk=256,
    minibatch=64,
    width=16,
    piece_width=8,
    checkpoint_every=256,
    evaluate_every=512,
    evaluate_games=2,
    evaluate_against=("random",),
    half_precision=False,
)


def test_lessons_are_what_the_teacher_does_and_how_its_games_end() -> None:
    config = dataclasses.replace(SMALL, keep=1.0, noise=0.0, rules="ludicrous-short", also=())
    lessons = Lessons(config, "ludicrous-short", 2, 2, seed=5)
    data = lessons.collect(1200)
    assert data["observations"].shape == (2400, lessons.vec.schema.size)
    rows = np.arange(2400)
    assert data["masks"][rows, data["actions"]].all()
    assert data["known"].any() and set(data["results"][data["known"] == 1]) == {-1.0, 1.0}
    assert not data["results"][data["known"] == 0].any()
    # Both seats of the first game are told its one result, each its own.
    turns = lessons.vec.schema.split(data["observations"])["parties"][:, 0, 0]
    assert turns.all()
    first = data["results"][0::2][data["known"][0::2] == 1]
    assert (first == 1.0).any() and (first == -1.0).any()


def test_a_sample_is_kept_and_some_decisions_are_wild() -> None:
    config = dataclasses.replace(SMALL, keep=0.25, noise=1.0)
    lessons = Lessons(config, "ludicrous", 2, 16, seed=5)
    data = lessons.collect(100)
    assert 300 < len(data["actions"]) < 500
    agent = make_agent("sensible")
    game = Game("ludicrous", 2, seed=1)
    agent.begin(game, game.decider, 1)
    assert data["masks"][np.arange(len(data["actions"])), data["actions"]].all()


def test_what_is_not_legal_has_no_probability() -> None:
    logits = torch.tensor([[5.0, 1.0, 1.0]])
    chances = log_policy(logits, torch.tensor([[0, 1, 1]])).exp()
    assert chances.tolist() == [[0.0, 0.5, 0.5]]


def test_the_least_value_error_is_at_the_mean_result() -> None:
    results = torch.tensor([1.0, 1.0, 1.0, -1.0, 1.0])
    weights = torch.tensor([1.0, 1.0, 1.0, 1.0, 0.0])
    places = torch.linspace(-2, 2, 401)
    errors = [float(value_error(z.expand(5), results, weights)) for z in places]
    assert torch.tanh(places[int(np.argmin(errors))]).item() == pytest.approx(0.5, abs=0.01)


@pytest.fixture
def unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Models are not exported: that takes longest, and is tested once."""
    monkeypatch.setattr("training.full_run.export", lambda *args, **options: None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run."""
    out_dir = tmp_path_factory.mktemp("clone") / "run"
    train(SMALL, out_dir)
    return out_dir


def test_a_run_leaves_a_bot_for_its_rules(folder: Path) -> None:
    assert json.loads((folder / "config.json").read_text()) == to_dict(SMALL)
    model = load_model(folder / "model.onnx", "policy-value")
    assert (model.rules.text, model.players) == ("ludicrous-short:max_rounds=12", (2, 3))
    assert [rules.text for rules in model.also] == ["ludicrous-core:max_rounds=12"]
    agent = make_agent(str(folder / "model.onnx"))
    game = Game("ludicrous-short:max_rounds=12,yellow=wizard,red=rogue", 2, seed=1)
    agent.begin(game, game.decider, 1)
    for _ in range(40):
        logits, value = model.run_all(model.schema.encode(game, game.decider)[None])
        assert logits.shape == (1, 277) and value.shape == (1, 1) and abs(value[0, 0]) <= 1
        game.apply(agent.act(game))
    with pytest.raises(
        BadModel, match="for the rules ludicrous-short:max_rounds=12 or ludicrous-core"
    ):
        agent.begin(Game("ludicrous", 2, seed=1), 0, 1)
    with pytest.raises(BadModel, match="2 or 3 players, this game has 4"):
        agent.begin(Game("ludicrous-core:max_rounds=12", 4, seed=1), 0, 1)


@pytest.mark.usefixtures("unwritten")
def test_a_run_goes_on(tmp_path: Path) -> None:
    first = train(dataclasses.replace(SMALL, steps=256), tmp_path / "a")
    assert 256 <= first.steps < 512
    second = train(SMALL, tmp_path / "a", resume=True)
    assert second.steps >= 512 and second.seconds > first.seconds
    assert load_checkpoint(tmp_path / "a")["steps"] == second.steps
    with pytest.raises(BadOption, match="teacher = 'sensible', not 'random'"):
        train(dataclasses.replace(SMALL, teacher="random"), tmp_path / "a", resume=True)


@pytest.mark.usefixtures("unwritten")
def test_cloning_lessens_the_loss(tmp_path: Path) -> None:
    config = dataclasses.replace(SMALL, also=(), steps=4000, chunk=1000, learning_rate=3e-3)
    losses: list[float] = []

    class Heard:
        def begin(self, what: str, done: int, total: int) -> None: ...

        def note(self, line: str) -> None: ...

        def at(self, done: int, **figures: float) -> None:
            losses.append(figures["loss"])

    train(config, tmp_path / "run", progress=Heard())
    assert losses[-1] < 0.9 * losses[0]


def test_what_cannot_be_trained_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="also: 'ludicrous', allowed: players and rules"):
        CloneConfig(also=("ludicrous",))
    with pytest.raises(BadOption, match=r"teacher: .*nobody"):
        CloneConfig(teacher="nobody")
