"""Games of the arena as text: a line a match, short enough to be kept with the sources.

The results database is where games are added while they are played; an archive is where they stay.
It is for bots of this project: fouls of other programs are not kept.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from evaluation.match import Match, Played, Result, plan_of
from ludo_env import __version__
from ludo_env.errors import LudoError
from ludo_env.files import write_whole
from ludo_env.rules import as_rules

COLUMNS: Final = ("rolls", "turns", "decisions", "rounds")


class BadArchive(LudoError):
    """An archive that cannot be read; the message names the file and the line."""


def write_archive(path: Path, played: Sequence[Played]) -> None:
    """Write matches, whole or not at all. Games after the first missing one are left out."""
    lines = [json.dumps(_to_line(one), separators=(",", ":")) for one in played if one.results]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, "".join(line + "\n" for line in lines))


def read_archive(path: Path) -> list[Played]:
    """The matches in a file, none if there is no file; those of another version are left out.

    Raises:
        BadArchive: a line is none of ours.
    """
    if not path.exists():
        return []
    found = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            data = json.loads(line.decode())
            if data["version"] == __version__:
                found.append(_from_line(data))
        except (KeyError, RecursionError, TypeError, ValueError) as error:
            raise BadArchive(f"{path}: line {number}: {type(error).__name__}: {error}") from None
    return found


def _to_line(played: Played) -> dict[str, Any]:
    match = played.match
    whole = [result for n, result in enumerate(played.results) if result.number == n]
    return {
        "version": __version__,
        "rules": match.rules.text,
        "players": match.plan.players,
        "teams": match.teams,
        "seed": match.seed,
        "agents": list(match.agents),
        "places": " ".join("".join(map(str, result.places)) for result in whole),
        "truncated": [result.number for result in whole if result.truncated],
        **{name: [getattr(result, name) for result in whole] for name in COLUMNS},
    }


def _from_line(data: dict[str, Any]) -> Played:
    agents = tuple(map(str, data["agents"]))
    rules, teams = as_rules(data["rules"]), bool(data["teams"])
    plan = plan_of(len(agents), rules, teams, data["players"])
    places = [tuple(map(int, text)) for text in data["places"].split()]
    if any(len(row) != plan.players for row in places):
        raise ValueError(f"places of {plan.players} players wanted")
    truncated = set(data["truncated"])
    results = tuple(
        Result(
            number, plan.seating(number), row, rolls, turns, decisions, rounds, number in truncated
        )
        for number, (row, rolls, turns, decisions, rounds) in enumerate(
            zip(places, *(map(int, data[name]) for name in COLUMNS), strict=True)
        )
    )
    return Played(Match(agents, rules, plan, teams, len(results), int(data["seed"])), results)
