"""Rates and means with intervals that allow for games with the same dice."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.statistics import mean_of_groups, rate_of_groups, student_95, wilson


def test_wilson_gives_the_published_intervals() -> None:
    # Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for wins, games, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        found = wilson(wins / games, games)
        assert [found.low, found.high] == pytest.approx([low, high], abs=1e-4)


def test_students_t_is_that_of_the_tables() -> None:
    table = {3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962}
    for freedom, t in table.items():
        assert student_95(freedom) == pytest.approx(t, rel=0.01)


def test_independent_games_have_wilsons_interval() -> None:
    values = [1.0] * 600 + [0.0] * 400
    found, plain = rate_of_groups(values, range(1000)), wilson(0.6, 1000)
    assert found.value == 0.6
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=1e-3)


def test_games_that_always_end_alike_count_once() -> None:
    values = np.repeat([1.0] * 60 + [0.0] * 40, 4)
    found, plain = rate_of_groups(values, list(np.repeat(range(100), 4))), wilson(0.6, 100)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=5e-3)


def test_an_interval_is_never_narrower_than_that_of_as_many_independent_games() -> None:
    # Each of two equal agents wins once in every pair of games: the groups do not spread at all.
    found, plain = rate_of_groups([1.0, 0.0] * 50, [n // 2 for n in range(100)]), wilson(0.5, 100)
    assert found.value == 0.5
    assert found.low <= plain.low < plain.high <= found.high < plain.high + 0.005


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_a_rate_of_0_or_1_is_judged_by_the_number_of_groups(rate: float) -> None:
    found, plain = rate_of_groups([rate] * 100, [n // 10 for n in range(100)]), wilson(rate, 10)
    assert 0 <= found.low <= found.value == rate <= found.high <= 1
    assert found.high - found.low >= plain.high - plain.low


def test_a_single_game_says_next_to_nothing() -> None:
    found = rate_of_groups([1.0], [0])
    assert found.high == 1.0
    assert found.low < 0.21


def test_95_of_100_intervals_hold_the_truth_when_groups_are_alike() -> None:
    rng, held, runs = np.random.default_rng(1), 0, 400
    for _ in range(runs):
        luck = rng.beta(1.5, 0.5, size=60)  # mean 0.75, very different from group to group
        values = (rng.random((60, 6)) < luck[:, None]).astype(np.float64).ravel()
        found = rate_of_groups(values, list(np.repeat(range(60), 6)))
        held += found.low <= 0.75 <= found.high
    assert 0.92 <= held / runs <= 0.98


def test_the_interval_of_a_mean_comes_from_the_groups() -> None:
    rng, held, runs = np.random.default_rng(2), 0, 400
    for _ in range(runs):
        values = np.repeat(rng.normal(100, 20, size=30), 4) + rng.normal(0, 5, size=120)
        found = mean_of_groups(values, list(np.repeat(range(30), 4)))
        held += found.low <= 100 <= found.high
    assert 0.92 <= held / runs <= 0.98
    assert mean_of_groups([3.0, 5.0], [0, 0]).value == 4.0
