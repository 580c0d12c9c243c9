"""The numbers of one party: where its pieces are and what it has. Compiled."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import HOME, LAST_RING, PARTIES, PIECES, QUADRANT, RING
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    CARD_KINDS,
    FIRST_FISH,
    LEADER,
    NO_LOOT,
    NO_STRUCTURE,
    NOWHERE,
    PRISON,
    SPELL_KINDS,
    STRUCTURAL_SPACES,
    STRUCTURE_KINDS,
    TANK_SPACE_KINDS,
)

DIE: Final = 6

# Where each group of numbers begins.
PLACES: Final = 0
"""Conscious pieces on each place, from the prison, -2, to home, 56."""
FALLEN: Final = PLACES + HOME - PRISON + 1
"""Unconscious pieces; the progress that lies with them; those that are eliminated first."""
LEADER_AT: Final = FALLEN + 3
"""Progress of the leader."""
CONDITIONS: Final = LEADER_AT + 1
"""Pieces that are prone, restrained, burning, crowned; in a block; on a star."""
DANGER: Final = CONDITIONS + 6
"""Enemies within a roll behind single pieces: how many, and with the progress at stake."""
TO_BRING: Final = DANGER + 2
"""Pieces that are still to be brought home: none to four."""
HEALTH: Final = TO_BRING + PIECES + 1
"""Hit points, of the maximum; wounded; stunned; poisoned; provoked."""
COUNTER: Final = HEALTH + 5
"""Steps of the bonus die counter, and whether it is full."""
ARMS: Final = COUNTER + 2
"""Ammunition, of the maximum; a looted weapon; a fish."""
COMPANY: Final = ARMS + 3
"""A partner, the relationship; the crown still to come, a crown token that lies about."""
TANK: Final = COMPANY + 4
"""Hit points of the tank, of ten; whether it is wrecked; loaded; artillery ready; its space."""
STRUCTURES: Final = TANK + 4 + TANK_SPACE_KINDS
"""Structures of each kind; projects; a phantom."""
CARDS: Final = STRUCTURES + STRUCTURE_KINDS + 2
"""Cards of each kind that the party can use; those that it cannot."""
REACTION: Final = CARDS + CARD_KINDS + 1
"""A reaction, and a tackle, left."""
WAIT: Final = REACTION + 2
"""How many parties have their turn first: none to three."""
FEATURES: Final = WAIT + PARTIES


def read_party(m: Match, party: i64, out: vec[float], at: i64 = 0) -> None:
    """Write the ``FEATURES`` numbers of a party from ``out[at]`` on."""
    for n in range(FEATURES):
        out[at + n] = 0.0
    read_pieces(m, party, out, at)
    read_danger(m, party, out, at)
    read_health(m, party, out, at)
    read_arms(m, party, out, at)
    read_cards(m, party, out, at)
    read_wait(m, party, out, at)


def read_pieces(m: Match, party: i64, out: vec[float], at: i64) -> None:
    """Places and conditions."""
    home: i64 = 0
    for i in range(party * PIECES, party * PIECES + PIECES):
        r: i64 = m.r[i]
        progress: float = float(r) / 50.0 if r > 0 else 0.0
        if i % PIECES == LEADER:
            out[at + LEADER_AT] = progress
        if r == HOME:
            home += 1
        if m.fallen[i] != 0:
            out[at + FALLEN] += 1.0
            out[at + FALLEN + 1] += progress
            if m.fallen[i] == 1:
                out[at + FALLEN + 2] += 1.0
            continue
        out[at + PLACES + r - PRISON] += 1.0
        if m.prone[i] != 0:
            out[at + CONDITIONS] += 1.0
        if m.restrained[i] != 0:
            out[at + CONDITIONS + 1] += 1.0
        if m.burning[i] != 0:
            out[at + CONDITIONS + 2] += 1.0
        if m.crowned[i] != 0:
            out[at + CONDITIONS + 3] += 1.0
    left: i64 = m.t.pieces_to_win - home
    out[at + TO_BRING + (left if left > 0 else 0)] = 1.0


def read_danger(m: Match, party: i64, out: vec[float], at: i64) -> None:
    """Blocks, stars, and enemies within a roll behind."""
    for i in range(party * PIECES, party * PIECES + PIECES):
        if not m.on_path(i):
            continue
        space: i64 = m.space(i)
        if m.party_count(space, party) > 1:
            out[at + CONDITIONS + 4] += 1.0
            continue
        if m.t.star[space] != 0:
            out[at + CONDITIONS + 5] += 1.0
        behind: i64 = 0
        for distance in range(1, DIE + 1):
            there: i64 = (space - distance + RING) % RING
            if m.others_here(there, party) != 0:
                behind += hunters(m, party, there, distance)
        out[at + DANGER] += float(behind)
        out[at + DANGER + 1] += float(behind * m.r[i]) / 50.0


def hunters(m: Match, party: i64, space: i64, distance: i64) -> i64:
    """Enemy pieces on a space whose way leads so far on along the ring."""
    count: i64 = 0
    for other in range(PARTIES):
        if m.hostile(party, other) and m.party_count(space, other) != 0:
            r: i64 = (space - other * QUADRANT + RING) % RING
            if r + distance <= LAST_RING:
                count += m.party_count(space, other)
    return count


def read_health(m: Match, party: i64, out: vec[float], at: i64) -> None:
    """Health, the bonus die, company, reactions."""
    out[at + HEALTH] = float(m.hp[party]) / float(m.most_hp(party))
    out[at + HEALTH + 1] = 1.0 if m.wounded(party) else 0.0
    out[at + HEALTH + 2] = 1.0 if m.stunned[party] != 0 else 0.0
    out[at + HEALTH + 3] = 1.0 if m.poisoned[party] != 0 else 0.0
    out[at + HEALTH + 4] = 1.0 if m.provoker[party] >= 0 else 0.0
    out[at + COUNTER] = float(m.counter[party])
    out[at + COUNTER + 1] = 1.0 if m.counter[party] >= m.t.bonus_die_full else 0.0
    out[at + COMPANY] = 1.0 if m.partner[party] > 0 else 0.0
    out[at + COMPANY + 1] = float(m.partner[party]) / 12.0
    out[at + COMPANY + 2] = 1.0 if m.crown_used[party] == 0 else 0.0
    out[at + COMPANY + 3] = 1.0 if m.crown_at[party] != NOWHERE else 0.0
    out[at + REACTION] = 1.0 if m.reacted[party] == 0 else 0.0
    out[at + REACTION + 1] = 1.0 if m.tackled[party] == 0 else 0.0


def read_arms(m: Match, party: i64, out: vec[float], at: i64) -> None:
    """Weapons, tank and structures."""
    most: i64 = m.t.weapon_ammunition[m.t.ranged[party]]
    if most > 0:
        out[at + ARMS] = float(m.ammunition[party]) / float(most)
    if m.loot[party] >= FIRST_FISH:
        out[at + ARMS + 2] = 1.0
    elif m.loot[party] != NO_LOOT:
        out[at + ARMS + 1] = 1.0
    if m.tank_hp[party] > 0:
        out[at + TANK] = float(m.tank_hp[party]) / 10.0
        out[at + TANK + 4 + m.tank[party]] = 1.0
        out[at + TANK + 2] = 1.0 if m.tank_wait[party] == 0 else 0.0
    else:
        out[at + TANK + 1] = 1.0
    out[at + TANK + 3] = 1.0 if m.artillery_wait[party] == 0 else 0.0
    for slot in range(party * STRUCTURAL_SPACES, party * STRUCTURAL_SPACES + STRUCTURAL_SPACES):
        if m.built[slot] != NO_STRUCTURE:
            out[at + STRUCTURES + m.built[slot]] += 1.0
        if m.project[slot] != NO_STRUCTURE:
            out[at + STRUCTURES + STRUCTURE_KINDS] += float(m.project_points[slot]) / 4.0
    if m.phantom_at[party] != NOWHERE:
        out[at + STRUCTURES + STRUCTURE_KINDS + 1] = 1.0


def read_cards(m: Match, party: i64, out: vec[float], at: i64) -> None:
    """The hand."""
    casts: bool = False
    first: i64 = party * CARD_KINDS
    for card in range(SPELL_KINDS):
        if m.t.castable[first + card] != 0:
            casts = True
    for card in range(CARD_KINDS):
        count: i64 = m.hand[first + card]
        if count == 0:
            continue
        usable: bool = casts if card >= SPELL_KINDS else m.t.castable[first + card] != 0
        out[at + CARDS + (card if usable else CARD_KINDS)] += float(count)


def read_wait(m: Match, party: i64, out: vec[float], at: i64) -> None:
    """How many parties have their turn before the party, from the one whose turn it is on."""
    wait: i64 = 0
    other: i64 = m.turn
    while other != party and wait < PARTIES - 1:
        if m.plays(other):
            wait += 1
        other = (other + 1) % PARTIES
    out[at + WAIT + wait] = 1.0
