"""A full game as JSON data: by party and piece, everything that is as at the start left out.

`document_text` and `from_document` are exact: the game that is read goes on like the one written.
`seat_view` and `event_view` are what one party may know: hidden hands are counts, and so is the
deck.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import COLOURS, PARTIES, PIECES
from ludo_env.document_checks import check_game
from ludo_env.document_fields import GAME, UNSEEN, VERSION, Columns, Document
from ludo_env.document_ground import Ground, ground_of
from ludo_env.document_reading import begins_phase, read
from ludo_env.document_stack import check_play
from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.checks_queue import CHECK
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import CARD_KINDS, NOBODY, STRUCTURAL_SPACES
from ludo_env.engine.state import FRAME
from ludo_env.errors import BadState
from ludo_env.rules.ludicrous import LudicrousRules

KEY_DIGITS: Final = 16
SECRET: Final = "secret_"
"""What the name of a detail of an event begins with that only its own party sees."""


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
    given, ``rules`` must be there. Without ``stack`` the phase ``world.phase`` of the turn of
    ``world.turn`` is about to begin, or the set-up if ``parties`` and ``world`` are left out too;
    without ``deck`` it has the cards that are nowhere else.

    Raises:
        BadState: no game can come to this; the message begins with the field.
    """
    state = read(data, rules)
    check_game(state)
    if state.over or state.decider != NOBODY:
        check_play(state)
    elif not (isinstance(data, dict) and begins_phase(data)):
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


# -- what a party may know -----------------------------------------------------------------------


def seat_view(document: Document, party: int) -> Document:
    """What one party may know: other hands, and the deck, are counts; no generator.

    That somebody else must decide, and the kind of that decision, can be seen; the choices are
    told only to the one who has them, and whether somebody was asked for a reaction to nobody.
    What is the same for all is shared with the document.
    """
    world = {name: value for name, value in document["world"].items() if name not in UNSEEN}
    if "decider" not in world:
        # Otherwise the kind of the last decision of a game would tell of a reaction.
        world.pop("kind", None)
    view: Document = {name: value for name, value in document.items() if name != "dice"}
    view["seat"] = COLOURS[party]
    view["deck"] = sum(document["deck"])
    view["world"] = world
    view["legal"] = document["legal"] if world.get("decider") == party else []
    view["parties"] = {
        colour: entry if colour == COLOURS[party] else {**entry, "hand": sum(entry["hand"])}
        for colour, entry in document["parties"].items()
    }
    return view


def event_view(event: Event, party: int) -> Event:
    """An event as one party sees it: without what only another one knows."""
    if event.seat == party:
        return event
    open_data = {name: value for name, value in event.data.items() if not name.startswith(SECRET)}
    return Event(event.kind, event.seat, open_data)
