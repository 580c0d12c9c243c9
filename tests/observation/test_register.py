"""Encoders of one's own, and models that were trained on another observation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludo_env
from ludo_env.board import PIECES
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.plain import PlainState
from ludo_env.errors import BadModel, BadOption
from ludo_env.observation import (
    FULL,
    PLAIN,
    Field,
    FullEncoder,
    PlainEncoder,
    Schema,
    register,
    schema_for,
)
from ludo_env.observation.encoder import PARTIES_PART, PLACES
from ludo_env.observation.sheet import Sheet
from tests.ludicrous.full_games import play
from tests.observation.support import FLAT


class Progress(FullEncoder):
    """How far the own pieces have come."""

    def __init__(self) -> None:
        fields = [Field("r", 58, "r + 2"), Field("hp", 120, "HP of the party")]
        rows = [f"piece {k + 1}" for k in range(PIECES)]
        super().__init__("progress", "own pieces", rows, fields, PLACES | PARTIES_PART)

    def write(self, m: LudicrousState, seat: int, sheet: Sheet, at: int) -> None:
        for k in range(PIECES):
            sheet.put(at + 2 * k, m.r[seat * PIECES + k] + 2)
            sheet.put(at + 2 * k + 1, m.hp[seat])


class Race(PlainEncoder):
    """Pieces at home."""

    def __init__(self) -> None:
        super().__init__("race", "pieces at home", ["own"], [Field("home", 4, "pieces at home")])

    def write(self, state: PlainState, seat: int, sheet: Sheet, at: int) -> None:
        sheet.put(at, state.home[seat])


class Deciding(FullEncoder):
    """Reads something that may change with every decision."""

    def __init__(self) -> None:
        super().__init__("deciding", "the roll", ["now"], [Field("die", 6, "the movement die")])

    def write(self, m: LudicrousState, seat: int, sheet: Sheet, at: int) -> None:
        sheet.put(at, m.die)


@pytest.fixture(autouse=True)
def tables() -> Iterator[None]:
    """What is registered here is forgotten afterwards."""
    before = dict(FULL), dict(PLAIN)
    yield
    for table, names in zip((FULL, PLAIN), before, strict=True):
        table.clear()
        table.update(names)


def registered() -> None:
    for made in (Progress, Race, Deciding):
        register(made().name, made)


def progress(state: LudicrousState, seat: int) -> list[list[int]]:
    """What `Progress` is to say."""
    return [[state.r[seat * PIECES + k] + 2, state.hp[seat]] for k in range(PIECES)]


def test_an_encoder_of_ones_own_works_in_a_schema() -> None:
    registered()
    schema = Schema(["star", "progress", "decision"], "full")
    game = Game("ludicrous", seed=4)
    for _ in play(game, 4):
        for seat in game.seats:
            parts = schema.split(schema.encode(game, seat))
            assert parts["progress"].tolist() == progress(game.full, seat)
        if game.full.decisions > 300:
            break
    part = schema.slices[1]
    assert (part.name, part.shape, part.meaning) == ("progress", (4, 2), "own pieces")
    assert schema.high[part.start : part.stop].tolist() == [58, 120] * 4


def test_it_works_in_environments() -> None:
    registered()
    env = ludo_env.env("ludicrous", layout=["progress", "deciding", "turns"])
    env.reset(seed=1)
    for agent in env.agent_iter(100):
        state = env.unwrapped.game.full  # type: ignore[attr-defined]
        observation = env.observe(agent)
        assert observation is not None
        assert env.observation_space(agent).contains(observation)
        seat = env.possible_agents.index(agent)
        numbers = observation["observation"]
        assert numbers[:8].reshape(4, 2).tolist() == progress(state, seat)
        assert numbers[8] == state.die
        env.step(int(np.flatnonzero(observation["action_mask"])[0]))


def test_it_works_in_a_batch_and_is_written_anew_when_what_it_reads_has_changed() -> None:
    registered()
    envs = ludo_env.make_vec(3, "ludicrous-short", seed=2, layout=["deciding", "yard", "progress"])
    for _ in range(400):
        for i in range(3):
            state, seat = envs.game(i).full, int(envs.deciders[i])
            numbers = envs.observations[i]
            assert numbers[0] == state.die
            assert numbers[-8:].reshape(4, 2).tolist() == progress(state, seat)
        envs.step(envs.random_actions())


def test_it_works_for_plain_ludo() -> None:
    registered()
    schema = schema_for(["race", "decision"])
    env = ludo_env.env("modern", layout=["race", "decision"])
    envs = ludo_env.make_vec(2, "modern", layout=["race", "decision"])
    env.reset(seed=5)
    assert env.observation_space("red")["observation"].shape == (schema.size,)  # type: ignore[index]
    assert envs.observations.shape == (2, schema.size)
    home = set()
    for _ in range(2000):
        envs.step(envs.random_actions())
        for i in range(2):
            seat = int(envs.deciders[i])
            assert envs.observations[i, 0] == envs.game(i).plain.home[seat]
            home.add(int(envs.observations[i, 0]))
    assert len(home) > 2


def test_names_that_are_taken_are_refused() -> None:
    registered()
    for made in (Progress, Race):
        with pytest.raises(BadOption, match=r"exists, allowed: a new name"):
            register(made().name, made)
    with pytest.raises(BadOption, match="'yard' exists"):
        register("yard", FULL["yard"])


def test_an_encoder_of_one_game_may_be_called_as_one_of_the_other() -> None:
    class Trap(PlainEncoder):
        def __init__(self) -> None:
            super().__init__("trap", "none", ["now"], [Field("none", 1, "nothing")])

    register("trap", Trap)
    assert Schema(["trap"]).size == 1
    assert Schema(["trap"], "full").size > 1


@pytest.mark.parametrize(
    ("name", "factory"),
    [("progres", Progress), ("nothing", lambda: None), ("text", str), ("state", dict)],
)
def test_what_makes_no_encoder_of_that_name_is_refused(name: str, factory: Any) -> None:
    with pytest.raises(BadOption, match=f"encoder '{name}'.*of that name needed"):
        register(name, factory)
    assert name not in FULL and name not in PLAIN


def test_an_encoder_that_is_not_registered_is_unknown() -> None:
    with pytest.raises(BadOption, match="unknown encoder 'progress'"):
        schema_for(["progress"], "ludicrous")


# -- models ----------------------------------------------------------------------------------


def stored(schema: Schema) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(schema.to_dict()))
    return data


def differences(data: dict[str, Any]) -> str:
    """What a model that was trained on a schema is told."""
    from agents.model import _schema

    with pytest.raises(BadModel) as refused:
        _schema(Path("m.onnx"), data)
    return str(refused.value)


def test_a_model_gets_the_schema_that_it_was_trained_on() -> None:
    from agents.model import _schema

    data = stored(FLAT)
    data["slices"][3]["meaning"] = "in other words"
    assert _schema(Path("m.onnx"), data) == FLAT


def test_a_model_of_another_observation_is_refused_and_the_difference_is_shown() -> None:
    number = [part.name for part in FLAT.slices].index("parties")
    data = stored(FLAT)
    data["slices"][number]["fields"][2] = ["hp", 99, "as it was"]
    assert "fields of parties is [['hp', 99]] in the model, [['hp', 120]] here" in differences(data)

    data = stored(FLAT)
    data["slices"][number]["rows"].pop()
    assert "rows of parties" in differences(data)

    data = stored(FLAT) | {"version": 0}
    assert "version is 0 in the model, 1 here" in differences(data)

    data = stored(FLAT)
    data["slices"][number]["name"] = "guilds"
    assert "unknown encoder 'guilds'" in differences(data)

    data = stored(FLAT) | {"game": "plain"}
    assert "unknown encoder 'corner'" in differences(data)


def test_a_model_of_an_encoder_of_ones_own_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from agents.model import _schema

    registered()
    schema = Schema(["progress", "turns"], "full")
    data = stored(schema)
    assert _schema(Path("m.onnx"), data) == schema
    monkeypatch.delitem(FULL, "progress")
    assert "unknown encoder 'progress'" in differences(data)
