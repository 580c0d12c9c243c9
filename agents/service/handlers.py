"""What is done for each message of a client: one function each, and the table of all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec import Raw

import ludo_env
from agents.service import PROTO
from agents.service.faults import Code, ServiceFault
from agents.service.messages import (
    SERVICE_MESSAGES,
    Action,
    Apply,
    Close,
    Colour,
    Decide,
    Decision,
    Engine,
    GetRecord,
    GetState,
    Hello,
    Id,
    Legal,
    Message,
    New,
    Ranked,
    SessionRecord,
    SessionState,
    Stop,
    Stopping,
    Welcome,
    schema,
)
from agents.service.rulesets import class_infos, rules_infos
from agents.service.search import Answer, Brief, Question
from agents.service.seen import Position, read_position, view_of
from agents.service.service import Connection, Work
from agents.service.session import CLIENT, COMMIT, SERVICE, Session
from agents.service.table import (
    TABLE_ANSWERS,
    GetBoard,
    GetLegend,
    Load,
    More,
    Undo,
    Verify,
    get_board,
    get_legend,
    load,
    more,
    undo,
    verify,
)
from ludo_env.board import COLOURS
from ludo_env.engine.game import Game
from ludo_env.engine.plain import PlainState
from ludo_env.fields import show
from ludo_env.notation import to_json, to_text
from ludo_env.record_lines import write_line
from ludo_env.rules import as_rules

NAME: Final = "Ludicrous Ludo"
ASKED: Final = "the client asked for it"
MILLI: Final = 1000.0

Handler: TypeAlias = Callable[[Connection, Any], Message | Work | None]
"""Carries out a message; its answer, the work of finding it, or None if it comes later. Raises
`LudoError`."""


def hello(connection: Connection, message: Hello) -> Message:
    """Tell who is here. Raises `ServiceFault` for a client that speaks a later protocol."""
    if message.proto > PROTO:
        raise ServiceFault(Code.BAD_REQUEST, f"{message.proto}, allowed: {PROTO}", "proto")
    return Welcome(
        proto=PROTO,
        engine=Engine(NAME, ludo_env.__version__),
        rulesets=rules_infos(),
        classes=class_infos(),
        bots=connection.service.offer.infos(),
        dice=[CLIENT, SERVICE, COMMIT],
    )


# -- decisions -------------------------------------------------------------------------------


def decide(connection: Connection, message: Decide) -> Message | None:
    """Let a bot decide; a quick one at once, the answer of another comes when it has."""
    service = connection.service
    began = service.clock()
    if len(connection.pending) >= service.bounds.pending:
        problem = f"{len(connection.pending)} decisions of yours are under way"
        raise ServiceFault(Code.BUSY, f"{problem}, allowed: {service.bounds.pending}")
    seat = COLOURS.index(message.seat)
    position = position_of(connection, message, seat)
    ms = min(message.limit.ms or service.bounds.ms, service.bounds.ms)
    game = position.game
    spec = service.offer.spec(
        message.bot, message.options, message.limit, game.rules, len(game.seats)
    )
    seed = service.new_seed() if message.seed is None else message.seed
    legal = tuple(position.game.legal())
    brief = Brief(seat, legal, spec, seed, tuple(message.want))
    asked = Asked(connection, message.id, position, began)
    if service.offer.is_quick(spec):
        return asked.decision(service.quick.answer(position.game, brief))
    question = Question(
        brief=brief,
        view=position.view(seat),
        spare=service.quick.spare(position.game, brief),
        deadline=began + ms / MILLI,
        asker=connection.number,
    )
    search = service.searcher.ask(question, asked.hear)
    if not asked.answered:
        connection.pending[message.id] = search
    return None


def position_of(connection: Connection, message: Decide, seat: int) -> Position:
    """The state that a decision is asked for. Raises `LudoError`."""
    told = bytes(message.state)
    if bool(told) == (message.session is not None):
        which = "both" if told else "neither"
        raise ServiceFault(Code.BAD_REQUEST, f"{which}, allowed: a state or a session", "state")
    if message.session is not None:
        session = connection.service.session(message.session, connection)
        if session.throw is not None:
            problem = f"not before dice have fallen, allowed: {session.throw.needed}"
            raise ServiceFault(Code.NOT_YOUR_DECISION, problem, "session")
        position = Position(session.game, session.key)
    else:
        position = read_position(told)
    check_rules(message.rules, position.game)
    decider = position.game.decider
    if position.game.over or seat != decider or position.seat not in (None, seat):
        who = "nobody, the game is over" if position.game.over else COLOURS[decider]
        raise ServiceFault(Code.NOT_YOUR_DECISION, f"{message.seat}, allowed: {who}", "seat")
    return position


def check_rules(told: str | None, game: Game) -> None:
    """Compare rules that a client names with those of the state."""
    if told is not None and as_rules(told) != game.rules:
        problem = f"{told}, allowed: {game.rules.text}, as the state says"
        raise ServiceFault(Code.BAD_STATE, problem, "rules")


class Asked:
    """A decision that a client waits for."""

    def __init__(
        self, connection: Connection, identity: Id, position: Position, began: float
    ) -> None:
        self.connection = connection
        self.identity = identity
        self.key = position.key
        self.names = position.game.catalogue.names
        self.began = began
        self.answered = False

    def hear(self, answer: Answer) -> None:
        """Tell the client."""
        self.answered = True
        self.connection.pending.pop(self.identity, None)
        self.connection.tell(self.decision(answer))

    def decision(self, answer: Answer) -> Decision:
        """What the client is told."""
        service = self.connection.service
        service.decisions += 1
        took = MILLI * (service.clock() - self.began)
        ranked = [Ranked(action, self.names[action], value) for action, value in answer.ranked]
        value: dict[Colour, float] = {COLOURS[seat]: worth for seat, worth in answer.value}
        return Decision(
            id=self.identity,
            key=self.key,
            action=Action(answer.action, self.names[answer.action]),
            ms=round(took, 3),
            ranked=ranked or None,
            value=value or None,
            limit="ms" if answer.late else answer.limit,
            stopped=answer.stopped,
            fallback=answer.spare,
        )


def stop(connection: Connection, message: Stop) -> Message | None:
    """Let a decision end now. It comes as ever; the message itself is answered if it has an id."""
    search = connection.pending.get(message.target)
    if search is None:
        problem = f"{show(message.target)}, allowed: the id of a decision that is under way"
        raise ServiceFault(Code.BAD_REQUEST, problem, "target")
    search.stop()
    return None if message.id is None else Stopping(target=message.target)


# -- sessions --------------------------------------------------------------------------------


def new(connection: Connection, message: New) -> Message:
    """Open a session."""
    service = connection.service
    session = service.open(lambda name: Session(name, message), connection)
    return session.opening(service.deadline)


def apply(connection: Connection, message: Apply) -> Message:
    """Add an event to a session."""
    session = connection.service.session(message.session, connection)
    session.apply(message)
    return session.awaiting(connection.service.deadline)


def legal(connection: Connection, message: Legal) -> Message:
    """Tell what a session waits for, and once more what the last event led to."""
    session = connection.service.session(message.session, connection)
    return session.awaiting(connection.service.deadline)


def get_state(connection: Connection, message: GetState) -> Message:
    """Tell the state of a session, without the dice to come, or the view of a seat."""
    session = connection.service.session(message.session, connection)
    game = session.game
    seats = [COLOURS[seat] for seat in game.seats]
    if message.seat is None:
        plain = isinstance(game.state, PlainState)
        text = to_text(game, dice=False) if plain else to_json(game, dice=False)
    elif message.seat in seats:
        text = view_of(game, COLOURS.index(message.seat))
    else:
        problem = f"{message.seat} does not play, allowed: {', '.join(seats)}"
        raise ServiceFault(Code.BAD_REQUEST, problem, "seat")
    state = Raw(text.encode() if text.startswith("{") else f'"{text}"'.encode())
    return SessionState(session=session.name, seq=session.seq, key=session.key, state=state)


def get_record(connection: Connection, message: GetRecord) -> Work:
    """Tell the record of a session; after some decisions, without its header."""
    session = connection.service.session(message.session, connection)
    last = len(session.decisions)
    if message.since > last:
        raise ServiceFault(Code.BAD_REQUEST, f"{message.since}, allowed: 0 to {last}", "since")
    # Others may take decisions, or take some back, between the steps.
    while len(session.written) < len(session.decisions):
        session.written.append(write_line(session.decisions[len(session.written)]).encode())
        yield
    record = session.record()
    lines = session.written[message.since :]
    if not message.since:
        lines.insert(0, write_line(record.header).encode())
    lines.append(write_line(record.result).encode())
    return SessionRecord(session=session.name, seq=session.seq, lines=list(map(Raw, lines)))


def close(connection: Connection, message: Close) -> Message:
    """Close a session."""
    service = connection.service
    session = service.session(message.session, connection)
    return service.close(session.name, ASKED)


HANDLERS: Final[dict[type[Message], Handler]] = {
    Hello: hello,
    Decide: decide,
    Stop: stop,
    New: new,
    Apply: apply,
    Legal: legal,
    GetState: get_state,
    GetRecord: get_record,
    Close: close,
    GetBoard: get_board,
    GetLegend: get_legend,
    Undo: undo,
    Load: load,
    More: more,
    Verify: verify,
}
"""What is done for each message. More kinds of messages are added here, with their handler."""


def schema_of_all() -> dict[str, Any]:
    """The JSON Schema of everything that is handled, and of all answers."""
    return schema(tuple(HANDLERS), (*SERVICE_MESSAGES, *TABLE_ANSWERS))
