"""A search process: reads questions from standard input and writes answers to standard output.

Both are pickled, each after four bytes that tell its length. Only the service and its own processes
speak like this.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from typing import Any, BinaryIO, Final

from agents.service.search import Answer, Question
from agents.service.thinking import Thinker

LENGTH: Final = struct.Struct(">I")


def frame(value: object) -> bytes:
    """A value as it goes from one process to the other."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data


def read_frame(stream: BinaryIO) -> Any:
    """The next value; `EOFError` when the other process has gone."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    return pickle.loads(stream.read(*LENGTH.unpack(head)))


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until the service has gone; a bot that fails is told of as text."""
    thinker = Thinker()
    answers.write(frame("ready"))
    answers.flush()
    while True:
        try:
            question: Question = read_frame(questions)
        except EOFError:
            return
        answer: Answer | str
        try:
            answer = thinker.answer(question)
        except Exception as error:
            answer = f"{question.brief.spec}: {type(error).__name__}: {error}"
        answers.write(frame(answer))
        answers.flush()


def main() -> None:
    """Run a search process."""
    # The service tells it when to end, not ctrl-C in the terminal that both may share.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a bot prints must not come between the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        serve(sys.stdin.buffer, answers)
    except BrokenPipeError:
        os._exit(1)


if __name__ == "__main__":
    main()
