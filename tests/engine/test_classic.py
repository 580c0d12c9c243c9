"""The classic text, sentence by sentence, with given dice."""

import pytest

from ludo_env.board import COLOURS, HOME, LAST_RING, YARD, relative
from ludo_env.engine.game import Game
from ludo_env.errors import BadRules, IllegalAction
from tests.support import at, decider, dice, kinds, scene

START = 0
NEXT_PARTY_DECIDES = 6
"""A 6 makes a party with pieces in its yard decide."""


def movers(game: Game, reason: str) -> list[int]:
    """Who rolled for a reason, in order."""
    return [event.seat for event in game.events if event.data.get("reason") == reason]


# -- players, set-up, order ------------------------------------------------------------------


@pytest.mark.rule("L-players")
@pytest.mark.parametrize(("players", "seats"), [(2, (0, 2)), (3, (0, 1, 2)), (4, (0, 1, 2, 3))])
def test_two_three_or_four_play_and_two_sit_opposite(players: int, seats: tuple[int, ...]) -> None:
    assert Game("classic", players).seats == seats


@pytest.mark.rule("L-players")
@pytest.mark.parametrize("players", [-1, 0, 1, 5, True, 2.0, "4", None])
def test_no_other_number_plays(players: int) -> None:
    with pytest.raises(BadRules, match=r"players: .*allowed: 2, 3, 4"):
        Game("classic", players)


@pytest.mark.rule("L-yard")
def test_all_four_pieces_begin_in_the_yard() -> None:
    game = Game("classic", dice=[6, 1, 1, 1, 6])
    assert [at(game, colour) for colour in COLOURS] == [[YARD] * 4] * 4


@pytest.mark.rule("L-start")
@pytest.mark.parametrize("starter", range(4))
def test_the_highest_roller_begins(starter: int) -> None:
    rolls = [4] * 4
    rolls[starter] = 5
    game = Game("classic", log=True, auto_pass=False, dice=[*rolls, 6])
    assert movers(game, "start") == [0, 1, 2, 3]
    assert game.decider == starter


@pytest.mark.rule("L-start")
def test_only_the_tied_roll_again() -> None:
    first, second, third = [5, 5, 1, 5], [4, 2, 4], [1, 3]
    game = Game("classic", log=True, auto_pass=False, dice=[*first, *second, *third, 6])
    assert movers(game, "start") == [0, 1, 2, 3, 0, 1, 3, 0, 3]
    assert decider(game) == "green"


@pytest.mark.rule("L-start")
def test_one_who_rolled_less_does_not_come_back_into_a_tie() -> None:
    # Red rolls 4 first; the tied roll less than that the second time, and red still is out.
    game = Game("classic", log=True, auto_pass=False, dice=[5, 5, 4, 1, 2, 1, 6])
    assert decider(game) == "yellow"


@pytest.mark.rule("L-start")
def test_absent_parties_do_not_roll() -> None:
    game = Game("classic", 2, log=True, auto_pass=False, dice=[2, 2, 1, 3, 6])
    assert movers(game, "start") == [0, 2, 0, 2]
    assert decider(game) == "red"


@pytest.mark.rule("L-clockwise")
@pytest.mark.parametrize(
    ("players", "order"), [(2, [0, 2, 0]), (3, [0, 1, 2, 0]), (4, [0, 1, 2, 3, 0])]
)
def test_turns_go_clockwise(players: int, order: list[int]) -> None:
    start = [6] + [1] * (players - 1)
    game = Game("classic", players, log=True, auto_pass=False, dice=[*start, *[1] * players, 6])
    assert movers(game, "movement") == order


# -- entering --------------------------------------------------------------------------------


@pytest.mark.rule("L-enter")
@pytest.mark.rule("L-no-move")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_without_a_six_nothing_enters_and_the_turn_passes(die: int) -> None:
    game = scene(roll=[die, NEXT_PARTY_DECIDES])
    assert decider(game) == "blue"
    assert at(game, "yellow") == [YARD] * 4
    assert kinds(game) == ["turn", "no_move", "turn"]


@pytest.mark.rule("L-enter")
@pytest.mark.parametrize("piece", range(4))
def test_a_six_brings_any_piece_of_the_yard_to_the_start(piece: int) -> None:
    game = scene(roll=[6])
    assert game.legal() == [0, 1, 2, 3]
    with dice(game, NEXT_PARTY_DECIDES):
        game.apply(piece)
    assert at(game, "yellow") == [START if other == piece else YARD for other in range(4)]


