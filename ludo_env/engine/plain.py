"""Plain Ludo: the state and its rules. [L], rules of record sections 2 and 12"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import HOME, HOME_AREA, LAST_RING, PARTIES, PIECES, QUADRANT, RING, YARD
from ludo_env.engine.actions import PLAIN
from ludo_env.engine.options import (
    ALWAYS,
    BAR,
    COUNT,
    DIE,
    ILLEGAL,
    NIBBLE,
    NO_ENTRY,
    OFF,
    SHARED,
    Options,
)
from ludo_env.engine.state import NOBODY, State

SET_UP: Final = 0
TURN: Final = 1
ROLL: Final = 2
CHOOSE: Final = 3

NOWHERE: Final = -2
"""The destination of a piece that cannot move."""
MOST_SIXES: Final = 3

# What becomes of a piece that lands on a ring space.
STAYS: Final = 0
CAPTURES: Final = 1
GOES_BACK: Final = 2
MAY_NOT: Final = 3


class PlainState(State):
    """A game of plain Ludo. Action *k* is "move piece *k*", entering included.

    Attributes:
        pieces: r of every piece, index 4 * party + piece: -1 yard, 0..50 ring, 51..55 home area,
            56 home.
        ring: occupation of the 52 ring spaces; four bits of each number count one party's pieces.
        die: the roll to be used, 0 before the first.
        targets: where each piece would go with the die, -2 where it cannot move.
    """

    def __init__(self, options: Options) -> None:
        super().__init__(PLAIN)
        self.options: Options = options
        self.pieces: vec[i64] = vec[i64]([YARD] * (PARTIES * PIECES))
        self.ring: vec[i64] = vec[i64]([0] * RING)
        self.targets: vec[i64] = vec[i64]([NOWHERE] * PIECES)
        self.home: vec[i64] = vec[i64]([0] * PARTIES)
        """Pieces at home, per party."""
        self.captured: vec[i64] = vec[i64]([0] * PARTIES)
        """Enemy pieces sent to their yard so far, per party."""
        self.starter: i64 = 0
        self.turn: i64 = 0
        """The party whose turn it is."""
        self.sixes: i64 = 0
        """Sixes in a row in this turn, the die included."""
        self.bonus: bool = False
        """Whether the turn goes on with another roll after this move."""

    def begin(self, players: i64) -> None:
        """[L-players] [L-yard] Seat the parties, pieces in the yards, and begin with the set-up."""
        for party in range(PARTIES):
            seated = party % 2 == 0 if players == 2 else party < players
            self.seats[party] = 1 if seated else 0
            if self.options.teams:
                self.sides[party] = party % 2
        self.push(SET_UP, 0)

    def place(self, party: i64, piece: i64) -> i64:
        """Where a piece is: its r, -1 for the yard."""
        return self.pieces[party * PIECES + piece]

    def twin(self) -> PlainState:
        """An independent state that goes on exactly like this one."""
        other = PlainState(self.options)
        self.copy_base_to(other)
        other.pieces = self.pieces[:]
        other.ring = self.ring[:]
        other.targets = self.targets[:]
        other.home = self.home[:]
        other.captured = self.captured[:]
        other.starter = self.starter
        other.turn = self.turn
        other.sixes = self.sixes
        other.bonus = self.bonus
        return other

    # -- procedures ------------------------------------------------------------------------

    def step(self) -> None:
        """One step of the procedure on top of the stack."""
        procedure: i64 = self.procedure()
        if procedure == ROLL:
            self.roll_to_move()
        elif procedure == TURN:
            self.begin_turn(self.argument())
        else:
            self.set_up()

    def resolve(self, action: i64) -> None:
        """Move the chosen piece; the turn goes on if a bonus roll is due."""
        self.pop()
        self.move(self.turn, action)
        self.end_move()

    def set_up(self) -> None:
        """[L-start] [O-start] The starter is rolled for, or is the first seat; its turn begins."""
        self.pop()
        self.starter = (
            self.roll_for_start() if self.options.start_rolled else self.next_seat(PARTIES - 1)
        )
        if self.log.on:
            self.log.add("starts", self.starter, {})
        self.push(TURN, self.starter)

    def roll_for_start(self) -> i64:
        """[L-start] The party with the highest roll; the tied roll again among themselves."""
        tied: i64 = 0
        for party in range(PARTIES):
            tied |= self.seats[party] << party
        while True:
            best: i64 = 0
            leaders: i64 = 0
            for party in range(PARTIES):
                if (tied >> party) & 1 == 0:
                    continue
                value: i64 = self.roll(party, DIE, "start")
                if value > best:
                    best = value
                    leaders = 0
                if value == best:
                    leaders |= 1 << party
            tied = leaders
            if tied & (tied - 1) == 0:
                break
        first: i64 = 0
        while (tied >> first) & 1 == 0:
            first += 1
        return first

    def begin_turn(self, seat: i64) -> None:
        """The turn of a party begins with its first roll."""
        self.pop()
        self.turn = seat
        self.turns += 1
        self.sixes = 0
        if self.log.on:
            self.log.add("turn", seat, {"round": self.rounds})
        self.push(ROLL, 0)

    def roll_to_move(self) -> None:
        """[L-must] [L-no-move] Roll; a roll that can be used must be, any other is lost."""
        self.pop()
        seat: i64 = self.turn
        self.die = self.roll(seat, DIE, "movement")
        self.sixes = self.sixes + 1 if self.die == DIE else 0
        if self.forfeits():
            if self.log.on:
                self.log.add("third_six", seat, {})
            self.pass_turn()
            return
        self.choices = self.find_targets(seat, self.die)
        self.bonus = self.six_gives_bonus(seat)
        if self.choices == 0:
            if self.log.on:
                self.log.add("no_move", seat, {"die": self.die})
            self.end_move()
            return
        self.push(CHOOSE, 0)
        self.decider = seat

    def forfeits(self) -> bool:
        """[L-third-six] [O-third-six] Whether the die is a third 6 in a row: it is not played."""
        return self.options.third_six and self.sixes == MOST_SIXES

    def six_gives_bonus(self, seat: i64) -> bool:
        """[L-bonus] [L-bonus-again] [O-six-bonus] Whether the die is a 6 with a bonus roll."""
        if self.die != DIE:
            return False
        rule: i64 = self.options.six_bonus
        again: bool = self.sixes > 1
        return rule == ALWAYS or (rule == NO_ENTRY and (again or not self.could_enter(seat)))

    def could_enter(self, seat: i64) -> bool:
        """[L-bonus] Whether a piece in the yard could have come onto the start with this die."""
        base: i64 = seat * PIECES
        for piece in range(self.options.pieces):
            if self.pieces[base + piece] == YARD and self.targets[piece] != NOWHERE:
                return True
        return False

    def end_move(self) -> None:
        """After a move: another roll, or the next party's turn."""
        if self.over:
            return
        if self.bonus and not self.is_home(self.turn):
            self.bonus = False
            if self.log.on:
                self.log.add("rolls_again", self.turn, {})
            self.push(ROLL, 0)
        else:
            self.pass_turn()

    def roller(self) -> i64:
        """The party that rolls next, or that has just rolled and must decide."""
        if self.depth > 0 and self.procedure() == TURN:
            return self.argument()
        return self.turn

    def pass_turn(self) -> None:
        """[L-clockwise] [E-places] The next turn; past the starter a new round, if one is left."""
        self.sixes = 0
        seat: i64 = self.next_seat(self.turn)
        if (seat - self.starter) % PARTIES <= (self.turn - self.starter) % PARTIES:
            self.rounds += 1
            if self.rounds > self.options.max_rounds > 0:
                self.rounds = self.options.max_rounds
                self.truncate()
                return
        self.push(TURN, seat)

    def next_seat(self, seat: i64) -> i64:
        """[L-clockwise] [E-teams] The next party clockwise that still plays."""
        following: i64 = (seat + 1) % PARTIES
        while self.seats[following] == 0 or self.is_home(following):
            following = (following + 1) % PARTIES
        return following

    def is_home(self, seat: i64) -> bool:
        """[E-win] [O-pieces] Whether all pieces of the party are home."""
        return self.home[seat] == self.options.pieces

    # -- where a piece may go --------------------------------------------------------------

    def find_targets(self, seat: i64, die: i64) -> i64:
        """[L-choose] Fill `targets` and `mask` for the roll; the number of pieces that can move."""
        movable: i64 = 0
        base: i64 = seat * PIECES
        for piece in range(PIECES):
            target: i64 = NOWHERE
            if piece < self.options.pieces:
                target = self.target(seat, self.pieces[base + piece], die)
            self.targets[piece] = target
            if target != NOWHERE:
                movable += 1
                self.mask[piece] = 1
            else:
                self.mask[piece] = 0
        return movable

    def target(self, seat: i64, r: i64, die: i64) -> i64:
        """[L-enter] [O-enter-on] Where a roll takes a piece that stands on r, -2 if nowhere."""
        if r == HOME:
            return NOWHERE
        if r == YARD:
            if self.options.enters[die] == 0 or not self.may_land(seat, 0, True):
                return NOWHERE
            return 0
        target: i64 = self.advance(r, die)
        if target == NOWHERE:
            return NOWHERE
        if target <= LAST_RING:
            if not self.may_land(seat, target, False) or not self.may_jump(seat, target):
                return NOWHERE
        elif self.lacks_capture(seat):
            return NOWHERE
        elif (
            target < HOME and target != r and self.in_home_area(seat, target) >= self.options.stack
        ):
            return NOWHERE
        if self.options.blocks == BAR and self.is_barred(seat, r, target):
            return NOWHERE
        return target

    def advance(self, r: i64, die: i64) -> i64:
        """[L-move] [L-turn-in] [L-exact] [O-overshoot] [O-skip-last] The place ``die`` ahead.

        A roll beyond home cannot be used (-2), or bounces back.
        """
        target: i64 = r + die
        if target > HOME:
            return 2 * HOME - target if self.options.bounces else NOWHERE
        if target == LAST_RING and self.options.skip_last:
            return HOME_AREA
        return target

    def in_home_area(self, seat: i64, r: i64) -> i64:
        """[O-stack] How many pieces of the party stand on a space of its home area."""
        count: i64 = 0
        base: i64 = seat * PIECES
        for piece in range(PIECES):
            if self.pieces[base + piece] == r:
                count += 1
        return count

    def is_barred(self, seat: i64, r: i64, target: i64) -> bool:
        """[L-pass-block] [O-blocks] Whether an enemy block that bars the way stands between."""
        last: i64 = target - 1 if target <= LAST_RING else LAST_RING
        for between in range(r + 1, last + 1):
            if self.is_block(seat, (seat * QUADRANT + between) % RING):
                return True
        return False

    def is_block(self, seat: i64, space: i64) -> bool:
        """[O-blocks] Whether an enemy has a block there; a shared safe space holds none."""
        if self.options.blocks == OFF:
            return False
        if self.options.safe[space % QUADRANT] != 0 and self.options.safe_landing == SHARED:
            return False
        return (self.ring[space] & self.options.enemies[seat] & 0xEEEE) != 0

    def may_land(self, seat: i64, r: i64, entering: bool) -> bool:
        """[L-double] [L-room] [O-stack] [E-teams] Whether a piece may land on the ring space r."""
        space: i64 = (seat * QUADRANT + r) % RING
        here: i64 = self.ring[space]
        if here == 0:
            return True
        own: i64 = (here >> (NIBBLE * seat)) & COUNT
        if own >= self.options.stack or here & self.options.mates[seat] != 0:
            return False
        return self.outcome(seat, space, entering) != MAY_NOT

    def may_jump(self, seat: i64, star: i64) -> bool:
        """[O-star-jumps] Whether a piece that lands there may go on as a star makes it."""
        if self.options.jump[star] == 0:
            return True
        outcome: i64 = self.outcome(seat, (seat * QUADRANT + star) % RING, False)
        if outcome == GOES_BACK:
            return True
        if star == LAST_RING:
            return outcome == CAPTURES or not self.lacks_capture(seat)
        return self.may_land(seat, star + self.options.jump[star], False)

    def lacks_capture(self, seat: i64) -> bool:
        """[O-capture-first] Whether the party must capture before its pieces may go home."""
        return self.options.capture_before_home and self.captured[seat] == 0

    def outcome(self, seat: i64, space: i64, entering: bool) -> i64:
        """[L-block] [L-unsafe] [O-safe] [O-entry-captures] What becomes of a piece that lands."""
        enemies: i64 = self.ring[space] & self.options.enemies[seat]
        if enemies == 0:
            return STAYS
        if entering and self.options.entry_captures_all:
            return CAPTURES
        if self.options.safe[space % QUADRANT] != 0:
            return self.met(self.options.safe_landing)
        if self.options.blocks != OFF and enemies & 0xEEEE != 0:
            return self.met(self.options.block_landing)
        return CAPTURES

    def met(self, landing: i64) -> i64:
        """[O-safe-landing] [O-block-landing] The outcome that the rule set names."""
        if landing == SHARED:
            return STAYS
        return MAY_NOT if landing == ILLEGAL else GOES_BACK

    # -- moving ----------------------------------------------------------------------------

    def move(self, seat: i64, piece: i64) -> None:
        """[L-move] Move a piece to its target, with what happens there."""
        index: i64 = seat * PIECES + piece
        r: i64 = self.pieces[index]
        target: i64 = self.targets[piece]
        if self.log.on:
            kind = "enters" if r == YARD else "moves"
            self.log.add(kind, seat, {"piece": piece, "from": r, "to": target})
        if 0 <= r <= LAST_RING:
            self.ring[(seat * QUADRANT + r) % RING] -= 1 << (NIBBLE * seat)
        self.arrive(seat, piece, target, r == YARD)
        if r != YARD and target <= LAST_RING and self.options.jump[target] != 0:
            self.jump_on(seat, piece, target)

    def arrive(self, seat: i64, piece: i64, target: i64, entering: bool) -> None:
        """[L-home-column] [L-block] Put a piece down; only on the ring it meets others."""
        index: i64 = seat * PIECES + piece
        self.pieces[index] = target
        if target == HOME:
            self.come_home(seat, piece)
        elif target <= LAST_RING:
            space: i64 = (seat * QUADRANT + target) % RING
            outcome: i64 = self.outcome(seat, space, entering)
            if outcome == GOES_BACK:
                self.pieces[index] = YARD
                if self.log.on:
                    self.log.add("goes_back", seat, {"piece": piece, "space": space})
                return
            if outcome == CAPTURES:
                self.capture(seat, space)
            self.ring[space] += 1 << (NIBBLE * seat)

    def capture(self, seat: i64, space: i64) -> None:
        """[L-capture] [O-bonus-capture] The enemies on the space go back to their yards."""
        enemies: i64 = self.ring[space] & self.options.enemies[seat]
        self.ring[space] -= enemies
        for other in range(PARTIES):
            if (enemies >> (NIBBLE * other)) & COUNT == 0:
                continue
            r: i64 = (space - other * QUADRANT) % RING
            base: i64 = other * PIECES
            for piece in range(PIECES):
                if self.pieces[base + piece] == r:
                    self.pieces[base + piece] = YARD
                    self.captured[seat] += 1
                    if self.log.on:
                        self.log.add(
                            "captured", other, {"piece": piece, "by": seat, "space": space}
                        )
        if self.options.bonus_on_capture:
            self.bonus = True

    def jump_on(self, seat: i64, piece: i64, star: i64) -> None:
        """[O-star-jumps] A piece that landed on a star goes on to the next, from the last home."""
        if self.pieces[seat * PIECES + piece] != star:
            return
        self.ring[(seat * QUADRANT + star) % RING] -= 1 << (NIBBLE * seat)
        target: i64 = HOME if star == LAST_RING else star + self.options.jump[star]
        if self.log.on:
            self.log.add("jumps", seat, {"piece": piece, "from": star, "to": target})
        self.arrive(seat, piece, target, False)

    def come_home(self, seat: i64, piece: i64) -> None:
        """[L-exact] [O-bonus-home] A piece is home; the party with all pieces home is finished."""
        self.home[seat] += 1
        if self.log.on:
            self.log.add("home", seat, {"piece": piece})
        if self.options.bonus_on_home:
            self.bonus = True
        if self.is_home(seat):
            self.finish(seat)

    # -- the end ---------------------------------------------------------------------------

    def finish(self, seat: i64) -> None:
        """[E-win] [E-teams] [O-team-play] All pieces of the party are home."""
        if self.log.on:
            self.log.add("finished", seat, {})
        if self.options.play_on:
            self.take_place(seat)
        elif not self.options.partners or self.is_home((seat + 2) % PARTIES):
            self.win(seat)

    def take_place(self, seat: i64) -> None:
        """[E-win] The party takes the highest free place; the last two are settled together."""
        place: i64 = 1
        last: i64 = 0
        left: i64 = 0
        for other in range(PARTIES):
            if self.places[other] != 0:
                place += 1
            elif self.seats[other] != 0 and other != seat:
                left += 1
                last = other
        self.places[seat] = place
        if left == 1:
            self.places[last] = place + 1
            self.end()

    def win(self, seat: i64) -> None:
        """[E-win] [E-teams] The side of the party wins; all others share the second place."""
        for other in range(PARTIES):
            if self.seats[other] != 0:
                self.places[other] = 1 if self.sides[other] == self.sides[seat] else 2
        self.end()

    def truncate(self) -> None:
        """[E-places] Cut off: places by pieces home, then by the sum of r; equals share."""
        self.truncated = True
        done: i64 = 0
        for seat in range(PARTIES):
            if self.places[seat] != 0:
                done += 1
        ranked: vec[i64] = vec[i64]([0] * PARTIES)
        for seat in range(PARTIES):
            if self.seats[seat] != 0 and self.places[seat] == 0:
                ranked[seat] = self.place_by_progress(seat, done)
        for seat in range(PARTIES):
            if ranked[seat] != 0:
                self.places[seat] = ranked[seat]
        self.end()

    def place_by_progress(self, seat: i64, done: i64) -> i64:
        """[E-places] The place behind ``done`` finished parties and every side further on."""
        place: i64 = done + 1
        for other in range(PARTIES):
            if self.seats[other] == 0 or self.places[other] != 0 or not self.leads_side(other):
                continue
            if self.side_progress(other) > self.side_progress(seat):
                place += 1
        return place

    def side_progress(self, seat: i64) -> i64:
        """[E-places] Pieces home, then the sum of r (yard 0), of the party's side as one number."""
        home: i64 = 0
        total: i64 = 0
        for other in range(PARTIES):
            if self.seats[other] == 0 or self.sides[other] != self.sides[seat]:
                continue
            home += self.home[other]
            for piece in range(self.options.pieces):
                r: i64 = self.pieces[other * PIECES + piece]
                if r > 0:
                    total += r
        return home * 1000 + total

    def end(self) -> None:
        """The game is over."""
        self.over = True
        self.close_decision()
        self.bonus = False
        for piece in range(PIECES):
            self.targets[piece] = NOWHERE
        if self.log.on:
            self.log.add("over", NOBODY, {"truncated": int(self.truncated)})
