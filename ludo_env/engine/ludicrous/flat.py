"""A full game as plain numbers, which is how it is pickled: exact between decisions as well."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.tables import tables_of
from ludo_env.rules.ludicrous import LudicrousRules


def lists_of(m: Match) -> list[vec[i64]]:
    """Every list of numbers that a state consists of, always in the same order."""
    return [
        m.stack, m.seats, m.sides, m.places, m.legal,
        m.r, m.fallen, m.facing, m.prone, m.restrained, m.wet, m.burning, m.dodging, m.veiled,
        m.crowned, m.jailer, m.moved, m.turned, m.laid, m.ring,
        m.hp, m.stunned, m.poisoned, m.provoker, m.counter, m.reacted, m.tackled, m.ammunition,
        m.loot, m.loot_ammunition, m.partner, m.crown_used, m.crown_at, m.tank, m.tank_hp,
        m.tank_wait, m.artillery_wait, m.phantom_at, m.phantom_hp, m.phantom_turns, m.left,
        m.penalties, m.fouls, m.built, m.built_hp, m.hacked, m.project, m.project_points, m.hand,
        m.deck, m.discards,
    ]  # fmt: skip


def freeze_full(m: LudicrousState) -> list[list[int]]:
    """Everything that a state consists of besides its rules and log, for `thaw_full`."""
    dice = m.dice
    flags = [
        m.over, m.truncated, m.auto_pass, m.full_moon, m.free_choice, m.acted, m.bonus_acted,
        m.sneaking, m.cast,
    ]  # fmt: skip
    return [
        [int(flag) for flag in flags],
        [m.decider, m.choices, m.depth, m.kind, m.choice, m.die, m.rounds, m.turns, m.decisions],
        [m.starter, m.god, m.calendar, m.weather, m.wind, m.wind_strength, m.annustar],
        [m.turn, m.phase, m.sixes, m.bonus_spaces],
        [dice.a, dice.b, dice.c, dice.n, dice.rolls],
        list(m.checks),
        list(m.tape),
        *[list(numbers) for numbers in lists_of(m)],
    ]


def thaw_full(rules: LudicrousRules, numbers: list[list[int]]) -> LudicrousState:
    """The state that was frozen, with a silent log."""
    m = LudicrousState(tables_of(rules))
    flags, pending, world, turn, dice, checks, tape, *lists = numbers
    (
        m.over, m.truncated, m.auto_pass, m.full_moon, m.free_choice, m.acted, m.bonus_acted,
        m.sneaking, m.cast,
    ) = [flag != 0 for flag in flags]  # fmt: skip
    (
        m.decider, m.choices, m.depth, m.kind, m.choice, m.die, m.rounds, m.turns, m.decisions
    ) = pending  # fmt: skip
    m.starter, m.god, m.calendar, m.weather, m.wind, m.wind_strength, m.annustar = world
    m.turn, m.phase, m.sixes, m.bonus_spaces = turn
    a, b, c, n, rolls = dice
    m.dice.set_words(a, b, c, n, rolls)
    m.checks = list(checks)
    m.tape = list(tape)
    for kept, values in zip(lists_of(m), lists, strict=True):
        # The lists are shared with the state, so that writing here writes there.
        for i in range(len(values)):
            kept[i] = values[i]
    for i in range(m.choices):
        m.mask[m.legal[i]] = 1
    return m
