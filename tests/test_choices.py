"""What the legal actions are about on the board."""

from __future__ import annotations

import pytest

from ludo_env import Game
from ludo_env.board import SPACES
from ludo_env.choices import Choice, choices_of
from tests.ludicrous.full_games import play, random_game
from tests.ludicrous.scenes import Scene, sheet

YELLOW_2, BLUE_1, BLUE_2 = 1, 4, 5


def about(scene: Scene, action: str) -> tuple[tuple[int, ...], tuple[int, ...], list[str]]:
    """Who acts, on which pieces, and the names of the spaces."""
    game = Game.of(scene.state)
    number = game.number(action)
    (choice,) = (choice for choice in choices_of(game) if choice.action == number)
    return choice.pieces, choice.targets, [SPACES[space].name for space in choice.spaces]


def test_plain_ludo_tells_piece_and_landing() -> None:
    game = Game("classic:start=fixed", players=2, auto_pass=False, dice=[6])
    assert choices_of(game)[1] == Choice(1, pieces=(YELLOW_2,), spaces=(0,))
    assert [choice.action for choice in choices_of(game)] == game.legal()


def test_moves_lead_where_the_pieces_would_stand() -> None:
    yellow = {"pieces": [{"r": 49}, {"r": 50}, {"r": -1}, {"r": 3}]}
    scene = Scene("movement", yellow=yellow, dice=[6])
    assert about(scene, "move 4") == ((3,), (), ["yellow 9"])
    assert about(scene, "move 2") == ((1,), (), ["yellow home"])
    assert about(scene, "move 1 by 4 and 2") == (
        (0, 1),
        (),
        ["yellow home area 3", "yellow home area 2"],
    )
    assert about(scene, "enter 3") == ((2,), (), ["yellow start"])


def test_a_barricade_shortens_the_way() -> None:
    scene = Scene(
        "movement",
        yellow={"pieces": [{"r": 16}, {"r": 1}]},
        blue={"structures": [{}, {"built": 0, "built_hp": 6}]},
        dice=[4],
    )
    assert about(scene, "move 1") == ((0,), (), ["blue 4"])


def test_an_attack_names_actor_then_target() -> None:
    scene = Scene(
        "action",
        yellow={"pieces": [{"r": 3}, {"r": 10}], "ammunition": 3},
        blue={"pieces": [{"r": 44}, {"r": 45}], "structures": [{"built": 1, "built_hp": 5}]},
    )
    assert about(scene, "ranged attack 1") == ((0,), (), [])
    scene.play("ranged attack 1")
    assert about(scene, "next piece 2") == ((0,), (BLUE_2,), [])
    assert about(scene, "next piece 1") == ((0,), (BLUE_1,), [])


def test_things_in_the_yard_are_named_by_their_spaces() -> None:
    scene = Scene("tank", auto_pass=False)
    assert about(scene, "tank to anti-tank") == ((), (), ["yellow anti-tank"])
    scene = Scene("action", blue={"pieces": [{"r": 0}]})
    assert about(scene, "fortify snare 3") == ((), (), ["yellow structural 3"])
    assert about(scene, "artillery") == ((), (), ["yellow artillery"])


@pytest.mark.parametrize(("facing", "space"), [(1, "yellow star"), (-1, "yellow 6")])
def test_ahead_is_where_the_caster_looks(facing: int, space: str) -> None:
    scene = Scene(
        "action",
        sheets={"yellow": sheet("wizard")},
        yellow={"pieces": [{"r": 7, "facing": facing}], "hand": {"phantom": 1}},
    )
    scene.play("cast phantom")
    while "1 ahead" not in scene.legal:
        scene.play(next(name for name in scene.legal if name in ("plainly", "own piece 1")))
    assert about(scene, "1 ahead") == ((0,), (), [space])


def test_every_decision_of_full_games_tells_all_its_actions() -> None:
    for seed in range(3):
        game = random_game(seed)
        for _ in play(game, seed):
            if not game.over:
                assert [choice.action for choice in choices_of(game)] == game.legal()


def test_what_is_agreed_to_in_the_middle_of_a_movement() -> None:
    scene = Scene("movement", yellow={"pieces": [{"r": 2}]}, dice=[1])
    scene.play("move 1")
    assert scene.decision == "teleport"
    assert about(scene, "yes") == ((0,), (), ["blue 2"])
    assert about(scene, "end") == ((), (), [])
    scene = Scene("movement", auto_pass=False, dice=[6])
    scene.play("enter 1")
    assert scene.decision == "crown"
    assert about(scene, "yes") == ((0,), (), ["yellow start"])
    scene = Scene("movement", yellow={"pieces": [{"r": 3}]}, red={"pieces": [{"r": 31}]}, dice=[4])
    assert (scene.decision, scene.decider) == ("tackle", "red")
    assert about(scene, "yes") == ((8,), (0,), [])
