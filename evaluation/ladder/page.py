"""The ladder's page in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from agents.levels import Measured
from evaluation.ladder.climb import Paces
from evaluation.ladder.curves import Curve
from evaluation.ladder.figures import CrossTable, Figures, Held, Luck, Modules
from evaluation.ladder.lineup import RESPONSES, Ladder, Setting
from evaluation.report import MISSING, percent, rating_words
from evaluation.statistics import Estimate

LEFT, RIGHT = "---", "---:"
LIMITS: Final[Mapping[str, float]] = {"expert": 1000.0}
"""Milliseconds that the median decision of a level may take, where it is not `USUAL_LIMIT`."""
USUAL_LIMIT: Final = 100.0

HEAD: Final = """# Ladder

Every bot against every other, what the levels are worth, and what decides a game. `ludo ladder`
plays what is missing, the cheapest games first, and writes this page, its pictures and
`agents/levels.json`; `ludo ladder --minutes 0` only writes. Games are paired: the same dice on
turned seats ([arena](arena.md)). Intervals hold 95 %; ratings are Elo points above `random`. Seed
{seed}, at most {games:,} games a match, and five or ten times as many where the bots are fast
and the result must hold.
"""

LEVELS: Final = """## Levels

What plays each level, its rating among all bots of the setting, and the milliseconds of the
processor that its median decision takes, against what it may take.
"""

CLAIMS: Final = """### What must hold

The first of the agents wins at least so often, by the lower end of the interval.
"""

STEPS: Final = """### One among others

Where three or four play: one of a level against those of the next weaker one in all other seats,
and how often it would win if it were one of them.
"""

CROSS: Final = """## Everybody against everybody

Win rate of the row's bot against the column's, in %, with the numbers of the rows as columns.
*Milliseconds*: of the median decision. Two bots take four seats alternately; in `danish`, two
against two, every seat plays for itself, the first one home wins for its side, and both sides sit
in all six ways.

![Ratings](ladder/ratings.svg)
"""

CURVES: Final = """## Learning curves

Runs that differ in their seed alone (`ludo train --rules R --preset P --seed S`). A point is the
mean of the runs; the band holds 95 % of bootstrap samples in which runs and games are drawn anew.

![Learning curves](ladder/curves.svg)
"""

MODULES: Final = """## Modules of the full game

Two players, with the game's modules as they are, and each of them left out or added. A module that
others need takes them with it. A win rate nearer to 50 % says that there is less to decide.

![Modules](ladder/modules.svg)
"""

LUCK: Final = """## How much luck decides

Two games with the same dice, in which the bots change seats. Either the same bot wins both, or the
same seats win both, whoever sits there: then it was the dice. Of a bot that meets itself the same
seats win both games of every other pair if the dice decide nothing, and of every pair if they
decide everything. *Of the dice* tells how far the share lies on this way.

The same seed gives the same numbers in the same order. As soon as two games differ, they are used
for other things: after a few decisions in the full game, which throws dice of many kinds, but later
in plain Ludo. So the share is a lower bound of what chance decides.
"""

RESPONSE: Final = """## Best responses

