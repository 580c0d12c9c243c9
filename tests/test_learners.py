"""Two masked PPOs side by side: both learn and play, and a call goes on where another ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import learners
from ludo_env.errors import BadOption


def test_both_learn_for_their_time_and_what_was_measured_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = "ludicrous-short:max_rounds=3"
    small = {"rules": rules, "games": 4, "rollout": 8, "minibatch": 16}
    monkeypatch.setattr(learners, "SETTINGS", learners.SETTINGS | small)
    monkeypatch.setattr(learners, "RULES", rules)
    monkeypatch.setattr(learners, "GAMES", 4)
    monkeypatch.setattr(learners, "ROLLOUT", 8)
    call = ["--seconds", "1", "--games", "4", "--seeds", "1", "--out", str(tmp_path)]
    assert learners.main([*call, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["decisions_per_second"]) == {"sb3", "league"}
    assert all(paces[0] > 0 for paces in told["decisions_per_second"].values())
    pairs = [(line["learner"], line["against"]) for line in told["won"]]
    assert pairs == [
        ("sb3", "random"), ("sb3", "easy"),
        ("league", "random"), ("league", "easy"), ("league", "sb3"),
    ]  # fmt: skip
    assert all(0 <= line["low"] <= line["won"] <= line["high"] <= 1 for line in told["won"])
    monkeypatch.setattr(learners, "learn_sb3", None)
    monkeypatch.setattr(learners, "learn_league", None)
    assert learners.main(call) == 0
    assert "league against sb3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"), [(["--seconds", "0"], "from 1"), (["--learners", "nope"], "exploiters")]
)
def test_bad_arguments_are_refused(words: list[str], told: str) -> None:
    with pytest.raises(BadOption, match=told):
        learners.main(words)
