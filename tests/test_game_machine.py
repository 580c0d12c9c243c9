"""Any order of calls of the public interface of `Game`, over both games.

A game is played on together with twins that were made of it on the way: copied, pickled, read from
its texts. Whatever is called, all of them stay the same, and what is refused changes nothing.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Final

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from ludo_env.engine.game import Game
from ludo_env.errors import BadDice, IllegalAction, RollNeeded
from ludo_env.notation import from_json, from_text, key, to_json, to_text
from ludo_env.record import Recorder
from ludo_env.rules import LudicrousRules, RuleSet
from tests.ludicrous.full_games import choices, random_game, rolled
from tests.random_games import SEEDS, rule_sets

MOST_TWINS: Final = 3
WAYS: Final[dict[str, Callable[[Game], Game]]] = {
    "copy": Game.copy,
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
    "JSON": lambda game: from_json(to_json(game)),
    "state text": lambda game: from_text(to_text(game)),
}
"""How a game is made of a game."""
PICKS: Final = st.integers(0, 2**16)
"""One of the legal actions, counted around."""

going_on = precondition(lambda self: not self.game.over)


class GameMachine(RuleBasedStateMachine):
    """A game, its twins and its record."""

    @initialize(rules=rule_sets(), seed=SEEDS, auto_pass=st.booleans(), log=st.booleans())
    def plain_or_full(self, rules: RuleSet, seed: int, auto_pass: bool, log: bool) -> None:
        if seed % 2:
            self.game = random_game(seed, log=log)
        else:
            players = 4 if rules.teams else 2 + seed // 2 % 3
            self.game = Game(rules, players, seed=seed, auto_pass=auto_pass, log=log)
        self.recorder = Recorder(self.game)
        self.keys = [key(self.game)]
        self.twins: list[Game] = []

    def pick(self, number: int) -> int:
        legal = choices(self.game) if self.full else self.game.legal()
        return legal[number % len(legal)]

    @property
    def full(self) -> bool:
        return isinstance(self.game.rules, LudicrousRules)

    def play(self, action: int, dice: list[int] | None = None) -> None:
        """Take an action in the game and in all its twins."""
        self.recorder.apply(action, dice)
        for twin in self.twins:
            twin.apply(action, dice)
        self.keys.append(key(self.game))

    # -- what is called -----------------------------------------------------------------------

    @going_on
    @rule(number=PICKS, spelling=st.sampled_from(("numpy", "name", "loud")))
    def apply(self, number: int, spelling: str) -> None:
        action = self.pick(number)
        name = self.game.catalogue.names[action]
        after = self.game.copy()
        after.apply({"name": name, "loud": f" {name.upper()} "}.get(spelling, np.int64(action)))
        self.play(action)
        assert to_json(after) == to_json(self.game)

    @going_on
    @rule(decisions=st.integers(1, 150), seed=SEEDS)
    def play_on(self, decisions: int, seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(decisions):
            if not self.game.over:
                self.play(self.pick(rng.randrange(2**16)))

    @going_on
    @rule(number=PICKS)
    def apply_with_dice(self, number: int) -> None:
        action = self.pick(number)
        rolls = self.rolls_of(action)
        before = self.everything()
        with pytest.raises(BadDice):
            self.game.apply(action, [*rolls, 1])
        if rolls:
            with pytest.raises(RollNeeded):
                self.game.apply(action, rolls[:-1])
            with pytest.raises(BadDice):
                self.game.apply(action, [0, *rolls[1:]])
        assert self.everything() == before
        self.play(action, rolls)

    def rolls_of(self, action: int) -> list[int]:
        """Dice with which an action can be taken."""
        scratch = self.game.copy()
        scratch.listen()
        scratch.apply(action)
        return rolled(scratch.events)

    @rule(action=st.one_of(st.integers(-3, 300), st.text(max_size=8)))
    def apply_what_is_not_legal(self, action: int | str) -> None:
        number = self.game.catalogue.number(action)
        if number in self.game.legal() or (self.game.tournament and not self.game.over):
            return
        before = self.everything()
        with pytest.raises(IllegalAction):
            self.game.apply(action)
        assert self.everything() == before

    @going_on
    @precondition(lambda self: self.game.tournament)
    @rule()
    def foul(self) -> None:
        self.play(-1)

    @rule(way=st.sampled_from(sorted(WAYS)))
    def twin(self, way: str) -> None:
        if way == "state text" and self.full:
            return
        self.twins = [WAYS[way](self.game), *self.twins][:MOST_TWINS]

    @rule(back=st.integers(1, 40))
    def undo_by_the_record(self, back: int) -> None:
        games = self.recorder.record().replay()
        target = max(0, len(self.keys) - 1 - back)
        keys = [key(game) for _, game in zip(range(target + 1), games, strict=False)]
        assert keys == self.keys[: target + 1]

    @rule()
    def burn_the_global_generators(self) -> None:
        random.random()
        np.random.random()

    # -- what always holds --------------------------------------------------------------------

    def everything(self) -> bytes:
        return pickle.dumps(self.game)

    @invariant()
    def twins_are_the_same(self) -> None:
        for twin in self.twins:
            assert to_json(twin) == to_json(self.game)
            assert twin.legal() == self.game.legal()

    @invariant()
    def somebody_has_a_choice_or_it_is_over(self) -> None:
        game = self.game
        assert game.over == (not game.legal())
        assert game.over == (game.decider < 0)
        assert game.over or game.decider in game.seats
        assert sum(game.rewards.values()) == pytest.approx(0)
        assert game.over or not any(game.rewards.values())


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(max_examples=15, stateful_step_count=20)
