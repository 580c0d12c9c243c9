"""What the document of a full game says, and the range of every number in it."""

from __future__ import annotations

from typing import Final

from ludo_env.board import PARTIES
from ludo_env.engine.ludicrous.catalogue import ACTIONS
from ludo_env.engine.ludicrous.names import NOBODY, PRISON
from ludo_env.engine.ludicrous.procedures import DECISIONS

FIELDS: Final = (
    "game",
    "version",
    "rules",
    "players",
    "parties",
    "world",
    "deck",
    "discards",
    "checks",
    "tape",
    "stack",
    "legal",
    "dice",
)
"""What a document consists of."""
UNSEEN: Final = ("choice", "decisions")
"""Numbers of the game as a whole that tell whether somebody was asked for a reaction."""
PIECE_FIELDS: Final[dict[str, tuple[int, int]]] = {
    "r": (PRISON, 56),
    "fallen": (0, 99),
    "facing": (-1, 1),
    "prone": (0, 1),
    "restrained": (0, 99),
    "wet": (0, 99),
    "burning": (0, 99),
    "dodging": (0, 1),
    "veiled": (0, 1),
    "crowned": (0, 1),
    "jailer": (NOBODY, PARTIES - 1),
    "moved": (0, 1),
    "turned": (0, 1),
    "laid": (0, 1),
}
"""What is said of a piece, with its range."""
PARTY_FIELDS: Final[dict[str, tuple[int, int]]] = {
    "hp": (0, 999),
    "stunned": (0, 1),
    "poisoned": (0, 99),
    "provoker": (NOBODY, PARTIES - 1),
    "counter": (0, 99),
    "reacted": (0, 1),
    "tackled": (0, 1),
    "ammunition": (0, 999),
    "loot": (0, 18),
    "loot_ammunition": (0, 999),
    "partner": (0, 99),
    "crown_used": (0, 1),
    "crown_at": (NOBODY, 51),
    "tank": (0, 2),
    "tank_hp": (0, 99),
    "tank_wait": (0, 99),
    "artillery_wait": (0, 99),
    "phantom_at": (NOBODY, 51),
    "phantom_hp": (0, 99),
    "phantom_turns": (0, 99),
    "left": (0, 1),
    "penalties": (0, 99),
    "fouls": (0, 99),
    "places": (0, PARTIES),
}
"""What is said of a party, with its range."""
SLOT_FIELDS: Final[dict[str, tuple[int, int]]] = {
    "built": (NOBODY, 4),
    "built_hp": (0, 999),
    "hacked": (0, 99),
    "project": (NOBODY, 4),
    "project_points": (0, 999),
}
"""What is said of a structural space, with its range."""
WORLD_FIELDS: Final[dict[str, tuple[int, int]]] = {
    "starter": (0, PARTIES - 1),
    "god": (0, PARTIES - 1),
    "calendar": (0, 95),
    "weather": (0, 3),
    "wind": (0, 3),
    "wind_strength": (0, 9),
    "full_moon": (0, 1),
    "annustar": (0, 99),
    "free_choice": (0, 1),
    "turn": (0, PARTIES - 1),
    "phase": (0, 6),
    "acted": (0, 1),
    "bonus_acted": (0, 1),
    "sneaking": (0, 1),
    "cast": (0, 1),
    "die": (0, 6),
    "sixes": (0, 10**6),
    "bonus_spaces": (0, 99),
    "rounds": (1, 10**9),
    "turns": (0, 10**9),
    "decisions": (0, 10**9),
    "over": (0, 1),
    "truncated": (0, 1),
    "auto_pass": (0, 1),
    "decider": (NOBODY, PARTIES - 1),
    "kind": (0, len(DECISIONS) - 1),
    "choice": (0, ACTIONS - 1),
}
"""What is said of the game as a whole, with its range."""
FLAGS: Final = frozenset(
    (
        "full_moon",
        "free_choice",
        "acted",
        "bonus_acted",
        "sneaking",
        "cast",
        "over",
        "truncated",
        "auto_pass",
    )
)
