"""Rules of thumb for movement: rolls, teleports, tackles, the crown, night ambushes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agents.sensible.judge import DIE, PERCENT, SPACE, Judge
from agents.sensible.odds import CERTAIN
from ludo_env.board import HOME, HOME_AREA, LAST_RING, PARTIES, PIECES, QUADRANT, RING, YARD
from ludo_env.engine.ludicrous.cards import has_room
from ludo_env.engine.ludicrous.catalogue import MOVE, SYNC
from ludo_env.engine.ludicrous.contests import crown_bonus
from ludo_env.engine.ludicrous.crown import space_behind
from ludo_env.engine.ludicrous.landing import next_d
from ludo_env.engine.ludicrous.lines import targetable
from ludo_env.engine.ludicrous.match import COUNT, NIBBLE, Match
from ludo_env.engine.ludicrous.movement import (
    PIECE,
    SCAN,
    TACKLER,
    TO,
    first_of_pair,
    own_spaces,
    second_of_pair,
    spaces_of_first,
    spaces_of_second,
    target,
)
from ludo_env.engine.ludicrous.names import (
    ADAPTABILITY,
    ATTACK,
    BACKWARD,
    INTELLIGENCE,
    LUCK,
    NOBODY,
    NOWHERE,
    SPEED,
)

WON: Final = 1_000_000
"""What it is worth to win the game at once."""
CROWDED: Final = 300
"""What it costs that a jumper must be pushed on."""
TOO_HOT: Final = 300
"""The chance of being ambushed on the start at which nobody is crowned."""


# -- what a place is worth -----------------------------------------------------------------------


def place_change(j: Judge, m: Match, i: i64, end: i64) -> i64:
    """What it changes that a piece goes from where it is to ``end``, whom it meets included."""
    start: i64 = m.r[i]
    value: i64 = j.at(m, i, end) - j.at(m, i, start)
    if 0 <= start <= LAST_RING:
        value += leave(j, m, i, start)
    if end == HOME:
        return value + come_home(j, m, i)
    if end >= HOME_AREA:
        return value
    return value + arrive(j, m, i, end)


def leave(j: Judge, m: Match, i: i64, start: i64) -> i64:
    """What a piece escapes, and what it leaves behind, when it leaves its space."""
    party: i64 = i // PIECES
    space: i64 = m.space(i)
    mates: i64 = m.party_count(space, party) - 1
    value: i64 = j.risk(m, i, start, mates, NOBODY) - standing(j, m, i, start, NOBODY)
    if mates > 0:
        k: i64 = mate_of(m, i, space)
        value += j.risk(m, k, start, mates, NOBODY) - j.risk(m, k, start, mates - 1, NOBODY)
        value -= j.w.wall * j.held_up(m, space) // PERCENT
    return value


def mate_of(m: Match, i: i64, space: i64) -> i64:
    """Another conscious piece of the party on a space; the piece itself if there is none."""
    first: i64 = i // PIECES * PIECES
    for k in range(first, first + PIECES):
        if k != i and m.on_path(k) and m.space(k) == space:
            return k
    return i


def arrive(j: Judge, m: Match, i: i64, end: i64) -> i64:
    """Whom a piece meets on a pathway space, and what the space is like."""
    party: i64 = i // PIECES
    space: i64 = (party * QUADRANT + end) % RING
    enemy: i64 = m.enemy_here(space, party)
    victim: i64 = NOBODY
    value: i64 = 0
    if enemy != NOBODY:
        victim = m.first_on(space, enemy)
        value += meeting(j, m, i, end, enemy, space)
    own: i64 = m.party_count(space, party)
    value -= j.risk(m, i, end, own, victim)
    if own > 0:
        k: i64 = mate_of(m, i, space)
        value += j.risk(m, k, end, own - 1, victim) - j.risk(m, k, end, own, victim)
        value += j.w.wall * j.held_up(m, space) // PERCENT
    value += standing(j, m, i, end, victim)
    return value + effects(j, m, i, end, space)


def meeting(j: Judge, m: Match, i: i64, end: i64, enemy: i64, space: i64) -> i64:
    """[M-land] The prize of an ambush or a skirmish, less what it may cost."""
    party: i64 = i // PIECES
    block: bool = m.party_count(space, enemy) > 1
    chance: i64 = CERTAIN
    if block:
        chance = j.skirmish(m, party, enemy, space, True)
    elif m.t.star[space] != 0:
        chance -= j.star_save(m, enemy, party)
    prize: i64 = 0
    for k in range(enemy * PIECES, enemy * PIECES + PIECES):
        if m.on_path(k) and m.space(k) == space:
            prize += j.prize(m, k)
    prize = prize * j.w.ambush // PERCENT
    return (prize * chance - j.loss(m, i, end) * (CERTAIN - chance)) // CERTAIN


def standing(j: Judge, m: Match, i: i64, r: i64, without: i64) -> i64:
    """What it is worth to stand on a pathway space."""
    space: i64 = ((i // PIECES) * QUADRANT + r) % RING
    value: i64 = j.targets_ahead(m, i, r, without)
    if m.t.fishing and m.t.fishing_space[space] != 0:
        value += j.w.fishing_space
    if m.t.night and m.t.hoop[space] != 0:
        value -= j.w.hoop
    if m.t.combat:
        value -= j.w.fire * j.threats(m, space)
    return value


def effects(j: Judge, m: Match, i: i64, end: i64, space: i64) -> i64:
    """[M-effects] Card, crown, trap and T of the space where a movement ends."""
    party: i64 = i // PIECES
    value: i64 = found(j, m, party, space)
    owner: i64 = (space // QUADRANT + 1) % PARTIES
    sneaks: bool = m.sneaking and m.turn == party
    if m.t.trap[space] != 0 and not sneaks and m.hostile(party, owner):
        value -= j.w.trap
    if m.t.teleport_from[space] != 0:
        jump: i64 = teleport_value(j, m, i, end)
        if jump > 0:
            value += jump
    return value


def found(j: Judge, m: Match, party: i64, space: i64) -> i64:
    """[6.7] [8.7] What lies on a space that a piece passes or lands on."""
    value: i64 = 0
    if m.t.magic and m.t.spell_card[space] != 0 and has_room(m, party):
        value += j.card(m, party)
    for owner in range(PARTIES):
        if m.crown_at[owner] == space:
            if owner == party:
                value += j.w.own_crown
            elif m.hostile(party, owner):
                value += j.w.other_crown
    return value


def come_home(j: Judge, m: Match, i: i64) -> i64:
    """[E-win] [8.7] What getting home brings: the game, or the jump of a crowned piece."""
    party: i64 = i // PIECES
    if m.home_count(party) + 1 >= m.t.pieces_to_win:
        return WON
    if m.crowned[i] == 0:
        return 0
    best: i64 = 0
    for k in range(party * PIECES, party * PIECES + PIECES):
        if k != i and m.on_path(k):
            value: i64 = best_jump(j, m, k)
            if value > best:
                best = value
    return best


# -- moves ---------------------------------------------------------------------------------------


def step_value(j: Judge, m: Match, i: i64, end: i64) -> i64:
    """What an own movement to ``end`` is worth, with what lies on the way."""
    value: i64 = place_change(j, m, i, end)
    party: i64 = i // PIECES
    last: i64 = end - 1 if end <= LAST_RING else LAST_RING
    sneaks: bool = m.sneaking and m.turn == party
    for r in range(m.r[i] + 1, last + 1):
        space: i64 = (party * QUADRANT + r) % RING
        value += found(j, m, party, space)
        if not sneaks and value > 0 and m.others_here(space, party) != 0:
            value -= value * tackle_chance(j, m, i, space) // CERTAIN * j.w.tackle // PERCENT
    return value


def tackle_chance(j: Judge, m: Match, i: i64, space: i64) -> i64:
    """[R-tackle] The chance that a piece is tackled from a space on its way."""
    party: i64 = i // PIECES
    enemy: i64 = m.enemy_here(space, party)
    if enemy == NOBODY or m.party_count(space, enemy) != 1:
        return 0
    if m.tackled[enemy] != 0 or m.reacted[enemy] != 0 or m.stunned[enemy] != 0:
        return 0
    k: i64 = m.first_on(space, enemy)
    if m.prone[k] != 0 or m.restrained[k] != 0:
        return 0
    return tackle_odds(j, m, i, k)


def tackle_odds(j: Judge, m: Match, i: i64, k: i64) -> i64:
    """[R-tackle] [6.2] Attack of the tackler k against speed of the mover i."""
    mover: i64 = i // PIECES
    attack: i64 = m.score(k // PIECES, ATTACK) + crown_bonus(m, k)
    defence: i64 = m.score(mover, SPEED) + crown_bonus(m, i)
    return j.odds.contest(attack - defence, -1 if m.in_field(mover, m.space(k)) else 0)


def move_value(j: Judge, m: Match, action: i64, roll: i64) -> i64:
    """What a use of a roll is worth: entering, moving, moving in synchrony."""
    first: i64 = m.decider * PIECES
    if action >= SYNC:
        return pair_value(j, m, action, roll)
    if action < MOVE:
        return step_value(j, m, first + (action - MOVE + PIECES), 0)
    i: i64 = first + action - MOVE
    return step_value(j, m, i, target(m, i, own_spaces(m, i, roll), m.sneaking))


def pair_value(j: Judge, m: Match, action: i64, roll: i64) -> i64:
    """[M-sync] Both moves; the second is looked at as if the first were made."""
    i: i64 = first_of_pair(m.decider, action)
    k: i64 = second_of_pair(m.decider, action)
    spaces: i64 = spaces_of_first(action)
    rest: i64 = spaces_of_second(m, i, k, spaces, roll)
    end: i64 = target(m, i, spaces, m.sneaking)
    value: i64 = step_value(j, m, i, end)
    return value + value_after(j, m, i, end, k, rest)


def value_after(j: Judge, m: Match, i: i64, end: i64, k: i64, spaces: i64) -> i64:
    """What a move of k is worth once i stands at its end; everything is put back."""
    party: i64 = i // PIECES
    one: i64 = 1 << (NIBBLE * party)
    start: i64 = m.r[i]
    if start <= LAST_RING:
        m.ring[m.space(i)] -= one
    m.r[i] = end
    space: i64 = (party * QUADRANT + end) % RING
    here: i64 = 0
    if end <= LAST_RING:
        here = m.ring[space]
        m.ring[space] = (here & (COUNT << (NIBBLE * party))) + one
    there: i64 = target(m, k, spaces, m.sneaking)
    value: i64 = step_value(j, m, k, there) if there != NOWHERE else 0
    if end <= LAST_RING:
        m.ring[space] = here
    m.r[i] = start
    if start <= LAST_RING:
        m.ring[m.space(i)] += one
    return value


# -- teleports, jumps, the crown ---------------------------------------------------------------


def teleport_value(j: Judge, m: Match, i: i64, r: i64) -> i64:
    """[6.6] What jumping from a T at r is worth beside staying there."""
    party: i64 = i // PIECES
    end: i64 = r + 1
    while end <= LAST_RING and m.t.teleport_to[(party * QUADRANT + end) % RING] == 0:
        end += 1
    if end > LAST_RING:
        return 0
    space: i64 = (party * QUADRANT + end) % RING
    enemy: i64 = m.enemy_here(space, party)
    prize: i64 = 0
    victim: i64 = NOBODY
    if enemy != NOBODY and m.party_count(space, enemy) == 1:
        victim = m.first_on(space, enemy)
        prize = j.prize(m, victim) * j.w.ambush // PERCENT
    own: i64 = m.party_count(space, party)
    chance: i64 = j.odds.throw(m.score(party, LUCK) + crown_bonus(m, i), m.t.teleport_goal)
    gain: i64 = j.at(m, i, end) - j.at(m, i, r)
    gain += j.risk(m, i, r, 0, NOBODY) - j.risk(m, i, end, own, victim)
    lost: i64 = j.at(m, i, r) - j.at(m, i, end) + j.loss(m, i, end)
    return prize + (gain * chance - lost * (CERTAIN - chance)) // CERTAIN + j.w.jump


def wants_teleport(j: Judge, m: Match) -> bool:
    """[6.6] Whether the piece on T shall jump."""
    i: i64 = m.arg(0)
    return next_d(m, i) != NOWHERE and teleport_value(j, m, i, m.r[i]) > 0


def wants_crown(j: Judge, m: Match) -> bool:
    """[8.7] The first piece whose start is not too hot is crowned, since its jump comes first."""
    party: i64 = m.decider
    last: bool = m.count_at(party, YARD) == 1
    return last or j.reached(m, party, party * QUADRANT, NOBODY) < TOO_HOT


def jump_value(j: Judge, m: Match, i: i64, k: i64) -> i64:
    """[8.7] What it is worth that a piece jumps behind an enemy piece."""
    r: i64 = space_behind(m, i, k)
    if r == NOWHERE:
        return -WON
    space: i64 = m.space(k) - 1 if m.space(k) > 0 else RING - 1
    crowd: i64 = CROWDED if m.ring[space] != 0 or m.phantom_here(space) != NOWHERE else 0
    if crowd > 0:
        return j.at(m, i, r) - j.at(m, i, m.r[i]) - crowd
    return place_change(j, m, i, r)


def best_jump(j: Judge, m: Match, i: i64) -> i64:
    """[8.7] The best jump of a piece."""
    best: i64 = -WON
    party: i64 = i // PIECES
    for k in range(PARTIES * PIECES):
        if targetable(m, party, k):
            value: i64 = jump_value(j, m, i, k)
            if value > best:
                best = value
    return best


# -- reactions and the night ---------------------------------------------------------------------


def wants_tackle(j: Judge, m: Match) -> bool:
    """[R-tackle] Whether stopping the mover is worth the place it would then have."""
    i: i64 = m.arg(PIECE)
    end: i64 = m.arg(TO)
    k: i64 = m.arg(TACKLER)
    stop: i64 = m.arg(SCAN) - 2
    mover: i64 = i // PIECES
    value: i64 = (j.at(m, i, end) - j.at(m, i, stop)) * j.rival[mover] // PERCENT
    if end <= LAST_RING:
        space: i64 = (mover * QUADRANT + end) % RING
        if m.party_count(space, m.decider) == 1:
            victim: i64 = m.first_on(space, m.decider)
            value += j.loss(m, victim, m.r[victim])
    # Then it stands close behind the tackler.
    return value > j.loss(m, k, m.r[k]) // DIE - SPACE


def night_value(j: Judge, m: Match, i: i64, k: i64) -> i64:
    """[N-ambush] Intelligence against adaptability; who fails lies on the ground."""
    party: i64 = i // PIECES
    owner: i64 = k // PIECES
    lean: i64 = 1 if m.full_moon else 0
    if m.facing[k] == BACKWARD:
        lean -= 1
    attack: i64 = m.score(party, INTELLIGENCE) + crown_bonus(m, i)
    defence: i64 = m.score(owner, ADAPTABILITY) + crown_bonus(m, k)
    chance: i64 = j.odds.contest(attack - defence, lean)
    end: i64 = m.r[i] + (m.space(k) - m.space(i) + RING) % RING
    gain: i64 = place_change(j, m, i, end)
    return (gain * chance - j.w.prone * (CERTAIN - chance)) // CERTAIN


def best_night(j: Judge, m: Match, i: i64) -> i64:
    """[N-ambush] The best night ambush of a piece."""
    best: i64 = -WON
    party: i64 = i // PIECES
    for distance in range(1, m.t.night_ambush_range + 1):
        r: i64 = m.r[i] + distance
        if r > LAST_RING:
            break
        space: i64 = (party * QUADRANT + r) % RING
        enemy: i64 = m.enemy_here(space, party)
        if enemy != NOBODY and m.party_count(space, enemy) == 1:
            value: i64 = night_value(j, m, i, m.first_on(space, enemy))
            if value > best:
                best = value
    return best
