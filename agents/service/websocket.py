"""The protocol over WebSocket, one message a frame, and a few pages over HTTP at the same port."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from socket import gaierror
from typing import Final

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

import ludo_env
from agents.service import PROTO
from agents.service.handlers import schema_of_all
from agents.service.origins import may_connect
from agents.service.pages import Page, load_pages
from agents.service.pool import Pool
from agents.service.service import (
    Bounds,
    Connection,
    Service,
    sweep_always,
)
from agents.service.sockets import CLOSING, OPTIONS, Crowd, Socket
from ludo_env.errors import BadOption

STRANGERS: Final = 100
"""So many connections may be open besides those of clients: for pages, and for who says nothing."""
HEALTH: Final = "/health"
SCHEMA: Final = "/schema.json"
METHODS: Final = ("GET", "HEAD")
"""What may be done with a page."""
HEADERS: Final = {
    "Access-Control-Allow-Origin": "*",
    "Allow": ", ".join(METHODS),
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: blob:; "
        "style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""Sent with every page: it can only be read, may load nothing from elsewhere, and be in no frame,
but other pages may load the client for them."""

log = logging.getLogger(__name__)
quiet = logging.getLogger("agents.service.sockets")
"""Of the library, which tells of every client that says something else than HTTP."""
quiet.setLevel(logging.CRITICAL)


@dataclass(frozen=True, slots=True)
class Place:
    """Where and for whom to serve.

    Attributes:
        host, port: of the address; port 0 takes a free one.
        clients: how many may be connected.
        origins: pages, by their origins, that may connect besides those of `may_connect`.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    clients: int = 1000
    origins: tuple[str, ...] = ()


class Host:
    """Serves WebSocket clients and browsers.

    Args:
        service: what clients share.
        place: for how many.
    """

    def __init__(self, service: Service, place: Place) -> None:
        self.service = service
        self.place = place
        self.sockets: set[ServerConnection] = set()
        self.pages = load_pages()
        self.pages[SCHEMA] = Page("application/json", json.dumps(schema_of_all()).encode())

    async def talk(self, socket: ServerConnection) -> None:
        """Serve a client until it has gone."""
        assert isinstance(socket, Socket)
        client = Connection(self.service, socket.tell)
        self.sockets.add(socket)
        try:
            await socket.hear(client)
        except Exception:
            log.exception("a client was dropped")
        finally:
            self.sockets.remove(socket)
            client.close()

    def drop(self) -> None:
        """End all connections without a word."""
        for socket in self.sockets:
            socket.transport.abort()

    def respond(self, socket: ServerConnection, request: Request) -> Response | None:
        """A page; None for a client that wants a WebSocket."""
        # Versions of the library that do not tell the method refuse all others themselves.
        method = getattr(request, "method", "GET")
        if method not in METHODS:
            return page(HTTPStatus.METHOD_NOT_ALLOWED, text(f"allowed: {', '.join(METHODS)}"))
        answer = self.answer(request)
        if answer is not None and method == "HEAD":
            answer.body = b""
        return answer

    def answer(self, request: Request) -> Response | None:
        """What there is at a path; None for a client that wants a WebSocket."""
        path = request.path.partition("?")[0]
        if "websocket" in request.headers.get("Upgrade", "").lower():
            if not self.welcomes(request):
                problem = "this page may not connect, allowed: pages of this machine, and --origin"
                return page(HTTPStatus.FORBIDDEN, text(problem))
            if len(self.sockets) < self.place.clients:
                return None
            return page(HTTPStatus.SERVICE_UNAVAILABLE, text("too many clients"))
        if path == HEALTH:
            return page(HTTPStatus.OK, self.health())
        if path in self.pages:
            return page(HTTPStatus.OK, self.pages[path])
        return page(HTTPStatus.NOT_FOUND, text("no such page"))

    def welcomes(self, request: Request) -> bool:
        """Whether the page that asks may connect; who is no page may."""
        origins, hosts = (request.headers.get_all(name) for name in ("Origin", "Host"))
        named, listens_at = self.place.origins, self.place.host
        return not origins or (
            len(origins) == len(hosts) == 1 and may_connect(origins[0], hosts[0], named, listens_at)
        )

    def health(self) -> Page:
        """How the service is, as JSON."""
        told = {
            "status": "ok",
            "version": ludo_env.__version__,
            "proto": PROTO,
            "compiled": ludo_env.__compiled__,
            "clients": len(self.sockets),
            "full": len(self.sockets) >= self.place.clients,
            "sessions": len(self.service.sessions),
            "decisions": self.service.decisions,
        }
        return Page("application/json", json.dumps(told).encode())


def text(words: str) -> Page:
    """A page of one line."""
    return Page("text/plain; charset=utf-8", f"{words}\n".encode())


def page(status: HTTPStatus, content: Page) -> Response:
    """The response with a page."""
    headers = Headers(HEADERS)
    headers["Content-Type"] = content.type
    headers["Content-Length"] = str(len(content.body))
    headers["Connection"] = "close"
    return Response(status.value, status.phrase, headers, content.body)


@asynccontextmanager
async def serving(
    place: Place, workers: int, bounds: Bounds, seed: int | None = None
) -> AsyncIterator[tuple[Server, Pool]]:
    """Serve for as long as the context lasts.

    Yields:
        The server, which knows its address, and the search processes.

    Raises:
        BadOption: nobody can listen at the place.
    """
    pool = Pool(workers)
    crowd = Crowd(place.clients + STRANGERS)
    host = Host(Service(pool, bounds, seed=seed), place)
    sweeping = asyncio.create_task(sweep_always(host.service))
    try:
        await pool.ready()
        async with await listen(host, crowd) as server:
            try:
                yield server, pool
            finally:
                # Who reads nothing would never hear that this is the end.
                asyncio.get_running_loop().call_later(CLOSING, host.drop)
    finally:
        sweeping.cancel()
        await pool.close()


async def listen(host: Host, crowd: Crowd) -> Server:
    """Begin to listen at the host's place. Raises `BadOption` if nobody can."""
    place = host.place
    try:
        return await serve(
            host.talk,
            place.host,
            place.port,
            process_request=host.respond,
            create_connection=partial(Socket, host.service, crowd),  # type: ignore[arg-type]  # it is called
            **OPTIONS,
            server_header=None,
            logger=quiet,
        )
    except OSError as error:
        why = error.strerror or str(error)
        if error.errno is not None and not isinstance(error, gaierror):
            # Without what the loop adds: where, which the options say.
            why = os.strerror(error.errno)
        raise BadOption(f"--host {place.host} --port {place.port}: {why}") from None
