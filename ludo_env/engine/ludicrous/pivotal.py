"""Pivotal moments: enough damage to the Annustar changes the world. [P-, 6.4, W10]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES
from ludo_env.engine.ludicrous.cards import everybody_draws
from ludo_env.engine.ludicrous.health import knock_down, soak
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import NO_STRUCTURE, STRUCTURAL_SPACES
from ludo_env.engine.ludicrous.objects import damage_structure
from ludo_env.engine.ludicrous.parts import HOLDINGS

GRAVITY: Final = 1
TIME_SLIP: Final = 2
TIDE: Final = 3
STAR_SHOWER: Final = 4
QUAKE: Final = 5
MIRROR: Final = 6
MOMENTS: Final = 6


def pivot(m: Match) -> None:
    """[P-] [P-time-slip] [P-star-shower] The moment, once the damage has reached its cap."""
    if not m.t.pivotal or m.annustar < m.t.annustar_cap:
        return
    m.annustar = 0
    moment: i64 = m.roll(m.god, MOMENTS, "pivotal moment")
    if m.log.on:
        m.log.add("pivotal_moment", m.god, {"moment": moment})
    if moment == TIME_SLIP:
        m.part_changes(HOLDINGS)
        for party in range(PARTIES):
            m.counter[party] = 0
    elif moment == STAR_SHOWER:
        everybody_draws(m)
    elif moment == QUAKE:
        quake(m)
    else:
        touch_pieces(m, moment)


def touch_pieces(m: Match, moment: i64) -> None:
    """[P-gravity] [P-tide] [P-mirror] [6.4] Every conscious pathway piece, nobody at home."""
    for i in range(PARTIES * PIECES):
        if not m.on_path(i):
            continue
        if moment == GRAVITY:
            knock_down(m, i)
        elif moment == MIRROR:
            m.piece_changes(i)
            m.facing[i] = -m.facing[i]
        elif m.t.fishing_space[m.space(i)] != 0:
            soak(m, i)


def quake(m: Match) -> None:
    """[P-quake] d6 damage to every structure."""
    damage: i64 = m.roll(m.god, m.t.quake_die, "quake")
    for slot in range(PARTIES * STRUCTURAL_SPACES):
        if m.built[slot] != NO_STRUCTURE:
            damage_structure(m, slot, damage)
