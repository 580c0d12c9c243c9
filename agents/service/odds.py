"""The chance of the throw that an action of a full game leads to, worked out before it is taken.

The engine itself tells the modifiers: an action is tried on copies of the game with other dice, and
the totals that are told give away what was added to the dice. So no rule is written down twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Final

from agents.service.trial import Trial
from ludo_env.choices import Choice, full_choice
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.catalogue import CAST_PLAIN, CEDE, END, PIECE, SHED
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.procedures import (
    DECIDE_CASTER,
    DECIDE_CROWN_TARGET,
    DECIDE_META,
    DECIDE_NIGHT_TARGET,
    DECIDE_SPELL_TARGET,
    DECIDE_TARGET,
)
from ludo_env.engine.state import NOBODY
from ludo_env.sentences import party_name

FOLLOW_UPS: Final = (
    DECIDE_TARGET,
    DECIDE_META,
    DECIDE_CASTER,
    DECIDE_SPELL_TARGET,
    DECIDE_CROWN_TARGET,
    DECIDE_NIGHT_TARGET,
)
"""Decisions that say more closely what an action is about."""
CONTESTS: Final = {"contest": "", "attack": "defence"}
"""Events of contests, and the reason of the defender's dice where it differs."""
BLOWS: Final = ("punch", "stone")
THROW: Final = "throw"
STAR: Final = "star"
"""[6.5] The reason of the one saving throw with naturals."""
MOST_SAMPLES: Final = 40


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw to come.

    Attributes:
        seat: the party that throws.
        reason: what for, such as "attack" or "trap".
        chance: of its success, 0..1.
        words: the dice and what they must reach, such as "d20 + 3 against blue's d20 + 1".
        target: the piece that it is thrown at, as 4 * party + piece; None if it is at none.
        space: the space that is aimed at, where there is no piece; None if there is none.
    """

    seat: int
    reason: str
    chance: float
    words: str
    target: int | None = None
    space: int | None = None


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of one side.

    Attributes:
        sides: of one die; 0 for a fixed number.
        lean: 1 advantage, -1 disadvantage, 0 neither. [D-adv]
        bonus: what is added, or the fixed number.
    """

    sides: int
    lean: int
    bonus: int

    @property
    def words(self) -> str:
        """Such as "d20 + 3 with advantage"."""
        if self.sides == 0:
            return str(self.bonus)
        told = f"d{self.sides}"
        if self.bonus:
            told += f" {'+' if self.bonus > 0 else '−'} {abs(self.bonus)}"
        return told + {0: "", 1: " with advantage", -1: " with disadvantage"}[self.lean]


@dataclass(frozen=True, slots=True)
class Sample:
    """A throw as it fell on a copy: the event, and the rolls before it."""

    event: Event
    rolls: tuple[Event, ...]

    def dice(self, seat: int, reason: str) -> tuple[int, ...]:
        """What a party rolled for a reason."""
        return tuple(
            int(roll.data["value"])
            for roll in self.rolls
            if roll.seat == seat and roll.data["reason"] == reason
        )

    def sides(self, reason: str) -> int:
        """The die that was thrown for a reason."""
        return next(int(r.data["die"]) for r in self.rolls if r.data["reason"] == reason)


def throws_after(game: Game, action: int) -> list[Throw]:
    """The first throw that an action of the decider leads to, for each target it may have.

    Args:
        game: a full game at a decision, which is only read.
        action: legal for the decider.

    Returns:
        An empty list if no throw follows before the action has had its effect.
    """
    if action in (END, CEDE) or SHED <= action < PIECE:
        return []
    after = game.full.twin()
    about = full_choice(after, action)
    after.settle(action)
    return list(_throws(after, game.decider, about))


def _throws(state: LudicrousState, party: int, about: Choice) -> Iterator[Throw]:
    """The throws that come of a state whose last action is settled, but not run.

    Args:
        about: what the actions that led there are about, as far as it is known.
    """
    first = _sample(state, party, 0)
    if isinstance(first, LudicrousState):
        for action in _choices(first):
            after, more = first.twin(), full_choice(first, action)
            after.settle(action)
            yield from _throws(after, party, more if more.targets or more.spaces else about)
    elif first is not None and (throw := _judged(state, party, first)) is not None:
        target = about.targets[0] if about.targets else None
        space = about.spaces[0] if about.spaces and target is None else None
        yield replace(throw, target=target, space=space)


def _choices(state: LudicrousState) -> list[int]:
    """What may be aimed at; of meta cards, to cast without one."""
    legal = [int(state.nth_legal(n)) for n in range(state.choices)]
    plain = state.kind == DECIDE_META and CAST_PLAIN in legal
    return [CAST_PLAIN] if plain else [action for action in legal if action not in (END, CEDE)]


def _sample(state: LudicrousState, party: int, seed: int) -> Sample | LudicrousState | None:
    """Go on with other dice: to the first throw, or to a decision on what the action is about."""
    trial = Trial(state, party, seed)
    rolls: list[Event] = []
    for event in trial.events():
        if event.kind in CONTESTS or event.kind in BLOWS or event.kind == THROW:
            return Sample(event, tuple(rolls))
        if event.kind == "roll" and "value" in event.data:
            rolls.append(event)
    return trial.state if trial.again and trial.state.kind in FOLLOW_UPS else None


