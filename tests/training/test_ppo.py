"""Self-play from beginning to end: runs, kills, resumption, and the bot that comes out."""

import dataclasses
import json
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from agents import make_agent
from agents.model import load_model
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption
from ludo_env.observation import Schema
from training.checkpoint import NAME, load_checkpoint, open_run, save_checkpoint
from training.config import PPOConfig, to_dict
from training.methods import train
from training.outcome import Outcome
from training.pool import Pool
from training.seats import Seats

SMALL = PPOConfig(
    players=2,
    steps=256,
    games=4,
    rollout=16,
    minibatch=32,
    epochs=1,
    hidden=(8,),
    checkpoint_every=64,
    snapshot_every=128,
    selves=2,
    evaluate_every=128,
    evaluate_games=4,
    evaluate_against=("random",),
)


class Steps:
    """Keeps what a run says of itself."""

    def __init__(self) -> None:
        self.begun: tuple[int, int] = (-1, -1)
        self.seen: list[int] = []
        self.notes: list[str] = []

    def begin(self, what: str, done: int, total: int) -> None:
        self.begun = done, total

    def at(self, done: int, **figures: float) -> None:
        self.seen.append(done)

    def note(self, line: str) -> None:
        self.notes.append(line)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome, Steps]:
    """A small run, finished."""
    out_dir, steps = tmp_path_factory.mktemp("run") / "new", Steps()
    return out_dir, train(SMALL, out_dir, progress=steps), steps


def test_a_run_tells_how_far_it_is_and_how_it_does(run: tuple[Path, Outcome, Steps]) -> None:
    _, outcome, steps = run
    assert steps.begun == (0, 256)
    assert steps.seen == [64, 128, 192, 256]
    assert [result["steps"] for result in outcome.results] == [128, 256]
    for result, note in zip(outcome.results, steps.notes, strict=True):
        assert result["games"] == 4 and result["against"] == "random"
        low, share, high = result["low"], result["share"], result["high"]
        assert 0 <= low <= share <= high <= 1  # type: ignore[operator]
        assert "against random" in note and str(result["steps"]) in note


def test_a_run_leaves_its_files(run: tuple[Path, Outcome, Steps]) -> None:
    out_dir, outcome, _ = run
    assert json.loads((out_dir / "config.json").read_text()) == to_dict(SMALL)
    assert json.loads((out_dir / "results.json").read_text()) == outcome.results
    assert list((out_dir / "tensorboard").iterdir())
    saved = load_checkpoint(out_dir)
    assert saved["steps"] == 256
    assert [name for name, *_ in saved["pool"]["selves"]][-1] == "self-256"
    assert not list(out_dir.glob("*.part"))


def test_the_exported_bot_plays_what_the_run_learned(run: tuple[Path, Outcome, Steps]) -> None:
    out_dir, outcome, _ = run
    model = load_model(outcome.model, "policy")
    assert (model.rules.text, model.players) == ("classic", (2,))
    assert model.training == to_dict(SMALL) | {"steps": 256}
    observations = np.random.default_rng(0).integers(
        0, model.schema.high, (5, model.schema.size), dtype=np.uint8, endpoint=True
    )
    policy = load_checkpoint(out_dir)["policy"]
    hidden = torch.relu(
        (torch.from_numpy(observations) / torch.from_numpy(model.schema.high))
        @ policy["mlp_extractor.policy_net.0.weight"].T
        + policy["mlp_extractor.policy_net.0.bias"]
    )
    logits = hidden @ policy["action_net.weight"].T + policy["action_net.bias"]
    assert model.run(observations) == pytest.approx(logits.numpy(), abs=1e-5)

    agent, other = make_agent(str(outcome.model)), make_agent("random")
    game = Game("classic", 2, seed=1)
    agent.begin(game, 0, 1)
    other.begin(game, 2, 1)
    while not game.over:
        game.apply((agent if game.decider == 0 else other).act(game))


def test_a_run_of_the_full_game_leaves_a_bot_for_it(tmp_path: Path) -> None:
    config = dataclasses.replace(SMALL, rules="ludicrous-short", bots=("random",), steps=64)
    outcome = train(config, tmp_path)
    assert load_model(outcome.model, "policy").rules.text == "ludicrous-short"
    bot, game = make_agent(str(outcome.model)), Game("ludicrous-short", 2, seed=1)
    bot.begin(game, game.decider, 1)
    assert bot.act(game) in game.legal()


def test_a_folder_with_a_run_is_not_written_over(run: tuple[Path, Outcome, Steps]) -> None:
    out_dir, _, _ = run
    before = (out_dir / NAME).read_bytes()
    with pytest.raises(BadOption, match="holds a run already"):
        train(SMALL, out_dir)
    with pytest.raises(BadOption, match=r"gamma = 0\.999, not 0\.9; only steps may change"):
        train(dataclasses.replace(SMALL, gamma=0.9), out_dir, resume=True)
    assert (out_dir / NAME).read_bytes() == before


