"""The one way into training: every method has a kind of run, and a configuration of its own."""

import dataclasses
import json
from pathlib import Path

import pytest

from ludo_env.errors import BadOption
from training.checkpoint import load_checkpoint
from training.config import CONFIGS, PPOConfig, TrainConfig, make_config
from training.methods import RUNS, kind_of_run, train
from training.outcome import Outcome
from training.progress import Silent
from training.run import Run


def test_every_configuration_has_its_kind_of_run() -> None:
    assert RUNS.keys() == CONFIGS.keys()
    for method in RUNS.keys() - {"rllib"}:  # which needs Ray
        kind = kind_of_run(method)
        assert isinstance(kind, type) and issubclass(kind, Run)


class Bare(Run[TrainConfig]):
    """What all kinds of run have."""

    def run(self) -> Outcome:
        return self.outcome(self.out_dir)

    def measure(self) -> None: ...


@pytest.mark.parametrize("method", CONFIGS)
def test_a_run_keeps_what_its_network_observes(method: str, tmp_path: Path) -> None:
    config = make_config({"method": method})
    assert (config.schema is None) == (method in ("evolve", "distil", "leaf"))
    Bare(config, tmp_path, None, Silent()).save()
    saved = load_checkpoint(tmp_path)
    Bare(config, tmp_path, saved, Silent())
    if config.schema:
        kept = json.loads(saved["schema"])
        kept["slices"][0]["meaning"] = "something else"
        with pytest.raises(BadOption, match=r"other observation: meaning of .* is something else"):
            Bare(config, tmp_path, saved | {"schema": json.dumps(kept)}, Silent())


def test_a_configuration_of_another_method_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"^method: 'td', allowed here: ppo$"):
        train(dataclasses.replace(PPOConfig(), method="td"), tmp_path / "run")
    assert not (tmp_path / "run").exists()
