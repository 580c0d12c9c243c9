"""Softened choice: how a bot that judges its actions plays worse ones now and then. Compiled."""

from __future__ import annotations

import math
from typing import Final

from ludo_env.engine.dice import Dice

WORDS: Final = 4294967296.0
"""As many random words as there are."""


def softening(dice: Dice, temperature: float) -> float:
    """What to add to the worth of one action, drawn anew for each.

    The largest of values with Gumbel noise is a draw from their softmax: an action that is worth
    ``temperature`` more than another is e times as likely. At 0 nothing is added, and nothing
    drawn.
    """
    if temperature <= 0.0:
        return 0.0
    even: float = (float(dice.word()) + 0.5) / WORDS
    return -temperature * math.log(-math.log(even))
