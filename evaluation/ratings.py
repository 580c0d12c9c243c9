"""Ratings: how strong agents are on one scale, from who won which games.

The model is Bradley and Terry's, in Luce's form for more than two sides: a side wins with the
probability exp(strength) / sum of exp(strength). A team is as strong as its members on average.
Strengths are told in Elo points, 400 for odds of 10 to 1, above the agent ``random``; where it has
not played, above the mean of the agents. Any two sides that met have half a win each over the other
in advance, so that whoever never won, or never lost, has a sensible rating. The intervals hold 95 %
of bootstrap samples, in which whole seed groups are drawn, and the wins in advance from the Gamma
distribution, so that one-sided results have an interval too: about Jeffreys's, for two sides.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations
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
"""Weight of the belief that strengths are near 0. It settles what no game tells apart."""
ADVANCE: Final = 0.5
"""Wins in advance of each of two sides that met, over the other."""
STEPS: Final = 60
LONGEST_STEP: Final = 2.0
CLOSE: Final = 1e-9

Sides = tuple[tuple[str, ...], ...]
"""The agents of each side, by name."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Games with the same sides.

    Attributes:
        sides: the agents of each side, by name.
        shares: what each side won of each game, ``(games, sides)``; a row sums to 1.
        groups: the seed group of each game.
    """

    sides: Sides
    shares: Floats
    groups: Sequence[Hashable]


class _Fit:
    """The fit of strengths to contests."""

    def __init__(self, names: Sequence[str], contests: Sequence[Sides]) -> None:
        self.agents = len(names)
        numbers = {name: number for number, name in enumerate(names)}
        self.designs: list[Floats] = []
        """For every contest the weight of every agent in every side, ``(sides, agents)``."""
        for sides in contests:
            design = np.zeros((len(sides), self.agents))
            for side, members in enumerate(sides):
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
    met = _met(contests)
    fit = _Fit(names, [*(contest.sides for contest in contests), *met])
    sums = [group_sums(contest.shares, contest.groups)[0] for contest in contests]
    wins = [won.sum(axis=0) for won in sums]
    ratings = _above(fit.strengths([*wins, *np.full((len(met), 2), ADVANCE)]), zero)
    rng = np.random.default_rng(seed)
    drawn = (
        [*_resample(sums, rng), *rng.gamma(ADVANCE, size=(len(met), 2))] for _ in range(SAMPLES)
    )
    samples = np.array([_above(fit.strengths(wins), zero) for wins in drawn])
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


def _met(contests: Sequence[Contest]) -> list[Sides]:
    """Any two sides that met, once, however often they did."""
    return sorted(
        {pair for contest in contests for pair in combinations(sorted(set(contest.sides)), 2)}
    )


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
