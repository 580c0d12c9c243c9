"""The protocol itself: what comes from a client, and what is answered. No input or output here.

A `Service` has the sessions, and a `Connection` for each client. A transport hands every message to
`Connection.receive` and sends on what the connection gives it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Generator
from dataclasses import dataclass
from itertools import count
from typing import Final, TypeAlias

from agents.service.bots import Offer
from agents.service.faults import Code, ServiceFault
from agents.service.messages import Action as ToldAction
from agents.service.messages import Closed, Error, Id, Message, Reader, encode, read_id
from agents.service.quick import Quick
from agents.service.search import Search, Searcher
from agents.service.session import Session
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import SEED_BITS
from ludo_env.errors import BadOption, BadRules, BadState, LudoError
from ludo_env.fields import show

log = logging.getLogger(__name__)

Send = Callable[[bytes], None]
"""Takes a message to a client."""
Work: TypeAlias = Generator[None, None, Message]
"""An answer that may take long to find, in short steps; between them others are served."""
Steps: TypeAlias = Generator[None]
"""The same, when the answer has been sent."""
SLICE: Final = 0.005
"""Seconds of such steps in a row."""
SESSION_BYTES: Final = 8
CLOSED_KEPT: Final = 1000
"""So many closed sessions are remembered, with the reason."""
SWEEP: Final = 5.0
"""Seconds between two looks for sessions that are idle."""
MOST_TOLD: Final = 2000
"""Characters of an error: what was wrong may be repeated in it, however long it was."""
IDLE: Final = "idle for too long"
NEEDED: Final = "its client had gone, and others needed the place"

CODES: Final[tuple[tuple[type[LudoError], Code, str], ...]] = (
    (BadRules, Code.UNKNOWN_RULES, "rules"),
    (BadState, Code.BAD_STATE, "state"),
    (BadOption, Code.BAD_REQUEST, ""),
)
"""The code, and the field, of errors that the game raises."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much the service takes on.

    Attributes:
        message: bytes of a message.
        sessions: that are open.
        own_sessions: that are one client's.
        pending: decisions that one client waits for.
        idle: seconds after which a session of which nothing was heard is closed.
        ms: milliseconds of a decision that has no limit of its own, and the most that one has.
    """

    message: int = 2**20
    sessions: int = 2000
    own_sessions: int = 64
    pending: int = 64
    idle: float = 1800.0
    ms: int = 10_000


class Service:
    """Everything that clients share.

    Args:
        searcher: where bots think.
        bounds: how much is taken on.
        offer: the bots that may be asked; all that are open if None.
        seed: of the bots whose clients give none; None draws one.
        clock: tells the seconds; a test has its own.
    """

    def __init__(
        self,
        searcher: Searcher,
        bounds: Bounds | None = None,
        *,
        offer: Offer | None = None,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        # The handlers use the classes of this module.
        from agents.service.handlers import HANDLERS

        self.searcher = searcher
        self.bounds = bounds or Bounds()
        self.offer = offer or Offer()
        self.clock = clock
        self.quick = Quick()
        self.handlers = HANDLERS
        self.dice = Dice()
        self.dice.seed(secrets.randbits(SEED_BITS) if seed is None else seed)
        self.reader = Reader(tuple(HANDLERS))
        self.sessions: OrderedDict[str, Held] = OrderedDict()
        """The open sessions by name, the one that was idle for longest first."""
        self.closed: OrderedDict[str, str] = OrderedDict()
        """Why sessions were closed, by name."""
        self.numbers = count()
        """For the clients to come."""
        self.decisions = 0
        """How many bots have decided."""
        self.working = asyncio.Lock()
        """Held by the one client whose message takes long."""

    def new_seed(self) -> int:
        """A seed for a bot whose client gives none."""
        return self.dice.word()

    def open(self, session: Callable[[str], Session], owner: Connection) -> Session:
        """Open a session. Raises `ServiceFault`."""
        self.check_room(owner)
        made = session(secrets.token_hex(SESSION_BYTES))
        self.sessions[made.name] = Held(made, owner, self.clock())
        owner.sessions += 1
        return made

    def check_room(self, owner: Connection) -> None:
        """Raise `ServiceFault` where a client may open no more sessions."""
        own, most = self.bounds.own_sessions, self.bounds.sessions
        if owner.sessions >= own:
            raise ServiceFault(
                Code.BUSY, f"you have {owner.sessions} sessions open, allowed: {own}"
            )
        if len(self.sessions) >= most:
            self.make_room()
        if len(self.sessions) >= most:
            raise ServiceFault(
                Code.BUSY, f"{len(self.sessions)} sessions are open, allowed: {most}"
            )

    def make_room(self) -> None:
        """Close the session that was idle for longest of those whose client has gone."""
        for name, held in self.sessions.items():
            if not held.owner.open:
                self.close(name, NEEDED)
                return

    def session(self, name: str, user: Connection) -> Session:
        """An open session, which from now on belongs to who uses it. Raises `ServiceFault`."""
        held = self.sessions.get(name)
        if held is None:
            reason = self.closed.get(name)
            what = "no such session" if reason is None else f"closed, {reason}"
            problem = f"{show(name)}: {what}, allowed: a session that is open"
            raise ServiceFault(Code.BAD_REQUEST, problem, "session")
        held.owner.sessions -= 1
        held.owner, held.heard = user, self.clock()
        user.sessions += 1
        self.sessions.move_to_end(name)
        return held.session

    def close(self, name: str, reason: str) -> Closed:
        """Close an open session; what is told of it."""
        held = self.sessions.pop(name)
        held.owner.sessions -= 1
        self.closed[name] = reason
        while len(self.closed) > CLOSED_KEPT:
            self.closed.popitem(last=False)
        return Closed(session=name, reason=reason, secret=held.session.secret)

    def sweep(self) -> None:
        """Close sessions that are idle for too long; to be called now and then."""
        while self.sessions:
            name, held = next(iter(self.sessions.items()))
            if self.clock() - held.heard < self.bounds.idle:
                return
            told = self.close(name, IDLE)
            if held.owner.open:
                held.owner.tell(told)

    @property
    def deadline(self) -> int:
        """Milliseconds until a session of which nothing more is heard is closed."""
        return round(1000 * self.bounds.idle)


@dataclass(slots=True)
class Held:
    """An open session, who used it last, and when."""

    session: Session
    owner: Connection
    heard: float


class Connection:
    """One client.

    Args:
        service: what it shares with others.
        send: takes the messages for it.
    """

    def __init__(self, service: Service, send: Send) -> None:
        self.service = service
        self.send = send
        self.number = next(service.numbers)
        """Tells it from others."""
        self.open = True
        self.pending: dict[Id, Search] = {}
        """The decisions that the client waits for."""
        self.sessions = 0
        """How many open sessions are its own."""
        self.answered = asyncio.Event()

    def receive(self, data: bytes) -> None:
        """Take a message of the client. Whatever it is, nothing is raised."""
        for _ in self.steps(data):
            pass

    async def take(self, data: bytes) -> None:
        """Take a message as `receive` does; one that takes long lets others come between."""
        rest = self.begin(data)
        if rest is not None:
            await self.finish(rest)

    def begin(self, data: bytes) -> Steps | None:
        """Take a message; of one that takes long, what is left to do."""
        steps = self.steps(data)
        return None if has_ended(steps) else steps

    async def finish(self, steps: Steps) -> None:
        """Do what is left of a message that takes long, and let others come between.

        When the client has gone, the rest is not done.
        """
        async with self.service.working:
            while self.open and not has_ended(steps):
                await asyncio.sleep(0)

    def steps(self, data: bytes) -> Steps:
        """Deal with a message step by step."""
        reply = yield from self.reply(data)
        if reply is not None:
            self.tell(reply)

    def reply(self, data: bytes) -> Generator[None, None, Message | None]:
        """The answer to a message; None if it comes later."""
        identity: Id | None = None
        try:
            if len(data) > self.service.bounds.message:
                raise too_large(self.service.bounds.message)
            message = self.service.reader.read(data)
            identity = message.id
            if identity is not None and identity in self.pending:
                problem = (
                    f"{show(identity)}: a decision of this id is under way, allowed: another id"
                )
                identity = None
                raise ServiceFault(Code.BAD_REQUEST, problem, "id")
            found = self.service.handlers[type(message)](self, message)
            reply = (yield from found) if isinstance(found, Generator) else found
        except ServiceFault as fault:
            if fault.code in (Code.BAD_JSON, Code.BAD_REQUEST) and identity is None:
                identity = self.free(read_id(data))
            return error_of(fault, identity)
        except LudoError as error:
            return error_of(as_fault(error), identity)
        except Exception:
            log.exception("a message could not be carried out")
            return error_of(ServiceFault(Code.INTERNAL, "a fault of the service"), identity)
        if reply is not None:
            reply.id = identity
        return reply

    def free(self, identity: Id | None) -> Id | None:
        """An id, unless a decision of this id is under way, whose one answer is still to come."""
        return None if identity in self.pending else identity

    def tell(self, message: Message) -> None:
        """Send a message."""
        self.answered.set()
        if self.open:
            self.send(encode(message))

    def refuse(self, fault: ServiceFault) -> None:
        """Answer a message that the transport could not even hand over."""
        self.tell(error_of(fault, None))

    async def quiet(self) -> None:
        """Wait until no decision is under way."""
        while self.pending:
            self.answered.clear()
            await self.answered.wait()

    def close(self) -> None:
        """The client is gone. Its sessions stay until they are idle for too long."""
        self.open = False
        for search in self.pending.values():
            search.drop()
        self.pending.clear()


def has_ended(steps: Steps) -> bool:
    """Do some steps in a row; whether they were the last."""
    end = time.monotonic() + SLICE
    return all(time.monotonic() < end for _ in steps)


def too_large(most: int) -> ServiceFault:
    """The fault of a message that is too large."""
    return ServiceFault(Code.TOO_LARGE, f"too many bytes, allowed: {most}")


def as_fault(error: LudoError) -> ServiceFault:
    """What the game found wrong, as a fault."""
    for kind, code, field in CODES:
        if isinstance(error, kind):
            return ServiceFault(code, str(error), field or None)
    return ServiceFault(Code.BAD_REQUEST, str(error))


def error_of(fault: ServiceFault, identity: Id | None) -> Error:
    """The message of a fault."""
    return Error(
        id=identity,
        code=fault.code,
        msg=fault.message if len(fault.message) <= MOST_TOLD else f"{fault.message[:MOST_TOLD]}...",
        field=fault.field,
        seq=fault.seq,
        legal=None if fault.legal is None else [ToldAction(*action) for action in fault.legal],
        position=fault.position,
    )


async def sweep_always(service: Service) -> None:
    """Look for sessions that are idle, again and again."""
    while True:
        await asyncio.sleep(SWEEP)
        service.sweep()
