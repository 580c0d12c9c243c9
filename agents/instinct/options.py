"""The numbers of an action: who acts, where it leads, whom it meets. Compiled."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from agents.instinct.inputs import (
    ACTOR,
    ACTOR_AT,
    AGREEING,
    AHEAD_OF_ACTOR,
    AHEAD_OF_END,
    AT_END,
    BEHIND_ACTOR,
    BEHIND_END,
    CARD,
    DIE,
    END_AT,
    ENDING,
    FRIEND_AT,
    GROUP,
    HURT,
    OWN_NEAR_END,
    REACH,
    SLOT,
    SPELL_OF,
    STOPPED,
    TARGET,
    TARGET_AT,
    VERB_OF,
    WORTH,
    Inputs,
)
from agents.sensible.judge import Judge
from agents.sensible.moves import effects, mate_of, meeting, tackle_chance, teleport_value
from agents.sensible.odds import CERTAIN
from ludo_env.board import HOME, LAST_RING, PARTIES, PIECES, QUADRANT, RING
from ludo_env.engine.ludicrous.casting import CASTER, META, SPELL
from ludo_env.engine.ludicrous.catalogue import (
    AHEAD,
    ANTI_TANK,
    ARTILLERY,
    CAST,
    END,
    ENTER,
    FORTIFY,
    GENERAL_TABLE,
    LIE_DOWN,
    MOVE,
    NIGHT_AMBUSH,
    PHANTOM_OF,
    PIECE,
    QUICKENED,
    REFRESH,
    RIZZ,
    SHED,
    SNEAK,
    STAND,
    STRUCTURE,
    SYNC,
    TANK,
    TANK_SHOT,
    TANK_TO,
    TURN_PIECE,
    VERB,
    VERBS,
    YES,
)
from ludo_env.engine.ludicrous.health import FINAL
from ludo_env.engine.ludicrous.landing import next_d
from ludo_env.engine.ludicrous.lines import piece_of, ring_distance, slot_of
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.movement import PIECE as MOVER
from ludo_env.engine.ludicrous.movement import (
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
    AMPLIFY,
    BACKWARD,
    CARD_KINDS,
    NO_STRUCTURE,
    NOBODY,
    NOWHERE,
    PRISON,
    SPELL_KINDS,
    STRUCTURAL_SPACES,
    STRUCTURE_KINDS,
)
from ludo_env.engine.ludicrous.names import REACH as REACH_CARD
from ludo_env.engine.ludicrous.procedures import (
    DECIDE_ACTION,
    DECIDE_BONUS_MOVE,
    DECIDE_CASTER,
    DECIDE_COUNTERSPELL,
    DECIDE_CROWN,
    DECIDE_CROWN_JUMP,
    DECIDE_CROWN_TARGET,
    DECIDE_META,
    DECIDE_MOVE,
    DECIDE_NIGHT_TARGET,
    DECIDE_SPELL_TARGET,
    DECIDE_TACKLE,
    DECIDE_TARGET,
    DECIDE_TELEPORT,
    DECIDE_WARD,
)

THOUSAND: Final = 1000.0
MOST_WORTH: Final = 3.0
SIXTEEN: Final = PARTIES * PIECES


def read_option(j: Judge, m: Match, action: i64, worth: i64, best: i64, out: Inputs) -> None:
    """Add the numbers of an action to what is given.

    Args:
        j: has looked at the position with the eyes of the party that decides.
        m: the game.
        action: a legal action.
        worth: what the rules of thumb think of it.
        best: what they think of the best.
        out: where the numbers go.
    """
    read_worth(worth, best, out)
    out.put(GROUP + group_of(m, action), 1.0)
    if action == END:
        out.put(ENDING + m.kind, 1.0)
    elif action == YES:
        out.put(AGREEING + m.kind, 1.0)
    kind: i64 = m.kind
    if kind == DECIDE_MOVE or kind == DECIDE_BONUS_MOVE:
        read_move(j, m, action, out)
    elif kind == DECIDE_ACTION:
        read_deed(j, m, action, out)
    elif kind == DECIDE_TARGET or kind == DECIDE_NIGHT_TARGET or kind == DECIDE_CROWN_TARGET:
        read_aim(j, m, action, out)
    elif DECIDE_META <= kind <= DECIDE_COUNTERSPELL:
        read_cast(j, m, action, out)
    else:
        read_other(j, m, action, out)


def read_worth(worth: i64, best: i64, out: Inputs) -> None:
    """What the rules of thumb think."""
    lost: float = float(best - worth)
    out.put(WORTH, lost / THOUSAND if lost < MOST_WORTH * THOUSAND else MOST_WORTH)
    out.put(WORTH + 1, math.log2(1.0 + lost) / 10.0)
    out.put(WORTH + 2, lost / 100.0 if lost < 100.0 else 1.0)
    out.mark(WORTH + 3, worth == best)
    own: float = float(worth) / THOUSAND
    if own > MOST_WORTH:
        own = MOST_WORTH
    elif own < -MOST_WORTH:
        own = -MOST_WORTH
    out.put(WORTH + 4, own)
    out.mark(WORTH + 5, worth > 1)


def group_of(m: Match, action: i64) -> i64:
    """The group of an action: its kind, whatever the piece or the space."""
    if action < TURN_PIECE:
        return action
    if action < VERB:
        return 2 if action < LIE_DOWN else (3 if action < TANK_TO else 4)
    if action < SNEAK:
        return 5 + (action - VERB) // PIECES
    if action < FORTIFY:
        return 18
    if action < CAST:
        return 19 + (action - FORTIFY) // STRUCTURAL_SPACES
    if action < TANK_SHOT:
        return 24 + action - CAST
    if action < STAND:
        return 48 + action - TANK_SHOT
    if action < RIZZ:
        return 51
    if action < PIECE:
        # One by one: rizz, court, eat, bonus die, turret, refresh, how to cast, shed.
        return 52 + action - RIZZ
    if action < STRUCTURE:
        return 90 if (action - PIECE) < PIECES else 91
    if action < TANK:
        return 92
    if action < AHEAD:
        return 93 if action < PHANTOM_OF else 94
    if action < ENTER:
        return 95
    if action < MOVE:
        return 96
    if action < SYNC:
        return 97
    if action < NIGHT_AMBUSH:
        return 98
    return 99 if action < GENERAL_TABLE else 100 + action - GENERAL_TABLE


# -- kinds of decision -----------------------------------------------------------------------------


def read_move(j: Judge, m: Match, action: i64, out: Inputs) -> None:
    """Who moves, and where to."""
    first: i64 = m.decider * PIECES
    if action >= SYNC and action < NIGHT_AMBUSH:
        read_pair(j, m, action, out)
    elif action >= MOVE and action < SYNC:
        i: i64 = first + action - MOVE
        roll: i64 = m.bonus_spaces if m.kind == DECIDE_BONUS_MOVE else m.die
        read_actor(j, m, i, out)
        read_end(j, m, i, target(m, i, own_spaces(m, i, roll), m.sneaking), out)
    elif action >= ENTER and action < MOVE:
        read_actor(j, m, first + action - ENTER, out)
        read_end(j, m, first + action - ENTER, 0, out)


def read_pair(j: Judge, m: Match, action: i64, out: Inputs) -> None:
    """Both pieces that move in synchrony."""
    i: i64 = first_of_pair(m.decider, action)
    k: i64 = second_of_pair(m.decider, action)
    spaces: i64 = spaces_of_first(action)
    read_actor(j, m, i, out)
    read_end(j, m, i, target(m, i, spaces, m.sneaking), out)
    read_actor(j, m, k, out)
    read_end(j, m, k, target(m, k, spaces_of_second(m, i, k, spaces, m.die), m.sneaking), out)


def read_deed(j: Judge, m: Match, action: i64, out: Inputs) -> None:
    """An action or a bonus action."""
    party: i64 = m.decider
    if action >= VERB and action < SNEAK:
        read_actor(j, m, party * PIECES + (action - VERB) % PIECES, out)
    elif action >= FORTIFY and action < CAST:
        read_slot(m, party * STRUCTURAL_SPACES + (action - FORTIFY) % STRUCTURAL_SPACES, out)
    elif action >= CAST and action < TANK_SHOT:
        read_card(m, (action - CAST) % (QUICKENED - CAST), out)
    elif action >= STAND and action < RIZZ:
        read_actor(j, m, party * PIECES + action - STAND, out)
    elif action >= REFRESH and action < REFRESH + CARD_KINDS:
        read_card(m, action - REFRESH, out)


def read_aim(j: Judge, m: Match, action: i64, out: Inputs) -> None:
    """The target of a verb, a shot, a night ambush or a jump."""
    actor: i64 = NOBODY
    if m.kind == DECIDE_TARGET:
        verb: i64 = m.arg(0)
        if verb < len(VERBS):
            out.put(VERB_OF + verb, 1.0)
            actor = m.arg(1)
        else:
            out.put(VERB_OF + len(VERBS) + shot_of(verb), 1.0)
    else:
        actor = m.arg(1)
    if actor != NOBODY:
        read_actor(j, m, actor, out)
    if action >= PIECE and action < STRUCTURE:
        read_piece(j, m, actor, piece_of(m.decider, action), out)
    elif action >= STRUCTURE and action < TANK:
        read_slot(m, slot_of(m.decider, action), out)


def shot_of(verb: i64) -> i64:
    """The number of a shot."""
    if verb == TANK_SHOT:
        return 0
    if verb == ANTI_TANK:
        return 1
    return 2 if verb == ARTILLERY else 3


def read_cast(j: Judge, m: Match, action: i64, out: Inputs) -> None:
    """A decision about a spell."""
    if m.kind == DECIDE_WARD:
        read_actor(j, m, m.arg(0), out)
        out.put(HURT, float(m.arg(FINAL)) / 10.0)
        out.mark(HURT + 1, m.arg(FINAL) >= m.hp[m.decider])
        return
    if m.arg(SPELL) < SPELL_KINDS:
        out.put(SPELL_OF + m.arg(SPELL), 1.0)
    out.mark(SPELL_OF + SPELL_KINDS, m.arg(META) == AMPLIFY)
    out.mark(SPELL_OF + SPELL_KINDS + 1, m.arg(META) == REACH_CARD)
    if m.kind == DECIDE_CASTER:
        read_actor(j, m, piece_of(m.decider, action), out)
    elif m.kind == DECIDE_SPELL_TARGET:
        if m.arg(CASTER) != NOBODY:
            read_actor(j, m, m.arg(CASTER), out)
        if action >= PIECE and action < STRUCTURE:
            read_piece(j, m, m.arg(CASTER), piece_of(m.decider, action), out)


def read_other(j: Judge, m: Match, action: i64, out: Inputs) -> None:
    """Turning, tackling, the crown, teleports, cards to shed, the night."""
    kind: i64 = m.kind
    first: i64 = m.decider * PIECES
    if action >= TURN_PIECE and action < TANK_TO:
        read_actor(j, m, first + (action - TURN_PIECE) % PIECES, out)
    elif action >= SHED and action < PIECE:
        read_card(m, action - SHED, out)
    elif action >= NIGHT_AMBUSH and action < GENERAL_TABLE:
        read_actor(j, m, first + action - NIGHT_AMBUSH, out)
    elif kind == DECIDE_CROWN_JUMP and action >= PIECE and action < STRUCTURE:
        read_actor(j, m, piece_of(m.decider, action), out)
    elif kind == DECIDE_CROWN:
        read_actor(j, m, m.arg(0), out)
    elif kind == DECIDE_TELEPORT:
        i: i64 = m.arg(0)
        read_actor(j, m, i, out)
        if action == YES:
            read_end(j, m, i, next_d(m, i), out)
    elif kind == DECIDE_TACKLE:
        read_actor(j, m, m.arg(TACKLER), out)
        read_piece(j, m, m.arg(TACKLER), m.arg(MOVER), out)
        read_stopped(j, m, m.arg(MOVER), m.arg(TO), out)


# -- pieces and things -----------------------------------------------------------------------------


def read_actor(j: Judge, m: Match, i: i64, out: Inputs) -> None:
    """A piece that acts, where it is."""
    party: i64 = i // PIECES
    r: i64 = m.r[i]
    out.put(ACTOR_AT + r - PRISON, 1.0)
    read_conditions(m, i, ACTOR, out)
    out.mark(ACTOR + 7, m.veiled[i] != 0)
    if not m.on_path(i):
        return
    space: i64 = m.space(i)
    mates: i64 = m.party_count(space, party) - 1
    chance: float = float(j.reached(m, party, space, NOBODY)) / THOUSAND
    out.mark(ACTOR + 8, mates > 0)
    out.mark(ACTOR + 9, m.t.star[space] != 0)
    out.put(ACTOR + 10, chance)
    if mates == 0 and m.t.star[space] == 0:
        out.put(ACTOR + 11, chance * float(j.loss(m, i, r)) / THOUSAND)
    out.put(ACTOR + 12, float(j.threats(m, space)) / 4.0)
    out.mark(ACTOR + 13, m.in_field(party, space))
    read_enemies(m, party, r, BEHIND_ACTOR, AHEAD_OF_ACTOR, out)


def read_conditions(m: Match, i: i64, at: i64, out: Inputs) -> None:
    """What a piece is like, whoever looks at it."""
    out.mark(at, m.is_leader(i))
    out.mark(at + 1, m.prone[i] != 0)
    out.mark(at + 2, m.restrained[i] != 0)
    out.mark(at + 3, m.burning[i] != 0)
    out.mark(at + 4, m.crowned[i] != 0)
    out.mark(at + 5, m.facing[i] == BACKWARD)
    out.mark(at + 6, m.dodging[i] != 0)


def read_enemies(m: Match, party: i64, r: i64, behind: i64, beyond: i64, out: Inputs) -> None:
    """Enemies around a place of a route on the pathway: all behind it, single ones ahead."""
    space: i64 = (party * QUADRANT + r) % RING
    for d in range(1, REACH + 1):
        there: i64 = (space - d + RING) % RING
        count: i64 = m.others_here(there, party)
        if count != 0:
            out.put(behind + d - 1, float(hostile_at(m, party, there)))
    for d in range(1, DIE + 1):
        if r + d > LAST_RING:
            return
        there = (space + d) % RING
        if m.others_here(there, party) != 0:
            enemy: i64 = m.enemy_here(there, party)
            if enemy != NOBODY and m.party_count(there, enemy) == 1:
                out.put(beyond + d - 1, 1.0)


def hostile_at(m: Match, party: i64, space: i64) -> i64:
    """Enemy pieces on a space."""
    enemy: i64 = m.enemy_here(space, party)
    return 0 if enemy == NOBODY else m.party_count(space, enemy)


def read_end(j: Judge, m: Match, i: i64, end: i64, out: Inputs) -> None:
    """Where a piece ends, whom it meets, what the place is like."""
    if end == NOWHERE:
        return
    party: i64 = i // PIECES
    out.put(END_AT + end - PRISON, 1.0)
    out.put(AT_END, float(j.at(m, i, end) - j.at(m, i, m.r[i])) / THOUSAND)
    out.mark(AT_END + 1, m.is_leader(i))
    out.mark(AT_END + 2, m.crowned[i] != 0)
    if end > LAST_RING:
        out.mark(AT_END + 3, end == HOME and m.home_count(party) + 1 >= m.t.pieces_to_win)
        return
    space: i64 = (party * QUADRANT + end) % RING
    own: i64 = m.party_count(space, party)
    victim: i64 = read_meeting(j, m, i, end, space, out)
    chance: float = float(j.reached(m, party, space, victim)) / THOUSAND
    star: bool = m.t.star[space] != 0
    out.mark(AT_END + 4, own > 0)
    out.mark(AT_END + 5, star)
    out.put(AT_END + 6, chance)
    if own == 0 and not star:
        out.put(AT_END + 7, chance * float(j.loss(m, i, end)) / THOUSAND)
    out.put(AT_END + 8, float(j.targets_ahead(m, i, end, victim)) / THOUSAND)
    out.put(AT_END + 9, float(j.threats(m, space)) / 4.0)
    out.put(AT_END + 10, float(effects(j, m, i, end, space)) / THOUSAND)
    out.mark(AT_END + 11, m.t.trap[space] != 0)
    out.mark(AT_END + 12, m.t.spell_card[space] != 0)
    if m.t.teleport_from[space] != 0:
        out.put(AT_END + 13, 1.0)
        out.put(AT_END + 14, float(teleport_value(j, m, i, end)) / THOUSAND)
    out.mark(AT_END + 15, m.t.fishing_space[space] != 0)
    out.put(AT_END + 16, float(j.held_up(m, space)) / 400.0)
    read_way(j, m, i, end, out)
    if m.on_path(i) and mate_of(m, i, m.space(i)) != i:
        # Somebody is left behind.
        out.put(AT_END + 18, float(j.reached(m, party, m.space(i), NOBODY)) / THOUSAND)
    read_enemies(m, party, end, BEHIND_END, AHEAD_OF_END, out)
    read_company(m, i, end, out)


def read_meeting(j: Judge, m: Match, i: i64, end: i64, space: i64, out: Inputs) -> i64:
    """The enemies on the space where a piece ends; the first of them."""
    party: i64 = i // PIECES
    enemy: i64 = m.enemy_here(space, party)
    if enemy == NOBODY:
        return NOBODY
    victim: i64 = m.first_on(space, enemy)
    out.mark(AT_END + 19, m.party_count(space, enemy) > 1)
    out.put(AT_END + 20, float(m.r[victim]) / 50.0)
    out.put(AT_END + 21, float(meeting(j, m, i, end, enemy, space)) / THOUSAND)
    out.put(TARGET_AT + m.r[victim] - PRISON, 1.0)
    out.mark(TARGET, m.is_leader(victim))
    return victim


def read_way(j: Judge, m: Match, i: i64, end: i64, out: Inputs) -> None:
    """The chance of being tackled on the way."""
    party: i64 = i // PIECES
    if m.sneaking and m.turn == party:
        return
    stays: float = 1.0
    for r in range(m.r[i] + 1, end):
        space: i64 = (party * QUADRANT + r) % RING
        if m.others_here(space, party) != 0:
            stays *= 1.0 - float(tackle_chance(j, m, i, space)) / float(CERTAIN)
    out.put(AT_END + 17, 1.0 - stays)


def read_company(m: Match, i: i64, end: i64, out: Inputs) -> None:
    """Own pieces near where a piece ends."""
    first: i64 = i // PIECES * PIECES
    for k in range(first, first + PIECES):
        if k == i or not m.on_path(k):
            continue
        d: i64 = m.r[k] - end
        if 1 <= d <= DIE:
            out.put(OWN_NEAR_END + d - 1, 1.0)
        elif -DIE <= d <= -1:
            out.put(OWN_NEAR_END + DIE - d - 1, 1.0)


def read_piece(j: Judge, m: Match, actor: i64, k: i64, out: Inputs) -> None:
    """A piece that is aimed at, or helped."""
    owner: i64 = k // PIECES
    if not m.hostile(m.decider, owner):
        out.put(FRIEND_AT + m.r[k] - PRISON, 1.0)
    else:
        out.put(TARGET_AT + m.r[k] - PRISON, 1.0)
    read_conditions(m, k, TARGET, out)
    out.put(TARGET + 7, float(m.fallen[k]) / 3.0)
    out.put(TARGET + 8, float(m.hp[owner]) / 10.0)
    out.mark(TARGET + 9, m.stunned[owner] != 0)
    out.put(TARGET + 10, float(j.prize(m, k)) / THOUSAND)
    if m.r[k] < 0 or m.r[k] > LAST_RING:
        return
    space: i64 = m.space(k)
    out.mark(TARGET + 11, m.t.star[space] != 0)
    out.mark(TARGET + 12, m.party_count(space, owner) > 1)
    for d in range(1, DIE + 1):
        out.mark(TARGET + 13, m.party_count((space + d) % RING, m.decider) == 1)
    if actor != NOBODY and m.on_path(actor):
        way: i64 = ring_distance(m.space(actor), space)
        out.put(TARGET + 14 + (way if way < 7 else 7), 1.0)


def read_slot(m: Match, slot: i64, out: Inputs) -> None:
    """A structural space."""
    out.put(SLOT + slot % STRUCTURAL_SPACES, 1.0)
    out.put(SLOT + 4, float(m.project_points[slot]) / 4.0)
    if m.built[slot] != NO_STRUCTURE:
        out.put(SLOT + 5 + m.built[slot], 1.0)
        out.put(SLOT + 5 + STRUCTURE_KINDS, float(m.built_hp[slot]) / 10.0)


def read_card(m: Match, card: i64, out: Inputs) -> None:
    """A card of the hand."""
    first: i64 = m.decider * CARD_KINDS
    out.put(CARD, float(m.hand[first + card]))
    casts: bool = False
    for spell in range(SPELL_KINDS):
        if m.t.castable[first + spell] != 0:
            casts = True
    out.mark(CARD + 1, card < SPELL_KINDS and m.t.castable[first + card] != 0)
    out.mark(CARD + 2, casts)


def read_stopped(j: Judge, m: Match, mover: i64, end: i64, out: Inputs) -> None:
    """What a mover gains if it is not tackled."""
    out.put(STOPPED, float(j.at(m, mover, end) - j.at(m, mover, m.r[mover])) / THOUSAND)
    out.mark(STOPPED + 1, end == HOME)
    if end <= LAST_RING:
        space: i64 = ((mover // PIECES) * QUADRANT + end) % RING
        out.mark(STOPPED + 2, m.party_count(space, m.decider) == 1)
