"""Texts that coverage guides: state tokens, JSON of both games, records.

``LUDO_INTERPRETED=1 python -m tests.fuzz.texts FOLDER -max_total_time=600`` mutates them until one
is neither read nor refused with an error of the project. What is read is written and read again,
and must be the same. The folder keeps what was found; libFuzzer's options follow it.
"""

from __future__ import annotations

from ludo_env import document_reading, fields, notation, position, record, record_lines
from ludo_env.engine.game import Game
from ludo_env.errors import LudoError
from ludo_env.notation import to_json, to_text
from ludo_env.record import Recorder
from tests.fuzz.running import run

GUIDING = (notation, position, fields, document_reading, record, record_lines)
"""Modules whose branches guide the mutations."""
SEEDS = ("classic", "danish:teams=true", "ludicrous", "ludicrous-tabletop")


def examples() -> list[str]:
    """Texts to begin with, one for each way of reading."""
    games = [Game(rules, 4, seed=1) for rules in SEEDS]
    for game in games:
        for _ in range(20):
            game.apply(game.legal()[0])
    lines = ["\n".join(Recorder(game).record().lines()) for game in games]
    return [to_text(game) for game in games[:2]] + [to_json(game) for game in games] + lines


def check_text(text: str) -> None:
    """What is read as a state token is written as one that is read the same."""
    game = notation.from_text(text)
    assert to_json(notation.from_text(to_text(game))) == to_json(game)


def check_json(text: str) -> None:
    """The same of JSON."""
    game = notation.from_json(text)
    assert to_json(notation.from_json(to_json(game))) == to_json(game)


def check_record(text: str) -> None:
    """A record is replayed to its end, or one of its lines is named."""
    for _ in record.read(text.splitlines()).replay():
        pass


def check(data: bytes) -> None:
    """One input; any error but those of the project stops the run."""
    text = data.decode("utf-8", "surrogateescape")
    for reader in (check_text, check_json, check_record):
        try:
            reader(text)
        except LudoError:
            continue


if __name__ == "__main__":
    run(check, (text.encode() for text in examples()), GUIDING)
