"""Searches in processes of their own, so that none keeps another client waiting for long.

An answer is always there in time: when a search has none left, or fails, the spare action of its
question is the answer. One that is stopped tells the best that it has found. A process that goes
on for long after that is ended, and another one takes its place. A search whose process has died is
begun again in another one while time is left.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import sys
import time
from asyncio.subprocess import PIPE, Process
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import agents
from agents.service.faults import Code, ServiceFault
from agents.service.search import Answer, Hear, Question
from agents.service.worker import LENGTH, STOP, frame

log = logging.getLogger(__name__)

SPARE: Final = 1
"""Processes besides those that search: each is ready to take the place of one that has died."""
QUEUE: Final = 256
"""So many searches may wait for each process."""
MARGIN: Final = 0.005
"""Seconds before the deadline at which the spare action is taken."""
SOON: Final = 0.2
"""Seconds that a search which is stopped has to tell the best that it has found."""
GRACE: Final = 2.0
"""Seconds that a search whose answer nobody wants may go on before its process is ended."""
LOADING: Final = 60.0
"""Seconds that a process has to load everything before it is ended."""
LEAVE: Final = 1.0
"""Seconds that a process which has closed its output has to end by itself."""
AGAIN: Final = 0.5
"""Seconds until a process that ended before it was up is started again; each time twice as many,
unless somebody has killed it."""
LONGEST: Final = 30.0
"""The most of these seconds."""
KILLED: Final = -9
"""The exit code of a process that was killed; it might well have started."""
DEATHS: Final = 3
"""So many processes may die under one search; perhaps it is what kills them."""
TRIES: Final = 3
"""So many processes that end before they are up are too many at the beginning."""
ASKERS_KEPT: Final = 1000
"""Of so many clients it is known when it was their turn."""
REASONS: Final = 100
"""So many different failures of bots are told."""
DEAF: Final = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""The service tells a process when to end, not ctrl-C in the terminal that both may share, also
while it is still importing what it needs."""
PROGRAM: Final = (
    *(sys.executable, "-P", "-c"),
    f"{DEAF}; from agents.service.worker import main; main()",
)
DIED: Final = "the search process died"


class Job:
    """A search in the pool: it is answered once, or dropped."""

    def __init__(self, pool: Pool, question: Question, hear: Hear) -> None:
        self.pool = pool
        self.question = question
        self.hear: Hear | None = hear
        self.worker: Worker | None = None
        """Where it runs; None while it waits."""
        self.deaths = 0
        """Of processes in which it ran."""
        self.stopped = False
        self.timer = pool.loop.call_later(self.left, self.expire)

    @property
    def left(self) -> float:
        """Seconds until the spare action is taken."""
        return max(0.0, self.question.deadline - MARGIN - time.monotonic())

    @property
    def done(self) -> bool:
        """Whether nobody waits for the answer any more."""
        return self.hear is None

    def finish(self, answer: Answer) -> None:
        """Answer."""
        hear = self.hear
        self.drop()
        if hear is not None:
            hear(answer)

    def expire(self) -> None:
        """The time is up."""
        self.finish(
            Answer(self.question.spare, late=not self.stopped, stopped=self.stopped, spare=True)
        )

    def stop(self) -> None:
        """Answer soon: with the best so far, if the search tells it."""
        if self.done or self.stopped:
            return
        self.stopped = True
        if self.worker is None:
            self.expire()
            return
        self.timer.cancel()
        self.timer = self.pool.loop.call_later(min(SOON, self.left), self.expire)
        self.worker.stop(self)

    def fail(self, reason: str) -> None:
        """The bot gives no answer."""
        if reason not in self.pool.reasons and len(self.pool.reasons) < REASONS:
            self.pool.reasons.add(reason)
            log.warning("a bot gave no answer: %s", reason)
        if not self.done:
            spare = self.question.spare
            self.finish(Answer(spare, stopped=self.stopped, failed=reason, spare=True))

    def drop(self) -> None:
        """Nobody wants the answer any more."""
        self.hear = None
        self.timer.cancel()
        if self.worker is not None:
            self.worker.hurry(self)


