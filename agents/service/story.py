"""What has happened in a session: its last events, and the game as it stood at any decision."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.record import FOUL_NAME
from ludo_env.record_lines import Decision

MOST_EVENTS: Final = 600
"""So many events are kept."""
EVERY: Final = 100
"""Decisions between two copies of the game that are kept on the way."""


class Story:
    """The last events of a session, counted from its beginning."""

    def __init__(self) -> None:
        self.events: deque[tuple[int, Event]] = deque(maxlen=MOST_EVENTS)
        """Each with the number of decisions that led to it."""
        self.count = 0

    def hear(self, events: Iterable[Event], decisions: int) -> None:
        """Add what has happened up to a number of decisions."""
        for event in events:
            self.events.append((decisions, event))
            self.count += 1

    def forget(self, decisions: int) -> None:
        """Take back what has come of more than so many decisions."""
        while self.events and self.events[-1][0] > decisions:
            self.events.pop()
            self.count -= 1

    def twin(self) -> Story:
        """Another one that has heard the same."""
        twin = Story()
        twin.events.extend(self.events)
        twin.count = self.count
        return twin

    def since(self, first: int) -> list[Event]:
        """The events from a number on, as far as they are kept."""
        kept = self.count - len(self.events)
        return [event for _, event in list(self.events)[max(0, first - kept) :]]


class Rerun:
    """A recorded game as it stood after any of its decisions, found soon however long it is.

    Args:
        first: the game where the record begins, which is only read.
        decisions: what was decided, which may grow; `note` is called whenever it has.
    """

    def __init__(self, first: Game, decisions: Sequence[Decision]) -> None:
        self.decisions = decisions
        self.copies = [first.copy()]
        """The game after 0, `EVERY`, 2 `EVERY`, ... decisions."""

    def twin(self, decisions: Sequence[Decision]) -> Rerun:
        """Another one with the same copies, of decisions that begin with its own."""
        twin = Rerun(self.copies[0], decisions)
        twin.copies = list(self.copies)
        return twin

    def note(self, game: Game) -> None:
        """Keep a copy of the game as it stands after all decisions, if it is time for one."""
        if len(self.decisions) == EVERY * len(self.copies):
            self.copies.append(game.copy())

    def before(self, number: int) -> tuple[Game, int]:
        """A kept copy from before the decision of a number, and how many it has seen."""
        nearest = min(max(number - 1, 0) // EVERY, len(self.copies) - 1)
        return self.copies[nearest].copy(), nearest * EVERY

    def go_on(self, decisions: Sequence[Decision]) -> None:
        """Forget all but these first decisions; they may grow again."""
        self.decisions = decisions
        del self.copies[len(decisions) // EVERY + 1 :]

    def at(self, number: int) -> Game:
        """The game after so many decisions; its events are those of the last one."""
        game, seen = self.before(number)
        for done in range(seen, number):
            game.listen(done == number - 1)
            decide(game, self.decisions[done])
        return game


def decide(game: Game, decision: Decision) -> None:
    """Take a recorded decision, with the dice that fell."""
    foul = decision.action == FOUL_NAME
    game.apply(decision.action if foul else game.number(decision.action), decision.dice)
