"""Trained bots: how they choose, and what they refuse."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from agents import make_agent
from agents.model import load_model
from agents.network import Network
from agents.registry import spec_text
from ludo_env.engine.game import Game
from ludo_env.errors import BadAgent, BadModel
from tests.agents.models import SCHEMA, write_model


def decision(seed: int = 0, players: int = 2) -> Game:
    """A game at a decision between two to four actions."""
    game = Game("classic", players, seed=seed)
    while len(game.legal()) < 2:
        game.apply(game.legal()[0])
    return game


def column(name: str, row: int, field: str) -> int:
    """The index of one number of the observation."""
    part = next(part for part in SCHEMA.slices if part.name == name)
    fields = [entry[0] for entry in part.fields]
    return part.start + row * len(fields) + fields.index(field)


def test_the_legal_action_with_the_largest_logit_is_played(tmp_path: Path) -> None:
    path = write_model(tmp_path / "m.onnx", bias=(1.0, 4.0, 2.0, 3.0))
    agent = make_agent(f"net:model={path}")
    order = [1, 3, 2, 0]
    game, partial = Game("classic", 2, seed=3), 0
    agent.begin(game, game.decider, 1)
    while not game.over:
        chosen = agent.act(game)
        assert chosen == next(action for action in order if action in game.legal())
        partial += len(game.legal()) < 4
        game.apply(chosen)
    assert partial > 5  # the favourite was masked now and then


def test_the_policy_sees_what_the_party_to_decide_sees(tmp_path: Path) -> None:
    weights = np.zeros((SCHEMA.size, 4), np.float32)
    for piece in range(4):
        weights[column("own_pieces", piece, "place"), piece] = -1.0
    path = write_model(tmp_path / "m.onnx", weights=weights)
    network, back = make_agent(f"net:model={path}"), make_agent("back")
    game = Game("classic", 4, seed=5)
    network.begin(game, 0, 1)
    for _ in range(300):
        assert network.act(game) == back.act(game)
        game.apply(back.act(game))


def test_temperature_draws_from_the_softmax_of_the_legal_logits(tmp_path: Path) -> None:
    logits = np.array([0.0, 1.0, 2.0, 50.0])
    path = write_model(tmp_path / "m.onnx", bias=tuple(logits))
    game = decision()
    while game.legal() != [0, 1, 2]:
        game.apply(game.legal()[0])
        game = game if not game.over else decision(seed=game.seed + 1)
    agent = make_agent(f"net:model={path},temperature=2")
    agent.begin(game, game.decider, 9)
    drawn = [agent.act(game) for _ in range(4000)]
    expected = np.exp(logits[:3] / 2) / np.exp(logits[:3] / 2).sum()
    shares = np.bincount(drawn, minlength=3) / len(drawn)
    assert shares == pytest.approx(expected, abs=0.04)
    agent.begin(game, game.decider, 9)
    assert [agent.act(game) for _ in range(50)] == drawn[:50]
    agent.begin(game, game.decider, 10)
    assert [agent.act(game) for _ in range(50)] != drawn[:50]


def test_a_file_alone_is_a_spec(tmp_path: Path) -> None:
    path = write_model(tmp_path / "m.onnx")
    agent = make_agent(str(path))
    assert isinstance(agent, Network) and agent.temperature == 0
    assert spec_text(str(path)) == str(path)
    assert spec_text(f"net:temperature=0,model={path}") == str(path)


def test_playing_needs_no_training_library(tmp_path: Path) -> None:
    path = write_model(tmp_path / "m.onnx")
    code = f"""
import sys
from agents import make_agent
from ludo_env.engine.game import Game
agent = make_agent({str(path)!r})
game = Game("classic", 2, seed=1)
agent.begin(game, game.decider, 1)
game.apply(agent.act(game))
assert not {{"torch", "stable_baselines3", "onnx"}} & set(sys.modules), "imported"
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_the_session_is_single_threaded(tmp_path: Path) -> None:
    options = load_model(write_model(tmp_path / "m.onnx")).session.get_session_options()
    assert options.intra_op_num_threads == options.inter_op_num_threads == 1


