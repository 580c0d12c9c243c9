"""A picture of the full game in which there is something of everything."""

from __future__ import annotations

from typing import Final

from ludo_env.board import parse_space
from ludo_env.choices import Choice
from ludo_env.render import Picture
from ludo_env.render.contents import Roll, Status, Thing, World

YELLOW, BLUE, RED, GREEN = range(4)


def thing(
    kind: str, party: int, place: str, points: int = 0, most: int = 0, state: str = ""
) -> Thing:
    """A thing on a space that is called so."""
    return Thing(kind, party, parse_space(place).id, points, most, state)


EVENTFUL: Final = Picture(
    pieces=(
        (YELLOW, 1, 3),
        (YELLOW, 2, 4),
        (YELLOW, 3, -1),
        (YELLOW, 4, 19),
        (BLUE, 1, 5),
        (BLUE, 2, 7),
        (BLUE, 3, 7),
        (BLUE, 4, 52),
        (RED, 1, 56),
        (RED, 2, 56),
        (RED, 4, 33),
        (GREEN, 1, 23),
        (GREEN, 2, 45),
        (GREEN, 4, -1),
    ),
    captives=((RED, 3, YELLOW), (GREEN, 3, YELLOW)),
    conditions=(
        (YELLOW, 1, "crowned"),
        (YELLOW, 2, "prone"),
        (YELLOW, 4, "burning"),
        (YELLOW, 4, "looking backward"),
        (BLUE, 1, "unconscious"),
        (BLUE, 2, "dodging"),
        (BLUE, 3, "veiled"),
        (RED, 4, "wet"),
        (RED, 4, "restrained"),
        (GREEN, 1, "prone"),
    ),
    turn=YELLOW,
    die=4,
    decision="move",
    title="the full game",
    spaces="full",
    choices=(
        Choice(206, (0,), spaces=(parse_space("yellow 7").id,)),
        Choice(207, (1,), spaces=(parse_space("yellow 6").id,)),
    ),
    things=(
        thing("barricade", YELLOW, "yellow structural 1", 6, 6),
        thing("turret", YELLOW, "yellow structural 2", 3, 5),
        thing("infirmary", YELLOW, "yellow structural 3", 2, 4, "under construction"),
        thing("watchtower", YELLOW, "yellow structural 4", 5, 5, "hacked"),
        thing("tank", YELLOW, "yellow attack tank", 10, 10),
        thing("crown", YELLOW, "red 4"),
        thing("snare", BLUE, "blue structural 1", 3, 3),
        thing("tank", BLUE, "blue anti-tank", 4, 10, "reloading"),
        thing("phantom", BLUE, "blue 4", 2, 3),
        thing("infirmary", RED, "red structural 1", 4, 4),
        thing("turret", RED, "red structural 3", 1, 5),
        thing("tank", RED, "red shield tank", 0, 10, "wrecked"),
        thing("artillery", RED, "red artillery", state="reloading"),
        thing("tank", GREEN, "green shield tank", 8, 10),
    ),
    statuses=(
        Status(YELLOW, 7, 12, 2, 3, 3, ("starts",)),
        Status(BLUE, 3, 12, 3, 3, 5, ("wounded", "poisoned", "provoked")),
        Status(RED, 12, 12, 0, 3, 0, ("stressed", "god token")),
        Status(GREEN, 9, 14, 1, 3, 1, ("stunned",)),
    ),
    world=World(17, weather="rain", wind=1, wind_strength=2, annustar=13, cap=20),
    rolls=(Roll(YELLOW, 20, 17), Roll(BLUE, 20, 4), Roll(YELLOW, 8, 5), Roll(YELLOW, 6, 4)),
)