class Pool:
    """Search processes. To be made, and closed, where an event loop runs.

    Args:
        workers: how many processes search at the same time.
        queue: how many searches may wait for each.
    """

    def __init__(self, workers: int, queue: int = QUEUE) -> None:
        self.loop = asyncio.get_running_loop()
        self.most = workers
        self.queue = queue * workers
        self.waiting: list[Job] = []
        self.turn = 0
        """How many searches have been handed out."""
        self.had: dict[int, int] = {}
        """At which turn a client had its last one, the earliest first."""
        self.idle: list[Worker] = []
        self.reasons: set[str] = set()
        """Why bots gave no answer, each told once."""
        self.workers = [Worker(self) for _ in range(workers + SPARE)]

    async def ready(self) -> None:
        """Wait until all processes can be asked. Raises `ServiceFault` if they do not start."""
        await asyncio.gather(*(worker.ready() for worker in self.workers))

    def ask(self, question: Question, hear: Hear) -> Job:
        """Begin a search. Raises `ServiceFault` with `BUSY`."""
        if len(self.waiting) >= self.queue:
            self.waiting = [job for job in self.waiting if not job.done]
        if len(self.waiting) >= self.queue:
            raise ServiceFault(
                Code.BUSY,
                f"{len(self.waiting)} decisions wait for a search process, allowed: {self.queue}",
            )
        job = Job(self, question, hear)
        self.waiting.append(job)
        self.share_out()
        return job

    def share_out(self) -> None:
        """Give the searches that wait to processes that have nothing to do.

        First come those whose process has died, then the client that had one for the longest time
        not, then who waits for longest.
        """
        self.idle = [worker for worker in self.idle if worker.lives]
        while self.idle and self.waiting and self.searching < self.most:
            job = min(self.waiting, key=self.precedence)
            self.waiting.remove(job)
            if not job.done:
                self.note(job.question.asker)
                self.idle.pop().begin(job)

    @property
    def searching(self) -> int:
        """How many processes search for an answer that somebody waits for."""
        return sum(worker.job is not None and not worker.job.done for worker in self.workers)

    def precedence(self, job: Job) -> tuple[bool, int]:
        """What tells which search is next: the one with the least."""
        return not job.deaths, self.had.get(job.question.asker, 0)

    def hand_on(self, job: Job) -> None:
        """Begin a search again whose process has died, unless too many have."""
        job.worker = None
        job.deaths += 1
        if job.deaths >= DEATHS:
            job.fail(DIED)
        elif job.stopped:
            job.expire()
        elif not job.done:
            self.waiting.append(job)
            self.share_out()

    def note(self, asker: int) -> None:
        """Remember that it was a client's turn."""
        self.turn += 1
        self.had.pop(asker, None)
        self.had[asker] = self.turn
        if len(self.had) > ASKERS_KEPT:
            del self.had[next(iter(self.had))]

    async def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            worker.life.cancel()
        await asyncio.gather(*(worker.life for worker in self.workers), return_exceptions=True)


