"""Means and rates with 95 % intervals, for games that come in groups with the same dice."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

NORMAL_95: Final = NormalDist().inv_cdf(0.975)
"""Half the width of a 95 % interval, in standard errors, when they are known well."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


def wilson(rate: float, trials: float, width: float = NORMAL_95) -> Estimate:
    """A rate of independent trials with Wilson's score interval (Wilson 1927).

    Args:
        rate: the share of successes, 0..1.
        trials: how many, above 0; need not be whole.
        width: half the width of the interval in standard errors.
    """
    weight = width * width / trials
    centre = (rate + weight / 2) / (1 + weight)
    half = width * math.sqrt(rate * (1 - rate) / trials + weight / (4 * trials)) / (1 + weight)
    # A rate of 0 or 1 bounds its own interval; rounding must not say otherwise.
    return Estimate(rate, min(rate, max(0.0, centre - half)), max(rate, min(1.0, centre + half)))


def rate_of_groups(values: Sequence[float] | Floats, groups: Sequence[Hashable]) -> Estimate:
    """A win rate, robust to the likeness of games that share their dice.

    The interval is Wilson's for the number of independent games that would spread as the groups
    do, and never more than were played; its width in standard errors is Student's for the number
    of groups. With a single group the group counts as one game.

    Args:
        values: what each game brought, 0..1, shared first places as shares.
        groups: the seed group of each game.
    """
    scores = np.asarray(values, np.float64)
    rate = float(scores.mean())
    sums, sizes = group_sums(scores, groups)
    count = len(sizes)
    variance = _variance_of_mean(sums, sizes)
    games = float(len(scores))
    if count == 1 or rate in (0.0, 1.0):
        games = float(count)
    elif variance > 0:
        games = min(games, rate * (1 - rate) / variance)
    return wilson(rate, games, student_95(count - 1))


def mean_of_groups(values: Sequence[float] | Floats, groups: Sequence[Hashable]) -> Estimate:
    """A mean with its interval from the spread between groups; without width for one group."""
    scores = np.asarray(values, np.float64)
    sums, sizes = group_sums(scores, groups)
    half = student_95(len(sizes) - 1) * math.sqrt(_variance_of_mean(sums, sizes))
    mean = float(scores.mean())
    return Estimate(mean, mean - half, mean + half)


def group_sums(values: Floats, groups: Sequence[Hashable]) -> tuple[Floats, Floats]:
    """The sum and the size of every group, in order of appearance.

    ``values`` is ``(games,)`` or ``(games, n)``; the sums are ``(groups,)`` or ``(groups, n)``.
    """
    numbers: dict[Hashable, int] = {}
    index = np.array([numbers.setdefault(group, len(numbers)) for group in groups], np.intp)
    sums = np.zeros((len(numbers), *values.shape[1:]))
    np.add.at(sums, index, values)
    return sums, np.bincount(index, minlength=len(numbers)).astype(np.float64)


def student_95(freedom: int) -> float:
    """Half the width of a 95 % interval by Student's t, by its expansion in 1 / freedom.

    Good to 1 % from 3 degrees of freedom; below them too small, but then any interval is doubtful.
    (Abramowitz and Stegun 26.7.5)
    """
    x, v = NORMAL_95, max(freedom, 1)
    return (
        x
        + (x**3 + x) / (4 * v)
        + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * v**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * v**3)
    )


def _variance_of_mean(sums: Floats, sizes: Floats) -> float:
    """The cluster-robust variance of the mean of all games."""
    count = len(sizes)
    if count == 1:
        return 0.0
    mean = sums.sum() / sizes.sum()
    residuals = sums - mean * sizes
    return float(count / (count - 1) * (residuals**2).sum() / sizes.sum() ** 2)
