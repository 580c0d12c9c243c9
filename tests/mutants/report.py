"""What became of all mutants: a table by module, and those that nobody noticed."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from evaluation.statistics import Estimate, wilson
from tests.mutants.mutations import Mutant
from tests.mutants.store import KILLED, SURVIVED, TIMED_OUT, Result

EXPLAINED: Final = "explained"
LEFT: Final = "not judged"
COLUMNS: Final = (KILLED, TIMED_OUT, SURVIVED, EXPLAINED, LEFT)
HEADINGS: Final = ("module", "mutants", *COLUMNS, "noticed at first")


def read_explained(path: Path) -> dict[str, str]:
    """Why mutants cannot be noticed: the reason by the mutant's name."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    return {f"{t['module']}:{t['function']}: {t['change']}": t["reason"] for t in tables}


class Report:
    """Results of the mutants that were asked for; None of those that were not judged."""

    def __init__(
        self, results: Mapping[Mutant, Result | None], explained: Mapping[str, str]
    ) -> None:
        self.explained = explained
        self.counts: dict[str, Counter[str]] = {}
        self.first: dict[str, Counter[str]] = {}
        """Outcomes when mutants were first judged."""
        self.unexplained: list[Mutant] = []
        self.harmless: list[str] = []
        """Explained mutants that survived, as they should."""
        self.stale: list[str] = []
        """Explained mutants that were noticed."""
        for mutant, result in results.items():
            outcome = LEFT if result is None else result.outcome
            if mutant.name in explained and outcome == SURVIVED:
                outcome = EXPLAINED
                self.harmless.append(mutant.name)
            elif outcome == SURVIVED:
                self.unexplained.append(mutant)
            elif outcome != LEFT and mutant.name in explained:
                self.stale.append(mutant.name)
            self.counts.setdefault(mutant.module, Counter())[outcome] += 1
            first = outcome if outcome in (LEFT, EXPLAINED) or result is None else result.first
            self.first.setdefault(mutant.module, Counter())[first] += 1

    def rows(self) -> list[tuple[str, ...]]:
        """The table: a row a module, the sum last."""
        named = [*sorted(self.counts.items()), ("all", total(self.counts))]
        first = {**self.first, "all": total(self.first)}
        return [
            (
                name,
                str(sum(counts.values())),
                *(str(counts[column]) for column in COLUMNS),
                in_percent(score_of(first[name])),
            )
            for name, counts in named
        ]

    def text(self) -> str:
        """For the terminal."""
        lines = [
            f"{row[0]:45}" + "".join(f"{cell:>12}" for cell in row[1:-1]) + f"{row[-1]:>22}"
            for row in [HEADINGS, *self.rows()]
        ]
        lines += [f"survived: {mutant.name} (line {mutant.first})" for mutant in self.unexplained]
        lines += [f"explained, but noticed: {name}" for name in self.stale]
        return "\n".join([*lines, self.sentence()])

    def sentence(self) -> str:
        """The score in words."""
        now, first = total(self.counts), total(self.first)
        judged = sum(now.values()) - now[LEFT]
        if judged == 0:
            return "No mutant has been judged."
        every = first + Counter({SURVIVED: first[EXPLAINED]})
        return (
            f"{judged} of {sum(now.values())} mutants judged. At first {noticed(every)} were "
            f"noticed, {in_percent(score_of(every))}; {in_percent(score_of(first))} without the "
            f"{first[EXPLAINED]} explained ones. Now {noticed(now)} are."
        )

    def page(self) -> str:
        """As a page."""
        marks = ("---", *["---:"] * (len(HEADINGS) - 1))
        table = ["| " + " | ".join(row) + " |" for row in (HEADINGS, marks, *self.rows())]
        parts = [HEAD, self.sentence(), "", *table]
        if self.unexplained:
            parts += ["", "## Noticed by no test", ""]
            parts += [f"- `{mutant.name}`" for mutant in self.unexplained]
        if self.harmless:
            parts += ["", "## Explained", ""]
            parts += [f"- `{name}`: {self.explained[name]}" for name in sorted(self.harmless)]
        return "\n".join(parts) + "\n"


def total(counts: Mapping[str, Counter[str]]) -> Counter[str]:
    """The sum of all modules."""
    return sum(counts.values(), Counter())


def noticed(counts: Mapping[str, int]) -> int:
    """How many a test noticed."""
    return counts[KILLED] + counts[TIMED_OUT]


def score_of(counts: Mapping[str, int]) -> Estimate | None:
    """The share that is noticed; exact once all have been judged."""
    judged = noticed(counts) + counts[SURVIVED]
    if judged == 0:
        return None
    share = noticed(counts) / judged
    return wilson(share, judged) if counts[LEFT] else Estimate(share, share, share)


def in_percent(score: Estimate | None) -> str:
    """A share with its interval, if it is one of a sample."""
    if score is None:
        return ""
    value, low, high = (f"{100 * share:.1f}" for share in (score.value, score.low, score.high))
    return f"{value} %" if low == high else f"{value} % ({low}-{high})"


HEAD: Final = """# Mutants of the rules

Made by `make mutants`: one small change of a rule module at a time, and the tests that were written
from the text run until one fails. *Explained* are mutants that do the same as the rules, each with
its reason in `tests/mutants/explained.toml`; the last column leaves them out. It tells what was
noticed before tests were written for survivors, which is what to expect of mutants that nobody has
judged. Mutants are taken in random order; the 95 % interval is in brackets.
"""
