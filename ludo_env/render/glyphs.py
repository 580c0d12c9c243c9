"""A small stroke font, so that a picture looks the same whatever fonts a machine has.

Capitals only: lower case is drawn as capitals, and a character without a glyph as a blank.
"""

from __future__ import annotations

from typing import Final

CAP_HEIGHT: Final = 6.0
"""Height of the glyphs below, top (y = 0) to baseline."""
SPACING: Final = 1.6
BLANK: Final = 2.2
WEIGHT: Final = 0.16
"""Stroke width of a text as a share of its height."""

_BOWL: Final = "M0 6V0H2.2A1.6 1.6 0 0 1 2.2 3.2H0"
_ROUND: Final = "M2.1 0C.8 0 0 1.2 0 3S.8 6 2.1 6S4.2 4.8 4.2 3S3.4 0 2.1 0Z"

GLYPHS: Final[dict[str, tuple[float, str]]] = {
    "A": (4.2, "M0 6L2.1 0L4.2 6M.7 4.1H3.5"),
    "B": (3.7, "M0 0V6H2.2A1.5 1.5 0 0 0 2.2 3H0M0 0H1.9A1.5 1.5 0 0 1 1.9 3"),
    "C": (3.9, "M3.9 1.3C3.5 .5 2.9 0 2.1 0C.8 0 0 1.2 0 3S.8 6 2.1 6C2.9 6 3.5 5.5 3.9 4.7"),
    "D": (4.0, "M0 0V6H1.6C3.2 6 4 4.8 4 3S3.2 0 1.6 0Z"),
    "E": (3.3, "M3.3 0H0V6H3.3M0 3H2.8"),
    "F": (3.3, "M3.3 0H0V6M0 3H2.8"),
    "G": (4.0, "M3.9 1.3C3.5 .5 2.9 0 2.1 0C.8 0 0 1.2 0 3S.8 6 2.1 6C3.3 6 4 5.2 4 3.4H2.5"),
    "H": (3.9, "M0 0V6M3.9 0V6M0 3H3.9"),
    "I": (0.0, "M0 0V6"),
    "J": (2.8, "M2.8 0V4.4C2.8 5.5 2.2 6 1.4 6S0 5.5 0 4.6"),
    "K": (3.8, "M0 0V6M3.6 0L0 3.7M1.3 2.5L3.8 6"),
    "L": (3.1, "M0 0V6H3.1"),
    "M": (4.8, "M0 6V0L2.4 4L4.8 0V6"),
    "N": (3.9, "M0 6V0L3.9 6V0"),
    "O": (4.2, _ROUND),
    "P": (3.8, _BOWL),
    "Q": (4.3, _ROUND + "M2.6 4.4L4.3 6.3"),
    "R": (3.8, _BOWL + "M2 3.2L3.8 6"),
    "S": (
        3.7,
        "M3.5 1.1C3.2 .4 2.6 0 1.8 0C.8 0 .1 .6 .1 1.5C.1 3.6 3.7 2.4 3.7 4.5"
        "C3.7 5.4 2.9 6 1.9 6C1 6 .3 5.6 0 4.8",
    ),
    "T": (4.0, "M0 0H4M2 0V6"),
    "U": (4.0, "M0 0V4C0 5.3 .8 6 2 6S4 5.3 4 4V0"),
    "V": (4.2, "M0 0L2.1 6L4.2 0"),
    "W": (5.8, "M0 0L1.4 6L2.9 .8L4.4 6L5.8 0"),
    "X": (4.0, "M0 0L4 6M4 0L0 6"),
    "Y": (4.2, "M0 0L2.1 3.1L4.2 0M2.1 3.1V6"),
    "Z": (3.8, "M0 0H3.8L0 6H3.8"),
    "0": (3.8, "M1.9 0C.6 0 0 1.2 0 3S.6 6 1.9 6S3.8 4.8 3.8 3S3.2 0 1.9 0Z"),
    "1": (1.7, "M0 1.4L1.7 0V6"),
    "2": (3.7, "M.1 1.6C.1 .6 .8 0 1.8 0S3.5 .7 3.5 1.6C3.5 3 0 4.2 0 6H3.7"),
    "3": (
        3.6,
        "M.2 .9C.6 .3 1.1 0 1.8 0C2.8 0 3.4 .6 3.4 1.4S2.7 2.8 1.4 2.8"
        "C2.8 2.8 3.6 3.4 3.6 4.4S2.8 6 1.8 6C1 6 .4 5.7 0 5",
    ),
    "4": (3.9, "M2.9 6V0L0 4.3H3.9"),
    "5": (
        3.6,
        "M3.3 0H.6L.3 2.8C.7 2.4 1.2 2.2 1.7 2.2C2.8 2.2 3.6 2.9 3.6 4.1S2.8 6 1.7 6"
        "C1 6 .4 5.7 0 5.1",
    ),
    "6": (
        3.6,
        "M2.9 0C1.2 .8 0 2.4 0 4.1C0 5.3 .8 6 1.8 6S3.6 5.2 3.6 4.1S2.8 2.3 1.8 2.3S.2 3 0 4.1",
    ),
    "7": (3.6, "M0 0H3.6L1.3 6"),
    "8": (
        3.6,
        "M1.8 2.8C.9 2.8 .3 2.2 .3 1.4S.9 0 1.8 0S3.3 .6 3.3 1.4S2.7 2.8 1.8 2.8Z"
        "M1.8 2.8C.7 2.8 0 3.5 0 4.4S.7 6 1.8 6S3.6 5.3 3.6 4.4S2.9 2.8 1.8 2.8Z",
    ),
    "9": (
        3.6,
        "M.7 6C2.4 5.2 3.6 3.6 3.6 1.9C3.6 .7 2.8 0 1.8 0S0 .8 0 1.9S.8 3.7 1.8 3.7S3.4 3 3.6 1.9",
    ),
    ".": (0.0, "M0 5.9V6"),
    ",": (0.4, "M.4 5.8L0 6.9"),
    ":": (0.0, "M0 2.2V2.3M0 5.9V6"),
    "-": (2.0, "M0 3.2H2"),
    "_": (3.4, "M0 6.4H3.4"),
    "+": (3.2, "M0 3.2H3.2M1.6 1.6V4.8"),
    "=": (3.0, "M0 2.2H3M0 4.2H3"),
    "/": (2.8, "M0 6.4L2.8 -.4"),
    "(": (1.2, "M1.2 -.4C-.4 1.6 -.4 4.6 1.2 6.6"),
    ")": (1.2, "M0 -.4C1.6 1.6 1.6 4.6 0 6.6"),
    "'": (0.0, "M0 0V1.4"),
    "!": (0.0, "M0 0V4M0 5.9V6"),
    "?": (3.0, "M0 1.3C.2 .5 .8 0 1.5 0C2.4 0 3 .6 3 1.5C3 2.8 1.5 2.8 1.5 4.2M1.5 5.9V6"),
    "#": (3.8, "M1.4 .4L.8 5.6M3 .4L2.4 5.6M0 2H3.8M0 4H3.8"),
}


