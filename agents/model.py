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

from ludo_env.board import PARTIES
from ludo_env.engine.actions import PLAIN
from ludo_env.engine.game import LEAST_PLAYERS, Game
from ludo_env.engine.ludicrous.catalogue import LUDICROUS
from ludo_env.errors import BadAgent, BadModel, BadOption, BadRules
from ludo_env.fields import Fault, Fields, allow, load_json, show
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
``(n, 4)`` float32 of a ``value`` model, ``(n, 1)`` of the other kind."""

ACTIONS: Final = {"plain": PLAIN, "full": LUDICROUS}
"""The actions of each game."""


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
        BadModel: the file cannot be read, is none of ours, is of another kind, gives other numbers
            than its kind promises, or was trained on another observation; the message shows the
            difference.
        BadAgent: onnxruntime is not installed.
    """
    session = open_session(path)
    text = session.get_modelmeta().custom_metadata_map.get(METADATA)
    if text is None:
        raise BadModel(f"{path}: not a model of this project: it has no {METADATA!r} metadata")
    try:
        data = Fields(load_json(text))
        version = data.whole("format")
        if version != FORMAT:
            raise BadModel(f"{path}: model format {version}, this version reads {FORMAT}")
        model = Model(
            path=str(path),
            kind=data.text("kind"),
            rules=as_rules(data.text("rules")),
            also=tuple(map(as_rules, _items(data, "also"))) if data.has("also") else (),
            players=tuple(data.wholes("players", LEAST_PLAYERS, PARTIES)),
            schema=stored_schema(data.object("schema")),
            engine=data.text("engine"),
            training=data.object("training").values,
            session=session,
        )
        allow(bool(model.players), "players", "[]", f"numbers {LEAST_PLAYERS}..{PARTIES}")
    except BadRules as error:
        raise BadModel(f"{path}: trained for rules that are unknown here: {error}") from None
    except BadOption as error:
        raise BadModel(f"{path}: {error}") from None
    except Fault as fault:
        raise BadModel(f"{path}: damaged metadata: {fault.field}: {fault.problem}") from None
    allowed = kinds or tuple(OUTPUTS)
    if model.kind not in allowed:
        raise BadModel(f"{path}: a {model.kind} model, allowed: {', '.join(allowed)}")
    _check_game(model)
    _check_graph(model)
    _check_numbers(model)
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


def _items(data: Fields, field: str) -> list[Any]:
    """A list of anything. Raises `Fault`."""
    items = data.value(field)
    if not isinstance(items, list):
        raise Fault(data.name(field), f"{show(items)}, allowed: a list")
    return items


def stored_schema(stored: Fields) -> Schema:
    """The schema that a network was trained on, from `Schema.to_dict`, if it is the same here.

    Raises:
        BadOption: it is another one; the message shows the difference.
        Fault: what is stored is none.
    """
    place = stored.name("slices")
    slices = [
        Fields(part, f"{place}[{number}]") for number, part in enumerate(_items(stored, "slices"))
    ]
    names = [part.text("name") for part in slices]
    # Models of before there were two games do not say which it is.
    game = stored.text("game") if stored.has("game") else "plain"
    try:
        schema = Schema(names, game)
    except BadOption as error:
        raise BadOption(f"trained on another observation: {error}") from None
    here = json.loads(json.dumps(schema.to_dict()))
    if found := differences(stored.values | {"game": game}, here):
        raise BadOption(f"trained on another observation: {'; '.join(found)}")
    return schema


def differences(stored: Mapping[str, Any], here: Mapping[str, Any]) -> list[str]:
    """What differs between a stored schema and one of this version with the same slices.

    A number that is explained in other words counts as another one: nothing else tells what an
    encoder of one's own meant by it.
    """
    pairs = [("", stored, here)]
    for old, new in zip(stored["slices"], here["slices"], strict=True):
        pairs.append((f" of {new['name']}", old, new))
    return [
        f"{key}{of} is {_only(old.get(key), new[key])} in the model, "
        f"{_only(new[key], old.get(key))} here"
        for of, old, new in pairs
        for key in new
        if key != "slices" and old.get(key) != new[key]
    ]


def _only(value: object, other: object) -> object:
    """The part of a list that another list does not have, if there is one; else all of it."""
    if isinstance(value, list) and isinstance(other, list):
        return [item for item in value if item not in other] or value
    return value


def _check_game(model: Model) -> None:
    """Refuse rules of one game with an observation of the other."""
    for rules in (model.rules, *model.also):
        game = "full" if isinstance(rules, LudicrousRules) else "plain"
        if game != model.schema.game:
            raise BadModel(
                f"{model.path}: trained for the rules {rules.text}, but on an observation of the "
                f"{model.schema.game} game, allowed: of the {game} game"
            )


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


def _check_numbers(model: Model) -> None:
    """Refuse a graph that gives other numbers, or other shapes of them, than `OUTPUTS` promise.

    It is asked for the smallest and for the largest observation.
    """
    asked = np.stack([np.zeros_like(model.schema.high), model.schema.high])
    try:
        outputs = model.run_all(asked)
    except Exception as error:  # onnxruntime's errors share no other base
        raise BadModel(f"{model.path}: the graph cannot be run: {_first_line(error)}") from None
    for name, output in zip(OUTPUTS[model.kind], outputs, strict=True):
        found, wanted = (output.dtype.name, output.shape), ("float32", (2, _width(model, name)))
        if found != wanted:
            raise BadModel(
                f"{model.path}: for 2 observations {name} are {found[0]} of shape {found[1]}, "
                f"allowed: {wanted[0]} of shape {wanted[1]}"
            )
        if not np.isfinite(output).all():
            odd = output[~np.isfinite(output)][0]
            raise BadModel(f"{model.path}: the graph gives {odd} for {name}, allowed: numbers")


def _width(model: Model, output: str) -> int:
    """How many numbers an output has for an observation."""
    if output == "logits":
        return len(ACTIONS[model.schema.game].names)
    return PARTIES if model.kind == "value" else 1


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0]
