"""``ludo train --ray``: whatever dies, every decision is counted once, and a run goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import Nodes, ray_or_skip

ray = ray_or_skip()

from agents.model import load_model
from ludo_env.cli import main
from training.checkpoint import NAME, load_checkpoint
from training.config import make_config
from training.methods import train
from training.progress import Silent

GAMES, ROLLOUT = 4, 32
TINY = f"""
method = "ppo"
rules = "modern"
players = 4
games = {GAMES}
rollout = {ROLLOUT}
minibatch = 32
epochs = 1
hidden = [8]
steps = 400
checkpoint_every = 100
snapshot_every = 100
evaluate_every = 200
evaluate_games = 4
evaluate_against = ["random"]
bots = ["random"]
selves = 2
"""


@pytest.fixture
def config(tmp_path: Path) -> str:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    return str(path)


class Watch(Silent):
    """Notes every step that a run tells of, and does something at the third."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes
        self.seen: list[int] = []

    def at(self, done: int, **figures: float) -> None:
        """An update is done."""
        self.seen.append(done)
        if len(self.seen) == 3:
            for process in self.nodes.workers("MultiAgentEnvRunner"):
                os.kill(process, signal.SIGKILL)
        if len(self.seen) == 6:
            self.nodes.lose()


def test_processes_and_nodes_may_be_lost_and_decisions_are_counted_once(
    nodes: Nodes, tmp_path: Path
) -> None:
    settings = {"method": "rllib", "rules": "modern", "games": GAMES, "rollout": ROLLOUT}
    small = {"minibatch": 32, "hidden": [8], "bots": ["random"], "evaluate_against": ["random"]}
    often = {"checkpoint_every": 100, "evaluate_every": 10_000, "evaluate_games": 4}
    config = make_config(settings | small | often | {"steps": 900, "runners": 2, "selves": 2})
    watch = Watch(nodes)
    outcome = train(config, tmp_path, progress=watch)
    assert len(watch.seen) >= 6 and not nodes.others
    assert outcome.steps == watch.seen[-1] == load_checkpoint(tmp_path)["steps"] >= 900
    # An update has `games * rollout` decisions and at most one more of every game.
    gains = [after - before for before, after in zip([0, *watch.seen], watch.seen, strict=False)]
    assert min(gains) >= 0 and max(gains) <= GAMES * (ROLLOUT + 1)
    assert load_model(outcome.model, "policy").rules.text == "modern"


def test_a_run_that_is_killed_goes_on_from_its_checkpoint(
    nodes: Nodes, tmp_path: Path, config: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    line = [sys.executable, "-m", "ludo_env", "train", "--ray", "--config", config]
    line += ["--steps", "1000000", "--out", str(out)]
    with subprocess.Popen(line, stderr=subprocess.DEVNULL) as killed:
        while not (out / NAME).exists() or load_checkpoint(out)["steps"] == 0:
            assert killed.poll() is None
            time.sleep(0.5)
        killed.kill()
    before = load_checkpoint(out)
    assert before["config"]["method"] == "rllib"
    steps = before["steps"] + 200
    assert main(["train", "--resume", "--out", str(out), "--steps", str(steps), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    after = load_checkpoint(out)
    assert steps <= told["steps"] == after["steps"] <= steps + GAMES * (ROLLOUT + 1)
    moments = [result["steps"] for result in told["results"]]
    assert moments == sorted(set(moments))
    arena = ["arena", told["model"], "random", "--rules", "modern", "--players", "4"]
    assert main([*arena, "--games", "8", "--seed", "1", "--json"]) == 0


def test_the_full_game_is_learned_from_its_preset_resumed_and_played(
    nodes: Nodes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path)
    line = ["train", "--ray", "--rules", "ludicrous", "--steps", "1", "--json", "--out", out]
    assert main(line) == 0
    first = json.loads(capsys.readouterr().out)["steps"]
    assert main(["train", "--resume", "--out", out, "--steps", str(first + 1), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["steps"] == load_checkpoint(tmp_path)["steps"] > first > 0
    arena = [
        "arena",
        told["model"],
        "random",
        "--rules",
        "ludicrous",
        "--games",
        "2",
        "--seed",
        "1",
    ]
    assert main([*arena, "--json"]) == 0


def test_damaged_checkpoints_are_refused_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = {"method": "rllib", "rules": "modern", "steps": 400}
    (tmp_path / "config.json").write_text(json.dumps(settings))
    (tmp_path / NAME).write_bytes(b"half of a checkp")
    assert main(["train", "--resume", "--out", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert f"{tmp_path / NAME}: not a checkpoint of this project, or damaged" in told
    assert told.count("\n") == 1


def test_ctrl_c_says_how_to_go_on(
    nodes: Nodes,
    tmp_path: Path,
    config: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupt(progress: Silent, done: int, **figures: float) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Silent, "at", interrupt)
    line = ["train", "--ray", "--config", config, "--out", str(tmp_path / "run"), "--json"]
    assert main(line) == 130
    assert "go on with: ludo train --resume --out" in capsys.readouterr().err
    assert not ray.is_initialized()


def test_the_example_learns_and_plays() -> None:
    program = Path(__file__).parents[2] / "examples" / "rllib_selfplay.py"
    line = f"{sys.executable} {program} --iterations 1 --decisions 256 --games 4"
    told = subprocess.run(line.split(), capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert "its best actions against random:" in told.stdout
