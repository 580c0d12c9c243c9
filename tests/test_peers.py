"""The benchmark beside peers: what it counts, what it leaves out, and what it tells."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice

import pytest

import ludo_env
from benchmarks import peers
from benchmarks.peers import OWN, WINDOWS, Row, agent_loop, begin, games, main, measure
from ludo_env.script import guarded

PIP_NAMES = ("open_spiel", "pettingzoo[classic]", "ludo-king-engine", "ludopy", "catanatron")
MODULES = (
    "pyspiel",
    "open_spiel.python.rl_environment",
    "pettingzoo.classic.connect_four.connect_four",
    "ludo_engine.core",
    "ludopy",
    "catanatron",
)


@pytest.fixture
def no_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where no peer is installed."""
    for module in MODULES:
        monkeypatch.setitem(sys.modules, module, None)


@pytest.mark.usefixtures("no_peers")
def test_without_peers_the_own_rows_are_measured_and_the_peers_listed_with_their_pip_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--seconds", "0.05", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    rows = {row["name"]: row for row in told["rows"]}
    assert {"engine, classic", "AEC, classic", "batch, classic"} <= set(rows)
    assert all(row["peer"] is None and row["decisions_per_s"] > 0 for row in told["rows"])
    aec, batch = (rows[name]["decisions_per_s"] for name in ("AEC, classic", "batch, classic"))
    assert rows["AEC, classic"]["times"]["AEC, classic"] == 1
    assert rows["AEC, classic"]["times"]["batch, classic"] == pytest.approx(batch / aec)
    for package in PIP_NAMES:
        reason = told["left_out"][package.partition("[")[0]]
        assert f"not installed, pip install '{package}'" in reason


@pytest.mark.usefixtures("no_peers")
def test_the_table_has_only_the_peers_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "0.01", "--peers", "ludopy,catanatron"]) == 0
    text = capsys.readouterr().out
    assert "batch, classic" in text and "decisions/s" in text
    assert "ludopy: not installed, pip install 'ludopy'" in text
    assert "catanatron: not installed" in text
    assert "open_spiel" not in text


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("--peers ludopi", "'ludopi', allowed: open_spiel, pettingzoo, ludo-king-engine, ludopy"),
        ("--peers=", "'', allowed: open_spiel"),
        ("--seconds 0", "seconds: 0.0 is not above 0"),
        ("--seconds nan", "seconds: nan"),
        ("--seconds soon", "'soon'"),
        ("--games 3", "--games"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    line: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(partial(main, line.split())) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert named in told.err


def test_a_decision_with_one_legal_action_is_not_counted() -> None:
    choices_only = agent_loop(ludo_env.env("classic"), 1)
    assert sum(islice(choices_only, 500)) == 500
    forced_too = agent_loop(ludo_env.env("classic", auto_pass=False), 1)
    assert 250 < sum(islice(forced_too, 500)) < 450  # about two in three are choices


def test_rules_that_are_refused_are_left_out_with_the_reason() -> None:
    rows = [Row(OWN, rules, "", partial(games, rules)) for rules in ("mordern", "modern")]
    plays, left_out = begin(rows)
    assert [row.name for row in plays] == ["modern"]
    assert "allowed: classic, modern" in left_out["mordern"]


def test_rows_take_turns_and_the_best_window_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def idle(seed: int) -> Iterator[int]:
        while True:
            yield seed

    a, b = (Row(OWN, name, "", idle) for name in "ab")
    plays = {a: idle(1), b: idle(2)}
    order = []

    def rate(play: Iterator[int], seconds: float) -> float:
        assert seconds == 1 / WINDOWS
        order.append(next(play))
        return 10.0 if len(order) == 3 else 1.0

    monkeypatch.setattr(peers, "rate", rate)
    assert measure(plays, 1, lambda windows: None) == {a: 10, b: 1}
    assert order == [1, 2] * WINDOWS
