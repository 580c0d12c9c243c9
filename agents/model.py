"""Trained models: one ONNX file each, with everything in it that a bot must know to use it."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ludo_env.engine.game import Game
from ludo_env.errors import BadAgent, BadModel, BadOption, BadRules
from ludo_env.observation import Schema
from ludo_env.rules import LudicrousRules, Rules, as_rules

FORMAT: Final = 1
"""Rises whenever `METADATA` or the inputs and outputs of a graph change their meaning."""
METADATA: Final = "ludicrous-ludo"
"""The key of the file's metadata that holds a model's description, as JSON."""
INPUT: Final = "observations"
"""The graph's input: ``(n, schema.size)`` uint8, unscaled."""
OUTPUTS: Final[dict[str, tuple[str, ...]]] = {
    "policy": ("logits",),
    "value": ("values",),
    "policy-value": ("logits", "values"),
}
"""The graph's outputs by kind: ``logits``, ``(n, actions)`` float32, unmasked; ``values``,
``(n, ...)`` float32."""
LAYOUT: Final = ("start", "stop", "shape", "rows", "fields")
"""What must be the same of every slice of an observation."""


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A trained model, ready to be asked.

    Attributes:
        path: its file.
        kind: ``policy`` (an observation before a decision to logits), ``value`` (what the trainer
            that made it says), or ``policy-value`` (logits, and the result that the decider can
            expect, -1 to 1).
        rules: the rule set that it was trained for.
        also: further rule sets that it was trained for.
        players: the numbers of players that it was trained for.
        schema: what it observes.
        engine: the version of the engine that it was trained with.
        training: the configuration that it was trained with.
        session: the onnxruntime session; single-threaded.
    """

    path: str
    kind: str
    rules: Rules
    players: tuple[int, ...]
    schema: Schema
    engine: str
    training: Mapping[str, object]
    session: Any
    also: tuple[Rules, ...] = ()

    def run(self, observations: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The first output for observations of shape ``(n, schema.size)``."""
        return self.run_all(observations)[0]

    def run_all(self, observations: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """All outputs, in the order of `OUTPUTS`."""
        outputs: list[NDArray[np.float32]] = self.session.run(None, {INPUT: observations})
        return outputs

    def check(self, game: Game) -> None:
        """Refuse a game that the model was not trained for.

        In the full game, classes and scores are part of the observation, and any will do.

        Raises:
            BadModel: other rules, or another number of players.
        """
        known = [without_sheets(rules) for rules in (self.rules, *self.also)]
        if without_sheets(game.rules) not in known:
            trained = " or ".join(dict.fromkeys(rules.text for rules in known))
            raise BadModel(
                f"{self.path}: trained for the rules {trained}, this game has {game.rules.text}"
            )
        if len(game.seats) not in self.players:
            trained = " or ".join(map(str, self.players))
            raise BadModel(
                f"{self.path}: trained for {trained} players, this game has {len(game.seats)}"
            )


def without_sheets(rules: Rules) -> Rules:
    """The rules with the same class and scores at every seat."""
    if not isinstance(rules, LudicrousRules):
        return rules
    return rules.changed(sheets=LudicrousRules().sheets)


def describe(
    kind: str,
    rules: Rules,
    players: tuple[int, ...],
    schema: Schema,
    engine: str,
    training: Mapping[str, object],
    also: Sequence[Rules] = (),
) -> str:
    """A model's description as it is stored in its file."""
    data = {
        "format": FORMAT,
        "kind": kind,
        "rules": rules.text,
        "also": [other.text for other in also],
        "players": players,
        "schema": schema.to_dict(),
        "fingerprint": schema.fingerprint,
        "engine": engine,
        "training": dict(training),
    }
    return json.dumps(data, sort_keys=True)


def load_model(path: str | Path, *kinds: str) -> Model:
    """Load a model.

    Args:
        path: its file.
        kinds: the kinds that the caller can use; every kind when none is named.

    Raises:
        BadModel: the file cannot be read, is none of ours, is of another kind, or was trained on
            another observation; the message shows the difference.
        BadAgent: onnxruntime is not installed.
    """
    session = open_session(path)
    text = session.get_modelmeta().custom_metadata_map.get(METADATA)
    if text is None:
        raise BadModel(f"{path}: not a model of this project: it has no {METADATA!r} metadata")
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise BadModel(f"{path}: model format {data['format']}, this version reads {FORMAT}")
        model = Model(
            path=str(path),
            kind=str(data["kind"]),
            rules=as_rules(data["rules"]),
            also=tuple(map(as_rules, data.get("also", []))),
            players=tuple(map(int, data["players"])),
            schema=_schema(path, data["schema"]),
            engine=str(data["engine"]),
            training=dict(data["training"]),
            session=session,
        )
    except BadRules as error:
        raise BadModel(f"{path}: trained for rules that are unknown here: {error}") from None
    except BadModel:
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadModel(f"{path}: damaged metadata: {type(error).__name__} {error}") from None
    allowed = kinds or tuple(OUTPUTS)
    if model.kind not in allowed:
        raise BadModel(f"{path}: a {model.kind} model, allowed: {', '.join(allowed)}")
    _check_graph(model)
    return model


def open_session(path: str | Path) -> Any:
    """A single-threaded session: bots share a machine, and their networks are small.

    Raises:
        BadModel: the file cannot be read.
        BadAgent: onnxruntime is not installed.
    """
    try:
        runtime = importlib.import_module("onnxruntime")
    except ImportError:
        raise BadAgent(
            "trained bots need onnxruntime; it comes with: pip install 'ludicrous-ludo[bots]'"
        ) from None
    if not Path(path).is_file():
        raise BadModel(f"{path}: no such file")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4  # errors are raised; nothing else belongs on the terminal
    try:
        session = runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        _texts(session)
        return session
    except Exception as error:  # onnxruntime's errors share no other base
        raise BadModel(f"{path}: not a readable ONNX file: {_first_line(error)}") from None


def _texts(session: Any) -> list[str]:
    """All texts of a file that anybody reads; those that are no UTF-8 raise here, not later."""
    nodes = [*session.get_inputs(), *session.get_outputs()]
    return [*session.get_modelmeta().custom_metadata_map.values(), *(node.name for node in nodes)]


def _schema(path: str | Path, stored: Mapping[str, Any]) -> Schema:
    """The schema that a model was trained on, if it is the same here."""
    stored = {"game": "plain", **stored}  # models of before there were two games do not say
    try:
        schema = Schema([part["name"] for part in stored["slices"]], stored["game"])
    except BadOption as error:
        raise BadModel(f"{path}: trained on another observation: {error}") from None
    here = json.loads(json.dumps(schema.to_dict()))
    if found := differences(stored, here):
        raise BadModel(f"{path}: trained on another observation: {'; '.join(found)}")
    return schema


def differences(stored: Mapping[str, Any], here: Mapping[str, Any]) -> list[str]:
    """What differs between a stored schema and one of this version with the same slices.

    What its numbers mean is told by its version; the words for it may change.
    """
    found = [
        f"{key} is {stored.get(key)!r} in the model, {here[key]!r} here"
        for key in here
        if key != "slices" and stored.get(key) != here[key]
    ]
    for old, new in zip(stored["slices"], here["slices"], strict=True):
        for key in LAYOUT:
            was, now = _layout(old[key]), _layout(new[key])
            if was != now:
                found.append(
                    f"{key} of {new['name']} is {_only(was, now)} in the model, "
                    f"{_only(now, was)} here"
                )
    return found


def _layout(value: object) -> object:
    """A part of a slice without words: of a field, its name and its largest value."""
    if isinstance(value, list):
        return [item[:2] if isinstance(item, list) else item for item in value]
    return value


def _only(value: object, other: object) -> object:
    """The part of a list that another list does not have; anything else as it is."""
    if isinstance(value, list) and isinstance(other, list):
        return [item for item in value if item not in other]
    return value


def _check_graph(model: Model) -> None:
    """Refuse a graph whose input or output is not what its metadata promise."""
    inputs, outputs = model.session.get_inputs(), model.session.get_outputs()
    wanted = (INPUT, "tensor(uint8)", model.schema.size)
    found = [(node.name, node.type, node.shape[-1]) for node in inputs]
    if found != [wanted]:
        raise BadModel(f"{model.path}: the graph's inputs are {found}, expected {wanted}")
    names = tuple(node.name for node in outputs)
    if names != OUTPUTS[model.kind]:
        raise BadModel(
            f"{model.path}: the graph's outputs are {', '.join(names)}, "
            f"expected {', '.join(OUTPUTS[model.kind])}"
        )


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0]
