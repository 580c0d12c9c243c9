"""Learning curves: the mean of runs, with a band that grows with what runs and games differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evaluation.ladder.curves import BadRuns, band, read_curves

CONFIG = {"method": "td", "rules": "danish", "players": 4, "steps": 20}


def write_run(folder: Path, seed: int, wins: dict[int, int], **changes: Any) -> None:
    run = folder / "danish-x" / str(seed)
    run.mkdir(parents=True)
    (run / "config.json").write_text(json.dumps({**CONFIG, "seed": seed, **changes}))
    results = [
        {"steps": step, "against": "smart", "games": 100, "wins": won} for step, won in wins.items()
    ]
    (run / "results.json").write_text(json.dumps(results))


def test_a_curve_is_the_mean_of_its_runs_where_all_were_measured(tmp_path: Path) -> None:
    write_run(tmp_path, 1, {10: 40, 20: 60})
    write_run(tmp_path, 2, {10: 50, 20: 70, 30: 90})
    write_run(tmp_path, 3, {10: 60, 20: 80})
    (curve,) = read_curves(tmp_path)
    assert (curve.run, curve.against, curve.method) == ("danish-x", "smart", "td")
    assert (curve.seeds, curve.steps, curve.games) == ((1, 2, 3), (10, 20), 100)
    assert [rate.value for rate in curve.rates] == pytest.approx([0.5, 0.7])
    assert all(rate.low < rate.value < rate.high for rate in curve.rates)
    assert read_curves(tmp_path) == [curve]


def test_the_band_grows_with_the_spread_of_the_runs_and_shrinks_with_games() -> None:
    def width(wins: list[float], games: float) -> float:
        column = np.array(wins)[:, None] * games
        (found,) = band(column, np.full_like(column, games), np.random.default_rng(1))
        return found.high - found.low

    alike, apart = [0.5, 0.5, 0.5], [0.3, 0.5, 0.7]
    assert width(alike, 300) == pytest.approx(2 * 1.96 * (0.25 / 900) ** 0.5, rel=0.1)
    assert width(apart, 300) > 2 * width(alike, 300)
    assert width(alike, 10_000) < 0.2 * width(alike, 300)


def test_there_may_be_no_runs(tmp_path: Path) -> None:
    assert read_curves(tmp_path / "none") == []


def test_runs_that_were_told_different_things_make_no_curve(tmp_path: Path) -> None:
    write_run(tmp_path, 1, {10: 40})
    write_run(tmp_path, 2, {10: 40}, steps=30)
    with pytest.raises(BadRuns, match="danish-x: runs that were told different things"):
        read_curves(tmp_path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("results.json", "{"),
        ("results.json", '[{"steps": 1}]'),
        ("results.json", '[{"steps": 1, "against": "smart", "wins": 9, "games": 4}]'),
        ("results.json", '[{"steps": 1, "against": "smart", "wins": 0, "games": 0}]'),
        ("results.json", '[{"steps": 1e999, "against": "smart", "wins": 0, "games": 4}]'),
        ("config.json", "{}"),
        ("config.json", '{"rules": "danish", "players": "all", "method": "td", "seed": 1}'),
    ],
)
def test_a_damaged_run_is_named(tmp_path: Path, name: str, text: str) -> None:
    write_run(tmp_path, 1, {10: 40})
    (tmp_path / "danish-x" / "1" / name).write_text(text)
    with pytest.raises(BadRuns, match="danish-x"):
        read_curves(tmp_path)
    (tmp_path / "danish-x" / "1" / name).unlink()
    with pytest.raises(BadRuns, match=name):
        read_curves(tmp_path)
