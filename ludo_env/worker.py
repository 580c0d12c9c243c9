"""The processes of a batch: what each is told, and what it does with its games."""

from __future__ import annotations

import multiprocessing
import os
import signal
from contextlib import suppress
from ctypes import Array, c_int, c_uint8
from dataclasses import dataclass
from math import prod
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.sharedctypes import RawArray
from time import monotonic
from typing import Any, Final
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from ludo_env.arrays import columns, of_batch, view
from ludo_env.batch import Batch
from ludo_env.cores import Share, allowed, current
from ludo_env.deaf import deaf
from ludo_env.doorbell import AWAKE, Doorbell
from ludo_env.engine.game import Game
from ludo_env.errors import BadWorker
from ludo_env.observation import Schema
from ludo_env.observation.schema import GAMES, Factory
from ludo_env.rules import LudicrousRules, RuleSet

ALIGNMENT: Final = 64
"""Every array begins at a multiple of this many bytes: a line of the processor's cache."""
RESULTS: Final = ("rewards", "places", "terminated", "truncated", "lengths")
"""The arrays that change only when a game ends, and one step later."""
BLOCK: Final = 384 * 1024
"""Bytes of observations that are written before they are copied: the nearer caches hold them."""
RAISED: Final = 1
"""The exit code of a process in which an error was raised."""
GUARD: Final = (
    "it reads the script that started it, which must be a file and keep what it does "
    'below `if __name__ == "__main__":`'
)
"""What is wrong most often when a process does not begin."""
PATIENCE: Final = 5.0
"""Seconds that a process gets to end by itself."""

# What a process is asked for, by a number in shared memory.
STEP: Final = 0
"""Play the chosen actions."""
STEP_AND_DRAW: Final = 1
"""Play them, then draw the next random actions, which are likely to be wanted."""
DRAW: Final = 2
"""Draw random actions."""
TAKE_BACK: Final = 3
"""Random actions that were drawn were not wanted."""
MESSAGE: Final = 4
"""Answer what comes through the pipe: the row of a game, or the seeds of a reset."""
END: Final = 5
FAILED: Final = 6
"""The answer of a process that can not go on: why comes through the pipe."""

Seeds = list[int] | None
"""The seeds of the games of a process; None goes on to the next of each row."""

Message = int | Seeds
"""What a process is told through the pipe: a row, to answer with its game, or a reset."""

Block = Array[c_uint8]
Place = tuple[str, type[np.generic], tuple[int, ...], int]
"""An array in a block: name, type, shape for one game, first byte."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What a process is told when it begins."""

    block: Block
    n: int
    share: int
    """Which share of the games it is, from 0, ..."""
    shares: int
    """... of how many."""
    rows: slice
    seeds: list[int]
    rules: RuleSet | LudicrousRules
    players: int
    game: str
    encoders: dict[str, Factory]
    auto_pass: bool


STARTED: Final[WeakSet[SpawnProcess]] = WeakSet()
"""The processes of all batches."""


def disown() -> None:
    """In a process that was forked off: have multiprocessing end no process of its parent at exit.

    It forgets its children only in what it forks off itself.
    """
    children: set[object] = getattr(multiprocessing.process, "_children", set())
    children.difference_update(STARTED)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=disown)


class Worker:
    """A process, seen from the one that started it."""

    def __init__(self, name: str, job: Job) -> None:
        context = multiprocessing.get_context("spawn")
        self.name = f"{name} (games {job.rows.start} to {job.rows.stop - 1})"
        self.request: Array[c_int] = RawArray(c_int, 2)
        """What is asked for, and the core of the process that asks."""
        awake = AWAKE if job.shares <= len(allowed()) else 0.0
        self.asked, self.answered = Doorbell(context, awake), Doorbell(context, awake)
        self.pipe, theirs = context.Pipe()
        arguments = (job, self.request, self.asked, self.answered, theirs)
        self.process: SpawnProcess = context.Process(target=serve, args=arguments, daemon=True)
        self.begun = False
        STARTED.add(self.process)
        try:
            with deaf():
                self.process.start()
        finally:
            theirs.close()

    def ask(self, request: int) -> None:
        """Ask it for something. If it has gone, `wait` tells."""
        self.request[0] = request
        self.request[1] = current()
        self.asked.ring()

    def send(self, message: Message) -> None:
        """Tell what a request is about."""
        with suppress(OSError):
            self.pipe.send(message)

    def wait(self) -> None:
        """Wait until it is done. Raises `BadWorker`."""
        try:
            self.answered.wait(self.process.is_alive)
        except EOFError:
            raise self.gone() from None
        self.begun = True
        if self.request[0] == FAILED:
            raise BadWorker(f"{self.name} failed: {self.receive()}")

    def receive(self) -> object:
        """What it answers to a message. Raises `BadWorker`."""
        try:
            answer: object = self.pipe.recv()
        except (EOFError, OSError):
            raise self.gone() from None
        return answer

    def gone(self) -> BadWorker:
        """How it ended."""
        self.process.join(PATIENCE)
        code = self.process.exitcode
        hint = "" if self.begun or code != RAISED else f" before it had begun; {GUARD}"
        return BadWorker(f"{self.name} ended with exit code {code}{hint}")


