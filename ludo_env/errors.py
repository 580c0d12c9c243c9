"""Every error the project raises on purpose: each says what was wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence


class LudoError(ValueError):
    """Bad input. The message names the value that was wrong and what was expected."""


class BadRules(LudoError):
    """A rule set, or the number of players for it, that cannot be played."""


class BadState(LudoError):
    """A state text, JSON or object that describes no game."""


class BadRecord(LudoError):
    """A game record that is damaged or that does not replay to what it claims."""


class BadDice(LudoError):
    """Given rolls that do not fit the dice that are asked for."""


class BadAgent(LudoError):
    """An agent that is not registered, or options it does not have."""


class BadModel(LudoError):
    """A trained model that cannot be read or was trained for something else."""


class BadWorker(LudoError):
    """A process of a batch that failed, or that ended by itself."""


class BadOption(LudoError):
    """An argument outside its range."""


class IllegalAction(LudoError):
    """An action that the party to decide does not have now; ``legal`` lists those it has.

    ``where`` names the game, if it is one of several.
    """

    def __init__(self, action: object, legal: Sequence[str], where: str = "") -> None:
        allowed = ", ".join(legal) if legal else "none, the game is over"
        said = f"{action!r} in {where}" if where else f"{action!r}"
        super().__init__(f"illegal action {said}; legal now: {allowed}")
        self.action = action
        self.legal = tuple(legal)


class RollNeeded(Exception):
    """Given rolls ran out: the next die has ``sides`` sides and is thrown for ``reason``.

    Attributes:
        sides, reason: of the die.
        seat: the party that throws it.
        leaning: 1 if it is one of two dice of which the higher counts, -1 of which the lower.
    """

    def __init__(self, sides: int, reason: str, seat: int) -> None:
        super().__init__(f"a d{sides} is needed for the {reason} roll")
        self.sides = sides
        self.reason = reason
        self.seat = seat
        self.leaning = 0
