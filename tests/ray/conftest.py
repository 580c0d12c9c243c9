"""A cluster of two nodes on this machine, and what Ray itself must be forgiven."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
NODE: dict[str, Any] = {
    "num_cpus": 1,
    "object_store_memory": 100_000_000,
    "include_log_monitor": False,
}
HEAD: dict[str, Any] = NODE | {"include_dashboard": False, "no_monitor": True}
STARTS = 3


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Ray and what it brings warn of one another, and leave sockets and files to their end."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.filterwarnings("ignore"))
            item.add_marker(pytest.mark.timeout(900))  # the first starts the cluster


def ray_or_skip() -> Any:
    """Ray; without it the tests of a module are skipped."""
    return pytest.importorskip("ray", reason="Ray is not installed here: make test-ray runs these")


class Nodes:
    """A cluster: its head, whose core this process uses too, and nodes beside it."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self.cluster = Cluster(initialize_head=True, head_node_args=HEAD)
        self.others: list[Any] = []

    def fill(self) -> None:
        """Have two nodes, whatever has become of the second."""
        if not self.others:
            self.others.append(self.cluster.add_node(**NODE))
            self.cluster.wait_for_nodes()

    def lose(self) -> None:
        """Kill the second node, and all that runs there."""
        self.cluster.remove_node(self.others.pop(), allow_graceful=False)

    def workers(self, task: str) -> list[int]:
        """The processes that do tasks or are actors of a name."""
        nodes = [self.cluster.head_node, *self.others]
        raylets = [node.all_processes["raylet"][0].process.pid for node in nodes]
        found = []
        for folder in Path("/proc").iterdir():
            with suppress(OSError, ValueError):
                number = int(folder.name)
                name = (folder / "cmdline").read_text()
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                if name.startswith(f"ray::{task}") and parent in raylets:
                    found.append(number)
        return found


@pytest.fixture(scope="session")
def _started() -> Iterator[Nodes]:
    for tries in range(1, STARTS + 1):
        try:
            started = Nodes()
            break
        except Exception:  # Ray gives itself 30 seconds, too few on a very busy machine
            if tries == STARTS:
                raise
    yield started
    started.cluster.shutdown()


@pytest.fixture
def nodes(_started: Nodes, monkeypatch: pytest.MonkeyPatch) -> Nodes:
    """Two nodes with a core each, which ``RAY_ADDRESS`` names."""
    _started.fill()
    monkeypatch.setenv("RAY_ADDRESS", _started.cluster.address)
    return _started


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test joins a cluster that somebody else works with."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    if "RAY_ADDRESS" in os.environ:
        monkeypatch.delenv("RAY_ADDRESS")
