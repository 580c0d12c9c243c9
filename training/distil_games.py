"""Games whose decisions are judged by playing on in possible worlds, for `training.distil`.

A bot plays itself, now and then at random. At some decisions its favourite and other actions are
tried in a few possible worlds, as `agents.search` tries them: hidden cards dealt anew, the same
luck for all, the rules of thumb play on for some turns, and the search's leaf tells the chance to
win.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from agents.instinct.bot import GAP, Instinct
from agents.scored import EMPTY, sparse
from agents.search.leaf import load_leaf
from agents.search.root import WIDTH
from agents.search.tree import Tree
from agents.search.worlds import possible_world, world_number
from agents.sensible import Sensible
from ludo_env.board import PARTIES
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.rules import as_rules
from ludo_env.rules.ludicrous import LudicrousRules
from training.leaf_games import random_sheet
from training.shard import Shard

PLAYERS: Final = 2
USUAL: Final = 0.75
"""The share of games by the rules' own sheets; in the others both parties have any one sheet."""
STRAY_TURNS: Final = 0.03
"""Turns in which a party strays from what it thinks best, and how often it does so then."""
STRAY: Final = 0.3
TRIED: Final = 5
"""Actions that are tried at a decision: the rules of thumb's favourite, and others, drawn."""
PERCENT: Final = 100.0


@dataclass(frozen=True, slots=True)
class Lessons(Shard):
    """Decisions that were judged. Numbers that are 0 are left out.

    Attributes:
        games: ``(decisions,)``, the number of the game.
        kinds: ``(decisions,)``, the kind of the decision.
        options: ``(decisions,)``, how many actions were tried.
        seen: ``(decisions,)``, how many numbers of the position are not 0; ``where`` and ``what``
            they are, one decision after the other.
        told: ``(actions,)``, how many numbers of each action are not 0; ``places`` and ``numbers``.
        chances: ``(actions,)``, the chance to win after each, in percent.
    """

    games: NDArray[np.int32]
    kinds: NDArray[np.int8]
    options: NDArray[np.int8]
    seen: NDArray[np.int16]
    where: NDArray[np.int16]
    what: NDArray[np.float16]
    told: NDArray[np.int16]
    places: NDArray[np.int16]
    numbers: NDArray[np.float16]
    chances: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.options)


class Notes:
    """What `Lessons` are made from, decision by decision."""

    def __init__(self) -> None:
        self.games: list[int] = []
        self.kinds: list[int] = []
        self.options: list[int] = []
        self.seen: list[int] = []
        self.told: list[int] = []
        self.where: list[NDArray[np.int64]] = []
        self.what: list[NDArray[np.float64]] = []
        self.places: list[NDArray[np.int64]] = []
        self.numbers: list[NDArray[np.float64]] = []
        self.chances: list[float] = []

    def lessons(self) -> Lessons:
        """All of them as arrays."""
        none = [np.zeros(0)]
        return Lessons(
            np.array(self.games, np.int32),
            np.array(self.kinds, np.int8),
            np.array(self.options, np.int8),
            np.array(self.seen, np.int16),
            np.concatenate(self.where or none).astype(np.int16),
            np.concatenate(self.what or none).astype(np.float16),
            np.array(self.told, np.int16),
            np.concatenate(self.places or none).astype(np.int16),
            np.concatenate(self.numbers or none).astype(np.float16),
            np.array(self.chances, np.float32),
        )


class Examiner:
    """Plays games and judges their decisions.

    Args:
        bot: who plays.
        rules: the text of the rules.
        kinds: the kinds of decision that are judged.
        share: of these decisions.
        worlds: how many each action is tried in.
        turns: how many turns a world is played, the pending one included.
    """

    def __init__(
        self, bot: Sensible, rules: str, kinds: list[int], share: float, worlds: int, turns: int
    ) -> None:
        self.bot = bot
        self.rules = as_rules(rules)
        self.kinds = frozenset(kinds)
        self.share = share
        self.worlds = worlds
        self.turns = turns
        self.dice = Dice()
        self.base = Instinct(EMPTY, [])
        """Plays worlds on, as `Sensible`: it has learned nothing."""
        self.tree = Tree(self.base, load_leaf(PLAYERS), 0, 0)
        self.reader = Instinct(EMPTY, kinds)
        """Reads the numbers of positions and actions."""

    def play(self, seed: int, first: int, games: int) -> Lessons:
        """Play and judge games, from a number on; each depends on its number and the bot only."""
        notes = Notes()
        for number in range(first, first + games):
            self.play_game(number, Random(f"{seed} {number}"), notes)
        return notes.lessons()

    def play_game(self, number: int, rng: Random, notes: Notes) -> None:
        """Play and judge one game."""
        game = Game(self.sheets(rng), PLAYERS, seed=rng.getrandbits(60))
        m = game.full
        self.bot.dice.seed(rng.getrandbits(40))
        self.dice.seed(rng.getrandbits(40))
        turns, stray = -1, False
        while not m.over:
            if m.turns != turns:
                turns, stray = m.turns, rng.random() < STRAY_TURNS
            if m.choices > 1 and m.kind in self.kinds and rng.random() < self.share:
                tried = self.candidates(m, rng)
                if len(tried) > 1:
                    notes.games.append(number)
                    self.note(m, tried, notes)
            action = self.bot.choose(m)
            if stray and rng.random() < STRAY:
                action = m.nth_legal(rng.randrange(m.choices))
            m.apply(action)

    def sheets(self, rng: Random) -> LudicrousRules:
        """The rules, now and then with another sheet for both parties."""
        assert isinstance(self.rules, LudicrousRules)
        if rng.random() < USUAL:
            return self.rules
        return self.rules.changed(sheets=(random_sheet(rng),) * PARTIES)

    def candidates(self, m: LudicrousState, rng: Random) -> list[int]:
        """The actions that are tried, the favourite of the rules of thumb first."""
        reader = self.reader
        best = reader.weigh(m)
        worths = {m.nth_legal(n): reader.values[n] for n in range(m.choices)}
        asked = sorted(worths, key=lambda action: -worths[action])[:WIDTH]
        first, *others = (action for action in asked if worths[action] >= best - GAP)
        return [first, *rng.sample(others, min(len(others), TRIED - 1))]

    def note(self, m: LudicrousState, tried: list[int], notes: Notes) -> None:
        """Judge a decision, and note what can be seen of it."""
        chances = self.judge(m, tried)
        reader = self.reader
        best = reader.weigh(m)
        reader.read_position(m)
        where, what = sparse(reader.inputs)
        notes.kinds.append(m.kind)
        notes.options.append(len(tried))
        notes.seen.append(len(where))
        notes.where.append(where.copy())
        notes.what.append(what.copy())
        numbers = {m.nth_legal(n): n for n in range(m.choices)}
        for action, chance in zip(tried, chances, strict=True):
            reader.read_action(m, numbers[action], best)
            where, what = sparse(reader.inputs)
            notes.told.append(len(where))
            notes.places.append(where.copy())
            notes.numbers.append(what.copy())
            notes.chances.append(chance)

    def judge(self, m: LudicrousState, tried: list[int]) -> list[float]:
        """The chance to win that each action leaves, in percent."""
        decider, last = m.decider, m.turns + self.turns - 1
        sums = [0.0] * len(tried)
        for _ in range(self.worlds):
            world = possible_world(m, decider, self.dice)
            number = world_number(self.dice)
            for n, action in enumerate(tried):
                self.base.dice.seed(number)
                self.tree.play(world.twin(), number, action, last)
                sums[n] += self.tree.result[decider]
        return [PERCENT * total / self.worlds for total in sums]