class Worker:
    """One process after another, each until it dies."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.up = asyncio.Event()
        """Whether it can be asked."""
        self.tried = asyncio.Event()
        """Whether it can be asked, or too many processes ended before they were up."""
        self.early = 0
        """How many in a row did."""
        self.process: Process | None = None
        self.job: Job | None = None
        self.stopping = False
        """Whether its search has been told to end."""
        self.end: asyncio.TimerHandle | None = None
        """Ends a process that goes on for too long."""
        self.life = pool.loop.create_task(self.live())

    async def ready(self) -> None:
        """Wait until it can be asked. Raises `ServiceFault` if its processes do not start."""
        await self.tried.wait()
        if not self.up.is_set():
            raise ServiceFault(Code.INTERNAL, f"no search process starts: {' '.join(PROGRAM)}")

    @property
    def lives(self) -> bool:
        """Whether the process has not ended, as far as one knows."""
        process = self.process
        return process is not None and process.returncode is None and not has_left(process)

    async def live(self) -> None:
        """Keep a process running, and do not start one after the other where none can live."""
        while True:
            code = None
            try:
                code = await self.run(await start())
            except OSError as error:
                log.warning("a search process does not start: %s", error)
            if self.up.is_set():
                self.up.clear()
                self.early = 0
                continue
            self.early += 1
            if self.early >= TRIES:
                self.tried.set()
            longest = AGAIN if code == KILLED else LONGEST
            await asyncio.sleep(min(longest, AGAIN * 2.0 ** (self.early - 1)))

    async def run(self, process: Process) -> int:
        """Use a process until it has died; its exit code."""
        self.process = process
        try:
            # The first frame says that everything is loaded.
            async with asyncio.timeout(LOADING):
                await read_frame(process)
            await self.work(process)
        except TimeoutError:
            log.warning("a search process was not up after %.0f s (%d)", LOADING, process.pid)
        except (EOFError, OSError):
            log.warning("%s (process %d)", DIED, process.pid)
            self.bury()
        finally:
            code = await end(process)
        return code

    async def work(self, process: Process) -> None:
        """Hand searches to a process until it dies, which raises `EOFError` or `OSError`."""
        self.up.set()
        self.tried.set()
        while True:
            self.pool.idle.append(self)
            self.pool.share_out()
            answer = await read_frame(process)
            job, self.job = self.job, None
            self.relax()
            if job is None or job.done:
                continue
            job.worker = None
            if isinstance(answer, Answer):
                job.finish(replace(answer, stopped=job.stopped))
            else:
                job.fail(str(answer))

    def begin(self, job: Job) -> None:
        """Hand a search to the process, which has nothing to do."""
        assert self.process is not None and self.process.stdin is not None
        self.job, job.worker = job, self
        self.stopping = False
        self.process.stdin.write(frame(job.question))

    def stop(self, job: Job) -> None:
        """Have a search tell what it has found."""
        if job is self.job and not self.stopping:
            assert self.process is not None and self.process.stdin is not None
            self.stopping = True
            self.process.stdin.write(frame(STOP))

    def hurry(self, job: Job) -> None:
        """Nobody wants the answer of a search any more: the process has a little time to end it."""
        if job is self.job and self.end is None:
            self.stop(job)
            self.end = self.pool.loop.call_later(GRACE, self.kill)

    def relax(self) -> None:
        """The process has ended its search."""
        if self.end is not None:
            self.end.cancel()
            self.end = None

    def kill(self) -> None:
        """End the process; another one follows."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    def bury(self) -> None:
        """The process has died: so has its search."""
        self.relax()
        if self in self.pool.idle:
            self.pool.idle.remove(self)
        job, self.job = self.job, None
        if job is not None:
            self.pool.hand_on(job)


async def start() -> Process:
    """A new process, which finds the packages where this one did."""
    paths = [str(Path(agents.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    return await asyncio.create_subprocess_exec(*PROGRAM, stdin=PIPE, stdout=PIPE, env=environment)


def has_left(process: Process) -> bool:
    """Whether a process has closed its output, as it does when it dies."""
    assert process.stdout is not None
    return process.stdout.at_eof()


async def end(process: Process) -> int:
    """End a process; its exit code."""
    try:
        if has_left(process):
            # To kill it would take the exit code from the loop, which waits for that.
            # Unlike `wait_for`, this never loses that the pool is being closed.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LEAVE):
                    await process.wait()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        code = await process.wait()
    return code


async def read_frame(process: Process) -> Any:
    """What a process sends next. Raises `EOFError` when it has died."""
    assert process.stdout is not None
    try:
        head = await process.stdout.readexactly(LENGTH.size)
        return pickle.loads(await process.stdout.readexactly(*LENGTH.unpack(head)))
    except asyncio.IncompleteReadError:
        raise EOFError from None
