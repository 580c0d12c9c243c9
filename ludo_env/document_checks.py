"""Whether the numbers of a full game fit together, whatever is under way.

Each number is already in its range. What is told of a field that depends on others is refused with
that field and what would be allowed.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import COLOURS, HOME, HOME_AREA, LAST_RING, PARTIES, PIECES, RING, YARD
from ludo_env.engine.ludicrous.checks_queue import CHECK
from ludo_env.engine.ludicrous.ending import done, players_left
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.movement import DIE, MOST_ON_SPACE, THIRD_SIX
from ludo_env.engine.ludicrous.names import (
    ACTION_PHASE,
    CARD_KINDS,
    COLLATERAL_CHECK,
    MOVEMENT,
    NO_STRUCTURE,
    NOBODY,
    NOWHERE,
    PRISON,
    STRUCTURAL_SPACES,
    STUN_CHECK,
)
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.engine.ludicrous.pieces import foreign_star
from ludo_env.engine.ludicrous.procedures import LANDING, PASS_EFFECTS
from ludo_env.engine.state import FRAME
from ludo_env.errors import BadState
from ludo_env.rules.tables import CARDS

MOST_DAMAGE: Final = 999
SLOTS: Final = PARTIES * STRUCTURAL_SPACES
_VALUE: Final = (-MOST_DAMAGE, MOST_DAMAGE)
_NOTHING: Final = (0, 0)
CHECK_RANGES: Final = (
    # A check for stun: kind, piece, what the throw must exceed, who dealt the damage.
    ((0, 0), (0, ALL - 1), _VALUE, (0, PARTIES - 1), *[_NOTHING] * 4),
    # A check for fear: kind, piece, goal, what the leader adds.
    ((1, 1), (0, ALL - 1), _VALUE, (0, 9), *[_NOTHING] * 4),
    # A check for collateral damage: kind, piece or structural space, the attack's total, the
    # attacker, damage, stun, whether the piece faced away, the space.
    (
        (2, 2),
        (0, ALL + SLOTS - 1),
        _VALUE,
        (0, PARTIES - 1),
        (0, MOST_DAMAGE),
        (0, MOST_DAMAGE),
        (0, 1),
        (0, RING - 1),
    ),
)
"""The ranges of the numbers of a check that waits, by its kind."""


def check_game(m: Match) -> None:
    """Whether a game can have these numbers.

    Raises:
        BadState: it cannot; the message begins with the field.
    """
    _check_pieces(m)
    _check_spaces(m)
    for party in range(PARTIES):
        if m.seats[party] != 0:
            _check_party(m, party)
            _check_structures(m, party)
    _check_cards(m)
    _check_turn(m)
    _check_waiting(m)
    if m.over:
        _check_result(m)
    else:
        _check_parties_left(m)


def _piece(i: i64) -> str:
    """Where a document tells of a piece."""
    return f"parties.{COLOURS[i // PIECES]}.pieces[{i % PIECES}]"


# -- pieces --------------------------------------------------------------------------------------


def arrives(m: Match, i: i64) -> bool:
    """Whether a piece has been moved to its space, but has not landed there yet."""
    if m.over:
        # What was under way when the game ended stays as it was.
        return True
    for n in range(m.depth):
        procedure: i64 = m.stack[n * FRAME]
        if (procedure in (PASS_EFFECTS, LANDING)) and m.stack[n * FRAME + 2] == i:
            return True
    return False


def _check_pieces(m: Match) -> None:
    """[C-unconscious] [6.4] [6.10] Every piece is in one place, in conditions that it can have."""
    held: i64 = 0
    for i in range(ALL):
        party: i64 = i // PIECES
        r: i64 = m.r[i]
        if m.facing[i] == 0:
            raise BadState(f"{_piece(i)}.facing: 0, allowed: -1 or 1")
        if m.fallen[i] != 0 and not 0 <= r <= LAST_RING:
            raise BadState(f"{_piece(i)}.fallen: not on the pathway")
        if m.left[party] != 0 and r != YARD and r != HOME:
            raise BadState(f"{_piece(i)}.r: {r}, allowed: {YARD} or {HOME}, the party has left")
        _check_conditions(m, i)
        jailer: i64 = m.jailer[i]
        if (r == PRISON) != (jailer != NOBODY):
            raise BadState(f"{_piece(i)}.jailer: goes together with r {PRISON}, a prison")
        if jailer == NOBODY:
            continue
        if not m.plays(jailer) or not m.hostile(party, jailer):
            raise BadState(f"{_piece(i)}.jailer: {jailer} is no enemy in play")
        bit: i64 = 1 << (party * PARTIES + jailer)
        if held & bit != 0:
            raise BadState(f"{_piece(i)}.jailer: {jailer} holds another piece of this colour")
        held |= bit


def _check_conditions(m: Match, i: i64) -> None:
    """[C-unconscious] [6.4] Only conscious pieces have conditions; in the home area only prone."""
    name: str = ""
    if not m.on_path(i):
        if m.restrained[i] != 0:
            name = "restrained"
        elif m.wet[i] != 0:
            name = "wet"
        elif m.burning[i] != 0:
            name = "burning"
        elif m.dodging[i] != 0:
            name = "dodging"
        elif m.veiled[i] != 0:
            name = "veiled"
        elif m.prone[i] != 0 and not m.conscious(i) and not arrives(m, i):
            name = "prone"
    if m.crowned[i] != 0:
        home: bool = m.r[i] == HOME and not arrives(m, i)
        if m.veiled[i] != 0 or m.r[i] < 0 or home:
            name = "crowned"
    if name:
        raise BadState(f"{_piece(i)}.{name}: not in this place and these conditions, allowed: 0")


def _check_spaces(m: Match) -> None:
    """[6.15] [6.5] Who shares a space, unless a piece is still to land."""
    if m.over:
        return
    for n in range(m.depth):
        procedure: i64 = m.stack[n * FRAME]
        if procedure in (PASS_EFFECTS, LANDING):
            return
    for i in range(ALL):
        party: i64 = i // PIECES
        r: i64 = m.r[i]
        good: bool = True
        if m.on_path(i):
            space: i64 = m.space(i)
            own: i64 = m.party_count(space, party)
            good = m.others_here(space, party) == 0 and m.phantom_here(space) == NOWHERE
            if own > MOST_ON_SPACE or (own > 1 and foreign_star(m, party, space)):
                good = False
        elif HOME_AREA <= r < HOME:
            good = m.count_at(party, r) <= MOST_ON_SPACE
        if not good:
            raise BadState(f"{_piece(i)}.r: {r} is taken, allowed: a space with room")


# -- parties -------------------------------------------------------------------------------------


def _check_party(m: Match, party: i64) -> None:
    """[8.7] [SP-phantom] [E-leave] What a party has fits together."""
    where = f"parties.{COLOURS[party]}"
    crowns: i64 = 0 if m.crown_at[party] == NOWHERE else 1
    for i in range(party * PIECES, party * PIECES + PIECES):
        crowns += m.crowned[i]
    if crowns > m.crown_used[party]:
        raise BadState(f"{where}.crown_used: {crowns} crowns, allowed: one, which has been used")
    there: bool = m.phantom_at[party] != NOWHERE
    if (m.phantom_hp[party] > 0) != there or (m.phantom_turns[party] > 0) != there:
        raise BadState(f"{where}.phantom_at: goes together with its hp and turns")
    provoker: i64 = m.provoker[party]
    if provoker != NOBODY and (m.seats[provoker] == 0 or not m.hostile(party, provoker)):
        raise BadState(f"{where}.provoker: {provoker} is no enemy")
    if m.plays(party) and not m.over:
        for name, count, limit in (
            ("penalties", m.penalties[party], m.t.penalty_limit),
            ("fouls", m.fouls[party], m.t.foul_limit),
        ):
            if count >= limit:
                raise BadState(f"{where}.{name}: {count}, allowed: below {limit} in play")
    if m.left[party] == 0:
        return
    if there or m.crown_at[party] != NOWHERE or m.tank_hp[party] > 0 or m.hand_size(party) > 0:
        raise BadState(f"{where}.left: 1, allowed: with no phantom, crown token, tank or cards")


def _check_structures(m: Match, party: i64) -> None:
    """[A-fortify] [A-hack] One structure of each kind, built or under way; one on a space."""
    kinds: i64 = 0
    for space in range(STRUCTURAL_SPACES):
        slot: i64 = party * STRUCTURAL_SPACES + space
        where = f"parties.{COLOURS[party]}.structures[{space}]"
        built: i64 = m.built[slot]
        project: i64 = m.project[slot]
        if (m.built_hp[slot] > 0) != (built != NO_STRUCTURE):
            raise BadState(f"{where}.built: goes together with its hp")
        if (m.project_points[slot] > 0) != (project != NO_STRUCTURE):
            raise BadState(f"{where}.project: goes together with its points")
        if project != NO_STRUCTURE and m.project_points[slot] >= m.t.structure_cost[project]:
            points = f"{m.project_points[slot]}, allowed: below {m.t.structure_cost[project]}"
            raise BadState(f"{where}.project_points: {points}, then it is built")
        if m.hacked[slot] > 0 and built == NO_STRUCTURE:
            raise BadState(f"{where}.hacked: nothing is built there")
        kind: i64 = built if built != NO_STRUCTURE else project
        if kind == NO_STRUCTURE:
            continue
        good: bool = built == NO_STRUCTURE or project == NO_STRUCTURE
        if not good or (kinds >> kind) & 1 != 0 or m.left[party] != 0:
            raise BadState(f"{where}: allowed: one structure of each kind, of a party in play")
        kinds |= 1 << kind


def _check_cards(m: Match) -> None:
    """[SP-] No card is lost or made."""
    copies: i64 = m.t.card_copies if m.t.magic else 0
    for card in range(CARD_KINDS):
        count: i64 = m.deck[card] + m.discards[card]
        for party in range(PARTIES):
            count += m.hand[party * CARD_KINDS + card]
        if count != copies:
            raise BadState(
                f"deck[{card}]: {count} {CARDS[card]} in deck, discards and hands, "
                f"allowed: {copies}"
            )


# -- the game as a whole -------------------------------------------------------------------------


def _check_turn(m: Match) -> None:
    """[T-] [M-six] Whose turn it is, the tokens, and what a turn has come to so far."""
    if m.seats[m.turn] == 0:
        raise BadState(f"world.turn: {m.turn}, allowed: a party that is seated")
    if not m.over:
        if not m.plays(m.starter):
            raise BadState(f"world.starter: {m.starter}, allowed: a party in play")
        if not m.plays(m.god):
            raise BadState(f"world.god: {m.god}, allowed: a party in play")
    done_so_far: bool = m.acted or m.bonus_acted or m.sneaking or m.cast or m.bonus_spaces > 0
    if m.phase < ACTION_PHASE and done_so_far:
        raise BadState(f"world.phase: {m.phase}, allowed: {ACTION_PHASE}.. once a party has acted")
    if m.phase < MOVEMENT and m.die != 0:
        raise BadState(f"world.die: {m.die}, allowed: 0 before phase {MOVEMENT}")
    sixes: bool = m.sixes == 0
    if m.die == DIE:
        sixes = m.sixes > 0
    elif m.die == 0 and m.phase >= MOVEMENT:
        sixes = m.sixes == 0 or m.sixes >= THIRD_SIX
    if not sixes:
        raise BadState(f"world.sixes: {m.sixes}, allowed: what goes with a die of {m.die}")


def _check_waiting(m: Match) -> None:
    """[T-first-special] The checks that wait are of parties in play."""
    for n in range(0, len(m.checks), CHECK):
        where = f"checks[{n // CHECK}]"
        kind: i64 = m.checks[n]
        if not STUN_CHECK <= kind <= COLLATERAL_CHECK:
            raise BadState(f"{where}[0]: {kind}, allowed: {STUN_CHECK}..{COLLATERAL_CHECK}")
        ranges = CHECK_RANGES[kind]
        for k in range(CHECK):
            low, high = ranges[k]
            if not low <= m.checks[n + k] <= high:
                raise BadState(f"{where}[{k}]: {m.checks[n + k]}, allowed: {low}..{high}")
        at: i64 = m.checks[n + 1]
        by: i64 = m.checks[n + 3]
        owner: i64 = at // PIECES if at < ALL else (at - ALL) // STRUCTURAL_SPACES
        if not m.over and not m.plays(owner):
            raise BadState(f"{where}[1]: {at}, allowed: what is of a party in play")
        if not m.over and kind in (STUN_CHECK, COLLATERAL_CHECK) and not m.plays(by):
            raise BadState(f"{where}[3]: {by}, allowed: a party in play")


def _check_parties_left(m: Match) -> None:
    """[E-win] [E-leave] Two are in play, nobody has won, and only who has left has a place."""
    if m.truncated:
        raise BadState("world.truncated: 1, allowed: in a game that is over")
    if players_left(m) < 2:
        raise BadState("world.over: 0, allowed: with two parties in play")
    taken: i64 = 0
    for party in range(PARTIES):
        if m.seats[party] == 0:
            continue
        place: i64 = m.places[party]
        where = f"parties.{COLOURS[party]}"
        if (place > 0) != (m.left[party] > 0):
            raise BadState(f"{where}.places: {place}, allowed: a place once the party has left")
        if (place > 0 and (taken >> place) & 1 != 0) or place > sum(m.seats):
            raise BadState(f"{where}.places: {place}, allowed: a place of its own")
        taken |= 1 << place if place > 0 else 0
        if m.plays(party) and done(m, party) and not _may_be_done(m, party):
            raise BadState(f"{where}.pieces: all that it needs are home, and the game is not over")


def _may_be_done(m: Match, party: i64) -> bool:
    """[E-teams] A piece is still to land, or the team-mate has pieces to bring home."""
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.r[i] == HOME and arrives(m, i):
            return True
    return m.t.teams and not done(m, (party + 2) % PARTIES)


def _check_result(m: Match) -> None:
    """[E-places] Everybody has a place; partners share one; one is first unless it was cut off."""
    if m.truncated and m.rounds != m.t.max_rounds:
        raise BadState(f"world.rounds: {m.rounds}, allowed: {m.t.max_rounds} in a game cut off")
    first: bool = m.truncated
    for party in range(PARTIES):
        if m.seats[party] == 0:
            continue
        place: i64 = m.places[party]
        where = f"parties.{COLOURS[party]}.places"
        if not 1 <= place <= sum(m.seats):
            raise BadState(f"{where}: {place}, allowed: 1..{sum(m.seats)} when the game is over")
        if m.t.teams and place != m.places[(party + 2) % PARTIES]:
            raise BadState(f"{where}: {place}, allowed: the place of its partner")
        first = first or place == 1
    if not first:
        raise BadState("world.over: nobody is first, allowed: once somebody has won")
