"""The findings of the arena as a table, as JSON, and as a picture."""

from __future__ import annotations

import importlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from evaluation.ratings import anchor
from evaluation.statistics import Estimate
from evaluation.summary import Rated, Summary
from ludo_env.errors import BadOption
from ludo_env.files import write_whole

Json = dict[str, Any]

INTERVALS: Final = (
    "95 % intervals: Wilson's, for the number of independent games that would spread as the seed "
    "groups do (games with the same dice on turned seats)"
)
MISSING: Final = "–"
BAR_INCHES: Final = 0.45
WIDTH_INCHES: Final = 7.0
MARGIN_INCHES: Final = 1.3
NAME_LENGTH: Final = 32
"""Most characters of a name beside a plot."""
PICTURES: Final = (".pdf", ".png", ".svg")


def to_json(summary: Summary) -> Json:
    """The summary as plain JSON values."""
    return {
        "rules": summary.rules,
        "players": summary.players,
        "teams": summary.teams,
        "games": summary.games,
        "seed": summary.seed,
        "agents": [
            {
                "name": line.name,
                "games": line.games,
                "win_rate": line.win_rate.value,
                "ci95": _interval(line.win_rate),
                **rating_json(line.rating),
                "fouls": line.fouls,
            }
            for line in summary.agents
        ],
        "anchor": summary.anchor,
        "intervals": INTERVALS,
        "matrix": [list(row) for row in summary.matrix],
        **{f"mean_{length}": mean.value for length, mean in summary.means.items()},
        "seat_win_rate": summary.seat_win_rate,
        "truncated": summary.truncated,
    }


def rating_json(rating: Estimate | None) -> Json:
    """A rating and its interval; null where there is none."""
    return {
        "rating": None if rating is None else rating.value,
        "rating_ci95": None if rating is None else _interval(rating),
    }


def print_summary(summary: Summary, console: Console) -> None:
    """The summary as tables."""
    title = _setting(summary.rules, summary.players, summary.teams)
    table = Table(title=title, title_justify="left")
    for column in ("agent", "games", "win rate", "95 %", "rating", "95 %"):
        table.add_column(column, justify="left" if column == "agent" else "right", no_wrap=True)
    for line in summary.agents:
        table.add_row(
            line.name,
            str(line.games),
            percent(line.win_rate.value),
            f"{percent(line.win_rate.low)} to {percent(line.win_rate.high)}",
            *rating_words(line.rating),
        )
    console.print(table)
    if len(summary.agents) > 2:
        console.print(_cross_table(summary))
    means = ", ".join(f"{mean.value:.1f} {length}" for length, mean in summary.means.items())
    seats = ", ".join(f"{colour} {percent(rate)}" for colour, rate in summary.seat_win_rate.items())
    console.print(f"a game: {means}; cut off: {summary.truncated}", highlight=False)
    console.print(f"first places by seat: {seats}", highlight=False)
    for line in summary.agents:
        if line.fouls:
            told = ", ".join(f"{count} {foul}" for foul, count in line.fouls.items())
            console.print(f"fouls of {line.name}: {told}", highlight=False, soft_wrap=True)
    console.print(f"rating: Elo points above {_zero(summary.anchor)}", highlight=False)
    console.print(f"{INTERVALS}; seed {summary.seed}", highlight=False, soft_wrap=True)


def ratings_json(rated: Rated) -> Json:
    """The ratings of one setting as plain JSON values."""
    return {
        "rules": rated.rules,
        "players": rated.players,
        "teams": rated.teams,
        "games": rated.games,
        "anchor": anchor(rated.ratings),
        "agents": [{"name": name, **rating_json(rating)} for name, rating in rated.ratings.items()],
    }


def print_ratings(rated: Rated, console: Console) -> None:
    """The ratings of one setting as a table."""
    title = _setting(rated.rules, rated.players, rated.teams)
    table = Table(title=f"{title}, {rated.games} games", title_justify="left")
    for column in ("agent", "rating", "95 %"):
        table.add_column(column, justify="left" if column == "agent" else "right", no_wrap=True)
    for name, rating in rated.ratings.items():
        table.add_row(name, *rating_words(rating))
    console.print(table)
    console.print(f"rating: Elo points above {_zero(anchor(rated.ratings))}", highlight=False)


def rating_words(rating: Estimate | None) -> tuple[str, str]:
    """A rating and its interval in words."""
    if rating is None:
        return MISSING, MISSING
    return f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}"


def percent(rate: float | None) -> str:
    """A rate in per cent."""
    return MISSING if rate is None else f"{100 * rate:.1f} %"


def check_picture(path: str) -> Path:
    """The path of a picture that can be written there. Raises `BadOption`."""
    file = Path(path)
    if file.suffix.lower() not in PICTURES:
        raise BadOption(f"plot: {path!r}, allowed: a file that ends in {', '.join(PICTURES)}")
    if not file.parent.is_dir():
        raise BadOption(f"plot: no folder {str(file.parent)!r}")
    try:
        importlib.import_module("matplotlib")
    except ImportError:
        raise BadOption(
            "plot: needs matplotlib, which comes with: pip install 'ludicrous-ludo[report]'"
        ) from None
    return file


def plot(summary: Summary, path: Path) -> None:
    """Draw the win rates with their intervals, and write the picture (see `check_picture`)."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    lines = summary.agents[::-1]
    height = MARGIN_INCHES + BAR_INCHES * len(lines)
    figure = Figure(figsize=(WIDTH_INCHES, height), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    rates = [100 * line.win_rate.value for line in lines]
    below = [100 * (line.win_rate.value - line.win_rate.low) for line in lines]
    above = [100 * (line.win_rate.high - line.win_rate.value) for line in lines]
    names = [shortened(line.name) for line in lines]
    # By position: two names may be shortened to the same.
    axes.barh(range(len(names)), rates, xerr=(below, above), capsize=3, tick_label=names)
    axes.set_xlim(0, 100)
    axes.set_xlabel("win rate in %, with 95 % interval")
    axes.set_title(_setting(summary.rules, summary.players, summary.teams))
    drawn = io.BytesIO()
    figure.savefig(drawn, format=path.suffix.removeprefix(".").lower())
    write_whole(path, drawn.getvalue())


def shortened(name: str) -> str:
    """A name that fits beside a plot: of a long one, such as a model's path, the end."""
    return name if len(name) <= NAME_LENGTH else "…" + name[1 - NAME_LENGTH :]


def _cross_table(summary: Summary) -> Table:
    """How often the agent of the row came in before that of the column."""
    table = Table(title="row before column, level counts half", title_justify="left")
    table.add_column("")
    names: Sequence[str] = [line.name for line in summary.agents]
    for name in names:
        table.add_column(name, justify="right")
    for name, row in zip(names, summary.matrix, strict=True):
        table.add_row(name, *(percent(rate) for rate in row))
    return table


def _setting(rules: str, players: int, teams: bool) -> str:
    return f"{rules}, {players} players" + (", teams" if teams else "")


def _interval(estimate: Estimate) -> list[float]:
    return [estimate.low, estimate.high]


def _zero(anchor: str) -> str:
    return "the mean of the agents" if anchor == "mean" else anchor
