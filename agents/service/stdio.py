"""The protocol over standard input and output: one message a line."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from typing import Final

from agents.service.lines import Lines
from agents.service.pool import Pool
from agents.service.service import Bounds, Connection, Service, sweep_always, too_large

CHUNK: Final = 2**16
AHEAD: Final = 4
"""So many pieces of the input are read before the first of them has been dealt with."""


async def serve_stdio(workers: int, bounds: Bounds, seed: int | None = None) -> None:
    """Serve one client until it closes its end, and all its answers are there.

    Raises:
        BrokenPipeError: the client reads no more.
    """
    pool = Pool(workers)
    try:
        # Else the first decisions, for want of a process, would be those of another bot.
        await pool.ready()
        await talk(Service(pool, bounds, seed=seed), sys.stdin.fileno(), sys.stdout.fileno())
    finally:
        await pool.close()


async def talk(service: Service, incoming: int, outgoing: int) -> None:
    """Serve the client at two open files, named by their numbers. Raises as `serve_stdio`."""
    outbox: asyncio.Queue[bytes] = asyncio.Queue()
    connection = Connection(service, outbox.put_nowait)
    writing = asyncio.create_task(write(outbox, outgoing))
    sweeping = asyncio.create_task(sweep_always(service))
    hearing = asyncio.create_task(hear(connection, outbox, incoming))
    try:
        await asyncio.wait((writing, hearing), return_when=asyncio.FIRST_COMPLETED)
        for task in (writing, hearing):
            if task.done():
                task.result()
    finally:
        for task in (writing, sweeping, hearing):
            task.cancel()


async def hear(connection: Connection, outbox: asyncio.Queue[bytes], incoming: int) -> None:
    """Take all messages of the client, and wait for the last answer to be written."""
    lines = Lines(connection.service.bounds.message)
    chunks = read_chunks(incoming)
    while chunk := await chunks.get():
        await take(connection, lines.feed(chunk))
        await outbox.join()
    await take(connection, lines.close())
    await connection.quiet()
    await outbox.join()


async def take(connection: Connection, lines: list[bytes | None]) -> None:
    """Hand lines to the connection; empty ones mean nothing."""
    for line in lines:
        if line is None:
            connection.refuse(too_large(connection.service.bounds.message))
        elif line.strip():
            await connection.take(line)
            # A search that is done is answered before the last line is taken.
            await asyncio.sleep(0)


async def write(outbox: asyncio.Queue[bytes], outgoing: int) -> None:
    """Write what is in the outbox, for ever."""
    with open(outgoing, "wb", closefd=False) as stream:
        while True:
            stream.write(await outbox.get() + b"\n")
            stream.flush()
            outbox.task_done()


def read_chunks(incoming: int) -> asyncio.Queue[bytes]:
    """What comes in, piece by piece; an empty piece at its end."""
    loop = asyncio.get_running_loop()
    chunks: asyncio.Queue[bytes] = asyncio.Queue(AHEAD)

    def read() -> None:
        chunk = b"?"
        while chunk:
            # By number, since a stream that is being read cannot be closed at the end.
            chunk = os.read(incoming, CHUNK)
            asyncio.run_coroutine_threadsafe(chunks.put(chunk), loop).result()

    threading.Thread(target=read, daemon=True).start()
    return chunks
