"""The network that RLlib trains: it never draws an action that is not legal."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import Tensor, nn


class Scale(nn.Module):
    """Divides every number of an observation by its largest value: ``(n, size)`` in 0..1."""

    def __init__(self, high: Tensor) -> None:
        super().__init__()
        self.factor: Tensor
        self.register_buffer("factor", 1.0 / high.float())

    def forward(self, observations: Tensor) -> Tensor:
        """Scale uint8 or float observations."""
        return observations.float() * self.factor


def perceptron(high: Tensor, hidden: Sequence[int], outputs: int) -> nn.Sequential:
    """Layers from raw observations to ``outputs`` numbers."""
    widths = [len(high), *hidden]
    layers: list[nn.Module] = [Scale(high)]
    for before, after in itertools.pairwise(widths):
        layers += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(widths[-1], outputs))


class MaskedNet(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """A policy and a value, apart. ``model_config`` has the units of their ``hidden`` layers."""

    def setup(self) -> None:
        """Make the layers."""
        high = torch.from_numpy(self.observation_space["observation"].high)
        hidden = self.model_config["hidden"]
        self.actor = perceptron(high, hidden, int(self.action_space.n))
        self.critic = perceptron(high, hidden, 1)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.actor(seen["observation"])
        lowest = torch.finfo(logits.dtype).min
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, lowest)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Tensor:
        """The expected results, ``(n,)``."""
        values: Tensor = self.critic(batch[Columns.OBS]["observation"])
        return values.squeeze(-1)
