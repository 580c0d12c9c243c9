"""The rule sets that a game may begin with, and what people should know of them before."""

from __future__ import annotations

from typing import Final

from agents.registry import FULL, PLAIN
from agents.service.messages import ClassInfo, RulesInfo
from ludo_env.rules import LUDICROUS_PRESETS, PRESETS
from ludo_env.rules.tables import CLASSES

SUMMARIES: Final = {
    "classic": "a 6 enters; landing on an enemy sends it back; two of a party on a space are a "
    "block, which sends back whoever lands on it; no space of the ring is safe",
    "modern": "as on phones: another roll for every 6, for a capture and for getting home; stars "
    "and starts are safe; no blocks",
    "danish": "starts and stars are safe, and send back whoever lands on an enemy there; pieces "
    "jump from star to star; too large a roll bounces back from home",
    "lke": "as in the ludo-king-engine: as modern, but with blocks, on which nobody else can land",
    "ludicrous": "the full game: weapons, magic, structures, tanks, fishing, partners, nights; "
    "four pieces to win, some hours",
    "ludicrous-core": "the full board without its machinery: movement, ambushes, traps, "
    "teleports; no weapons, magic or nights",
    "ludicrous-tabletop": "the full game as at a tournament: dice may fall off the table, a party "
    "may give up, nothing is taken back",
    "ludicrous-short": "the full game with two pieces to win: about half as long",
}


def rules_infos() -> list[RulesInfo]:
    """The presets of both games."""
    plain = [RulesInfo(name, PLAIN, SUMMARIES[name]) for name in PRESETS]
    return plain + [
        RulesInfo(name, FULL, SUMMARIES[name], list(rules.modules))
        for name, rules in LUDICROUS_PRESETS.items()
    ]


def class_infos() -> list[ClassInfo]:
    """The classes of the parties of a full game. [Y-class]"""
    return [
        ClassInfo(
            name,
            f"{party.melee} and {party.ranged}, armour {party.armour}, "
            f"casts {' and '.join(party.schools) if len(party.schools) < 3 else 'everything'}",
        )
        for name, party in CLASSES.items()
    ]
