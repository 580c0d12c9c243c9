"""How likely each party is to win, judged without looking ahead. Compiled."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from agents.search.features import FEATURES, read_features
from ludo_env.board import PARTIES
from ludo_env.engine.ludicrous.match import Match
from ludo_env.errors import BadModel
from ludo_env.files import read_json

WEIGHTS: Final = Path(__file__).with_name("leaf.json")
"""The fitted weights, written by `training.leaf`."""
TWO: Final = "two"
MORE: Final = "more"
"""Those for two players, and for three or four."""
TABLES: Final = ("linear", "own", "rivals", "bias", "out")


class Leaf:
    """A small network that was fitted to who won.

    Every party gets a score: a weighted sum of its `FEATURES`, and of ``hidden`` units that see the
    party's features and the mean of its rivals'. The chances to win are the softmax of the scores.

    Args:
        weights: ``linear`` (features), ``own`` and ``rivals`` (features x hidden, row by row),
            ``bias`` and ``out`` (hidden).
    """

    def __init__(self, weights: dict[str, list[float]]) -> None:
        self.linear: vec[float] = vec[float](weights["linear"])
        self.own: vec[float] = vec[float](weights["own"])
        self.rivals: vec[float] = vec[float](weights["rivals"])
        self.bias: vec[float] = vec[float](weights["bias"])
        self.out: vec[float] = vec[float](weights["out"])
        self.hidden: i64 = len(weights["bias"])
        self.seen: vec[float] = vec[float]([0.0] * FEATURES)
        self.units: vec[float] = vec[float]([0.0] * (PARTIES * len(weights["bias"])))
        self.others: vec[float] = vec[float]([0.0] * (PARTIES * len(weights["bias"])))
        self.scores: vec[float] = vec[float]([0.0] * PARTIES)

    def judge(self, m: Match, out: vec[float]) -> None:
        """Write each party's chance to win, 0 for those that do not play; a team has one chance."""
        parties: i64 = 0
        for party in range(PARTIES):
            if m.plays(party):
                parties += 1
                self.take_in(m, party)
        for party in range(PARTIES):
            out[party] = 0.0
            if m.plays(party):
                self.scores[party] += self.combine(m, party, parties)
        self.share(m, out)

    def take_in(self, m: Match, party: i64) -> None:
        """What a party's features add to its score, its units, and those of its rivals."""
        read_features(m, party, self.seen)
        base: i64 = party * self.hidden
        for h in range(self.hidden):
            self.units[base + h] = self.bias[h]
            self.others[base + h] = 0.0
        score: float = 0.0
        for n in range(FEATURES):
            x: float = self.seen[n]
            if x != 0.0:
                score += x * self.linear[n]
                row: i64 = n * self.hidden
                for h in range(self.hidden):
                    self.units[base + h] += x * self.own[row + h]
                    self.others[base + h] += x * self.rivals[row + h]
        self.scores[party] = score

    def combine(self, m: Match, party: i64, parties: i64) -> float:
        """What the hidden units add to a party's score."""
        share: float = 1.0 / float(parties - 1) if parties > 1 else 0.0
        total: float = 0.0
        for h in range(self.hidden):
            unit: float = self.units[party * self.hidden + h]
            for other in range(PARTIES):
                if other != party and m.plays(other):
                    unit += share * self.others[other * self.hidden + h]
            if unit > 0.0:
                total += unit * self.out[h]
        return total

    def share(self, m: Match, out: vec[float]) -> None:
        """The softmax of the scores; a team's is the mean of its members'."""
        total: float = 0.0
        for party in range(PARTIES):
            if m.plays(party):
                score: float = self.scores[party]
                mate: i64 = (party + 2) % PARTIES
                if m.t.teams and m.plays(mate):
                    score = (score + self.scores[mate]) / 2.0
                out[party] = math.exp(score)
                if not m.t.teams or party < mate or not m.plays(mate):
                    total += out[party]
        for party in range(PARTIES):
            out[party] /= total


def leaf_name(players: int) -> str:
    """What the leaf for a number of players is called in a file."""
    return TWO if players == 2 else MORE


def read_leaves(path: Path) -> dict[str, Any]:
    """The leaves in a file, by `TWO` and `MORE`, one of them at least. Raises `BadModel`."""
    data = read_json(path, BadModel)
    if not isinstance(data, dict) or not (TWO in data or MORE in data):
        raise BadModel(f"{path}: no leaf of the search: neither {TWO!r} nor {MORE!r} is in it")
    return data


def load_leaf(players: int, path: Path = WEIGHTS) -> Leaf:
    """The fitted leaf for a number of players. Raises `BadModel`, which names a damaged file."""
    data = read_leaves(path)
    name = leaf_name(players)
    if name not in data:
        raise BadModel(f"{path}: no leaf for {players} players: {name!r} is not in it")
    try:
        tables = data[name]
        weights = {name: [float(x) for x in tables[name]] for name in TABLES}
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise BadModel(f"{path}: damaged: {type(error).__name__} {error}") from None
    hidden = len(weights["bias"])
    sizes = FEATURES, FEATURES * hidden, FEATURES * hidden, hidden, hidden
    for name, size in zip(TABLES, sizes, strict=True):
        found = len(weights[name])
        if found != size or not hidden:
            raise BadModel(f"{path}: damaged: {found} numbers of {name}, not {size}")
        if not all(math.isfinite(x) for x in weights[name]):
            raise BadModel(f"{path}: damaged: a number of {name} is not finite")
    return Leaf(weights)
