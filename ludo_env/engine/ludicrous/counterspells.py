"""Counterspells against a spell that is being cast. [R-counterspell, SP-counterspell]"""

from __future__ import annotations

from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES
from ludo_env.engine.ludicrous.cards import discard
from ludo_env.engine.ludicrous.casting import ANY_CASTER, ASKED, CASTER, holds_spell
from ludo_env.engine.ludicrous.catalogue import (
    END,
    YES,
)
from ludo_env.engine.ludicrous.contests import (
    EVEN,
    contest,
)
from ludo_env.engine.ludicrous.health import (
    can_react,
    damage_annustar,
)
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    COUNTERSPELL,
    CRITICAL_FAILURE,
    GRAZE,
    MAGIC,
)
from ludo_env.engine.ludicrous.parts import HOLDINGS
from ludo_env.engine.ludicrous.procedures import (
    DECIDE_COUNTERSPELL,
)


def step_counterspells(m: Match) -> None:
    """[R-counterspell] [SP-counterspell] Asked clockwise; the first success cancels."""
    party: i64 = casting_party(m)
    asked: i64 = m.arg(ASKED)
    if m.stage() == 1:
        m.go_on_at(0)
        if m.choice == YES and counters(m, party, (party + asked - 1) % PARTIES):
            m.pop()
            m.pop()
            damage_annustar(m, m.t.annustar_spell)
            return
    while asked < PARTIES:
        other: i64 = (party + asked) % PARTIES
        asked += 1
        if m.hostile(party, other) and can_counter(m, other):
            m.set_arg(ASKED, asked)
            m.allow(END)
            m.allow(YES)
            m.ask(other, DECIDE_COUNTERSPELL)
            m.go_on_at(1)
            return
    m.pop()


def casting_party(m: Match) -> i64:
    """[SP-ward] Whose spell it is: a ward is cast in the turn of another."""
    caster: i64 = m.arg(CASTER)
    return m.turn if caster == ANY_CASTER else caster // PIECES


def can_counter(m: Match, party: i64) -> bool:
    """[SP-counterspell] A card, a reaction, and a conscious pathway piece."""
    if not can_react(m, party) or not holds_spell(m, party, COUNTERSPELL):
        return False
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.on_path(i):
            return True
    return False


def counters(m: Match, party: i64, other: i64) -> bool:
    """[SP-counterspell] Magic against magic."""
    m.part_changes(HOLDINGS)
    m.reacted[other] = 1
    discard(m, other, COUNTERSPELL)
    result: i64 = contest(
        m, other, m.score(other, MAGIC), EVEN, party, m.score(party, MAGIC), EVEN, "counterspell"
    )
    if m.log.on:
        m.log.add("counterspell", other, {"against": party, "won": int(result >= GRAZE)})
    damage_annustar(m, m.t.annustar_spell)
    if result == CRITICAL_FAILURE:
        damage_annustar(m, m.t.annustar_critical)
    return result >= GRAZE
