"""TD(λ) learning of afterstate values by self-play, as TD-Gammon did for backgammon.

In plain Ludo a move is certain and only the next roll is not. So a value function of *afterstates*
plays the game: try every legal move, take the one whose afterstate is worth most to the mover. The
network gives each party's chance to win, from the mover's point of view; it learns from games that
it plays against itself, towards the λ-return

    G(t) = (1 - λ) v(t + 1) + λ G(t + 1),    G(end) = the result,

where v(t) is what it thought of the afterstate chosen at decision t. All seats' decisions are
learned from. Tesauro 1995, "Temporal difference learning and TD-Gammon"; Sutton 1988.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.tensorboard import SummaryWriter

from ludo_env.board import PARTIES
from ludo_env.observation import Schema
from ludo_env.rules import RuleSet
from ludo_env.vector import make_vec
from training.checkpoint import restoring
from training.config import TDConfig, to_dict
from training.duel import play_duel
from training.export import export
from training.outcome import MODEL, Outcome
from training.progress import Progress
from training.run import Run
from training.values import Bytes, Chances, Choice, Floats, Ints, ValueNet, win_shares

VIEWS: Final = np.arange(PARTIES)


class Table:
    """Games with the same number of players that the network plays against itself."""

    def __init__(self, config: TDConfig, players: int, n: int, schema: Schema, seed: int) -> None:
        self.n = n
        self.horizon = config.horizon
        self.trace = np.float32(config.trace)
        self.envs = make_vec(n, config.rules, players, seed=seed)
        self.choice = Choice(schema, n)

    def collect(self, net: ValueNet) -> tuple[Bytes, Floats]:
        """Play ``horizon`` decisions of every game.

        Returns:
            the chosen afterstates ``(n, size)`` and their λ-returns ``(n, 4)``, mover first.
        """
        steps, n = self.horizon, self.n
        chosen = np.empty((steps, n, self.choice.rows.shape[1]), dtype=np.uint8)
        movers = np.empty((steps, n), dtype=np.int64)
        values = np.empty((steps, n, PARTIES), dtype=np.float32)
        results = np.zeros((steps, n, PARTIES), dtype=np.float32)
        ended = np.zeros((steps, n), dtype=np.bool_)
        for t in range(steps):
            movers[t] = self.envs.deciders
            actions, chosen[t], seen = self.choice.decide(net, self.envs.batch.states)
            values[t] = from_mover(seen, movers[t])
            self.envs.step(actions)
            ended[t] = self.envs.terminated | self.envs.truncated
            results[t] = win_shares(self.envs.rewards)
        returns = lambda_returns(values, results, ended, self.trace)
        # The last decision has nothing to learn from but its own value.
        targets = to_mover(returns[:-1].reshape(-1, PARTIES), movers[:-1].reshape(-1))
        return chosen[:-1].reshape(-1, chosen.shape[2]), targets


def from_mover(values: Floats, movers: Ints) -> Floats:
    """Values ``(n, 4)`` in the order mover first, put into the order of the parties."""
    return np.take_along_axis(values, (VIEWS - movers[:, None]) % PARTIES, axis=1)


def to_mover(values: Floats, movers: Ints) -> Floats:
    """Values ``(n, 4)`` in the order of the parties, put into the order mover first."""
    return np.take_along_axis(values, (VIEWS + movers[:, None]) % PARTIES, axis=1)


def lambda_returns(
    values: Floats, results: Floats, ended: NDArray[np.bool_], trace: np.float32
) -> Floats:
    """λ-returns of values ``(steps, n, 4)``; where ``ended`` the result stands, not a value."""
    returns = np.empty_like(values)
    following = values[-1]
    for t in range(len(values) - 1, -1, -1):
        returns[t] = np.where(ended[t][:, None], results[t], following)
        following = (1 - trace) * values[t] + trace * returns[t]
    return returns


class Learning(Run[TDConfig]):
    """One run: the network, the games it plays, and what happens between two updates."""

    def __init__(
        self, config: TDConfig, out_dir: Path, saved: dict[str, Any] | None, progress: Progress
    ) -> None:
        super().__init__(config, out_dir, saved, progress)
        self.schema = config.schema
        torch.manual_seed(config.seed)
        self.net = ValueNet(self.schema, config.hidden)
        self.adam = torch.optim.Adam(self.net.parameters(), lr=config.learning_rate)
        if saved:
            with restoring(out_dir):
                self.net.load_state_dict(saved["net"])
                self.adam.load_state_dict(saved["adam"])
        # A resumed run draws other games than those that it has seen.
        seeds = np.random.SeedSequence([config.seed, self.done])
        self.rng = np.random.default_rng(seeds)
        numbers = (config.players, *config.others)
        share = max(config.games // len(numbers), 1)
        starts = seeds.generate_state(len(numbers)).tolist()
        self.tables = [
            Table(config, players, share, self.schema, seed)
            for players, seed in zip(numbers, starts, strict=True)
        ]

    def run(self) -> Outcome:
        """Learn to the end, and export."""
        config = self.config
        self.write_config()
        self.progress.begin("learning", self.done, config.steps)
        with SummaryWriter(str(self.out_dir / "tensorboard")) as self.board:
            while self.done < config.steps:
                before = self.done
                loss = self.update()
                self.board.add_scalar("td/loss", loss, self.done)
                self.progress.at(self.done, loss=loss)
                self.pause(before)
        model = self.out_dir / MODEL
        export(
            Chances(self.net),
            self.schema,
            RuleSet.parse(config.rules),
            "value",
            model,
            players=sorted({config.players, *config.others}),
            training=to_dict(config) | {"steps": self.done},
        )
        return self.outcome(model)

    def update(self) -> float:
        """Play on in every game, then learn from it once; the mean loss."""
        config = self.config
        parts = [table.collect(self.net) for table in self.tables]
        rows = np.concatenate([part[0] for part in parts])
        targets = np.concatenate([part[1] for part in parts])
        left = max(1.0 - self.done / config.steps, 0.0)
        rate = config.last_learning_rate + left * (config.learning_rate - config.last_learning_rate)
        for group in self.adam.param_groups:
            group["lr"] = rate
        order = self.rng.permutation(len(rows))
        losses = []
        for begin in range(0, len(order), config.minibatch):
            batch = order[begin : begin + config.minibatch]
            logits = self.net(torch.from_numpy(rows[batch]))
            target = torch.from_numpy(targets[batch])
            loss = -(target * torch.log_softmax(logits, dim=1)).sum(dim=1).mean()
            self.adam.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # so in torch's own types
            self.adam.step()
            losses.append(float(loss.detach()))
        self.done += len(rows)
        return float(np.mean(losses))

    def measure(self) -> None:
        """Play against scripted bots."""
        config = self.config
        for bot in config.evaluate_against:
            duel = play_duel(
                self.net, config.rules, config.players, bot, config.evaluate_games, config.seed
            )
            self.tell(duel)
            self.board.add_scalar(f"duel/{bot}", duel.share, self.done)

    def save(self) -> None:
        """Write the checkpoint, then what people read."""
        self.keep(net=self.net.state_dict(), adam=self.adam.state_dict())
