"""``ludo rules``: every rule with its source, what plays it and which tests pin it."""

from __future__ import annotations

import argparse
from typing import Final

from ludo_env.commands._common import add_common, print_json
from ludo_env.errors import BadOption

HELP: Final = "list the rules by id: source, functions, tests"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("ids", nargs="*", metavar="ID", help="only these rules (default: all)")
    add_common(parser, "as everywhere; here nothing is drawn")


def run(args: argparse.Namespace) -> int:
    """Print the rules; the exit code.

    Raises:
        LudoError: an id that there is not.
    """
    from ludo_env.rules.catalogue import rows

    table = {row["id"]: row for row in rows()}
    for wanted in args.ids:
        if wanted not in table:
            raise BadOption(f"unknown rule {wanted!r}, allowed: {', '.join(table)}")
    chosen = [table[wanted] for wanted in args.ids or table]
    if args.json:
        print_json({"rules": chosen})
        return 0
    for row in chosen:
        print(f"{row['id']}  [{row['source']}]  {row['text']}")
        for place in row["functions"]:
            print(f"    played by  {place}")
        for place in row["tests"]:
            print(f"    pinned by  {place}")
    return 0
