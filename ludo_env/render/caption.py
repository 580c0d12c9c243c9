"""The lines below the board: whose turn it is, the world, the dice that were thrown last."""

from __future__ import annotations

import math
from typing import Final

from ludo_env.render.contents import Roll, World
from ludo_env.render.glyphs import text, text_width
from ludo_env.render.marks import (
    ABSENT,
    GOLD,
    MARGIN,
    TONES,
    WIDTH,
    die,
    group,
    polygon,
    square,
    token,
)
from ludo_env.render.picture import Picture, turn_words
from ludo_env.render.symbols import symbol

TURN_TEXT: Final = 13.0
TITLE_TEXT: Final = 11.0
WORLD_TEXT: Final = 11.0
FIRST_LINE: Final = WIDTH + 12
SECOND_LINE: Final = WIDTH + 45
LEFT: Final = MARGIN + 4.0
RIGHT: Final = WIDTH - MARGIN - 4
QUARTER: Final = 90


def draw_caption(picture: Picture, ink: str, faint: str) -> str:
    """Draw what is told below the board, in two colours that are seen on the ground."""
    parts = [_turn(picture, ink, faint)]
    if picture.world is not None:
        parts.append(group(_world(picture.world, ink), picture.world.words, world="world"))
    if picture.rolls:
        words = ", ".join(roll.words for roll in picture.rolls)
        parts.append(group(_rolls(picture.rolls), f"thrown last: {words}", rolls="rolls"))
    return "".join(parts)


def _turn(picture: Picture, ink: str, faint: str) -> str:
    left, parts = LEFT, []
    if picture.turn is not None:
        tone = TONES[picture.turn]
        paint = f'fill="{tone.strong}" stroke="{tone.deep}" stroke-width="2"'
        parts.append(token(picture.turn, left + 14, FIRST_LINE, 11, paint))
        left += 38
    if picture.die is not None:
        parts.append(die(left + 12, FIRST_LINE, 26, picture.die, ABSENT))
        left += 38
    words = turn_words(picture)
    parts.append(text(words, left, FIRST_LINE, TURN_TEXT, ink, "start"))
    # A long title is written smaller rather than over the turn.
    room = RIGHT - left - text_width(words, TURN_TEXT) - 16
    size = TITLE_TEXT * min(1.0, room / max(1.0, text_width(picture.title, TITLE_TEXT)))
    parts.append(text(picture.title, RIGHT, FIRST_LINE, size, faint, "end"))
    return "".join(parts)


def _world(world: World, ink: str) -> str:
    """Symbols with their numbers, from the left."""
    left, parts = LEFT + 12, []
    told: list[tuple[str, str, float]] = []
    if world.night:
        told.append(("full moon" if world.full_moon else "night", "", 0))
    told += [(world.weather, "", 0)] * bool(world.weather)
    if world.wind_strength:
        told.append(("wind", str(world.wind_strength), QUARTER * world.wind))
    told += [("annustar", f"{world.annustar}/{world.cap}", 0)] * (world.cap > 0)
    for name, words, turn in told:
        fill = GOLD if name in ("clear", "night", "full moon", "annustar") else "none"
        parts.append(symbol(name, left, SECOND_LINE, 1.15, ink, fill, 1.7, turn))
        parts.append(text(words, left + 15, SECOND_LINE, WORLD_TEXT, ink, "start"))
        left += 34 + (text_width(words, WORLD_TEXT) + 6 if words else 0)
    parts.append(text(f"round {world.round}", left - 8, SECOND_LINE, WORLD_TEXT, ink, "start"))
    return "".join(parts)


def _rolls(rolls: tuple[Roll, ...]) -> str:
    first = RIGHT - 13 - 33 * (len(rolls) - 1)
    return "".join(_roll(roll, first + 33 * place) for place, roll in enumerate(rolls))


def _roll(roll: Roll, x: float) -> str:
    """A die in the colours of who threw it, in the shape of its kind."""
    tone = TONES[roll.party]
    paint = f'fill="{tone.strong}" stroke="{tone.deep}" stroke-width="1.8"'
    edges = CORNERS.get(roll.sides)
    if edges is None:
        body = square(x, SECOND_LINE, 25, paint, corner=5)
    else:
        count, radius, start = edges
        corners = [
            (
                x + radius * math.sin(start + 2 * math.pi * corner / count),
                SECOND_LINE - radius * math.cos(start + 2 * math.pi * corner / count),
            )
            for corner in range(count)
        ]
        body = polygon(corners, paint)
    down = 3.5 if roll.sides == 4 else 0.0
    return body + text(str(roll.value), x, SECOND_LINE + down, 10, tone.ink)


CORNERS: Final = {
    4: (3, 17.5, 0.0),
    8: (4, 17.0, 0.0),
    10: (5, 16.0, 0.0),
    12: (5, 16.0, math.pi),
    20: (6, 15.5, 0.0),
}
"""Corners, radius and turn of the outlines of dice; all others are square."""
