"""Distillation: a scorer learns what playing on in possible worlds tells of actions.

One try of an action in a possible world says little, but it is an unbiased measure of what the
action is worth to who plays on by the rules of thumb. The scorer is fitted to many of them, and so
to their mean: it takes a step of policy improvement over the rules of thumb, and needs no search to
play. From the first fit on it plays the games itself, so that it meets the positions that it leads
to (DAgger).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from agents.instinct.bot import Instinct
from agents.learned import check_scorer, describe_scorer
from agents.sensible import Sensible
from ludo_env.engine.ludicrous.procedures import DECISIONS
from training.checkpoint import NAME, SCHEMA, kept_schema, restoring
from training.config import DistilConfig, to_dict
from training.distil_games import Examiner, Lessons
from training.game_run import GameRun
from training.outcome import MODEL, Outcome
from training.progress import Progress
from training.scorer import fit, write_onnx, write_scorer

Tables = dict[str, NDArray[np.float32]]


class Distillation(GameRun[DistilConfig, Lessons]):
    """One run; a step is a game whose decisions are judged."""

    folder = "lessons"
    file = "scorer.json"
    kind = Lessons

    def __init__(
        self, config: DistilConfig, out_dir: Path, saved: dict[str, Any] | None, progress: Progress
    ) -> None:
        super().__init__(config, out_dir, saved, progress)
        self.kinds = [DECISIONS.index(kind) for kind in config.kinds]
        self.decisions = 0
        """Decisions that have been judged."""
        self.tables: Tables = {}
        """The scorer of the last fit; none before the first."""
        if saved:
            check_scorer(out_dir / NAME, kept_schema(out_dir, saved))
            with restoring(out_dir):
                self.decisions = int(saved["decisions"])
                self.tables = {name: x.numpy() for name, x in saved["tables"].items()}

    def run(self) -> Outcome:
        """Learn to the end."""
        outcome = super().run()
        self.write()
        return outcome

    def play(self) -> Lessons:
        """Play and judge the next games."""
        config = self.config
        examiner = Examiner(
            self.player(), config.rules, self.kinds, config.share, config.worlds, config.turns
        )
        lessons = examiner.play(config.seed, self.done, config.checkpoint_every)
        self.decisions += len(lessons)
        return lessons

    def figures(self) -> dict[str, float]:
        """How many decisions have been judged."""
        return {"decisions": self.decisions}

    def player(self) -> Sensible:
        """Who plays the games."""
        if not self.tables:
            return Sensible()
        weights = {name: [float(x) for x in table] for name, table in self.tables.items()}
        return Instinct(weights, self.kinds)

    def measure(self) -> None:
        """Fit the scorer anew to all lessons, and rate it."""
        config = self.config
        net, figures = fit(
            self.all(),
            config.hidden,
            config.epochs,
            config.minibatch,
            config.learning_rate,
            config.decay,
            config.seed,
        )
        self.tables = net.tables()
        told = ", ".join(f"{name} {value:.3f}" for name, value in figures.items())
        self.progress.note(
            f"after {self.done} games, {self.decisions} decisions, {self.seconds:.0f} s: {told}"
        )
        self.write()
        self.play_against(f"learned:model={self.out_dir / self.file}")

    def write(self) -> None:
        """Write the scorer, both ways."""
        training = to_dict(self.config) | {"decisions": self.decisions}
        description = describe_scorer(self.kinds, training)
        write_scorer(self.out_dir / self.file, self.tables, description)
        write_onnx(self.out_dir / MODEL, self.tables, description)

    def save(self) -> None:
        """Write the checkpoint, then what people read."""
        tables = {name: torch.from_numpy(table) for name, table in self.tables.items()}
        seen = {SCHEMA: describe_scorer(self.kinds, {})}
        self.keep(decisions=self.decisions, tables=tables, **seen)
