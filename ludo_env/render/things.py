"""Structures, tanks, artillery, phantoms and crown tokens on the board."""

from __future__ import annotations

from typing import Final

from ludo_env.board import SPACES
from ludo_env.render.contents import Thing
from ludo_env.render.glyphs import number as n
from ludo_env.render.hints import Actions
from ludo_env.render.marks import (
    CELL,
    DANGER,
    FAINT,
    GOLD,
    INK,
    PAPER,
    TONES,
    bar,
    centre,
    circle,
    group,
    square,
    stroke,
)
from ludo_env.render.symbols import symbol

TILE: Final = 0.78 * CELL
BAR: Final = 0.6 * CELL
"""Length of the bar that shows how much a thing still has."""


def draw_things(things: tuple[Thing, ...], of_space: Actions) -> str:
    """Draw everything that stands on a space and is no piece, each in a group of its own.

    A thing stands for the actions of its space.
    """
    return "\n".join(
        group(
            _draw(thing),
            thing.words,
            thing=thing.kind,
            party=thing.party,
            actions=of_space.get(thing.space, ()),
        )
        for thing in things
    )


def _draw(thing: Thing) -> str:
    space = SPACES[thing.space]
    x, y = centre((space.row, space.col))
    if thing.kind == "artillery":
        return _waits(x, y)
    if thing.kind == "crown":
        return _crown(thing, x, y)
    if thing.kind == "phantom":
        return _phantom(thing, x, y)
    return _tank(thing, x, y) if thing.kind == "tank" else _structure(thing, x, y)


def _structure(thing: Thing, x: float, y: float) -> str:
    tone = TONES[thing.party]
    building = thing.state == "under construction"
    dashes = ' stroke-dasharray="4 3" stroke-linecap="butt"' if building else ""
    paint = f'fill="{PAPER if building else tone.pale}" stroke="{tone.deep}" stroke-width="2"'
    line = FAINT if thing.state else tone.deep
    fill = "none" if thing.state or thing.kind == "watchtower" else tone.strong
    drawn = square(x, y, TILE, paint + dashes, corner=5)
    drawn += symbol(thing.kind, x, y - 2.5, 0.98, line, fill)
    drawn += bar(x, y + 11.6, BAR, thing.points, thing.most, FAINT if building else None)
    if thing.state == "hacked":
        drawn += _struck(x, y)
    return drawn


def _tank(thing: Thing, x: float, y: float) -> str:
    tone = TONES[thing.party]
    wrecked = thing.state == "wrecked"
    paint = f'fill="{tone.pale}" stroke="{tone.deep}" stroke-width="2"'
    drawn = square(x, y, TILE, paint, corner=5)
    drawn += symbol("tank", x, y, 1.05, FAINT if wrecked else tone.deep, tone.strong, 1.8)
    wheels = "".join(circle(x + at, y + 5.2, 2.3, f'fill="{tone.deep}"') for at in (-6.4, -1, 4.4))
    if wrecked:
        return drawn + _struck(x, y)
    drawn += wheels + bar(x, y + 11.6, BAR, thing.points, thing.most)
    return drawn + (_waits(x, y) if thing.state == "reloading" else "")


def _struck(x: float, y: float) -> str:
    """Out of order."""
    path = f"M{n(x - 10)} {n(y + 8)}L{n(x + 10)} {n(y - 11)}"
    return stroke(path, PAPER, 6) + stroke(path, DANGER, 3)


def _waits(x: float, y: float) -> str:
    """A clock in the upper corner: it reloads."""
    x, y = x + 0.34 * CELL, y - 0.34 * CELL
    face = circle(x, y, 7.5, f'fill="{PAPER}" stroke="{DANGER}" stroke-width="2"')
    return face + stroke(f"M{n(x)} {n(y - 4.2)}V{n(y)}L{n(x + 3)} {n(y + 1.6)}", DANGER, 1.8)


def _phantom(thing: Thing, x: float, y: float) -> str:
    tone = TONES[thing.party]
    body = symbol("phantom", x, y - 2.5, 1.5, PAPER, PAPER, 4.5)
    body += symbol("phantom", x, y - 2.5, 1.5, tone.deep, tone.pale, 1.6)
    eyes = "".join(
        f'<ellipse cx="{n(x + at)}" cy="{n(y - 5)}" rx="2.3" ry="3.4" fill="{tone.deep}"/>'
        for at in (-4.6, 4.6)
    )
    return body + eyes + bar(x, y + 14.5, BAR, thing.points, thing.most)


def _crown(thing: Thing, x: float, y: float) -> str:
    """A crown token, in the upper corner: others may lie on its space."""
    tone = TONES[thing.party]
    x, y = x + 0.2 * CELL, y - 0.22 * CELL
    drawn = symbol("crown", x, y, 0.95, PAPER, PAPER, 6) + symbol("crown", x, y, 0.95, INK, GOLD)
    return drawn + circle(x, y + 1.5, 2.6, f'fill="{tone.strong}" stroke="{INK}" stroke-width="1"')
