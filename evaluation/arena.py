"""The arena: plays matches; the results do not depend on where the games are played."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from evaluation.host import try_programs
from evaluation.match import Match, Played, Result, make_match
from evaluation.workers import Here, Processes, Task, Workers
from ludo_env.errors import BadOption
from ludo_env.rules import Rules

CHUNK: Final = 8
"""Games that a worker plays before it reports."""
FEW: Final = 4
"""So many chunks are played at once, before any worker would have started."""

KEEP: Final = 10.0
"""Seconds after which finished games are kept: so much is played again when a run is killed."""

Tick = Callable[[int], None]
"""Hears how many games have just been finished."""
Keep = Callable[[Sequence[Played]], None]
"""Is given the games that were finished since it was last called, to keep them somewhere safe."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of what is played: the games of a match that come before a number.

    Attributes:
        match: the index of the match.
        games: the number.
        chunk: games that a worker plays before it reports.
    """

    match: int
    games: int
    chunk: int


class Arena:
    """Matches that are being played.

    ``results`` holds the games of every match that are finished; it grows while `run` goes on, so
    that what was played before an interruption is not lost.

    Args:
        matches: what to play.
        workers: where they are played; a number is of processes, 1 plays in this one. A program
            that asks for more must start from under ``if __name__ == "__main__"``, as
            `multiprocessing` wants it.
        known: for every match, games that need not be played again.
        tick: hears of finished games.
        legs: what is played in which order; one match after the other if None. Of the legs of a
            match each goes further than those before it.
        keep: is given finished games every `KEEP` seconds, and at the end, whatever ends it.
    """

    def __init__(
        self,
        matches: Sequence[Match],
        *,
        workers: int | Workers = 1,
        known: Sequence[Iterable[Result]] = (),
        tick: Tick = lambda games: None,
        legs: Sequence[Leg] | None = None,
        keep: Keep | None = None,
    ) -> None:
        if isinstance(workers, bool) or (isinstance(workers, int) and workers < 1):
            raise BadOption(f"workers: {workers!r}, allowed: a whole number from 1")
        self.matches = list(matches)
        self.workers = workers
        self.tick = tick
        self.keep = keep
        self.kept = time.monotonic()
        self.fresh: list[list[Result]] = [[] for _ in self.matches]
        """The games of every match that have not been kept."""
        if legs is None:
            legs = [Leg(index, match.games, CHUNK) for index, match in enumerate(self.matches)]
        self.legs = legs
        self.results: list[dict[int, Result]] = [{} for _ in self.matches]
        for results, found in zip(self.results, known, strict=False):
            results.update((result.number, result) for result in found)

    @property
    def played(self) -> list[Played]:
        """The matches with their games so far."""
        pairs = zip(self.matches, self.results, strict=True)
        return [
            Played(match, tuple(found[n] for n in sorted(found) if n < match.games))
            for match, found in pairs
        ]

    def run(self) -> list[Played]:
        """Play everything that is missing.

        Raises:
            AgentFault, LudoError: see `evaluation.host.Host.play_game`.
            BadAgent: a program cannot be started; nothing has been played.
            KeyboardInterrupt: `played` has the games so far.
        """
        if self.missing:
            try_programs(self.matches)
        try:
            with closing(self.place().play(self.matches, self.tasks())) as finished:
                for index, results in finished:
                    self.take(index, results)
        finally:
            self.keep_fresh()
        return self.played

    def place(self) -> Workers:
        """Where to play: in this process alone if it would be done before any other had started."""
        if not isinstance(self.workers, int):
            return self.workers
        chunk = max((leg.chunk for leg in self.legs), default=CHUNK)
        if self.workers == 1 or self.missing <= FEW * chunk:
            return Here()
        return Processes(min(self.workers, math.ceil(self.missing / chunk)))

    @property
    def missing(self) -> int:
        """How many games are not finished."""
        pairs = zip(self.matches, self.results, strict=True)
        return sum(match.games - sum(n < match.games for n in found) for match, found in pairs)

    def tasks(self) -> Iterator[Task]:
        """Chunks of the games that are missing, made as they are asked for."""
        handed_out = [0] * len(self.matches)
        for leg in self.legs:
            known = self.results[leg.match]
            numbers = (n for n in range(handed_out[leg.match], leg.games) if n not in known)
            for chunk in _chunks(numbers, leg.chunk):
                yield leg.match, chunk
            handed_out[leg.match] = leg.games

    def take(self, index: int, results: list[Result]) -> None:
        """Note finished games."""
        self.fresh[index] += results
        self.results[index].update((result.number, result) for result in results)
        self.tick(len(results))
        if time.monotonic() - self.kept > KEEP:
            self.keep_fresh()

    def keep_fresh(self) -> None:
        """Hand over what has been finished; if that fails, again the next time."""
        pairs = zip(self.matches, self.fresh, strict=True)
        if self.keep is not None:
            self.keep([Played(match, tuple(results)) for match, results in pairs])
        self.fresh = [[] for _ in self.matches]
        self.kept = time.monotonic()


def _chunks(numbers: Iterable[int], size: int) -> Iterator[tuple[int, ...]]:
    left = iter(numbers)
    while chunk := tuple(itertools.islice(left, size)):
        yield chunk


def play_match(
    match: Match, *, workers: int | Workers = 1, tick: Tick = lambda games: None
) -> Played:
    """Play a match. Raises as `Arena.run`."""
    return Arena([match], workers=workers, tick=tick).run()[0]


def round_robin(
    agents: Sequence[str],
    rules: str | Rules = "classic",
    *,
    players: int | None = None,
    teams: bool = False,
    games: int = 1000,
    seed: int = 0,
) -> list[Match]:
    """The matches of all pairs of agents, with the same dice for each; ``games`` each.

    Raises:
        BadOption: fewer than two agents, or one is given twice.
        BadAgent, BadRules: see there.
    """
    if len(agents) < 2:
        raise BadOption(f"agents: {len(agents)} given, allowed: 2 or more")
    matches = [
        make_match(pair, rules, players=players, teams=teams, games=games, seed=seed)
        for pair in itertools.combinations(agents, 2)
    ]
    for match in matches:
        if match.agents[0] == match.agents[1]:
            raise BadOption(f"agents: {match.agents[0]} is given twice, allowed: once")
    return matches
