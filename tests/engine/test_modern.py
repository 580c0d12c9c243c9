"""The preset `modern`: what phone players know."""

import pytest

from ludo_env.board import HOME, YARD, relative
from tests.support import at, decider, dice, scene


def blue_on(space: int, pieces: int = 1) -> list[int]:
    return [relative(1, space)] * pieces


@pytest.mark.rule("O-six-bonus")
@pytest.mark.parametrize("piece", [0, 1])
def test_every_six_gives_a_bonus_roll(piece: int) -> None:
    game = scene("modern", roll=[6], yellow=[20])
    with dice(game, 3):
        game.apply(piece)
    assert decider(game) == "yellow"


@pytest.mark.rule("O-bonus-capture")
def test_a_capture_gives_a_bonus_roll() -> None:
    game = scene("modern", roll=[3], yellow=[20], blue=blue_on(23))
    with dice(game, 1):
        game.apply(0)
    assert decider(game) == "yellow"


@pytest.mark.rule("O-bonus-home")
def test_getting_home_gives_a_bonus_roll() -> None:
    game = scene("modern", roll=[3], yellow=[53, 20])
    with dice(game, 1):
        game.apply(0)
    assert decider(game) == "yellow"


@pytest.mark.rule("O-bonus-capture")
@pytest.mark.rule("O-six-bonus")
def test_several_reasons_give_one_bonus_roll() -> None:
    game = scene("modern", roll=[6], yellow=[20], blue=blue_on(26 - 1), green=[relative(3, 26)])
    with dice(game, 1, 6):
        game.apply(0)
        game.apply(0)
    assert decider(game) == "blue"


@pytest.mark.rule("L-third-six")
def test_a_third_six_forfeits_the_turn() -> None:
    game = scene("modern", roll=[6])
    with dice(game, 6, 6, 6):
        game.apply(0)
        game.apply(0)
    assert decider(game) == "blue"
    assert at(game, "yellow") == [6, YARD, YARD, YARD]


@pytest.mark.rule("O-safe")
@pytest.mark.parametrize(
    ("space", "safe"), [(13, True), (20, False), (21, True), (26, True), (27, False), (34, True)]
)
def test_stars_and_starts_are_safe_and_shared(space: int, safe: bool) -> None:
    # Green, whose own start and star are elsewhere, stands on the spaces of other quadrants.
    game = scene("modern", roll=[1], yellow=[space - 1], green=[relative(3, space)])
    after = game.afterstate(0)
    assert at(after, "yellow")[0] == space
    assert (at(after, "green")[0] != YARD) is safe


@pytest.mark.rule("O-safe")
def test_an_enemy_on_the_own_start_stays_when_a_piece_enters() -> None:
    game = scene("modern", roll=[6], green=[relative(3, 0)])
    after = game.afterstate(0)
    assert at(after, "yellow")[0] == 0
    assert at(after, "green")[0] == relative(3, 0)


@pytest.mark.rule("O-blocks")
def test_there_are_no_blocks() -> None:
    game = scene("modern", roll=[3], yellow=[20], blue=blue_on(23, 2))
    after = game.afterstate(0)
    assert at(after, "yellow")[0] == 23
    assert at(after, "blue") == [YARD] * 4


@pytest.mark.rule("O-stack")
def test_any_number_of_own_pieces_shares_a_space() -> None:
    game = scene("modern", roll=[3], yellow=[20, 23, 23, 23])
    assert at(game.afterstate(0), "yellow") == [23] * 4


@pytest.mark.rule("L-exact")
def test_home_needs_an_exact_roll() -> None:
    assert scene("modern", roll=[4], yellow=[53, 20]).legal() == [1]
    assert scene("modern", roll=[3], yellow=[53, 20]).legal() == [0, 1]


@pytest.mark.rule("E-win")
def test_the_first_with_all_home_wins() -> None:
    game = scene("modern", roll=[3], yellow=[53, HOME, HOME, HOME])
    with dice(game):
        game.apply(0)
    assert game.places["yellow"] == 1
