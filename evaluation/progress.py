"""A progress bar for work that takes more than a moment."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Final, Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

PATIENCE: Final = 2.0
"""Seconds after which a bar appears."""


class Bar:
    """Hears of finished games, and shows a bar on standard error if that is a terminal.

    A context manager; the bar goes when the work is done.
    """

    def __init__(self, total: int, words: str = "games") -> None:
        self.total = total
        self.words = words
        self.done = 0
        self.begun = time.monotonic()
        self.console = Console(stderr=True)
        self.shown: Progress | None = None

    def __enter__(self) -> Self:
        return self

    def __call__(self, finished: int) -> None:
        """So many more are finished."""
        self.done += finished
        late = time.monotonic() - self.begun > PATIENCE
        if self.shown is None and late and self.console.is_terminal:
            columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
            self.shown = Progress(
                *columns, TimeRemainingColumn(), console=self.console, transient=True
            )
            self.shown.add_task(self.words, total=self.total)
            self.shown.start()
        if self.shown is not None:
            self.shown.update(self.shown.task_ids[0], completed=self.done)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.shown is not None:
            self.shown.stop()
