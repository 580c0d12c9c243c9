"""The transcripts of ``docs/protocol.md``, played again.

``python -m tests.agents.service.transcripts`` writes what the service says now into the page.
"""

from __future__ import annotations

import hashlib
import json
import re
from itertools import count
from pathlib import Path
from typing import Final
from unittest.mock import patch

from tests.agents.service.talking import Client, Later, make_client

PAGE: Final = Path(__file__).parents[3] / "docs" / "protocol.md"
BLOCK: Final = re.compile(r"(?<=^```jsonl)( waiting)?\n(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
SESSION: Final = re.compile(r'"session":"\w+"')
TOLD: Final = {"hello": ("type", "proto", "engine", "dice", "id")}
"""What the page shows of long answers."""
STEP: Final = 0.0021
"""Seconds between two looks at the clock."""


def replayed(text: str) -> str:
    """A page with what the service says now in all its transcripts."""
    numbers = count(1)

    def token(size: int) -> str:
        return hashlib.sha256(str(next(numbers)).encode()).hexdigest()[: 2 * size]

    with patch("secrets.token_hex", token):
        return BLOCK.sub(replay, text)


def replay(block: re.Match[str]) -> str:
    """One transcript."""
    ticks = count()
    searcher = Later() if block[1] else None
    client = make_client(searcher, clock=lambda: STEP * next(ticks))
    lines, session = [], '"session":"none"'
    for line in block[2].splitlines():
        if line.startswith("> "):
            line = SESSION.sub(session, line)
            lines += [line, *answers(client, line[2:])]
            session = next(iter(SESSION.findall(lines[-1])), session)
    return f"{block[1] or ''}\n" + "".join(f"{line}\n" for line in lines)


def answers(client: Client, message: str) -> list[str]:
    """What the service says, as the page shows it."""
    shown = []
    for told in client.send(message.encode()):
        fields = TOLD.get(told["type"], tuple(told))
        more = "" if set(told) <= set(fields) else " …"
        text = json.dumps({f: told[f] for f in fields}, separators=(",", ":"), ensure_ascii=False)
        shown.append(f"< {text}{more}")
    return shown


if __name__ == "__main__":
    PAGE.write_text(replayed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
