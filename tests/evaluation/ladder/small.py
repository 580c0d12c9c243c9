"""A ladder of a few fast bots and short games, and games that were never played."""

from __future__ import annotations

from collections.abc import Sequence

from agents.registry import FULL, PLAIN
from evaluation.ladder.lineup import Claim, Ladder, Lineup, Setting, Variant
from evaluation.match import Match, Played, Result
from evaluation.pace import Pace

PLAIN_TWO = Setting("classic:pieces=2", 2, False, 60)
SHORT = Setting("ludicrous-short:max_rounds=3", 2, False, 60)

THREE = Setting("ludicrous-short:max_rounds=3", 3, False, 90)

SMALL = Lineup(
    settings=(PLAIN_TWO, SHORT),
    bots={PLAIN: ("random",), FULL: ("random", "sensible")},
    claims=(
        Claim(PLAIN_TWO, ("smart", "random"), 0.2),
        Claim(SHORT, ("normal", "random"), 0.99),
    ),
    steps=(Claim(THREE, ("sensible", "random", "random"), 1 / 3),),
    variants=(Variant("as it is", SHORT, ("sensible", "random")),),
    itself=((PLAIN_TWO, "smart"),),
)
"""Two settings and everything else that a lineup has."""


def small(games: int = 4, seed: int = 1) -> Ladder:
    """A ladder that is played in a moment."""
    return Ladder(SMALL, games, seed)


def paces(ladder: Ladder, slow: Sequence[str] = ()) -> dict[tuple[str, Setting], Pace]:
    """A microsecond for every bot, a second for slow ones."""
    return {
        (bot, setting): Pace(0.001, 1000.0 if bot in slow else 0.001, 10)
        for match, setting in ladder.matches().items()
        for bot in match.agents
    }


def made_up(match: Match, places: Sequence[tuple[int, ...]]) -> Played:
    """A match whose games ended with these places, by seat."""
    results = tuple(
        Result(number, match.plan.seating(number), ended, 100, 80, 70 + number, 20, False)
        for number, ended in enumerate(places)
    )
    return Played(match, results)
