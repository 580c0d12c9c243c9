"""The lines of records: what they tell, how they are written, and how they are read.

The format, field by field, is in ``docs/notation.md``.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from ludo_env.board import COLOURS
from ludo_env.engine.game import Game
from ludo_env.engine.plain import PlainState
from ludo_env.errors import BadRecord, BadState
from ludo_env.fields import MOST, SHOWN, Fault, Fields, allow, load_json, show
from ludo_env.notation import from_json, from_text, to_json, to_text

FORMAT: Final = "ludo record"
VERSION: Final = 1
HEADER, DECISION, RESULT = "header", "decision", "result"
MOST_SEED: Final = 2**96 - 1
BEYOND: Final = "no JSON that can be read"
"""How a fault begins that has met a limit of Python, of which it goes on to tell."""

Start = str | dict[str, object]
"""A position without dice: a state text, of a full game its JSON object."""


@dataclass(frozen=True, slots=True)
class Header:
    """Where a record begins.

    Attributes:
        rules, players, auto_pass: as of `Game`.
        start: the first position, without dice.
        rolls: the dice thrown before it, of a full game; a state text tells them itself.
        names: who plays, by colour; may be empty.
        date: when it was played, as the writer puts it.
        engine: the version of the engine that played.
        seed: of the game's dice, or None where it is not told.
    """

    rules: str
    players: int
    auto_pass: bool
    start: Start
    names: dict[str, str]
    date: str
    engine: str
    seed: int | None
    rolls: int | None = None

    def begin(self) -> Game:
        """The game at its first position, with any dice. Raises `BadState`."""
        if isinstance(self.start, str):
            return from_text(self.start, seed=0)
        game = from_json(json.dumps(self.start), seed=0)
        game.state.dice.rolls = self.rolls or 0
        return game


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice, and the dice that fell from there to the next one.

    Attributes:
        seat: the colour that decided.
        action: the name of the action, or `FOUL_NAME`.
        dice: the rolls, in the order in which they fell, hidden ones included.
        key: of the position at the next decision or the end; None on most lines.
    """

    seat: str
    action: str
    dice: tuple[int, ...]
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """Where a record ends; ``over`` is false if the game was still going on.

    Attributes:
        over, truncated: whether the game was over, and whether it was cut off.
        places, rewards: by colour, as of `Game`.
        round, turns, decisions, rolls: counted from the beginning of the game.
        key: of the last position.
    """

    over: bool
    truncated: bool
    places: dict[str, int]
    rewards: dict[str, float]
    round: int
    turns: int
    decisions: int
    rolls: int
    key: str


Line = Header | Decision | Result
KINDS: Final[dict[type[Line], str]] = {Header: HEADER, Decision: DECISION, Result: RESULT}
"""What a line of each type calls itself."""


def start_of(game: Game) -> Start:
    """How a record tells the position of a game. Raises `BadState` for an afterstate."""
    if not game.over and game.decider < 0:
        raise BadState("an afterstate begins no record, allowed: a game at a decision or over")
    if isinstance(game.state, PlainState):
        return to_text(game, dice=False)
    told: Start = json.loads(to_json(game, dice=False))
    return told


# -- writing and reading ----------------------------------------------------------------------


def write_line(line: Line) -> str:
    """A line as JSON, without the fields that say nothing."""
    told: dict[str, object] = {"type": KINDS[type(line)]}
    if isinstance(line, Header):
        told |= {"format": FORMAT, "version": VERSION}
    told |= asdict(line)
    return json.dumps(
        {name: value for name, value in told.items() if value is not None}, separators=(",", ":")
    )


def lines_in(file: str) -> Iterator[str]:
    """The lines of a file. Raises `OSError`, and `BadRecord` for a line that is no text.

    A mark of the order of bytes, which some editors write first, is passed over.
    """
    return _texts(_data_of(file), file)


def whole_lines_in(file: str) -> tuple[list[str], bool]:
    """The lines of a file as of `lines_in`, but for a last one that is cut off; whether it is."""
    data = _data_of(file)
    whole, end, last = data.rpartition(b"\n")
    cut = bool(end) and _is_cut(last)
    return list(_texts(whole if cut else data, file)), cut


def _is_cut(last: bytes) -> bool:
    """Whether what follows the last line end is only the beginning of a line."""
    try:
        json.loads(last)
    except (ValueError, RecursionError):
        return bool(last.strip())
    return False


def _data_of(file: str) -> bytes:
    return Path(file).read_bytes().removeprefix(BOM_UTF8)


