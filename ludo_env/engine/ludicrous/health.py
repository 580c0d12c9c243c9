"""Damage and what it leads to. [Y-hp, D-damage, 8.1, 8.2] and the star's second protection [6.5]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PIECES
from ludo_env.engine.ludicrous.cards import discard
from ludo_env.engine.ludicrous.catalogue import CAST_AMPLIFIED, END, YES
from ludo_env.engine.ludicrous.checks_queue import add_stun_check
from ludo_env.engine.ludicrous.contests import EVEN, crown_bonus, resists
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import AMPLIFY, CARD_KINDS, CONSTITUTION, SHIELD, WARD
from ludo_env.engine.ludicrous.parts import HOLDINGS
from ludo_env.engine.ludicrous.pieces import drop_crown, fall
from ludo_env.engine.ludicrous.procedures import (
    COUNTERSPELLS,
    DECIDE_WARD,
    HIT,
    SPELL_EFFECT,
)

NO_STUN: Final = -1
"""A hit that no check for stun follows."""
NORMAL: Final = 0
MAGICAL: Final = 1
SETS_ON_FIRE: Final = 2
NO_META: Final = -1
"""A spell without a meta card."""
FINAL: Final = 5
"""The argument of `HIT` that holds the damage dealt."""


def hit(m: Match, i: i64, damage: i64, by: i64, stun: i64, flags: i64) -> None:
    """[D-damage] A hit on a piece: ``damage`` is before armour, critical and graze are in it."""
    m.call(HIT, i, damage, by, stun, flags)


def step_hit(m: Match) -> None:
    """[D-damage] Armour, shield, ward, then the pool; [8.2] a check for stun is left to wait."""
    i: i64 = m.arg(0)
    stage: i64 = m.stage()
    if not m.on_path(i):
        m.pop()
        return
    if stage == 0:
        m.set_arg(FINAL, reduced(m, i, m.arg(1), m.arg(4)))
        m.go_on_at(2)
        if can_ward(m, i // PIECES):
            offer_ward(m, i // PIECES)
            m.go_on_at(1)
        return
    if stage == 1:
        # Whoever declines goes on as one who holds no ward and was not asked: nobody else can tell.
        m.go_on_at(2)
        if m.choice != END:
            cast_ward(m, i, m.choice == CAST_AMPLIFIED)
        return
    dealt: i64 = m.arg(FINAL)
    by: i64 = m.arg(2)
    stun: i64 = m.arg(3)
    flags: i64 = m.arg(4)
    m.pop()
    if dealt == 0:
        return
    if take_damage(m, i, dealt, by):
        if stun != NO_STUN and flags & MAGICAL == 0:
            add_stun_check(m, i, dealt + stun, by)
        if flags & SETS_ON_FIRE != 0:
            set_on_fire(m, i)


def reduced(m: Match, i: i64, damage: i64, flags: i64) -> i64:
    """[D-damage] [Y-armour] [TK-shield] What armour and the shield tank leave, at least 1."""
    party: i64 = i // PIECES
    if flags & MAGICAL == 0:
        damage -= m.t.armour[party]
    if damage < 1:
        damage = 1
    if m.in_own_field(i) and m.t.tanks and m.tank[party] == SHIELD and m.tank_hp[party] > 0:
        damage -= 1
    return 1 if damage < 1 else damage


def can_react(m: Match, party: i64) -> bool:
    """[T-] [C-stunned] One reaction from a turn to the next, none while stunned."""
    return m.plays(party) and m.reacted[party] == 0 and m.stunned[party] == 0


def can_ward(m: Match, party: i64) -> bool:
    """[SP-ward] Whether the party holds a ward that it may cast now."""
    at: i64 = party * CARD_KINDS + WARD
    return m.t.magic and m.hand[at] != 0 and m.t.castable[at] != 0 and can_react(m, party)


def offer_ward(m: Match, party: i64) -> None:
    """[R-ward] [SP-ward] [SP-amplify] Take the hit, or cast the ward, amplified or not."""
    m.allow(END)
    m.allow(YES)
    if m.hand[party * CARD_KINDS + AMPLIFY] != 0:
        m.allow(CAST_AMPLIFIED)
    m.ask(party, DECIDE_WARD)


def cast_ward(m: Match, i: i64, amplified: bool) -> None:
    """[R-ward] [SP-ward] The cards are spent; enemies may counter; the effect follows."""
    party: i64 = i // PIECES
    meta: i64 = AMPLIFY if amplified else NO_META
    m.part_changes(HOLDINGS)
    m.reacted[party] = 1
    discard(m, party, WARD)
    if amplified:
        discard(m, party, AMPLIFY)
    if m.log.on:
        m.log.add("casts", party, {"spell": WARD, "meta": meta, "piece": i % PIECES})
    m.call(SPELL_EFFECT, WARD, meta, i)
    m.call(COUNTERSPELLS, WARD, meta, i, 0, 1)


def damage_annustar(m: Match, amount: i64) -> None:
    """[P-] The Annustar is damaged, up to its cap."""
    if m.t.pivotal:
        m.annustar += amount
        if m.annustar > m.t.annustar_cap:
            m.annustar = m.t.annustar_cap


def set_on_fire(m: Match, i: i64) -> None:
    """[C-burning] Two turns; a longer duration stands. A wet piece can catch fire too."""
    m.piece_changes(i)
    if m.burning[i] < m.t.burning_turns:
        m.burning[i] = m.t.burning_turns
    if m.log.on:
        m.log.add("burning", i // PIECES, {"piece": i % PIECES})


def soak(m: Match, i: i64) -> None:
    """[C-wet] Two turns; ends burning."""
    m.piece_changes(i)
    m.burning[i] = 0
    if m.wet[i] < m.t.wet_turns:
        m.wet[i] = m.t.wet_turns
    if m.log.on:
        m.log.add("wet", i // PIECES, {"piece": i % PIECES})


def restrain(m: Match, i: i64) -> None:
    """[C-restrained] Two turns; a longer duration stands."""
    m.piece_changes(i)
    if m.restrained[i] < m.t.restrained_turns:
        m.restrained[i] = m.t.restrained_turns
    if m.log.on:
        m.log.add("restrained", i // PIECES, {"piece": i % PIECES})


def knock_down(m: Match, i: i64) -> None:
    """[C-prone] [8.5] A piece becomes prone, not of its own accord."""
    m.piece_changes(i)
    m.prone[i] = 1
    if m.log.on:
        m.log.add("prone", i // PIECES, {"piece": i % PIECES})


def take_damage(m: Match, i: i64, damage: i64, by: i64) -> bool:
    """[Y-hp] Damage to the pool; at 0 the piece falls and the pool is full. Whether it survives."""
    party: i64 = i // PIECES
    m.part_changes(HOLDINGS)
    m.hp[party] -= damage
    if m.log.on:
        m.log.add("damage", party, {"piece": i % PIECES, "amount": damage, "by": by})
    if m.hp[party] > 0:
        return True
    if m.t.star[m.space(i)] != 0 and star_saves(m, i, damage):
        m.hp[party] = 1
        if m.log.on:
            m.log.add("star_save", party, {"piece": i % PIECES})
        return True
    m.hp[party] = m.most_hp(party)
    fall(m, i, by)
    drop_crown(m, i)
    return False


def star_saves(m: Match, i: i64, damage: i64) -> bool:
    """[6.5] On a star, d20 + constitution above the last hit's damage keeps a piece at 1 HP."""
    party: i64 = i // PIECES
    modifier: i64 = m.score(party, CONSTITUTION) + crown_bonus(m, i)
    return resists(m, party, modifier, EVEN, damage, "star")
