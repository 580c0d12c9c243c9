"""Every example runs, in little."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest

from ludo_env.cli import main

pytestmark = pytest.mark.usefixtures("own_encoders")

EXAMPLES = Path(__file__).parents[2] / "examples"
TESTS = Path(__file__).parents[1]
NOTEBOOK = EXAMPLES / "boards.ipynb"
LITTLE = {
    "ppo_aec": ("--updates 2 --games 4 --test-games 4", "of 4 games against random play"),
    "sb3_maskable": ("--steps 1024 --games 2", "a game against random"),
    "write_your_own_bot": ("--games 2", "of 2 games against smart"),
    "add_an_encoder": ("--steps 1024", "learned from 1024 decisions"),
}
"""How each is called here, and what it says then."""


def run(name: str, *arguments: str) -> None:
    """Run an example as a program, within this process."""
    before = sys.argv
    sys.argv = [name, *arguments]
    try:
        with pytest.raises(SystemExit, match=r"^0$"):
            runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    finally:
        sys.argv = before


def test_every_example_is_run_by_a_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    for path in EXAMPLES.glob("*.*"):
        assert path.name in tests or path.stem in LITTLE


@pytest.mark.parametrize("name", LITTLE)
def test_it_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, last = LITTLE[name]
    run(name, *arguments.split())
    assert last in capsys.readouterr().out


def test_torchrl_ppo_learns_where_torchrl_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torchrl", reason="torchrl_ppo.py needs it, and it is in no extra")
    arguments = "--updates 1 --games 8 --test-games 16"
    run("torchrl_ppo", *arguments.split())
    assert "of 16 games against random play" in capsys.readouterr().out


def test_the_bot_of_the_example_plays_in_the_arena(tmp_path: Path) -> None:
    from agents.model import load_model

    file = tmp_path / "mine.onnx"
    run("ppo_aec", *f"--updates 1 --games 2 --test-games 0 --export {file}".split())
    assert load_model(file, "policy").rules.text == "classic:pieces=2"


def test_own_bot_py_plays_in_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    program = f"cmd:{sys.executable} {EXAMPLES / 'own_bot.py'}"
    main(["arena", program, "random", "--games", "2", "--players", "2", "--json"])
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["agents"]


def test_the_record_of_the_example_can_be_replayed(tmp_path: Path) -> None:
    from ludo_env.record import read

    file = tmp_path / "last.jsonl"
    run("write_your_own_bot", *f"--games 1 --record {file}".split())
    *_, game = read(file).replay()
    assert game.over


def test_ppo_is_a_single_file_of_under_250_lines() -> None:
    assert len((EXAMPLES / "ppo_aec.py").read_text(encoding="utf-8").splitlines()) < 250
    assert len((EXAMPLES / "sb3_maskable.py").read_text(encoding="utf-8").splitlines()) <= 40


def test_the_notebook_shows_boards() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {}
    shown = 0
    for number, cell in enumerate(cells):
        if cell["cell_type"] != "code":
            continue
        *before, last = "".join(cell["source"]).strip().splitlines()
        exec(compile("\n".join(before), f"cell {number}", "exec"), names)
        value = eval(compile(last, f"cell {number}", "eval"), names)
        shown += hasattr(value, "_repr_svg_") and value._repr_svg_().startswith("<svg")
        pictures = [output["data"] for output in cell["outputs"] if "data" in output]
        assert all("image/svg+xml" in data or "text/plain" in data for data in pictures)
    assert shown >= 3
