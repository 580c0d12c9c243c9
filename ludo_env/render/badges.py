"""How the conditions of a piece are seen on it. [C-]"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from ludo_env.render.glyphs import number as n
from ludo_env.render.marks import BLUE, DANGER, FLAME, GOLD, INK, PAPER, circle, stroke
from ludo_env.render.symbols import symbol

PALE: Final = {"unconscious": 0.4, "veiled": 0.72}
"""Opacity of a piece."""
QUARTER: Final = 90


def behind(conditions: Container[str], x: float, y: float, radius: float) -> str:
    """Draw what shows behind a piece: the arcs of one who dodges, a veil."""
    drawn, scale = "", radius / 15
    if "dodging" in conditions:
        for side in (-1, 1):
            path = "".join(
                f"M{n(x + side * out * radius)} {n(y - 0.7 * radius)}"
                f"Q{n(x + side * (out + 0.38) * radius)} {n(y)}"
                f" {n(x + side * out * radius)} {n(y + 0.7 * radius)}"
                for out in (0.98, 1.28)
            )
            drawn += stroke(path, INK, 2.2 * scale)
    if "veiled" in conditions:
        paint = f'fill="none" stroke="{INK}" stroke-width="{n(2 * scale)}"'
        drawn += circle(
            x,
            y,
            1.28 * radius,
            f'{paint} stroke-dasharray="{n(scale)} {n(4 * scale)}"',
        )
    return drawn


def pale(conditions: Container[str], drawn: str) -> str:
    """Draw the body of a piece paler that is not, or is hardly, there."""
    for condition, opacity in PALE.items():
        if condition in conditions:
            return f'<g opacity="{opacity}">{drawn}</g>'
    return drawn


def laid(conditions: Container[str], drawn: str, x: float, y: float) -> str:
    """Lay a piece on its side that is prone or unconscious."""
    if "prone" in conditions or "unconscious" in conditions:
        return f'<g transform="rotate({QUARTER} {n(x)} {n(y)})">{drawn}</g>'
    return drawn


def before(
    conditions: Container[str], x: float, y: float, radius: float, back: float | None
) -> str:
    """Draw what shows on a piece: crown, flame, drop, ball and chain, the ground it lies on.

    Args:
        conditions: those of the piece.
        x, y, radius: of the piece.
        back: the way backward in degrees clockwise from north, of a piece on the pathway.
    """
    drawn, scale = "", radius / 15
    if "prone" in conditions:
        path = f"M{n(x - 1.2 * radius)} {n(y + 1.12 * radius)}h{n(2.4 * radius)}"
        drawn += stroke(path, PAPER, 5.5 * scale) + stroke(path, INK, 3 * scale)
    if "restrained" in conditions:
        drawn += _ball(x + 0.85 * radius, y + 0.85 * radius, scale)
    left = (x - 0.95 * radius, y + 0.5 * radius)
    if "wet" in conditions:
        drawn += symbol("drop", *left, 1.05 * scale, PAPER, BLUE, 2)
    if "burning" in conditions:
        drawn += symbol("flame", *left, 0.95 * scale, PAPER, PAPER, 5)
        drawn += symbol("flame", *left, 0.95 * scale, DANGER, FLAME, 1.6)
    if "crowned" in conditions:
        top = (x, y - 1.22 * radius)
        drawn += symbol("crown", *top, scale, PAPER, PAPER, 5)
        drawn += symbol("crown", *top, scale, INK, GOLD, 1.6)
    if "looking backward" in conditions and back is not None:
        drawn += _nose(x, y, radius, back)
    return drawn


def _ball(x: float, y: float, scale: float) -> str:
    """A ball on a chain."""
    chain = stroke(f"M{n(x)} {n(y)}l{n(-9 * scale)} {n(-5 * scale)}", INK, 2.4 * scale)
    paint = f'fill="{INK}" stroke="{PAPER}" stroke-width="{n(1.6 * scale)}"'
    return chain + circle(x, y, 6 * scale, paint)


def _nose(x: float, y: float, radius: float, back: float) -> str:
    """An arrow head at the rim."""
    path = (
        f"M{n(x - 0.5 * radius)} {n(y - 1.05 * radius)}L{n(x)} {n(y - 1.55 * radius)}"
        f"L{n(x + 0.5 * radius)} {n(y - 1.05 * radius)}Z"
    )
    arrow = stroke(path, PAPER, 0.3 * radius) + stroke(path, INK, 1.4, f'fill="{INK}"')
    return f'<g transform="rotate({n(back)} {n(x)} {n(y)})">{arrow}</g>'
