"""The Gymnasium environment: one learner at the table, bots in the other seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from reprlib import repr as shorten
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ludo_env.aec import raw_env, seen_space
from ludo_env.batch import check_choice
from ludo_env.board import COLOURS, PARTIES
from ludo_env.engine.game import SEED_BITS, Game
from ludo_env.errors import BadAgent, BadOption, IllegalAction
from ludo_env.observation import Schema
from ludo_env.rules import LudicrousRules, RuleSet
from ludo_env.screen import FRAMES, MODES
from ludo_env.vector import is_whole

if TYPE_CHECKING:
    from agents import Agent


class LegalActions(spaces.Discrete):
    """The learner's actions. Unless it is given another mask, it samples what is legal now."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.legal = np.ones(n, np.int8)

    def sample(
        self,
        mask: NDArray[np.int8] | None = None,
        probability: Any = None,
    ) -> Any:
        """A random action: from a mask, by probabilities, or else of the legal ones."""
        if probability is not None:
            return super().sample(mask, probability)
        return super().sample(self.legal if mask is None else mask)


class LudoSolo(gymnasium.Env[Any, np.int64]):
    """Ludo for Gymnasium: the environment moves for the other seats.

    ================  ==========================================================================
    action            `LegalActions`, ``Discrete(actions)``, as of `raw_env`
    observation       what `raw_env` shows the learner, without the mask
    ``flat``          one uint8 vector; `schema` names every number of it
    ``dict``          the same numbers, one array for each encoder
    ``grid``          ``(planes, 15, 15)`` uint8
    reward            all that the learner has earned since its last decision: 0, and at the end
                      +1 for the first to -1 for the last, whoever made the last move
    terminated        the game is over
    truncated         the game was cut off after ``max_rounds`` rounds, and rewarded by progress
    info              ``action_mask``, ``(actions,)`` int8, zeros at the end; then also ``places``
    ================  ==========================================================================

    ::

        env = gymnasium.make("LudicrousLudo/Classic-v0", opponents=("smart", "random", "random"))
        observation, info = env.reset(seed=7)

    A step takes the learner's action and goes on to its next decision. A game in which the learner
    would never have a choice is not begun.

    Args:
        rules, players, layout, auto_pass, shaping, render_mode: as of `raw_env`.
        opponents: the bots of the other seats, clockwise from the learner, each as a spec such as
            ``"smart"`` or as an `Agent` of its own; one spec alone goes for all of them. They are
            shown copies of the game, and one that fails is named in a `BadAgent`.
        seat: the learner's party, 0 yellow to 3 green; None draws one for every game.

    Raises:
        BadRules, BadOption, BadAgent: an argument outside its range, or a spec whose bot does not
            play these rules.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # Gymnasium's name and type
        "render_modes": list(MODES),
        "render_fps": FRAMES,
    }

    def __init__(
        self,
        rules: str | RuleSet | LudicrousRules = "classic",
        players: int = PARTIES,
        *,
        opponents: str | Sequence[str | Agent] = "random",
        seat: int | None = None,
        layout: str | Sequence[str] = "flat",
        auto_pass: bool = True,
        shaping: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = raw_env(
            rules,
            players,
            layout=layout,
            auto_pass=auto_pass,
            shaping=shaping,
            render_mode=render_mode,
        )
        check_choice(self.table.rules, auto_pass)
        self.seats = tuple(self.table.seats.values())
        self.fixed_seat = None if seat is None else _own_seat(seat, self.seats)
        self.opponents = _agents(opponents, len(self.seats) - 1)
        self.render_mode = render_mode
        self.seat = self.seats[0] if self.fixed_seat is None else self.fixed_seat
        """The learner's party in this game."""
        self.bots: dict[int, Agent] = {}
        """Who plays each of the other seats in this game."""
        self.observation_space = seen_space(self.schema, self.table.layout)
        self.legal_actions = LegalActions(self.table.actions)
        self.action_space = self.legal_actions
        self._try_out(opponents)

    @property
    def game(self) -> Game:
        """The game, from the first `reset` on."""
        return self.table.game

    @property
    def schema(self) -> Schema:
        """What every number of an observation is."""
        return self.table.schema

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game and play up to the learner's first decision.

        Args:
            seed: of the dice, the seat and the bots, of this game and of those that follow.
            options: not used.

        Raises:
            BadAgent: an opponent failed; the message says which, and how.
        """
        super().reset(seed=seed)
        self._begin()
        while self.game.over:
            self._begin()
        observation, _, _, _, info = self._last()
        return observation, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take the learner's action and play up to its next decision, or to the end.

        Raises:
            IllegalAction: the learner does not have the action now. Nothing has changed.
            BadAgent: an opponent failed; the message says which, and how.
        """
        if self.game.over:
            raise IllegalAction(action, [])
        if self.game.decider != self.seat:
            raise BadAgent("an opponent failed in this game, call reset first")
        self.table.step(action)
        self._play_others()
        return self._last()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, ``(4,)`` bool: what MaskablePPO asks for."""
        return self.legal_actions.legal.astype(np.bool_)

    def render(self) -> Any:
        """The game in the render mode; see `Screen`."""
        return self.table.render()

    def _repr_svg_(self) -> str | None:
        """How a notebook shows the environment."""
        return self.table._repr_svg_()

    def close(self) -> None:
        """Close the window, if there is one."""
        self.table.close()

    def _begin(self) -> None:
        """A new game at the learner's first decision, or over."""
        self.table.reset(self._draw_seed())
        if self.fixed_seat is None:
            self.seat = int(self.np_random.choice(self.seats))
        self.bots = dict(zip(self._others(), self.opponents, strict=True))
        for seat, bot in self.bots.items():
            with _blamed(bot, seat):
                bot.begin(self.game.copy(), seat, self._draw_seed())
        self._play_others()

    def _others(self) -> tuple[int, ...]:
        """The other seats, clockwise from the learner."""
        mine = self.seats.index(self.seat)
        return self.seats[mine + 1 :] + self.seats[:mine]

    def _draw_seed(self) -> int:
        return int(self.np_random.integers(2**SEED_BITS, dtype=np.uint64))

    def _play_others(self) -> None:
        """Let the bots move until the learner must decide, or the game is over."""
        game = self.game
        while not game.over and game.decider != self.seat:
            bot = self.bots[game.decider]
            with _blamed(bot, game.decider):
                # A copy, so that a bot that tries out moves does not play them.
                action = game.number(bot.act(game.copy()))
            self.table.step(action)

    def _try_out(self, opponents: str | Sequence[str | Agent]) -> None:
        """Let each bot that came as a spec begin a game, so that one refuses the rules now."""
        game = Game(self.table.rules, self.table.players, seed=0)
        given = [opponents] if isinstance(opponents, str) else opponents
        for spec, bot, seat in zip(given, self.opponents, self._others(), strict=False):
            if isinstance(spec, str):
                with _blamed(bot, seat):
                    bot.begin(game, seat, 0)

    def _last(self) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the learner sees, has earned, and may do."""
        table = self.table
        table.agent_selection = COLOURS[self.seat]  # at the end it is the first agent
        seen, reward, terminated, truncated, info = table.last()
        assert seen is not None  # last() observes unless it is told not to
        self.legal_actions.legal = seen["action_mask"]
        return seen["observation"], reward, terminated, truncated, info


def _own_seat(seat: object, seats: tuple[int, ...]) -> int:
    """The learner's party, if it is one that plays. Raises `BadOption`."""
    if is_whole(type(seat)) and seat in seats:
        return int(seat)
    raise BadOption(f"seat: {shorten(seat)}, allowed: {', '.join(map(str, seats))}, or None")


