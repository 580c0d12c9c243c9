"""Rules of thumb for fighting: what an attack on each target is worth."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agents.sensible.judge import DIE, PERCENT, Judge
from agents.sensible.odds import CERTAIN
from ludo_env.board import PARTIES, PIECES
from ludo_env.engine.ludicrous.attacks import (
    attack_bonus,
    attack_lean,
    defence_bonus,
    reach,
    weapon,
)
from ludo_env.engine.ludicrous.brawl import brawl_lean
from ludo_env.engine.ludicrous.catalogue import (
    GRAPPLE,
    LOOTED,
    MELEE,
    PUNCH,
    SHOVE,
    STONE,
    TAUNT,
)
from ludo_env.engine.ludicrous.contests import crown_bonus
from ludo_env.engine.ludicrous.lines import (
    ahead,
    crosses_divide,
    distance_ahead,
    in_cover,
    targetable,
)
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    ADAPTABILITY,
    ATTACK,
    BACKWARD,
    CONSTITUTION,
    DEXTERITY,
    INTELLIGENCE,
    NEUROTICISM,
    SHIELD,
)

MELEE_REACH: Final = 1
STAR_SAVE: Final = 25
"""[6.5] Percent of deadly hits that fell a piece on a star."""
NO_STUN: Final = -1
WORTHLESS: Final = -1


# -- harm ----------------------------------------------------------------------------------------


def armour_of(m: Match, k: i64, magical: bool) -> i64:
    """[D-damage] What armour and the shield tank take off a hit."""
    owner: i64 = k // PIECES
    less: i64 = 0 if magical else m.t.armour[owner]
    if m.t.tanks and m.tank[owner] == SHIELD and m.tank_hp[owner] > 0 and m.in_own_field(k):
        less += 1
    return less


def harm(j: Judge, m: Match, k: i64, chance: i64, die: i64, bonus: i64, stun: i64) -> i64:
    """What a normal attack on an enemy piece is worth, by its chance, die, bonus, stun value."""
    hurt: i64 = wound(j, m, k, die, bonus, armour_of(m, k, False))
    if stun >= 0:
        hurt += j.w.stun * stun_odds(m, k, (die + 1) // 2 + bonus + stun) // CERTAIN
    return hurt * chance // CERTAIN * j.w.violence // PERCENT


def wound(j: Judge, m: Match, k: i64, die: i64, bonus: i64, armour: i64) -> i64:
    """What a hit of a die and a bonus is worth: hit points, and the piece that may fall."""
    hp: i64 = m.hp[k // PIECES]
    dealt: i64 = 0
    deadly: i64 = 0
    for face in range(1, die + 1):
        damage: i64 = face + bonus if face + bonus > 1 else 1
        damage -= armour
        if damage < 1:
            damage = 1
        if damage >= hp:
            damage = hp
            deadly += 1
        dealt += damage
    value: i64 = j.w.hp * dealt * j.rival[k // PIECES] // (PERCENT * die)
    if deadly > 0:
        fall: i64 = j.prize(m, k) * deadly // die
        if m.t.star[m.space(k)] != 0:
            fall = fall * STAR_SAVE // PERCENT
        value += fall
    return value


def stun_odds(m: Match, k: i64, value: i64) -> i64:
    """[8.2] The chance that damage and stun value stun the party."""
    owner: i64 = k // PIECES
    if m.stunned[owner] != 0:
        return 0
    faces: i64 = value - m.score(owner, CONSTITUTION)
    if faces < 0:
        faces = 0
    elif faces > m.t.contest_die:
        faces = m.t.contest_die
    return CERTAIN * faces // m.t.contest_die


# -- attacks by pieces ---------------------------------------------------------------------------


def weapon_value(j: Judge, m: Match, i: i64, arm: i64, k: i64) -> i64:
    """[W-attack] What a weapon attack on a piece is worth."""
    party: i64 = i // PIECES
    distance: i64 = distance_ahead(m, i, m.space(k))
    cover: bool = in_cover(m, i, distance)
    bonus: i64 = attack_bonus(m, i, arm) + crown_bonus(m, i)
    if cover:
        bonus += m.score(party, ADAPTABILITY)
    if crosses_divide(m, i, distance) and m.in_own_field(i):
        bonus += m.score(party, INTELLIGENCE)
    lean: i64 = attack_lean(m, i, arm, k, distance, cover)
    chance: i64 = j.odds.contest(bonus - defence_bonus(m, k, cover), lean)
    return harm(j, m, k, chance, m.t.weapon_die[arm], m.score(party, ATTACK), m.t.weapon_stun[arm])


def blow_value(j: Judge, m: Match, i: i64, k: i64, thrown: bool) -> i64:
    """[A-punch] [A-stone] What a punch or a stone is worth."""
    miss: i64 = m.t.stone_miss if thrown else m.t.punch_miss
    chance: i64 = CERTAIN * (DIE - miss) // DIE
    lean: i64 = brawl_lean(m, i, k, thrown)
    if lean > 0:
        chance = CERTAIN - (CERTAIN - chance) * (CERTAIN - chance) // CERTAIN
    elif lean < 0:
        chance = chance * chance // CERTAIN
    damage: i64 = m.t.stone_damage
    if not thrown:
        damage = m.t.punch_damage + m.score(i // PIECES, ATTACK)
    return harm(j, m, k, chance, 1, damage - 1, 0)


def strength_odds(j: Judge, m: Match, i: i64, k: i64) -> i64:
    """[A-shove] [A-grapple] Attack against dexterity."""
    attack: i64 = m.score(i // PIECES, ATTACK) + crown_bonus(m, i)
    return j.odds.contest(attack - m.score(k // PIECES, DEXTERITY) - crown_bonus(m, k), 0)


def grip(j: Judge, m: Match, k: i64) -> i64:
    """[C-restrained] What it is worth that an enemy piece does not move for a turn."""
    if m.restrained[k] != 0:
        return 0
    return j.w.restrain * j.rival[k // PIECES] // PERCENT


def shove_value(j: Judge, m: Match, i: i64, k: i64) -> i64:
    """[A-shove] Backward it costs a space, forward it gives one; a block is broken."""
    value: i64 = j.w.shove * j.rival[k // PIECES] // PERCENT
    if m.facing[i] != BACKWARD:
        value = -value
    if m.party_count(m.space(k), k // PIECES) > 1:
        value += j.prize(m, k) * j.w.chance // PERCENT
    return value * strength_odds(j, m, i, k) // CERTAIN * j.w.violence // PERCENT


def taunt_value(j: Judge, m: Match, i: i64, k: i64) -> i64:
    """[A-taunt] How many own pieces less the target has before it once it has turned."""
    party: i64 = i // PIECES
    if m.facing[k] == -m.facing[i]:
        return 0
    spared: i64 = 0
    for own in range(party * PIECES, party * PIECES + PIECES):
        if m.on_path(own):
            distance: i64 = distance_ahead(m, k, m.space(own))
            if 1 <= distance <= m.t.taunt_range:
                spared += 1
            elif distance >= 52 - m.t.taunt_range:
                spared -= 1
    attack: i64 = m.score(party, INTELLIGENCE) + crown_bonus(m, i)
    defence: i64 = m.score(k // PIECES, NEUROTICISM) + crown_bonus(m, k)
    return j.w.taunt * spared * j.odds.contest(attack - defence, 0) // CERTAIN


def verb_value(j: Judge, m: Match, i: i64, verb: i64, k: i64) -> i64:
    """What a verb of a piece does to an enemy piece, in worth."""
    if verb <= LOOTED:
        arm: i64 = weapon(m, i // PIECES, verb)
        return weapon_value(j, m, i, arm, k) if arm >= 0 else WORTHLESS
    if verb == PUNCH or verb == STONE:
        return blow_value(j, m, i, k, verb == STONE)
    if verb == GRAPPLE:
        return grip(j, m, k) * strength_odds(j, m, i, k) // CERTAIN * j.w.violence // PERCENT
    if verb == SHOVE:
        return shove_value(j, m, i, k)
    return taunt_value(j, m, i, k)


def reach_of_verb(m: Match, i: i64, verb: i64) -> i64:
    """How far a verb of a piece reaches; 0 if it has no weapon for it."""
    if verb <= LOOTED:
        arm: i64 = weapon(m, i // PIECES, verb)
        return reach(m, i, arm) if arm >= 0 else 0
    if verb == STONE:
        return m.t.stone_range
    return m.t.taunt_range if verb == TAUNT else MELEE_REACH


def best_target(j: Judge, m: Match, i: i64, verb: i64) -> i64:
    """What a verb of a piece is worth against the best enemy piece in its line."""
    party: i64 = i // PIECES
    best: i64 = WORTHLESS
    for distance in range(1, reach_of_verb(m, i, verb) + 1):
        space: i64 = ahead(m, i, distance)
        if m.others_here(space, party) == 0:
            continue
        for k in range(PARTIES * PIECES):
            if targetable(m, party, k) and m.space(k) == space:
                value: i64 = verb_value(j, m, i, verb, k)
                if value > best:
                    best = value
    return best


def larger(a: i64, b: i64) -> i64:
    """The larger of two."""
    return a if a > b else b


def line_value(j: Judge, m: Match, i: i64) -> i64:
    """What the best attack of a piece is worth as it faces."""
    best: i64 = WORTHLESS
    for verb in range(MELEE, STONE + 1):
        best = larger(best, best_target(j, m, i, verb))
    return best


def turned_value(j: Judge, m: Match, i: i64) -> i64:
    """The same if it faced the other way; it is turned back again."""
    m.facing[i] = -m.facing[i]
    value: i64 = line_value(j, m, i)
    m.facing[i] = -m.facing[i]
    return value
