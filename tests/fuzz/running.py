"""Runs atheris: mutations of inputs, guided by the branches of some modules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType

import atheris


def instrument(modules: Iterable[ModuleType]) -> None:
    """Count the branches of the functions of modules."""
    for module in modules:
        for name, thing in list(vars(module).items()):
            if getattr(thing, "__module__", None) == module.__name__ and hasattr(thing, "__code__"):
                setattr(module, name, atheris.instrument_func(thing))


def run(
    check: Callable[[bytes], None], examples: Iterable[bytes], guiding: Iterable[ModuleType]
) -> None:
    """Check examples, keep them in the folder that the command line names first, and mutate them.

    Options of libFuzzer follow the folder.

    Args:
        check: takes one input; whatever it raises is a fault.
        examples: inputs to begin with.
        guiding: modules whose branches guide the mutations.
    """
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(examples):
        check(data)
        (folder / f"example-{number}").write_bytes(data)
    instrument(guiding)
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()
