"""Numbers that the engine of the full game gives to things: scores, cards, phases, checks, ..."""

from __future__ import annotations

from typing import Final

# Scores, in the order of rules.tables.STATS. [Y-stats]
ATTACK: Final = 0
CONSTITUTION: Final = 1
SPEED: Final = 2
MAGIC: Final = 3
DEXTERITY: Final = 4
INTELLIGENCE: Final = 5
ENGINEERING: Final = 6
LUCK: Final = 7
ADAPTABILITY: Final = 8
NEUROTICISM: Final = 9

# Cards, in the order of rules.tables.CARDS. [SP-]
FIRE_BOLT: Final = 0
LIGHTNING_ARC: Final = 1
FROST_GRIP: Final = 2
MEND: Final = 3
AWAKEN: Final = 4
CLEANSE: Final = 5
PHANTOM: Final = 6
BLINK: Final = 7
VEIL: Final = 8
DREAD: Final = 9
WARD: Final = 10
COUNTERSPELL: Final = 11
QUICKEN: Final = 12
AMPLIFY: Final = 13
REACH: Final = 14
SPELL_KINDS: Final = 12
CARD_KINDS: Final = 15

# Structures, in the order of rules.tables.STRUCTURES. [ST-]
NO_STRUCTURE: Final = -1
BARRICADE: Final = 0
TURRET: Final = 1
INFIRMARY: Final = 2
WATCHTOWER: Final = 3
SNARE: Final = 4
STRUCTURE_KINDS: Final = 5
STRUCTURAL_SPACES: Final = 4

# Tank spaces, in the order of rules.tables.TANK_SPACES. [6.14]
SHIELD: Final = 0
ATTACK_SPACE: Final = 1
ANTI_TANK_SPACE: Final = 2
TANK_SPACE_KINDS: Final = 3

# The looted item slot: nothing, a weapon (1 + its number), or a fish. [6.12]
NO_LOOT: Final = 0
FIRST_WEAPON: Final = 1
WEAPON_KINDS: Final = 14
FIRST_FISH: Final = 15
MINNOW: Final = 15
TROUT: Final = 16
SALMON: Final = 17
GOLDEN_CARP: Final = 18

# Weather, in the order of rules.tables.WEATHERS. [N-weather]
CLEAR: Final = 0
RAIN: Final = 1
FOG: Final = 2
STORM: Final = 3

# Phases of a turn, and the night. [T-]
TURNING: Final = 0
FIRST_SPECIAL: Final = 1
TANK_PHASE: Final = 2
ACTION_PHASE: Final = 3
SECOND_SPECIAL: Final = 4
MOVEMENT: Final = 5
NIGHT: Final = 6

# Checks that wait for a special rules phase. [8.2, 8.3, 8.4]
STUN_CHECK: Final = 0
FEAR_CHECK: Final = 1
COLLATERAL_CHECK: Final = 2

# The place of a captive piece; other places are r. [6.10]
PRISON: Final = -2

NOBODY: Final = -1
NOWHERE: Final = -1
FORWARD: Final = 1
BACKWARD: Final = -1
LEADER: Final = 0

# Outcomes of a contest. [D-crit, D-graze]
FAILURE: Final = 0
CRITICAL_FAILURE: Final = 1
GRAZE: Final = 2
SUCCESS: Final = 3
CRITICAL_SUCCESS: Final = 4
