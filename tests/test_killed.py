"""What is killed at any moment goes on where it was; `tests.killing` does it more often."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")

ROOT = Path(__file__).parents[1]
KILLS = 3
"""Of each command."""
PATIENCE = 60
"""Seconds until what nobody needs any more must have ended."""


@pytest.mark.parametrize("names", [["arena", "workers"], ["td"]], ids=" ".join)
def test_nothing_is_lost_and_nothing_counted_twice(names: list[str]) -> None:
    # A process of its own: it forks, and threads of this one would be missing there.
    command = [sys.executable, "-m", "tests.killing", *names, "--kills", str(KILLS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(f"killed {KILLS} times") == len(names)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def wait_for(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


SERVE = ("serve", "--json", "--workers", "2", "--port")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux for the processes")
def test_a_service_that_is_killed_leaves_nobody_and_starts_again_at_once() -> None:
    port, command = "0", [sys.executable, "-m", "ludo_env"]
    for _ in range(2):
        with subprocess.Popen([*command, *SERVE, port], stdout=subprocess.PIPE, cwd=ROOT) as server:
            assert server.stdout is not None
            port = str(json.loads(server.stdout.readline())["port"])
            wait_for(lambda pid=server.pid: len(children_of(pid)) >= 2)  # type: ignore[misc]
            children = children_of(server.pid)
            server.send_signal(signal.SIGKILL)
        for child in children:
            wait_for(lambda pid=child: gone(pid))  # type: ignore[misc]
