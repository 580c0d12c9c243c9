"""The wires of a client: to a program that it starts, and to a service over WebSocket."""

from __future__ import annotations

import contextlib
import os
import queue
import select
import shlex
import signal
import socket
import struct
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from typing import IO, Final, Protocol

from agents.service.lines import Lines
from ludo_env.errors import LudoError
from ludo_env.fields import show

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
    """No answer came in time, or the message was not even read in time."""


class Wire(Protocol):
    """Takes messages from one side to the other."""

    def send(self, data: bytes, seconds: float) -> None:
        """Send a message. Raises `Gone`, or `Late` if the other side does not take it."""

    def receive(self, seconds: float) -> bytes:
        """The next message. Raises `Gone`, or `Late` if none comes for so long."""
        ...

    def close(self) -> None:
        """End it."""

    def kill(self) -> None:
        """End it at once."""


class Program:
    """The wire to a program. Raises `Gone` if it cannot be started.

    The program leads a process group, which ends as a whole: when it is killed, and when this
    process ends.

    Args:
        command: a command line, which no shell sees, or its words.
    """

    def __init__(self, command: str | Sequence[str]) -> None:
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
            if not words:
                raise ValueError("names no program")
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError, TypeError) as error:
            raise Gone(f"{show(command)}: {_why(error)}") from None
        self.end = weakref.finalize(self, _kill_group, self.process)
        self.cut = False
        """Whether a message was left off in the middle."""
        self.lines: queue.Queue[bytes | None] = queue.Queue(UNREAD)
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin: IO[bytes] = self.process.stdin
        os.set_blocking(self.stdin.fileno(), False)
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

    def send(self, data: bytes, seconds: float) -> None:
        """Send a message. Raises `Gone`, or `Late` if the program does not read it."""
        if self.cut:
            raise Gone("the program has not read a message to its end")
        left, end = memoryview(data + b"\n"), time.monotonic() + seconds
        while left:
            try:
                left = left[os.write(self.stdin.fileno(), left[:CHUNK]) :]
            except BlockingIOError:
                if not self._wait_for_room(end):
                    self.cut = True
                    raise self._silence(f"nothing read within {seconds:.1f} s") from None
            except (OSError, ValueError):
                raise Gone("the program has ended") from None

    def _wait_for_room(self, end: float) -> bool:
        """Whether the program reads on before a moment of the clock."""
        return bool(select.select([], [self.stdin], [], max(0.0, end - time.monotonic()))[1])

    def receive(self, seconds: float) -> bytes:
        """The next message. Raises `Gone`, or `Late` if none comes for so long."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise self._silence(f"no answer within {seconds:.1f} s") from None
        if line is None:
            raise Gone("the program has ended")
        return line

    def _silence(self, problem: str) -> LudoError:
        """What it means that nothing came: `Late`, or `Gone` if the program has ended.

        A process that it has started may hold its output open.
        """
        return Late(problem) if self.process.poll() is None else Gone("the program has ended")

    def close(self) -> None:
        """End the program, which it may do by itself when its input ends."""
        with contextlib.suppress(OSError):  # it may have gone already
            self.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(LEAVE)
        self.kill()

    def kill(self) -> None:
        """End the program, and what it has started, at once."""
        self.end()
        with contextlib.suppress(OSError):
            self.stdin.close()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """End a program and all of its group, which may outlive it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _why(error: Exception) -> str:
    """What went wrong, without a number, and without what the caller names."""
    return getattr(error, "strerror", None) or str(error)


class Socket:
    """The wire to a service over WebSocket. Raises `Gone` if nobody is there."""

    def __init__(self, address: str, patience: float) -> None:
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect

        self.stack = contextlib.ExitStack()
        if not isinstance(address, str):
            raise Gone(f"{show(address)}, allowed: an address such as ws://127.0.0.1:8765/")
        try:
            self.socket = self.stack.enter_context(
                connect(address, open_timeout=patience, max_size=LARGEST, compression=None)
            )
        except (OSError, ValueError, WebSocketException) as error:
            raise Gone(f"{show(address)}: {_why(error)}") from None

    def send(self, data: bytes, seconds: float) -> None:
        """Send a message. Raises `Gone`, also if the service does not take it in time."""
        from websockets.exceptions import ConnectionClosed

        whole = max(0, int(seconds))
        limit = struct.pack("ll", whole, max(1, int(1e6 * (seconds - whole))))
        try:
            self.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
            self.socket.send(data, text=True)
        except (OSError, ConnectionClosed) as error:
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
