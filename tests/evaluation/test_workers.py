"""Worker processes end with the arena that they play for, at once and without a word."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = """
import os, signal, sys, threading
from evaluation.match import make_match
from evaluation.workers import Processes

def interrupt():
    to, seconds = sys.argv[1:]
    if to == "all":
        os.killpg(0, signal.SIGINT)
    else:
        os.kill(os.getpid(), signal.SIGINT)

if __name__ == "__main__":
    slow = make_match(["search:nodes=100000"] * 4, "ludicrous", games=4, seed=1)
    threading.Timer(float(sys.argv[2]), interrupt).start()
    try:
        list(Processes(2).play([slow], iter([(0, (0,)), (0, (1,))])))
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.parametrize("seconds", ["0.2", "5"], ids=["starting", "playing"])
@pytest.mark.parametrize("to", ["all", "arena"])
def test_an_interruption_ends_workers_in_the_middle_of_a_game(
    tmp_path: Path, to: str, seconds: str
) -> None:
    script = tmp_path / "arena.py"
    script.write_text(SCRIPT)
    told = subprocess.run(
        [sys.executable, str(script), to, seconds],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        start_new_session=True,
        timeout=100,
        check=False,
    )
    assert (told.returncode, told.stdout, told.stderr) == (0, "interrupted\n", "")