def number(value: float) -> str:
    """Write a coordinate with at most two decimals."""
    return f"{round(value, 2):g}"


def text_width(text: str, height: float) -> float:
    """Return the width of a text drawn at a cap height, in the units of the height."""
    return _advance(text) * height / CAP_HEIGHT


def text(words: str, x: float, y: float, height: float, ink: str, anchor: str = "middle") -> str:
    """Draw words as SVG strokes.

    Args:
        words: what to write.
        x, y: the anchor across, and the middle of the capitals down.
        height: height of the capitals.
        ink: colour.
        anchor: ``start``, ``middle`` or ``end``, the part of the words that x stands for.
    """
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    scale = height / CAP_HEIGHT
    left = x - share * text_width(words, height)
    top = y - height / 2
    strokes = []
    for letter in words.upper():
        width, path = GLYPHS.get(letter, (BLANK, ""))
        if path:
            at = f"translate({number(left)} {number(top)}) scale({scale:.4g})"
            strokes.append(f'<path transform="{at}" d="{path}"/>')
        left += (width + SPACING) * scale
    if not strokes:
        return ""
    weight = number(WEIGHT * CAP_HEIGHT)
    return f'<g fill="none" stroke="{ink}" stroke-width="{weight}">{"".join(strokes)}</g>'


def _advance(words: str) -> float:
    widths = [GLYPHS.get(letter, (BLANK, ""))[0] for letter in words.upper()]
    return sum(widths) + SPACING * max(0, len(widths) - 1)
