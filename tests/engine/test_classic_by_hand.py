"""The classic game against its rules written down a second time, as plainly as they can be."""

import random

import pytest

from ludo_env.engine.game import Game

Places = list[list[int]]
"""r of every piece, by party."""


def square(party: int, r: int) -> int:
    return (13 * party + r) % 52


def moves(places: Places, party: int, die: int) -> dict[int, Places]:
    """Every piece that can use the roll, with the position that this makes."""
    found = {}
    for piece, r in enumerate(places[party]):
        if r == -1 and die != 6:
            continue
        target = 0 if r == -1 else r + die
        if r == 56 or target > 56:
            continue
        if target < 56 and places[party].count(target) == 2:
            continue
        after = [list(rs) for rs in places]
        after[party][piece] = target
        if target <= 50:
            enemies = [
                (other, index)
                for other in range(4)
                for index, place in enumerate(places[other])
                if other != party and 0 <= place <= 50
                if square(other, place) == square(party, target)
            ]
            if len(enemies) == 2:
                after[party][piece] = -1
            elif enemies:
                other, index = enemies[0]
                after[other][index] = -1
        found[piece] = after
    return found


def look(game: Game) -> Places:
    return [[game.place(party, piece) for piece in range(4)] for party in range(4)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_a_game_goes_as_the_text_says(players: int, seed: int) -> None:
    game = Game("classic", players, seed=seed, auto_pass=False, log=True)
    choose = random.Random(seed).choice
    party, sixes, places = game.decider, 0, look(game)
    for event in game.events:
        if event.kind == "turn":
            party, sixes = event.seat, 0
        elif event.data.get("reason") == "movement":
            sixes = sixes + 1 if event.data["value"] == 6 else 0
    while not game.over:
        possible = moves(places, party, game.die)
        assert game.decider == party
        assert game.legal() == sorted(possible)
        piece, heard = choose(game.legal()), len(game.events)
        could_enter = any(places[party][mover] == -1 for mover in possible)
        again = game.die == 6 and (sixes > 1 or not could_enter)
        places = possible[piece]
        game.apply(piece)
        assert look(game) == places
        assert game.over == (places[party] == [56] * 4)
        for event in game.events[heard:]:
            if event.kind == "turn":
                assert not again
                party = game.seats[(game.seats.index(party) + 1) % players]
                assert event.seat == party
                sixes = 0
            elif event.kind == "roll":
                assert event.seat == party
                die = int(event.data["value"])
                sixes = sixes + 1 if die == 6 else 0
                # If nobody is to decide about it, it is of no use, or the third 6.
                again = die == 6 and sixes < 3
    assert game.places[["yellow", "blue", "red", "green"][party]] == 1
