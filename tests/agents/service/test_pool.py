"""Search processes: an answer is always there in time, whatever becomes of the process."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

from agents.service import pool as pool_module
from agents.service.faults import Code, ServiceFault
from agents.service.pool import Job, Pool
from agents.service.search import Answer, Brief, Question
from agents.service.worker import frame
from ludo_env import Game
from ludo_env.notation import seat_json
from tests.agents.service.talking import PLAIN

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs signals of POSIX")

LEGAL = (1, 2, 3)
SECOND = 1.0
ENDLESS = 1000
"""Turns of a world in which a search never ends."""


def question(spec: str = "smart", seconds: float = 120.0) -> Question:
    return Question(
        brief=Brief(0, LEGAL, spec, 1),
        view=PLAIN,
        spare=3,
        deadline=time.monotonic() + seconds,
    )


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
        await asyncio.wait_for(self.done.wait(), 120)
        (answer,) = self.heard
        assert answer.action in self.job.question.brief.legal
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


def processes_of(pool: Pool) -> list[int]:
    return [worker.process.pid for worker in pool.workers if worker.process is not None]


def signal_all(pool: Pool, number: int) -> None:
    for pid in processes_of(pool):
        os.kill(pid, number)


def test_bots_think_in_another_process() -> None:
    async def test(pool: Pool) -> None:
        assert len(processes_of(pool)) == 2 and os.getpid() not in processes_of(pool)
        asked = [Asked(pool, question()) for _ in range(5)]
        assert [await one.answer() for one in asked] == [Answer(2)] * 5

    with_pool(1, test)


def deep_question(seconds: float, turns: int = 60) -> Question:
    """One about which a search thinks for some seconds, or with more turns minutes, if it may."""
    game, rng = Game("ludicrous", 2, seed=3), Random(1)
    for _ in range(10):
        game.apply(rng.choice(game.legal()))
    return Question(
        brief=Brief(game.decider, tuple(game.legal()), f"search:nodes=1000000000,turns={turns}", 1),
        view=seat_json(game, game.decider),
        spare=game.legal()[0],
        deadline=time.monotonic() + seconds,
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_a_process_that_is_killed_in_mid_decision_costs_none_while_time_is_left(
    workers: int,
) -> None:
    async def test(pool: Pool) -> None:
        pids = processes_of(pool)
        signal_all(pool, signal.SIGSTOP)
        asked = [Asked(pool, question()) for _ in pids]
        await asyncio.sleep(0.05)
        assert not any(one.heard for one in asked)
        signal_all(pool, signal.SIGKILL)
        assert [await one.answer() for one in asked] == [Answer(2)] * len(pids)
        assert await Asked(pool, question()).answer() == Answer(2)
        assert not set(processes_of(pool)) & set(pids)

    with_pool(workers, test)


def test_another_process_is_ready_where_one_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: Pool) -> None:
        monkeypatch.setattr(pool_module, "PROGRAM", ("sleep", "1000"))
        signal_all(pool, signal.SIGSTOP)
        asked = Asked(pool, question())
        worker = asked.job.worker
        assert worker is not None and worker.process is not None
        signal_all(pool, signal.SIGCONT)
        os.kill(worker.process.pid, signal.SIGKILL)
        assert await asked.answer() == Answer(2)
        assert await Asked(pool, question()).answer() == Answer(2)

    with_pool(1, test)


def test_a_process_that_hangs_keeps_no_other_search_waiting() -> None:
    async def test(pool: Pool) -> None:
        signal_all(pool, signal.SIGSTOP)
        asked = Asked(pool, question(seconds=0.3))
        worker = asked.job.worker
        assert worker is not None and worker.process is not None
        for pid in set(processes_of(pool)) - {worker.process.pid}:
            os.kill(pid, signal.SIGCONT)
        assert (await asked.answer()).late
        assert await Asked(pool, question()).answer() == Answer(2)
        assert worker.job is asked.job  # it hangs still

    with_pool(1, test)


def test_no_more_search_at_once_than_may() -> None:
    async def test(pool: Pool) -> None:
        signal_all(pool, signal.SIGSTOP)
        asked = [Asked(pool, question()) for _ in range(4)]
        assert sum(one.job.worker is not None for one in asked) == 2
        signal_all(pool, signal.SIGCONT)
        assert [await one.answer() for one in asked] == [Answer(2)] * 4

    with_pool(2, test)


def test_a_process_that_is_killed_costs_a_fallback_where_no_time_is_left() -> None:
    async def test(pool: Pool) -> None:
        signal_all(pool, signal.SIGSTOP)
        asked = Asked(pool, question(seconds=0.2))
        signal_all(pool, signal.SIGKILL)
        assert await asked.answer() == Answer(3, late=True, spare=True)
        assert await Asked(pool, question()).answer() == Answer(2)

    with_pool(1, test)


DIES: Final = f"import os; os.write(1, {frame('ready')!r}); os.read(0, 1)"
"""A program that ends as soon as it is asked."""


def test_a_search_that_kills_its_process_is_not_begun_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool_module, "PROGRAM", (sys.executable, "-S", "-c", DIES))

    async def test(pool: Pool) -> None:
        asked = Asked(pool, question())
        assert (await asked.answer()).failed == "the search process died"
        assert asked.job.deaths == 3

    with_pool(1, test)


@pytest.mark.parametrize("workers", [1, 2])
def test_processes_that_are_killed_while_idle_cost_nothing(
    workers: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(pool: Pool) -> None:
        for _ in range(2):
            for worker in pool.workers:
                await worker.up.wait()
                assert worker.process is not None
                os.kill(worker.process.pid, signal.SIGKILL)
            asked = [Asked(pool, question()) for _ in range(3)]
            assert [await one.answer() for one in asked] == [Answer(2)] * 3

    with_pool(workers, test)
    assert {record.name for record in caplog.records} <= {"agents.service.pool"}


def test_the_time_limit_holds_whatever_the_process_does() -> None:
    async def test(pool: Pool) -> None:
        signal_all(pool, signal.SIGSTOP)
        began = time.monotonic()
        asked = [Asked(pool, question(seconds=0.2)) for _ in range(3)]
        answers = [await one.answer() for one in asked]
        assert all(answer.late for answer in answers)
        assert time.monotonic() - began < 0.2 + 0.5 * SECOND
        signal_all(pool, signal.SIGCONT)
        assert await Asked(pool, question()).answer() == Answer(2)
        assert [len(one.heard) for one in asked] == [1, 1, 1]

    with_pool(1, test)


def test_a_process_that_goes_on_for_too_long_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "GRACE", 0.1)

    async def test(pool: Pool) -> None:
        signal_all(pool, signal.SIGSTOP)
        asked = Asked(pool, question(seconds=0.1))
        worker = asked.job.worker
        assert worker is not None and worker.process is not None
        first = worker.process.pid
        assert (await asked.answer()).late
        while worker.process.pid == first:
            await asyncio.sleep(0.01)
        signal_all(pool, signal.SIGCONT)
        assert await Asked(pool, question()).answer() == Answer(2)

    with_pool(1, test)


def test_stop_answers_at_once_and_drop_never() -> None:
    async def test(pool: Pool) -> None:
        signal_all(pool, signal.SIGSTOP)
        running, waiting, dropped = (Asked(pool, question()) for _ in range(3))
        dropped.job.drop()
        waiting.job.stop()
        running.job.stop()
        running.job.stop()
        for one in (running, waiting):
            assert await one.answer() == Answer(3, stopped=True, spare=True)
        signal_all(pool, signal.SIGCONT)
        assert await Asked(pool, question()).answer() == Answer(2)
        assert not dropped.heard

    with_pool(1, test)


@pytest.mark.parametrize("pause", [0.0, 0.2])
def test_a_search_that_is_stopped_tells_its_best_and_the_process_goes_on(
    pause: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine is, the spare action is not the answer.
    monkeypatch.setattr(pool_module, "SOON", 30.0)

    async def test(pool: Pool) -> None:
        pids = processes_of(pool)
        for _ in range(3):
            deep = replace(deep_question(600.0, ENDLESS), spare=-1)
            asked = Asked(pool, deep)
            await asyncio.sleep(pause)
            asked.job.stop()
            answer = await asked.answer()
            assert answer.stopped and not answer.spare and answer.limit is None
            assert await Asked(pool, question()).answer() == Answer(2)
        assert processes_of(pool) == pids

    with_pool(1, test)


def test_a_search_that_is_stopped_as_its_process_dies_is_not_begun_again() -> None:
    async def test(pool: Pool) -> None:
        signal_all(pool, signal.SIGSTOP)
        asked = Asked(pool, question())
        asked.job.stop()
        signal_all(pool, signal.SIGKILL)
        assert await asked.answer() == Answer(3, stopped=True, spare=True)
        assert await Asked(pool, question()).answer() == Answer(2)

    with_pool(1, test)


def test_a_search_that_nobody_waits_for_any_more_ends_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool_module, "GRACE", 600.0)

    async def test(pool: Pool) -> None:
        pids = processes_of(pool)
        for _ in pids:
            Asked(pool, deep_question(600.0, ENDLESS)).job.drop()
        assert await Asked(pool, question()).answer() == Answer(2)
        assert processes_of(pool) == pids

    with_pool(1, test)


def test_a_bot_that_fails_is_replaced_for_the_decision() -> None:
    async def test(pool: Pool) -> None:
        # No trained bot comes with the project for these rules.
        assert "BadModel" in (await Asked(pool, question("td")).answer()).failed
        assert await Asked(pool, question()).answer() == Answer(2)

    with_pool(1, test)


def test_too_many_that_wait() -> None:
    async def test(pool: Pool) -> None:
        signal_all(pool, signal.SIGSTOP)
        asked = [Asked(pool, question()) for _ in range(4)]
        with pytest.raises(ServiceFault) as refused:
            pool.ask(question(), lambda answer: None)
        assert refused.value.code == Code.BUSY
        asked[-1].job.stop()
        Asked(pool, question()).job.drop()
        signal_all(pool, signal.SIGCONT)
        for one in asked:
            await one.answer()

    with_pool(1, test, queue=3)


def test_many_are_late_together_and_none_of_them_long() -> None:
    async def test(pool: Pool) -> None:
        signal_all(pool, signal.SIGSTOP)
        end = time.monotonic() + 0.3
        asked = [Asked(pool, question(seconds=end - time.monotonic())) for _ in range(256)]
        for one in asked:
            assert await one.answer() == Answer(3, late=True, spare=True)
        assert time.monotonic() < end + 0.3 * SECOND
        signal_all(pool, signal.SIGCONT)

    with_pool(1, test, queue=256)


def test_what_a_search_has_waited_for_is_taken_off_its_time() -> None:
    async def test(pool: Pool) -> None:
        asked = deep_question(1.0)
        heard = [asyncio.Event() for _ in range(2)]
        answers: list[Answer] = []
        for event, seconds in zip(heard, (1.0, 2.2), strict=True):
            later = replace(asked, deadline=time.monotonic() + seconds)

            def hear(answer: Answer, event: asyncio.Event = event) -> None:
                answers.append(answer)
                event.set()

            pool.ask(later, hear)
        for event in heard:
            await asyncio.wait_for(event.wait(), 30)
        assert [(answer.late, answer.limit) for answer in answers] == [(False, "ms")] * 2

    with_pool(1, test)


@pytest.mark.parametrize("program", [("/bin/false",), ("/there/is/no/such/program",)])
def test_processes_that_do_not_start_are_not_started_all_the_time(
    program: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    starts: list[float] = []
    real = pool_module.start

    async def start() -> Process:
        starts.append(time.monotonic())
        return await real()

    monkeypatch.setattr(pool_module, "start", start)
    monkeypatch.setattr(pool_module, "SPARE", 0)
    monkeypatch.setattr(pool_module, "AGAIN", 0.1)
    right = pool_module.PROGRAM

    async def run() -> None:
        monkeypatch.setattr(pool_module, "PROGRAM", program)
        pool = Pool(1)
        try:
            with pytest.raises(ServiceFault, match="no search process starts"):
                await asyncio.wait_for(pool.ready(), 20)
            assert starts[1] - starts[0] >= 0.1 and starts[2] - starts[1] >= 0.2
            assert await Asked(pool, question(seconds=0.1)).answer() == Answer(
                3, late=True, spare=True
            )
            monkeypatch.setattr(pool_module, "PROGRAM", right)
            await asyncio.wait_for(pool.workers[0].up.wait(), 60)
            assert await Asked(pool, question()).answer() == Answer(2)
        finally:
            await pool.close()

    asyncio.run(run())


def test_a_process_that_hangs_before_it_is_up_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    right = pool_module.PROGRAM
    monkeypatch.setattr(pool_module, "AGAIN", 0.01)
    monkeypatch.setattr(pool_module, "LOADING", 0.2)
    monkeypatch.setattr(pool_module, "PROGRAM", ("sleep", "1000"))

    async def run() -> None:
        pool = Pool(1)
        try:
            with pytest.raises(ServiceFault, match="no search process starts"):
                await asyncio.wait_for(pool.ready(), 20)
            monkeypatch.setattr(pool_module, "LOADING", 60.0)
            monkeypatch.setattr(pool_module, "PROGRAM", right)
            assert await Asked(pool, question()).answer() == Answer(2)
        finally:
            await pool.close()

    asyncio.run(run())


def test_a_process_that_is_killed_before_it_is_up_is_soon_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = pool_module.PROGRAM
    monkeypatch.setattr(pool_module, "AGAIN", 0.1)
    monkeypatch.setattr(pool_module, "PROGRAM", ("sh", "-c", "kill -9 $$"))

    async def run() -> None:
        pool = Pool(1)
        began = time.monotonic()
        try:
            while pool.workers[0].early < 8:
                await asyncio.sleep(0.01)
            # If each pause were twice as long as the last, it were 13 seconds.
            assert time.monotonic() - began < 10.0
            monkeypatch.setattr(pool_module, "PROGRAM", right)
            assert await Asked(pool, question()).answer() == Answer(2)
        finally:
            await pool.close()

    asyncio.run(run())


def test_processes_end_with_the_pool() -> None:
    pids: list[int] = []

    async def test(pool: Pool) -> None:
        pids.extend(processes_of(pool))

    with_pool(1, test)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_client_with_many_searches_keeps_no_other_waiting() -> None:
    async def test(pool: Pool) -> None:
        signal_all(pool, signal.SIGSTOP)
        order: list[int] = []
        done = asyncio.Event()

        def ask(asker: int) -> None:
            def hear(answer: Answer) -> None:
                order.append(asker)
                if len(order) == 5:
                    done.set()

            pool.ask(replace(question(), asker=asker), hear)

        for asker in (1, 1, 1, 2, 3):
            ask(asker)
        signal_all(pool, signal.SIGCONT)
        await asyncio.wait_for(done.wait(), 30)
        assert order == [1, 2, 3, 1, 1]

    with_pool(1, test)


def test_ctrl_c_does_not_reach_a_process_that_still_imports(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'numpy':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    paths = os.pathsep.join([str(tmp_path), str(Path(pool_module.__file__).parents[2])])
    done = subprocess.run(
        pool_module.PROGRAM,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert (done.returncode, done.stderr) == (0, b"") and b"ready" in done.stdout
