"""The batch environment in several processes, over arrays in shared memory."""

from __future__ import annotations

import multiprocessing
import signal
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from ctypes import Array, c_uint8
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.sharedctypes import RawArray
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludo_env.arrays import columns, of_batch, view
from ludo_env.batch import Batch, check_choice
from ludo_env.board import PARTIES
from ludo_env.engine.game import Game, new_state
from ludo_env.errors import BadOption, BadWorker, IllegalAction
from ludo_env.observation import Schema
from ludo_env.observation.schema import GAMES, Factory
from ludo_env.rules import LudicrousRules, RuleSet
from ludo_env.vector import Actions, VecEnv

ALIGNMENT: Final = 64
"""Every array begins at a multiple of this many bytes: a line of the processor's cache."""
WIDE: Final = ("observations", "masks")
"""The arrays that hold most of what a game shows."""
BLOCK: Final = 128
"""Games that are played before what they show is copied: as much as the nearer caches hold."""
EVERY_ROW: Final = slice(None)
PATIENCE: Final = 5.0
"""Seconds that a process gets to end by itself."""

Seeds = list[int] | None
"""The seeds of the games of a process; None goes on to the next of each row."""

STEP: Final = "step"
RANDOM: Final = "random"
Request = str | int | Seeds
"""What a process is asked for: a step, random actions, one of its games by row, or a reset."""

Block = Array[c_uint8]
Place = tuple[str, type[np.generic], tuple[int, ...], int]
"""An array in a block: name, type, shape for one game, first byte."""


