"""The one way into training: every method has a kind of run, and a configuration of its own."""

import dataclasses
from pathlib import Path

import pytest

from ludo_env.errors import BadOption
from training.config import CONFIGS, PPOConfig
from training.methods import RUNS, kind_of_run, train
from training.run import Run


def test_every_configuration_has_its_kind_of_run() -> None:
    assert RUNS.keys() == CONFIGS.keys()
    for method in RUNS.keys() - {"rllib"}:  # which needs Ray
        kind = kind_of_run(method)
        assert isinstance(kind, type) and issubclass(kind, Run)


def test_a_configuration_of_another_method_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"^method: 'td', allowed here: ppo$"):
        train(dataclasses.replace(PPOConfig(), method="td"), tmp_path / "run")
    assert not (tmp_path / "run").exists()
