"""Search processes: an answer is always there in time, whatever becomes of the process."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable

import pytest

from agents.service import pool as pool_module
from agents.service.faults import Code, ServiceFault
from agents.service.pool import Job, Pool
from agents.service.search import Answer, Question
from tests.agents.service.talking import PLAIN

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs signals of POSIX")

LEGAL = (1, 2, 3)
SECOND = 1.0


def question(spec: str = "smart", seconds: float = 30.0) -> Question:
    return Question(PLAIN, 0, LEGAL, spec, 1, time.monotonic() + seconds)


class Asked:
    """A search in a pool, and all that is heard of it."""

    def __init__(self, pool: Pool, asked: Question) -> None:
        self.heard: list[Answer] = []
        self.done = asyncio.Event()
        self.job: Job = pool.ask(asked, self.hear)

    def hear(self, answer: Answer) -> None:
        self.heard.append(answer)
        self.done.set()

    async def answer(self) -> Answer:
        await asyncio.wait_for(self.done.wait(), 30)
        (answer,) = self.heard
        assert answer.action in LEGAL
        return answer


def with_pool(workers: int, test: Callable[[Pool], Awaitable[None]], queue: int = 10) -> None:
    """Run a test with a pool whose processes are ready."""

    async def run() -> None:
        pool = Pool(workers, queue)
        try:
            await asyncio.wait_for(pool.ready(), 60)
            await test(pool)
        finally:
            await pool.close()

    asyncio.run(run())


def process_of(pool: Pool) -> int:
    process = pool.workers[0].process
    assert process is not None
    return process.pid


def test_bots_think_in_another_process() -> None:
    async def test(pool: Pool) -> None:
        assert process_of(pool) != os.getpid()
        asked = [Asked(pool, question()) for _ in range(5)]
        assert [await one.answer() for one in asked] == [Answer(2)] * 5

    with_pool(1, test)


def test_a_process_that_is_killed_in_mid_decision_costs_one_fallback() -> None:
    async def test(pool: Pool) -> None:
        first = process_of(pool)
        os.kill(first, signal.SIGSTOP)
        asked = Asked(pool, question())
        await asyncio.sleep(0.05)
        assert not asked.heard
        os.kill(first, signal.SIGKILL)
        assert (await asked.answer()).failed
        assert await Asked(pool, question()).answer() == Answer(2)
        assert process_of(pool) != first

    with_pool(1, test)


def test_a_process_that_is_killed_while_idle_costs_nothing() -> None:
    async def test(pool: Pool) -> None:
        os.kill(process_of(pool), signal.SIGKILL)
        answers = [await Asked(pool, question()).answer() for _ in range(3)]
        assert [answer.action for answer in answers] == [2] * 3
        assert not answers[-1].failed

    with_pool(1, test)


def test_the_time_limit_holds_whatever_the_process_does() -> None:
    async def test(pool: Pool) -> None:
        os.kill(process_of(pool), signal.SIGSTOP)
        began = time.monotonic()
        asked = [Asked(pool, question(seconds=0.2)) for _ in range(3)]
        answers = [await one.answer() for one in asked]
        assert all(answer.late for answer in answers)
        assert time.monotonic() - began < 0.2 + 0.5 * SECOND
        os.kill(process_of(pool), signal.SIGCONT)
        assert await Asked(pool, question()).answer() == Answer(2)
        assert [len(one.heard) for one in asked] == [1, 1, 1]

    with_pool(1, test)


def test_a_process_that_goes_on_for_too_long_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "GRACE", 0.1)

    async def test(pool: Pool) -> None:
        first = process_of(pool)
        os.kill(first, signal.SIGSTOP)
        assert (await Asked(pool, question(seconds=0.1)).answer()).late
        assert await Asked(pool, question()).answer() == Answer(2)
        assert process_of(pool) != first

    with_pool(1, test)


def test_stop_answers_at_once_and_drop_never() -> None:
    async def test(pool: Pool) -> None:
        os.kill(process_of(pool), signal.SIGSTOP)
        running, waiting, dropped = (Asked(pool, question()) for _ in range(3))
        dropped.job.drop()
        waiting.job.stop()
        running.job.stop()
        running.job.stop()
        assert (await running.answer()).stopped and (await waiting.answer()).stopped
        os.kill(process_of(pool), signal.SIGCONT)
        assert await Asked(pool, question()).answer() == Answer(2)
        assert not dropped.heard

    with_pool(1, test)


def test_a_bot_that_fails_is_replaced_for_the_decision() -> None:
    async def test(pool: Pool) -> None:
        # No trained bot comes with the project for these rules.
        assert "BadModel" in (await Asked(pool, question("td")).answer()).failed
        assert await Asked(pool, question()).answer() == Answer(2)

    with_pool(1, test)


def test_too_many_that_wait() -> None:
    async def test(pool: Pool) -> None:
        os.kill(process_of(pool), signal.SIGSTOP)
        asked = [Asked(pool, question()) for _ in range(4)]
        with pytest.raises(ServiceFault) as refused:
            pool.ask(question(), lambda answer: None)
        assert refused.value.code == Code.BUSY
        asked[-1].job.stop()
        Asked(pool, question()).job.drop()
        os.kill(process_of(pool), signal.SIGCONT)
        for one in asked:
            await one.answer()

    with_pool(1, test, queue=3)


def test_processes_end_with_the_pool() -> None:
    pids: list[int] = []

    async def test(pool: Pool) -> None:
        pids.append(process_of(pool))

    with_pool(1, test)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)
