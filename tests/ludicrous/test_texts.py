"""A full game as JSON, by the same functions as plain Ludo."""

from __future__ import annotations

import json
from random import Random

import pytest

from ludo_env import BadOption, BadState, Game
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


def test_a_situation_of_ones_own_goes_on_to_its_first_decision() -> None:
    data = {
        "game": "ludicrous",
        "version": 1,
        "rules": "ludicrous",
        "parties": {"yellow": {"pieces": [{"r": 15}]}, "blue": {"pieces": [{"r": 3}]}},
        "world": {"turn": 0, "phase": 3, "auto_pass": 0},
    }
    game = from_json(json.dumps(data))
    assert game.decider == 0
    assert {"melee attack 1", "shove 1", "sneak", "end"} <= set(game.legal_names())
    game.apply("shove 1")
    game.apply("next piece 1", dice=[11, 10])
    assert game.place(1, 0) == 4
    night = from_json(json.dumps({**data, "world": {"turn": 1, "phase": 6}}), seed=1)
    assert (night.decider, night.legal_names()) == (0, ["end", "night ambush 1"])


@pytest.mark.parametrize("seat", [3, -1, 1.5, None])
def test_only_a_party_that_plays_has_a_view(seat: int) -> None:
    with pytest.raises(BadOption, match=r"^seat: .*allowed: 0, 1, 2"):
        seat_json(midway(), seat)
