"""The results of the arena in an SQLite file, which grows from run to run."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from agents.registry import parse
from evaluation.match import Match, Played, Result, plan_of
from evaluation.seating import Plan
from ludo_env import __version__
from ludo_env.errors import BadAgent, LudoError
from ludo_env.rules import as_rules

SCHEMA_VERSION: Final = 1
APPLICATION: Final = int.from_bytes(b"LUDO", "big")
"""Marks the file as ours."""
PATIENCE: Final = 30.0
"""Seconds to wait for another program that writes to the file."""
DIGEST: Final = 8
"""Characters of a model's SHA-256 that tell it from others."""

SCHEMA: Final = f"""
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    version TEXT NOT NULL,
    rules TEXT NOT NULL,
    players INTEGER NOT NULL,
    teams INTEGER NOT NULL,
    seed TEXT NOT NULL,
    agents TEXT NOT NULL,
    UNIQUE (version, rules, players, teams, seed, agents)
);
CREATE TABLE game (
    run INTEGER NOT NULL REFERENCES run (id),
    number INTEGER NOT NULL,
    seating TEXT NOT NULL,
    places TEXT NOT NULL,
    rolls INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    truncated INTEGER NOT NULL,
    fouls TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA_VERSION};
"""
KEY: Final = "version = ? AND rules = ? AND players = ? AND teams = ? AND seed = ? AND agents = ?"
GAME: Final = "number, seating, places, rolls, turns, decisions, rounds, truncated, fouls"
LATER: Final = "ALTER TABLE game ADD COLUMN fouls TEXT NOT NULL DEFAULT '[]'"
"""Adds to an older file what has come later, and what no older version misses."""


Row = tuple[int, str, str, int, int, int, int, int, str]
"""A game as the file has it: `GAME`."""


class BadStore(LudoError):
    """A results database that cannot be read or written; the message names the file."""


