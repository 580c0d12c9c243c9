"""Reading the numbers of a document, every one in its range."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import COLOURS, PARTIES, PIECES
from ludo_env.document_fields import FIELDS, FLAGS, GAME, VERSION, Columns, Document, whole, wholes
from ludo_env.document_ground import Ground, ground_of
from ludo_env.engine.dice import WORD
from ludo_env.engine.ludicrous.checks_queue import CHECK
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import NIBBLE
from ludo_env.engine.ludicrous.names import (
    CARD_KINDS,
    NIGHT,
    NOBODY,
    STRUCTURAL_SPACES,
    TURNING,
)
from ludo_env.engine.ludicrous.procedures import NIGHT_FALLS, OFF_TABLE, TURN
from ludo_env.engine.ludicrous.tables import RULE_SETS_KEPT
from ludo_env.engine.state import FRAME, STACK
from ludo_env.errors import BadRules, BadState
from ludo_env.fields import MOST, show
from ludo_env.rules.ludicrous import LudicrousRules
from ludo_env.rules.ludicrous_text import parse_ludicrous

FURTHEST: Final = 10**6
"""No argument of a procedure or a check is further from 0."""


def read(data: object, rules: LudicrousRules | None) -> LudicrousState:
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
    if "discards" in data:
        state.discards = vec[i64](wholes(data["discards"], "discards", CARD_KINDS, 0, copies))
    if "deck" in data:
        state.deck = vec[i64](wholes(data["deck"], "deck", CARD_KINDS, 0, copies))
    else:
        _fill_deck(state)
    _read_stack(state, data)
    if begins_phase(data) and not state.over:
        _begin_phase(state)
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


def begins_phase(data: Document) -> bool:
    """Whether a document tells of a situation, and not of what is under way in it."""
    return "stack" not in data and ("parties" in data or "world" in data)


def _begin_phase(state: LudicrousState) -> None:
    """The phase of the turn, or the night, begins."""
    if state.decider != NOBODY:
        raise BadState(f"world.decider: {state.decider}, allowed: {NOBODY} without a stack")
    if state.tape:
        raise BadState(f"tape: {state.tape}, allowed: nothing without a stack")
    state.depth = 0
    if state.phase == NIGHT:
        state.call(NIGHT_FALLS)
    else:
        state.call(TURN, state.turn)
        state.go_on_at(state.phase)
    if state.phase != TURNING and state.turns == 0:
        state.turns = 1


def _fill_deck(state: LudicrousState) -> None:
    """[SP-] The deck has the cards that are neither in a hand nor discarded."""
    for card in range(CARD_KINDS):
        gone: i64 = state.discards[card]
        for party in range(PARTIES):
            gone += state.hand[party * CARD_KINDS + card]
        # Cards that there are not are refused later, with the numbers of all.
        all_of_it: i64 = state.deck[card]
        state.deck[card] = all_of_it - gone if gone < all_of_it else 0


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
