"""The batch environment: many games, one call a step, arrays that are allocated once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from reprlib import repr as shorten
from typing import Any, Final, NoReturn, Self

import numpy as np
from numpy.typing import NDArray

from ludo_env.arguments import whole
from ludo_env.arrays import LENGTHS as LENGTHS
from ludo_env.arrays import of_batch, view
from ludo_env.batch import Batch
from ludo_env.board import PARTIES
from ludo_env.engine.game import Game, check_players, check_seed
from ludo_env.errors import BadOption, IllegalAction, LudoError
from ludo_env.observation import Schema, schema_for
from ludo_env.rules import LudicrousRules, RuleSet, as_rules

GAME_BYTES: Final = {"plain": 3_000, "full": 12_000}
"""Bytes that a game takes at least, besides its observation ..."""
NUMBER_BYTES: Final = 3
"""... and a number of that: itself, and the two by which its row knows what to wipe."""

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
    (`TypeError`): the same seed and the same actions lead to the same games. One thread at a time
    may use it.

    After ``close()``, the end of a ``with`` block, or an error in the middle of a step every call
    is refused; the arrays stay as they are.

    Attributes:
        observations: what the decider of each game sees, ``(n, *schema.shape)`` uint8; with
            ``layout="dict"`` one array for each encoder, by name, ``(n, *its shape)``.
        action_masks: 1 where an action is legal, ``(n, actions)`` int8.
        deciders: the party that must decide, ``(n,)`` int64.
        rewards: of every party, when a game has ended in the last step, ``(n, 4)`` float64.
        places: of every party in that game, from 1; 0 for who did not play, ``(n, 4)`` int64.
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
        self.n = whole("n", n, 1)
        if not isinstance(auto_pass, bool):
            raise BadOption(f"auto_pass: {auto_pass!r}, allowed: True, False")
        self.rules = as_rules(rules)
        self.schema: Schema = schema_for(layout, self.rules)
        self.players = check_players(self.rules, players)
        self.auto_pass = auto_pass
        _check_memory(self.n, self.schema)
        self._closed = False
        arrays = self._open(self._seeds(seed))
        seen = arrays["observations"].reshape(self.n, *self.schema.shape)
        self.observations: NDArray[np.uint8] | Any = (
            self.schema.split(seen) if layout == "dict" else seen
        )
        self.action_masks: NDArray[np.int8] = arrays["masks"]
        self.deciders: NDArray[np.int64] = arrays["deciders"]
        self.rewards: NDArray[np.float64] = arrays["rewards"]
        self.places: NDArray[np.int64] = arrays["places"]
        self.terminated: NDArray[np.bool_] = arrays["terminated"]
        self.truncated: NDArray[np.bool_] = arrays["truncated"]
        self.lengths: NDArray[np.int64] = arrays["lengths"]
        self.actions = self.action_masks.shape[1]
        self._offsets = np.arange(self.n) * self.actions

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew.

        Args:
            seed: leads to the games of a batch that is made with it; None goes on to other games,
                as when these had ended.
        """
        seeds = None if seed is None else self._seeds(seed)
        self._check_open()
        with Closing(self):
            self._reset(seeds)

    def step(self, actions: Actions) -> None:
        """Take one action in every game.

        Raises:
            BadOption: not one whole number a game.
            IllegalAction: an action that its game does not have.

        With these no game has changed. Whatever else is raised, by an encoder of one's own, closes
        the batch.
        """
        self._check_open()
        numbers = self._numbers(actions)
        try:
            self.batch.check(numbers)
        except LudoError:
            raise
        except ValueError:  # no 64 bits
            raise self._none_so_large(numbers) from None
        with Closing(self):
            self.batch.play(numbers, 0, self.n)

    def check(self, actions: Actions) -> NDArray[np.int64]:
        """The actions as 64-bit numbers. Raises what `step` raises if it may not take them."""
        self._check_open()
        numbers = self._in_64_bits(actions)
        self._check_legal(numbers)
        return numbers

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for every game; the same for the same seed, however split up.

        Returns:
            ``(n,)`` int64, an array of its own.
        """
        self._check_open()
        self.batch.draw()
        return self._random.copy()

    def game(self, i: int) -> Game:
        """A copy of game ``i``, to look at."""
        row = whole("game", i, 0, self.n - 1)
        self._check_open()
        return self._game(row)

    @property
    def closed(self) -> bool:
        """Whether it is over with this batch."""
        return self._closed

    def close(self) -> None:
        """End the batch, and what runs beside this process. The arrays stay as they are."""
        self._closed = True

    def __enter__(self) -> Self:
        self._check_open()
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
        self._random = view(self.batch.drawn, np.int64)
        return of_batch(self.batch)

    def _reset(self, seeds: list[int] | None) -> None:
        """Begin all games anew: of these seeds, or of the next of each row."""
        self.batch.reset(seeds)

    def _game(self, row: int) -> Game:
        """A copy of the game of a row."""
        return Game.of(self.batch.states[row])

    def _check_open(self) -> None:
        if self._closed:
            raise BadOption("the batch is closed, allowed: a new one")

    def _in_64_bits(self, actions: Actions) -> NDArray[np.int64]:
        """The actions as 64-bit numbers."""
        if type(actions) is np.ndarray and actions.ndim == 1 and actions.dtype == np.int64:
            return actions.astype(np.int64, copy=False)
        numbers = self._numbers(actions)
        try:
            return np.array(numbers, np.int64)
        except OverflowError:
            raise self._none_so_large(numbers) from None

    def _check_legal(self, numbers: NDArray[np.int64]) -> None:
        """Refuse actions that are not legal, as `Batch.check` does: here the masks tell."""
        if len(numbers) != self.n:
            raise BadOption(f"{len(numbers)} actions for {self.n} games, one for each is needed")
        masks = self.action_masks.reshape(-1)
        inside = numbers.min() >= 0 and numbers.max() < self.actions
        if inside and masks.take(self._offsets + numbers).all():
            return
        for row, action in enumerate(numbers.tolist()):
            legal = np.flatnonzero(self.action_masks[row]).tolist()
            if action not in legal:
                raise IllegalAction(action, list(map(str, legal)), f"game {row}")

    def _none_so_large(self, numbers: Sequence[int]) -> BadOption:
        """The error that names the largest of some actions."""
        largest = max(numbers, key=abs)
        return BadOption(f"actions: {largest} is among them, allowed: 0..{self.actions - 1}")

    def _numbers(self, actions: object) -> list[int]:
        """The actions, if they are whole numbers in one row."""
        wanted = f"allowed: {self.n} whole numbers, shape ({self.n},)"
        if isinstance(actions, np.ma.MaskedArray):
            raise BadOption(f"actions: a masked array, {wanted}")
        if isinstance(actions, np.ndarray):
            if actions.ndim != 1 or not is_whole(actions.dtype.type):
                what = f"an array of {actions.dtype}, shape {actions.shape}"
                raise BadOption(f"actions: {what}, {wanted}")
            numbers: list[int] = actions.tolist()
            return numbers
        if isinstance(actions, str | bytes) or not isinstance(actions, Sequence):
            raise BadOption(f"actions: {shorten(actions)}, {wanted}")
        given = list(actions)
        kinds = set(map(type, given))
        wrong = sorted(kind.__name__ for kind in kinds if not is_whole(kind))
        if wrong:
            raise BadOption(f"actions: of type {', '.join(wrong)}, {wanted}")
        return given if kinds <= {int} else [int(action) for action in given]


class Closing:
    """Closes a batch if anything goes wrong: some games have gone on, and others have not.

    It is made in every step: a generator's context manager would take a hundredth of a short one.
    """

    __slots__ = ("vec",)

    def __init__(self, vec: VecEnv) -> None:
        self.vec = vec

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self.vec.close()


def one_array(vec: object) -> VecEnv:
    """A batch whose observations are one array, as learners want them.

    Raises:
        BadOption: it is no batch, or is closed, or has an array for each encoder.
    """
    if not isinstance(vec, VecEnv):
        raise BadOption(f"vec: {shorten(vec)}, allowed: a VecEnv, which make_vec makes")
    if not isinstance(vec.observations, np.ndarray):
        raise BadOption("layout: 'dict', allowed: flat, grid, or a list of encoders")
    vec._check_open()
    return vec


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


def is_whole(kind: type) -> bool:
    """Whether what has a type is a whole number. Truth values and times are not meant as one."""
    return issubclass(kind, int | np.integer) and not issubclass(kind, bool | np.timedelta64)


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
    if whole("processes", processes, 1) == 1:
        return VecEnv(n, rules, players, seed=seed, layout=layout, auto_pass=auto_pass)
    from ludo_env.shared import SharedVecEnv

    return SharedVecEnv(
        n, rules, players, seed=seed, layout=layout, auto_pass=auto_pass, processes=processes
    )
