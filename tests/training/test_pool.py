"""The pool: who is drawn, who stays, and how an earlier self plays."""

from collections import Counter

import numpy as np
import pytest
import torch
from torch import nn

from training.pool import Pool, Self, Table, best, draw


class Constant(nn.Module):
    """A policy with the same logits for everything."""

    def __init__(self, *logits: float) -> None:
        super().__init__()
        self.logits = nn.Parameter(torch.tensor(logits, dtype=torch.float32))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return self.logits.expand(len(observations), -1)


def drawn(pool: Pool, n: int = 4000) -> Counter[str]:
    return Counter(pool.draw().name for _ in range(n))


def test_the_newest_self_plays_its_share() -> None:
    pool = Pool(["random"], 0.6, 5, 0)
    pool.add("old", Constant(0, 0))
    pool.add("new", Constant(0, 0))
    counts = drawn(pool)
    assert counts["new"] / 4000 == pytest.approx(0.6 + 0.4 / 3, abs=0.03)
    assert counts["old"] / 4000 == pytest.approx(0.4 / 3, abs=0.03)


def test_an_exploiter_joins_before_the_newest_self() -> None:
    pool = Pool([], 1.0, 2, 0)
    pool.add("old", Constant(0, 0))
    pool.add("new", Constant(0, 0))
    pool.selves[0].score = 0.1
    pool.add_exploiter("exploiter", Constant(0, 0))
    assert [old.name for old in pool.selves] == ["exploiter", "new"]
    assert set(drawn(pool, 20)) == {"new"}


def test_without_selves_the_bots_play() -> None:
    assert set(drawn(Pool(["random", "smart"], 0.9, 5, 0))) == {"random", "smart"}


def test_who_does_better_is_drawn_more_often_and_nobody_is_forgotten() -> None:
    pool = Pool(["strong", "weak"], 0.0, 5, 0)
    for _ in range(500):
        pool.record(pool.bots[0], 1.0)
        pool.record(pool.bots[1], 0.0)
    counts = drawn(pool)
    assert counts["strong"] > 10 * counts["weak"] > 0


def test_the_odds_are_those_of_the_draw() -> None:
    pool = Pool(["random", "smart"], 0.3, 5, 0)
    assert pool.odds() == {"random": 0.5, "smart": 0.5}
    for name in ("old", "new"):
        pool.add(name, nn.Identity())
    pool.opponents[1].score = 0.9
    counts, odds = drawn(pool), pool.odds()
    assert sum(odds.values()) == pytest.approx(1)
    for name, share in odds.items():
        assert counts[name] / counts.total() == pytest.approx(share, abs=0.03)


def test_the_self_that_does_worst_leaves_but_never_the_newest() -> None:
    pool = Pool([], 0.0, 2, 0)
    for name in ("a", "b"):
        pool.add(name, Constant(0, 0))
    a, b = pool.selves
    pool.record(a, 0.0)
    pool.add("c", Constant(0, 0))
    assert [old.name for old in pool.selves] == ["b", "c"]
    pool.record(b, 1.0)
    pool.record(b, 1.0)
    pool.record(pool.selves[1], 1.0)
    pool.add("d", Constant(0, 0))  # with a lower score than both, for it has not played yet
    assert [old.name for old in pool.selves] == ["b", "d"]


def test_an_earlier_self_does_not_learn_on() -> None:
    actor = Constant(0.0, 1.0)
    pool = Pool([], 1.0, 2, 0)
    pool.add("a", actor)
    with torch.no_grad():
        actor.logits.add_(5.0)
    old = pool.selves[0].actor
    assert isinstance(old, Constant) and old.logits.tolist() == [0.0, 1.0]


def test_a_pool_goes_through_a_checkpoint() -> None:
    pool = Pool(["random", "smart"], 0.5, 3, 0)
    pool.add("a", Constant(1.0, 2.0))
    pool.record(pool.bots[1], 1.0)
    pool.record(pool.selves[0], 0.0)
    other = Pool(["smart", "random"], 0.5, 3, 0)
    other.restore(pool.state(), Constant(0.0, 0.0))
    assert {o.name: o.score for o in other.opponents} == {o.name: o.score for o in pool.opponents}
    actor = other.selves[0].actor
    assert isinstance(actor, Constant) and actor.logits.tolist() == [1.0, 2.0]


def test_no_action_outside_the_mask_is_ever_taken() -> None:
    rng = np.random.default_rng(0)
    masks = np.eye(4, dtype=np.int8)[rng.integers(4, size=1000)]
    logits = np.where(masks, -1e6, 1e6).astype(np.float32)
    assert np.array_equal(draw(logits, masks, rng), masks.argmax(axis=1))
    assert np.array_equal(best(logits, masks), masks.argmax(axis=1))


def test_an_earlier_self_draws_from_the_softmax_of_its_legal_logits() -> None:
    logits = np.log([0.2, 0.3, 0.1, 0.4])
    old = Self("a", Constant(*logits), np.random.default_rng(1))
    masks = np.tile(np.array([1, 1, 0, 1], np.int8), (5000, 1))
    table = Table([], np.zeros((5000, 7), np.uint8), masks)
    shares = np.bincount(old.actions(table, np.arange(5000)), minlength=4) / 5000
    assert shares == pytest.approx(np.array([0.2, 0.3, 0.0, 0.4]) / 0.9, abs=0.03)
