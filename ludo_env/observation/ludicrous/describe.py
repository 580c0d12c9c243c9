"""Everything that is to be known of a piece, packed into one number."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import HOME
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import PRISON

NEVER: Final = -1
"""A piece that has not been seen yet, or of a party without a seat: nothing is told of it."""

# Where each part begins. Turns have four bits each, everything else but the place has one.
PLACE: Final = 0
"""1 + (r + 2), six bits."""
JAILER: Final = 6
"""1 + the party, three bits."""
FALLEN: Final = 9
CROWNED: Final = 13
FORWARD: Final = 14
PRONE: Final = 15
DODGING: Final = 16
VEILED: Final = 17
MOVED: Final = 18
TURNED: Final = 19
LAID: Final = 20
RESTRAINED: Final = 21
WET: Final = 25
BURNING: Final = 29

PLACE_BITS: Final = (1 << FORWARD) - 1
"""The place, being fallen or captive, and the crown; the other bits are conditions."""
PLACE_MASK: Final = 63
TURNS: Final = 15
JAILERS: Final = 7


def describe(m: LudicrousState, i: i64) -> i64:
    """Place and conditions of a piece of a party that has a seat."""
    return (
        (m.r[i] - PRISON + 1)
        | ((m.jailer[i] + 1) << JAILER)
        | (m.fallen[i] << FALLEN)
        | (m.crowned[i] << CROWNED)
        | (((m.facing[i] + 1) >> 1) << FORWARD)
        | (m.prone[i] << PRONE)
        | (m.dodging[i] << DODGING)
        | (m.veiled[i] << VEILED)
        | (m.moved[i] << MOVED)
        | (m.turned[i] << TURNED)
        | (m.laid[i] << LAID)
        | (m.restrained[i] << RESTRAINED)
        | (m.wet[i] << WET)
        | (m.burning[i] << BURNING)
    )


def place(seen: i64) -> i64:
    """The r of a piece that is present."""
    return (seen & PLACE_MASK) - 1 + PRISON


def way(seen: i64) -> i64:
    """The r from which a piece has spaces ahead; `HOME`, where none are, if it cannot go on."""
    r: i64 = place(seen)
    if seen == NEVER or r < 0 or fallen(seen) != 0:
        return HOME
    return r


def fallen(seen: i64) -> i64:
    """Turns that a piece stays unconscious; 0 is conscious."""
    return (seen >> FALLEN) & TURNS


def jailer(seen: i64) -> i64:
    """The party that holds a piece, -1 for none."""
    return ((seen >> JAILER) & JAILERS) - 1


def flag(seen: i64, part: i64) -> i64:
    """A condition that a piece has (1) or has not (0)."""
    return (seen >> part) & 1


def turns(seen: i64, part: i64) -> i64:
    """The turns of a condition."""
    return (seen >> part) & TURNS
