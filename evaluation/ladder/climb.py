"""Playing the ladder: what is cheap first, for as long as there is time, kept as it goes.

What the levels must hold is played sooner than other matches of the same price.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from evaluation.arena import CHUNK, Arena, Leg, Tick
from evaluation.ladder.lineup import Ladder, Setting
from evaluation.match import MOST_GAMES, Match, Played
from evaluation.pace import Pace
from evaluation.store import Store

FIRST: Final = 24
"""Games that every match gets before any gets more; whole seed groups under every plan."""
GROWTH: Final = 4
"""The next stage of a match has so many times the games."""
URGENT: Final = 20.0
"""What must hold is played when other matches are that are cheaper by this factor."""
REPORT: Final = 5.0
"""Seconds that a worker may play before it reports."""
ENGINE: Final = 0.003
"""Milliseconds of the processor that a decision takes besides the bot."""
MILLISECONDS: Final = 1000.0

Paces = Mapping[tuple[str, Setting], Pace]


class OutOfTime(Exception):
    """The time that was given is used up."""


def cost(match: Match, setting: Setting, paces: Paces) -> float:
    """About how many seconds of the processor a game takes."""
    think = [paces[agent, setting].mean for agent in match.agents]
    return setting.decisions * (sum(think) / len(think) + ENGINE) / MILLISECONDS


def plan_legs(
    matches: Sequence[Match], costs: Sequence[float], urgent: Sequence[bool]
) -> list[Leg]:
    """All stages of all matches, in order of what it costs to get there from nothing.

    So a match of fast bots has all its games before one of slow bots has its first.

    Args:
        matches: what is played.
        costs: seconds of a game, of each.
        urgent: whether it tells what must hold, of each.
    """
    legs = []
    for index, (match, seconds) in enumerate(zip(matches, costs, strict=True)):
        chunk = max(1, min(CHUNK, int(REPORT / seconds)))
        price = seconds / URGENT if urgent[index] else seconds
        games = min(FIRST, match.games)
        while games < match.games:
            legs.append((price * games, Leg(index, games, chunk)))
            games *= GROWTH
        legs.append((price * match.games, Leg(index, match.games, chunk)))
    return [leg for _, leg in sorted(legs, key=lambda entry: entry[0])]


class Climb:
    """A run of the ladder.

    Args:
        ladder: what is played.
        paces: of every bot in every setting.
        store: what has been played; games are added to it as they are finished.
        seconds: after so many it ends; None is never.
        workers, tick: as of `Arena`.
    """

    def __init__(
        self,
        ladder: Ladder,
        paces: Paces,
        store: Store,
        *,
        seconds: float | None = None,
        workers: int = 1,
        tick: Tick = lambda games: None,
    ) -> None:
        matches = ladder.matches()
        costs = [cost(match, setting, paces) for match, setting in matches.items()]
        urgent = [bool(ladder.claims(setting, m.agents)) for m, setting in matches.items()]
        self.store = store
        self.show = tick
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.arena = Arena(
            list(matches),
            workers=workers,
            known=[store.known(match) for match in matches],
            tick=self.tick,
            legs=plan_legs(list(matches), costs, urgent),
            keep=store.save,
        )

    def run(self) -> None:
        """Play what is missing until the time is up; all that was played is kept in any case."""
        try:
            self.look_at_clock()
            self.arena.run()
        except OutOfTime:
            pass

    def tick(self, games: int) -> None:
        """Games were finished."""
        self.show(games)
        self.look_at_clock()

    def look_at_clock(self) -> None:
        """Raise `OutOfTime` when it is late."""
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise OutOfTime

    def kept_games(self) -> list[Played]:
        """Every match with all its games in the store, also those of a longer run."""
        matches = [replace(match, games=MOST_GAMES) for match in self.arena.matches]
        return [Played(match, tuple(self.store.known(match))) for match in matches]

    @property
    def played(self) -> dict[Match, Played]:
        """Every match with its games so far."""
        return {one.match: one for one in self.arena.played}
