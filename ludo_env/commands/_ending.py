"""How long work ends before it is done: by ctrl-C, or when the process is asked to end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

TERMINATED: Final = 128 + signal.SIGTERM
"""The exit code after SIGTERM."""


class Terminated(KeyboardInterrupt):
    """The process was asked to end."""


@contextmanager
def termination() -> Iterator[None]:
    """Meanwhile SIGTERM ends what is played as ctrl-C does: workers end, games are kept."""

    def terminate(number: int, frame: object) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
