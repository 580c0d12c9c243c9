"""The PettingZoo environment: ``env`` and, without the order check, ``raw_env``."""

from __future__ import annotations

import copy
import dataclasses
import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import OrderEnforcingWrapper
from typing_extensions import Buffer

from ludo_env.arguments import whole
from ludo_env.arrays import Element
from ludo_env.batch import SEED_MASK, SEED_STEP
from ludo_env.board import COLOURS, PARTIES
from ludo_env.engine.game import SEED_BITS, Game, check_seed, new_state
from ludo_env.errors import BadOption, BadState
from ludo_env.notation import from_json, from_text, to_json, to_text
from ludo_env.observation import Schema, schema_for
from ludo_env.observation.schema import as_layout
from ludo_env.rules import LudicrousRules, RuleSet, as_rules
from ludo_env.rules.ruleset import RANGES
from ludo_env.screen import FRAMES, MODES, Screen
from ludo_env.shaping import potential

Observation = dict[str, Any]

NAME: Final = "ludo_v0"

# Schemas are made of native objects, which environments share instead of copying.
_schema = lru_cache(schema_for)


class raw_env(AECEnv[str, Observation, Any]):
    """Ludo for PettingZoo, without the wrapper that checks the order of calls.

    ====================  ======================================================================
    agents                the colours that play: of yellow, blue, red, green; two sit opposite
    action                ``Discrete(actions)``: plain Ludo has 4, move piece 1 to 4 with the roll,
                          entering included; the full game has 277, which ``game.catalogue`` names
    observation           ``{"observation": ..., "action_mask": (actions,) int8}``, as it sees it
    ``layout="flat"``     one uint8 vector; `schema` names every number of it
    ``layout="dict"``     the same numbers, one array for each encoder
    ``layout="grid"``     ``(planes, 15, 15)`` uint8
    ``layout=[...]``      one uint8 vector of the encoders of these names, in this order
    reward                at the end +1 for the first to -1 for the last, summing to 0
    termination           all agents together, when the game is over
    truncation            all agents together, after ``max_rounds`` rounds
    info                  ``action_mask`` again; at the end also ``places`` by colour
    ====================  ======================================================================

    The mask of the agent to move has a 1 for each legal action, never only zeros. That of every
    other agent, and of all at the end, is all zeros. An agent with one legal action is not asked,
    unless ``auto_pass`` is off. One that has finished early is never selected again before the end.
    Arrays that are handed out belong to the caller: they are new for every decision.

    Args:
        rules: a `RuleSet`, or its text such as ``"modern"`` or ``"classic:play_on=true"``.
        players: 2 (opposite seats), 3 or 4.
        layout: the format of the observation.
        auto_pass: take a decision with one legal action at once.
        max_cycles: the most rounds of a game in place of the rule ``max_rounds``; 0 is any number.
        shaping: the name of a potential whose changes are added to the rewards; None adds nothing.
        render_mode: ``human``, ``rgb_array``, ``ansi`` or ``svg``; see `Screen`.

    Raises:
        BadRules, BadOption: an argument outside its range.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo's name and type
        "name": NAME,
        "render_modes": list(MODES),
        "render_fps": FRAMES,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: str | RuleSet | LudicrousRules = "classic",
        players: int = PARTIES,
        *,
        layout: str | Sequence[str] = "flat",
        auto_pass: bool = True,
        max_cycles: int | None = None,
        shaping: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.rules = as_rules(rules)
        if max_cycles is not None:
            most = whole("max_cycles", max_cycles, *RANGES["max_rounds"])
            self.rules = dataclasses.replace(self.rules, max_rounds=most)
        if not isinstance(auto_pass, bool):
            raise BadOption(f"auto_pass: {auto_pass!r}, allowed: True, False")
        state = new_state(self.rules, players)
        self.players = players
        self.layout = as_layout(layout)
        self.auto_pass = auto_pass
        self.render_mode = render_mode
        self.screen = Screen(render_mode)
        self.potential = None if shaping is None else potential(shaping)
        self.seats = {COLOURS[seat]: seat for seat in range(PARTIES) if state.seats[seat]}
        """The party 0..3 of every agent."""
        self.possible_agents = list(self.seats)
        self.actions = int(state.actions)
        self.observation_spaces = {agent: self._observation_space() for agent in self.seats}
        self.action_spaces = {agent: spaces.Discrete(self.actions) for agent in self.seats}
        self._seed: int | None = None
        self._game: Game | None = None

    @property
    def game(self) -> Game:
        """The game, from the first `reset` on."""
        if self._game is None:
            # As PettingZoo's own order check does, so that `hasattr` finds no game.
            raise AttributeError("there is no game yet, call reset first")
        return self._game

    @property
    def schema(self) -> Schema:
        """What every number of an observation is."""
        return _schema(self.layout, self.rules)

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The space of an agent's observations; it is alike for all. Raises `BadOption`."""
        self._check_agent(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions; it is alike for all. Raises `BadOption`."""
        self._check_agent(agent)
        return self.action_spaces[agent]

    # -- playing ---------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: of the dice; the game is that of ``Game(rules, players, seed=seed)``. Without one
                the seed follows from that of the game before, and the first is drawn.
            options: not used.

        Raises:
            BadOption: the seed is no whole number from 0.
        """
        self._seed = self._next_seed() if seed is None else check_seed(seed)
        self._begin(Game(self.rules, self.players, seed=self._seed, auto_pass=self.auto_pass))

    def step(self, action: Any) -> None:
        """Take an action of the selected agent; None, and only that, when the game is over.

        Raises:
            IllegalAction: the agent does not have the action now. Nothing has changed.
        """
        game = self.game
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game.apply(action)
        self._cumulative_rewards[agent] = 0.0
        self._pay()
        self.infos[agent] = {"action_mask": self._mask(self.seats[agent])}
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, at its turn or not.

        Raises:
            BadOption: there is no such agent.
        """
        self._check_agent(agent)
        seat, state = self.seats[agent], self.game.state
        seen = _owned(self.schema.encoding.fresh(state, seat), np.uint8)
        return {"observation": self._shaped(seen), "action_mask": self._mask(seat)}

    # -- copies and texts ------------------------------------------------------------------

    def clone(self) -> raw_env:
        """An independent environment that goes on exactly like this one."""
        return copy.deepcopy(self)

    def to_state(self) -> str:
        """The game as a text, dice included: one token for plain Ludo, JSON for the full game."""
        return to_json(self.game) if self._full else to_text(self.game)

    def from_state(self, text: str) -> None:
        """Go on from a game that `to_state` wrote. Rewards that nobody has seen yet are dropped.

        Raises:
            BadState: the text describes no game, or one with other rules or players.
        """
        game = from_json(text) if self._full else from_text(text)
        given, own = (game.rules.text, len(game.seats)), (self.rules.text, self.players)
        if given != own:
            raise BadState(f"rules, players: {given}, allowed in this environment: {own}")
        self._begin(game)

    # -- pictures --------------------------------------------------------------------------

    def render(self) -> Any:
        """The game in the render mode; see `Screen`."""
        return self.screen.show(self.game)

    def close(self) -> None:
        """Close the window, if there is one."""
        self.screen.close()

    def _repr_svg_(self) -> str | None:
        """How a notebook shows the environment."""
        from ludo_env.render import picture_of, svg

        return svg(picture_of(self.game)) if hasattr(self, "game") else None

    # -- inside ----------------------------------------------------------------------------

    @property
    def _full(self) -> bool:
        return isinstance(self.rules, LudicrousRules)

    def _check_agent(self, agent: str) -> None:
        if agent not in self.seats:
            raise BadOption(f"no agent {agent!r}, allowed: {', '.join(self.seats)}")

    def _begin(self, game: Game) -> None:
        """Go on with a game as from its beginning."""
        self._game = game
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {a: {"action_mask": self._mask(self.seats[a])} for a in self.agents}
        self._potentials = [0.0] * PARTIES if self.potential is None else self.potential(game)
        self._pay()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _observation_space(self) -> spaces.Dict:
        """A space of what an agent sees, with its mask."""
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict(
            {"observation": seen_space(self.schema, self.layout), "action_mask": mask}
        )

    def _shaped(self, seen: NDArray[np.uint8]) -> Any:
        """An observation in its format."""
        return self.schema.split(seen) if self.layout == "dict" else seen.reshape(self.schema.shape)

    def _next_seed(self) -> int:
        """The seed of the next game, as the rows of a batch go on."""
        if self._seed is None:
            return secrets.randbits(SEED_BITS)
        return (self._seed + SEED_STEP) & SEED_MASK

    def _mask(self, seat: int) -> NDArray[np.int8]:
        """The legal actions of a party, shape ``(actions,)``."""
        state = self.game.state
        if seat == state.decider:
            return _owned(state.mask, np.int8)
        return np.zeros(self.actions, np.int8)

    def _pay(self) -> None:
        """Give every agent what the last action has earned it."""
        game = self.game
        if self.potential is None and not game.over:
            return  # all rewards still are 0
        earned = game.rewards
        if self.potential is not None:
            before, self._potentials = self._potentials, self.potential(game)
            for agent, seat in self.seats.items():
                earned[agent] += self._potentials[seat] - before[seat]
        self.rewards = earned
        self._accumulate_rewards()

    def _select(self) -> None:
        """Select the agent that must decide; at the end all are through, the first comes first."""
        game = self.game
        if not game.over:
            agent = COLOURS[game.decider]
            self.infos[agent] = {"action_mask": self._mask(game.decider)}
            self.agent_selection = agent
            return
        for agent, seat in self.seats.items():
            self.terminations[agent] = not game.truncated
            self.truncations[agent] = game.truncated
            self.infos[agent] = {"action_mask": self._mask(seat), "places": game.places}
        self.agent_selection = self.agents[0]


def seen_space(schema: Schema, layout: str | tuple[str, ...]) -> spaces.Space[Any]:
    """The space of observations in a format, without masks."""
    if layout == "dict":
        return spaces.Dict({name: _box(high) for name, high in schema.split(schema.high).items()})
    return _box(schema.high.reshape(schema.shape))


def _box(high: NDArray[np.uint8]) -> spaces.Box:
    return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)


def _owned(data: Buffer, dtype: type[Element]) -> NDArray[Element]:
    """What an engine array holds now, in an array of the caller's own."""
    return np.frombuffer(bytearray(data), dtype=dtype)


class OrderChecked(OrderEnforcingWrapper[str, Observation, Any]):
    """Refuses calls that come before `reset`, and loops that forget to step."""

    env: raw_env

    # Found here, not through the wrapper's detours, since every step of a loop asks for them.
    # Before reset the environment has none, and the wrapper says so.

    @property
    def agents(self) -> list[str]:  # type: ignore[override]
        """The agents that are not yet through."""
        return self.env.agents

    @property
    def agent_selection(self) -> str:  # type: ignore[override]
        """The agent that must decide."""
        return self.env.agent_selection

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last step, terminated, truncated, info of the agent."""
        if not self._has_reset:
            raise AttributeError("last() cannot be called before reset()")
        if not self.env.agents:
            raise AttributeError("last() has no agent left to tell of, call reset() first")
        return self.env.last(observe)

    def clone(self) -> OrderChecked:
        """An independent environment that goes on exactly like this one."""
        return copy.deepcopy(self)

    def from_state(self, text: str) -> None:
        """Go on from a game that ``to_state`` wrote; see `raw_env.from_state`."""
        self.env.from_state(text)
        self._has_reset = self._has_updated = True

    def _repr_svg_(self) -> str | None:
        return self.env._repr_svg_()


def env(
    rules: str | RuleSet | LudicrousRules = "classic",
    players: int = PARTIES,
    *,
    layout: str | Sequence[str] = "flat",
    auto_pass: bool = True,
    max_cycles: int | None = None,
    shaping: str | None = None,
    render_mode: str | None = None,
) -> OrderChecked:
    """`raw_env`, which says what everything means, with a check of the order of calls.

    ::

        env = ludo_env.env("modern", players=4)
        env.reset(seed=7)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            if termination or truncation:
                action = None
            else:
                action = env.action_space(agent).sample(observation["action_mask"])
            env.step(action)
    """
    return OrderChecked(
        raw_env(
            rules,
            players,
            layout=layout,
            auto_pass=auto_pass,
            max_cycles=max_cycles,
            shaping=shaping,
            render_mode=render_mode,
        )
    )
