"""How one process waits for another without going to sleep for it."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing.context import BaseContext
from time import perf_counter
from typing import Final

AWAKE: Final = 0.0005
"""Seconds that a process looks again and again before it sleeps. To be woken takes some 100
microseconds, a look less than one."""
PAUSE: Final = 0.5
"""Seconds of sleep between two looks whether the other process is still there."""


class Doorbell:
    """One process rings, another waits for it; every ring ends one wait.

    Who waits stays awake for a moment; then it sleeps. A ring that finds nobody asleep costs
    neither process a call of the system.
    """

    def __init__(self, context: BaseContext, awake: float = AWAKE) -> None:
        """``awake``: how many seconds who waits stays awake; 0 where every core has work to do."""
        self.awake = awake
        self.rings = context.Semaphore(0)

    def ring(self) -> None:
        """End one wait, this one or the next. What was written before is seen by who waited."""
        self.rings.release()

    def wait(self, there: Callable[[], bool]) -> None:
        """Wait for a ring.

        Args:
            there: whether the process that rings still runs.

        Raises:
            EOFError: it does not, and has not rung.
        """
        if self.awake == 0 or not self._look():
            self._sleep(there)

    def _look(self) -> bool:
        """Whether a ring comes soon."""
        rung = self.rings.acquire
        end = perf_counter() + self.awake
        # Without giving way: whoever came in between would have the core for milliseconds.
        while perf_counter() < end:
            if rung(False):
                return True
        return False

    def _sleep(self, there: Callable[[], bool]) -> None:
        """Wait for a ring asleep."""
        while not self.rings.acquire(True, PAUSE):
            if not there():
                # It may have rung and gone.
                if not self.rings.acquire(False):
                    raise EOFError
                return
