"""Every option of plain Ludo, mostly against `classic`, with given dice at its boundaries."""

import pytest

from ludo_env.board import HOME, LAST_RING, YARD, relative
from ludo_env.engine.game import Game
from tests.support import at, decider, dice, kinds, rolled, scene

START = 0
ALL_OUT = [10, 20, 30, 40]
STAR, ALIEN_START = 21, 26
"""Two ring spaces on yellow's way."""


def green_on(space: int, pieces: int = 1) -> list[int]:
    """The r of green pieces that stand on a ring space."""
    return [relative(3, space)] * pieces


# -- entering and sixes ----------------------------------------------------------------------


@pytest.mark.rule("O-enter-on")
@pytest.mark.parametrize("die", [1, 5])
def test_chosen_numbers_enter(die: int) -> None:
    game = scene("classic:enter_on=1+5", roll=[die], yellow=[YARD, 10])
    assert game.legal() == [0, 1, 2, 3]
    assert at(game.afterstate(0), "yellow") == [START, 10, YARD, YARD]


@pytest.mark.rule("O-enter-on")
@pytest.mark.parametrize("die", [2, 3, 4, 6])
def test_other_numbers_then_do_not(die: int) -> None:
    game = scene("classic:enter_on=1+5", roll=[die], yellow=[YARD, 10])
    assert game.legal() == [1]


@pytest.mark.rule("O-enter-on")
@pytest.mark.rule("L-bonus")
def test_a_six_that_does_not_enter_gives_a_bonus_roll() -> None:
    game = scene("classic:enter_on=1", roll=[6, 1])
    assert decider(game) == "yellow"


@pytest.mark.rule("O-six-bonus")
@pytest.mark.parametrize("places", [[START], ALL_OUT])
def test_every_six_may_give_a_bonus_roll(places: list[int]) -> None:
    game = scene("classic:six_bonus=always", roll=[6], yellow=places)
    with dice(game, 2):
        game.apply(0)
    assert decider(game) == "yellow"


@pytest.mark.rule("O-six-bonus")
def test_an_unusable_six_gives_a_bonus_roll_too() -> None:
    game = scene("classic:six_bonus=always", roll=[6, 3], yellow=[53, HOME, HOME, HOME])
    assert decider(game) == "yellow"


@pytest.mark.rule("O-six-bonus")
@pytest.mark.parametrize("places", [[START], ALL_OUT])
def test_no_six_may_give_a_bonus_roll(places: list[int]) -> None:
    game = scene("classic:six_bonus=never", roll=[6], yellow=places)
    with dice(game, 6):
        game.apply(0)
    assert decider(game) == "blue"


@pytest.mark.rule("O-third-six")
def test_a_third_six_can_be_played_like_any_other() -> None:
    game = scene("classic:third_six=false", roll=[6], yellow=ALL_OUT)
    with dice(game, 6, 6, 6, 1):
        for _ in range(4):
            game.apply(0)
    assert at(game, "yellow") == [34, 20, 30, 40]
    assert decider(game) == "yellow"


# -- other bonus rolls -----------------------------------------------------------------------


@pytest.mark.rule("O-bonus-capture")
def test_a_capture_may_give_a_bonus_roll() -> None:
    game = scene("classic:bonus_on_capture=true", roll=[4], yellow=[10, 30], green=green_on(14))
    with dice(game, 1):
        game.apply(0)
    assert decider(game) == "yellow"
    assert at(game, "green") == [YARD] * 4


@pytest.mark.rule("O-bonus-capture")
@pytest.mark.parametrize("piece", [1, 2])
def test_a_move_without_capture_then_gives_none(piece: int) -> None:
    # Piece 1 captures nothing, piece 2 lands on a block.
    green = [*green_on(14), *green_on(44, 2)]
    game = scene("classic:bonus_on_capture=true", roll=[4], yellow=[10, 30, 40], green=green)
    with dice(game, 6):
        game.apply(piece)
    assert decider(game) == "blue"


@pytest.mark.rule("O-bonus-capture")
def test_entering_onto_an_enemy_is_a_capture() -> None:
    game = scene("classic:bonus_on_capture=true", roll=[6], yellow=[10], green=green_on(0))
    with dice(game, 1):
        game.apply(1)
    assert decider(game) == "yellow"


@pytest.mark.rule("O-bonus-capture")
@pytest.mark.rule("L-third-six")
def test_sixes_in_a_row_are_counted_through_all_bonus_rolls() -> None:
    rules = "classic:bonus_on_capture=true,six_bonus=never"
    game = scene(rules, roll=[6], yellow=[10, 30], green=[*green_on(16), *green_on(22)])
    with dice(game, 6, 6, 6):
        game.apply(0)
        game.apply(0)
    assert decider(game) == "blue"
    assert "third_six" in kinds(game)