@pytest.mark.rule("L-choose")
def test_a_six_enters_a_piece_or_moves_one_six() -> None:
    game = scene(roll=[6], yellow=[10])
    assert game.legal() == [0, 1, 2, 3]
    assert at(game.afterstate(0), "yellow") == [16, YARD, YARD, YARD]
    assert at(game.afterstate(3), "yellow") == [10, YARD, YARD, START]


@pytest.mark.rule("L-double")
def test_nothing_enters_onto_a_doubled_start() -> None:
    game = scene(roll=[6], yellow=[START, START, 20])
    assert game.legal() == [0, 1, 2]


@pytest.mark.rule("L-double")
def test_a_second_piece_enters_onto_the_start() -> None:
    game = scene(roll=[6], yellow=[START, 20])
    assert game.legal() == [0, 1, 2, 3]
    assert at(game.afterstate(2), "yellow") == [START, 20, START, YARD]


# -- moving ----------------------------------------------------------------------------------


@pytest.mark.rule("L-move")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_piece_moves_exactly_the_roll(die: int) -> None:
    game = scene(roll=[die], yellow=[10, YARD, 20])
    assert at(game.afterstate(0), "yellow") == [10 + die, YARD, 20, YARD]


@pytest.mark.rule("L-choose")
def test_any_piece_in_play_may_be_chosen() -> None:
    game = scene(roll=[3], yellow=[0, YARD, 20, 51])
    assert game.legal() == [0, 2, 3]


@pytest.mark.rule("L-must")
def test_the_only_use_of_a_roll_is_made_unasked() -> None:
    game = scene(roll=[3, NEXT_PARTY_DECIDES], auto_pass=True, yellow=[10])
    assert at(game, "yellow")[0] == 13
    assert decider(game) == "blue"


@pytest.mark.rule("L-must")
def test_nobody_can_decline_a_roll_that_can_be_used() -> None:
    game = scene(roll=[3], yellow=[10])
    assert game.legal() == [0]
    for action in (1, 2, 3, 4, -1, "pass", "move 2"):
        with pytest.raises(IllegalAction, match="move 1"):
            game.apply(action)
    assert at(game, "yellow")[0] == 10


@pytest.mark.rule("L-no-move")
def test_a_roll_that_no_piece_can_use_is_lost() -> None:
    game = scene(roll=[4, NEXT_PARTY_DECIDES], yellow=[53, 54, 55, HOME])
    assert decider(game) == "blue"
    assert at(game, "yellow") == [53, 54, 55, HOME]


# -- sixes -----------------------------------------------------------------------------------


@pytest.mark.rule("L-bonus")
@pytest.mark.parametrize(
    ("why", "places"),
    [
        ("the yard is empty", [10, 20, 30, 40]),
        ("the yard is empty, others are home", [10, HOME, HOME, HOME]),
        ("the start is doubled", [START, START, 20, YARD]),
    ],
)
def test_a_six_gives_a_bonus_roll_if_nothing_could_enter(why: str, places: list[int]) -> None:
    game = scene(roll=[6], yellow=places)
    with dice(game, 3):
        game.apply(0)
    assert decider(game) == "yellow"
    assert game.die == 3


@pytest.mark.rule("L-bonus")
@pytest.mark.parametrize("piece", [0, 2])
def test_a_six_gives_no_bonus_roll_if_a_piece_could_enter(piece: int) -> None:
    game = scene(roll=[6], yellow=[START, 20])
    with dice(game, NEXT_PARTY_DECIDES):
        game.apply(piece)
    assert decider(game) == "blue"


@pytest.mark.rule("L-bonus")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_other_rolls_give_no_bonus_roll(die: int) -> None:
    game = scene(roll=[die], yellow=[10, 20, 30, 40])
    with dice(game, NEXT_PARTY_DECIDES):
        game.apply(0)
    assert decider(game) == "blue"


@pytest.mark.rule("L-bonus")
def test_a_six_that_nobody_can_use_gives_a_bonus_roll() -> None:
    game = scene(roll=[6, 3], yellow=[53, HOME, HOME, HOME])
    assert decider(game) == "yellow"
    assert game.legal() == [0]


@pytest.mark.rule("L-bonus")
def test_entering_onto_an_enemy_block_counts_as_entering() -> None:
    game = scene(roll=[6], yellow=[10], blue=[relative(1, 0)] * 2)
    with dice(game, NEXT_PARTY_DECIDES):
        game.apply(0)
    assert decider(game) == "blue"


