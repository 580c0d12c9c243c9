"""Every function of the rules that changes what observers see says so. Read in the sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludo_env.engine.ludicrous as rules_of_the_full_game

FOLDER = Path(rules_of_the_full_game.__file__).parent
STATES = ("piece_state", "party_state", "world_state")
OTHERS = ("tables",)
"""Modules that have numbers of the same names."""

THINGS = "phantom_at crown_at"
BUILDINGS = "built built_hp hacked project project_points"
TANKS = "tank tank_hp tank_wait artillery_wait"
CARDS = "hand deck discards"
HOLDINGS = (
    "hp poisoned provoker counter reacted tackled ammunition loot loot_ammunition partner"
    " crown_used phantom_hp phantom_turns penalties fouls"
)
PIECES = (
    "r fallen facing prone restrained wet burning dodging veiled crowned jailer moved turned laid"
)
NEEDED = {
    **{name: {"THINGS"} for name in THINGS.split()},
    **{name: {"BUILDINGS"} for name in BUILDINGS.split()},
    **{name: {"TANKS"} for name in TANKS.split()},
    **{name: {"CARDS"} for name in CARDS.split()},
    **{name: {"HOLDINGS"} for name in HOLDINGS.split()},
    **{name: {"ALL_PIECES"} for name in PIECES.split()},
    "stunned": {"HOLDINGS", "BUILDINGS"},
    "left": {"EVERYTHING"},
    "ring": set(),  # follows from where pieces are
}
"""What a function must say that changes one of these numbers."""
EVERYTHING = {"THINGS", "BUILDINGS", "TANKS", "CARDS", "HOLDINGS", "ALL_PIECES", "EVERYTHING"}
TAKEN_BACK = {"legal_after"}
"""Functions that leave everything as it was."""

Function = tuple[str, ast.FunctionDef]


def functions() -> Iterator[Function]:
    """All functions of the package, with the names of their modules."""
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield path.stem, node


def changed(function: ast.FunctionDef) -> set[str]:
    """The numbers of a state that a function changes."""
    targets: list[ast.expr] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            targets += node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets.append(node.target)
    inside = [target.value if isinstance(target, ast.Subscript) else target for target in targets]
    return {target.attr for target in inside if isinstance(target, ast.Attribute)} & NEEDED.keys()


def said(function: ast.FunctionDef) -> set[str]:
    """The parts of which a function says that they change."""
    parts: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("piece_changes", "pieces_change"):
                parts.add("ALL_PIECES")
            elif node.func.attr == "part_changes":
                names = [name.id for name in ast.walk(node) if isinstance(name, ast.Name)]
                parts |= EVERYTHING if "EVERYTHING" in names else set(names) & EVERYTHING
    return parts


CHANGING = [
    pytest.param(node, id=f"{module}.{node.name}")
    for module, node in functions()
    if module not in STATES + OTHERS and node.name not in TAKEN_BACK and changed(node)
]


def test_there_are_functions_that_change_something() -> None:
    assert len(CHANGING) > 60


@pytest.mark.parametrize("function", CHANGING)
def test_who_changes_a_number_says_so(function: ast.FunctionDef) -> None:
    needed = set().union(*(NEEDED[name] for name in changed(function)))
    assert needed <= said(function)


def test_every_list_of_numbers_is_known() -> None:
    lists = {
        target.attr
        for module, function in functions()
        if module in STATES and function.name == "__init__"
        for node in ast.walk(function)
        if isinstance(node, ast.AnnAssign)
        and isinstance(target := node.target, ast.Attribute)
        and ast.unparse(node.annotation) == "vec[i64]"
    }
    assert lists == NEEDED.keys()
