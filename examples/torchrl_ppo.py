"""PPO of TorchRL on the batch: one network plays every seat, and learns from how games end.

python examples/torchrl_ppo.py --updates 60

`Games` makes a TorchRL environment of the batch. TorchRL comes with ``pip install torchrl``; it is
not among the project's extras.
"""

from __future__ import annotations

import sys

import ludo_env
from ludo_env.script import Parser, WholeNumber, guarded, need

need("torchrl")

import torch
from tensordict import TensorDict, TensorDictBase
from tensordict.nn import TensorDictModule
from torch import Tensor, nn
from torchrl.data import Binary, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss

RULES = "classic:pieces=2"
ROLLOUT = 256
"""Decisions of each game between two updates; what comes after its last end is not used."""
EPOCHS, MINIBATCH = 2, 1024


class Games(EnvBase):
    """The games of a batch, each waiting for one party, the decider: there is one agent, it.

    ``results`` are what every party has earned, not 0 where a game has just ended; a new one has
    begun by then.
    """

    def __init__(self, vec: ludo_env.VecEnv) -> None:
        super().__init__(batch_size=[vec.n])
        self.vec, n = vec, vec.n
        self.observation_spec = Composite(
            observation=Unbounded((n, vec.schema.size), dtype=torch.uint8),
            action_mask=Binary(shape=(n, vec.actions), dtype=torch.bool),
            decider=Unbounded((n,), dtype=torch.int64),
            results=Unbounded((n, 4)),
            shape=(n,),
        )
        self.action_spec = Categorical(vec.actions, shape=(n,))
        self.reward_spec = Unbounded((n, 1))

    def look(self) -> dict[str, Tensor]:
        """Copies of what the deciders see: the arrays are written anew in the next step."""
        return {
            "observation": torch.tensor(self.vec.observations),
            "action_mask": torch.tensor(self.vec.action_masks, dtype=torch.bool),
            "decider": torch.tensor(self.vec.deciders),
            "results": torch.tensor(self.vec.rewards, dtype=torch.float32),
        }

    def _reset(self, tensordict: TensorDictBase | None = None, **_: object) -> TensorDict:
        if tensordict is None or "_reset" not in tensordict:
            self.vec.reset()  # else single games have ended, and new ones have begun
        return TensorDict(self.look(), self.batch_size)

    def _step(self, tensordict: TensorDictBase) -> TensorDict:
        actors = torch.tensor(self.vec.deciders)[:, None]
        self.vec.step(tensordict["action"].numpy())
        seen = self.look()
        done = torch.tensor(self.vec.terminated | self.vec.truncated)[:, None]
        reward = seen["results"].gather(1, actors)
        return TensorDict({**seen, "reward": reward, "done": done}, self.batch_size)

    def _set_seed(self, seed: int | None) -> None:
        self.vec.reset(seed)


def network(high: Tensor, outputs: int) -> nn.Module:
    """From uint8 observations to numbers."""

    class Scaled(nn.Module):
        def forward(self, observations: Tensor) -> Tensor:
            return observations.float() / high

    hidden = [nn.Linear(len(high), 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh()]
    return nn.Sequential(Scaled(), *hidden, nn.Linear(128, outputs))


def with_results(data: TensorDictBase) -> TensorDictBase:
    """The decisions of games that ended, flat, with the result of the party that decided."""
    steps = data.shape[1]
    targets, known = torch.zeros(data.shape), torch.zeros(data.shape, dtype=torch.bool)
    results, there = torch.zeros(data.shape[0], 4), torch.zeros(data.shape[0], dtype=torch.bool)
    for t in reversed(range(steps)):
        ended = data["next", "done"][:, t, 0]
        results = torch.where(ended[:, None], data["next", "results"][:, t], results)
        there = there | ended
        targets[:, t] = results.gather(1, data["decider"][:, t, None])[:, 0]
        known[:, t] = there
    data["value_target"] = targets[..., None]
    return data[known]


def wins(actor: ProbabilisticActor, games: int) -> float:
    """The share of games that the first party wins with it, against random play."""
    vec, won, played = ludo_env.make_vec(min(games, 64), RULES, players=2, seed=99), 0, 0
    while played < games:
        actions = torch.tensor(vec.random_actions())
        logits = actor.module[0].module(torch.tensor(vec.observations))
        best = logits.masked_fill(torch.tensor(vec.action_masks) == 0, -1e9).argmax(1)
        vec.step(torch.where(torch.tensor(vec.deciders) == 0, best, actions).numpy())
        ended = vec.terminated | vec.truncated
        won += int((vec.rewards[ended, 0] > 0).sum())
        played += int(ended.sum())
    return won / played


def main() -> None:
    """Learn, and say how often it wins."""
    parser = Parser(description="PPO of TorchRL on the batch")
    parser.add_argument(
        "--updates", type=WholeNumber(1), default=60, help="collections and updates"
    )
    parser.add_argument("--games", type=WholeNumber(1), default=64, help="games side by side")
    parser.add_argument(
        "--test-games", type=WholeNumber(1), default=500, help="games against random play"
    )
    args = parser.parse_args()
    torch.manual_seed(1)
    env = Games(ludo_env.make_vec(args.games, RULES, players=2, seed=1))
    high = torch.from_numpy(env.vec.schema.high).float().clamp(min=1)
    logits = TensorDictModule(network(high, env.vec.actions), ["observation"], ["logits"])
    actor = ProbabilisticActor(
        logits,
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        spec=env.action_spec,
        return_log_prob=True,
    )
    critic = ValueOperator(network(high, 1), in_keys=["observation"])
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
    adam = torch.optim.Adam(loss.parameters(), lr=1e-3)
    for _ in range(args.updates):
        with torch.no_grad():
            data = with_results(env.rollout(ROLLOUT, actor, break_when_any_done=False))
            critic(data)
            data["advantage"] = data["value_target"] - data["state_value"]
        for _ in range(EPOCHS):
            for rows in torch.split(torch.randperm(len(data)), MINIBATCH):
                losses = loss(data[rows])
                total = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                adam.zero_grad()
                total.backward()
                adam.step()
    with torch.no_grad():
        share = wins(actor, args.test_games)
    print(f"won {share:.0%} of {args.test_games} games against random play")


if __name__ == "__main__":
    sys.exit(guarded(main))
