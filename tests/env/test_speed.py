"""The figures of ``ludo bench``: which there are, not how high."""

from __future__ import annotations

import json

import pytest

import ludo_env
from evaluation.speed import (
    MEASUREMENTS,
    WARM,
    Setting,
    full_rate,
    measure,
    processes,
    setting_of,
    state_text_us,
    steady_rate,
)
from ludo_env import BadOption, BadRules, LudoError
from ludo_env.cli import main
from ludo_env.commands import bench
from ludo_env.rules import RuleSet, as_rules

MOMENT = 0.01


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer games than for a figure that is of any use."""
    monkeypatch.setattr("evaluation.speed.GAMES", 3)


def test_every_figure_is_there() -> None:
    heard: list[int] = []
    setting = setting_of("modern:max_rounds=5", players=2, seed=3, seconds=MOMENT)
    figures = measure(setting, heard.append)
    assert figures["compiled"] == ludo_env.__compiled__
    assert figures["rules"] == "modern:max_rounds=5"
    assert (figures["players"], figures["seed"]) == (2, 3)
    assert heard == [1] * len(MEASUREMENTS)
    for name in MEASUREMENTS:
        figure = figures[name]
        assert not isinstance(figure, str)
        for value in figure.values() if isinstance(figure, dict) else [figure]:
            assert value >= 0


def test_the_full_game_is_measured() -> None:
    setting = setting_of("ludicrous:max_rounds=2", players=4, seed=3, seconds=MOMENT)
    assert {"batch", "processes", "encode_us", "mask_us"} <= set(measure(setting))


def test_a_window_begins_when_what_was_at_rest_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first steps are not counted, and take none of the window."""
    clock = iter(range(1000))
    monkeypatch.setattr("evaluation.speed.perf_counter", lambda: next(clock))
    work = iter([0] * WARM + [8] * 5 + [0] * 5)
    assert steady_rate(lambda: next(work), seconds=5) == 8


def test_what_one_window_in_twenty_reaches_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock by hand: each look at it is a second later. One window is one of luck."""
    clock = iter(range(1000))
    monkeypatch.setattr("evaluation.speed.process_time", lambda: next(clock))
    work = iter([5] * 17 + [50, 50, 50, 1000])
    assert full_rate(lambda: next(work), seconds=52) == 50
    assert next(work, None) is None


def test_windows_that_nothing_disturbs_make_the_ratio(monkeypatch: pytest.MonkeyPatch) -> None:
    """One process and two, turn about: most windows are disturbed, and one is of luck."""
    pairs = [(60.0, 90.0)] * 15 + [(100.0, 95.0), (50.0, 190.0)] * 3 + [(500.0, 900.0)]
    rates = iter([rate for pair in pairs for rate in pair])
    times = iter([0.0, *[0.5] * (len(pairs) - 11), 2.0])
    monkeypatch.setattr("evaluation.speed.steady_rate", lambda work, seconds: next(rates))
    monkeypatch.setattr("evaluation.speed.perf_counter", lambda: next(times))
    figure = processes(setting_of("classic", 4, 0, seconds=1, processes=2))
    assert next(rates, None) is None
    assert figure["decisions_per_s"] == 190
    assert figure["times_one"] == 1.9
    assert figure["times_one_median"] == 1.5


@pytest.mark.parametrize(
    ("error", "words", "changes"),
    [
        (BadOption, "seconds: 0", {"seconds": 0}),
        (BadOption, "seconds: nan", {"seconds": float("nan")}),
        (BadOption, "seconds: inf", {"seconds": float("inf")}),
        (BadOption, "processes: 0 is not 1 to", {"processes": 0}),
        (BadOption, "seed: -1", {"seed": -1}),
        (BadRules, "players: 7", {"players": 7}),
        (BadRules, "unknown rule set 'tea'", {"rules": "tea"}),
        (BadRules, "pieces: 1", {"rules": "classic:pieces=1"}),
    ],
)
def test_what_cannot_be_measured_is_refused(
    error: type[LudoError], words: str, changes: dict[str, object]
) -> None:
    good: dict[str, object] = {"rules": "classic", "players": 4, "seed": 0, "seconds": 1}
    with pytest.raises(error, match=words):
        setting_of(**(good | changes))  # type: ignore[arg-type]


def test_a_setting_is_what_was_asked_for() -> None:
    assert setting_of("classic", 3, 1, 2) == Setting(RuleSet(), 3, 1, 2)


@pytest.mark.parametrize("rules", ["classic", "ludicrous"])
def test_the_state_text_of_every_game_is_measured(rules: str) -> None:
    assert 0 < state_text_us(Setting(as_rules(rules), 4, 0, MOMENT)) < 1e6


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["bench", "--json", "--processes", "1", "--seconds", str(MOMENT), "--seed", "1"]) == 0
    )
    figures = json.loads(capsys.readouterr().out)
    assert figures["seed"] == 1
    assert set(figures) == {"compiled", "rules", "players", "seed", *MEASUREMENTS}
    assert set(figures["batch"]) == {"decisions_per_s", "games_per_s"}
    shared = figures["processes"]
    rates = {"decisions_per_s", "times_one", "times_one_median"}
    assert set(shared) == {"number", "games"} | rates
    assert shared["number"] == 1
    assert set(figures["aec"]) == {"steps_per_s"}


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", str(MOMENT), "--rules", "modern", "--processes", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("modern, 4 players, ")
    assert "processes: 2" in out
    assert out.count("\n") == 1 + len(bench.LABELS)


def test_one_process_is_not_compared_with_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", str(MOMENT), "--processes", "1"]) == 0
    assert "process" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--seconds", "0"], "seconds: 0"),
        (["--players", "9"], "2 to 4"),
        (["--processes", "0"], "1 to 256"),
        (["--rules", "tea"], "tea"),
    ],
)
def test_the_command_says_in_a_line_what_is_wrong(
    options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *options]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert words in error
