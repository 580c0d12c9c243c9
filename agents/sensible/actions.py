"""Rules of thumb for the action phase, the turning phase and the tank."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agents.sensible.building import fortify_value, hack_value
from agents.sensible.fights import (
    WORTHLESS,
    best_target,
    larger,
    line_value,
    turned_value,
    verb_value,
)
from agents.sensible.guns import (
    anti_tank_value,
    best_object,
    best_shot,
    object_value,
    shot_value,
)
from agents.sensible.judge import DIE, PERCENT, SPACE, Judge
from agents.sensible.odds import CERTAIN
from agents.sensible.spells import cast_value, refresh_value
from ludo_env.board import LAST_RING, PARTIES, PIECES, QUADRANT, RING
from ludo_env.engine.ludicrous.attacks import weapon
from ludo_env.engine.ludicrous.catalogue import (
    ANTI_TANK,
    ARTILLERY,
    BONUS_DIE,
    CAPTURE,
    CAST,
    COURT,
    DODGE,
    EAT,
    FISH,
    FORTIFY,
    HACK,
    LOOTED,
    PHANTOM_OF,
    QUICKENED,
    REFRESH,
    REVIVE,
    RIZZ,
    SNEAK,
    STAND,
    STRUCTURE,
    TANK,
    TANK_SHOT,
    TURN_PIECE,
    TURRET,
    VERB,
)
from ludo_env.engine.ludicrous.contests import crown_bonus
from ludo_env.engine.ludicrous.fishing import goal
from ludo_env.engine.ludicrous.lines import piece_of, ring_distance, slot_of, targetable
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.movement import bars_passing, may_move, own_spaces, stops, target
from ludo_env.engine.ludicrous.names import (
    ANTI_TANK_SPACE,
    ATTACK_SPACE,
    CONSTITUTION,
    GOLDEN_CARP,
    LUCK,
    MINNOW,
    NO_LOOT,
    NO_STRUCTURE,
    NOWHERE,
    QUICKEN,
    SALMON,
    SHIELD,
    SPEED,
    STRUCTURAL_SPACES,
    TROUT,
)
from ludo_env.engine.ludicrous.piece_state import ALL

NOT_POISONED: Final = 950
"""[6.12] The chance that eating does not poison, in thousandths."""
PARTNER_FULL: Final = 12


# -- turning and the tank ------------------------------------------------------------------------


def turning_value(j: Judge, m: Match, action: i64) -> i64:
    """[T-turning] What a piece can do once it has turned, beside the best that there is."""
    if action >= TURN_PIECE + PIECES:
        # Lying down costs more than it spares.
        return WORTHLESS
    party: i64 = m.decider
    i: i64 = party * PIECES + action - TURN_PIECE
    after: i64 = turned_value(j, m, i)
    if after <= 0:
        return WORTHLESS
    best: i64 = 0
    for own in range(party * PIECES, party * PIECES + PIECES):
        if m.on_path(own):
            best = larger(best, line_value(j, m, own))
    return after - best - j.w.turn


def tank_place(j: Judge, m: Match) -> i64:
    """[T-tank] Where the tank should stand: to shoot if it can, else as a shield."""
    party: i64 = m.decider
    if m.tank_wait[party] > 0 or j.w.violence == 0:
        return SHIELD
    for k in range(ALL):
        if targetable(m, party, k) and m.in_field(party, m.space(k)):
            return ATTACK_SPACE
    if idle(j, m, party):
        for other in range(PARTIES):
            if j.rival[other] != 0 and m.tank_hp[other] > 0:
                return ANTI_TANK_SPACE
    return SHIELD


def idle(j: Judge, m: Match, party: i64) -> bool:
    """Whether nothing is left to build, and no enemy near a piece."""
    first: i64 = party * STRUCTURAL_SPACES
    if m.t.structures and j.w.fortify > 0:
        for slot in range(first, first + STRUCTURAL_SPACES):
            if m.built[slot] == NO_STRUCTURE:
                return False
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.on_path(i) and j.threats(m, m.space(i)) > 0:
            return False
    return True


# -- the action phase ----------------------------------------------------------------------------


def action_value(j: Judge, m: Match, action: i64) -> i64:
    """[T-action] What an action or a bonus action is worth."""
    party: i64 = m.decider
    if action < SNEAK:
        return with_actor(
            j, m, (action - VERB) // PIECES, party * PIECES + (action - VERB) % PIECES
        )
    if action == SNEAK:
        return j.w.sneak + sneak_value(j, m, party)
    if action < CAST:
        return fortify_value(j, m, party, action - FORTIFY)
    if action < QUICKENED:
        return cast_value(j, m, action - CAST, True)
    if action < TANK_SHOT:
        return cast_value(j, m, action - QUICKENED, False) - j.cards[QUICKEN]
    if action == TANK_SHOT or action == ARTILLERY or action == TURRET:
        return best_shot(j, m, party, action)
    if action == ANTI_TANK:
        return best_anti_tank(j, m, party)
    return bonus_value(j, m, party, action)


def bonus_value(j: Judge, m: Match, party: i64, action: i64) -> i64:
    """[T-action] What a bonus action is worth."""
    if action < RIZZ:
        i: i64 = party * PIECES + action - STAND
        return j.w.stand if m.r[i] <= LAST_RING else j.w.stand // 2
    if action == RIZZ:
        return j.w.rizz * (PARTNER_FULL - m.partner[party]) // PARTNER_FULL
    if action == COURT:
        return j.w.court * j.odds.number(m.score(party, LUCK), m.t.court_goal, 0) // CERTAIN
    if action == EAT:
        return eat_value(j, m, party)
    if action == BONUS_DIE:
        return bonus_die_value(j, m, party)
    return refresh_value(j, m, action - REFRESH)


def with_actor(j: Judge, m: Match, verb: i64, i: i64) -> i64:
    """What a verb of a piece is worth with its best target."""
    if verb == DODGE:
        return j.w.dodge * j.threats(m, m.space(i))
    if verb == FISH:
        return fish_value(j, m, i)
    if verb == HACK:
        return best_hack(j, m, i)
    if verb == REVIVE or verb == CAPTURE:
        return best_rescue(j, m, i, verb == REVIVE)
    value: i64 = best_target(j, m, i, verb)
    return larger(value, best_object(j, m, i, verb)) if verb <= LOOTED else value


def best_anti_tank(j: Judge, m: Match, party: i64) -> i64:
    """[TK-anti-tank] The best shot at a tank."""
    best: i64 = WORTHLESS
    for other in range(PARTIES):
        if j.rival[other] != 0:
            best = larger(best, anti_tank_value(j, m, party, other))
    return best


# -- sneaking -----------------------------------------------------------------------------------


def sneak_value(j: Judge, m: Match, party: i64) -> i64:
    """[A-sneak] What it opens, on average over the rolls, if something bars or stops the way."""
    if not obstructed(m, party):
        return 0
    gained: i64 = 0
    for die in range(1, DIE + 1):
        gained += farthest(j, m, party, die, True) - farthest(j, m, party, die, False)
    return gained * j.w.sneak_gain // (DIE * PERCENT)


def obstructed(m: Match, party: i64) -> bool:
    """Whether a block, a phantom or a barricade stands within a roll of a piece."""
    for i in range(party * PIECES, party * PIECES + PIECES):
        if not m.on_path(i):
            continue
        last: i64 = m.r[i] + DIE if m.r[i] + DIE < LAST_RING else LAST_RING
        for r in range(m.r[i] + 1, last + 1):
            space: i64 = (party * QUADRANT + r) % RING
            if bars_passing(m, party, space) or stops(m, party, space):
                return True
    return False


def farthest(j: Judge, m: Match, party: i64, die: i64, sneaks: bool) -> i64:
    """The most progress that a roll can bring a piece."""
    best: i64 = 0
    for i in range(party * PIECES, party * PIECES + PIECES):
        if may_move(m, i):
            end: i64 = target(m, i, own_spaces(m, i, die), sneaks)
            if end != NOWHERE:
                best = larger(best, j.at(m, i, end) - j.at(m, i, m.r[i]))
    return best


# -- fishing, eating, the bonus die --------------------------------------------------------------


def fish_value(j: Judge, m: Match, i: i64) -> i64:
    """[6.12] A catch may replace what is there; failing ends the action phase."""
    party: i64 = i // PIECES
    chance: i64 = j.odds.number(m.score(party, LUCK) + crown_bonus(m, i), goal(m, m.space(i)), 0)
    value: i64 = j.w.fish
    if m.loot[party] != NO_LOOT:
        value = value // 2
    if m.wounded(party):
        value += j.w.hp
    return value * chance // CERTAIN


def eat_value(j: Judge, m: Match, party: i64) -> i64:
    """[B-eat] What the fish heals, and what else it brings."""
    loot: i64 = m.loot[party]
    heals: i64 = m.t.minnow_heals
    extra: i64 = 0
    if loot == TROUT:
        heals = m.t.trout_heals
    elif loot == SALMON:
        heals = m.t.salmon_heals
        extra = j.w.morale * (m.t.bonus_die_full - m.counter[party])
    elif loot == GOLDEN_CARP:
        heals = m.t.carp_heals
        extra = j.card(m, party)
    missing: i64 = m.most_hp(party) - m.hp[party]
    if missing < heals and loot != MINNOW and m.counter[party] >= m.t.bonus_die_full:
        # It will do more later.
        return 0
    value: i64 = j.w.hp * (heals if heals < missing else missing) + extra
    return value * NOT_POISONED // CERTAIN - j.w.keep


def bonus_die_value(j: Judge, m: Match, party: i64) -> i64:
    """[M-bonus-die] The spaces that it brings, if there is a piece to move."""
    useful: bool = False
    for i in range(party * PIECES, party * PIECES + PIECES):
        if may_move(m, i) and m.r[i] <= LAST_RING:
            useful = True
    if not useful:
        return WORTHLESS
    spaces: i64 = SPACE * (m.t.bonus_die + 1) // 2 + SPACE * m.score(party, SPEED)
    return spaces * j.w.bonus_die // PERCENT


# -- rescue and hacking --------------------------------------------------------------------------


def best_rescue(j: Judge, m: Match, i: i64, revives: bool) -> i64:
    """[A-revive] [A-capture] The best fallen piece beside an actor."""
    party: i64 = i // PIECES
    best: i64 = WORTHLESS
    for k in range(ALL):
        fits: bool = m.fallen[k] != 0 and m.hostile(party, k // PIECES) != revives
        if fits and ring_distance(m.space(i), m.space(k)) <= 1:
            best = larger(best, rescue_value(j, m, i, k, revives))
    return best


def rescue_value(j: Judge, m: Match, i: i64, k: i64, revives: bool) -> i64:
    """[A-revive] [A-capture] What reviving or capturing a fallen piece is worth."""
    party: i64 = i // PIECES
    if not revives:
        gain: i64 = j.loss(m, k, m.r[k]) * j.w.capture // PERCENT + j.w.prison
        return gain * j.rival[k // PIECES] // PERCENT + j.w.morale + heal_value(j, m, party, 1)
    lean: i64 = 1 if m.is_leader(i) and not m.stressed(party) else 0
    modifier: i64 = m.score(party, CONSTITUTION) + crown_bonus(m, i)
    chance: i64 = j.odds.number(modifier, m.t.revive_goal, lean)
    return j.loss(m, k, m.r[k]) * chance // CERTAIN * j.w.revive // PERCENT


def heal_value(j: Judge, m: Match, party: i64, amount: i64) -> i64:
    """What hit points are worth, if they are missing."""
    return j.w.hp * amount if m.hp[party] + amount <= m.most_hp(party) else 0


def best_hack(j: Judge, m: Match, i: i64) -> i64:
    """[A-hack] The best structure within reach of an actor."""
    party: i64 = i // PIECES
    best: i64 = WORTHLESS
    for slot in range(PARTIES * STRUCTURAL_SPACES):
        owner: i64 = slot // STRUCTURAL_SPACES
        if m.built[slot] == NO_STRUCTURE or j.rival[owner] == 0:
            continue
        if ring_distance(m.space(i), m.t.guarded[slot]) + 1 <= m.t.hack_range:
            best = larger(best, hack_value(j, m, party, slot))
    return best


# -- targets -------------------------------------------------------------------------------------


def chosen_target(j: Judge, m: Match, action: i64) -> i64:
    """What a target of the verb that was chosen is worth."""
    verb: i64 = m.arg(0)
    i: i64 = m.arg(1)
    party: i64 = m.decider
    if verb == ANTI_TANK:
        return anti_tank_value(j, m, party, (party + action - TANK) % PARTIES)
    if verb == HACK:
        return hack_value(j, m, party, slot_of(party, action))
    if STRUCTURE <= action < TANK or action >= PHANTOM_OF:
        return object_value(j, m, i, weapon(m, party, verb), action)
    k: i64 = piece_of(party, action)
    if verb == TANK_SHOT or verb == ARTILLERY or verb == TURRET:
        return shot_value(j, m, party, verb, k)
    if verb == REVIVE or verb == CAPTURE:
        return rescue_value(j, m, i, k, verb == REVIVE)
    return verb_value(j, m, i, verb, k)