class Store:
    """An open results database. A context manager, which closes it.

    Args:
        path: the file; made when it is not there, unless ``create`` is false.

    Raises:
        BadStore: it is damaged, of something else, or of a later version. So do the methods.
    """

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = Path(path)
        if not create and not self.path.is_file():
            raise BadStore(f"results database {self.path}: no such file")
        self.identities: dict[str, str] = {}
        """Of agents, as they were when they were first asked for: a model may be trained on."""
        with self.guard():
            self.db = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        try:
            with self.guard():
                self.prepare()
        except BaseException:
            self.db.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.db.close()

    def prepare(self) -> None:
        """Make the tables of a new file, and refuse one that is not ours."""
        application = self.number("PRAGMA application_id")
        tables = self.number("SELECT count(*) FROM sqlite_master")
        if not application and not tables:
            with self.transaction():
                for statement in filter(str.strip, SCHEMA.split(";")):
                    self.db.execute(statement)
        elif application != APPLICATION:
            raise BadStore(f"results database {self.path}: a database of something else")
        version = self.number("PRAGMA user_version")
        if version != SCHEMA_VERSION:
            raise BadStore(
                f"results database {self.path}: schema version {version}, allowed: {SCHEMA_VERSION}"
            )
        if not self.number("SELECT count(*) FROM pragma_table_info('game') WHERE name = 'fouls'"):
            self.db.execute(LATER)

    def known(self, match: Match) -> list[Result]:
        """The games of a match that are here: same agents, rules, seed and program version."""
        with self.guard():
            rows = self.db.execute(
                f"SELECT {GAME} FROM game JOIN run ON run = id WHERE {KEY} AND number < ?",
                (*self.key(match), match.games),
            )
            return [_result(row, match.plan, len(match.agents)) for row in rows]

    def save(self, played: Sequence[Played]) -> None:
        """Add all games that are not here yet, or none if something goes wrong."""
        with self.guard(), self.transaction():
            for one in filter(lambda one: one.results, played):
                run = self.run(one.match)
                rows = [_row(run, result) for result in one.results]
                self.db.executemany(
                    f"INSERT INTO game (run, {GAME}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                    "ON CONFLICT (run, number) DO NOTHING",
                    rows,
                )

    def forget(self, agent: str) -> int:
        """Drop all games of an agent, because it plays otherwise now; how many there were."""
        with self.guard(), self.transaction():
            agents = self.db.execute("SELECT id, agents FROM run").fetchall()
            runs = [(run,) for run, names in agents if agent in json.loads(names)]
            before = self.number("SELECT count(*) FROM game")
            self.db.executemany("DELETE FROM game WHERE run = ?", runs)
            self.db.executemany("DELETE FROM run WHERE id = ?", runs)
            return before - self.number("SELECT count(*) FROM game")

    def all(self) -> list[Played]:
        """Everything that was played, under any rules, oldest first.

        A model is named with the beginning of its SHA-256, so that a file that was written again
        is another agent.
        """
        with self.guard():
            query = "SELECT id, rules, players, teams, seed, agents FROM run ORDER BY id"
            return [self.read_run(*row) for row in self.db.execute(query).fetchall()]

    def read_run(
        self, run: int, rules: str, players: int, teams: int, seed: str, agents: str
    ) -> Played:
        """One run with its games."""
        names = tuple(str(name) for name in json.loads(agents))
        ruleset = as_rules(rules)
        plan = plan_of(len(names), ruleset, bool(teams), players)
        query = f"SELECT {GAME} FROM game WHERE run = ? ORDER BY number"
        rows = self.db.execute(query, (run,))
        results = tuple(_result(row, plan, len(names)) for row in rows)
        return Played(Match(names, ruleset, plan, bool(teams), len(results), int(seed)), results)

    def run(self, match: Match) -> int:
        """The number of the run that a match belongs to."""
        key = self.key(match)
        found = self.db.execute(f"SELECT id FROM run WHERE {KEY}", key).fetchone()
        if found is None:
            started = datetime.now(UTC).isoformat(timespec="seconds")
            self.db.execute(
                "INSERT INTO run (started, version, rules, players, teams, seed, agents) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (started, *key),
            )
            return self.number("SELECT last_insert_rowid()")
        return int(found[0])

    def key(self, match: Match) -> tuple[str, str, int, int, str, str]:
        """What tells the run that a match belongs to from others."""
        for spec in match.agents:
            if spec not in self.identities:
                self.identities[spec] = identity(spec)
        agents = json.dumps([self.identities[spec] for spec in match.agents])
        plan, rules = match.plan, match.rules.text
        return __version__, rules, plan.players, int(match.teams), str(match.seed), agents

    def number(self, query: str) -> int:
        """The number that a query gives."""
        return int(self.db.execute(query).fetchone()[0])

    @contextmanager
    def guard(self) -> Iterator[None]:
        """Tell of any fault of the file in one line."""
        try:
            yield
        except sqlite3.Error as error:
            raise BadStore(f"results database {self.path}: {error}") from error
        except (BadStore, BadAgent):
            raise
        except (ValueError, TypeError) as error:  # a text in it that does not mean anything
            raise BadStore(f"results database {self.path}: damaged: {error}") from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self.db.in_transaction:  # some errors end it themselves
                self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")


def identity(spec: str) -> str:
    """The spec of an agent, for a model with the beginning of its file's SHA-256."""
    model = parse(spec)[1].get("model")
    if not model:
        return spec
    try:
        digest = hashlib.sha256(Path(str(model)).read_bytes()).hexdigest()
    except OSError as error:
        raise BadAgent(f"agent {spec}: {model}: {error.strerror}") from None
    return f"{spec}@{digest[:DIGEST]}"


def _row(run: int, result: Result) -> tuple[int | str, ...]:
    return (
        run,
        result.number,
        json.dumps(result.seating),
        json.dumps(result.places),
        result.rolls,
        result.turns,
        result.decisions,
        result.rounds,
        int(result.truncated),
        json.dumps(result.fouls),
    )


def _result(row: Row, plan: Plan, agents: int) -> Result:
    number, seating, places, *counts, truncated, fouls = row
    rolls, turns, decisions, rounds = (int(count) for count in counts)
    result = Result(
        number=int(number),
        seating=tuple(int(agent) for agent in json.loads(seating)),
        places=tuple(int(place) for place in json.loads(places)),
        rolls=rolls,
        turns=turns,
        decisions=decisions,
        rounds=rounds,
        truncated=bool(truncated),
        fouls=tuple(tuple(int(count) for count in counts) for counts in json.loads(str(fouls))),
    )
    seats = len(result.seating) == len(result.places) == plan.players
    if not seats or set(result.seating) != set(range(agents)) or min(result.places) != 1:
        raise ValueError(f"game {number}: seating {seating}, places {places}")
    return result
