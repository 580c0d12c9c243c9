"""The search tree: information sets of the searching party, and worlds played through them.

Worlds are played from the pending decision through the nodes that are known, on by what plays
without search to the end of a turn, and judged there. Every node maximises what its own party may
expect.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agents.instinct.bot import NOTHING, Instinct
from agents.search.keys import key_of
from agents.search.leaf import Leaf
from agents.search.worlds import moment_of, set_dice
from ludo_env.board import PARTIES
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import Match

# Measured at decisions of `learned` in games against itself, by worlds of twelve turns.
DOUBT: Final = 0.015
"""How far off the difference of two scores is, in chance to win: the standard deviation."""
NOISE: Final = 0.043
"""The standard deviation of what a world is worth."""
WARMTH: Final = 0.007
"""A chance to win that makes an action e times as probable a priori."""
EXPLORE: Final = 0.01
"""What a rarely tried action is worth beyond its mean, see `Tree.select`."""
RIPE: Final = 64
"""Visits of a node before it chooses for itself; what plays without search chooses until then."""
WIDEN: Final = 2.0
"""An action visited n times has nodes for at most this times the root of n of its outcomes."""
UNSEEN: Final = -1.0e9
PERCENT: Final = 0.01


class Edge:
    """An action at a node: how often it was taken, and what the node's party got by it."""

    def __init__(self, action: i64, score: float) -> None:
        self.action = action
        self.score = score
        """What is thought of it without search, as a chance to win; differences count."""
        self.prior: float = 0.0
        self.visits: i64 = 0
        self.total: float = 0.0
        self.outcomes: i64 = 0
        """Nodes that were made for what came of it."""


class Node:
    """An information set in which a party decides."""

    def __init__(self, decider: i64, turn: i64) -> None:
        self.decider = decider
        self.turn = turn
        self.visits: i64 = 0
        self.total: float = 0.0
        self.level: float = 0.0
        """The mean score of its actions, by their priors."""
        self.edges: list[Edge] = []
        """Its actions, once it is ripe."""

    def expected(self, edge: Edge) -> float:
        """What an action may be expected to bring: what came of it, and what is thought of it."""
        steady: float = NOISE * NOISE / (DOUBT * DOUBT)
        guess: float = self.total / float(self.visits) + edge.score - self.level
        return (edge.total + steady * guess) / (float(edge.visits) + steady)


