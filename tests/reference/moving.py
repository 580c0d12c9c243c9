"""The movement phase: rolls, choices, tackles, synchrony, as the text has them."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from tests.reference.landing import Landing
from tests.reference.world import HOME, LAST, QUADRANT, RING, YARD, Party, Piece, Rules


class Moving(Landing):
    """The movement phase."""

    def movement(self) -> Rules[None]:
        """[M-roll] [M-six] [M-bonus-die]"""
        party = self.parties[self.turn]
        sixes, die = 0, 6
        while die == 6:
            die = self.roll(party.seat, 6, "movement")
            sixes += die == 6
            if (
                die == 6
                and sixes >= 3
                and not self.throw(party.seat, party.scores["speed"], 4, "sixes")
            ):
                break
            choices = self.uses(party, die)
            if choices:
                yield from self.use(party, die, (yield party.seat, choices))
        if self.bonus_spaces:
            yield from self.bonus_move(party)

    def goes_on(self, party: Party) -> bool:
        """[M-six] Before a third six, and each further one, is used."""
        return self.throw(party.seat, party.scores["speed"], 4, "sixes")

    def bonus_move(self, party: Party) -> Rules[None]:
        spaces, self.bonus_spaces = self.bonus_spaces, 0
        choices = [
            f"move {p.number + 1}" for p in party.pieces if self.can_move(p, self.alone(p, spaces))
        ]
        choice = yield party.seat, ["end", *choices]
        if choice != "end":
            piece = party.pieces[int(choice[-1]) - 1]
            yield from self.move(piece, self.alone(piece, spaces))

    # -- what a roll can be used for ----------------------------------------------------------

    def uses(self, party: Party, die: int) -> list[str]:
        """[M-roll] The names of all legal uses."""
        enter = [f"enter {p.number + 1}" for p in party.pieces if self.can_enter(p, die)]
        alone = [
            f"move {p.number + 1}" for p in party.pieces if self.can_move(p, self.alone(p, die))
        ]
        both = [
            f"move {a.number + 1} by {spaces} and {b.number + 1}"
            for a in party.pieces
            for b in party.pieces
            for spaces, rest in self.shares(a, b, die)
            if self.can_share(a, spaces, b, rest)
        ]
        return enter + alone + both

    def can_enter(self, piece: Piece, die: int) -> bool:
        """[M-enter] A 6, or a 1 unless it is the leader."""
        if piece.r != YARD or not (die == 6 or (die == 1 and piece.number != 0)):
            return False
        return self.room(piece, QUADRANT * piece.party)

    def alone(self, piece: Piece, spaces: int) -> int:
        """[M-prone]"""
        return max(1, spaces // 2) if piece.prone else spaces

    def free(self, piece: Piece) -> bool:
        return 0 <= piece.r < HOME and not piece.fallen and not piece.restrained

    def can_move(self, piece: Piece, spaces: int) -> bool:
        end = self.end_of_move(piece, spaces)
        return end is not None and self.can_land(piece, end)

    def end_of_move(self, piece: Piece, spaces: int) -> int | None:
        """[M-pass] Where a move ends; None if it cannot be made."""
        if not self.free(piece) or piece.r + spaces > HOME:
            return None
        for r in range(piece.r + 1, min(piece.r + spaces, LAST + 1)):
            space = (QUADRANT * piece.party + r) % RING
            if self.sneaking:
                continue
            if self.bars(piece.party, space):
                return None
            if self.stops(piece.party, space):
                return r
        return piece.r + spaces

    def can_land(self, piece: Piece, r: int) -> bool:
        """[M-land]"""
        if r == HOME:
            return True
        if r > LAST:
            own = self.parties[piece.party].pieces
            return sum(p.r == r for p in own if p is not piece) < 2
        return self.room(piece, (QUADRANT * piece.party + r) % RING)

    def shares(self, a: Piece, b: Piece, die: int) -> Iterator[tuple[int, int]]:
        """[M-sync] How many spaces the first and the second piece may go."""
        reach = 6 if 0 in (a.number, b.number) else 3
        if a is b or not self.free(a) or not self.free(b) or abs(a.r - b.r) > reach:
            return
        for spaces in range(1, die):
            cost = spaces * (2 if a.prone else 1)
            rest, odd = divmod(die - cost, 2 if b.prone else 1)
            if rest >= 1 and not odd:
                yield spaces, rest

    def can_share(self, a: Piece, spaces: int, b: Piece, rest: int) -> bool:
        """[M-sync] The first is legal now, and the second would be after it."""
        end = self.end_of_move(a, spaces)
        if end is None or not self.can_land(a, end):
            return False
        after = deepcopy(self)
        first = after.parties[a.party].pieces[a.number]
        first.r = end
        if first.on_path:
            for enemy in after.enemies(first.party, first.space):
                enemy.fallen = 2
        return after.can_move(after.parties[b.party].pieces[b.number], rest)

    # -- using it -----------------------------------------------------------------------------

    def use(self, party: Party, die: int, choice: str) -> Rules[None]:
        words = choice.split()
        piece = party.pieces[int(words[1]) - 1]
        if words[0] == "enter":
            yield from self.enter(party, piece)
        elif len(words) == 2:
            yield from self.move(piece, self.alone(piece, die))
        else:
            second = party.pieces[int(words[5]) - 1]
            spaces = int(words[3])
            cost = spaces * (2 if piece.prone else 1)
            rest = (die - cost) // (2 if second.prone else 1)
            tackled = yield from self.move(piece, spaces)
            if not tackled and self.can_move(second, rest):
                yield from self.move(second, rest)

    def enter(self, party: Party, piece: Piece) -> Rules[None]:
        """[M-enter] [8.7]"""
        if not party.crown_used and (yield party.seat, ["end", "yes"]) == "yes":
            party.crown_used = 1
            piece.crowned = 1
        piece.facing, piece.moved = 1, 1
        yield from self.land(piece, 0)

    def move(self, piece: Piece, spaces: int) -> Rules[bool]:
        """[M-roll] [R-tackle] An own movement; whether it was tackled."""
        start, end = piece.r, self.end_of_move(piece, spaces)
        assert end is not None
        stopped = yield from self.tackled(piece, start, end)
        if stopped is not None:
            end = stopped
        if end == start:
            return True
        piece.facing = 1
        piece.moved = 1
        self.put(piece, end)  # there it is seen while cards are chosen on the way
        for r in range(start + 1, min(end, LAST + 1)):
            yield from self.passing(piece, (QUADRANT * piece.party + r) % RING)
        yield from self.land(piece, end)
        return stopped is not None

    def tackled(self, piece: Piece, start: int, end: int) -> Rules[int | None]:
        """[R-tackle] Where a tackler stops the piece."""
        if self.sneaking:
            return None
        for r in range(start + 1, min(end, LAST + 1)):
            enemies = self.enemies(piece.party, (QUADRANT * piece.party + r) % RING)
            if len(enemies) != 1 or enemies[0].prone or enemies[0].restrained:
                continue
            tackler = enemies[0]
            owner = self.parties[tackler.party]
            if owner.reacted or owner.tackled or owner.stunned:
                continue
            if (yield owner.seat, ["end", "yes"]) == "end":
                continue
            owner.reacted = owner.tackled = 1
            if self.tackle(piece, tackler):
                return self.before(piece, start, r)
        return None

    def tackle(self, piece: Piece, tackler: Piece) -> bool:
        """[R-tackle] [6.2]"""
        natural = self.leaning(tackler.party, 20, "tackle", 0)
        total = natural + self.score(tackler.party, "attack") + tackler.crowned
        home = (tackler.space - QUADRANT * piece.party + 1) % RING <= 11
        against = self.leaning(piece.party, 20, "tackle", 1 if home else 0)
        against += self.score(piece.party, "speed") + piece.crowned
        return self.decided(natural, total, against)

    def before(self, piece: Piece, start: int, tackler: int) -> int:
        """The last r before the tackler that holds no enemy and where the piece may land."""
        for r in range(tackler - 1, start, -1):
            space = (QUADRANT * piece.party + r) % RING
            if not self.enemies(piece.party, space) and self.room(piece, space):
                return r
        return start
