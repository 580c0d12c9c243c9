"""The same script run compiled and interpreted, to compare what it tells."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

import ludo_env

ROOT: Final = Path(__file__).resolve().parents[1]
INTERPRETED: Final = "interpreted"

needs_compiled: Final = pytest.mark.skipif(
    not ludo_env.__compiled__, reason="this process runs the sources: nothing compiled to compare"
)


def told_interpreted(script: str) -> list[str]:
    """The lines that a script tells with `tell` when its process runs the sources."""
    result = subprocess.run(
        [sys.executable, script],
        env=os.environ | {"LUDO_INTERPRETED": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    kind, *lines = result.stdout.splitlines()
    assert kind == INTERPRETED
    return lines


def tell(lines: Sequence[str]) -> None:
    """Print which way this process runs, and the lines."""
    print("compiled" if ludo_env.__compiled__ else INTERPRETED)
    print("\n".join(lines))
