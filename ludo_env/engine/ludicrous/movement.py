"""Movement: who may go where, rolls and sixes, synchrony, tackles. Rules of record, section 5"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import HOME, HOME_AREA, LAST_RING, PARTIES, PIECES, QUADRANT, RING, YARD
from ludo_env.engine.ludicrous.catalogue import END, ENTER, MOVE, SYNC, SYNC_SPACES, YES
from ludo_env.engine.ludicrous.contests import contest, crown_bonus, lean, saving_throw
from ludo_env.engine.ludicrous.health import can_react
from ludo_env.engine.ludicrous.landing import MAY_TELEPORT, land, pass_crown, pass_spell_card
from ludo_env.engine.ludicrous.match import BLOCKS, NIBBLE, Match
from ludo_env.engine.ludicrous.names import (
    ATTACK,
    BARRICADE,
    FORWARD,
    GRAZE,
    LEADER,
    NOBODY,
    NOWHERE,
    SPEED,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.ludicrous.parts import HOLDINGS
from ludo_env.engine.ludicrous.pieces import foreign_star, lift, put
from ludo_env.engine.ludicrous.procedures import (
    BONUS_MOVE,
    DECIDE_BONUS_MOVE,
    DECIDE_CROWN,
    DECIDE_MOVE,
    DECIDE_TACKLE,
    ENTERING,
    MOVE_PIECE,
    PASS_EFFECTS,
    SECOND_PIECE,
)
from ludo_env.engine.state import FRAME

DIE: Final = 6
ONE: Final = 1
THIRD_SIX: Final = 3
MOST_ON_SPACE: Final = 2
LOST: Final = 1
"""The stage of a second piece whose part of the roll is lost."""

# Arguments of MOVE_PIECE.
PIECE: Final = 0
FROM: Final = 1
TO: Final = 2
SCAN: Final = 3
SNEAKS: Final = 4
TACKLER: Final = 5


# -- where a piece may go ------------------------------------------------------------------------


def target(m: Match, i: i64, spaces: i64, sneaks: bool) -> i64:
    """[M-roll] [M-pass] r where a piece ends that moves so many spaces; -1 if it may not."""
    party: i64 = i // PIECES
    start: i64 = m.r[i]
    r: i64 = start + spaces
    if r > HOME:
        return NOWHERE
    if not sneaks:
        last: i64 = r - 1 if r <= LAST_RING else LAST_RING
        for between in range(start + 1, last + 1):
            space: i64 = (party * QUADRANT + between) % RING
            if bars_passing(m, party, space):
                return NOWHERE
            if stops(m, party, space):
                r = between
                break
    if not may_land(m, i, r):
        return NOWHERE
    return r


def bars_passing(m: Match, party: i64, space: i64) -> bool:
    """[M-pass] Enemy blocks and phantoms cannot be passed."""
    here: i64 = m.ring[space] & BLOCKS
    if here != 0:
        for other in range(PARTIES):
            if m.hostile(party, other) and m.party_count(space, other) >= MOST_ON_SPACE:
                return True
    phantom: i64 = m.phantom_here(space)
    return phantom != NOWHERE and m.hostile(party, phantom)


def stops(m: Match, party: i64, space: i64) -> bool:
    """[M-pass] [ST-barricade] Whether an enemy barricade guards the space."""
    slot: i64 = m.t.slot_at[space]
    if slot == NOWHERE or m.built[slot] != BARRICADE:
        return False
    return m.hostile(party, slot // STRUCTURAL_SPACES) and m.acts(slot, BARRICADE)


def may_land(m: Match, i: i64, r: i64) -> bool:
    """[M-land] [6.5] Not on two own pieces, a phantom, a team-mate; no block on a foreign star."""
    party: i64 = i // PIECES
    if r == HOME:
        return True
    if r >= HOME_AREA:
        return m.count_at(party, r) < MOST_ON_SPACE
    space: i64 = (party * QUADRANT + r) % RING
    if m.phantom_here(space) != NOWHERE:
        return False
    own: i64 = m.party_count(space, party)
    if own >= MOST_ON_SPACE or (own == 1 and foreign_star(m, party, space)):
        return False
    other: i64 = m.owner_here(space, party)
    return other == NOBODY or m.hostile(party, other)


def may_move(m: Match, i: i64) -> bool:
    """[M-roll] [C-restrained] Whether a piece can move by its own movement at all."""
    return m.conscious(i) and m.restrained[i] == 0


def own_spaces(m: Match, i: i64, roll: i64) -> i64:
    """[M-prone] [8.5] How far a roll takes a piece alone: half, at least 1, if it is prone."""
    if m.prone[i] == 0:
        return roll
    return roll // 2 if roll >= 2 else 1


# -- rolls ---------------------------------------------------------------------------------------


def step_move_rolls(m: Match) -> None:
    """[T-movement] Roll, use the roll, again after a 6; then the bonus die's move."""
    party: i64 = m.turn
    stage: i64 = m.stage()
    if not m.plays(party) or m.home_count(party) >= m.t.pieces_to_win:
        m.pop()
    elif stage == 0:
        roll_to_move(m, party)
    elif stage == 1:
        choose_move(m, party, m.choice)
    elif m.die == DIE:
        m.go_on_at(0)
    else:
        m.pop()
        if m.bonus_spaces > 0:
            m.call(BONUS_MOVE)