@pytest.mark.rule("O-bonus-capture")
@pytest.mark.rule("L-third-six")
def test_another_number_between_breaks_the_row_of_sixes() -> None:
    rules = "classic:bonus_on_capture=true,six_bonus=always"
    game = scene(rules, roll=[6], yellow=[10, 30], green=green_on(25))
    with dice(game, 6, 3, 6, 6, 1):
        for _ in range(5):
            game.apply(0)
    assert at(game, "yellow")[0] == 37
    assert decider(game) == "yellow"


@pytest.mark.rule("O-bonus-home")
def test_getting_home_may_give_a_bonus_roll() -> None:
    game = scene("classic:bonus_on_home=true", roll=[1], yellow=[55, 30])
    with dice(game, 1):
        game.apply(0)
    assert decider(game) == "yellow"


@pytest.mark.rule("O-bonus-home")
def test_no_bonus_roll_follows_when_all_are_home() -> None:
    rules = "classic:bonus_on_home=true,play_on=true"
    game = scene(rules, roll=[1], yellow=[55, HOME, HOME, HOME])
    with dice(game, 6):
        game.apply(0)
    assert decider(game) == "blue"


# -- safe spaces -----------------------------------------------------------------------------


@pytest.mark.rule("O-safe")
@pytest.mark.parametrize(
    ("safe", "safe_spaces"),
    [("none", set()), ("stars", {21}), ("starts_and_stars", {21, 26})],
)
@pytest.mark.parametrize("space", range(14, 27))
def test_single_pieces_are_captured_except_on_safe_spaces(
    safe: str, safe_spaces: set[int], space: int
) -> None:
    game = scene(f"classic:safe={safe}", roll=[1], yellow=[space - 1], green=green_on(space))
    after = game.afterstate(0)
    assert at(after, "yellow")[0] == space
    assert at(after, "green")[0] == (relative(3, space) if space in safe_spaces else YARD)


@pytest.mark.rule("O-safe-landing")
@pytest.mark.parametrize("pieces", [1, 2])
def test_parties_may_share_a_safe_space(pieces: int) -> None:
    rules = "classic:safe=stars,safe_landing=shared"
    game = scene(rules, roll=[1], yellow=[STAR - 1], green=green_on(STAR, pieces))
    after = game.afterstate(0)
    assert at(after, "yellow")[0] == STAR
    assert at(after, "green")[:pieces] == green_on(STAR, pieces)


@pytest.mark.rule("O-safe-landing")
@pytest.mark.parametrize("pieces", [1, 2])
def test_landing_on_an_enemy_on_a_safe_space_may_be_illegal(pieces: int) -> None:
    rules = "classic:safe=stars,safe_landing=illegal"
    game = scene(rules, roll=[1], yellow=[STAR - 1, 40], green=green_on(STAR, pieces))
    assert game.legal() == [1]


@pytest.mark.rule("O-safe-landing")
@pytest.mark.parametrize("pieces", [1, 2])
def test_landing_on_an_enemy_on_a_safe_space_may_send_the_mover_back(pieces: int) -> None:
    rules = "classic:safe=stars,safe_landing=returns,blocks=off"
    game = scene(rules, roll=[1], yellow=[STAR - 1, 40], green=green_on(STAR, pieces))
    after = game.afterstate(0)
    assert at(after, "yellow")[:2] == [YARD, 40]
    assert at(after, "green")[:pieces] == green_on(STAR, pieces)


@pytest.mark.rule("O-safe-landing")
@pytest.mark.parametrize(
    ("landing", "yellow", "legal"),
    [("shared", [10, START], [0, 1]), ("returns", [10, YARD], [0, 1]), ("illegal", None, [0])],
)
def test_a_safe_start_meets_entering_pieces_alike(
    landing: str, yellow: list[int] | None, legal: list[int]
) -> None:
    rules = f"classic:safe=starts_and_stars,safe_landing={landing},pieces=2"
    game = scene(rules, roll=[6], yellow=[10], green=green_on(0))
    assert game.legal() == legal
    if yellow is not None:
        after = game.afterstate(1)
        assert at(after, "yellow")[:2] == yellow
        assert at(after, "green")[:1] == green_on(0)


@pytest.mark.rule("O-safe-landing")
def test_own_pieces_and_empty_safe_spaces_are_free() -> None:
    rules = "classic:safe=stars,safe_landing=illegal"
    game = scene(rules, roll=[1], yellow=[STAR - 1, STAR])
    assert 0 in game.legal()


# -- blocks ----------------------------------------------------------------------------------


@pytest.mark.rule("O-blocks")
def test_without_blocks_several_pieces_are_captured_together() -> None:
    game = scene("classic:blocks=off,stack=0", roll=[4], yellow=[10], green=green_on(14, 3))
    assert at(game.afterstate(0), "green") == [YARD] * 4


