"""Proximal policy optimisation in one file, on the PettingZoo environment.

One network plays every seat of many games at once and learns from all of them::

    python examples/ppo_aec.py --updates 100

A party's steps are its own decisions: between two of them the others move. The reward of a step is
all that the party earns until it decides again, and a game that is lost pays in the last step of
each of its losers. Whole games are collected, so nothing is bootstrapped.

Agarwal, Schulman and others write the algorithm as advantage estimation (GAE), a clipped ratio, a
value loss and an entropy bonus; the same names stand below.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ludo_env
from ludo_env.rules import as_rules
from ludo_env.script import Number, Parser, WholeNumber, file_to_write, guarded, need

need("torch")

import torch
from torch import Tensor, nn

COUNT, SHARE, WEIGHT = WholeNumber(1), Number(0, 1), Number(0, 100)


def option(default: Any, kind: Callable[[str], Any], words: str) -> Any:
    """A field that the command line may change; ``kind`` reads its text."""
    return field(default=default, metadata={"type": kind, "help": words})


@dataclass
class Args:
    """What can be changed on the command line."""

    rules: str = option("classic:pieces=2", str, "rule set")
    players: int = option(2, WholeNumber(2, 4), "2, 3 or 4")
    seed: int = option(1, WholeNumber(0), "of everything")
    updates: int = option(60, COUNT, "collections and updates")
    games: int = option(32, COUNT, "games of each collection")
    learning_rate: float = option(1e-3, SHARE, "of Adam, falling to 0")
    gamma: float = option(1.0, SHARE, "discount of a decision")
    gae_lambda: float = option(0.9, SHARE, "mix of near and far estimates")
    epochs: int = option(4, COUNT, "passes over each collection")
    minibatch: int = option(512, COUNT, "steps of a minibatch")
    clip: float = option(0.2, WEIGHT, "how far the ratio may go from 1")
    entropy: float = option(0.01, WEIGHT, "weight of the entropy bonus")
    value: float = option(0.5, WEIGHT, "weight of the value loss")
    hidden: int = option(128, COUNT, "width of both layers")
    test_games: int = option(200, WholeNumber(0), "games against random play at the end")
    export: str | None = option(None, file_to_write, "file of the bot, such as mine.onnx")


def read_args() -> Args:
    """The command line."""
    parser = Parser(description="PPO on the PettingZoo environment")
    for each in fields(Args):
        name = f"--{each.name.replace('_', '-')}"
        parser.add_argument(name, default=each.default, **each.metadata)
    return Args(**vars(parser.parse_args()))


class Network(nn.Module):
    """Logits of all actions, and the value for the party that looks."""

    def __init__(self, high: NDArray[np.uint8], actions: int, hidden: int) -> None:
        super().__init__()
        self.scale: Tensor
        self.register_buffer("scale", 1.0 / torch.from_numpy(high).float())
        self.body = nn.Sequential(
            nn.Linear(high.size, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh()
        )
        self.policy = nn.Linear(hidden, actions)
        self.critic = nn.Linear(hidden, 1)

    def forward(self, observations: Tensor) -> Tensor:
        """``(n, size)`` to logits, ``(n, actions)``: what an exported bot needs."""
        logits: Tensor = self.policy(self.body(observations.float() * self.scale))
        return logits

    def judge(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithms of the policy over legal actions, and the values, ``(n,)``."""
        seen = self.body(observations.float() * self.scale)
        logits = self.policy(seen).masked_fill(~masks, -1e9)
        return logits.log_softmax(-1), self.critic(seen).squeeze(-1)


@dataclass
class Step:
    """One decision of a party."""

    observation: NDArray[np.uint8]
    mask: NDArray[np.bool_]
    action: int
    log_prob: float
    value: float
    reward: float = 0.0
    advantage: float = 0.0


class Table:
    """One environment, and the steps of the game that is under way."""

    def __init__(self, args: Args, seed: int) -> None:
        self.env = ludo_env.raw_env(args.rules, args.players)
        self.env.reset(seed=seed)
        self.steps: dict[str, list[Step]] = {agent: [] for agent in self.env.agents}

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or cut off."""
        return all(self.env.terminations.values()) or all(self.env.truncations.values())

    def look(self) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """What the agent that must decide sees, and what it may do."""
        seen = self.env.observe(self.env.agent_selection)
        return seen["observation"], seen["action_mask"].astype(bool)

    def act(self, step: Step) -> None:
        """Take a step; every party's reward goes to the last step that it has taken."""
        self.steps[self.env.agent_selection].append(step)
        self.env.step(step.action)
        for agent, reward in self.env.rewards.items():
            if self.steps[agent]:
                self.steps[agent][-1].reward += reward


