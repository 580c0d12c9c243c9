"""An action of a full game, tried on a copy with other dice: what comes of it before its party is
asked again. Whoever else may answer lets it happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.catalogue import END
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.state import NOBODY

LAST_EVENTS: Final = ("turn", "night", "no_move")
LAST_ROLL: Final = "movement"
"""What shows that an action has had its effect: one of these events, or a roll for this."""
MOST_STEPS: Final = 200


class Trial:
    """One trial.

    Args:
        state: its last action is settled, but not run; it is only read.
        party: whose action it is.
        seed: of the dice.
    """

    def __init__(self, state: LudicrousState, party: int, seed: int) -> None:
        self.state: LudicrousState = state.twin()
        """As far as the trial has gone."""
        self.party = party
        self.asked: list[tuple[int, int]] = []
        """Which other parties were asked, and for what kind of decision."""
        self.state.log.on = True
        self.state.dice.seed(seed)

    @property
    def again(self) -> bool:
        """Whether the trial came to another decision of the party."""
        return not self.state.over and self.state.decider == self.party

    def events(self) -> Iterator[Event]:
        """The events as they come, until the party is asked again or the action is over."""
        heard = self.state.log.events
        seen = 0
        for _ in range(MOST_STEPS):
            if self.state.over or not self._go_on():
                return
            while seen < len(heard):
                event = heard[seen]
                if event.kind in LAST_EVENTS or event.data.get("reason") == LAST_ROLL:
                    return
                yield event
                seen += 1

    def _go_on(self) -> bool:
        """One step, or the answer of somebody else; whether there was one."""
        state = self.state
        if state.decider == NOBODY:
            state.step()
            return True
        if state.decider == self.party or state.mask[END] == 0:
            return False
        self.asked.append((state.decider, state.kind))
        state.settle(END)
        return True
