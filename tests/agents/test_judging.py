"""What bots think of their actions, for those that can tell."""

from __future__ import annotations

import pytest

from agents.agent import Agent
from agents.judging import outlook, worths
from agents.registry import make_agent
from ludo_env import Game


def at_a_choice(rules: str, spec: str, players: int = 4) -> tuple[Agent, list[Game]]:
    """A bot, and decisions of a game with several actions, all played by it."""
    bot, game, found = make_agent(spec), Game(rules, players, seed=4), []
    bot.begin(game, 0, 1)
    for _ in range(100):
        if game.over:
            break
        if len(game.legal()) > 1:
            found.append(game.copy())
        game.apply(bot.act(game))
    return bot, found


@pytest.mark.parametrize(
    ("rules", "spec"),
    [
        ("modern", "expect"),
        ("danish", "td"),
        ("danish", "expert"),
        ("ludicrous", "sensible"),
        ("ludicrous", "learned"),
    ],
)
def test_what_a_bot_plays_is_worth_most_to_it(rules: str, spec: str) -> None:
    bot, games = at_a_choice(rules, spec)
    told = 0
    for game in games:
        found = worths(bot, game)
        assert set(found) <= set(game.legal())
        if found:
            told += 1
            assert found[bot.act(game)] == pytest.approx(max(found.values()), abs=0.01)
    assert told > 10


def test_the_outlook_is_a_chance_for_each_seat() -> None:
    bot, games = at_a_choice("danish", "td", 3)
    for game in games:
        action = bot.act(game)
        chances = outlook(bot, game, action)
        assert list(chances) == list(game.seats)
        assert sum(chances.values()) == pytest.approx(1.0, abs=0.05)
        assert chances[game.decider] == pytest.approx(worths(bot, game)[action])


def test_bots_that_cannot_tell() -> None:
    bot, games = at_a_choice("modern", "smart")
    assert worths(bot, games[0]) == {} and outlook(bot, games[0], games[0].legal()[0]) == {}
