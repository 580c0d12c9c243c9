"""The full game: set-up, and which function goes on with each procedure."""

from __future__ import annotations

from mypy_extensions import i64

from ludo_env.board import PARTIES
from ludo_env.engine.ludicrous.action_phase import step_actions, step_target
from ludo_env.engine.ludicrous.cards import draw
from ludo_env.engine.ludicrous.casting import step_cast_spell
from ludo_env.engine.ludicrous.catalogue import CEDE, END
from ludo_env.engine.ludicrous.checks import step_checks
from ludo_env.engine.ludicrous.counterspells import step_counterspells
from ludo_env.engine.ludicrous.crown import step_crown_jump
from ludo_env.engine.ludicrous.health import step_hit
from ludo_env.engine.ludicrous.landing import (
    step_landing,
    step_landing_effects,
    step_spell_card,
    step_teleport,
)
from ludo_env.engine.ludicrous.match import Match, OffTable
from ludo_env.engine.ludicrous.movement import (
    step_bonus_move,
    step_entering,
    step_move_piece,
    step_move_rolls,
    step_pass_effects,
    step_second_piece,
)
from ludo_env.engine.ludicrous.names import CARD_KINDS, SHIELD, SPEED
from ludo_env.engine.ludicrous.night import step_night, step_night_ambushes
from ludo_env.engine.ludicrous.off_table import call_off_table, step_off_table
from ludo_env.engine.ludicrous.parts import CARDS, HOLDINGS, TANKS
from ludo_env.engine.ludicrous.procedures import (
    ACTIONS_OF_TURN,
    BONUS_MOVE,
    CAST_SPELL,
    CHECKS,
    COUNTERSPELLS,
    CROWN_JUMP,
    HIT,
    LANDING,
    LANDING_EFFECTS,
    MOVE_PIECE,
    MOVE_ROLLS,
    NIGHT_AMBUSHES,
    NIGHT_FALLS,
    OFF_TABLE,
    PASS_EFFECTS,
    SECOND_PIECE,
    SET_UP,
    SPELL_CARD,
    SPELL_EFFECT,
    TANK_MOVE,
    TARGET,
    TELEPORT,
    TURN,
    TURNING_PHASE,
)
from ludo_env.engine.ludicrous.spells import step_spell_effect
from ludo_env.engine.ludicrous.tanks import step_tank_move
from ludo_env.engine.ludicrous.turn import leave_in_own_turn, step_turn, step_turning


