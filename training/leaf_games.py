"""Games from which the leaf of the search learns: rules of thumb play, now and then at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
from librt.vecs import vec
from numpy.typing import NDArray

from agents.search.features import FEATURES, read_features
from agents.sensible import Sensible
from ludo_env.arrays import view
from ludo_env.board import PARTIES
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.match import Match
from ludo_env.rules import as_rules
from ludo_env.rules.ludicrous import LudicrousRules, PartySheet
from ludo_env.rules.tables import CLASSES, STATS
from training.shard import Shard

CHARACTERS: Final = ("balanced",) * 14 + ("racer", "hunter", "builder", "mage")
"""Who plays, all equally likely."""
STRAY_TURNS: Final = 0.05
"""Turns in which parties stray from their rules of thumb, and how often then."""
STRAY: Final = 0.3
APART: Final = {2: 24, 3: 42, 4: 60}
"""Turns between two positions of a game, at most, by players."""


@dataclass(frozen=True, slots=True)
class Positions(Shard):
    """Turns that begin.

    Attributes:
        features: ``(n, players, FEATURES)``, clockwise; all 0 for parties that have left.
        winners: ``(n,)``, which of the players won.
        games: ``(n,)``, the number of the game.
    """

    features: NDArray[np.float16]
    winners: NDArray[np.int64]
    games: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.games)


def play_games(rules: str, players: int, first: int, games: int, seed: int) -> Positions:
    """Positions of a number of games, from number ``first`` on; each depends on its number only."""
    usual = as_rules(rules)
    assert isinstance(usual, LudicrousRules)
    features, winners, numbers = [], [], []
    for number in range(first, first + games):
        seen, winner = play_game(usual, players, Random(f"{seed} {number}"))
        features += seen
        winners += [winner] * len(seen)
        numbers += [number] * len(seen)
    return Positions(
        np.array(features, np.float16).reshape(-1, players, FEATURES),
        np.array(winners, np.int64),
        np.array(numbers, np.int64),
    )


def play_game(
    rules: LudicrousRules, players: int, rng: Random
) -> tuple[list[NDArray[np.float16]], int]:
    """The positions of one game, and which of the players won it; none where nobody did."""
    game = Game(random_sheets(rules, rng), players, seed=rng.getrandbits(60))
    m = game.full
    bots = [Sensible(rng.choice(CHARACTERS)) for _ in range(PARTIES)]
    for seat, bot in enumerate(bots):
        bot.begin(game, seat, rng.getrandbits(40))
    seen: list[NDArray[np.float16]] = []
    turns, take, stray = -1, rng.randrange(1, APART[players]), False
    while not m.over:
        if m.turns != turns:
            turns, stray = m.turns, rng.random() < STRAY_TURNS
            if turns >= take:
                take = turns + rng.randrange(1, APART[players])
                seen.append(position(m, game.seats))
        action = bots[m.decider].choose(m)
        if stray and rng.random() < STRAY:
            action = m.nth_legal(rng.randrange(m.choices))
        m.apply(action)
    first = [n for n, seat in enumerate(game.seats) if m.places[seat] == 1]
    return (seen, first[0]) if len(first) == 1 else ([], 0)


def position(m: Match, seats: Sequence[int]) -> NDArray[np.float16]:
    """The features of the parties on some seats, ``(seats, FEATURES)``."""
    found = np.zeros((len(seats), FEATURES), np.float16)
    numbers = vec[float]([0.0] * FEATURES)
    for n, party in enumerate(seats):
        if m.plays(party):
            read_features(m, party, numbers)
            found[n] = view(numbers, np.float64)
    return found


def random_sheets(rules: LudicrousRules, rng: Random) -> LudicrousRules:
    """The rules with their own sheets, with one for all that is drawn, or one for each."""
    kind = rng.random()
    if kind < 0.6:
        return rules
    if kind < 0.8:
        return rules.changed(sheets=(random_sheet(rng),) * PARTIES)
    return rules.changed(sheets=tuple(random_sheet(rng) for _ in range(PARTIES)))


def random_sheet(rng: Random) -> PartySheet:
    """A class with even scores, with its own, or with any."""
    party_class = rng.choice(sorted(CLASSES))
    kind = rng.random()
    if kind < 0.4:
        return PartySheet(party_class)
    if kind < 0.7:
        return PartySheet.of_class(party_class)
    scores = [0] * len(STATS)
    # No score can go beyond its limits in two changes.
    for _ in range(2):
        up, down = rng.sample(range(len(STATS)), 2)
        scores[up] += 1
        scores[down] -= 1
    return PartySheet(party_class, tuple(scores))