class Tree:
    """Nodes by what the viewer may know, and the play of worlds through them.

    Args:
        base: plays without search.
        leaf: judges the end of what is played.
        viewer: the searching party.
        depth: the most decisions after the pending one that are looked up in the tree.
    """

    def __init__(self, base: Instinct, leaf: Leaf, viewer: i64, depth: i64) -> None:
        self.base = base
        self.leaf = leaf
        self.viewer = viewer
        self.depth = depth
        self.nodes: dict[int, Node] = {}
        self.result: vec[float] = vec[float]([0.0] * PARTIES)
        """What every party may expect of the world that was played last: its chance to win."""
        self.totals: vec[float] = vec[float]([0.0] * PARTIES)
        """The sum of that over the turns that are judged."""
        self.path: list[Node] = []
        self.taken: list[Edge] = []
        self.world: i64 = 0
        self.moment: i64 = 0
        self.count: i64 = 0
        """Decisions of the phase so far."""

    def forget(self, turn: i64) -> None:
        """Drop the nodes of turns that are over. All others are still true."""
        self.nodes = {key: node for key, node in self.nodes.items() if node.turn >= turn}

    def known(self, m: Match) -> Node | None:
        """The node of the pending decision, if the tree has it."""
        return self.nodes.get(int(key_of(m, self.viewer)))

    # -- playing a world ---------------------------------------------------------------------

    def play(self, m: LudicrousState, world: i64, action: i64, last: i64) -> None:
        """Take an action, play on to the end of a turn, and set ``result``.

        The result is the mean of what is judged after each turn: what lies near is less a matter
        of luck, what lies farther less one of judgement.

        Args:
            m: a possible world, which is used up.
            world: the number of its dice.
            action: of the party that decides.
            last: the number of the turn.
        """
        self.world = world
        self.moment = -1
        self.path.clear()
        self.taken.clear()
        first: i64 = m.turns
        self.apply(m, action)
        self.descend(m, last)
        self.play_out(m, first, last)
        self.back_up()

    def play_out(self, m: LudicrousState, first: i64, last: i64) -> None:
        """Play on without search, and judge after each of the turns from first to last."""
        for party in range(PARTIES):
            self.totals[party] = 0.0
        for turn in range(first, last + 1):
            while not m.over and m.turns <= turn:
                self.apply(m, self.base.choose(m))
            self.judge(m)
            for party in range(PARTIES):
                self.totals[party] += self.result[party]
        for party in range(PARTIES):
            self.result[party] = self.totals[party] / float(last + 1 - first)

    def apply(self, m: LudicrousState, action: i64) -> None:
        """Take an action under the world's dice."""
        moment: i64 = moment_of(m)
        if moment != self.moment:
            self.moment = moment
            self.count = 0
        self.count += 1
        set_dice(m, self.world, action, self.count)
        m.apply(action)

    def descend(self, m: LudicrousState, last: i64) -> None:
        """Follow the tree, and add a node where it ends."""
        edge: Edge | None = None
        for _ in range(self.depth):
            if m.over or m.turns > last:
                return
            if not self.searched(m):
                self.apply(m, self.base.choose(m))
                continue
            key: int = int(key_of(m, self.viewer))
            node: Node | None = self.nodes.get(key)
            if node is None:
                self.grow(key, m, edge)
                return
            self.path.append(node)
            if node.visits < RIPE:
                return
            if len(node.edges) == 0:
                self.open(node, m)
            edge = self.select(node, m)
            self.taken.append(edge)
            self.apply(m, edge.action)

    def grow(self, key: int, m: Match, edge: Edge | None) -> None:
        """Add a node, unless the action that led here has enough of them for its visits.

        Dice and hidden cards make many outcomes; those without a node are played out without
        search, so that no outcome counts more or less than it is probable.
        """
        if edge is not None:
            if float(edge.outcomes) >= WIDEN * math.sqrt(float(edge.visits + 1)):
                return
            edge.outcomes += 1
        node = Node(m.decider, m.turns)
        self.nodes[key] = node
        self.path.append(node)

    def judge(self, m: Match) -> None:
        """What every party may expect: its chance to win, or its share of the first place."""
        if not m.over:
            self.leaf.judge(m, self.result)
            return
        first: i64 = 0
        for party in range(PARTIES):
            if m.seats[party] != 0 and m.places[party] == 1:
                first += 1
        if m.t.teams and first == 2:
            first = 1
        for party in range(PARTIES):
            won: bool = m.seats[party] != 0 and m.places[party] == 1
            self.result[party] = 1.0 / float(first) if won else 0.0

    def back_up(self) -> None:
        """Every node of the path gets what its own party may expect: max^n."""
        for n in range(len(self.path)):
            node = self.path[n]
            gain: float = self.result[node.decider]
            node.visits += 1
            node.total += gain
            if n < len(self.taken):
                edge = self.taken[n]
                edge.visits += 1
                edge.total += gain

    # -- choosing in the tree ----------------------------------------------------------------

    def select(self, node: Node, m: Match) -> Edge:
        """The most promising action that is legal in this world. [PUCT]"""
        scale: float = EXPLORE * math.sqrt(float(node.visits))
        best: Edge | None = None
        best_score: float = UNSEEN
        for edge in node.edges:
            if m.mask[edge.action] != 0:
                score: float = node.expected(edge)
                score += scale * edge.prior / float(1 + edge.visits)
                if score > best_score:
                    best = edge
                    best_score = score
        if best is None:
            # Hidden cards allow what they did not allow before.
            best = Edge(self.base.choose(m), node.level)
            node.edges.append(best)
        return best

    def open(self, node: Node, m: Match) -> None:
        """Give a node its actions, the better ones with a higher prior."""
        node.edges = self.weigh(m)
        top: float = UNSEEN
        for edge in node.edges:
            if edge.score > top:
                top = edge.score
        total: float = 0.0
        for edge in node.edges:
            edge.prior = math.exp((edge.score - top) / WARMTH)
            total += edge.prior
        for edge in node.edges:
            edge.prior /= total
            node.level += edge.prior * edge.score

    def weigh(self, m: Match) -> list[Edge]:
        """The legal actions that come into question; never giving up."""
        base = self.base
        base.appraise(m)
        edges: list[Edge] = []
        for n in range(m.choices):
            if base.marks[n] > NOTHING:
                edges.append(Edge(m.legal[n], PERCENT * base.marks[n]))
        return edges

    def searched(self, m: Match) -> bool:
        """Whether a decision is worth a search: what others bring shows later than it plays."""
        return self.base.learned[m.kind] != 0
