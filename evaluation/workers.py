"""Where games are played: in this process, or in several of this machine."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_any
from multiprocessing.util import Finalize
from typing import Final, Protocol

from evaluation.host import AgentFault, Host
from evaluation.match import Match, Result
from ludo_env.deaf import deaf, hear

AHEAD: Final = 4
"""Tasks handed out for each worker, so that none has to wait."""

Task = tuple[int, tuple[int, ...]]
"""The index of a match, and numbers of games of it."""
Finished = tuple[int, list[Result]]
"""The index of a match, and games of it."""
Games = Generator[Finished, None, None]
"""Games as they are finished; closing it ends what is under way."""


class Workers(Protocol):
    """A place where games are played. What comes of a game does not depend on the place."""

    def play(self, matches: Sequence[Match], tasks: Iterator[Task]) -> Games:
        """Play all tasks, and give their games as they are finished, in any order.

        A task is taken from ``tasks`` when there is somebody to play it.

        Raises:
            AgentFault, LudoError: see `Host.play_game`.
        """
        ...


class Here:
    """This process alone."""

    def play(self, matches: Sequence[Match], tasks: Iterator[Task]) -> Games:
        """See `Workers`."""
        with closing(Host()) as host:
            for index, numbers in tasks:
                yield index, host.play(matches[index], numbers)


class Processes:
    """Processes of this machine. They start afresh, whatever threads this process has.

    Args:
        count: how many.
    """

    def __init__(self, count: int) -> None:
        self.count = count

    def play(self, matches: Sequence[Match], tasks: Iterator[Task]) -> Games:
        """See `Workers`."""
        context = multiprocessing.get_context("spawn")
        theirs, leash = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(
            max_workers=self.count,
            mp_context=context,
            initializer=_start_worker,
            initargs=(theirs,),
        )
        try:
            waiting: dict[Future[list[Result]], int] = {}
            while True:
                for index, numbers in itertools.islice(tasks, AHEAD * self.count - len(waiting)):
                    with deaf():  # the first task starts the processes
                        task = pool.submit(_play, matches[index], numbers)
                    waiting[task] = index
                if not waiting:
                    pool.shutdown()
                    break
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result()
        except BrokenProcessPool:
            raise AgentFault("a worker process died, perhaps out of memory") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            theirs.close()
            leash.close()


_host: Host | None = None
"""The host of a worker process."""


def _start_worker(leash: Connection) -> None:
    """An interruption ends a worker at once and without a word; the arena itself reports it."""
    global _host
    _host = Host()
    threading.Thread(target=_follow_parent, args=(leash,), daemon=True).start()
    signal.signal(signal.SIGINT, lambda number, frame: _end_worker())
    hear()
    # A worker ends without what `atexit` knows of.
    Finalize(None, _host.close, exitpriority=0)


def _follow_parent(leash: Connection) -> None:
    """End this worker when its parent has ended, however that came about, or has let it go."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait_for_any([parent.sentinel, leash])
    _end_worker()


def _end_worker() -> None:
    """End this worker at once, and the programs that play in it."""
    if _host is not None:
        _host.close()
    os._exit(1)


def _play(match: Match, numbers: Sequence[int]) -> list[Result]:
    assert _host is not None
    return _host.play(match, numbers)
