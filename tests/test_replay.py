"""``ludo replay`` tells a recorded game, checks it, and draws it."""

from __future__ import annotations

import io
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


# -- full games ------------------------------------------------------------------------------


@pytest.fixture
def full_record(tmp_path: Path) -> Path:
    game, rng = Game("ludicrous-short:max_rounds=4", 2, seed=5), Random(5)
    recorder = Recorder(game)
    while not game.over:
        recorder.apply(rng.choice(game.legal()))
    recorder.record().write(tmp_path / "full.jsonl")
    return tmp_path / "full.jsonl"


def test_a_full_game_is_told_with_its_decisions_and_hidden_cards(
    full_record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(full_record)]) == 0
    told = capsys.readouterr().out.splitlines()
    decisions = [json.loads(line) for line in full_record.read_text().splitlines()[1:-1]]
    said = [line for line in told if not line.startswith(" ")]
    assert said == [f"{one['seat']}: {one['action']}" for one in decisions]
    assert "  The game is cut off" in told
    assert not any("draws a card" in line for line in told)


def test_a_full_game_is_drawn(full_record: Path, tmp_path: Path) -> None:
    early, late = tmp_path / "early.svg", tmp_path / "late.svg"
    assert main(["replay", str(full_record), "--until", "3", "--picture", str(early)]) == 0
    assert main(["replay", str(full_record), "--picture", str(late)]) == 0
    assert early.read_text().startswith("<svg") and early.read_text() != late.read_text()


@pytest.mark.parametrize("name", ["record", "full_record"])
def test_a_person_steps_through_it(
    name: str,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = request.getfixturevalue(name)
    decisions = len(path.read_text().splitlines()) - 2
    for typed, questions in (("\n\nq\n", 3), ("", 1), ("\n" * (decisions + 1), decisions + 1)):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["replay", str(path), "--step"]) == 0
        told = capsys.readouterr().out
        assert told.count("(return to go on, q to quit)") == questions
        assert "yellow: 1 yard, 2 yard, 3 yard, 4 yard" in told
        assert ("hit points" in told) == (name == "full_record")


def test_machines_do_not_step(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--step", "--json"]) == 2
    assert capsys.readouterr().err == "ludo: --step: not allowed with --json\n"
