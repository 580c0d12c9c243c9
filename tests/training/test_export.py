"""Export: the file gives the network's numbers, and tells all about it and nothing else."""

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from torch import Tensor, nn

import ludo_env
from agents.model import METADATA, load_model
from ludo_env.errors import BadOption
from ludo_env.observation import Schema
from ludo_env.rules import RuleSet
from training.export import export

SCHEMA = Schema(("yard", "parties"))


class Net(nn.Module):
    """Two layers on scaled numbers."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.layers = nn.Sequential(nn.Linear(SCHEMA.size, 5), nn.Tanh(), nn.Linear(5, 4))

    def forward(self, observations: Tensor) -> Tensor:
        return torch.as_tensor(self.layers(observations.float() / 9))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "m.onnx"
    write(path)
    return path


def write(path: Path) -> None:
    rules = RuleSet.parse("danish:pieces=3")
    export(Net(), SCHEMA, rules, "value", path, players=(2, 4), training={"seed": 3})


def test_the_file_gives_the_numbers_of_the_network(path: Path) -> None:
    model = load_model(path)
    for rows in (1, 2, 33):
        observations = np.random.default_rng(rows).integers(
            0, 256, (rows, SCHEMA.size), dtype=np.uint8
        )
        expected = Net()(torch.from_numpy(observations)).detach().numpy()
        assert model.run(observations) == pytest.approx(expected, abs=1e-5)


def test_the_file_tells_all_that_a_bot_must_know(path: Path) -> None:
    model = load_model(path)
    assert (model.kind, model.rules.text, model.players) == ("value", "danish:pieces=3", (2, 4))
    assert model.schema == SCHEMA
    assert model.training == {"seed": 3}
    assert model.engine == ludo_env.__version__
    metadata = {entry.key: entry.value for entry in onnx.load(path).metadata_props}
    assert list(metadata) == [METADATA]
    stored = json.loads(metadata[METADATA])
    assert stored["schema"] == json.loads(json.dumps(SCHEMA.to_dict()))
    assert stored["fingerprint"] == SCHEMA.fingerprint


def test_the_file_tells_nothing_about_the_machine(path: Path) -> None:
    data = path.read_bytes()
    for part in (str(Path(__file__).parent), "site-packages", ".py", "forward"):
        assert part.encode() not in data


def test_the_same_network_gives_the_same_file(path: Path, tmp_path: Path) -> None:
    write(tmp_path / "again.onnx")
    assert (tmp_path / "again.onnx").read_bytes() == path.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["again.onnx"]


def test_the_examples_of_the_documentation_run_and_make_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (Path(__file__).parents[2] / "docs/training.md").read_text(encoding="utf-8")
    codes = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    monkeypatch.chdir(tmp_path)
    for code in codes:
        exec(code, {"__name__": "example"})
    assert len(codes) == 2
    assert load_model("mine.onnx", "policy").players == (2, 3, 4)


def test_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="kind: 'q', allowed: policy, value"):
        export(Net(), SCHEMA, RuleSet(), "q", tmp_path / "m.onnx", players=(2,), training={})