def test_without_the_runtime_the_error_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_model(tmp_path / "m.onnx")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(BadAgent, match=r"pip install 'ludicrous-ludo\[bots\]'"):
        make_agent(str(path))


@pytest.mark.parametrize("spec", ["net", "net:temperature=1"])
def test_a_model_must_be_named(spec: str) -> None:
    with pytest.raises(BadAgent, match="net:model=FILE"):
        make_agent(spec)


def refused(path: Path, *words: str) -> None:
    """The model is refused with one line that holds the words."""
    with pytest.raises(BadModel) as caught:
        make_agent(str(path))
    message = str(caught.value)
    assert "\n" not in message
    for word in (str(path), *words):
        assert word in message


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    refused(tmp_path / "none.onnx", "no such file")


def test_a_file_that_is_no_onnx_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(b"not a model")
    refused(path, "not a readable ONNX file")
    whole = write_model(tmp_path / "whole.onnx").read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    refused(path, "not a readable ONNX file")


def test_texts_of_a_file_that_are_no_utf_8_are_refused(tmp_path: Path) -> None:
    path = write_model(tmp_path / "m.onnx")
    whole = path.read_bytes()
    for text in (b'"fingerprint"', b"observations"):
        path.write_bytes(whole.replace(text, b"\xb3" + text[1:]))
        refused(path, "not a readable ONNX file")
        with pytest.raises(BadModel, match="not a readable ONNX file"):
            load_model(path)


def test_a_stranger_s_model_is_refused(tmp_path: Path) -> None:
    refused(write_model(tmp_path / "m.onnx", metadata=None), "not a model of this project")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": 1}', '{"format": 1, "kind": 2}'])
def test_damaged_metadata_are_refused(tmp_path: Path, text: str) -> None:
    refused(write_model(tmp_path / "m.onnx", metadata=text), "damaged metadata")


def test_another_format_is_refused(tmp_path: Path) -> None:
    refused(write_model(tmp_path / "m.onnx", format=99), "format 99", "reads 1")


def test_another_kind_is_refused_where_it_cannot_be_used(tmp_path: Path) -> None:
    path = write_model(tmp_path / "m.onnx", kind="value")
    assert load_model(path).kind == "value"
    with pytest.raises(BadModel, match="a value model, allowed: policy"):
        load_model(path, "policy")
    refused(write_model(tmp_path / "n.onnx", kind="value", output="q"), "expected values")


def test_other_rules_are_refused_and_both_are_named(tmp_path: Path) -> None:
    path = write_model(tmp_path / "m.onnx", trained="modern:play_on=true")
    agent = make_agent(str(path))
    with pytest.raises(BadModel, match=r"modern:play_on=true.*classic:pieces=3"):
        agent.begin(Game("classic:pieces=3", 2, seed=0), 0, 0)
    agent.begin(Game("modern:play_on=true", 2, seed=0), 0, 0)
    refused(write_model(tmp_path / "n.onnx", rules="klassisch"), "klassisch")


def test_another_number_of_players_is_refused_and_both_are_named(tmp_path: Path) -> None:
    agent = make_agent(str(write_model(tmp_path / "m.onnx", players=(2, 3))))
    with pytest.raises(BadModel, match="trained for 2 or 3 players, this game has 4"):
        agent.begin(Game("classic", 4, seed=0), 0, 0)
    agent.begin(Game("classic", 3, seed=0), 0, 0)


def stored_schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(json.dumps(SCHEMA.to_dict()))
    return schema


def test_another_observation_is_refused_and_the_difference_is_shown(tmp_path: Path) -> None:
    schema = stored_schema()
    schema["slices"][7]["fields"][6] = ["sixes", 3, "as it was"]
    name = schema["slices"][7]["name"]
    refused(write_model(tmp_path / "m.onnx", schema=schema), f"fields of {name}", "['sixes', 3, ")

    schema = stored_schema() | {"version": 0}
    refused(write_model(tmp_path / "n.onnx", schema=schema), "version is 0 in the model, 1 here")

    schema = stored_schema()
    schema["slices"][0]["name"] = "weather"
    refused(write_model(tmp_path / "o.onnx", schema=schema), "another observation", "'weather'")


