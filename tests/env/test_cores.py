"""Processes that work at the same time keep off each other's cores."""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

from ludo_env import cores

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="nobody can be told where to run here"
)


@pytest.mark.parametrize(
    ("here", "asker", "number", "moves"),
    [
        (3, 3, 1, [{5}, {1, 3, 5}]),
        (3, 3, 2, [{1}, {1, 3, 5}]),
        (5, 3, 1, []),
        (cores.NOWHERE, cores.NOWHERE, 1, []),
    ],
)
def test_who_is_where_the_asker_is_goes_to_another_core(
    monkeypatch: pytest.MonkeyPatch, here: int, asker: int, number: int, moves: list[set[int]]
) -> None:
    seen: list[set[int]] = []

    def move(_: int, where: Iterable[int]) -> None:
        seen.append(set(where))

    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1, 3, 5})
    monkeypatch.setattr(os, "sched_setaffinity", move)
    monkeypatch.setattr(cores, "current", lambda: here)
    cores.Share(number).avoid(asker)
    assert seen == moves


def test_the_core_of_this_process_is_one_that_it_may_use() -> None:
    assert cores.current() in cores.allowed()
