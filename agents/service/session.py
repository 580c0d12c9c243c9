"""A session: one game that the service keeps for a client without a rules engine of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import Raw
from msgspec.structs import replace

from agents.service.commit import commitment, dice_seed, new_secret
from agents.service.faults import Code, ServiceFault
from agents.service.messages import (
    Action,
    Apply,
    Awaiting,
    Chance,
    Choice,
    Colour,
    Die,
    Entropy,
    Event,
    Mode,
    New,
    Over,
)
from agents.service.seen import read_position
from agents.service.story import Rerun, Story
from ludo_env.board import COLOURS
from ludo_env.document import event_view
from ludo_env.engine.game import Game, new_state
from ludo_env.engine.log import NOBODY
from ludo_env.engine.log import Event as GameEvent
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.procedures import DECISIONS
from ludo_env.errors import BadDice, BadRules, IllegalAction, RollNeeded
from ludo_env.fields import show
from ludo_env.notation import key
from ludo_env.record import Record, Recorder
from ludo_env.record_lines import Decision
from ludo_env.rules import as_rules
from ludo_env.words import describe, describe_action

CLIENT: Final[Mode] = "client"
SERVICE: Final[Mode] = "service"
COMMIT: Final[Mode] = "commit"
"""Who throws the dice: the client; the service; the service, bound by a commitment."""
MOVE: Final = "move"
"""The kind of every decision of plain Ludo."""
RULES: Final = "classic"
ENTROPY: Final = "the entropy of the client"
SOME_STATE: Final = Raw(b"{}")
MOST_DECISIONS: Final = 20_000
"""Of a session. Games at a table have some thousands at most."""
MOST_ROLLS: Final = 1000
"""That fall between two decisions: while nobody can move, or parties are equal in the set-up. All
of them are played again with every die that a client throws."""
MOST_ROLLS_OF_ALL: Final = 5 * MOST_DECISIONS
"""Of a session. Games at a table have less than two for a decision."""
SECRET_DICE: Final = frozenset({"card"})
"""What dice are thrown for that only their own party may see. [6.7]"""


@dataclass(slots=True)
class Throw:
    """Dice that the client must throw before its action, or the set-up, can be carried out."""

    action: int | str | None
    """None stands for the set-up."""
    needed: RollNeeded
    rolls: list[int] = field(default_factory=list)
    """What has fallen so far."""


class Session:
    """A game that is played event by event. Every event raises ``seq`` by one.

    Args:
        name: by which clients call it.
        new: the message that opened it.

    Raises:
        ServiceFault: the message describes no game.
    """

    def __init__(self, name: str, new: New) -> None:
        self.name = name
        self.mode = new.dice
        self.words = new.words
        self.discreet = new.discreet
        self.seq = 0
        self.events: list[dict[str, Any]] = []
        """What the last event led to."""
        self.secret = new_secret() if new.dice == COMMIT else None
        self.throw: Throw | None = None
        self.heard: list[GameEvent] = []
        """The same as the game has it."""
        self.story: Story | None = None
        """The events since somebody first wanted to see the game; None while nobody does."""
        self.rerun: Rerun | None = None
        """For looking back and taking back; None until the game has begun."""
        self.written: list[bytes] = []
        """The lines of the first decisions, as far as somebody wanted the record."""
        self.rolls = 0
        """How many dice fell after the set-up."""
        self._key: str | None = None
        self.new = new
        _check_new(new)
        self.seed = new.seed
        if self.secret is None:
            self.recorder = self._begin([])
        else:
            # The hash comes first: a service that knew the client's text could choose its secret.
            self._before_set_up()
            self.recorder = None
        if bytes(new.state):
            # That it went on from a state is all that is needed of it; it holds the whole message.
            self.new = replace(new, state=SOME_STATE)

    # -- reading -----------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game. Raises `ServiceFault` as long as its set-up waits for something."""
        if self.recorder is None:
            what = "dice" if self.throw is not None else ENTROPY
            problem = f"not before the set-up, allowed: apply with {what}"
            raise ServiceFault(Code.BAD_REQUEST, problem, "session")
        return self.recorder.game

    @property
    def decisions(self) -> list[Decision]:
        """What has been decided so far."""
        return [] if self.recorder is None else self.recorder.decisions

    @property
    def key(self) -> str:
        """The short hash of the game's position. Raises as `game`."""
        if self._key is None:
            self._key = key(self.game)
        return self._key

    def record(self) -> Record:
        """The record so far. Raises as `game`."""
        self.game  # noqa: B018
        assert self.recorder is not None
        return self.recorder.record()

    def awaiting(self, deadline: int) -> Awaiting:
        """What has happened, and what is waited for.

        Args:
            deadline: milliseconds until the session is closed if nothing comes.
        """
        told = Awaiting(session=self.name, seq=self.seq, events=self.events)
        if self.recorder is not None:
            told.key = self.key
        if self.throw is not None:
            told.chance = self._chance(self.throw, deadline)
        elif self.recorder is None:
            told.entropy = Entropy(deadline)
        elif self.game.over:
            told.over = self._over()
        else:
            told.choice = self._choice(deadline)
        return told

    def opening(self, deadline: int) -> Awaiting:
        """`awaiting`, with what a client is told once."""
        told = self.awaiting(deadline)
        game = self.recorder.game if self.recorder is not None else self._before_set_up()
        told.rules = game.rules.text
        told.seats = [_colour(seat) for seat in game.seats]
        told.commit = None if self.secret is None else commitment(self.secret)
        return told

    def _choice(self, deadline: int) -> Choice:
        game = self.game
        return Choice(
            seat=_colour(game.decider),
            kind=kind_of(game),
            actions=[] if self.discreet else [self.tell(action) for action in game.legal()],
            deadline=deadline,
            count=len(game.legal()) if self.discreet else None,
        )

    def _chance(self, throw: Throw, deadline: int) -> Chance:
        needed = throw.needed
        told = Chance(
            dice=[Die(needed.sides, needed.reason)],
            deadline=deadline,
            advantage=needed.leaning or None,
            seat=_colour(needed.seat) if needed.seat >= 0 else None,
            secret=needed.reason in SECRET_DICE,
        )
        if throw.action is not None:
            number = self.game.catalogue.number(throw.action)
            told.after = None if number is None else self.tell(number)
        return told

    def _over(self) -> Over:
        game = self.game
        places: dict[Any, int] = dict(game.places)
        rewards: dict[Any, float] = dict(game.rewards)
        return Over(places, rewards, truncated=game.truncated, secret=self.secret)

    def tell(self, action: int) -> Action:
        """An action as messages tell it, with its meaning if the client wants words."""
        game = self.game
        words = describe_action(game, action) if self.words and game.state.mask[action] else None
        return Action(action, game.catalogue.names[action], words)

    # -- playing -----------------------------------------------------------------------------

    def apply(self, message: Apply) -> None:
        """Add an event.

        Raises:
            ServiceFault: it does not fit; the session is as it was.
        """
        self.check_seq(message.seq)
        event = message.event
        _check_event(event)
        if self.throw is not None:
            self._take_dice(self.throw, event)
        elif self.recorder is None:
            self._take_entropy(event)
        else:
            self._take_action(event)
        self.seq += 1

    def check_seq(self, seq: int) -> None:
        """Refuse a message that was written before the last event. Raises `ServiceFault`."""
        if seq != self.seq:
            raise ServiceFault(Code.STALE, f"{seq}, allowed: {self.seq}", "seq", seq=self.seq)

    def go_on(self, recorder: Recorder, rerun: Rerun, heard: list[GameEvent]) -> None:
        """Go on with another recorder and its past, whose last event led to what is heard."""
        recorder.game.state.log.events = heard
        del self.written[len(recorder.decisions) :]
        self.recorder, self.rerun = recorder, rerun
        self.rolls = count_rolls(recorder.decisions)
        self._hear(recorder.game)

    def _take_action(self, event: Event) -> None:
        game = self.game
        if game.over:
            problem = "the game is over, allowed: state, record, close"
            raise ServiceFault(Code.BAD_REQUEST, problem, "event")
        check_length(len(self.decisions) + 1, "session")
        if event.action is None:
            raise _unwanted(event, f"an action of {COLOURS[game.decider]}")
        try:
            game.submitted(event.action)
        except IllegalAction:
            problem = f"{show(event.action)} is not among the legal actions"
            legal = None
            if not self.discreet:
                legal = list(zip(game.legal(), game.legal_names(), strict=True))
            raise ServiceFault(Code.ILLEGAL_ACTION, problem, "event.action", legal=legal) from None
        self._carry_out(event.action, [])

    def _take_dice(self, throw: Throw, event: Event) -> None:
        if event.dice is None:
            raise _unwanted(event, f"dice ({throw.needed})")
        rolls = [*throw.rolls, *event.dice]
        check_rolls(len(rolls), self.rolls + len(rolls), "event.dice")
        self._carry_out(throw.action, rolls)

    def _take_entropy(self, event: Event) -> None:
        assert self.secret is not None
        if event.entropy is None:
            raise _unwanted(event, ENTROPY)
        self.seed = dice_seed(self.secret, event.entropy)
        self.recorder = self._begin([])

    def _carry_out(self, action: int | str | None, rolls: list[int]) -> None:
        """Carry out an action, or the set-up, as soon as all its dice have fallen."""
        try:
            if action is None:
                self.recorder = self._begin(rolls)
                return
            assert self.recorder is not None and self.rerun is not None
            self.recorder.apply(action, rolls if self.mode == CLIENT else None)
            self.rerun.note(self.recorder.game)
        except RollNeeded as needed:
            self.throw = Throw(action, needed, rolls)
            self.events = []
        except BadDice as error:
            raise ServiceFault(Code.BAD_REQUEST, str(error), "event.dice") from None
        else:
            self.throw = None
            self.rolls += len(self.recorder.decisions[-1].dice)
            self._hear(self.recorder.game)

    def _begin(self, rolls: list[int]) -> Recorder | None:
        """The recorder of the game at its first decision; None if the set-up needs more dice."""
        try:
            game = self._set_up(rolls)
        except RollNeeded as needed:
            self.throw = Throw(None, needed, rolls)
            return None
        self.throw = None
        self._hear(game)
        recorder = Recorder(game)
        self.rerun = Rerun(game, recorder.decisions)
        return recorder

    def _set_up(self, rolls: list[int]) -> Game:
        """The game at its first decision. Raises `RollNeeded`."""
        new = self.new
        if bytes(new.state):
            position = read_position(bytes(new.state))
            if position.seat is not None:
                problem = "a seat view, allowed: all of a state"
                raise ServiceFault(Code.BAD_STATE, problem, "state")
            game = position.game.copy()
            if new.seed is not None:
                game.state.dice.seed(new.seed)
            game.listen()
            return game
        return Game(
            as_rules(new.rules or RULES),
            new.players,
            seed=self.seed,
            auto_pass=new.auto_pass,
            log=True,
            dice=rolls if self.mode == CLIENT else None,
        )

    def _before_set_up(self) -> Game:
        """The game before its first die falls."""
        return Game(state=new_state(as_rules(self.new.rules or RULES), self.new.players))

    def _hear(self, game: Game) -> None:
        """Take the events from the log of the game, which would grow without end."""
        self._key = None
        log = game.state.log
        self.heard = log.events
        heard = [event_view(event, NOBODY) for event in log.events] if self.discreet else log.events
        self.events = [tell_event(game, event, self.words) for event in heard]
        if self.story is not None:
            self.story.hear(self.heard, len(self.decisions))
        log.events = []


