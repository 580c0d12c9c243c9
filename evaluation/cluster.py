"""Games as tasks of Ray, on all nodes of a cluster, or on one started here for the occasion.

A task that is lost with its process or its node is played again elsewhere. Its games have the same
numbers and so the same seeds, and only what the last try gives arrives: nothing is lost or counted
twice.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import ray
from ray.exceptions import RayError, RayTaskError

from evaluation.host import Host, is_program, try_programs
from evaluation.match import Match, Result
from evaluation.store import identity
from evaluation.workers import Games, Task
from ludo_env import __version__, _build
from ludo_env.errors import BadOption, LudoError

ADDRESS: Final = "RAY_ADDRESS"
"""The variable that names the cluster to join, as all of Ray reads it."""
HERE: Final = "local"
"""The address of a Ray that is started for this process and ends with it."""
AUTO: Final = "auto"
"""The address of whatever cluster this machine belongs to."""
PATIENCE: Final = 10.0
"""Seconds in which the head of a cluster must answer."""
STORE: Final = 200_000_000
"""Bytes of the object store of such a Ray; what games and networks send is small."""
STARTS: Final = 3
"""So often it is tried to start it."""
QUIET: Final = {"log_to_driver": False, "logging_level": "ERROR"}
SECONDS: Final = 0.2
"""About how long a task takes; handing it out and back takes a hundredth of that."""
PROGRAM_SECONDS: Final = 10.0
"""The same where other programs play, which are started anew for every task."""
AHEAD: Final = 2
"""Tasks handed out for each core, so that none has to wait."""
RETRIES: Final = 5
"""So often a task is tried again whose process or node was lost."""


class ClusterFault(LudoError):
    """The cluster failed, or a node of it does not hold what this process holds."""


@contextmanager
def cluster(cores: int | None = None) -> Iterator[None]:
    """Be connected to Ray: to the cluster of ``RAY_ADDRESS``, otherwise to one of this machine.

    A program that is connected already stays so.

    Args:
        cores: of this machine that are used, all if None; a cluster knows its own.

    Raises:
        BadOption: there is no cluster at that address.
    """
    if ray.is_initialized():
        yield
        return
    address = os.environ.get(ADDRESS) or HERE
    try:
        with _own_termination():
            if address == HERE:
                start(cores)
            else:
                join(address)
        yield
    finally:
        ray.shutdown()


@contextmanager
def _own_termination() -> Iterator[None]:
    """What SIGTERM does stays as it is, though Ray has other ideas."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread() and before is not None:
            signal.signal(signal.SIGTERM, before)


