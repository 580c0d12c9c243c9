"""What a picture may hold, and the picture of a game."""

import pytest

from ludo_env.board import COLOURS, Kind, own_spaces
from ludo_env.choices import Choice, choices_of
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption
from ludo_env.render import Picture, picture_of
from ludo_env.render.picture import piece_words, square_of, turn_words
from tests.ludicrous.full_games import play, random_game
from tests.ludicrous.scenes import Scene

YELLOW, BLUE, RED, GREEN = range(4)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"pieces": ((4, 1, 0),)}, "party 4"),
        ({"pieces": ((0, 0, 0),)}, "piece 0"),
        ({"pieces": ((0, 1, 57),)}, "r 57"),
        ({"pieces": ((0, 1, 3), (0, 1, 4))}, "two places"),
        ({"parties": (0, 5)}, "party 5"),
        ({"turn": -1}, "turn -1"),
        ({"die": 7}, "die 7"),
        ({"safe": (52,)}, "ring index 52"),
        ({"trail": ((0, 0), (0, 15))}, "column 15"),
        ({"trail": ((0, 0), (0, 0))}, "stands still"),
        ({"highlights": ((-1, 0),)}, "row -1"),
        ({"choices": (Choice(0, spaces=(136,)),)}, "space 136"),
        ({"choices": (Choice(0, targets=(16,)),)}, "piece 16"),
        ({"spaces": "some"}, "allowed: plain, full"),
        ({"conditions": ((0, 1, "wet"),), "pieces": ((0, 2, 3),)}, "is nowhere"),
        ({"captives": ((0, 1, 4),)}, "jailer 4"),
        ({"captives": ((0, 1, 0),)}, "jailer 0 of its own piece"),
        ({"captives": ((0, 1, 2),), "pieces": ((0, 1, 3),)}, "two places"),
        ({"conditions": ((0, 1, "wet"),)}, "wet piece 1 of party 0 is nowhere"),
        ({"conditions": ((0, 1, "dry"),), "pieces": ((0, 1, 3),)}, "condition 'dry'"),
    ],
)
def test_what_does_not_exist_is_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        Picture(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("party", range(4))
def test_pieces_in_a_yard_stand_in_reading_order_on_its_yard_spaces(party: int) -> None:
    squares = [square_of(party, piece, -1) for piece in (1, 2, 3, 4)]
    assert squares == sorted(squares)
    assert set(squares) == {(space.row, space.col) for space in own_spaces(party, Kind.YARD)}


def test_words_for_those_who_do_not_see_the_picture() -> None:
    picture = Picture(
        pieces=((YELLOW, 1, 0), (YELLOW, 2, 21), (RED, 1, -1), (RED, 2, 55), (RED, 3, 56)),
        turn=RED,
        die=5,
        parties=(YELLOW, RED),
    )
    assert turn_words(picture) == "red rolled 5"
    assert piece_words(picture) == [
        "yellow: 1 yellow start, 2 blue star",
        "red: 1 yard, 2 red home area 5, 3 home",
    ]


def test_a_new_game() -> None:
    game = Game("modern", players=2, seed=3)
    picture = picture_of(game)
    assert picture.parties == (YELLOW, RED)
    assert [(party, piece) for party, piece, _ in picture.pieces] == [
        (party, piece) for party in (YELLOW, RED) for piece in (1, 2, 3, 4)
    ]
    assert picture.turn == game.decider
    assert picture.die == game.die
    assert picture.title == "modern"
    assert picture.safe == (0, 8, 13, 21, 26, 34, 39, 47)
    assert picture.jumps == ()
    assert picture.spaces == "plain"
    assert picture.choices == choices_of(game)


def test_the_marks_of_a_rule_set() -> None:
    assert picture_of(Game("classic")).safe == ()
    assert picture_of(Game("classic:safe=stars")).safe == (8, 21, 34, 47)
    assert picture_of(Game("danish")).jumps == (5, 11, 18, 24, 31, 37, 44, 50)
    assert len(picture_of(Game("classic:pieces=2")).pieces) == 8


def test_the_last_move_is_shown_when_the_game_keeps_events() -> None:
    game = Game("classic:start=fixed", players=2, log=True, auto_pass=False, dice=[6])
    assert picture_of(game).trail == ()
    game.apply("move 2", dice=[3, 6])
    enters = picture_of(game)
    assert enters.trail == (square_of(YELLOW, 2, -1), (1, 8))
    assert (YELLOW, 2, 0) in enters.pieces


def test_a_move_goes_by_every_square_of_its_way() -> None:
    game = Game("classic:start=fixed,six_bonus=always", players=2, log=True, dice=[6])
    game.apply("move 1", dice=[6])
    game.apply("move 1", dice=[1, 6])
    # The 1 after the bonus roll can only be used by the piece on the way; it moved at once.
    assert picture_of(game).trail == ((6, 10), (6, 11))
    assert (YELLOW, 1, 7) in picture_of(game).pieces


def test_a_jump_belongs_to_its_move_and_a_bounce_goes_by_home() -> None:
    game = Game("danish", players=2, log=True, dice=[6])
    # Red cannot use a 1; yellow's 5 is played at once, and its star leads from 5 on to 11.
    game.apply("move 1", dice=[1, 5, 1, 6])
    assert picture_of(game).trail == tuple(square_of(YELLOW, 1, r) for r in range(12))
    game.listen(False)
    for _ in range(6):
        game.apply("move 1", dice=[1, 6])
    assert game.place(YELLOW, 0) == 47
    game.apply("move 1", dice=[1, 6])
    assert game.place(YELLOW, 0) == 53
    game.listen()
    game.apply("move 1", dice=[1, 6])
    assert game.place(YELLOW, 0) == 53
    way = (53, 54, 55, 56, 55, 54, 53)
    assert picture_of(game).trail == tuple(square_of(YELLOW, 1, r) for r in way)


def test_the_places_at_the_end() -> None:
    game = Game("classic", players=2, seed=1, log=True)
    while not game.over:
        game.apply(game.legal()[0])
    picture = picture_of(game)
    winner = min(game.places, key=lambda colour: game.places[colour])
    assert picture.title.startswith(f"classic: 1 {winner}, 2 ")
    assert picture.turn is None and picture.die is None and picture.choices == ()
    assert turn_words(picture) == ""


def test_a_full_game() -> None:
    game = Game("ludicrous", players=2, seed=3)
    picture = picture_of(game)
    assert (picture.spaces, picture.parties, picture.title) == ("full", (YELLOW, RED), "ludicrous")
    assert (len(picture.pieces), picture.captives, picture.conditions) == (8, (), ())
    assert turn_words(picture) == f"{COLOURS[game.decider]} decides: tank"
    state = game.full
    # Red 2 is a captive of yellow, yellow 1 lies on blue 5.
    state.r[9], state.jailer[9] = -2, YELLOW
    state.r[0], state.fallen[0] = 18, 3
    picture = picture_of(game)
    assert picture.captives == ((RED, 2, YELLOW),)
    assert picture.conditions == ((YELLOW, 1, "unconscious"),)
    assert piece_words(picture) == [
        "yellow: 1 blue 5 (unconscious), 2 yard, 3 yard, 4 yard",
        "red: 1 yard, 2 yellow prison, 3 yard, 4 yard",
    ]


def test_every_position_of_full_games_has_a_picture() -> None:
    captives = conditions = 0
    for seed in range(8):
        game = random_game(seed)
        for _ in play(game, seed):
            picture = picture_of(game)
            captives += len(picture.captives)
            conditions += len(picture.conditions)
            assert picture.die is None or picture.turn == game.full.turn
        assert picture_of(game).turn is None
    assert captives and conditions


def test_what_everybody_sees_of_a_full_game() -> None:
    scene = Scene(
        "action",
        world={"weather": 3, "wind": 3, "wind_strength": 1, "annustar": 13, "rounds": 17, "god": 2},
        yellow={
            "hp": 7,
            "counter": 2,
            "tank": 1,
            "tank_hp": 6,
            "tank_wait": 2,
            "hand": {"ward": 1, "mend": 2},
            "crown_at": 30,
            "pieces": [{"r": 3, "crowned": 1, "facing": -1}, {"fallen": 2, "r": 5}],
            "structures": [{"built": 1, "built_hp": 3, "hacked": 1}, {"project": 4}],
        },
        red={"hp": 3, "poisoned": 1, "stunned": 1, "tank_hp": 0, "artillery_wait": 2},
        blue={"provoker": 0, "phantom_at": 17, "phantom_hp": 2},
    )
    scene.state.project_points[1] = 1
    picture = picture_of(Game.of(scene.state))
    assert [thing.words for thing in picture.things if thing.party == YELLOW] == [
        "yellow turret, 3 of 5, hacked",
        "yellow snare, 1 of 3, under construction",
        "yellow tank, 6 of 10, reloading",
        "yellow crown",
    ]
    assert [thing.words for thing in picture.things if thing.party == RED] == [
        "red tank, 0 of 10, wrecked",
        "red artillery, reloading",
    ]
    assert "blue phantom, 2 of 3" in [thing.words for thing in picture.things]
    assert {status.words for status in picture.statuses} >= {
        "yellow: 7 of 12 hit points, bonus die counter 2 of 3, 3 cards, starts",
        "red: 3 of 12 hit points, bonus die counter 0 of 3, 0 cards, wounded, stunned, poisoned, "
        "god token",
    }
    assert picture.world is not None
    assert picture.world.words == "round 17, storm, wind west 1, Annustar 13 of 20"
    assert picture.conditions == (
        (YELLOW, 1, "crowned"),
        (YELLOW, 1, "looking backward"),
        (YELLOW, 2, "unconscious"),
    )


def test_the_last_dice_and_the_last_move_of_a_full_game() -> None:
    scene = Scene("movement", yellow={"pieces": [{"r": 3}, {"r": 20}]}, dice=[4])
    game = Game.of(scene.state)
    game.state.log = scene.state.log
    assert [roll.words for roll in picture_of(game).rolls] == ["yellow 4 on a d6"]
    game.apply("move 1")
    trail = picture_of(game).trail
    assert trail[0] == square_of(YELLOW, 1, 3) and trail[-1] == square_of(YELLOW, 1, 7)
    assert len(trail) == 5


def test_a_bonus_move_tells_its_spaces_and_not_the_roll() -> None:
    scene = Scene(
        "movement",
        yellow={"pieces": [{"r": 3}, {"r": 20}]},
        world={"bonus_spaces": 5},
        dice=[4],
    )
    game = Game.of(scene.state)
    assert turn_words(picture_of(game)) == "yellow decides: move, rolled 4"
    game.apply("move 1")
    assert turn_words(picture_of(game)) == "yellow decides: bonus move of 5"


def test_a_party_that_is_out_has_no_status_and_secret_dice_are_not_shown() -> None:
    game = random_game(1)
    game.listen()
    for _ in play(game, 1):
        picture = picture_of(game)
        shown = {status.party for status in picture.statuses}
        assert shown == {seat for seat in game.seats if not game.full.left[seat]}
        assert len(picture.rolls) <= 4


@pytest.mark.parametrize("rules", ["classic", "ludicrous"])
def test_an_afterstate_shows_itself_with_nobody_to_move(rules: str) -> None:
    game = Game(rules, 2, seed=1)
    after = game.afterstate(game.legal()[0])
    assert picture_of(after).turn is None
    assert after._repr_svg_().startswith("<svg")
