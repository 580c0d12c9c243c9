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
        self.unexplained: list[Mutant] = []
        self.stale: list[str] = []
        """Explained mutants that were noticed."""
        for mutant, result in results.items():
            outcome = LEFT if result is None else result.outcome
            if mutant.name in explained and outcome == SURVIVED:
                outcome = EXPLAINED
            elif outcome == SURVIVED:
                self.unexplained.append(mutant)
            elif outcome != LEFT and mutant.name in explained:
                self.stale.append(mutant.name)
            self.counts.setdefault(mutant.module, Counter())[outcome] += 1

    @property
    def total(self) -> Counter[str]:
        """Counts of all modules."""
        return sum(self.counts.values(), Counter())

    def score(self) -> Estimate | None:
        """The share that is noticed of those judged and not explained, with its interval."""
        total = self.total
        noticed = total[KILLED] + total[TIMED_OUT]
        judged = noticed + total[SURVIVED]
        if judged == 0:
            return None
        if total[LEFT] == 0:
            return Estimate(noticed / judged, noticed / judged, noticed / judged)
        return wilson(noticed / judged, judged)

    def rows(self) -> list[tuple[str, ...]]:
        """The table: a row a module, the sum last."""
        named = [*sorted(self.counts.items()), ("all", self.total)]
        return [
            (name, str(sum(counts.values())), *(str(counts[column]) for column in COLUMNS))
            for name, counts in named
        ]

    def text(self) -> str:
        """For the terminal."""
        lines = [
            f"{row[0]:45}" + "".join(f"{cell:>12}" for cell in row[1:])
            for row in [("module", "mutants", *COLUMNS), *self.rows()]
        ]
        lines += [f"survived: {mutant.name} (line {mutant.first})" for mutant in self.unexplained]
        lines += [f"explained, but noticed: {name}" for name in self.stale]
        return "\n".join([*lines, self.sentence()])

    def sentence(self) -> str:
        """The score in words."""
        score = self.score()
        if score is None:
            return "No mutant has been judged."
        total = self.total
        judged = sum(total.values()) - total[LEFT]
        told = (
            f"{judged} of {sum(total.values())} mutants judged, {100 * score.value:.1f} % noticed"
        )
        if total[LEFT]:
            told += f" (95 %: {100 * score.low:.1f} % to {100 * score.high:.1f} %)"
        return f"{told}; {total[EXPLAINED]} explained ones are not counted."

    def page(self) -> str:
        """As a page."""
        head = ("module", "mutants", *COLUMNS)
        marks = ("---", *["---:"] * (len(head) - 1))
        table = ["| " + " | ".join(row) + " |" for row in (head, marks, *self.rows())]
        survivors = [f"- `{mutant.name}`" for mutant in self.unexplained]
        return "\n".join([HEAD, self.sentence(), "", *table, "", *survivors]).rstrip() + "\n"


HEAD: Final = """# Mutants of the rules

Made by `make mutants`: one small change of a rule module at a time, and the tests that were written
from the text run until one fails. *Explained* are mutants that do the same as the rules, each with
its reason in `tests/mutants/explained.toml`.
"""
