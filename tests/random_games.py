"""Random rule sets and random games of them, for property tests."""

from __future__ import annotations

import random

from hypothesis import assume
from hypothesis import strategies as st

from ludo_env.engine.game import Game
from ludo_env.errors import BadRules
from ludo_env.rules import PRESETS, RuleSet
from ludo_env.rules.ruleset import CHOICES

SEEDS = st.integers(0, 2**64 - 1)
LONGEST = 60
"""Rounds after which a random game is cut off, so that every test is short."""

FIELDS: dict[str, st.SearchStrategy[object]] = {
    "enter_on": st.sets(st.integers(1, 6), min_size=1).map(lambda rolls: tuple(sorted(rolls))),
    "stack": st.integers(0, 4),
    "pieces": st.integers(1, 4),
    **{name: st.sampled_from(values) for name, values in CHOICES.items() if name != "name"},
    **{
        name: st.booleans()
        for name in RuleSet.__slots__
        if isinstance(getattr(RuleSet(), name), bool)
    },
}


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """A preset, or one with any of its rules changed."""
    preset = draw(st.sampled_from(sorted(PRESETS)))
    rounds = draw(st.integers(1, LONGEST))
    changes = draw(st.one_of(st.just({}), st.fixed_dictionaries({}, optional=FIELDS)))
    try:
        return RuleSet.named(preset, max_rounds=rounds, **changes)
    except BadRules:
        assume(False)
        raise


@st.composite
def games(draw: st.DrawFn, *, log: bool = False) -> Game:
    """A game of any rule set and number of players, somewhere between its beginning and its end."""
    rules = draw(rule_sets())
    players = 4 if rules.teams else draw(st.integers(2, 4))
    game = Game(rules, players, seed=draw(SEEDS), auto_pass=draw(st.booleans()), log=log)
    play(game, draw(st.integers(0, 300)), draw(SEEDS))
    return game


def play(game: Game, decisions: int, seed: int) -> None:
    """Take some decisions at random."""
    chance = random.Random(seed)
    for _ in range(decisions):
        if game.over:
            return
        game.apply(chance.choice(game.legal()))
