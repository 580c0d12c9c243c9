"""``ludo ladder``: plays what is missing, writes what was found, and goes on where it was."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evaluation.ladder import lineup
from evaluation.store import Store
from ludo_env.cli import main
from tests.evaluation.ladder.small import SHORT, SMALL
from tests.evaluation.ladder.test_curves import write_run

RUNS = "evaluation/results/runs"
GAMES = "evaluation/results/ladder.jsonl"
WRITTEN = (
    "docs/ladder.md",
    "docs/ladder/ratings.svg",
    "docs/ladder/curves.svg",
    "docs/ladder/modules.svg",
    "agents/levels.json",
    GAMES,
    "evaluation/results/paces.json",
)


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lineup, "LADDER", SMALL)
        patch.setattr("evaluation.pace.DECISIONS", 20)
        patch.setattr("evaluation.ratings.SAMPLES", 10)
        yield


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, quick: None) -> Path:
    """A checkout in which the ladder was played once."""
    root = tmp_path_factory.mktemp("checkout")
    for folder in ("docs", "agents"):
        (root / folder).mkdir()
    for seed in (1, 2, 3):
        write_run(root / RUNS, seed, {10: 40, 20: 60})
    assert ladder(root, "--games", "4") == 0
    return root


@pytest.fixture
def root(played: Path, tmp_path: Path) -> Path:
    """The same once more, to do with as one likes."""
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    return tmp_path


def ladder(root: Path, *more: str) -> int:
    where = ["--root", str(root), "--db", str(root / "runs/l.db")]
    return main(["ladder", *where, "--workers", "1", *more])


def lines(root: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (root / GAMES).read_text().splitlines()]


def test_it_writes_the_page_the_pictures_the_levels_and_the_games(played: Path) -> None:
    assert [name for name in WRITTEN if not (played / name).is_file()] == []
    text = (played / "docs/ladder.md").read_text()
    for words in (
        "## Levels",
        "What must hold",
        "33.3 %",
        SHORT.title,
        "`smart`",
        "danish-x",
        "of the dice",
    ):
        assert words in text
    levels = json.loads((played / "agents/levels.json").read_text())
    assert [level["level"] for level in levels] == ["easy", "normal", "hard", "expert"] * 2
    assert {len(line["rounds"]) for line in lines(played)} == {4}


def test_the_kept_games_are_enough_to_write_the_same_again(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = [(root / name).read_bytes() for name in WRITTEN]
    (root / "runs/l.db").unlink()
    monkeypatch.setattr("evaluation.host.Host.play", None)
    assert ladder(root, "--games", "4", "--json") == 0
    assert [(root / name).read_bytes() for name in WRITTEN] == before
    data = json.loads(capsys.readouterr().out)
    assert list(data) == ["levels", "claims", "steps", "tables", "modules", "luck", "curves"]
    assert data["tables"][0]["seed"] == 1 and data["curves"][0]["seeds"] == [1, 2, 3]


def test_a_shorter_run_keeps_the_games_of_a_longer_one_but_those_that_are_played_anew(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ladder(root, "--games", "2", "--minutes", "0", "--anew", "smart") == 0
    assert {len(line["rounds"]) for line in lines(root)} == {4}
    assert lines(root) and not any("smart" in line["agents"] for line in lines(root))
    assert "at most 2 games" in (root / "docs/ladder.md").read_text()
    out, err = capsys.readouterr()
    assert err == "" and "normal random" in out and "ladder.md: written" in out


def test_ctrl_c_keeps_and_writes_what_was_played(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(self: object, games: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("evaluation.ladder.climb.Climb.tick", interrupt)
    monkeypatch.setattr("evaluation.ladder.files.draw", lambda *all: None)
    assert ladder(root, "--games", "6") == 130
    assert "interrupted" in capsys.readouterr().err
    with Store(root / "runs/l.db") as store:
        assert sorted({len(one.results) for one in store.all()}) == [4, 6]
    assert "at most 6 games" in (root / "docs/ladder.md").read_text()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--root", "none"], "no checkout"),
        (["--games", "0"], "from 1"),
        (["--minutes", "-1"], "from 0"),
        (["--anew", "rndom"], "'rndom'"),
    ],
)
def test_bad_input_is_told_in_one_line(
    played: Path, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ladder(played, *arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and told in err and err.count("\n") == 1
