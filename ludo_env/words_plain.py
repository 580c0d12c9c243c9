"""English sentences for what happens in plain Ludo, from one table of templates.

A template is a sentence with slots; `describe` fills them from the event. Pieces are counted from
1, and spaces have their names on the board.
"""

from __future__ import annotations

from typing import Final

from ludo_env.board import COLOURS, SPACES
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.sentences import Tell, piece_name, place_name, sentence, slots_of

SENTENCES: Final[dict[str, str]] = {
    "roll start": "{seat} rolls {value} for the start",
    "roll movement": "{seat} rolls {value}",
    "starts": "{seat} begins the game",
    "turn": "round {round}, {seat}'s turn",
    "third_six": "{seat}'s third 6 in a row is not played",
    "no_move": "{seat} cannot use the {die}",
    "enters": "{piece} enters on {to}",
    "moves": "{piece} moves from {from} to {to}",
    "captured": "{piece} is sent home by {by} on {space}",
    "goes_back": "{piece} goes back to its yard from {space}",
    "jumps": "{piece} jumps from {from} to {to}",
    "home": "{piece} is home",
    "finished": "{seat} has all pieces home",
    "rolls_again": "{seat} rolls again",
    "over 0": "the game is over",
    "over 1": "the game is cut off",
}
"""The sentence of every kind of event, and of its variant where it has several."""

VARIANTS: Final = {"roll": "reason", "over": "truncated"}
"""What tells apart the variants of a kind."""

EFFECTS: Final[dict[str, str]] = {
    "enters": "{piece} enters on {to}",
    "moves": "{piece} from {from} to {to}",
    "captured": "captures {piece}",
    "goes_back": "goes back to its yard",
    "jumps": "jumps to {to}",
    "finished": "has all pieces home",
    "rolls_again": "rolls again",
    "over": "ends the game",
}
"""What an action does, by the kinds of the events that it brings about at once."""


def describe(event: Event) -> str:
    """Tell an event as a sentence, such as "Red 2 is sent home by blue on green star".

    Raises:
        BadOption: the kind of the event is not known.
    """
    return sentence(SENTENCES, sentence_name(event), slots_of(event, _SLOTS))


def describe_action(game: Game, action: int | str) -> str:
    """Tell what an action of the decider does before anybody rolls again.

    Returns:
        Its name and its effects, such as "move 2: red 2 from red 5 to red star, captures blue 1".

    Raises:
        IllegalAction: the decider does not have this action now.
    """
    number = game.number(action)
    after = game.copy()
    after.listen()
    after.state.settle(number)
    told = [
        EFFECTS[event.kind].format_map(slots_of(event, _SLOTS))
        for event in after.events
        if event.kind in EFFECTS
    ]
    return f"{game.catalogue.names[number]}: {', '.join(told)}"


def sentence_name(event: Event) -> str:
    """The name of an event's sentence in `SENTENCES`."""
    variant = VARIANTS.get(event.kind)
    return event.kind if variant is None else f"{event.kind} {event.data.get(variant)}"


_SLOTS: Final[dict[str, Tell]] = {
    "piece": piece_name,
    "from": place_name,
    "to": place_name,
    "space": lambda _, space: SPACES[space].name,
    "by": lambda _, party: COLOURS[party],
}
"""How the numbers of an event's data are told; all others stand for themselves."""
