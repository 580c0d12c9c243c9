"""What every program of the project shares: options are checked, mistakes are told in one line."""

from __future__ import annotations

import argparse
import importlib.util
import math
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn

from ludo_env._start import INTERRUPTED
from ludo_env.errors import BadOption, LudoError

BAD_INPUT: Final = 2
CLOSED_PIPE: Final = 141
"""What a shell reports for a program whose reader has gone."""

EXTRAS: Final = {
    "matplotlib": "report",
    "msgspec": "serve",
    "onnx": "train",
    "onnxruntime": "bots",
    "pygame": "render",
    "ray": "ray",
    "resvg_py": "render",
    "sb3_contrib": "train",
    "stable_baselines3": "train",
    "tensorboard": "train",
    "torch": "train",
    "tree": "ray",
    "websockets": "serve",
}
"""The extra that a package comes with."""


def guarded(program: Callable[[], int | None]) -> int:
    """Run a program; the exit code.

    Bad input, a file that cannot be used and an extra that is not installed give `BAD_INPUT` and
    one line on standard error; ctrl-C gives 130, a reader that has gone 141.
    """
    try:
        try:
            return program() or 0
        finally:
            # Now, so that a reader that has gone is noticed here, after --help too.
            sys.stdout.flush()
    except LudoError as error:
        return fail(str(error))
    except KeyboardInterrupt:
        print("ludo: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more; Python must not try to write the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except OSError as error:
        return fail(f"{error.filename or 'system'}: {error.strerror or error}")
    except ImportError as missing:
        package = (missing.name or "").partition(".")[0]
        if package in EXTRAS:
            return fail(_not_installed(package))
        raise


def fail(message: str) -> int:
    """Tell what was wrong in one line; the exit code."""
    print("ludo:", " ".join(message.split()), file=sys.stderr)
    return BAD_INPUT


def need(package: str) -> None:
    """End a program with one line unless a package is installed; before the script imports it."""
    if importlib.util.find_spec(package) is None:
        sys.exit(fail(_not_installed(package)))


def _not_installed(package: str) -> str:
    source = f"'ludicrous-ludo[{EXTRAS[package]}]'" if package in EXTRAS else package
    return f"{package} is not installed; it comes with: pip install {source}"


# -- options ---------------------------------------------------------------------------------------


class Parser(argparse.ArgumentParser):
    """A parser that tells of a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise `BadOption`."""
        raise BadOption(message)


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


class Number:
    """Reads an option: a number within a range, ends included."""

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high

    def __call__(self, text: str) -> float:
        """The number written as ``text``; an error that says what is allowed."""
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not self.low <= number <= self.high:
            allowed = f"a number from {self.low:g} to {self.high:g}"
            raise argparse.ArgumentTypeError(f"{text!r}, allowed: {allowed}")
        return number


def filled(text: str) -> str:
    """Reads an option that is any text but the empty one."""
    if not text:
        raise argparse.ArgumentTypeError("'', allowed: a text that is not empty")
    return text


def file_to_write(text: str) -> str:
    """Reads an option: a file that can be written when the work is done, new or not."""
    path = Path(text)
    folder = path.parent
    if not text or path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise argparse.ArgumentTypeError(
            f"{text!r}, allowed: a file in a folder that is there and can be written to"
        )
    return text
