"""A full game as JSON data: by party and piece, everything that is as at the start left out.

`to_document` and `from_document` are exact: the game that is read goes on like the one written.
`seat_view` is what one party may know: hidden hands are counts, and so is the deck.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import COLOURS, LAST_RING, PARTIES, PIECES
from ludo_env.engine.ludicrous.checks_queue import CHECK
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import NIBBLE
from ludo_env.engine.ludicrous.names import CARD_KINDS, NOBODY, PRISON, STRUCTURAL_SPACES
from ludo_env.engine.ludicrous.tables import Tables
from ludo_env.engine.state import FRAME
from ludo_env.errors import BadState
from ludo_env.rules.ludicrous import LudicrousRules

VERSION: Final = 1
KEY_DIGITS: Final = 16

PIECE_FIELDS: Final[dict[str, tuple[int, int]]] = {
    "r": (PRISON, 56),
    "fallen": (0, 99),
    "facing": (-1, 1),
    "prone": (0, 1),
    "restrained": (0, 99),
    "wet": (0, 99),
    "burning": (0, 99),
    "dodging": (0, 1),
    "veiled": (0, 1),
    "crowned": (0, 1),
    "jailer": (NOBODY, PARTIES - 1),
    "moved": (0, 1),
    "turned": (0, 1),
    "laid": (0, 1),
}
"""What is said of a piece, with its range."""
PARTY_FIELDS: Final[dict[str, tuple[int, int]]] = {
    "hp": (0, 999),
    "stunned": (0, 1),
    "poisoned": (0, 99),
    "provoker": (NOBODY, PARTIES - 1),
    "counter": (0, 99),
    "reacted": (0, 1),
    "tackled": (0, 1),
    "ammunition": (0, 999),
    "loot": (0, 18),
    "loot_ammunition": (0, 999),
    "partner": (0, 99),
    "crown_used": (0, 1),
    "crown_at": (NOBODY, 51),
    "tank": (0, 2),
    "tank_hp": (0, 99),
    "tank_wait": (0, 99),
    "artillery_wait": (0, 99),
    "phantom_at": (NOBODY, 51),
    "phantom_hp": (0, 99),
    "phantom_turns": (0, 99),
    "left": (0, 1),
    "penalties": (0, 99),
    "fouls": (0, 99),
    "places": (0, PARTIES),
}
"""What is said of a party, with its range."""
SLOT_FIELDS: Final[dict[str, tuple[int, int]]] = {
    "built": (NOBODY, 4),
    "built_hp": (0, 999),
    "hacked": (0, 99),
    "project": (NOBODY, 4),
    "project_points": (0, 999),
}
"""What is said of a structural space, with its range."""
WORLD_FIELDS: Final[dict[str, tuple[int, int]]] = {
    "starter": (0, PARTIES - 1),
    "god": (0, PARTIES - 1),
    "calendar": (0, 95),
    "weather": (0, 3),
    "wind": (0, 3),
    "wind_strength": (0, 9),
    "full_moon": (0, 1),
    "annustar": (0, 99),
    "free_choice": (0, 1),
    "turn": (0, PARTIES - 1),
    "phase": (0, 6),
    "acted": (0, 1),
    "bonus_acted": (0, 1),
    "sneaking": (0, 1),
    "cast": (0, 1),
    "die": (0, 6),
    "sixes": (0, 10**6),
    "bonus_spaces": (0, 99),
    "rounds": (1, 10**9),
    "turns": (0, 10**9),
    "decisions": (0, 10**9),
    "over": (0, 1),
    "truncated": (0, 1),
    "auto_pass": (0, 1),
    "decider": (NOBODY, PARTIES - 1),
    "kind": (0, 99),
    "choice": (0, 999),
}
"""What is said of the game as a whole, with its range."""
FLAGS: Final = frozenset(
    (
        "full_moon",
        "free_choice",
        "acted",
        "bonus_acted",
        "sneaking",
        "cast",
        "over",
        "truncated",
        "auto_pass",
    )
)

Document = dict[str, Any]


def fresh(rules: LudicrousRules, players: int) -> LudicrousState:
    """A full game before its set-up, its parties seated and equipped, the deck full."""
    state = LudicrousState(Tables(rules))
    state.begin(players)
    state.prepare()
    return state


def to_document(state: LudicrousState, rules: Mapping[str, object]) -> Document:
    """Everything that a game consists of. ``rules`` is how the rule set is told."""
    players = sum(state.seats)
    plain = fresh(state.t.rules, players)
    dice = state.dice
    return {
        "game": "ludicrous",
        "version": VERSION,
        "rules": dict(rules),
        "players": players,
        "parties": {
            COLOURS[party]: _party(state, plain, party)
            for party in range(PARTIES)
            if state.seats[party]
        },
        "world": _changed(state, plain, WORLD_FIELDS),
        "deck": list(state.deck),
        "discards": list(state.discards),
        "checks": [list(state.checks[n : n + CHECK]) for n in range(0, len(state.checks), CHECK)],
        "stack": [list(state.stack[n * FRAME : (n + 1) * FRAME]) for n in range(state.depth)],
        "legal": [state.legal[n] for n in range(state.choices)],
        "dice": [dice.a, dice.b, dice.c, dice.n, dice.rolls],
    }


def _changed(state: object, plain: object, names: Mapping[str, object]) -> Document:
    """The named numbers that are not as in a fresh game."""
    values = {name: int(getattr(state, name)) for name in names}
    return {name: value for name, value in values.items() if value != int(getattr(plain, name))}


def _entries(state: object, plain: object, names: Mapping[str, object], index: int) -> Document:
    """The named numbers at an index that are not as in a fresh game."""
    values = {name: getattr(state, name)[index] for name in names}
    return {name: value for name, value in values.items() if value != getattr(plain, name)[index]}


def _party(state: LudicrousState, plain: LudicrousState, party: int) -> Document:
    data = _entries(state, plain, PARTY_FIELDS, party)
    first = party * PIECES
    data["pieces"] = [_entries(state, plain, PIECE_FIELDS, first + k) for k in range(PIECES)]
    first = party * STRUCTURAL_SPACES
    data["structures"] = [
        _entries(state, plain, SLOT_FIELDS, first + k) for k in range(STRUCTURAL_SPACES)
    ]
    first = party * CARD_KINDS
    data["hand"] = list(state.hand[first : first + CARD_KINDS])
    return data


def from_document(data: Document, read_rules: Callable[[object], LudicrousRules]) -> LudicrousState:
    """The game that a document tells of.

    Raises:
        BadState: the document tells of no game; the message names the field.
    """
    if not isinstance(data, dict) or data.get("game") != "ludicrous":
        raise BadState("game: not a full game, expected 'ludicrous'")
    if data.get("version") != VERSION:
        raise BadState(f"version: {data.get('version')!r}, allowed: {VERSION}")
    players = _number(data, "players", 2, PARTIES, PARTIES)
    state = fresh(read_rules(data.get("rules")), players)
    parties = _mapping(data, "parties")
    for colour, entry in parties.items():
        if colour not in COLOURS or not state.seats[COLOURS.index(colour)]:
            seated = ", ".join(COLOURS[p] for p in range(PARTIES) if state.seats[p])
            raise BadState(f"parties: {colour!r}, allowed: {seated}")
        _read_party(state, COLOURS.index(colour), entry)
    _read_world(state, _mapping(data, "world"))
    for name in ("deck", "discards"):
        if name in data:
            setattr(state, name, vec[i64](_numbers(data[name], name, CARD_KINDS, 0, 10**6)))
    _read_progress(state, data)
    _fill_ring(state)
    return state


def _read_party(state: LudicrousState, party: int, entry: Any) -> None:
    colour = COLOURS[party]
    if not isinstance(entry, dict):
        raise BadState(f"parties.{colour}: not an object")
    for name, value in entry.items():
        where = f"parties.{colour}.{name}"
        if name == "pieces":
            _read_rows(state, value, where, PIECE_FIELDS, party * PIECES, PIECES)
        elif name == "structures":
            first = party * STRUCTURAL_SPACES
            _read_rows(state, value, where, SLOT_FIELDS, first, STRUCTURAL_SPACES)
        elif name == "hand":
            for card, count in enumerate(_numbers(value, where, CARD_KINDS, 0, 10**6)):
                state.hand[party * CARD_KINDS + card] = count
        elif name in PARTY_FIELDS:
            getattr(state, name)[party] = _checked(value, where, *PARTY_FIELDS[name])
        else:
            allowed = ", ".join([*PARTY_FIELDS, "pieces", "structures", "hand"])
            raise BadState(f"{where}: unknown field, allowed: {allowed}")


def _read_rows(
    state: LudicrousState,
    rows: Any,
    where: str,
    fields: Mapping[str, tuple[int, int]],
    first: int,
    most: int,
) -> None:
    if not isinstance(rows, list) or len(rows) > most:
        raise BadState(f"{where}: not a list of at most {most}")
    for k, row in enumerate(rows):
        if not isinstance(row, dict):
            raise BadState(f"{where}[{k}]: not an object")
        for name, value in row.items():
            if name not in fields:
                raise BadState(f"{where}[{k}].{name}: unknown field, allowed: {', '.join(fields)}")
            number = _checked(value, f"{where}[{k}].{name}", *fields[name])
            getattr(state, name)[first + k] = number


def _read_world(state: LudicrousState, world: Mapping[str, Any]) -> None:
    for name, value in world.items():
        if name not in WORLD_FIELDS:
            allowed = ", ".join(WORLD_FIELDS)
            raise BadState(f"world.{name}: unknown field, allowed: {allowed}")
        number = _checked(value, f"world.{name}", *WORLD_FIELDS[name])
        setattr(state, name, number != 0 if name in FLAGS else number)


def _read_progress(state: LudicrousState, data: Document) -> None:
    """What is under way: checks, procedures, the pending decision, the generator."""
    for n, check in enumerate(_list(data, "checks")):
        state.checks += _numbers(check, f"checks[{n}]", CHECK, -(10**6), 10**6)
    if "stack" in data:
        state.depth = 0
        for n, frame in enumerate(_list(data, "stack")):
            numbers = _numbers(frame, f"stack[{n}]", FRAME, -(10**6), 10**6)
            if (n + 1) * FRAME > len(state.stack):
                raise BadState("stack: too deep")
            for k, number in enumerate(numbers):
                state.stack[n * FRAME + k] = number
            state.depth += 1
    for n, action in enumerate(_list(data, "legal")):
        number = _checked(action, f"legal[{n}]", 0, int(state.actions) - 1)
        if state.mask[number]:
            raise BadState(f"legal[{n}]: {number} is named twice")
        state.allow(number)
    if "dice" in data:
        a, b, c, n, rolls = _numbers(data["dice"], "dice", 5, 0, 2**62)
        state.dice.set_words(a, b, c, n, rolls)


def _fill_ring(state: LudicrousState) -> None:
    for space in range(len(state.ring)):
        state.ring[space] = 0
    for i in range(PARTIES * PIECES):
        if state.fallen[i] and not 0 <= state.r[i] <= LAST_RING:
            raise BadState(f"piece {i % PIECES + 1} of {COLOURS[i // PIECES]}: fallen off the path")
        if state.on_path(i):
            state.ring[state.space(i)] += 1 << (NIBBLE * (i // PIECES))


def canonical(document: Document) -> str:
    """A document as canonical JSON: sorted keys, no spaces."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"))


