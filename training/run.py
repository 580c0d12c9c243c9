"""What every run of training keeps, whatever the method: how far it is, its results, its time."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Generic, TypeVar

from ludo_env.errors import BadOption
from training.checkpoint import open_run, restoring, save_checkpoint, write_json
from training.config import CONFIGS, TrainConfig, to_dict
from training.outcome import CONFIG, RESULTS, Outcome
from training.progress import Progress

C = TypeVar("C", bound=TrainConfig)


def opened(
    kind: type[C], config: TrainConfig, out_dir: Path, resume: bool
) -> tuple[C, dict[str, Any] | None]:
    """Open the folder of a run of one method: its configuration, and the checkpoint to go on from.

    Raises:
        BadOption: the configuration is of another method; the folder holds a run already; or none
            to resume, or one of another configuration.
    """
    if not isinstance(config, kind):
        wanted = next(method for method, config_kind in CONFIGS.items() if config_kind is kind)
        raise BadOption(f"method: {config.method!r}, allowed here: {wanted}")
    return config, open_run(to_dict(config), out_dir, resume)


class Run(Generic[C]):
    """A run of one method, in its folder.

    Args:
        config: its configuration.
        out_dir: its folder.
        saved: the checkpoint to go on from; None begins.
        progress: hears how far the run is.
    """

    def __init__(
        self, config: C, out_dir: Path, saved: dict[str, Any] | None, progress: Progress
    ) -> None:
        self.config = config
        self.out_dir = out_dir
        self.progress = progress
        self.done = 0
        """Steps so far, in the method's own unit."""
        self.results: list[dict[str, object]] = []
        self.began = time.monotonic()
        if saved:
            with restoring(out_dir):
                self.done, self.results = saved["steps"], list(saved["results"])
                self.began -= saved["seconds"]

    @property
    def seconds(self) -> float:
        """How long the run has taken, all its parts together."""
        return time.monotonic() - self.began

    def write_config(self) -> None:
        """Say in the folder how the run is configured."""
        write_json(self.out_dir / CONFIG, to_dict(self.config))

    def due(self, interval: int, before: int) -> bool:
        """Whether something is due that is done every ``interval`` steps and at the end.

        Args:
            interval: steps.
            before: the steps at the last pause.
        """
        return self.done >= self.config.steps or self.done // interval > before // interval

    def keep(self, **own: object) -> None:
        """Write the checkpoint, with what is the method's ``own``, then what people read."""
        data = {
            "config": to_dict(self.config),
            "steps": self.done,
            "seconds": self.seconds,
            "results": self.results,
        }
        save_checkpoint(self.out_dir, data | own)
        write_json(self.out_dir / RESULTS, self.results)

    def outcome(self, model: Path) -> Outcome:
        """What the run gave, when ``model`` is written."""
        return Outcome(model, self.done, self.seconds, self.results)
