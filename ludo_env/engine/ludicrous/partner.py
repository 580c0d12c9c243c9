"""The catgirl girlfriend or catboy boyfriend. [8.8, B-rizz, B-court, N-partner]"""

from __future__ import annotations

from mypy_extensions import i64

from ludo_env.board import PARTIES
from ludo_env.engine.ludicrous.contests import contest_number
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import GRAZE, LUCK
from ludo_env.engine.ludicrous.parts import HOLDINGS


def rizz(m: Match, party: i64) -> None:
    """[B-rizz] [8.8] The relationship value rises by d4, at most to 12."""
    value: i64 = m.partner[party] + m.roll(party, m.t.rizz_die, "rizz")
    m.part_changes(HOLDINGS)
    m.partner[party] = value if value < m.t.partner_value else m.t.partner_value
    if m.log.on:
        m.log.add("rizz", party, {"value": m.partner[party]})


def court(m: Match, party: i64) -> None:
    """[B-court] Luck against 18: a partner comes, with value 6."""
    result: i64 = contest_number(m, party, m.score(party, LUCK), 0, m.t.court_goal, "court")
    if result >= GRAZE:
        m.part_changes(HOLDINGS)
        m.partner[party] = m.t.court_value
        if m.log.on:
            m.log.add("partner_comes", party, {})


def grow_apart(m: Match) -> None:
    """[N-partner] [8.8] Every relationship value falls by 1; at 0 the partner leaves."""
    m.part_changes(HOLDINGS)
    for party in range(PARTIES):
        if m.plays(party) and m.partner[party] > 0:
            m.partner[party] -= 1
            if m.partner[party] == 0 and m.log.on:
                m.log.add("partner_leaves", party, {})
