"""Model files made by hand: one layer, with numbers that a test chooses."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from agents.model import INPUT, METADATA, OUTPUTS, describe
from ludo_env.observation import Schema
from ludo_env.rules import RuleSet

SCHEMA = Schema()


def write_model(
    path: Path,
    *,
    bias: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0),
    weights: NDArray[np.float32] | None = None,
    kind: str = "policy",
    trained: str = "classic",
    players: tuple[int, ...] = (2, 4),
    output: str | None = None,
    metadata: str | None = "described",
    **changes: object,
) -> Path:
    """A model whose output is ``observation @ weights + bias``.

    ``changes`` replace parts of its description; another ``metadata`` replaces the whole of it.
    """
    description = json.loads(
        describe(kind, RuleSet.parse(trained), players, SCHEMA, "0.0", {"method": "none"})
    )
    if metadata == "described":
        metadata = json.dumps(description | changes)
    if weights is None:
        weights = np.zeros((SCHEMA.size, len(bias)), np.float32)
    (name,) = (output,) if output else OUTPUTS[kind]
    graph = helper.make_graph(
        [
            helper.make_node("Cast", [INPUT], ["x"], to=TensorProto.FLOAT),
            helper.make_node("MatMul", ["x", "w"], ["y"]),
            helper.make_node("Add", ["y", "b"], [name]),
        ],
        "model",
        [helper.make_tensor_value_info(INPUT, TensorProto.UINT8, ["n", len(weights)])],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", len(bias)])],
        [
            numpy_helper.from_array(weights, "w"),
            numpy_helper.from_array(np.array(bias, np.float32), "b"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
    if metadata is not None:
        helper.set_model_props(model, {METADATA: metadata})
    onnx.save(model, path)
    return path
