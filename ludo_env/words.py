"""What happens in a game, and what may be done, in English sentences.

This is the entry for both games: events of the same name are told in other words in the full game.
"""

from __future__ import annotations

from ludo_env import words_actions, words_full, words_plain
from ludo_env.document import event_view
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.engine.plain import PlainState


def describe(game: Game, event: Event, seat: int | None = None) -> str:
    """Tell an event of a game as a sentence, such as "Red 2 is sent home by blue on green star".

    Args:
        game: the game, or another one by the same rules.
        event: what happened.
        seat: the party that is told, from which hidden dice and cards of others are kept; -1 for
            one who sees only what is open, None for one who may know everything.

    Raises:
        BadOption: no such thing happens in this game.
    """
    seen = event if seat is None else event_view(event, seat)
    if isinstance(game.state, PlainState):
        return words_plain.describe(seen)
    return words_full.describe(seen)


def describe_action(game: Game, action: int | str) -> str:
    """Tell what an action of the decider means, as far as no die and nobody else has a say.

    Returns:
        Its name and what is known of it, such as "move 2: red 2 from red 5 to red star".

    Raises:
        IllegalAction: the decider does not have this action now.
    """
    if isinstance(game.state, PlainState):
        return words_plain.describe_action(game, action)
    return words_actions.describe_action(game, action)
