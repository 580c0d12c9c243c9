"""The marks of the full game: letters, numbers and symbols of every space. [6.1]"""

from __future__ import annotations

from typing import Final

from ludo_env.board import SPACES, Kind, Party, Space, spaces_of_kind
from ludo_env.render.glyphs import number as n
from ludo_env.render.glyphs import text
from ludo_env.render.marks import (
    ABSENT,
    CELL,
    INK,
    LINE,
    PAPER,
    TONES,
    WATER,
    Tone,
    cell,
    centre,
    circle,
    square,
    star,
    stroke,
)

LETTERS: Final = {
    Kind.TELEPORT_FROM: "T",
    Kind.TELEPORT_TO: "D",
    Kind.HOOP: "B",
    Kind.TRAP: "X",
}
COMPASS: Final = "NESW"
LETTER: Final = 0.44 * CELL
NUMBER: Final = 0.36 * CELL


def marks(parties: tuple[int, ...]) -> str:
    """Draw the marks of all spaces; those of a party that is not in play are grey."""
    parts = [_mark(space, parties) for space in SPACES]
    parts += [_divide(party) for party in Party]
    return "".join(parts)


def _mark(space: Space, parties: tuple[int, ...]) -> str:
    x, y = centre((space.row, space.col))
    tone = ABSENT
    if space.colour is not None and space.colour in parties:
        tone = TONES[space.colour]
    for kind, letter in LETTERS.items():
        if space.kind & kind:
            return text(letter, x, y, LETTER, tone.deep if kind is Kind.TRAP else INK)
    if space.kind & Kind.STAR:
        paint = (
            f'fill="{tone.strong}" stroke="{tone.deep}" stroke-width="1.6" stroke-linejoin="round"'
        )
        return star(x, y, 0.38 * CELL, paint)
    if space.kind & Kind.SPELL_CARD:
        return star(x, y, 0.38 * CELL, f'fill="{INK}"', points=4, waist=0.3)
    if space.kind & Kind.FISHING:
        water = cell((space.row, space.col), WATER, LINE)
        return water + text(str(space.number), x, y, NUMBER, INK)
    if space.kind & Kind.DIRECTION_MARK:
        return text(COMPASS[space.quadrant], x, y, LETTER, tone.ink)
    return _yard_mark(space, x, y, tone)


def _yard_mark(space: Space, x: float, y: float, tone: Tone) -> str:
    """A tile in the coloured band of a yard."""
    if space.kind is Kind.STRUCTURAL:
        return _tile(x, y, PAPER, tone.deep) + _guard(space, x, y) + text("S", x, y, LETTER, INK)
    if space.kind is Kind.PRISON:
        return _tile(x, y, tone.strong, PAPER) + text("P", x, y, LETTER, tone.ink)
    if space.kind is Kind.ARTILLERY:
        return _tile(x, y, PAPER, tone.deep) + text("A", x, y, LETTER, INK)
    if space.kind & Kind.TANK:
        return _tile(x, y, PAPER, tone.deep) + _tank(space, x, y)
    return ""


def _tile(x: float, y: float, fill: str, line: str) -> str:
    paint = f'fill="{fill}" stroke="{line}" stroke-width="1.6"'
    return square(x, y, 0.76 * CELL, paint, corner=5)


def _guard(space: Space, x: float, y: float) -> str:
    """A bar on the side of the pathway space that the structural space touches."""
    guarded = SPACES[space.touches or 0]
    down, across = guarded.row - space.row, guarded.col - space.col
    x, y = x + 0.45 * CELL * across, y + 0.45 * CELL * down
    side = 0.26 * CELL
    path = (
        f"M{n(x - side * down)} {n(y - side * across)}L{n(x + side * down)} {n(y + side * across)}"
    )
    return stroke(path, INK, 4)


def _tank(space: Space, x: float, y: float) -> str:
    if space.kind is Kind.SHIELD_TANK:
        return stroke(f"M{n(x - 9)} {n(y)}H{n(x + 9)}M{n(x)} {n(y - 9)}V{n(y + 9)}", INK, 5)
    if space.kind is Kind.ATTACK_TANK:
        path = f"M{n(x + 3)} {n(y - 11)}l-9 12h5l-2 10l9 -12h-5z"
        return stroke(path, INK, 1, f'fill="{INK}"')
    slash = stroke(f"M{n(x - 6)} {n(y + 6)}L{n(x + 6)} {n(y - 6)}", INK, 3)
    return circle(x, y, 9, f'fill="none" stroke="{INK}" stroke-width="3"') + slash


def _divide(party: Party) -> str:
    """A bar across the corner where the centre breaks the path. [6.1]"""
    before, after = (spaces_of_kind(Kind.DIVIDE)[2 * party + end] for end in (0, 1))
    (x0, y0), (x1, y1) = centre((before.row, before.col)), centre((after.row, after.col))
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    across, down = (x1 - x0) * 0.17, (y1 - y0) * 0.17
    return stroke(f"M{n(x - down)} {n(y + across)}L{n(x + down)} {n(y - across)}", INK, 5)
