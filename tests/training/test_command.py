"""``ludo train``: what it reads, what it prints, what it refuses."""

import argparse
import json
import sys
from pathlib import Path

import pytest

from ludo_env.cli import main
from ludo_env.commands import train as command
from ludo_env.errors import BadOption, LudoError
from training.checkpoint import load_checkpoint, save_checkpoint
from training.config import TrainConfig, to_dict

TINY = """
method = "ppo"
rules = "modern"
players = 2
games = 2
rollout = 8
minibatch = 16
epochs = 1
hidden = [4]
steps = 32
checkpoint_every = 16
evaluate_games = 2
evaluate_against = ["random"]
"""


def read(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return parser.parse_args(words)


@pytest.fixture
def config(tmp_path: Path) -> str:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    return str(path)


@pytest.fixture(autouse=True)
def _no_export(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the export, which takes seconds."""
    monkeypatch.setattr("training.ppo.export", lambda *_, **__: None)


def test_a_run_is_trained_and_resumed(
    tmp_path: Path, config: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "run")
    words = ("--config", config, "--rules", "classic:pieces=2", "--seed", "5", "--steps", "16")
    assert command.run(read(*words, "--out", out, "--json")) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["steps"] == 16 and printed["model"] == f"{out}/model.onnx"
    assert [result["against"] for result in printed["results"]] == ["random"]

    assert command.run(read("--resume", "--out", out, "--steps", "32")) == 0
    shown = capsys.readouterr()
    assert f"ludo arena {out}/model.onnx random --rules classic:pieces=2" in shown.out
    assert "after 32 decisions, " in shown.err
    saved = load_checkpoint(tmp_path / "run")
    assert saved["steps"] == 32
    kept = {name: saved["config"][name] for name in ("rules", "seed", "steps")}
    assert kept == {"rules": "classic:pieces=2", "seed": 5, "steps": 32}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rules", "chess"], "unknown rule set 'chess'"),
        (["--preset", "none"], "no preset 'none' for classic"),
        (["--steps", "2000000000"], "steps: 2000000000 is outside"),
        (["--config", "none.toml"], "none.toml: cannot be read"),
        (["--config", "c.toml", "--preset", "ppo"], "--preset and --config: only one"),
        (["--resume"], "--out says which run"),
        (["--resume", "--out", "none"], "no run to resume"),
        (["--resume", "--out", "none", "--seed", "1"], "--seed: a run that is resumed keeps it"),
        (["--resume", "--out", "none", "--rules", "modern"], "--rules: a run that is resumed"),
    ],
)
def test_what_is_not_allowed_is_refused_before_anything_is_made(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LudoError) as caught:
        command.run(read(*words))
    assert message in str(caught.value) and "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_damaged_configuration_is_refused(tmp_path: Path) -> None:
    for text in ("{", '{"method": "ppo", "steps": 0}'):
        (tmp_path / "config.json").write_text(text)
        with pytest.raises(BadOption, match=r"config\.json"):
            command.run(read("--resume", "--out", str(tmp_path)))


def test_the_folder_is_named_after_the_rules_and_the_preset(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[Path] = []

    def stop(config: object, out_dir: Path, **_: object) -> None:
        seen.append(out_dir)
        raise KeyboardInterrupt

    monkeypatch.setattr("training.methods.train", stop)
    assert command.run(read("--preset", "duel", "--json")) == 130
    assert command.run(read("--rules", "Classic: pieces=2", "--json")) == 130
    assert seen == [Path("runs/classic-duel"), Path("runs/classic-ppo")]


def test_an_interrupted_run_says_how_to_go_on(
    tmp_path: Path,
    config: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("training.methods.train", stop)
    words = ("--config", config, "--out", str(tmp_path), "--json")
    assert command.run(read(*words)) == 130
    assert "nothing was kept yet: the same command begins again" in capsys.readouterr().err
    save_checkpoint(tmp_path, {})
    assert command.run(read(*words)) == 130
    assert f"go on with: ludo train --resume --out {tmp_path}" in capsys.readouterr().err


def test_an_error_before_the_first_step_is_one_line(
    tmp_path: Path, config: str, capsys: pytest.CaptureFixture[str]
) -> None:
    save_checkpoint(tmp_path, {})
    assert main(["train", "--config", config, "--out", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    assert "holds a run already" in told.err


@pytest.mark.parametrize("option", ["rules", "preset", "config", "out"])
def test_an_empty_text_is_an_error(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", f"--{option}", ""]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1 and f"--{option}: ''" in told.err


def test_without_the_training_libraries_the_error_says_how_to_get_them(
    config: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "training.ppo", raising=False)
    monkeypatch.setitem(sys.modules, "sb3_contrib", None)
    assert main(["train", "--config", config]) == 2
    assert "pip install 'ludicrous-ludo[train]'" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["train", "--ray"], ["arena", "random", "smart", "--ray"]])
def test_without_ray_the_error_says_how_to_get_it(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("training.rllib", "evaluation.cluster"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(words) == 2
    told = capsys.readouterr().err
    assert told == "ludo: ray is not installed; it comes with: pip install 'ludicrous-ludo[ray]'\n"


def test_ray_does_what_ppo_does_and_nothing_else(
    tmp_path: Path, config: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[TrainConfig] = []

    def stop(config: TrainConfig, out_dir: Path, **_: object) -> None:
        seen.append(config)
        raise KeyboardInterrupt

    monkeypatch.setattr("training.methods.train", stop)
    assert command.run(read("--config", config, "--ray")) == 130
    assert command.run(read("--config", config)) == 130
    assert [one.method for one in seen] == ["rllib", "ppo"]
    on_ray, here = (to_dict(one) for one in seen)
    assert {name: on_ray[name] for name in here} == here | {"method": "rllib"}
    with pytest.raises(BadOption, match=r"'td', allowed: ppo, rllib; presets of danish .*: respo"):
        command.run(read("--rules", "danish", "--preset", "td", "--ray"))


@pytest.mark.parametrize("words", [["--steps", "0"], ["--steps", "x"], ["--seed", "-1"], ["duel"]])
def test_a_mistake_on_the_command_line_is_one_line_and_exit_code_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", *words]) == 2
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1 and words[-1] in shown.err and not shown.out
