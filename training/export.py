"""Export: a network becomes one ONNX file with everything in it that a bot must know."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import onnx
import torch
from torch import nn

import ludo_env
from agents.model import INPUT, METADATA, OUTPUTS, describe
from ludo_env.errors import BadOption
from ludo_env.files import write_whole
from ludo_env.observation import Schema
from ludo_env.rules import Rules, as_rules

ROWS = 2
"""Observations in the example that the graph is traced with; not 1, which would be fixed."""


def export(
    module: nn.Module,
    schema: Schema,
    rules: str | Rules,
    kind: str,
    path: str | Path,
    *,
    players: Sequence[int],
    training: Mapping[str, object],
    also: Sequence[str | Rules] = (),
) -> None:
    """Write a network as a model file, which `agents.model.load_model` reads.

    The same network and description give the same file, byte for byte.

    Args:
        module: maps ``(n, schema.size)`` uint8, unscaled, to the output of its kind.
        schema: what it observes.
        rules: what it was trained for.
        kind: ``policy`` or ``value``, see `agents.model.OUTPUTS`.
        path: the file; it is replaced in one go.
        players: the numbers of players that it was trained for.
        training: the configuration that it was trained with, as JSON data.
        also: further rule sets that it was trained for.

    Raises:
        BadOption: unknown kind.
    """
    if kind not in OUTPUTS:
        raise BadOption(f"kind: {kind!r}, allowed: {', '.join(OUTPUTS)}")
    model = _trace(module, schema, OUTPUTS[kind])
    _strip(model)
    rules, others = as_rules(rules), [as_rules(other) for other in also]
    version = ludo_env.__version__
    description = describe(kind, rules, tuple(players), schema, version, training, others)
    onnx.helper.set_model_props(model, {METADATA: description})
    write_whole(Path(path), model.SerializeToString(deterministic=True))


def _trace(module: nn.Module, schema: Schema, outputs: Sequence[str]) -> onnx.ModelProto:
    """The graph of a network, for any number of observations."""
    example = torch.zeros((ROWS, schema.size), dtype=torch.uint8)
    with _quiet():
        program = torch.onnx.export(
            module.eval(),
            (example,),
            input_names=[INPUT],
            output_names=outputs,
            dynamic_shapes=({0: torch.export.Dim("n")},),
            verbose=False,
        )
    if program is None:
        raise RuntimeError("torch.onnx.export gave no program")
    return program.model_proto


def _strip(model: onnx.ModelProto) -> None:
    """Take out what the exporter notes about the machine that it ran on."""
    del model.metadata_props[:]
    model.doc_string = ""
    graph = model.graph
    del graph.metadata_props[:]
    graph.doc_string = ""
    for part in [*graph.node, *graph.initializer, *graph.value_info, *graph.input, *graph.output]:
        del part.metadata_props[:]
        part.doc_string = ""


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the exporter's remarks on packages that are not installed and on its own insides."""
    logger = logging.getLogger("torch.onnx")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", (FutureWarning))
            yield
    finally:
        logger.setLevel(level)
