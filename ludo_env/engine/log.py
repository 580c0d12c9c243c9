"""The event log: what chance and the rules made of the decisions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NOBODY: Final = -1


class Event:
    """One thing that happened: its ``kind``, the party (``seat``) that it happened to, details."""

    def __init__(self, kind: str, seat: int, data: dict[str, int | str]) -> None:
        self.kind = kind
        self.seat = seat
        self.data = data

    def to_dict(self) -> dict[str, int | str]:
        """The event as one flat JSON object."""
        return {"event": self.kind, "seat": self.seat, **self.data}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.kind, self.seat, tuple(sorted(self.data))))

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.seat}, {self.data!r})"


class EventLog:
    """Events in the order in which they happened; empty while nobody listens (``on`` is false)."""

    def __init__(self, on: bool = False) -> None:
        self.on = on
        self.events: list[Event] = []

    def add(self, kind: str, seat: i64, data: dict[str, int | str]) -> None:
        """Append an event. Callers test ``on`` first, so that nothing is built for nobody."""
        self.events.append(Event(kind, seat, data))
