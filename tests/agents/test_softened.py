"""Softened choice: at a temperature, worse moves by how much worse they are."""

from __future__ import annotations

import math

import pytest

from agents.registry import make_agent
from agents.softened import softening
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import Game, freeze
from ludo_env.errors import BadAgent

DRAWS = 20_000


def test_an_action_that_is_worth_the_temperature_more_is_e_times_as_likely() -> None:
    dice = Dice()
    dice.seed(5)
    worths, temperature = (0.0, 3.0, 1.5), 3.0
    chosen = [0, 0, 0]
    for _ in range(DRAWS):
        drawn = [worth + softening(dice, temperature) for worth in worths]
        chosen[drawn.index(max(drawn))] += 1
    weights = [math.exp(worth / temperature) for worth in worths]
    for count, weight in zip(chosen, weights, strict=True):
        assert count / DRAWS == pytest.approx(weight / sum(weights), abs=0.02)


def test_at_0_nothing_is_added_or_drawn() -> None:
    dice = Dice()
    dice.seed(5)
    before = (dice.a, dice.b, dice.c, dice.n)
    assert softening(dice, 0.0) == 0.0
    assert (dice.a, dice.b, dice.c, dice.n) == before


def choices(spec: str, rules: str, seed: int = 1) -> list[int]:
    """What a bot chooses on its seat of one game, in which others always play the first action."""
    game, agent = Game(rules, 2, seed=7), make_agent(spec)
    agent.begin(game, 0, seed)
    found: list[int] = []
    while not game.over and len(found) < 150:
        if game.decider == 0:
            before = freeze(game.state)
            found.append(agent.act(game))
            assert freeze(game.state) == before
            game.apply(found[-1])
        else:
            game.apply(game.legal()[0])
    return found


@pytest.mark.parametrize(("name", "rules"), [("expect", "classic"), ("sensible", "ludicrous")])
def test_a_soft_bot_plays_otherwise_but_the_same_for_the_same_seed(name: str, rules: str) -> None:
    soft = f"{name}:temperature=5"
    assert choices(f"{name}:temperature=0", rules) == choices(name, rules)
    assert choices(soft, rules) == choices(soft, rules) != choices(soft, rules, seed=2)
    assert choices(soft, rules) != choices(name, rules)
    with pytest.raises(BadAgent, match="a number from 0"):
        make_agent(f"{name}:temperature=-1")
