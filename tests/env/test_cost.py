"""What the package costs before anything is played: memory, and the time of its import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import ludo_env

MOST_MIB = 200
MOST_SECONDS = 0.7
TRIES = 3
MEMORY = """
def peak():
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))

before = peak()
from ludo_env import make_vec
envs = make_vec(4096, "ludicrous")
for _ in range(3):
    envs.step(envs.random_actions())
print((peak() - before) / 1024)
"""
IMPORT = """
import time
import ludo_env
print(time.process_time())
"""


def printed(code: str) -> float:
    command = [sys.executable, "-W", "ignore", "-c", code]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.skipif(not ludo_env.__compiled__, reason="interpreted, 4,096 games take a minute")
def test_a_batch_of_4096_full_games_takes_less_than_200_mib() -> None:
    assert printed(MEMORY) < MOST_MIB


def test_the_package_is_imported_in_less_than_0_7_seconds_of_the_processor() -> None:
    assert min(printed(IMPORT) for _ in range(TRIES)) < MOST_SECONDS