def _texts(data: bytes, file: str) -> Iterator[str]:
    for line, text in enumerate(data.removesuffix(b"\n").split(b"\n"), 1):
        try:
            yield text.decode()
        except UnicodeDecodeError as error:
            problem = f"byte {error.start + 1} is no UTF-8"
            raise BadRecord(f"{file}: line {line}, text: {problem}") from None


def ends(texts: Sequence[object]) -> bool:
    """Whether the last of some lines after a header is the result. Raises `Fault`."""
    if not texts:
        return False
    return _read(_text_of(texts[-1])).text("type", (DECISION, RESULT)) == RESULT


def fields_of(texts: Sequence[object], line: int, kind: str) -> Fields:
    """The fields of a line of a kind, which is a text, or the object that such a text tells."""
    if line > len(texts):
        raise Fault("text", f"missing, allowed: a {kind} line")
    text = _text_of(texts[line - 1])
    if not text.strip():
        raise Fault("text", f"missing, allowed: a {kind} line")
    fields = _read(text)
    fields.text("type", (kind,))
    return fields


def _read(text: str) -> Fields:
    """The object of a line, refused in words for people, who know JSON at most."""
    try:
        told = load_json(text)
    except Fault as fault:
        if not fault.problem.startswith(BEYOND):
            raise
        why = "nested too deeply, or a number of too many digits"
        raise Fault(fault.field, f"{BEYOND}: {why}") from None
    if not isinstance(told, dict):
        shown = json.dumps(told, ensure_ascii=False)
        cut = shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}..."
        raise Fault("text", f"{cut}, allowed: a JSON object")
    return Fields(told)


def _text_of(line: object) -> str:
    """A line as a text, so that whatever it was has the same checks."""
    if isinstance(line, str):
        return line
    if not isinstance(line, Mapping):
        raise Fault("text", f"{show(line)}, allowed: a text or an object")
    try:
        return json.dumps(dict(line), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise Fault("text", f"no object that JSON can tell: {error}") from None


def read_header(fields: Fields) -> Header:
    """The header. Raises `Fault`, so do all that read."""
    fields.text("format", (FORMAT,))
    version = fields.whole("version")
    allow(version == VERSION, "version", version, VERSION)
    names, start = fields.object("names"), _start(fields)
    header = Header(
        rules=fields.text("rules"),
        players=fields.whole("players"),
        auto_pass=fields.flag("auto_pass"),
        start=start,
        names={colour: _words(names, colour) for colour in COLOURS if names.has(colour)},
        date=_words(fields, "date"),
        engine=_words(fields, "engine"),
        seed=fields.whole("seed", MOST_SEED) if fields.has("seed") else None,
        rolls=None if isinstance(start, str) else fields.whole("rolls"),
    )
    names.done()
    fields.done()
    try:
        game = header.begin()
    except BadState as error:
        raise Fault("start", str(error)) from None
    allow(header.rules == game.rules.text, "rules", header.rules, game.rules.text)
    allow(header.players == len(game.seats), "players", header.players, len(game.seats))
    allow(header.auto_pass == game.auto_pass, "auto_pass", header.auto_pass, game.auto_pass)
    return header


def _words(fields: Fields, field: str) -> str:
    """A text that people read, which can be written as well."""
    told = fields.text(field)
    allow(is_writable(told), fields.name(field), show(told), "a text without lone surrogates")
    return told


def is_writable(text: str) -> bool:
    """Whether a text can be written as UTF-8, as one with half a surrogate pair cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _start(fields: Fields) -> Start:
    """A state text, or the object of a full game."""
    if isinstance(fields.value("start"), dict):
        return fields.object("start").values
    return fields.text("start")


def read_decision(fields: Fields) -> Decision:
    """A decision."""
    decision = Decision(
        seat=fields.text("seat", COLOURS),
        action=fields.text("action"),
        dice=tuple(fields.wholes("dice", 1, MOST)),
        key=fields.text("key") if fields.has("key") else None,
    )
    fields.done()
    return decision


def read_result(fields: Fields) -> Result:
    """The result."""
    places, rewards = fields.object("places"), fields.object("rewards")
    result = Result(
        over=fields.flag("over"),
        truncated=fields.flag("truncated"),
        places={colour: places.whole(colour) for colour in COLOURS if places.has(colour)},
        rewards={colour: rewards.number(colour) for colour in COLOURS if rewards.has(colour)},
        round=fields.whole("round"),
        turns=fields.whole("turns"),
        decisions=fields.whole("decisions"),
        rolls=fields.whole("rolls"),
        key=fields.text("key"),
    )
    places.done()
    rewards.done()
    fields.done()
    return result
