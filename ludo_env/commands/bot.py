"""``ludo bot``: the bots of the project for other programs, over standard input and output."""

from __future__ import annotations

import argparse
from typing import Final

from ludo_env.commands._common import WholeNumber, add_common, print_json

WORKERS: Final = 1

HELP: Final = "offer the bots to another program, over standard input and output"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "--workers",
        type=WholeNumber(1, 64),
        default=WORKERS,
        metavar="N",
        help=f"processes that search (default: {WORKERS})",
    )
    parser.add_argument(
        "--schema", action="store_true", help="print the JSON Schema of all messages, and end"
    )
    add_common(parser, "of bots that are asked without one (default: drawn)")


def run(args: argparse.Namespace) -> int:
    """Serve until the input ends; the exit code."""
    import asyncio

    from agents.service.handlers import schema_of_all

    if args.schema:
        print_json(schema_of_all())
        return 0
    from agents.service.service import Bounds
    from agents.service.stdio import serve_stdio

    asyncio.run(serve_stdio(args.workers, Bounds(), args.seed))
    return 0