def roll_to_move(m: Match, party: i64) -> None:
    """[M-roll] [M-six] Before a third 6 in a row is used, a throw of speed, goal 4."""
    m.die = m.roll(party, DIE, "movement")
    m.sixes = m.sixes + 1 if m.die == DIE else 0
    m.go_on_at(2)
    if m.sixes >= THIRD_SIX and not saving_throw(
        m, party, NOBODY, m.score(party, SPEED), m.t.six_throw_goal, "sixes"
    ):
        m.die = 0
        return
    offer_moves(m, party, m.die)
    if m.choices > 0:
        m.ask(party, DECIDE_MOVE)
        m.go_on_at(1)
    elif m.log.on:
        m.log.add("no_move", party, {"die": m.die})


def offer_moves(m: Match, party: i64, die: i64) -> None:
    """[M-roll] Every legal use of a roll: enter, move, or move in synchrony."""
    sneaks: bool = m.sneaking
    first: i64 = party * PIECES
    for i in range(first, first + PIECES):
        if m.r[i] == YARD:
            if may_enter(m, i, die):
                m.allow(ENTER + i % PIECES)
        elif may_move(m, i) and target(m, i, own_spaces(m, i, die), sneaks) != NOWHERE:
            m.allow(MOVE + i % PIECES)
    for i in range(first, first + PIECES):
        if may_move(m, i):
            for k in range(first, first + PIECES):
                if k != i and may_move(m, k) and near_enough(m, i, k):
                    offer_synchrony(m, i, k, die, sneaks)


def may_enter(m: Match, i: i64, die: i64) -> bool:
    """[M-enter] [8.6] With a 6, or a 1 unless it is the leader, if the start has room."""
    if die != DIE and (die != ONE or i % PIECES == LEADER):
        return False
    return may_land(m, i, 0)


def near_enough(m: Match, i: i64, k: i64) -> bool:
    """[M-sync] [8.6] At most 3 spaces apart, 6 if one of them is the leader."""
    apart: i64 = m.r[i] - m.r[k]
    if apart < 0:
        apart = -apart
    if m.is_leader(i) or m.is_leader(k):
        return apart <= m.t.sync_range_leader
    return apart <= m.t.sync_range


