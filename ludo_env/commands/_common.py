"""What the commands share."""

from __future__ import annotations

import argparse
import json
import os
from typing import Any, Final, NoReturn

from rich.console import Console

from ludo_env._start import INTERRUPTED as INTERRUPTED
from ludo_env.script import WholeNumber as WholeNumber
from ludo_env.script import filled as filled

PLAIN_WIDTH: Final = 160
"""Characters of a line where the output is no terminal."""


def add_common(parser: argparse.ArgumentParser, seed: str) -> None:
    """The options that every command has; ``seed`` says what it governs."""
    parser.add_argument("--seed", type=WholeNumber(0), metavar="S", help=seed)
    parser.add_argument("--json", action="store_true", help="print JSON, for machines")


class Output(Console):
    """A console that leaves it to the command line what a reader that has gone means."""

    def on_broken_pipe(self) -> NoReturn:
        """Raise it."""
        raise BrokenPipeError


def make_console(*, stderr: bool = False) -> Console:
    """Standard output (or error) for people, wide enough for tables where it is no terminal."""
    console = Output(stderr=stderr)
    return console if console.is_terminal else Output(stderr=stderr, width=PLAIN_WIDTH)


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    print(json.dumps(value, allow_nan=False))


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
