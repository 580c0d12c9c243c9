"""The texts of a game of plain Ludo: a state text of one token, canonical JSON, and a short key.

The grammar, with examples, is in ``docs/notation.md``. Both texts hold the same facts (see
`ludo_env.position`) and are read back to a game that goes on exactly like the one written, its
dice included. They are read whatever their case and harmless spaces, and written in one way only.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from functools import lru_cache
from typing import Final

from ludo_env.board import COLOURS, HOME, YARD
from ludo_env.document import canonical, document_text, from_document, seat_view, to_document
from ludo_env.engine.dice import WORD
from ludo_env.engine.game import SEED_BITS, Game, check_seed
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.errors import BadOption, BadRules, BadState
from ludo_env.fields import MOST, Fault, Fields, allow, load_json, show
from ludo_env.position import (
    COUNTS,
    DECISION,
    OVER,
    RULE_SETS_KEPT,
    TRUNCATED,
    UNKNOWN_SEED,
    Position,
    Standing,
    game_of,
    position_of,
)
from ludo_env.rules import RuleSet

FORMAT: Final = "ludo"
GAME: Final = "game"
"""The field that only the document of a full game has."""
VERSION: Final = 1
KEY_DIGITS: Final = 16
MOST_CHARACTERS: Final = 4096
"""Of a state text; one with every rule changed has some hundreds."""

SEPARATOR: Final = "_"
LETTERS: Final = {colour[0]: party for party, colour in enumerate(COLOURS)}
"""The letter of each party, in lower case."""
STATUS: Final = {"turn": DECISION, "over": OVER, "cut": TRUNCATED}
"""What is said of the party whose turn it is or was."""
PASSES: Final = {"auto": True, "ask": False}
DICE: Final = "dice"
WORDS: Final = 4
WORD_DIGITS: Final = 8

_COUNT_DIGITS: Final = len(str(MOST))
_PIECE: Final = re.compile(r"y|h|r\d{1,2}")
_PARTY: Final = re.compile(r"[ybrg]((?:y|h|r\d{1,2})+)x(\d{1,16})(?:p([1-4]))?")
_PARTY_START: Final = re.compile(r"[ybrg](?:y|h|r\d{1,2})*(?:x(?:\d{1,16}(?:p[1-4]?)?)?)?")
_WORDS: Final = re.compile(f"{DICE}([0-9a-f]{{{WORDS * WORD_DIGITS}}})")


# -- state text ----------------------------------------------------------------------------


def to_text(game: Game, *, dice: bool = True) -> str:
    """Write a game as one token, such as ``ludo1_classic_Yyyr0r44x1_Ryyyyx0_startY_turnR_...``.

    Args:
        game: at a decision or over.
        dice: whether the generator is told; without it nobody can know the coming rolls.

    Raises:
        BadState: the game is an afterstate.
    """
    position = position_of(game)
    fields = [f"{FORMAT}{VERSION}", position.rules.text.replace(SEPARATOR, "-")]
    fields += [_party_text(party, standing) for party, standing in position.parties.items()]
    status = next(word for word, status in STATUS.items() if status == position.status)
    fields += [f"start{_letter(position.starter)}", f"{status}{_letter(position.turn)}"]
    fields += [f"{name}{count}" for name, count in position.counts.items()]
    fields.append("auto" if position.auto_pass else "ask")
    if dice and position.words is not None:
        fields.append(DICE + "".join(f"{word:0{WORD_DIGITS}x}" for word in position.words))
    return SEPARATOR.join(fields)


def _letter(party: int) -> str:
    return COLOURS[party][0].upper()


def _party_text(party: int, standing: Standing) -> str:
    """A party's letter, its pieces, its captures, and its place if it has one."""
    codes = {YARD: "y", HOME: "h"}
    pieces = "".join(codes.get(r, f"r{r}") for r in standing.pieces)
    place = f"p{standing.place}" if standing.place else ""
    return f"{_letter(party)}{pieces}x{standing.captured}{place}"


