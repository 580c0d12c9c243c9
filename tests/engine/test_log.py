"""The event log costs nothing while nobody listens."""

from __future__ import annotations

import ast
import gc
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludo_env.engine
from ludo_env import Game

ENGINE = Path(ludo_env.engine.__file__).parent
DECISIONS = 80


def asks(test: ast.expr, log: str) -> bool:
    """Whether a condition is that a log listens, alone or with others that must hold too."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(asks(part, log) for part in test.values)
    return ast.unparse(test) == f"{log}.on"


def unguarded(node: ast.AST, guards: tuple[ast.expr, ...] = ()) -> Iterator[str]:
    """The calls that add to a log without having asked it, below a node."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        log = ast.unparse(node.func.value)
        adds = node.func.attr == "add" and log.rpartition(".")[2] == "log"
        if adds and not any(asks(test, log) for test in guards):
            yield f"{node.lineno}: {ast.unparse(node)}"
    for name, field in ast.iter_fields(node):
        inside = isinstance(node, ast.If) and name == "body"
        below = (*guards, node.test) if inside and isinstance(node, ast.If) else guards
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.AST):
                yield from unguarded(child, below)


def test_no_event_is_built_before_the_log_is_asked() -> None:
    found, calls = [], 0
    for path in sorted(ENGINE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        calls += text.count("log.add(")
        found += [f"{path.name}:{line}" for line in unguarded(ast.parse(text))]
    assert found == []
    assert calls > 50


def test_an_event_that_is_built_unasked_is_found() -> None:
    code = "if m.on:\n  m.log.add(1)\nif m.log.on and x:\n  m.log.add(2)\nelse:\n  m.log.add(3)\n"
    assert [line[0] for line in unguarded(ast.parse(code))] == ["2", "6"]


def kept(rules: str, *, listening: bool) -> int:
    """Blocks of memory that some decisions of a game leave behind, the same ones either way."""
    game, chance = Game(rules, seed=5, log=listening), random.Random(3)

    def play() -> None:
        for _ in range(DECISIONS):
            game.apply(chance.choice(game.legal()))

    play()  # what is made once, is made now
    gc.collect()
    before = sys.getallocatedblocks()
    play()
    gc.collect()
    assert not game.over
    assert bool(game.events) is listening
    return sys.getallocatedblocks() - before


@pytest.mark.parametrize("rules", ["classic:max_rounds=5000", "ludicrous"])
def test_nothing_is_kept_of_what_nobody_hears(rules: str) -> None:
    kept(rules, listening=False)
    assert kept(rules, listening=False) < DECISIONS / 10
    assert kept(rules, listening=True) > DECISIONS
