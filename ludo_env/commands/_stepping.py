"""Going through a record in the terminal, forward and backward."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ludo_env.commands._telling import Teller

if TYPE_CHECKING:
    from ludo_env.engine.game import Game
    from ludo_env.record import Record

QUESTION: Final = "(return to go on, b back, a number to go there, q to quit) "
BACK: Final = ("b", "back")


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a record, and how many events had happened by then."""

    game: Game
    events: int


class Stepper:
    """Shows the positions of a record, one at a time, as a person wants them.

    Args:
        record: what to go through.
        teller: who shows it.
        until: the last position, which the record reaches; None is its end.
    """

    def __init__(self, record: Record, teller: Teller, until: int | None) -> None:
        self.record = record
        self.teller = teller
        self.last = len(record.decisions) if until is None else until
        self.source = record.replay()
        self.positions: list[Position] = []
        """Those that have been reached so far."""
        self.events: Game | None = None

    def run(self) -> Game:
        """Go through the record; the game where the person has seen enough, or at the end.

        Raises:
            BadRecord: the record is damaged.
        """
        number = 0
        while True:
            self.show(number)
            answer = self.teller.ask(f"{number} of {self.last} {QUESTION}")
            if answer is None:
                break
            wanted = self.wanted(number, answer)
            if wanted is None:
                self.teller.line(f"  {answer!r}, allowed: 0 to {self.last}, b, q, or nothing")
            elif wanted > self.last:
                self.check_result()
                break
            else:
                number = wanted
        return self.reach(number).game

    def check_result(self) -> None:
        """At the end of the record its result is compared with the game."""
        if self.last == len(self.record.decisions):
            next(self.source, None)

    def wanted(self, number: int, answer: str) -> int | None:
        """The position that an answer asks for; None if it cannot be understood."""
        if answer == "":
            return number + 1
        if answer.lower() in BACK:
            return max(0, number - 1)
        return int(answer) if answer.isdecimal() and int(answer) <= self.last else None

    def reach(self, number: int) -> Position:
        """A position; the record is played on as far as that is needed."""
        while len(self.positions) <= number:
            playing = next(self.source)
            if not self.positions:
                playing.listen()
                self.events = playing
            self.positions.append(Position(playing.copy(), len(playing.events)))
        return self.positions[number]

    def show(self, number: int) -> None:
        """Tell the decision that led to a position, what came of it, and show the board."""
        position = self.reach(number)
        assert self.events is not None  # set with the first position
        game = position.game
        game.state.log.events = self.events.events[: position.events]
        if number:
            decision = self.record.decisions[number - 1]
            self.teller.line(f"{decision.seat}: {decision.action}")
            self.teller.told = self.positions[number - 1].events
            self.teller.tell(game, None)
        self.teller.show(game, None)
