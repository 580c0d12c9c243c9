"""The network that `agents.instinct` plays by: fitted to lessons, written as JSON and as ONNX."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from agents.instinct.inputs import INPUTS, POSITION, WORTH
from agents.learned import SCORER
from agents.model import METADATA
from agents.scored import INPUT, KIND, OUTPUT
from ludo_env.files import write_whole
from training.distil_games import Lessons

PRIOR: Final = -0.4
"""What an action scores, to begin with, that is worth a thousand hundredths of a space less."""
START: Final = 0.15
"""The standard deviation of the first weights, and of those that add up the units."""
START_OUT: Final = 0.02
TEST: Final = 20
"""Every so-many-th game is for testing only."""
DIGITS: Final = 5
MOST: Final = 30.0
"""Larger differences, in percent, count as this: a world is noisy."""
WARM_UP: Final = 0.15
"""The share of the fit in which the learning rate rises."""
OPSET: Final = 20
IR: Final = 10


class ScorerNet(nn.Module):
    """What `agents.instinct.scorer` computes, for many decisions at once."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        actions = INPUTS - POSITION
        self.position = nn.EmbeddingBag(POSITION, hidden, mode="sum")
        self.action = nn.EmbeddingBag(actions, hidden, mode="sum")
        self.linear = nn.EmbeddingBag(actions, 1, mode="sum")
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.out = nn.Parameter(torch.zeros(hidden))
        nn.init.normal_(self.position.weight, std=START)
        nn.init.normal_(self.action.weight, std=START)
        nn.init.normal_(self.out, std=START_OUT)
        nn.init.zeros_(self.linear.weight)

    def forward(self, batch: Batch) -> Tensor:
        """The scores of all actions of a batch."""
        seen = self.position(*batch.position) + self.bias
        units = torch.relu(seen[batch.decision] + self.action(*batch.action))
        linear: Tensor = self.linear(*batch.action)[:, 0]
        return units @ self.out + linear + PRIOR * batch.lost

    def tables(self) -> dict[str, NDArray[np.float32]]:
        """What `agents.instinct.scorer.Scorer` is made from, rounded as it is written."""
        linear = self.linear.weight.detach().clone()
        linear[0, 0] += PRIOR
        tables = {
            "units": torch.cat([self.position.weight, self.action.weight]),
            "bias": self.bias,
            "out": self.out,
            "linear": linear,
        }
        return {
            name: np.round(table.detach().numpy().reshape(-1), DIGITS)
            for name, table in tables.items()
        }


class Batch:
    """Some decisions as a network takes them.

    Attributes:
        position, action: places, where each bag begins, and numbers.
        decision: ``(actions,)``, the decision of each action.
        options: ``(decisions,)``, how many actions each has.
        lost: ``(actions,)``, the first number of each action: see `WORTH`.
        advantage: ``(actions,)``, the chance to win beside the mean of the decision, in percent.
    """

    def __init__(self, shelf: Shelf, chosen: Tensor) -> None:
        self.position = shelf.position.bags(chosen)
        self.options = shelf.options[chosen]
        actions = ranges(shelf.first[chosen], self.options)
        self.action = shelf.action.bags(actions)
        self.decision = torch.repeat_interleave(torch.arange(len(chosen)), self.options)
        self.lost = shelf.lost[actions]
        self.advantage = self.centred(shelf.chances[actions])

    def centred(self, values: Tensor) -> Tensor:
        """Values of actions, less the mean of their decision."""
        sums = torch.zeros(len(self.options)).index_add(0, self.decision, values)
        return values - (sums / self.options)[self.decision]


