"""The command line, ``ludo``. Bad input gives exit code 2 and one line on standard error."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from typing import Final, NoReturn, Protocol, cast

from ludo_env import __version__, _start, commands
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


class Command(Protocol):
    """A module of `ludo_env.commands`."""

    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """The options of the command."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it; the exit code."""


class Parser(argparse.ArgumentParser):
    """A parser that tells of a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise `BadOption`."""
        raise BadOption(message)


def make_parser() -> Parser:
    """The parser of the whole command line."""
    parser = Parser(prog="ludo", description="Ludo: bots, arena, training", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"ludo {__version__}")
    chosen = parser.add_subparsers(dest="command", metavar="command", required=True)
    for module in pkgutil.iter_modules(commands.__path__):
        if not module.name.startswith("_"):
            command = cast(Command, importlib.import_module(f"{commands.__name__}.{module.name}"))
            sub = chosen.add_parser(
                module.name, help=command.HELP, description=command.HELP, allow_abbrev=False
            )
            command.add_arguments(sub)
            sub.set_defaults(run=command.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        argv: the arguments; those of the process if None.

    Returns:
        The exit code: 0, 2 after bad input, 130 after ctrl-C, 141 when nobody reads any more.
    """
    open_streams()
    try:
        try:
            _start.end()
            args = make_parser().parse_args(argv)
            return int(args.run(args))
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
            extra = EXTRAS[package]
            return fail(
                f"{package} is not installed; it comes with: pip install 'ludicrous-ludo[{extra}]'"
            )
        raise


def open_streams() -> None:
    """Let what is printed go nowhere where the process was started with closed streams."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # until the end
            setattr(sys, name, stream)


def fail(message: str) -> int:
    """Tell what was wrong in one line; the exit code."""
    print("ludo:", " ".join(message.split()), file=sys.stderr)
    return BAD_INPUT