def check_length(decisions: int, field: str) -> None:
    """Refuse a game that would be too long to keep. Raises `ServiceFault`."""
    if decisions > MOST_DECISIONS:
        problem = f"a game of {decisions} decisions, allowed: {MOST_DECISIONS}"
        raise ServiceFault(Code.BAD_REQUEST, problem, field)


def count_rolls(decisions: Iterable[Decision]) -> int:
    """How many dice fell."""
    return sum(len(decision.dice) for decision in decisions)


def check_rolls(most: int, count: int, field: str) -> None:
    """Refuse more dice than a game at a table has.

    Args:
        most: that fell between two decisions.
        count: of all.
        field: which tells the dice.

    Raises:
        ServiceFault: there are too many.
    """
    if most > MOST_ROLLS:
        problem = f"{most} dice from one decision to the next, allowed: {MOST_ROLLS}"
        raise ServiceFault(Code.BAD_REQUEST, problem, field)
    if count > MOST_ROLLS_OF_ALL:
        problem = f"a game of {count} dice, allowed: {MOST_ROLLS_OF_ALL}"
        raise ServiceFault(Code.BAD_REQUEST, problem, field)


def tell_event(game: Game, event: GameEvent, words: bool) -> dict[str, Any]:
    """An event as messages tell it: colours instead of numbers of seats."""
    told = {**event.to_dict(), "seat": COLOURS[event.seat] if event.seat >= 0 else None}
    if words:
        told["words"] = describe(game, event)
    return told


