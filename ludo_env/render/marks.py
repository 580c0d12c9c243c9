"""Colours, sizes and the little drawings that the board is put together from."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import Final

from ludo_env.board import GRID, Kind, spaces_of_kind
from ludo_env.render.glyphs import number as n
from ludo_env.render.picture import Square

CELL: Final = 40.0
MARGIN: Final = 16.0
CAPTION: Final = 44.0
"""Height of the line below the board."""
WORLD: Final = 32.0
"""Height of the second line, which the full game has."""
WIDTH: Final = GRID * CELL + 2 * MARGIN
HEIGHT: Final = WIDTH + CAPTION


@dataclass(frozen=True, slots=True)
class Tone:
    """The colours of a party: of its areas and pieces, their outline, a pale area, text on it."""

    strong: str
    deep: str
    pale: str
    ink: str


# Apart in lightness as well as in hue, so that they differ to colour-blind eyes; the pieces
# differ in shape as well.
TONES: Final = (
    Tone(strong="#f7c325", deep="#6d4f00", pale="#fdf1cb", ink="#2d2200"),
    Tone(strong="#2a6fc0", deep="#0b2c58", pale="#d9e6f6", ink="#ffffff"),
    Tone(strong="#c5302b", deep="#560a09", pale="#f8dcd8", ink="#ffffff"),
    Tone(strong="#1a8259", deep="#063a28", pale="#d3eee1", ink="#ffffff"),
)
GROUND: Final = "#efe9dd"
PAPER: Final = "#fffdf8"
LINE: Final = "#c9bfae"
WATER: Final = "#d8eaf5"
INK: Final = "#2b2a28"
FAINT: Final = "#68635a"
CHOICE: Final = "#7b35c4"
"""Of what may be chosen; no party has it."""
DANGER: Final = "#b3261e"
HEART: Final = "#d6336c"
GOLD: Final = "#ffc72e"
FLAME: Final = "#ff8c1a"
BLUE: Final = "#1c7ed6"
NIGHT_GROUND: Final = "#232a52"
MOONLIGHT: Final = "#f2efff"
"""Of words on the ground at night."""
HEALTH: Final = ((0.5, "#2f9e44"), (0.25, "#e8890c"), (0.0, "#d6336c"))
"""Colours of what has more than a share of its most."""
ABSENT: Final = Tone(strong="#d8d2c6", deep="#8f887b", pale="#ebe6db", ink=INK)

PIECE: Final = 0.38 * CELL
"""Half the size of a piece that stands alone."""
YARD_SPOT: Final = 0.66 * CELL
"""Radius of a yard space."""
CENTRE: Final = 7
"""The middle row and column."""
YARD_MIDDLE: Final = (2.5, 11.5)
"""Row and column of the middle of yellow's yard."""

_CENTRE_OF_YARD: Final = 2.5
YARD_SQUARES: Final = frozenset((space.row, space.col) for space in spaces_of_kind(Kind.YARD))


def centre(square: Square) -> tuple[float, float]:
    """Return x and y of the middle of a square.

    The four yard spaces are the middle squares of a yard; each is drawn in the middle of its
    quarter of the panel around them.
    """
    row, col = float(square[0]), float(square[1])
    if square in YARD_SQUARES:
        top, left = (math.floor(place / 9) * 9 + _CENTRE_OF_YARD for place in square)
        row, col = top + 2 * (row - top), left + 2 * (col - left)
    return MARGIN + (col + 0.5) * CELL, MARGIN + (row + 0.5) * CELL


def turned(row: float, col: float, party: int) -> tuple[float, float]:
    """Return x and y of a point given for yellow, in rows and columns, turned to a party."""
    for _ in range(party):
        row, col = col, 2 * CENTRE - row
    return MARGIN + (col + 0.5) * CELL, MARGIN + (row + 0.5) * CELL


def home_corners(party: int) -> list[tuple[float, float]]:
    """Return the corners of a party's home, a quarter of the centre."""
    return [turned(row, col, party) for row, col in ((5.5, 5.5), (5.5, 8.5), (7.0, 7.0))]


