"""A full game as JSON data: by party and piece, everything that is as at the start left out.

`to_document` and `from_document` are exact: the game that is read goes on like the one written.
`seat_view` and `event_view` are what one party may know: hidden hands are counts, and so is the
deck.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import COLOURS, PARTIES, PIECES
from ludo_env.document_fields import (
    FIELDS,
    FLAGS,
    PARTY_FIELDS,
    PIECE_FIELDS,
    SLOT_FIELDS,
    UNSEEN,
    WORLD_FIELDS,
)
from ludo_env.document_position import check_cards, check_position
from ludo_env.document_progress import check_progress
from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.checks_queue import CHECK
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import NIBBLE
from ludo_env.engine.ludicrous.names import CARD_KINDS, NIGHT, NOBODY, STRUCTURAL_SPACES
from ludo_env.engine.ludicrous.procedures import NIGHT_FALLS, OFF_TABLE, TURN
from ludo_env.engine.ludicrous.tables import Tables
from ludo_env.engine.state import FRAME
from ludo_env.errors import BadRules, BadState
from ludo_env.rules.ludicrous import LudicrousRules
from ludo_env.rules.ludicrous_text import parse_ludicrous

VERSION: Final = 1
KEY_DIGITS: Final = 16
SECRET: Final = "secret_"
"""What the name of a detail of an event begins with that only its own party sees."""

Document = dict[str, Any]


def fresh(rules: LudicrousRules, players: int) -> LudicrousState:
    """A full game before its set-up, its parties seated and equipped, the deck full."""
    state = LudicrousState(Tables(rules))
    state.begin(players)
    state.prepare()
    return state


def to_document(state: LudicrousState) -> Document:
    """Everything that a game consists of, but its events."""
    players = sum(state.seats)
    plain = fresh(state.t.rules, players)
    dice = state.dice
    return {
        "game": "ludicrous",
        "version": VERSION,
        "rules": state.t.rules.text,
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
        "tape": list(state.tape),
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


def from_document(data: object, rules: LudicrousRules | None = None) -> LudicrousState:
    """The game that a document tells of, by its own rules or by others.

    What is left out is as at the start of a game; only ``game``, ``version`` and, where none are
    given, ``rules`` must be there. Without ``stack`` the phase ``world.phase`` of the turn of
    ``world.turn`` is about to begin; without ``deck`` hands need not be a part of all cards.

    Raises:
        BadState: the document tells of no game; the message begins with the field.
    """
    if not isinstance(data, dict):
        raise BadState(f"document: {type(data).__name__} is not an object")
    for name in data:
        if name not in FIELDS:
            raise BadState(f"{name}: unknown field, allowed: {', '.join(FIELDS)}")
    if data.get("game") != "ludicrous":
        raise BadState(f"game: {data.get('game')!r}, allowed: 'ludicrous'")
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise BadState(f"version: {data.get('version')!r}, allowed: {VERSION}")
    rules = rules or _rules(data.get("rules"))
    players = _number(data, "players", PARTIES if rules.teams else 2, PARTIES, PARTIES)
    state = fresh(rules, players)
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
    check_position(state)
    check_progress(state)
    if "deck" in data:
        check_cards(state)
    return state


def _rules(text: object) -> LudicrousRules:
    if not isinstance(text, str):
        raise BadState(f"rules: {text!r} is not the text of a rule set")
    try:
        return parse_ludicrous(text)
    except BadRules as error:
        raise BadState(f"rules: {error}") from None


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
    state.tape = [
        _checked(roll, f"tape[{n}]", 1, 10**6) for n, roll in enumerate(_list(data, "tape"))
    ]
    if "stack" in data:
        state.depth = 0
        for n, frame in enumerate(_list(data, "stack")):
            numbers = _numbers(frame, f"stack[{n}]", FRAME, -(10**6), 10**6)
            _checked(numbers[0], f"stack[{n}][0]", 0, OFF_TABLE)
            if (n + 1) * FRAME > len(state.stack):
                raise BadState(f"stack: more than {len(state.stack) // FRAME} procedures")
            for k, number in enumerate(numbers):
                state.stack[n * FRAME + k] = number
            state.depth += 1
    elif not state.over:
        _begin_phase(state)
    for n, action in enumerate(_list(data, "legal")):
        number = _checked(action, f"legal[{n}]", 0, int(state.actions) - 1)
        if state.mask[number]:
            raise BadState(f"legal[{n}]: {number} is named twice")
        state.allow(number)
    if state.decider != NOBODY and not state.choices:
        raise BadState("legal: a decider goes together with actions")
    if "dice" in data:
        a, b, c, n, rolls = _numbers(data["dice"], "dice", 5, 0, 2**62)
        state.dice.set_words(a, b, c, n, rolls)


def _begin_phase(state: LudicrousState) -> None:
    """Nothing is told to be under way: the phase of the turn, or the night, begins."""
    state.depth = 0
    if state.phase == NIGHT:
        state.call(NIGHT_FALLS)
    else:
        state.call(TURN, state.turn)
        state.go_on_at(state.phase)


def _fill_ring(state: LudicrousState) -> None:
    for space in range(len(state.ring)):
        state.ring[space] = 0
    for i in range(PARTIES * PIECES):
        if state.on_path(i):
            state.ring[state.space(i)] += 1 << (NIBBLE * (i // PIECES))


def canonical(document: Document) -> str:
    """A document as canonical JSON: sorted keys, no spaces."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"))


def without_dice(document: Document) -> Document:
    """A document without its generator."""
    return {name: value for name, value in document.items() if name != "dice"}


def key(document: Document) -> str:
    """A short hash of a document without its generator."""
    return hashlib.sha256(canonical(without_dice(document)).encode()).hexdigest()[:KEY_DIGITS]


def seat_view(document: Document, party: int) -> Document:
    """What one party may know: other hands, and the deck, are counts; no generator.

    That somebody else must decide, and the kind of that decision, can be seen; the choices are
    told only to the one who has them, and whether somebody was asked for a reaction to nobody.
    """
    view: Document = json.loads(canonical(document))
    del view["dice"]
    view["seat"] = COLOURS[party]
    view["deck"] = sum(view["deck"])
    for colour, entry in view["parties"].items():
        if colour != COLOURS[party]:
            entry["hand"] = sum(entry["hand"])
    for name in UNSEEN:
        view["world"].pop(name, None)
    if document["world"].get("decider") != party:
        view["legal"] = []
    return view


def event_view(event: Event, party: int) -> Event:
    """An event as one party sees it: without what only another one knows."""
    if event.seat == party:
        return event
    open_data = {name: value for name, value in event.data.items() if not name.startswith(SECRET)}
    return Event(event.kind, event.seat, open_data)


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
