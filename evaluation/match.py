"""What is played in the arena, and what became of every game."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from agents.registry import check_plays, spec_text
from evaluation.seating import Plan, Seating, plan_partners, plan_rivals, plan_single
from ludo_env.board import PARTIES
from ludo_env.engine.game import check_seed
from ludo_env.errors import BadOption
from ludo_env.rules import Rules, as_rules

MOST_GAMES: Final = 10_000_000
"""Most games of a match; their results are kept in memory."""


@dataclass(frozen=True, slots=True)
class Match:
    """A number of games between two to four agents. Made by `make_match`.

    Attributes:
        agents: their specs, canonical.
        rules: as the engine plays them: ``teams`` only where the engine knows of the teams.
        plan: who sits where.
        teams: whether two sides play; under ``team_play=rivals`` the engine seats four parties
            that play for themselves, and the first of them home wins for its side.
        games: how many.
        seed: of all dice and agents of the match.
    """

    agents: tuple[str, ...]
    rules: Rules
    plan: Plan
    teams: bool
    games: int
    seed: int

    @property
    def names(self) -> list[str]:
        """The agents' names in tables: the spec, numbered where one plays against itself."""
        seen: Counter[str] = Counter()
        names = []
        for spec in self.agents:
            seen[spec] += 1
            names.append(spec if seen[spec] == 1 else f"{spec}#{seen[spec]}")
        return names

    def seeds(self, number: int) -> tuple[int, list[int]]:
        """The seed of the dice of a game, and that of the agent on every playing seat.

        Within a seed group the dice are the same, and an agent takes its seed along to every seat.
        """
        plan = self.plan
        seating = plan.seating(number)
        sequence = np.random.SeedSequence([self.seed, plan.group(number)])
        dice, *own = sequence.generate_state(1 + plan.players, np.uint64).tolist()
        by_agent = sorted(range(plan.players), key=lambda seat: seating[seat])
        seeds = dict(zip(by_agent, own, strict=True))
        return dice, [seeds[seat] for seat in range(plan.players)]


@dataclass(frozen=True, slots=True)
class Result:
    """One game: its number in the match, who sat where, the places, and how long it took.

    ``seating`` and ``places`` go by playing seat, clockwise from yellow. ``decisions`` counts
    those with a single legal action too. ``fouls`` has for each playing seat how often its agent,
    if it is another program, did each of `agents.external.FOULS`; empty where nobody did.
    """

    number: int
    seating: Seating
    places: tuple[int, ...]
    rolls: int
    turns: int
    decisions: int
    rounds: int
    truncated: bool
    fouls: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """A match and its games so far, by number; all of them unless it was interrupted."""

    match: Match
    results: tuple[Result, ...]


def make_match(
    agents: Sequence[str],
    rules: str | Rules = "classic",
    *,
    players: int | None = None,
    teams: bool = False,
    games: int = 1000,
    seed: int = 0,
) -> Match:
    """A match between two, three or four agents.

    Args:
        agents: their specs.
        rules: a rule set or its text; one with ``teams=true`` means ``teams``.
        players: seats; as many as agents if None. Two agents may play on four.
        teams: two against two: A and B with two seats each, or A with C against B with D.
        games: how many, from 1 to `MOST_GAMES`.
        seed: a whole number from 0.

    Raises:
        BadAgent: unknown, or it does not play the game of these rules.
        BadRules, BadOption: see there.
    """
    ruleset = as_rules(rules)
    specs = tuple(spec_text(spec) for spec in agents)
    for spec in specs:
        check_plays(spec, ruleset)
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= MOST_GAMES:
        raise BadOption(f"games: {games!r}, allowed: a whole number from 1 to {MOST_GAMES}")
    teams = teams or ruleset.teams
    # The engine knows of teams only where they are partners.
    partners = dataclasses.replace(ruleset, teams=teams).partners
    ruleset = dataclasses.replace(ruleset, teams=partners)
    plan = plan_of(len(specs), ruleset, teams, players)
    return Match(specs, ruleset, plan, teams, games, check_seed(seed))


def plan_of(agents: int, rules: Rules, teams: bool, players: int | None) -> Plan:
    """The seatings of a match; ``rules`` as the engine plays them. Raises `BadOption`."""
    if not teams:
        return plan_single(agents, players)
    if players not in (None, PARTIES):
        raise BadOption(f"players: {players}, allowed with teams: {PARTIES}")
    return plan_partners(agents) if rules.teams else plan_rivals(agents)