@contextmanager
def _blamed(bot: Agent, seat: int) -> Iterator[None]:
    """Whatever a bot does wrong is its own mistake, not one of the learner's."""
    try:
        yield
    except Exception as error:
        name = getattr(bot, "name", type(bot).__name__)
        what = f"{type(error).__name__}: {error}"
        raise BadAgent(f"opponent {name} on {COLOURS[seat]}: {what}") from error


def _agents(opponents: str | Sequence[str | Agent], number: int) -> list[Agent]:
    """A bot for each of the other seats."""
    from agents import make_agent

    allowed = f"a spec such as 'smart', or {number} specs or agents, one for each opponent"
    if not isinstance(opponents, Sequence):
        raise BadOption(f"opponents: {opponents!r}, allowed: {allowed}")
    given = [opponents] * number if isinstance(opponents, str) else list(opponents)
    if len(given) != number:
        raise BadOption(f"{len(given)} opponents for {number} seats, allowed: {allowed}")
    for bot in given:
        if not isinstance(bot, str) and not _is_agent(bot):
            raise BadAgent(f"opponent {bot!r} is no agent, allowed: {allowed}")
    return [make_agent(bot) if isinstance(bot, str) else bot for bot in given]


def _is_agent(bot: object) -> bool:
    """Whether it has the methods of an `Agent`; a class does not play, only what it makes."""
    methods = (getattr(bot, name, None) for name in ("begin", "act"))
    return not isinstance(bot, type) and all(map(callable, methods))
