"""``ludo demo`` trains, compares, saves, and tells where everything is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludo_env.cli import main
from ludo_env.commands.demo import free_folder
from ludo_env.record import read


def test_the_demo_trains_a_bot_compares_it_and_saves_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "demo"
    options = ["--steps", "500", "--games", "6", "--seed", "3", "--json", "--out", str(out)]
    assert main(["demo", *options]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [agent["games"] for agent in told["agents"]] == [18] * 4
    assert all(0 <= agent["ci95"][0] <= agent["ci95"][1] <= 1 for agent in told["agents"])
    assert set(told["files"]) == {"model", "plot", "record", "board"}
    for path in told["files"].values():
        assert Path(path).stat().st_size > 1000
    *_, last = read(told["files"]["record"]).replay()
    assert last.over


def test_a_finished_demo_is_kept_and_an_interrupted_one_goes_on(tmp_path: Path) -> None:
    wanted = tmp_path / "demo"
    assert free_folder(wanted) == wanted
    (wanted).mkdir()
    assert free_folder(wanted) == wanted
    (wanted / "model.onnx").touch()
    assert free_folder(wanted) == tmp_path / "demo-2"


def test_a_bad_number_of_games_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--games", "-4"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "-4" in error and "from 1" in error


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--out", ""], "--out: ''"),
        (["--out", "file"], "file: cannot be made a folder"),
        (["--steps", "2000000000"], "steps: 2000000000 is outside 1..1000000000"),
    ],
)
def test_bad_input_is_one_line_and_nothing_else(
    options: list[str],
    named: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    assert main(["demo", *options]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1 and named in told.err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_interrupted_demo_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("training.methods.train", stop)
    out = str(tmp_path / "a b")
    assert main(["demo", "--out", out, "--seed", "0", "--games", "7"]) == 130
    wanted = f"ludo: interrupted; go on with: ludo demo --out '{out}' --games 7 --seed 0\n"
    assert capsys.readouterr().err == wanted
