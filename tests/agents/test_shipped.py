"""The trained bots that come with the project."""

from __future__ import annotations

import json

import onnx
import pytest

from agents.learned import SCORER, SHIPPED, read_model
from agents.model import METADATA, load_model
from agents.registry import make_agent
from agents.shipped import MODELS
from evaluation.arena import play_match
from evaluation.match import make_match
from evaluation.summary import summarise
from ludo_env import Game
from ludo_env.errors import BadModel
from training.config import to_dict
from training.presets import load_preset


@pytest.mark.parametrize(("against", "least"), [("random", 0.925), ("smart", 0.686)])
def test_the_danish_bot_beats_the_best_published_player(against: str, least: float) -> None:
    match = make_match(["td", against], "danish", teams=True, games=600, seed=4711)
    ours = summarise([play_match(match)]).agents[0]
    assert ours.name == "td"
    assert ours.win_rate.low > least


def test_other_rules_have_no_bot_and_are_told_those_that_do() -> None:
    agent = make_agent("td")
    with pytest.raises(BadModel, match="classic, allowed: danish"):
        agent.begin(Game("classic", seed=1), 0, 1)


def test_rules_that_it_was_not_trained_for_are_refused() -> None:
    game = Game("danish:overshoot=illegal", seed=1)
    with pytest.raises(BadModel, match="overshoot"):
        make_agent("td").begin(game, 0, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_with_any_number_of_players_and_the_same_again_for_the_same_seed(
    players: int,
) -> None:
    traces = []
    for _ in range(2):
        game = Game("danish", players, seed=9, log=True)
        agents = [make_agent("td") for _ in range(4)]
        for seat in game.seats:
            agents[seat].begin(game, seat, seat)
        while not game.over:
            game.apply(agents[game.decider].act(game))
        traces.append([event.to_dict() for event in game.events])
    assert traces[0] == traces[1]


def test_every_shipped_model_is_small() -> None:
    assert sum(path.stat().st_size for path in MODELS.glob("*.onnx")) < 5_000_000


def test_the_scorer_tells_the_preset_that_gives_it_and_its_forms_tell_the_same() -> None:
    told = read_model(SHIPPED)
    preset = to_dict(load_preset("ludicrous", "distil"))
    assert told["training"] == preset | {"decisions": told["training"]["decisions"]}
    graph = onnx.load(SHIPPED.with_suffix(".onnx"))
    metadata = json.loads(next(p.value for p in graph.metadata_props if p.key == METADATA))
    assert {key: told[key] for key in told if key != SCORER} == {
        key: metadata[key] for key in metadata if key != "kind"
    }


def test_the_danish_bot_tells_the_preset_that_gives_it() -> None:
    training, preset = load_model(MODELS / "danish.onnx").training, load_preset("danish", "td")
    # The last update goes a little beyond the end.
    assert int(str(training["steps"])) >= preset.steps
    assert training == to_dict(preset) | {"steps": training["steps"]}
