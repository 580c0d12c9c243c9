"""Work in a child process of its own, with limits of CPU time and memory."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

MEMORY: Final = 6 << 30
"""Bytes that a child may have."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What a child raised."""

    text: str


def in_child(work: Callable[[Callable[[Any], None]], None]) -> tuple[list[Any], int | None]:
    """Fork, and do the work there.

    Args:
        work: called with a function that tells something picklable to the parent.

    Returns:
        All that was told, a `Fault` last if the work raised, and the signal that ended the child,
        if one did.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(reading)
            _be_quiet()
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            with os.fdopen(writing, "wb", buffering=0) as pipe:
                try:
                    work(lambda told: pickle.dump(told, pipe))
                    code = 0
                except BaseException:
                    pickle.dump(Fault(traceback.format_exc()), pipe)
        finally:
            os._exit(code)
    os.close(writing)
    told: list[Any] = []
    with os.fdopen(reading, "rb") as pipe:
        while True:
            try:
                told.append(pickle.load(pipe))
            except (EOFError, pickle.UnpicklingError):
                break
    _, status = os.waitpid(child, 0)
    return told, os.WTERMSIG(status) if os.WIFSIGNALED(status) else None


def allow_seconds(seconds: float) -> None:
    """End this process when it has used so much CPU time from now on."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)


class TooSlow(BaseException):
    """Something has used up its CPU time. No error, so that nobody tries it again."""


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Raise `TooSlow` inside the block when it has used so much CPU time."""

    def interrupt(number: int, frame: object) -> None:
        raise TooSlow

    signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _be_quiet() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
