"""What is known of mutants and tests, kept between runs in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.mutants.mutations import Mutant

KILLED: Final = "killed"
TIMED_OUT: Final = "timed out"
SURVIVED: Final = "survived"

TABLES: Final = """
CREATE TABLE IF NOT EXISTS results(
  name TEXT PRIMARY KEY, source TEXT, tests TEXT, outcome TEXT, test TEXT, seconds REAL,
  first TEXT);
CREATE TABLE IF NOT EXISTS reach(
  test TEXT PRIMARY KEY, version TEXT, seconds REAL, lines TEXT);
"""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a mutant.

    Attributes:
        outcome: killed, timed out or survived.
        test: the test that noticed it, or that did not end; empty if it survived.
        seconds: CPU seconds of the tests.
        first: the outcome when the mutant was first judged, before tests were written for it.
    """

    outcome: str
    test: str
    seconds: float
    first: str = ""


@dataclass(frozen=True, slots=True)
class Reach:
    """What a test does without mutants.

    Attributes:
        seconds: its CPU seconds; infinite if it fails, is skipped or takes too long.
        lines: by module, its lines as a set of bits.
    """

    seconds: float
    lines: dict[str, int]

    def touches(self, lines: dict[str, int]) -> bool:
        """Whether the test comes by one of the lines."""
        return any(self.lines.get(path, 0) & bits for path, bits in lines.items())


class Store:
    """The file. Several processes may use it at once."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.base = sqlite3.connect(path, timeout=60, isolation_level=None)
        self.base.executescript(TABLES)

    def result(self, mutant: Mutant, tests: Mapping[str, str]) -> Result | None:
        """What became of a mutant, if that still holds.

        A mutant that was noticed stays so while its function is the same; one that survived did so
        in one version of the tests.

        Args:
            tests: by file of tests, its version.
        """
        last = self.last(mutant)
        if last and last.outcome == SURVIVED and self.asked(mutant, tests) != tests.keys():
            return None
        return last

    def last(self, mutant: Mutant) -> Result | None:
        """What became of a mutant, whatever the tests were then."""
        row = self.base.execute(
            "SELECT outcome, test, seconds, first FROM results WHERE name = ? AND source = ?",
            (mutant.name, mutant.source),
        ).fetchone()
        return Result(*row) if row else None

    def knows(self, mutant: Mutant) -> bool:
        """Whether a mutant was judged once, in whatever version."""
        row = self.base.execute("SELECT 1 FROM results WHERE name = ?", (mutant.name,)).fetchone()
        return row is not None

    def asked(self, mutant: Mutant, tests: Mapping[str, str]) -> set[str]:
        """The files of tests that, as they are now, have let a mutant survive."""
        row = self.base.execute(
            "SELECT tests FROM results WHERE name = ? AND source = ? AND outcome = ?",
            (mutant.name, mutant.source, SURVIVED),
        ).fetchone()
        known = json.loads(row[0]) if row else {}
        return {path for path, version in tests.items() if known.get(path) == version}

    def keep(self, mutant: Mutant, tests: Mapping[str, str], result: Result) -> None:
        """Remember what became of a mutant."""
        self.base.execute(
            "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET "
            "source = excluded.source, tests = excluded.tests, outcome = excluded.outcome, "
            "test = excluded.test, seconds = excluded.seconds",
            (
                mutant.name,
                mutant.source,
                json.dumps(dict(tests)),
                result.outcome,
                result.test,
                result.seconds,
                result.outcome,
            ),
        )

    def reach(self, test: str, version: str) -> Reach | None:
        """What a test does, if it was measured in this version."""
        row = self.base.execute(
            "SELECT seconds, lines FROM reach WHERE test = ? AND version = ?", (test, version)
        ).fetchone()
        if row is None:
            return None
        lines = {path: int(bits, 16) for path, bits in json.loads(row[1]).items()}
        return Reach(row[0], lines)

    def keep_reach(self, test: str, version: str, reach: Reach) -> None:
        """Remember what a test does."""
        lines = json.dumps({path: f"{bits:x}" for path, bits in reach.lines.items()})
        self.base.execute(
            "INSERT OR REPLACE INTO reach VALUES (?, ?, ?, ?)",
            (test, version, reach.seconds, lines),
        )
