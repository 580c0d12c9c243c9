"""Whether the tree of the search pays: decisions are judged, and searches compared at them."""

from __future__ import annotations

import json

import pytest

from benchmarks import depths
from ludo_env.errors import BadOption


def test_searches_are_compared_at_the_same_decisions(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(depths, "WORLDS", 2)
    monkeypatch.setattr(depths, "TURNS", 1)
    monkeypatch.setattr(depths, "EVERY", 3)
    asked = list(depths.questions(3, seed=2))
    for question in asked:
        assert set(question.gains) <= set(question.game.legal()) and len(question.gains) > 1
        assert 0.0 in question.gains.values()
    call = ["--decisions", "3", "--searches", "2", "--nodes", "12", "--depths", "0", "2", "--json"]
    assert depths.main(call) == 0
    lines = json.loads(capsys.readouterr().out)
    assert [line["depth"] for line in lines] == [0, 2]
    assert lines[0]["more"] == 0.0 and all(line["milliseconds"] > 0 for line in lines)
    for line in lines:
        assert line["gain_low"] <= line["gain"] <= line["gain_high"]


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(BadOption, match="from 1"):
        depths.main(["--nodes", "0"])