def key(document: Document) -> str:
    """A short hash of a document without its generator."""
    public = {name: value for name, value in document.items() if name != "dice"}
    return hashlib.sha256(canonical(public).encode()).hexdigest()[:KEY_DIGITS]


def seat_view(document: Document, party: int) -> Document:
    """What one party may know: other hands, and the deck, are counts; no generator."""
    view: Document = json.loads(canonical(document))
    del view["dice"]
    view["seat"] = COLOURS[party]
    view["deck"] = sum(view["deck"])
    for colour, entry in view["parties"].items():
        if colour != COLOURS[party]:
            entry["hand"] = sum(entry["hand"])
    if document["world"].get("decider") != party:
        view["legal"] = []
    return view


def _mapping(data: Document, name: str) -> Mapping[str, Any]:
    value = data.get(name, {})
    if not isinstance(value, dict):
        raise BadState(f"{name}: not an object")
    return value


def _list(data: Document, name: str) -> list[Any]:
    value = data.get(name, [])
    if not isinstance(value, list):
        raise BadState(f"{name}: not a list")
    return value


def _number(data: Document, name: str, low: int, high: int, default: int) -> int:
    return _checked(data.get(name, default), name, low, high)


def _checked(value: Any, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadState(f"{where}: {value!r} is not a whole number {low}..{high}")
    return value


def _numbers(value: Any, where: str, size: int, low: int, high: int) -> list[int]:
    if not isinstance(value, list) or len(value) != size:
        raise BadState(f"{where}: not a list of {size} numbers")
    return [_checked(number, f"{where}[{n}]", low, high) for n, number in enumerate(value)]
