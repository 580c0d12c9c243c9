"""Searches in this process, each done before the next is begun: for a quick bot of one's own."""

from __future__ import annotations

import logging

from agents.service.search import Answer, Hear, Question
from agents.service.thinking import Quick, Thinker

log = logging.getLogger(__name__)


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
        self.quick = Quick()

    def ask(self, question: Question, hear: Hear) -> Done:
        """Answer a question; with a bot that needs no time where the one that is asked fails."""
        try:
            answer = self.thinker.answer(question)
        except Exception as error:
            log.exception("a bot gave no answer")
            answer = Answer(self.quick.action(question), failed=f"{type(error).__name__}: {error}")
        hear(answer)
        return Done()