def test_what_cannot_be_resumed_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"no run to resume"):
        train(SMALL, tmp_path / "none", resume=True)
    assert not (tmp_path / "none").exists()
    (tmp_path / NAME).write_bytes(b"damaged")
    with pytest.raises(BadOption, match=r"not a checkpoint of this project, or damaged$"):
        train(SMALL, tmp_path, resume=True)
    with pytest.raises(BadOption, match=r"cannot be made a folder"):
        train(SMALL, tmp_path / NAME)


class Code:
    """A value that a checkpoint has no business to hold."""


def test_a_checkpoint_holds_values_and_no_code(tmp_path: Path) -> None:
    save_checkpoint(tmp_path, {"code": Code()})
    with pytest.raises(BadOption, match=r"pt: not a checkpoint of this project, or damaged$"):
        load_checkpoint(tmp_path)


def whole_checkpoint(out_dir: Path) -> bytes:
    """The bytes of a checkpoint whose run has 64 steps of 128, in a new folder."""
    config = to_dict(dataclasses.replace(SMALL, steps=128))
    schema = json.dumps(SMALL.schema.to_dict())
    data = {"config": config, "steps": 64, "results": [], "seconds": 1.0, "schema": schema}
    save_checkpoint(out_dir, data)
    return (out_dir / NAME).read_bytes()


