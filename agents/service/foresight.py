"""What is certain to come of an action of a full game, before any die falls."""

from __future__ import annotations

from typing import Final

from agents.service.trial import Trial
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.catalogue import CEDE, END
from ludo_env.engine.ludicrous.procedures import DECIDE_TACKLE
from ludo_env.sentences import party_name
from ludo_env.words import describe

ROLL: Final = "roll"
TOLD: Final = (
    "ambushed",
    "captured",
    "crown_destroyed",
    "crown_drops",
    "crown_taken",
    "eliminated",
    "escapes",
    "finished",
    "fortifies",
    "built",
    "home",
    "over",
    "phantom",
    "phantom_gone",
    "pushed",
)
"""The events that are worth telling beside the name and the meaning of the action."""


def foreseen(game: Game, action: int) -> list[str]:
    """What an action of the decider is certain to bring, in sentences, if nobody tackles.

    Args:
        game: a full game at a decision, which is only read.
        action: legal for the decider.
    """
    if action in (END, CEDE):
        return []
    after = game.full.twin()
    after.settle(action)
    trial = Trial(after, game.decider, 0)
    told = []
    for event in trial.events():
        if event.kind == ROLL:
            break
        if event.kind in TOLD:
            told.append(describe(game, event, game.decider))
    # Reactions with cards would tell who holds them.
    tacklers = dict.fromkeys(party for party, kind in trial.asked if kind == DECIDE_TACKLE)
    return [f"{party_name(party)} may tackle" for party in tacklers] + told
