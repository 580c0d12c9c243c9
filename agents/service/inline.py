"""Searches in this process, each done before the next is begun: for a quick bot of one's own."""

from __future__ import annotations

import logging
import traceback
from typing import Final

from agents.service.search import Answer, Hear, Question
from agents.service.thinking import Thinker

log = logging.getLogger(__name__)

TOLD: Final = frozenset(10**power for power in range(12))
"""The failures that are told: the first, the tenth, the hundredth."""


class Done:
    """A search that has been answered."""

    def stop(self) -> None:
        """It has stopped."""

    def drop(self) -> None:
        """It has been told."""


class Inline:
    """Answers questions as they come.

    Args:
        thinker: has the bots.
    """

    def __init__(self, thinker: Thinker | None = None) -> None:
        self.thinker = thinker or Thinker()
        self.failures = 0
        """Of the bots, so far."""

    def ask(self, question: Question, hear: Hear) -> Done:
        """Answer a question; with the spare action where the bot fails."""
        try:
            answer = self.thinker.answer(question)
        except Exception as error:
            self.note(error)
            answer = Answer(question.spare, failed=f"{type(error).__name__}: {error}", spare=True)
        hear(answer)
        return Done()

    def note(self, error: Exception) -> None:
        """Tell people in a line why the bot gave no legal action, and how often it has not."""
        self.failures += 1
        if self.failures in TOLD:
            place = traceback.extract_tb(error.__traceback__)[-1]
            why = " ".join(f"{type(error).__name__}: {error}".split())
            problem = "a bot gave no legal action (%d so far): %s, at %s:%s"
            log.warning(problem, self.failures, why, place.filename, place.lineno)
