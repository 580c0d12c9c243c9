"""One process that plays: games of matches one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from agents.agent import Agent
from agents.external import FOULS, External
from agents.registry import make_agent
from evaluation.match import Match, Result
from ludo_env.board import COLOURS
from ludo_env.engine.game import Game
from ludo_env.errors import LudoError

Fouls = tuple[tuple[int, ...], ...]
"""See `Result`."""


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


def is_program(spec: str) -> bool:
    """Whether the agent of a spec is another program."""
    return spec.partition(":")[0] == External.name


def try_programs(matches: Iterable[Match]) -> None:
    """Start every program that is to play, once, so that one that cannot is named before all games.

    Raises:
        BadAgent: it cannot be started, or has no bot for the game.
    """
    wanted = {(spec, match.rules.text): match for match in matches for spec in match.agents}
    for (spec, _), match in wanted.items():
        if not is_program(spec):
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
