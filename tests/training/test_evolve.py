"""Evolution of weights: where they go, what a run leaves, and how it goes on."""

import dataclasses
import json
import math
from pathlib import Path

import numpy as np
import pytest

import training.evolve as evolve
from agents import make_agent
from agents.characters import WEIGHTS
from ludo_env.errors import BadOption, BadRules
from training.config import CloneConfig, EvolveConfig
from training.evolve import NAMES, Evolution, play, train, weights_at
from training.progress import Silent

SMALL = EvolveConfig(
    rules="ludicrous-short:max_rounds=8",
    steps=40,
    batch=10,
    checkpoint_every=10,
    evaluate_every=20,
    evaluate_games=4,
)


def test_a_place_multiplies_the_usual_weights() -> None:
    assert weights_at(np.zeros(len(NAMES))) == WEIGHTS
    place = np.zeros(len(NAMES))
    place[NAMES.index("entry")] = math.log(2)
    place[NAMES.index("sneak")] = 0.25
    moved = weights_at(place)
    assert moved == WEIGHTS | {"entry": 2 * WEIGHTS["entry"], "sneak": 25}


def test_the_same_seed_is_the_same_game_and_sides_are_told_apart() -> None:
    bad = {name: -weight for name, weight in WEIGHTS.items()}
    results = [play("ludicrous-short", (WEIGHTS, bad), seed) for seed in range(12)]
    assert results == [play("ludicrous-short", (WEIGHTS, bad), seed) for seed in range(12)]
    assert sum(results) >= 4.0
    assert sum(play("ludicrous-short", (bad, WEIGHTS), seed) for seed in range(12)) <= -4.0


def test_weights_go_where_games_are_won(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the larger entry always winning, that weight rises and the others stay about."""
    monkeypatch.setattr(
        evolve,
        "play",
        lambda rules, sides, seed: float(np.sign(sides[0]["entry"] - sides[1]["entry"])),
    )
    config = dataclasses.replace(SMALL, steps=4000, batch=200, evaluate_every=4000)
    run = Evolution(config, tmp_path, None, Silent())
    run.run()
    entry = run.mean[NAMES.index("entry")]
    others = np.delete(run.mean, NAMES.index("entry"))
    assert entry > 2.0 and np.abs(others).max() < 0.5 * entry


def test_a_run_leaves_weights_and_goes_on_as_if_it_had_not_ended(tmp_path: Path) -> None:
    whole = train(SMALL, tmp_path / "whole")
    assert whole.steps == 40 and len(whole.results) == 2
    assert json.loads(whole.model.read_text()).keys() == WEIGHTS.keys()
    make_agent(f"learned:model={whole.model}")
    config = tmp_path / "parts"

    class Killed(Silent):
        def at(self, done: int, **figures: float) -> None:
            if done == 30:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(SMALL, config, progress=Killed())
    again = train(SMALL, config, resume=True)
    assert again.model.read_bytes() == whole.model.read_bytes()
    wins = [result["wins"] for result in again.results]
    assert wins == [result["wins"] for result in whole.results]


def test_what_cannot_be_evolved_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="method: 'clone', allowed here: evolve"):
        train(CloneConfig(), tmp_path)
    with pytest.raises(BadRules):
        EvolveConfig(rules="classic", evaluate_against=("smart",))
    with pytest.raises(BadOption, match=r"players: 4 is outside 2\.\.2"):
        EvolveConfig(players=4)
