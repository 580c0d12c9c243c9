"""Evolution of weights: where they go, what a run leaves, and how it goes on."""

import dataclasses
import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import training.evolve as evolve
from agents import make_agent
from agents.characters import WEIGHTS
from ludo_env.errors import BadOption, BadRules
from training.config import EvolveConfig
from training.evolve import NAMES, Evolution, Side, play, weights_at
from training.methods import train
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

    def higher(rules: str, sides: Sequence[Side], seed: int) -> float:
        first, second = (side["entry"] if isinstance(side, dict) else 0 for side in sides)
        return float(np.sign(first - second))

    monkeypatch.setattr(evolve, "play", higher)
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


def test_an_answer_is_sought_to_one_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both nudged sides meet it, with the same dice; the one that does better pulls."""
    met: list[tuple[object, int]] = []

    def judged(rules: str, sides: tuple[dict[str, int], object], seed: int) -> float:
        met.append((sides[1], seed))
        return float(np.sign(sides[0]["hp"] - WEIGHTS["hp"]))

    monkeypatch.setattr(evolve, "play", judged)
    config = dataclasses.replace(
        SMALL, steps=400, batch=100, against="random", evaluate_against=("random",)
    )
    run = Evolution(config, tmp_path, None, Silent())
    run.update()
    opponents, seeds = zip(*met, strict=True)
    assert len(met) == 200 and set(opponents) == {run.opponent}
    assert seeds[::2] == seeds[1::2]
    assert run.place[NAMES.index("hp")] > 0.5 * np.abs(run.place).max() > 0.0
    run.measure()
    assert [result["against"] for result in run.results] == ["random"]


def test_what_cannot_be_evolved_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadRules):
        EvolveConfig(rules="classic", evaluate_against=("smart",))
    with pytest.raises(BadOption, match="against: unknown agent 'nobody'"):
        EvolveConfig(against="nobody")
    with pytest.raises(BadOption, match=r"players: 4 is outside 2\.\.2"):
        EvolveConfig(players=4)
