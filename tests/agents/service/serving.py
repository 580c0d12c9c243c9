"""``ludo serve`` as a process of its own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from typing import Any

from websockets.sync.client import ClientConnection, connect


class Server:
    """``ludo serve`` at a free port."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "ludo_env", "serve", "--port", "0", "--json", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        told = json.loads(self.process.stdout.readline())
        self.page, self.socket = told["page"], told["socket"]

    def get(self, path: str) -> Any:
        """What is at a path."""
        return urllib.request.urlopen(self.page + path, timeout=30)

    def health(self) -> Any:
        """How it is."""
        return json.load(self.get("health"))

    def connect(self) -> ClientConnection:
        """A bare connection."""
        return connect(self.socket, compression=None, max_size=None)

    def end(self) -> int:
        """End it; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code
