"""Falling, landing, ambush, skirmish, push, and the effects of spaces, as the text has them."""

from __future__ import annotations

from ludo_env.rules.tables import CARDS
from tests.reference.world import (
    CARD_SPACES,
    FEAR,
    FISHING,
    HOME,
    LAST,
    QUADRANT,
    RING,
    SNARE,
    STAR,
    TRAP,
    YARD,
    D,
    OutOfScope,
    Over,
    Party,
    Piece,
    Rules,
    Slot,
    T,
    World,
)


class Landing(World):
    """What happens where a movement ends."""

    # -- health and falling -------------------------------------------------------------------

    def heal(self, party: Party, amount: int) -> None:
        party.hp = min(party.most_hp, party.hp + amount)

    def advance(self, party: Party) -> None:
        """[8.2] A stunned party's counter does not advance; it goes to 3."""
        if not party.stunned:
            party.counter = min(3, party.counter + 1)

    def damage(self, piece: Piece, amount: int, by: int | None) -> None:
        """[Y-hp] [6.5] Damage that is already reduced."""
        party = self.parties[piece.party]
        party.hp -= amount
        if party.hp > 0:
            return
        if piece.space % QUADRANT == STAR:
            constitution = party.scores["constitution"] + piece.crowned
            if self.roll(piece.party, 20, "star") + constitution > amount:
                party.hp = 1
                return
        party.hp = party.most_hp
        self.fall(piece, by, spent=True)

    def fall(self, piece: Piece, by: int | None, spent: bool = False) -> None:
        """[8.3] [8.7] [M-morale] A piece falls where it is; ``spent``: at 0 HP."""
        piece.clear("prone", "restrained", "wet", "burning", "dodging", "veiled")
        piece.fallen = 2
        self.frighten(piece)
        crowned = piece.crowned
        if spent:
            self.drop_crown(piece)
        if by is None or not self.plays(by) or self.friends(by, piece.party):
            return
        self.advance(self.parties[by])
        if crowned:
            self.draw_with_room(self.parties[by])
            self.heal(self.parties[by], 2)

    def frighten(self, fallen: Piece) -> None:
        """[8.3] Own pieces 1 to 3 behind that face the fallen one, furthest first."""
        party = self.parties[fallen.party]
        for distance in (3, 2, 1):
            for piece in party.pieces:
                if piece.up and piece.facing > 0 and fallen.r - piece.r == distance:
                    bonus = self.leader_bonus(party, piece)
                    self.checks.append([FEAR, piece.index, 4 - distance, bonus, 0, 0, 0, 0])

    def leader_bonus(self, party: Party, piece: Piece) -> int:
        """[8.6] [W-line] Distance is along the ring, in the direction faced."""
        leader = party.leader
        if not leader.up:
            return 0
        if piece is leader:
            return 0 if party.wounded else 2
        ahead = (leader.space - piece.space) * piece.facing % RING
        return (1 if party.wounded else 2) if 1 <= ahead <= 3 else 0

    def drop_crown(self, piece: Piece) -> None:
        if piece.crowned:
            piece.crowned = 0
            self.parties[piece.party].crown_at = piece.space

    def eliminate(self, piece: Piece) -> None:
        """Back to a yard space; the crown drops where it was."""
        self.drop_crown(piece)
        piece.clear("fallen", "prone", "restrained", "wet", "burning", "dodging", "veiled")
        piece.r, piece.facing = YARD, 1

    # -- cards --------------------------------------------------------------------------------

    def hand_limit(self, party: Party) -> int:
        return 4 + party.scores["intelligence"]

    def draw(self, party: Party) -> None:
        """[6.7] The top card, from the shuffled discards if the deck is empty."""
        if not self.deck.total():
            self.deck, self.discards = self.discards, self.deck
        if not self.deck.total():
            return
        number = self.roll(party.seat, self.deck.total(), "card")
        card = [card for card in CARDS for _ in range(self.deck[card])][number - 1]
        self.deck[card] -= 1
        party.hand[card] += 1

    def draw_with_room(self, party: Party) -> None:
        if "magic" in self.rules.modules and party.hand.total() < self.hand_limit(party):
            self.draw(party)

    def card_space(self, piece: Piece, space: int) -> Rules[None]:
        """[6.7]"""
        if "magic" not in self.rules.modules or space % QUADRANT not in CARD_SPACES:
            return
        party = self.parties[piece.party]
        if party.hand.total() >= self.hand_limit(party):
            for shed in range(2):
                choices = [f"shed {card}" for card in CARDS if party.hand[card]]
                choice = yield party.seat, choices if shed else ["end", *choices]
                if choice == "end":
                    return
                card = choice.removeprefix("shed ")
                party.hand[card] -= 1
                self.discards[card] += 1
        self.draw(party)

    # -- effects of spaces --------------------------------------------------------------------

    def crown_token(self, piece: Piece, space: int) -> None:
        """[8.7] The own crown is put on, an enemy's destroyed."""
        for party in self.parties.values():
            if party.crown_at != space:
                continue
            if party.seat == piece.party:
                piece.crowned = 1
                piece.veiled = 0
                party.crown_at = -1
            elif not self.friends(party.seat, piece.party):
                party.crown_at = -1

    def passing(self, piece: Piece, space: int) -> Rules[None]:
        """[M-effects]"""
        self.crown_token(piece, space)
        yield from self.card_space(piece, space)

    def effects(self, piece: Piece, jumped: bool = False) -> Rules[None]:
        """[M-effects] Landing effects; ``jumped``: T has worked in this movement."""
        if not piece.up:
            return
        yield from self.passing(piece, piece.space)
        if piece.space % QUADRANT == TRAP:
            self.trap(piece)
        if piece.up and piece.space % QUADRANT == T and not jumped:
            yield from self.teleport_space(piece)

    def trap(self, piece: Piece) -> None:
        """[6.11]"""
        owner = (piece.space // QUADRANT + 1) % 4
        if self.friends(owner, piece.party) and self.plays(owner):
            return
        if self.sneaking and piece.party == self.turn:
            return
        self.damage(piece, 1, owner)
        if not piece.up:
            return
        goal = 4 + self.score(owner, "engineering") + 2 * self.working(owner, SNARE)
        dexterity = self.score(piece.party, "dexterity") + piece.crowned
        if not self.throw(piece.party, dexterity, goal, "trap"):
            piece.restrained = 2

    def teleport_space(self, piece: Piece) -> Rules[None]:
        """[6.6] There must be a D ahead before r = 50."""
        if piece.r + QUADRANT + D - T > LAST:
            return
        if (yield piece.party, ["end", "yes"]) == "end":
            return
        piece.r += QUADRANT + D - T
        enemies = self.enemies(piece.party, piece.space)
        if len(enemies) == 1:
            self.fall(enemies[0], piece.party)
        luck = self.score(piece.party, "luck") + piece.crowned
        if not self.throw(piece.party, luck, 4, "teleport"):
            self.fall(piece, None)
        elif len(enemies) > 1 or not self.room(piece, piece.space):
            yield from self.push(piece, piece.r, 1, jumped=True)
        else:
            yield from self.effects(piece, jumped=True)
        self.harm_annustar(2)

    def harm_annustar(self, amount: int) -> None:
        if "pivotal" in self.rules.modules:
            self.annustar = min(20, self.annustar + amount)

    # -- landing ------------------------------------------------------------------------------

    def land(self, piece: Piece, r: int, jumped: bool = False) -> Rules[None]:
        """[M-land] A movement ends on r."""
        self.put(piece, r)
        if r > LAST:
            yield from self.get_home(piece)
            return
        enemies = self.enemies(piece.party, piece.space)
        if len(enemies) == 1:
            self.ambush(piece, enemies[0])
        elif enemies:
            self.skirmish(piece, enemies)
        yield from self.effects(piece, jumped)

    def ambush(self, piece: Piece, victim: Piece) -> None:
        """[6.5] On a star the victim may hold its space, and the ambusher is pushed on."""
        if piece.space % QUADRANT == STAR:
            natural = self.roll(victim.party, 6, "star")
            dexterity = self.score(victim.party, "dexterity") + victim.crowned
            saved = natural + dexterity >= 4 + self.score(piece.party, "speed")
            if natural == 6 or (saved and natural != 1):
                piece.r = self.where_repelled(piece)
                self.fall(piece, victim.party)
                return
        self.fall(victim, piece.party)

    def where_repelled(self, piece: Piece) -> int:
        """The first r ahead without another party, two own pieces or a phantom; else r = 50."""
        for r in range(piece.r + 1, LAST):
            space = (QUADRANT * piece.party + r) % RING
            there = self.standing(space, but=piece)
            others = any(p.party != piece.party for p in there)
            if not others and len(there) < 2 and not self.phantom(space):
                return r
        return LAST

    def skirmish(self, piece: Piece, defenders: list[Piece]) -> None:
        """[M-skirmish]"""
        defender = defenders[0].party
        own, other = self.parties[piece.party], self.parties[defender]
        lean = 1 if self.in_home_field(piece) else 0
        natural = self.leaning(own.seat, 20, "skirmish", lean)
        total = natural + own.scores["luck"] + piece.crowned
        favoured = (
            len(defenders) > 1 or self.in_home_field(defenders[0]) or piece.space % QUADRANT == STAR
        )
        against = self.leaning(defender, 20, "skirmish", 1 if favoured else 0)
        against += other.scores["luck"] + max(p.crowned for p in defenders)
        if self.decided(natural, total, against):
            for loser in defenders:
                self.fall(loser, own.seat)
        else:
            self.fall(piece, defender)

    def push(self, piece: Piece, stood: int, direction: int, jumped: bool = False) -> Rules[None]:
        """[M-push] Space by space, away from r = ``stood``."""
        r = stood + direction
        if r < 0:
            direction, r = 1, stood + 1
        while not self.push_ends(piece, r):
            r += direction
            if r < 0:
                direction, r = 1, stood + 1
        self.put(piece, r)
        if r > LAST:
            yield from self.get_home(piece)
            return
        enemies = self.enemies(piece.party, piece.space)
        if enemies:
            self.skirmish(piece, enemies)
        yield from self.effects(piece, jumped)

    def push_ends(self, piece: Piece, r: int) -> bool:
        if r == HOME:
            return True
        if r > LAST:
            own = self.parties[piece.party].pieces
            return sum(p.r == r for p in own if p is not piece) < 2
        space = (QUADRANT * piece.party + r) % RING
        return bool(self.enemies(piece.party, space)) or self.room(piece, space)

    # -- home ---------------------------------------------------------------------------------

    def put(self, piece: Piece, r: int) -> None:
        """Put a piece on its route; entering the home area ends most conditions."""
        piece.r = r
        if r > LAST:
            piece.clear("restrained", "wet", "burning", "dodging", "veiled")

    def get_home(self, piece: Piece) -> Rules[None]:
        """[6.4] [8.7] [E-win] A movement has ended in the home area."""
        if piece.r < HOME:
            return
        crowned = piece.crowned
        piece.clear("prone", "crowned")
        party = self.parties[piece.party]
        if sum(p.r == HOME for p in party.pieces) >= self.rules.pieces_to_win:
            if self.rules.play_on or self.rules.teams:
                raise OutOfScope
            raise Over
        if crowned:
            yield from self.crown_jump(party)

    def crown_jump(self, party: Party) -> Rules[None]:
        """[8.7] An own pathway piece may jump to the space behind an enemy."""
        jumpers = [f"own piece {p.number + 1}" for p in party.pieces if p.up]
        targets = {
            name: p
            for name, p in self.named(party.seat)
            if p.up
            and not p.veiled
            and not self.friends(p.party, party.seat)
            and (p.space - 1 - QUADRANT * party.seat) % RING <= LAST
        }
        choice = yield party.seat, ["end", *(jumpers if targets else [])]
        if choice == "end":
            return
        jumper = party.pieces[int(choice[-1]) - 1]
        target = targets[(yield party.seat, list(targets))]
        jumper.r = (target.space - 1 - QUADRANT * party.seat) % RING
        if self.enemies(party.seat, jumper.space) or not self.room(jumper, jumper.space):
            yield from self.push(jumper, jumper.r, 1)
        else:
            yield from self.effects(jumper)

    # -- pivotal moments ----------------------------------------------------------------------

    def pivotal_moment(self) -> None:
        """[P-]"""
        if self.annustar < 20:
            return
        self.annustar = 0
        moment = self.roll(self.god, 6, "pivotal moment")
        standing = [p for p in self.pieces() if p.up]
        if moment == 1:
            for piece in standing:
                piece.prone = 1
        elif moment == 2:
            for party in self.parties.values():
                party.counter = 0
        elif moment == 3:
            for piece in standing:
                if piece.space % QUADRANT in FISHING:
                    piece.wet, piece.burning = 2, 0
        elif moment == 4:
            for step in range(4):
                party_or_none = self.parties.get((self.starter + step) % 4)
                if party_or_none:
                    self.draw_with_room(party_or_none)
        elif moment == 5:
            amount = self.roll(self.god, 6, "quake")
            for party in self.parties.values():
                for slot in party.slots:
                    self.break_structure(slot, amount)
        else:
            for piece in standing:
                piece.facing = -piece.facing

    def break_structure(self, slot: Slot, amount: int) -> None:
        """[ST-]"""
        if slot.built >= 0 and slot.built_hp <= amount:
            slot.built, slot.built_hp, slot.hacked = -1, 0, 0
        elif slot.built >= 0:
            slot.built_hp -= amount
