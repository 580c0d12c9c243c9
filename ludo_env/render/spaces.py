"""The spaces of the board, each in a group of its own, with their marks. [6.1]"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludo_env.board import COLOURS, SPACES, Kind, Party, Space, spaces_of_kind, step_direction
from ludo_env.render.glyphs import number as n
from ludo_env.render.glyphs import text
from ludo_env.render.marks import (
    ABSENT,
    CELL,
    FAINT,
    INK,
    LINE,
    PAPER,
    TONES,
    WATER,
    YARD_SPOT,
    Tone,
    cell,
    centre,
    circle,
    group,
    home_corners,
    polygon,
    square,
    star,
    stroke,
    token,
)

LETTERS: Final = {
    Kind.TELEPORT_FROM: "T",
    Kind.TELEPORT_TO: "D",
    Kind.HOOP: "B",
    Kind.TRAP: "X",
    Kind.STRUCTURAL: "S",
    Kind.PRISON: "P",
    Kind.ARTILLERY: "A",
}
WORDS: Final = {
    Kind.TELEPORT_FROM: "teleport from here",
    Kind.TELEPORT_TO: "teleport to here",
    Kind.HOOP: "basketball hoop",
    Kind.SPELL_CARD: "spell card",
}
"""What a space of the full game is, where its name does not tell."""
COMPASS: Final = "NESW"
LETTER: Final = 0.44 * CELL
NUMBER: Final = 0.36 * CELL
FULL_ONLY: Final = Kind.STRUCTURAL | Kind.PRISON | Kind.TANK | Kind.ARTILLERY
"""Spaces that plain Ludo does not show."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What the board shows of a rule set.

    Attributes:
        parties: those in play; what belongs to others is grey.
        full: whether the spaces of the full game are shown.
        safe, jumps: ring indices of the safe spaces, and of those from which a piece jumps on.
    """

    parties: tuple[int, ...]
    full: bool
    safe: tuple[int, ...] = ()
    jumps: tuple[int, ...] = ()

    def tone(self, party: int | None) -> Tone:
        """The colours of what belongs to a party."""
        return TONES[party] if party is not None and party in self.parties else ABSENT


def draw_spaces(ground: Ground) -> str:
    """Draw every space that the game has."""
    shown = (space for space in SPACES if ground.full or not space.kind & FULL_ONLY)
    return "\n".join(draw_space(space, ground) for space in shown)


def space_words(space: Space, ground: Ground) -> str:
    """Say what a space is, such as "blue 6, basketball hoop"."""
    words = [space.name]
    if ground.full:
        words += [told for kind, told in WORDS.items() if space.kind & kind]
        words += [f"{COLOURS[space.colour or 0]} trap"] * bool(space.kind & Kind.TRAP)
        words += [f"fishing against {space.number}"] * bool(space.kind & Kind.FISHING)
    words += ["safe"] * (space.id in ground.safe) + ["jump"] * (space.id in ground.jumps)
    return ", ".join(words)


def draw_space(space: Space, ground: Ground) -> str:
    """Draw a space in a group of its own."""
    x, y = centre((space.row, space.col))
    tone = ground.tone(space.colour)
    if space.kind & Kind.PATHWAY:
        drawn = _pathway(space, x, y, ground)
    elif space.kind & Kind.HOME_AREA:
        drawn = cell((space.row, space.col), tone.strong, tone.deep)
        if ground.full and space.kind & Kind.DIRECTION_MARK:
            drawn += text(COMPASS[space.quadrant], x, y, LETTER, tone.ink)
    elif space.kind & Kind.HOME:
        paint = f'fill="{tone.strong}" stroke="{PAPER}" stroke-width="2.5"'
        drawn = polygon(home_corners(space.quadrant), paint)
    elif space.kind & Kind.YARD:
        paint = f'fill="{tone.pale}" stroke="{tone.deep}" stroke-width="1.5"'
        drawn = circle(x, y, YARD_SPOT, paint)
        drawn += token(space.quadrant, x, y, 0.38 * CELL, f'fill="{PAPER}" fill-opacity=".7"')
    else:
        drawn = _tile(space, x, y, ground)
    return group(drawn, space_words(space, ground), space=space.id)


def _pathway(space: Space, x: float, y: float, ground: Ground) -> str:
    """The cell of a pathway space and what is marked on it."""
    tone = ground.tone(space.colour)
    fill, line = PAPER, LINE
    if space.kind & Kind.START:
        fill, line = tone.strong, tone.deep
    elif ground.full and space.kind & Kind.FISHING:
        fill = WATER
    drawn = cell((space.row, space.col), fill, line)
    if ground.full:
        drawn += _full_mark(space, x, y, tone)
    if space.id in ground.safe:
        edge = tone.deep if space.kind & Kind.START else FAINT
        paint = f'fill="{PAPER}" stroke="{edge}" stroke-width="1.8"'
        drawn += star(x, y, 0.34 * CELL, paint)
    elif space.kind & Kind.START:
        drawn += _chevrons(space, x, y, 1, tone.ink)
    if space.id in ground.jumps:
        drawn += _chevrons(space, x, y, 2, FAINT)
    return drawn


def _full_mark(space: Space, x: float, y: float, tone: Tone) -> str:
    """The letter, number or symbol of a pathway space. [6.1]"""
    for kind, letter in LETTERS.items():
        if space.kind & kind:
            return text(letter, x, y, LETTER, tone.deep if kind is Kind.TRAP else INK)
    if space.kind & Kind.STAR:
        paint = f'fill="{tone.strong}" stroke="{tone.deep}" stroke-width="1.6"'
        return star(x, y, 0.38 * CELL, paint)
    if space.kind & Kind.SPELL_CARD:
        return star(x, y, 0.38 * CELL, f'fill="{INK}"', points=4, waist=0.3)
    return text(str(space.number), x, y, NUMBER, INK) if space.kind & Kind.FISHING else ""


def _tile(space: Space, x: float, y: float, ground: Ground) -> str:
    """A space in the coloured band of a yard."""
    tone = ground.tone(space.colour)
    prison = bool(space.kind & Kind.PRISON)
    fill, line = (tone.strong, PAPER) if prison else (PAPER, tone.deep)
    paint = f'fill="{fill}" stroke="{line}" stroke-width="1.6"'
    drawn = square(x, y, 0.76 * CELL, paint, corner=5)
    if space.kind & Kind.TANK:
        return drawn + _tank_mark(space, x, y)
    if space.kind & Kind.STRUCTURAL:
        drawn += _guard(space, x, y)
    letter = next(letter for kind, letter in LETTERS.items() if space.kind & kind)
    return drawn + text(letter, x, y, LETTER, tone.ink if prison else INK)


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


def _tank_mark(space: Space, x: float, y: float) -> str:
    if space.kind & Kind.SHIELD_TANK:
        return stroke(f"M{n(x - 9)} {n(y)}H{n(x + 9)}M{n(x)} {n(y - 9)}V{n(y + 9)}", INK, 5)
    if space.kind & Kind.ATTACK_TANK:
        path = f"M{n(x + 3)} {n(y - 11)}l-9 12h5l-2 10l9 -12h-5z"
        return stroke(path, INK, 1, f'fill="{INK}"')
    slash = stroke(f"M{n(x - 6)} {n(y + 6)}L{n(x + 6)} {n(y - 6)}", INK, 3)
    return circle(x, y, 9, f'fill="none" stroke="{INK}" stroke-width="3"') + slash


def _chevrons(space: Space, x: float, y: float, count: int, colour: str) -> str:
    """Arrow heads that point along the path."""
    turn = 90 * step_direction(space.id, forward=True)
    tops = [y - 4 + 8 * (head - (count - 1) / 2) for head in range(count)]
    path = "".join(
        f"M{n(x - 7)} {n(top + 7)}L{n(x)} {n(top)}L{n(x + 7)} {n(top + 7)}" for top in tops
    )
    return f'<g transform="rotate({turn} {n(x)} {n(y)})">{stroke(path, colour, 2.8)}</g>'


def draw_divides() -> str:
    """Draw a bar across each corner where the centre breaks the path. [6.1]"""
    return "".join(_divide(party) for party in Party)


def _divide(party: Party) -> str:
    before, after = (spaces_of_kind(Kind.DIVIDE)[2 * party + end] for end in (0, 1))
    (x0, y0), (x1, y1) = centre((before.row, before.col)), centre((after.row, after.col))
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    across, down = (x1 - x0) * 0.17, (y1 - y0) * 0.17
    return stroke(f"M{n(x - down)} {n(y + across)}L{n(x + down)} {n(y - across)}", INK, 5)
