"""What may be chosen on the board: who may act, and what that leads to or is aimed at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ludo_env.board import PIECES, SPACES, Kind
from ludo_env.render.marks import (
    CELL,
    CHOICE,
    PAPER,
    TONES,
    YARD_SPOT,
    YARD_SQUARES,
    centre,
    circle,
    group,
    square,
    token,
)
from ludo_env.render.picture import Picture, Square, standing

Actions = Mapping[int, tuple[int, ...]]
"""Legal actions by a number of what one touches to choose them."""
FRAME: Final = f'fill="none" stroke="{CHOICE}" stroke-width="3"'
RING: Final = (
    f'fill="{PAPER}" stroke="{CHOICE}" stroke-width="2.8" stroke-dasharray="5 3.5"'
    ' stroke-linecap="butt"'
)
CASING: Final = f'fill="none" stroke="{PAPER}" stroke-width="6"'
ON_THE_WAY: Final = Kind.PATHWAY | Kind.HOME_AREA | Kind.HOME


def actions_of_pieces(picture: Picture) -> Actions:
    """Return the legal actions in which each piece acts or that are aimed at it."""
    return _by(
        (i, choice.action) for choice in picture.choices for i in choice.pieces + choice.targets
    )


def actions_of_spaces(picture: Picture) -> Actions:
    """Return the legal actions that lead to each space or are aimed at it."""
    return _by((space, choice.action) for choice in picture.choices for space in choice.spaces)


def _by(pairs: Iterable[tuple[int, int]]) -> Actions:
    found: dict[int, dict[int, None]] = {}
    for place, action in pairs:
        found.setdefault(place, {})[action] = None
    return {place: tuple(actions) for place, actions in found.items()}


def draw_hints(picture: Picture, of_space: Actions) -> str:
    """Draw frames around what may act, and rings where an action leads; pieces come on top."""
    acting = {i for choice in picture.choices for i in choice.pieces}
    frames = [
        _frame(at)
        for at, pieces in standing(picture).items()
        if any(party * PIECES + number - 1 in acting for party, number, _ in pieces)
    ]
    ends = {space: choice.pieces for choice in picture.choices for space in choice.spaces}
    return "\n".join(
        frames + [_ring(space, ends[space], actions) for space, actions in of_space.items()]
    )


def _frame(at: Square) -> str:
    x, y = centre(at)
    if at in YARD_SQUARES:
        return circle(x, y, YARD_SPOT, CASING) + circle(x, y, YARD_SPOT, FRAME)
    side = CELL + 1
    return square(x, y, side, CASING, corner=7) + square(x, y, side, FRAME, corner=7)


def _ring(space: int, pieces: tuple[int, ...], actions: tuple[int, ...]) -> str:
    """A space to choose: where pieces would go, or a thing in a yard."""
    place = SPACES[space]
    x, y = centre((place.row, place.col))
    if place.kind & ON_THE_WAY:
        drawn = circle(x, y, 0.4 * CELL, RING)
        if pieces:
            party = pieces[0] // PIECES
            paint = f'fill="{TONES[party].strong}" fill-opacity=".5"'
            drawn += token(party, x, y, 0.2 * CELL, paint)
    else:
        drawn = square(x, y, 0.9 * CELL, CASING, corner=8) + square(
            x, y, 0.9 * CELL, FRAME, corner=8
        )
    touch = square(x, y, CELL, 'fill="#fff" fill-opacity="0"')
    return group(drawn + touch, place.name, space=space, actions=actions)
