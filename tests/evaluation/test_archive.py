"""Games as text: what is written is read again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from evaluation.archive import BadArchive, read_archive, write_archive
from evaluation.arena import play_match
from evaluation.match import Played, make_match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "games.jsonl"


def runs() -> list[Played]:
    return [
        play_match(make_match(["smart", "random"], games=5, seed=3)),
        play_match(make_match(["smart", "random"], "danish", teams=True, games=6, seed=10**30)),
        play_match(make_match(["random"] * 4, "ludicrous-short:max_rounds=2,red=wizard", games=4)),
    ]


def test_what_was_written_is_read_again(path: Path) -> None:
    assert read_archive(path) == []
    played = runs()
    write_archive(path, [*played, Played(make_match(["front", "back"]), ())])
    assert read_archive(path) == played
    before = path.read_bytes()
    write_archive(path, read_archive(path))
    assert path.read_bytes() == before
    assert any(result.truncated for one in read_archive(path) for result in one.results)


def test_games_after_a_missing_one_are_left_out(path: Path) -> None:
    (one, *_) = runs()
    write_archive(path, [replace(one, results=one.results[:2] + one.results[3:])])
    (found,) = read_archive(path)
    assert found.results == one.results[:2]


def test_games_of_another_version_are_left_out(path: Path) -> None:
    write_archive(path, runs())
    lines = path.read_text().splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), "version": "0.0.0"})
    path.write_text("\n".join(lines))
    assert [one.match.rules.name for one in read_archive(path)] == ["classic", "ludicrous-short"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("rules", "mordern"), ("rolls", [1]), ("places", "12 1"), ("players", 7), ("agents", None)],
)
def test_a_damaged_line_is_named(path: Path, name: str, value: object) -> None:
    write_archive(path, runs())
    lines = path.read_text().splitlines()
    lines[0] = json.dumps({**json.loads(lines[0]), name: value})
    path.write_text("\n".join(lines))
    with pytest.raises(BadArchive, match=r"games\.jsonl: line 1"):
        read_archive(path)
