"""``ludo serve``: the bots and a page to play on, over WebSocket and HTTP."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from ludo_env.commands._common import WholeNumber, add_common, cores, print_json

if TYPE_CHECKING:
    from agents.service.service import Bounds
    from agents.service.websocket import Place

HOST: Final = "127.0.0.1"
ALL: Final = "0.0.0.0"
PORT: Final = 8765
LAST_PORT: Final = 65535
CLIENTS: Final = 1000
IDLE: Final = 1800
MOST_WORKERS: Final = 256

HELP: Final = "serve the bots and a page to play on, over WebSocket and HTTP"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "--host",
        type=read_host,
        default=HOST,
        metavar="H",
        help=f"the address to listen at (default: {HOST}, this machine only)",
    )
    parser.add_argument(
        "--port",
        type=WholeNumber(0, LAST_PORT),
        default=PORT,
        metavar="P",
        help=f"the port; 0 takes a free one, which is told (default: {PORT})",
    )
    parser.add_argument(
        "--workers",
        type=WholeNumber(1, MOST_WORKERS),
        metavar="N",
        help="processes that search (default: one a core)",
    )
    parser.add_argument(
        "--clients",
        type=WholeNumber(1),
        default=CLIENTS,
        metavar="N",
        help=f"how many may be connected (default: {CLIENTS})",
    )
    parser.add_argument(
        "--idle",
        type=WholeNumber(1),
        default=IDLE,
        metavar="S",
        help=f"seconds until a session of which nothing is heard is closed (default: {IDLE})",
    )
    parser.add_argument(
        "--origin",
        action="append",
        metavar="O",
        help="another page that may connect, by its origin such as https://example.org; null "
        "stands for files, * for all; may be repeated (default: pages of this machine, and of the "
        "service)",
    )
    add_common(parser, "of bots that are asked without one (default: drawn)")


def read_host(text: str) -> str:
    """Reads the address. Empty, it would stand for all that the machine has."""
    try:
        named = text.strip().encode("idna")
    except UnicodeError:  # no name can be so long, or have such an end
        named = b""
    if not named:
        problem = f"{text!r}, allowed: an address, such as {HOST}, or {ALL} for all of them"
        raise argparse.ArgumentTypeError(problem)
    return text


def run(args: argparse.Namespace) -> int:
    """Serve until ctrl-C or SIGTERM; the exit code."""
    import asyncio
    import logging

    from agents.service.origins import read_origin
    from agents.service.service import Bounds
    from agents.service.websocket import Place

    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    origins = tuple(map(read_origin, args.origin or ()))
    place = Place(args.host, args.port, args.clients, origins)
    bounds = Bounds(idle=args.idle)
    asyncio.run(serve(place, args.workers or cores(), bounds, args.seed, args.json))
    return 0


async def serve(place: Place, workers: int, bounds: Bounds, seed: int | None, json: bool) -> None:
    """Serve until SIGTERM, and tell where."""
    import asyncio
    import contextlib
    import signal
    import sys

    from agents.service.websocket import serving

    end = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # on Windows there is no such signal
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end.set)
    async with serving(place, workers, bounds, seed) as (server, _):
        host, port = next(iter(server.sockets)).getsockname()[:2]
        address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        if json:
            print_json({"page": f"http://{address}/", "socket": f"ws://{address}/", "port": port})
        else:
            print(f"Play at http://{address}/ (frontends: ws://{address}/); ctrl-C ends it")
        sys.stdout.flush()
        await end.wait()
