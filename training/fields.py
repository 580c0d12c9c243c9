"""Fields of frozen dataclasses that say which numbers they take, and the check of their values."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar, get_type_hints

from ludo_env.errors import BadOption

Number = TypeVar("Number", int, float)


def within(default: Number, low: float, high: float) -> Number:
    """A field for a number from ``low`` to ``high``, both included."""
    return dataclasses.field(default=default, metadata={"range": (low, high)})


def convert(value: object, kind: object) -> object:
    """A list as the tuple, and a whole number as the float, that the field wants."""
    if isinstance(value, list):
        return tuple(value)
    if kind is float and type(value) is int:
        return float(value)
    return value


def check_fields(config: Any) -> None:
    """Refuse a field of the wrong type or out of its range."""
    types = get_type_hints(type(config))
    for field in dataclasses.fields(config):
        value = getattr(config, field.name)
        if not _is(value, types[field.name]):
            wanted = getattr(types[field.name], "__args__", (types[field.name],))[0].__name__
            many = "a list of " if isinstance(field.default, tuple) else ""
            raise BadOption(f"{field.name}: {value!r} is not {many}{wanted}")
        if "range" in field.metadata:
            low, high = field.metadata["range"]
            if not low <= value <= high:
                allowed = "..".join(str(x) if type(x) is int else f"{x:g}" for x in (low, high))
                raise BadOption(f"{field.name}: {value} is outside {allowed}")


def _is(value: object, kind: object) -> bool:
    """Whether a value has the type of its field: exactly, so that True is no number."""
    parts = getattr(kind, "__args__", None)
    if parts is None:
        return type(value) is kind
    return isinstance(value, tuple) and all(type(item) is parts[0] for item in value)
