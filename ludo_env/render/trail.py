"""The way of the last move: read from the events of a game, and drawn."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from ludo_env.board import HOME, YARD
from ludo_env.engine.log import Event
from ludo_env.render.glyphs import number as n
from ludo_env.render.marks import CELL, INK, PAPER, centre, circle, stroke
from ludo_env.render.picture import Square, square_of

MOVES: Final = ("enters", "moves")
JUMPS: Final = "jumps"


def trail_of(events: list[Event]) -> tuple[Square, ...]:
    """The squares of the last move in a log, a jump that went on from it included."""
    steps: list[Event] = []
    for event in reversed(events):
        if event.kind == JUMPS or event.kind in MOVES:
            steps.insert(0, event)
        if event.kind in MOVES:
            break
    if not steps:
        return ()
    seat, piece = steps[0].seat, int(steps[0].data["piece"]) + 1
    route = [_end(steps[0], "from", YARD)]
    for step in steps:
        route += _route(_end(step, "from", YARD), _end(step, "to", 0))
    squares = [square_of(seat, piece, r) for r in route]
    return tuple(squares[:1] + [there for here, there in pairwise(squares) if here != there])


def _end(step: Event, name: str, entering: int) -> int:
    """The r at an end of a step; who enters a full game goes from the yard to the start."""
    return int(step.data.get(name, entering))


def _route(start: int, end: int) -> list[int]:
    """The places after `start` up to `end`; one that bounced goes by home."""
    if start == YARD:
        return [end]
    if end <= start:
        return [*range(start + 1, HOME + 1), *range(HOME - 1, end - 1, -1)]
    return list(range(start + 1, end + 1))


def draw_trail(trail: tuple[Square, ...]) -> str:
    """Draw the way of a move, with an arrow that ends at the rim of the piece."""
    if not trail:
        return ""
    points = [centre(place) for place in trail]
    (x0, y0), (x1, y1) = points[-2:]
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    x1, y1 = x1 - 0.46 * CELL * ux, y1 - 0.46 * CELL * uy
    points[-1] = (x1, y1)
    path = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points)
    wings = [(x1 - 9 * ux - side * 8 * uy, y1 - 9 * uy + side * 8 * ux) for side in (1, -1)]
    head = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in (wings[0], (x1, y1), wings[1]))
    lines = "".join(
        stroke(path + head, colour, width) for colour, width in ((PAPER, 8.5), (INK, 4))
    )
    return lines + circle(*points[0], 6, f'fill="{INK}" stroke="{PAPER}" stroke-width="2"')