def from_text(text: str, *, seed: int | None = None) -> Game:
    """Read a state text.

    Args:
        text: a token as `to_text` writes it, in any case, with spaces around it or its fields.
        seed: starts the dice anew; None goes on with those of the text, or, where it holds none,
            with fresh ones.

    Returns:
        The game, with a silent log. Its ``seed`` is -1 where the dice came from the text.

    Raises:
        BadState: the text describes no game; it names the field, its column from 1, and what is
            allowed there.
        BadOption: the seed is no whole number from 0.
    """
    if not isinstance(text, str):
        raise BadState(f"a state text is a str, not {type(text).__name__}")
    if len(text) > MOST_CHARACTERS:
        raise BadState(f"a text of {len(text)} characters, allowed: {MOST_CHARACTERS}")
    reader = _Reader(text)
    try:
        return game_of(reader.position(), seed)
    except Fault as fault:
        place = f"{fault.field} (column {reader.column(fault.field)})"
        raise BadState(f"{place}: {fault.problem}") from None


class _Reader:
    """Takes a state text apart, field by field, and knows where each begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.raw = text.split(SEPARATOR)
        self.fields = [field.strip().lower() for field in self.raw]
        self.index = -1
        self.places: dict[str, int] = {}
        """The number of the field in which each part of the position is told."""
        self.offset = 0
        """Where in the last field the trouble begins."""

    def position(self) -> Position:
        """Read all fields, in their order."""
        if not self.text.isascii():
            self.offset = next(i for i, char in enumerate(self.text) if not char.isascii())
            bad = self.text[self.offset]
            allow(False, "text", show(bad), "ASCII letters, digits and _ : = , + -")
        self.version()
        rules = self.rules()
        parties = self.parties()
        starter = self.party("starter", ("start",))[1]
        word, turn = self.party("turn", tuple(STATUS))
        counts = {name: self.count(name) for name in COUNTS}
        passes = self.take("auto_pass", " or ".join(PASSES))
        allow(passes in PASSES, "auto_pass", show(passes), " or ".join(PASSES))
        words = self.words()
        if len(self.fields) > self.index + 1:
            extra = self.take("end", "")
            allow(False, "end", show(extra), "nothing more")
        return Position(rules, parties, STATUS[word], starter, turn, counts, PASSES[passes], words)

    def take(self, name: str, allowed: str) -> str:
        """The next field, which tells ``name``."""
        self.index += 1
        self.places[name] = self.index
        if self.index >= len(self.fields):
            raise Fault(name, f"missing, allowed: {allowed}")
        return self.fields[self.index]

    def following(self) -> str:
        """The field after the last one taken, empty after the end."""
        return self.fields[self.index + 1] if self.index + 1 < len(self.fields) else ""

    def version(self) -> None:
        """The format and its version."""
        allowed = f"{FORMAT}{VERSION}"
        name = self.take("format", allowed)
        allow(name.startswith(FORMAT), "format", show(name), allowed)
        version = name.removeprefix(FORMAT)
        self.offset = len(FORMAT)
        allow(version == str(VERSION), "format", f"version {version!r}", VERSION)
        self.offset = 0

    def rules(self) -> RuleSet:
        """The rule set; its underscores are written as hyphens."""
        text = self.take("rules", "a rule set such as classic")
        return _rules(text.replace("-", SEPARATOR))

    def parties(self) -> dict[int, Standing]:
        """The parties that play, clockwise whatever the order in the text."""
        parties: dict[int, Standing] = {}
        allowed = "a field for each party, such as Yyyr0r44x1"
        while self.following()[:1] in LETTERS or not parties:
            field = self.take("parties", allowed)
            party = LETTERS.get(field[:1])
            if party is None:
                raise Fault("parties", f"{field!r}, allowed: {allowed}")
            colour = COLOURS[party]
            allow(party not in parties, "parties", f"{colour} twice", "each party once")
            self.places[colour] = self.index
            parties[party] = self.standing(colour, field)
        self.places["parties"] = self.index + 1 - len(parties)
        return dict(sorted(parties.items()))

    def standing(self, colour: str, field: str) -> Standing:
        """One party: its pieces, captures and place."""
        match = _PARTY.fullmatch(field)
        if match is None:
            start = _PARTY_START.match(field)
            self.offset = start.end() if start else 0
            allowed = "pieces y, h or r0..r55, then x and a number, then p1..p4 for a place"
            raise Fault(
                colour,
                f"{field[self.offset :]!r} after {field[: self.offset]!r}, allowed: {allowed}",
            )
        codes, captured, place = match.groups()
        pieces = [_r(code) for code in _PIECE.findall(codes)]
        return Standing(pieces, int(captured), int(place or 0))

    def party(self, name: str, words: tuple[str, ...]) -> tuple[str, int]:
        """A field of a word and the letter of a party."""
        allowed = f"{' or '.join(words)}, and a letter of {', '.join(LETTERS).upper()}"
        field = self.take(name, allowed)
        word, letter = field[:-1], field[-1:]
        allow(word in words and letter in LETTERS, name, show(field), allowed)
        return word, LETTERS[letter]

    def count(self, name: str) -> int:
        """A field of its name and a number."""
        allowed = f"{name} and a number of up to {_COUNT_DIGITS} digits"
        field = self.take(name, allowed)
        digits = field.removeprefix(name)
        good = field.startswith(name) and digits.isdigit() and len(digits) <= _COUNT_DIGITS
        allow(good, name, show(field), allowed)
        return int(digits)

    def words(self) -> tuple[int, ...] | None:
        """The generator, if it is told."""
        if len(self.fields) == self.index + 1:
            return None
        allowed = f"{DICE} and {WORDS * WORD_DIGITS} hexadecimal digits, or nothing"
        field = self.take(DICE, allowed)
        match = _WORDS.fullmatch(field)
        if match is None:
            raise Fault(DICE, f"{field!r}, allowed: {allowed}")
        digits = match[1]
        starts = range(0, len(digits), WORD_DIGITS)
        return tuple(int(digits[start : start + WORD_DIGITS], 16) for start in starts)

    def column(self, field: str) -> int:
        """The column, from 1, at which the text tells a field of a `Fault`."""
        name, _, part = field.partition(" ")
        index = self.places.get("turn" if name == "status" else name, 0)
        before = sum(len(raw) + len(SEPARATOR) for raw in self.raw[:index])
        if index >= len(self.raw):
            return before
        spaces = len(self.raw[index]) - len(self.raw[index].lstrip())
        match = _PARTY.fullmatch(self.fields[index])
        offset = self.offset
        if match and part.startswith("piece "):
            codes = list(_PIECE.finditer(self.fields[index], 1))
            offset = codes[int(part.removeprefix("piece ")) - 1].start()
        elif match and part in _GROUPS:
            offset = max(match.start(_GROUPS[part]), 0)
        return before + spaces + offset + 1


_GROUPS: Final = {"pieces": 1, "captured": 2, "place": 3}
"""The group of `_PARTY` that tells a part of a standing."""


def _r(code: str) -> int:
    """The r of a piece's code."""
    return YARD if code == "y" else HOME if code == "h" else int(code[1:])


