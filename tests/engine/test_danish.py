"""The preset `danish`, against the published description of its program.

The description numbers a player's way from its start, 1, to its goal, 57; here these are r = 0
and r = 56. `own` translates.
"""

import pytest

from ludo_env.board import HOME, LAST_RING, YARD, relative, ring_index
from ludo_env.engine.game import Game
from ludo_env.errors import BadRules
from ludo_env.rules import RuleSet
from tests.support import at, decider, dice, kinds, rolled, scene

GLOBES = [n for n in range(2, 51) if n % 13 in (1, 9)]
FIRST_STARS = [n for n in range(2, 51) if n % 13 == 6]
SECOND_STARS = [n for n in range(2, 51) if n % 13 == 12]
GREENS_BLIND_SPOT = 39
"""Where green, the opponent in most scenes, never stands: the square before its start."""
OTHERS = [n for n in range(2, 52) if n % 13 not in (1, 6, 9, 12) and n != GREENS_BLIND_SPOT]


def own(number: int) -> int:
    """r of a square by the description's number."""
    return number - 1


def on(party: int, number: int, pieces: int = 1) -> list[int]:
    """The r of pieces of another party that stand on a square of yellow's numbering."""
    return [relative(party, ring_index(0, own(number)))] * pieces


def test_the_table_of_squares_is_the_published_one() -> None:
    assert GLOBES == [9, 14, 22, 27, 35, 40, 48]
    assert FIRST_STARS == [6, 19, 32, 45]
    assert SECOND_STARS == [12, 25, 38]  # 51, the last of them, is a case of its own


# -- the turn --------------------------------------------------------------------------------


@pytest.mark.rule("O-start")
def test_the_first_seat_begins() -> None:
    game = Game("danish", log=True, auto_pass=False, dice=[6])
    assert decider(game) == "yellow"
    assert rolled(game) == [6]


@pytest.mark.rule("O-six-bonus")
@pytest.mark.parametrize("places", [[20], [20, 21, 22, 23]])
def test_a_six_gives_no_extra_roll(places: list[int]) -> None:
    game = scene("danish", roll=[6], yellow=places)
    with dice(game, 6):
        game.apply(0)
    assert decider(game) == "blue"


@pytest.mark.rule("O-third-six")
def test_one_roll_a_turn_also_if_no_piece_can_move() -> None:
    game = scene("danish", roll=[1, 2, 3, 4, 5, 6])
    assert decider(game) == "blue"
    assert [event.seat for event in game.events if event.kind == "roll"] == [0, 1, 2, 3, 0, 1]


@pytest.mark.rule("L-enter")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_only_a_six_leaves_the_yard(die: int) -> None:
    game = scene("danish", roll=[die], yellow=[20])
    assert game.legal() == ([0, 1, 2, 3] if die == 6 else [0])


@pytest.mark.rule("L-must")
def test_a_move_that_sends_the_mover_home_must_be_made() -> None:
    game = scene("danish", roll=[1, 6], auto_pass=True, yellow=[own(8)], blue=on(1, 9))
    assert at(game, "yellow") == [YARD] * 4
    assert decider(game) == "blue"


# -- entering and landing --------------------------------------------------------------------


@pytest.mark.rule("O-entry-captures")
def test_entering_sends_home_every_opponent_on_the_start() -> None:
    game = scene("danish", roll=[6], yellow=[20], blue=on(1, 1, 2), green=[*on(3, 1), 3])
    after = game.afterstate(1)
    assert at(after, "yellow") == [20, 0, YARD, YARD]
    assert at(after, "blue") == [YARD] * 4
    assert at(after, "green") == [YARD, 3, YARD, YARD]


@pytest.mark.rule("O-entry-captures")
def test_any_number_of_own_pieces_may_stand_on_the_start() -> None:
    game = scene("danish", roll=[6], yellow=[0, 0, 0])
    assert at(game.afterstate(3), "yellow") == [0] * 4


@pytest.mark.rule("O-safe-landing")
@pytest.mark.parametrize("globe", GLOBES)
def test_one_opponent_on_a_globe_sends_the_mover_home(globe: int) -> None:
    game = scene("danish", roll=[1], yellow=[own(globe) - 1], green=on(3, globe))
    after = game.afterstate(0)
    assert at(after, "yellow") == [YARD] * 4
    assert at(after, "green")[:1] == on(3, globe)