class SharedVecEnv(VecEnv):
    """A `VecEnv` whose games are shared out among processes. Make it with `make_vec`.

    The games, the arrays and what is refused are those of one process with the same seed. This
    process plays the first share itself. The arrays lie in memory that all processes share: each
    copies there what it has played, once a step. Passing a step on takes some 50 microseconds, so
    there should be hundreds of games a process.

    ``close()``, the end of a ``with`` block, or the last reference going ends the other processes;
    they also end when this one does, however that happens. The arrays stay readable. The others
    are spawned: a script must keep what it does below ``if __name__ == "__main__":``, and encoders
    of one's own must be functions or classes of a module.

    Args:
        processes: how many, this one included, 1 to ``n``; the rest is as for `VecEnv`.

    Raises:
        BadWorker: (from any call) a process failed, or ended; the batch is then closed.
    """

    def __init__(
        self,
        n: int,
        rules: str | RuleSet | LudicrousRules = "classic",
        players: int = PARTIES,
        *,
        seed: int = 0,
        layout: str | Sequence[str] = "flat",
        auto_pass: bool = True,
        processes: int,
    ) -> None:
        whole = isinstance(processes, int) and not isinstance(processes, bool)
        if not whole or not 1 <= processes <= max(n, 1):
            raise BadOption(f"processes: {processes!r}, allowed: 1 to the number of games, {n}")
        self.processes = processes
        super().__init__(n, rules, players, seed=seed, layout=layout, auto_pass=auto_pass)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; see `VecEnv.reset`."""
        seeds = None if seed is None else self._seeds(seed)
        self._drawn = False
        self._ask([None if seeds is None else seeds[rows] for rows in self._split])

    def step(self, actions: Actions) -> None:
        """Take one action in every game; see `VecEnv.step`."""
        numbers = self._whole(actions)
        # What the processes have drawn themselves is legal; the masks lie in their caches.
        if not (self._drawn and np.array_equal(numbers, self._chosen)):
            self._check(numbers)
            self._chosen[:] = numbers
        self._drawn = False
        self._ask([STEP] * self.processes)

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for every game, those of one process with the same seed."""
        self._ask([RANDOM] * self.processes)
        self._drawn = True
        return self._chosen.copy()

    def game(self, i: int) -> Game:
        """A copy of game ``i``, to look at."""
        self._check_row(i)
        self._check_open()
        k = next(k for k, rows in enumerate(self._split) if i < rows.stop)
        row = i - self._split[k].start
        if k == 0:
            return self._own.game(row)
        worker = self._workers[k - 1]
        with self._closing():
            worker.ask(row)
            game = worker.answer()
        assert isinstance(game, Game)
        return game

    def close(self) -> None:
        """End the processes. The arrays stay as they are."""
        self._end()

    def _open(self, seeds: list[int]) -> dict[str, NDArray[Any]]:
        check_choice(self.rules, self.auto_pass)
        actions = int(new_state(self.rules, self.players).actions)
        block = RawArray(c_uint8, _places(self.schema.size, actions, self.n)[1])
        self._offsets = np.arange(self.n) * actions
        bounds = np.linspace(0, self.n, self.processes + 1).astype(int).tolist()
        self._split = [slice(*pair) for pair in pairwise(bounds)]
        table = GAMES[self.schema.game]
        jobs = [
            Job(
                block=block,
                n=self.n,
                rows=rows,
                seeds=seeds[rows],
                rules=self.rules,
                players=self.players,
                game=self.schema.game,
                encoders={name: table[name] for name in self.schema.names},
                auto_pass=self.auto_pass,
            )
            for rows in self._split
        ]
        arrays = lay_out(block, self.schema.size, actions, self.n)
        self._chosen = arrays.pop("chosen")
        for array in arrays.values():
            array.flags.writeable = False
        self._drawn = False
        """Whether ``chosen`` holds random actions for the games as they are now."""
        self._workers: list[Worker] = []
        self._end = weakref.finalize(self, _end, self._workers)
        with self._closing():
            for k, job in enumerate(jobs[1:], 2):
                self._workers.append(Worker(f"process {k} of {self.processes}", job))
            self._own = Rows(jobs[0])
            for worker in self._workers:
                worker.answer()
        return arrays

    def _ask(self, requests: Sequence[Request]) -> None:
        """Have every process do something, this one too."""
        self._check_open()
        with self._closing():
            for worker, request in zip(self._workers, requests[1:], strict=True):
                worker.ask(request)
            try:
                self._own.do(requests[0])
            except Exception as error:
                what = f"{type(error).__name__}: {error}"
                raise BadWorker(f"process 1 of {self.processes} failed: {what}") from error
            for worker in self._workers:
                worker.answer()

    def _check_open(self) -> None:
        if not self._end.alive:
            raise BadOption("the batch is closed, allowed: a new one")

    @contextmanager
    def _closing(self) -> Iterator[None]:
        """Close if anything goes wrong: answers that nobody waited for would come later."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def _whole(self, actions: Actions) -> NDArray[np.int64]:
        """The actions as 64-bit numbers."""
        if isinstance(actions, np.ndarray) and actions.ndim == 1 and actions.dtype == np.int64:
            return actions.astype(np.int64, copy=False)
        try:
            return np.array(self._numbers(actions), np.int64)
        except OverflowError:
            raise BadOption(f"actions: {actions!r}, allowed: 0..{self.actions - 1}") from None

    def _check(self, numbers: NDArray[np.int64]) -> None:
        """Refuse actions that are not legal, before any process hears of them."""
        if len(numbers) != self.n:
            raise BadOption(f"{len(numbers)} actions for {self.n} games, one for each is needed")
        masks = self.action_masks.reshape(-1)
        inside = numbers.min() >= 0 and numbers.max() < self.actions
        if inside and masks.take(self._offsets + numbers).all():
            return
        for row, action in enumerate(numbers.tolist()):
            legal = np.flatnonzero(self.action_masks[row]).tolist()
            if action not in legal:
                raise IllegalAction(f"{action} in game {row}", [str(number) for number in legal])


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What a process is told when it begins."""

    block: Block
    n: int
    rows: slice
    seeds: list[int]
    rules: RuleSet | LudicrousRules
    players: int
    game: str
    encoders: dict[str, Factory]
    auto_pass: bool


@dataclass(frozen=True, slots=True)
class Failure:
    """The answer of a process that can not go on."""

    text: str


class Worker:
    """A process, seen from the one that started it."""

    def __init__(self, name: str, job: Job) -> None:
        context = multiprocessing.get_context("spawn")
        self.name = f"{name} (games {job.rows.start} to {job.rows.stop - 1})"
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=serve, args=(theirs, job), daemon=True)
        try:
            self.process.start()
        finally:
            theirs.close()

    def ask(self, request: Request) -> None:
        """Ask it for something. If it has gone, `answer` tells."""
        with suppress(OSError):
            self.pipe.send(request)

    def answer(self) -> object:
        """What it answers. Raises `BadWorker`."""
        try:
            answer: object = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(PATIENCE)
            how = f"ended with exit code {self.process.exitcode}"
            raise BadWorker(f"{self.name} {how}") from None
        if isinstance(answer, Failure):
            raise BadWorker(f"{self.name} failed: {answer.text}")
        return answer