@pytest.mark.rule("L-bonus-again")
def test_a_six_of_the_bonus_roll_gives_another() -> None:
    game = scene(roll=[6], yellow=[10, 20, 30, 40])
    with dice(game, 6, 2):
        game.apply(0)
        game.apply(0)
    assert decider(game) == "yellow"
    assert at(game, "yellow") == [22, 20, 30, 40]


@pytest.mark.rule("L-bonus-again")
@pytest.mark.parametrize("piece", [0, 3])
def test_a_six_of_the_bonus_roll_gives_another_also_if_a_piece_could_enter(piece: int) -> None:
    game = scene(roll=[6], yellow=[START, START, 20, YARD])
    with dice(game, 6):
        game.apply(0)
    assert 3 in game.legal()  # the start has room now
    with dice(game, 2):
        game.apply(piece)
    assert decider(game) == "yellow"


@pytest.mark.rule("L-bonus-again")
def test_another_number_of_the_bonus_roll_ends_the_turn() -> None:
    game = scene(roll=[6], yellow=[10, 20, 30, 40])
    with dice(game, 5, NEXT_PARTY_DECIDES):
        game.apply(0)
        game.apply(0)
    assert decider(game) == "blue"


@pytest.mark.rule("L-third-six")
def test_a_third_six_is_not_played_and_the_turn_passes() -> None:
    game = scene(roll=[6], yellow=[10, 20, 30, 40])
    with dice(game, 6, 6, NEXT_PARTY_DECIDES):
        game.apply(0)
        game.apply(1)
    assert at(game, "yellow") == [16, 26, 30, 40]
    assert decider(game) == "blue"
    assert kinds(game)[-2:] == ["third_six", "turn"]


@pytest.mark.rule("L-third-six")
def test_a_third_six_enters_nothing() -> None:
    game = scene(roll=[6], yellow=[START, START, 20, YARD])
    with dice(game, 6, 6, NEXT_PARTY_DECIDES):
        game.apply(0)
        game.apply(0)
    assert at(game, "yellow") == [12, START, 20, YARD]
    assert decider(game) == "blue"


@pytest.mark.rule("L-third-six")
def test_unused_sixes_count_too() -> None:
    game = scene(roll=[6, 6, 6, NEXT_PARTY_DECIDES], yellow=[53, HOME, HOME, HOME])
    assert decider(game) == "blue"


@pytest.mark.rule("L-third-six")
def test_sixes_are_counted_anew_in_every_turn() -> None:
    # Yellow 6 6 4, blue 6, red 6, green 6, yellow 6: the last one is played.
    game = scene(roll=[6], yellow=[10, 20, 30, 40])
    with dice(game, 6, 4, 6, 6, 6, 6):
        for piece in (0, 0, 0, 0, 0, 0):
            game.apply(piece)
    assert decider(game) == "yellow"
    assert game.legal() == [0, 1, 2, 3]


# -- captures and blocks ---------------------------------------------------------------------


@pytest.mark.rule("L-capture")
def test_landing_on_one_enemy_piece_sends_it_to_its_yard() -> None:
    game = scene(roll=[4], yellow=[10], green=[relative(3, 14), 5])
    with dice(game, NEXT_PARTY_DECIDES):
        game.apply(0)
    assert at(game, "yellow")[0] == 14
    assert at(game, "green") == [YARD, 5, YARD, YARD]
    assert decider(game) == "blue"  # a capture gives no bonus roll


@pytest.mark.rule("L-capture")
@pytest.mark.parametrize("off", [-1, 1])
def test_a_piece_passed_or_not_reached_stays(off: int) -> None:
    game = scene(roll=[4], yellow=[10], green=[relative(3, 14 + off)])
    assert at(game.afterstate(0), "green")[0] == relative(3, 14 + off)


@pytest.mark.rule("L-capture")
def test_entering_captures_too() -> None:
    game = scene(roll=[6], yellow=[10], red=[relative(2, 0)])
    after = game.afterstate(2)
    assert at(after, "yellow") == [10, YARD, START, YARD]
    assert at(after, "red") == [YARD] * 4