@lru_cache(RULE_SETS_KEPT)
def _rules(text: str) -> RuleSet:
    """The rule set of a text."""
    try:
        return RuleSet.parse(text)
    except BadRules as error:
        raise Fault("rules", str(error)) from None


# -- JSON ----------------------------------------------------------------------------------


def to_json(game: Game, *, dice: bool = True) -> str:
    """Write a game, plain or full, as one line of JSON with sorted keys and whole numbers.

    Args:
        game: at a decision or over.
        dice: whether the generator is told.

    Raises:
        BadState: the game is an afterstate.
    """
    if isinstance(game.state, LudicrousState):
        return document_text(game.full, dice=dice)
    position = position_of(game)
    told: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "rules": position.rules.text,
        "parties": {
            COLOURS[party]: {
                "pieces": standing.pieces,
                "captured": standing.captured,
                "place": standing.place,
            }
            for party, standing in position.parties.items()
        },
        "status": position.status,
        "starter": COLOURS[position.starter],
        "turn": COLOURS[position.turn],
        "auto_pass": position.auto_pass,
        **position.counts,
    }
    if dice and position.words is not None:
        told[DICE] = list(position.words)
    return json.dumps(told, sort_keys=True, separators=(",", ":"))


def key(game: Game) -> str:
    """A short hash of all but the generator: observers with equal keys see the same position.

    Returns:
        16 hexadecimal digits: the first 64 bits of the SHA-256 of the JSON without ``dice``.
    """
    return hashlib.sha256(to_json(game, dice=False).encode()).hexdigest()[:KEY_DIGITS]


