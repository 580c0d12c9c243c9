"""Levels: each plays both games, by the bot of its table."""

from __future__ import annotations

import pytest

from agents.levels import LEVELS, NAMES, Levelled, level_spec, measured
from agents.registry import FULL, PLAIN, check_plays, describe, make_agent, spec_text
from evaluation.arena import play_match
from evaluation.match import make_match
from evaluation.summary import summarise
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption
from ludo_env.rules import as_rules

RULES = ("classic", "modern", "danish", "danish:overshoot=illegal", "lke", "ludicrous-short")


def test_both_games_have_the_four_levels_and_they_are_registered() -> None:
    assert set(LEVELS) == {PLAIN, FULL}
    for levels in LEVELS.values():
        assert tuple(levels) == NAMES == ("easy", "normal", "hard", "expert")
    for name in NAMES:
        assert describe()[name].games == (PLAIN, FULL)
        assert make_agent(name).name == name


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("level", NAMES)
def test_every_level_has_a_bot_for_every_rule_set(level: str, rules: str) -> None:
    spec = level_spec(level, as_rules(rules), 2)
    check_plays(spec, as_rules(rules))
    make_agent(spec).begin(Game(rules, 2, seed=3), 0, 5)


@pytest.mark.parametrize(("rules", "level"), [("danish", "expert"), ("ludicrous", "easy")])
def test_a_level_plays_what_its_bot_plays(rules: str, level: str) -> None:
    game = Game(rules, 2, seed=3)
    players = [make_agent(level), make_agent(level_spec(level, as_rules(rules), 2))]
    for player in players:
        player.begin(game, 0, 5)
    for _ in range(40):
        if game.decider == 0:
            action, same = (player.act(game) for player in players)
            assert action == same
            game.apply(action)
        else:
            game.apply(game.legal()[0])


def test_a_trained_bot_plays_exactly_the_rules_that_it_knows() -> None:
    assert level_spec("expert", as_rules("danish"), 4) == "td"
    assert level_spec("expert", as_rules("danish:overshoot=illegal"), 4) != "td"


def test_a_level_may_be_another_bot_where_more_than_two_play() -> None:
    rules = as_rules("ludicrous")
    two, *more = (level_spec("hard", rules, players) for players in (2, 3, 4))
    assert two != more[0] == more[1]
    game = Game("ludicrous", 4, seed=1)
    hard = Levelled("hard")
    for players in (4, 2):
        hard.begin(Game("ludicrous", players, seed=1), game.decider, seed=1)
    assert [spec_text(spec) for spec in hard.bots] == [spec_text(more[0]), spec_text(two)]


def test_the_specs_of_the_table_are_good() -> None:
    for levels in LEVELS.values():
        for level in levels.values():
            for spec in filter(None, (level.spec, level.many, *level.trained.values())):
                assert spec_text(spec) not in NAMES
                make_agent(spec)


def test_the_measured_figures_are_of_the_bots_of_the_table() -> None:
    found = measured()
    assert {level.rules for level in found} >= {"ludicrous", "classic", "danish"}
    for level in found:
        spec = level_spec(level.level, as_rules(level.rules), level.players)
        assert spec_text(spec) == level.spec, "a level has changed: ludo ladder measures it anew"
        assert level.low <= level.rating <= level.high
        assert level.milliseconds < (1000 if level.level == "expert" else 100)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(BadOption, match=r"level: 'master', allowed: easy, normal, hard, expert"):
        level_spec("master", as_rules("classic"), 2)


def test_a_level_that_has_no_game_says_so() -> None:
    with pytest.raises(RuntimeError, match="begin"):
        make_agent("easy").act(Game("classic", seed=1))


@pytest.mark.parametrize(
    ("rules", "better", "worse", "least"),
    [("ludicrous", "normal", "easy", 0.75), ("classic", "normal", "easy", 0.55)],
)
def test_normal_is_better_than_easy(rules: str, better: str, worse: str, least: float) -> None:
    match = make_match([better, worse], rules, players=2, games=400, seed=4711)
    assert summarise([play_match(match)]).agents[0].win_rate.low > least
