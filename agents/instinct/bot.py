"""A player of the full game by learned corrections of the rules of thumb. Compiled."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agents.instinct.inputs import KINDS, Inputs
from agents.instinct.options import read_option
from agents.instinct.position import Scene
from agents.instinct.scorer import Scorer
from agents.sensible.bot import NEVER, Sensible, value_of
from agents.softened import softening
from ludo_env.engine.ludicrous.catalogue import ACTIONS, CEDE
from ludo_env.engine.ludicrous.match import Match

GAP: Final = 2500
"""How much less an action may be worth to the rules of thumb than the best, to be considered."""
SPACE_PERCENT: Final = 0.04
"""The chance to win, in percent, that a space tells of. Measured at decisions of `Sensible`."""
CLOSE: Final = 1e-3
"""Scores that differ by less are the same, and the first action is taken: two ways to make the same
two moves may differ by rounding."""
NOTHING: Final = -1.0e18


class Instinct(Sensible):
    """Plays the action that a `Scorer` finds best, of those that are not quite out of the question.

    It looks at the pending decision only: no action is tried. Kinds of decision that the scorer has
    not learned are left to the rules of thumb.

    Args:
        weights: of the scorer.
        kinds: the kinds of decision that it has learned.
        temperature: 0 takes the best action; above, one that is worth so many spaces more than
            another is e times as likely.
    """

    name = "learned"

    def __init__(
        self, weights: dict[str, list[float]], kinds: list[int], temperature: float = 0.0
    ) -> None:
        super().__init__(temperature=temperature)
        self.scorer: Scorer = Scorer(weights)
        self.warmth: float = SPACE_PERCENT * temperature
        self.learned: vec[i64] = vec[i64]([0] * KINDS)
        """1 for each kind that the scorer has learned."""
        for kind in kinds:
            self.learned[kind] = 1
        self.scene: Scene = Scene()
        self.inputs: Inputs = Inputs()
        self.values: vec[i64] = vec[i64]([0] * ACTIONS)
        """What the rules of thumb think of each legal action, in their order."""
        self.marks: vec[float] = vec[float]([0.0] * ACTIONS)
        """What it thinks of each itself, see `appraise`."""

    def choose(self, m: Match) -> i64:
        """The chosen action of the party that decides."""
        if self.learned[m.kind] == 0:
            return super().choose(m)
        best: i64 = self.weigh(m)
        alone: bool = self.rivals(m, best) == 1
        if not alone:
            self.see(m)
        chosen: i64 = m.legal[0]
        top: float = NOTHING
        for n in range(m.choices):
            if self.values[n] < best - GAP:
                continue
            if alone:
                return m.legal[n]
            score: float = self.rate(m, n, best) + softening(self.dice, self.warmth)
            if score > top + CLOSE:
                top = score
                chosen = m.legal[n]
        return chosen

    def scores(self, m: Match) -> dict[int, float]:
        """What the actions in question score; empty for a kind that was not learned."""
        found: dict[int, float] = {}
        if self.learned[m.kind] != 0:
            best: i64 = self.weigh(m)
            self.see(m)
            for n in range(m.choices):
                if self.values[n] >= best - GAP:
                    found[int(m.legal[n])] = self.rate(m, n, best)
        return found

    def appraise(self, m: Match) -> None:
        """Note the score of each legal action, of a kind that was learned.

        Those that do not come into question have ``NOTHING``.
        """
        best: i64 = self.weigh(m)
        self.see(m)
        for n in range(m.choices):
            self.marks[n] = NOTHING
            if self.values[n] >= best - GAP:
                self.marks[n] = self.rate(m, n, best)

    def weigh(self, m: Match) -> i64:
        """Note what the rules of thumb think of the legal actions; the most."""
        self.judge.look(m, m.decider)
        best: i64 = NEVER
        for n in range(m.choices):
            action: i64 = m.legal[n]
            value: i64 = NEVER
            if action != CEDE:
                value = value_of(self.judge, m, m.kind, action)
            self.values[n] = value
            if value > best:
                best = value
        return best

    def rivals(self, m: Match, best: i64) -> i64:
        """How many actions come into question."""
        count: i64 = 0
        for n in range(m.choices):
            if self.values[n] >= best - GAP:
                count += 1
        return count

    def see(self, m: Match) -> None:
        """Take in the position."""
        self.read_position(m)
        self.scorer.look(self.inputs)

    def rate(self, m: Match, n: i64, best: i64) -> float:
        """The score of the legal action number ``n``."""
        self.read_action(m, n, best)
        return self.scorer.score(self.inputs)

    def read_position(self, m: Match) -> None:
        """Write the numbers of the position."""
        self.inputs.clear()
        self.scene.read(m, self.inputs)

    def read_action(self, m: Match, n: i64, best: i64) -> None:
        """Write the numbers of the legal action number ``n``, after `weigh`."""
        self.inputs.clear()
        read_option(self.judge, m, m.legal[n], self.values[n], best, self.inputs)
