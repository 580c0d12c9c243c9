"""The master picture: a position as one self-contained, accessible SVG text."""

from __future__ import annotations

import math
from functools import lru_cache
from html import escape
from typing import Final

from ludo_env.board import Party
from ludo_env.render.glyphs import number as n
from ludo_env.render.glyphs import text, text_width
from ludo_env.render.hints import actions_of_spaces, draw_hints
from ludo_env.render.marks import (
    ABSENT,
    CELL,
    FAINT,
    GROUND,
    HEIGHT,
    INK,
    MARGIN,
    PAPER,
    TONES,
    WIDTH,
    Tone,
    centre,
    circle,
    die,
    polygon,
    square,
    stroke,
    token,
    turned,
)
from ludo_env.render.picture import Picture, Square, piece_words, turn_words
from ludo_env.render.pieces import draw_pieces
from ludo_env.render.spaces import Ground, draw_divides, draw_spaces

YARD_MIDDLE: Final = (2.5, 11.5)
TURN_TEXT: Final = 13.0
TITLE_TEXT: Final = 11.0


def svg(picture: Picture) -> str:
    """Draw a position.

    Returns an SVG text without references to fonts, images or style sheets; its title and
    description say in words what it shows.
    """
    of_space = actions_of_spaces(picture)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(WIDTH)} {n(HEIGHT)}" role="img"'
        + (">" if picture.turn is None else f' data-turn="{picture.turn}">'),
        f"<title>{escape(_title(picture))}</title>",
        f"<desc>{escape('; '.join(piece_words(picture)))}</desc>",
        _board(Ground(picture.parties, picture.spaces == "full", picture.safe, picture.jumps)),
        _turn(picture),
        *(_highlight(place) for place in picture.highlights),
        _trail(picture),
        draw_hints(picture, of_space),
        draw_pieces(picture, of_space),
        _caption(picture),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


def _title(picture: Picture) -> str:
    words = [picture.title or "Ludo", turn_words(picture)]
    return ", ".join(filter(None, words))


@lru_cache(maxsize=64)
def _board(ground: Ground) -> str:
    parts = [f'<rect width="{n(WIDTH)}" height="{n(HEIGHT)}" fill="{GROUND}"/>']
    parts += [_yard(party, ground.tone(party)) for party in Party]
    parts.append(draw_spaces(ground))
    if ground.full:
        parts.append(draw_divides())
    parts += [_way_home(party, ground.tone(party)) for party in Party]
    return "\n".join(parts)


def _yard(party: Party, tone: Tone) -> str:
    x, y = turned(*YARD_MIDDLE, party)
    frame = square(x, y, 6 * CELL - 4, f'fill="{tone.strong}"', corner=12)
    return frame + square(x, y, 4 * CELL, f'fill="{PAPER}"', corner=16)


def _way_home(party: Party, tone: Tone) -> str:
    """An arrow from the space before the trap into the home area."""
    arrow = [turned(row, col, party) for row, col in ((0.34, 6.8), (0.34, 7.2), (0.52, 7.0))]
    return polygon(arrow, f'fill="{tone.strong}" stroke="{tone.deep}" stroke-width="1.2"')


def _turn(picture: Picture) -> str:
    if picture.turn is None:
        return ""
    tone = TONES[picture.turn]
    x, y = turned(*YARD_MIDDLE, picture.turn)
    frame = f'fill="none" stroke="{INK}" stroke-width="3.5"'
    parts = [square(x, y, 6 * CELL - 6, frame, corner=11)]
    parts.append(die(x, y, 0.86 * CELL, picture.die or 0, tone))
    return "".join(parts)


def _highlight(place: Square) -> str:
    frame = f'fill="none" stroke="{INK}" stroke-width="3"'
    return square(*centre(place), CELL - 4, frame, corner=5)


def _trail(picture: Picture) -> str:
    """The way of the last move, with an arrow that ends at the rim of the piece."""
    if not picture.trail:
        return ""
    points = [centre(place) for place in picture.trail]
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


def _caption(picture: Picture) -> str:
    y = WIDTH + 12
    left = MARGIN + 4.0
    parts = []
    if picture.turn is not None:
        tone = TONES[picture.turn]
        paint = f'fill="{tone.strong}" stroke="{tone.deep}" stroke-width="2"'
        parts.append(token(picture.turn, left + 14, y, 11, paint))
        left += 38
    if picture.die is not None:
        parts.append(die(left + 12, y, 26, picture.die, ABSENT))
        left += 38
    words = turn_words(picture)
    parts.append(text(words, left, y, TURN_TEXT, INK, "start"))
    # A long title is written smaller rather than over the turn.
    right = WIDTH - MARGIN - 4
    room = right - left - text_width(words, TURN_TEXT) - 16
    size = TITLE_TEXT * min(1.0, room / max(1.0, text_width(picture.title, TITLE_TEXT)))
    parts.append(text(picture.title, right, y, size, FAINT, "end"))
    return "".join(parts)
