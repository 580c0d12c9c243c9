"""Taking decisions of a session back, and going on from a record."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from msgspec import Raw

from agents.service.faults import Code, ServiceFault
from agents.service.messages import Mode, New
from agents.service.session import COMMIT, Session, check_rolls, count_rolls
from agents.service.story import Rerun, Story
from ludo_env.board import COLOURS
from ludo_env.engine.game import SEED_BITS, Game
from ludo_env.errors import BadRecord
from ludo_env.record import (
    FIRST_DECISION,
    Part,
    Recorder,
    reading_header,
    reading_part,
    replaying,
)
from ludo_env.record_lines import Decision, Header


def take_back(session: Session, seats: Collection[int]) -> None:
    """Take back the last decision of one of the seats, and all that came of it.

    New dice fall from there.

    Raises:
        ServiceFault: none of them has decided, or nothing may be taken back: at a tournament, and
            under a commitment, where it would show the dice to come.
    """
    if session.mode == COMMIT:
        problem = "nothing is taken back under a commitment, allowed with dice: client, service"
        raise ServiceFault(Code.BAD_REQUEST, problem, "session")
    game = session.game
    if game.tournament:
        problem = "nothing is taken back at a tournament, allowed: under other rules"
        raise ServiceFault(Code.BAD_REQUEST, problem, "session")
    if session.throw is not None and game.decider in seats:
        # The action waits for its dice: nothing has come of it yet.
        session.throw = None
        session.seq += 1
        return
    decisions = session.decisions
    for number in range(len(decisions) - 1, -1, -1):
        if COLOURS.index(decisions[number].seat) in seats:
            break
    else:
        those = ", ".join(COLOURS[seat] for seat in retractable(session)) or "none"
        problem = f"nothing has been decided by these seats, allowed: {those}"
        raise ServiceFault(Code.BAD_REQUEST, problem, "seats")
    _go_back(session, number)
    session.throw = None
    session.seq += 1


def retractable(session: Session) -> list[int]:
    """The seats that have decided something that may be taken back."""
    if session.recorder is None or session.mode == COMMIT or session.game.tournament:
        return []
    told = {decision.seat for decision in session.decisions}
    if session.throw is not None:
        told.add(COLOURS[session.game.decider])
    return [seat for seat in session.game.seats if COLOURS[seat] in told]


def _go_back(session: Session, number: int) -> None:
    """Go back to the game as it was after so many decisions."""
    assert session.recorder is not None and session.rerun is not None
    decisions = session.decisions
    game, seen = session.rerun.before(number)
    game.listen()
    recorder = Recorder.after(session.recorder.header, decisions[:seen], game)
    heard = []
    for decision in decisions[seen:number]:
        game.state.log.events = []
        recorder.apply(decision.action, decision.dice)
        heard = game.events
    _new_dice(game)
    session.rerun.go_on(recorder.decisions)
    if session.story is not None:
        # The last of them is told once more.
        session.story.forget(number - 1 if heard else number)
    session.go_on(recorder, session.rerun, heard)


def _new_dice(game: Game) -> None:
    """Dice that nobody knows, from here on."""
    rolls = game.state.dice.rolls
    game.state.dice.seed(secrets.randbits(SEED_BITS))
    game.state.dice.rolls = rolls


@dataclass(frozen=True, slots=True)
class Past:
    """A recorded game that has been played again, ready to go on."""

    recorder: Recorder
    rerun: Rerun
    story: Story


def replayed(lines: Iterable[str]) -> Generator[None, None, Past]:
    """Read and play a record, a step a decision; its result may be missing.

    Raises:
        ServiceFault: it is no record, or the game does not go like that.
    """
    with _refusing():
        texts = yield from _listed(lines)
        header = reading_header(texts)
        part = yield from reading_part(texts[1:], FIRST_DECISION)
        game = header.begin()
        _new_dice(game)
        return (yield from _played(header, [], game, Rerun(game, []), Story(), part))


def played_on(session: Session, lines: Iterable[str]) -> Generator[None, None, Past]:
    """Read and play more lines of the record from which a session was opened, as `replayed` does.

    Raises:
        ServiceFault: as `replayed`; or the session was not opened so, or is played already.
    """
    recorder, rerun, story = session.recorder, session.rerun, session.story
    if recorder is None or rerun is None or not bytes(session.new.state) or session.seq:
        problem = "more goes on with a record that was loaded, before anything else happens"
        raise ServiceFault(Code.BAD_REQUEST, problem, "session")
    before = list(recorder.decisions)
    with _refusing():
        texts = yield from _listed(lines)
        part = yield from reading_part(texts, FIRST_DECISION + len(before))
        heard = Story() if story is None else story.twin()
        past = yield from _played(
            recorder.header, before, recorder.game.copy(), rerun.twin(before), heard, part
        )
    if session.seq or session.recorder is not recorder:
        raise ServiceFault(Code.STALE, "something else has happened", "session", seq=session.seq)
    return past


@contextmanager
def _refusing() -> Iterator[None]:
    """Tell what is wrong with lines as a fault of their message."""
    try:
        yield
    except BadRecord as error:
        raise ServiceFault(Code.BAD_REQUEST, str(error), "lines") from None


def _listed(lines: Iterable[str]) -> Generator[None, None, list[object]]:
    """The lines, each a step."""
    texts: list[object] = []
    for text in lines:
        texts.append(text)
        yield
    return texts


def _played(
    header: Header,
    before: list[Decision],
    game: Game,
    rerun: Rerun,
    story: Story,
    part: Part,
) -> Generator[None, None, Past]:
    """Play a part of a record, a step a decision.

    Args:
        before: the decisions before it.
        game: after those; it, `rerun` and `story` go on.

    Raises:
        BadRecord, ServiceFault: the game does not go like that, or too many dice fell.
    """
    decisions = list(before)
    most = max((len(decision.dice) for decision in part.decisions), default=0)
    check_rolls(most, count_rolls(before) + count_rolls(part.decisions), "lines")
    rerun.go_on(decisions)
    game.listen()
    steps = replaying(game, part)
    for decision, _ in zip(part.decisions, steps, strict=False):
        decisions.append(decision)
        story.hear(game.events, len(decisions))
        game.state.log.events = []
        rerun.note(game)
        yield
    # What is left of it compares the result.
    for _ in steps:
        pass
    recorder = Recorder.after(header, decisions, game)
    rerun.go_on(recorder.decisions)
    return Past(recorder, rerun, story)


def session_of(name: str, past: Past, dice: Mode, discreet: bool = False) -> Session:
    """A session that goes on where a record ends."""
    start = json.dumps(past.recorder.header.start).encode()
    session = Session(name, New(state=Raw(start), dice=dice, discreet=discreet))
    session.story = past.story
    session.go_on(past.recorder, past.rerun, [])
    return session
