"""What pieces and places are worth to a character, and what threatens them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agents.characters import CARD_WORTH
from agents.sensible.odds import CERTAIN, Odds
from agents.sensible.weights import Weights
from ludo_env.board import HOME, HOME_AREA, LAST_RING, PARTIES, PIECES, QUADRANT, RING, YARD
from ludo_env.engine.ludicrous.lines import ring_distance
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    CARD_KINDS,
    DEXTERITY,
    LUCK,
    NOBODY,
    PRISON,
    SPEED,
    SPELL_KINDS,
)
from ludo_env.rules.tables import CARDS

SPACE: Final = 100
"""What a space of progress is worth."""
PERCENT: Final = 100
DIE: Final = 6
FAR: Final = 2 * DIE
"""No roll and its 6s are expected to reach farther."""
SIXTH: Final = 167
THIRD: Final = 333
TWO_SIXES: Final = 28
"""The chance that a 6 and then a given number are rolled."""
SURE_ENOUGH: Final = 850
"""The chance of an ambush that counts as certain."""


class Judge:
    """A character's eye for one game. What it notes down is made anew at every decision."""

    def __init__(self, weights: Weights) -> None:
        self.w = weights
        self.odds: Odds = Odds(20, DIE)
        self.places: vec[i64] = vec[i64]([0] * (HOME - PRISON + 1))
        """Worth of a piece on each place, from the prison on."""
        self.progress: vec[i64] = vec[i64]([0] * PARTIES)
        self.rival: vec[i64] = vec[i64]([0] * PARTIES)
        """Percent that each party's losses count."""
        self.enemies: i64 = 0
        self.cards: vec[i64] = vec[i64]([CARD_WORTH[card] for card in CARDS])
        """What each kind of card is worth to who can use it."""
        self.dearest: i64 = max(CARD_WORTH.values())
        self.price_places()

    def price_places(self) -> None:
        """The worth of every place."""
        w = self.w
        self.places[0] = -w.prison
        for r in range(LAST_RING + 1):
            self.places[r - PRISON] = w.entry + SPACE * r
        edge: i64 = w.entry + SPACE * LAST_RING + w.home_area
        for r in range(HOME_AREA, HOME):
            self.places[r - PRISON] = edge + w.home_step * (r - HOME_AREA)
        self.places[HOME - PRISON] = w.entry + SPACE * HOME + w.home

    # -- parties -----------------------------------------------------------------------------

    def look(self, m: Match, party: i64) -> None:
        """Take stock: who is how far, and whose losses matter how much."""
        if m.t.contest_die != self.odds.contest_die or m.t.save_die != self.odds.save_die:
            self.odds = Odds(m.t.contest_die, m.t.save_die)
        self.enemies = 0
        best: i64 = -1
        for other in range(PARTIES):
            total: i64 = 0
            for i in range(other * PIECES, other * PIECES + PIECES):
                total += self.places[m.r[i] - PRISON]
            self.progress[other] = total
            self.rival[other] = 0
            if m.hostile(party, other) and m.plays(other):
                self.enemies += 1
                if best == -1 or total > self.progress[best]:
                    best = other
        if best == -1:
            return
        for other in range(PARTIES):
            if m.hostile(party, other) and m.plays(other):
                self.rival[other] = PERCENT if self.enemies == 1 else self.w.one_of_many
        if self.enemies > 1:
            self.rival[best] = self.w.leading

    def casts(self, m: Match, party: i64) -> bool:
        """Whether the party's class can cast anything."""
        for card in range(SPELL_KINDS):
            if m.t.castable[party * CARD_KINDS + card] != 0:
                return True
        return False

    def card(self, m: Match, party: i64) -> i64:
        """What a card is worth to a party that draws it."""
        total: i64 = 0
        for card in range(SPELL_KINDS):
            if m.t.castable[party * CARD_KINDS + card] != 0:
                total += self.cards[card]
        return total // CARD_KINDS * self.w.card // PERCENT

    # -- pieces ------------------------------------------------------------------------------

    def at(self, m: Match, i: i64, r: i64) -> i64:
        """What a piece is worth at a place of its route."""
        value: i64 = self.places[r - PRISON]
        return value + self.w.crown if m.crowned[i] != 0 and r < HOME else value

    def loss(self, m: Match, i: i64, r: i64) -> i64:
        """What it costs a party that a piece falls at a place."""
        return self.at(m, i, r) * self.w.lost // PERCENT

    def prize(self, m: Match, k: i64) -> i64:
        """What it brings that an enemy piece falls where it is."""
        gain: i64 = self.loss(m, k, m.r[k]) * self.rival[k // PIECES] // PERCENT
        return gain + self.w.morale

    def star_save(self, m: Match, owner: i64, ambusher: i64) -> i64:
        """[6.5] The chance that a piece on a star is not ambushed."""
        goal: i64 = m.t.star_goal + m.score(ambusher, SPEED) - m.score(owner, DEXTERITY)
        least: i64 = CERTAIN // m.t.save_die
        chance: i64 = self.odds.throw(0, goal)
        if chance < least:
            return least
        return chance if chance < CERTAIN - least else CERTAIN - least

    def skirmish(self, m: Match, party: i64, enemy: i64, space: i64, block: bool) -> i64:
        """[M-skirmish] The chance of the party that arrives."""
        lean: i64 = 1 if m.in_field(party, space) else 0
        if block or m.t.star[space] != 0 or m.in_field(enemy, space):
            lean -= 1
        return self.odds.contest(m.score(party, LUCK) - m.score(enemy, LUCK), lean)

    # -- danger ------------------------------------------------------------------------------

    def reached(self, m: Match, party: i64, space: i64, without: i64) -> i64:
        """The chance that an enemy lands on a ring space before the party's next turn.

        Args:
            m: the game.
            party: whose piece would stand there.
            space: the ring space.
            without: an enemy piece that will have fallen; -1 for none.
        """
        total: i64 = 0
        for owner in range(PARTIES):
            if self.rival[owner] == 0:
                continue
            start: i64 = owner * QUADRANT
            here: i64 = (space - start + RING) % RING
            if here == 0:
                total += self.enters(m, owner)
            if here == RING - 1:
                continue
            bonus: i64 = SIXTH if m.counter[owner] >= m.t.bonus_die_full - 1 else 0
            for k in range(owner * PIECES, owner * PIECES + PIECES):
                r: i64 = m.r[k]
                d: i64 = here - r
                if d < 1 or d > FAR or r < 0 or k == without:
                    continue
                if m.fallen[k] == 0 and m.restrained[k] < 2:
                    total += self.hits(m, k, d)
                    if d <= DIE:
                        total += bonus
        return total if total < SURE_ENOUGH else SURE_ENOUGH

    def enters(self, m: Match, owner: i64) -> i64:
        """[M-enter] The chance that a party enters a piece in its next turn."""
        chance: i64 = 0
        for k in range(owner * PIECES, owner * PIECES + PIECES):
            if m.r[k] == YARD:
                chance = SIXTH if chance == 0 and k % PIECES == 0 else THIRD
        return chance

    def hits(self, m: Match, k: i64, distance: i64) -> i64:
        """[M-roll] [M-sync] The chance that a roll takes a piece just so far."""
        if distance > DIE:
            return TWO_SIXES
        if m.prone[k] != 0:
            return THIRD if distance <= DIE // 2 else 0
        first: i64 = k // PIECES * PIECES
        for other in range(first, first + PIECES):
            if other != k and m.conscious(other):
                apart: i64 = m.r[k] - m.r[other]
                leads: bool = m.is_leader(k) or m.is_leader(other)
                reach: i64 = m.t.sync_range_leader if leads else m.t.sync_range
                if -reach <= apart <= reach:
                    # Any higher roll may be shared. [M-sync]
                    return SIXTH * (DIE + 1 - distance)
        return SIXTH

    def risk(self, m: Match, i: i64, r: i64, mates: i64, without: i64) -> i64:
        """What it costs, on average, that a piece may be ambushed at a place.

        Args:
            m: the game.
            i: the own piece.
            r: where it would be.
            mates: own pieces that would stand there besides it.
            without: an enemy piece that will have fallen; -1 for none.
        """
        if r < 0 or r > LAST_RING:
            return 0
        party: i64 = i // PIECES
        space: i64 = (party * QUADRANT + r) % RING
        chance: i64 = self.reached(m, party, space, without)
        if chance == 0:
            return 0
        share: i64 = self.w.danger
        if mates > 0:
            share = share * self.w.block // PERCENT
        elif m.t.star[space] != 0:
            share = share * self.w.star // PERCENT
        return self.loss(m, i, r) * chance // CERTAIN * share // PERCENT

    def targets_ahead(self, m: Match, i: i64, r: i64, without: i64) -> i64:
        """What enemies within a roll ahead of a place promise."""
        party: i64 = i // PIECES
        total: i64 = 0
        last: i64 = r + DIE if r + DIE < LAST_RING else LAST_RING
        for there in range(r + 1, last + 1):
            space: i64 = (party * QUADRANT + there) % RING
            if m.others_here(space, party) == 0 or m.t.star[space] != 0:
                continue
            enemy: i64 = m.enemy_here(space, party)
            if enemy == NOBODY or m.party_count(space, enemy) != 1:
                continue
            k: i64 = m.first_on(space, enemy)
            if k != without:
                total += self.prize(m, k)
        return total * self.w.chance // PERCENT

    def held_up(self, m: Match, space: i64) -> i64:
        """The enemy pieces that would have to stop within a roll before a space, by percent."""
        total: i64 = 0
        for owner in range(PARTIES):
            if self.rival[owner] == 0:
                continue
            here: i64 = (space - owner * QUADRANT + RING) % RING
            for k in range(owner * PIECES, owner * PIECES + PIECES):
                if m.on_path(k) and 1 <= here - m.r[k] <= DIE and here <= LAST_RING:
                    total += self.rival[owner]
        return total

    def threats(self, m: Match, space: i64) -> i64:
        """How many enemy pieces can shoot or throw at a space once they have turned to it."""
        count: i64 = 0
        for owner in range(PARTIES):
            if self.rival[owner] == 0:
                continue
            far: i64 = m.t.stone_range
            if m.ammunition[owner] > 0 and m.t.weapon_range[m.t.ranged[owner]] > far:
                far = m.t.weapon_range[m.t.ranged[owner]]
            for k in range(owner * PIECES, owner * PIECES + PIECES):
                if m.on_path(k) and ring_distance(space, m.space(k)) <= far:
                    count += 1
        return count