def collect(network: Network, tables: list[Table]) -> Iterator[list[Step]]:
    """Play the games of all tables to their ends; the steps of each party of each game."""
    playing = tables
    while playing:
        seen = [table.look() for table in playing]
        observations = torch.from_numpy(np.stack([observation for observation, _ in seen]))
        masks = torch.from_numpy(np.stack([mask for _, mask in seen]))
        with torch.no_grad():
            policy, values = network.judge(observations, masks)
        actions = policy.exp().multinomial(1)
        log_probs = policy.gather(1, actions)
        chosen = zip(
            seen, actions[:, 0].tolist(), log_probs[:, 0].tolist(), values.tolist(), strict=True
        )
        for table, ((observation, mask), action, log_prob, value) in zip(
            playing, chosen, strict=True
        ):
            table.act(Step(observation, mask, action, log_prob, value))
        playing = [table for table in playing if not table.over]
    for table in tables:
        yield from table.steps.values()


def estimate(steps: list[Step], args: Args) -> None:
    """Generalised advantages of one party in one game, from its end backwards."""
    advantage = following = 0.0
    for step in reversed(steps):
        delta = step.reward + args.gamma * following - step.value
        advantage = delta + args.gamma * args.gae_lambda * advantage
        step.advantage, following = advantage, step.value


def update(
    network: Network, optimiser: torch.optim.Optimizer, steps: list[Step], args: Args
) -> None:
    """Several passes of clipped policy gradients over all steps."""
    observations = torch.from_numpy(np.stack([step.observation for step in steps]))
    masks = torch.from_numpy(np.stack([step.mask for step in steps]))
    actions = torch.tensor([[step.action] for step in steps])
    old = torch.tensor([step.log_prob for step in steps])
    advantages = torch.tensor([step.advantage for step in steps])
    returns = advantages + torch.tensor([step.value for step in steps])
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(args.epochs):
        for part in torch.tensor_split(
            torch.randperm(len(steps)), -(-len(steps) // args.minibatch)
        ):
            policy, values = network.judge(observations[part], masks[part])
            ratio = (policy.gather(1, actions[part])[:, 0] - old[part]).exp()
            clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
            gain = torch.min(ratio * advantages[part], clipped * advantages[part]).mean()
            value_loss = (values - returns[part]).square().mean()
            entropy = -(policy.exp() * policy).sum(-1).mean()
            loss = args.value * value_loss - gain - args.entropy * entropy
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # so in torch's own types
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def wins(network: Network, args: Args) -> float:
    """The part of games that the network wins from changing seats, the others playing at random."""
    won = 0
    for game in range(args.test_games):
        table = Table(args, args.seed + 1_000_000 + game)
        learner = list(table.steps)[game % args.players]
        while not table.over:
            observation, mask = table.look()
            if table.env.agent_selection == learner:
                with torch.no_grad():
                    logits = network(torch.from_numpy(observation)[None])[0]
                action = int(logits.masked_fill(~torch.from_numpy(mask), -1e9).argmax())
            else:
                action = int(table.env.action_space(learner).sample(mask.astype(np.int8)))
            table.env.step(action)
        won += table.env.infos[learner]["places"][learner] == 1
    return won / max(1, args.test_games)


def main() -> None:
    """Learn, and play against random."""
    args = read_args()
    torch.manual_seed(args.seed)
    env = ludo_env.raw_env(args.rules, args.players)
    network = Network(env.schema.high, env.actions, args.hidden)
    optimiser = torch.optim.Adam(network.parameters(), args.learning_rate)
    begin, decisions = time.monotonic(), 0
    for number in range(args.updates):
        optimiser.param_groups[0]["lr"] = args.learning_rate * (1 - number / args.updates)
        first = args.seed + number * args.games
        parties = list(collect(network, [Table(args, first + n) for n in range(args.games)]))
        for steps in parties:
            estimate(steps, args)
        flat = [step for steps in parties for step in steps]
        update(network, optimiser, flat, args)
        decisions += len(flat)
        print(f"update {number + 1}: {decisions} decisions, {time.monotonic() - begin:.0f} s")
    print(f"wins {wins(network, args):.1%} of {args.test_games} games against random play")
    if args.export:
        from training.export import export

        rules, told = as_rules(args.rules), vars(args)
        export(
            network, env.schema, rules, "policy", args.export, players=[args.players], training=told
        )


if __name__ == "__main__":
    sys.exit(guarded(main))
