"""English sentences for what happens in a full game, from one table of templates.

A template is a sentence with slots; `describe` fills them from the event. Pieces are counted from
1, spaces have their names on the board, and cards, weapons and fish those of the rule tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ludo_env.board import SPACES
from ludo_env.engine.log import NOBODY, Event
from ludo_env.engine.ludicrous.catalogue import VERBS
from ludo_env.engine.ludicrous.names import NO_LOOT, NO_STRUCTURE
from ludo_env.rules.tables import (
    CALENDAR,
    CARDS,
    FISH,
    STRUCTURES,
    TANK_SPACES,
    WEAPONS,
    WEATHERS,
)
from ludo_env.sentences import Tell, party_name, piece_name, place_name, sentence, slots_of

SENTENCES: Final[dict[str, str]] = {
    # Dice, throws and contests.
    "roll": "{seat} rolls {value} on a d{die} ({reason})",
    "roll secret": "{seat} rolls {secret_value} on a d{die} in secret ({reason})",
    "roll hidden": "{seat} rolls a d{die} in secret ({reason})",
    "throw 0": "{seat}'s saving throw ({reason}) is {total} against {goal}: fails",
    "throw 1": "{seat}'s saving throw ({reason}) is {total} against {goal}: succeeds",
    "contest 0": "{seat}'s contest ({reason}) is {total} against {against}: lost",
    "contest 1": "{seat}'s contest ({reason}) is {total} against {against}: won",
    # Turns and nights.
    "starts": "{seat} begins the game",
    "turn": "round {round}, {seat}'s turn",
    "night": "the night after round {round} falls",
    "calendar": "the calendar stands on space {space}: {what}",
    "weather": "the weather is {weather}",
    "wind": "the wind blows {direction} with strength {strength}",
    "basketball": "a basketball comes down on {space}",
    "night_ambush 0": "{piece} creeps up on {against} at night and is heard",
    "night_ambush 1": "{piece} creeps up on {against} at night",
    "pivotal_moment": "the Annustar breaks: {moment}",
    "called": "{seat}'s die showed {number} off the table, called for penalty {penalties}",
    "drops_hp": "{seat} loses a hit point and has {hp} left",
    "foul": "{seat} commits foul {fouls}",
    # Movement.
    "no_move": "{seat} cannot use the {die}",
    "enters": "{piece} enters",
    "moves": "{piece} moves from {from} to {to}",
    "tackle 0": "{piece} tries to tackle {mover} and fails",
    "tackle 1": "{piece} tackles {mover}",
    "bonus_die": "{seat} may move {spaces} more with the bonus die",
    "ambushed": "{piece} is ambushed by {by} on {space}",
    "repelled": "{piece} is repelled by {by} on {space}",
    "skirmish 0": "{seat} loses a skirmish against {against} on {space}",
    "skirmish 1": "{seat} wins a skirmish against {against} on {space}",
    "pushed": "{piece} is pushed to {to}",
    "retreats": "{piece} retreats from {from} to {to}",
    "teleports": "{piece} teleports to {to}",
    "blinks": "{piece} blinks from {from} to {to}",
    "home": "{piece} is home",
    "finished": "{seat} has brought its pieces home",
    "leaves": "{seat} leaves the game",
    "over 0": "the game is over",
    "over 1": "the game is cut off",
    # Crowns.
    "crowned": "{piece} is crowned",
    "crown_drops": "{seat}'s crown falls on {space}",
    "crown_taken": "{piece} takes its crown up again",
    "crown_destroyed": "{piece} destroys the crown of {owner}",
    "crown_jump": "{piece} jumps to {to} for the crown",
    # Health and conditions.
    "damage": "{piece} takes {amount} damage",
    "falls": "{piece} falls unconscious on {r}",
    "star_save": "{piece} holds out on its star with 1 hit point",
    "heals": "{seat} heals {amount} and has {hp} hit points",
    "eliminated": "{piece} is eliminated and goes back to its yard",
    "captured": "{piece} is captured by {by}",
    "escapes": "{piece} escapes from the prison of {jailer}",
    "revived": "{piece} is revived",
    "awakened": "{piece} is awakened",
    "stunned": "{seat} is stunned",
    "restrained": "{piece} is restrained",
    "wet": "{piece} is wet",
    "burning": "{piece} is burning",
    "veiled": "{piece} is veiled",
    "prone": "{piece} is prone",
    "poisoned": "{seat} is poisoned",
    "poison": "{seat} loses {amount} to the poison and has {hp} hit points",
    "trap": "{piece} is caught in the trap of {owner}",
    "turns 1": "{piece} turns forward",
    "turns -1": "{piece} turns backward",
    "lies_down": "{piece} lies down",
    "stands": "{piece} stands up",
    # Actions.
    "attack 0": "{piece} misses {target} with its {weapon}: {total} against {against}",
    "attack 1": "{piece} hits {target} with its {weapon}: {total} against {against}",
    "attacks": "{piece} attacks the {object} of {owner} with its {weapon}",
    "tries": "{piece} tries to {verb} {target}",
    "collateral": "{piece} is hit by mistake by {by}",
    "punch 0": "{piece} punches at {target} and misses",
    "punch 1": "{piece} punches {target}",
    "stone 0": "{piece} throws a stone at {target} and misses",
    "stone 1": "{piece} hits {target} with a stone",
    "taunted": "{piece} is taunted by {by}",
    "dodges": "{piece} dodges",
    "sneaks": "{seat} sneaks",
    "fishes": "{piece} goes fishing",
    "catches 0": "{seat} catches an old boot",
    "catches 1": "{seat} catches a {loot}",
    "eats": "{seat} eats a {loot}",
    "rizz": "{seat} courts its partner, the relationship value is {value}",
    "partner_comes": "{seat} finds a partner",
    "partner_leaves": "{seat}'s partner leaves",
    # Structures and tanks.
    "fortifies": "{seat} works on its {kind} and has {points} points",
    "built": "{seat} has built its {kind} on structural space {slot}",
    "hacks": "{piece} tries to hack the {object} of {owner}",
    "hacked": "{seat}'s {kind} is hacked by {by}",
    "turret 0": "{seat}'s turret misses {target}",
    "turret 1": "{seat}'s turret hits {target}",
    "structure_damage": "a structure of {seat} takes {amount} damage",
    "structure_lost": "{seat} loses its {kind}",
    "tank_moves": "{seat}'s tank moves to the {tank_space} space",
    "tank_shot 0": "{seat}'s tank misses {target}",
    "tank_shot 1": "{seat}'s tank hits {target}",
    "anti_tank_shot 0": "{seat}'s tank misses the tank of {enemy}",
    "anti_tank_shot 1": "{seat}'s tank hits the tank of {enemy}",
    "tank_damage": "{seat}'s tank takes {amount} damage and has {hp} hit points",
    "artillery 0": "{seat}'s artillery strays to {space}",
    "artillery 1": "{seat}'s artillery hits {space}",
    # Cards and spells.
    "draws secret": "{seat} draws {secret_card}",
    "draws hidden": "{seat} draws a card",
    "discards": "{seat} discards {card}",
    "casts 0": "{seat} casts {spell}",
    "casts 1": "{seat} casts {spell} with {meta}",
    "counterspell 0": "{seat} tries to counter the spell of {against} and fails",
    "counterspell 1": "{seat} counters the spell of {against}",
    "wards": "{seat}'s ward takes {less} off the damage",
    "phantom": "a phantom of {seat} appears on {space}",
    "phantom_damage": "the phantom of {seat} takes {amount} damage",
    "phantom_gone": "the phantom of {seat} is gone",
}
"""The sentence of every kind of event, and of its variant where it has several."""

KINDS: Final = tuple(dict.fromkeys(name.partition(" ")[0] for name in SENTENCES))
"""Every kind of event of a full game."""

MOMENTS: Final = ("gravity", "time slip", "tide", "star shower", "quake", "mirror")
DIRECTIONS: Final = ("north", "east", "south", "west")

_BY_VALUE: Final = {
    "contest": "won",
    "night_ambush": "won",
    "tackle": "won",
    "skirmish": "won",
    "counterspell": "won",
    "attack": "hit",
    "punch": "hit",
    "stone": "hit",
    "turret": "hit",
    "tank_shot": "hit",
    "anti_tank_shot": "hit",
    "artillery": "hit",
    "over": "truncated",
    "turns": "facing",
}
"""The detail whose value tells apart the variants of a kind."""
_WHETHER: Final[dict[str, Callable[[Event], bool]]] = {
    "throw": lambda event: event.data["saved"] != 0,
    "catches": lambda event: event.data["loot"] != NO_LOOT,
    "casts": lambda event: event.data["meta"] != NOBODY,
}
"""What tells apart the two variants of a kind, 0 and 1."""


def sentence_name(event: Event) -> str:
    """The name of an event's sentence in `SENTENCES`."""
    kind, data = event.kind, event.data
    if kind in _BY_VALUE:
        return f"{kind} {data.get(_BY_VALUE[kind])}"
    if kind in _WHETHER:
        return f"{kind} {int(_WHETHER[kind](event))}"
    if "secret_value" in data or "secret_card" in data:
        return f"{kind} secret"
    if kind == "draws" or (kind == "roll" and "value" not in data):
        return f"{kind} hidden"
    return kind


