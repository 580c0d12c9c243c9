"""Scenes of the full game: a situation, forced dice, what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ludo_env.board import COLOURS, LAST_RING, PARTIES, PIECES, QUADRANT, RING
from ludo_env.document_ground import fresh
from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.catalogue import LUDICROUS
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import NIBBLE
from ludo_env.engine.ludicrous.procedures import DECISIONS, NIGHT_FALLS, TURN
from ludo_env.rules.ludicrous import LudicrousRules, PartySheet
from ludo_env.rules.tables import CARDS, STATS

PHASES: Final = ("turning", "first special", "tank", "action", "second special", "movement")
QUIET: Final = {"partner": 12}

SIDES: Final[dict[str, tuple[int, ...]]] = {
    # [D-contest] and everything that is a contest
    "attack": (20,),
    "defence": (20,),
    "anti-tank shot": (20,),
    "artillery": (20,),
    "counterspell": (20,),
    "court": (20,),
    "escape": (20,),
    "fishing": (20,),
    "grapple": (20,),
    "hack": (20,),
    "night ambush": (20,),
    "revive": (20,),
    "shove": (20,),
    "skirmish": (20,),
    "start": (20,),
    "stun": (20,),
    "tackle": (20,),
    "tank shot": (20,),
    "taunt": (20,),
    "turret": (20,),
    # [D-save]
    "fear": (6,),
    "frost grip": (6,),
    "sixes": (6,),
    "teleport": (6,),
    "trap": (6,),
    # the others
    "basketball": (20,),  # 6.13
    "blink": (4,),  # SP-blink
    "bonus die": (6,),  # M-bonus-die
    "calendar": (6,),  # N-calendar
    "collateral": (6, 20),  # 8.4: the risk, then the contest
    "fire bolt": (20, 6),  # SP-fire-bolt: the contest, then the effect
    "fishing table": (20,),  # 6.12
    "fishing weapon": (4,),
    "hoop": (4,),  # 6.13
    "lightning arc": (6,),  # SP-lightning-arc: the effect, then the throws
    "mend": (6,),  # SP-mend
    "movement": (6,),  # M-roll
    "off table": (100,),  # 8.9
    "pivotal moment": (6,),  # section 10
    "poisonous fish": (20,),  # 6.12
    "punch": (6,),  # A-punch
    "quake": (6,),  # P-quake
    "retreat": (6,),  # 8.3
    "rizz": (4,),  # B-rizz
    "scatter": (4,),  # TK-artillery
    "scatter direction": (6,),
    "star": (6, 20),  # 6.5: the throw when ambushed, the contest at 0 HP
    "stone": (6,),  # A-stone
    "supply": (4,),  # 6.12
    "ward": (6,),  # SP-ward
    "weather": (6,),  # N-calendar
    "wind direction": (4,),
    "wind strength": (4,),
}
"""Which dice are thrown for what. Damage depends on the weapon, cards on the deck."""
OTHER_DICE: Final = ("damage", "card", "test")


def occupation(state: LudicrousState) -> list[int]:
    """How many conscious pieces of each party stand on the ring spaces, as the engine packs it."""
    ring = [0] * RING
    for i in range(PARTIES * PIECES):
        party, r = i // PIECES, state.r[i]
        if 0 <= r <= LAST_RING and not state.fallen[i]:
            ring[(QUADRANT * party + r) % RING] += 1 << (NIBBLE * party)
    return ring


def check_dice(events: Sequence[Event]) -> None:
    """Every die has the sides that the rules name."""
    for event in events:
        reason = event.data.get("reason")
        if event.kind == "roll" and reason not in OTHER_DICE:
            assert event.data["die"] in SIDES[str(reason)], f"a d{event.data['die']} for {reason}"


def sheet(party_class: str = "soldier", **scores: int) -> PartySheet:
    """A sheet with some scores set, whatever they sum up to."""
    made = PartySheet(party_class)
    values = tuple(scores.get(stat, 0) for stat in STATS)
    object.__setattr__(made, "scores", values)
    return made


class Scene:
    """A full game in a given situation.

    ::

        s = Scene("movement", yellow={"pieces": [{"r": 3}]}, dice=[4])
        s.play("move 1")
        assert s.r("yellow", 1) == 7

    The dice that are given are taken one by one; any roll more raises `RollNeeded`, one left over
    `BadDice`.

    Args:
        phase: the phase in which the turn begins, or "night".
        turn: the colour whose turn it is.
        dice: what falls until somebody must decide.
        players, rules: as of a game; ``sheets`` replaces the sheet of a colour.
        world: fields of the game as a whole, as in a document.
        checks: checks that wait, as in a document.
        auto_pass: take decisions with one choice at once.
        parties: by colour, fields as in a document; ``hand`` may be a mapping from card to count.
            Numbers beyond what the rules lead to are taken as they are.
    """

    def __init__(
        self,
        phase: str = "movement",
        *,
        turn: str = "yellow",
        dice: Sequence[int] = (),
        players: int = 4,
        rules: LudicrousRules | None = None,
        sheets: Mapping[str, PartySheet] | None = None,
        world: Mapping[str, int] | None = None,
        checks: Sequence[Sequence[int]] = (),
        auto_pass: bool = True,
        **parties: Mapping[str, Any],
    ) -> None:
        self.rules = rules or LudicrousRules()
        if sheets:
            own = [sheets.get(colour, PartySheet()) for colour in COLOURS]
            self.rules = self.rules.changed(sheets=tuple(own))
        self.state: LudicrousState = fresh(self.rules, players)
        self.state.turn = COLOURS.index(turn)
        self.state.checks = [number for check in checks for number in check]
        for name, value in (world or {}).items():
            setattr(self.state, name, type(getattr(self.state, name))(value))
        for colour, entry in parties.items():
            self.arrange(COLOURS.index(colour), entry)
        state = self.state
        state.auto_pass = auto_pass
        state.log.on = True
        state.depth = 0
        if phase == "night":
            state.phase = 6
            state.call(NIGHT_FALLS)
        else:
            state.phase = PHASES.index(phase)
            state.call(TURN, COLOURS.index(turn))
            state.go_on_at(PHASES.index(phase))
        self.run(dice)

    def arrange(self, party: int, entry: Mapping[str, Any]) -> None:
        """Give a party what its entry tells."""
        state, counts = self.state, entry.get("hand", {})
        if not isinstance(counts, Mapping):
            counts = dict(zip(CARDS, counts, strict=True))
        for card, count in counts.items():
            state.hand[party * len(CARDS) + CARDS.index(card)] = count
        for group in ("pieces", "structures"):
            for k, told in enumerate(entry.get(group, ())):
                for name, value in told.items():
                    getattr(state, name)[party * PIECES + k] = value
        for name in entry.keys() - {"hand", "pieces", "structures"}:
            getattr(state, name)[party] = entry[name]
        for i in range(party * PIECES, party * PIECES + PIECES):
            if state.on_path(i):
                state.ring[state.space(i)] += 1 << (NIBBLE * party)

    def run(self, dice: Sequence[int]) -> None:
        """Go on to the next decision with these dice."""
        told = len(self.state.log.events)
        self.state.dice.give(dice)
        self.state.run()
        self.state.dice.finish_given()
        self.look_over(told)

    def play(self, action: str, dice: Sequence[int] = ()) -> Scene:
        """Take an action of the decider by its name; these dice fall until the next decision."""
        number = LUDICROUS.number(action)
        assert number is not None, f"no action is called {action!r}"
        assert action in self.legal, f"{action!r} is not legal, but {self.legal}"
        told = len(self.state.log.events)
        self.state.dice.give(dice)
        self.state.apply(number)
        self.state.dice.finish_given()
        self.look_over(told)
        return self

    def look_over(self, told: int) -> None:
        """Pieces stand where they are counted; dice since so many events are those of the rules."""
        assert list(self.state.ring) == occupation(self.state)
        if not self.rules.house:
            check_dice(self.state.log.events[told:])

    @property
    def legal(self) -> list[str]:
        """The names of the legal actions, in the order of the catalogue."""
        return [name for number, name in enumerate(LUDICROUS.names) if self.state.mask[number]]

    @property
    def decider(self) -> str | None:
        """The colour that must decide."""
        return None if self.state.decider < 0 else COLOURS[self.state.decider]

    @property
    def decision(self) -> str:
        """The kind of the pending decision."""
        return DECISIONS[self.state.kind]

    def get(self, colour: str, name: str, piece: int | None = None) -> int:
        """A number of a party, or of its piece 1 to 4 (or structural space 1 to 4)."""
        party = COLOURS.index(colour)
        index = party if piece is None else party * PIECES + piece - 1
        return int(getattr(self.state, name)[index])

    def r(self, colour: str, piece: int) -> int:
        """Where a piece is."""
        return self.get(colour, "r", piece)

    def fallen(self, colour: str, piece: int) -> bool:
        """Whether a piece is unconscious."""
        return self.get(colour, "fallen", piece) > 0

    def hand(self, colour: str) -> dict[str, int]:
        """The cards that a party holds, by name."""
        first = COLOURS.index(colour) * len(CARDS)
        counts = {card: int(self.state.hand[first + n]) for n, card in enumerate(CARDS)}
        return {card: count for card, count in counts.items() if count}

    def events(self, kind: str) -> list[Event]:
        """What happened of a kind."""
        return [event for event in self.state.log.events if event.kind == kind]

    def dice(self, reason: str) -> list[int]:
        """The sides of all dice that were thrown for a reason."""
        rolls = [roll.data for roll in self.events("roll")]
        return [int(roll["die"]) for roll in rolls if roll["reason"] == reason]

    @property
    def kinds(self) -> list[str]:
        """The kinds of everything that happened but rolls, in order."""
        return [event.kind for event in self.state.log.events if event.kind != "roll"]


def following(colour: str, steps: int = 1) -> str:
    """The colour so many seats clockwise of another."""
    return COLOURS[(COLOURS.index(colour) + steps) % len(COLOURS)]


def seen_by(colour: str, r: int, other: str) -> int:
    """r, 0..51 on the route of another colour, of a colour's pathway space."""
    seats = COLOURS.index(colour) - COLOURS.index(other)
    return (QUADRANT * seats + r) % RING
