"""Which bots clients may ask, and how a limit reaches those that limit themselves."""

from __future__ import annotations

import pytest

from agents.levels import NAMES
from agents.registry import ENTRIES, FULL, Entry, Option
from agents.service import bots
from agents.service.faults import Code, ServiceFault
from agents.service.messages import Limit
from agents.shipped import MODELS
from ludo_env.rules import PRESETS, as_rules

FULL_RULES = as_rules("ludicrous")


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that limits itself, and a level that it plays."""
    options = {"ms": Option(0.0, "", low=0.0), "nodes": Option(400, "", low=1, high=5000)}
    entry = Entry("thinks", "agents.scripted:Random", options, games=(FULL,))
    monkeypatch.setitem(ENTRIES, "thinker", entry)
    monkeypatch.setattr(
        bots, "level_spec", lambda level, rules, players: "thinker:ms=100.0,nodes=700"
    )


@pytest.mark.usefixtures("thinker")
@pytest.mark.parametrize(
    ("bot", "limit", "spec"),
    [
        ("thinker", Limit(), "thinker"),
        ("thinker", Limit(ms=100), "thinker"),
        ("thinker", Limit(nodes=50), "thinker:nodes=50"),
        ("thinker", Limit(nodes=10**9), "thinker:nodes=5000"),
        ("hard", Limit(), "thinker:ms=100.0,nodes=700"),
        ("hard", Limit(ms=50, nodes=9), "thinker:ms=100.0,nodes=9"),
        ("hard", Limit(ms=5000, nodes=900), "thinker:ms=100.0,nodes=700"),
    ],
)
def test_a_limit_is_an_option_of_the_bot(bot: str, limit: Limit, spec: str) -> None:
    assert bots.Offer().spec(bot, {}, limit, FULL_RULES, 2) == spec


@pytest.mark.usefixtures("thinker")
def test_a_whole_option_may_have_a_fraction_of_0() -> None:
    assert (
        bots.Offer().spec("thinker", {"nodes": 40.0}, Limit(), FULL_RULES, 2) == "thinker:nodes=40"
    )
    for value in (40.5, float("inf")):
        with pytest.raises(ServiceFault) as refused:
            bots.Offer().spec("thinker", {"nodes": value}, Limit(), FULL_RULES, 2)
        assert refused.value.code == Code.BAD_OPTION


def test_a_bot_that_knows_few_rules_is_offered_for_these_alone() -> None:
    offer = bots.Offer()
    infos = {info.name: info for info in offer.infos()}
    models = sorted(path.stem for path in MODELS.glob("*.onnx") if path.stem in PRESETS)
    assert infos["td"].rules == models and infos["smart"].rules == []
    assert offer.spec("td", {}, Limit(), as_rules("danish"), 2) == "td"
    for rules in ("modern", "danish:teams=true"):
        with pytest.raises(ServiceFault) as refused:
            offer.spec("td", {}, Limit(), as_rules(rules), 2)
        assert refused.value.code == Code.UNKNOWN_BOT and f"play {rules}, " in str(refused.value)
        assert "td" not in str(refused.value).partition("allowed: ")[2]


def test_clients_name_no_files_and_no_commands() -> None:
    """Every bot that plays without such a name is offered, without the option for it."""
    offer = bots.Offer()
    assert set(offer.entries) == set(ENTRIES) - {"net", "cmd"}
    assert {"search", "learned"} <= set(offer.entries)
    for info in offer.infos():
        assert all(option.type != "text" or option.choices for option in info.options)
    for name, key in (("search", "model"), ("learned", "model"), ("net", "model")):
        with pytest.raises(ServiceFault) as refused:
            offer.spec(name, {key: "/etc/passwd"}, Limit(), FULL_RULES, 2)
        assert refused.value.code in (Code.BAD_OPTION, Code.UNKNOWN_BOT)


def test_levels_are_told_from_the_weakest() -> None:
    levels = {info.name: info.level for info in bots.Offer().infos() if info.level is not None}
    assert levels == {name: number for number, name in enumerate(NAMES, 1)}
