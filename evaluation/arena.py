"""The arena: plays matches on all cores; the results do not depend on how they share the work."""

from __future__ import annotations

import itertools
import math
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.util import Finalize
from typing import Final

from agents.agent import Agent
from agents.external import FOULS, External
from agents.registry import make_agent
from evaluation.match import Match, Played, Result, make_match
from ludo_env.board import COLOURS
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption, LudoError
from ludo_env.rules import Rules

CHUNK: Final = 8
"""Games that a worker plays before it reports."""
FEW: Final = 4
"""So many chunks are played at once, before any worker would have started."""
AHEAD: Final = 4
"""Tasks handed out for each worker, so that none has to wait."""

KEEP: Final = 10.0
"""Seconds after which finished games are kept: so much is played again when a run is killed."""

Fouls = tuple[tuple[int, ...], ...]
"""See `Result`."""
Tick = Callable[[int], None]
"""Hears how many games have just been finished."""
Keep = Callable[[Sequence[Played]], None]
"""Is given the games that were finished since it was last called, to keep them somewhere safe."""
Task = tuple[int, tuple[int, ...]]
"""The index of a match, and numbers of games of it."""


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


class AgentFault(LudoError):
    """An agent failed, or chose what it may not; the message names it and the game's seed."""


class Host:
    """Plays games one after the other, and keeps the agents from one to the next."""

    def __init__(self) -> None:
        self.agents: dict[tuple[str, int], Agent] = {}

    def play(self, match: Match, numbers: Sequence[int]) -> list[Result]:
        """Games of a match, by number."""
        return [self.play_game(match, number) for number in numbers]

    def play_game(self, match: Match, number: int) -> Result:
        """One game of a match.

        Raises:
            AgentFault: an agent raised an exception or chose an illegal action.
            LudoError: an agent refuses to play this game.
        """
        seating = match.plan.seating(number)
        seed, agent_seeds = match.seeds(number)
        game = Game(match.rules, match.plan.players, seed=seed)
        specs = {seat: match.agents[agent] for seat, agent in zip(game.seats, seating, strict=True)}
        agents = {seat: self.agent(spec, seat) for seat, spec in specs.items()}
        for seat, agent_seed in zip(game.seats, agent_seeds, strict=True):
            agents[seat].begin(game, seat, agent_seed)
        while not game.over:
            seat = game.decider
            try:
                game.apply(agents[seat].act(game))
            except Exception as error:
                raise AgentFault(
                    f"agent {specs[seat]} failed as {COLOURS[seat]} in game {number} with game "
                    f"seed {seed}: {type(error).__name__}: {error}"
                ) from error
        fouls = fouls_of([agents[seat] for seat in game.seats])
        return _result(game, number, seating, fouls)

    def agent(self, spec: str, seat: int) -> Agent:
        """The agent of a spec on a seat."""
        key = spec, seat
        if key not in self.agents:
            agent = make_agent(spec)
            if isinstance(agent, External):
                agent.tried = True  # see `try_programs`
            self.agents[key] = agent
        return self.agents[key]

    def close(self) -> None:
        """End the programs that play."""
        for agent in self.agents.values():
            if isinstance(agent, External):
                agent.close()


def try_programs(matches: Iterable[Match]) -> None:
    """Start every program that is to play, once, so that one that cannot is named before all games.

    Raises:
        BadAgent: it cannot be started, or has no bot for the game.
    """
    wanted = {(spec, match.rules.text): match for match in matches for spec in match.agents}
    for (spec, _), match in wanted.items():
        if spec.partition(":")[0] != External.name:
            continue
        agent = make_agent(spec)
        game = Game(match.rules, match.plan.players, seed=match.seed)
        try:
            agent.begin(game, game.seats[0], match.seed)
        finally:
            if isinstance(agent, External):
                agent.close()


def fouls_of(agents: Sequence[Agent]) -> Fouls:
    """How often each agent that is another program did each of `FOULS`; empty if none did."""
    counts = [agent.fouls if isinstance(agent, External) else Counter() for agent in agents]
    if not any(counts):
        return ()
    return tuple(tuple(count[foul] for foul in FOULS) for count in counts)


def _result(game: Game, number: int, seating: tuple[int, ...], fouls: Fouls) -> Result:
    state = game.state
    return Result(
        number=number,
        seating=seating,
        places=tuple(game.places[COLOURS[seat]] for seat in game.seats),
        rolls=state.dice.rolls,
        turns=state.turns,
        decisions=state.decisions,
        rounds=state.rounds,
        truncated=state.truncated,
        fouls=fouls,
    )


class Arena:
    """Matches that are being played.

    ``results`` holds the games of every match that are finished; it grows while `run` goes on, so
    that what was played before an interruption is not lost.

    Args:
        matches: what to play.
        workers: processes; 1 plays in this one. A program that asks for more must start from
            under ``if __name__ == "__main__"``, as `multiprocessing` wants it.
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
        workers: int = 1,
        known: Sequence[Iterable[Result]] = (),
        tick: Tick = lambda games: None,
        legs: Sequence[Leg] | None = None,
        keep: Keep | None = None,
    ) -> None:
        if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
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
            AgentFault, LudoError: see `Host.play_game`.
            BadAgent: a program cannot be started; nothing has been played.
            KeyboardInterrupt: `played` has the games so far.
        """
        if self.missing:
            try_programs(self.matches)
        try:
            self.play()
        finally:
            self.keep_fresh()
        return self.played

    def play(self) -> None:
        """Play, in this process or in workers."""
        tasks = self.tasks()
        chunk = max((leg.chunk for leg in self.legs), default=CHUNK)
        if self.workers > 1 and self.missing > FEW * chunk:
            self.share_out(tasks, min(self.workers, math.ceil(self.missing / chunk)))
        else:
            with closing(Host()) as host:
                for index, numbers in tasks:
                    self.take(index, host.play(self.matches[index], numbers))

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

    def share_out(self, tasks: Iterator[Task], workers: int) -> None:
        """Let workers play. They start afresh, whatever threads this process has."""
        pool = ProcessPoolExecutor(
            max_workers=workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_start_worker,
        )
        try:
            waiting: dict[Future[list[Result]], int] = {}
            while True:
                for index, numbers in itertools.islice(tasks, AHEAD * workers - len(waiting)):
                    waiting[pool.submit(_play, self.matches[index], numbers)] = index
                if not waiting:
                    break
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    self.take(waiting.pop(future), future.result())
        except BrokenProcessPool:
            raise AgentFault("a worker process died, perhaps out of memory") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


_host: Host | None = None
"""The host of a worker process."""


def _start_worker() -> None:
    """An interruption ends a worker at once and without a word; the arena itself reports it."""
    global _host
    _host = Host()
    threading.Thread(target=_follow_parent, daemon=True).start()
    signal.signal(signal.SIGINT, lambda number, frame: _end_worker())
    # A worker ends without what `atexit` knows of.
    Finalize(None, _host.close, exitpriority=0)


def _follow_parent() -> None:
    """End this worker when its parent has ended, however that came about."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    _end_worker()


def _end_worker() -> None:
    """End this worker at once, and the programs that play in it."""
    if _host is not None:
        _host.close()
    os._exit(1)


def _play(match: Match, numbers: Sequence[int]) -> list[Result]:
    assert _host is not None
    return _host.play(match, numbers)


def _chunks(numbers: Iterable[int], size: int) -> Iterator[tuple[int, ...]]:
    left = iter(numbers)
    while chunk := tuple(itertools.islice(left, size)):
        yield chunk


def play_match(match: Match, *, workers: int = 1, tick: Tick = lambda games: None) -> Played:
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
