"""A party that never does anything optional: it ends its phases, declines, moves as it must."""

from random import Random

import pytest

from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.catalogue import END, TANK_TO
from ludo_env.rules import LUDICROUS_PRESETS
from tests.ludicrous.full_games import choices

GAMES = 3
AGAINST = 10


def passive(game: Game, rng: Random) -> int:
    """End or decline; leave the tank where it is; else any of the choices, one of which must be."""
    legal = choices(game)
    stay = TANK_TO + game.full.tank[game.decider]
    for action in (END, stay):
        if action in legal:
            return int(action)
    return rng.choice(legal)


@pytest.mark.rule("E-win", "T-action")
@pytest.mark.parametrize("rules", LUDICROUS_PRESETS)
@pytest.mark.parametrize("players", [2, 4])
def test_parties_that_use_nothing_optional_finish_a_game(rules: str, players: int) -> None:
    for seed in range(GAMES):
        game, rng = Game(rules, players, seed=seed), Random(seed)
        while not game.over:
            game.apply(passive(game, rng))
        assert not game.truncated
        winner = next(seat for seat in game.seats if game.full.places[seat] == 1)
        assert game.full.home_count(winner) == game.full.t.pieces_to_win


@pytest.mark.rule("E-win")
@pytest.mark.parametrize("players", [2, 4])
def test_one_such_party_gets_home_among_others_that_use_everything(players: int) -> None:
    finished = 0
    for seed in range(AGAINST):
        game, rng = Game("ludicrous-short:play_on=true", players, seed=seed), Random(seed)
        quiet = game.seats[seed % players]
        while not game.over:
            if game.decider == quiet:
                game.apply(passive(game, rng))
            else:
                game.apply(rng.choice(choices(game)))
        finished += game.full.home_count(quiet) >= 2
    assert finished > 0