class LudicrousState(Match):
    """A full game. The actions are those of `catalogue`."""

    def begin(self, players: i64) -> None:
        """[T-setup] Seat the parties, two of them opposite; put the set-up on the stack."""
        for party in range(PARTIES):
            seated: bool = party % 2 == 0 if players == 2 else party < players
            self.seats[party] = 1 if seated else 0
            if self.t.teams:
                self.sides[party] = party % 2
        self.call(SET_UP)

    def twin(self) -> LudicrousState:
        """An independent state that goes on exactly like this one."""
        other = LudicrousState(self.t)
        self.copy_match_to(other)
        return other

    def resolve(self, action: i64) -> None:
        """[8.11] Keep the choice for the procedure that asked; giving up ends the turn."""
        if action == CEDE:
            leave_in_own_turn(self, self.turn)
        else:
            self.choice = action

    def set_up(self) -> None:
        """[T-setup] Partners, tanks, weather; then who starts, and cards."""
        if self.stage() == 0:
            self.prepare()
            self.go_on_at(1)
            return
        self.pop()
        self.starter = self.roll_for_start()
        self.god = self.starter
        for n in range(PARTIES):
            party: i64 = (self.starter + n) % PARTIES
            if self.plays(party) and self.t.magic:
                for _ in range(self.t.opening_cards):
                    draw(self, party)
        if self.log.on:
            self.log.add("starts", self.starter, {})
        self.call(TURN, self.starter)

    def prepare(self) -> None:
        """[T-setup] The full deck, and what every party begins with."""
        self.part_changes(CARDS)
        for card in range(CARD_KINDS):
            self.deck[card] = self.t.card_copies if self.t.magic else 0
        for party in range(PARTIES):
            if self.seats[party] != 0:
                self.equip(party)

    def equip(self, party: i64) -> None:
        """[T-setup] [Y-hp] What a party begins with, besides its cards."""
        self.part_changes(HOLDINGS | TANKS)
        self.hp[party] = self.most_hp(party)
        self.ammunition[party] = self.t.weapon_ammunition[self.t.ranged[party]]
        self.partner[party] = self.t.partner_value if self.t.partner else 0
        self.tank[party] = SHIELD
        self.tank_hp[party] = self.t.tank_hp if self.t.tanks else 0

    def roll_for_start(self) -> i64:
        """[T-setup] d20 + speed, the highest starts; ties re-roll among the tied."""
        tied: i64 = 0
        for party in range(PARTIES):
            if self.plays(party):
                tied |= 1 << party
        while tied & (tied - 1) != 0:
            best: i64 = -100
            leaders: i64 = 0
            for party in range(PARTIES):
                if (tied >> party) & 1 == 0:
                    continue
                value: i64 = self.roll(party, self.t.contest_die, "start") + self.score(
                    party, SPEED
                )
                if value > best:
                    best = value
                    leaders = 0
                if value == best:
                    leaders |= 1 << party
            tied = leaders
        first: i64 = 0
        while (tied >> first) & 1 == 0:
            first += 1
        return first

    def step(self) -> None:
        """One step of the procedure on top of the stack."""
        if self.t.dice_off_table and self.procedure() != OFF_TABLE:
            self.step_or_undo()
        else:
            self.step_procedure()

    def step_or_undo(self) -> None:
        """[8.9] One step; if a die falls off the table it is undone until the call is settled."""
        before = self.twin()
        told: i64 = len(self.log.events)
        self.tape_at = 0
        try:
            self.step_procedure()
            self.tape = []
            # Heeded. If a die falls later, what waits on the table must not tell who was asked.
            self.choice = END
        except OffTable:
            dice = self.dice
            before.tape = self.tape
            before.copy_match_to(self)
            self.dice = dice
            # What was rolled was rolled; everything else has not happened.
            self.log.events[told:] = [e for e in self.log.events[told:] if e.kind == "roll"]
            call_off_table(self)

    def step_procedure(self) -> None:
        """One step of the procedure on top of the stack, done at once."""
        procedure: i64 = self.procedure()
        if procedure <= TURNING_PHASE:
            self.step_frame(procedure)
        elif procedure <= MOVE_ROLLS:
            self.step_phase(procedure)
        elif procedure <= LANDING_EFFECTS:
            self.step_movement(procedure)
        else:
            self.step_other(procedure)

    def step_frame(self, procedure: i64) -> None:
        """Set-up and turns."""
        if procedure == TURN:
            step_turn(self)
        elif procedure == TURNING_PHASE:
            step_turning(self)
        else:
            self.set_up()

    def step_phase(self, procedure: i64) -> None:
        """What belongs to a phase."""
        if procedure == ACTIONS_OF_TURN:
            step_actions(self)
        elif procedure == MOVE_ROLLS:
            step_move_rolls(self)
        elif procedure == TARGET:
            step_target(self)
        elif procedure == HIT:
            step_hit(self)
        elif procedure == CHECKS:
            step_checks(self)
        elif procedure == TANK_MOVE:
            step_tank_move(self)

    def step_movement(self, procedure: i64) -> None:
        """What belongs to a movement."""
        if procedure == MOVE_PIECE:
            step_move_piece(self)
        elif procedure == SECOND_PIECE:
            step_second_piece(self)
        elif procedure == PASS_EFFECTS:
            step_pass_effects(self)
        elif procedure == LANDING:
            step_landing(self)
        else:
            step_landing_effects(self)

    def step_other(self, procedure: i64) -> None:
        """Cards, teleports, spells, the night."""
        if procedure == SPELL_CARD:
            step_spell_card(self)
        elif procedure == TELEPORT:
            step_teleport(self)
        elif procedure == CROWN_JUMP:
            step_crown_jump(self)
        elif procedure == CAST_SPELL:
            step_cast_spell(self)
        elif procedure == SPELL_EFFECT:
            step_spell_effect(self)
        elif procedure == COUNTERSPELLS:
            step_counterspells(self)
        elif procedure == NIGHT_FALLS:
            step_night(self)
        elif procedure == NIGHT_AMBUSHES:
            step_night_ambushes(self)
        elif procedure == BONUS_MOVE:
            step_bonus_move(self)
        elif procedure == OFF_TABLE:
            step_off_table(self)
        else:
            step_entering(self)
