"""What every run of training leaves behind."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from evaluation.statistics import Estimate, wilson

CONFIG: Final = "config.json"
RESULTS: Final = "results.json"
MODEL: Final = "model.onnx"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run gave: the model file, and how it was measured on the way."""

    model: Path
    steps: int
    seconds: float
    results: list[dict[str, object]]


@dataclass(frozen=True, slots=True)
class Trial:
    """Wins of one seat against the same bot in all other seats, with a 95 % interval."""

    against: str
    games: int
    wins: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, against: str, games: int, wins: int) -> Trial:
        """The trial with so many wins, with Wilson's interval."""
        return cls.rated(against, games, wilson(wins / games, games))

    @classmethod
    def rated(cls, against: str, games: int, rate: Estimate) -> Trial:
        """The trial that gave such a rate of wins."""
        return cls(against, games, round(rate.value * games), rate.value, rate.low, rate.high)

    def __str__(self) -> str:
        return (
            f"{self.against}: {100 * self.share:.1f} % of {self.games} games won "
            f"({100 * self.low:.1f} to {100 * self.high:.1f})"
        )

    def to_dict(self) -> dict[str, object]:
        """As JSON data."""
        return asdict(self)
