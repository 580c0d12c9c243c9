"""What the actions of a full game do, for people who do not know the rulebook by heart.

Each has a group, under which a list of choices shows it, and a sentence with the numbers of the
rules that are played.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import Final

from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous import catalogue as actions
from ludo_env.engine.ludicrous.attacks import NO_WEAPON, weapon
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.plain import PlainState
from ludo_env.rules.tables import CARDS, STRUCTURES, TANK_SPACES, WEAPONS

MOVES: Final = "Moves"

VERB_EFFECTS: Final = (
    "",
    "",
    "",
    "d6 without a contest: {t.punch_miss} or less misses, {t.punch_critical} counts double; "
    "{t.punch_damage} damage and the attack score",
    "up to {t.stone_range} spaces ahead: d6, {t.stone_miss} or less misses; "
    "{t.stone_damage} damage",
    "attack against dexterity: pushes the piece before it one space away",
    "attack against dexterity: the piece before it cannot move for {t.restrained_turns} turns",
    "intelligence against neuroticism: an enemy within {t.taunt_range} ahead turns to face it, "
    "and its party fights worse against anybody else",
    "{t.dodge_defence} more defence until your next turn",
    "luck against the number of the space; a failure ends the action phase",
    "intelligence against engineering: a structure within {t.hack_range} is off for "
    "{t.hacked_turns} turns of its owner",
    "constitution against {t.revive_goal}: a fallen piece of yours beside it is up again, prone",
    "a fallen enemy piece beside it goes to your prison; the bonus die advances, "
    "you heal {t.capture_heal}",
)
"""By verb; the weapons tell their own."""
CARD_EFFECTS: Final = {
    "fire bolt": "up to {t.fire_bolt_range} spaces ahead, magic against dexterity: "
    "d{t.fire_bolt_die} and magic as damage, and it burns",
    "lightning arc": "the first {t.lightning_targets} enemies within {t.lightning_range} ahead: "
    "d{t.lightning_die} and magic as damage, half after a saving throw",
    "frost grip": "an enemy within {t.frost_range} ahead is restrained unless its saving throw "
    "succeeds",
    "mend": "your party heals d{t.mend_die} and magic",
    "awaken": "a fallen piece of yours within {t.awaken_range} stands up",
    "cleanse": "ends all harmful conditions of your party",
    "phantom": "an empty space within {t.phantom_range} ahead is barred for {t.phantom_turns} "
    "of your turns",
    "blink": "the caster goes on d{t.blink_die} spaces, past everything",
    "veil": "a piece of yours cannot be targeted until your next turn",
    "dread": "an enemy within {t.dread_range} ahead must resist fear or retreat",
    "ward": "takes d{t.ward_die} and magic off the damage of a hit, when it comes",
    "counterspell": "magic against magic: an enemy spell does nothing, when it comes",
    "quicken": "casts a spell as a bonus action",
    "amplify": "rolls the dice of a spell twice and adds them",
    "reach": "{t.reach_range} more range for a spell",
}
STRUCTURE_EFFECTS: Final = {
    "barricade": "stops enemies that would pass it",
    "turret": "a bonus action shoots up to {t.turret_range} away: d{t.turret_die} damage",
    "infirmary": "heals {t.infirmary_heals} at the start of each of your turns",
    "watchtower": "{t.watchtower_range} more range for shots from your home field",
    "snare": "your trap is harder to escape by {t.snare_goal}",
}
TANK_EFFECTS: Final = {
    "shield": "your pieces in your home field take 1 less from every hit",
    "attack": "from here it shoots at enemies in your home field",
    "anti-tank": "from here it shoots at other tanks",
}


def group_of(game: Game, action: int) -> str:
    """The group of a legal action in a list of choices."""
    if isinstance(game.state, PlainState):
        return MOVES
    return GROUPS[bisect_right(FIRSTS, action) - 1][1]


def effect_of(game: Game, action: int) -> str:
    """What a legal action does, as a phrase; empty where its name and meaning say it all."""
    if isinstance(game.state, PlainState):
        return ""
    tell = GROUPS[bisect_right(FIRSTS, action) - 1][2]
    return tell(game.full, action).format(t=game.full.t)


Tell = Callable[[LudicrousState, int], str]
"""The template of what an action does."""


def _always(template: str) -> Tell:
    return lambda state, action: template


def _verb(state: LudicrousState, action: int) -> str:
    verb = (action - actions.VERB) // 4
    return VERB_EFFECTS[verb] if verb > actions.LOOTED else _arm(state, verb)


def _arm(state: LudicrousState, verb: int) -> str:
    """The weapon of a verb, with its numbers."""
    t, party = state.t, state.decider
    arm = weapon(state, party, verb)
    if arm == NO_WEAPON:
        return ""
    words = f"{WEAPONS[arm]}: range {t.weapon_range[arm]}, d{t.weapon_die[arm]} damage"
    if t.weapon_ranged[arm]:
        left = (state.ammunition if verb == actions.RANGED else state.loot_ammunition)[party]
        words += f", {left} shot{'s' * (left != 1)} left"
    return words


def _fortified(state: LudicrousState, action: int) -> str:
    kind = STRUCTURES[(action - actions.FORTIFY) // 4]
    cost = state.t.structure_cost[STRUCTURES.index(kind)]
    return f"{STRUCTURE_EFFECTS[kind]}; {cost} points build it"


def _cards(first: int) -> Tell:
    return lambda state, action: CARD_EFFECTS[CARDS[action - first]]


_NOTHING: Final = _always("")
GROUPS: Final[tuple[tuple[int, str, Tell], ...]] = (
    (actions.END, "Go on", _NOTHING),
    (actions.YES, "Accept", _NOTHING),
    (actions.TURN_PIECE, "Turn", _always("sees and shoots the other way")),
    (
        actions.LIE_DOWN,
        "Lie down",
        _always("harder to shoot from afar, easier from beside; crawls half as far"),
    ),
    (
        actions.TANK_TO,
        "Tank",
        lambda state, action: TANK_EFFECTS[TANK_SPACES[action - actions.TANK_TO]],
    ),
    (actions.VERB, "Attack", _verb),
    (actions.VERB + 4 * actions.DODGE, "Pieces", _verb),
    (
        actions.SNEAK,
        "Pieces",
        _always("this turn your pieces pass everything, without tackles and traps"),
    ),
    (actions.FORTIFY, "Build", _fortified),
    (actions.CAST, "Cast", _cards(actions.CAST)),
    (actions.QUICKENED, "Cast quickly, as the bonus action", _cards(actions.QUICKENED)),
    (
        actions.TANK_SHOT,
        "Guns",
        _always(
            "engineering against dexterity, at an enemy in your home field: d{t.tank_die} damage"
        ),
    ),
    (
        actions.ANTI_TANK,
        "Guns",
        _always("engineering against engineering, at another tank: d{t.tank_die} damage"),
    ),
    (
        actions.ARTILLERY,
        "Guns",
        _always(
            "engineering against {t.artillery_goal}: d{t.artillery_die} damage to all on the "
            "space; a miss strays up to {t.artillery_scatter} spaces"
        ),
    ),
    (actions.STAND, "Bonus action", _always("a prone piece is up again")),
    (
        actions.RIZZ,
        "Bonus action",
        _always("the relationship with your partner grows by d{t.rizz_die}"),
    ),
    (
        actions.COURT,
        "Bonus action",
        _always("luck against {t.court_goal}: a partner comes, with value {t.court_value}"),
    ),
    (actions.EAT, "Bonus action", _always("your fish heals; one in twenty is poisonous")),
    (
        actions.BONUS_DIE,
        "Bonus action",
        _always("spends the full counter: later you may move d{t.bonus_die} and speed more"),
    ),
    (actions.TURRET, "Bonus action", _always("engineering against dexterity: d{t.turret_die}")),
    (actions.REFRESH, "Swap a card, as the bonus action", _always("discards it and draws another")),
    (actions.CAST_PLAIN, "Cast it", _NOTHING),
    (actions.CAST_AMPLIFIED, "Cast it", _always(CARD_EFFECTS["amplify"])),
    (actions.CAST_FAR, "Cast it", _always(CARD_EFFECTS["reach"])),
    (actions.SHED, "Shed a card", _cards(actions.SHED)),
    (actions.PIECE, "Which", _NOTHING),
    (actions.ENTER, "Enter a piece", _NOTHING),
    (actions.MOVE, "Move one piece", _NOTHING),
    (actions.SYNC, "Move two in synchrony", _NOTHING),
    (actions.NIGHT_AMBUSH, "Ambush by night", _always("intelligence against adaptability")),
    (actions.GENERAL_TABLE, "Table", _NOTHING),
    (actions.CEDE, "Give up", _always("your party leaves the game")),
)
"""First action, group, and what tells the effect of the actions from there on."""
FIRSTS: Final = tuple(first for first, _, _ in GROUPS)
