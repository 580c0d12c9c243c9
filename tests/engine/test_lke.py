"""The preset `lke`, against the description of ludo-king-engine's rules."""

import pytest

from ludo_env.board import HOME, HOME_AREA, LAST_RING, YARD, relative
from ludo_env.engine.game import Game
from tests.support import at, decider, dice, rolled, scene

SAFE = [0, 8, 13, 21, 26, 34, 39, 47]
"""Each start and the space 8 after it, as ring indices."""


def green_on(space: int, pieces: int = 1) -> list[int]:
    return [relative(3, space)] * pieces


@pytest.mark.rule("O-start")
def test_the_first_seat_begins() -> None:
    game = Game("lke", log=True, auto_pass=False, dice=[6])
    assert decider(game) == "yellow"
    assert rolled(game) == [6]


@pytest.mark.rule("L-enter")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_only_a_six_leaves_the_yard(die: int) -> None:
    game = scene("lke", roll=[die], yellow=[20])
    assert game.legal() == ([0, 1, 2, 3] if die == 6 else [0])


# -- extra rolls -----------------------------------------------------------------------------


@pytest.mark.rule("O-six-bonus")
@pytest.mark.parametrize("piece", [0, 1])
def test_a_six_gives_an_extra_roll(piece: int) -> None:
    game = scene("lke", roll=[6], yellow=[20])
    with dice(game, 1):
        game.apply(piece)
    assert decider(game) == "yellow"


@pytest.mark.rule("O-six-bonus")
def test_a_six_with_no_move_rolls_again() -> None:
    game = scene("lke", roll=[6, 3], yellow=[53, HOME, HOME, HOME])
    assert decider(game) == "yellow"


@pytest.mark.rule("O-bonus-capture")
def test_a_capture_gives_an_extra_roll() -> None:
    game = scene("lke", roll=[3], yellow=[20], green=green_on(23))
    with dice(game, 1):
        game.apply(0)
    assert decider(game) == "yellow"
    assert at(game, "green") == [YARD] * 4


@pytest.mark.rule("O-bonus-home")
def test_a_finish_gives_an_extra_roll() -> None:
    game = scene("lke", roll=[3], yellow=[53, 20])
    with dice(game, 1):
        game.apply(0)
    assert decider(game) == "yellow"


@pytest.mark.rule("L-third-six")
def test_the_third_six_in_a_row_is_not_played() -> None:
    game = scene("lke", roll=[6], yellow=[10])
    with dice(game, 6, 6, 6):
        game.apply(0)
        game.apply(0)
    assert at(game, "yellow") == [22, YARD, YARD, YARD]
    assert decider(game) == "blue"


@pytest.mark.rule("L-third-six")
def test_a_lesser_roll_breaks_the_row() -> None:
    # 6, 6, then 3 with a capture, then two sixes more: all are played.
    game = scene("lke", roll=[6], yellow=[10], green=green_on(25))
    with dice(game, 6, 3, 6, 6, 1):
        for _ in range(5):
            game.apply(0)
    assert at(game, "yellow")[0] == 37
    assert decider(game) == "yellow"


# -- landing ---------------------------------------------------------------------------------


@pytest.mark.rule("O-safe")
@pytest.mark.parametrize("space", range(1, 38))
@pytest.mark.parametrize("pieces", [1, 2])
def test_colours_share_the_safe_spaces_only(space: int, pieces: int) -> None:
    green = green_on(space, pieces)
    game = scene("lke", roll=[1], yellow=[space - 1, 50], green=green)
    if space in SAFE:
        after = game.afterstate(0)
        assert at(after, "yellow")[0] == space
        assert at(after, "green")[:pieces] == green
    elif pieces == 1:
        assert at(game.afterstate(0), "green") == [YARD] * 4
    else:
        assert game.legal() == [1]


@pytest.mark.rule("O-safe")
@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_a_piece_enters_among_enemies(pieces: int) -> None:
    green = green_on(0, pieces)
    game = scene("lke", roll=[6], green=green)
    after = game.afterstate(0)
    assert at(after, "yellow") == [0, YARD, YARD, YARD]
    assert at(after, "green")[:pieces] == green


@pytest.mark.rule("O-blocks")
def test_two_opponents_together_can_be_passed() -> None:
    game = scene("lke", roll=[5], yellow=[15], green=green_on(18, 2))
    assert at(game.afterstate(0), "yellow")[0] == 20


@pytest.mark.rule("O-stack")
def test_own_pieces_share_any_space() -> None:
    game = scene("lke", roll=[5], yellow=[15, 20, 20, 20])
    assert at(game.afterstate(0), "yellow") == [20] * 4


@pytest.mark.rule("L-exact")
@pytest.mark.parametrize(("r", "die", "legal"), [(53, 3, [0, 1]), (53, 4, [1]), (51, 5, [0, 1])])
def test_the_finish_is_exact(r: int, die: int, legal: list[int]) -> None:
    assert scene("lke", roll=[die], yellow=[r, 20]).legal() == legal


@pytest.mark.rule("L-must")
def test_a_move_must_be_made() -> None:
    game = scene("lke", roll=[3, 6], auto_pass=True, yellow=[20])
    assert at(game, "yellow")[0] == 23
    assert decider(game) == "blue"


# -- the quirk -------------------------------------------------------------------------------


@pytest.mark.rule("O-skip-last")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_last_ring_space_and_the_next_both_give_the_first_of_the_lane(die: int) -> None:
    for r in (LAST_RING - die, HOME_AREA - die):
        if r != LAST_RING:
            game = scene("lke", roll=[die], yellow=[r])
            assert at(game.afterstate(0), "yellow")[0] == HOME_AREA


@pytest.mark.rule("O-skip-last")
@pytest.mark.parametrize(("r", "die"), [(48, 1), (47, 5), (49, 6), (49, 3)])
def test_all_other_moves_have_their_full_length(r: int, die: int) -> None:
    game = scene("lke", roll=[die], yellow=[r])
    assert at(game.afterstate(0), "yellow")[0] == r + die


@pytest.mark.rule("O-skip-last")
@pytest.mark.parametrize("pieces", [1, 2])
def test_what_stands_on_the_last_ring_space_is_not_met(pieces: int) -> None:
    game = scene("lke", roll=[1], yellow=[49], green=green_on(LAST_RING, pieces))
    with dice(game, 6):
        game.apply(0)
    assert decider(game) == "blue"
    assert at(game, "green")[:pieces] == green_on(LAST_RING, pieces)


@pytest.mark.rule("O-skip-last")
def test_others_use_that_space() -> None:
    game = scene("lke", roll=[1], turn="green", green=green_on(LAST_RING - 1))
    assert at(game.afterstate(0), "green")[0] == relative(3, LAST_RING)
