"""Searches in this process, each done before the next is begun: for a quick bot of one's own."""

from __future__ import annotations

import logging

from agents.service.search import Answer, Hear, Question
from agents.service.thinking import Thinker

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

    def ask(self, question: Question, hear: Hear) -> Done:
        """Answer a question; with the spare action where the bot fails."""
        try:
            answer = self.thinker.answer(question)
        except Exception as error:
            log.exception("a bot gave no answer")
            answer = Answer(question.spare, failed=f"{type(error).__name__}: {error}", spare=True)
        hear(answer)
        return Done()
