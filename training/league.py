"""Masked PPO in one file: every decision of the learner in every seat, against itself and a league.

A game is either self-play, in which the learner plays all seats, or a match, in which it plays one
seat and members of the league play the others. What is learned from is every decision that the
learner takes. Advantages look from one decision of a party to its next one, and a party's result of
the game belongs to its last decision, whoever ended the game; results sum to 0.

The league holds bots, earlier selves, and exploiters: copies of the learner that have learned to
beat it and nobody else, so that it hears of its weaknesses. A curriculum lets it play simpler rules
first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ludo_env.board import PARTIES
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption
from ludo_env.vector import make_vec
from training.checkpoint import has_checkpoint, load_checkpoint, restoring
from training.config import FullConfig, LeagueConfig
from training.factored import FactoredNet
from training.full_run import Bytes, Floats, FullRun, Ints, Trainee, log_policy, value_error
from training.lookahead import Lookahead
from training.methods import train
from training.pool import Opponent, Pool, Table, draw
from training.presets import PRESETS, read_config
from training.progress import Progress
from training.returns import look_back

LEARNER = -1
"""Who plays a seat: the learner, or the number of a member in `Games.members`."""


def start_of(config: LeagueConfig, out_dir: Path, progress: Progress) -> FactoredNet:
    """The network to start from; the run that gives it is trained, or gone on with, if needed.

    That run lies beside ``out_dir`` under the name of its preset.

    Raises:
        BadOption: there is no such preset, or its network is another one.
    """
    first = read_config(PRESETS / f"{config.start}.toml")
    if not isinstance(first, FullConfig):
        raise BadOption(f"start: a run of {first.method}, allowed: clone, league")
    folder = out_dir.parent / config.start
    train(first, folder, resume=has_checkpoint(folder), progress=progress)
    return network_of(first, folder)


def network_of(config: FullConfig, folder: Path) -> FactoredNet:
    """The network of a run. Raises `BadOption` when its checkpoint is damaged."""
    net = FactoredNet(config.schema, config.width, config.piece_width)
    saved = load_checkpoint(folder)
    with restoring(folder):
        net.load_state_dict(saved["net"])
    return net


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions of the learner, one row each.

    Attributes:
        observations: ``(k, size)`` uint8.
        masks: ``(k, actions)`` uint8.
        logs: logarithms of the probabilities of all actions, then, ``(k, actions)`` float32.
        weights: how much each action counts, ``(k, actions)`` float32: 1 for the one that was
            taken, or the probabilities of those that were looked at.
        advantages: of these actions, ``(k, actions)`` float32.
        returns: ``(k,)`` float32.
    """

    observations: Tensor
    masks: Tensor
    logs: Tensor
    weights: Tensor
    advantages: Tensor
    returns: Tensor

    @classmethod
    def join(cls, parts: list[Decisions]) -> Decisions:
        """All decisions of several parts."""
        names = cls.__dataclass_fields__
        return cls(**{name: torch.cat([getattr(part, name) for part in parts]) for name in names})


