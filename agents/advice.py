"""An observation of what rules of thumb with evolved weights think of each legal action."""

from __future__ import annotations

from math import log2
from typing import Final

from agents.learned import EVOLVED, read_weights
from agents.sensible.actions import tank_place
from agents.sensible.bot import NEVER, value_of
from agents.sensible.judge import Judge
from agents.sensible.weights import Weights
from ludo_env.engine.ludicrous.catalogue import CEDE, LUDICROUS, TANK_TO
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.procedures import DECIDE_TANK
from ludo_env.observation import Field, FullEncoder, register
from ludo_env.observation.schema import FULL_FLAT
from ludo_env.observation.sheet import BYTE, Sheet

NAME: Final = "advice"
LAYOUT: Final = (*FULL_FLAT, NAME)
"""The encoders of an observation with advice."""
STEP: Final = 16
"""The code of an action is 255 less so many for each doubling of what is lost by it."""
CODES: Final = tuple(BYTE - round(STEP * log2(1 + lost)) for lost in range(2048))
"""The codes of the smaller losses; for 2 k + 1 it is that of k less `STEP`."""


class Advice(FullEncoder):
    """What the party that is asked may think of each action that is legal, by rules of thumb.

    255 is the best. An action that is worth ``d`` hundredths of a space of progress less has 255 -
    16 log2(1 + d), rounded, at least 1. What is not legal, and everything while another party is
    asked, is 0. The judgement is that of `agents.sensible` with the evolved weights of the project;
    it reads what the party may know.
    """

    def __init__(self) -> None:
        fields = [Field("worth", BYTE, "255 less 16 log2(1 + what is lost by it); 0: not legal")]
        meaning = "what a player by rules of thumb thinks of each action"
        super().__init__(NAME, meaning, list(LUDICROUS.names), fields)
        self.judge = Judge(Weights(read_weights(EVOLVED)))

    def write(self, m: LudicrousState, seat: int, sheet: Sheet, at: int) -> None:
        """Judge all legal actions."""
        if m.decider != seat or m.over:
            return
        actions = [m.legal[n] for n in range(m.choices)]
        values = self.values(m, actions)
        best = max(values)
        for action, value in zip(actions, values, strict=True):
            sheet.put(at + action, code(best - value))

    def values(self, m: LudicrousState, actions: list[int]) -> list[int]:
        """What each action is worth, in hundredths of a space of progress."""
        judge, kind = self.judge, m.kind
        judge.look(m, m.decider)
        if kind == DECIDE_TANK:
            wanted = TANK_TO + tank_place(judge, m)
            return [0 if action == wanted else NEVER for action in actions]
        return [NEVER if action == CEDE else value_of(judge, m, kind, action) for action in actions]


def code(lost: int) -> int:
    """The code of an action by which so much is lost."""
    shift = 0
    while lost >= len(CODES):
        lost = (lost - 1) // 2
        shift += STEP
    return max(CODES[lost] - shift, 1)


register(NAME, Advice)
