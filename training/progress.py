"""How a run tells where it is."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar


class Progress(Protocol):
    """Hears how far a run is. A trainer calls `begin` once, `at` often, `note` now and then."""

    def begin(self, what: str, done: int, total: int) -> None:
        """A run begins (or goes on) at step ``done`` of ``total``."""

    def at(self, done: int, **figures: float) -> None:
        """The run is at a step; ``figures`` are worth showing beside it."""

    def note(self, line: str) -> None:
        """A line that is to stay, such as the result of an evaluation."""


class Silent:
    """Shows nothing."""

    def begin(self, what: str, done: int, total: int) -> None:
        """Nothing is shown."""

    def at(self, done: int, **figures: float) -> None:
        """Nothing is shown."""

    def note(self, line: str) -> None:
        """Nothing is shown."""


class Terminal:
    """A bar with the time left, on standard error. A context manager, which ends the bar."""

    def __init__(self) -> None:
        self.bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[figures]}"),
            console=Console(stderr=True),
        )
        self.task = self.bar.add_task("", total=None, figures="", visible=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.bar.live.is_started:
            self.bar.stop()

    def begin(self, what: str, done: int, total: int) -> None:
        """Show the bar; until here nothing is written, so that an error is a line alone."""
        self.bar.start()
        # Reset, so that the steps of an earlier part of the run do not count for its speed.
        self.bar.reset(self.task, total=total, completed=done, description=what, visible=True)

    def at(self, done: int, **figures: float) -> None:
        """Move the bar."""
        text = "  ".join(f"{name} {value:.3g}" for name, value in figures.items())
        self.bar.update(self.task, completed=done, figures=text)

    def note(self, line: str) -> None:
        """Print a line above the bar."""
        self.bar.console.print(line, highlight=False, markup=False)