class Bags:
    """Rows of sparse numbers."""

    def __init__(
        self, sizes: NDArray[np.int16], places: NDArray[np.int16], numbers: NDArray[np.float16]
    ) -> None:
        self.sizes = torch.from_numpy(sizes.astype(np.int64))
        self.first = starts(self.sizes)
        self.places = torch.from_numpy(places.astype(np.int32))
        self.numbers = torch.from_numpy(numbers.astype(np.float32))

    def bags(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Places, where each row begins, and numbers, of some rows."""
        sizes = self.sizes[rows]
        every = ranges(self.first[rows], sizes)
        return self.places[every], starts(sizes).int(), self.numbers[every]


class Shelf:
    """Lessons as tensors."""

    def __init__(self, lessons: Lessons) -> None:
        self.position = Bags(lessons.seen, lessons.where, lessons.what)
        self.action = Bags(lessons.told, lessons.places - np.int16(POSITION), lessons.numbers)
        self.options = torch.from_numpy(lessons.options.astype(np.int64))
        self.first = starts(self.options)
        self.chances = torch.from_numpy(lessons.chances)
        self.lost = torch.zeros(len(lessons.chances))
        worths = torch.from_numpy(lessons.places == WORTH)
        owners = torch.repeat_interleave(torch.arange(len(self.lost)), self.action.sizes)
        self.lost[owners[worths]] = self.action.numbers[worths]
        tested = torch.from_numpy(lessons.games % TEST == 0)
        self.learned, self.tested = (torch.nonzero(which)[:, 0] for which in (~tested, tested))


def starts(sizes: Tensor) -> Tensor:
    """Where each of several rows begins that lie one after the other."""
    return torch.cumsum(sizes, 0) - sizes


def ranges(first: Tensor, sizes: Tensor) -> Tensor:
    """The numbers ``first`` to ``first + size - 1`` of each row, one row after the other."""
    total = int(sizes.sum())
    return torch.arange(total) + torch.repeat_interleave(first - starts(sizes), sizes)


def fit(
    lessons: Lessons, hidden: int, epochs: int, minibatch: int, rate: float, decay: float, seed: int
) -> tuple[ScorerNet, dict[str, float]]:
    """A network fitted to the advantages of actions.

    Returns:
        The network, and of games that it has not seen: ``error``, the mean squared error of an
        advantage, in squares of percent; ``before``, that of no network; ``gain``, what its choices
        bring more than those of the rules of thumb, in percent a decision.
    """
    torch.manual_seed(seed)
    shelf, net = Shelf(lessons), ScorerNet(hidden)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=decay)
    steps = epochs * -(-len(shelf.learned) // minibatch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=rate, total_steps=steps + 1, pct_start=WARM_UP
    )
    for _ in range(epochs):
        order = shelf.learned[torch.randperm(len(shelf.learned))]
        for chosen in torch.split(order, minibatch):
            batch = Batch(shelf, chosen)
            wanted = batch.advantage.clamp(-MOST, MOST)
            loss = (batch.centred(net(batch)) - wanted).square().mean()
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # so in torch's own types
            optimizer.step()
            schedule.step()
    return net, test(net, shelf)


def test(net: ScorerNet, shelf: Shelf) -> dict[str, float]:
    """How well the network does in games that it has not seen."""
    if not len(shelf.tested):
        return {}
    with torch.no_grad():
        batch = Batch(shelf, shelf.tested)
        scores = net(batch)
        error = (batch.centred(scores) - batch.advantage).square().mean()
        before = batch.advantage.square().mean()
        # The favourite of the rules of thumb is the first of each decision.
        first = starts(batch.options)
        gain = batch.advantage[best_of(scores, batch)] - batch.advantage[first]
    return {"error": float(error), "before": float(before), "gain": float(gain.mean())}


def best_of(scores: Tensor, batch: Batch) -> Tensor:
    """The action of each decision that scores best."""
    rows = torch.full((len(batch.options), int(batch.options.max())), -torch.inf)
    place = torch.arange(len(scores)) - starts(batch.options)[batch.decision]
    rows[batch.decision, place] = scores
    return starts(batch.options) + rows.argmax(dim=1)


def write_scorer(
    path: Path, tables: Mapping[str, NDArray[np.float32]], description: Mapping[str, object]
) -> None:
    """Write the file that `agents.learned` reads."""
    numbers = {name: [round(float(x), DIGITS) for x in table] for name, table in tables.items()}
    text = json.dumps({**description, SCORER: numbers}, separators=(",", ":"))
    write_whole(path, text.encode() + b"\n")


def write_onnx(
    path: Path, tables: Mapping[str, NDArray[np.float32]], description: Mapping[str, object]
) -> None:
    """Write the file that `agents.scored` plays. The same tables give the same file."""
    hidden = len(tables["bias"])
    linear = np.zeros((INPUTS, 1), np.float32)
    linear[POSITION:, 0] = tables["linear"]
    constants: dict[str, NDArray[Any]] = {
        "units": tables["units"].reshape(INPUTS, hidden),
        "bias": tables["bias"],
        "out": tables["out"].reshape(hidden, 1),
        "linear": linear,
        "axis": np.array([1], np.int64),
    }
    nodes = [
        helper.make_node("Gemm", [INPUT, "units", "bias"], ["seen"]),
        helper.make_node("Relu", ["seen"], ["fired"]),
        helper.make_node("MatMul", ["fired", "out"], ["learned"]),
        helper.make_node("MatMul", [INPUT, "linear"], ["plain"]),
        helper.make_node("Add", ["learned", "plain"], ["sum"]),
        helper.make_node("Squeeze", ["sum", "axis"], [OUTPUT]),
    ]
    graph = helper.make_graph(
        nodes,
        KIND,
        [helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, ["n", INPUTS])],
        [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ["n"])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR)
    onnx.checker.check_model(model)
    text = json.dumps({"kind": KIND, **description})
    helper.set_model_props(model, {METADATA: text})
    write_whole(path, model.SerializeToString(deterministic=True))
