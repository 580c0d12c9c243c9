"""The master picture: a position as one self-contained, accessible SVG text."""

from __future__ import annotations

import math
from functools import lru_cache
from html import escape
from typing import Final

from ludo_env.board import (
    HOME,
    RING,
    SPACES,
    Kind,
    Party,
    own_spaces,
    spaces_of_kind,
    step_direction,
)
from ludo_env.render import full
from ludo_env.render.glyphs import number as n
from ludo_env.render.glyphs import text, text_width
from ludo_env.render.marks import (
    ABSENT,
    CELL,
    FAINT,
    GROUND,
    HEIGHT,
    INK,
    LINE,
    MARGIN,
    PAPER,
    TONES,
    WIDTH,
    YARD_SQUARES,
    Tone,
    cell,
    centre,
    circle,
    die,
    polygon,
    square,
    star,
    stroke,
    token,
)
from ludo_env.render.picture import Picture, Placed, Square, piece_words, standing, turn_words

PIECE: Final = 0.38 * CELL
YARD_SPOT: Final = 0.66 * CELL
YARD_MIDDLE: Final = (2.5, 11.5)
CENTRE: Final = 7
SPREAD: Final = (
    # Most pieces, columns, scale and step of the arrangement on one space.
    (1, 1, 1.0, 0.0),
    (2, 2, 0.7, 0.5),
    (4, 2, 0.62, 0.5),
    (9, 3, 0.44, 0.34),
    (16, 4, 0.34, 0.26),
)
TURN_TEXT: Final = 13.0
TITLE_TEXT: Final = 11.0
LYING: Final = 0.55
"""Opacity of an unconscious piece."""
HOME_SCALE: Final = 0.62
HOME_SPOTS: Final = ((5.88, 0.0), (5.88, -0.6), (5.88, 0.6), (6.44, 0.0))
"""Where pieces stand that are home, as row and distance from the middle column, for yellow."""


def svg(picture: Picture) -> str:
    """Draw a position.

    Returns an SVG text without references to fonts, images or style sheets; its title and
    description say in words what it shows.
    """
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(WIDTH)} {n(HEIGHT)}" role="img">',
        f"<title>{escape(_title(picture))}</title>",
        f"<desc>{escape('; '.join(piece_words(picture)))}</desc>",
        _board(picture.parties, picture.spaces, picture.safe, picture.jumps),
        _turn(picture),
        *(_highlight(place) for place in picture.highlights),
        _trail(picture),
        *(_move(picture, start, end) for start, end in picture.moves),
        *(_pieces(picture, place, pieces) for place, pieces in standing(picture).items()),
        _caption(picture),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


def _title(picture: Picture) -> str:
    words = [picture.title or "Ludo", turn_words(picture)]
    return ", ".join(filter(None, words))


def _tone(party: int, parties: tuple[int, ...]) -> Tone:
    return TONES[party] if party in parties else ABSENT


@lru_cache(maxsize=64)
def _board(
    parties: tuple[int, ...], spaces: str, safe: tuple[int, ...], jumps: tuple[int, ...]
) -> str:
    parts = [f'<rect width="{n(WIDTH)}" height="{n(HEIGHT)}" fill="{GROUND}"/>']
    for party in Party:
        tone = _tone(party, parties)
        parts += [_yard(party, tone), _home(party, tone)]
    parts += [_cell(ring, parties) for ring in range(RING)]
    parts += [_home_area(party, _tone(party, parties)) for party in Party]
    if spaces == "full":
        parts.append(full.marks(parties))
    parts += [_safe(ring, parties) for ring in safe]
    starts = [space.id for space in spaces_of_kind(Kind.START) if space.id not in safe]
    parts += [_chevrons(r, 1, _tone(SPACES[r].quadrant, parties).ink) for r in starts]
    parts += [_chevrons(ring, 2, FAINT) for ring in jumps]
    parts += [_way_home(party, _tone(party, parties)) for party in Party]
    return "\n".join(parts)


def _turned(row: float, col: float, party: int) -> tuple[float, float]:
    """x and y of a point given for yellow, in rows and columns, turned to a party."""
    for _ in range(party):
        row, col = col, 2 * CENTRE - row
    return MARGIN + (col + 0.5) * CELL, MARGIN + (row + 0.5) * CELL


def _yard(party: Party, tone: Tone) -> str:
    x, y = _turned(*YARD_MIDDLE, party)
    parts = [
        square(x, y, 6 * CELL - 4, f'fill="{tone.strong}"', corner=12),
        square(x, y, 4 * CELL, f'fill="{PAPER}"', corner=16),
    ]
    for space in own_spaces(party, Kind.YARD):
        spot = centre((space.row, space.col))
        paint = f'fill="{tone.pale}" stroke="{tone.deep}" stroke-width="1.5"'
        parts.append(circle(*spot, YARD_SPOT, paint))
        parts.append(token(party, *spot, PIECE, f'fill="{PAPER}" fill-opacity=".7"'))
    return "".join(parts)