def start(cores: int | None) -> None:
    """Start Ray on this machine. Raises `ClusterFault`."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing leaves this machine
    own = {"num_cpus": cores, "object_store_memory": STORE, "include_dashboard": False}
    for tries in range(1, STARTS + 1):
        try:
            ray.init(HERE, **own, **QUIET)
            return
        except Exception as error:  # Ray gives itself 30 seconds, too few on a very busy machine
            if tries == STARTS:
                raise ClusterFault(f"Ray cannot be started here: {error}") from None
            ray.shutdown()


def join(address: str) -> None:
    """Join a cluster. Raises `BadOption`."""
    if address != AUTO:
        check(address)
    try:
        ray.init(address, **QUIET)
    except Exception as error:  # those of a wrong address share no other base
        raise BadOption(f"{ADDRESS}: {address!r}: {error}") from None


def check(address: str) -> None:
    """Refuse an address where nobody answers, for which Ray would wait for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or "/" in host:
        raise BadOption(
            f"{ADDRESS}: {address!r}, allowed: {HERE}, {AUTO}, or HOST:PORT of the head of a "
            "cluster to which this machine belongs"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise BadOption(f"{ADDRESS}: {address!r}: nobody answers there: {error}") from None


class RayWorkers:
    """Tasks of Ray, on all nodes of the cluster that this process is connected to.

    Args:
        most: tasks at once; as many as the cluster has cores if None.
    """

    def __init__(self, most: int | None = None) -> None:
        self.most = most

    def play(self, matches: Sequence[Match], tasks: Iterator[Task]) -> Games:
        """See `Workers`. Raises `ClusterFault` besides."""
        remote = ray.remote(play_batch).options(max_retries=RETRIES)
        orders = [ray.put(Order.of(match)) for match in matches]
        batches = Batches(tasks, [seconds_of(match) for match in matches])
        waiting: dict[Any, int] = {}
        try:
            while True:
                while len(waiting) < self.room() and (batch := batches.next()):
                    index, numbers = batch
                    waiting[remote.remote(orders[index], numbers)] = index
                if not waiting:
                    break
                (ready, *_), _ = ray.wait(list(waiting))
                seconds, results = ray.get(ready)
                index = waiting.pop(ready)
                batches.heard(index, seconds / len(results))
                yield index, results
        except RayTaskError as error:
            if isinstance(error.cause, LudoError):
                raise error.cause from None
            raise ClusterFault(f"a task failed: {error.cause!r}") from None
        except RayError as error:
            raise ClusterFault(f"{type(error).__name__}: {error}") from None
        finally:
            for ref in waiting:
                ray.cancel(ref)

    def room(self) -> int:
        """How many tasks may be under way or wait for a core, now: nodes come and go."""
        cores = max(int(ray.cluster_resources().get("CPU", 0)), 1)
        return AHEAD * cores if self.most is None else min(AHEAD * cores, self.most)


class Batches:
    """Tasks of the arena joined to longer ones, all games of one match.

    Args:
        tasks: of the arena.
        seconds: about how long one may take, for every match.
    """

    def __init__(self, tasks: Iterator[Task], seconds: Sequence[float]) -> None:
        self.tasks = tasks
        self.seconds = seconds
        self.left: Task | None = None
        """A task that has been taken and not been given."""
        self.pace: dict[int, float] = {}
        """Seconds that a game of a match takes; of a match that was not played yet, unknown."""

    def heard(self, index: int, pace: float) -> None:
        """A game of a match has taken so many seconds."""
        self.pace[index] = pace

    def next(self) -> Task | None:
        """The next task; None if there is none left."""
        first, self.left = self.left or next(self.tasks, None), None
        if first is None:
            return None
        index, numbers = first
        most = self.seconds[index] / self.pace[index] if index in self.pace else 0
        while len(numbers) < most:
            self.left = next(self.tasks, None)
            if self.left is None or self.left[0] != index:
                break
            numbers += self.left[1]
            self.left = None
        return index, numbers


def seconds_of(match: Match) -> float:
    """About how long a task of a match may take."""
    return PROGRAM_SECONDS if any(map(is_program, match.agents)) else SECONDS


@dataclass(frozen=True, slots=True)
class Order:
    """A match, and what everybody who plays it must have alike.

    Attributes:
        match: the match.
        code: a hash of the engine and the compiled bots.
        agents: the agents, models with the hash of their file.
    """

    match: Match
    code: str
    agents: tuple[str, ...]

    @classmethod
    def of(cls, match: Match) -> Order:
        """The order as this process knows it. Raises `BadAgent`: a model cannot be read."""
        sources = json.dumps([__version__, _build.hashes()])
        code = hashlib.sha256(sources.encode()).hexdigest()
        return cls(match, code, tuple(identity(spec) for spec in match.agents))

    def check(self) -> None:
        """Raise `ClusterFault` if this process has other code or models."""
        own = Order.of(self.match)
        node = ray.util.get_node_ip_address()
        if own.code != self.code:
            raise ClusterFault(
                f"node {node}: its ludicrous-ludo is not that of the command; "
                "every node needs the same version"
            )
        for spec, ours, theirs in zip(self.match.agents, own.agents, self.agents, strict=True):
            if ours != theirs:
                raise ClusterFault(f"node {node}: agent {spec}: its model is another one there")


_hosts: dict[tuple[str, ...], Host] = {}
"""In a worker of Ray: the host for the agents of the match that it has played last."""


def play_batch(order: Order, numbers: Sequence[int]) -> tuple[float, list[Result]]:
    """Play games of a match, in a worker of Ray; the seconds that it took, and the games."""
    if order.agents not in _hosts:
        order.check()
        try_programs([order.match])
        _hosts.clear()
        _hosts[order.agents] = Host()
    host = _hosts[order.agents]
    began = time.perf_counter()
    try:
        results = host.play(order.match, numbers)
    finally:
        host.close()  # programs only: a worker of Ray ends without a word
    return time.perf_counter() - began, results