class Games:
    """Games of one kind side by side, and who plays their seats.

    Args:
        config: how they are played.
        rules, players, n: the games.
        pool: the league.
        seed: of the games and all else.
    """

    def __init__(
        self, config: LeagueConfig, rules: str, players: int, n: int, pool: Pool, seed: int
    ) -> None:
        self.config = config
        self.pool = pool
        self.rng = np.random.default_rng(seed)
        self.vec = make_vec(n, rules, players, seed=seed, layout=config.layout)
        self.table = Table(
            [Game.of(state) for state in self.vec.batch.states],
            self.vec.observations,
            self.vec.action_masks,
        )
        self.order = self.table.games[0].seats
        self.rows = np.arange(n)
        self.learns = np.ones((n, PARTIES), np.bool_)
        """Whether the learner plays a seat."""
        self.opponents: list[dict[int, Opponent]] = [{} for _ in range(n)]
        self.lookahead = (
            Lookahead(players, config.look_at, config.look_turns, seed) if config.look_at else None
        )
        for row in range(n):
            self.deal(row)

    def deal(self, row: int) -> None:
        """Decide who plays the seats of a new game."""
        self.learns[row] = True
        self.opponents[row] = {}
        if self.rng.random() < self.config.self_play:
            return
        own = self.order[int(self.rng.integers(len(self.order)))]
        for seat in self.order:
            if seat != own:
                member = self.pool.draw()
                self.learns[row, seat] = False
                self.opponents[row][seat] = member
                member.begin(self.table, row, seat, int(self.rng.integers(2**63)))

    def collect(self, learner: MaskedPPO) -> Decisions:
        """Play ``config.rollout`` decisions of every game; those of the learner."""
        vec, steps, n = self.vec, self.config.rollout, self.vec.n
        seen = np.zeros((steps, n, vec.schema.size), np.uint8)
        masks = np.zeros((steps, n, vec.actions), np.uint8)
        actors, actions = (np.zeros((steps, n), np.int64) for _ in range(2))
        values = np.zeros((steps, n), np.float32)
        logs, weights, gains = (np.zeros((steps, n, vec.actions), np.float32) for _ in range(3))
        mine, ended = (np.zeros((steps, n), np.bool_) for _ in range(2))
        results = np.zeros((steps, n, PARTIES), np.float32)
        for t in range(steps):
            seen[t], masks[t], actors[t] = vec.observations, vec.action_masks, vec.deciders
            mine[t] = self.learns[self.rows, actors[t]]
            own = np.flatnonzero(mine[t])
            if len(own):
                found = learner.decide(seen[t, own], masks[t, own])
                actions[t, own], values[t, own], logs[t, own] = found
            if self.lookahead:
                self.lookahead.judge(vec.batch.states, own, logs[t], weights[t], gains[t])
            self.ask(np.flatnonzero(~mine[t]), actions[t])
            vec.step(actions[t])
            ended[t], results[t] = vec.terminated | vec.truncated, vec.rewards
            for row in np.flatnonzero(ended[t]).tolist():
                self.finish(row, vec.rewards[row])
        last = vec.deciders, learner.trainee.evaluate(vec.observations)[1]
        advantages, known = look_back(
            actors, values, mine, ended, results, last, self.config.gamma, self.config.gae_lambda
        )
        if not self.lookahead:
            np.put_along_axis(weights, actions[:, :, None], 1.0, axis=2)
            np.put_along_axis(gains, actions[:, :, None], advantages[:, :, None], axis=2)
        kept = mine & known
        arrays = seen, masks, logs, weights, gains, advantages + values
        return Decisions(*(torch.from_numpy(array[kept]) for array in arrays))

    def ask(self, rows: NDArray[np.intp], actions: Ints) -> None:
        """Write what the members of the league do in these rows."""
        asked: dict[int, tuple[Opponent, list[int]]] = {}
        deciders = self.vec.deciders
        for row in rows.tolist():
            self.table.games[row].state = self.vec.batch.states[row]
            member = self.opponents[row][int(deciders[row])]
            asked.setdefault(id(member), (member, []))[1].append(row)
        for member, theirs in asked.values():
            actions[theirs] = member.actions(self.table, np.array(theirs))

    def finish(self, row: int, rewards: NDArray[np.float64]) -> None:
        """A game has ended: tell the league, and decide who plays the next."""
        for seat, member in self.opponents[row].items():
            own = float(rewards[self.learns[row]].max())
            self.pool.record(member, 0.5 + 0.5 * float(np.sign(rewards[seat] - own)))
        self.table.games[row].state = self.vec.batch.states[row]
        self.deal(row)


class MaskedPPO:
    """How a network learns from games, whoever it meets there: main agent and exploiter alike.

    Args:
        config: how it learns.
        trainee: the network.
        rng: draws its actions, and the order in which it learns from them.
    """

    def __init__(self, config: LeagueConfig, trainee: Trainee, rng: np.random.Generator) -> None:
        self.config = config
        self.trainee = trainee
        self.rng = rng

    def decide(self, observations: Bytes, masks: Bytes) -> tuple[Ints, Floats, Floats]:
        """Drawn actions and values ``(k,)``, and logarithms of all probabilities."""
        logits, values = self.trainee.evaluate(observations)
        actions = draw(logits, masks.view(np.int8), self.rng)
        return (
            actions,
            values,
            log_policy(torch.from_numpy(logits), torch.from_numpy(masks)).numpy(),
        )

    def update(self, kinds: list[Games]) -> tuple[int, dict[str, float]]:
        """Play on in every game, then learn from it.

        Returns:
            the number of decisions learned from, and figures of the last epoch.
        """
        config = self.config
        data = Decisions.join([games.collect(self) for games in kinds])
        count = len(data.returns)
        for _ in range(config.epochs):
            order = torch.from_numpy(self.rng.permutation(count))
            figures = [self.learn(data, batch) for batch in torch.split(order, config.minibatch)]
        means: list[float] = np.mean(figures, axis=0).tolist()
        names = ("policy", "value", "entropy", "divergence", "advantage")
        return count, dict(zip(names, means, strict=True))

    def learn(self, data: Decisions, batch: Tensor) -> list[float]:
        """One gradient step; losses of policy and value, entropy, and divergence from before."""
        config = self.config
        masks, weights, advantages = data.masks[batch], data.weights[batch], data.advantages[batch]
        with self.trainee.precision():
            logits, z = self.trainee.net(data.observations[batch])
        logs = log_policy(logits, masks)
        ratio_log = logs - data.logs[batch]
        ratio = ratio_log.exp()
        spread = (weights * advantages.square()).sum() / weights.sum().clamp(min=1e-6)
        advantages = advantages / (spread.sqrt() + 1e-6)
        clipped = ratio.clamp(1.0 - config.clip, 1.0 + config.clip)
        gains = torch.minimum(ratio * advantages, clipped * advantages)
        policy = -(weights * gains).sum(dim=1).mean()
        # Where there is more to choose from there is more entropy to be had.
        most = masks.sum(dim=1).clamp(min=2).log()
        entropy = (-(logs.exp() * logs).sum(dim=1) / most).mean()
        value = value_error(z, data.returns[batch], torch.ones_like(z))
        self.trainee.descend(policy + config.value_weight * value - config.entropy * entropy)
        divergence = (data.logs[batch].exp() * -ratio_log).sum(dim=1).mean()
        return [
            float(figure.detach()) for figure in (policy, value, entropy, divergence, spread.sqrt())
        ]


