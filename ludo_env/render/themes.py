"""Light and dark: the drawings are made in light colours, which a table turns into dark ones."""

from __future__ import annotations

import re
from typing import Final

from ludo_env.errors import BadOption
from ludo_env.render.marks import (
    ABSENT,
    CHOICE,
    DANGER,
    FAINT,
    GROUND,
    INK,
    LINE,
    NIGHT_GROUND,
    PAPER,
    TONES,
    WATER,
)

_DEEP: Final = ("#ffe39a", "#bcd9fb", "#ffc9c4", "#b5ecd5")
_PALE: Final = ("#4a3d16", "#1f3552", "#4f2220", "#173f31")
DARK: Final = {
    GROUND: "#1b1a1e",
    NIGHT_GROUND: "#0d1030",
    PAPER: "#2c2a31",
    LINE: "#4d4952",
    WATER: "#24425d",
    INK: "#efebe3",
    FAINT: "#aaa39a",
    CHOICE: "#c9a2ff",
    DANGER: "#ff8a70",
    ABSENT.strong: "#4a474f",
    ABSENT.deep: "#8b8692",
    ABSENT.pale: "#37343b",
    **{tone.deep: dark for tone, dark in zip(TONES, _DEEP, strict=True)},
    **{tone.pale: dark for tone, dark in zip(TONES, _PALE, strict=True)},
}
"""The dark colour of a light one; the strong colours of the parties stay as they are."""
BOTH: Final = {light: f"light-dark({light}, {dark})" for light, dark in DARK.items()}
THEMES: Final[dict[str, dict[str, str]]] = {"light": {}, "dark": DARK, "page": BOTH}
_COLOUR: Final = re.compile("#[0-9a-f]{6}")


def themed(drawn: str, theme: str) -> str:
    """Return an SVG text in the colours of a theme: ``light``, ``dark``, or ``page``, which a
    browser shows as the `color-scheme` of the page around it is.

    Raises:
        BadOption: there is no such theme.
    """
    if theme not in THEMES:
        raise BadOption(f"theme: {theme!r}, allowed: {', '.join(THEMES)}")
    colours = THEMES[theme]
    if not colours:
        return drawn
    return _COLOUR.sub(lambda found: colours.get(found[0], found[0]), drawn)
