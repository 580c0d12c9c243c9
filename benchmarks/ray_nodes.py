"""What two nodes of Ray gain over one process: ``python -m benchmarks.ray_nodes``.

Starts a cluster of two nodes with a core each on this machine, and plays the same games in one
process and there, in turn: games a second of both, their ratio, and whether all results are the
same. The start of the cluster, and of the processes on it, is not counted; that of tasks is.
"""

from __future__ import annotations

import json
import logging
import os
import statistics
import sys
import time
from typing import Final

import ludo_env
from ludo_env.script import Parser, WholeNumber, guarded, need

need("ray")

from ray.cluster_utils import Cluster

from evaluation.arena import play_match
from evaluation.cluster import ADDRESS, RayWorkers, cluster
from evaluation.match import Match, Played, make_match
from evaluation.workers import Workers

NODES: Final = 2
STORE: Final = 100_000_000


def timed(match: Match, workers: int | Workers) -> tuple[float, Played]:
    """Games a second, and the games."""
    began = time.perf_counter()
    played = play_match(match, workers=workers)
    return match.games / (time.perf_counter() - began), played


def main() -> None:
    """Measure and print JSON."""
    parser = Parser(description="two nodes of Ray against one process")
    parser.add_argument("agents", nargs="*", default=["sensible", "sensible"])
    parser.add_argument("--rules", default="ludicrous")
    parser.add_argument("--games", type=WholeNumber(1), default=2000)
    parser.add_argument("--turns", type=WholeNumber(1), default=3, help="measurements of each")
    args = parser.parse_args()
    match = make_match(args.agents, args.rules, games=args.games, seed=1)
    logging.getLogger("ray").setLevel(logging.ERROR)
    node = {"num_cpus": 1, "object_store_memory": STORE}
    nodes = Cluster(initialize_head=True, head_node_args=node | {"include_dashboard": False})
    for _ in range(1, NODES):
        nodes.add_node(**node)
    nodes.wait_for_nodes()
    os.environ[ADDRESS] = nodes.address
    alone, together, same = [], [], True
    with cluster():
        workers = RayWorkers()
        play_match(match, workers=workers)  # until every process has started
        for _ in range(args.turns):
            one, expected = timed(match, 1)
            two, played = timed(match, workers)
            alone.append(one)
            together.append(two)
            same = same and played == expected
    nodes.shutdown()
    ratios = [two / one for one, two in zip(alone, together, strict=True)]
    told = {
        "compiled": ludo_env.__compiled__,
        "agents": args.agents,
        "rules": match.rules.text,
        "games": args.games,
        "one_process": [round(figure) for figure in alone],
        "two_nodes": [round(figure) for figure in together],
        "ratio": [round(ratio, 2) for ratio in ratios],
        "median_ratio": round(statistics.median(ratios), 2),
        "same_results": same,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    sys.exit(guarded(main))
