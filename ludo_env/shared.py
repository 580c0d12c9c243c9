"""The batch environment in several processes, over arrays in shared memory."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import weakref
from collections.abc import Sequence
from ctypes import c_uint8
from itertools import pairwise
from multiprocessing.sharedctypes import RawArray
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludo_env.arguments import whole
from ludo_env.batch import check_choice
from ludo_env.board import PARTIES
from ludo_env.engine.game import Game, new_state
from ludo_env.errors import BadOption, BadWorker
from ludo_env.observation.schema import GAMES, Factory
from ludo_env.rules import LudicrousRules, RuleSet
from ludo_env.vector import Actions, Closing, VecEnv
from ludo_env.worker import (
    DRAW,
    MESSAGE,
    STEP,
    STEP_AND_DRAW,
    TAKE_BACK,
    Job,
    Rows,
    Worker,
    end,
    lay_out,
    places,
)


class SharedVecEnv(VecEnv):
    """A `VecEnv` whose games are shared out among processes. Make it with `make_vec`.

    The games, the arrays and what is refused are those of one process with the same seed. This
    process plays the first share itself. The arrays lie in memory that all processes share: each
    copies there what it has played, once a step. Passing a step on takes some microseconds, so
    there should be a hundred games a process. Who waits stays awake for half a millisecond.

    ``close()``, the end of a ``with`` block, or the last reference going ends the other processes;
    they also end when this one does, however that happens. In a process that was forked off this
    one they end nothing. The arrays stay readable. The others
    are spawned: a script must keep what it does below ``if __name__ == "__main__":``, and encoders
    of one's own must be functions or classes of a module.

    Args:
        processes: how many, this one included, 1 to ``n``; the rest is as for `VecEnv`.

    Raises:
        BadWorker: (from any call) a process failed, or ended; the batch is then closed.
    """

    _drawn: bool
    """Whether the chosen actions are random ones that were handed out for this step."""
    _ahead: bool
    """Whether they are random ones that nobody has asked for yet: who plays a step of random
    actions is likely to play another."""

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
        self.processes = whole("processes", processes, 1, whole("n", n, 1))
        if multiprocessing.current_process().daemon:
            what = "in a daemonic process, such as one of a Pool, which may start no others"
            raise BadOption(f"processes: {processes} {what}, allowed: 1")
        super().__init__(n, rules, players, seed=seed, layout=layout, auto_pass=auto_pass)

    def step(self, actions: Actions) -> None:
        """Take one action in every game; see `VecEnv.step`."""
        self._check_open()
        numbers = self._in_64_bits(actions)
        # What the processes have drawn themselves is legal; the masks lie in their caches.
        if self._drawn and numbers.tobytes() == self._chosen.tobytes():
            self._drawn = False
            self._ask(STEP_AND_DRAW)
            self._ahead = True
            return
        self._check_legal(numbers)
        self._forget_drawn()
        self._chosen[:] = numbers
        self._ask(STEP)

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for every game, those of one process with the same seed."""
        self._check_open()
        if not self._ahead:
            self._ask(DRAW)
        self._ahead = False
        self._drawn = True
        return self._chosen.copy()

    def close(self) -> None:
        """End the processes. The arrays stay as they are."""
        super().close()
        self._end()

    def _reset(self, seeds: list[int] | None) -> None:
        self._forget_drawn()
        shares = [None if seeds is None else seeds[rows] for rows in self._split]
        for worker, share in zip(self._workers, shares[1:], strict=True):
            worker.ask(MESSAGE)
            worker.send(share)
        self._own.reset(shares[0])
        for worker in self._workers:
            worker.wait()
            worker.receive()

    def _game(self, row: int) -> Game:
        k = next(k for k, rows in enumerate(self._split) if row < rows.stop)
        row -= self._split[k].start
        if k == 0:
            return self._own.game(row)
        worker = self._workers[k - 1]
        with Closing(self):
            worker.ask(MESSAGE)
            worker.send(row)
            worker.wait()
            game = worker.receive()
        assert isinstance(game, Game)
        return game

    def _open(self, seeds: list[int]) -> dict[str, NDArray[Any]]:
        check_choice(self.rules, self.auto_pass)
        actions = int(new_state(self.rules, self.players).actions)
        block = RawArray(c_uint8, places(self.schema.size, actions, self.n)[1])
        bounds = np.linspace(0, self.n, self.processes + 1).astype(int).tolist()
        self._split = [slice(*pair) for pair in pairwise(bounds)]
        table = GAMES[self.schema.game]
        encoders = {name: table[name] for name in self.schema.names}
        _check_importable(encoders)
        jobs = [
            Job(
                block=block,
                n=self.n,
                share=share,
                shares=self.processes,
                rows=rows,
                seeds=seeds[rows],
                rules=self.rules,
                players=self.players,
                game=self.schema.game,
                encoders=encoders,
                auto_pass=self.auto_pass,
            )
            for share, rows in enumerate(self._split)
        ]
        memory, size = memoryview(block), self.schema.size
        self._chosen = lay_out(memory, size, actions, self.n)["chosen"]
        arrays = lay_out(memory.toreadonly(), size, actions, self.n)
        del arrays["chosen"]
        self._drawn = self._ahead = False
        self._workers: list[Worker] = []
        self._owner = os.getpid()
        self._end = weakref.finalize(self, end, self._workers, self._owner)
        with Closing(self):
            for k, job in enumerate(jobs[1:], 2):
                self._workers.append(Worker(f"process {k} of {self.processes}", job))
            self._own = Rows(jobs[0])
            for worker in self._workers:
                worker.wait()
        return arrays

    def _ask(self, request: int) -> None:
        """Have every process do something, this one too."""
        with Closing(self):
            for worker in self._workers:
                worker.ask(request)
            self._do_own(request)
            for worker in self._workers:
                worker.wait()

    def _do_own(self, request: int) -> None:
        """Do this process's share of something."""
        try:
            self._own.do(request)
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise BadWorker(f"process 1 of {self.processes} failed: {what}") from error

    def _forget_drawn(self) -> None:
        """What was drawn is not played. If nobody has asked for it, it is not even drawn."""
        if self._ahead:
            self._ask(TAKE_BACK)
        self._drawn = self._ahead = False

    def _check_open(self) -> None:
        super()._check_open()
        if os.getpid() != self._owner:
            raise BadOption("the batch is another process's, allowed: one that is made in this one")


def _check_importable(encoders: dict[str, Factory]) -> None:
    """Raise `BadOption` unless other processes can be told what makes each encoder."""
    for name, factory in encoders.items():
        try:
            pickle.dumps(factory)
        except (AttributeError, TypeError, pickle.PicklingError):
            raise BadOption(
                f"encoder {name!r} is made by {factory!r}, which other processes cannot import, "
                "allowed: a function or a class of a module, or processes=1"
            ) from None
