"""Distillation: lessons, the fit, and a run that goes on as if it had not ended."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest
import torch

from agents import make_agent
from agents.instinct.bot import Instinct
from agents.instinct.inputs import INPUTS, POSITION
from agents.sensible import Sensible
from ludo_env.engine.ludicrous.procedures import DECIDE_MOVE, DECIDE_SHED
from ludo_env.errors import BadModel, BadOption, BadRules
from training.checkpoint import load_checkpoint, save_checkpoint
from training.config import DistilConfig
from training.distil_games import TRIED, Examiner, Lessons
from training.methods import train
from training.progress import Silent
from training.scorer import Batch, ScorerNet, Shelf, fit

RULES = "ludicrous-short:max_rounds=12"
KINDS = [DECIDE_MOVE, DECIDE_SHED]
SMALL = DistilConfig(
    rules=RULES,
    steps=12,
    share=0.5,
    worlds=1,
    turns=1,
    checkpoint_every=2,
    hidden=3,
    epochs=2,
    minibatch=16,
    evaluate_every=6,
    evaluate_games=4,
)


def lessons(games: int, first: int = 0) -> Lessons:
    """The lessons of some short games."""
    return Examiner(Sensible(), RULES, KINDS, 0.5, 2, 2).play(3, first, games)


def test_a_game_depends_on_its_number_only() -> None:
    whole = lessons(6)
    joined = Lessons.joined([lessons(2), lessons(4, first=2)])
    for field in dataclasses.fields(Lessons):
        assert np.array_equal(getattr(whole, field.name), getattr(joined, field.name)), field.name


def test_lessons_are_of_the_kinds_that_are_asked_for(tmp_path: Path) -> None:
    found = lessons(6)
    assert len(found) > 40 and set(found.kinds) <= set(KINDS)
    assert (found.options > 1).all() and (found.options <= TRIED).all()
    assert len(found.told) == len(found.chances) == found.options.sum()
    assert len(found.where) == found.seen.sum() and found.where.max() < POSITION
    assert len(found.places) == found.told.sum() and found.places.min() >= POSITION
    assert ((found.chances >= 0) & (found.chances <= 100)).all()
    found.save(tmp_path / "lessons.npz")
    again = Lessons.load(tmp_path / "lessons.npz")
    assert np.array_equal(found.chances, again.chances)


def test_the_compiled_scorer_computes_what_was_fitted() -> None:
    found = lessons(4)
    torch.manual_seed(2)
    net = ScorerNet(5)
    torch.nn.init.normal_(net.out)
    torch.nn.init.normal_(net.linear.weight)
    batch = Batch(Shelf(found), torch.arange(len(found)))
    scores = net(batch).detach().numpy()
    tables = net.tables()
    rows = np.zeros((len(scores), INPUTS))
    seen = np.repeat(np.arange(len(found)), found.seen)
    positions = np.zeros((len(found), POSITION))
    np.add.at(positions, (seen, found.where), found.what)
    rows[:, :POSITION] = np.repeat(positions, found.options, axis=0)
    np.add.at(rows, (np.repeat(np.arange(len(scores)), found.told), found.places), found.numbers)
    bot = Instinct({name: table.tolist() for name, table in tables.items()}, KINDS)
    for row, score in list(zip(rows, scores, strict=True))[:60]:
        bot.inputs.clear()
        for place in np.flatnonzero(row[:POSITION]):
            bot.inputs.put(int(place), float(row[place]))
        bot.scorer.look(bot.inputs)
        bot.inputs.clear()
        for place in POSITION + np.flatnonzero(row[POSITION:]):
            bot.inputs.put(int(place), float(row[place]))
        assert bot.scorer.score(bot.inputs) == pytest.approx(float(score), abs=2e-3)


def test_the_fit_learns_what_there_is_to_learn() -> None:
    """Where the chances are a clear function of the inputs, it chooses by them."""
    found = lessons(30)
    actions = np.repeat(np.arange(len(found.told)), found.told)
    sums = np.zeros(len(found.told), np.float32)
    np.add.at(sums, actions, (found.places % 7).astype(np.float32))
    taught = dataclasses.replace(found, chances=sums)
    _, figures = fit(taught, 8, 20, 64, 1e-2, 0.0, seed=1)
    assert figures["error"] < 0.5 * figures["before"]
    assert figures["gain"] > 0.0
    again = fit(taught, 8, 20, 64, 1e-2, 0.0, seed=1)[1]
    assert again == figures


def test_a_run_goes_on_as_if_it_had_not_ended(tmp_path: Path) -> None:
    whole = train(SMALL, tmp_path / "whole")
    assert [entry["steps"] for entry in whole.results] == [6, 12]
    assert whole.steps == 12 and {entry["against"] for entry in whole.results} == {"sensible"}
    assert make_agent(f"learned:model={whole.model}")
    assert make_agent(str(tmp_path / "whole" / "model.onnx"))
    parts = tmp_path / "parts"

    class Killed(Silent):
        def at(self, done: int, **figures: float) -> None:
            if done > 7:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(SMALL, parts, progress=Killed())
    again = train(SMALL, parts, resume=True)
    for name in ("scorer.json", "model.onnx", "results.json"):
        assert (parts / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert again.steps == whole.steps


def test_a_run_that_saw_other_numbers_does_not_go_on(tmp_path: Path) -> None:
    train(SMALL, tmp_path)
    saved = load_checkpoint(tmp_path)
    seen = saved["schema"]
    for schema, words in (
        (seen | {"version": 0}, "pt: trained on other numbers: version is 0 in the model"),
        (seen | {"schema": {"own": 1}}, "pt: trained on other numbers: own is 1 in the model"),
    ):
        save_checkpoint(tmp_path, saved | {"schema": schema})
        with pytest.raises(BadModel, match=words):
            train(SMALL, tmp_path, resume=True)
    del saved["schema"]
    save_checkpoint(tmp_path, saved)
    with pytest.raises(BadOption, match=r"of an earlier version, .* begin anew"):
        train(SMALL, tmp_path, resume=True)


def test_what_cannot_be_distilled_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadRules):
        DistilConfig(rules="classic", evaluate_against=("smart",))
    with pytest.raises(BadOption, match="kinds: 'sing', allowed: turning, action"):
        DistilConfig(kinds=("sing",))
    with pytest.raises(BadOption, match="kinds: 'tank'"):
        DistilConfig(kinds=("tank",))
