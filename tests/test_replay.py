"""``ludo replay`` tells a recorded game, checks it, and draws it."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from random import Random

import pytest

from ludo_env import Game
from ludo_env.cli import main
from ludo_env.commands._stepping import QUESTION
from ludo_env.commands.replay import LIMITS
from ludo_env.record import Recorder, read


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


@pytest.mark.parametrize("option", ["--json", "--step"])
def test_it_cannot_stop_after_the_end(
    record: Path, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    last = len(read(record).decisions)
    assert main(["replay", str(record), option, "--until", str(last + 1)]) == 2
    assert f"--until: {last + 1}, allowed: 0 to {last}" in capsys.readouterr().err
    assert main(["replay", str(record), "--json", "--until", str(last)]) == 0


def test_a_byte_order_mark_is_passed_over(record: Path) -> None:
    before = read(record)
    record.write_bytes(b"\xef\xbb\xbf" + record.read_bytes())
    assert read(record) == before


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
        (["x.jsonl", "--gif", "board.png"], "a file that ends in .gif"),
        (["x.jsonl", "--sheet", "board.html"], "a file that ends in .svg"),
        (["x.jsonl", "--gif", "none/board.gif"], "none/board.gif"),
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


@pytest.mark.parametrize("cut", [-9, None])
def test_of_a_record_that_was_cut_off_it_is_told_how_to_go_on(
    record: Path, cut: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record.read_text().splitlines()
    record.write_text("\n".join([*lines[:4], lines[4][:cut]]))
    assert main(["replay", str(record)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert f"ludo play --resume {record} goes on where it ends" in error
    record.write_text("\n".join([*lines[:3], lines[3][:-9], *lines[4:]]))
    assert main(["replay", str(record)]) == 2
    assert "--resume" not in capsys.readouterr().err


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
        assert told.count(QUESTION) == questions
        assert "yellow: 1 yard, 2 yard, 3 yard, 4 yard" in told
        assert ("hit points" in told) == (name == "full_record")


def test_stepping_goes_back_and_to_a_number(
    full_record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("5\nb\nback\n\n99999\nsome\n0\nb\nq\n"))
    assert main(["replay", str(full_record), "--step"]) == 0
    told = capsys.readouterr().out
    reached = [int(n) for n in re.findall(rf"(\d+) of \d+ {re.escape(QUESTION)}", told)]
    assert reached == [0, 5, 4, 3, 4, 4, 4, 0, 0]
    decisions = [json.loads(line) for line in full_record.read_text().splitlines()[1:-1]]
    said = [f"{one['seat']}: {one['action']}" for one in decisions]
    shown = re.findall(rf"{re.escape(QUESTION)}(\w+: .+)", told)
    assert shown == [said[number - 1] for number in (5, 4, 3, 4)]
    assert told.count("allowed: 0 to") == 2


def test_stepping_checks_a_record_to_its_end(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = record.read_text().splitlines()
    lines[-1] = re.sub(r'"turns": ?\d+', '"turns": 1', lines[-1])
    record.write_text("\n".join(lines) + "\n")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{len(lines) - 2}\n\n"))
    assert main(["replay", str(record), "--step"]) == 2
    assert "turns" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["record", "full_record"])
def test_a_game_becomes_a_film_and_a_sheet(
    name: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image = pytest.importorskip("PIL.Image")
    path = request.getfixturevalue(name)
    film, page = tmp_path / "game.gif", tmp_path / "game.svg"
    options = ["--gif", str(film), "--sheet", str(page), "--until", "10", "--every", "4", "--json"]
    assert main(["replay", str(path), *options, "--theme", "dark"]) == 0
    assert json.loads(capsys.readouterr().out)["files"] == [str(film), str(page)]
    # Positions 0, 4 and 8, and the last one.
    with image.open(film) as frames:
        assert (frames.n_frames, frames.size[0]) == (4, 480)
    assert page.read_text().count("<svg") == 5


def test_a_film_of_a_long_game_leaves_positions_out(record: Path, tmp_path: Path) -> None:
    page = tmp_path / "game.svg"
    assert main(["replay", str(record), "--sheet", str(page)]) == 0
    drawn = page.read_text()
    assert drawn.count("<svg") <= 25
    decisions = len(record.read_text().splitlines()) - 2
    assert f"modern, 0 of {decisions}" in drawn and f", {decisions} of {decisions}" in drawn


def test_a_sheet_of_too_many_pictures_is_refused(
    record: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(LIMITS, "sheet", 5)
    page = tmp_path / "game.svg"
    options = ["replay", str(record), "--sheet", str(page), "--until", "9"]
    assert main([*options, "--every", "2"]) == 2
    assert "every: 2 makes 6 pictures, allowed: 3 or more" in capsys.readouterr().err
    assert not page.exists()
    assert main([*options, "--every", "3"]) == 0


def test_machines_do_not_step(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--step", "--json"]) == 2
    assert capsys.readouterr().err == "ludo: --step: not allowed with --json\n"
