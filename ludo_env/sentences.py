"""What the words of both games are made with: templates whose slots are filled from events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from ludo_env.board import COLOURS, YARD, route_space
from ludo_env.engine.log import NOBODY, Event
from ludo_env.engine.ludicrous.names import PRISON
from ludo_env.errors import BadOption

Tell = Callable[[int, int], str]
"""Tells a number of an event of a party."""


def sentence(templates: Mapping[str, str], name: str, slots: Mapping[str, str]) -> str:
    """The template of that name, filled, as a sentence. Raises `BadOption` if there is none."""
    if name not in templates:
        raise BadOption(f"no words for the event {name!r}, allowed: {', '.join(templates)}")
    told = templates[name].format_map(slots)
    return told[0].upper() + told[1:]


def slots_of(
    event: Event, tells: Mapping[str, Tell], as_numbers: Collection[str] = ()
) -> dict[str, str]:
    """What the slots of a template say for an event; a number without a `Tell` is told as it is.

    Args:
        event: what happened.
        tells: how the numbers of its data are told, by their names.
        as_numbers: names whose numbers stand for themselves in this event.
    """
    slots = {"seat": party_name(event.seat)}
    for name, value in event.data.items():
        tell = None if name in as_numbers else tells.get(name)
        slots[name] = tell(event.seat, value) if tell and isinstance(value, int) else str(value)
    return slots


def party_name(party: int) -> str:
    """The colour of a party, or "nobody"."""
    return "nobody" if party == NOBODY else COLOURS[party]


def piece_name(party: int, piece: int) -> str:
    """A piece by its colour and its number from 1, such as "red 2"."""
    return f"{COLOURS[party]} {piece + 1}"


def place_name(party: int, r: int) -> str:
    """Where a piece of a party is at its r, prison and yard included."""
    if r == PRISON:
        return "prison"
    return "its yard" if r == YARD else route_space(party, r).name
