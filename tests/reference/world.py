"""A slow model of a full game, written from the rules of record and not from the engine.

It keeps what a document of a game tells, in plain objects, and asks the simplest questions about
it. Rules are in `landing.py`, `moving.py` and `special.py`. A die is taken from a list, and must
be the die that the rules ask for, of the party that throws it, for the reason that they name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field, fields
from typing import Any, Self, TypeVar

from ludo_env.rules import LudicrousRules
from ludo_env.rules.reading import as_rules
from ludo_env.rules.tables import CARDS, CLASSES, STATS

Result = TypeVar("Result")
Ask = tuple[int, list[str]]
"""Who must decide, and the names of the choices."""
Rules = Generator[Ask, str, Result]
"""A rule that may ask for decisions."""

COLOURS = ("yellow", "blue", "red", "green")
QUADRANT, RING, LAST, HOME = 13, 52, 50, 56
YARD, PRISON = -1, -2
D, T, STAR, TRAP = 2, 3, 8, 12
CARD_SPACES, FISHING = (7, 9), (10, 11)
STRUCTURAL = (1, 4, 6, 9)
BARRICADE, _TURRET, INFIRMARY, _TOWER, SNARE = range(5)
STUN, FEAR, COLLATERAL = range(3)
SHIELD = 0
TURNING, ACTION, NIGHT = 0, 3, 6
RELATIVE = ("own", "next", "across", "previous")


class Difference(AssertionError):
    """The engine and the model do not agree."""


class OutOfScope(Exception):
    """What follows is not modelled."""


class Over(Exception):
    """Somebody has won."""


@dataclass
class Piece:
    """One piece; what a document does not say has the value that stands here."""

    party: int
    number: int
    r: int = YARD
    fallen: int = 0
    facing: int = 1
    prone: int = 0
    restrained: int = 0
    wet: int = 0
    burning: int = 0
    dodging: int = 0
    veiled: int = 0
    crowned: int = 0
    jailer: int = -1
    moved: int = 0

    @property
    def index(self) -> int:
        return 4 * self.party + self.number

    @property
    def on_path(self) -> bool:
        return 0 <= self.r <= LAST

    @property
    def up(self) -> bool:
        """On the pathway and conscious."""
        return self.on_path and not self.fallen

    @property
    def space(self) -> int:
        return (QUADRANT * self.party + self.r) % RING

    def clear(self, *names: str) -> None:
        for name in names:
            setattr(self, name, 0)

    def told(self) -> dict[str, int]:
        """What is compared; off the pathway nobody faces anything."""
        numbers = {name: getattr(self, name) for name in PIECE_NUMBERS}
        return numbers if self.on_path else numbers | {"facing": 0}


PIECE_NUMBERS = tuple(f.name for f in fields(Piece) if f.name not in ("party", "number"))


@dataclass
class Slot:
    """One structural space."""

    built: int = -1
    built_hp: int = 0
    hacked: int = 0


@dataclass
class Party:
    """One party that plays."""

    seat: int
    pieces: list[Piece]
    slots: list[Slot]
    scores: dict[str, int]
    armour: int
    hand: Counter[str]
    hp: int
    stunned: int = 0
    poisoned: int = 0
    provoker: int = -1
    counter: int = 0
    reacted: int = 0
    tackled: int = 0
    partner: int = 12
    crown_used: int = 0
    crown_at: int = -1
    tank: int = 0
    tank_hp: int = 10
    tank_wait: int = 0
    artillery_wait: int = 0
    phantom_at: int = -1
    phantom_hp: int = 0
    phantom_turns: int = 0
    left: int = 0

    @property
    def most_hp(self) -> int:
        return 12 + 2 * self.scores["constitution"]

    @property
    def wounded(self) -> bool:
        return self.hp <= self.most_hp // 2

    @property
    def leader(self) -> Piece:
        return self.pieces[0]


PARTY_NUMBERS = tuple(
    f.name
    for f in fields(Party)
    if f.name not in ("seat", "pieces", "slots", "scores", "armour", "hand")
)


@dataclass
class Roll:
    """A die that fell in the engine."""

    seat: int
    sides: int
    value: int
    reason: str


@dataclass
class World:
    """What a document tells."""

    rules: LudicrousRules
    parties: dict[int, Party]
    turn: int
    starter: int
    god: int
    sneaking: bool
    annustar: int
    bonus_spaces: int
    deck: Counter[str]
    discards: Counter[str]
    checks: list[list[int]]
    dice: list[Roll] = field(default_factory=list)

    # -- dice ---------------------------------------------------------------------------------

    def roll(self, seat: int, sides: int, reason: str) -> int:
        wanted = f"a d{sides} of {COLOURS[seat]} for {reason}"
        if not self.dice:
            raise Difference(f"the model rolls {wanted}, the engine does not")
        got = self.dice.pop(0)
        if (got.seat, got.sides, got.reason) != (seat, sides, reason):
            raise Difference(f"the model rolls {wanted}, the engine {got}")
        return got.value

    def leaning(self, seat: int, sides: int, reason: str, lean: int) -> int:
        """[D-adv] With advantage (1) the higher of two, with disadvantage (-1) the lower."""
        first = self.roll(seat, sides, reason)
        if lean == 0:
            return first
        second = self.roll(seat, sides, reason)
        return max(first, second) if lean > 0 else min(first, second)

    def throw(self, seat: int, modifier: int, goal: int, reason: str) -> bool:
        """[D-save]"""
        return self.roll(seat, 6, reason) + modifier >= goal

    def contest(self, seat: int, modifier: int, lean: int, against: int, reason: str) -> bool:
        """[D-contest] [D-crit] The offender rolls; the other side's total is known."""
        natural = self.leaning(seat, 20, reason, lean)
        return self.decided(natural, natural + modifier, against)

    def decided(self, natural: int, total: int, against: int) -> bool:
        """[D-crit]"""
        return natural == 20 or (natural != 1 and total >= against)

    # -- who is where -------------------------------------------------------------------------

    def score(self, seat: int, name: str) -> int:
        """A score; an absent or departed party has none."""
        return self.parties[seat].scores[name] if self.plays(seat) else 0

    def plays(self, seat: int) -> bool:
        return seat in self.parties and not self.parties[seat].left

    def friends(self, a: int, b: int) -> bool:
        """[E-teams] The same party or team."""
        return a == b or (self.rules.teams and (a - b) % 2 == 0)

    def pieces(self) -> Iterable[Piece]:
        return (piece for party in self.parties.values() for piece in party.pieces)

    def standing(self, space: int, but: Piece | None = None) -> list[Piece]:
        """The conscious pieces on a space, in index order."""
        return [p for p in self.pieces() if p.up and p.space == space and p is not but]

    def enemies(self, seat: int, space: int) -> list[Piece]:
        return [p for p in self.standing(space) if not self.friends(seat, p.party)]

    def phantom(self, space: int) -> Party | None:
        return next((p for p in self.parties.values() if p.phantom_at == space), None)

    def foreign_star(self, seat: int, space: int) -> bool:
        """[6.5] A star that is not of this colour."""
        return space % QUADRANT == STAR and space // QUADRANT != seat

    def room(self, piece: Piece, space: int) -> bool:
        """[6.15] Whether a piece may be on a space, enemies left aside."""
        if self.phantom(space):
            return False
        others = [p for p in self.standing(space, but=piece) if self.friends(piece.party, p.party)]
        if any(p.party != piece.party for p in others) or len(others) >= 2:
            return False
        return not (others and self.foreign_star(piece.party, space))

    def in_home_field(self, piece: Piece) -> bool:
        """[6.1] [6.2] The own home field."""
        return piece.on_path and (piece.space - QUADRANT * piece.party + 1) % RING <= 11

    def works(self, party: Party, slot: Slot) -> bool:
        """[ST-] Neither hacked nor of a stunned owner."""
        return slot.built >= 0 and not slot.hacked and not party.stunned

    def working(self, seat: int, kind: int) -> bool:
        party = self.parties.get(seat)
        return party is not None and any(
            s.built == kind and self.works(party, s) for s in party.slots
        )

    def stops(self, seat: int, space: int) -> bool:
        """[M-pass] Whether an enemy barricade guards a space."""
        return any(
            slot.built == BARRICADE
            and self.works(party, slot)
            and not self.friends(seat, party.seat)
            and (QUADRANT * party.seat + STRUCTURAL[k]) % RING == space
            for party in self.parties.values()
            for k, slot in enumerate(party.slots)
        )

    def bars(self, seat: int, space: int) -> bool:
        """[M-pass] Enemy blocks and phantoms."""
        phantom = self.phantom(space)
        if phantom and not self.friends(seat, phantom.seat):
            return True
        return len(self.enemies(seat, space)) >= 2

    def named(self, seat: int) -> list[tuple[str, Piece]]:
        """All pieces under the names that they have for a party."""
        return [
            (f"{RELATIVE[step]} piece {piece.number + 1}", piece)
            for step in range(4)
            if (seat + step) % 4 in self.parties
            for piece in self.parties[(seat + step) % 4].pieces
        ]

    # -- documents ----------------------------------------------------------------------------

    @classmethod
    def read(cls, document: dict[str, Any]) -> Self:
        """The world that a document tells."""
        rules = as_rules(document["rules"])
        assert isinstance(rules, LudicrousRules)
        world, told = document["world"], document["parties"]
        return cls(
            rules=rules,
            parties={
                seat: _party(seat, told[colour], rules)
                for seat, colour in enumerate(COLOURS)
                if colour in told
            },
            turn=world.get("turn", 0),
            starter=world.get("starter", 0),
            god=world.get("god", 0),
            sneaking=bool(world.get("sneaking", 0)),
            annustar=world.get("annustar", 0),
            bonus_spaces=world.get("bonus_spaces", 0),
            deck=_cards(document["deck"]),
            discards=_cards(document["discards"]),
            checks=[list(check) for check in document["checks"]],
        )

    def told(self) -> dict[str, Any]:
        """Everything that is compared."""
        return {
            COLOURS[seat]: {
                "pieces": [piece.told() for piece in party.pieces],
                "slots": [vars(slot).copy() for slot in party.slots],
                "hand": +party.hand,
                **{n: getattr(party, n) for n in PARTY_NUMBERS},
            }
            for seat, party in self.parties.items()
        } | {
            "annustar": self.annustar,
            "deck": +self.deck,
            "discards": +self.discards,
            "checks": sorted(map(tuple, self.checks)),
        }


