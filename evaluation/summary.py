"""What matches show: win rates, ratings, how long games are, and who beats whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from agents.external import FOULS
from evaluation.match import Match, Played, Result
from evaluation.ratings import Contest, anchor, rate_agents
from evaluation.statistics import Estimate, Floats, mean_of_groups, rate_of_groups
from ludo_env.board import COLOURS, PARTIES
from ludo_env.errors import BadOption
from ludo_env.rules import Rules, as_rules

LENGTHS = ("rolls", "turns", "decisions", "rounds")
"""What the length of a game is counted in."""


@dataclass(frozen=True, slots=True)
class Line:
    """One agent: the games it was in, its share of first places there, its rating, its fouls.

    Of fouls there are only the kinds that happened.
    """

    name: str
    games: int
    win_rate: Estimate
    rating: Estimate | None
    fouls: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Summary:
    """What was found in matches under the same rules.

    Attributes:
        agents: in the order in which they were given.
        matrix: how often the agent of the row came in before that of the column, both having
            played for different sides; level counts half, None where they have not met.
        means: of `LENGTHS`, per game.
        seat_win_rate: first places by colour, per game in which the seat played.
        truncated: games that were cut off.
        anchor: what is rated 0: ``random``, or the ``mean`` of the agents.
    """

    rules: str
    players: int
    teams: bool
    games: int
    seed: int
    agents: tuple[Line, ...]
    matrix: tuple[tuple[float | None, ...], ...]
    means: dict[str, Estimate]
    seat_win_rate: dict[str, float]
    truncated: int
    anchor: str


def summarise(played: Sequence[Played]) -> Summary:
    """Sum up matches that differ in nothing but their agents. Raises `BadOption` without games."""
    matches = [one for one in played if one.results]
    if not matches:
        raise BadOption("games: none was finished, allowed: at least 1")
    names = list(dict.fromkeys(name for one in played for name in one.match.names))
    specs = {name: spec for one in played for name, spec in _specs(one.match).items()}
    ratings = rate_agents([contest(one) for one in matches])
    first = matches[0].match
    rules = first.rules.text
    return Summary(
        rules=rules,
        players=first.plan.players,
        teams=first.teams,
        games=sum(len(one.results) for one in matches),
        seed=first.seed,
        agents=tuple(_line(name, matches, ratings.get(specs[name])) for name in names),
        matrix=_matrix(names, matches),
        means={length: _mean(length, matches) for length in LENGTHS},
        seat_win_rate=_seats(matches),
        truncated=sum(result.truncated for one in matches for result in one.results),
        anchor=anchor(ratings),
    )


@dataclass(frozen=True, slots=True)
class Rated:
    """The ratings of everybody who has played in one setting, strongest first."""

    rules: str
    players: int
    teams: bool
    games: int
    ratings: dict[str, Estimate | None]


def rate_stored(played: Sequence[Played], rules: str | None = None) -> list[Rated]:
    """Rate the agents of a database, apart for each rule set, number of players and teams.

    Args:
        played: everything in the database.
        rules: only this rule set; all if None.

    Raises:
        BadRules: unknown rules.
        BadOption: nothing was played (under these rules).
    """
    wanted = None if rules is None else _without_teams(as_rules(rules))
    settings: dict[tuple[str, int, bool], list[Played]] = {}
    for one in played:
        match = one.match
        if one.results and wanted in (None, _without_teams(match.rules)):
            setting = match.rules.text, match.plan.players, match.teams
            settings.setdefault(setting, []).append(one)
    if not settings:
        under = "" if wanted is None else f" under {wanted.text}"
        raise BadOption(f"ratings: the database has no games{under}")
    return [
        Rated(
            *setting,
            games=sum(len(one.results) for one in games),
            ratings=rate_agents([contest(one) for one in games]),
        )
        for setting, games in settings.items()
    ]


def _without_teams(rules: Rules) -> Rules:
    return replace(rules, teams=False)


def shares(played: Played) -> Floats:
    """What each side won of each game, ``(games, sides)``; a shared first place is shared out."""
    match = played.match
    won = np.zeros((len(played.results), len(match.plan.sides)))
    side = [match.plan.side(agent) for agent in range(len(match.agents))]
    for row, result in enumerate(played.results):
        firsts = [agent for agent, place in _seated(result) if place == 1]
        for agent in firsts:
            won[row, side[agent]] += 1 / len(firsts)
    return won


def groups(played: Played) -> list[int]:
    """The seed group of each game."""
    return [played.match.plan.group(result.number) for result in played.results]


def contest(played: Played) -> Contest:
    """A match as ratings need it."""
    sides = tuple(
        tuple(played.match.agents[agent] for agent in side) for side in played.match.plan.sides
    )
    return Contest(sides, shares(played), groups(played))


def _seated(result: Result) -> list[tuple[int, int]]:
    """The agent and the place of every seat."""
    return list(zip(result.seating, result.places, strict=True))


def _specs(match: Match) -> dict[str, str]:
    return dict(zip(match.names, match.agents, strict=True))


def _line(name: str, matches: Sequence[Played], rating: Estimate | None) -> Line:
    values: list[float] = []
    clusters: list[tuple[int, int]] = []
    for index, one in enumerate(matches):
        if name not in one.match.names:
            continue
        side = one.match.plan.side(one.match.names.index(name))
        values += shares(one)[:, side].tolist()
        clusters += [(index, group) for group in groups(one)]
    if not values:
        return Line(name, 0, Estimate(0.0, 0.0, 1.0), rating)
    rate = rate_of_groups(values, clusters)
    return Line(name, len(values), rate, rating, _fouls(name, matches))


def _fouls(name: str, matches: Sequence[Played]) -> dict[str, int]:
    """How often an agent did which foul."""
    counts: Counter[str] = Counter()
    for one in matches:
        for result in one.results:
            for agent, fouls in zip(result.seating, result.fouls, strict=False):
                if one.match.names[agent] == name:
                    counts.update(dict(zip(FOULS, fouls, strict=False)))
    return {foul: count for foul, count in counts.items() if count}


def _matrix(
    names: Sequence[str], matches: Sequence[Played]
) -> tuple[tuple[float | None, ...], ...]:
    ahead = np.zeros((len(names), len(names)))
    met = np.zeros((len(names), len(names)))
    for one in matches:
        where = [names.index(name) for name in one.match.names]
        plan = one.match.plan
        for result in one.results:
            best = [PARTIES + 1] * len(plan.sides)
            for agent, place in _seated(result):
                best[plan.side(agent)] = min(best[plan.side(agent)], place)
            for a, row in enumerate(where):
                for b, column in enumerate(where):
                    ours, theirs = plan.side(a), plan.side(b)
                    if ours != theirs:
                        met[row, column] += 1
                        ahead[row, column] += _score(best[ours], best[theirs])
    return tuple(
        tuple(float(a) / m if m else None for a, m in zip(row, games, strict=True))
        for row, games in zip(ahead.tolist(), met.tolist(), strict=True)
    )


def _score(place: int, other: int) -> float:
    return 0.5 if place == other else float(place < other)


def _mean(length: str, matches: Sequence[Played]) -> Estimate:
    values = [float(getattr(result, length)) for one in matches for result in one.results]
    clusters = [(index, group) for index, one in enumerate(matches) for group in groups(one)]
    return mean_of_groups(values, clusters)


def _seats(matches: Sequence[Played]) -> dict[str, float]:
    won = np.zeros(PARTIES)
    games = np.zeros(PARTIES)
    for one in matches:
        seats = (0, 2) if one.match.plan.players == 2 else range(one.match.plan.players)
        for result in one.results:
            firsts = [seat for seat, place in zip(seats, result.places, strict=True) if place == 1]
            games[list(seats)] += 1
            won[firsts] += 1 / len(firsts)
    return {
        colour: float(won[seat] / games[seat]) for seat, colour in enumerate(COLOURS) if games[seat]
    }