def _judged(state: LudicrousState, party: int, first: Sample) -> Throw | None:
    """What the samples of a throw show."""
    samples = [first]
    for seed in range(1, MOST_SAMPLES):
        throw = _read(state, samples)
        if throw is not None:
            return throw
        sample = _sample(state, party, seed)
        if isinstance(sample, Sample) and _same(sample.event, first.event):
            samples.append(sample)
    return None


def _same(one: Event, other: Event) -> bool:
    names = ("reason", "piece", "target", "target_piece")
    return (one.kind, one.seat) == (other.kind, other.seat) and all(
        one.data.get(name) == other.data.get(name) for name in names
    )


def _read(state: LudicrousState, samples: list[Sample]) -> Throw | None:
    """The throw, if the samples leave no doubt about its modifiers."""
    event = samples[0].event
    if event.kind == THROW:
        return _saving(samples[0])
    if event.kind in BLOWS:
        return _blow(state, samples)
    return _contest(samples)


def _saving(sample: Sample) -> Throw | None:
    """[D-save] A saving throw."""
    event = sample.event
    reason, goal = str(event.data["reason"]), int(event.data["goal"])
    rolled = sample.dice(event.seat, reason)
    if not rolled:
        return None
    sides, bonus = sample.sides(reason), int(event.data["total"]) - rolled[-1]
    faces = [face + bonus >= goal for face in range(1, sides + 1)]
    if reason == STAR:
        faces[0], faces[-1] = False, True
    words = f"{Dice(sides, 0, bonus).words}, {goal} or more"
    return Throw(event.seat, reason, sum(faces) / sides, words)


def _blow(state: LudicrousState, samples: list[Sample]) -> Throw | None:
    """[A-punch] [A-stone] A die that misses up to a number."""
    event = samples[0].event
    miss = int(state.t.punch_miss if event.kind == "punch" else state.t.stone_miss)
    sides = samples[0].sides(event.kind)
    lean = 0
    if len(samples[0].dice(event.seat, event.kind)) > 1:
        shown = [s for s in samples if min(r := s.dice(event.seat, event.kind)) <= miss < max(r)]
        if not shown:
            return None
        lean = 1 if shown[0].event.data["hit"] else -1
    hits = sum(weight for face, weight in _weights(sides, lean) if face > miss)
    words = f"{Dice(sides, lean, 0).words}, {miss + 1} or more"
    return Throw(event.seat, event.kind, hits, words)


def _contest(samples: list[Sample]) -> Throw | None:
    """[D-contest] A contest, against another party or against a number."""
    event = samples[0].event
    reason = str(event.data.get("reason", event.kind))
    against = CONTESTS[event.kind] or reason
    defender = next(
        (r.seat for r in samples[0].rolls if r.data["reason"] == against and r.seat != event.seat),
        NOBODY,
    )
    offence = _side(samples, event.seat, reason, "total")
    defence = _side(samples, defender, against, "against")
    if offence is None or defence is None or offence.sides == 0:
        return None
    whose = "" if defender == NOBODY else f"{party_name(defender)}’s "
    words = f"{offence.words} against {whose}{defence.words}"
    return Throw(event.seat, reason, contest_chance(offence, defence), words)


def _side(samples: list[Sample], seat: int, reason: str, total: str) -> Dice | None:
    """What one side throws; None while the samples leave it open."""
    totals = [int(sample.event.data[total]) for sample in samples]
    rolled = [sample.dice(seat, reason) for sample in samples]
    if not rolled[0]:
        return Dice(0, 0, totals[0])
    sides = samples[0].sides(reason)
    if len(rolled[0]) == 1:
        return Dice(sides, 0, totals[0] - rolled[0][0])
    kept = {1: max, -1: min}
    fits = []
    for lean, keep in kept.items():
        bonuses = {all_of - keep(dice) for all_of, dice in zip(totals, rolled, strict=True)}
        if len(bonuses) == 1:
            fits.append(Dice(sides, lean, bonuses.pop()))
    return fits[0] if len(fits) == 1 else None


@lru_cache(maxsize=4096)
def contest_chance(offence: Dice, defence: Dice) -> float:
    """[D-contest] [D-crit] The offender's chance: it wins ties, always with its highest face and
    never with a 1.
    """
    won = 0.0
    others = _weights(defence.sides, defence.lean) if defence.sides else [(0, 1.0)]
    for (face, weight), (other, odds) in product(_weights(offence.sides, offence.lean), others):
        natural = face == offence.sides
        beaten = face + offence.bonus >= other + defence.bonus
        if face != 1 and (natural or beaten):
            won += weight * odds
    return won


def _weights(sides: int, lean: int) -> list[tuple[int, float]]:
    """[D-adv] The chance of every face that is kept."""
    if lean == 0:
        return [(face, 1 / sides) for face in range(1, sides + 1)]
    faces = [2 * face - 1 for face in range(1, sides + 1)]
    if lean < 0:
        faces.reverse()
    return [(face, weight / sides**2) for face, weight in enumerate(faces, 1)]
