"""The pictures of the ladder's page: ratings, learning curves, modules. They need matplotlib."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from evaluation.ladder.curves import Curve
from evaluation.ladder.figures import CrossTable, Figures, Modules
from evaluation.report import shortened
from evaluation.statistics import Estimate
from ludo_env.files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH: Final = 9.0
"""Inches."""
ROW: Final = 0.28
"""Inches of a bot or a variant."""
FRAME: Final = 1.1
"""Inches around a panel."""
APART: Final = 0.25
"""Of a row: how far the series lie apart."""
CURVE: Final = 2.8
"""Inches of a panel of curves."""
PERCENT: Final = 100
STYLE: Final[dict[Any, Any]] = {"svg.hashsalt": "ladder", "svg.fonttype": "none", "font.size": 8.0}
"""The same figures give the same file."""


def draw(folder: Path, found: Figures, curves: Sequence[Curve]) -> list[str]:
    """Draw what there is into a folder; the names of the pictures."""
    from matplotlib import rc_context

    names = []
    folder.mkdir(parents=True, exist_ok=True)
    with rc_context(STYLE):
        if found.tables:
            names.append(_save(folder, "ratings.svg", _ratings(found.tables)))
        if curves:
            names.append(_save(folder, "curves.svg", _curves(curves)))
        if found.modules:
            names.append(_save(folder, "modules.svg", _modules(found.modules)))
    return names


def _panels(rows: int, columns: int, height: float, **more: Any) -> tuple[Figure, list[Axes]]:
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasSVG(figure)
    return figure, list(figure.subplots(rows, columns, squeeze=False, **more).flat)


def _save(folder: Path, name: str, figure: Figure) -> str:
    drawn = io.BytesIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    write_whole(folder / name, drawn.getvalue())
    return name


def _ratings(tables: Sequence[CrossTable]) -> Figure:
    """The rating of every bot, a panel for each setting."""
    rows = (len(tables) + 1) // 2
    most = max(len(table.summary.agents) for table in tables)
    figure, panels = _panels(rows, 2, rows * (FRAME + ROW * most))
    for axes, table in zip(panels, tables, strict=False):
        rated = [(line.name, line.rating) for line in table.summary.agents if line.rating]
        rated.sort(key=lambda entry: entry[1].value)
        _dots(axes, range(len(rated)), [rating for _, rating in rated])
        axes.set_yticks(range(len(rated)), [shortened(name) for name, _ in rated])
        axes.set_title(table.setting.title)
        axes.set_xlabel("Elo points above random, with 95 % interval")
    for axes in panels[len(tables) :]:
        axes.set_visible(False)
    return figure


def _modules(rows: Sequence[Modules]) -> Figure:
    """How often the first bot wins and how many rounds a game has, by variant, for each pair."""
    words = list(dict.fromkeys(row.variant.words.replace("`", "") for row in rows))[::-1]
    figure, (left, right) = _panels(1, 2, FRAME + ROW * len(words), sharey=True)
    for number, agents in enumerate(dict.fromkeys(row.variant.agents for row in rows)):
        ours = [row for row in rows if row.variant.agents == agents]
        places = [words.index(row.variant.words.replace("`", "")) - APART * number for row in ours]
        label = " v ".join(map(shortened, agents))
        _dots(left, places, [_percent(row.rate) for row in ours], label)
        _dots(right, places, [row.rounds for row in ours], label)
    left.set_yticks(range(len(words)), [shortened(name) for name in words])
    left.set_xlabel("wins of the first bot in %, with 95 % interval")
    right.set_xlabel("rounds of a game")
    figure.legend(*left.get_legend_handles_labels(), loc="outside upper center", ncols=2)
    return figure


def _dots(axes: Axes, places: Sequence[float], values: Sequence[Estimate], label: str = "") -> None:
    """A dot with its interval at each height."""
    middle = [value.value for value in values]
    below = [value.value - value.low for value in values]
    above = [value.high - value.value for value in values]
    axes.errorbar(
        middle, places, xerr=(below, above), fmt="o", markersize=4, capsize=2, label=label
    )
    axes.grid(axis="x", alpha=0.3)


def _curves(curves: Sequence[Curve]) -> Figure:
    """The win rate by steps, a panel for each kind of run."""
    runs = list(dict.fromkeys(curve.run for curve in curves))
    rows = (len(runs) + 1) // 2
    figure, panels = _panels(rows, 2, CURVE * rows)
    for axes, run in zip(panels, runs, strict=False):
        for curve in (curve for curve in curves if curve.run == run):
            rates = [_percent(rate) for rate in curve.rates]
            middle = [rate.value for rate in rates]
            (line,) = axes.plot(curve.steps, middle, marker=".", label=f"against {curve.against}")
            axes.fill_between(
                curve.steps,
                [rate.low for rate in rates],
                [rate.high for rate in rates],
                color=line.get_color(),
                alpha=0.2,
                linewidth=0,
            )
        axes.set_title(run)
        axes.set_xlabel("decisions")
        axes.set_ylabel("wins in %")
        axes.grid(alpha=0.3)
        axes.legend()
    for axes in panels[len(runs) :]:
        axes.set_visible(False)
    return figure


def _percent(rate: Estimate) -> Estimate:
    return Estimate(PERCENT * rate.value, PERCENT * rate.low, PERCENT * rate.high)