def offer_synchrony(m: Match, i: i64, k: i64, die: i64, sneaks: bool) -> None:
    """[M-sync] Every split of the roll: i moves first, k what is left; prone spaces cost 2."""
    cost: i64 = 2 if m.prone[i] != 0 else 1
    other: i64 = 2 if m.prone[k] != 0 else 1
    pair: i64 = (i % PIECES) * (PIECES - 1) + k % PIECES - (1 if k > i else 0)
    spaces: i64 = 1
    while spaces * cost + other <= die:
        rest: i64 = die - spaces * cost
        if rest % other == 0:
            end: i64 = target(m, i, spaces, sneaks)
            if end != NOWHERE and legal_after(m, i, end, k, rest // other, sneaks):
                m.allow(SYNC + pair * SYNC_SPACES + spaces - 1)
        spaces += 1


def legal_after(m: Match, i: i64, end: i64, k: i64, spaces: i64, sneaks: bool) -> bool:
    """[M-sync] Whether k could move once i stood at its end, whomever i may have felled there."""
    party: i64 = i // PIECES
    start: i64 = m.r[i]
    lift(m, i)
    m.r[i] = end
    space: i64 = (party * QUADRANT + end) % RING
    here: i64 = 0
    if end <= LAST_RING:
        here = m.ring[space]
        m.ring[space] = (here & (0xF << (NIBBLE * party))) + (1 << (NIBBLE * party))
    legal: bool = target(m, k, spaces, sneaks) != NOWHERE
    if end <= LAST_RING:
        m.ring[space] = here
    m.r[i] = start
    if start <= LAST_RING:
        m.ring[m.space(i)] += 1 << (NIBBLE * party)
    return legal


def first_of_pair(party: i64, action: i64) -> i64:
    """[M-sync] The piece that moves first."""
    return party * PIECES + (action - SYNC) // SYNC_SPACES // (PIECES - 1)


def second_of_pair(party: i64, action: i64) -> i64:
    """[M-sync] The piece that moves second."""
    k: i64 = party * PIECES + (action - SYNC) // SYNC_SPACES % (PIECES - 1)
    return k + 1 if k >= first_of_pair(party, action) else k


def spaces_of_first(action: i64) -> i64:
    """[M-sync] How far the first piece moves."""
    return (action - SYNC) % SYNC_SPACES + 1


def spaces_of_second(m: Match, i: i64, k: i64, spaces: i64, roll: i64) -> i64:
    """[M-sync] How far k moves when i has moved so far; prone spaces cost 2."""
    cost: i64 = 2 if m.prone[i] != 0 else 1
    other: i64 = 2 if m.prone[k] != 0 else 1
    return (roll - spaces * cost) // other


def choose_move(m: Match, party: i64, action: i64) -> None:
    """[M-roll] Begin the chosen use of the roll."""
    m.go_on_at(2)
    first: i64 = party * PIECES
    if action >= SYNC:
        i: i64 = first_of_pair(party, action)
        k: i64 = second_of_pair(party, action)
        spaces: i64 = spaces_of_first(action)
        m.call(SECOND_PIECE, k, spaces_of_second(m, i, k, spaces, m.die))
        start_move(m, i, spaces, m.sneaking)
    elif action >= MOVE:
        i = first + action - MOVE
        start_move(m, i, own_spaces(m, i, m.die), m.sneaking)
    else:
        m.call(ENTERING, first + action - ENTER)


def step_second_piece(m: Match) -> None:
    """[M-sync] The second piece moves if its move is still legal; else its part is lost."""
    k: i64 = m.arg(0)
    spaces: i64 = m.arg(1)
    lost: bool = m.stage() == LOST
    m.pop()
    if not lost and may_move(m, k) and target(m, k, spaces, m.sneaking) != NOWHERE:
        start_move(m, k, spaces, m.sneaking)


def step_entering(m: Match) -> None:
    """[M-enter] [8.7] A piece comes onto the start; once per game it may be crowned."""
    i: i64 = m.arg(0)
    party: i64 = i // PIECES
    stage: i64 = m.stage()
    if stage == 0:
        m.go_on_at(1)
        if m.crown_used[party] == 0:
            m.allow(END)
            m.allow(YES)
            m.ask(party, DECIDE_CROWN)
            return
        m.choice = END
    m.pop()
    if m.choice == YES:
        m.part_changes(HOLDINGS)
        m.crown_used[party] = 1
        m.crowned[i] = 1
        if m.log.on:
            m.log.add("crowned", party, {"piece": i % PIECES})
    if m.log.on:
        m.log.add("enters", party, {"piece": i % PIECES})
    m.piece_changes(i)
    m.facing[i] = FORWARD
    m.moved[i] = 1
    put(m, i, 0)
    land(m, i, MAY_TELEPORT)


# -- a piece moves -------------------------------------------------------------------------------


def start_move(m: Match, i: i64, spaces: i64, sneaks: bool) -> None:
    """Move a piece whose move is legal."""
    end: i64 = target(m, i, spaces, sneaks)
    start: i64 = m.r[i]
    m.call(MOVE_PIECE, i, start, end, start + 1, 1 if sneaks else 0)


def step_move_piece(m: Match) -> None:
    """[R-tackle] [M-effects] Tackles in path order, then the passing effects, then the landing."""
    i: i64 = m.arg(PIECE)
    stage: i64 = m.stage()
    if stage == 1:
        m.go_on_at(0)
        if m.choice == YES and tackles(m, i, m.arg(TACKLER)):
            lose_second_part(m)
            stop_before(m, i, m.arg(SCAN) - 1)
            return
    if m.arg(SNEAKS) == 0 and next_tackler(m, i):
        m.allow(END)
        m.allow(YES)
        m.ask(m.arg(TACKLER) // PIECES, DECIDE_TACKLE)
        m.go_on_at(1)
        return
    arrive(m, i, m.arg(FROM), m.arg(TO))


def next_tackler(m: Match, i: i64) -> bool:
    """[R-tackle] Find the next single enemy piece on the way whose owner may tackle."""
    party: i64 = i // PIECES
    last: i64 = m.arg(TO) - 1 if m.arg(TO) <= LAST_RING else LAST_RING
    r: i64 = m.arg(SCAN)
    while r <= last:
        space: i64 = (party * QUADRANT + r) % RING
        enemy: i64 = m.enemy_here(space, party)
        r += 1
        if enemy == NOBODY or m.tackled[enemy] != 0 or not can_react(m, enemy):
            continue
        k: i64 = m.first_on(space, enemy)
        if m.party_count(space, enemy) == 1 and m.prone[k] == 0 and m.restrained[k] == 0:
            m.set_arg(SCAN, r)
            m.set_arg(TACKLER, k)
            return True
    m.set_arg(SCAN, r)
    return False


def tackles(m: Match, i: i64, k: i64) -> bool:
    """[R-tackle] [6.2] Attack against speed, which has advantage in the mover's home field."""
    mover: i64 = i // PIECES
    owner: i64 = k // PIECES
    m.part_changes(HOLDINGS)
    m.reacted[owner] = 1
    m.tackled[owner] = 1
    result: i64 = contest(
        m,
        owner,
        m.score(owner, ATTACK) + crown_bonus(m, k),
        0,
        mover,
        m.score(mover, SPEED) + crown_bonus(m, i),
        lean(m.in_field(mover, m.space(k)), False),
        "tackle",
    )
    if m.log.on:
        won = int(result >= GRAZE)
        m.log.add("tackle", owner, {"piece": k % PIECES, "mover": mover, "won": won})
    return result >= GRAZE


def lose_second_part(m: Match) -> None:
    """[R-tackle] [M-sync] The rest of the roll is lost, so the second piece does not move."""
    below: i64 = FRAME * (m.depth - 2)
    if m.stack[below] == SECOND_PIECE:
        m.stack[below + 1] = LOST


def stop_before(m: Match, i: i64, tackler: i64) -> None:
    """[R-tackle] Back to the last space before the tackler that holds no enemy and is legal."""
    party: i64 = i // PIECES
    start: i64 = m.arg(FROM)
    r: i64 = tackler - 1
    while r > start:
        space: i64 = (party * QUADRANT + r) % RING
        if m.enemy_here(space, party) == NOBODY and may_land(m, i, r):
            break
        r -= 1
    if r > start:
        arrive(m, i, start, r)
    else:
        m.pop()


def arrive(m: Match, i: i64, start: i64, end: i64) -> None:
    """[M-effects] The piece moves; what it passes takes effect before it lands."""
    party: i64 = i // PIECES
    m.pop()
    if m.log.on:
        m.log.add("moves", party, {"piece": i % PIECES, "from": start, "to": end})
    m.piece_changes(i)
    m.facing[i] = FORWARD
    m.moved[i] = 1
    lift(m, i)
    put(m, i, end)
    m.call(PASS_EFFECTS, i, start + 1, end)


def step_pass_effects(m: Match) -> None:
    """[M-effects] Crown tokens and spell card spaces on the way, then the landing."""
    i: i64 = m.arg(0)
    r: i64 = m.arg(1)
    end: i64 = m.arg(2)
    last: i64 = end - 1 if end <= LAST_RING else LAST_RING
    while r <= last:
        space: i64 = ((i // PIECES) * QUADRANT + r) % RING
        r += 1
        pass_crown(m, i, space)
        if m.t.magic and m.t.spell_card[space] != 0:
            m.set_arg(1, r)
            pass_spell_card(m, i, space)
            return
    landing: i64 = MAY_TELEPORT | m.arg(3)
    m.pop()
    land(m, i, landing)


# -- the bonus die -------------------------------------------------------------------------------


def step_bonus_move(m: Match) -> None:
    """[M-bonus-die] One piece may be moved as far as the bonus die showed."""
    party: i64 = m.turn
    if m.stage() == 0:
        m.allow(END)
        for i in range(party * PIECES, party * PIECES + PIECES):
            if may_move(m, i):
                spaces: i64 = own_spaces(m, i, m.bonus_spaces)
                if target(m, i, spaces, m.sneaking) != NOWHERE:
                    m.allow(MOVE + i % PIECES)
        m.ask(party, DECIDE_BONUS_MOVE)
        m.go_on_at(1)
        return
    roll: i64 = m.bonus_spaces
    m.bonus_spaces = 0
    m.pop()
    if m.choice != END:
        k: i64 = party * PIECES + m.choice - MOVE
        start_move(m, k, own_spaces(m, k, roll), m.sneaking)
