"""The pace of every bot of the ladder in every setting, kept in a file beside the games."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from evaluation.arena import Tick
from evaluation.ladder.climb import Paces
from evaluation.ladder.lineup import Ladder, Setting
from evaluation.pace import Pace, pace_of
from ludo_env.errors import LudoError
from ludo_env.files import read_json, write_whole
from ludo_env.rules import as_rules


class BadPaces(LudoError):
    """A file of paces that cannot be read; the message names it."""


def wanted(ladder: Ladder) -> list[tuple[str, Setting]]:
    """Every bot in every setting in which it plays."""
    pairs = ((bot, setting) for match, setting in ladder.matches().items() for bot in match.agents)
    return list(dict.fromkeys(pairs))


def read_paces(path: Path, ladder: Ladder) -> dict[tuple[str, Setting], Pace]:
    """The paces in a file that are wanted, none if there is no file. Raises `BadPaces`."""
    if not path.exists():
        return {}
    data = read_json(path, BadPaces)
    try:
        known = {(entry["bot"], entry["setting"]): Pace(**entry["pace"]) for entry in data}
    except (KeyError, TypeError, ValueError) as error:
        raise BadPaces(f"{path}: not a file of paces: {error}") from None
    return {
        (bot, setting): known[bot, setting.title]
        for bot, setting in wanted(ladder)
        if (bot, setting.title) in known
    }


def write_paces(path: Path, ladder: Ladder, paces: Paces) -> None:
    """Write paces, whole or not at all."""
    entries = [
        {"bot": bot, "setting": setting.title, "pace": asdict(paces[bot, setting])}
        for bot, setting in wanted(ladder)
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    text = ",\n".join(json.dumps(entry) for entry in entries)
    write_whole(path, f"[\n{text}\n]\n")


def measure_paces(ladder: Ladder, known: Paces, tick: Tick) -> Paces:
    """The known paces, and those that are missing.

    Args:
        ladder: who plays.
        known: what need not be measured again.
        tick: hears of every pace.
    """
    paces = dict(known)
    for bot, setting in wanted(ladder):
        if (bot, setting) not in paces:
            paces[bot, setting] = _measure(bot, setting, ladder.seed)
        tick(1)
    return paces


def _measure(bot: str, setting: Setting, seed: int) -> Pace:
    return pace_of(bot, as_rules(setting.rules), setting.players, seed=seed)
