"""What the commands share."""

from __future__ import annotations

import argparse
import json
import os
from typing import Any, Final, NoReturn

from rich.console import Console

from ludo_env._start import INTERRUPTED as INTERRUPTED

PLAIN_WIDTH: Final = 160
"""Characters of a line where the output is no terminal."""


class WholeNumber:
    """Reads an option: a whole number within a range, ends included."""

    def __init__(self, low: int, high: int | None = None) -> None:
        self.low = low
        self.high = high

    def __call__(self, text: str) -> int:
        """The number written as ``text``; an error that says what is allowed."""
        try:
            number = int(text)
        except ValueError:
            number = self.low - 1
        if number < self.low or (self.high is not None and number > self.high):
            to = "" if self.high is None else f" to {self.high}"
            raise argparse.ArgumentTypeError(
                f"{text!r}, allowed: a whole number from {self.low}{to}"
            )
        return number


def add_common(parser: argparse.ArgumentParser, seed: str) -> None:
    """The options that every command has; ``seed`` says what it governs."""
    parser.add_argument("--seed", type=WholeNumber(0), metavar="S", help=seed)
    parser.add_argument("--json", action="store_true", help="print JSON, for machines")


def filled(text: str) -> str:
    """Reads an option that is any text but the empty one."""
    if not text:
        raise argparse.ArgumentTypeError("'', allowed: a text that is not empty")
    return text


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
