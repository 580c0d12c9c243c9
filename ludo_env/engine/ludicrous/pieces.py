"""Putting pieces on spaces and taking them off; falling, eliminating, waking up. [C-unconscious]"""

from __future__ import annotations

from mypy_extensions import i64

from ludo_env.board import HOME, HOME_AREA, LAST_RING, PIECES, YARD
from ludo_env.engine.ludicrous.cards import draw_with_room
from ludo_env.engine.ludicrous.checks_queue import add_fear_checks
from ludo_env.engine.ludicrous.match import NIBBLE, Match
from ludo_env.engine.ludicrous.names import NOBODY, NOWHERE, PRISON
from ludo_env.engine.ludicrous.parts import HOLDINGS, THINGS


def lift(m: Match, i: i64) -> None:
    """Take a piece off its space."""
    if m.on_path(i):
        m.ring[m.space(i)] -= 1 << (NIBBLE * (i // PIECES))


def put(m: Match, i: i64, r: i64) -> None:
    """Put a lifted piece on a space of its route. [Y-facing] is the mover's business."""
    m.piece_changes(i)
    m.r[i] = r
    if m.on_path(i):
        m.ring[m.space(i)] += 1 << (NIBBLE * (i // PIECES))
    elif r >= HOME_AREA:
        enter_home_area(m, i)


def enter_home_area(m: Match, i: i64) -> None:
    """[6.4] Entering the home area ends restrained, wet, burning, dodging and veiled."""
    m.piece_changes(i)
    m.restrained[i] = 0
    m.wet[i] = 0
    m.burning[i] = 0
    m.dodging[i] = 0
    m.veiled[i] = 0


def clear_conditions(m: Match, i: i64) -> None:
    """[C-unconscious] Falling ends all conditions but crowned."""
    enter_home_area(m, i)
    m.piece_changes(i)
    m.prone[i] = 0


def shift(m: Match, i: i64, r: i64) -> None:
    """Move a piece to another space of its route."""
    lift(m, i)
    put(m, i, r)


def fall(m: Match, i: i64, by: i64) -> None:
    """[C-unconscious] [C-crowned] [M-morale] A piece falls where it is, by whose means it is."""
    party: i64 = i // PIECES
    lift(m, i)
    m.piece_changes(i)
    m.fallen[i] = m.t.unconscious_turns
    clear_conditions(m, i)
    if m.log.on:
        m.log.add("falls", party, {"piece": i % PIECES, "r": m.r[i], "by": by})
    if by != NOBODY and m.hostile(by, party):
        advance_counter(m, by)
        if m.crowned[i] != 0:
            draw_with_room(m, by)
            heal(m, by, m.t.crown_fall_heal)
    add_fear_checks(m, i)


def advance_counter(m: Match, party: i64) -> None:
    """[M-bonus-die] [C-stunned] The bonus die counter advances, unless the party is stunned."""
    if m.stunned[party] == 0 and m.counter[party] < m.t.bonus_die_full:
        m.part_changes(HOLDINGS)
        m.counter[party] += 1


def heal(m: Match, party: i64, amount: i64) -> None:
    """[Y-hp] The pool rises, at most to its maximum."""
    before: i64 = m.hp[party]
    most: i64 = m.most_hp(party)
    m.part_changes(HOLDINGS)
    m.hp[party] = most if before + amount > most else before + amount
    if m.log.on and m.hp[party] > before:
        m.log.add("heals", party, {"amount": m.hp[party] - before, "hp": m.hp[party]})


def drop_crown(m: Match, i: i64) -> None:
    """[8.7] The crown stays on the space where the piece is."""
    if m.crowned[i] != 0:
        m.piece_changes(i)
        m.crowned[i] = 0
        if 0 <= m.r[i] <= LAST_RING:
            m.part_changes(THINGS)
            m.crown_at[i // PIECES] = m.space(i)
            if m.log.on:
                m.log.add("crown_drops", i // PIECES, {"space": m.space(i)})


def eliminate(m: Match, i: i64) -> None:
    """[6.1] [C-unconscious] Back to a yard space."""
    drop_crown(m, i)
    lift(m, i)
    clear_conditions(m, i)
    m.piece_changes(i)
    m.fallen[i] = 0
    m.jailer[i] = NOBODY
    m.r[i] = YARD
    if m.log.on:
        m.log.add("eliminated", i // PIECES, {"piece": i % PIECES})


def imprison(m: Match, i: i64, jailer: i64) -> None:
    """[6.10] A fallen piece goes to the jailer's prison space of its colour."""
    drop_crown(m, i)
    clear_conditions(m, i)
    m.piece_changes(i)
    m.fallen[i] = 0
    m.jailer[i] = jailer
    m.r[i] = PRISON
    if m.log.on:
        m.log.add("captured", i // PIECES, {"piece": i % PIECES, "by": jailer})


def wake(m: Match, i: i64) -> None:
    """[A-revive] [SP-awaken] Conscious again on its space, which the caller then makes legal."""
    m.piece_changes(i)
    m.fallen[i] = 0
    m.ring[m.space(i)] += 1 << (NIBBLE * (i // PIECES))


def may_rest(m: Match, i: i64, r: i64) -> bool:
    """[6.15] [6.5] Whether a lifted piece may stay on a space without meeting anybody."""
    party: i64 = i // PIECES
    if r == HOME:
        return True
    if r >= HOME_AREA:
        return m.count_at(party, r) < 2
    space: i64 = (party * 13 + r) % 52
    if m.phantom_here(space) != NOWHERE or m.others_here(space, party) != 0:
        return False
    own: i64 = m.party_count(space, party)
    return own == 0 or (own == 1 and not foreign_star(m, party, space))


def foreign_star(m: Match, party: i64, space: i64) -> bool:
    """[6.5] Whether a space is a star of another colour, where the party makes no block.

    The star of an absent colour, or of one that has left, is foreign to all.
    """
    return m.t.star[space] != 0 and (space // 13 != party or not m.plays(party))
