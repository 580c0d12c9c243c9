"""The searching player of the full game. Compiled."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from mypy_extensions import i64

from agents.instinct.bot import Instinct
from agents.learned import load_scorer
from agents.search.leaf import WEIGHTS, Leaf, load_leaf, read_leaves
from agents.search.root import Root
from agents.search.tree import Tree
from agents.search.worlds import possible_world, world_number
from ludo_env.board import PARTIES
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.ludicrous import LudicrousState

BATCH: Final = 8
"""Worlds that are played before the candidates are sifted."""
MS: Final = 1000.0
NONE: Final = ""
NODES: Final = "nodes"
TIME: Final = "ms"
"""What may end a search."""
TOLD: Final = 64
"""Worlds from which the outlook is told."""


def never() -> bool:
    """Nobody stops the search."""
    return False


class Search:
    """Information-set Monte Carlo tree search over what plays without search, `Instinct`.

    The hands of others and the deck are dealt anew in every world, the dice are the bot's own: it
    reads nothing that its party may not know. The actions that come into question are tried in the
    same worlds, under equal luck, until one is clearly best or the limit is reached.

    Args:
        nodes: the most worlds that are played for a decision, each with one action tried.
        ms: the most milliseconds for a decision; 0 is no limit. With it the same seed need not
            give the same moves.
        turns: turns that a world is played, the pending one included.
        depth: decisions after the pending one that the tree looks at; 0 leaves them to what plays
            without search.
        model: the file of a leaf that ``ludo train`` has written with the method ``leaf``; empty
            takes the project's own.

    Raises:
        BadModel: the file cannot be read.
    """

    name = "search"

    def __init__(
        self, nodes: int = 200, ms: float = 0.0, turns: int = 4, depth: int = 0, model: str = ""
    ) -> None:
        self.nodes: i64 = nodes
        self.ms = ms
        self.turns: i64 = turns
        self.depth: i64 = depth
        self.base: Instinct = load_scorer()
        """What plays without search."""
        self.dice: Dice = Dice()
        """The bot's own generator."""
        self.model: Path = Path(model) if model else WEIGHTS
        self.leaves: dict[int, Leaf] = {}
        """What judges, by the number of players."""
        if model:
            read_leaves(self.model)
        self.tree: Tree | None = None
        self.root: Root | None = None
        self.thought_of: i64 = 0
        """What it found last, and how many decisions the game had then seen."""
        self.played: i64 = 0
        """Worlds that were played in this game."""
        self.limit: str = NONE
        """What ended the last search: ``nodes``, ``ms``, or nothing where one action was best, or
        where it was stopped."""
        self.stopped: Callable[[], bool] = never
        """Asked all the time whether the best so far is wanted now."""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins.

        Raises:
            BadRules: it is one of plain Ludo.
            BadModel: there is no leaf for so many players, or a damaged one.
        """
        game.full  # noqa: B018
        self.dice.seed(seed)
        players = len(game.seats)
        if players not in self.leaves:
            self.leaves[players] = load_leaf(players, self.model)
        self.base.begin(game, seat, seed)
        self.tree = Tree(self.base, self.leaves[players], seat, self.depth)
        self.root = None
        self.played = 0
        self.limit = NONE

    def act(self, game: Game) -> int:
        """The chosen action."""
        return self.choose(game.full)

    def choose(self, m: LudicrousState) -> i64:
        """The chosen action of the party that decides."""
        self.limit = NONE
        if not self.known_tree().searched(m):
            return self.base.choose(m)
        return self.think(m).rivals[0].action

    def worths(self, game: Game) -> dict[int, float]:
        """The chance to win that it gives each action in question; empty where it did not search.

        Of the decision that it was asked last it tells what it found then.
        """
        m = game.full
        if not self.known_tree().searched(m):
            return {}
        root = self.root
        if root is None or self.thought_of != m.decisions:
            root = self.think(m)
        return root.worths()

    def outlook(self, game: Game, action: int) -> dict[int, float]:
        """The chance to win that it gives each party after an action."""
        m = game.full
        dice = self.dice.copy()
        tree = Tree(self.base, self.known_tree().leaf, m.decider, 0)
        totals = [0.0] * PARTIES
        for _ in range(TOLD):
            world = possible_world(m, m.decider, dice)
            tree.play(world, world_number(dice), action, m.turns + self.turns - 1)
            for party in range(PARTIES):
                totals[party] += tree.result[party]
        return {seat: totals[seat] / float(TOLD) for seat in game.seats}

    def known_tree(self) -> Tree:
        """The tree of the game that has begun."""
        if self.tree is None:
            raise RuntimeError("act before begin")
        return self.tree

    def think(self, m: LudicrousState) -> Root:
        """Try the actions in question until one is clearly best or the limit is reached."""
        start: float = time.perf_counter()
        tree = self.known_tree()
        tree.forget(m.turns)
        root = Root(m, tree)
        root.sift()
        spent: i64 = 0
        self.limit = NONE
        while len(root.rivals) > 1:
            if spent + len(root.rivals) > self.nodes:
                self.limit = NODES
                break
            if not self.play_world(m, tree, root, start):
                self.limit = NONE if self.stopped() else TIME
                break
            spent += len(root.rivals)
            if root.worlds % BATCH == 0:
                root.sift()
        if root.worlds % BATCH != 0:
            root.sift()
        self.played += spent
        self.root = root
        self.thought_of = m.decisions
        return root

    def play_world(self, m: LudicrousState, tree: Tree, root: Root, start: float) -> bool:
        """Try every rival in one more world; false when it is stopped, or has no time for that."""
        world = possible_world(m, m.decider, self.dice)
        number: i64 = world_number(self.dice)
        last: i64 = m.turns + self.turns - 1
        for c in root.rivals:
            before: float = time.perf_counter()
            self.base.dice.seed(int(number))
            tree.play(world.twin(), number, c.action, last)
            root.values[c.number] = tree.result[m.decider]
            if self.stopped():
                return False
            now: float = time.perf_counter()
            # The next one may take twice as long as this one.
            if self.ms > 0.0 and MS * (now + 2.0 * (now - before) - start) > self.ms:
                return False
        root.note()
        return True
