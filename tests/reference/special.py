"""The special rules phases, in their order, and pushes by shoving and reviving."""

from __future__ import annotations

from tests.reference.moving import Moving
from tests.reference.world import (
    COLLATERAL,
    FEAR,
    HOME,
    INFIRMARY,
    PRISON,
    QUADRANT,
    RING,
    SHIELD,
    STUN,
    YARD,
    OutOfScope,
    Party,
    Piece,
    Rules,
)


class Model(Moving):
    """The parts of a turn that are modelled."""

    def first_special_phase(self) -> Rules[None]:
        """[T-first-special]"""
        party = self.parties[self.turn]
        self.advance(party)
        party.stunned = 0
        for piece in party.pieces:
            piece.clear("dodging", "veiled")
        self.run_on(party)
        if any(s.built == INFIRMARY and self.works(party, s) for s in party.slots):
            self.heal(party, 1)
        if party.wounded:
            self.heal(party, 1)
        self.escapes(party)
        yield from self.settle_checks()
        self.pivotal_moment()

    def rest_of_turn(self) -> Rules[None]:
        """[T-second-special] [T-movement] The end of the action phase, and what comes after it."""
        self.pivotal_moment()
        yield from self.settle_checks()
        self.pivotal_moment()
        yield from self.movement()
        self.pivotal_moment()
        self.parties[self.turn].provoker = -1
        following = ((self.turn + step) % 4 for step in range(1, 5))
        self.parties[next(seat for seat in following if self.has_turns(seat))].reacted = 0

    def has_turns(self, seat: int) -> bool:
        """[E-teams] The turns of a party that is done are skipped."""
        pieces = self.parties[seat].pieces if self.plays(seat) else []
        return bool(pieces) and sum(p.r == HOME for p in pieces) < self.rules.pieces_to_win

    # -- (c) timed conditions, reloads, phantoms, hacked structures -----------------------------

    def run_on(self, party: Party) -> None:
        if party.poisoned:
            party.hp = max(1, party.hp - 1)
            party.poisoned -= 1
        for piece in party.pieces:
            before = piece.fallen
            if piece.burning:
                self.damage(piece, 1, None)
            for name in ("burning", "wet", "restrained"):
                setattr(piece, name, max(0, getattr(piece, name) - 1))
            if before:
                piece.fallen -= 1
                if not piece.fallen:
                    self.eliminate(piece)
        party.tank_wait = max(0, party.tank_wait - 1)
        party.artillery_wait = max(0, party.artillery_wait - 1)
        if party.phantom_turns:
            party.phantom_turns -= 1
            if not party.phantom_turns:
                party.phantom_at, party.phantom_hp = -1, 0
        for slot in party.slots:
            slot.hacked = max(0, slot.hacked - 1)

    # -- (e) escapes --------------------------------------------------------------------------

    def escapes(self, party: Party) -> None:
        """[6.10]"""
        for piece in party.pieces:
            if piece.r != PRISON:
                continue
            jailer = self.parties[piece.jailer]
            held = sum(p.r == YARD for p in jailer.pieces) + (jailer.partner > 0)
            natural = self.roll(party.seat, 20, "escape")
            against = self.roll(jailer.seat, 20, "escape")
            if self.decided(natural, natural + 5 - held + piece.crowned, against):
                piece.r, piece.jailer = YARD, -1

    # -- (f) checks ---------------------------------------------------------------------------

    def settle_checks(self) -> Rules[None]:
        """In the order in which they arose; new ones join the end."""
        while self.checks:
            kind, about, *more = self.checks.pop(0)
            if kind == STUN:
                self.stun_check(about, more[0])
            elif kind == FEAR:
                yield from self.fear_check(self.piece(about), more[0], more[1])
            elif kind == COLLATERAL and about >= 16:
                self.collateral_structure(about - 16, more)
            else:
                self.collateral_piece(self.piece(about), more)

    def piece(self, index: int) -> Piece:
        return self.parties[index // 4].pieces[index % 4]

    def stun_check(self, about: int, value: int) -> None:
        """[8.2] The total must exceed the value."""
        party = self.parties[about // 4]
        modifier = party.scores["constitution"] + self.piece(about).crowned
        if self.roll(party.seat, 20, "stun") + modifier <= value:
            party.stunned = 1

    def fear_check(self, piece: Piece, goal: int, bonus: int) -> Rules[None]:
        """[8.3]"""
        if not piece.up:
            return
        modifier = self.score(piece.party, "neuroticism") + bonus + piece.crowned
        if self.throw(piece.party, modifier, goal, "fear") or piece.restrained:
            return
        spaces = self.roll(piece.party, 6, "retreat")
        if self.in_home_field(piece):
            spaces = (spaces + 1) // 2
        r = piece.r
        while spaces and r > 0 and not self.occupied(piece.party, r - 1):
            r, spaces = r - 1, spaces - 1
        if r < piece.r:
            piece.r = r
            yield from self.effects(piece)

    def occupied(self, seat: int, r: int) -> bool:
        space = (QUADRANT * seat + r) % RING
        return bool(self.standing(space)) or self.phantom(space) is not None

    def collateral_structure(self, at: int, more: list[int]) -> None:
        """[8.4]"""
        slot = self.parties[at // 4].slots[at % 4]
        if self.roll(more[1], 6, "collateral") == 6:
            self.break_structure(slot, more[2])

    def collateral_piece(self, piece: Piece, more: list[int]) -> None:
        """[8.4] [D-damage]"""
        total, by, amount, stun, away, space = more
        if self.roll(by, 6, "collateral") < 6 or not piece.up or piece.space != space:
            return
        party = self.parties[piece.party]
        against = self.leaning(party.seat, 20, "collateral", -1 if away else 0)
        against += party.scores["dexterity"] + piece.crowned + 2 * piece.dodging
        if total < against:
            return
        amount = max(1, amount - party.armour)
        shield = party.tank == SHIELD and party.tank_hp > 0 and self.in_home_field(piece)
        amount = max(1, amount - shield)
        if party.hand["ward"] and not party.stunned and not party.reacted:
            raise OutOfScope
        self.damage(piece, amount, by)
        if piece.up:
            self.checks.append([STUN, piece.index, amount + stun, by, 0, 0, 0, 0])

    # -- shoving and reviving: pushes -----------------------------------------------------------

    def shove(self, piece: Piece) -> Rules[None]:
        """[A-shove]"""
        targets = {
            name: other
            for name, other in self.named(piece.party)
            if other.up
            and not other.veiled
            and not self.friends(piece.party, other.party)
            and (other.space - piece.space) * piece.facing % RING == 1
        }
        target = targets[(yield piece.party, list(targets))]
        natural = self.roll(piece.party, 20, "shove")
        total = natural + self.score(piece.party, "attack") + piece.crowned
        against = self.roll(target.party, 20, "shove")
        against += self.score(target.party, "dexterity") + target.crowned
        if self.decided(natural, total, against):
            yield from self.push(target, target.r, piece.facing)

    def revive(self, piece: Piece) -> Rules[None]:
        """[A-revive] [8.6]"""
        targets = {
            name: other
            for name, other in self.named(piece.party)
            if other.fallen
            and self.friends(piece.party, other.party)
            and (other.space - piece.space) % RING in (0, 1, RING - 1)
        }
        target = targets[(yield piece.party, list(targets))]
        party = self.parties[piece.party]
        away = sum(p.fallen > 0 or p.r == PRISON for p in party.pieces)
        lean = 1 if piece.number == 0 and away < 2 else 0
        constitution = party.scores["constitution"] + piece.crowned
        if not self.contest(party.seat, constitution, lean, 10, "revive"):
            return
        target.fallen, target.prone = 0, 1
        if self.enemies(target.party, target.space) or not self.room(target, target.space):
            yield from self.push(target, target.r, 1)
