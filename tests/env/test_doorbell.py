"""A process that waits for another stays awake for a moment, then sleeps."""

from __future__ import annotations

import multiprocessing
import threading
import time

import pytest

from ludo_env.doorbell import AWAKE, Doorbell


@pytest.fixture
def bell() -> Doorbell:
    return Doorbell(multiprocessing.get_context("spawn"))


def test_every_ring_ends_one_wait(bell: Doorbell) -> None:
    bell.ring()
    bell.ring()
    bell.wait(lambda: False)
    bell.wait(lambda: False)
    with pytest.raises(EOFError):
        bell.wait(lambda: False)


def test_who_waits_long_sleeps_and_is_woken(bell: Doorbell) -> None:
    pause = 400 * AWAKE
    threading.Timer(pause, bell.ring).start()
    start, worked = time.perf_counter(), time.process_time()
    bell.wait(lambda: True)
    assert time.perf_counter() - start >= pause / 2
    assert time.process_time() - worked < pause / 4


def test_a_last_ring_is_heard(bell: Doorbell) -> None:
    def gone() -> bool:
        bell.ring()
        return False

    bell.wait(gone)
