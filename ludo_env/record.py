"""Records of games: one line of JSON for the header, every decision, and the result.

The dice are part of the record, so that it is replayed without a generator. The format, field by
field, is in ``docs/notation.md``.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import ludo_env
from ludo_env.board import COLOURS
from ludo_env.engine.game import Game
from ludo_env.engine.log import EventLog
from ludo_env.errors import BadDice, BadOption, BadRecord, BadState, IllegalAction, RollNeeded
from ludo_env.fields import MOST, Fault, Fields, allow, load_json
from ludo_env.notation import from_text, key, to_text

FORMAT: Final = "ludo record"
VERSION: Final = 1
KEY_EVERY: Final = 10
"""Every so many decisions a record tells the key of the position."""
HEADER, DECISION, RESULT = "header", "decision", "result"
FIRST_DECISION: Final = 2
"""The line of the first decision."""
MOST_SEED: Final = 2**96 - 1


@dataclass(frozen=True, slots=True)
class Header:
    """Where a record begins.

    Attributes:
        rules, players, auto_pass: as of `Game`.
        start: the state text of the first position, without dice.
        names: who plays, by colour; may be empty.
        date: when it was played, as the writer puts it.
        engine: the version of the engine that played.
        seed: of the game's dice, or None where it is not told.
    """

    rules: str
    players: int
    auto_pass: bool
    start: str
    names: dict[str, str]
    date: str
    engine: str
    seed: int | None


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice, and the dice that fell from there to the next one.

    Attributes:
        seat: the colour that decided.
        action: the name of the action.
        dice: the rolls, in the order in which they fell.
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


@dataclass(frozen=True, slots=True)
class Record:
    """A game, or a part of one, from its first position to its last."""

    header: Header
    decisions: tuple[Decision, ...]
    result: Result

    def lines(self) -> Iterator[str]:
        """The lines of the record, without line ends."""
        yield _line({"type": HEADER, "format": FORMAT, "version": VERSION, **asdict(self.header)})
        for decision in self.decisions:
            yield _line({"type": DECISION, **asdict(decision)})
        yield _line({"type": RESULT, **asdict(self.result)})

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, which is there with all its lines or not at all."""
        whole = Path(path)
        part = whole.with_name(f".{whole.name}.{secrets.token_hex(4)}")
        try:
            with part.open("x", encoding="utf-8", newline="\n") as file:
                file.writelines(f"{line}\n" for line in self.lines())
                file.flush()
                os.fsync(file.fileno())
            part.replace(whole)
        finally:
            part.unlink(missing_ok=True)

    def replay(self) -> Iterator[Game]:
        """Play the record again with its own dice.

        Yields:
            The game at its first position, and the same game after every decision. The result is
            compared after the last of them, so that a loop over all makes every check.

        Raises:
            BadRecord: an action, the dice, a key or the result do not fit the game; it names the
                line and the field.
        """
        game = from_text(self.header.start, seed=0)
        yield game
        for line, decision in enumerate(self.decisions, FIRST_DECISION):
            with _at(line):
                _apply(game, decision)
            yield game
        with _at(FIRST_DECISION + len(self.decisions)):
            _compare(self.result, _result_of(game))


class Recorder:
    """Records a game while it is played; every decision goes through `apply`.

    Args:
        game: at a decision or over, where the record begins.
        names: who plays, by colour.
        date: when, in any words; the clock is never read.
        seed: of the game's dice, to be told in the record. It tells the rolls to come as well.

    Raises:
        BadOption: a name for a seat that does not play.
        BadState: the game is an afterstate.
    """

    def __init__(
        self,
        game: Game,
        *,
        names: Mapping[str, str] | None = None,
        date: str = "",
        seed: int | None = None,
    ) -> None:
        seats = [COLOURS[seat] for seat in game.seats]
        for colour in names or {}:
            if colour not in seats:
                raise BadOption(f"names: no seat {colour!r}, allowed: {', '.join(seats)}")
        self.game = game
        self.header = Header(
            rules=game.rules.text,
            players=len(seats),
            auto_pass=game.auto_pass,
            start=to_text(game, dice=False),
            names=dict(names or {}),
            date=date,
            engine=ludo_env.__version__,
            seed=seed,
        )
        self.decisions: list[Decision] = []
        self._last = _progress(game)

    def apply(self, action: int | str, dice: Sequence[int] | None = None) -> None:
        """Take an action as `Game.apply` does, and record it.

        Raises:
            IllegalAction, BadDice, RollNeeded: as of `Game.apply`; nothing is recorded.
            BadRecord: the game was played on without its recorder.
        """
        if _progress(self.game) != self._last:
            raise BadRecord("the game was played on without its recorder, allowed: Recorder.apply")
        number = self.game.number(action)
        seat, name = COLOURS[self.game.decider], self.game.catalogue.names[number]
        rolls = _apply_and_hear(self.game, number, dice)
        told = (len(self.decisions) + 1) % KEY_EVERY == 0
        self.decisions.append(Decision(seat, name, rolls, key(self.game) if told else None))
        self._last = _progress(self.game)

    def record(self) -> Record:
        """The record so far; that of a game that goes on says so."""
        return Record(self.header, tuple(self.decisions), _result_of(self.game))


