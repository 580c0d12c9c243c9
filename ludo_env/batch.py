"""Many games stepped by one call over arrays that are allocated once."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.board import PARTIES
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import new_state
from ludo_env.engine.state import State
from ludo_env.errors import BadOption, BadRules, IllegalAction
from ludo_env.observation.encoding import Encoding, Row
from ludo_env.rules import LudicrousRules, RuleSet

SEED_STEP: Final = 0x9E3779B97F4A7C15
"""Seeds of one game after the other are this far apart."""
SEED_MASK: Final = 0xFFFFFFFFFFFFFFFF
NEAR: Final = 256
"""Most games whose memory a core's own cache holds between two steps."""
AHEAD: Final = 1
"""How many games before its turn the memory of a game is fetched, where it is needed."""
LOOKED_AHEAD: Final = 4
"""The same for the legal actions, where one of them is drawn."""
LINE: Final = 64
"""Bytes that come from memory together."""
WORDS: Final = 4
"""Words of a generator."""


def check_choice(rules: RuleSet | LudicrousRules, auto_pass: bool) -> None:
    """Refuse games in which nobody ever has a choice.

    Raises:
        BadRules: one piece each, and decisions with one legal action are taken at once.
    """
    if isinstance(rules, RuleSet) and rules.pieces == 1 and auto_pass:
        raise BadRules("pieces: 1 leaves nothing to choose, allowed with auto_pass: from 2")