@pytest.mark.rule("O-blocks")
@pytest.mark.parametrize(("die", "free"), [(1, True), (2, True), (3, True), (4, False), (6, False)])
def test_blocks_may_bar_the_way(die: int, free: bool) -> None:
    # The block stands 3 ahead: up to it is free (landing sends back), beyond is not.
    game = scene("classic:blocks=bar", roll=[die], yellow=[10, 40], green=green_on(13, 2))
    assert (0 in game.legal()) is free


@pytest.mark.rule("O-blocks")
def test_single_pieces_and_own_blocks_never_bar() -> None:
    game = scene("classic:blocks=bar", roll=[4], yellow=[10, 12, 12], green=green_on(13))
    assert 0 in game.legal()


@pytest.mark.rule("O-blocks")
@pytest.mark.parametrize(("space", "free"), [(LAST_RING, False), (51, True)])
def test_a_block_bars_the_home_column_only_on_the_own_way(space: int, free: bool) -> None:
    game = scene("classic:blocks=bar", roll=[4], yellow=[48, 20], green=green_on(space, 2))
    assert (0 in game.legal()) is free


@pytest.mark.rule("O-blocks")
def test_blocks_bar_nobody_in_the_home_column() -> None:
    game = scene("classic:blocks=bar", roll=[2], yellow=[51], green=green_on(0, 2))
    assert game.legal() == [0]


@pytest.mark.rule("O-blocks")
@pytest.mark.parametrize(("landing", "free"), [("shared", True), ("returns", False)])
def test_a_shared_safe_space_holds_no_block(landing: str, free: bool) -> None:
    rules = f"classic:blocks=bar,safe=stars,safe_landing={landing}"
    game = scene(rules, roll=[2], yellow=[STAR - 1, 40], green=green_on(STAR, 2))
    assert (0 in game.legal()) is free


@pytest.mark.rule("O-block-landing")
@pytest.mark.parametrize("pieces", [1, 2])
def test_landing_on_a_block_may_be_illegal(pieces: int) -> None:
    rules = "classic:block_landing=illegal"
    game = scene(rules, roll=[4], yellow=[10, 40], green=green_on(14, pieces))
    assert game.legal() == ([0, 1] if pieces == 1 else [1])


@pytest.mark.rule("O-block-landing")
@pytest.mark.rule("L-bonus")
def test_a_block_on_the_start_may_then_keep_pieces_in_the_yard() -> None:
    rules = "classic:block_landing=illegal"
    game = scene(rules, roll=[6], yellow=[10], green=green_on(0, 2))
    assert game.legal() == [0]
    with dice(game, 1):  # nothing could enter, so there is a bonus roll
        game.apply(0)
    assert decider(game) == "yellow"


@pytest.mark.rule("O-entry-captures")
@pytest.mark.parametrize("more", ["", ",block_landing=illegal", ",blocks=off", ",blocks=bar"])
@pytest.mark.parametrize("safe", ["", ",safe=starts_and_stars,safe_landing="])
@pytest.mark.parametrize("landing", ["shared", "illegal", "returns"])
def test_entering_may_send_home_every_enemy_on_the_start(
    more: str, safe: str, landing: str
) -> None:
    rules = f"classic:entry_captures_all=true{more}{safe and safe + landing}"
    game = scene(rules, roll=[6], green=green_on(0, 2), blue=[relative(1, 0)])
    after = game.afterstate(2)
    assert at(after, "yellow") == [YARD, YARD, START, YARD]
    assert at(after, "green") == at(after, "blue") == [YARD] * 4


@pytest.mark.rule("O-entry-captures")
def test_only_entering_does_so() -> None:
    rules = "classic:entry_captures_all=true"
    game = scene(rules, roll=[1], yellow=[ALIEN_START - 1], green=green_on(ALIEN_START, 2))
    assert at(game.afterstate(0), "yellow")[0] == YARD


@pytest.mark.rule("O-stack")
@pytest.mark.parametrize(
    ("stack", "there", "free"), [(1, 1, False), (3, 2, True), (3, 3, False), (0, 3, True)]
)
def test_the_own_pieces_on_a_space_may_be_limited(stack: int, there: int, free: bool) -> None:
    game = scene(f"classic:blocks=off,stack={stack}", roll=[4], yellow=[10, *[14] * there])
    assert (0 in game.legal()) is free


@pytest.mark.rule("O-stack")
@pytest.mark.parametrize(("stack", "free"), [(1, False), (2, True), (0, True)])
def test_the_limit_holds_in_the_home_area(stack: int, free: bool) -> None:
    game = scene(f"classic:blocks=off,stack={stack}", roll=[4], yellow=[51, 55, 20])
    assert (0 in game.legal()) is free


