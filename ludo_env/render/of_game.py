"""The picture of a game."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ludo_env.board import HOME, LAST_RING, PIECES, QUADRANT, RING, YARD
from ludo_env.choices import choices_of
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.procedures import DECISIONS
from ludo_env.engine.plain import PlainState
from ludo_env.render.picture import Picture, Square, square_of

if TYPE_CHECKING:
    from ludo_env.engine.game import Game
    from ludo_env.engine.log import Event

MOVES: Final = ("enters", "moves")
JUMPS: Final = "jumps"
NUMBERS: Final = ("prone", "restrained", "wet", "burning", "dodging", "veiled", "crowned")
"""Conditions of pieces that are called like their numbers in the state."""


def picture_of(game: Game, title: str | None = None) -> Picture:
    """Return the picture of a game as it stands: the die, and in plain Ludo the legal moves, and
    the last move if the game keeps events.

    Args:
        game: the game, which is only read.
        title: what to write below the board; the rules, and at the end the places, if None.
    """
    words = _title(game) if title is None else title
    return (_plain if isinstance(game.state, PlainState) else _full)(game, words)


def _plain(game: Game, title: str) -> Picture:
    options = game.plain.options
    seats = game.seats
    turn = None if game.over else game.decider
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
        trail=_trail(game.events),
        choices=choices_of(game),
    )


def _full(game: Game, title: str) -> Picture:
    state = game.full
    turn = None if game.over else game.decider
    pieces = [
        (seat, piece, seat * PIECES + piece) for seat in game.seats for piece in range(PIECES)
    ]
    return Picture(
        pieces=tuple(
            (seat, piece + 1, state.r[i]) for seat, piece, i in pieces if state.jailer[i] < 0
        ),
        captives=tuple(
            (seat, piece + 1, state.jailer[i]) for seat, piece, i in pieces if state.jailer[i] >= 0
        ),
        conditions=tuple(
            (seat, piece + 1, name) for seat, piece, i in pieces for name in _conditions(state, i)
        ),
        turn=turn,
        die=game.die if turn == state.turn and game.die else None,
        decision="" if turn is None else DECISIONS[state.kind],
        title=title,
        parties=game.seats,
        spaces="full",
        choices=choices_of(game),
    )


def _conditions(state: LudicrousState, i: int) -> list[str]:
    """What is told of a piece in a full game."""
    words = [name for name in NUMBERS if getattr(state, name)[i]]
    words += ["unconscious"] * (state.fallen[i] > 0)
    return words + ["looking backward"] * (state.on_path(i) and state.facing[i] < 0)


def _title(game: Game) -> str:
    places = sorted((place, colour) for colour, place in game.places.items())
    if not game.over:
        return game.rules.text
    return f"{game.rules.text}: " + ", ".join(f"{place} {colour}" for place, colour in places)


def _trail(events: list[Event]) -> tuple[Square, ...]:
    """The squares of the last move in a log, a jump that went on from it included."""
    steps: list[Event] = []
    for event in reversed(events):
        if event.kind == JUMPS or event.kind in MOVES:
            steps.insert(0, event)
        if event.kind in MOVES:
            break
    if not steps:
        return ()
    seat, piece = steps[0].seat, int(steps[0].data["piece"]) + 1
    route = [int(steps[0].data["from"])]
    for step in steps:
        route += _route(int(step.data["from"]), int(step.data["to"]))
    squares = [square_of(seat, piece, r) for r in route]
    return tuple(squares[:1] + [there for here, there in pairwise(squares) if here != there])


def _route(start: int, end: int) -> list[int]:
    """The places after `start` up to `end`; one that bounced goes by home."""
    if start == YARD:
        return [end]
    if end <= start:
        return [*range(start + 1, HOME + 1), *range(HOME - 1, end - 1, -1)]
    return list(range(start + 1, end + 1))