def serve(
    job: Job, request: Array[c_int], asked: Doorbell, answered: Doorbell, pipe: Connection
) -> None:
    """What a process does: answer until it is told to end, or nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it hears of it
    parent = multiprocessing.parent_process()
    assert parent is not None
    with suppress(EOFError, OSError):
        try:
            share = Share(job.share)
            rows = Rows(job)
            answered.ring()
            while True:
                asked.wait(parent.is_alive)
                share.avoid(request[1])
                if request[0] == END:
                    return
                if request[0] == MESSAGE:
                    answer = rows.answer(pipe.recv())
                    # Rung first: a pipe takes little that nobody reads.
                    answered.ring()
                    pipe.send(answer)
                else:
                    rows.do(request[0])
                    answered.ring()
        except (EOFError, OSError):
            raise
        except Exception as error:
            request[0] = FAILED
            answered.ring()
            pipe.send(f"{type(error).__name__}: {error}")


class Rows:
    """The games of one process."""

    def __init__(self, job: Job) -> None:
        table = GAMES[job.game]
        for name, factory in job.encoders.items():
            table.setdefault(name, factory)
        encoding = Schema(tuple(job.encoders), job.game).encoding
        self.batch = Batch(job.rules, job.players, job.seeds, encoding, job.auto_pass)
        shared = lay_out(memoryview(job.block), encoding.size, self.batch.actions, job.n)
        own = of_batch(self.batch)
        own["chosen"] = view(self.batch.drawn, np.int64)
        pairs = {name: Pair(array[job.rows], own[name]) for name, array in shared.items()}
        self.chosen = pairs.pop("chosen")
        self.results = [pairs.pop(name) for name in RESULTS]
        self.blocks = [
            (rows, [pair.part(rows) for pair in pairs.values()])
            for rows in split(self.batch.n, max(1, BLOCK // encoding.size))
        ]
        """What is copied while it is in the processor's cache."""
        self.show()

    def do(self, request: int) -> None:
        """What is asked for by a number."""
        if request == TAKE_BACK:
            self.batch.take_back()
            return
        if request != DRAW:
            self.step()
        if request != STEP:
            self.batch.draw()
            self.chosen.copy()

    def step(self) -> None:
        """Play the chosen actions, which are known to be legal, and show what follows."""
        actions = self.chosen.shared.tolist()
        told = self.batch.results
        for rows, pairs in self.blocks:
            self.batch.play(actions, rows.start, rows.stop)
            for pair in pairs:
                pair.copy()
        if told + self.batch.results != 0:
            for pair in self.results:
                pair.copy()

    def show(self) -> None:
        """Copy everything to where all processes see it."""
        for pairs in [*(pairs for _, pairs in self.blocks), self.results]:
            for pair in pairs:
                pair.copy()

    def reset(self, seeds: Seeds) -> None:
        """Begin all games anew."""
        self.batch.reset(seeds)
        self.show()

    def answer(self, message: Message) -> Game | None:
        """A copy of the game of a row, or a reset to seeds."""
        if isinstance(message, int):
            return self.game(message)
        self.reset(message)
        return None

    def game(self, row: int) -> Game:
        """A copy of a game."""
        return Game.of(self.batch.states[row])


@dataclass(frozen=True, slots=True)
class Pair:
    """An array that all processes see, and the one that the engine of this process writes."""

    shared: NDArray[Any]
    own: NDArray[Any]

    def part(self, rows: slice) -> Pair:
        """Some rows of both."""
        return Pair(self.shared[rows], self.own[rows])

    def copy(self) -> None:
        """Show what is here."""
        np.copyto(self.shared, self.own)


def split(n: int, size: int) -> list[slice]:
    """``n`` rows, cut into blocks of at most so many."""
    return [slice(first, min(first + size, n)) for first in range(0, n, size)]


def lay_out(memory: memoryview, size: int, actions: int, n: int) -> dict[str, NDArray[Any]]:
    """The arrays of ``n`` games in a block of memory, by name, and ``chosen``, their actions.

    The arrays keep the memory; it goes when the last of them does. Where the memory is read-only
    they are, and numpy makes none of them writable.
    """
    return {
        name: np.frombuffer(memory, dtype, n * prod(shape), start).reshape(n, *shape)
        for name, dtype, shape, start in places(size, actions, n)[0]
    }


def places(size: int, actions: int, n: int) -> tuple[list[Place], int]:
    """Where each array of ``n`` games begins in the block, and the bytes of them all."""
    found, at = [], 0
    widths = columns(size, actions)
    widths["chosen"] = (np.int64, ())  # the actions
    for name, (dtype, shape) in widths.items():
        found.append((name, dtype, shape, at))
        at += n * prod(shape) * np.dtype(dtype).itemsize
        at += -at % ALIGNMENT
    return found, at


def end(workers: list[Worker], owner: int) -> None:
    """End processes: those that wait, those in the middle of an answer, and those that are stopped.

    Only the process that started them may: one that was forked off it has copies of everything.
    """
    if os.getpid() != owner:
        return
    for worker in workers:
        worker.ask(END)
        worker.pipe.close()
    for worker in left(workers):
        worker.process.terminate()
    for worker in left(workers):
        worker.process.kill()
    for worker in workers:
        worker.process.join()
        worker.process.close()


def left(workers: list[Worker]) -> list[Worker]:
    """Those that have not ended, when all together have had some time for it."""
    end = monotonic() + PATIENCE
    for worker in workers:
        worker.process.join(max(0.0, end - monotonic()))
    return [worker for worker in workers if worker.process.exitcode is None]