@pytest.mark.rule("O-stack")
@pytest.mark.rule("L-bonus")
@pytest.mark.parametrize(("stack", "legal"), [(1, [0, 1]), (0, [0, 1, 2, 3])])
def test_the_limit_holds_on_the_start(stack: int, legal: list[int]) -> None:
    game = scene(f"classic:blocks=off,stack={stack}", roll=[6], yellow=[START, 20])
    assert game.legal() == legal


@pytest.mark.rule("O-stack")
@pytest.mark.rule("L-block")
def test_three_pieces_are_a_block_as_well() -> None:
    game = scene("classic:stack=0", roll=[4], yellow=[10], green=green_on(14, 3))
    assert at(game.afterstate(0), "yellow")[0] == YARD


# -- home ------------------------------------------------------------------------------------


@pytest.mark.rule("O-overshoot")
@pytest.mark.parametrize(
    ("r", "die", "target"),
    [(55, 1, 56), (55, 2, 55), (55, 6, 51), (53, 4, 55), (52, 6, 54), (50, 6, 56), (53, 6, 53)],
)
def test_a_roll_beyond_home_may_bounce_back(r: int, die: int, target: int) -> None:
    game = scene("classic:overshoot=bounce", roll=[die], yellow=[r, 20])
    assert 0 in game.legal()
    assert at(game.afterstate(0), "yellow")[0] == target


@pytest.mark.rule("O-overshoot")
@pytest.mark.rule("O-stack")
def test_a_piece_bounces_onto_no_third_piece_but_onto_its_own_space() -> None:
    full = scene("classic:overshoot=bounce", roll=[3], yellow=[54, 55, 55, 20])
    assert full.legal() == [1, 2, 3]
    own = scene("classic:overshoot=bounce", roll=[2], yellow=[55, 55, 20])
    assert own.legal() == [0, 1, 2]


@pytest.mark.rule("O-capture-first")
@pytest.mark.parametrize(("r", "die", "free"), [(46, 4, True), (46, 5, False), (50, 6, False)])
def test_a_party_may_have_to_capture_before_it_goes_home(r: int, die: int, free: bool) -> None:
    game = scene("classic:capture_before_home=true", roll=[die], yellow=[r, 20])
    assert (0 in game.legal()) is free


@pytest.mark.rule("O-capture-first")
def test_one_capture_opens_the_way_home_for_all_pieces_of_the_party() -> None:
    rules = "classic:capture_before_home=true,six_bonus=always"
    game = scene(rules, roll=[6], yellow=[10, 49, 50], green=green_on(16))
    assert game.legal() == [0, 3]
    with dice(game, 6):
        game.apply(0)
    assert game.legal() == [0, 1, 2, 3]


@pytest.mark.rule("O-capture-first")
def test_a_capture_opens_nothing_for_others() -> None:
    rules = "classic:capture_before_home=true"
    game = scene(rules, roll=[4], yellow=[10], green=green_on(14), blue=[50, 10])
    with dice(game, 6):
        game.apply(0)
    assert decider(game) == "blue"
    assert 0 not in game.legal()


@pytest.mark.rule("O-capture-first")
def test_a_piece_that_is_sent_back_by_a_block_has_captured_nothing() -> None:
    rules = "classic:capture_before_home=true,six_bonus=always"
    game = scene(rules, roll=[6], yellow=[10, 50], green=green_on(16, 2))
    with dice(game, 6):
        game.apply(0)
    assert 1 not in game.legal()


# -- set-up ----------------------------------------------------------------------------------


@pytest.mark.rule("O-start")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_seat_may_begin_without_a_roll(players: int) -> None:
    game = Game("classic:start=fixed", players, log=True, auto_pass=False, dice=[6])
    assert decider(game) == "yellow"
    assert rolled(game) == [6]


@pytest.mark.rule("O-pieces")
@pytest.mark.parametrize("pieces", [1, 2, 3, 4])
def test_a_party_may_have_one_to_four_pieces(pieces: int) -> None:
    game = scene(f"classic:pieces={pieces}", roll=[6])
    assert game.legal() == list(range(pieces))


@pytest.mark.rule("O-pieces")
@pytest.mark.rule("E-win")
@pytest.mark.parametrize("pieces", [1, 2, 3, 4])
def test_all_of_them_home_wins(pieces: int) -> None:
    places = [HOME] * (pieces - 1)
    game = scene(f"classic:pieces={pieces}", roll=[1], yellow=[*places, 55])
    with dice(game):
        game.apply(pieces - 1)
    assert game.places["yellow"] == 1


@pytest.mark.rule("O-pieces")
@pytest.mark.rule("L-bonus")
def test_pieces_that_do_not_play_cannot_enter() -> None:
    game = scene("classic:pieces=1", roll=[6], yellow=[10])
    assert game.legal() == [0]
    with dice(game, 1):
        game.apply(0)
    assert decider(game) == "yellow"
