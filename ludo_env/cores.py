"""Which cores the processes of a batch use, where the system can be told."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from ctypes import CDLL
from typing import Final

NOWHERE: Final = -1


def allowed() -> list[int]:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def _unknown() -> int:
    return NOWHERE


current: Final[Callable[[], int]] = (
    getattr(CDLL(None), "sched_getcpu", _unknown) if os.name == "posix" else _unknown
)
"""The core that runs the caller now; -1 where nobody tells."""


class Share:
    """The cores of one of several processes that work at the same time.

    Processes that wait for each other in turn look to the system as if one core was enough for
    all of them, and are put there together. So who finds itself on the core of the process that
    asks it goes to another, and from there wherever the system wants.
    """

    def __init__(self, number: int) -> None:
        """The share of the process with this number; that of the one that asks is 0."""
        self.number = number
        self.cores = allowed()

    def avoid(self, core: int) -> None:
        """Go elsewhere if this process is at a core."""
        if current() != core or core not in self.cores or not hasattr(os, "sched_setaffinity"):
            return
        other = self.cores[(self.cores.index(core) + self.number) % len(self.cores)]
        with suppress(OSError):  # not every container allows it
            os.sched_setaffinity(0, {other})
            os.sched_setaffinity(0, self.cores)
