"""Information sets: a number for all that one party may know of a full game. Compiled."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import PARTIES
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import CARD_KINDS
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.engine.state import FRAME

BITS: Final = (1 << 42) - 1
FACTOR: Final = 1000003
"""With numbers of 42 bits the products fit into 63."""
SHIFT: Final = 21
LOWEST: Final = 8
"""No number of a game is as far below 0."""


def key_of(m: Match, viewer: i64) -> i64:
    """A number that is the same for what a party cannot tell apart, and else is another."""
    key: i64 = key_of_moment(m)
    key = key_of_pieces(m, key)
    key = key_of_parties(m, key)
    for party in range(PARTIES):
        key = stir(key, m.hand_size(party))
    for card in range(CARD_KINDS):
        key = stir(key, m.hand[viewer * CARD_KINDS + card])
    return key


def stir(key: i64, value: i64) -> i64:
    """A key with one more number."""
    mixed: i64 = ((key ^ (value + LOWEST)) * FACTOR) & BITS
    return mixed ^ (mixed >> SHIFT)


def stir_all(key: i64, values: vec[i64]) -> i64:
    """A key with more numbers."""
    for n in range(len(values)):
        key = stir(key, values[n])
    return key


def key_of_moment(m: Match) -> i64:
    """Who decides what, and what is under way."""
    key: i64 = stir(stir(stir(m.turns, m.decider), m.kind), m.die)
    key = stir(stir(stir(key, m.phase), m.bonus_spaces), m.annustar)
    key = stir(stir(stir(key, m.starter), m.god), m.calendar)
    key = stir(stir(stir(key, m.weather), m.wind), m.wind_strength)
    flags: i64 = (1 if m.acted else 0) + (2 if m.bonus_acted else 0) + (4 if m.sneaking else 0)
    key = stir(key, flags + (8 if m.cast else 0))
    key = stir(key, m.sixes)
    for n in range(m.depth * FRAME):
        key = stir(key, m.stack[n])
    return key


def key_of_pieces(m: Match, key: i64) -> i64:
    """A key with places and conditions."""
    for i in range(ALL):
        place: i64 = m.r[i] * 8 + m.fallen[i] * 2 + (1 if m.facing[i] > 0 else 0)
        flags: i64 = m.prone[i] + 2 * m.dodging[i] + 4 * m.veiled[i] + 8 * m.crowned[i]
        waits: i64 = m.restrained[i] + 8 * m.wet[i] + 64 * m.burning[i]
        done: i64 = 4 * m.turned[i] + 2 * m.laid[i] + m.moved[i]
        # A piece in a prison has no facing, but a place below every other.
        key = stir(stir(stir(key, place + 8), flags + 16 * waits), done + 8 * m.jailer[i] + 8)
    return key


def key_of_parties(m: Match, key: i64) -> i64:
    """A key with what everybody knows of the parties."""
    key = stir_all(stir_all(stir_all(key, m.hp), m.counter), m.ammunition)
    key = stir_all(stir_all(stir_all(key, m.stunned), m.poisoned), m.provoker)
    key = stir_all(stir_all(stir_all(key, m.reacted), m.tackled), m.loot)
    key = stir_all(stir_all(stir_all(key, m.loot_ammunition), m.partner), m.crown_at)
    key = stir_all(stir_all(stir_all(key, m.crown_used), m.tank), m.tank_hp)
    key = stir_all(stir_all(stir_all(key, m.tank_wait), m.artillery_wait), m.left)
    key = stir_all(stir_all(stir_all(key, m.phantom_at), m.phantom_hp), m.phantom_turns)
    key = stir_all(stir_all(stir_all(key, m.built), m.built_hp), m.hacked)
    return stir_all(stir_all(stir_all(key, m.project), m.project_points), m.discards)
