"""Little drawings in lines: structures, tanks, weather, what pieces and parties suffer from."""

from __future__ import annotations

from typing import Final

from ludo_env.render.glyphs import number as n

SYMBOLS: Final[dict[str, str]] = {
    # Structures, on a field of -10..10 with the baseline at 8.
    "barricade": "M-10-6H10V0H-10ZM-10 0H10V6H-10ZM-3-6V0M4-6V0M-6 0V6M0 0V6M6 0V6",
    "turret": "M-7 8V-2H-9V-8H-5V-5.5H-2V-8H2V-5.5H5V-8H9V-2H7V8ZM-2 8V3H2V8",
    "infirmary": "M-9 8V-1L0-9L9-1V8ZM0-3V5M-4 1H4",
    "watchtower": "M-6-9H6V-2H-6ZM-5-2L-8 9M5-2L8 9M-6.5 3.5H6.5M0-9V-11.5M-2.5-5.5H2.5",
    "snare": "M-10 3A10 10 0 0 1 10 3L6.7-2.5L3.3 3L0-3.5L-3.3 3L-6.7-2.5ZM-10 3V7H10V3",
    # On wheels.
    "tank": "M-11 2H9L7 8H-9ZM-8 2V-3H5V2M-4-3V-7H3V-3M3-5.5H12",
    "phantom": "M-9 9V-1A9 9 0 0 1 9-1V9L6 5.5L3 9L0 5.5L-3 9L-6 5.5Z",
    "crown": "M-9 6V-5L-4.2.2L0-8L4.2.2L9-5V6Z",
    # What a piece suffers from.
    "flame": "M0-12C1-7 8-4 8 3A8 8 0 0 1-8 3C-8-1-6-3-5-5C-4.5-3-3.5-2-2.5-1.5C-3.5-6-1-9 0-12Z",
    "drop": "M0-8C3-3 6 0 6 3.5A6 6 0 0 1-6 3.5C-6 0-3-3 0-8Z",
    # What a party has, and suffers from.
    "heart": "M0 7C-9 1-8-7-3.5-7C-1.5-7 0-5.5 0-4C0-5.5 1.5-7 3.5-7C8-7 9 1 0 7Z",
    "card": "M-6-8H6V8H-6Z",
    "stunned": "M0 0A2 2 0 0 1 2 2A4 4 0 0 1-4 2A6 6 0 0 1 6-1A7 7 0 0 1-5 7",
    "poisoned": "M-7-1A7 7 0 0 1 7-1C7 2 5 3 4 4V7H-4V4C-5 3-7 2-7-1ZM-3-1V0M3-1V0M0 4V7",
    "provoked": "M0-7V2M0 6V6.5",
    "stressed": "M-7 2L-3.5-4L0 3L3.5-4L7 2",
    "god token": "M0-7L7.5 6H-7.5ZM-3 2Q0-1 3 2Q0 4.6-3 2Z",
    "starts": "M-5 8V-8L6-4L-5 0",
    # The world.
    "clear": "M4.5 0A4.5 4.5 0 1 1-4.5 0A4.5 4.5 0 1 1 4.5 0ZM0-7V-9M0 7V9M-7 0H-9M7 0H9"
    "M-5-5L-6.4-6.4M5-5L6.4-6.4M-5 5L-6.4 6.4M5 5L6.4 6.4",
    "rain": "M-6 1A4 4 0 0 1-5-6.8A5 5 0 0 1 4.5-6A3.6 3.6 0 0 1 6 1Z"
    "M-4 4L-5.5 8M1 4L-.5 8M6 4L4.5 8",
    "fog": "M-9-5H5M-6-1H9M-9 3H6M-5 7H8",
    "storm": "M-6 0A4 4 0 0 1-5-7.8A5 5 0 0 1 4.5-7A3.6 3.6 0 0 1 6 0ZM1 0L-2 5H2L-1 9",
    "full moon": "M8 0A8 8 0 1 1-8 0A8 8 0 1 1 8 0Z"
    "M-3-3A1.6 1.6 0 1 0-2.9-3M3 2A1.2 1.2 0 1 0 3.1 2",
    "night": "M3-8A8 8 0 1 0 8 4A6.5 6.5 0 0 1 3-8Z",
    "wind": "M0 8V-8M-5-3L0-8L5-3",
    "annustar": "M0-9L2-3L8-5L4 0L8 5L2 3L0 9L-2 3L-8 5L-4 0L-8-5L-2-3Z",
}
"""Outlines on a field of about -10..10, by what they stand for."""


def symbol(
    name: str,
    x: float,
    y: float,
    scale: float,
    line: str,
    fill: str = "none",
    weight: float = 2.0,
    turn: float = 0.0,
) -> str:
    """Draw a symbol around a point.

    Args:
        name: one of `SYMBOLS`.
        x, y: its middle.
        scale: 1 is a symbol of about 20 units.
        line, fill: its colours.
        weight: width of the lines before it is scaled.
        turn: degrees clockwise.
    """
    turned = f" rotate({n(turn)})" if turn else ""
    return (
        f'<path transform="translate({n(x)} {n(y)}){turned} scale({n(scale)})" d="{SYMBOLS[name]}"'
        f' fill="{fill}" stroke="{line}" stroke-width="{n(weight)}"/>'
    )
