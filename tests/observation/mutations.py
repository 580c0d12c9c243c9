"""The full game's state, number by number, each changed alone: what can matter, and what cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from ludo_env.board import HOME, LAST_RING, PARTIES, PIECES, RING
from ludo_env.document_checks import CHECK_RANGES
from ludo_env.document_frames import SHAPES
from ludo_env.engine.ludicrous import catalogue
from ludo_env.engine.ludicrous import procedures as p
from ludo_env.engine.ludicrous.checks_queue import CHECK
from ludo_env.engine.ludicrous.health import NO_META, NO_STUN
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import NIBBLE
from ludo_env.engine.ludicrous.names import (
    AMPLIFY,
    CARD_KINDS,
    FIRST_FISH,
    NO_LOOT,
    NO_STRUCTURE,
    NOBODY,
    NOWHERE,
    PRISON,
    QUICKEN,
    REACH,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.state import FRAME

Values = Callable[[LudicrousState, int], Sequence[int]]
Change = tuple[str, LudicrousState]
"""What was changed, and the state with the change."""

FLAG: Final = (0, 1)
BYTE: Final = 255


@dataclass(frozen=True, slots=True)
class Part:
    """A list of numbers of a state: what each may be, none where it cannot matter."""

    values: Values
    otherwise: str
    """Why an entry without values cannot matter."""


# -- when a number matters -----------------------------------------------------------------------


def _piece(condition: Callable[[LudicrousState, int], bool], values: Values) -> Values:
    """Values of a piece of a party that plays, on a condition."""

    def of(m: LudicrousState, i: int) -> Sequence[int]:
        return values(m, i) if m.plays(i // PIECES) and condition(m, i) else ()

    return of


def _party(
    values: Values, condition: Callable[[LudicrousState, int], bool] | None = None
) -> Values:
    """Values of a party that plays."""

    def of(m: LudicrousState, party: int) -> Sequence[int]:
        useful = m.plays(party) and (condition is None or condition(m, party))
        return values(m, party) if useful else ()

    return of


def _slot(values: Values, condition: Callable[[LudicrousState, int], bool] | None = None) -> Values:
    """Values of a structural space of a party that plays."""

    def of(m: LudicrousState, slot: int) -> Sequence[int]:
        useful = m.t.structures and m.plays(slot // STRUCTURAL_SPACES)
        return values(m, slot) if useful and (condition is None or condition(m, slot)) else ()

    return of


def _up_to(most: int) -> Values:
    return lambda m, n: range(most + 1)


def nothing(m: LudicrousState, n: int) -> Sequence[int]:
    """The values of what cannot matter at all."""
    return ()


def _on_board(m: LudicrousState, i: int) -> bool:
    return bool(0 <= m.r[i] < HOME)


def _path(m: LudicrousState, i: int) -> bool:
    return bool(0 <= m.r[i] <= LAST_RING)


def _awake_on_path(m: LudicrousState, i: int) -> bool:
    return bool(m.on_path(i))


def _jailers(m: LudicrousState, i: int) -> Sequence[int]:
    return [q for q in range(PARTIES) if m.plays(q) and m.hostile(q, i // PIECES)]


def _tanks(m: LudicrousState, party: int) -> bool:
    return bool(m.t.tanks)


def _tank(m: LudicrousState, party: int) -> bool:
    return bool(m.t.tanks and m.tank_hp[party] > 0)


def _phantom(m: LudicrousState, party: int) -> bool:
    return bool(m.phantom_at[party] != NOWHERE)


def _projects(m: LudicrousState, slot: int) -> Sequence[int]:
    points = m.project_points[slot]
    return [NO_STRUCTURE, *[kind for kind in range(5) if m.t.structure_cost[kind] > points]]


def _cards(m: LudicrousState, n: int) -> Sequence[int]:
    return range(m.t.card_copies + 1) if m.t.magic else ()


LEFT: Final = "the party does not play"
OFF_PATH: Final = "only pathway pieces have it, others get it anew"
LISTS: Final[dict[str, Part]] = {
    "stack": Part(nothing, "see `stack_changes`"),
    "seats": Part(nothing, "who plays is settled with the rules"),
    "sides": Part(nothing, "teams are settled with the rules"),
    "places": Part(
        lambda m, p: range(1, PARTIES + 1) if m.seats[p] and m.left[p] else (),
        "who has not left has no place before the end",
    ),
    "legal": Part(nothing, "follows from the rest; the mask tells it to the one who decides"),
    "r": Part(
        _piece(lambda m, i: m.r[i] != PRISON and not m.fallen[i], _up_to(HOME)),
        "captives have no r, the fallen are moved with `fallen`",
    ),
    "fallen": Part(_piece(_path, lambda m, i: range(m.t.unconscious_turns + 1)), OFF_PATH),
    "facing": Part(_piece(_path, lambda m, i: (-1, 1)), OFF_PATH),
    "prone": Part(_piece(lambda m, i: m.conscious(i), lambda m, i: FLAG), "fallen, or off board"),
    "restrained": Part(
        _piece(_awake_on_path, lambda m, i: range(m.t.restrained_turns + 1)), OFF_PATH
    ),
    "wet": Part(_piece(_awake_on_path, lambda m, i: range(m.t.wet_turns + 1)), OFF_PATH),
    "burning": Part(_piece(_awake_on_path, lambda m, i: range(m.t.burning_turns + 1)), OFF_PATH),
    "dodging": Part(_piece(_awake_on_path, lambda m, i: FLAG), OFF_PATH),
    "veiled": Part(_piece(_awake_on_path, lambda m, i: FLAG), OFF_PATH),
    "crowned": Part(_piece(_on_board, lambda m, i: FLAG), "crowns are worn on the board"),
    "jailer": Part(_piece(lambda m, i: m.r[i] == PRISON, _jailers), "nobody's captive"),
    "moved": Part(_piece(_awake_on_path, lambda m, i: FLAG), OFF_PATH),
    "turned": Part(_piece(_awake_on_path, lambda m, i: FLAG), OFF_PATH),
    "laid": Part(_piece(_awake_on_path, lambda m, i: FLAG), OFF_PATH),
    "ring": Part(nothing, "follows from `r` and `fallen`"),
    "hp": Part(_party(lambda m, p: range(1, m.most_hp(p) + 1)), LEFT),
    "stunned": Part(_party(lambda m, p: FLAG), LEFT),
    "poisoned": Part(_party(lambda m, p: range(m.t.poisoned_turns + 1)), LEFT),
    "provoker": Part(_party(lambda m, p: [NOBODY, *_jailers(m, p * PIECES)]), LEFT),
    "counter": Part(_party(lambda m, p: range(m.t.bonus_die_full + 1)), LEFT),
    "reacted": Part(_party(lambda m, p: FLAG), LEFT),
    "tackled": Part(_party(lambda m, p: FLAG), LEFT),
    "ammunition": Part(_party(lambda m, p: range(m.t.weapon_ammunition[m.t.ranged[p]] + 1)), LEFT),
    "loot": Part(_party(_up_to(18)), LEFT),
    "loot_ammunition": Part(
        _party(
            lambda m, p: range(m.t.supply_die + 1),
            lambda m, p: NO_LOOT < m.loot[p] < FIRST_FISH,
        ),
        "no weapon in the slot",
    ),
    "partner": Part(_party(_up_to(12)), LEFT),
    "crown_used": Part(_party(lambda m, p: FLAG), LEFT),
    "crown_at": Part(_party(lambda m, p: range(NOWHERE, RING)), LEFT),
    "tank": Part(_party(lambda m, p: range(3), _tank), "the tank is gone"),
    "tank_hp": Part(_party(lambda m, p: range(m.t.tank_hp + 1), _tanks), "no tanks"),
    "tank_wait": Part(_party(lambda m, p: range(m.t.tank_reload + 2), _tank), "the tank is gone"),
    "artillery_wait": Part(
        _party(lambda m, p: range(m.t.artillery_reload + 1), _tanks), "no artillery"
    ),
    "phantom_at": Part(_party(lambda m, p: range(RING), _phantom), "there is none"),
    "phantom_hp": Part(_party(lambda m, p: range(1, m.t.phantom_hp + 1), _phantom), "no phantom"),
    "phantom_turns": Part(
        _party(lambda m, p: range(1, m.t.phantom_turns + 1), _phantom), "no phantom"
    ),
    "left": Part(_party(lambda m, p: FLAG), "who has left does not come back"),
    "penalties": Part(_party(lambda m, p: range(m.t.penalty_limit)), LEFT),
    "fouls": Part(_party(lambda m, p: range(m.t.foul_limit)), LEFT),
    "built": Part(_slot(lambda m, s: range(NO_STRUCTURE, 5)), "no structures"),
    "built_hp": Part(
        _slot(lambda m, s: range(1, 9), lambda m, s: m.built[s] != NO_STRUCTURE), "not built"
    ),
    "hacked": Part(
        _slot(lambda m, s: range(m.t.hacked_turns + 2), lambda m, s: m.built[s] != NO_STRUCTURE),
        "not built",
    ),
    "project": Part(_slot(_projects), "no structures"),
    "project_points": Part(
        _slot(
            lambda m, s: range(m.t.structure_cost[m.project[s]]),
            lambda m, s: m.project[s] != NO_STRUCTURE,
        ),
        "no project",
    ),
    "hand": Part(
        lambda m, n: _cards(m, n) if m.plays(n // CARD_KINDS) else (), "no magic, or not in play"
    ),
    "deck": Part(
        lambda m, n: _cards(m, n) if sum(m.deck) < BYTE - m.t.card_copies else (),
        "no magic; what is left of a large deck follows from hands and discards",
    ),
    "discards": Part(_cards, "no magic"),
}
"""Every list of `lists_of`, in its order."""

NO_NUMBER: Final = "not a number of the position"
SCALARS: Final[dict[str, Part]] = {
    "over": Part(nothing, "nobody decides any more"),
    "truncated": Part(nothing, "nobody decides any more"),
    "auto_pass": Part(nothing, "how the game is run, settled with the rules"),
    "full_moon": Part(lambda m, _: FLAG, ""),
    "free_choice": Part(lambda m, _: FLAG, ""),
    "acted": Part(lambda m, _: FLAG, ""),
    "bonus_acted": Part(lambda m, _: FLAG, ""),
    "sneaking": Part(lambda m, _: FLAG, ""),
    "cast": Part(lambda m, _: FLAG, ""),
    "decider": Part(lambda m, _: [p for p in range(PARTIES) if m.plays(p)], ""),
    "choices": Part(nothing, "follows from `legal`"),
    "depth": Part(nothing, "see `stack_changes`"),
    "kind": Part(_up_to(len(p.DECISIONS) - 1), ""),
    "choice": Part(nothing, "replaced by the choice that is pending; see `stack_changes`"),
    "die": Part(_up_to(6), ""),
    "rounds": Part(
        lambda m, _: range(1, m.t.max_rounds + 1),
        "in a game that is never cut off",
    ),
    "turns": Part(nothing, "only statistics, once the set-up is over"),
    "decisions": Part(nothing, "only statistics"),
    "starter": Part(lambda m, _: [p for p in range(PARTIES) if m.plays(p)], ""),
    "god": Part(lambda m, _: [p for p in range(PARTIES) if m.plays(p)], ""),
    "calendar": Part(lambda m, _: range(m.t.calendar_spaces), ""),
    "weather": Part(_up_to(3), ""),
    "wind": Part(lambda m, _: range(4) if m.wind_strength else (), "there is no wind"),
    "wind_strength": Part(_up_to(3), ""),
    "annustar": Part(lambda m, _: range(m.t.annustar_cap), ""),
    "turn": Part(lambda m, _: [p for p in range(PARTIES) if m.plays(p)], ""),
    "phase": Part(_up_to(6), ""),
    "sixes": Part(_up_to(4), ""),
    "bonus_spaces": Part(_up_to(8), ""),
}
"""Every single number of `freeze_full`, but the words of the dice, which are hidden."""
BOOLEANS: Final = frozenset(
    ("full_moon", "free_choice", "acted", "bonus_acted", "sneaking", "cast")
)

UNSET: Final[dict[tuple[int, int], int]] = {
    (p.MOVE_PIECE, 5): 1,
    (p.CROWN_JUMP, 1): 2,
    (p.NIGHT_AMBUSHES, 1): 2,
}
"""Arguments of procedures that are only set, and read, at one stage."""
AIMS: Final = range(catalogue.PIECE, catalogue.ENTER)
"""What spells are aimed at."""
METAS: Final = (NO_META, QUICKEN, AMPLIFY, REACH)
ARGUMENTS: Final[dict[tuple[int, int], Sequence[int]]] = {
    (p.HIT, 3): (NO_STUN, 0, 4),
    (p.CAST_SPELL, 1): METAS,
    (p.SPELL_EFFECT, 1): METAS,
    (p.COUNTERSPELLS, 1): METAS,
    (p.TARGET, 0): range(catalogue.VERB, catalogue.REFRESH),
    (p.SPELL_EFFECT, 3): AIMS,
    (p.COUNTERSPELLS, 3): AIMS,
    (p.NIGHT_AMBUSHES, 0): range(1, PARTIES + 1),
}
"""Arguments whose range in a document is wider than what they ever are."""


# -- changes -------------------------------------------------------------------------------------


def _twin(m: LudicrousState) -> LudicrousState:
    other = m.twin()
    assert isinstance(other, LudicrousState)
    return other


def _fill_ring(m: LudicrousState) -> None:
    for space in range(RING):
        m.ring[space] = 0
    for i in range(PARTIES * PIECES):
        if m.on_path(i):
            m.ring[m.space(i)] += 1 << (NIBBLE * (i // PIECES))


def list_changes(m: LudicrousState, name: str, rng: Random) -> Iterator[Change]:
    """A list with one entry changed: one change, of an entry that matters."""
    numbers = getattr(m, name)
    entries = list(range(len(numbers)))
    rng.shuffle(entries)
    for n in entries:
        others = [value for value in LISTS[name].values(m, n) if value != numbers[n]]
        if others:
            other = _twin(m)
            value = rng.choice(others)
            getattr(other, name)[n] = value
            if name in ("r", "fallen"):
                _fill_ring(other)
            yield f"{name}[{n}]: {numbers[n]} -> {value}", other
            return


def scalar_changes(m: LudicrousState, name: str, rng: Random) -> Iterator[Change]:
    """A single number changed."""
    now = int(getattr(m, name))
    others = [value for value in SCALARS[name].values(m, 0) if value != now]
    if others:
        other = _twin(m)
        value = rng.choice(others)
        setattr(other, name, bool(value) if name in BOOLEANS else value)
        yield f"{name}: {now} -> {value}", other


def _other(low: int, high: int, now: int, rng: Random) -> int | None:
    """Another number of a range, a small one."""
    near = [v for v in range(max(low, now - 9), min(high, now + 9) + 1) if v != now]
    return rng.choice(near) if near else None


def stack_changes(m: LudicrousState, rng: Random) -> Iterator[Change]:
    """Every stage and argument of what is under way, changed alone."""
    for frame in range(m.depth):
        base = frame * FRAME
        procedure, stage = m.stack[base], m.stack[base + 1]
        for n, (low, high) in enumerate(SHAPES[procedure].ranges()):
            now = m.stack[base + 1 + n]
            if UNSET.get((procedure, n - 1), stage) != stage:
                continue
            wanted = ARGUMENTS.get((procedure, n - 1))
            if wanted is None:
                value = _other(low, high, now, rng)
            else:
                value = rng.choice([other for other in wanted if other != now])
            if value is not None:
                other = _twin(m)
                other.stack[base + 1 + n] = value
                yield f"frame {procedure}, number {n}: {now} -> {value}", other


def queue_changes(m: LudicrousState, rng: Random) -> Iterator[Change]:
    """Every number of the checks that wait and of the tape, changed alone; one more of each."""
    for base in range(0, len(m.checks), CHECK):
        for n, (low, high) in enumerate(CHECK_RANGES[m.checks[base]][1:]):
            value = _other(low, high, m.checks[base + 1 + n], rng)
            if value is not None:
                other = _twin(m)
                checks = list(m.checks)
                checks[base + 1 + n] = value
                other.checks = checks
                yield f"check {m.checks[base]}, number {n}: -> {value}", other
    for n, roll in enumerate(m.tape):
        other = _twin(m)
        other.tape = [*m.tape[:n], roll % 6 + 1, *m.tape[n + 1 :]]
        yield f"tape[{n}]: {roll} -> {roll % 6 + 1}", other
    other = _twin(m)
    other.checks = [*m.checks, 1, 0, 3, 0, 0, 0, 0, 0]
    yield "one more check", other


def changes(m: LudicrousState, rng: Random) -> Iterator[Change]:
    """One change of each public number of a state."""
    for name in LISTS:
        yield from list_changes(m, name, rng)
    for name in SCALARS:
        yield from scalar_changes(m, name, rng)
    yield from stack_changes(m, rng)
    yield from queue_changes(m, rng)
