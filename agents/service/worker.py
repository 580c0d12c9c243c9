"""A search process: reads questions from standard input and writes answers to standard output.

Both are pickled, each after four bytes that tell its length. `None` in place of a question says
that the answer to the one before it is wanted now. Only the service and its own processes speak so.
"""

from __future__ import annotations

import os
import pickle
import select
import struct
import sys
from functools import partial
from io import FileIO
from typing import Any, BinaryIO, Final

from agents.service.search import Answer, Question
from agents.service.thinking import Thinker

LENGTH: Final = struct.Struct(">I")
STOP: Final = None
"""What is sent instead of a question to have the answer now."""


def frame(value: object) -> bytes:
    """A value as it goes from one process to the other."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data


def read_frame(stream: FileIO) -> Any:
    """The next value; `EOFError` when the other process has gone."""
    return pickle.loads(read_bytes(stream, *LENGTH.unpack(read_bytes(stream, LENGTH.size))))


def read_bytes(stream: FileIO, count: int) -> bytes:
    """So many bytes, and no more: what comes after them is left for `has_come`."""
    data = b""
    while len(data) < count:
        more = stream.read(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def has_come(stream: FileIO) -> bool:
    """Whether something has come that is not read yet, or the other process has gone."""
    try:
        return bool(select.select([stream], [], [], 0)[0])
    except OSError:  # on Windows, where only sockets are asked
        return False


def serve(questions: FileIO, answers: BinaryIO) -> None:
    """Answer questions until the service has gone; a bot that fails is told of as text."""
    # While it thinks, nothing comes but `STOP`.
    thinker = Thinker(stopped=partial(has_come, questions))
    thinker.prepare()
    answers.write(frame("ready"))
    answers.flush()
    while True:
        try:
            question: Question | None = read_frame(questions)
        except EOFError:
            return
        if question is STOP:
            continue
        answer: Answer | str
        try:
            answer = thinker.answer(question)
        except Exception as error:
            answer = f"{question.brief.spec}: {type(error).__name__}: {error}"
        answers.write(frame(answer))
        answers.flush()


def main() -> None:
    """Run a search process."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a bot prints must not come between the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        serve(FileIO(sys.stdin.fileno()), answers)
    except BrokenPipeError:
        os._exit(1)
