"""The public handle on a game."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Sequence
from typing import Final, SupportsIndex

from mypy_extensions import i64

from ludo_env.board import COLOURS, PARTIES, PIECES
from ludo_env.engine.actions import Catalogue
from ludo_env.engine.flat import flatten, unflatten
from ludo_env.engine.log import Event, EventLog
from ludo_env.engine.ludicrous.flat import freeze_full, thaw_full
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.off_table import foul
from ludo_env.engine.ludicrous.tables import tables_of
from ludo_env.engine.options import Options
from ludo_env.engine.plain import PlainState
from ludo_env.engine.state import State
from ludo_env.errors import BadOption, BadRules, IllegalAction
from ludo_env.rules import LudicrousRules, RuleSet, as_rules

SEED_BITS: Final = 64
FOUL: Final = -1
"""[E-fouls] Stands for an illegal action at a tournament of the full game."""
LEAST_PLAYERS: Final = 2
NO_SEAT: Final = -1
"""Looks on, and sees no hand."""


class Game:
    """One game: who decides, what is legal, what an action does. Nothing else changes a game.

    ::

        game = Game("classic", players=4, seed=7)
        while not game.over:
            game.apply(game.legal()[0])
        print(game.places)

    Args:
        rules: a `RuleSet`, or its text such as ``"modern"`` or ``"classic:play_on=true"``.
        players: 2 (opposite seats), 3 or 4.
        seed: of the game's own dice, any whole number; None draws one.
        auto_pass: take a decision with one legal action at once.
        log: whether events are kept in `events`.
        dice: rolls that the set-up takes instead of the generator's (see `apply`).
        state: for `of`: goes on from this state, whatever the other arguments.

    Raises:
        BadRules: unknown rules, or players that they cannot seat.
        BadDice, RollNeeded: see `apply`.
    """

    def __init__(
        self,
        rules: str | RuleSet | LudicrousRules = "classic",
        players: SupportsIndex = PARTIES,
        *,
        seed: SupportsIndex | None = None,
        auto_pass: bool = True,
        log: bool = False,
        dice: Sequence[SupportsIndex] | None = None,
        state: State | None = None,
    ) -> None:
        if state is not None:
            # Not `Game.__new__`: compiled, it would set up a game first.
            self.rules: RuleSet | LudicrousRules = rules_of(state)
            self.state: State = state
            self.seed: int = 0
            return
        self.rules = as_rules(rules)
        self.state = new_state(self.rules, players)
        self.seed = secrets.randbits(SEED_BITS) if seed is None else check_seed(seed)
        self.state.dice.seed(self.seed)
        self.state.auto_pass = auto_pass
        self.state.log = EventLog(log)
        if dice is not None:
            self.state.dice.give(dice)
        self.state.run()
        self.state.dice.finish_given()

    # -- reading ---------------------------------------------------------------------------

    @property
    def decider(self) -> int:
        """The party that must decide (0 yellow, 1 blue, 2 red, 3 green); -1 at the end."""
        return self.state.decider

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.over

    @property
    def truncated(self) -> bool:
        """Whether the game was cut off by ``max_rounds``."""
        return self.state.truncated

    @property
    def auto_pass(self) -> bool:
        """Whether a decision with one legal action is taken at once."""
        return self.state.auto_pass

    @property
    def seats(self) -> tuple[int, ...]:
        """The parties that play, clockwise from yellow."""
        return tuple(party for party in range(PARTIES) if self.state.seats[party] != 0)

    @property
    def die(self) -> int:
        """The roll that is to be used, 0 before the first."""
        return self.state.die

    @property
    def places(self) -> dict[str, int]:
        """Place from 1 of every colour that has one; all of them when the game is over."""
        places = {COLOURS[seat]: int(self.state.places[seat]) for seat in self.seats}
        return {colour: place for colour, place in places.items() if place}

    @property
    def rewards(self) -> dict[str, float]:
        """Result of every colour, +1 first to -1 last, summing to 0; all 0 before the end."""
        return {COLOURS[seat]: self.state.reward(seat) for seat in self.seats}

    @property
    def events(self) -> list[Event]:
        """What happened so far, if the game was made with ``log=True``."""
        return self.state.log.events

    @property
    def catalogue(self) -> Catalogue:
        """All actions of this game, by number and by name."""
        return self.state.catalogue

    @property
    def plain(self) -> PlainState:
        """The state of a game of plain Ludo. Raises `BadRules` in another game."""
        state = self.state
        if isinstance(state, PlainState):
            return state
        raise BadRules(f"rules: {self.rules.name}, plain Ludo is needed here")

    @property
    def full(self) -> LudicrousState:
        """The state of a full game. Raises `BadRules` in another game."""
        state = self.state
        if isinstance(state, LudicrousState):
            return state
        raise BadRules(f"rules: {self.rules.name}, the full game is needed here")

    def place(self, party: int, piece: int) -> int:
        """The r of a piece: -1 yard, 0..50 ring, 51..55 home area, 56 home."""
        if not (0 <= party < PARTIES and 0 <= piece < PIECES):
            raise BadOption(
                f"no piece {piece} of party {party}, allowed: pieces 0..3 of parties 0..3"
            )
        return self.state.place(party, piece)

    def legal(self) -> list[int]:
        """The numbers of the actions that the decider may choose from, ascending."""
        return [action for action in range(self.state.actions) if self.state.mask[action] != 0]

    def legal_names(self) -> list[str]:
        """The names of the legal actions."""
        return [self.catalogue.names[action] for action in self.legal()]

    # -- playing ---------------------------------------------------------------------------

    def apply(
        self, action: SupportsIndex | str, dice: Sequence[SupportsIndex] | None = None
    ) -> None:
        """Take an action of the decider and go on to the next decision.

        Args:
            action: its number, or its name (case and spaces do not matter).
            dice: rolls to take instead of the generator's, in the order in which they are asked
                for, for everything up to the next decision.

        Raises:
            IllegalAction: the decider does not have this action now. At a tournament of the full
                game that is a foul instead.
            BadDice: a given roll does not lie on its die, or rolls are left over.
            RollNeeded: the given rolls ran out.

        Whatever is raised, the game is as it was.
        """
        number = self.submitted(action)
        if dice is None:
            take(self.state, number)
        else:
            self.swap(self.with_dice(number, dice))

    @property
    def tournament(self) -> bool:
        """[E-fouls] Whether an illegal action is a foul instead of an error."""
        state = self.state
        return isinstance(state, LudicrousState) and state.t.rules.tournament

    def submitted(self, action: SupportsIndex | str) -> int:
        """[E-fouls] The number of an action; `FOUL` for an illegal one at a tournament.

        Raises:
            IllegalAction: as of `apply`.
        """
        try:
            return self.number(action)
        except IllegalAction:
            if self.state.over or not self.tournament:
                raise
            return FOUL

    def with_dice(self, number: i64, dice: Sequence[SupportsIndex]) -> State:
        """The state after an action, or a `FOUL`, with given rolls."""
        after = self.state.twin()
        after.log = EventLog(self.state.log.on)
        after.dice.give(dice)
        take(after, number)
        after.dice.finish_given()
        return after

    def swap(self, after: State) -> None:
        """Go on with another state, and add its events to the log."""
        log = self.state.log
        log.events.extend(after.log.events)
        after.log = log
        self.state = after

    def number(self, action: SupportsIndex | str) -> int:
        """The number of a legal action given by number or name."""
        number = self.catalogue.number(action if isinstance(action, str) else _whole(action))
        if number is None or self.state.over or self.state.mask[number] == 0:
            raise IllegalAction(action, self.legal_names())
        return number

    def listen(self, on: bool = True) -> None:
        """Start (or stop) keeping events; those kept so far stay."""
        self.state.log.on = on

    def copy(self) -> Game:
        """An independent game that goes on exactly like this one, with an empty, silent log."""
        return Game.of(self.state, seed=self.seed)

    @staticmethod
    def of(state: State, *, seed: int = 0) -> Game:
        """A game that goes on exactly like a state, which is copied."""
        game = Game(state=state.twin())
        game.seed = seed
        return game

    def __repr__(self) -> str:
        doing = "over" if self.over else f"{COLOURS[self.decider]} decides"
        told = f"{len(self.seats)} players, round {self.state.rounds}, {doing}"
        return f"<Game {self.rules.text}: {told}>"

    def __str__(self) -> str:
        """The board in plain text, and in a full game the party sheets without the hands."""
        from ludo_env.render import ansi, picture_of
        from ludo_env.words_sheet import sheet_lines

        return "\n".join([ansi(picture_of(self), colour=False), *sheet_lines(self, NO_SEAT)])

    def _repr_svg_(self) -> str:
        """How a notebook shows the game."""
        from ludo_env.render import picture_of, svg

        return svg(picture_of(self))

    def __copy__(self) -> Game:
        """`copy`, with the events so far, and listening like this one."""
        game = self.copy()
        game.state.log.on = self.state.log.on
        game.state.log.events = self.state.log.events[:]
        return game

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        log = self.state.log
        events = [(event.kind, event.seat, event.data) for event in log.events]
        return rebuild, (self.rules.text, self.seed, freeze(self.state), log.on, events)

    def afterstate(self, action: SupportsIndex | str) -> Game:
        """The game right after an action, before anything else is rolled or decided.

        It is for looking at, not for going on: nobody decides in it.
        """
        number = self.number(action)
        other = self.copy()
        other.state.settle(number)
        return other


def take(state: State, number: i64) -> None:
    """[E-fouls] Take a legal action, or count a `FOUL`, and go on to the next decision."""
    if number == FOUL and isinstance(state, LudicrousState):
        foul(state, state.decider)
        state.run()
    else:
        state.apply(number)


def rebuild(
    rules: str,
    seed: int,
    numbers: list[list[int]],
    on: bool,
    events: list[tuple[str, int, dict[str, int | str]]],
) -> Game:
    """The game that was pickled."""
    game = Game.of(thaw(as_rules(rules), numbers), seed=seed)
    game.state.log.on = on
    game.state.log.events = [Event(kind, party, data) for kind, party, data in events]
    return game


def rules_of(state: State) -> RuleSet | LudicrousRules:
    """The rule set of a state."""
    if isinstance(state, LudicrousState):
        return state.t.rules
    if isinstance(state, PlainState):
        return state.options.rules
    raise BadRules(f"no game has a state of type {type(state).__name__}")


def freeze(state: State) -> list[list[int]]:
    """A state as plain numbers, for `thaw`."""
    if isinstance(state, LudicrousState):
        return freeze_full(state)
    if isinstance(state, PlainState):
        return flatten(state)
    raise BadRules(f"no game has a state of type {type(state).__name__}")


def thaw(rules: RuleSet | LudicrousRules, numbers: list[list[int]]) -> State:
    """The state that was frozen."""
    if isinstance(rules, LudicrousRules):
        return thaw_full(rules, numbers)
    return unflatten(rules, numbers)


def _whole(action: object) -> int:
    """An action number from any whole number, numpy's included; -1 for anything else."""
    try:
        return -1 if isinstance(action, bool) else operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        return -1


def new_state(rules: RuleSet | LudicrousRules, players: SupportsIndex) -> State:
    """A fresh state at its set-up. Raises `BadRules`."""
    count = check_players(rules, players)
    if isinstance(rules, LudicrousRules):
        full = LudicrousState(tables_of(rules))
        full.begin(count)
        return full
    return new_plain(rules, count)


def new_plain(rules: RuleSet, players: SupportsIndex) -> PlainState:
    """A fresh state of plain Ludo at its set-up. Raises `BadRules`."""
    state = PlainState(Options(rules))
    state.begin(check_players(rules, players))
    return state


def check_players(rules: RuleSet | LudicrousRules, players: SupportsIndex) -> int:
    """The number of players, if the rules can seat them."""
    count = _whole(players)
    if not LEAST_PLAYERS <= count <= PARTIES:
        raise BadRules(f"players: {players!r}, allowed: 2, 3, 4")
    if rules.teams and count != PARTIES:
        raise BadRules(f"players: {players}, teams are two against two, allowed: 4")
    return count


def check_seed(seed: object) -> int:
    """A seed as a whole number of at least 0."""
    value = _whole(seed)
    if value < 0:
        raise BadOption(f"seed: {seed!r} is not a whole number from 0")
    return value