def kind_of(game: Game) -> str:
    """The kind of the pending decision."""
    state = game.state
    return DECISIONS[state.kind] if isinstance(state, LudicrousState) else MOVE


def _colour(seat: int) -> Colour:
    return COLOURS[seat]


def _check_new(new: New) -> None:
    """Refuse fields that do not go together, and rules that do not exist."""
    if new.rules is not None:
        try:
            as_rules(new.rules)
        except BadRules as error:
            raise ServiceFault(Code.UNKNOWN_RULES, str(error), "rules") from None
    if bytes(new.state) and new.rules is not None:
        problem = "a state has rules of its own, allowed: either of them"
        raise ServiceFault(Code.BAD_REQUEST, problem, "rules")
    if bytes(new.state) and new.dice == COMMIT:
        problem = "commit begins with the set-up, allowed with a state: client, service"
        raise ServiceFault(Code.BAD_REQUEST, problem, "dice")
    if new.seed is not None and new.dice != SERVICE:
        problem = f"a seed for dice of {new.dice}, allowed with dice: {SERVICE}"
        raise ServiceFault(Code.BAD_REQUEST, problem, "seed")


def _given(event: Event) -> list[str]:
    """The fields that an event has."""
    return [name for name in event.__struct_fields__ if getattr(event, name) is not None]


def _check_event(event: Event) -> None:
    """Refuse an event that is nothing, or several things at once."""
    if len(_given(event)) != 1:
        told = " and ".join(_given(event)) or "nothing"
        problem = f"{told}, allowed: one of {', '.join(event.__struct_fields__)}"
        raise ServiceFault(Code.BAD_REQUEST, problem, "event")


def _unwanted(event: Event, wanted: str) -> ServiceFault:
    """The fault of an event while another kind of event is waited for."""
    (name,) = _given(event)
    return ServiceFault(Code.BAD_REQUEST, f"not now, allowed: {wanted}", f"event.{name}")
