"""One client over WebSocket: a message a frame, answered in the turn of the loop in which it came.

Only where that would be unfair or too much does a message wait: behind others that the client sent
at the same time, behind one that takes long, or until the client reads its answers.
"""

from __future__ import annotations

import asyncio
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
UNSENT: Final = 2**16
"""So many bytes may wait to be sent before no more of the client's messages are dealt with."""
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


class Socket(ServerConnection):
    """The connection with a client.

    Args:
        service: what it is connected with.
        protocol, more, options: as the library has them.
    """

    def __init__(
        self, service: Service, protocol: ServerProtocol, *more: Any, **options: Any
    ) -> None:
        super().__init__(protocol, *more, **options)
        self.service = service
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

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        self.fresh = True
        super().data_received(data)

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
        try:
            while True:
                data = await self.recv(decode=False)
                if self.long is not None:
                    await self.long
                await self.drain()
                await client.take(data)
                self.waiting -= 1
                # However fast it sends, others have their turn.
                await asyncio.sleep(0)
        except ConnectionClosed:
            pass
        finally:
            if self.long is not None:
                self.long.cancel()
