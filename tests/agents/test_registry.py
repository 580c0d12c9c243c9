"""Specs of agents: names, typed options, and files of trained models."""

from __future__ import annotations

from typing import Any

import pytest

from agents import describe, make_agent, spec_text
from agents.registry import ENTRIES, Entry, Option
from ludo_env.errors import BadAgent


class Tuned:
    """An agent that only keeps its options."""

    name = "tuned"

    def __init__(self, **options: object) -> None:
        self.options = options


@pytest.fixture(autouse=True)
def tuned(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {
        "depth": Option(2, "turns to look ahead", low=1, high=9),
        "caution": Option(0.5, "how careful", low=0.0),
        "loud": Option(False, "whether it talks"),
        "mood": Option("calm", "how it feels", choices=("calm", "angry")),
        "model": Option("", "a file"),
    }
    entry = Entry("for tests", f"{__name__}:Tuned", options, (".tuned",))
    monkeypatch.setitem(ENTRIES, "tuned", entry)


def options_of(spec: str) -> dict[str, object]:
    agent = make_agent(spec)
    assert isinstance(agent, Tuned)
    return agent.options


@pytest.mark.parametrize("name", ["random", "front", "back", "capture", "smart", "expect"])
def test_the_scripted_bots_are_registered(name: str) -> None:
    assert name in describe()
    assert make_agent(name).name == name


def test_options_have_types_and_defaults() -> None:
    given = options_of("tuned:depth=3, caution=2, loud=true,mood=angry")
    assert given == {"depth": 3, "caution": 2.0, "loud": True, "mood": "angry", "model": ""}
    assert isinstance(given["caution"], float)
    assert options_of("tuned") == {
        "depth": 2,
        "caution": 0.5,
        "loud": False,
        "mood": "calm",
        "model": "",
    }


def test_a_spec_has_one_canonical_text() -> None:
    assert spec_text(" Tuned:mood=angry,depth=3,loud=false ") == "tuned:depth=3,mood=angry"
    assert spec_text("SMART") == "smart"
    assert make_agent(spec_text("tuned:loud=TRUE")).options == options_of(  # type: ignore[attr-defined]
        "tuned:loud=true"
    )


def test_the_file_of_a_model_names_its_bot_as_well() -> None:
    assert options_of("runs/a, b:c=d/best.tuned")["model"] == "runs/a, b:c=d/best.tuned"
    assert spec_text("best.tuned") == spec_text("tuned:depth=2,model=best.tuned") == "best.tuned"
    assert spec_text("tuned:model=best.tuned,depth=3") == "tuned:depth=3,model=best.tuned"
    assert spec_text("tuned:model=best") == "tuned:model=best"


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("rndom", ["'rndom'", "random", "smart", "tuned", "FILE.tuned"]),
        ("", ["''", "random"]),
        ("smart:depth=1", ["smart", "'depth'", "none"]),
        ("tuned:dept=1", ["'dept'", "depth, caution, loud, mood"]),
        ("tuned:depth", ["'depth'", "option=value"]),
        ("tuned:depth=1,depth=1", ["'depth'", "twice"]),
        ("tuned:depth=0", ["depth='0'", "a whole number from 1 to 9"]),
        ("tuned:depth=10", ["from 1 to 9"]),
        ("tuned:depth=1.5", ["depth='1.5'", "a whole number"]),
        ("tuned:caution=-1", ["caution='-1'", "a number from 0"]),
        ("tuned:caution=nan", ["caution='nan'", "a number from 0"]),
        ("tuned:caution=1e400", ["caution='1e400'", "a number from 0"]),
        ("tuned:loud=maybe", ["loud='maybe'", "true or false"]),
        ("tuned:mood=sad", ["mood='sad'", "calm, angry"]),
        ("tuned:mood=", ["mood=''", "calm, angry"]),
        ("tuned:model=a.onnx", ["model='a.onnx'", "a model of net", "a file .tuned", "net:model="]),
        ("tuned:depth=3,model=a.json", ["model='a.json'", "a model of learned", "a file .tuned"]),
        ("Learned:model=a.onnx", ["model='a.onnx'", "a model of net", "a file .json"]),
    ],
)
def test_a_bad_spec_says_what_is_allowed(spec: str, told: list[str]) -> None:
    with pytest.raises(BadAgent) as caught:
        make_agent(spec)
    assert [words for words in told if words not in str(caught.value)] == []


@pytest.mark.parametrize("spec", [None, 5, ["smart"]])
def test_a_spec_is_a_text(spec: Any) -> None:
    with pytest.raises(BadAgent, match=r"is not a text, allowed: random, "):
        make_agent(spec)
