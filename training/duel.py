"""How strong a value network is: half of the seats for it, half for a bot, in every seating."""

from __future__ import annotations

import itertools
from typing import Final

import numpy as np

from agents.registry import make_agent
from ludo_env.board import PARTIES
from ludo_env.engine.game import Game
from ludo_env.observation import AFTERSTATE, Schema
from ludo_env.rules import RuleSet
from ludo_env.vector import make_vec
from training.outcome import Trial
from training.values import Choice, ValueNet

ROWS: Final = 60
"""Games side by side; every number of seatings divides it."""


def play_duel(
    net: ValueNet, rules: str | RuleSet, players: int, against: str, games: int, seed: int
) -> Trial:
    """Play ``games`` games, rounded up to whole rounds of `ROWS`; a win is one of its seats first.

    Every row plays the same number of games, so that short games are not counted more often.
    """
    envs = make_vec(ROWS, rules, players, seed=seed)
    first = envs.game(0)
    seatings = list(itertools.combinations(first.seats, players // 2))
    ours = np.zeros((ROWS, PARTIES), dtype=np.bool_)
    for row in range(ROWS):
        ours[row, seatings[row % len(seatings)]] = True
    bots = [make_agent(against) for _ in range(PARTIES)]
    for seat, bot in enumerate(bots):
        bot.begin(first, seat, seed + seat)
    choice = Choice(Schema(AFTERSTATE), ROWS)
    left = np.full(ROWS, -(-games // ROWS))
    played = int(left.sum())
    wins = 0
    while left.any():
        deciders = envs.deciders
        mine = ours[np.arange(ROWS), deciders]
        states = envs.batch.states
        actions = np.zeros(ROWS, dtype=np.int64)
        if mine.any():
            actions[mine] = choice.decide(net, [states[i] for i in np.flatnonzero(mine)])[0]
        for i in np.flatnonzero(~mine):
            actions[i] = bots[deciders[i]].act(Game.of(states[i]))
        envs.step(actions)
        ended = (envs.terminated | envs.truncated) & (left > 0)
        winners = envs.rewards == envs.rewards.max(axis=1, keepdims=True)
        wins += int((winners & ours).any(axis=1)[ended].sum())
        left[ended] -= 1
    return Trial.of(against, played, wins)