@pytest.mark.rule("O-safe-landing")
def test_the_own_start_is_a_globe_for_those_who_come_by() -> None:
    game = scene("danish", roll=[1], turn="green", green=[relative(3, 51)], yellow=[0])
    assert at(game.afterstate(0), "green") == [YARD] * 4


@pytest.mark.rule("O-block-landing")
@pytest.mark.parametrize("number", [*OTHERS, *GLOBES, *FIRST_STARS, *SECOND_STARS, 51])
@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_two_or_more_opponents_send_the_mover_home_anywhere(number: int, pieces: int) -> None:
    game = scene("danish", roll=[1], yellow=[own(number) - 1], green=on(3, number, pieces))
    after = game.afterstate(0)
    assert at(after, "yellow") == [YARD] * 4
    assert at(after, "green")[:pieces] == on(3, number, pieces)


@pytest.mark.rule("L-capture")
@pytest.mark.parametrize("number", OTHERS)
def test_a_single_opponent_elsewhere_goes_home(number: int) -> None:
    game = scene("danish", roll=[1], yellow=[own(number) - 1], green=on(3, number))
    after = game.afterstate(0)
    assert at(after, "yellow")[0] == own(number)
    assert at(after, "green") == [YARD] * 4


# -- stars -----------------------------------------------------------------------------------


@pytest.mark.rule("O-star-jumps")
@pytest.mark.parametrize(
    ("stars", "jump"), [(FIRST_STARS, 6), (SECOND_STARS, 7)], ids=["first", "second"]
)
def test_a_piece_that_lands_on_a_star_goes_on_to_the_next(stars: list[int], jump: int) -> None:
    for star in stars:
        after = scene("danish", roll=[2], yellow=[own(star) - 2]).afterstate(0)
        assert at(after, "yellow")[0] == own(star + jump)
        assert [space for space, pieces in enumerate(after.plain.ring) if pieces] == [
            own(star + jump)
        ]


@pytest.mark.rule("O-star-jumps")
@pytest.mark.parametrize("piece", range(4))
def test_every_piece_jumps(piece: int) -> None:
    places = [YARD] * piece + [own(FIRST_STARS[0]) - 2]
    after = scene("danish", roll=[2], yellow=places).afterstate(piece)
    assert at(after, "yellow")[piece] == own(FIRST_STARS[0] + 6)


@pytest.mark.rule("O-star-jumps")
@pytest.mark.parametrize("number", [*OTHERS, *GLOBES])
def test_other_squares_do_not_jump(number: int) -> None:
    game = scene("danish", roll=[1], yellow=[own(number) - 1])
    assert at(game.afterstate(0), "yellow")[0] == own(number)


@pytest.mark.rule("O-star-jumps")
def test_passing_a_star_does_not_jump() -> None:
    game = scene("danish", roll=[3], yellow=[own(5)])
    assert at(game.afterstate(0), "yellow")[0] == own(8)


@pytest.mark.rule("O-star-jumps")
def test_a_jump_does_not_chain() -> None:
    game = scene("danish", roll=[1], yellow=[own(5)])
    assert at(game.afterstate(0), "yellow")[0] == own(12)


@pytest.mark.rule("O-star-jumps")
def test_a_single_opponent_on_the_first_and_on_the_second_star_is_hit() -> None:
    game = scene("danish", roll=[1], yellow=[own(5)], green=on(3, 6), blue=on(1, 12))
    after = game.afterstate(0)
    assert at(after, "yellow")[0] == own(12)
    assert at(after, "green") == [YARD] * 4
    assert at(after, "blue") == [YARD] * 4


@pytest.mark.rule("O-star-jumps")
def test_two_opponents_on_the_second_star_send_the_jumper_home() -> None:
    game = scene("danish", roll=[1], yellow=[own(5)], green=on(3, 6), blue=on(1, 12, 2))
    after = game.afterstate(0)
    assert at(after, "yellow") == [YARD] * 4
    assert at(after, "green") == [YARD] * 4  # hit before the jump
    assert at(after, "blue")[:2] == on(1, 12, 2)


@pytest.mark.rule("O-star-jumps")
def test_own_pieces_on_stars_are_joined_or_left() -> None:
    game = scene("danish", roll=[1], yellow=[own(5), own(6), own(12)])
    assert at(game.afterstate(0), "yellow")[:3] == [own(12), own(6), own(12)]