def serve(pipe: Connection, job: Job) -> None:
    """What a process does: answer until nobody is at the other end of the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it hears of it
    with suppress(EOFError, OSError):
        try:
            rows = Rows(job)
            pipe.send(None)
            while True:
                pipe.send(rows.do(pipe.recv()))
        except (EOFError, OSError):
            raise
        except Exception as error:
            pipe.send(Failure(f"{type(error).__name__}: {error}"))


class Rows:
    """The games of one process."""

    def __init__(self, job: Job) -> None:
        table = GAMES[job.game]
        for name, factory in job.encoders.items():
            table.setdefault(name, factory)
        encoding = Schema(tuple(job.encoders), job.game).encoding
        self.batch = Batch(job.rules, job.players, job.seeds, encoding, job.auto_pass)
        shared = lay_out(job.block, encoding.size, self.batch.actions, job.n)
        self.chosen = shared.pop("chosen")[job.rows]
        own = of_batch(self.batch)
        pairs = {name: (array[job.rows], own[name]) for name, array in shared.items()}
        self.wide = [pairs.pop(name) for name in WIDE]
        """The shared and the own array of what is copied while it is in the processor's cache."""
        self.narrow = list(pairs.values())
        self.drawn = view(self.batch.drawn, np.int64)
        self.show()

    def step(self) -> None:
        """Play the chosen actions, which are known to be legal, and show what follows."""
        actions = self.chosen.tolist()
        for first in range(0, self.batch.n, BLOCK):
            rows = slice(first, min(first + BLOCK, self.batch.n))
            self.batch.play(actions, rows.start, rows.stop)
            copy(self.wide, rows)
        copy(self.narrow, EVERY_ROW)

    def show(self) -> None:
        """Copy what the engine has written to where all processes see it."""
        copy(self.wide, EVERY_ROW)
        copy(self.narrow, EVERY_ROW)

    def do(self, request: Request) -> object:
        """What is asked for; the answer."""
        if isinstance(request, int):
            return self.game(request)
        if request == RANDOM:
            self.batch.draw()
            np.copyto(self.chosen, self.drawn)
            return None
        if request == STEP:
            self.step()
        elif not isinstance(request, str):
            self.batch.reset(request)
            self.show()
        return None

    def game(self, row: int) -> Game:
        """A copy of a game."""
        return Game.of(self.batch.states[row])


def copy(pairs: list[tuple[NDArray[Any], NDArray[Any]]], rows: slice) -> None:
    """Copy rows of own arrays to the shared ones."""
    for shared, own in pairs:
        np.copyto(shared[rows], own[rows])


def lay_out(block: Block, size: int, actions: int, n: int) -> dict[str, NDArray[Any]]:
    """The arrays of ``n`` games in a block of memory, by name, and ``chosen``, their actions.

    The arrays keep the memory; it goes when the last of them does.
    """
    memory = memoryview(block)
    return {
        name: np.frombuffer(memory, dtype, n * prod(shape), start).reshape(n, *shape)
        for name, dtype, shape, start in _places(size, actions, n)[0]
    }


def _places(size: int, actions: int, n: int) -> tuple[list[Place], int]:
    """Where each array of ``n`` games begins in the block, and the bytes of them all."""
    places, at = [], 0
    widths = columns(size, actions)
    widths["chosen"] = (np.int64, ())  # the actions
    for name, (dtype, shape) in widths.items():
        places.append((name, dtype, shape, at))
        at += n * prod(shape) * np.dtype(dtype).itemsize
        at += -at % ALIGNMENT
    return places, at


def _end(workers: list[Worker]) -> None:
    """End processes: each goes when its pipe is closed."""
    for worker in workers:
        worker.pipe.close()
    for worker in workers:
        worker.process.join(PATIENCE)
        if worker.process.exitcode is None:
            worker.process.terminate()
            worker.process.join()
        worker.process.close()
