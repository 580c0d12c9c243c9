"""Where a command plays: the options, and what they mean."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ludo_env.commands._common import WholeNumber, cores

if TYPE_CHECKING:
    from evaluation.workers import Workers


def add_workers(parser: argparse.ArgumentParser) -> None:
    """The options that say who plays."""
    parser.add_argument(
        "--workers", type=WholeNumber(1), metavar="N", help="processes (default: one a core)"
    )
    parser.add_argument(
        "--ray",
        action="store_true",
        help="play as tasks of Ray: on the cluster that RAY_ADDRESS names, or on this machine",
    )


@contextmanager
def workers_of(args: argparse.Namespace) -> Iterator[int | Workers]:
    """What the options ask for, while it is there. Raises `BadOption`: no cluster."""
    if not args.ray:
        yield args.workers or cores()
        return
    from evaluation.cluster import RayWorkers, cluster

    with cluster(args.workers or cores()):
        yield RayWorkers(args.workers)