def _cards(counts: list[int]) -> Counter[str]:
    return Counter(dict(zip(CARDS, counts, strict=True)))


def _party(seat: int, entry: dict[str, Any], rules: LudicrousRules) -> Party:
    sheet = rules.sheets[seat]
    scores = dict(zip(STATS, sheet.scores, strict=True))
    pieces = [
        Piece(seat, k, **{n: v for n, v in told.items() if n in PIECE_NUMBERS})
        for k, told in enumerate(_four(entry, "pieces"))
    ]
    slots = [
        Slot(**{n: v for n, v in told.items() if not n.startswith("project")})
        for told in _four(entry, "structures")
    ]
    numbers = {n: v for n, v in entry.items() if n in PARTY_NUMBERS}
    numbers.setdefault("hp", 12 + 2 * scores["constitution"])
    numbers.setdefault("partner", 12 if "partner" in rules.modules else 0)
    numbers.setdefault("tank_hp", 10 if "tanks" in rules.modules else 0)
    hand = _cards(entry.get("hand", [0] * len(CARDS)))
    armour = CLASSES[sheet.party_class].armour
    return Party(seat, pieces, slots, scores, armour, hand, **numbers)


def _four(entry: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The four pieces or structural spaces of a party; those that are not told are as at first."""
    told = list(entry.get(name, []))
    return told + [{}] * (4 - len(told))
