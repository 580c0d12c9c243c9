"""Learning curves of runs that differ in nothing but their seed, with bootstrap bands.

A folder of runs holds ``<run>/<seed>/`` with the ``config.json`` and the ``results.json`` that
`ludo train` writes.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from evaluation.statistics import Estimate, Floats
from ludo_env.errors import LudoError
from ludo_env.files import read_json

CONFIG: Final = "config.json"
RESULTS: Final = "results.json"
KEYS: Final = {"rules": str, "players": int, "method": str, "seed": int}
"""What is read of a configuration."""
SAMPLES: Final = 2000
"""Bootstrap samples."""


class BadRuns(LudoError):
    """A folder of runs that cannot be read; the message names the file."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How strong a learner is on the way, against one bot.

    Attributes:
        run: the name of the runs.
        rules, players, method: how they were trained.
        against: the bot in the other seats.
        seeds: the seeds of the runs.
        steps: where they were measured.
        games: the games of one measurement.
        rates: the win rate at each step, the mean of the runs, with its 95 % band.
    """

    run: str
    rules: str
    players: int
    method: str
    against: str
    seeds: tuple[int, ...]
    steps: tuple[int, ...]
    games: int
    rates: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class _Run:
    """One run: its configuration, and its measurements by bot and step, wins of games."""

    config: dict[str, Any]
    wins: dict[str, dict[int, tuple[int, int]]]


def read_curves(folder: Path, seed: int = 0) -> list[Curve]:
    """The curves of all runs in a folder, by name; none if there is no folder.

    Args:
        folder: see above.
        seed: of the bootstrap.

    Raises:
        BadRuns: a file that is missing or damaged, or runs that were told different things.
    """
    names = sorted(path for path in folder.glob("*") if path.is_dir())
    return [curve for path in names for curve in _curves(path, np.random.default_rng(seed))]


def _curves(path: Path, rng: np.random.Generator) -> list[Curve]:
    """The curves of the runs that differ in their seed."""
    runs = [_read(one) for one in sorted(path.glob("*")) if one.is_dir()]
    if not runs:
        raise BadRuns(f"{path}: no runs in it")
    first = runs[0].config
    for run in runs:
        if {**run.config, "seed": 0} != {**first, "seed": 0}:
            raise BadRuns(f"{path}: runs that were told different things besides the seed")
    found = []
    for against in runs[0].wins:
        steps = sorted(set.intersection(*(set(run.wins.get(against, ())) for run in runs)))
        counts = [[run.wins[against][step] for step in steps] for run in runs]
        wins = np.array([[won for won, _ in row] for row in counts], np.float64)
        games = np.array([[played for _, played in row] for row in counts], np.float64)
        found.append(
            Curve(
                run=path.name,
                rules=first["rules"],
                players=first["players"],
                method=first["method"],
                against=against,
                seeds=tuple(run.config["seed"] for run in runs),
                steps=tuple(steps),
                games=int(games.max(initial=0)),
                rates=band(wins, games, rng),
            )
        )
    return found


def band(wins: Floats, games: Floats, rng: np.random.Generator) -> tuple[Estimate, ...]:
    """The mean win rate at each step, and the band of 95 % of the bootstrap samples.

    In a sample both runs and games are drawn anew: whole runs with replacement, and the wins of
    each measurement as of so many games at its rate.

    Args:
        wins: ``(runs, steps)``.
        games: ``(runs, steps)``, above 0.
        rng: where the samples come from.
    """
    rates = wins / games
    runs = rng.integers(len(rates), size=(SAMPLES, len(rates)))
    drawn = rng.binomial(games[runs].astype(np.int64), rates[runs]) / games[runs]
    low, high = np.quantile(drawn.mean(axis=1), (0.025, 0.975), axis=0)
    return tuple(
        Estimate(float(value), float(min(value, a)), float(max(value, b)))
        for value, a, b in zip(rates.mean(axis=0), low, high, strict=True)
    )


def _read(path: Path) -> _Run:
    wins: dict[str, dict[int, tuple[int, int]]] = defaultdict(dict)
    config, results = read_json(path / CONFIG, BadRuns), read_json(path / RESULTS, BadRuns)
    try:
        for entry in results:
            won, games = int(entry["wins"]), int(entry["games"])
            if not 0 <= won <= games or not games:
                raise ValueError(f"{won} wins in {games} games")
            wins[entry["against"]][int(entry["steps"])] = won, games
        for name, kind in KEYS.items():
            config[name] = kind(config[name])
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise BadRuns(f"{path}: not a run: {type(error).__name__} {error}") from None
    return _Run(config, dict(wins))
