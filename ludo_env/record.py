"""Records of games: one line of JSON for the header, every decision, and the result.

The dice are part of the record, so that it is replayed without a generator. A record tells all
that happened, of a full game the hidden cards too. The format, field by field, is in
``docs/notation.md``.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

import ludo_env
from ludo_env.board import COLOURS
from ludo_env.engine.game import FOUL, Game
from ludo_env.engine.log import Event, EventLog
from ludo_env.errors import BadDice, BadOption, BadRecord, IllegalAction, RollNeeded
from ludo_env.fields import Fault, allow, show
from ludo_env.files import write_whole
from ludo_env.notation import key
from ludo_env.record_lines import (
    DECISION,
    HEADER,
    RESULT,
    Decision,
    Header,
    Result,
    ends,
    fields_of,
    is_writable,
    lines_in,
    read_decision,
    read_header,
    read_result,
    start_of,
    whole_lines_in,
    write_line,
)

_T = TypeVar("_T")
KEY_EVERY: Final = 10
"""Every so many decisions a record tells the key of the position."""
FIRST_DECISION: Final = 2
"""The line of the first decision."""
FOUL_NAME: Final = "foul"
"""[E-fouls] What a record calls an illegal action at a tournament."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some lines of a record after its header.

    Attributes:
        decisions: that were taken there.
        result: None where the lines end before it.
        line: the number of the first of them.
        file: where they were read from, which faults name.
        cut: whether a line that was cut off followed, and is left out.
    """

    decisions: tuple[Decision, ...]
    result: Result | None
    line: int = FIRST_DECISION
    file: str = ""
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A game, or a part of one, from its first position to its last.

    ``file`` is where it was read from, which faults name.
    """

    header: Header
    decisions: tuple[Decision, ...]
    result: Result
    file: str = field(default="", compare=False)

    def lines(self) -> Iterator[str]:
        """The lines of the record, without line ends."""
        yield write_line(self.header)
        yield from map(write_line, self.decisions)
        yield write_line(self.result)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, which is there with all its lines or not at all."""
        write_whole(path, "".join(f"{line}\n" for line in self.lines()))

    def replay(self) -> Iterator[Game]:
        """Play the record again with its own dice.

        Yields:
            The game at its first position, and the same game after every decision. The result is
            compared after the last of them, so that a loop over all makes every check.

        Raises:
            BadRecord: an action, the dice, a key or the result do not fit the game; it names the
                file, if there is one, the line and the field.
        """
        game = self.header.begin()
        yield game
        yield from replaying(game, Part(self.decisions, self.result, file=self.file))


class Recorder:
    """Records a game while it is played; every decision goes through `apply`.

    Args:
        game: at a decision or over, where the record begins.
        names: who plays, by colour.
        date: when, in any words; the clock is never read.
        seed: of the game's dice, to be told in the record. It tells the rolls to come as well.

    Raises:
        BadOption: a name for a seat that does not play, or one that cannot be written.
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
        for colour, name in (names or {}).items():
            if colour not in seats:
                raise BadOption(f"names: no seat {colour!r}, allowed: {', '.join(seats)}")
            if not is_writable(name):
                raise BadOption(f"names: {name!r}, allowed: a text without lone surrogates")
        start = start_of(game)
        self.game = game
        self.header = Header(
            rules=game.rules.text,
            players=len(seats),
            auto_pass=game.auto_pass,
            start=start,
            names=dict(names or {}),
            date=date,
            engine=ludo_env.__version__,
            seed=seed,
            rolls=None if isinstance(start, str) else game.state.dice.rolls,
        )
        self.decisions: list[Decision] = []
        self._last = _progress(game)

    @staticmethod
    def after(header: Header, decisions: Iterable[Decision], game: Game) -> Recorder:
        """A recorder that goes on with a game after decisions which are not proved again.

        Args:
            header: where they began; its seed is not told any more.
            decisions: what led from there to the game.
        """
        recorder = Recorder(game)
        recorder.header = replace(header, engine=ludo_env.__version__, seed=None)
        recorder.decisions = list(decisions)
        return recorder

    def apply(self, action: int | str, dice: Sequence[int] | None = None) -> None:
        """Take an action as `Game.apply` does, and record it.

        Raises:
            IllegalAction, BadDice, RollNeeded: as of `Game.apply`; nothing is recorded.
            BadRecord: the game was played on without its recorder.
        """
        if _progress(self.game) != self._last:
            raise BadRecord("the game was played on without its recorder, allowed: Recorder.apply")
        number = self.game.submitted(action)
        seat = COLOURS[self.game.decider]
        name = FOUL_NAME if number == FOUL else self.game.catalogue.names[number]
        rolls = _apply_and_hear(self.game, number, dice)
        told = (len(self.decisions) + 1) % KEY_EVERY == 0
        self.decisions.append(Decision(seat, name, rolls, key(self.game) if told else None))
        self._last = _progress(self.game)

    def record(self) -> Record:
        """The record so far; that of a game that goes on says so."""
        return Record(self.header, tuple(self.decisions), _result_of(self.game))


def go_on(header: Header, decisions: Iterable[Decision], seed: int) -> Recorder:
    """A recorder of the game after the first decisions of a record.

    Args:
        header, decisions: of a record that replays as it should.
        seed: of the dice that fall from there on. The game keeps its events.
    """
    game = header.begin()
    game.listen()
    recorder = Recorder(game, names=header.names, date=header.date)
    for decision in decisions:
        recorder.apply(decision.action, decision.dice)
    rolls = game.state.dice.rolls
    game.state.dice.seed(seed)
    game.state.dice.rolls = rolls
    return recorder


