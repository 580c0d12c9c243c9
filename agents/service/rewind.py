"""Taking decisions of a session back, and going on from a record."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Generator, Iterable
from dataclasses import dataclass

from msgspec import Raw

from agents.service.faults import Code, ServiceFault
from agents.service.messages import Mode, New
from agents.service.session import COMMIT, Session
from agents.service.story import Rerun, Story
from ludo_env.board import COLOURS
from ludo_env.engine.game import SEED_BITS, Game
from ludo_env.errors import BadRecord
from ludo_env.record import Recorder, reading
from ludo_env.record_lines import Decision


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
    """Read and play a record, a step a decision. Raises `ServiceFault` where it is not so."""
    try:
        texts: list[object] = []
        for text in lines:
            texts.append(text)
            yield
        record = yield from reading(texts)
        steps = record.replay()
        game = next(steps)
        _new_dice(game)
        decisions: list[Decision] = []
        rerun, story = Rerun(game, decisions), Story()
        game.listen()
        for decision, _ in zip(record.decisions, steps, strict=False):
            decisions.append(decision)
            story.hear(game.events)
            game.state.log.events = []
            rerun.note(game)
            yield
        # What is left of it compares the result.
        for _ in steps:
            pass
    except BadRecord as error:
        raise ServiceFault(Code.BAD_REQUEST, str(error), "lines") from None
    recorder = Recorder.after(record.header, decisions, game)
    rerun.go_on(recorder.decisions)
    return Past(recorder, rerun, story)


def session_of(name: str, past: Past, dice: Mode, discreet: bool = False) -> Session:
    """A session that goes on where a record ends."""
    start = json.dumps(past.recorder.header.start).encode()
    session = Session(name, New(state=Raw(start), dice=dice, discreet=discreet))
    session.story = past.story
    session.go_on(past.recorder, past.rerun, [])
    return session