@pytest.mark.rule("L-capture")
def test_a_captured_piece_needs_a_six_again() -> None:
    game = scene(roll=[4], yellow=[9], blue=[0])
    with dice(game, 5, NEXT_PARTY_DECIDES):
        game.apply(0)
    assert at(game, "blue") == [YARD] * 4
    assert decider(game) == "red"


@pytest.mark.rule("L-unsafe")
@pytest.mark.parametrize("space", range(14, 27))
def test_no_ring_space_is_safe(space: int) -> None:
    # A quadrant, with its star (21), and a start (26).
    game = scene(roll=[1], yellow=[space - 1], green=[relative(3, space)])
    assert at(game.afterstate(0), "green")[0] == YARD


@pytest.mark.rule("L-block")
@pytest.mark.parametrize("space", [14, 21, 26])
def test_landing_on_an_enemy_block_sends_the_mover_to_its_yard(space: int) -> None:
    r = relative(3, space)
    game = scene(roll=[4], yellow=[space - 4, 40], green=[r, r])
    after = game.afterstate(0)
    assert at(after, "yellow") == [YARD, 40, YARD, YARD]
    assert at(after, "green") == [r, r, YARD, YARD]


@pytest.mark.rule("L-block")
@pytest.mark.rule("L-must")
def test_landing_on_a_block_is_compulsory_if_nothing_else_can_be_done() -> None:
    r = relative(3, 14)
    game = scene(roll=[4, NEXT_PARTY_DECIDES], auto_pass=True, yellow=[10, 55], green=[r, r])
    assert at(game, "yellow") == [YARD, 55, YARD, YARD]
    assert decider(game) == "blue"


@pytest.mark.rule("L-block")
def test_entering_onto_an_enemy_block_leaves_the_piece_in_the_yard() -> None:
    r = relative(2, 0)
    game = scene(roll=[6], red=[r, r])
    assert game.legal() == [0, 1, 2, 3]
    with dice(game, NEXT_PARTY_DECIDES):
        game.apply(1)
    assert at(game, "yellow") == [YARD] * 4
    assert at(game, "red") == [r, r, YARD, YARD]
    assert kinds(game)[-3:] == ["enters", "goes_back", "turn"]


@pytest.mark.rule("L-block")
def test_a_piece_that_joins_its_mate_makes_a_block() -> None:
    game = scene(roll=[4], yellow=[10, 14, 40], green=[relative(3, 12)])
    with dice(game, 1, 1, 2, 6):
        game.apply(0)  # yellow makes the block on 14, blue and red cannot move
        game.apply(0)  # green lands on it
    assert at(game, "green") == [YARD] * 4
    assert at(game, "yellow") == [14, 14, 40, YARD]


@pytest.mark.rule("L-block")
def test_what_is_left_of_a_block_is_a_single_piece() -> None:
    game = scene(roll=[4], yellow=[14, 14], green=[relative(3, 12)])
    with dice(game, 1, 1, 2, 6):
        game.apply(0)
        game.apply(0)
    assert at(game, "yellow") == [18, YARD, YARD, YARD]
    assert at(game, "green")[0] == relative(3, 14)


@pytest.mark.rule("L-pass-block")
def test_blocks_may_be_passed() -> None:
    near, far = relative(3, 11), relative(3, 13)
    game = scene(roll=[4], yellow=[10], green=[near, near, far, far])
    after = game.afterstate(0)
    assert at(after, "yellow")[0] == 14
    assert at(after, "green") == [near, near, far, far]


@pytest.mark.rule("L-room")
@pytest.mark.parametrize("space", [14, LAST_RING, 51, 55])
def test_a_third_own_piece_may_not_land_on_a_space(space: int) -> None:
    game = scene(roll=[4], yellow=[space, space, space - 4, 20])
    assert 2 not in game.legal()
    assert 3 in game.legal()


@pytest.mark.rule("L-room")
@pytest.mark.parametrize("space", [14, LAST_RING, 51, 55])
def test_a_second_own_piece_may(space: int) -> None:
    game = scene(roll=[4], yellow=[space, space - 4, YARD])
    assert at(game.afterstate(1), "yellow")[:2] == [space, space]


@pytest.mark.rule("L-room")
@pytest.mark.rule("L-no-move")
def test_a_roll_is_lost_if_only_a_third_piece_could_use_it() -> None:
    game = scene(roll=[2, NEXT_PARTY_DECIDES], yellow=[53, 55, 55, HOME])
    assert decider(game) == "blue"


