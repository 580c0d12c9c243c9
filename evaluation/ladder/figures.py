"""What the games of the ladder show: cross tables, claims, modules, luck."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from agents.levels import NAMES, Measured
from evaluation.ladder.climb import Paces
from evaluation.ladder.lineup import Claim, Ladder, Setting, Variant
from evaluation.match import Match, Played
from evaluation.statistics import Estimate, mean_of_groups, rate_of_groups
from evaluation.summary import Summary, groups, shares, summarise

Games = Mapping[Match, Played]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Every bot of a setting against every other."""

    setting: Setting
    summary: Summary


@dataclass(frozen=True, slots=True)
class Held:
    """A claim and what was measured; ``met`` if the lower bound is as high as it says."""

    claim: Claim
    specs: tuple[str, ...]
    games: int
    rate: Estimate

    @property
    def met(self) -> bool:
        """Whether it holds."""
        return self.rate.low >= self.claim.least


@dataclass(frozen=True, slots=True)
class Modules:
    """A variant of the full game: how often its first bot wins, and how long a game is."""

    variant: Variant
    games: int
    rate: Estimate
    rounds: Estimate
    decisions: Estimate


@dataclass(frozen=True, slots=True)
class Luck:
    """Pairs of games with the same dice, in which two bots change seats.

    Attributes:
        setting, agents: the games, the first bot being the stronger, or both the same.
        pairs: how many.
        first: the share of pairs in which the first bot wins both games.
        second: the same of the second bot.
        seat: the share in which the same seats win both, whoever sits there.
    """

    setting: Setting
    agents: tuple[str, str]
    pairs: int
    first: Estimate
    second: Estimate
    seat: Estimate


@dataclass(frozen=True, slots=True)
class Figures:
    """All of it; what has not been played is left out."""

    levels: tuple[Measured, ...]
    tables: tuple[CrossTable, ...]
    claims: tuple[Held, ...]
    steps: tuple[Held, ...]
    modules: tuple[Modules, ...]
    luck: tuple[Luck, ...]


def figures(ladder: Ladder, played: Games, paces: Paces) -> Figures:
    """The figures of the ladder's games.

    Args:
        ladder: what was to be played.
        played: its matches, with the games that there are.
        paces: of every bot in every setting.
    """
    tables = tuple(_cross_tables(ladder, played))
    claims, steps = (
        tuple(
            _held(claim, one)
            for claim, one in _with_games(
                wanted, played, lambda claim: ladder.match(claim.setting, claim.agents)
            )
        )
        for wanted in (ladder.lineup.claims, ladder.lineup.steps)
    )
    variants = _with_games(ladder.lineup.variants, played, ladder.ablation)
    return Figures(
        levels=tuple(level for one in tables for level in _levels(one, paces)),
        tables=tables,
        claims=claims,
        steps=steps,
        modules=tuple(_modules(variant, one) for variant, one in variants),
        luck=tuple(_all_luck(ladder, played, tables)),
    )


T = TypeVar("T")


def _with_games(
    items: Iterable[T], played: Games, match: Callable[[T], Match]
) -> Iterator[tuple[T, Played]]:
    """The items whose match has games, with these."""
    for item in items:
        one = played[match(item)]
        if one.results:
            yield item, one


def _cross_tables(ladder: Ladder, played: Games) -> Iterator[CrossTable]:
    for setting in ladder.lineup.settings:
        ours = [played[match] for match in ladder.cross_table(setting)]
        if any(one.results for one in ours):
            yield CrossTable(setting, summarise(ours))


def _levels(table: CrossTable, paces: Paces) -> Iterator[Measured]:
    """The levels of a setting, as far as they are rated."""
    setting = table.setting
    ratings = {line.name: line.rating for line in table.summary.agents}
    for name in NAMES:
        spec = setting.level(name)
        rating = ratings[spec]
        if rating is not None:
            yield Measured(
                level=name,
                rules=setting.rules,
                players=setting.players,
                teams=setting.teams,
                spec=spec,
                rating=round(rating.value, 1),
                low=round(rating.low, 1),
                high=round(rating.high, 1),
                milliseconds=round(paces[spec, setting].median, 4),
            )


def win_rate(played: Played, agent: int) -> Estimate:
    """How often the side of an agent wins."""
    side = played.match.plan.side(agent)
    return rate_of_groups(shares(played)[:, side], groups(played))


def _held(claim: Claim, played: Played) -> Held:
    specs = tuple(claim.setting.level(name) for name in claim.agents)
    first = played.match.agents.index(specs[0])
    return Held(claim, specs, len(played.results), win_rate(played, first))


def _modules(variant: Variant, played: Played) -> Modules:
    first = played.match.agents.index(variant.setting.level(variant.agents[0]))
    rounds = [float(result.rounds) for result in played.results]
    decisions = [float(result.decisions) for result in played.results]
    return Modules(
        variant,
        len(played.results),
        win_rate(played, first),
        mean_of_groups(rounds, groups(played)),
        mean_of_groups(decisions, groups(played)),
    )


def _all_luck(ladder: Ladder, played: Games, tables: tuple[CrossTable, ...]) -> Iterator[Luck]:
    """Bots against themselves, and the best two of each setting."""
    pairs = [(setting, (bot, bot)) for setting, bot in ladder.lineup.itself]
    pairs += [(table.setting, best_two(table)) for table in tables]
    for (setting, agents), one in _with_games(pairs, played, lambda pair: ladder.match(*pair)):
        first, second = map(setting.level, agents)
        yield luck(setting, (first, second), one)


def best_two(table: CrossTable) -> tuple[str, str]:
    """The two bots with the highest ratings, best first."""
    rated = [line for line in table.summary.agents if line.rating is not None]
    rated.sort(key=lambda line: -line.rating.value if line.rating else 0.0)
    return rated[0].name, rated[1].name


def luck(setting: Setting, agents: tuple[str, str], played: Played) -> Luck:
    """What two bots show that take each other's seats with the same dice."""
    first = played.match.agents.index(agents[0])
    won = shares(played)[:, played.match.plan.side(first)].tolist()
    by_group: dict[int, list[int]] = defaultdict(list)
    for row, group in enumerate(groups(played)):
        by_group[group].append(row)
    firsts, seconds, seats, clusters = [], [], [], []
    for group, rows in by_group.items():
        for one, other in combinations(rows, 2):
            here, there = (played.results[row].seating for row in (one, other))
            if all(a != b for a, b in zip(here, there, strict=True)):
                firsts.append(won[one] * won[other])
                seconds.append((1 - won[one]) * (1 - won[other]))
                seats.append(1 - firsts[-1] - seconds[-1])
                clusters.append(group)
    return Luck(
        setting,
        agents,
        len(clusters),
        rate_of_groups(firsts, clusters),
        rate_of_groups(seconds, clusters),
        rate_of_groups(seats, clusters),
    )
