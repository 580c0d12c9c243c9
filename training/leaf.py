"""Fits the leaf of the search: a small network that tells who will win.

::

    python -m training.leaf --players 2 --games 300000 --seed 1 --out runs/leaf
    python -m training.leaf --players 4 --games 30000 --seed 2 --out runs/leaf

It plays games (`training.leaf_games`) in chunks that are kept in the folder, so that an interrupted
run goes on where it was, fits the network, and writes it into ``leaf.json`` there, beside that for
other numbers of players. ``agents/search/leaf.json`` is such a file.

First it is fitted to who won, which is mostly luck; then anew to what the fit before says of the
next position of the same game, mixed with who won in the end, which is far less a matter of luck.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from agents.search.features import FEATURES
from agents.search.leaf import MORE, TWO
from evaluation.progress import Bar
from ludo_env.board import PARTIES
from ludo_env.commands._common import add_common, print_json
from ludo_env.errors import BadOption
from ludo_env.files import read_json, write_whole
from ludo_env.script import Parser, WholeNumber, guarded
from training.checkpoint import write_json
from training.leaf_games import Positions, play_games

CHUNK: Final = 500
"""Games of a file."""
BATCH: Final = 2048
RATE: Final = 4e-3
DECAY: Final = 1e-4
TEST: Final = 25
"""Every so-many-th game is for testing only."""
DIGITS: Final = 4
ABSENT: Final = -1e9
WON: Final = 0.3
"""How much of a target comes from what follows the next position, see `targets`."""
REFITS: Final = 2
TEST_BATCH: Final = 1 << 15


class LeafNet(nn.Module):
    """Features ``(n, parties, FEATURES)`` to a score for each party; see `agents.search.leaf`."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.linear = nn.Linear(FEATURES, 1, bias=False)
        self.own = nn.Linear(FEATURES, hidden)
        self.rivals = nn.Linear(FEATURES, hidden, bias=False)
        self.out = nn.Linear(hidden, 1, bias=False)
        nn.init.zeros_(self.linear.weight)

    def forward(self, features: Tensor) -> Tensor:
        """Scores ``(n, parties)``."""
        plays = features.abs().sum(2) > 0
        others = self.rivals(features)
        rivals = (plays.sum(1).clamp(min=2) - 1)[:, None, None]
        units = torch.relu(self.own(features) + (others.sum(1, keepdim=True) - others) / rivals)
        scores: Tensor = self.linear(features)[..., 0] + self.out(units)[..., 0]
        return scores.masked_fill(~plays, ABSENT)

    def weights(self) -> dict[str, list[float]]:
        """What `agents.search.leaf.Leaf` is made from."""
        tables = {
            "linear": self.linear.weight,
            "own": self.own.weight.T,
            "rivals": self.rivals.weight.T,
            "bias": self.own.bias,
            "out": self.out.weight,
        }
        return {
            name: [round(float(value), DIGITS) for value in table.detach().flatten()]
            for name, table in tables.items()
        }


def read_positions(path: Path) -> Positions:
    """The positions in a file. Raises `BadOption` when it is damaged."""
    try:
        with np.load(path) as arrays:
            return Positions(arrays["features"], arrays["winners"], arrays["games"])
    except Exception as error:  # what numpy and zipfile raise shares no other base
        raise BadOption(f"{path}: damaged, remove it to play its games again: {error}") from None


