"""Arguments from outside: each fault names the argument, what it was and what is allowed."""

from __future__ import annotations

import operator
from reprlib import repr as shorten

from ludo_env.errors import BadOption


def whole(name: str, value: object, low: int, high: int | None = None) -> int:
    """An argument that is a whole number, Python's or numpy's; True and False are not meant as one.

    Raises:
        BadOption: it is something else, or not in ``low..high``.
    """
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or number < low or (high is not None and number > high):
        to = f" from {low}" if high is None else f" {low}..{high}"
        raise BadOption(f"{name}: {shorten(value)}, allowed: a whole number{to}")
    return number


def text(name: str, value: object) -> str:
    """An argument that is a text. Raises `BadOption`."""
    if not isinstance(value, str):
        raise BadOption(f"{name}: {shorten(value)}, allowed: a text")
    return value