def from_json(text: str, *, seed: int | None = None) -> Game:
    """Read the JSON of `to_json` in any layout; arguments and result are those of `from_text`.

    Raises:
        BadState: the text describes no game; it names the field and what is allowed there, or,
            where it is no JSON, the column.
        BadOption: the seed is no whole number from 0.
    """
    if not isinstance(text, str):
        raise BadState(f"the JSON of a state is a str, not {type(text).__name__}")
    try:
        return from_data(load_json(text), seed=seed)
    except Fault as fault:
        raise BadState(f"{fault.field}: {fault.problem}") from None


def from_data(data: object, *, seed: int | None = None) -> Game:
    """Read the data of the JSON of `to_json`; all else is as of `from_json`."""
    try:
        if isinstance(data, dict) and GAME in data:
            return _full_game(data, seed)
        return game_of(_position(Fields(data)), seed)
    except Fault as fault:
        raise BadState(f"{fault.field}: {fault.problem}") from None


def _full_game(data: object, seed: int | None) -> Game:
    """The full game that a document tells, at its first decision if it has had none."""
    state = from_document(data)
    game = Game(state=state)
    game.seed = UNKNOWN_SEED if seed is None else check_seed(seed)
    told = isinstance(data, dict) and DICE in data
    if seed is not None or not told:
        state.dice.seed(secrets.randbits(SEED_BITS) if seed is None else seed)
    state.run()
    return game


def seat_json(game: Game, seat: int) -> str:
    """What one party may know of a full game, as JSON: other hands, and the deck, are counts.

    Raises:
        BadOption: the seat does not play.
    """
    if seat not in game.seats or not isinstance(seat, int):
        raise BadOption(f"seat: {seat!r}, allowed: {', '.join(map(str, game.seats))}")
    return canonical(seat_view(to_document(game.full), seat))


def _position(fields: Fields) -> Position:
    """The position that a JSON object tells."""
    fields.text("format", (FORMAT,))
    version = fields.whole("version")
    allow(version == VERSION, "version", version, VERSION)
    rules = _rules(fields.text("rules"))
    told = fields.object("parties")
    parties = {
        party: _standing(told.object(colour))
        for party, colour in enumerate(COLOURS)
        if told.has(colour)
    }
    told.done()
    position = Position(
        rules=rules,
        parties=parties,
        status=fields.text("status", tuple(STATUS.values())),
        starter=COLOURS.index(fields.text("starter", COLOURS)),
        turn=COLOURS.index(fields.text("turn", COLOURS)),
        counts={name: fields.whole(name) for name in COUNTS},
        auto_pass=fields.flag("auto_pass"),
        words=_told_words(fields) if fields.has(DICE) else None,
    )
    fields.done()
    return position


def _standing(fields: Fields) -> Standing:
    pieces = fields.wholes("pieces", YARD, HOME)
    standing = Standing(pieces, fields.whole("captured"), fields.whole("place"))
    fields.done()
    return standing


def _told_words(fields: Fields) -> tuple[int, ...]:
    words = fields.wholes(DICE, 0, WORD)
    allow(len(words) == WORDS, DICE, f"{len(words)} numbers", WORDS)
    return tuple(words)
