"""Bots with fixed rules of thumb, for plain Ludo; `Random` plays any game. Compiled."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import HOME, PARTIES, PIECES, YARD
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.catalogue import CEDE
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.plain import PlainState
from ludo_env.engine.state import State

HOME_WORTH: Final = 99
"""What a piece at home counts for `Smart`."""


class Scripted:
    """A bot for plain Ludo, where action *k* moves piece *k*."""

    name = ""

    def __init__(self) -> None:
        self.dice: Dice = Dice()
        """The bot's own generator."""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins."""
        self.dice.seed(seed)

    def act(self, game: Game) -> int:
        """The chosen action."""
        return self.choose(game.plain)

    def choose(self, state: PlainState) -> i64:
        """The chosen action of the party that decides."""
        raise NotImplementedError

    def any_move(self, state: PlainState) -> i64:
        """A legal action, all equally likely."""
        return state.nth_legal(self.dice.below(state.choices))


class Random(Scripted):
    """Any legal action, all equally likely, in any game; it never gives up."""

    name = "random"

    def act(self, game: Game) -> int:
        """The chosen action."""
        return self.any_action(game.state)

    def choose(self, state: PlainState) -> i64:
        """The chosen action."""
        return self.any_move(state)

    def any_action(self, state: State) -> i64:
        """A legal action other than giving up, all equally likely."""
        choices: i64 = state.choices
        # Giving up, where it is allowed, is the last of the legal actions.
        if isinstance(state, Match) and state.mask[CEDE] != 0:
            choices -= 1
        return state.nth_legal(self.dice.below(choices))


class Front(Scripted):
    """The most advanced piece that can move; the lowest-numbered of several."""

    name = "front"

    def choose(self, state: PlainState) -> i64:
        """The chosen action."""
        best: i64 = state.nth_legal(0)
        base: i64 = state.decider * PIECES
        for piece in range(PIECES):
            if state.mask[piece] != 0 and state.pieces[base + piece] > state.pieces[base + best]:
                best = piece
        return best


class Back(Scripted):
    """The least advanced piece that can move; the lowest-numbered of several."""

    name = "back"

    def choose(self, state: PlainState) -> i64:
        """The chosen action."""
        best: i64 = state.nth_legal(0)
        base: i64 = state.decider * PIECES
        for piece in range(PIECES):
            if state.mask[piece] != 0 and state.pieces[base + piece] < state.pieces[base + best]:
                best = piece
        return best


class Capture(Scripted):
    """The lowest-numbered move that captures; any move when none does."""

    name = "capture"

    def choose(self, state: PlainState) -> i64:
        """The chosen action."""
        seat: i64 = state.decider
        for action in range(PIECES):
            if state.mask[action] != 0:
                after = state.twin()
                after.settle(action)
                if after.captured[seat] > state.captured[seat]:
                    return action
        return self.any_move(state)


class Smart(Scripted):
    """Leaves the yard when it can; else the best sum of own squares less that of the enemies'.

    Squares are counted from the yard, 0, over the start, 1, along each party's own route; home
    counts 99. Of equal moves the first is taken. Any piece leaves the yard, all equally likely:
    which one matters, since most moves are equal and the lowest-numbered pieces run first. The
    strategy is that of Slettemark-Nielsen 2020, "Playing Ludo with AI".
    """

    name = "smart"

    def choose(self, state: PlainState) -> i64:
        """The chosen action."""
        seat: i64 = state.decider
        entering = self.entering(state, seat)
        if entering:
            return entering[self.dice.below(len(entering))]
        best: i64 = -1
        best_lead: i64 = 0
        for action in range(PIECES):
            if state.mask[action] == 0:
                continue
            after = state.twin()
            after.settle(action)
            lead: i64 = self.lead(after, seat)
            if best < 0 or lead > best_lead:
                best = action
                best_lead = lead
        return best

    def entering(self, state: PlainState, seat: i64) -> list[i64]:
        """The pieces that can leave the yard."""
        base: i64 = seat * PIECES
        return [
            piece
            for piece in range(PIECES)
            if state.mask[piece] != 0 and state.pieces[base + piece] == YARD
        ]

    def lead(self, state: PlainState, seat: i64) -> i64:
        """The sum of the party's squares less that of its enemies'."""
        total: i64 = 0
        for party in range(PARTIES):
            if state.seats[party] == 0:
                continue
            if party == seat:
                total += self.squares(state, party)
            elif not (state.options.partners and state.sides[party] == state.sides[seat]):
                total -= self.squares(state, party)
        return total

    def squares(self, state: PlainState, party: i64) -> i64:
        """The sum of a party's squares."""
        total: i64 = 0
        for piece in range(state.options.pieces):
            r: i64 = state.pieces[party * PIECES + piece]
            total += HOME_WORTH if r == HOME else r + 1
        return total