@pytest.mark.rule("L-room")
def test_home_has_room_for_all() -> None:
    game = scene(roll=[1], yellow=[HOME, HOME, 55, 40])
    assert at(game.afterstate(2), "yellow") == [HOME, HOME, HOME, 40]


# -- the home column and the end -------------------------------------------------------------


@pytest.mark.rule("L-turn-in")
@pytest.mark.parametrize(("r", "die"), [(50, 1), (45, 6), (50, 5), (49, 6)])
def test_a_piece_goes_up_its_own_home_column(r: int, die: int) -> None:
    game = scene(roll=[die], yellow=[r], blue=[relative(1, (r + die) % 52)])
    after = game.afterstate(0)
    assert at(after, "yellow")[0] == r + die
    # What stands further along the ring is not met.
    assert at(after, "blue") == at(game, "blue")


@pytest.mark.rule("L-turn-in")
def test_the_last_space_before_the_column_is_still_the_ring() -> None:
    game = scene(roll=[1], yellow=[49], blue=[relative(1, LAST_RING)])
    assert at(game.afterstate(0), "blue")[0] == YARD


@pytest.mark.rule("L-home-column")
@pytest.mark.parametrize("r", [51, 52, 53, 54, 55])
def test_a_piece_in_its_home_column_is_safe(r: int) -> None:
    # Blue lands where the ring goes on past yellow's column, or on yellow's first spaces.
    space = r % 52
    game = scene(roll=[1], turn="blue", yellow=[r], blue=[relative(1, space - 1)])
    after = game.afterstate(0)
    assert at(after, "yellow")[0] == r
    assert at(after, "blue")[0] == relative(1, space)


@pytest.mark.rule("L-exact")
@pytest.mark.parametrize(("r", "die"), [(50, 6), (51, 5), (52, 4), (53, 3), (54, 2), (55, 1)])
def test_an_exact_roll_gets_home(r: int, die: int) -> None:
    game = scene(roll=[die], yellow=[r, 10])
    assert at(game.afterstate(0), "yellow")[:2] == [HOME, 10]


@pytest.mark.rule("L-exact")
@pytest.mark.parametrize(("r", "die"), [(51, 6), (52, 5), (53, 4), (54, 3), (55, 2), (55, 6)])
def test_a_higher_roll_cannot_be_used(r: int, die: int) -> None:
    game = scene(roll=[die], yellow=[r, 10])
    assert 0 not in game.legal()


@pytest.mark.rule("E-win")
def test_the_first_with_four_pieces_home_wins() -> None:
    game = scene(roll=[6], yellow=[50, HOME, HOME, HOME], blue=[HOME, HOME, HOME, 55])
    with dice(game):  # no bonus roll any more
        game.apply(0)
    assert game.over
    assert not game.truncated
    assert game.places == {"yellow": 1, "blue": 2, "red": 2, "green": 2}
    assert game.legal() == []
    with pytest.raises(IllegalAction, match="the game is over"):
        game.apply(0)


@pytest.mark.rule("E-win")
def test_three_pieces_home_do_not_win() -> None:
    game = scene(roll=[1], yellow=[55, HOME, HOME, 10])
    with dice(game, NEXT_PARTY_DECIDES):
        game.apply(0)
    assert not game.over
    assert game.places == {}


@pytest.mark.rule("E-win")
def test_with_play_on_the_others_play_for_the_places() -> None:
    last = [55, HOME, HOME, HOME]
    game = scene("classic:play_on=true", roll=[1], turn="red", blue=last, red=last, green=last)
    with dice(game, 1):
        game.apply(0)
    assert game.places == {"red": 1}
    assert decider(game) == "green"
    with dice(game, 5, 1):  # yellow cannot use its 5, then it is blue's turn
        game.apply(0)
    assert game.places == {"red": 1, "green": 2}
    with dice(game):
        game.apply(0)
    assert game.over
    assert game.places == {"yellow": 4, "blue": 3, "red": 1, "green": 2}
    rewards = game.rewards
    assert rewards == pytest.approx({"red": 1, "green": 1 / 3, "blue": -1 / 3, "yellow": -1})


@pytest.mark.rule("E-win")
@pytest.mark.rule("L-clockwise")
def test_a_finished_party_is_passed_over() -> None:
    game = scene("classic:play_on=true", roll=[1], yellow=[55, HOME, HOME, HOME])
    with dice(game, 1, 1, 1, 1, 6):  # blue, red, green, blue, red
        game.apply(0)
    assert decider(game) == "red"
