"""What somebody might write who has installed the package: mypy reads it, then it is run."""

from __future__ import annotations

from random import Random

import ludo_env
from agents import Agent, make_agent
from evaluation.match import Match
from ludo_env import Game, RuleSet
from training.presets import PRESETS

rules: RuleSet = ludo_env.PRESETS["danish"]
game: Game = Game(rules, players=4, seed=7)
rng: Random = Random(7)
while not game.over:
    game.apply(rng.choice(game.legal()))
places: dict[str, int] = game.places

agent: Agent = make_agent("smart")
batch: ludo_env.VecEnv = ludo_env.make_vec(8, "classic", players=4)
environment = ludo_env.env("classic", players=4)
environment.reset(seed=7)


def mistakes(match: Match) -> None:
    """Strict mypy wants no comment that it does not need: the types arrive where these pass."""
    game.seat()  # type: ignore[attr-defined]
    agent.name = 3  # type: ignore[assignment]
    batch.step(None)  # type: ignore[arg-type]
    match.games.strip()  # type: ignore[attr-defined]


print(agent.name, len(list(PRESETS.iterdir())), places)
