"""A full game as JSON data: by party and piece, everything that is as at the start left out.

`document_text` and `from_document` are exact: the game that is read goes on like the one written.
`seat_view` and `event_view` are what one party may know: hidden hands are counts, and so is the
deck.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import COLOURS, PARTIES, PIECES
from ludo_env.document_checks import check_game
from ludo_env.document_fields import (
    FIELDS,
    FLAGS,
    PARTY_FIELDS,
    PIECE_FIELDS,
    SLOT_FIELDS,
    UNSEEN,
    WORLD_FIELDS,
    Columns,
    whole,
    wholes,
)
from ludo_env.document_stack import check_play
from ludo_env.engine.dice import WORD
from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.checks_queue import CHECK
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import NIBBLE
from ludo_env.engine.ludicrous.names import CARD_KINDS, NOBODY, STRUCTURAL_SPACES
from ludo_env.engine.ludicrous.procedures import OFF_TABLE
from ludo_env.engine.ludicrous.tables import RULE_SETS_KEPT, tables_of
from ludo_env.engine.state import FRAME, STACK
from ludo_env.errors import BadRules, BadState
from ludo_env.fields import MOST, show
from ludo_env.rules.ludicrous import LudicrousRules
from ludo_env.rules.ludicrous_text import parse_ludicrous

GAME: Final = "ludicrous"
VERSION: Final = 1
KEY_DIGITS: Final = 16
SECRET: Final = "secret_"
"""What the name of a detail of an event begins with that only its own party sees."""
FURTHEST: Final = 10**6
"""No argument of a procedure or a check is further from 0."""

Document = dict[str, Any]


def fresh(rules: LudicrousRules, players: int) -> LudicrousState:
    """A full game before its set-up, its parties seated and equipped, the deck full."""
    state = LudicrousState(tables_of(rules))
    state.begin(players)
    state.prepare()
    return state


class Ground:
    """What the documents of a rule set and a number of players have in common.

    Attributes:
        plain: a fresh game; what is as in it is left out.
        rules: the text of the rule set, as JSON.
        pieces, parties, slots, world: the fields, with their ranges.
    """

    def __init__(self, rules: LudicrousRules, players: int) -> None:
        self.plain: LudicrousState = fresh(rules, players)
        self.players = players
        self.rules: str = json.dumps(rules.text)
        self.pieces = Columns(PIECE_FIELDS, self.plain)
        self.parties = Columns(PARTY_FIELDS, self.plain)
        self.slots = Columns(SLOT_FIELDS, self.plain)
        self.world = Columns(WORLD_FIELDS, self.plain)
        self.plain_pieces: list[vec[i64]] = self.pieces.lists(self.plain)
        self.plain_parties: list[vec[i64]] = self.parties.lists(self.plain)
        self.plain_slots: list[vec[i64]] = self.slots.lists(self.plain)


@lru_cache(RULE_SETS_KEPT)
def ground_of(rules: LudicrousRules, players: int) -> Ground:
    """What the documents of a rule set and a number of players have in common."""
    return Ground(rules, players)


# -- writing -------------------------------------------------------------------------------------


def document_text(state: LudicrousState, *, dice: bool = True) -> str:
    """Everything that a game consists of but its events, as canonical JSON.

    Args:
        state: at a decision or over.
        dice: whether the generator is told.
    """
    ground: Ground = ground_of(state.t.rules, sum(state.seats))
    told = {
        "checks": _frames(state.checks, len(state.checks), CHECK),
        "deck": _list(state.deck),
        "discards": _list(state.discards),
        "game": f'"{GAME}"',
        "legal": _list(state.legal[: state.choices]),
        "parties": _parties(state, ground),
        "players": str(ground.players),
        "rules": ground.rules,
        "stack": _frames(state.stack, state.depth * FRAME, FRAME),
        "tape": _list(state.tape),
        "version": str(VERSION),
        "world": _world(state, ground),
    }
    if dice:
        thrown = state.dice
        told["dice"] = _list([thrown.a, thrown.b, thrown.c, thrown.n, thrown.rolls])
    return _object(told)


def to_document(state: LudicrousState) -> Document:
    """Everything that a game consists of but its events, as the data of its JSON."""
    document: Document = json.loads(document_text(state))
    return document


def _object(told: dict[str, str]) -> str:
    """A JSON object, its members by name, sorted."""
    return "{" + ",".join([f'"{name}":{told[name]}' for name in sorted(told)]) + "}"


def _list(numbers: Iterable[int]) -> str:
    return "[" + ",".join([str(number) for number in numbers]) + "]"


def _frames(numbers: vec[i64] | list[int], end: i64, size: i64) -> str:
    """The first numbers in groups."""
    return "[" + ",".join([_list(numbers[n : n + size]) for n in range(0, end, size)]) + "]"


def _parties(state: LudicrousState, ground: Ground) -> str:
    """The parties, by colour, everything that is as in a fresh game left out."""
    pieces = ground.pieces.lists(state)
    parties = ground.parties.lists(state)
    slots = ground.slots.lists(state)
    told: dict[str, str] = {}
    for party in range(PARTIES):
        if state.seats[party] == 0:
            continue
        first: i64 = party * CARD_KINDS
        entry = _changed(ground.parties, parties, ground.plain_parties, party)
        entry["hand"] = _list(state.hand[first : first + CARD_KINDS])
        entry["pieces"] = _rows(ground.pieces, pieces, ground.plain_pieces, party, PIECES)
        entry["structures"] = _rows(
            ground.slots, slots, ground.plain_slots, party, STRUCTURAL_SPACES
        )
        told[COLOURS[party]] = _object(entry)
    return _object(told)


def _rows(
    columns: Columns, lists: list[vec[i64]], plain: list[vec[i64]], party: i64, size: i64
) -> str:
    """What has changed of each piece, or each structural space, of a party."""
    first: i64 = party * size
    rows = [_object(_changed(columns, lists, plain, n)) for n in range(first, first + size)]
    return "[" + ",".join(rows) + "]"


def _changed(
    columns: Columns, lists: list[vec[i64]], plain: list[vec[i64]], index: i64
) -> dict[str, str]:
    """The numbers at an index that are not as in a fresh game."""
    told: dict[str, str] = {}
    for n in range(len(lists)):
        number: i64 = lists[n][index]
        if number != plain[n][index]:
            told[columns.names[n]] = str(number)
    return told


def _world(state: LudicrousState, ground: Ground) -> str:
    """The numbers of the game as a whole that are not as in a fresh game."""
    told: dict[str, str] = {}
    for name in ground.world.names:
        number = int(getattr(state, name))
        if number != int(getattr(ground.plain, name)):
            told[name] = str(number)
    return _object(told)


def canonical(document: Document) -> str:
    """A document, or a part of one, as canonical JSON: sorted keys, no spaces."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"))


