"""Observations: one encoder for each kind of board space, and the schema that publishes them."""

from ludo_env.observation.encoder import Field, FullEncoder, PlainEncoder
from ludo_env.observation.schema import (
    AFTERSTATE,
    FLAT,
    FORMATS,
    FULL,
    FULL_FLAT,
    PLAIN,
    Schema,
    Slice,
    register,
    schema_for,
)

__all__ = [
    "AFTERSTATE",
    "FLAT",
    "FORMATS",
    "FULL",
    "FULL_FLAT",
    "PLAIN",
    "Field",
    "FullEncoder",
    "PlainEncoder",
    "Schema",
    "Slice",
    "register",
    "schema_for",
]
