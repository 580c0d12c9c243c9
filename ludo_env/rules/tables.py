"""The rule tables of the full game: every number of it, named.

What no text settles is a house value: `HOUSE` holds them all, and a rule set may override each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

STATS: Final = (
    "attack",
    "constitution",
    "speed",
    "magic",
    "dexterity",
    "intelligence",
    "engineering",
    "luck",
    "adaptability",
    "neuroticism",
)
"""[Y-stats] The ten scores of a party."""
LOWEST_SCORE: Final = -2
HIGHEST_SCORE: Final = 2
MOST_EXTREME: Final = 2
"""[Y-stats] At most so many scores at +2, and so many at -2."""

SCHOOLS: Final = ("evocation", "restoration", "conjuration", "illusion", "abjuration")

SPELLS: Final[tuple[tuple[str, str], ...]] = (
    ("fire bolt", "evocation"),
    ("lightning arc", "evocation"),
    ("frost grip", "evocation"),
    ("mend", "restoration"),
    ("awaken", "restoration"),
    ("cleanse", "restoration"),
    ("phantom", "conjuration"),
    ("blink", "conjuration"),
    ("veil", "illusion"),
    ("dread", "illusion"),
    ("ward", "abjuration"),
    ("counterspell", "abjuration"),
)
"""[SP-] Spell cards and their schools."""
META_CARDS: Final = ("quicken", "amplify", "reach")
CARDS: Final = tuple(name for name, _ in SPELLS) + META_CARDS
"""Every kind of card: the twelve spells, then the three meta cards."""

STRUCTURES: Final = ("barricade", "turret", "infirmary", "watchtower", "snare")
TANK_SPACES: Final = ("shield", "attack", "anti-tank")

WEAPONS: Final = (
    "knife",
    "sword",
    "mace",
    "spear",
    "staff",
    "bow",
    "crossbow",
    "musket",
    "pistol",
    "sling",
    "harpoon",
    "anchor",
    "swordfish",
    "blunderbuss",
)
RANGED: Final = frozenset(
    ("bow", "crossbow", "musket", "pistol", "sling", "harpoon", "blunderbuss")
)
FISHING_WEAPONS: Final = ("harpoon", "anchor", "swordfish", "blunderbuss")
"""[6.12] The fishing weapons table, by the roll of its d4."""
FISH: Final = ("minnow", "trout", "salmon", "golden carp")

WEATHERS: Final = ("clear", "rain", "fog", "storm")
CALENDAR: Final = ("supply", "weather", "wind", "quiet", "market", "full moon")
"""[N-calendar] The spaces of the calendar, which repeat."""

MODULES: Final = (
    "combat",
    "magic",
    "structures",
    "tanks",
    "fishing",
    "night",
    "partner",
    "dice_off_table",
    "pivotal",
)
"""Parts of the game that a rule set may leave out."""


@dataclass(frozen=True, slots=True)
class PartyClass:
    """[Y-class] What a class gives a party, and the line of scores that suits it."""

    armour: int
    accuracy: int
    melee: str
    ranged: str
    schools: tuple[str, ...]
    scores: tuple[int, ...]


CLASSES: Final[dict[str, PartyClass]] = {
    "soldier": PartyClass(
        2, 0, "sword", "musket", ("restoration",), (2, 1, 1, -2, 1, -1, 0, 0, -1, -1)
    ),
    "archer": PartyClass(1, 1, "knife", "bow", ("conjuration",), (1, 0, 1, -2, 2, 0, -1, 0, 0, -1)),
    "wizard": PartyClass(0, 0, "staff", "sling", SCHOOLS, (-2, 0, 0, 2, 0, 2, -1, 1, -1, -1)),
    "engineer": PartyClass(
        1, 0, "mace", "crossbow", ("abjuration",), (0, 1, 0, 0, -1, 1, 2, -1, -1, -1)
    ),
    "rogue": PartyClass(
        1, 1, "knife", "pistol", ("illusion", "conjuration"), (0, -1, 2, -1, 1, 0, -2, 2, 0, -1)
    ),
}


@dataclass(frozen=True, slots=True)
class House:
    """A house value: its default, its range, and the rule it belongs to."""

    default: int
    low: int
    high: int
    rule: str


HOUSE: Final[dict[str, House]] = {
    "save_die": House(6, 2, 20, "D-save"),
    "contest_die": House(20, 2, 100, "D-contest"),
    "hp": House(12, 1, 99, "Y-hp"),
    "hp_per_constitution": House(2, 0, 9, "Y-hp"),
    "stressed_at": House(2, 1, 4, "Y-stress"),
    "unconscious_turns": House(2, 1, 9, "C-unconscious"),
    "restrained_turns": House(2, 1, 9, "C-restrained"),
    "wet_turns": House(2, 1, 9, "C-wet"),
    "burning_turns": House(2, 1, 9, "C-burning"),
    "burning_damage": House(1, 1, 20, "C-burning"),
    "poisoned_turns": House(2, 1, 9, "C-poisoned"),
    "poison_damage": House(1, 1, 20, "C-poisoned"),
    "dodge_defence": House(2, 0, 20, "C-dodging"),
    "cover_defence": House(4, 0, 20, "6.3"),
    "crowned_bonus": House(1, 0, 9, "C-crowned"),
    "crown_fall_heal": House(2, 0, 20, "C-crowned"),
    "wet_lightning_damage": House(2, 0, 20, "C-wet"),
    "opening_cards": House(2, 0, 9, "T-setup"),
    "bonus_die_full": House(3, 1, 9, "M-bonus-die"),
    "bonus_die": House(6, 2, 20, "M-bonus-die"),
    "six_throw_goal": House(4, 1, 20, "M-six"),
    "sync_range": House(3, 0, 50, "M-sync"),
    "sync_range_leader": House(6, 0, 50, "M-sync"),
    "star_goal": House(4, 1, 20, "6.5"),
    "teleport_goal": House(4, 1, 20, "6.6"),
    "hand_limit": House(4, 1, 20, "6.7"),
    "shed_cards": House(2, 1, 9, "6.7"),
    "escape_bonus": House(5, 0, 20, "6.10"),
    "trap_damage": House(1, 1, 20, "6.11"),
    "trap_goal": House(4, 1, 20, "6.11"),
    "fishing_goal_1": House(9, 1, 40, "6.12"),
    "fishing_goal_2": House(12, 1, 40, "6.12"),
    "fish_minnow_from": House(6, 1, 20, "6.12"),
    "fish_trout_from": House(12, 1, 20, "6.12"),
    "fish_salmon_from": House(16, 1, 20, "6.12"),
    "fish_carp_from": House(18, 1, 20, "6.12"),
    "fish_weapon_from": House(20, 1, 21, "6.12"),
    "minnow_heals": House(1, 0, 20, "6.12"),
    "trout_heals": House(3, 0, 20, "6.12"),
    "salmon_heals": House(3, 0, 20, "6.12"),
    "carp_heals": House(4, 0, 20, "6.12"),
    "supply_die": House(4, 2, 20, "6.12"),
    "tank_hp": House(10, 1, 99, "TK-"),
    "tank_die": House(8, 2, 20, "TK-shot"),
    "tank_stun": House(4, 0, 20, "TK-shot"),
    "tank_reload": House(3, 1, 20, "TK-shot"),
    "artillery_reload": House(3, 1, 20, "TK-artillery"),
    "artillery_goal": House(10, 1, 40, "TK-artillery"),
    "artillery_die": House(6, 2, 20, "TK-artillery"),
    "artillery_scatter": House(4, 2, 20, "TK-artillery"),
    "object_goal": House(8, 1, 40, "W-attack"),
    "punch_miss": House(1, 0, 6, "A-punch"),
    "punch_critical": House(6, 1, 7, "A-punch"),
    "punch_damage": House(1, 1, 20, "A-punch"),
    "stone_miss": House(2, 0, 6, "A-stone"),
    "stone_damage": House(1, 1, 20, "A-stone"),
    "stone_range": House(3, 1, 20, "A-stone"),
    "taunt_range": House(3, 1, 20, "A-taunt"),
    "hack_range": House(3, 1, 20, "A-hack"),
    "hacked_turns": House(2, 1, 20, "A-hack"),
    "revive_goal": House(10, 1, 40, "A-revive"),
    "capture_heal": House(1, 0, 20, "A-capture"),
    "fortify_cap": House(3, 1, 20, "A-fortify"),
    "rizz_die": House(4, 2, 20, "B-rizz"),
    "partner_value": House(12, 1, 99, "8.8"),
    "court_goal": House(18, 1, 40, "B-court"),
    "court_value": House(6, 1, 99, "B-court"),
    "structure_hp_per_engineering": House(2, 0, 9, "ST-"),
    "turret_die": House(6, 2, 20, "ST-turret"),
    "turret_range": House(3, 1, 20, "ST-turret"),
    "infirmary_heals": House(1, 0, 20, "ST-infirmary"),
    "watchtower_range": House(1, 0, 20, "ST-watchtower"),
    "snare_goal": House(2, 0, 20, "ST-snare"),
    "card_copies": House(4, 1, 20, "SP-"),
    "fire_bolt_range": House(5, 1, 20, "SP-fire-bolt"),
    "fire_bolt_die": House(6, 2, 20, "SP-fire-bolt"),
    "lightning_range": House(3, 1, 20, "SP-lightning-arc"),
    "lightning_targets": House(2, 1, 4, "SP-lightning-arc"),
    "lightning_goal": House(4, 1, 20, "SP-lightning-arc"),
    "lightning_die": House(6, 2, 20, "SP-lightning-arc"),
    "frost_range": House(4, 1, 20, "SP-frost-grip"),
    "frost_goal": House(4, 1, 20, "SP-frost-grip"),
    "mend_die": House(6, 2, 20, "SP-mend"),
    "awaken_range": House(6, 0, 50, "SP-awaken"),
    "phantom_range": House(4, 1, 4, "SP-phantom"),
    "phantom_hp": House(3, 1, 20, "SP-phantom"),
    "phantom_turns": House(3, 1, 20, "SP-phantom"),
    "blink_die": House(4, 2, 20, "SP-blink"),
    "dread_range": House(4, 1, 20, "SP-dread"),
    "dread_goal": House(4, 1, 20, "SP-dread"),
    "ward_die": House(6, 2, 20, "SP-ward"),
    "reach_range": House(3, 0, 3, "SP-reach"),
    "fear_goal": House(4, 1, 20, "8.3"),
    "fear_range": House(3, 1, 20, "8.3"),
    "fear_die": House(6, 2, 20, "8.3"),
    "leader_bonus": House(2, 0, 9, "8.6"),
    "leader_bonus_wounded": House(1, 0, 9, "8.6"),
    "leader_range": House(3, 1, 20, "8.6"),
    "collateral_die": House(6, 2, 20, "8.4"),
    "calendar_die": House(6, 2, 20, "N-calendar"),
    "calendar_spaces": House(24, 6, 96, "N-calendar"),
    "night_ambush_range": House(3, 1, 20, "N-ambush"),
    "annustar_cap": House(20, 1, 99, "P-"),
    "annustar_spell": House(1, 0, 20, "P-"),
    "annustar_teleport": House(2, 0, 20, "P-"),
    "annustar_critical": House(2, 0, 20, "P-"),
    "quake_die": House(6, 2, 20, "P-quake"),
    "penalty_limit": House(20, 1, 99, "8.9"),
    "foul_limit": House(20, 1, 99, "E-fouls"),
}

WEAPON_COLUMNS: Final = ("range", "die", "accuracy", "stun", "ammunition")
_WEAPON_ROWS: Final[dict[str, tuple[int, int, int, int, int]]] = {
    "knife": (1, 4, 1, 1, 0),
    "sword": (1, 6, 1, 2, 0),
    "mace": (1, 6, -1, 5, 0),
    "spear": (2, 6, 0, 1, 0),
    "staff": (1, 4, 0, 3, 0),
    "bow": (5, 6, 0, 1, 6),
    "crossbow": (6, 8, 0, 2, 4),
    "musket": (7, 10, -1, 4, 3),
    "pistol": (3, 6, 0, 3, 4),
    "sling": (4, 4, 0, 2, 8),
    "harpoon": (4, 8, 0, 3, 0),
    "anchor": (1, 10, -2, 6, 0),
    "swordfish": (1, 8, 0, 2, 0),
    "blunderbuss": (3, 10, -1, 4, 0),
}
STRUCTURE_COLUMNS: Final = ("cost", "hp")
_STRUCTURE_ROWS: Final[dict[str, tuple[int, int]]] = {
    "barricade": (3, 6),
    "turret": (5, 5),
    "infirmary": (4, 4),
    "watchtower": (4, 5),
    "snare": (3, 3),
}
_LIMITS: Final = {
    "range": (1, 20),
    "die": (2, 20),
    "accuracy": (-9, 9),
    "stun": (0, 20),
    "ammunition": (0, 99),
    "cost": (1, 99),
    "hp": (1, 99),
}

for _name, _row in _WEAPON_ROWS.items():
    for _column, _value in zip(WEAPON_COLUMNS, _row, strict=True):
        HOUSE[f"{_name}_{_column}"] = House(_value, *_LIMITS[_column], "W-weapons")
for _name, _cells in _STRUCTURE_ROWS.items():
    for _column, _value in zip(STRUCTURE_COLUMNS, _cells, strict=True):
        HOUSE[f"{_name}_{_column}"] = House(_value, *_LIMITS[_column], f"ST-{_name}")
