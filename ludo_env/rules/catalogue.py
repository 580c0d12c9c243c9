"""The rules by id: what each says, where it is from, which functions play it, which tests pin it.

A function names the rules that it plays at the start of its docstring, ``[L-enter] [O-enter-on]``;
a test carries ``@pytest.mark.rule("L-enter")``. Both are found by reading the sources, which are
not run for it. `rows` is what ``ludo rules`` prints.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypedDict

from ludo_env.rules.ludicrous_catalogue import ENTRIES

PACKAGE: Final = Path(__file__).resolve().parents[1]
ROOT: Final = PACKAGE.parent
TESTS: Final = ROOT / "tests"
"""There are tests in a checkout only."""

IDS: Final = re.compile(r"\s*((?:\[[^\]]+\][ \t]*)+)")
"""The ids that a docstring begins with, each in brackets."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, its source and what it says.

    Sources of plain Ludo: L is the classic text, 0, 2 and 12 are sections of the rules of record,
    *danish* and *lke* the programs whose published results the presets reproduce. Those of the full
    game: see `ludicrous_catalogue`.
    """

    id: str
    source: str
    text: str


class Row(TypedDict):
    """A `Rule` with the places of its functions and tests, as ``path:name``."""

    id: str
    source: str
    text: str
    functions: list[str]
    tests: list[str]


PLAIN_RULES: Final = tuple(
    Rule(*entry)
    for entry in (
        ("D-generator", "0", "One seeded generator in the game's state throws every die."),
        ("L-players", "L, 2", "Two, three or four play, each for itself; two sit opposite."),
        ("L-yard", "L", "Every party begins with four pieces, all in its yard."),
        ("L-start", "L, 2", "Each party rolls; the highest begins, ties roll again."),
        ("L-clockwise", "L", "The turn passes clockwise."),
        ("L-enter", "L", "A 6 brings a piece from the yard to the start."),
        ("L-double", "L", "Nothing enters onto a start with two own pieces."),
        ("L-choose", "L", "The party chooses which of its pieces uses the roll."),
        ("L-move", "L", "A piece moves forward exactly the roll."),
        ("L-must", "L", "A roll that can be used must be used."),
        ("L-no-move", "L", "A roll that no piece can use is lost."),
        ("L-bonus", "L", "A 6 with which no piece could enter gives a bonus roll."),
        ("L-bonus-again", "L", "A 6 of the bonus roll gives another bonus roll."),
        ("L-third-six", "L", "A third 6 in a row is not played and the turn passes."),
        ("L-capture", "L", "Landing on one enemy piece sends it to its yard."),
        ("L-unsafe", "L, 2", "No ring space is safe."),
        ("L-block", "L", "Two own pieces on a space: an enemy that lands there goes back itself."),
        ("L-pass-block", "2", "Blocks may be passed."),
        ("L-room", "2", "A third own piece may not land on a space."),
        ("L-turn-in", "L", "From the last ring space of its way a piece goes up its home column."),
        ("L-home-column", "L", "In its home column a piece is safe."),
        ("L-exact", "L", "Home takes an exact roll."),
        ("O-enter-on", "2", "Which rolls enter."),
        ("O-six-bonus", "2", "When a 6 gives a bonus roll."),
        ("O-third-six", "2", "Whether a third 6 in a row is lost."),
        ("O-bonus-capture", "2", "Whether a capture gives a bonus roll."),
        ("O-bonus-home", "2", "Whether getting home gives a bonus roll."),
        ("O-safe", "2", "Which ring spaces are safe."),
        ("O-safe-landing", "2", "What landing on an enemy on a safe space does."),
        ("O-blocks", "2", "Whether there are blocks, and whether they may be passed."),
        ("O-block-landing", "2", "What landing on an enemy block does."),
        ("O-stack", "2", "How many own pieces may stand on a space."),
        ("O-overshoot", "2", "Whether a roll beyond home is lost or bounces back."),
        ("O-capture-first", "2", "Whether a party must capture before it may go home."),
        ("O-entry-captures", "danish", "Whether entering sends home every enemy on the start."),
        ("O-star-jumps", "danish", "Whether a piece that lands on a star goes on to the next."),
        ("O-skip-last", "lke", "Whether the last ring space counts as the first of the column."),
        ("O-start", "2", "Whether the starting seat is rolled for."),
        ("O-pieces", "2", "How many pieces a party has."),
        ("O-team-play", "12, danish", "Whether team-mates are partners or rivals."),
        ("E-win", "L, 12", "The first with all pieces home wins; others may play for the places."),
        ("E-teams", "12", "North and south play against east and west."),
        ("E-places", "12", "A game that is cut off is placed by pieces home, then by progress."),
    )
)
"""The rules of plain Ludo."""
RULES: Final = PLAIN_RULES + tuple(Rule(*entry) for entry in ENTRIES)
"""All rules: those of plain Ludo, then those of the full game."""


def rows() -> list[Row]:
    """Every rule with its functions and tests, in the order of `RULES`."""
    functions = _places(PACKAGE, _named_in_docstring)
    tests = _places(TESTS, _marked)
    return [
        Row(
            id=rule.id,
            source=rule.source,
            text=rule.text,
            functions=functions.get(rule.id, []),
            tests=tests.get(rule.id, []),
        )
        for rule in RULES
    ]


def named_ids() -> dict[str, list[str]]:
    """Every id that a function or a test names, in the table or not, with the places."""
    found = _places(PACKAGE, _named_in_docstring)
    for rule_id, places in _places(TESTS, _marked).items():
        found.setdefault(rule_id, []).extend(places)
    return found


def _places(
    folder: Path, ids: Callable[[ast.FunctionDef, ast.Module], list[str]]
) -> dict[str, list[str]]:
    """For every id, the functions below a folder to which ``ids`` gives it."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        place = path.relative_to(ROOT).as_posix()
        for name, function in _functions(tree, ""):
            for rule_id in ids(function, tree):
                found.setdefault(rule_id, []).append(f"{place}:{name}")
    return found


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and of its classes, by name."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield prefix + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")


def _named_in_docstring(function: ast.FunctionDef, _: ast.Module) -> list[str]:
    """The ids in the brackets that a docstring begins with."""
    beginning = IDS.match(ast.get_docstring(function) or "")
    if beginning is None:
        return []
    named = re.split(r"[\[\],\s]+", beginning[1])
    return [rule_id for rule_id in named if rule_id]


def _marked(function: ast.FunctionDef, module: ast.Module) -> list[str]:
    """The ids in the ``rule`` marks of a test, its module's included."""
    if not function.name.startswith("test_"):
        return []
    return [
        str(argument.value)
        for mark in (*function.decorator_list, *_marks_of_module(module))
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule"
        for argument in mark.args
        if isinstance(argument, ast.Constant)
    ]


def _marks_of_module(module: ast.Module) -> list[ast.expr]:
    """What is assigned to ``pytestmark``, one mark or a list."""
    for statement in module.body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "pytestmark":
            value = statement.value
            return value.elts if isinstance(value, ast.List) else [value]
    return []
