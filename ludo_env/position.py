"""What the texts of a game of plain Ludo say, and whether it describes a game. [L]

A `Position` holds the independent facts of a game at a decision or over. Everything else (the
occupation of the ring, the pieces at home, the legal actions, whether the 6 gives another roll)
follows from them and is worked out by the engine, so that no text can contradict itself.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ludo_env.board import (
    COLOURS,
    HOME,
    LAST_RING,
    PARTIES,
    PIECES,
    QUADRANT,
    SPACES,
    YARD,
    ring_index,
    route_space,
)
from ludo_env.engine.game import SEED_BITS, Game, check_seed
from ludo_env.engine.options import DIE, NIBBLE, SHARED, Options
from ludo_env.engine.plain import CHOOSE, MOST_SIXES, NOWHERE, PlainState
from ludo_env.errors import BadState
from ludo_env.fields import MOST, allow
from ludo_env.rules import RuleSet

DECISION: Final = "decision"
OVER: Final = "over"
TRUNCATED: Final = "truncated"

COUNTS: Final = ("die", "sixes", "round", "turns", "decisions", "rolls")
"""The numbers of a position besides those of its parties."""
UNKNOWN_SEED: Final = -1
"""The seed of a game whose generator was read word by word."""

SEATINGS: Final = ((0, 2), (0, 1, 2), (0, 1, 2, 3))
"""[L] The parties that may play together: two sit opposite, three leave green out."""
RULE_SETS_KEPT: Final = 128


@dataclass(slots=True)
class Standing:
    """One party: the r of its pieces, the enemy pieces it captured, its place (0 for none)."""

    pieces: list[int]
    captured: int
    place: int


@dataclass(slots=True)
class Position:
    """A game at a decision or over.

    Attributes:
        rules: the rule set.
        parties: the parties that play, clockwise from yellow.
        status: `DECISION`, `OVER`, or `TRUNCATED` if the game was cut off.
        starter, turn: the party that began, and the one whose turn it is or was last.
        counts: the numbers named in `COUNTS`.
        auto_pass: whether a decision with one legal action is taken at once.
        words: of the generator; None where it is not told.
    """

    rules: RuleSet
    parties: dict[int, Standing]
    status: str
    starter: int
    turn: int
    counts: dict[str, int]
    auto_pass: bool
    words: tuple[int, ...] | None


def position_of(game: Game) -> Position:
    """Take the position of a game.

    Raises:
        BadState: the game is an afterstate, in which nobody decides.
    """
    state = game.plain
    rules = state.options.rules
    if not state.over and state.decider < 0:
        raise BadState("an afterstate has no text, allowed: a game at a decision or over")
    seats = game.seats
    pieces = list(state.pieces)
    dice = state.dice
    last = TRUNCATED if state.truncated else OVER
    return Position(
        rules=rules,
        parties={
            seat: Standing(
                pieces[seat * PIECES : seat * PIECES + rules.pieces],
                state.captured[seat],
                state.places[seat],
            )
            for seat in seats
        },
        status=last if state.over else DECISION,
        starter=state.starter,
        turn=state.turn,
        counts={
            "die": state.die,
            "sixes": state.sixes,
            "round": state.rounds,
            "turns": state.turns,
            "decisions": state.decisions,
            "rolls": dice.rolls,
        },
        auto_pass=state.auto_pass,
        words=(dice.a, dice.b, dice.c, dice.n),
    )


def game_of(position: Position, seed: int | None) -> Game:
    """Build the game that a position describes, with a silent log.

    Args:
        position: its numbers may be anything from 0 to `MOST`.
        seed: starts the generator anew; None takes the words of the position, or a fresh seed
            where it has none.

    Raises:
        Fault: no game can come to this position.
    """
    _check_parties(position)
    _check_counts(position)
    state = _set_up(position)
    _check_spaces(position, state)
    _check_turns(position, state)
    if position.status == DECISION:
        _ask(position, state)
    else:
        _finish(position, state)
    return Game.of(state, seed=_start_dice(position, state, seed))


def _start_dice(position: Position, state: PlainState, seed: int | None) -> int:
    """Start the generator; the seed from which it was started."""
    known = UNKNOWN_SEED
    if seed is None and position.words is not None:
        a, b, c, n = position.words
        state.dice.set_words(a, b, c, n, 0)
    else:
        known = secrets.randbits(SEED_BITS) if seed is None else check_seed(seed)
        state.dice.seed(known)
    state.dice.rolls = position.counts["rolls"]
    return known


def colours(parties: Iterable[int]) -> str:
    """The colours of some parties as a list to read."""
    return ", ".join(COLOURS[party] for party in parties) or "none"


# -- numbers -------------------------------------------------------------------------------


def _check_parties(position: Position) -> None:
    """Parties that can play together, with the pieces of the rules where pieces can stand."""
    rules, parties = position.rules, position.parties
    seatings = SEATINGS[-1:] if rules.teams else SEATINGS
    seats = tuple(parties)
    allow(seats in seatings, "parties", colours(seats), " or ".join(map(colours, seatings)))
    allow(position.starter in seats, "starter", colours([position.starter]), colours(seats))
    if rules.start == "fixed":
        first = seats[0]
        allow(position.starter == first, "starter", colours([position.starter]), colours([first]))
    allow(position.turn in seats, "turn", colours([position.turn]), colours(seats))
    reachable = _reachable(rules)
    for seat, standing in parties.items():
        colour = COLOURS[seat]
        number = len(standing.pieces)
        allow(number == rules.pieces, f"{colour} pieces", number, rules.pieces)
        for piece, r in enumerate(standing.pieces):
            if r not in reachable:
                what = "no piece can stand there" if YARD <= r <= HOME else "there is no such space"
                allow(False, f"{colour} piece {piece + 1}", f"r = {r}: {what}", _spans(reachable))
        if rules.capture_before_home and standing.captured == 0:
            inside = [r for r in standing.pieces if r > LAST_RING]
            allow(not inside, f"{colour} captured", 0, "from 1, with a piece beyond the ring")


def _spans(numbers: Iterable[int]) -> str:
    """Whole numbers as a list of spans, such as -1..4, 6..56."""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and number == spans[-1][-1] + 1:
            spans[-1] = [spans[-1][0], number]
        else:
            spans.append([number])
    return ", ".join("..".join(map(str, span)) for span in spans)


def _check_counts(position: Position) -> None:
    """The die, and counts that fit one another."""
    rules, counts = position.rules, position.counts
    seats, decided = len(position.parties), position.status != DECISION
    allow(1 <= counts["die"] <= DIE, "die", counts["die"], f"1..{DIE}")
    low, high = _sixes(position)
    allow(low <= counts["sixes"] <= high, "sixes", counts["sixes"], _span(low, high))
    last = rules.max_rounds or MOST
    allow(1 <= counts["round"] <= last, "round", counts["round"], _span(1, last))
    start = seats if rules.start == "rolled" else 0
    least = counts["turns"] + start
    allow(counts["rolls"] >= least, "rolls", counts["rolls"], f"from {least}")
    most = counts["rolls"] - start - (not decided)
    allow(counts["decisions"] <= most, "decisions", counts["decisions"], _span(0, most))


def _span(low: int, high: int) -> str:
    """What lies between two numbers, ends included."""
    return str(low) if low == high else f"{low}..{high}"


def _sixes(position: Position) -> tuple[int, int]:
    """The least and the most sixes in a row with this die; none when the turn has passed."""
    rules = position.rules
    if position.counts["die"] != DIE or position.status == TRUNCATED:
        return 0, 0
    if rules.six_bonus == "never" and not rules.bonus_on_capture and not rules.bonus_on_home:
        return 1, 1
    return 1, MOST_SIXES - 1 if rules.third_six else position.counts["rolls"]


# -- the board -----------------------------------------------------------------------------


@lru_cache(RULE_SETS_KEPT)
def _options(rules: RuleSet) -> Options:
    return Options(rules)


@lru_cache(RULE_SETS_KEPT)
def _reachable(rules: RuleSet) -> frozenset[int]:
    """Every r on which a piece can stand under a rule set."""
    state = PlainState(_options(rules))
    found, follow = {YARD, 0}, [0]
    while follow:
        r = follow.pop()
        for die in range(1, DIE + 1):
            target = state.advance(r, die)
            if 0 <= target <= LAST_RING and state.options.jump[target]:
                target = HOME if target == LAST_RING else target + state.options.jump[target]
            if target != NOWHERE and target not in found:
                found.add(target)
                if target != HOME:
                    follow.append(target)
    return frozenset(found)


def _set_up(position: Position) -> PlainState:
    """A state with the pieces and counts in place, before anybody decides."""
    state = PlainState(_options(position.rules))
    state.begin(len(position.parties))
    state.pop()
    for seat, standing in position.parties.items():
        for piece, r in enumerate(standing.pieces):
            state.pieces[seat * PIECES + piece] = r
            if YARD < r <= LAST_RING:
                state.ring[ring_index(seat, r)] += 1 << (NIBBLE * seat)
        state.home[seat] = standing.pieces.count(HOME)
        state.captured[seat] = standing.captured
        state.places[seat] = standing.place
    counts = position.counts
    state.die, state.sixes = counts["die"], counts["sixes"]
    state.rounds, state.turns = counts["round"], counts["turns"]
    state.decisions = counts["decisions"]
    state.starter, state.turn = position.starter, position.turn
    state.auto_pass = position.auto_pass
    return state


def _check_spaces(position: Position, state: PlainState) -> None:
    """[L] Pieces share a space only as the rules let them."""
    options, rules = state.options, position.rules
    there: dict[int, dict[int, list[int]]] = {}
    for seat, standing in position.parties.items():
        for piece, r in enumerate(standing.pieces):
            if r not in (YARD, HOME):
                space = route_space(seat, r).id
                there.setdefault(space, {}).setdefault(seat, []).append(piece)
    for space, parties in there.items():
        name = SPACES[space].name
        shared = options.safe_landing == SHARED and options.safe[space % QUADRANT] != 0
        for seat, pieces in parties.items():
            field, number = f"{COLOURS[seat]} piece {pieces[-1] + 1}", len(pieces)
            allow(number <= options.stack, field, f"{number} on {name}", f"up to {options.stack}")
            mates = rules.partners and (seat + 2) % PARTIES in parties
            alone = len(parties) == 1 or (shared and not mates)
            allow(alone, field, f"{colours(parties)} on {name}", "a space that they can share")


# -- turns and the end ---------------------------------------------------------------------


def _check_turns(position: Position, state: PlainState) -> None:
    """Every party that was not yet home had one turn a round."""
    counts, seats = position.counts, tuple(position.parties)
    so_far = sum(_order(position, seat) <= _order(position, position.turn) for seat in seats)
    most = (counts["round"] - 1) * len(seats) + so_far
    least = counts["round"] if any(state.is_home(seat) for seat in seats) else most
    allow(least <= counts["turns"] <= most, "turns", counts["turns"], _span(least, most))


def _order(position: Position, seat: int) -> int:
    """How many seats a party sits clockwise from the one that began."""
    return (seat - position.starter) % PARTIES


def _winners(position: Position, state: PlainState) -> list[int]:
    """[E-win] The parties with all that they need to win."""
    partners = position.rules.partners
    return [
        seat
        for seat in position.parties
        if state.is_home(seat) and (not partners or state.is_home((seat + 2) % PARTIES))
    ]


def _check_places(position: Position, finished: list[int], most: int) -> None:
    """[E-win] At most so many parties have finished, and theirs are the places from 1."""
    allow(
        len(finished) <= most, "status", f"{colours(finished)} home", f"up to {most} till the end"
    )
    places = [position.parties[seat].place for seat in finished]
    for seat, place in zip(finished, places, strict=True):
        good = 1 <= place <= len(places) and places.count(place) == 1
        allow(good, f"{COLOURS[seat]} place", place, f"1..{len(places)}, each once")


def _ask(position: Position, state: PlainState) -> None:
    """Put the choice of the party whose turn it is to it."""
    seat, die = position.turn, position.counts["die"]
    finished = _winners(position, state)
    _check_places(position, finished, _most_finished(position))
    for other, standing in position.parties.items():
        if other not in finished:
            allow(standing.place == 0, f"{COLOURS[other]} place", standing.place, "none yet")
    state.choices = state.find_targets(seat, die)
    moves = f"{COLOURS[seat]} has {state.choices} moves with it"
    allow(state.choices > 0, "die", f"{die}: {moves}", "a roll that can be used")
    good = state.choices > 1 or not position.auto_pass
    allow(good, "auto_pass", f"{COLOURS[seat]} has one move, taken at once", "ask or false")
    state.bonus = state.six_gives_bonus(seat)
    state.push(CHOOSE, 0)
    state.decider = seat


def _most_finished(position: Position) -> int:
    """How many parties may be home while the game goes on."""
    return len(position.parties) - 2 if position.rules.play_on else 0


def _finish(position: Position, state: PlainState) -> None:
    """End the game as the engine would, and compare the places."""
    finished, turn = _winners(position, state), position.turn
    if position.status == TRUNCATED:
        _check_places(position, finished, _most_finished(position))
        _check_limit(position, state)
        _clear_places(position, state, finished)
        state.truncate()
    elif position.rules.play_on:
        last = len(position.parties) - 1
        allow(len(finished) == last, "status", f"over, {colours(finished)} home", f"{last} home")
        allow(turn in finished, "turn", COLOURS[turn], colours(finished))
        _check_places(position, finished, last)
        _clear_places(position, state, [seat for seat in finished if seat != turn])
        state.take_place(turn)
    else:
        won = {turn, (turn + 2) % PARTIES} if position.rules.partners else {turn}
        allow(set(finished) == won, "status", f"over, {colours(finished)} home", colours(won))
        state.win(turn)
    for seat, standing in position.parties.items():
        place = state.places[seat]
        allow(standing.place == place, f"{COLOURS[seat]} place", standing.place, place)


def _clear_places(position: Position, state: PlainState, but: list[int]) -> None:
    """Take every place back but those of the named parties."""
    for seat in position.parties:
        if seat not in but:
            state.places[seat] = 0


def _check_limit(position: Position, state: PlainState) -> None:
    """[E-places] A game is cut off at the end of the round ``max_rounds``."""
    limit, turn = position.rules.max_rounds, position.turn
    good = position.counts["round"] == limit
    allow(good, "round", position.counts["round"], f"{limit} in a truncated game")
    following = state.next_seat(turn)
    good = _order(position, following) <= _order(position, turn)
    allow(good, "turn", COLOURS[turn], "the last party of the round")
