"""Which bots clients may ask, and how a limit reaches those that limit themselves."""

from __future__ import annotations

import pytest

from agents.levels import NAMES
from agents.registry import ENTRIES, FULL, Entry, Option
from agents.service import bots
from agents.service.messages import Limit
from ludo_env.rules import as_rules

FULL_RULES = as_rules("ludicrous")


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that limits itself, and a level that it plays."""
    options = {"ms": Option(0.0, "", low=0.0), "nodes": Option(400, "", low=1, high=5000)}
    entry = Entry("thinks", "agents.scripted:Random", options, games=(FULL,))
    monkeypatch.setitem(ENTRIES, "thinker", entry)
    monkeypatch.setattr(bots, "level_spec", lambda level, rules: "thinker:ms=100.0,nodes=700")


@pytest.mark.usefixtures("thinker")
@pytest.mark.parametrize(
    ("bot", "limit", "spec"),
    [
        ("thinker", Limit(), "thinker"),
        ("thinker", Limit(ms=100), "thinker:ms=85.0"),
        ("thinker", Limit(ms=800), "thinker:ms=700.0"),
        ("thinker", Limit(ms=3), "thinker:ms=1.0"),
        ("thinker", Limit(nodes=50), "thinker:nodes=50"),
        ("thinker", Limit(nodes=10**9), "thinker:nodes=5000"),
        ("hard", Limit(), "thinker:ms=100.0,nodes=700"),
        ("hard", Limit(ms=50, nodes=9), "thinker:ms=35.0,nodes=9"),
        ("hard", Limit(ms=5000, nodes=900), "thinker:ms=100.0,nodes=700"),
    ],
)
def test_a_limit_is_an_option_of_the_bot(bot: str, limit: Limit, spec: str) -> None:
    assert bots.Offer().spec(bot, {}, limit, FULL_RULES) == spec


def test_levels_are_told_from_the_weakest() -> None:
    levels = {info.name: info.level for info in bots.Offer().infos() if info.level is not None}
    assert levels == {name: number for number, name in enumerate(NAMES, 1)}
