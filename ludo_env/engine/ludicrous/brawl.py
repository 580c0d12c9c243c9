"""Fighting without weapons. [A-punch, A-stone, A-shove, A-grapple, A-taunt, A-dodge]"""

from __future__ import annotations

from mypy_extensions import i64

from ludo_env.board import PIECES
from ludo_env.engine.ludicrous.attacks import hampered
from ludo_env.engine.ludicrous.contests import EVEN, contest, crown_bonus, lean, throw
from ludo_env.engine.ludicrous.health import NORMAL, hit, restrain
from ludo_env.engine.ludicrous.landing import MAY_TELEPORT, push
from ludo_env.engine.ludicrous.lines import distance_ahead
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.movement import DIE
from ludo_env.engine.ludicrous.names import ATTACK, DEXTERITY, GRAZE, INTELLIGENCE, NEUROTICISM
from ludo_env.engine.ludicrous.parts import HOLDINGS


def brawl_lean(m: Match, i: i64, k: i64, thrown: bool) -> i64:
    """[D-adv] Advantage and disadvantage of a punch or a stone."""
    distance: i64 = distance_ahead(m, i, m.space(k))
    better: bool = m.restrained[k] != 0
    worse: bool = hampered(m, i, k // PIECES) or (thrown and m.wet[i] != 0)
    if m.prone[k] != 0:
        better = better or distance == 1
        worse = worse or (thrown and distance > 1)
    return lean(better, worse)


def punch(m: Match, i: i64, k: i64) -> None:
    """[A-punch] d6: 1 misses, 6 is critical; 1 + attack damage, at least 1; no stun value."""
    party: i64 = i // PIECES
    roll: i64 = throw(m, party, DIE, "punch", brawl_lean(m, i, k, False))
    log_blow(m, "punch", i, k, roll > m.t.punch_miss)
    if roll <= m.t.punch_miss:
        return
    damage: i64 = m.t.punch_damage + m.score(party, ATTACK)
    if damage < 1:
        damage = 1
    if roll >= m.t.punch_critical:
        damage *= 2
    hit(m, k, damage, party, 0, NORMAL)


def stone(m: Match, i: i64, k: i64) -> None:
    """[A-stone] d6: 1 and 2 miss; 1 damage; no stun value."""
    party: i64 = i // PIECES
    roll: i64 = throw(m, party, DIE, "stone", brawl_lean(m, i, k, True))
    log_blow(m, "stone", i, k, roll > m.t.stone_miss)
    if roll > m.t.stone_miss:
        hit(m, k, m.t.stone_damage, party, 0, NORMAL)


def log_blow(m: Match, kind: str, i: i64, k: i64, landed: bool) -> None:
    """Tell of a punch or a stone."""
    if m.log.on:
        m.log.add(
            kind,
            i // PIECES,
            {
                "piece": i % PIECES,
                "target": k // PIECES,
                "target_piece": k % PIECES,
                "hit": int(landed),
            },
        )


def strength_contest(m: Match, i: i64, k: i64, reason: str) -> bool:
    """[A-shove] [A-grapple] Attack against dexterity."""
    party: i64 = i // PIECES
    owner: i64 = k // PIECES
    result: i64 = contest(
        m,
        party,
        m.score(party, ATTACK) + crown_bonus(m, i),
        EVEN,
        owner,
        m.score(owner, DEXTERITY) + crown_bonus(m, k),
        EVEN,
        reason,
    )
    return result >= GRAZE


def shove(m: Match, i: i64, k: i64) -> None:
    """[A-shove] The target is pushed one space away from the shover."""
    if strength_contest(m, i, k, "shove"):
        push(m, k, m.facing[i], MAY_TELEPORT)


def grapple(m: Match, i: i64, k: i64) -> None:
    """[A-grapple] The target is restrained."""
    if strength_contest(m, i, k, "grapple"):
        restrain(m, k)


def taunt(m: Match, i: i64, k: i64) -> None:
    """[A-taunt] [C-provoked] Intelligence against neuroticism: the target turns to the taunter."""
    party: i64 = i // PIECES
    owner: i64 = k // PIECES
    result: i64 = contest(
        m,
        party,
        m.score(party, INTELLIGENCE) + crown_bonus(m, i),
        EVEN,
        owner,
        m.score(owner, NEUROTICISM) + crown_bonus(m, k),
        EVEN,
        "taunt",
    )
    if result >= GRAZE:
        m.piece_changes(k)
        m.facing[k] = -m.facing[i]
        m.part_changes(HOLDINGS)
        m.provoker[owner] = party
        if m.log.on:
            m.log.add("taunted", owner, {"piece": k % PIECES, "by": party})


def dodge(m: Match, i: i64) -> None:
    """[A-dodge] [C-dodging] The piece dodges until its party's next turn begins."""
    m.piece_changes(i)
    m.dodging[i] = 1
    if m.log.on:
        m.log.add("dodges", i // PIECES, {"piece": i % PIECES})
