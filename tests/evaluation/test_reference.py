"""The published results are those of the table, and ours agree."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from evaluation.arena import play_match
from evaluation.match import make_match
from evaluation.reference import SETTINGS, Row, compare, print_rows, to_json, total
from evaluation.statistics import Estimate
from evaluation.summary import summarise

PUBLISHED = {
    ("smart random, danish, teams", "win rate in %"): 83.8,
    ("random random, danish, teams", "win rate in %"): 50.9,
    ("smart smart, danish, teams", "win rate in %"): 49.5,
    ("random random random random, lke", "rolls"): 384,
    ("random random random random, lke", "turns"): 298.5,
    ("random random random random, lke", "decisions"): 331,
    ("random random, lke", "rolls"): 173,
    ("random random, lke", "turns"): 137,
    ("front random, lke", "win rate in %"): 50.6,
    ("capture random, lke", "win rate in %"): 63.9,
}


def test_the_table_is_the_published_one() -> None:
    found = {
        (setting.title, figure.what): figure.value
        for setting in SETTINGS
        for figure in setting.figures
    }
    assert found == PUBLISHED


def test_every_setting_is_played_and_told() -> None:
    rows = compare(games=6, seed=1)
    assert [(row.setting.title, row.figure.what) for row in rows] == list(PUBLISHED)
    assert {row.games for row in rows} == {6}
    assert total(6) == 6 * len(SETTINGS)
    assert to_json(rows)[0]["theirs"] == 83.8
    text = io.StringIO()
    print_rows(rows, Console(file=text, width=160))
    assert "83.8 ± 1.9" in text.getvalue()


def test_what_agrees_lies_within_the_margin() -> None:
    setting = SETTINGS[0]
    for value, agrees in ((85.6, True), (81.95, True), (86.0, False), (81.0, False)):
        row = Row(setting, setting.figures[0], 100, Estimate(value, 0.0, 100.0))
        assert row.agrees == agrees


def test_games_of_two_random_players_are_as_long_as_published() -> None:
    found = summarise([play_match(make_match(["random", "random"], "lke", games=500, seed=2))])
    assert found.means["rolls"].value == pytest.approx(173, abs=4)
    assert found.means["turns"].value == pytest.approx(137, abs=4)


def test_capturing_helps_as_much_as_published() -> None:
    found = summarise([play_match(make_match(["capture", "random"], "lke", games=500, seed=2))])
    assert 0.57 < found.agents[0].win_rate.value < 0.71
