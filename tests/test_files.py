"""Files are whole whenever a process ends, and damage to one is told with its name."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from ludo_env.errors import LudoError
from ludo_env.files import read_json, write_whole
from tests.damage import KINDS, damaged, problem_of

DAMAGES = 40
"""Damages of each kind of file."""


@pytest.mark.parametrize("name", KINDS)
def test_a_damaged_file_is_named_and_left_as_it_is(name: str, tmp_path: Path) -> None:
    kind, path, rng = KINDS[name], tmp_path / name, Random(name)
    kind.make(path)
    whole = path.read_bytes()
    kind.read(path)
    problems = [problem_of(kind, path, damaged(whole, rng)) for _ in range(DAMAGES)]
    assert list(filter(None, problems)) == []
    path.write_bytes(b"\xff" * 100)
    with pytest.raises(LudoError):
        kind.read(path)


@pytest.mark.parametrize("name", KINDS)
def test_a_folder_in_the_place_of_a_file_is_named(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises((LudoError, IsADirectoryError), match=name):
        KINDS[name].read(tmp_path / name)


# -- writing ---------------------------------------------------------------------------------


def test_a_file_is_the_old_one_until_the_new_one_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write_whole(path, "old\n")

    def die(*_: object) -> None:
        assert path.read_bytes() == b"old\n"
        raise KeyboardInterrupt

    monkeypatch.setattr("ludo_env.files.os.fsync", die)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old\n"
    assert os.listdir(tmp_path) == ["file"]


def test_a_file_keeps_its_mode_and_a_link_its_file(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, "new")
    assert link.is_symlink() and path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_is_no_file_is_written_to() -> None:
    reader, writer = os.pipe()
    write_whole(f"/dev/fd/{writer}", "told")
    os.close(writer)
    with open(reader, encoding="utf-8") as told:
        assert told.read() == "told"


def test_a_file_that_cannot_be_written_is_named_as_it_was_given(tmp_path: Path) -> None:
    for path in (tmp_path / "none" / "file", tmp_path):
        with pytest.raises(OSError) as caught:  # noqa: PT011 - which one is the system's business
            write_whole(path, "told")
        assert caught.value.filename == str(path)


def test_json_is_read_or_the_file_named(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text('{"a": 1}')
    assert read_json(path, LudoError) == {"a": 1}
    for text in (b"", b"{", b"\xff", b"[" * 10**5, b"1" * 5000):
        path.write_bytes(text)
        with pytest.raises(LudoError, match=r"some\.json: damaged, not JSON"):
            read_json(path, LudoError)


def test_every_writer_of_files_writes_them_whole() -> None:
    # A file that people wait for is written by `write_whole`, or by SQLite and tensorboard.
    root = Path(__file__).parents[1]
    allowed = {"ludo_env/files.py", "ludo_env/_build.py", "ludo_env/observation/page.py"}
    for package in ("ludo_env", "agents", "training", "evaluation"):
        for path in (root / package).rglob("*.py"):
            name = path.relative_to(root).as_posix()
            text = path.read_text(encoding="utf-8")
            found = [
                word
                for word in (".write_text(", ".write_bytes(", "torch.save(path")
                if word in text
            ]
            assert not found or name in allowed, name
