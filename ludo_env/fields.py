"""The fields of a text from outside, read strictly: every fault names its field."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final

MOST: Final = 2**53 - 1
"""The largest whole number: what every JSON reader keeps exactly."""
SHOWN: Final = 40
"""The most characters of a wrong value that a message repeats."""
WORDS: Final = {"None": "null", "True": "true", "False": "false"}
"""How JSON writes what Python writes otherwise."""


class Fault(Exception):
    """What is wrong with one field; the reader of the whole text adds where it stands."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(field, problem)
        self.field = field
        self.problem = problem


def allow(good: bool, field: str, value: object, allowed: object) -> None:
    """Raise a `Fault` that names a value and what is allowed, unless it is good."""
    if not good:
        raise Fault(field, f"{in_json(value)}, allowed: {in_json(allowed)}")


def in_json(value: object) -> str:
    """A value as text, in the words of JSON."""
    return show(value) if value is None or isinstance(value, bool) else str(value)


def show(value: object) -> str:
    """A value as a message repeats it: in the words of JSON, and cut if it is long."""
    text = repr(value)
    text = WORDS.get(text, text)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


class Fields:
    """The fields of a JSON object, each asked for by name and kind.

    Args:
        value: what was read.
        path: names the object in messages; empty for the whole text.

    Raises:
        Fault: from every method: the field is missing or of another kind.
    """

    def __init__(self, value: object, path: str = "") -> None:
        allow(isinstance(value, dict), path or "text", show(value), "a JSON object")
        self.values: dict[str, object] = value if isinstance(value, dict) else {}
        self.path = path
        self.asked: set[str] = set()

    def name(self, field: str) -> str:
        """The full name of a field."""
        return f"{self.path}.{field}" if self.path else field

    def has(self, field: str) -> bool:
        """Whether an optional field is there."""
        self.asked.add(field)
        return field in self.values

    def value(self, field: str) -> object:
        """A field of any kind."""
        if not self.has(field):
            raise Fault(self.name(field), "missing")
        return self.values[field]

    def whole(self, field: str, most: int = MOST) -> int:
        """A whole number from 0."""
        return whole(self.value(field), self.name(field), 0, most)

    def number(self, field: str) -> float:
        """A number."""
        value = self.value(field)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Fault(self.name(field), f"{show(value)}, allowed: a number")
        return float(value)

    def wholes(self, field: str, low: int, most: int) -> list[int]:
        """A list of whole numbers."""
        values, name = self.value(field), self.name(field)
        if not isinstance(values, list):
            raise Fault(name, f"{show(values)}, allowed: a list of whole numbers")
        return [whole(value, f"{name}[{index}]", low, most) for index, value in enumerate(values)]

    def flag(self, field: str) -> bool:
        """True or false."""
        value = self.value(field)
        if not isinstance(value, bool):
            raise Fault(self.name(field), f"{show(value)}, allowed: true or false")
        return value

    def text(self, field: str, choices: Collection[str] = ()) -> str:
        """A text, one of the choices if there are any."""
        value = self.value(field)
        allowed = " or ".join(choices) or "a text"
        if not isinstance(value, str) or (choices and value not in choices):
            raise Fault(self.name(field), f"{show(value)}, allowed: {allowed}")
        return value

    def object(self, field: str) -> Fields:
        """An object inside this one."""
        return Fields(self.value(field), self.name(field))

    def done(self) -> None:
        """Refuse fields that nobody asked for."""
        for field in self.values:
            allow(
                field in self.asked,
                self.name(show(field)[1:-1]),
                "unknown",
                ", ".join(sorted(self.asked)),
            )


def whole(value: object, name: str, low: int, most: int) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= most:
        raise Fault(name, f"{show(value)}, allowed: a whole number {low}..{most}")
    return value


def load_json(text: str) -> object:
    """Read JSON in which no object tells a field twice.

    Raises:
        Fault: it is none.
    """
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise Fault("text", f"no JSON at column {error.pos + 1}: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise Fault("text", f"no JSON that can be read: {error}") from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [field for field, _ in pairs]
        twice = next(field for field in names if names.count(field) > 1)
        raise Fault(twice, "told twice, allowed: once")
    return values


def _refuse(constant: str) -> object:
    raise Fault("text", f"{constant} is no number of JSON")
