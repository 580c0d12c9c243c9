"""Ctrl-C in the first moment of the command line, while Python still imports what it needs."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Final

INTERRUPTED: Final = 130
"""The exit code of a command that ctrl-C ended."""
STDERR: Final = 2


def is_command() -> bool:
    """Whether this process is ``ludo`` or ``python -m ludo_env``, and not a user of the package."""
    started = sys.orig_argv[1:]
    if sys.argv[:1] == ["-m"]:  # so it reads until the module is found
        return f"-m {__package__}" in " ".join(started)
    if not sys.argv or sys.argv[0] not in started:
        return False  # a worker, which takes over the arguments only
    # A script of this name elsewhere is somebody else's.
    script = Path(sys.argv[0]).absolute()
    return script.stem == "ludo" and script.parent == Path(sys.executable).parent


def stop(number: int, frame: FrameType | None) -> None:
    """End the process at once: there is nothing to tidy up yet."""
    with contextlib.suppress(OSError):
        os.write(STDERR, b"ludo: interrupted\n")
    os._exit(INTERRUPTED)


def begin() -> None:
    """Called when the package is imported: until `end` ctrl-C ends the command line quietly."""
    if is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)


def end() -> None:
    """From here on ctrl-C is a `KeyboardInterrupt` again."""
    if signal.getsignal(signal.SIGINT) is stop:
        signal.signal(signal.SIGINT, signal.default_int_handler)
