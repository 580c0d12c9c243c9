"""How much of a training's time the games take: ``python -m training.share --rules ludicrous``.

Two short runs of MaskablePPO with the default configuration, untrained: one on one seat against a
bot and an earlier self, one on every seat. The time of the games is all that is spent between
handing over actions and having observations, rewards and masks again, without the networks of the
opponents.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

import torch

import ludo_env
from ludo_env.board import PARTIES
from ludo_env.script import Parser, WholeNumber, guarded
from ludo_env.vector import make_vec
from training.config import PPOConfig
from training.every_seat import EverySeat
from training.learner import Learner
from training.pool import Opponent, Pool
from training.ppo import make_learner
from training.seats import Seats

ASKED: Final = ("step_async", "step_wait", "env_method")
"""What Stable-Baselines3 calls in every step."""
BOT: Final = "random"
STEPS: Final = 8192


class Watch:
    """Adds up the time of some methods."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def time(self, thing: object, name: str) -> None:
        """Time a method of an object from now on."""
        method: Callable[..., Any] = getattr(thing, name)

        def timed(*args: Any, **options: Any) -> Any:
            began = perf_counter()
            try:
                return method(*args, **options)
            finally:
                self.seconds += perf_counter() - began

        setattr(thing, name, timed)


def measure(seats: Learner, opponents: list[Opponent], steps: int) -> dict[str, float]:
    """Learn for some steps, on one core.

    Returns:
        ``steps_per_s``, and ``environment`` and ``opponents``, shares of the whole time.
    """
    torch.set_num_threads(1)
    config = PPOConfig(games=seats.num_envs)
    learner = make_learner(config, seats, 0)
    games, others = Watch(), Watch()
    for name in ASKED:
        games.time(seats, name)
    for opponent in opponents:
        others.time(opponent, "actions")
    began = perf_counter()
    learner.learn(steps)
    whole = perf_counter() - began
    return {
        "steps_per_s": learner.num_timesteps / whole,
        "environment": (games.seconds - others.seconds) / whole,
        "opponents": others.seconds / whole,
    }


def shares(rules: str, players: int, games: int, steps: int) -> dict[str, object]:
    """The shares of a learner on one seat and of one on every seat."""
    pool = Pool([BOT], 0.5, 1, 0)
    one = Seats(games, rules, players, pool, seed=0)
    actor = make_learner(PPOConfig(games=games), one, 0).policy
    pool.add(
        "self-0",
        torch.nn.Sequential(
            actor.features_extractor, actor.mlp_extractor.policy_net, actor.action_net
        ),
    )
    return {
        "compiled": ludo_env.__compiled__,
        "rules": rules,
        "one_seat": measure(one, pool.opponents, steps),
        "every_seat": measure(EverySeat(make_vec(games, rules, players)), [], steps),
    }


def main() -> None:
    """Measure and print JSON."""
    parser = Parser(description="the share of the games in a training's time")
    parser.add_argument("--rules", default="ludicrous")
    parser.add_argument("--players", type=WholeNumber(2, PARTIES), default=4)
    parser.add_argument("--games", type=WholeNumber(1), default=PPOConfig().games)
    parser.add_argument("--steps", type=WholeNumber(1), default=STEPS)
    args = parser.parse_args()
    print(json.dumps(shares(args.rules, args.players, args.games, args.steps)))


if __name__ == "__main__":
    sys.exit(guarded(main))
