"""Weapon attacks. [W-attack, W-weapons, A-melee, A-ranged, A-looted, 6.2, 6.3, 8.4]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES, RING
from ludo_env.engine.ludicrous.catalogue import LOOTED, MELEE, PHANTOM_OF, RANGED, STRUCTURE
from ludo_env.engine.ludicrous.checks_queue import add_check
from ludo_env.engine.ludicrous.contests import (
    EVEN,
    contest,
    contest_number,
    crown_bonus,
    judge,
    lean,
    throw,
)
from ludo_env.engine.ludicrous.health import NORMAL, hit
from ludo_env.engine.ludicrous.lines import (
    crosses_divide,
    distance_ahead,
    enemies_in_line,
    in_cover,
    objects_in_line,
    piece_of,
    slot_of,
)
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    ADAPTABILITY,
    ATTACK,
    COLLATERAL_CHECK,
    CRITICAL_SUCCESS,
    DEXTERITY,
    ENGINEERING,
    FAILURE,
    FIRST_FISH,
    FIRST_WEAPON,
    FOG,
    GRAZE,
    INTELLIGENCE,
    NO_LOOT,
    NO_STRUCTURE,
    NOBODY,
    NOWHERE,
    STORM,
    WATCHTOWER,
)
from ludo_env.engine.ludicrous.objects import damage_phantom, damage_structure
from ludo_env.engine.ludicrous.parts import HOLDINGS

NO_WEAPON: Final = -1


def weapon(m: Match, party: i64, verb: i64) -> i64:
    """[W-weapons] The weapon that a verb uses; -1 if the party lacks it or its ammunition."""
    if verb == MELEE:
        return m.t.melee[party]
    if verb == RANGED:
        return m.t.ranged[party] if m.ammunition[party] > 0 else NO_WEAPON
    loot: i64 = m.loot[party]
    if verb != LOOTED or loot == NO_LOOT or loot >= FIRST_FISH:
        return NO_WEAPON
    looted: i64 = loot - FIRST_WEAPON
    if m.t.weapon_ranged[looted] != 0 and m.loot_ammunition[party] == 0:
        return NO_WEAPON
    return looted


def reach(m: Match, i: i64, arm: i64) -> i64:
    """[W-line] [N-weather] [ST-watchtower] How far a piece's weapon reaches."""
    distance: i64 = m.t.weapon_range[arm]
    if m.t.weapon_ranged[arm] == 0:
        return distance
    if m.weather == FOG or m.weather == STORM:
        distance = (distance + 1) // 2
    slot: i64 = m.slot_of(i // PIECES, WATCHTOWER)
    if slot != NOWHERE and m.acts(slot, WATCHTOWER) and m.in_own_field(i):
        distance += m.t.watchtower_range
    return distance


def weapon_targets(m: Match, i: i64, verb: i64, list_them: bool) -> bool:
    """[W-attack] Whether a weapon has a target, or all its targets."""
    arm: i64 = weapon(m, i // PIECES, verb)
    if arm == NO_WEAPON:
        return False
    distance: i64 = reach(m, i, arm)
    pieces: bool = enemies_in_line(m, i, distance, list_them)
    if pieces and not list_them:
        return True
    objects: bool = objects_in_line(m, i, distance, list_them)
    return pieces or objects


def weapon_attack(m: Match, i: i64, verb: i64, action: i64) -> None:
    """[A-melee] [A-ranged] [A-looted] [W-attack] An attack on the chosen target."""
    party: i64 = i // PIECES
    arm: i64 = weapon(m, party, verb)
    m.part_changes(HOLDINGS)
    if verb == RANGED:
        m.ammunition[party] -= 1
    elif verb == LOOTED and m.t.weapon_ranged[arm] != 0:
        m.loot_ammunition[party] -= 1
    if PHANTOM_OF <= action < PHANTOM_OF + PARTIES or STRUCTURE <= action < STRUCTURE + 16:
        attack_object(m, i, arm, action)
    else:
        attack_piece(m, i, arm, piece_of(party, action))


def attack_piece(m: Match, i: i64, arm: i64, k: i64) -> None:
    """[W-attack] [8.4] Dexterity and accuracy against dexterity; then damage, or a miss."""
    party: i64 = i // PIECES
    owner: i64 = k // PIECES
    distance: i64 = distance_ahead(m, i, m.space(k))
    cover: bool = in_cover(m, i, distance)
    bonus: i64 = attack_bonus(m, i, arm) + crown_bonus(m, i)
    if cover:
        bonus += m.score(party, ADAPTABILITY)
    if crosses_divide(m, i, distance) and m.in_own_field(i):
        bonus += m.score(party, INTELLIGENCE)
    natural: i64 = throw(
        m, party, m.t.contest_die, "attack", attack_lean(m, i, arm, k, distance, cover)
    )
    defence: i64 = throw(m, owner, m.t.contest_die, "defence", EVEN) + defence_bonus(m, k, cover)
    result: i64 = judge(m, natural, natural + bonus, defence)
    if m.log.on:
        m.log.add(
            "attack",
            party,
            {
                "piece": i % PIECES,
                "target": owner,
                "target_piece": k % PIECES,
                "weapon": arm,
                "total": natural + bonus,
                "against": defence,
                "hit": int(result >= GRAZE),
            },
        )
    if result >= GRAZE:
        damage: i64 = weapon_damage(m, party, arm, result)
        hit(m, k, damage, party, m.t.weapon_stun[arm], NORMAL)
    elif result == FAILURE:
        add_collateral(m, i, k, arm, natural + bonus)


def attack_bonus(m: Match, i: i64, arm: i64) -> i64:
    """[W-attack] [N-wind] Dexterity, weapon and class accuracy, and the wind on a shot."""
    party: i64 = i // PIECES
    bonus: i64 = m.score(party, DEXTERITY) + m.t.weapon_accuracy[arm] + m.t.class_accuracy[party]
    if m.t.weapon_ranged[arm] != 0 and m.wind_strength > 0:
        bonus += wind_on(m, i) * m.wind_strength
    return bonus


def wind_on(m: Match, i: i64) -> i64:
    """[N-wind] [6.8] 1 if the first step of a shot goes with the wind, -1 against it, else 0."""
    direction: i64 = m.t.compass[m.space(i) * 2 + (1 if m.facing[i] > 0 else 0)]
    turns: i64 = (direction - m.wind + 4) % 4
    if turns == 0:
        return 1
    return -1 if turns == 2 else 0


def attack_lean(m: Match, i: i64, arm: i64, k: i64, distance: i64, cover: bool) -> i64:
    """[D-adv] Everything that gives a weapon attack advantage or disadvantage."""
    party: i64 = i // PIECES
    ranged: bool = m.t.weapon_ranged[arm] != 0
    worse: bool = hampered(m, i, k // PIECES)
    better: bool = m.restrained[k] != 0
    if ranged:
        worse = worse or m.wet[i] != 0
        if distance == 1 and not cover:
            worse = True
    if crosses_divide(m, i, distance) and not cover and not m.in_field(party, m.space(i)):
        worse = True
    if m.prone[k] != 0:
        better = better or distance == 1
        worse = worse or (ranged and distance > 1)
    return lean(better, worse)


def exposure(m: Match, k: i64, distance: i64) -> i64:
    """[C-restrained] [C-prone] How a target leans a shot that no piece fires."""
    prone: bool = m.prone[k] != 0
    return lean(m.restrained[k] != 0 or (prone and distance == 1), prone and distance != 1)


def gun_shot(m: Match, party: i64, k: i64, distance: i64, die: i64, stun: i64, what: str) -> None:
    """[TK-shot] [ST-turret] Engineering against dexterity and dodge, and the damage of a hit."""
    owner: i64 = k // PIECES
    result: i64 = contest(
        m,
        party,
        m.score(party, ENGINEERING),
        exposure(m, k, distance),
        owner,
        defence_bonus(m, k, False),
        EVEN,
        what,
    )
    if m.log.on:
        m.log.add(
            what.replace(" ", "_"),
            party,
            {"target": owner, "target_piece": k % PIECES, "hit": int(result >= GRAZE)},
        )
    if result >= GRAZE:
        hit(m, k, scaled(m.roll(party, die, "damage"), result), party, stun, NORMAL)


def hampered(m: Match, i: i64, against: i64) -> bool:
    """[C-prone] [C-poisoned] [C-provoked] What gives any attack roll of a piece disadvantage."""
    party: i64 = i // PIECES
    if m.prone[i] != 0 or m.poisoned[party] != 0:
        return True
    return m.provoker[party] != NOBODY and m.provoker[party] != against


def defence_bonus(m: Match, k: i64, cover: bool) -> i64:
    """[W-attack] [C-dodging] [6.3] Dexterity, dodge, cover of a dodging piece, crown."""
    owner: i64 = k // PIECES
    bonus: i64 = m.score(owner, DEXTERITY) + crown_bonus(m, k)
    if m.dodging[k] != 0:
        bonus += m.t.dodge_defence
        if cover:
            bonus += m.t.cover_defence + m.score(owner, ADAPTABILITY)
    return bonus


def weapon_damage(m: Match, party: i64, arm: i64, result: i64) -> i64:
    """[D-damage] Weapon die + attack, at least 1; doubled by a critical, halved by a graze."""
    damage: i64 = m.roll(party, m.t.weapon_die[arm], "damage") + m.score(party, ATTACK)
    if damage < 1:
        damage = 1
    return scaled(damage, result)


def scaled(damage: i64, result: i64) -> i64:
    """[D-effect] Damage doubled by a critical, halved (rounded up) by a graze."""
    if result == CRITICAL_SUCCESS:
        return 2 * damage
    return (damage + 1) // 2 if result == GRAZE else damage


def add_collateral(m: Match, i: i64, k: i64, arm: i64, total: i64) -> None:
    """[8.4] A miss may hit a piece on the space after the target, else a structure beside it."""
    direction: i64 = m.facing[i]
    space: i64 = m.space(k)
    behind: i64 = (space + direction + RING) % RING
    slot: i64 = m.t.slot_at[space]
    at: i64 = NOWHERE
    for other in range(PARTIES * PIECES):
        if at == NOWHERE and m.on_path(other) and m.space(other) == behind:
            at = other
            space = behind
    if at == NOWHERE and slot != NOWHERE and m.built[slot] != NO_STRUCTURE:
        at = PARTIES * PIECES + slot
    if at != NOWHERE:
        party: i64 = i // PIECES
        damage: i64 = weapon_damage(m, party, arm, FAILURE)
        stun: i64 = m.t.weapon_stun[arm]
        away: i64 = 1 if at < PARTIES * PIECES and m.facing[at] == direction else 0
        add_check(m, COLLATERAL_CHECK, at, total, party, damage, stun, away, space)


def attack_object(m: Match, i: i64, arm: i64, action: i64) -> None:
    """[W-attack] [6.2] [6.3] Structures and phantoms are hit on a contest against 8."""
    party: i64 = i // PIECES
    target: i64 = NOBODY
    space: i64 = 0
    if action >= PHANTOM_OF:
        target = (party + action - PHANTOM_OF) % PARTIES
        space = m.phantom_at[target]
    else:
        target = slot_of(party, action)
        space = m.t.guarded[target]
    owner: i64 = target if action >= PHANTOM_OF else target // 4
    distance: i64 = distance_ahead(m, i, space)
    ranged: bool = m.t.weapon_ranged[arm] != 0
    near: i64 = distance if action >= PHANTOM_OF else distance + 1
    cover: bool = action >= PHANTOM_OF and in_cover(m, i, distance)
    worse: bool = hampered(m, i, owner) or (ranged and m.wet[i] != 0)
    if ranged and near == 1 and not cover:
        worse = True
    bonus: i64 = attack_bonus(m, i, arm) + crown_bonus(m, i)
    if cover:
        bonus += m.score(party, ADAPTABILITY)
    if crosses_divide(m, i, distance):
        if m.in_own_field(i):
            bonus += m.score(party, INTELLIGENCE)
        elif not cover:
            worse = True
    if m.log.on:
        kind: i64 = NO_STRUCTURE if action >= PHANTOM_OF else m.built[target]
        m.log.add(
            "attacks",
            party,
            {"piece": i % PIECES, "weapon": arm, "owner": owner, "object": kind},
        )
    result: i64 = contest_number(m, party, bonus, lean(False, worse), m.t.object_goal, "attack")
    if result < GRAZE:
        return
    damage: i64 = weapon_damage(m, party, arm, result)
    if action >= PHANTOM_OF:
        damage_phantom(m, target, damage)
    else:
        damage_structure(m, target, damage)
