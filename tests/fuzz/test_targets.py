"""What is fuzzed at length begins with examples that pass, and finds what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

pytest.importorskip("atheris", exc_type=ImportError)

from agents.service.session import Session
from ludo_env import notation
from tests.fuzz import protocol, texts

MUTATIONS = 40
Check = Callable[[bytes], None]
TARGETS: dict[str, tuple[Check, list[bytes]]] = {
    "texts": (texts.check, [text.encode() for text in texts.examples()]),
    "protocol": (protocol.check, protocol.examples()),
}


def mutated(data: bytes, rng: Random) -> bytes:
    """An input with a byte that is another, a piece that is missing, or one that comes twice."""
    start = rng.randrange(len(data))
    end = min(len(data), start + rng.choice((1, 1, 8, 64)))
    return data[:start] + rng.choice((rng.randbytes(1), b"", 2 * data[start:end])) + data[end:]


@pytest.mark.parametrize("name", TARGETS)
def test_examples_and_mutations_pass(name: str) -> None:
    check, examples = TARGETS[name]
    rng = Random(name)
    for data in examples:
        check(data)
    for _ in range(MUTATIONS):
        check(mutated(rng.choice(examples), rng))


def test_an_error_that_nobody_foresaw_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("a fault")

    monkeypatch.setattr(notation, "from_text", broken)
    with pytest.raises(KeyError, match="a fault"):
        texts.check(b"ludo1")
    monkeypatch.setattr(Session, "apply", broken)
    opened = b'{"type":"new"}\n{"type":"apply","session":"SESSION","seq":0,"event":{"dice":[1]}}'
    with pytest.raises(AssertionError, match="internal"):
        protocol.check(opened)
