"""Potentials for shaped rewards, by name. Off unless a learner asks for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludo_env.board import HOME, PARTIES, PIECES, YARD
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption
from ludo_env.rules import RuleSet

Potential = Callable[[Game], list[float]]
"""The potential of every party 0..3; they sum to 0 over the parties that play."""

ROUTE: Final = HOME - YARD
"""Spaces from the yard to home."""


def progress(game: Game) -> list[float]:
    """How far each side has come (0 all in the yard, 1 all home), less the mean of the others.

    Nobody has come anywhere at the start, and at the end every potential is 0: so a whole game
    earns just what it earns without shaping, and the best policy stays the best.
    """
    if game.over:
        return [0.0] * PARTIES
    state = game.state
    pieces = game.rules.pieces if isinstance(game.rules, RuleSet) else PIECES
    sums = [0] * PARTIES
    members = [0] * PARTIES
    for seat in game.seats:
        side = state.sides[seat]
        members[side] += 1
        # A captive is as far from home as a piece in the yard.
        sums[side] += sum(max(game.place(seat, piece) - YARD, 0) for piece in range(pieces))
    sides = [side for side in range(PARTIES) if members[side]]
    come = {side: sums[side] / (members[side] * pieces * ROUTE) for side in sides}
    total = sum(come.values())
    lead = {side: come[side] - (total - come[side]) / (len(sides) - 1) for side in sides}
    return [
        lead.get(state.sides[seat], 0.0) if seat in game.seats else 0.0 for seat in range(PARTIES)
    ]


POTENTIALS: Final[dict[str, Potential]] = {"progress": progress}


def potential(name: str) -> Potential:
    """The potential of a name.

    Raises:
        BadOption: there is none of this name.
    """
    if name not in POTENTIALS:
        raise BadOption(f"unknown shaping {name!r}, allowed: {', '.join(POTENTIALS)}, or None")
    return POTENTIALS[name]
