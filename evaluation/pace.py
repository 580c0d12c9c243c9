"""How long a bot thinks about a decision, on one core."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean, median
from time import process_time
from typing import Final

from agents.registry import check_plays, make_agent
from ludo_env.engine.game import Game
from ludo_env.rules import Rules

DECISIONS: Final = 2000
"""Decisions of which the time is taken, unless `SECONDS` end it before."""
SECONDS: Final = 10.0
MILLISECONDS: Final = 1000.0


@dataclass(frozen=True, slots=True)
class Pace:
    """Milliseconds of the processor that a decision between two or more actions takes."""

    median: float
    mean: float
    decisions: int


def pace_of(
    spec: str,
    rules: Rules,
    players: int,
    *,
    decisions: int | None = None,
    seconds: float = SECONDS,
    seed: int = 0,
) -> Pace:
    """The pace of a bot that plays all seats of some games.

    Args:
        spec: the bot.
        rules, players: the games.
        decisions: how many are looked at; `DECISIONS` if None.
        seconds: after so many of the processor no further decision is looked at.
        seed: of the dice and the bots.

    Raises:
        BadAgent: unknown, or it does not play these rules.
    """
    check_plays(spec, rules)
    times: list[float] = []
    enough = DECISIONS if decisions is None else decisions
    left = seconds
    for time in _times(spec, rules, players, seed):
        times.append(time)
        left -= time
        if len(times) == enough or left <= 0:
            break
    return Pace(MILLISECONDS * median(times), MILLISECONDS * fmean(times), len(times))


def _times(spec: str, rules: Rules, players: int, seed: int) -> Iterator[float]:
    """The seconds of every decision of one game after the other."""
    first = Game(rules, players, seed=seed)
    bots = {seat: make_agent(spec) for seat in first.seats}
    while True:
        game = Game(rules, players, seed=seed)
        for seat, bot in bots.items():
            bot.begin(game, seat, seed + seat)
        while not game.over:
            begun = process_time()
            action = bots[game.decider].act(game)
            yield process_time() - begun
            game.apply(action)
        seed += 1
