"""A look-ahead bot that knows the dice, for plain Ludo under any rule set. Compiled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agents.scripted import Scripted
from agents.softened import softening
from ludo_env.board import PARTIES, PIECES, YARD
from ludo_env.engine.options import DIE
from ludo_env.engine.plain import ROLL, PlainState

# Found by play against `Smart` under all presets; a space further along a route is worth 1.
ENTERED: Final = 24.0
"""Worth of being out of the yard."""
ROLLS_AGAIN: Final = 8.0
"""Worth of a bonus roll that is due."""
OWN_TURN: Final = 0.2
"""How much the own side's next turns count, which come after those of the enemies."""
WON: Final = 1e6


class Expect(Scripted):
    """Looks one turn ahead: every party's next roll, averaged over the die, after each own move.

    A move is worth the position right after it, plus what the next roll of each party changes on
    average when that party answers each face with its best move by the same measure. So a piece
    in reach of enemies costs what it may lose, and a piece that aims at one earns what it may
    take; moves, landings, safe spaces and blocks are those of the engine.

    Args:
        temperature: 0 takes the best move; above, one that is worth so many spaces more than
            another is e times as likely.
    """

    name = "expect"

    def __init__(self, temperature: float = 0.0) -> None:
        super().__init__()
        self.temperature = temperature

    def choose(self, state: PlainState) -> i64:
        """The chosen action; the first of several that are equally good."""
        best: i64 = -1
        best_worth: float = 0.0
        for action in range(PIECES):
            if state.mask[action] == 0:
                continue
            after = state.twin()
            after.settle(action)
            worth: float = self.foresee(after, state.decider)
            worth += softening(self.dice, self.temperature)
            if best < 0 or worth > best_worth:
                best = action
                best_worth = worth
        return best

    def foresee(self, after: PlainState, seat: i64) -> float:
        """What an afterstate is worth to a party, the next turns taken into account."""
        if after.over:
            return WON
        now: float = self.lead(after, seat)
        worth: float = now
        if after.procedure() == ROLL:
            worth += ROLLS_AGAIN
        for party in range(PARTIES):
            if after.seats[party] != 0 and not after.is_home(party):
                weight: float = OWN_TURN if self.friends(after, party, seat) else 1.0
                worth += weight * (self.after_roll(after, party, seat) - now)
        return worth

    def after_roll(self, after: PlainState, party: i64, seat: i64) -> float:
        """The mean lead of ``seat`` after the next roll of ``party``."""
        total: float = 0.0
        for die in range(1, DIE + 1):
            total += self.after_reply(after, party, die, seat)
        return total / float(DIE)

    def after_reply(self, after: PlainState, party: i64, die: i64, seat: i64) -> float:
        """The lead of ``seat`` when ``party`` has used a roll as is best for itself."""
        if after.find_targets(party, die) == 0:
            return self.lead(after, seat)
        best: float = -WON
        result: float = 0.0
        for piece in range(PIECES):
            if after.mask[piece] == 0:
                continue
            reply = after.twin()
            reply.move(party, piece)
            lead: float = self.lead(reply, party)
            if lead > best:
                best = lead
                result = self.lead(reply, seat)
        return result

    def lead(self, state: PlainState, seat: i64) -> float:
        """The worth of the own side's pieces less that of the enemies'."""
        total: float = 0.0
        for party in range(PARTIES):
            if state.seats[party] == 0:
                continue
            sign: float = 1.0 if self.friends(state, party, seat) else -1.0
            for piece in range(state.options.pieces):
                r: i64 = state.pieces[party * PIECES + piece]
                if r != YARD:
                    total += sign * (ENTERED + float(r))
        return total

    def friends(self, state: PlainState, party: i64, seat: i64) -> bool:
        """Whether two parties are the same or partners."""
        return party == seat or (state.options.partners and state.sides[party] == state.sides[seat])
