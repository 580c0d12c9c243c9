"""The page of the protocol shows what the service says."""

from __future__ import annotations

import re

from agents.service.faults import Code
from agents.service.handlers import HANDLERS
from agents.service.service import Bounds
from tests.agents.service.transcripts import BLOCK, PAGE, replayed

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_transcripts_are_what_the_service_says() -> None:
    assert replayed(TEXT) == TEXT


def test_there_are_transcripts_of_every_dice_mode() -> None:
    text = "".join(match[2] for match in BLOCK.finditer(TEXT))
    assert text.count("> ") > 20
    for word in ('"dice":"service"', '"dice":"commit"', '"event":{"dice"', '"type":"stop"'):
        assert word in text


def test_the_page_names_every_message_and_code() -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in HANDLERS}
    named = set(re.findall(r"^\| client \| `(\w+)`", TEXT, re.MULTILINE))
    assert named == kinds
    for code in Code:
        assert f"`{code.value}`" in TEXT


def test_the_page_tells_the_bounds() -> None:
    bounds = Bounds()
    for number in (bounds.message, bounds.sessions, bounds.own_sessions, bounds.pending):
        assert f"{number:,}" in TEXT
