"""``ludo replay`` tells a recorded game, checks it, and draws it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from ludo_env import Game
from ludo_env.cli import main
from ludo_env.record import Recorder


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game, rng = Game("modern", 2, seed=5), Random(5)
    recorder = Recorder(game, names={"yellow": "Ann", "red": "Bo"})
    while not game.over:
        recorder.apply(rng.choice(game.legal()))
    recorder.record().write(tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


def test_a_record_is_told_to_its_end(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) > 100
    assert any("captur" in line or "sent home" in line for line in told)


def test_it_stops_where_it_is_told_and_draws_there(record: Path, tmp_path: Path) -> None:
    early, late = tmp_path / "early.svg", tmp_path / "late.svg"
    assert main(["replay", str(record), "--until", "3", "--picture", str(early)]) == 0
    assert main(["replay", str(record), "--picture", str(late)]) == 0
    assert early.read_text().startswith("<svg") and early.read_text() != late.read_text()


def test_machines_get_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["over"] and told["rules"] == "modern" and told["names"]["red"] == "Bo"
    assert sorted(told["places"].values()) == [1, 2]


def test_a_damaged_record_is_one_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text().splitlines()
    record.write_text("\n".join([*lines[:4], lines[5], *lines[6:]]) + "\n")
    assert main(["replay", str(record), "--json"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "line" in error


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["nowhere.jsonl"], "nowhere.jsonl"),
        (["x.jsonl", "--picture", "board.gif"], "board.gif"),
        (["x.jsonl", "--picture", ""], "''"),
    ],
)
def test_bad_input_is_named(
    options: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", *options]) == 2
    assert named in capsys.readouterr().err


def test_a_picture_without_a_folder_is_refused_before_anything_is_told(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record), "--picture", str(record.parent / "none" / "x.svg")]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1 and "none/x.svg" in told.err
