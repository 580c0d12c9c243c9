"""What is certain to come of an action is told before it is taken; what is hidden is not."""

from __future__ import annotations

from random import Random

import pytest

from agents.service.foresight import TOLD, foreseen
from ludo_env.engine.game import Game
from ludo_env.notation import to_json
from ludo_env.words import describe
from ludo_env.words_full import KINDS
from tests.ludicrous.full_games import choices
from tests.ludicrous.scenes import Scene


def told(scene: Scene, action: str) -> list[str]:
    game = Game.of(scene.state)
    return foreseen(game, game.number(action))


@pytest.mark.rule("M-land")
def test_an_ambush_is_told() -> None:
    s = Scene(dice=[3], yellow={"pieces": [{"r": 16}, {"r": 30}]}, red={"pieces": [{"r": 45}]})
    assert told(s, "move 1") == ["Red 1 is ambushed by yellow on blue 6"]
    assert told(s, "move 2") == []


@pytest.mark.rule("R-tackle")
def test_who_may_tackle_is_told_and_what_comes_if_nobody_does() -> None:
    s = Scene(
        dice=[5],
        yellow={"pieces": [{"r": 27}, {"r": 40}]},
        blue={"pieces": [{"r": 17}]},
        red={"pieces": [{"r": 6}]},
    )
    assert told(s, "move 1") == ["blue may tackle", "Red 1 is ambushed by yellow on red 6"]


@pytest.mark.rule("SP-counterspell")
def test_a_counterspell_in_somebody_s_hand_is_not_told() -> None:
    s = Scene(
        "action",
        yellow={"hand": {"mend": 1}, "hp": 5, "pieces": [{"r": 20}]},
        blue={"hand": {"counterspell": 1}, "pieces": [{"r": 20}]},
    )
    assert told(s, "cast mend") == []


@pytest.mark.rule("A-fortify")
def test_points_of_a_project_are_told() -> None:
    s = Scene("action", yellow={"partner": 0, "pieces": [{"r": 1}, {"r": 2}]})
    assert told(s, "fortify turret 4")[0].endswith("has 3 points")
    assert told(s, "end") == []


def test_everything_told_is_an_event() -> None:
    assert set(TOLD) < set(KINDS)


def test_what_is_foreseen_happens_if_nobody_reacts() -> None:
    rng = Random(3)
    game = Game("ludicrous", 4, seed=4)
    seen = 0
    for _ in range(500):
        action, decider = rng.choice(choices(game)), game.decider
        before = to_json(game)
        sentences = [words for words in foreseen(game, action) if not words.endswith("may tackle")]
        assert to_json(game) == before
        game.listen()
        game.state.log.events = []
        game.apply(action)
        while not game.over and game.decider != decider and game.state.mask[0]:
            game.apply(0)
        happened = [describe(game, event, decider) for event in game.events]
        assert all(words in happened for words in sentences), (sentences, happened)
        seen += len(sentences)
    assert seen > 10
