"""The pending decision: which of its actions is best, judged in the same worlds. Compiled."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agents.search.tree import DOUBT, NOISE, Edge, Node, Tree
from ludo_env.engine.ludicrous.match import Match

WIDTH: Final = 12
"""The most actions that are compared."""
SURE: Final = 1.2
"""An action that is worse by so many standard deviations is given up."""
CLOSE: Final = 0.001
"""A chance to win that is not worth more worlds."""
PAIRED: Final = 0.03
"""What the difference of two actions in a world is expected to vary by, a priori."""
GUESSED: Final = 4.0
"""How many worlds this expectation counts for."""


class Candidate:
    """An action that comes into question."""

    def __init__(self, number: i64, edge: Edge) -> None:
        self.number = number
        self.action = edge.action
        self.guess: float = edge.score
        """What may be expected of it before any world is played."""
        self.doubt: float = DOUBT * DOUBT / 2.0
        """How uncertain that is: the variance."""
        self.behind: float = 0.0
        """What it was worse by than the best when they were compared last."""

    def remember(self, node: Node) -> None:
        """Begin with what the tree has learned of the action."""
        mean: float = node.total / float(node.visits)
        for edge in node.edges:
            if edge.action == self.action and edge.visits > 0:
                seen: float = float(edge.visits) / (NOISE * NOISE)
                found: float = edge.total / float(edge.visits) - mean + node.level
                sure: float = 1.0 / self.doubt + seen
                self.guess += (found - self.guess) * seen / sure
                self.doubt = 1.0 / sure


class Root:
    """Candidates, and the sums of what came of them in worlds that were the same for all."""

    def __init__(self, m: Match, tree: Tree) -> None:
        self.worlds: i64 = 0
        self.all: list[Candidate] = []
        self.rivals: list[Candidate] = []
        """Those that may still be best, the best first."""
        self.values: vec[float] = vec[float]([0.0] * WIDTH)
        """What came of each in the world that is being played."""
        self.sums: vec[float] = vec[float]([0.0] * WIDTH)
        self.products: vec[float] = vec[float]([0.0] * (WIDTH * WIDTH))
        self.nominate(m, tree)

    def nominate(self, m: Match, tree: Tree) -> None:
        """The actions that come into question, the best ones first."""
        edges = tree.weigh(m)
        node = tree.known(m)
        while len(self.all) < WIDTH and len(edges) > 0:
            best = edges[0]
            for edge in edges:
                if edge.score > best.score:
                    best = edge
            edges.remove(best)
            c = Candidate(len(self.all), best)
            if node is not None and node.visits > 0:
                c.remember(node)
            self.all.append(c)
        self.rivals = self.all[:]

    def note(self) -> None:
        """A world has been played with all rivals."""
        self.worlds += 1
        for a in self.rivals:
            value: float = self.values[a.number]
            self.sums[a.number] += value
            for b in self.rivals:
                self.products[a.number * WIDTH + b.number] += value * self.values[b.number]

    def sift(self) -> None:
        """Give up the rivals that are hardly the best, or could hardly be better."""
        first = self.rivals[0]
        best = first
        lead: float = 0.0
        for c in self.rivals:
            if c is not first:
                better: float = self.advantage(c, first)
                if better > lead:
                    best = c
                    lead = better
        best.behind = 0.0
        kept: list[Candidate] = [best]
        for c in self.rivals:
            if c is not best:
                better = self.advantage(c, best)
                c.behind = -better if better < 0.0 else 0.0
                spread: float = math.sqrt(self.variance(c, best))
                if better + SURE * spread > 0.0 and spread > CLOSE:
                    kept.append(c)
        self.rivals = kept

    def worths(self) -> dict[int, float]:
        """The chance to win by each candidate, as far as it was tried; empty if none was."""
        if self.worlds == 0:
            return {}
        best: float = self.sums[self.rivals[0].number] / float(self.worlds)
        return {int(c.action): best - c.behind for c in self.all}

    def advantage(self, a: Candidate, b: Candidate) -> float:
        """What one action may be expected to bring more than another."""
        guess: float = a.guess - b.guess
        if self.worlds == 0:
            return guess
        n: float = float(self.worlds)
        mean: float = (self.sums[a.number] - self.sums[b.number]) / n
        prior: float = a.doubt + b.doubt
        noise: float = self.noise(a, b) / n
        return (mean * prior + guess * noise) / (prior + noise)

    def variance(self, a: Candidate, b: Candidate) -> float:
        """How uncertain that is: the variance."""
        prior: float = a.doubt + b.doubt
        if self.worlds == 0:
            return prior
        noise: float = self.noise(a, b) / float(self.worlds)
        return prior * noise / (prior + noise)

    def noise(self, a: Candidate, b: Candidate) -> float:
        """The variance of the difference in one world."""
        n: float = float(self.worlds)
        i: i64 = a.number
        j: i64 = b.number
        total: float = self.sums[i] - self.sums[j]
        squares: float = (
            self.products[i * WIDTH + i]
            + self.products[j * WIDTH + j]
            - 2.0 * self.products[i * WIDTH + j]
        )
        seen: float = squares - total * total / n
        if seen < 0.0:
            seen = 0.0
        return (seen + GUESSED * PAIRED * PAIRED) / (n - 1.0 + GUESSED)