def group(drawn: str, title: str, **data: object) -> str:
    """Put what is drawn into a group that says what it is, to people and to programs.

    Args:
        drawn: SVG elements.
        title: for people; pointers show it and screen readers read it.
        data: for programs, as ``data-`` attributes; those that are None or empty are left out.
    """
    told = "".join(
        f' data-{name}="{_value(value)}"' for name, value in data.items() if value not in (None, ())
    )
    return f"<g{told}><title>{escape(title)}</title>{drawn}</g>"


def _value(value: object) -> str:
    """A number, or several with blanks between them."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def polygon(points: list[tuple[float, float]], paint: str) -> str:
    """Draw a closed outline."""
    corners = " ".join(f"{n(x)},{n(y)}" for x, y in points)
    return f'<polygon points="{corners}" {paint}/>'


def circle(x: float, y: float, radius: float, paint: str) -> str:
    """Draw a circle."""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(radius)}" {paint}/>'


def square(x: float, y: float, side: float, paint: str, corner: float = 0.0) -> str:
    """Draw an upright square around a point, its corners rounded."""
    rounded = f' rx="{n(corner)}"' if corner else ""
    return (
        f'<rect x="{n(x - side / 2)}" y="{n(y - side / 2)}" width="{n(side)}"'
        f' height="{n(side)}"{rounded} {paint}/>'
    )


def cell(at: Square, fill: str, line: str) -> str:
    """Draw the square of a space."""
    paint = f'fill="{fill}" stroke="{line}" stroke-width="1"'
    return square(*centre(at), CELL - 2.5, paint, corner=5)


def stroke(path: str, colour: str, width: float, paint: str = 'fill="none"') -> str:
    """Draw a line with round ends and joins."""
    return f'<path d="{path}" {paint} stroke="{colour}" stroke-width="{n(width)}"/>'


def star(
    x: float, y: float, radius: float, paint: str, points: int = 5, waist: float = 0.45
) -> str:
    """Draw a star with a point upwards; `waist` is its inner radius as a share of the outer."""
    corners = []
    for corner in range(2 * points):
        angle = math.pi * corner / points
        reach = radius * (waist if corner % 2 else 1)
        corners.append((x + reach * math.sin(angle), y - reach * math.cos(angle)))
    return polygon(corners, paint)


def token(party: int, x: float, y: float, radius: float, paint: str) -> str:
    """Draw the shape of a party: yellow a disc, blue a square, red a triangle, green a diamond."""
    if party == 0:
        return circle(x, y, radius, paint)
    if party == 1:
        return square(x, y, 1.72 * radius, paint, corner=0.3 * radius)
    if party == 2:
        tall = radius * 1.3
        low = y + 0.78 * radius
        return polygon(
            [(x, y - tall + 0.1 * radius), (x + 1.2 * radius, low), (x - 1.2 * radius, low)], paint
        )
    reach = 1.22 * radius
    return polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], paint)


PIPS: Final = (
    (),
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)
"""Where the pips of each face of a die are, in thirds of its side."""


def die(x: float, y: float, side: float, face: int, tone: Tone) -> str:
    """Draw a die with the pips of a face; 0 is a die not yet rolled."""
    edge = f'fill="{PAPER}" stroke="{tone.deep}" stroke-width="{n(side / 16)}"'
    pips = "".join(
        circle(x + across * side / 4, y + down * side / 4, side / 10, f'fill="{INK}"')
        for across, down in PIPS[face]
    )
    return square(x, y, side, edge, corner=side / 5) + pips


def bar(
    x: float,
    y: float,
    length: float,
    points: int,
    most: int,
    colour: str | None = None,
    height: float = 4.0,
) -> str:
    """Draw a bar around a point, filled as far as something has its points.

    Args:
        x, y: its middle.
        length, height: its size.
        points, most: how much there is, and could be.
        colour: of what is filled; by how much it is, if None.
    """
    share = min(1.0, points / most) if most else 0.0
    if colour is None:
        colour = next((paint for least, paint in HEALTH if share > least), HEALTH[-1][1])
    left, top = n(x - length / 2), n(y - height / 2)
    box = f'x="{left}" y="{top}" height="{n(height)}" rx="{n(height / 2)}"'
    frame = f'<rect {box} width="{n(length)}" fill="{PAPER}" stroke="{FAINT}" stroke-width="1"/>'
    return frame + f'<rect {box} width="{n(length * share)}" fill="{colour}"/>'
