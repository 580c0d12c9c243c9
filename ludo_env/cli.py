"""The command line, ``ludo``. Bad input gives exit code 2 and one line on standard error."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from functools import partial
from typing import Protocol, cast

from ludo_env import __version__, _start, commands
from ludo_env.script import Parser, guarded


class Command(Protocol):
    """A module of `ludo_env.commands`."""

    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """The options of the command."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it; the exit code."""


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
    return guarded(partial(run, argv))


def run(argv: Sequence[str] | None) -> int:
    """Run a command. Raises `LudoError` on bad input."""
    _start.end()
    args = make_parser().parse_args(argv)
    return int(args.run(args))


def open_streams() -> None:
    """Let what is printed go nowhere where the process was started with closed streams."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # until the end
            setattr(sys, name, stream)
