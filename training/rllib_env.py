"""Games of a league as RLlib wants them: whoever must decide, and nobody else, is asked."""

from __future__ import annotations

from itertools import count
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from agents.agent import Agent
from agents.registry import make_agent
from ludo_env.board import COLOURS
from ludo_env.engine.game import Game
from ludo_env.observation import schema_for
from ludo_env.rules import as_rules

MAIN: Final = "main"
"""The network that learns."""
PAST: Final = "past"
"""An earlier self: this and the number of its place, ``past-3``."""
SEEDS: Final = 2**63

_numbers = count()
"""Tells apart the games of a process."""


def module_of(agent: str, *_: object, **__: object) -> str:
    """The network that plays an agent, ``network@colour``."""
    return agent.partition("@")[0]


class LeagueEnv(MultiAgentEnv):  # type: ignore[misc]
    """One game after the other: the learner on one seat, the next in every game, the league else.

    Agents are networks at a colour, ``main@yellow``; scripted bots play by themselves between two
    steps. A step is the action of the agent that must decide; its answer asks the next one. At the
    end all networks of the game are told their result, 1 to -1, with what they see then.

    Args:
        config: ``rules`` and ``players`` of the games, ``selves`` (how many earlier selves there
            may be), ``odds`` (of every opponent, by spec or network, to be drawn), ``seed``.
    """

    def __init__(self, config: Any) -> None:
        super().__init__()
        self.rules = as_rules(config["rules"])
        self.players = int(config["players"])
        self.odds: dict[str, float] = dict(config["odds"])
        self.told: list[tuple[str, float]] = []
        """Opponents of games that have ended: 1 if ahead of the learner, 0.5 level, 0 behind."""
        process = [getattr(config, "worker_index", 0), getattr(config, "recreated_worker", False)]
        self.rng = np.random.default_rng([config["seed"], *map(int, process), next(_numbers)])
        self.dealt = int(self.rng.integers(self.players))
        self.schema = schema_for("flat", self.rules)
        self.deal()
        networks = [MAIN, *(f"{PAST}-{number}" for number in range(config["selves"]))]
        colours = [COLOURS[seat] for seat in self.game.seats]
        self.possible_agents = [f"{name}@{colour}" for name in networks for colour in colours]
        space = spaces_of(self.rules, self.players)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space[0])
        self.action_spaces = dict.fromkeys(self.possible_agents, space[1])

    # -- what RLlib calls --------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game in which the learner decides something; what its first decider sees."""
        self.deal()
        while self.game.over:
            self.deal()
        return self.asked(), {}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Take the action of the agent that was asked."""
        self.game.apply(int(actions[self.names[self.game.decider]]))
        self.play_bots()
        over, asked = self.game.over, self.asked()
        rewards = self.finish() if over else dict.fromkeys(asked, 0.0)
        return asked, rewards, {"__all__": over}, {"__all__": False}, {}

    # -- playing -----------------------------------------------------------------------------

    def deal(self) -> None:
        """Begin a game: the learner's seat goes round, the others are drawn."""
        game = Game(self.rules, self.players, seed=int(self.rng.integers(SEEDS)))
        self.game = game
        self.own = game.seats[self.dealt % self.players]
        self.dealt += 1
        self.league: dict[int, str] = {}
        """Who plays every other seat."""
        self.bots: dict[int, Agent] = {}
        self.names = {self.own: f"{MAIN}@{COLOURS[self.own]}"}
        """The agents of the networks."""
        for seat in game.seats:
            if seat != self.own:
                self.seat(seat, str(self.rng.choice(list(self.odds), p=list(self.odds.values()))))
        self.agents = list(self.names.values())
        self.play_bots()

    def seat(self, seat: int, opponent: str) -> None:
        """Give a seat to an opponent."""
        self.league[seat] = opponent
        if opponent.partition("-")[0] == PAST:
            self.names[seat] = f"{opponent}@{COLOURS[seat]}"
            return
        self.bots[seat] = make_agent(opponent)
        self.bots[seat].begin(self.game, seat, int(self.rng.integers(SEEDS)))

    def play_bots(self) -> None:
        """Play until a network must decide."""
        game = self.game
        while not game.over and game.decider in self.bots:
            game.apply(self.bots[game.decider].act(game))

    def finish(self) -> dict[str, float]:
        """Note how the league has done; the results of the networks."""
        results = {seat: self.game.state.reward(seat) for seat in self.game.seats}
        for seat, opponent in self.league.items():
            ahead = float(np.sign(results[seat] - results[self.own]))
            self.told.append((opponent, 0.5 + 0.5 * ahead))
        return {name: results[seat] for seat, name in self.names.items()}

    def asked(self) -> dict[str, dict[str, NDArray[Any]]]:
        """What the decider sees; at the end, what all see."""
        game = self.game
        seats = list(self.names) if game.over else [game.decider]
        return {self.names[seat]: self.seen(seat) for seat in seats}

    def seen(self, seat: int) -> dict[str, NDArray[Any]]:
        """What a seat sees, and what it may do."""
        state = self.game.state
        mask = np.zeros(state.actions, np.int8)
        if seat == state.decider and not state.over:
            mask = np.frombuffer(bytearray(state.mask), np.int8)
        return {"observation": self.schema.encode(self.game, seat), "action_mask": mask}


def spaces_of(rules: Any, players: int) -> tuple[spaces.Dict, spaces.Discrete]:
    """What an agent sees and what it can do."""
    high = schema_for("flat", rules).high
    actions = int(Game(rules, players, seed=0).state.actions)
    seen = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": seen, "action_mask": mask}), spaces.Discrete(actions)
