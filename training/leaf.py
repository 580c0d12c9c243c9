"""The leaf of the search: a small network learns to tell who will win.

Games are played by rules of thumb (`training.leaf_games`), and a position is kept of them now and
then. First the network is fitted to who won, which is mostly luck; then anew to what the fit before
says of the next position of the same game, mixed with who won in the end, which is far less a
matter of luck.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from agents.search.features import FEATURES
from agents.search.leaf import WEIGHTS, leaf_name, read_leaves
from training.checkpoint import write_json
from training.config import LeafConfig, to_dict
from training.game_run import GameRun
from training.leaf_games import Positions, play_games

PLAYS: Final = "search:nodes=8,turns=1,model={}"
"""What plays by the leaf when it is measured."""
TEST: Final = 25
"""Every so-many-th game is for testing only."""
DIGITS: Final = 4
ABSENT: Final = -1e9
TEST_BATCH: Final = 1 << 15


class Fitting(GameRun[LeafConfig, Positions]):
    """One run; a step is a game whose positions are kept."""

    folder = "games"
    file = "leaf.json"
    kind = Positions

    def play(self) -> Positions:
        """Play the next games."""
        config = self.config
        return play_games(
            config.rules, config.players, self.done, config.checkpoint_every, config.seed
        )

    def measure(self) -> None:
        """Fit the network anew to all positions, write it and rate what searches with it."""
        config = self.config
        positions = self.all()
        net = fit(positions, config)
        training = to_dict(config) | {"positions": len(positions)}
        write_json(
            self.out_dir / self.file,
            {leaf_name(config.players): net.weights(), "training": training},
        )
        losses = test(net, positions), test(shipped(config.players), positions)
        self.progress.note(
            f"after {self.done} games, {len(positions)} positions, {self.seconds:.0f} s: "
            f"{losses[0]:.4f} nats a position in games that it has not seen, "
            f"{losses[1]:.4f} by the project's own"
        )
        self.play_against(PLAYS.format(self.out_dir / self.file), loss=losses[0])


class LeafNet(nn.Module):
    """Features ``(n, players, FEATURES)`` to a score for each player; see `agents.search.leaf`."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.linear = nn.Linear(FEATURES, 1, bias=False)
        self.own = nn.Linear(FEATURES, hidden)
        self.rivals = nn.Linear(FEATURES, hidden, bias=False)
        self.out = nn.Linear(hidden, 1, bias=False)
        nn.init.zeros_(self.linear.weight)

    def forward(self, features: Tensor) -> Tensor:
        """Scores ``(n, players)``."""
        plays = features.abs().sum(2) > 0
        others = self.rivals(features)
        rivals = (plays.sum(1).clamp(min=2) - 1)[:, None, None]
        units = torch.relu(self.own(features) + (others.sum(1, keepdim=True) - others) / rivals)
        scores: Tensor = self.linear(features)[..., 0] + self.out(units)[..., 0]
        return scores.masked_fill(~plays, ABSENT)

    def tables(self) -> dict[str, Tensor]:
        """The parameters as `agents.search.leaf.Leaf` takes them."""
        return {
            "linear": self.linear.weight,
            "own": self.own.weight.T,
            "rivals": self.rivals.weight.T,
            "bias": self.own.bias,
            "out": self.out.weight,
        }

    def weights(self) -> dict[str, list[float]]:
        """What `agents.search.leaf.Leaf` is made from."""
        return {
            name: [round(float(value), DIGITS) for value in table.detach().flatten()]
            for name, table in self.tables().items()
        }

    @classmethod
    def of(cls, weights: dict[str, list[float]]) -> LeafNet:
        """The network that has such weights."""
        net = cls(len(weights["bias"]))
        with torch.no_grad():
            for name, table in net.tables().items():
                table.copy_(torch.tensor(weights[name]).reshape(table.shape))
        return net


def shipped(players: int) -> LeafNet:
    """The network that comes with the project. Raises `BadModel` when its file is damaged."""
    return LeafNet.of(read_leaves(WEIGHTS)[leaf_name(players)])


def fit(positions: Positions, config: LeafConfig) -> LeafNet:
    """A network fitted to who won, and then to its own judgement of later positions."""
    torch.manual_seed(config.seed)
    features, winners = torch.from_numpy(positions.features), torch.from_numpy(positions.winners)
    learned = torch.nonzero(torch.from_numpy(positions.games % TEST != 0))[:, 0]
    won = nn.functional.one_hot(winners, config.players).float()
    net = fit_once(features, won, learned, config)
    for _ in range(config.refits):
        wanted = targets(positions, chances(net, features), config.trace)
        net = fit_once(features, torch.from_numpy(wanted), learned, config)
    return net


def fit_once(features: Tensor, wanted: Tensor, learned: Tensor, config: LeafConfig) -> LeafNet:
    """A new network, fitted to the chances to win that are wanted.

    Args:
        features: ``(n, players, FEATURES)``.
        wanted: ``(n, players)``.
        learned: which of the positions it learns from.
        config: how.
    """
    net, rate = LeafNet(config.hidden), config.learning_rate
    steps = config.epochs * -(-len(learned) // config.minibatch)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=config.decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=rate, total_steps=steps + 1)
    for _ in range(config.epochs):
        order = learned[torch.randperm(len(learned))]
        for batch in torch.split(order, config.minibatch):
            loss = nn.functional.cross_entropy(net(features[batch].float()), wanted[batch])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # so in torch's own types
            optimizer.step()
            schedule.step()
    return net


def chances(net: LeafNet, features: Tensor) -> NDArray[np.float32]:
    """Every player's chance to win in each position, ``(n, players)``."""
    with torch.no_grad():
        scores = [net(batch.float()) for batch in torch.split(features, TEST_BATCH)]
        found: NDArray[np.float32] = torch.softmax(torch.cat(scores), 1).numpy()
    return found


def test(net: LeafNet, positions: Positions) -> float:
    """The mean loss, in nats a position, in games that it did not learn from; 0 without any."""
    tested = positions.games % TEST == 0
    if not tested.any():
        return 0.0
    found = torch.from_numpy(chances(net, torch.from_numpy(positions.features[tested])))
    return float(nn.functional.nll_loss(found.log(), torch.from_numpy(positions.winners[tested])))


def targets(positions: Positions, found: NDArray[np.float32], trace: float) -> NDArray[np.float32]:
    """What each position is to be worth to every player, ``(n, players)``. [TD(lambda)]

    Of the last position of a game it is who won; of any other the chances to win at the next one,
    and by ``trace`` what that is to be worth.
    """
    wanted = np.eye(found.shape[1], dtype=np.float32)[positions.winners]
    for n in range(len(wanted) - 2, -1, -1):
        if positions.games[n] == positions.games[n + 1]:
            wanted[n] = (1 - trace) * found[n + 1] + trace * wanted[n + 1]
    return wanted
