"""Results that others have published, with the exact settings, and ours beside them.

``ludo arena --reference`` plays them all. The bots and the rule sets are ours, written from the
descriptions; so agreement checks both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from evaluation.arena import Arena, Tick
from evaluation.match import Match, make_match
from evaluation.statistics import Estimate
from evaluation.summary import LENGTHS, Summary, summarise
from evaluation.workers import Workers

WIN_RATE: Final = "win rate in %"
"""The first agent's."""
SLETTEMARK: Final = "Slettemark-Nielsen 2020"
LKE: Final = "ludo-king-engine 0.1.3"


@dataclass(frozen=True, slots=True)
class Figure:
    """A published figure: what it counts, its value, and how far from it chance may lead."""

    what: str
    value: float
    margin: float


@dataclass(frozen=True, slots=True)
class Setting:
    """Games whose figures were published. ``games`` is how many we play."""

    source: str
    agents: tuple[str, ...]
    rules: str
    teams: bool
    games: int
    figures: tuple[Figure, ...]

    def match(self, games: int | None, seed: int) -> Match:
        """The match to play."""
        return make_match(
            self.agents, self.rules, teams=self.teams, games=games or self.games, seed=seed
        )

    @property
    def title(self) -> str:
        """Who plays, under which rules."""
        return f"{' '.join(self.agents)}, {self.rules}{', teams' if self.teams else ''}"


SETTINGS: Final = (
    # 2,500 games a cell of the paper; the margins are theirs and ours together.
    Setting(SLETTEMARK, ("smart", "random"), "danish", True, 4000, (Figure(WIN_RATE, 83.8, 1.9),)),
    Setting(SLETTEMARK, ("random", "random"), "danish", True, 4000, (Figure(WIN_RATE, 50.9, 2.5),)),
    Setting(SLETTEMARK, ("smart", "smart"), "danish", True, 4000, (Figure(WIN_RATE, 49.5, 2.5),)),
    Setting(
        LKE,
        ("random",) * 4,
        "lke",
        False,
        2000,
        (Figure("rolls", 384.0, 5.0), Figure("turns", 298.5, 4.0), Figure("decisions", 331.0, 5.0)),
    ),
    Setting(
        LKE,
        ("random", "random"),
        "lke",
        False,
        2000,
        (Figure("rolls", 173.0, 3.0), Figure("turns", 137.0, 3.0)),
    ),
    Setting(LKE, ("front", "random"), "lke", False, 4000, (Figure(WIN_RATE, 50.6, 2.5),)),
    Setting(LKE, ("capture", "random"), "lke", False, 4000, (Figure(WIN_RATE, 63.9, 2.5),)),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A published figure and ours."""

    setting: Setting
    figure: Figure
    games: int
    ours: Estimate

    @property
    def agrees(self) -> bool:
        """Whether ours lies within the margin."""
        return abs(self.ours.value - self.figure.value) <= self.figure.margin


def total(games: int | None = None) -> int:
    """How many games `compare` plays."""
    return sum(games or setting.games for setting in SETTINGS)


def compare(
    *,
    games: int | None = None,
    seed: int = 0,
    workers: int | Workers = 1,
    tick: Tick = lambda games: None,
) -> list[Row]:
    """Play all settings.

    Args:
        games: of each setting; if None, as many as the setting says.
        seed, workers, tick: see `Arena`.
    """
    matches = [setting.match(games, seed) for setting in SETTINGS]
    played = Arena(matches, workers=workers, tick=tick).run()
    rows = []
    for setting, one in zip(SETTINGS, played, strict=True):
        summary = summarise([one])
        for figure in setting.figures:
            rows.append(Row(setting, figure, summary.games, _ours(figure.what, summary)))
    return rows


def _ours(what: str, summary: Summary) -> Estimate:
    if what in LENGTHS:
        return summary.means[what]
    rate = summary.agents[0].win_rate
    return Estimate(100 * rate.value, 100 * rate.low, 100 * rate.high)


def to_json(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The comparison as plain JSON values."""
    return [
        {
            "source": row.setting.source,
            "agents": list(row.setting.agents),
            "rules": row.setting.rules,
            "teams": row.setting.teams,
            "figure": row.figure.what,
            "theirs": row.figure.value,
            "margin": row.figure.margin,
            "ours": row.ours.value,
            "ci95": [row.ours.low, row.ours.high],
            "games": row.games,
            "agrees": row.agrees,
        }
        for row in rows
    ]


def print_rows(rows: Sequence[Row], console: Console) -> None:
    """The comparison as a table."""
    table = Table(title="published results and ours", title_justify="left")
    for column in ("source", "setting", "figure"):
        table.add_column(column)
    for column in ("theirs", "ours", "95 %", "games", "agrees"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            row.setting.source,
            row.setting.title,
            row.figure.what,
            f"{row.figure.value:.1f} ± {row.figure.margin:.1f}",
            f"{row.ours.value:.1f}",
            f"{row.ours.low:.1f} to {row.ours.high:.1f}",
            str(row.games),
            "yes" if row.agrees else "no",
        )
    console.print(table)
