"""The learned part: a small network that scores the actions of a decision. Compiled."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from agents.instinct.inputs import POSITION, Inputs


class Scorer:
    """Scores actions in percent of the chance to win; only differences mean anything.

    Units see the position and one action; a score is what they add up to, and a weighted sum of the
    action's own numbers.

    Args:
        weights: ``units`` (`INPUTS` x hidden, row by row), ``bias`` and ``out`` (hidden),
            ``linear`` (the inputs of the action).
    """

    def __init__(self, weights: dict[str, list[float]]) -> None:
        self.units: vec[float] = vec[float](weights["units"])
        self.bias: vec[float] = vec[float](weights["bias"])
        self.out: vec[float] = vec[float](weights["out"])
        self.linear: vec[float] = vec[float](weights["linear"])
        self.hidden: i64 = len(weights["bias"])
        self.seen: vec[float] = vec[float]([0.0] * len(weights["bias"]))
        """What the units have of the position."""
        self.sums: vec[float] = vec[float]([0.0] * len(weights["bias"]))

    def look(self, position: Inputs) -> None:
        """Take in the position that the next actions belong to."""
        seen = self.seen
        units = self.units
        hidden: i64 = self.hidden
        for h in range(hidden):
            seen[h] = self.bias[h]
        for n in range(position.count):
            x: float = position.what[n]
            row: i64 = position.where[n] * hidden
            for h in range(hidden):
                seen[h] += x * units[row + h]

    def score(self, action: Inputs) -> float:
        """The score of an action."""
        sums = self.sums
        units = self.units
        hidden: i64 = self.hidden
        total: float = 0.0
        for h in range(hidden):
            sums[h] = self.seen[h]
        for n in range(action.count):
            x: float = action.what[n]
            where: i64 = action.where[n]
            total += x * self.linear[where - POSITION]
            row: i64 = where * hidden
            for h in range(hidden):
                sums[h] += x * units[row + h]
        for h in range(hidden):
            if sums[h] > 0.0:
                total += sums[h] * self.out[h]
        return total
