"""The decision loop that every game shares."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.board import PARTIES
from ludo_env.engine.actions import Catalogue
from ludo_env.engine.dice import Dice
from ludo_env.engine.log import EventLog

FRAME: Final = 8
"""Numbers of one stack frame: the procedure and its arguments."""
STACK: Final = 24
"""Deepest stack of procedures."""
NOBODY: Final = -1


class State:
    """The whole truth of one game, at a decision or over.

    A state knows who must decide (`decider`, -1 when nobody), which actions are legal (`mask`, one
    byte an action), and how to go on: `run` executes the procedure on top of the stack until a
    party must decide or the game is over. A game adds `step`, one step of the top procedure, and
    `resolve`, which hands a choice to the procedure that asked for it.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        actions: i64 = len(catalogue.names)
        self.catalogue = catalogue
        self.actions: i64 = actions
        self.decider: i64 = NOBODY
        self.over: bool = False
        self.truncated: bool = False
        self.auto_pass: bool = True
        self.mask: vec[u8] = vec[u8](bytes(actions))
        self.choices: i64 = 0
        """How many actions of the mask are legal."""
        self.stack: vec[i64] = vec[i64]([0] * (FRAME * STACK))
        self.depth: i64 = 0
        self.dice: Dice = Dice()
        self.log: EventLog = EventLog()
        self.seats: vec[i64] = vec[i64]([0] * PARTIES)
        """1 for each party that plays."""
        self.sides: vec[i64] = vec[i64](range(PARTIES))
        """The side that each party plays for: its own, or its team's."""
        self.places: vec[i64] = vec[i64]([0] * PARTIES)
        """Places from 1, 0 while the party has none."""
        self.die: i64 = 0
        """The roll that is to be used, 0 before the first."""
        self.rounds: i64 = 1
        self.turns: i64 = 0
        self.decisions: i64 = 0

    # -- what a game adds ------------------------------------------------------------------

    def step(self) -> None:
        """One step of the procedure on top of the stack."""
        raise NotImplementedError

    def resolve(self, action: i64) -> None:
        """Hand the chosen action to the procedure that asked."""
        raise NotImplementedError

    def twin(self) -> State:
        """An independent state that goes on exactly like this one."""
        raise NotImplementedError

    def place(self, party: i64, piece: i64) -> i64:
        """Where a piece is: its r, -1 for the yard."""
        raise NotImplementedError

    def fetch(self) -> i64:
        """Read a bit of everything that a decision needs, so that the processor brings it near.

        Returns:
            A sum that tells nothing. A game that takes little memory has nothing to gain, and 0.
        """
        return 0

    # -- the loop --------------------------------------------------------------------------

    def run(self) -> None:
        """Go on until a party must decide or the game is over."""
        while not self.over:
            if self.decider == NOBODY:
                self.step()
            elif self.choices == 1 and self.auto_pass:
                self.settle(self.nth_legal(0))
            else:
                return

    def settle(self, action: i64) -> None:
        """Resolve a legal action of the pending decision, without going on."""
        self.close_decision()
        self.decisions += 1
        self.resolve(action)

    def close_decision(self) -> None:
        """Nobody decides, and nothing is legal."""
        self.decider = NOBODY
        self.choices = 0
        for action in range(self.actions):
            self.mask[action] = 0

    def apply(self, action: i64) -> None:
        """Resolve an action, known to be legal, and go on to the next decision."""
        self.settle(action)
        self.run()

    def nth_legal(self, n: i64) -> i64:
        """The legal action number ``n``, counted from 0."""
        action: i64 = 0
        left: i64 = n
        while True:
            if self.mask[action] != 0:
                if left == 0:
                    return action
                left -= 1
            action += 1

    def push(self, procedure: i64, argument: i64) -> None:
        """Put a procedure on the stack."""
        base: i64 = FRAME * self.depth
        self.stack[base] = procedure
        self.stack[base + 1] = argument
        self.depth += 1

    def procedure(self) -> i64:
        """The procedure on top of the stack."""
        return self.stack[FRAME * (self.depth - 1)]

    def argument(self) -> i64:
        """The argument of the procedure on top of the stack."""
        return self.stack[FRAME * (self.depth - 1) + 1]

    def pop(self) -> None:
        """Take the top procedure off the stack."""
        self.depth -= 1

    def roll(self, seat: i64, sides: i64, reason: str) -> i64:
        """[D-generator] Throw a die for a party."""
        return self.throw_die(seat, sides, reason)

    def throw_die(self, seat: i64, sides: i64, reason: str) -> i64:
        """[D-generator] A throw of a die. Every roll is an event."""
        value: i64 = self.dice.roll(sides, reason, seat)
        if self.log.on:
            self.log.add("roll", seat, {"die": sides, "value": value, "reason": reason})
        return value

    def copy_base_to(self, other: State) -> None:
        """Copy everything that all games share. The copy has a silent log of its own."""
        other.decider = self.decider
        other.over = self.over
        other.truncated = self.truncated
        other.auto_pass = self.auto_pass
        other.mask = self.mask[:]
        other.choices = self.choices
        other.stack = self.stack[:]
        other.depth = self.depth
        other.dice = self.dice.copy()
        other.seats = self.seats
        other.sides = self.sides
        other.places = self.places[:]
        other.die = self.die
        other.rounds = self.rounds
        other.turns = self.turns
        other.decisions = self.decisions

    # -- the end ---------------------------------------------------------------------------

    def reward(self, seat: i64) -> float:
        """[E-places] The result of a finished game: +1 for the first side to -1 for the last.

        Sides in between are spread evenly; sides that share a place share what their places earn.
        """
        if not self.over or self.seats[seat] == 0:
            return 0.0
        sides: i64 = 0
        better: i64 = 0
        level: i64 = 0
        place: i64 = self.places[seat]
        for other in range(PARTIES):
            if self.seats[other] == 0 or not self.leads_side(other):
                continue
            sides += 1
            if self.places[other] < place:
                better += 1
            elif self.places[other] == place:
                level += 1
        if sides < 2:
            return 0.0
        rank = float(better) + float(level - 1) / 2.0
        return 1.0 - 2.0 * rank / float(sides - 1)

    def leads_side(self, seat: i64) -> bool:
        """Whether the party is the first seat of its side, so that each side counts once."""
        for other in range(seat):
            if self.seats[other] != 0 and self.sides[other] == self.sides[seat]:
                return False
        return True
