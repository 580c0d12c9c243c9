"""What is told of a party inside its yard: hit points, bonus die, cards, conditions, tokens."""

from __future__ import annotations

from typing import Final

from ludo_env.render.contents import Status
from ludo_env.render.glyphs import text
from ludo_env.render.marks import (
    DANGER,
    GOLD,
    HEART,
    INK,
    PAPER,
    TONES,
    YARD_MIDDLE,
    bar,
    circle,
    group,
    turned,
)
from ludo_env.render.symbols import symbol

HALF: Final = 80.0
"""Half the side of the white panel."""
BAR: Final = 118.0
NUMBER: Final = 14.0
PIP: Final = 4.4
SUFFERED: Final = ("stunned", "poisoned", "provoked", "stressed")
"""Signs to the right of the middle; a wounded party's heart is empty."""
TOKENS: Final = ("god token", "starts")
"""Signs in the corners below."""


def draw_status(status: Status) -> str:
    """Draw the status of a party on the white panel of its yard, between the yard spaces.

    The middle, where the die of the party's turn is, stays free.
    """
    x, y = turned(*YARD_MIDDLE, status.party)
    drawn = bar(x, y - HALF + 8, BAR, status.hp, status.most_hp, height=6.5)
    drawn += _hit_points(status, x - 0.67 * HALF, y)
    drawn += _counter(status, x, y - 0.48 * HALF)
    if status.cards is not None:
        drawn += _cards(status.cards, x, y + 0.53 * HALF)
    told = [sign for sign in SUFFERED if sign in status.signs]
    for place, sign in enumerate(told):
        drawn += symbol(sign, x + 0.34 * HALF + 18 * place, y, 1.0, DANGER, weight=2.4)
    for token, side in zip(TOKENS, (-1, 1), strict=True):
        if token in status.signs:
            at = x + side * (HALF - 13)
            drawn += symbol(token, at, y + HALF - 13, 1.05, INK, GOLD, 1.8)
    return group(drawn, status.words, status=status.party)


def _hit_points(status: Status, x: float, y: float) -> str:
    fill = PAPER if "wounded" in status.signs else HEART
    heart = symbol("heart", x - 14, y, 1.12, HEART, fill, 2.2)
    return heart + text(str(status.hp), x, y, NUMBER, INK, "start")


def _counter(status: Status, x: float, y: float) -> str:
    """A pip for every step of the bonus die counter."""
    tone = TONES[status.party]
    pips = []
    for step in range(status.full):
        fill = tone.strong if step < status.counter else PAPER
        at = y + (step - (status.full - 1) / 2) * 11.5
        paint = f'fill="{fill}" stroke="{tone.deep}" stroke-width="1.5"'
        pips.append(circle(x, at, PIP, paint))
    return "".join(pips)


def _cards(count: int, x: float, y: float) -> str:
    """The back of a card with the size of the hand."""
    return symbol("card", x, y, 1.45, INK, PAPER, 1.3) + text(str(count), x, y, 11, INK)
