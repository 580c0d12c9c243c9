"""What every run of training keeps, whatever the method: how far it is, its results, its time."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Generic, TypeVar

import torch

from training.checkpoint import SCHEMA, check_schema, restoring, save_checkpoint, write_json
from training.config import TrainConfig, to_dict
from training.outcome import CONFIG, RESULTS, Outcome, Trial
from training.progress import Progress

C = TypeVar("C", bound=TrainConfig)


class Run(ABC, Generic[C]):
    """A run of one method, in its folder; `training.methods` lists the kinds.

    Args:
        config: its configuration.
        out_dir: its folder.
        saved: the checkpoint to go on from; None begins.
        progress: hears how far the run is.

    Raises:
        BadOption: the checkpoint is damaged, or its network has learned from another observation.
    """

    unit = "decisions"
    """What a step is."""

    def __init__(
        self, config: C, out_dir: Path, saved: dict[str, Any] | None, progress: Progress
    ) -> None:
        self.config = config
        self.out_dir = out_dir
        self.progress = progress
        self.done = 0
        """Steps so far."""
        self.results: list[dict[str, object]] = []
        self.began = time.monotonic()
        torch.set_num_threads(config.threads)
        if saved:
            check_schema(out_dir, saved, config.schema)
            with restoring(out_dir):
                self.done, self.results = saved["steps"], list(saved["results"])
                self.began -= saved["seconds"]

    @abstractmethod
    def run(self) -> Outcome:
        """Learn to the end."""

    @abstractmethod
    def measure(self) -> None:
        """Play against the bots of ``evaluate_against``."""

    def save(self) -> None:
        """Write the checkpoint, then what people read."""
        self.keep()

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

    def pause(self, before: int) -> None:
        """Do what has become due since ``before`` steps."""
        if self.due(self.config.evaluate_every, before):
            self.measure()
        if self.due(self.config.checkpoint_every, before):
            self.save()

    def tell(self, trial: Trial, **more: object) -> None:
        """Add a trial to the results."""
        self.results.append({"steps": self.done, **trial.to_dict(), **more})
        self.progress.note(f"after {self.done} {self.unit}, {self.seconds:.0f} s, against {trial}")

    def keep(self, **own: object) -> None:
        """Write the checkpoint, with what is the method's ``own``, then what people read."""
        data = {
            "config": to_dict(self.config),
            "steps": self.done,
            "seconds": self.seconds,
            "results": self.results,
        }
        if schema := self.config.schema:
            data[SCHEMA] = json.dumps(schema.to_dict())
        save_checkpoint(self.out_dir, data | own)
        write_json(self.out_dir / RESULTS, self.results)

    def outcome(self, model: Path) -> Outcome:
        """What the run gave, when ``model`` is written."""
        return Outcome(model, self.done, self.seconds, self.results)
