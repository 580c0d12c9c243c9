"""Winning, leaving, places. [E-win, E-leave, E-teams, E-places, 8.11]"""

from __future__ import annotations

from mypy_extensions import i64

from ludo_env.board import HOME, PARTIES, PIECES, YARD
from ludo_env.engine.ludicrous.checks_queue import drop_checks_of
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    CARD_KINDS,
    NO_STRUCTURE,
    NOBODY,
    NOWHERE,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.ludicrous.parts import EVERYTHING
from ludo_env.engine.ludicrous.pieces import clear_conditions, eliminate, lift
from ludo_env.engine.ludicrous.procedures import NIGHT_FALLS, TURN


def finish(m: Match, party: i64) -> None:
    """[E-win] [E-teams] The party has brought its pieces home."""
    if m.log.on:
        m.log.add("finished", party, {})
    if m.t.play_on:
        m.places[party] = best_free_place(m)
        leave_board(m, party)
        end_if_decided(m)
    elif m.t.teams and not done(m, (party + 2) % PARTIES):
        return
    else:
        win(m, party)


def done(m: Match, party: i64) -> bool:
    """[E-teams] Whether a party is finished: its turns are skipped."""
    return m.home_count(party) >= m.t.pieces_to_win


def win(m: Match, party: i64) -> None:
    """[E-win] The side of the party wins; those still in play share the place after it."""
    for other in range(PARTIES):
        if m.seats[other] != 0 and m.sides[other] == m.sides[party]:
            m.places[other] = 1
    for other in range(PARTIES):
        if m.seats[other] != 0 and m.places[other] == 0:
            m.places[other] = 2
    end(m)


def best_free_place(m: Match) -> i64:
    """The highest place that nobody has."""
    place: i64 = 1
    while taken(m, place):
        place += 1
    return place


def worst_free_place(m: Match) -> i64:
    """[E-leave] The lowest place that nobody has."""
    place: i64 = 0
    for party in range(PARTIES):
        place += m.seats[party]
    while taken(m, place):
        place -= 1
    return place


def taken(m: Match, place: i64) -> bool:
    """Whether a party has the place."""
    for party in range(PARTIES):
        if m.seats[party] != 0 and m.places[party] == place:
            return True
    return False


def leave(m: Match, party: i64) -> None:
    """[E-leave] [8.11] A party cedes or is ejected; it takes the lowest free place."""
    if m.log.on:
        m.log.add("leaves", party, {})
    if m.t.teams:
        # The match ends for the whole team.
        win(m, (party + 1) % PARTIES)
        return
    m.places[party] = worst_free_place(m)
    leave_board(m, party)
    end_if_decided(m)


def leave_board(m: Match, party: i64) -> None:
    """[E-leave] Everything of the party goes; captives that it holds go back to their yards."""
    m.part_changes(EVERYTHING)
    m.left[party] = 1
    drop_checks_of(m, party)
    for i in range(PARTIES * PIECES):
        if m.jailer[i] == party:
            eliminate(m, i)
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.r[i] != HOME:
            m.crowned[i] = 0
            lift(m, i)
            clear_conditions(m, i)
            m.fallen[i] = 0
            m.jailer[i] = NOBODY
            m.r[i] = YARD
    for slot in range(party * STRUCTURAL_SPACES, party * STRUCTURAL_SPACES + STRUCTURAL_SPACES):
        m.built[slot] = NO_STRUCTURE
        m.built_hp[slot] = 0
        m.hacked[slot] = 0
        m.project[slot] = NO_STRUCTURE
        m.project_points[slot] = 0
    m.tank_hp[party] = 0
    m.phantom_at[party] = NOWHERE
    m.phantom_hp[party] = 0
    m.phantom_turns[party] = 0
    m.crown_at[party] = NOWHERE
    for card in range(CARD_KINDS):
        m.discards[card] += m.hand[party * CARD_KINDS + card]
        m.hand[party * CARD_KINDS + card] = 0
    pass_tokens(m, party)


def pass_tokens(m: Match, party: i64) -> None:
    """[E-leave] The god token passes to the right, the starting token clockwise."""
    if players_left(m) == 0:
        return
    if m.god == party:
        m.god = to_the_right(m, party)
    if m.starter == party:
        m.starter = clockwise(m, party)


def clockwise(m: Match, party: i64) -> i64:
    """The next party clockwise that is in play."""
    other: i64 = (party + 1) % PARTIES
    while not m.plays(other):
        other = (other + 1) % PARTIES
    return other


def to_the_right(m: Match, party: i64) -> i64:
    """[N-god] The next party counter-clockwise that is in play."""
    other: i64 = (party + PARTIES - 1) % PARTIES
    while not m.plays(other):
        other = (other + PARTIES - 1) % PARTIES
    return other


def players_left(m: Match) -> i64:
    """Parties in play."""
    count: i64 = 0
    for party in range(PARTIES):
        if m.plays(party):
            count += 1
    return count


def end_if_decided(m: Match) -> None:
    """[E-leave] With one party left the game is over, and it takes the place that is left."""
    if players_left(m) > 1:
        return
    for party in range(PARTIES):
        if m.plays(party):
            m.places[party] = best_free_place(m)
    end(m)


def end(m: Match) -> None:
    """The game is over."""
    m.over = True
    m.close_decision()
    if m.log.on:
        m.log.add("over", NOBODY, {"truncated": int(m.truncated)})


def truncate(m: Match) -> None:
    """[E-places] Cut off: places by pieces home, then by the sum of r; equal sums share."""
    m.truncated = True
    finished: i64 = 0
    for party in range(PARTIES):
        if m.seats[party] != 0 and m.places[party] != 0 and done(m, party):
            finished += 1
    for party in range(PARTIES):
        if m.plays(party):
            place: i64 = finished + 1
            for other in range(PARTIES):
                ahead: bool = m.plays(other) and m.leads_side(other)
                if ahead and side_progress(m, other) > side_progress(m, party):
                    place += 1
            m.places[party] = place
    end(m)


def side_progress(m: Match, party: i64) -> i64:
    """[E-places] Pieces home and, below that, the sum of r (yard and prison 0) of a side."""
    total: i64 = 0
    for i in range(PARTIES * PIECES):
        if m.seats[i // PIECES] == 0 or m.sides[i // PIECES] != m.sides[party]:
            continue
        if m.r[i] == HOME:
            total += 1000
        if m.r[i] > 0:
            total += m.r[i]
    return total


def after_turn(m: Match, party: i64, opened: bool) -> None:
    """[T-] [E-leave] The next party clockwise; the night when play is back at the starting token.

    A party that ``opened`` the round and left in that turn has handed the token on: its new holder
    is still to play.
    """
    if opened and not m.plays(party):
        m.call(TURN, m.starter)
        return
    following: i64 = (party + 1) % PARTIES
    while True:
        if following == m.starter:
            m.call(NIGHT_FALLS)
            return
        if m.plays(following) and not (m.t.teams and done(m, following)):
            m.call(TURN, following)
            return
        following = (following + 1) % PARTIES
