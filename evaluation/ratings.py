"""Ratings: how strong agents are on one scale, from who won which games.

The model is Bradley and Terry's, in Luce's form for more than two sides: a side wins with the
probability exp(strength) / sum of exp(strength). A team is as strong as its members on average.
Strengths are told in Elo points, 400 for odds of 10 to 1, above the agent ``random``; where it has
not played, above the mean of the agents. The intervals hold 95 % of bootstrap samples, in which
whole seed groups are drawn.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.statistics import Estimate, Floats, group_sums

ELO: Final = 400 / float(np.log(10))
"""Elo points of a strength of 1."""
ANCHOR: Final = "random"
"""The agent that is rated 0."""
SAMPLES: Final = 200
"""Bootstrap samples."""
PRIOR: Final = 0.01
"""Weight of the belief that strengths are near 0. It keeps those who never lost finite."""
STEPS: Final = 60
LONGEST_STEP: Final = 2.0
CLOSE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Contest:
    """Games with the same sides.

    Attributes:
        sides: the agents of each side, by name.
        shares: what each side won of each game, ``(games, sides)``; a row sums to 1.
        groups: the seed group of each game.
    """

    sides: tuple[tuple[str, ...], ...]
    shares: Floats
    groups: Sequence[Hashable]


class _Fit:
    """The fit of strengths to contests."""

    def __init__(self, names: Sequence[str], contests: Sequence[Contest]) -> None:
        self.agents = len(names)
        numbers = {name: number for number, name in enumerate(names)}
        self.designs: list[Floats] = []
        """For every contest the weight of every agent in every side, ``(sides, agents)``."""
        for contest in contests:
            design = np.zeros((len(contest.sides), self.agents))
            for side, members in enumerate(contest.sides):
                for name in members:
                    design[side, numbers[name]] += 1 / len(members)
            self.designs.append(design)

    def strengths(self, wins: Sequence[Floats]) -> Floats:
        """The most likely strengths for the wins of every side of every contest, by Newton."""
        strengths = np.zeros(self.agents)
        for _ in range(STEPS):
            slope = -PRIOR * strengths
            curve = PRIOR * np.eye(self.agents)
            for design, won in zip(self.designs, wins, strict=True):
                odds = np.exp(design @ strengths)
                chance = odds / odds.sum()
                games = won.sum()
                slope += design.T @ (won - games * chance)
                spread = np.diag(chance) - np.outer(chance, chance)
                curve += games * design.T @ spread @ design
            step = np.clip(np.linalg.solve(curve, slope), -LONGEST_STEP, LONGEST_STEP)
            strengths += step
            if np.abs(step).max() < CLOSE:
                break
        return strengths


def rate_agents(contests: Sequence[Contest], *, seed: int = 0) -> dict[str, Estimate | None]:
    """The rating of every agent, strongest first.

    Args:
        contests: the games, at least one.
        seed: of the bootstrap.

    Returns:
        By name; None for an agent that no chain of games connects to those on the scale.
    """
    names = sorted({name for contest in contests for side in contest.sides for name in side})
    scale = _connected(names, contests)
    if ANCHOR in scale:
        zero = np.array([name == ANCHOR for name in names], np.float64)
    else:
        zero = np.array([name in scale for name in names], np.float64) / len(scale)
    fit = _Fit(names, contests)
    sums = [group_sums(contest.shares, contest.groups)[0] for contest in contests]
    ratings = _above(fit.strengths([won.sum(axis=0) for won in sums]), zero)
    rng = np.random.default_rng(seed)
    samples = np.array([_above(fit.strengths(_resample(sums, rng)), zero) for _ in range(SAMPLES)])
    low, high = np.quantile(samples, (0.025, 0.975), axis=0)
    order = sorted(range(len(names)), key=lambda i: (names[i] not in scale, -ratings[i], names[i]))
    return {
        names[i]: Estimate(
            float(ratings[i]), float(min(low[i], ratings[i])), float(max(high[i], ratings[i]))
        )
        if names[i] in scale
        else None
        for i in order
    }


def anchor(ratings: dict[str, Estimate | None]) -> str:
    """What is rated 0."""
    return ANCHOR if ratings.get(ANCHOR) is not None else "mean"


def _above(strengths: Floats, zero: Floats) -> Floats:
    return ELO * (strengths - zero @ strengths)


def _resample(sums: Sequence[Floats], rng: np.random.Generator) -> list[Floats]:
    """The wins of every side when as many seed groups are drawn with replacement."""
    samples = []
    for won in sums:
        drawn: NDArray[np.intp] = rng.integers(len(won), size=len(won))
        samples.append(won[drawn].sum(axis=0))
    return samples


def _connected(names: Sequence[str], contests: Sequence[Contest]) -> set[str]:
    """The agents that games connect with the anchor, or the largest such company without it."""
    left, companies = set(names), []
    together = [{name for side in contest.sides for name in side} for contest in contests]
    while left:
        company = {min(left)}
        while grown := {name for group in together if group & company for name in group - company}:
            company |= grown
        companies.append(company)
        left -= company
    return max(companies, key=lambda company: (ANCHOR in company, len(company)))