def test_a_damaged_checkpoint_is_refused_in_one_sentence_and_without_warnings(
    tmp_path: Path,
) -> None:
    whole = whole_checkpoint(tmp_path)
    for data in (
        b"",
        b"text\n",
        whole[: len(whole) // 2],
        pickle.dumps({"format": 1, "a": Code()}),
    ):
        (tmp_path / NAME).write_bytes(data)
        with pytest.raises(BadOption, match=r"pt: not a checkpoint of this project, or damaged$"):
            load_checkpoint(tmp_path)
    save_checkpoint(tmp_path, {})  # right in form, but nothing in it
    with pytest.raises(BadOption, match="or damaged"):
        open_run(to_dict(SMALL), tmp_path, resume=True)


def test_a_checkpoint_that_lacks_its_network_is_refused(tmp_path: Path) -> None:
    whole_checkpoint(tmp_path)
    with pytest.raises(BadOption, match="or damaged"):
        train(dataclasses.replace(SMALL, steps=128), tmp_path, resume=True)


def of_another_observation(tmp_path: Path, schema: dict[str, Any] | None, words: str) -> None:
    """A checkpoint that says so is not resumed, and stays as it is."""
    whole_checkpoint(tmp_path)
    saved = load_checkpoint(tmp_path)
    saved["schema"] = json.dumps(schema)
    if schema is None:
        del saved["schema"]
    save_checkpoint(tmp_path, saved)
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(BadOption, match=rf"pt: {words}"):
        train(dataclasses.replace(SMALL, steps=128), tmp_path, resume=True)
    assert (tmp_path / NAME).read_bytes() == before


def test_a_checkpoint_of_another_observation_is_not_resumed(tmp_path: Path) -> None:
    schema = json.loads(json.dumps(SMALL.schema.to_dict()))
    words = "trained on another observation: "
    of_another_observation(tmp_path, schema | {"version": 0}, f"{words}version is 0 in the model")
    other = json.loads(json.dumps(schema))
    other["slices"][0]["fields"][0][2] = "what it meant"
    of_another_observation(tmp_path, other, f"{words}fields of .*'what it meant'")
    fewer = json.loads(json.dumps(Schema(["yard", "home"]).to_dict()))
    of_another_observation(tmp_path, fewer, f"{words}slices are yard, home in the model, yard, st")
    of_another_observation(tmp_path, {}, "not a checkpoint of this project, or damaged")
    of_another_observation(tmp_path, None, "of an earlier version, .*begin anew")


def test_a_folder_in_the_place_of_a_checkpoint_is_refused(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with pytest.raises(BadOption, match="holds a run already"):
        open_run(to_dict(SMALL), tmp_path, resume=False)
    with pytest.raises(BadOption, match=r"pt: cannot be read: Is a directory"):
        open_run(to_dict(SMALL), tmp_path, resume=True)


@pytest.mark.parametrize("text", ["", "[1", "{}"])
def test_damaged_results_are_not_written_over(tmp_path: Path, text: str) -> None:
    whole_checkpoint(tmp_path)
    (tmp_path / "results.json").write_text(text)
    with pytest.raises(BadOption, match=r"results\.json: damaged"):
        open_run(to_dict(dataclasses.replace(SMALL, steps=128)), tmp_path, resume=True)
    assert (tmp_path / "results.json").read_text() == text


def test_a_run_is_not_made_shorter_than_it_is(tmp_path: Path) -> None:
    whole_checkpoint(tmp_path)
    with pytest.raises(BadOption, match=r"^steps: 5, but the run in .* already has 64$"):
        open_run(to_dict(dataclasses.replace(SMALL, steps=5)), tmp_path, resume=True)
    for steps in (64, 100, 200):
        assert open_run(to_dict(dataclasses.replace(SMALL, steps=steps)), tmp_path, resume=True)


def weights(out_dir: Path) -> dict[str, torch.Tensor]:
    policy: dict[str, torch.Tensor] = load_checkpoint(out_dir)["policy"]
    return policy


@pytest.fixture
def _no_export(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the export, which takes seconds."""
    monkeypatch.setattr("training.ppo.export", lambda *_, **__: None)


@pytest.mark.usefixtures("_no_export")
def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    config = dataclasses.replace(SMALL, steps=128)
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        train(dataclasses.replace(config, seed=seed), tmp_path / name)
    a, b, c = (weights(tmp_path / name) for name in "abc")
    assert all(torch.equal(a[key], b[key]) for key in a)
    assert not torch.equal(a["action_net.weight"], c["action_net.weight"])


@pytest.mark.usefixtures("_no_export")
def test_a_resumed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    train(dataclasses.replace(SMALL, steps=128), tmp_path)
    saved = load_checkpoint(tmp_path)
    steps = Steps()
    outcome = train(SMALL, tmp_path, resume=True, progress=steps)
    assert steps.begun == (128, 256) and steps.seen == [192, 256]
    after = load_checkpoint(tmp_path)
    assert [result["steps"] for result in outcome.results] == [128, 256]
    assert after["seconds"] > saved["seconds"]
    # Adam's own count shows that it went on and did not begin anew: two updates of two steps each.
    count = [saved["optimizer"]["state"][0]["step"], after["optimizer"]["state"][0]["step"]]
    assert [int(value) for value in count] == [4, 8]
    names = [name for name, *_ in after["pool"]["selves"]]
    assert len(names) == 2 and names[-1] == "self-256"
    finished = train(SMALL, tmp_path, resume=True)  # there is nothing left to learn
    assert finished.results == outcome.results


ENDLESS = """
import dataclasses
import sys
from tests.training.test_ppo import SMALL, Steps
from training.methods import train

class Printer(Steps):
    def at(self, done, **figures):
        print(done, flush=True)

config = dataclasses.replace(SMALL, steps=10**9, evaluate_every=10**9)
train(config, sys.argv[1], progress=Printer())
"""


@pytest.mark.usefixtures("_no_export")
def test_a_killed_run_loses_at_most_one_interval(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", ENDLESS, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(20)]
    time.sleep(0.01 * np.random.default_rng().random())
    process.send_signal(signal.SIGKILL)
    lines += process.stdout.readlines()
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL
    last = int(lines[-1])
    saved = load_checkpoint(tmp_path)["steps"]
    # What was learned from the last 64 steps, and the interval before them.
    assert 0 < last - 2 * 64 <= saved <= last
    steps = Steps()
    config = dataclasses.replace(SMALL, steps=saved + 64, evaluate_every=10**9)
    train(config, tmp_path, resume=True, progress=steps)
    assert steps.begun == (saved, saved + 64) and steps.seen == [saved + 64]


class OneLeft(Seats):
    """Leaves the learner only its last legal action, and notes what it took."""

    def action_masks(self) -> list[NDArray[np.bool_]]:
        masks = self.vec.action_masks
        last = masks.shape[1] - 1 - np.argmax(masks[:, ::-1], axis=1)
        return [np.arange(masks.shape[1]) == action for action in last]

    def step_async(self, actions: NDArray[np.int64]) -> None:
        assert np.stack(self.action_masks())[np.arange(self.num_envs), actions].all()
        super().step_async(actions)


def test_learning_never_leaves_the_mask_when_one_action_is_left() -> None:
    seats = OneLeft(4, "classic", 4, Pool(["random"], 0.0, 1, 0))
    learner = MaskablePPO("MlpPolicy", seats, n_steps=32, batch_size=32, n_epochs=2, seed=0)
    learner.learn(256)
    observations = seats.vec.observations.copy()
    masks = np.stack(seats.action_masks())
    for deterministic in (True, False):
        actions, _ = learner.predict(observations, deterministic=deterministic, action_masks=masks)
        assert np.array_equal(actions, masks.argmax(axis=1))
