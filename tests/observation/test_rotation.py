"""A game turned by quarter turns shows each party what its forerunner saw."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import ludo_env
from ludo_env.board import PARTIES
from ludo_env.engine.game import Game
from ludo_env.rules import LudicrousRules
from ludo_env.rules.tables import MODULES
from tests.ludicrous.full_games import choices, random_sheet
from tests.ludicrous.test_rotation import DRAWS, HIGH, SEATS, turned_dice, turned_rules
from tests.observation.support import EVERYTHING, differing, encode

ROUNDS = 15
DAYS = tuple(module for module in MODULES if module != "night")
STAYS = 100
"""The roll of a d100 that keeps a die on the table."""
GAMES = 4 if ludo_env.__compiled__ else 1
MORE: dict[str, dict[str, Any]] = {
    "": {},
    "play_on": {"play_on": True, "pieces_to_win": 1},
    "teams": {"teams": True},
    # Without nights: what a call makes of a die for a direction does not turn with the table.
    "off_table": {"modules": DAYS, "off_table_percent": 10, "tuesdays": (1,), "birthdays": (0,)},
}


def begin(rules: LudicrousRules, players: int, starter: int, drawn: list[int]) -> Game:
    """A game that a party begins, with these opening cards, and no die off the table yet."""
    order = [HIGH if party == starter else 1 for party in SEATS[players]]
    if "dice_off_table" in rules.modules:
        order = [number for roll in order for number in (roll, STAYS)]
    return Game(rules, players, log=True, dice=[*order, *drawn])


def compare(rules: LudicrousRules, players: int, turns: int, seed: int) -> int:
    """Play a game and the turned one side by side; the number of observations compared."""
    rng = Random(seed)
    starter = rng.choice(SEATS[players])
    drawn = [rng.randint(1, 40) for _ in range(DRAWS * players)]
    one = begin(rules, players, starter, drawn)
    other = begin(turned_rules(rules, turns), players, (starter + turns) % PARTIES, drawn)
    compared = 0
    while not one.over:
        seats = one.seats if rng.random() < 0.1 else [rng.choice(one.seats)]
        for seat in seats:
            first = encode(EVERYTHING, one.full, seat)
            second = encode(EVERYTHING, other.full, (seat + turns) % PARTIES)
            assert differing(EVERYTHING, first, second) == {}
            compared += 1
        action, heard = rng.choice(choices(one)), len(one.events)
        one.apply(action)
        other.apply(action, dice=turned_dice(one.events[heard:], turns))
    return compared


@pytest.mark.parametrize("more", MORE)
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_four_players_see_the_same(turns: int, more: str) -> None:
    for seed in range(GAMES):
        rng = Random(seed)
        sheets = tuple(random_sheet(rng) for _ in range(PARTIES))
        rules = LudicrousRules(max_rounds=ROUNDS, sheets=sheets).changed(**MORE[more])
        assert compare(rules, 4, turns, seed) > 50


def test_two_players_see_the_same() -> None:
    for seed in range(GAMES):
        rng = Random(seed)
        sheets = tuple(random_sheet(rng) for _ in range(PARTIES))
        assert compare(LudicrousRules(max_rounds=2 * ROUNDS, sheets=sheets), 2, 2, seed) > 50
