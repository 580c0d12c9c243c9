"""One client over WebSocket: a message a frame, answered in the turn of the loop in which it came.

Only where that would be unfair or too much does a message wait: behind others that the client sent
at the same time, behind one that takes long, or until the client reads its answers.
"""

from __future__ import annotations

import asyncio
import contextlib
from socket import SO_RCVBUF, SOL_SOCKET
from typing import Any, Final

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import Event, State
from websockets.server import ServerProtocol

from agents.service.messages import encode
from agents.service.service import Connection, Service, Steps, error_of, too_large

LARGEST_FRAME: Final = 2**24
"""Bytes of a frame; a larger one ends its connection, with an error as every message too large."""
FRAMES_AHEAD: Final = 1
"""Frames that are read before the one before them has been dealt with."""
UNREAD: Final = 2**15
"""About so many bytes of a client wait to be read."""
UNSENT: Final = 2**16
"""So many bytes may wait to be sent before no more of the client's messages are dealt with."""
OTHER_FILES: Final = 400
"""So many files of the process are no connections, or such as are just being refused."""
CLOSING: Final = 1.0
"""Seconds that a client has to say farewell."""
BEGINS: Final = (Opcode.TEXT, Opcode.BINARY)
"""The frames with which messages begin."""
OPTIONS: Final[dict[str, Any]] = {
    "max_size": LARGEST_FRAME,
    "max_queue": FRAMES_AHEAD,
    "write_limit": UNSENT,
    "close_timeout": CLOSING,
    "compression": None,
}
"""How such connections are made."""


class Crowd:
    """The connections that are open, whatever they have said so far.

    Args:
        most: how many may be.
    """

    def __init__(self, most: int) -> None:
        self.most = room_for(most)
        self.open = 0
        self.strangers: dict[Socket, None] = {}
        """Those that have not yet said who they are, the first first."""

    def enter(self, socket: Socket) -> None:
        """Another one comes. Where there are too many, the first stranger has to go."""
        self.open += 1
        self.strangers[socket] = None
        if self.open > self.most:
            first = next(iter(self.strangers))
            del self.strangers[first]
            first.transport.abort()

    def know(self, socket: Socket) -> None:
        """One is a client."""
        self.strangers.pop(socket, None)

    def leave(self, socket: Socket) -> None:
        """One has gone."""
        self.open -= 1
        self.strangers.pop(socket, None)


def room_for(most: int) -> int:
    """As many open connections as the system allows this process to have."""
    try:
        import resource
    except ImportError:  # on Windows
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < most + OTHER_FILES:
        wanted = most + OTHER_FILES
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(ValueError, OSError):  # some systems have limits of their own
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return min(most, max(soft - OTHER_FILES, soft // 2))


class Socket(ServerConnection):
    """The connection with a client.

    Args:
        service: what it is connected with.
        crowd: among whom it is.
        protocol, more, options: as the library has them.
    """

    def __init__(
        self,
        service: Service,
        crowd: Crowd,
        protocol: ServerProtocol,
        *more: Any,
        **options: Any,
    ) -> None:
        super().__init__(protocol, *more, **options)
        self.service = service
        self.crowd = crowd
        self.client: Connection | None = None
        """The client, as the service knows it; None until the handshake is done."""
        self.fresh = False
        """Whether no message has been dealt with yet in this turn of the loop."""
        self.waiting = 0
        """Messages that have begun to arrive, and are not dealt with."""
        self.long: asyncio.Task[None] | None = None
        """Deals with a message that takes long."""
        self._fail = protocol.fail
        protocol.fail = self.tell_and_fail  # type: ignore[method-assign]

    def tell_and_fail(self, code: int, reason: str = "") -> None:
        """End the connection; where a frame was too large, tell so first."""
        if code == CloseCode.MESSAGE_TOO_BIG:
            self.tell(encode(error_of(too_large(self.service.bounds.message), None)))
        self._fail(code, reason)

    def tell(self, data: bytes) -> None:
        """Send an answer, unless the client has gone."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_text(data)
            self.send_data()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, with a small buffer, so that no client takes long in one turn of the loop."""
        super().connection_made(transport)
        self.crowd.enter(self)
        with contextlib.suppress(OSError):  # it may have gone already
            transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_RCVBUF, UNREAD)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone: nothing more is done for it."""
        super().connection_lost(exc)
        self.crowd.leave(self)
        if self.client is not None:
            self.client.close()

    def data_received(self, data: bytes) -> None:
        """Take what has come, and no more from a client that does not read."""
        self.fresh = True
        super().data_received(data)
        if self.paused:
            # Else what is answered to pings would be kept without end.
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """The client has read."""
        super().resume_writing()
        if not self.recv_messages.paused:
            self.transport.resume_reading()

    def process_event(self, event: Event) -> None:
        """Deal with a message at once where nothing speaks against it."""
        if isinstance(event, Frame) and event.opcode in BEGINS:
            client, free = self.client, self.fresh and not self.waiting and not self.paused
            self.fresh = False
            if client is not None and free and event.fin:
                rest = client.begin(bytes(event.data))
                if rest is not None:
                    self.waiting += 1
                    self.long = asyncio.create_task(self.finish(client, rest))
                return
            self.waiting += 1
        super().process_event(event)

    async def finish(self, client: Connection, rest: Steps) -> None:
        """Deal with the rest of a message that takes long."""
        await client.finish(rest)
        self.waiting -= 1
        self.long = None

    async def hear(self, client: Connection) -> None:
        """Deal with the messages that have to wait, until the client has gone."""
        self.client = client
        self.crowd.know(self)
        try:
            # What it has sent before it went is not dealt with.
            with contextlib.suppress(ConnectionClosed, OSError):
                while client.open:
                    data = await self.recv(decode=False)
                    if self.long is not None:
                        await self.long
                    await self.drain()
                    await client.take(data)
                    self.waiting -= 1
                    # However fast it sends, others have their turn.
                    await asyncio.sleep(0)
        finally:
            if self.long is not None:
                self.long.cancel()
