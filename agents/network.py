"""Bots that play a trained policy. They need onnxruntime, not the library that trained them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Final, cast

import numpy as np

from agents.agent import Agent
from agents.model import Model, load_model
from agents.scored import open_scorer
from ludo_env.engine.game import Game
from ludo_env.errors import BadAgent

PLAYERS_OF: Final = {
    "policy": "agents.network:Network",
    "value": "agents.value:Value",
    "policy-value": "agents.network:Network",
}
"""The bot that plays each kind of model, called with the model and the temperature."""


class Network:
    """Plays a trained policy.

    Args:
        model: a model of kind ``policy`` or ``policy-value``.
        temperature: 0 takes the most probable action; 1 draws each with the probability that the
            policy gives it; more is more even.
    """

    name = "net"

    def __init__(self, model: Model, temperature: float = 0.0) -> None:
        self.model = model
        self.temperature = temperature
        self.rng = np.random.default_rng(0)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A game begins. Raises `BadModel` if the policy was trained for another one."""
        self.model.check(game)
        self.rng = np.random.default_rng(seed)

    def act(self, game: Game) -> int:
        """The chosen action, always a legal one."""
        observation = self.model.schema.encode(game, game.decider)
        legal = game.legal()
        logits = self.model.run(observation.reshape(1, -1))[0, legal].astype(np.float64)
        if self.temperature > 0:
            # The largest of logits with Gumbel noise is a draw from their softmax.
            logits = logits / self.temperature + self.rng.gumbel(size=len(legal))
        return legal[int(np.argmax(logits))]


def play_model(model: str, temperature: float) -> Agent:
    """The bot that plays the model file ``model``, whatever its kind.

    Raises:
        BadAgent: no file is named.
        BadModel: see `load_model`.
    """
    if not model:
        raise BadAgent("agent net: model is missing, allowed: net:model=FILE")
    if scorer := open_scorer(model, temperature):
        return scorer
    loaded = load_model(model)
    module, _, attribute = PLAYERS_OF[loaded.kind].partition(":")
    factory = cast(
        Callable[[Model, float], Agent], getattr(importlib.import_module(module), attribute)
    )
    return factory(loaded, temperature)
