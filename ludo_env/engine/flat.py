"""A state as plain numbers, which is how games are pickled: exact between decisions as well."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.engine.options import Options
from ludo_env.engine.plain import PlainState
from ludo_env.rules import RuleSet


def flatten(state: PlainState) -> list[list[int]]:
    """Everything that a state consists of besides its rules and log, for `unflatten`."""
    dice = state.dice
    return [
        [int(state.over), int(state.truncated), int(state.auto_pass), int(state.bonus)],
        [state.decider, state.choices, state.depth],
        [state.rounds, state.turns, state.decisions],
        [state.starter, state.turn, state.die, state.sixes],
        [dice.a, dice.b, dice.c, dice.n, dice.rolls],
        list(state.mask),
        list(state.stack),
        list(state.seats),
        list(state.sides),
        list(state.places),
        list(state.pieces),
        list(state.ring),
        list(state.targets),
        list(state.home),
        list(state.captured),
    ]


def unflatten(rules: RuleSet, numbers: list[list[int]]) -> PlainState:
    """The state that was flattened, with a silent log."""
    state = PlainState(Options(rules))
    flags, pending, counts, turn, dice, mask, *lists = numbers
    over, truncated, auto_pass, bonus = flags
    state.over = over != 0
    state.truncated = truncated != 0
    state.auto_pass = auto_pass != 0
    state.bonus = bonus != 0
    state.decider, state.choices, state.depth = pending
    state.rounds, state.turns, state.decisions = counts
    state.starter, state.turn, state.die, state.sixes = turn
    a, b, c, n, rolls = dice
    state.dice.set_words(a, b, c, n, rolls)
    state.mask = vec[u8](bytes(mask))
    stack, seats, sides, places, pieces, ring, targets, home, captured = lists
    state.stack = vec[i64](stack)
    state.seats = vec[i64](seats)
    state.sides = vec[i64](sides)
    state.places = vec[i64](places)
    state.pieces = vec[i64](pieces)
    state.ring = vec[i64](ring)
    state.targets = vec[i64](targets)
    state.home = vec[i64](home)
    state.captured = vec[i64](captured)
    return state