def key(document: Document) -> str:
    """A short hash of a document without its generator."""
    told = {name: value for name, value in document.items() if name != "dice"}
    return hashlib.sha256(canonical(told).encode()).hexdigest()[:KEY_DIGITS]


# -- reading -------------------------------------------------------------------------------------


def from_document(data: object, rules: LudicrousRules | None = None) -> LudicrousState:
    """The game that a document tells of, by its own rules or by others.

    What is left out is as at the start of a game; only ``game``, ``version`` and, where none are
    given, ``rules`` must be there. Without a decision it is a game before its set-up.

    Raises:
        BadState: no game can come to this; the message begins with the field.
    """
    state = _read(data, rules)
    check_game(state)
    if state.over or state.decider != NOBODY:
        check_play(state)
    else:
        _check_untouched(state)
    return state


def _check_untouched(state: LudicrousState) -> None:
    """Before its set-up a game is fresh, whatever its dice."""
    plain: LudicrousState = ground_of(state.t.rules, sum(state.seats)).plain.twin()
    plain.auto_pass = state.auto_pass
    if document_text(state, dice=False) != document_text(plain, dice=False):
        raise BadState(
            "world.decider: nobody decides, allowed: in a game that is over, "
            "or before its set-up with nothing else told"
        )


def _read(data: object, rules: LudicrousRules | None) -> LudicrousState:
    """A state with the numbers of a document, every one in its range."""
    if not isinstance(data, dict):
        raise BadState(f"document: {type(data).__name__} is not an object")
    for name in data:
        if name not in FIELDS:
            raise BadState(f"{show(name)[1:-1]}: unknown field, allowed: {', '.join(FIELDS)}")
    if data.get("game") != GAME:
        raise BadState(f"game: {show(data.get('game'))}, allowed: {GAME!r}")
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise BadState(f"version: {show(data.get('version'))}, allowed: {VERSION}")
    rules = rules or _rules(data.get("rules"))
    fewest: i64 = PARTIES if rules.teams else 2
    players: i64 = whole(data.get("players", PARTIES), "players", fewest, PARTIES)
    ground: Ground = ground_of(rules, players)
    state: LudicrousState = ground.plain.twin()
    _read_parties(state, ground, _mapping(data, "parties"))
    _read_world(state, ground, _mapping(data, "world"))
    copies: i64 = state.t.card_copies
    if "deck" in data:
        state.deck = vec[i64](wholes(data["deck"], "deck", CARD_KINDS, 0, copies))
    if "discards" in data:
        state.discards = vec[i64](wholes(data["discards"], "discards", CARD_KINDS, 0, copies))
    _read_stack(state, data)
    _read_legal(state, data)
    if "dice" in data:
        _read_dice(state, data["dice"])
    _fill_ring(state)
    return state


@lru_cache(RULE_SETS_KEPT)
def _parsed(text: str) -> LudicrousRules:
    return parse_ludicrous(text)


