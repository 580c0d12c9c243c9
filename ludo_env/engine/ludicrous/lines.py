"""Range and lines along the ring, and who can be targeted. [W-line, 6.2, 6.3, 6.9, C-veiled]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES, QUADRANT, RING
from ludo_env.engine.ludicrous.catalogue import PHANTOM_OF, PIECE, STRUCTURE, TANK
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import NO_STRUCTURE, NOWHERE, STRUCTURAL_SPACES

DIVIDE: Final = 4
"""[6.1] A divide lies between r = 4 and r = 5 of a quadrant."""


def view(m: Match, decider: i64, party: i64) -> i64:
    """A party as the decider sees it."""
    return (party - decider + PARTIES) % PARTIES


def piece_action(m: Match, decider: i64, i: i64) -> i64:
    """The action that names a piece as a target."""
    return PIECE + view(m, decider, i // PIECES) * PIECES + i % PIECES


def piece_of(decider: i64, action: i64) -> i64:
    """The piece that a target action names."""
    n: i64 = action - PIECE
    return ((decider + n // PIECES) % PARTIES) * PIECES + n % PIECES


def slot_of(decider: i64, action: i64) -> i64:
    """The structural space that a target action names."""
    n: i64 = action - STRUCTURE
    return ((decider + n // STRUCTURAL_SPACES) % PARTIES) * STRUCTURAL_SPACES + (
        n % STRUCTURAL_SPACES
    )


def slot_action(m: Match, decider: i64, slot: i64) -> i64:
    """The action that names a structural space as a target."""
    owner: i64 = slot // STRUCTURAL_SPACES
    return STRUCTURE + view(m, decider, owner) * STRUCTURAL_SPACES + slot % STRUCTURAL_SPACES


def owner_of(decider: i64, action: i64) -> i64:
    """The party whose piece, structure, tank or phantom an action names; -1 if it names none."""
    if action < PIECE or action >= PHANTOM_OF + PARTIES:
        return NOWHERE
    if action >= PHANTOM_OF:
        return (decider + action - PHANTOM_OF) % PARTIES
    if action >= TANK:
        return (decider + action - TANK) % PARTIES
    # Four pieces, or structural spaces, a party.
    return (decider + (action - PIECE) // PIECES) % PARTIES


def ahead(m: Match, i: i64, distance: i64) -> i64:
    """[W-line] The ring space so far ahead in the direction that a piece faces."""
    return (m.space(i) + m.facing[i] * distance + RING) % RING


def distance_ahead(m: Match, i: i64, space: i64) -> i64:
    """[W-line] How far ahead of a piece a ring space lies, 0..51."""
    return way_between(m.space(i), space, m.facing[i])


def way_between(space: i64, other: i64, step: i64) -> i64:
    """[W-line] How far another ring space lies in the direction of a step, 1 or -1; 0..51."""
    return ((other - space) * step + RING) % RING


def ring_distance(space: i64, other: i64) -> i64:
    """[W-line] The shorter way between two ring spaces."""
    way: i64 = (space - other + RING) % RING
    return way if way <= RING - way else RING - way


def targetable(m: Match, party: i64, k: i64) -> bool:
    """[C-veiled] [6.4] Whether an enemy piece can be a target: conscious, on the pathway."""
    return m.on_path(k) and m.veiled[k] == 0 and m.hostile(party, k // PIECES)


def enemies_in_line(m: Match, i: i64, reach: i64, list_them: bool) -> bool:
    """[W-line] Enemy pieces 1..reach ahead: whether there are any, or allow each as a target."""
    party: i64 = i // PIECES
    space: i64 = m.space(i)
    step: i64 = m.facing[i]
    found: bool = False
    for _distance in range(reach):
        space = (space + step + RING) % RING
        if m.others_here(space, party) == 0:
            continue
        for k in range(PARTIES * PIECES):
            if targetable(m, party, k) and m.space(k) == space:
                if not list_them:
                    return True
                found = True
                m.allow(piece_action(m, party, k))
    return found


def objects_in_line(m: Match, i: i64, reach: i64, list_them: bool) -> bool:
    """[6.9] [W-attack] Enemy structures and phantoms in reach."""
    party: i64 = i // PIECES
    space: i64 = m.space(i)
    step: i64 = m.facing[i]
    phantom_at = m.phantom_at
    found: bool = False
    for owner in range(i64(PARTIES)):
        at: i64 = phantom_at[owner]
        if at == NOWHERE or not m.hostile(party, owner):
            continue
        if 1 <= way_between(space, at, step) <= reach:
            if not list_them:
                return True
            found = True
            m.allow(PHANTOM_OF + view(m, party, owner))
    built = m.built
    guarded = m.t.guarded
    for slot in range(i64(PARTIES * STRUCTURAL_SPACES)):
        if built[slot] == NO_STRUCTURE or not m.hostile(party, slot // STRUCTURAL_SPACES):
            continue
        if way_between(space, guarded[slot], step) + 1 <= reach:
            if not list_them:
                return True
            found = True
            m.allow(slot_action(m, party, slot))
    return found


def crosses_divide(m: Match, i: i64, distance: i64) -> bool:
    """[W-line] Whether both r = 4 and r = 5 of a quadrant lie on the line, ends included."""
    space: i64 = m.space(i)
    step: i64 = m.facing[i]
    for _distance in range(distance):
        low: i64 = space if step > 0 else space - 1
        if (low + RING) % QUADRANT == DIVIDE:
            return True
        space = (space + step + RING) % RING
    return False


def in_cover(m: Match, i: i64, distance: i64) -> bool:
    """[6.3] Whether attacker and defender stand right before and behind a divide."""
    return distance == 1 and crosses_divide(m, i, 1)
