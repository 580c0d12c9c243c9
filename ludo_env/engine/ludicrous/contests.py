"""Throws against a goal and contests between sides. Rules of record, section 0"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FAILURE,
    GRAZE,
    NOBODY,
    SUCCESS,
)
from ludo_env.errors import RollNeeded

EVEN: Final = 0
"""Neither advantage nor disadvantage."""


def lean(advantage: bool, disadvantage: bool) -> i64:
    """[D-adv] 1 advantage, -1 disadvantage, 0 neither: one of each cancels."""
    return (1 if advantage else 0) - (1 if disadvantage else 0)


def throw(m: Match, party: i64, sides: i64, reason: str, leaning: i64) -> i64:
    """[D-adv] A die: with advantage the higher of two, with disadvantage the lower."""
    if leaning == 0:
        return m.roll(party, sides, reason)
    try:
        value: i64 = m.roll(party, sides, reason)
        second: i64 = m.roll(party, sides, reason)
    except RollNeeded as needed:
        needed.leaning = leaning
        raise
    if leaning > 0:
        return second if second > value else value
    return second if second < value else value


def crown_bonus(m: Match, piece: i64) -> i64:
    """[C-crowned] What a crowned piece adds to its contests and saving throws."""
    return m.t.crowned_bonus if piece != NOBODY and m.crowned[piece] != 0 else 0


def saving_throw(m: Match, party: i64, piece: i64, modifier: i64, goal: i64, reason: str) -> bool:
    """[D-save] d6 + modifier at or above the goal."""
    total: i64 = m.roll(party, m.t.save_die, reason) + modifier + crown_bonus(m, piece)
    log_throw(m, party, reason, total, goal, total >= goal)
    return total >= goal


def log_throw(m: Match, party: i64, reason: str, total: i64, goal: i64, saved: bool) -> None:
    """Tell of a saving throw."""
    if m.log.on:
        m.log.add(
            "throw",
            party,
            {"reason": reason, "total": total, "goal": goal, "saved": int(saved)},
        )


def contest(
    m: Match,
    offender: i64,
    attack: i64,
    attack_lean: i64,
    defender: i64,
    defence: i64,
    defence_lean: i64,
    reason: str,
) -> i64:
    """[D-contest] d20 each; the offender wins ties. The modifiers hold all bonuses."""
    natural: i64 = throw(m, offender, m.t.contest_die, reason, attack_lean)
    against: i64 = throw(m, defender, m.t.contest_die, reason, defence_lean) + defence
    return outcome(m, offender, natural, natural + attack, against, reason)


def contest_number(
    m: Match, offender: i64, attack: i64, leaning: i64, goal: i64, reason: str
) -> i64:
    """[D-contest] d20 against a number."""
    natural: i64 = throw(m, offender, m.t.contest_die, reason, leaning)
    return outcome(m, offender, natural, natural + attack, goal, reason)


def outcome(m: Match, offender: i64, natural: i64, total: i64, against: i64, reason: str) -> i64:
    """[D-contest] The outcome of a contest, which is told."""
    result: i64 = judge(m, natural, total, against)
    if m.log.on:
        m.log.add(
            "contest",
            offender,
            {"reason": reason, "total": total, "against": against, "won": int(result >= GRAZE)},
        )
    return result


def judge(m: Match, natural: i64, total: i64, against: i64) -> i64:
    """[D-crit] [D-graze] The offender's natural 20 wins, 1 loses; an equal total grazes."""
    if natural == m.t.contest_die:
        return CRITICAL_SUCCESS
    if natural == 1:
        return CRITICAL_FAILURE
    if total == against:
        return GRAZE
    return SUCCESS if total > against else FAILURE


def resists(m: Match, defender: i64, modifier: i64, leaning: i64, value: i64, reason: str) -> bool:
    """[D-crit] A contest in which only the defender rolls: it must exceed the offender's value."""
    total: i64 = throw(m, defender, m.t.contest_die, reason, leaning) + modifier
    if m.log.on:
        m.log.add(
            "contest",
            defender,
            {"reason": reason, "total": total, "against": value, "won": int(total > value)},
        )
    return total > value
