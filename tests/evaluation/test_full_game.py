"""The arena plays the full game as it plays plain Ludo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evaluation.arena import play_match, round_robin
from evaluation.match import Match, make_match
from evaluation.store import Store
from evaluation.summary import rate_stored, summarise
from ludo_env.errors import BadAgent, BadOption, BadRules

QUICK = "ludicrous-short:max_rounds=4"


def quick(agents: int = 2, rules: str = QUICK, **settings: Any) -> Match:
    """A short match of the bot that plays every game."""
    return make_match(["random"] * agents, rules, **settings)


@pytest.mark.parametrize(
    ("agents", "settings", "places"),
    [
        (2, {}, 2),
        (3, {}, 3),
        (4, {}, 4),
        (2, {"players": 4}, 4),
        (2, {"teams": True}, 4),
        (4, {"teams": True}, 4),
    ],
)
def test_two_to_four_players_and_teams(agents: int, settings: dict[str, Any], places: int) -> None:
    match = quick(agents, games=4, seed=1, **settings)
    results = play_match(match).results
    assert [len(result.places) for result in results] == [places] * 4
    assert all(min(result.places) == 1 and 1 <= result.rounds <= 4 for result in results)
    if settings.get("teams"):
        assert match.rules.teams
        for result in results:
            assert result.places[0] == result.places[2] and result.places[1] == result.places[3]
    summary = summarise([play_match(match)])
    wins = [summary.agents[side[0]].win_rate.value for side in match.plan.sides]
    assert sum(wins) == pytest.approx(1) and summary.rules == match.rules.text


def test_a_rule_set_with_teams_means_teams() -> None:
    assert quick(rules=f"{QUICK},teams=true") == quick(teams=True)
    with pytest.raises(BadRules, match="play_on"):
        quick(rules=f"{QUICK},play_on=true", teams=True)
    with pytest.raises(BadOption, match="players: 2"):
        quick(players=2, teams=True)


def test_the_same_dice_are_thrown_on_turned_seats() -> None:
    match = quick(games=4)
    assert match.seeds(0)[0] == match.seeds(1)[0] != match.seeds(2)[0] == match.seeds(3)[0]
    assert [match.plan.seating(game) for game in range(2)] == [(0, 1), (1, 0)]


def test_all_seats_are_alike_unless_the_rules_say_otherwise() -> None:
    assert len(set(quick().rules.sheets)) == 1  # type: ignore[union-attr]
    assert len(set(quick(rules=f"{QUICK},red=wizard").rules.sheets)) == 2  # type: ignore[union-attr]


def test_the_results_do_not_depend_on_the_number_of_workers() -> None:
    match = quick(games=40, seed=3)
    assert play_match(match, workers=2) == play_match(match)


def test_the_database_keeps_it_by_the_text_of_the_rules(tmp_path: Path) -> None:
    runs = [
        play_match(quick(rules=rules, games=2))
        for rules in (QUICK, f"{QUICK},red=wizard", "classic")
    ]
    with Store(tmp_path / "results.db") as store:
        store.save(runs)
        assert store.all() == runs
        again = make_match(["random", "random"], " Ludicrous-Short:max_rounds = 4", games=2)
        assert store.known(again) == list(runs[0].results)
    texts = [rated.rules for rated in rate_stored(runs)]
    assert texts == [run.match.rules.text for run in runs] and len(set(texts)) == 3
    assert [rated.rules for rated in rate_stored(runs, f"{QUICK},teams=true")] == [texts[0]]


def test_a_bot_that_does_not_play_it_says_who_does() -> None:
    for agents in (["random", "smart"], ["td", "random"]):
        with pytest.raises(BadAgent, match=r"does not play ludicrous, allowed: random, sensible"):
            make_match(agents, "ludicrous")
        with pytest.raises(BadAgent, match="does not play ludicrous-core"):
            round_robin(agents, "ludicrous-core")


def test_fouls_and_giving_up_are_part_of_the_game() -> None:
    results = play_match(quick(4, "ludicrous-tabletop:max_rounds=2", games=4)).results
    assert [result.rounds for result in results] == [2] * 4