def _home(party: Party, tone: Tone) -> str:
    corners = [(5.5, 5.5), (5.5, 8.5), (7.0, 7.0)]
    points = [_turned(row, col, party) for row, col in corners]
    paint = f'fill="{tone.strong}" stroke="{PAPER}" stroke-width="2.5" stroke-linejoin="round"'
    return polygon(points, paint)


def _cell(ring: int, parties: tuple[int, ...]) -> str:
    space = SPACES[ring]
    fill, line = PAPER, LINE
    if space.kind & Kind.START:
        tone = _tone(space.quadrant, parties)
        fill, line = tone.strong, tone.deep
    return cell((space.row, space.col), fill, line)


def _home_area(party: Party, tone: Tone) -> str:
    return "".join(
        cell((space.row, space.col), tone.strong, tone.deep)
        for space in own_spaces(party, Kind.HOME_AREA)
    )


def _way_home(party: Party, tone: Tone) -> str:
    """An arrow from the space before the trap into the home area."""
    arrow = [_turned(row, col, party) for row, col in ((0.34, 6.8), (0.34, 7.2), (0.52, 7.0))]
    return polygon(arrow, f'fill="{tone.strong}" stroke="{tone.deep}" stroke-width="1.2"')


def _safe(ring: int, parties: tuple[int, ...]) -> str:
    space = SPACES[ring]
    line = _tone(space.quadrant, parties).deep if space.kind & Kind.START else FAINT
    paint = f'fill="{PAPER}" stroke="{line}" stroke-width="1.8" stroke-linejoin="round"'
    return star(*centre((space.row, space.col)), 0.34 * CELL, paint)


def _chevrons(ring: int, count: int, colour: str) -> str:
    """Arrow heads that point along the path."""
    space = SPACES[ring]
    x, y = centre((space.row, space.col))
    turn = 90 * step_direction(ring, forward=True)
    tops = [y - 4 + 8 * (head - (count - 1) / 2) for head in range(count)]
    path = "".join(
        f"M{n(x - 7)} {n(top + 7)}L{n(x)} {n(top)}L{n(x + 7)} {n(top + 7)}" for top in tops
    )
    return f'<g transform="rotate({turn} {n(x)} {n(y)})">{stroke(path, colour, 2.8)}</g>'


def _turn(picture: Picture) -> str:
    if picture.turn is None:
        return ""
    tone = TONES[picture.turn]
    x, y = _turned(*YARD_MIDDLE, picture.turn)
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


def _move(picture: Picture, start: Square, end: Square) -> str:
    """A frame around what may move, and a dashed ring where it would land."""
    frame = f'fill="none" stroke="{INK}" stroke-width="3"'
    ring = f'fill="{PAPER}" stroke="{INK}" stroke-width="2.5" stroke-dasharray="5 4"'
    if start in YARD_SQUARES:
        parts = [circle(*centre(start), YARD_SPOT, frame)]
    else:
        parts = [square(*centre(start), CELL + 3, frame, corner=8)]
    parts.append(circle(*centre(end), 0.38 * CELL, ring))
    if picture.turn is not None:
        paint = f'fill="{TONES[picture.turn].strong}" fill-opacity=".5"'
        parts.append(token(picture.turn, *centre(end), 0.2 * CELL, paint))
    return "".join(parts)


def _pieces(picture: Picture, place: Square, pieces: list[Placed]) -> str:
    x, y = centre(place)
    if pieces[0][2] == HOME:
        return _at_home(pieces)
    _, columns, scale, step = next(row for row in SPREAD if len(pieces) <= row[0])
    rows = math.ceil(len(pieces) / columns)
    parts = []
    for index, (party, number, _) in enumerate(pieces):
        row, col = divmod(index, columns)
        in_row = min(columns, len(pieces) - row * columns)
        across = (col - (in_row - 1) / 2) * step * CELL
        down = (row - (rows - 1) / 2) * step * CELL
        piece = _piece(party, number, x + across, y + down, scale * PIECE)
        if (party, number) in picture.fallen:
            piece = f'<g opacity="{LYING}">{piece}</g>'
        parts.append(piece)
    return "".join(parts)


def _at_home(pieces: list[Placed]) -> str:
    party = pieces[0][0]
    spots = sorted(
        (_turned(row, CENTRE + across, party) for row, across in HOME_SPOTS[: len(pieces)]),
        key=lambda spot: (round(spot[1]), spot[0]),
    )
    return "".join(
        _piece(party, number, x, y, HOME_SCALE * PIECE)
        for (_, number, _), (x, y) in zip(pieces, spots, strict=True)
    )


def _piece(party: int, number: int, x: float, y: float, radius: float) -> str:
    tone = TONES[party]
    edge = radius / 9
    halo = f'fill="{PAPER}" stroke="{PAPER}" stroke-width="{n(5 * edge)}" stroke-linejoin="round"'
    body = (
        f'fill="{tone.strong}" stroke="{tone.deep}" stroke-width="{n(1.6 * edge)}"'
        ' stroke-linejoin="round"'
    )
    return (
        token(party, x, y, radius, halo)
        + token(party, x, y, radius, body)
        + text(str(number), x, y, 0.95 * radius, tone.ink)
    )


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
