"""Models that were trained on another observation."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agents.model import stored_schema
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.errors import BadOption
from ludo_env.fields import Fields
from ludo_env.observation import FULL, Field, FullEncoder, Schema
from ludo_env.observation.sheet import Sheet
from tests.observation.support import FLAT


def stored(schema: Schema) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(schema.to_dict()))
    return data


def differences(data: dict[str, Any]) -> str:
    """What a model that was trained on a schema is told."""
    with pytest.raises(BadOption) as refused:
        trained_on(data)
    return str(refused.value)


def trained_on(data: dict[str, Any]) -> Schema:
    """The schema of a model that was trained on one."""
    return stored_schema(Fields(data, "schema"))


def test_a_model_gets_the_schema_that_it_was_trained_on() -> None:
    assert trained_on(stored(FLAT)) == FLAT


def test_a_model_of_another_observation_is_refused_and_the_difference_is_shown() -> None:
    number = [part.name for part in FLAT.slices].index("parties")
    data = stored(FLAT)
    data["slices"][number]["fields"][2] = ["hp", 99, "as it was"]
    words = "fields of parties is [['hp', 99, 'as it was']] in the model, [['hp', 120, "
    assert words in differences(data)

    data = stored(FLAT)
    data["slices"][number]["meaning"] = "in other words"
    assert "meaning of parties is in other words in the model, " in differences(data)

    data = stored(FLAT)
    data["slices"][number]["fields"][2][2] = "in other words"
    assert "fields of parties is [['hp', 120, 'in other words']] in the model" in differences(data)

    data = stored(FLAT)
    data["slices"][number]["rows"].reverse()
    assert "rows of parties is ['previous party', " in differences(data)

    data = stored(FLAT)
    del data["slices"][number]["shape"], data["dtype"]
    assert "dtype is None in the model, uint8 here; shape of parties is None" in differences(data)

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


class Progress(FullEncoder):
    """An encoder of one's own."""

    def __init__(self) -> None:
        super().__init__("progress", "how far the own pieces are", ["own"], [Field("r", 57, "r")])

    def write(self, m: LudicrousState, seat: int, sheet: Sheet, at: int) -> None:
        sheet.put(at, 1)


def test_a_model_of_an_encoder_of_ones_own_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FULL, "progress", Progress)
    schema = Schema(["progress", "turns"], "full")
    data = stored(schema)
    assert trained_on(data) == schema
    monkeypatch.delitem(FULL, "progress")
    assert "unknown encoder 'progress'" in differences(data)