How much a learner wins that meets one bot only, and learns nothing but to beat it, for a fixed
number of steps (`ludo train --rules R --preset response`): a lower bound of how far the bot can be
exploited. Above 50 % it has found a weakness. Steps are decisions; those of the method `evolve`,
which seeks weights of `sensible`, are pairs of games.
"""


def page(ladder: Ladder, found: Figures, paces: Paces, curves: Sequence[Curve]) -> str:
    """The whole page; a part for which nothing was measured yet is left out."""
    parts = [HEAD.format(seed=ladder.seed, games=ladder.games)]
    if found.levels:
        parts += [LEVELS, _levels(found.levels)]
    if found.claims:
        parts += [CLAIMS, _claims(found.claims)]
    if found.steps:
        parts += [STEPS, _steps(found.steps)]
    if found.tables:
        parts += [CROSS, *(_cross(table, paces) for table in found.tables)]
    learned = [curve for curve in curves if curve.run not in RESPONSES]
    if learned:
        parts += [CURVES, _curves(learned)]
    if found.modules:
        parts += [MODULES, _modules(found.modules)]
    if found.luck:
        parts += [LUCK, _luck(found.luck)]
    responses = [curve for curve in curves if RESPONSES.get(curve.run) == curve.against]
    if responses:
        parts += [RESPONSE, _curves(responses)]
    return "\n".join(parts)


def table(head: Sequence[str], align: str, rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; ``align`` has l or r for each column."""
    lines = [head, [LEFT if side == "l" else RIGHT for side in align], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _levels(levels: Sequence[Measured]) -> str:
    rows = []
    for level in levels:
        title = Setting(level.rules, level.players, level.teams, 0).title
        rating = f"{level.rating:.0f}", f"{level.low:.0f} to {level.high:.0f}"
        limit = f"{LIMITS.get(level.level, USUAL_LIMIT):g}"
        pace = f"{level.milliseconds:.2g}"
        rows.append((title, f"`{level.level}`", f"`{level.spec}`", *rating, pace, limit))
    head = ("games of", "level", "bot", "rating", "95 %", "milliseconds", "at most")
    return table(head, "lllrrrr", rows)


def _claims(claims: Sequence[Held]) -> str:
    rows = []
    for held in claims:
        names = " ".join(f"`{name}`" for name in held.claim.agents)
        met = "" if held.met else "missed"
        rows.append((held.claim.setting.title, names, f"{held.games:,}", *_rate(held.rate),
                     percent(held.claim.least), met))  # fmt: skip
    return table(("games of", "agents", "games", "won", "95 %", "wanted", ""), "llrrrrl", rows)


def _steps(steps: Sequence[Held]) -> str:
    rows = []
    for held in steps:
        names = [f"`{name}`" for name in held.claim.agents[:2]]
        rows.append((held.claim.setting.title, *names, f"{held.games:,}", *_rate(held.rate),
                     percent(held.claim.least)))  # fmt: skip
    head = ("games of", "one", "among", "games", "won", "95 %", "as one of them")
    return table(head, "lllrrrr", rows)


def _cross(one: CrossTable, paces: Paces) -> str:
    """Ratings and win rates of a setting, strongest first."""
    lines = one.summary.agents
    order = sorted(range(len(lines)), key=lambda n: _strength(lines[n].rating), reverse=True)
    rows = []
    for place, n in enumerate(order, start=1):
        line = lines[n]
        rating = rating_words(line.rating)
        pace = _milliseconds(paces, line.name, one.setting)
        cells = [percent(one.summary.matrix[n][m]).removesuffix(" %") for m in order]
        rows.append((str(place), f"`{line.name}`", *rating, pace, f"{line.games:,}", *cells))
    numbers = [str(place) for place in range(1, len(order) + 1)]
    head = ("", "bot", "rating", "95 %", "milliseconds", "games", *numbers)
    return f"### {one.setting.title}\n\n" + table(head, "rlrrrr" + "r" * len(order), rows)


def _strength(rating: Estimate | None) -> float:
    return float("-inf") if rating is None else rating.value


def _curves(curves: Sequence[Curve]) -> str:
    rows = []
    for curve in curves:
        run = f"`{curve.run}`", curve.method, str(curve.players)
        for step, rate in zip(curve.steps, curve.rates, strict=True):
            games = str(len(curve.seeds)), f"{curve.games:,}"
            rows.append((*run, f"`{curve.against}`", f"{step:,}", *games, *_rate(rate)))
    head = ("runs", "method", "players", "against", "steps", "seeds", "games", "won", "95 %")
    return table(head, "llrlrrrrr", rows)


def _modules(rows: Sequence[Modules]) -> str:
    cells = (
        (
            row.variant.words,
            *(f"`{row.variant.setting.level(agent)}`" for agent in row.variant.agents),
            f"{row.games:,}",
            *_rate(row.rate),
            *_mean(row.rounds),
            *_mean(row.decisions),
        )
        for row in rows
    )
    head = ("modules", "first", "second", "games", "first wins", "95 %", "rounds", "95 %",
            "decisions", "95 %")  # fmt: skip
    return table(head, "lllrrrrrrr", cells)


def _luck(rows: Sequence[Luck]) -> str:
    head = ("games of", "first", "second", "pairs", "first wins both", "second wins both",
            "the same seats win both", "95 %", "of the dice")  # fmt: skip
    return table(head, "lllrrrrrr", (tuple(_luck_cells(row)) for row in rows))


def _luck_cells(row: Luck) -> Iterator[str]:
    first, second = row.agents
    yield row.setting.title
    yield f"`{first}`"
    yield "itself" if first == second else f"`{second}`"
    yield f"{row.pairs:,}"
    yield percent(row.first.value)
    yield percent(row.second.value)
    yield from _rate(row.seat)
    yield percent(max(0.0, 2 * row.seat.value - 1)) if first == second else ""


def _milliseconds(paces: Paces, spec: str, setting: Setting) -> str:
    pace = paces.get((spec, setting))
    return MISSING if pace is None else f"{pace.median:.2g}"


def _rate(rate: Estimate) -> tuple[str, str]:
    return percent(rate.value), f"{100 * rate.low:.1f} to {100 * rate.high:.1f}"


def _mean(mean: Estimate) -> tuple[str, str]:
    return f"{mean.value:.1f}", f"{mean.low:.1f} to {mean.high:.1f}"
