"""A copy and a pickle have every number of a state, each in its place, and are of their own."""

from __future__ import annotations

import pytest

from ludo_env.engine.flat import flatten, unflatten
from ludo_env.engine.ludicrous.flat import freeze_full, lists_of, thaw_full
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.tables import tables_of
from ludo_env.engine.options import Options
from ludo_env.engine.plain import PlainState
from ludo_env.rules import LudicrousRules, RuleSet

FULL = LudicrousRules()
PLAIN = RuleSet()
PENDING, CHECKS, TAPE, LEGAL = 1, 5, 6, 11
"""Where `freeze_full` has the decision, two lists that are empty at first, the legal actions."""
CHOICES = 1
SHARED = (1, 2)
"""Where `lists_of` has the seats and the sides, which never change."""


def numbered(shape: list[list[int]], flag: int) -> list[list[int]]:
    """The same lists with other numbers, each of which is there once, but for the flags."""
    flags, *lists = shape
    numbers = iter(range(2, 10_000))
    return [[flag for _ in flags], *[[next(numbers) for _ in part] for part in lists]]


def full_state(flag: int) -> LudicrousState:
    """A state that no game comes to; one action is legal in it."""
    shape = freeze_full(LudicrousState(tables_of(FULL)))
    shape[CHECKS], shape[TAPE] = [0] * 8, [0] * 2
    numbers = numbered(shape, flag)
    numbers[PENDING][CHOICES] = 1
    numbers[LEGAL][0] = 7
    return thaw_full(FULL, numbers)


def plain_state(flag: int) -> PlainState:
    return unflatten(PLAIN, numbered(flatten(PlainState(Options(PLAIN))), flag))


@pytest.mark.parametrize("flag", [0, 1])
def test_a_copy_of_a_full_game_has_every_number(flag: int) -> None:
    state = full_state(flag)
    copy = state.twin()
    assert freeze_full(copy) == freeze_full(state)
    assert list(copy.mask) == list(state.mask) and sum(copy.mask) == 1
    assert copy.t is state.t


@pytest.mark.parametrize("flag", [0, 1])
def test_a_copy_of_a_plain_game_has_every_number(flag: int) -> None:
    state = plain_state(flag)
    assert flatten(state.twin()) == flatten(state)
    assert state.twin().options is state.options


def test_what_is_frozen_is_thawed_in_its_place() -> None:
    for flag in (0, 1):
        numbers = freeze_full(full_state(flag))
        assert freeze_full(thaw_full(FULL, numbers)) == numbers
        flat = flatten(plain_state(flag))
        assert flatten(unflatten(PLAIN, flat)) == flat


def test_a_copy_is_of_its_own() -> None:
    state = full_state(0)
    before, copy = freeze_full(state), state.twin()
    for place, values in enumerate(lists_of(copy)):
        if place not in SHARED:
            values[0] = -5
    copy.checks[0] = copy.tape[0] = -5
    copy.dice.word()
    copy.mask[0] = 1
    assert freeze_full(state) == before
    assert state.mask[0] == 0
