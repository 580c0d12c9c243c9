"""A bot of one's own as a program that speaks the protocol: two lines at the end of a script.

::

    from agents.service.own import run_policy

    def choose(observation, agent):  # as in a loop over the AEC environment
        return int(observation["action_mask"].argmax())

    if __name__ == "__main__":
        run_policy(choose)

The arena plays it by ``cmd:python my_bot.py``, and so does whatever else speaks the protocol.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence
from typing import Final

from agents.agent import Agent
from agents.policy import Function, Policy
from agents.registry import FULL, PLAIN, Entry
from agents.service.bots import Offer
from agents.service.inline import Inline
from agents.service.service import Service
from agents.service.stdio import talk
from agents.service.thinking import Thinker

BOTH: Final = (PLAIN, FULL)
SUMMARY: Final = "a bot of its own"


def run_bot(bot: Agent, *, summary: str = SUMMARY, games: Sequence[str] = BOTH) -> None:
    """Offer a bot over standard input and output until the input ends, or ctrl-C.

    What the bot prints goes to standard error.

    Args:
        bot: its ``name`` is what clients call it.
        summary: one line on how it plays.
        games: the games that it plays, of ``plain`` and ``full``.
    """
    entry = Entry(summary, "", {}, games=tuple(games))
    service = Service(Inline(Thinker(lambda spec: bot)), offer=Offer({bot.name: entry}))
    sys.stdout.flush()
    outgoing = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # A client that reads no more has gone, as one whose input ends.
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        asyncio.run(talk(service, sys.stdin.fileno(), outgoing))


def run_policy(
    function: Function,
    *,
    layout: str | Sequence[str] = "flat",
    summary: str = SUMMARY,
    games: Sequence[str] = BOTH,
) -> None:
    """Offer an agent function of the AEC environment; see `run_bot`, and `Policy` for the function.

    Args:
        function: from the observation and the agent's name to an action.
        layout: the format of the observation.
        summary, games: as of `run_bot`.
    """
    run_bot(Policy(function, layout), summary=summary, games=games)