def collect(players: int, games: int, seed: int, folder: Path, tick: Bar) -> Positions:
    """The positions of all games; those of chunks that are there are read."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for first in range(0, games, CHUNK):
        count = min(CHUNK, games - first)
        path = folder / f"{players}-{seed}-{first}-{count}.npz"
        if not path.exists():
            buffer = io.BytesIO()
            found = play_games(players, first, count, seed)
            np.savez_compressed(
                buffer, features=found.features, winners=found.winners, games=found.games
            )
            write_whole(path, buffer.getvalue())
        parts.append(read_positions(path))
        tick(count)
    return Positions.joined(parts)


def fit(positions: Positions, hidden: int, epochs: int, seed: int) -> tuple[LeafNet, float]:
    """A fitted network, and its mean loss (in nats) in games that it has not seen."""
    torch.manual_seed(seed)
    features, winners = torch.from_numpy(positions.features), torch.from_numpy(positions.winners)
    tested = torch.from_numpy(positions.games % TEST == 0)
    learned = torch.nonzero(~tested)[:, 0]
    net = fit_once(
        features, nn.functional.one_hot(winners, PARTIES).float(), learned, hidden, epochs
    )
    for _ in range(REFITS):
        wanted = torch.from_numpy(targets(positions, chances(net, features)))
        net = fit_once(features, wanted, learned, hidden, epochs)
    found = torch.from_numpy(chances(net, features[tested]))
    return net, float(nn.functional.nll_loss(found.log(), winners[tested]))


def fit_once(
    features: Tensor, wanted: Tensor, learned: Tensor, hidden: int, epochs: int
) -> LeafNet:
    """A new network, fitted to the chances to win that are wanted.

    Args:
        features: ``(n, parties, FEATURES)``.
        wanted: ``(n, parties)``.
        learned: which of the positions it learns from.
        hidden, epochs: see `parse`.
    """
    net = LeafNet(hidden)
    steps = epochs * -(-len(learned) // BATCH)
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=RATE, total_steps=steps + 1)
    for _ in range(epochs):
        for batch in torch.split(learned[torch.randperm(len(learned))], BATCH):
            loss = nn.functional.cross_entropy(net(features[batch].float()), wanted[batch])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # so in torch's own types
            optimizer.step()
            schedule.step()
    return net


def chances(net: LeafNet, features: Tensor) -> NDArray[np.float32]:
    """Every party's chance to win in each position, ``(n, parties)``."""
    with torch.no_grad():
        scores = [net(batch.float()) for batch in torch.split(features, TEST_BATCH)]
        found: NDArray[np.float32] = torch.softmax(torch.cat(scores), 1).numpy()
    return found


def targets(positions: Positions, found: NDArray[np.float32]) -> NDArray[np.float32]:
    """What each position is to be worth to every party, ``(n, parties)``. [TD(lambda)]

    Of the last position of a game it is who won; of any other the chances to win at the next one,
    and by ``WON`` what that is to be worth.
    """
    wanted = np.eye(PARTIES, dtype=np.float32)[positions.winners]
    for n in range(len(wanted) - 2, -1, -1):
        if positions.games[n] == positions.games[n + 1]:
            wanted[n] = (1 - WON) * found[n + 1] + WON * wanted[n + 1]
    return wanted


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """The arguments."""
    parser = Parser(prog="python -m training.leaf", description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=WholeNumber(2, PARTIES), default=2, help="2, 3 or 4")
    parser.add_argument("--games", type=WholeNumber(TEST), default=20_000, help="games to play")
    parser.add_argument("--hidden", type=WholeNumber(1), default=32, help="hidden units")
    parser.add_argument("--epochs", type=WholeNumber(1), default=3, help="passes over the games")
    parser.add_argument("--out", type=Path, default=Path("runs/leaf"), help="the folder")
    add_common(parser, "of the games and the fit; 0 if not given")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Play, fit and write; the exit code. Raises `LudoError` on bad input."""
    args = parse(argv)
    seed = args.seed or 0
    with Bar(args.games) as bar:
        positions = collect(args.players, args.games, seed, args.out, bar)
    net, loss = fit(positions, args.hidden, args.epochs, seed)
    path = args.out / "leaf.json"
    leaves = read_json(path, BadOption) if path.exists() else {}
    leaves[TWO if args.players == 2 else MORE] = net.weights()
    write_json(path, leaves)
    if args.json:
        print_json({"file": str(path), "positions": len(positions.winners), "loss": loss})
    else:
        print(f"{path}: {len(positions.winners):,} positions, loss {loss:.4f} nats a position")
    return 0


if __name__ == "__main__":
    sys.exit(guarded(main))
