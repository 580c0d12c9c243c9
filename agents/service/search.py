"""What a search is asked and what it answers. Where it runs is another module's affair."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

LimitKind = Literal["ms", "nodes"]


@dataclass(frozen=True, slots=True)
class Brief:
    """What is asked of a bot, whatever it is shown of the game.

    Attributes:
        seat: the party that decides.
        legal: the numbers of its actions.
        spec: the bot.
        seed: of the bot's generator, and of what is dealt for what it cannot see.
        wants: what is asked for besides the action: ``ranked``, ``value``.
    """

    seat: int
    legal: tuple[int, ...]
    spec: str
    seed: int
    wants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked where it has time to think.

    Attributes:
        brief: what is asked.
        view: what the seat may know, as text.
        spare: an action that a bot chose which needs no time, for when the other has none left.
        deadline: when the answer must be there, on the clock of `time.monotonic`.
        asker: the number of the client, among whom processes are shared out.
    """

    brief: Brief
    view: str
    spare: int
    deadline: float
    asker: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot answers.

    Attributes:
        action: a legal one.
        ranked: actions with what the bot thinks of them, best first, if it tells.
        value: what it expects for each seat, if it tells.
        limit: the limit that ended its search, if one did.
        late: whether the time ran out first.
        stopped: whether the client stopped it.
        failed: why the bot gave no answer. Empty if it gave one.
        spare: whether another bot decided, which needs no time.
    """

    action: int
    ranked: tuple[tuple[int, float], ...] = ()
    value: tuple[tuple[int, float], ...] = ()
    limit: LimitKind | None = None
    late: bool = False
    stopped: bool = False
    failed: str = ""
    spare: bool = False


Hear = Callable[[Answer], None]
"""Hears the answer, once."""


class Search(Protocol):
    """A search under way."""

    def stop(self) -> None:
        """Answer soon, with the best so far."""

    def drop(self) -> None:
        """Nobody wants the answer any more."""


class Searcher(Protocol):
    """Where searches run."""

    def ask(self, question: Question, hear: Hear) -> Search:
        """Begin a search. Raises `ServiceFault` with `BUSY` where there are too many."""
        ...
