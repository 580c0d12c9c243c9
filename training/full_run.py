"""What every run of a method for the full game does: learn, pause, measure, keep, export."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.tensorboard import SummaryWriter

from training.checkpoint import restoring
from training.config import FullConfig, to_dict
from training.export import export
from training.factored import FactoredNet
from training.outcome import MODEL, Outcome
from training.pool import best
from training.progress import Progress
from training.run import Run
from training.trial import play_trial

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

ILLEGAL = -1e9
"""The logit of an action that is not legal: small, but none that makes 0 · log 0 of it."""

C = TypeVar("C", bound=FullConfig)


class Trainee:
    """A network that learns, and its optimiser. ``config`` tells its size, seed and first rate."""

    def __init__(self, config: FullConfig) -> None:
        self.config = config
        self.schema = config.schema
        torch.manual_seed(config.seed)
        self.net = FactoredNet(self.schema, config.width, config.piece_width)
        self.adam = torch.optim.Adam(
            self.net.parameters(), lr=config.learning_rate, eps=1e-5, fused=True
        )

    def copy(self) -> Trainee:
        """The same network, which has not begun to descend."""
        twin = Trainee(self.config)
        twin.net.load_state_dict(self.net.state_dict())
        return twin

    def set_rate(self, share: float) -> None:
        """Learn at a share of the first rate."""
        for group in self.adam.param_groups:
            group["lr"] = share * self.config.learning_rate

    def precision(self) -> AbstractContextManager[Any]:
        """Where the network computes in half precision, if configured."""
        return torch.autocast("cpu", torch.bfloat16, enabled=self.config.half_precision)

    def descend(self, loss: Tensor) -> None:
        """A step down the gradient."""
        self.adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # so in torch's own types
        nn.utils.clip_grad_norm_(self.net.parameters(), self.config.gradient_norm)
        self.adam.step()

    def evaluate(self, observations: Bytes) -> tuple[Floats, Floats]:
        """Logits ``(n, actions)`` and expected results ``(n,)`` as the network is now."""
        with torch.inference_mode(), self.precision():
            logits, z = self.net(torch.tensor(observations))
        return logits.numpy(), torch.tanh(z).numpy()


class FullRun(Run[C]):
    """One run: who learns, and what happens between two updates. The arguments are a `Run`'s."""

    def __init__(
        self, config: C, out_dir: Path, saved: dict[str, Any] | None, progress: Progress
    ) -> None:
        super().__init__(config, out_dir, saved, progress)
        self.trainee = Trainee(config)
        if saved:
            with restoring(out_dir):
                self.trainee.net.load_state_dict(saved["net"])
                self.trainee.adam.load_state_dict(saved["adam"])
        # A resumed run draws other games than those that it has seen.
        self.seeds = np.random.SeedSequence([config.seed, self.done])
        self.rng = np.random.default_rng(self.seeds)

    @abstractmethod
    def update(self) -> dict[str, float]:
        """Play on and learn once; figures worth watching."""

    def extra(self) -> dict[str, Any]:
        """What a checkpoint keeps besides the network."""
        return {}

    def run(self) -> Outcome:
        """Learn to the end, and export."""
        config = self.config
        self.write_config()
        self.progress.begin("learning", self.done, config.steps)
        with SummaryWriter(str(self.out_dir / "tensorboard")) as self.board:
            while self.done < config.steps:
                before = self.done
                self.trainee.set_rate(max(1.0 - self.done / config.steps, 0.0))
                figures = self.update()
                for name, value in figures.items():
                    self.board.add_scalar(f"learning/{name}", value, self.done)
                self.progress.at(self.done, **figures)
                self.pause(before)
        self.export(self.out_dir / MODEL)
        return self.outcome(self.out_dir / MODEL)

    def measure(self) -> None:
        """Play trials with the most probable actions."""
        config = self.config

        def act(observations: Bytes, masks: NDArray[np.int8]) -> Ints:
            return best(self.trainee.evaluate(observations)[0], masks)

        for bot in config.evaluate_against:
            trial = play_trial(
                act,
                config.rules,
                config.players,
                bot,
                config.evaluate_games,
                config.seed,
                layout=config.layout,
            )
            self.tell(trial)
            self.board.add_scalar(f"trial/{bot}", trial.share, self.done)

    def save(self) -> None:
        """Write the checkpoint, then what people read."""
        learned = self.trainee
        self.keep(net=learned.net.state_dict(), adam=learned.adam.state_dict(), **self.extra())

    def export(self, path: Path) -> None:
        """Write the network as a model."""
        config = self.config
        export(
            Graph(self.trainee.net),
            self.trainee.schema,
            config.rules,
            "policy-value",
            path,
            players=sorted({players for _, players in config.kinds}),
            training=to_dict(config) | {"steps": self.done},
            also=[rules for rules, _ in config.kinds[1:]],
        )


class Graph(nn.Module):
    """What is exported: observations to logits and the expected result, -1 to 1."""

    def __init__(self, net: FactoredNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Logits ``(n, actions)`` and values ``(n, 1)``."""
        logits, z = self.net(observations)
        return logits, torch.tanh(z).unsqueeze(1)


def log_policy(logits: Tensor, masks: Tensor) -> Tensor:
    """The logarithms of the probabilities of actions, of those that the masks allow."""
    return torch.log_softmax(logits.masked_fill(masks == 0, ILLEGAL), dim=1)


def value_error(z: Tensor, results: Tensor, weights: Tensor) -> Tensor:
    """The cross-entropy of results, -1 to 1, with a weight for each; the least where tanh(z) is
    the mean result.
    """
    chances = ((1.0 + results) / 2.0).clamp(0.0, 1.0)
    errors = nn.functional.binary_cross_entropy_with_logits(2.0 * z, chances, reduction="none")
    return (errors * weights).sum() / weights.sum().clamp(min=1.0)
