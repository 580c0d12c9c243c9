"""Programs beside the command line: options are checked, and mistakes are told in one line."""

from __future__ import annotations

import argparse
import ast
import runpy
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from ludo_env.errors import BadOption
from ludo_env.script import (
    BAD_INPUT,
    Number,
    Parser,
    WholeNumber,
    file_to_write,
    filled,
    guarded,
    need,
)

ROOT = Path(__file__).parents[1]
PROGRAMS = sorted(
    path
    for folder in ("examples", "benchmarks", "training", "evaluation")
    for path in (ROOT / folder).rglob("*.py")
    if 'if __name__ == "__main__":' in path.read_text(encoding="utf-8")
)
"""Whatever can be started, but for the tests' own tools."""
WITHOUT_OPTIONS = {"own_bot.py"}
MISTAKES = [
    ("ppo_aec", "--games 0", "--games: '0', allowed: a whole number from 1"),
    ("ppo_aec", "--updates -3", "--updates: '-3', allowed: a whole number from 1"),
    ("ppo_aec", "--gamma nan", "--gamma: 'nan', allowed: a number from 0 to 1"),
    ("ppo_aec", "--rules nope", "unknown rule set 'nope', allowed: classic"),
    ("ppo_aec", "--export /none/x.onnx", "'/none/x.onnx', allowed: a file in a folder that is"),
    ("sb3_maskable", "--opponent nope", "unknown agent 'nope', allowed: random"),
    ("sb3_maskable", "--opponent none.onnx", "none.onnx"),
    ("sb3_maskable", "--steps 0", "--steps: '0', allowed: a whole number from 1"),
    ("write_your_own_bot", "--games nope", "--games: 'nope', allowed: a whole number from 1"),
    ("write_your_own_bot", "--against nope", "unknown agent 'nope', allowed: random"),
    ("write_your_own_bot", "--against sensible", "the full game is needed here"),
    ("write_your_own_bot", "--record /none/x", "'/none/x', allowed: a file in a folder"),
    ("add_an_encoder", "--steps 0", "--steps: '0', allowed: a whole number from 1"),
    ("add_an_encoder", "--nope", "unrecognized arguments: --nope"),
]


def start(name: str, line: str) -> int:
    """Run an example as a program, within this process; its exit code."""
    before = sys.argv
    sys.argv = [name, *line.split()]
    try:
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(ROOT / "examples" / f"{name}.py"), run_name="__main__")
    finally:
        sys.argv = before
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.mark.parametrize(("name", "line", "message"), MISTAKES)
def test_a_mistake_in_calling_an_example_is_one_line(
    name: str, line: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start(name, line) == BAD_INPUT
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1 and message in shown.err and not shown.out


@pytest.mark.parametrize(
    ("name", "package", "source"),
    [
        ("ppo_aec", "torch", "'ludicrous-ludo[train]'"),
        ("sb3_maskable", "sb3_contrib", "'ludicrous-ludo[train]'"),
        ("add_an_encoder", "sb3_contrib", "'ludicrous-ludo[train]'"),
        ("own_bot", "msgspec", "'ludicrous-ludo[serve]'"),
        ("rllib_selfplay", "ray", "'ludicrous-ludo[ray]'"),
        ("torchrl_ppo", "torchrl", "torchrl"),
    ],
)
def test_an_example_says_what_must_be_installed(
    name: str,
    package: str,
    source: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda asked: None if asked == package else 1)
    assert start(name, "") == BAD_INPUT
    wanted = f"ludo: {package} is not installed; it comes with: pip install {source}\n"
    assert capsys.readouterr().err == wanted


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_every_program_is_guarded_and_checks_its_numbers(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    assert not any(
        isinstance(word.value, ast.Name) and word.value.id == "int"
        for call in calls
        for word in call.keywords
        if word.arg == "type"
    )
    assert "argparse.ArgumentParser(" not in text
    assert "guarded(" in text or path.name in WITHOUT_OPTIONS


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (WholeNumber(2, 4), {"2": 2, "4": 4}, ["1", "5", "x", "", "2.5"]),
        (WholeNumber(1), {"1": 1, "1000000": 1_000_000}, ["0", "-1"]),
        (Number(0, 1), {"0": 0.0, "1": 1.0, "0.5": 0.5}, ["-0.1", "1.1", "nan", "inf", "x", ""]),
        (filled, {"a": "a"}, [""]),
    ],
)
def test_an_option_is_what_is_allowed(
    kind: Callable[[str], object], good: dict[str, object], bad: list[str]
) -> None:
    assert {text: kind(text) for text in good} == good
    for text in bad:
        with pytest.raises(argparse.ArgumentTypeError, match=f"^'{text}', allowed: a"):
            kind(text)


def test_a_file_to_write_is_in_a_folder(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("old")
    for path in (there, tmp_path / "new", "new"):
        assert file_to_write(str(path)) == str(path)
    assert there.read_text() == "old"
    for bad in ("", str(tmp_path), str(tmp_path / "none" / "x"), str(there / "x")):
        with pytest.raises(argparse.ArgumentTypeError, match="allowed: a file in a folder"):
            file_to_write(bad)


def test_a_program_gives_its_own_code_or_0() -> None:
    assert guarded(lambda: 7) == 7
    assert guarded(lambda: None) == 0


def test_what_goes_wrong_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        import ray.nowhere  # noqa: F401

    def unreadable() -> None:
        (tmp_path / "none").read_text()

    assert guarded(lambda: Parser().error("two\nlines")) == BAD_INPUT
    assert guarded(unreadable) == BAD_INPUT
    told = capsys.readouterr().err.splitlines()
    assert told == ["ludo: two lines", f"ludo: {tmp_path / 'none'}: No such file or directory"]
    if find_spec("ray") is None:
        assert guarded(missing) == BAD_INPUT
        assert "pip install 'ludicrous-ludo[ray]'" in capsys.readouterr().err


def test_a_fault_of_the_program_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        guarded(lambda: 1 // 0)
    with pytest.raises(ModuleNotFoundError):
        guarded(lambda: bool(__import__("nowhere_at_all")))
    with pytest.raises(BadOption):
        Parser().error("nope")


def test_a_package_that_is_there_is_not_missed() -> None:
    need("numpy")
