"""``ludo serve``: the protocol over WebSocket, and pages over HTTP."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from agents.service.client import Client, Refused
from agents.service.handlers import schema_of_all
from agents.service.wires import Gone, Late
from tests.agents.service.serving import Server
from tests.agents.service.talking import PLAIN


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


def test_a_slow_search_keeps_nobody_else_waiting(server: Server) -> None:
    """Its one process stands still; messages that need none are answered, and limits hold."""
    with Client.socket(server.socket) as bots:
        bots.decide("yellow", "smart", state=PLAIN)
        worker = worker_of(server.process.pid)
        os.kill(worker, signal.SIGSTOP)
        try:
            told = bots.decide("yellow", "smart", state=PLAIN, limit={"ms": 150})
            assert told["limit"] == "ms" and told["fallback"] and told["ms"] < 500
            assert bots.ask("hello", patience=1.0)["proto"] == 1
            with pytest.raises(Late):
                bots.decide("yellow", "smart", state=PLAIN, patience=0.1)
        finally:
            os.kill(worker, signal.SIGKILL)
        told = bots.decide("yellow", "smart", state=PLAIN)
        assert "fallback" not in told


def worker_of(pid: int) -> int:
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return int(file.read().split()[0])


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
    assert done.stderr.startswith("ludo: ") and done.stderr.count("\n") == 1
