"""Which web pages may connect with ``ludo serve``."""

from __future__ import annotations

import subprocess
import sys

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from agents.service.origins import may_connect, read_origin
from ludo_env.errors import BadOption
from tests.agents.service.serving import Server

HERE = "127.0.0.1:8765"


@pytest.mark.parametrize(
    ("origin", "host", "listens_at", "good"),
    [
        ("http://127.0.0.1:8765", HERE, "127.0.0.1", True),
        ("http://localhost:3000", HERE, "127.0.0.1", True),
        ("HTTP://LOCALHOST:3000", HERE, "127.0.0.1", True),
        ("http://[::1]:8765", "[::1]:8765", "::1", True),
        ("http://127.0.0.1:3000", "box:8765", "0.0.0.0", True),
        ("https://example.org", HERE, "127.0.0.1", False),
        ("https://localhost.example.org", HERE, "127.0.0.1", False),
        ("https://127.0.0.1.example.org", HERE, "127.0.0.1", False),
        ("https://localhost@example.org", HERE, "127.0.0.1", False),
        # A name of somebody else, made to point to this machine.
        ("http://example.org:8765", "example.org:8765", "127.0.0.1", False),
        ("http://box:8765", "box:8765", "0.0.0.0", True),
        ("http://192.168.1.5:8765", "192.168.1.5:8765", "::", True),
        ("http://box:8766", "box:8765", "0.0.0.0", False),
        ("https://example.org", "box:8765", "0.0.0.0", False),
        ("null", HERE, "127.0.0.1", False),
        ("null", "", "0.0.0.0", False),
        ("file://", "", "0.0.0.0", False),
        ("", "", "0.0.0.0", False),
        ("http://[", "x", "0.0.0.0", False),
    ],
)
def test_a_page_of_this_machine_or_of_the_service_may_connect(
    origin: str, host: str, listens_at: str, good: bool
) -> None:
    assert may_connect(origin, host, (), listens_at) == good
    assert may_connect(origin, host, ("*",), listens_at)
    assert may_connect(origin, host, (origin.lower(),), listens_at)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("https://Example.org/", "https://example.org"),
        ("http://box:81", "http://box:81"),
        ("null", "null"),
        ("*", "*"),
        ("example.org", None),
        ("https://example.org/page", None),
        ("https://", None),
        ("http://[", None),
        ("", None),
    ],
)
def test_an_origin_is_read_as_browsers_write_it(text: str, told: str | None) -> None:
    if told is not None:
        assert read_origin(text) == told
        return
    with pytest.raises(BadOption, match=r"https://example\.org"):
        read_origin(text)


def test_the_server_refuses_other_pages() -> None:
    server = Server("--workers", "1", "--origin", "https://mine.example/")
    try:
        for origin in (None, server.page.rstrip("/"), "http://localhost:1", "https://mine.example"):
            with connect(server.socket, origin=Origin(origin) if origin else None) as socket:
                socket.send('{"type":"hello"}')
                assert "proto" in str(socket.recv())
        for origin in ("https://example.org", "null"):
            with (
                pytest.raises(InvalidStatus) as refused,
                connect(server.socket, origin=Origin(origin)),
            ):
                pass
            assert refused.value.response.status_code == 403
            assert b"--origin" in (refused.value.response.body or b"")
        twice = [("Origin", "http://localhost"), ("Origin", "https://example.org")]
        with pytest.raises(InvalidStatus), connect(server.socket, additional_headers=twice):
            pass
    finally:
        assert server.end() == 0


def test_what_is_no_origin_is_told_in_one_line() -> None:
    command = [sys.executable, "-m", "ludo_env", "serve", "--port", "0", "--origin", "mine"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith("ludo: ") and done.stderr.count("\n") == 1