def _progress(game: Game) -> tuple[int, int, int]:
    """What tells whether a game was played on: decisions, rolls and fouls."""
    fouls = sum(game.full.fouls) if game.tournament else 0
    return game.state.decisions, game.state.dice.rolls, fouls


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
    return tuple(_rolled(event) for event in heard.events if event.kind == "roll")


def _rolled(event: Event) -> int:
    """What fell, whoever may know it."""
    data = event.data
    return int(data["value"] if "value" in data else data["secret_value"])


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
def _at(line: int, file: str = "") -> Iterator[None]:
    """Name the place of a fault."""
    try:
        yield
    except Fault as fault:
        place = f"{file}: line {line}" if file else f"line {line}"
        raise BadRecord(f"{place}, {fault.field}: {fault.problem}") from None


def replaying(game: Game, part: Part) -> Iterator[Game]:
    """Go on with a game by a part of its record.

    Yields:
        The game after every decision; the result, if it is told, is compared after the last.

    Raises:
        BadRecord: as of `Record.replay`.
    """
    for line, decision in enumerate(part.decisions, part.line):
        with _at(line, part.file):
            _apply(game, decision)
        yield game
    if part.result is not None:
        with _at(part.line + len(part.decisions), part.file):
            _compare(part.result, _result_of(game))


def _apply(game: Game, decision: Decision) -> None:
    """Take a recorded decision."""
    decider = "none, the game is over" if game.over else COLOURS[game.decider]
    allow(decision.seat == decider, "seat", decision.seat, decider)
    try:
        # An action that is illegal now would else be taken for a foul.
        foul = decision.action == FOUL_NAME
        game.apply(decision.action if foul else game.number(decision.action), decision.dice)
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
    for name in Result.__slots__:
        value = getattr(result, name)
        allow(getattr(told, name) == value, name, getattr(told, name), value)


# -- reading -------------------------------------------------------------------------------


def read(source: str | os.PathLike[str] | Iterable[str | Mapping[str, object]]) -> Record:
    """Read a record; `Record.replay` then proves it.

    Args:
        source: the path of a file, or the lines: texts, or the objects that those tell, as the bot
            service sends them.

    Raises:
        BadRecord: it is no record; it names the file, if there is one, the line, from 1, and the
            field.
        OSError: the file cannot be read.
    """
    return at_once(reading(*_texts_of(source)))


def read_unfinished(path: str | os.PathLike[str]) -> tuple[Header, Part]:
    """Read a file as `read` does that may have been cut off, also in the middle of a line.

    Returns:
        The header, and the part of the whole lines after it, which `replaying` then proves.

    Raises:
        BadRecord, OSError: as of `read`.
    """
    file = os.fspath(path)
    lines, cut = whole_lines_in(file)
    texts: list[object] = [*lines]
    header = reading_header(texts, file)
    part = at_once(reading_part(texts[1:], FIRST_DECISION, file))
    return header, replace(part, cut=cut)


def _texts_of(source: object) -> tuple[list[object], str]:
    """The lines of a record, and the path of its file; empty if it is none."""
    if isinstance(source, str | os.PathLike):
        file = os.fspath(source)
        return list(lines_in(file)), file
    return _lines_of(source), ""


def at_once(steps: Generator[None, None, _T]) -> _T:
    """What comes of steps, such as those of `reading`, that are done at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: _T = end.value
            return found


def reading(texts: list[object], file: str = "") -> Generator[None, None, Record]:
    """Read the lines of a record one after the other, for who has other things to do between.

    Returns:
        The record. Raises `BadRecord` as `read` does.
    """
    header = reading_header(texts, file)
    decisions = yield from _reading_decisions(texts[1:-1], FIRST_DECISION, file)
    last = max(len(texts), FIRST_DECISION)
    with _at(last, file):
        result = read_result(fields_of(texts, last, RESULT))
    return Record(header, decisions, result, file)


def reading_header(texts: list[object], file: str = "") -> Header:
    """The header of the lines of a record. Raises `BadRecord`."""
    with _at(1, file):
        return read_header(fields_of(texts, 1, HEADER))


def reading_part(texts: list[object], line: int, file: str = "") -> Generator[None, None, Part]:
    """Read lines of a record after its header, with or without its result, as `reading` does.

    Args:
        line: the number of the first of them.
        file: where they were read from, which faults name.
    """
    after = line + len(texts)
    with _at(after - 1, file):
        ended = ends(texts)
    decisions = yield from _reading_decisions(texts[:-1] if ended else texts, line, file)
    if not ended:
        return Part(decisions, None, line, file)
    with _at(after - 1, file):
        return Part(decisions, read_result(fields_of(texts, len(texts), RESULT)), line, file)


def _reading_decisions(
    texts: list[object], first: int, file: str = ""
) -> Generator[None, None, tuple[Decision, ...]]:
    decisions = []
    for place, _ in enumerate(texts, 1):
        with _at(first + place - 1, file):
            decisions.append(read_decision(fields_of(texts, place, DECISION)))
        yield
    return tuple(decisions)


def _lines_of(source: object) -> list[object]:
    """The lines of a record that is no file. Raises `BadRecord`."""
    if not isinstance(source, Iterable) or isinstance(source, bytes | Mapping):
        raise BadRecord(f"record: {show(source)}, allowed: the path of a file, or the lines")
    return list(source)