def _progress(game: Game) -> tuple[int, int]:
    """What tells whether a game was played on."""
    return game.state.decisions, game.state.dice.rolls


def _apply_and_hear(game: Game, number: int, dice: Sequence[int] | None) -> tuple[int, ...]:
    """Take an action; the dice that fell, whether or not the game keeps its events."""
    log, heard = game.state.log, EventLog(True)
    game.state.log = heard
    try:
        game.apply(number, dice)
    finally:
        game.state.log = log
    if log.on:
        log.events.extend(heard.events)
    return tuple(int(event.data["value"]) for event in heard.events if event.kind == "roll")


def _result_of(game: Game) -> Result:
    state = game.state
    return Result(
        over=game.over,
        truncated=game.truncated,
        places=game.places,
        rewards=game.rewards,
        round=state.rounds,
        turns=state.turns,
        decisions=state.decisions,
        rolls=state.dice.rolls,
        key=key(game),
    )


# -- replaying -----------------------------------------------------------------------------


@contextmanager
def _at(line: int) -> Iterator[None]:
    """Name the line of a fault."""
    try:
        yield
    except Fault as fault:
        raise BadRecord(f"line {line}, {fault.field}: {fault.problem}") from None


def _apply(game: Game, decision: Decision) -> None:
    """Take a recorded decision."""
    decider = "none, the game is over" if game.over else COLOURS[game.decider]
    allow(decision.seat == decider, "seat", decision.seat, decider)
    try:
        game.apply(decision.action, decision.dice)
    except IllegalAction as error:
        raise Fault("action", str(error)) from None
    except BadDice as error:
        raise Fault("dice", str(error)) from None
    except RollNeeded as needed:
        raise Fault("dice", f"too few, {needed}") from None
    if decision.key is not None:
        allow(decision.key == key(game), "key", decision.key, key(game))


def _compare(told: Result, result: Result) -> None:
    """The first field of a result that is not that of the game."""
    for field in Result.__slots__:
        value = getattr(result, field)
        allow(getattr(told, field) == value, field, getattr(told, field), value)


# -- reading -------------------------------------------------------------------------------


def read(source: str | os.PathLike[str] | Iterable[str]) -> Record:
    """Read a record; `Record.replay` then proves it.

    Args:
        source: the path of a file, or the lines.

    Raises:
        BadRecord: it is no record; it names the line, from 1, and the field.
        OSError: the file cannot be read.
    """
    if isinstance(source, str | os.PathLike):
        texts = list(_decoded(Path(source).read_bytes()))
    else:
        texts = list(source)
    with _at(1):
        header = _header(_fields(texts, 1, HEADER))
    decisions = []
    for line in range(FIRST_DECISION, len(texts)):
        with _at(line):
            decisions.append(_decision(_fields(texts, line, DECISION)))
    last = max(len(texts), FIRST_DECISION)
    with _at(last):
        result = _result(_fields(texts, last, RESULT))
    return Record(header, tuple(decisions), result)


def _decoded(data: bytes) -> Iterator[str]:
    """The lines of a file."""
    for line, text in enumerate(data.removesuffix(b"\n").split(b"\n"), 1):
        try:
            yield text.decode()
        except UnicodeDecodeError as error:
            raise BadRecord(f"line {line}, text: byte {error.start + 1} is no UTF-8") from None


def _fields(texts: list[str], line: int, kind: str) -> Fields:
    """The fields of a line of a kind."""
    if line > len(texts) or not texts[line - 1].strip():
        raise Fault("text", f"missing, allowed: a {kind} line")
    fields = Fields(load_json(texts[line - 1]))
    fields.text("type", (kind,))
    return fields


def _header(fields: Fields) -> Header:
    fields.text("format", (FORMAT,))
    version = fields.whole("version")
    allow(version == VERSION, "version", version, VERSION)
    names = fields.object("names")
    header = Header(
        rules=fields.text("rules"),
        players=fields.whole("players"),
        auto_pass=fields.flag("auto_pass"),
        start=fields.text("start"),
        names={colour: names.text(colour) for colour in COLOURS if names.has(colour)},
        date=fields.text("date"),
        engine=fields.text("engine"),
        seed=fields.whole("seed", MOST_SEED) if fields.has("seed") else None,
    )
    names.done()
    fields.done()
    try:
        game = from_text(header.start, seed=0)
    except BadState as error:
        raise Fault("start", str(error)) from None
    allow(header.rules == game.rules.text, "rules", header.rules, game.rules.text)
    allow(header.players == len(game.seats), "players", header.players, len(game.seats))
    allow(header.auto_pass == game.auto_pass, "auto_pass", header.auto_pass, game.auto_pass)
    return header


def _decision(fields: Fields) -> Decision:
    decision = Decision(
        seat=fields.text("seat", COLOURS),
        action=fields.text("action"),
        dice=tuple(fields.wholes("dice", 1, MOST)),
        key=fields.text("key") if fields.has("key") else None,
    )
    fields.done()
    return decision


def _result(fields: Fields) -> Result:
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


def _line(told: dict[str, object]) -> str:
    """One line of JSON, without the fields that say nothing."""
    return json.dumps(
        {name: value for name, value in told.items() if value is not None}, separators=(",", ":")
    )
