"""What the actions of a full game mean for the party that decides, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludo_env.board import COLOURS, HOME, PARTIES, PIECES, SPACES, Kind, own_spaces
from ludo_env.choices import way
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous import catalogue as actions
from ludo_env.engine.ludicrous.casting import CASTER
from ludo_env.engine.ludicrous.lines import ahead
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.movement import PIECE, TACKLER
from ludo_env.engine.ludicrous.names import STRUCTURAL_SPACES
from ludo_env.engine.ludicrous.procedures import (
    DECIDE_ACTION,
    DECIDE_BONUS_MOVE,
    DECIDE_CALL,
    DECIDE_COUNTERSPELL,
    DECIDE_CROWN,
    DECIDE_CROWN_JUMP,
    DECIDE_NIGHT_AMBUSH,
    DECIDE_SHED,
    DECIDE_TACKLE,
    DECIDE_TELEPORT,
    DECIDE_TURNING,
    DECIDE_WARD,
)
from ludo_env.rules.tables import STRUCTURES, TANK_SPACES
from ludo_env.sentences import piece_name, place_name

DECLINED: Final[dict[int, str]] = {
    DECIDE_TURNING: "on with the turn",
    DECIDE_ACTION: "on with the turn",
    DECIDE_BONUS_MOVE: "leave the bonus die",
    DECIDE_TACKLE: "let {mover} pass",
    DECIDE_CROWN: "without a crown",
    DECIDE_SHED: "shed nothing",
    DECIDE_TELEPORT: "{piece} stays",
    DECIDE_CROWN_JUMP: "no jump",
    DECIDE_WARD: "take the hit",
    DECIDE_COUNTERSPELL: "let the spell work",
    DECIDE_NIGHT_AMBUSH: "no ambush",
    DECIDE_CALL: "let the roll stand",
}
"""What ``end`` means, by the kind of the decision."""
AGREED: Final[dict[int, str]] = {
    DECIDE_TACKLE: "{tackler} tackles {mover}",
    DECIDE_CROWN: "{mover} is crowned",
    DECIDE_TELEPORT: "{piece} jumps to the next D",
    DECIDE_WARD: "ward off damage",
    DECIDE_COUNTERSPELL: "counter the spell",
    DECIDE_CALL: "call the die off the table",
}
"""What ``yes`` means, by the kind of the decision."""
MOVER_WAITS: Final = (DECIDE_TACKLE, DECIDE_CROWN, DECIDE_TELEPORT)
"""Decisions in the middle of a movement: the procedure on top tells of which piece."""


def describe_action(game: Game, action: int | str) -> str:
    """See `ludo_env.words.describe_action`."""
    number = game.number(action)
    name = game.catalogue.names[number]
    first, meaning = max(
        (entry for entry in MEANINGS.items() if entry[0] <= number), key=lambda entry: entry[0]
    )
    words = meaning(game, number - first)
    return f"{name}: {words}" if words else name


def _declines(game: Game, _: int) -> str:
    return DECLINED.get(game.full.kind, "").format_map(_slots(game.full))


def _agrees(game: Game, _: int) -> str:
    return AGREED.get(game.full.kind, "").format_map(_slots(game.full))


def _slots(state: LudicrousState) -> dict[str, str]:
    """The pieces that a decision in the middle of a movement is about."""
    if state.kind not in MOVER_WAITS:
        return {}
    slots = {"piece": _piece(state, state.arg(PIECE)), "mover": _name(state.arg(PIECE))}
    if state.kind == DECIDE_TACKLE:
        slots["tackler"] = _piece(state, state.arg(TACKLER))
    return slots


def _name(piece: int) -> str:
    return piece_name(piece // PIECES, piece % PIECES)


def _piece(state: LudicrousState, piece: int) -> str:
    """A piece and where it is."""
    return f"{_name(piece)} on {place_name(piece // PIECES, state.r[piece])}"


def _own_piece(game: Game, n: int) -> str:
    return _piece(game.full, game.decider * PIECES + n % PIECES)


def _turned(game: Game, n: int) -> str:
    piece = game.decider * PIECES + n
    way = "backward" if game.full.facing[piece] > 0 else "forward"
    return f"{_piece(game.full, piece)}, to look {way}"


def _nothing(game: Game, n: int) -> str:
    """The name says it all."""
    return ""


def _party(game: Game, view: int) -> int:
    """The party that the decider sees there."""
    return (game.decider + view) % PARTIES


def _any_piece(game: Game, n: int) -> str:
    return _piece(game.full, _party(game, n // PIECES) * PIECES + n % PIECES)


def _beside(party: int, slot: int) -> str:
    """The pathway space that a structural space touches."""
    touched = own_spaces(party, Kind.STRUCTURAL)[slot].touches
    return f"beside {SPACES[touched or 0].name}"


def _fortified(game: Game, n: int) -> str:
    return _beside(game.decider, n % STRUCTURAL_SPACES)


def _structure(game: Game, n: int) -> str:
    party, slot = _party(game, n // STRUCTURAL_SPACES), n % STRUCTURAL_SPACES
    kind = game.full.built[party * STRUCTURAL_SPACES + slot]
    return f"the {STRUCTURES[kind]} of {COLOURS[party]} {_beside(party, slot)}"


def _tank(game: Game, n: int) -> str:
    party = _party(game, n)
    return f"the tank of {COLOURS[party]} on its {TANK_SPACES[game.full.tank[party]]} space"


def _phantom(game: Game, n: int) -> str:
    party = _party(game, n)
    return f"the phantom of {COLOURS[party]} on {SPACES[game.full.phantom_at[party]].name}"


def _ahead(game: Game, n: int) -> str:
    return SPACES[ahead(game.full, game.full.arg(CASTER), n + 1)].name


def _enters(game: Game, n: int) -> str:
    return f"{piece_name(game.decider, n)} enters on {place_name(game.decider, 0)}"


def _moves(game: Game, n: int, first: int = actions.MOVE) -> str:
    """The way of a piece, and what is left for the second one, as the engine goes about it."""
    state, words = game.full, ""
    for piece, end in way(state, first + n):
        start, party = state.r[piece], piece // PIECES
        if words:
            return f"{words}, {_name(piece)} by {end - start}"
        target = "home" if end == HOME else place_name(party, end)
        words = f"{_name(piece)} from {place_name(party, start)} to {target}"
    return words


def _moves_together(game: Game, n: int) -> str:
    return _moves(game, n, actions.SYNC)


MEANINGS: Final[dict[int, Callable[[Game, int], str]]] = {
    actions.END: _declines,
    actions.YES: _agrees,
    actions.TURN_PIECE: _turned,
    actions.LIE_DOWN: _own_piece,
    actions.TANK_TO: _nothing,
    actions.VERB: _own_piece,
    actions.SNEAK: _nothing,
    actions.FORTIFY: _fortified,
    actions.CAST: _nothing,
    actions.STAND: _own_piece,
    actions.RIZZ: _nothing,
    actions.PIECE: _any_piece,
    actions.STRUCTURE: _structure,
    actions.TANK: _tank,
    actions.PHANTOM_OF: _phantom,
    actions.AHEAD: _ahead,
    actions.ENTER: _enters,
    actions.MOVE: _moves,
    actions.SYNC: _moves_together,
    actions.NIGHT_AMBUSH: _own_piece,
    actions.GENERAL_TABLE: _nothing,
}
"""What tells the meaning of the actions from a number of the catalogue on."""
