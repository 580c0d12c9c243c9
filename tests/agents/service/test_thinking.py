"""How long a bot may think, and what decides where it has no time."""

from __future__ import annotations

import time
from random import Random

import pytest

from agents.agent import Agent
from agents.levels import NAMES, level_spec
from agents.service.quick import Quick, blind
from agents.service.search import Brief, Question
from agents.service.thinking import LEAST, Thinker, time_for
from ludo_env import Game
from ludo_env.engine.dice import Dice
from ludo_env.notation import from_json, seat_json, to_json


@pytest.mark.parametrize(
    ("own", "left", "most"),
    [(0.0, 100, 85), (0.0, 800, 700), (50.0, 800, 50), (300.0, 100, 85), (0.0, 3, LEAST)],
)
def test_a_bot_has_what_is_left(own: float, left: float, most: float) -> None:
    told = time_for(own, time.monotonic() + left / 1000)
    assert most - 5.0 <= told <= most


class Slow:
    """A bot that limits itself, and tells to what."""

    name = "slow"
    ms = 40.0

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Nothing to do."""

    def act(self, game: Game) -> int:
        """The first legal action."""
        return game.legal()[0]


def test_a_limit_of_one_question_is_not_that_of_the_next() -> None:
    bot = Slow()
    thinker = Thinker(lambda spec: bot)
    game = Game("ludicrous", 2, seed=2)
    told = []
    for seconds in (0.03, 60.0, 0.05):
        thinker.answer(
            Question(
                brief=Brief(game.decider, tuple(game.legal()), "slow", 1),
                view=seat_json(game, game.decider),
                spare=game.legal()[0],
                deadline=time.monotonic() + seconds,
            )
        )
        told.append(bot.ms)
    assert told[0] <= 15.0 and told[1] == 40.0 and told[2] <= 35.0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_prepared_is_not_made_again(players: int) -> None:
    thinker = Thinker()
    thinker.prepare()
    thinker.make = never_made
    game = Game("ludicrous", players, seed=2)
    for level in NAMES:
        spec = level_spec(level, game.rules, players)
        brief = Brief(game.decider, tuple(game.legal()), spec, 1)
        view, deadline = seat_json(game, game.decider), time.monotonic() + 60
        assert thinker.answer(Question(brief, view, -1, deadline)).action in game.legal()


def test_a_bot_that_cannot_be_made_is_told_of_when_it_is_asked() -> None:
    thinker = Thinker(never_made)
    thinker.prepare()
    game = Game("ludicrous", 2, seed=2)
    brief = Brief(game.decider, tuple(game.legal()), "expert", 1)
    with pytest.raises(AssertionError, match="expert"):
        thinker.answer(Question(brief, seat_json(game, game.decider), -1, time.monotonic() + 60))


def never_made(spec: str) -> Agent:
    raise AssertionError(spec)


def test_the_spare_action_knows_no_more_than_its_seat() -> None:
    """Whatever the others hold, it is the same; and the game is left as it was."""
    quick, rng = Quick(), Random(4)
    game = Game("ludicrous", 4, seed=8)
    for _ in range(150):
        if game.over:
            break
        seat, before = game.decider, to_json(game)
        legal = game.legal()
        brief = Brief(seat, tuple(legal), "search", 5)
        chosen = quick.spare(game, brief)
        assert chosen in legal and to_json(game) == before
        dice = Dice()
        dice.seed(rng.getrandbits(64))
        other = from_json(before)
        other.state.dice = dice
        assert quick.spare(blind(other, seat, rng.getrandbits(32)), brief) == chosen
        game.apply(rng.choice(legal))


def test_what_a_seat_cannot_see_is_dealt_anew() -> None:
    game = Game("ludicrous", 4, seed=8)
    seat = game.decider
    views = {seat_json(blind(game, seat, seed), seat) for seed in range(5)}
    assert views == {seat_json(game, seat)}
    states = {to_json(blind(game, seat, seed), dice=False) for seed in range(5)}
    assert len(states) > 1
    plain = Game("classic", 2, seed=1)
    assert blind(plain, plain.decider, 3).state.dice.word() != plain.copy().state.dice.word()
