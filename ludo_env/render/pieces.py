"""The pieces: several on one space, at home, with what they suffer from."""

from __future__ import annotations

import math
from typing import Final

from ludo_env.board import (
    COLOURS,
    HOME,
    LAST_RING,
    PIECES,
    SPACES,
    ring_index,
    step_direction,
)
from ludo_env.render import badges
from ludo_env.render.glyphs import number as n
from ludo_env.render.glyphs import text
from ludo_env.render.hints import Actions, actions_of_pieces
from ludo_env.render.marks import (
    CELL,
    CENTRE,
    CHOICE,
    PAPER,
    PIECE,
    TONES,
    centre,
    circle,
    group,
    stroke,
    token,
    turned,
)
from ludo_env.render.picture import (
    PRISON,
    Picture,
    Placed,
    Square,
    conditions_of,
    standing,
    where_words,
)

SPREAD: Final = (
    # Most pieces, columns, scale and step of the arrangement on one space.
    (1, 1, 1.0, 0.0),
    (2, 2, 0.7, 0.5),
    (4, 2, 0.62, 0.5),
    (9, 3, 0.44, 0.34),
    (16, 4, 0.34, 0.26),
)
HOME_SCALE: Final = 0.62
HOME_SPOTS: Final = ((5.88, 0.0), (5.88, -0.6), (5.88, 0.6), (6.44, 0.0))
"""Where pieces stand that are home, as row and distance from the middle column, for yellow."""


def draw_pieces(picture: Picture, of_space: Actions) -> str:
    """Draw every piece in a group of its own.

    Args:
        picture: the position.
        of_space: the legal actions of the spaces; a piece that stands on one, and has no actions
            of its own, stands for them.
    """
    of_piece = actions_of_pieces(picture)
    aims = {i for choice in picture.choices for i in choice.targets}
    of_square = {_square(space): actions for space, actions in of_space.items()}
    parts = []
    for square, pieces in standing(picture).items():
        for placed, (x, y, scale) in zip(pieces, _spots(square, pieces), strict=True):
            i = placed[0] * PIECES + placed[1] - 1
            drawn = _piece(picture, placed, x, y, scale * PIECE)
            if i in aims:
                drawn += _aim(x, y, scale * PIECE)
            actions = of_piece.get(i) or of_square.get(square, ())
            parts.append(group(drawn, _title(picture, placed), piece=i, actions=actions))
    return "\n".join(parts)


def _square(space: int) -> Square:
    return SPACES[space].row, SPACES[space].col


def _aim(x: float, y: float, radius: float) -> str:
    """The cross-hairs on a piece that may be chosen as a target."""
    ring, inner, outer = 1.36 * radius, 1.12 * radius, 1.66 * radius
    ticks = "".join(
        f"M{n(x + across * inner)} {n(y + down * inner)}"
        f"L{n(x + across * outer)} {n(y + down * outer)}"
        for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    return "".join(
        circle(x, y, ring, f'fill="none" stroke="{colour}" stroke-width="{n(width * radius)}"')
        + stroke(ticks, colour, width * radius)
        for colour, width in ((PAPER, 0.36), (CHOICE, 0.18))
    )


def _title(picture: Picture, placed: Placed) -> str:
    party, number, r = placed
    name = f"{COLOURS[party]} {number}"
    return f"{name}: prison" if r == PRISON else f"{name}: {where_words(picture, placed)}"


def _spots(square: Square, pieces: list[Placed]) -> list[tuple[float, float, float]]:
    """x, y and scale of every piece on a square."""
    if pieces[0][2] == HOME:
        return _at_home(pieces)
    x, y = centre(square)
    _, columns, scale, step = next(row for row in SPREAD if len(pieces) <= row[0])
    rows = math.ceil(len(pieces) / columns)
    spots = []
    for index in range(len(pieces)):
        row, col = divmod(index, columns)
        in_row = min(columns, len(pieces) - row * columns)
        across = (col - (in_row - 1) / 2) * step * CELL
        down = (row - (rows - 1) / 2) * step * CELL
        spots.append((x + across, y + down, scale))
    return spots


def _at_home(pieces: list[Placed]) -> list[tuple[float, float, float]]:
    party = pieces[0][0]
    spots = sorted(
        (turned(row, CENTRE + across, party) for row, across in HOME_SPOTS[: len(pieces)]),
        key=lambda spot: (round(spot[1]), spot[0]),
    )
    return [(x, y, HOME_SCALE) for x, y in spots]


def _piece(picture: Picture, placed: Placed, x: float, y: float, radius: float) -> str:
    party, number, r = placed
    tone = TONES[party]
    conditions = conditions_of(picture, party, number)
    halo = f'fill="{PAPER}" stroke="{PAPER}" stroke-width="{n(5 * radius / 9)}"'
    paint = f'fill="{tone.strong}" stroke="{tone.deep}" stroke-width="{n(1.6 * radius / 9)}"'
    ink = tone.deep if "unconscious" in conditions else tone.ink
    drawn = (
        # The halo sets a piece off from all that is under it, a pale one too.
        token(party, x, y, radius, halo)
        + badges.pale(conditions, token(party, x, y, radius, paint))
        + text(str(number), x, y, 0.95 * radius, ink)
    )
    if not conditions:
        return drawn
    back = None
    if 0 <= r <= LAST_RING:
        back = 90.0 * step_direction(ring_index(party, r), forward=False)
    return (
        badges.behind(conditions, x, y, radius)
        + badges.laid(conditions, drawn, x, y)
        + badges.before(conditions, x, y, radius, back)
    )
