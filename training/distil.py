"""Distillation: a scorer learns what playing on in possible worlds tells of actions.

One try of an action in a possible world says little, but it is an unbiased measure of what the
action is worth to who plays on by the rules of thumb. The scorer is fitted to many of them, and so
to their mean: it takes a step of policy improvement over the rules of thumb, and needs no search to
play. From the first fit on it plays the games itself, so that it meets the positions that it leads
to (DAgger).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from agents.instinct.bot import Instinct
from agents.learned import describe_scorer
from agents.sensible import Sensible
from evaluation.arena import play_match
from evaluation.ladder.figures import win_rate
from evaluation.match import make_match
from ludo_env.engine.ludicrous.procedures import DECISIONS
from training.checkpoint import restoring
from training.config import DistilConfig, TrainConfig, to_dict
from training.distil_games import Examiner, Lessons
from training.outcome import MODEL, Outcome
from training.progress import Progress, Silent
from training.run import Run, opened
from training.scorer import fit, write_onnx, write_scorer

Tables = dict[str, NDArray[np.float32]]

FILE: Final = "scorer.json"
"""What ``learned:model=FILE`` plays, in the run's folder; `MODEL` is the same as ONNX."""
LESSONS: Final = "lessons"
"""The folder of the judged games, in the run's folder."""


def train(
    config: TrainConfig,
    out_dir: str | Path,
    *,
    resume: bool = False,
    progress: Progress | None = None,
) -> Outcome:
    """Distil a scorer; the model is ``scorer.json``, for ``learned:model=FILE``.

    Args and other files are those of `training.td.train`; ``config`` is a `DistilConfig`.

    Raises:
        BadOption: the folder holds a run already; or none to resume, or one of another
            configuration.
    """
    own, saved = opened(DistilConfig, config, Path(out_dir), resume)
    torch.set_num_threads(own.threads)
    return Distillation(own, Path(out_dir), saved, progress or Silent()).run()


class Distillation(Run[DistilConfig]):
    """One run; a step is a game whose decisions are judged."""

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
            with restoring(out_dir):
                self.decisions = int(saved["decisions"])
                self.tables = {name: x.numpy() for name, x in saved["tables"].items()}

    def run(self) -> Outcome:
        """Learn to the end."""
        config = self.config
        (self.out_dir / LESSONS).mkdir(exist_ok=True)
        self.write_config()
        self.progress.begin("games", self.done, config.steps)
        while self.done < config.steps:
            before = self.done
            self.decisions += len(self.judge())
            self.done += config.checkpoint_every
            self.progress.at(self.done, decisions=self.decisions)
            if self.due(config.evaluate_every, before):
                self.learn()
            self.save()
        self.write()
        return self.outcome(self.out_dir / FILE)

    def judge(self) -> Lessons:
        """Play and judge the next games."""
        config = self.config
        examiner = Examiner(
            self.player(), config.rules, self.kinds, config.share, config.worlds, config.turns
        )
        lessons = examiner.play(config.seed, self.done, config.checkpoint_every)
        lessons.save(self.lessons(self.done))
        return lessons

    def lessons(self, first: int) -> Path:
        """The file of the games from a number on."""
        return self.out_dir / LESSONS / f"{first}.npz"

    def player(self) -> Sensible:
        """Who plays the games."""
        if not self.tables:
            return Sensible()
        weights = {name: [float(x) for x in table] for name, table in self.tables.items()}
        return Instinct(weights, self.kinds)

    def learn(self) -> None:
        """Fit the scorer anew to all lessons, and measure it."""
        config = self.config
        every = range(0, self.done, config.checkpoint_every)
        lessons = Lessons.joined([Lessons.load(self.lessons(first)) for first in every])
        net, figures = fit(
            lessons,
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
        for bot in config.evaluate_against:
            self.measure(bot)

    def measure(self, against: str) -> None:
        """Play games in pairs with the same dice on turned seats."""
        config = self.config
        specs = [f"learned:model={self.out_dir / FILE}", against]
        games, seed = config.evaluate_games, config.seed + self.done
        played = play_match(make_match(specs, config.rules, games=games, seed=seed))
        rate = win_rate(played, 0)
        wins = round(rate.value * games)
        result = {"games": games, "share": rate.value, "low": rate.low, "high": rate.high}
        self.results.append({"steps": self.done, "against": against, "wins": wins} | result)
        self.progress.note(
            f"after {self.done} games, {self.seconds:.0f} s, against {against}: "
            f"{100 * rate.value:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f})"
        )

    def write(self) -> None:
        """Write the scorer, both ways."""
        training = to_dict(self.config) | {"decisions": self.decisions}
        description = describe_scorer(self.kinds, training)
        write_scorer(self.out_dir / FILE, self.tables, description)
        write_onnx(self.out_dir / MODEL, self.tables, description)

    def save(self) -> None:
        """Write the checkpoint, then what people read."""
        tables = {name: torch.from_numpy(table) for name, table in self.tables.items()}
        self.keep(decisions=self.decisions, tables=tables)
