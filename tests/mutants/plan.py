"""Which modules are mutated, what is left alone and why, and which tests may notice a mutant."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Plan:
    """What is mutated and who shall notice; patterns and paths are relative to the root.

    Attributes:
        modules: patterns of the files that are mutated, but for those ``left_out``.
        tests: what may notice a mutant, but for ``no_witness``.
        at_import: modules whose functions make values while they are imported, so that a mutant
            must be there from the first import on.
        explained: the table of mutants that nobody can notice, see `report.read_explained`.
    """

    root: Path
    modules: tuple[str, ...]
    left_out: Collection[str]
    tests: tuple[str, ...]
    no_witness: Collection[str]
    at_import: Collection[str]
    explained: str


MODULES: Final = (
    "ludo_env/board.py",
    "ludo_env/rules/ludicrous.py",
    "ludo_env/rules/presets.py",
    "ludo_env/rules/ruleset.py",
    "ludo_env/rules/tables.py",
    "ludo_env/engine/dice.py",
    "ludo_env/engine/options.py",
    "ludo_env/engine/plain.py",
    "ludo_env/engine/state.py",
    "ludo_env/engine/ludicrous/*.py",
)
"""The rules, relative to the repository."""

LEFT_OUT: Final = {
    "ludo_env/engine/ludicrous/__init__.py": "empty",
    "ludo_env/engine/ludicrous/catalogue.py": "numbers of actions: any would do",
    "ludo_env/engine/ludicrous/flat.py": "pickles, no rules",
    "ludo_env/engine/ludicrous/names.py": "numbers of things: any would do",
    "ludo_env/engine/ludicrous/parts.py": "what observations look at anew, no rules",
    "ludo_env/engine/ludicrous/procedures.py": "numbers of procedures: any would do",
}
"""Modules that hold no rules."""

TESTS: Final = (
    "tests/rules",
    "tests/engine",
    "tests/ludicrous",
    "tests/reference",
    "tests/test_board.py",
)
"""What may notice a mutant: tests written from the text."""

NO_WITNESS: Final = {
    "tests/engine/test_compiled_equals_interpreted.py": "compares the engine with itself",
    "tests/engine/test_properties.py": "plays at random, slowly",
    "tests/engine/test_rotation.py": "plays at random, slowly",
    "tests/ludicrous/test_compiled.py": "compares the engine with itself",
    "tests/ludicrous/test_document.py": "texts of games, no rules",
    "tests/ludicrous/test_document_checks.py": "texts of games, no rules",
    "tests/ludicrous/test_golden.py": "compares with games that the engine recorded",
    "tests/ludicrous/test_hidden_information.py": "plays at random, slowly",
    "tests/ludicrous/test_leaving.py": "plays at random, slowly",
    "tests/ludicrous/test_modules.py": "plays at random, slowly",
    "tests/ludicrous/test_properties.py": "plays at random, slowly",
    "tests/ludicrous/test_rotation.py": "plays at random, slowly",
    "tests/ludicrous/test_texts.py": "words, no rules",
    "tests/rules/test_catalogue.py": "reads sources and tests, plays nothing",
    "tests/rules/test_rules_document.py": "reads pages, plays nothing",
}
"""Tests that may not."""

SKIPPED_CALLS: Final = {
    "piece_changes": "tells observations what to look at anew",
    "pieces_change": "tells observations what to look at anew",
    "part_changes": "tells observations what to look at anew",
    "changes_for": "tells observations what to look at anew",
    "add": "words of the log",
    "log_throw": "words of the log",
    "roller": "tells observations who rolls",
    "fetch": "reads ahead into the cache; what it returns means nothing",
}
"""Functions and methods whose calls, and whose own bodies, are not mutated."""

SKIPPED_VALUES: Final = {
    "low": "the range of an override is no rule",
    "high": "the range of an override is no rule",
    "_LIMITS": "the range of an override is no rule",
    "RANGES": "the range of an override is no rule",
    "WEAPONS": "the order is a numbering, which the looted item slot and tests follow",
    "RULE_SETS_KEPT": "the size of a cache",
    "WARM_UP": "the generator is pinned by its stream, not by a rule",
}
"""Values of modules and classes that are not mutated."""

LAYOUT: Final = {
    "PARTIES": "how the lists are laid out",
    "PIECES": "how the lists are laid out",
    "STRUCTURAL_SPACES": "how the lists are laid out",
    "CARD_KINDS": "how the lists are laid out",
    "NIBBLE": "how an occupation is packed",
    "COUNT": "how an occupation is packed",
    "FRAME": "how the stack is packed",
}
"""Named numbers that are not mutated where they are used; most such mutants only leave a list."""

RULES: Final = Plan(
    root=Path(__file__).resolve().parents[2],
    modules=MODULES,
    left_out=LEFT_OUT,
    tests=TESTS,
    no_witness=NO_WITNESS,
    at_import=("ludo_env/board.py",),
    explained="tests/mutants/explained.toml",
)
"""The rules of the project."""