def test_a_number_that_meant_something_else_is_refused(tmp_path: Path) -> None:
    schema = stored_schema()
    schema["slices"][7]["fields"][6][2] = "what it meant"
    words = ("another observation: fields of ", "'what it meant'")
    refused(write_model(tmp_path / "m.onnx", schema=schema), *words)


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        (3, "schema: 3, allowed: a JSON object"),
        ({}, "schema.slices: missing"),
        ({"slices": None}, "schema.slices: null, allowed: a list"),
        ({"slices": [3]}, "schema.slices[0]: 3, allowed: a JSON object"),
        ({"slices": [{"name": 3}]}, "schema.slices[0].name: 3, allowed: a text"),
        ({"slices": [{"name": "yard"}]}, "another observation: version is None in the model"),
        ({"slices": [], "game": 3}, "schema.game: 3, allowed: a text"),
        ({"slices": []}, "another observation: encoders [] must be at least one"),
        ({"slices": [], "game": "chess"}, "another observation: unknown game 'chess'"),
    ],
)
def test_a_damaged_schema_is_refused(tmp_path: Path, schema: object, words: str) -> None:
    refused(write_model(tmp_path / "m.onnx", schema=schema), words)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": [2, "4"]}, "damaged metadata: players[1]: '4', allowed: a whole number 2..4"),
        ({"players": []}, "damaged metadata: players: [], allowed: numbers 2..4"),
        ({"players": 4}, "damaged metadata: players: 4, allowed: a list"),
        ({"also": "classic"}, "damaged metadata: also: 'classic', allowed: a list"),
        ({"engine": None}, "damaged metadata: engine: null, allowed: a text"),
        ({"training": []}, "damaged metadata: training: [], allowed: a JSON object"),
        ({"format": "1"}, "damaged metadata: format: '1', allowed: a whole number"),
    ],
)
def test_what_is_damaged_is_named(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    refused(write_model(tmp_path / "m.onnx", **changes), words)


@pytest.mark.parametrize("width", [3, 5])
@pytest.mark.parametrize(("kind", "output"), [("policy", "logits"), ("value", "values")])
def test_another_number_of_outputs_is_refused(
    tmp_path: Path, kind: str, output: str, width: int
) -> None:
    path = write_model(tmp_path / "m.onnx", kind=kind, bias=(0.0,) * width)
    words = f"{output} are float32 of shape (2, {width}), allowed: float32 of shape (2, 4)"
    refused(path, words)


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", ["bias", "weights"])
def test_what_gives_no_numbers_is_refused(tmp_path: Path, number: float, place: str) -> None:
    if place == "bias":
        path = write_model(tmp_path / "m.onnx", bias=(0.0, number, 0.0, 0.0))
    else:
        weights = np.zeros((SCHEMA.size, 4), np.float32)
        weights[-1, 2] = number
        path = write_model(tmp_path / "m.onnx", weights=weights)
    refused(path, "the graph gives ", " for logits, allowed: numbers")


@pytest.mark.parametrize("changes", [{"rules": "ludicrous"}, {"also": ["ludicrous"]}])
def test_rules_of_the_other_game_are_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    words = "trained for the rules ludicrous, but on an observation of the plain game"
    refused(write_model(tmp_path / "m.onnx", **changes), words)


def test_a_graph_for_one_observation_alone_is_refused(tmp_path: Path) -> None:
    path = write_model(tmp_path / "m.onnx")
    model = onnx.load(path)
    model.graph.input[0].type.tensor_type.shape.dim[0].dim_value = 1
    onnx.save(model, path)
    refused(path, "the graph cannot be run: ")


def test_a_graph_that_is_not_what_the_metadata_promise_is_refused(tmp_path: Path) -> None:
    narrow = np.zeros((7, 4), np.float32)
    refused(write_model(tmp_path / "m.onnx", weights=narrow), "inputs", str(SCHEMA.size))
    refused(write_model(tmp_path / "n.onnx", output="q"), "outputs", "logits")
