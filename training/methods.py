"""Training by any method: the one way in."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

from ludo_env.errors import BadOption
from training.checkpoint import open_run
from training.config import CONFIGS, TrainConfig, to_dict
from training.outcome import Outcome
from training.progress import Progress, Silent
from training.run import Run

RUNS: Final = {
    "ppo": "training.ppo:SelfPlay",
    "rllib": "training.rllib:RaySelfPlay",
    "td": "training.td:Learning",
    "clone": "training.clone:Cloning",
    "league": "training.league:League",
    "evolve": "training.evolve:Evolution",
    "distil": "training.distil:Distillation",
    "leaf": "training.leaf:Fitting",
}
"""The kind of run of every method; imported when it is wanted."""


def train(
    config: TrainConfig,
    out_dir: str | Path,
    *,
    resume: bool = False,
    progress: Progress | None = None,
) -> Outcome:
    """Learn as configured, and write the bot.

    ``out_dir`` gets ``config.json``, ``checkpoint.pt``, ``results.json`` (the evaluations), what
    the method keeps besides, and, at the end, the model. A run that is killed at any time loses at
    most what came after its last checkpoint.

    Args:
        config: a configuration of `training.config`.
        out_dir: the folder of the run.
        resume: go on with the run in the folder, from its last checkpoint. Its configuration must
            be ``config``, but for ``steps``. The games under way are begun anew.
        progress: hears how far the run is.

    Raises:
        BadOption: the folder holds a run already; or none to resume, or one of another
            configuration; or the method has another kind of configuration.
    """
    if CONFIGS.get(config.method) is not type(config):
        methods = [method for method, kind in CONFIGS.items() if kind is type(config)]
        raise BadOption(f"method: {config.method!r}, allowed here: {', '.join(methods)}")
    kind, out_dir = kind_of_run(config.method), Path(out_dir)
    saved = open_run(to_dict(config), out_dir, resume)
    return kind(config, out_dir, saved, progress or Silent()).run()


def kind_of_run(method: str) -> Callable[..., Run[Any]]:
    """The class of the runs of a method."""
    module, _, name = RUNS[method].partition(":")
    return cast("Callable[..., Run[Any]]", getattr(importlib.import_module(module), name))
