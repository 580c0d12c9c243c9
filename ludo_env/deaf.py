"""Processes that ctrl-C does not reach, from their first moment on."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that this thread starts meanwhile hear no ctrl-C until they call `hear`.

    In a terminal it reaches all of them, and who is still importing what it needs would end with a
    traceback. What is told to this process meanwhile, it hears at the end. Where the system knows
    no masks of signals, nothing changes.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def hear() -> None:
    """Hear ctrl-C from here on, and what was not heard before."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