def _rules(text: object) -> LudicrousRules:
    if not isinstance(text, str):
        raise BadState(f"rules: {show(text)} is not the text of a rule set")
    try:
        return _parsed(text)
    except BadRules as error:
        raise BadState(f"rules: {error}") from None


def _read_parties(state: LudicrousState, ground: Ground, parties: Document) -> None:
    """What is told of each party."""
    pieces = ground.pieces.lists(state)
    own = ground.parties.lists(state)
    slots = ground.slots.lists(state)
    for colour, entry in parties.items():
        if colour not in COLOURS or state.seats[COLOURS.index(colour)] == 0:
            seated = ", ".join([COLOURS[p] for p in range(PARTIES) if state.seats[p]])
            raise BadState(f"parties: {show(colour)}, allowed: {seated}")
        party: i64 = COLOURS.index(colour)
        where = f"parties.{colour}"
        if not isinstance(entry, dict):
            raise BadState(f"{where}: not an object")
        for name, value in entry.items():
            if name == "pieces":
                _read_rows(ground.pieces, pieces, value, f"{where}.pieces", party, PIECES)
            elif name == "structures":
                _read_rows(
                    ground.slots, slots, value, f"{where}.structures", party, STRUCTURAL_SPACES
                )
            elif name == "hand":
                _read_hand(state, value, f"{where}.hand", party)
            else:
                number: i64 = ground.parties.number(name, where)
                own[number][party] = ground.parties.check(number, value, where, party)


def _read_rows(
    columns: Columns, lists: list[vec[i64]], rows: object, where: str, party: i64, size: i64
) -> None:
    """What is told of each piece, or each structural space, of a party."""
    if not isinstance(rows, list) or len(rows) > size:
        raise BadState(f"{where}: not a list of at most {size}")
    for k, row in enumerate(rows):
        at = f"{where}[{k}]"
        if not isinstance(row, dict):
            raise BadState(f"{at}: not an object")
        for name, value in row.items():
            number: i64 = columns.number(name, at)
            index: i64 = party * size + k
            lists[number][index] = columns.check(number, value, at, party)


def _read_hand(state: LudicrousState, value: object, where: str, party: i64) -> None:
    counts = wholes(value, where, CARD_KINDS, 0, state.t.card_copies)
    for card in range(CARD_KINDS):
        state.hand[party * CARD_KINDS + card] = counts[card]


def _read_world(state: LudicrousState, ground: Ground, world: Document) -> None:
    for name, value in world.items():
        number: i64 = ground.world.number(name, "world")
        told: i64 = ground.world.check(number, value, "world", 0)
        setattr(state, name, told != 0 if name in FLAGS else told)


def _read_stack(state: LudicrousState, data: Document) -> None:
    """What is under way: checks that wait, the tape, procedures."""
    for n, check in enumerate(_listed(data, "checks")):
        state.checks.extend(wholes(check, f"checks[{n}]", CHECK, -FURTHEST, FURTHEST))
    for n, roll in enumerate(_listed(data, "tape")):
        state.tape.append(int(whole(roll, f"tape[{n}]", 1, FURTHEST)))
    if "stack" not in data:
        return
    frames = _listed(data, "stack")
    if len(frames) > STACK:
        raise BadState(f"stack: more than {STACK} procedures")
    for n, frame in enumerate(frames):
        numbers = wholes(frame, f"stack[{n}]", FRAME, -FURTHEST, FURTHEST)
        whole(numbers[0], f"stack[{n}][0]", 0, OFF_TABLE)
        for k in range(FRAME):
            state.stack[n * FRAME + k] = numbers[k]
    state.depth = len(frames)


def _read_legal(state: LudicrousState, data: Document) -> None:
    """The pending decision."""
    for n, action in enumerate(_listed(data, "legal")):
        number: i64 = whole(action, f"legal[{n}]", 0, state.actions - 1)
        if state.mask[number] != 0:
            raise BadState(f"legal[{n}]: {number} is named twice")
        state.allow(number)
    if (state.decider == NOBODY) != (state.choices == 0):
        raise BadState("legal: actions go together with a decider")


def _read_dice(state: LudicrousState, told: object) -> None:
    """The words of the generator, and the dice that it has thrown."""
    words = wholes(told, "dice", 5, 0, MOST)
    for n in range(4):
        whole(words[n], f"dice[{n}]", 0, WORD)
    state.dice.set_words(words[0], words[1], words[2], words[3], words[4])


def _fill_ring(state: LudicrousState) -> None:
    for i in range(PARTIES * PIECES):
        if state.on_path(i):
            state.ring[state.space(i)] += 1 << (NIBBLE * (i // PIECES))


def _mapping(data: Document, name: str) -> Document:
    value = data.get(name, {})
    if not isinstance(value, dict):
        raise BadState(f"{name}: not an object")
    return value


def _listed(data: Document, name: str) -> list[object]:
    value = data.get(name, [])
    if not isinstance(value, list):
        raise BadState(f"{name}: not a list")
    return value


# -- what a party may know -----------------------------------------------------------------------


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
