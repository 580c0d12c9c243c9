"""How much of ``ludo_env`` the tests reach, in lines and branches, when the sources run.

``python -m tests.coverage`` runs the tests of `CHOSEN` interpreted, with everything that they
start, and ends with what is not reached and with 1 if that is too much.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "build" / "coverage"
LEAST: Final = 95
"""Percent of lines and branches."""
CHOSEN: Final = (
    "tests/engine",
    "tests/env",
    "tests/ludicrous",
    "tests/observation",
    "tests/rules",
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("test_*.py")),
)
"""Tests of the package; those of bots, training and arena take long interpreted."""


def main() -> int:
    """Measure; the exit code."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    coverage = [sys.executable, "-m", "coverage"]
    # Slow tests compare speeds, or run other tools.
    tests = ["pytest", "-q", "-n", "2", "--dist", "worksteal", "-m", "not slow", *CHOSEN]
    environment = os.environ | {"LUDO_INTERPRETED": "1"}
    for words in (["run", "-m", *tests], ["combine", "-q"], ["report", f"--fail-under={LEAST}"]):
        done = subprocess.run([*coverage, *words], cwd=ROOT, env=environment, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
