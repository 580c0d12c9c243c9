"""The wires of a client: to a program that it starts, and to a service over WebSocket."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import subprocess
import threading
from collections.abc import Sequence
from typing import IO, Final, Protocol

from agents.service.lines import Lines
from ludo_env.errors import LudoError

LARGEST: Final = 2**26
"""Bytes of a message that is read."""
UNREAD: Final = 1000
"""Messages that nobody has read yet; then the program has to wait."""
CHUNK: Final = 2**16
LEAVE: Final = 1.0
"""Seconds that a program has to end by itself."""


class Gone(LudoError):
    """The other side has gone, or what it says is no message of the protocol."""


class Late(LudoError):
    """No answer came in time."""


class Wire(Protocol):
    """Takes messages from one side to the other."""

    def send(self, data: bytes) -> None:
        """Send a message. Raises `Gone`."""

    def receive(self, seconds: float) -> bytes:
        """The next message. Raises `Gone`, or `Late` if none comes for so long."""
        ...

    def close(self) -> None:
        """End it."""

    def kill(self) -> None:
        """End it at once."""


class Program:
    """The wire to a program. Raises `Gone` if it cannot be started.

    Args:
        command: a command line, which no shell sees, or its words.
    """

    def __init__(self, command: str | Sequence[str]) -> None:
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError, IndexError) as error:
            raise Gone(f"{command}: {error}") from None
        self.lines: queue.Queue[bytes | None] = queue.Queue(UNREAD)
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin: IO[bytes] = self.process.stdin
        reading = threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        reading.start()

    def _read(self, stdout: IO[bytes]) -> None:
        """Put what the program says into the queue; None at the end, or instead of too much."""
        lines = Lines(LARGEST)
        with stdout:
            while chunk := os.read(stdout.fileno(), CHUNK):
                for line in lines.feed(chunk):
                    self.lines.put(line)
        self.lines.put(None)

    def send(self, data: bytes) -> None:
        """Send a message. Raises `Gone`."""
        try:
            self.stdin.write(data + b"\n")
            self.stdin.flush()
        except (OSError, ValueError):
            raise Gone("the program has ended") from None

    def receive(self, seconds: float) -> bytes:
        """The next message. Raises `Gone`, or `Late` if none comes for so long."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise Late(f"no answer within {seconds:.1f} s") from None
        if line is None:
            raise Gone("the program has ended")
        return line

    def close(self) -> None:
        """End the program, which it may do by itself when its input ends."""
        with contextlib.suppress(OSError):  # it may have gone already
            self.stdin.close()
        try:
            self.process.wait(LEAVE)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End the program at once."""
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError):
            self.stdin.close()


class Socket:
    """The wire to a service over WebSocket. Raises `Gone` if nobody is there."""

    def __init__(self, address: str, patience: float) -> None:
        from websockets.exceptions import InvalidURI, WebSocketException
        from websockets.sync.client import connect

        self.stack = contextlib.ExitStack()
        try:
            self.socket = self.stack.enter_context(
                connect(address, open_timeout=patience, max_size=LARGEST, compression=None)
            )
        except (OSError, InvalidURI, WebSocketException) as error:
            raise Gone(f"{address}: {error}") from None

    def send(self, data: bytes) -> None:
        """Send a message. Raises `Gone`."""
        from websockets.exceptions import ConnectionClosed

        try:
            self.socket.send(data, text=True)
        except ConnectionClosed as error:
            raise Gone(str(error)) from None

    def receive(self, seconds: float) -> bytes:
        """The next message. Raises `Gone`, or `Late` if none comes for so long."""
        from websockets.exceptions import ConnectionClosed

        try:
            return self.socket.recv(seconds, decode=False)
        except TimeoutError:
            raise Late(f"no answer within {seconds:.1f} s") from None
        except ConnectionClosed as error:
            raise Gone(str(error)) from None

    def close(self) -> None:
        """Close the connection."""
        self.stack.close()

    def kill(self) -> None:
        """Close the connection."""
        self.close()
