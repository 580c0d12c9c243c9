"""``ludo serve`` in a process of its own, for what is measured against it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final, Self

END_SECONDS: Final = 10.0
KIBIBYTE: Final = 1024


class Served:
    """A running service. A context manager, which ends it.

    Args:
        options: of the command.
    """

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "ludo_env", "serve", "--port", "0", "--json", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        self.address: str = json.loads(self.process.stdout.readline())["socket"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        self.process.wait(END_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def processes(self) -> list[int]:
        """The service and its search processes."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        return [pid, *map(int, children.split())]

    def memory(self) -> int:
        """The resident memory of all its processes, in bytes."""
        return sum(map(resident, self.processes))

    def seconds(self) -> float:
        """The processor time of all its processes so far."""
        return sum(map(processor_seconds, self.processes))


def resident(pid: int) -> int:
    """The resident memory of a process, in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * KIBIBYTE
    return 0


def processor_seconds(pid: int) -> float:
    """The processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