@pytest.mark.rule("O-star-jumps")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_roll_that_lands_on_51_goes_straight_to_the_goal(die: int) -> None:
    game = scene("danish", roll=[die], yellow=[own(51) - die])
    assert at(game.afterstate(0), "yellow")[0] == HOME


@pytest.mark.rule("O-star-jumps")
def test_a_single_opponent_on_51_is_hit_on_the_way() -> None:
    game = scene("danish", roll=[1], yellow=[own(50)], green=on(3, 51))
    after = game.afterstate(0)
    assert at(after, "yellow")[0] == HOME
    assert at(after, "green") == [YARD] * 4


@pytest.mark.rule("O-star-jumps")
def test_a_jump_that_ends_on_51_stays_there() -> None:
    game = scene("danish", roll=[1], yellow=[own(44)])
    assert at(game.afterstate(0), "yellow")[0] == own(51) == LAST_RING


@pytest.mark.rule("O-star-jumps")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_from_51_a_piece_goes_on_as_usual(die: int) -> None:
    game = scene("danish", roll=[die], yellow=[own(51)])
    assert at(game.afterstate(0), "yellow")[0] == own(51 + die)


@pytest.mark.rule("E-win")
@pytest.mark.rule("O-star-jumps")
def test_a_jump_home_can_win() -> None:
    game = scene("danish", roll=[1], yellow=[own(50), HOME, HOME, HOME])
    with dice(game):
        game.apply(0)
    assert game.places["yellow"] == 1


# -- the goal --------------------------------------------------------------------------------


@pytest.mark.rule("O-overshoot")
@pytest.mark.parametrize("number", range(52, 57))
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_past_the_goal_a_piece_bounces_back(number: int, die: int) -> None:
    excess = max(0, number + die - 57)
    wanted = 57 - excess if excess else number + die
    game = scene("danish", roll=[die], yellow=[own(number)])
    assert at(game.afterstate(0), "yellow")[0] == own(wanted)


# -- its peculiarities with other options ----------------------------------------------------


@pytest.mark.rule("O-star-jumps")
@pytest.mark.rule("O-stack")
def test_a_jump_may_not_end_where_the_piece_may_not_land() -> None:
    rules = "danish:stack=2"
    full = scene(rules, roll=[1], yellow=[own(5), own(12), own(12), own(30)])
    assert full.legal() == [1, 2, 3]
    rules = "danish:block_landing=illegal"
    block = scene(rules, roll=[1], yellow=[own(5), own(30)], green=on(3, 12, 2))
    assert block.legal() == [1]


@pytest.mark.rule("O-star-jumps")
def test_a_piece_that_is_sent_home_from_the_first_star_need_not_be_able_to_jump() -> None:
    rules = "danish:stack=2"
    yellow = [own(5), own(12), own(12), own(30)]
    game = scene(rules, roll=[1], yellow=yellow, green=on(3, 6, 2))
    assert at(game.afterstate(0), "yellow") == [YARD, *yellow[1:]]


@pytest.mark.rule("O-star-jumps")
@pytest.mark.rule("E-teams")
def test_partners_do_not_jump_onto_each_other() -> None:
    rules = "danish:teams=true,team_play=partners"
    game = scene(rules, roll=[1], yellow=[own(5), own(30)], red=on(2, 12))
    assert game.legal() == [1]


@pytest.mark.rule("O-star-jumps")
@pytest.mark.rule("O-capture-first")
@pytest.mark.parametrize(("enemies", "free"), [(0, False), (1, True), (2, True)])
def test_the_star_before_the_home_area_needs_a_capture_if_going_home_does(
    enemies: int, free: bool
) -> None:
    rules = "danish:capture_before_home=true"
    yellow = [own(50), own(20)]
    game = scene(rules, roll=[1], yellow=yellow, green=on(3, 51, enemies))
    assert (0 in game.legal()) is free


@pytest.mark.rule("O-star-jumps")
@pytest.mark.rule("O-skip-last")
def test_stars_need_the_last_ring_space() -> None:
    with pytest.raises(BadRules, match="skip_last"):
        RuleSet.parse("danish:skip_last=true")


def test_jumps_are_told_in_the_log() -> None:
    game = scene("danish", roll=[1], yellow=[own(5)])
    with dice(game, 6):
        game.apply(0)
    assert kinds(game)[1:3] == ["moves", "jumps"]
