"""Taking decisions of a session back, and going on from a record."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection

from msgspec import Raw

from agents.service.faults import Code, ServiceFault
from agents.service.messages import Mode, New
from agents.service.session import COMMIT, Session
from agents.service.story import Story
from ludo_env.board import COLOURS
from ludo_env.engine.game import SEED_BITS, Game
from ludo_env.record import Record, Recorder
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
        raise ServiceFault(Code.BAD_REQUEST, "nothing is taken back at a tournament", "session")
    if session.throw is not None and game.decider in seats:
        # The action waits for its dice: nothing has come of it yet.
        session.throw = None
        session.seq += 1
        return
    decisions = session.decisions
    own = [n for n, decision in enumerate(decisions) if COLOURS.index(decision.seat) in seats]
    if not own:
        raise ServiceFault(Code.BAD_REQUEST, "nothing has been decided", "seats")
    _go_back(session, decisions[: own[-1]])
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


def _go_back(session: Session, decisions: list[Decision]) -> None:
    """Play the first decisions again."""
    game = session.first.copy()
    game.listen()
    recorder = Recorder(game)
    heard = []
    for decision in decisions:
        game.state.log.events = []
        recorder.apply(decision.action, decision.dice)
        heard = game.events
    _new_dice(game)
    session.go_on(recorder, heard)


def _new_dice(game: Game) -> None:
    """Dice that nobody knows, from here on."""
    rolls = game.state.dice.rolls
    game.state.dice.seed(secrets.randbits(SEED_BITS))
    game.state.dice.rolls = rolls


def session_of(name: str, record: Record, dice: Mode, discreet: bool = False) -> Session:
    """A session that goes on where a record ends."""
    start = json.dumps(record.header.start).encode()
    session = Session(name, New(state=Raw(start), dice=dice, discreet=discreet))
    game = record.header.begin()
    _new_dice(game)
    session.first = game.copy()
    game.listen()
    recorder = Recorder(game, names=record.header.names, date=record.header.date)
    story = Story()
    for decision in record.decisions:
        recorder.apply(decision.action, decision.dice)
        story.hear(game.events)
        game.state.log.events = []
    session.story = story
    session.go_on(recorder, [])
    return session