class League(FullRun[LeagueConfig]):
    """One run: the learner, and the league that grows with it."""

    def __init__(
        self, config: LeagueConfig, out_dir: Path, saved: dict[str, Any] | None, progress: Progress
    ) -> None:
        start = None if saved or not config.start else start_of(config, out_dir, progress)
        super().__init__(config, out_dir, saved, progress)
        net = self.trainee.net
        self.pool = Pool(config.bots, config.newest, config.selves, pool_seed(config, self.seeds))
        self.rival = Rival(net, config.half_precision)
        if saved:
            with restoring(out_dir):
                self.pool.restore(saved["pool"], self.rival)
        elif start:
            net.adopt(start)
        if not self.pool.selves:
            self.pool.add("self-0", self.rival)
        self.learner = MaskedPPO(config, self.trainee, self.rng)
        self.rules = config.rules_at(self.done)
        self.games = games_of(config, self.rules, self.pool, self.seeds)

    def extra(self) -> dict[str, Any]:
        """The league."""
        return {"pool": self.pool.state()}

    def update(self) -> dict[str, float]:
        """Play on and learn, then let the league grow."""
        config, before = self.config, self.done
        if config.rules_at(before) != self.rules:
            self.rules = config.rules_at(before)
            seeds = np.random.SeedSequence([config.seed, before])
            self.games = games_of(config, self.rules, self.pool, seeds)
        count, figures = self.learner.update(self.games)
        self.done += count
        if self.done // config.snapshot_every > before // config.snapshot_every:
            self.pool.add(f"self-{self.done}", self.rival)
            if config.exploit:
                self.pool.add_exploiter(f"exploiter-{self.done}", self.exploiter())
        scores = {f"league/{member.name}": member.score for member in self.pool.opponents[:4]}
        return figures | scores

    def exploiter(self) -> Rival:
        """A copy of the learner that has learned to beat the learner as it is, and nobody else."""
        config = replace(self.config, self_play=0.0)
        seeds = np.random.SeedSequence([config.seed + self.done, 0])
        alone = Pool((), newest=1.0, selves=1, seed=pool_seed(config, seeds))
        alone.add("learner", self.rival)
        games = games_of(config, self.rules, alone, seeds)
        twin = self.trainee.copy()
        learner = MaskedPPO(config, twin, np.random.default_rng(seeds))
        learned = 0
        while learned < config.exploit:
            learned += learner.update(games)[0]
        return Rival(twin.net, config.half_precision)


def pool_seed(config: LeagueConfig, seeds: np.random.SeedSequence) -> int:
    """The seed of a pool; its games have the ones before."""
    return int(seeds.generate_state(len(config.kinds) + 1)[-1])


def games_of(
    config: LeagueConfig, rules: str, pool: Pool, seeds: np.random.SeedSequence
) -> list[Games]:
    """Games of every kind; ``rules`` are those of the first."""
    kinds = [(rules, config.players), *config.kinds[1:]]
    share = max(config.games // len(kinds), 1)
    own = seeds.generate_state(len(kinds)).tolist()
    return [
        Games(config, text, players, share, pool, seed)
        for (text, players), seed in zip(kinds, own, strict=True)
    ]


class Rival(torch.nn.Module):
    """The policy of a network alone, in the precision that it learned in; joins the league."""

    def __init__(self, net: FactoredNet, half_precision: bool) -> None:
        super().__init__()
        self.net = net
        self.half_precision = half_precision

    def forward(self, observations: Tensor) -> Tensor:
        """Logits ``(n, actions)``."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self.half_precision):
            logits, _ = self.net(observations)
        return torch.as_tensor(logits)
