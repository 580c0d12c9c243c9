"""The batch environment: many games, one call a step, arrays that are allocated once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from reprlib import repr as shorten
from typing import Any, Final, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from ludo_env.arrays import LENGTHS as LENGTHS
from ludo_env.arrays import of_batch
from ludo_env.batch import Batch
from ludo_env.board import PARTIES
from ludo_env.engine.game import Game, check_seed
from ludo_env.errors import BadOption, LudoError
from ludo_env.observation import Schema, schema_for
from ludo_env.rules import LudicrousRules, RuleSet, as_rules

GAME_BYTES: Final = {"plain": 3_000, "full": 12_000}
"""Bytes that a game takes at least, besides its observation ..."""
NUMBER_BYTES: Final = 3
"""... and a number of that: itself, and the two by which its row knows what to wipe."""

LARGE: Final = 2**63
"""From here on numbers do not fit into 64 bits."""

Actions = NDArray[np.integer] | Sequence[int]
"""One action for each game."""


class VecEnv:
    """``n`` games of one rule set, stepped together. Every game is always at a decision.

    ::

        envs = make_vec(1024, rules="classic", seed=1)
        while True:
            envs.step(policy(envs.observations, envs.action_masks, envs.deciders))

    All arrays are views of the engine's memory: allocated once, rewritten by `step`, read-only.
    Copy what must outlive the next step. A game that ends begins anew in the same step: then
    `terminated` or `truncated` is set, `rewards` and `lengths` tell of the old game, and the
    observation is the first of the new one. A `VecEnv` itself can neither be copied nor pickled
    (`TypeError`): the same seed and the same actions lead to the same games.

    Attributes:
        observations: what the decider of each game sees, ``(n, *schema.shape)`` uint8; with
            ``layout="dict"`` one array for each encoder, by name, ``(n, *its shape)``.
        action_masks: 1 where an action is legal, ``(n, actions)`` int8.
        deciders: the party that must decide, ``(n,)`` int64.
        rewards: of every party, when a game has ended in the last step, ``(n, 4)`` float64.
        terminated, truncated: ``(n,)`` bool.
        lengths: decisions, rolls, turns, rounds of a game that has ended, ``(n, 4)`` int64.
    """

    def __init__(
        self,
        n: int,
        rules: str | RuleSet | LudicrousRules = "classic",
        players: int = PARTIES,
        *,
        seed: int = 0,
        layout: str | Sequence[str] = "flat",
        auto_pass: bool = True,
    ) -> None:
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise BadOption(f"n: {n!r} games, at least 1 is needed")
        if not isinstance(auto_pass, bool):
            raise BadOption(f"auto_pass: {auto_pass!r}, allowed: True, False")
        self.rules = as_rules(rules)
        self.schema: Schema = schema_for(layout, self.rules)
        self.n = n
        self.players = players
        self.auto_pass = auto_pass
        _check_memory(n, self.schema)
        arrays = self._open(self._seeds(seed))
        seen = arrays["observations"].reshape(n, *self.schema.shape)
        self.observations: NDArray[np.uint8] | Any = (
            self.schema.split(seen) if layout == "dict" else seen
        )
        self.action_masks: NDArray[np.int8] = arrays["masks"]
        self.deciders: NDArray[np.int64] = arrays["deciders"]
        self.rewards: NDArray[np.float64] = arrays["rewards"]
        self.terminated: NDArray[np.bool_] = arrays["terminated"]
        self.truncated: NDArray[np.bool_] = arrays["truncated"]
        self.lengths: NDArray[np.int64] = arrays["lengths"]
        self.actions = self.action_masks.shape[1]

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew.

        Args:
            seed: leads to the games of a batch that is made with it; None goes on to other games,
                as when these had ended.
        """
        self.batch.reset(None if seed is None else self._seeds(seed))

    def step(self, actions: Actions) -> None:
        """Take one action in every game.

        Raises:
            BadOption: not one whole number a game.
            IllegalAction: an action that its game does not have.

        Whatever is raised, no game has changed.
        """
        numbers = self._numbers(actions)
        try:
            self.batch.step(numbers)
        except LudoError:
            raise
        except ValueError:
            # What has no 64 bits came to no game. Anything else is an encoder's of one's own.
            if all(abs(number) < LARGE for number in numbers):
                raise
            raise self._none_so_large(numbers) from None

    def random_actions(self) -> list[int] | NDArray[np.int64]:
        """A random legal action for every game; the same for the same seed, however split up."""
        return self.batch.random_actions()

    def game(self, i: int) -> Game:
        """A copy of game ``i``, to look at."""
        self._check_row(i)
        return Game.of(self.batch.states[i])

    def close(self) -> None:
        """End what runs beside this process. In one process there is nothing to end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a VecEnv can neither be copied nor pickled; make one with the same seed")

    def _seeds(self, seed: int) -> list[int]:
        """The seed of each row."""
        words = np.random.SeedSequence(check_seed(seed)).generate_state(self.n, np.uint64)
        seeds: list[int] = words.tolist()
        return seeds

    def _open(self, seeds: list[int]) -> dict[str, NDArray[Any]]:
        """Begin the games of these seeds; the arrays that show them, by name."""
        encoding = self.schema.encoding
        self.batch = Batch(self.rules, self.players, seeds, encoding, self.auto_pass)
        return of_batch(self.batch)

    def _check_row(self, i: int) -> None:
        if not 0 <= i < self.n:
            raise BadOption(f"no game {i}, allowed: 0..{self.n - 1}")

    def _none_so_large(self, numbers: Sequence[int]) -> BadOption:
        """The error that names the largest of some actions."""
        largest = max(numbers, key=abs)
        return BadOption(f"actions: {largest} is among them, allowed: 0..{self.actions - 1}")

    def _numbers(self, actions: object) -> list[int]:
        """The actions, if they are whole numbers in one row."""
        wanted = f"allowed: {self.n} whole numbers, shape ({self.n},)"
        if isinstance(actions, np.ndarray):
            if actions.ndim != 1 or not _is_whole(actions.dtype.type):
                what = f"an array of {actions.dtype}, shape {actions.shape}"
                raise BadOption(f"actions: {what}, {wanted}")
            numbers: list[int] = actions.tolist()
            return numbers
        if isinstance(actions, str | bytes) or not isinstance(actions, Sequence):
            raise BadOption(f"actions: {shorten(actions)}, {wanted}")
        given = list(actions)
        kinds = set(map(type, given))
        wrong = sorted(kind.__name__ for kind in kinds if not _is_whole(kind))
        if wrong:
            raise BadOption(f"actions: of type {', '.join(wrong)}, {wanted}")
        return given if kinds <= {int} else [int(action) for action in given]


def _check_memory(n: int, schema: Schema) -> None:
    """Refuse more games than this machine has memory for, where the system tells how much it has.

    Raises:
        BadOption: there are.
    """
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return
    most = memory // (GAME_BYTES[schema.game] + NUMBER_BYTES * schema.size)
    if 0 < most < n:
        raise BadOption(f"n: {n} games, this machine has memory for at most {most}")


def _is_whole(kind: type) -> bool:
    """Whether what has a type is a whole number. True and False are not meant as one."""
    return issubclass(kind, int | np.integer) and not issubclass(kind, bool)


def make_vec(
    n: int,
    rules: str | RuleSet | LudicrousRules = "classic",
    players: int = PARTIES,
    *,
    seed: int = 0,
    layout: str | Sequence[str] = "flat",
    auto_pass: bool = True,
    processes: int = 1,
) -> VecEnv:
    """Make a `VecEnv` of ``n`` games; the ``layout`` is ``flat``, ``dict``, ``grid`` or encoders.

    With several ``processes`` it is a `SharedVecEnv`, whose games are shared out among them.

    Raises:
        BadOption, BadRules: an argument outside its range.
    """
    if processes == 1 and not isinstance(processes, bool):
        return VecEnv(n, rules, players, seed=seed, layout=layout, auto_pass=auto_pass)
    from ludo_env.shared import SharedVecEnv

    return SharedVecEnv(
        n, rules, players, seed=seed, layout=layout, auto_pass=auto_pass, processes=processes
    )
