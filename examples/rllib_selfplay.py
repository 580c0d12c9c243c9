"""Self-play with RLlib: one masked policy plays every seat, and then some games against a bot.

``python examples/rllib_selfplay.py --iterations 20`` needs ``pip install 'ludicrous-ludo[ray]'``.
``ludo train --ray`` is the grown-up version, with a league, checkpoints and a model file.
"""

from __future__ import annotations

import sys
from typing import Any

from ludo_env.script import Parser, WholeNumber, guarded, need

need("ray")

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module import RLModuleSpec
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from evaluation.cluster import cluster
from ludo_env import raw_env
from training.pool import best, evaluate
from training.rllib_net import MaskedNet
from training.trial import play_trial

RULES, PLAYERS = "classic:pieces=2", 2


class Ludo(MultiAgentEnv):  # type: ignore[misc]
    """The PettingZoo environment for RLlib: only who must decide is asked."""

    def __init__(self, config: Any = None) -> None:
        super().__init__()
        self.env = raw_env(RULES, PLAYERS)
        self.possible_agents = self.agents = self.env.possible_agents
        self.observation_spaces = self.env.observation_spaces
        self.action_spaces = self.env.action_spaces

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
        """Begin a game."""
        self.env.reset(seed)
        return self.asked(), {}

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        """Take the decider's action; at the end everybody has a result."""
        self.env.step(actions[self.env.agent_selection])
        over = self.env.game.over
        asked = {a: self.env.observe(a) for a in self.agents} if over else self.asked()
        rewards = {agent: self.env.rewards[agent] for agent in asked}
        return asked, rewards, {"__all__": over}, {"__all__": False}, {}

    def asked(self) -> dict[str, Any]:
        """What the decider sees."""
        agent = self.env.agent_selection
        return {agent: self.env.observe(agent)}


def learn(iterations: int, decisions: int, games: int) -> None:
    """Train and try."""
    algorithm = (
        PPOConfig()
        .environment(Ludo, disable_env_checking=True)  # it would try illegal actions
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda *_, **__: "all")
        .rl_module(
            rl_module_spec=RLModuleSpec(module_class=MaskedNet, model_config={"hidden": [128, 128]})
        )
        .env_runners(num_env_runners=1, num_envs_per_env_runner=16)
        .training(train_batch_size=decisions, minibatch_size=decisions // 8, num_epochs=4, lr=1e-3)
        .training(gamma=0.999, lambda_=0.8, entropy_coeff=0.01, use_kl_loss=False)
        .build_algo()
    )
    for iteration in range(iterations):
        found = algorithm.train()["env_runners"]
        print(f"{iteration + 1}: {found['num_env_steps_sampled_lifetime']:,.0f} decisions")
    actor = algorithm.get_module("all").actor
    trial = play_trial(
        lambda seen, masks: best(evaluate(actor, seen), masks),
        *(RULES, PLAYERS, "random", games, 1),
    )
    print(f"its best actions against {trial}")
    algorithm.stop()


def main() -> None:
    """Read the options."""
    parser = Parser(description="self-play with RLlib")
    parser.add_argument("--iterations", type=WholeNumber(1), default=20)
    parser.add_argument("--decisions", type=WholeNumber(8), default=4096, help="of an iteration")
    parser.add_argument("--games", type=WholeNumber(1), default=200, help="against the bot")
    args = parser.parse_args()
    with cluster():  # that of RAY_ADDRESS, otherwise one on this machine
        learn(args.iterations, args.decisions, args.games)


if __name__ == "__main__":
    sys.exit(guarded(main))