def describe(event: Event) -> str:
    """Tell an event as a sentence, such as "Red 2 is ambushed by yellow on blue star".

    Raises:
        BadOption: the kind of the event is not known.
    """
    return sentence(SENTENCES, sentence_name(event), _slots(event))


def _one_of(names: Sequence[str], first: int = 0) -> Tell:
    return lambda _, number: names[number - first]


def _colour(_: int, party: int) -> str:
    return party_name(party)


def _loot(_: int, loot: int) -> str:
    names = ("old boot", *WEAPONS, *FISH)
    return names[loot] if loot else names[0]


_TELL: Final[dict[str, Tell]] = {
    "piece": piece_name,
    "from": place_name,
    "to": place_name,
    "r": place_name,
    "space": lambda _, space: SPACES[space].name,
    "by": _colour,
    "against": _colour,
    "owner": _colour,
    "mover": _colour,
    "jailer": _colour,
    "enemy": _colour,
    "weapon": _one_of(WEAPONS),
    "loot": _loot,
    "card": _one_of(CARDS),
    "secret_card": _one_of(CARDS),
    "spell": _one_of(CARDS),
    "meta": lambda _, meta: CARDS[meta],
    "kind": _one_of(STRUCTURES),
    "object": lambda _, kind: "phantom" if kind == NO_STRUCTURE else STRUCTURES[kind],
    "verb": _one_of(VERBS),
    "slot": lambda _, slot: str(slot + 1),
    "tank_space": _one_of(TANK_SPACES),
    "weather": _one_of(WEATHERS),
    "direction": _one_of(DIRECTIONS),
    "what": _one_of(CALENDAR),
    "moment": _one_of(MOMENTS, 1),
}
"""How the numbers of an event's data are told; all others stand for themselves."""
_AS_NUMBERS: Final = {
    "calendar": ("space",),
    "contest": ("against",),
    "attack": ("against",),
}
"""Details of a kind that are plain numbers, unlike others of their name."""


def _slots(event: Event) -> dict[str, str]:
    """What the slots of an event's sentence say."""
    slots = slots_of(event, _TELL, _AS_NUMBERS.get(event.kind, ()))
    target = event.data.get("target")
    if isinstance(target, int):
        slots["target"] = piece_name(target, int(event.data.get("target_piece", 0)))
        slots["enemy"] = party_name(target)
    return slots
