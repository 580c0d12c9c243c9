"""The picture of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludo_env.board import LAST_RING, QUADRANT, RING
from ludo_env.choices import choices_of
from ludo_env.engine.plain import PlainState
from ludo_env.render.of_full import picture_of_full
from ludo_env.render.picture import Picture
from ludo_env.render.trail import trail_of

if TYPE_CHECKING:
    from ludo_env.engine.game import Game

MOVES: Final = ("enters", "moves")
JUMPS: Final = "jumps"


def picture_of(game: Game, title: str | None = None) -> Picture:
    """Return the picture of a game as it stands: all that everybody may see, what the decider
    may choose, and the last move and the last dice if the game keeps events.

    Args:
        game: the game, which is only read.
        title: what to write below the board; the rules, and at the end the places, if None.
    """
    words = _title(game) if title is None else title
    if isinstance(game.state, PlainState):
        return _plain(game, words)
    return picture_of_full(game, words)


def _plain(game: Game, title: str) -> Picture:
    options = game.plain.options
    seats = game.seats
    turn = game.decider if game.decider >= 0 else None  # nobody, too, in an afterstate
    quarter = [r for r in range(QUADRANT) if options.safe[r]]
    leaps = {r % QUADRANT for r in range(LAST_RING + 1) if options.jump[r]}
    return Picture(
        pieces=tuple(
            (seat, piece + 1, game.place(seat, piece))
            for seat in seats
            for piece in range(options.rules.pieces)
        ),
        turn=turn,
        die=None if turn is None else game.die,
        title=title,
        parties=seats,
        safe=tuple(ring for ring in range(RING) if ring % QUADRANT in quarter),
        jumps=tuple(ring for ring in range(RING) if ring % QUADRANT in leaps),
        trail=trail_of(game.events),
        choices=choices_of(game),
    )


def _title(game: Game) -> str:
    places = sorted((place, colour) for colour, place in game.places.items())
    if not game.over:
        return game.rules.text
    return f"{game.rules.text}: " + ", ".join(f"{place} {colour}" for place, colour in places)
