"""``ludo serve``: the protocol over WebSocket, and pages over HTTP."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from agents.service.client import Client, Refused
from agents.service.handlers import schema_of_all
from agents.service.wires import Gone, Late
from tests.agents.service.serving import Server
from tests.agents.service.talking import PLAIN

ENOUGH = 2**26
"""Bytes that no buffer of the system holds."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server("--workers", "1")
    yield server
    assert server.end() == 0


def test_the_health_page(server: Server) -> None:
    response = server.get("health")
    assert response.headers["Content-Type"] == "application/json"
    assert json.load(response)["status"] == "ok"


def test_pages_are_looked_up_in_a_table(server: Server) -> None:
    assert json.load(server.get("schema.json")) == schema_of_all()
    for path in ("nothing", "../../pyproject.toml", "..%2f..%2fpyproject.toml", "page/index.html"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            server.get(path)
        assert refused.value.code == 404
        refused.value.close()


@pytest.mark.parametrize("path", ["", "health", "nothing"])
def test_pages_are_only_read(server: Server, path: str) -> None:
    address = urllib.parse.urlsplit(server.page).netloc
    told = {}
    for method in ("GET", "HEAD", "POST", "PUT", "OPTIONS", "DELETE"):
        connection = http.client.HTTPConnection(address, timeout=30)
        connection.request(method, f"/{path}")
        told[method] = connection.getresponse()
        size = int(told[method].headers["Content-Length"])
        assert told[method].headers["Allow"] == "GET, HEAD" and size > 0
        assert len(told[method].read()) == (0 if method == "HEAD" else size)
        connection.close()
    assert told["GET"].status == told["HEAD"].status == (404 if path == "nothing" else 200)
    assert {told[method].status for method in list(told)[2:]} == {405}


def test_a_client_in_python_plays_a_session(server: Server) -> None:
    with Client.socket(server.socket) as bots:
        told = bots.ask("new", rules="ludicrous", players=2, dice="service", seed=5)
        for _ in range(30):
            name, seat = told["session"], told["choice"]["seat"]
            decision = bots.decide(seat, "normal", session=name)
            event = {"action": decision["action"]["text"]}
            told = bots.ask("apply", session=name, seq=told["seq"], event=event)
        assert server.health()["sessions"] == 1
        bots.ask("close", session=name)
        with pytest.raises(Refused):
            bots.ask("legal", session=name)
    with pytest.raises(Gone):
        bots.ask("hello")


def test_large_frames_are_errors_up_to_a_bound(server: Server) -> None:
    with server.connect() as socket, server.connect() as other:
        for size in (2**20 + 1, 2**21):
            socket.send("x" * size)
            assert json.loads(socket.recv())["code"] == "too_large"
        socket.send(b'{"type":"hello"}')
        assert json.loads(socket.recv())["type"] == "hello"
        other.send('{"type":"hello"}')
        assert json.loads(other.recv())["type"] == "hello"


def test_a_frame_beyond_all_bounds_is_an_error_and_the_end(server: Server) -> None:
    with server.connect() as connection:
        with contextlib.suppress(ConnectionClosed):
            connection.send(b"x" * (2**24 + 1), text=True)
        assert json.loads(connection.recv())["code"] == "too_large"
        with pytest.raises(ConnectionClosed) as closed:
            connection.recv()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


def test_clients_that_read_nothing_and_are_gone_take_no_place() -> None:
    server = Server("--workers", "1", "--clients", "1")
    try:
        deaf = Deaf(server.page)
        deaf.talk_until_full(text(b'{"type":"hello","id":1}'))
        deaf.drop()
        wait_for(lambda: server.health()["clients"] == 0)
        with Client.socket(server.socket) as bots:
            assert bots.ask("hello")["proto"] == 1
        deaf = Deaf(server.page)
        deaf.talk_until_full(text(b'{"type":"hello","id":1}'))
    finally:
        assert server.end() == 0
    deaf.drop()


def test_a_client_that_does_not_read_is_not_read() -> None:
    """Whatever it sends, also what is answered below the protocol."""
    server = Server("--workers", "1")
    try:
        for frame in (ping(b"x" * 125), text(b'{"type":"hello","id":1}'), text(b"no JSON")):
            deaf = Deaf(server.page)
            assert deaf.talk_until_full(frame) < ENOUGH
            deaf.drop()
    finally:
        assert server.end() == 0


def test_connections_that_say_nothing_are_bounded() -> None:
    server = Server("--workers", "1", "--clients", "1")
    try:
        address = urllib.parse.urlsplit(server.page)
        silent = [socket.create_connection((address.hostname, address.port)) for _ in range(110)]
        silent[0].settimeout(20)
        with contextlib.suppress(ConnectionResetError):
            assert silent[0].recv(1) == b""
        silent[-1].settimeout(0.2)
        with pytest.raises(TimeoutError):
            silent[-1].recv(1)
        # They lock nobody out, and make room before a client does.
        with Client.socket(server.socket) as bots:
            silent += [
                socket.create_connection((address.hostname, address.port)) for _ in range(110)
            ]
            assert is_there(server)
            assert bots.ask("hello")["proto"] == 1
        for connection in silent:
            connection.close()
    finally:
        assert server.end() == 0


def is_there(server: Server) -> bool:
    """Whether it answers."""
    with contextlib.suppress(OSError):
        return bool(server.health()["status"] == "ok")
    return False


def test_messages_that_come_together_are_answered_in_their_order(server: Server) -> None:
    """Long ones and those in several frames too."""
    with Client.socket(server.socket) as bots:
        told = bots.ask("new", rules="ludicrous", dice="service", seed=1)
        for _ in range(100):
            name, choice = told["session"], told["choice"]
            event = {"action": choice["actions"][0]["index"]}
            told = bots.ask("apply", session=name, seq=told["seq"], event=event)
        lines = bots.ask("record", session=name)["lines"]
        messages = [{"type": "load", "lines": lines}, {"type": "record", "session": name}]
        messages += [{"type": "legal", "session": name}, {"type": "hello"}, {"type": "nothing"}]
        data = b""
        for number in range(60):
            message = json.dumps({**messages[number % 5], "id": number}).encode()
            half = len(message) // 2
            whole = (text(message), text(message[:half], 0x01) + text(message[half:], 0x80))
            data += whole[number % 2]
        with server.connect() as connection:
            sending = threading.Thread(target=connection.socket.sendall, args=(data,))
            sending.start()
            assert [json.loads(connection.recv())["id"] for _ in range(60)] == list(range(60))
            sending.join()


def text(data: bytes, head: int = 0x81) -> bytes:
    """A frame of a client, masked with zeros."""
    size = struct.pack(">BH", 0x80 | 126, len(data))
    if len(data) < 126:
        size = bytes([0x80 | len(data)])
    return bytes([head]) + size + bytes(4) + data


def ping(data: bytes) -> bytes:
    """A frame that wants its data back."""
    return text(data, 0x89)


class Deaf:
    """A client that sends and reads nothing."""

    def __init__(self, page: str) -> None:
        address = urllib.parse.urlsplit(page)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect((address.hostname, address.port))
        self.socket.sendall(
            b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        assert self.socket.recv(500).startswith(b"HTTP/1.1 101")

    def talk_until_full(self, frame: bytes) -> int:
        """Send until nothing more is taken, or enough is; how many bytes."""
        self.socket.settimeout(0.5)
        sent = 0
        with contextlib.suppress(TimeoutError):
            while sent < ENOUGH:
                self.socket.sendall(100 * frame)
                sent += 100 * len(frame)
        return sent

    def drop(self) -> None:
        """Be gone without a word."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def wait_for(true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_slow_search_keeps_nobody_else_waiting(server: Server) -> None:
    """Its processes stand still; messages that need none are answered, and limits hold."""
    with Client.socket(server.socket) as bots:
        bots.decide("yellow", "expect", state=PLAIN)
        workers = workers_of(server.process.pid)
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        try:
            told = bots.decide("yellow", "expect", state=PLAIN, limit={"ms": 150})
            assert told["limit"] == "ms" and told["fallback"] and told["ms"] < 500
            assert bots.ask("hello", patience=1.0)["proto"] == 1
            with pytest.raises(Late):
                bots.decide("yellow", "expect", state=PLAIN, patience=0.1)
        finally:
            for worker in workers:
                os.kill(worker, signal.SIGKILL)
        wait_for(lambda: "fallback" not in bots.decide("yellow", "expect", state=PLAIN))


def workers_of(pid: int) -> list[int]:
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return list(map(int, file.read().split()))


def test_many_clients_at_once(server: Server) -> None:
    failures: list[str] = []

    def play(number: int) -> None:
        with Client.socket(server.socket) as bots:
            for _ in range(20):
                if bots.decide("yellow", "smart", state=PLAIN)["action"]["index"] != 2:
                    failures.append(f"client {number}")

    threads = [threading.Thread(target=play, args=(number,)) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failures
    assert server.health()["decisions"] >= 200


def test_a_port_that_is_taken_is_told_in_one_line(server: Server) -> None:
    port = server.page.rsplit(":", 1)[1].strip("/")
    command = [sys.executable, "-m", "ludo_env", "serve", "--port", port]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr == f"ludo: --host 127.0.0.1 --port {port}: Address already in use\n"