class Batch:
    """``n`` games of one rule set, always all of them at a decision.

    Attributes (rows are games; numpy sees every `vec` without a copy):
        observations: ``n x size`` numbers, as the decider of each game sees it.
        masks: ``n x actions``, 1 where an action is legal.
        deciders: the party that must decide.
        rewards, places: ``n x 4``, of the game that has just ended, else 0.
        terminated, truncated: 1 where the last step ended a game; a new one has begun there.
        lengths: ``n x 4``: decisions, rolls, turns and rounds of the game that has just ended.
        drawn: random legal actions, see `draw`.
    """

    def __init__(
        self,
        rules: RuleSet | LudicrousRules,
        players: int,
        seeds: list[int],
        encoding: Encoding,
        auto_pass: bool,
    ) -> None:
        check_choice(rules, auto_pass)
        n: i64 = len(seeds)
        self.n: i64 = n
        self.rules = rules
        self.players = players
        self.auto_pass = auto_pass
        self.encoding: Encoding = encoding
        self.template: State = new_state(rules, players)
        self.actions: i64 = self.template.actions
        self.states: list[State] = [self.template for _ in range(n)]
        self.seeds: list[int] = list(seeds)
        size: i64 = encoding.size
        self.observations: vec[u8] = vec[u8](bytes(n * size))
        self.rows: list[Row] = encoding.rows(self.observations, n)
        self.masks: vec[u8] = vec[u8](bytes(n * self.actions))
        self.deciders: vec[i64] = vec[i64]([0] * n)
        self.rewards: vec[float] = vec[float]([0.0] * (n * PARTIES))
        self.places: vec[i64] = vec[i64]([0] * (n * PARTIES))
        self.terminated: vec[u8] = vec[u8](bytes(n))
        self.truncated: vec[u8] = vec[u8](bytes(n))
        self.lengths: vec[i64] = vec[i64]([0] * (n * 4))
        self.drawn: vec[i64] = vec[i64]([0] * n)
        self.chooser: Dice = Dice()
        self.choosers: vec[i64] = vec[i64]([0] * (n * WORDS))
        """Where random actions come from, for each game, so that rows can be shared out."""
        self.choosers_before: vec[i64] = self.choosers[:]
        """The same before the last draw."""
        self.ahead: i64 = AHEAD if n > NEAR else 0
        """How many games before its turn the memory of a game is fetched; 0 is never."""
        self.fetched: i64 = 0
        """What `fetch` has read, kept so that the compiler does not leave the reading out."""
        self.results: i64 = 0
        """Rows that tell of a game that has just ended."""
        self.reset(seeds)

    def reset(self, seeds: list[int] | None) -> None:
        """Begin every game anew: from these seeds, as at first, or from the next of each row."""
        if seeds is not None:
            self.seeds = list(seeds)
        for i in range(self.n):
            if seeds is not None:
                # Other dice than those of the row's first game.
                self.chooser.seed(seeds[i] ^ SEED_MASK)
                self.keep_chooser(i)
            self.clear_result(i)
            self.write_mask(i, self.states[i], 0)
            self.start(i)
            self.write(i)
        self.results = 0

    def start(self, i: i64) -> None:
        """Begin a new game in row ``i`` from the row's next seed.

        A game that is cut off before anybody has had a choice is passed over.
        """
        while True:
            state = self.template.twin()
            state.seats = self.template.seats
            state.auto_pass = self.auto_pass
            state.dice.seed(self.seeds[i])
            self.seeds[i] = (self.seeds[i] + SEED_STEP) & SEED_MASK
            state.run()
            if not state.over:
                break
        self.states[i] = state

    def write(self, i: i64) -> None:
        """Write what the decider of game ``i`` sees and may do."""
        state: State = self.states[i]
        self.deciders[i] = state.decider
        self.write_mask(i, state, 1)
        self.rows[i].show(state, state.decider)

    def write_mask(self, i: i64, state: State, legal: u8) -> None:
        """Write whether what the decider of game ``i`` may do is legal (1) or is no longer (0)."""
        masks = self.masks
        first: i64 = i * self.actions
        for n in range(state.choices):
            masks[first + state.nth_legal(n)] = legal

    def play(self, actions: list[int], first: i64, end: i64) -> None:
        """Take actions that are known to be legal in the games ``first`` to ``end`` - 1.

        Games that end begin anew.
        """
        for i in range(first, end):
            if self.ahead > 0 and i + self.ahead < self.n:
                self.fetch(i + self.ahead)
            state: State = self.states[i]
            if self.terminated[i] | self.truncated[i] != 0:
                self.clear_result(i)
                self.results -= 1
            action: i64 = actions[i]
            self.write_mask(i, state, 0)
            state.apply(action)
            if state.over:
                self.keep_result(i, state)
                self.results += 1
                self.start(i)
            self.write(i)

    def fetch(self, i: i64) -> None:
        """Have the memory of game ``i`` brought near while another game is played.

        With many games each is far away by the time of its turn. The processor waits for what is
        read here all at once; in the middle of a decision it would wait for one after the other.
        """
        total: i64 = self.states[i].fetch() + self.rows[i].fetch()
        masks = self.masks
        for k in range(i * self.actions, (i + 1) * self.actions, LINE):
            total += i64(masks[k])
        self.fetched = total

    def check(self, actions: list[int]) -> None:
        """Refuse actions that are not legal, before anything changes.

        Raises:
            BadOption: not one action a game.
            IllegalAction: an action is not legal in its game.
        """
        if len(actions) != self.n:
            raise BadOption(f"{len(actions)} actions for {self.n} games, one for each is needed")
        for i in range(self.n):
            action: i64 = actions[i]
            if not 0 <= action < self.actions or self.masks[i * self.actions + action] == 0:
                legal = [
                    str(k) for k in range(self.actions) if self.masks[i * self.actions + k] != 0
                ]
                raise IllegalAction(action, legal, f"game {i}")

    def keep_result(self, i: i64, state: State) -> None:
        """Write how a game ended."""
        self.terminated[i] = 0 if state.truncated else 1
        self.truncated[i] = 1 if state.truncated else 0
        for seat in range(PARTIES):
            self.rewards[i * PARTIES + seat] = state.reward(seat)
            self.places[i * PARTIES + seat] = state.places[seat]
        self.lengths[i * 4] = state.decisions
        self.lengths[i * 4 + 1] = state.dice.rolls
        self.lengths[i * 4 + 2] = state.turns
        self.lengths[i * 4 + 3] = state.rounds

    def clear_result(self, i: i64) -> None:
        """Wipe the result of the game before."""
        self.terminated[i] = 0
        self.truncated[i] = 0
        for seat in range(PARTIES):
            self.rewards[i * PARTIES + seat] = 0.0
            self.places[i * PARTIES + seat] = 0
        for k in range(4):
            self.lengths[i * 4 + k] = 0

    def draw(self) -> None:
        """Write a legal action of every game to `drawn`, each equally likely, by no game's dice."""
        self.choosers_before = self.choosers[:]
        words = self.choosers
        chooser: Dice = self.chooser
        for i in range(self.n):
            at: i64 = i * WORDS
            chooser.set_words(words[at], words[at + 1], words[at + 2], words[at + 3], 0)
            if self.ahead > 0 and i + LOOKED_AHEAD < self.n:
                self.fetched = self.states[i + LOOKED_AHEAD].nth_legal(0)
            state: State = self.states[i]
            self.drawn[i] = state.nth_legal(chooser.below(state.choices))
            self.keep_chooser(i)

    def take_back(self) -> None:
        """The last random actions were not wanted: the next draw is made as if they never were."""
        self.choosers = self.choosers_before[:]

    def keep_chooser(self, i: i64) -> None:
        """Note where the random actions of game ``i`` go on."""
        chooser: Dice = self.chooser
        words = self.choosers
        at: i64 = i * WORDS
        words[at] = chooser.a
        words[at + 1] = chooser.b
        words[at + 2] = chooser.c
        words[at + 3] = chooser.n
