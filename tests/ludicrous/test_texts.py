"""A full game as JSON, by the same functions as plain Ludo."""

from __future__ import annotations

import json
from random import Random

import pytest

from ludo_env import BadState, Game
from ludo_env.notation import from_json, key, seat_json, to_json


def midway(seed: int = 4, decisions: int = 150) -> Game:
    game, rng = Game("ludicrous", 3, seed=seed), Random(seed)
    for _ in range(decisions):
        game.apply(rng.choice(game.legal()))
    return game


def test_a_game_that_is_read_goes_on_with_the_same_dice() -> None:
    game = midway()
    other, rng = from_json(to_json(game)), Random(1)
    assert to_json(other) == to_json(game) and key(other) == key(game)
    while not game.over:
        action = rng.choice(game.legal())
        game.apply(action)
        other.apply(action)
    assert to_json(other) == to_json(game)


def test_without_dice_the_position_is_the_same_and_the_rolls_are_fresh() -> None:
    game = midway()
    one, other = (from_json(to_json(game, dice=False), seed=seed) for seed in (1, 2))
    assert key(one) == key(other) == key(game)
    assert to_json(one) != to_json(other)


def test_a_seat_sees_its_own_cards_and_counts_of_the_others() -> None:
    told = json.loads(seat_json(midway(), 1))
    assert isinstance(told["parties"]["blue"]["hand"], list)
    assert isinstance(told["parties"]["yellow"]["hand"], int)
    assert isinstance(told["deck"], int) and "dice" not in told


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"version": 7}, "version"),
        ({"players": 9}, "players"),
        ({"rules": "chess"}, "rules"),
        ({"deck": [1]}, "deck"),
        ({"legal": [9999]}, r"legal\[0\]"),
    ],
)
def test_a_bad_document_is_named(change: dict[str, object], named: str) -> None:
    data = json.loads(to_json(midway())) | change
    with pytest.raises(BadState, match=named):
        from_json(json.dumps(data))
