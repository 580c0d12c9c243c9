"""The learner on one seat of many games, as Stable-Baselines3 wants it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from ludo_env.engine.game import Game
from ludo_env.engine.state import State
from ludo_env.rules import LudicrousRules, RuleSet
from ludo_env.vector import make_vec
from training.learner import Learner
from training.pool import Opponent, Pool, Table

SEEDS = 2**63
"""Seeds of agents lie below."""


class Seats(Learner):
    """``n`` games, in each of which the learner plays one seat and the pool plays the others.

    A step takes the learner's action in every game and then plays on until each of them waits for
    the learner again. The reward is all that the learner earned in between: 0, or the result of
    the game if it ended, also when an opponent ended it. Then ``done`` is set and a new game has
    begun, with the learner on the next seat and opponents drawn anew; ``infos`` hold
    ``terminal_observation`` (what the learner saw at the end) and ``episode`` (``r`` its result,
    ``l`` its decisions). A game that ends before the learner could decide anything is left out:
    there is no decision that its result could be ascribed to.

    A game that is cut off by ``max_rounds`` ends by the rules, with places and a result, and the
    observation counts the rounds that are left; so it never is a time limit to bootstrap from.

    Plain Ludo and the full game are played alike; observations are the ``flat`` format unless
    another ``layout`` is named.

    Raises:
        BadOption, BadRules: an argument outside its range.
    """

    def __init__(
        self,
        n: int,
        rules: str | RuleSet | LudicrousRules,
        players: int,
        pool: Pool,
        *,
        seed: int = 0,
        layout: str | Sequence[str] = "flat",
    ) -> None:
        super().__init__(make_vec(n, rules, players, seed=seed, layout=layout))
        self.batch = self.vec.batch
        self.pool = pool
        self.rng = np.random.default_rng(seed)
        self.table = Table(
            [Game.of(state) for state in self.batch.states],
            self.vec.observations,
            self.vec.action_masks,
        )
        self.order = self.table.games[0].seats
        self.seats: NDArray[np.int64] = np.zeros(n, np.int64)
        """The learner's seat of each game."""
        self.opponents: list[dict[int, Opponent]] = [{} for _ in range(n)]
        """The opponent on each other seat of each game."""
        self.decisions = [0] * n
        """Decisions of the learner so far in each game."""
        self.dealt = 0
        self.rewards = np.zeros(n, np.float32)
        self.dones = np.zeros(n, np.bool_)
        self.infos: list[dict[str, Any]] = []

    # -- what Stable-Baselines3 calls --------------------------------------------------------

    def reset(self) -> NDArray[np.uint8]:
        """Begin a new game in every row; what the learner sees at its first decisions.

        After `seed` these are games of that seed; the pool draws the opponents by its own.

        Raises:
            BadOption: the games are closed.
        """
        seed = self.next_seed()
        self.pending = None
        if seed is not None:
            self.vec.reset(seed)
            self.rng = np.random.default_rng(seed)
            self.dealt = 0
        self.clear()
        for row in range(self.num_envs):
            self.deal(row)
        self.play_others()
        return self.seen

    def step_wait(self) -> VecEnvStepReturn:
        """Play until every game waits for the learner. Raises `BadOption` without `step_async`."""
        actions = self.taken()
        self.clear()
        for row, action in enumerate(actions.tolist()):
            self.decisions[row] += 1
            self.play(row, action)
        self.play_others()
        return self.seen, self.rewards.copy(), self.dones.copy(), self.infos

    # -- playing -----------------------------------------------------------------------------

    def clear(self) -> None:
        """Forget what the step before brought."""
        self.rewards[:] = 0.0
        self.dones[:] = False
        self.infos = [{} for _ in range(self.num_envs)]

    def deal(self, row: int) -> None:
        """Begin a new game in a row: the learner's seat goes round, the others are drawn."""
        self.batch.write_mask(row, self.batch.states[row], 0)
        self.batch.start(row)
        while self.batch.states[row].over:  # cut off before anybody could decide anything
            self.batch.start(row)
        self.table.games[row].state = self.batch.states[row]
        self.seats[row] = self.order[self.dealt % len(self.order)]
        self.dealt += 1
        self.decisions[row] = 0
        self.opponents[row] = {}
        for seat in self.order:
            if seat != self.seats[row]:
                opponent = self.pool.draw()
                self.opponents[row][seat] = opponent
                opponent.begin(self.table, row, seat, int(self.rng.integers(SEEDS)))
        self.batch.write(row)

    def play(self, row: int, action: int) -> None:
        """Take an action in a game; if it ends, note the result and begin the next one."""
        state = self.batch.states[row]
        self.batch.write_mask(row, state, 0)
        state.apply(action)
        if state.over:
            self.finish(row, state)
            self.deal(row)
        else:
            self.batch.write(row)

    def play_others(self) -> None:
        """Let the opponents play until every game waits for the learner."""
        while True:
            waiting = np.flatnonzero(self.vec.deciders != self.seats)
            if not len(waiting):
                return
            for opponent, rows in self.by_opponent(waiting.tolist()):
                for row, action in zip(rows, opponent.actions(self.table, rows), strict=True):
                    self.play(int(row), action)

    def by_opponent(self, waiting: Sequence[int]) -> list[tuple[Opponent, NDArray[np.intp]]]:
        """Each opponent that must decide, with its rows, so that a network is called once."""
        rows: dict[int, list[int]] = {}
        found: dict[int, Opponent] = {}
        for row in waiting:
            opponent = self.opponents[row][self.batch.states[row].decider]
            found[id(opponent)] = opponent
            rows.setdefault(id(opponent), []).append(row)
        return [(opponent, np.array(rows[key], np.intp)) for key, opponent in found.items()]

    def finish(self, row: int, state: State) -> None:
        """Note how a game ended, for the learner and for its opponents."""
        if not self.decisions[row]:
            return
        seat = int(self.seats[row])
        reward = state.reward(seat)
        self.rewards[row] = reward
        self.dones[row] = True
        self.infos[row] = {
            "terminal_observation": self.vec.schema.encode(self.table.games[row], seat),
            "TimeLimit.truncated": False,
            "episode": {"r": reward, "l": self.decisions[row]},
        }
        for other, opponent in self.opponents[row].items():
            theirs = state.reward(other)
            self.pool.record(opponent, 0.5 + 0.5 * ((theirs > reward) - (theirs < reward)))
