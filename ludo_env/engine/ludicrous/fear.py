"""Frightened pieces retreat. [8.3]"""

from __future__ import annotations

from mypy_extensions import i64

from ludo_env.board import PIECES, QUADRANT, RING
from ludo_env.engine.ludicrous.contests import saving_throw
from ludo_env.engine.ludicrous.landing import MAY_TELEPORT
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import NEUROTICISM, NOWHERE
from ludo_env.engine.ludicrous.pieces import lift, put
from ludo_env.engine.ludicrous.procedures import LANDING_EFFECTS


def frighten(m: Match, i: i64, goal: i64, bonus: i64) -> None:
    """[8.3] [8.6] d6 + neuroticism + leader bonus at or above the goal, or the piece retreats."""
    party: i64 = i // PIECES
    if not saving_throw(m, party, i, m.score(party, NEUROTICISM) + bonus, goal, "fear"):
        retreat(m, i)


def retreat(m: Match, i: i64) -> None:
    """[8.3] [6.2] Back d6 spaces, half in the own home field; never onto or past anybody.

    The piece stops on its own start, or on the space before a conscious piece or a phantom.
    """
    if m.restrained[i] != 0 or not m.on_path(i):
        return
    party: i64 = i // PIECES
    spaces: i64 = m.roll(party, m.t.fear_die, "retreat")
    if m.in_own_field(i):
        spaces = (spaces + 1) // 2
    start: i64 = m.r[i]
    r: i64 = start
    while spaces > 0 and r > 0 and is_free(m, (party * QUADRANT + r - 1) % RING):
        r -= 1
        spaces -= 1
    if m.log.on:
        m.log.add("retreats", party, {"piece": i % PIECES, "from": start, "to": r})
    if r != start:
        lift(m, i)
        put(m, i, r)
        m.call(LANDING_EFFECTS, i, MAY_TELEPORT)


def is_free(m: Match, space: i64) -> bool:
    """[8.3] Whether no conscious piece and no phantom is on a ring space."""
    return m.ring[space] == 0 and m.phantom_here(space) == NOWHERE
