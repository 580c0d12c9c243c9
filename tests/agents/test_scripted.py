"""The scripted bots, by what the published descriptions say of them."""

from __future__ import annotations

from collections import Counter

import pytest

from agents import make_agent
from ludo_env.engine.game import Game
from tests.support import everything, scene

BOTS = ["random", "front", "back", "capture", "smart", "expect"]


def choice(spec: str, game: Game, seed: int = 0) -> int:
    """The piece that a bot moves."""
    agent = make_agent(spec)
    agent.begin(game, game.decider, seed)
    return agent.act(game)


def choices(spec: str, game: Game, seeds: int = 400) -> Counter[int]:
    """How often each piece is moved, over many seeds."""
    return Counter(choice(spec, game, seed) for seed in range(seeds))


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("rules", ["classic", "modern", "danish", "lke", "classic:teams=true"])
def test_bots_choose_legal_moves_and_leave_the_game_alone(spec: str, rules: str) -> None:
    game = Game(rules, seed=5)
    agents = {seat: make_agent(spec) for seat in game.seats}
    for seat, agent in agents.items():
        agent.begin(game, seat, 100 + seat)
    for _ in range(60):
        if game.over:
            break
        before = everything(game)
        action = agents[game.decider].act(game)
        assert everything(game) == before
        assert action in game.legal()
        game.apply(action)


@pytest.mark.parametrize("spec", BOTS)
def test_the_same_seed_gives_the_same_game(spec: str) -> None:
    def play(seed: int) -> list[int]:
        game, agent = Game("modern", 2, seed=1), make_agent(spec)
        agent.begin(game, 0, 99)  # what was before a game does not matter
        agent.act(game)
        agent.begin(game, 0, seed)
        moves: list[int] = []
        while not game.over and len(moves) < 50:
            moves.append(agent.act(game))
            game.apply(moves[-1])
        return moves

    assert play(3) == play(3)
    if spec in ("random", "capture"):
        assert play(3) != play(4)


def test_random_takes_every_legal_move_equally_often() -> None:
    game = scene(roll=[3], yellow=[5, 56, 20, 30])
    found = choices("random", game)
    assert set(found) == {0, 2, 3}
    assert all(100 < count < 167 for count in found.values())


def test_front_moves_the_most_advanced_piece_that_can_move() -> None:
    assert choice("front", scene(roll=[3], yellow=[5, 20, 30, 20])) == 2
    # 55 needs a 1; of the pieces on 20 the lowest-numbered.
    assert choice("front", scene(roll=[3], yellow=[5, 20, 55, 20])) == 1


def test_back_moves_the_least_advanced_piece_that_can_move() -> None:
    assert choice("back", scene(roll=[3], yellow=[30, 5, 20, 5])) == 1
    assert choice("back", scene(roll=[6], yellow=[30, 5])) == 2


def test_capture_takes_the_lowest_numbered_move_that_captures() -> None:
    # Red's start is ring space 26, so its r 44 and 4 are yellow's r 18 and 30.
    game = scene("modern", roll=[5], players=2, yellow=[3, 25, 13, 40], red=[44, 4])
    assert choices("capture", game, 50) == Counter({1: 50})


def test_capture_is_random_when_nothing_can_be_captured() -> None:
    game = scene("modern", roll=[5], players=2, yellow=[3, 25, 13, 56], red=[10])
    found = choices("capture", game)
    assert set(found) == {0, 1, 2}
    assert all(100 < count < 167 for count in found.values())


def test_smart_leaves_the_yard_with_any_piece_on_a_six() -> None:
    # Not even a capture or getting home comes first.
    game = scene("danish", roll=[6], yellow=[50, 12], red=[44])
    found = choices("smart", game, 200)
    assert set(found) == {2, 3}
    assert all(70 < count < 130 for count in found.values())


def test_smart_counts_home_as_99() -> None:
    # Home from square 54 gains 45. A capture gains the roll and the enemy's square.
    assert choice("smart", scene(roll=[3], players=2, yellow=[53, 13, 0], red=[42])) == 1  # 43 + 3
    assert choice("smart", scene(roll=[3], players=2, yellow=[53, 11, 0], red=[40])) == 0  # 41 + 3


def test_smart_takes_the_first_of_equal_moves() -> None:
    assert choice("smart", scene(roll=[3], players=2, yellow=[7, 2, 17, 22])) == 0
    assert choice("smart", scene(roll=[3], players=2, yellow=[55, 2, 17, 22])) == 1


def test_smart_sees_stars_and_captures_by_all_parties_pieces() -> None:
    # From square 4 with a 2 it lands on the star 6 and goes on to 12.
    assert choice("smart", scene("danish", roll=[2], yellow=[20, 3])) == 1
    # Two blue pieces on a space send the mover home: from square 16 that loses much.
    assert choice("smart", scene("danish", roll=[2], yellow=[15, 29], blue=[4, 4])) == 1


def test_expect_leaves_the_reach_of_an_enemy() -> None:
    # A red piece on ring space 17: from 20 to 25 is out of its reach, 30 already was.
    game = scene("modern", roll=[5], players=2, yellow=[30, 20], red=[43])
    assert choice("smart", game) == 0
    assert choice("expect", game) == 1


def test_expect_knows_safe_spaces_and_blocks() -> None:
    # Onto the star 21 an enemy may follow, but sends nobody home.
    game = scene("modern", roll=[1], players=2, yellow=[30, 20], red=[43])
    assert choice("expect", game) == 1
    # Two pieces on 18 are a block, on which an enemy comes to grief.
    game = scene("classic", roll=[3], players=2, yellow=[30, 18, 15], red=[41])
    assert choice("expect", game) == 2


def test_expect_captures() -> None:
    game = scene("modern", roll=[5], players=2, yellow=[30, 13], red=[44])
    assert choice("expect", game) == 1


def test_expect_weighs_no_roll_of_a_party_that_is_home() -> None:
    game = scene(
        "modern:play_on=true", roll=[5], players=3, yellow=[30, 20], blue=[56] * 4, red=[43]
    )
    assert choice("expect", game) == 1


def test_random_plays_the_full_game_too_and_never_gives_up() -> None:
    game = Game("ludicrous:cession=true,yellow=engineer,red=engineer", 2, seed=3)
    game.apply("end")
    game.apply("tank to shield")  # what is chosen next is an action of the action phase
    wanted = {action for action in game.legal() if game.catalogue.names[action] != "cede"}
    assert len(wanted) == len(game.legal()) - 1 > 20
    found = choices("random", game, 100 * len(wanted))
    assert set(found) == wanted
    assert all(50 < count < 160 for count in found.values())
