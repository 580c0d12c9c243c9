"""Messages for frontends that show a game to people: what a seat sees, looking back, taking back,
and going on from a record. The page of the project speaks them besides the protocol.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Raw

from agents.service.commit import check_texts, verifying
from agents.service.faults import Code, ServiceFault
from agents.service.legend import LegendPart, legend_of
from agents.service.messages import Awaiting, Colour, Message, Name, Whole
from agents.service.rewind import played_on, replayed, retractable, session_of, take_back
from agents.service.service import Connection, Service, Work
from agents.service.session import MOST_DECISIONS, RULES, Session, check_length
from agents.service.story import Story
from agents.service.view import LOOKER_ON, Board, board_of, opening_board
from ludo_env.board import COLOURS
from ludo_env.errors import BadRecord
from ludo_env.record_lines import Header, write_line

ALL: Final = "all"
"""The seat of one who may know everything."""
MOST_LINES: Final = MOST_DECISIONS
"""The most lines of a record that is loaded."""
MOST_HEADER: Final = 2**15
"""Characters of its first line, which is kept; the start of a full game has some thousand."""
Line = Annotated[Raw, Meta(extra_json_schema={"type": ["string", "object"]})]
"""A line of a record: the object, or its text."""


MOST_PROOF: Final = 2**12
"""Characters of a part of a proof, such as the entropy."""
Proof = Annotated[str, Meta(max_length=MOST_PROOF)]


class GetBoard(Message, tag="board"):
    """Asks what a seat sees: now, or after so many decisions.

    Without a seat only what is open to all is told. ``since`` is the number of events that were
    told before.
    """

    session: Name
    seat: Colour | Literal["all"] | None = None
    since: Whole = 0
    at: Whole | None = None


class GetLegend(Message, tag="legend"):
    """Asks what the marks on the board of a game mean."""

    game: Literal["plain", "full"]


class Legend(Message, tag="legend"):
    """Answers `GetLegend`."""

    parts: list[LegendPart]


class Undo(Message, tag="undo"):
    """Takes back the last decision of one of these seats, and all that came of it."""

    session: Name
    seq: Whole
    seats: Annotated[list[Colour], Meta(min_length=1, max_length=4)]


class Load(Message, tag="load"):
    """Opens a session that goes on where a record ends; its result may be missing."""

    lines: Annotated[list[Line], Meta(max_length=MOST_LINES)]
    dice: Literal["client", "service"] = "service"
    discreet: bool = False


class More(Message, tag="more"):
    """Goes on with the record of a session that was just loaded: a long one comes in parts."""

    session: Name
    lines: Annotated[list[Line], Meta(max_length=MOST_LINES)]


class Verify(Message, tag="verify"):
    """Asks whether all dice of the record of a session are those of a secret and an entropy."""

    session: Name
    commit: Proof
    secret: Proof
    entropy: Proof


class Verified(Message, tag="verified"):
    """Answers `Verify`; ``problem`` is what does not fit, and None where everything does."""

    session: str
    decisions: int
    problem: str | None = None


class SeenBoard(Message, tag="board"):
    """Answers `GetBoard`; ``decisions`` is how many the session has, ``undo`` whose last one may be
    taken back.
    """

    session: str
    seq: int
    decisions: int
    board: Board
    undo: list[Colour]
    at: int | None = None


class Loaded(Awaiting, tag="loaded"):
    """Answers `Load` and `More`: as `Awaiting`, and who played."""

    names: dict[str, str] = msgspec.field(default_factory=dict)


TABLE_ANSWERS: Final = (SeenBoard, Loaded, Legend, Verified)


def get_board(connection: Connection, message: GetBoard) -> Message:
    """Tell what a seat sees."""
    session = connection.service.session(message.session, connection)
    seat = _seat(session, message.seat)
    if message.at is None:
        board = _board_now(session, message.since, seat)
    else:
        board = _board_at(session, message.at, seat)
    return SeenBoard(
        session=session.name,
        seq=session.seq,
        decisions=len(session.decisions),
        board=board,
        at=message.at,
        undo=[COLOURS[seat] for seat in retractable(session)],
    )


def get_legend(connection: Connection, message: GetLegend) -> Message:
    """Tell what the marks on a board mean."""
    return Legend(parts=legend_of(message.game))


def _seat(session: Session, told: str | None) -> int | None:
    """The seat that looks, as `board_of` has it."""
    if told is None or told == ALL:
        return None if told == ALL else LOOKER_ON
    seat = COLOURS.index(told)
    if session.recorder is not None and seat not in session.game.seats:
        seats = ", ".join(COLOURS[own] for own in session.game.seats)
        raise ServiceFault(Code.BAD_REQUEST, f"{told} does not play, allowed: {seats}, all", "seat")
    return seat


def _board_now(session: Session, since: int, seat: int | None) -> Board:
    if session.recorder is None:
        return opening_board(session.new.rules or RULES, session.new.players)
    if session.story is None:
        # From now on there is somebody who wants to know.
        session.story = Story()
        session.story.hear(session.heard, len(session.decisions))
    story = session.story
    events = story.since(since)
    asked = session.throw is None
    return board_of(session.game, seat, events, story.count - len(events), asked=asked)


def _board_at(session: Session, at: int, seat: int | None) -> Board:
    last = len(session.decisions)
    if session.recorder is None or at > last:
        raise ServiceFault(Code.BAD_REQUEST, f"{at}, allowed: 0 to {last}", "at")
    assert session.rerun is not None
    game = session.rerun.at(at)
    return board_of(game, seat, game.events, asked=False)


def undo(connection: Connection, message: Undo) -> Message:
    """Take a decision back."""
    service = connection.service
    session = service.session(message.session, connection)
    session.check_seq(message.seq)
    take_back(session, [COLOURS.index(colour) for colour in message.seats])
    return session.awaiting(service.deadline)


def load(connection: Connection, message: Load) -> Work:
    """Open a session from a record."""
    service = connection.service
    service.check_room(connection)
    past = yield from replayed(map(_text_of, message.lines))
    _check_header(past.recorder.header)
    session = service.open(
        lambda name: session_of(name, past, message.dice, message.discreet), connection
    )
    return _loaded(service, session)


def _check_header(header: Header) -> None:
    """Refuse names, or whatever else a header holds, that would be too much to keep."""
    size = len(write_line(header))
    if size > MOST_HEADER:
        problem = f"a header of {size} characters, allowed: {MOST_HEADER}"
        raise ServiceFault(Code.BAD_REQUEST, problem, "lines[0]")


def more(connection: Connection, message: More) -> Work:
    """Go on with the record of a session."""
    service = connection.service
    session = service.session(message.session, connection)
    check_length(len(session.decisions) + len(message.lines), "lines")
    past = yield from played_on(session, map(_text_of, message.lines))
    session.story = past.story
    session.go_on(past.recorder, past.rerun, [])
    return _loaded(service, session)


def verify(connection: Connection, message: Verify) -> Work:
    """Compare the dice of a session with those of a secret."""
    session = connection.service.session(message.session, connection)
    record = session.record()
    told = Verified(session=session.name, decisions=len(record.decisions))
    try:
        check_texts(message.commit, message.secret, message.entropy)
        yield from verifying(message.secret, message.entropy, record)
    except BadRecord as error:
        told.problem = str(error)
    return told


def _loaded(service: Service, session: Session) -> Loaded:
    assert session.recorder is not None
    opened = session.opening(service.deadline)
    fields = {name: getattr(opened, name) for name in Awaiting.__struct_fields__}
    return Loaded(**fields, names=session.recorder.header.names)


def _text_of(line: Raw) -> str:
    """A line as a text. Raises `BadRecord`."""
    told = bytes(line)
    try:
        return str(msgspec.json.decode(told, type=str)) if told[:1] == b'"' else told.decode()
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"a line that is no text: {error}") from None
