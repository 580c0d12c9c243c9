"""Observations: one encoder for each kind of board space, and the schema that publishes them."""

from ludo_env.observation.schema import (
    AFTERSTATE,
    ENCODERS,
    FLAT,
    FORMATS,
    Schema,
    Slice,
    schema_for,
)

__all__ = ["AFTERSTATE", "ENCODERS", "FLAT", "FORMATS", "Schema", "Slice", "schema_for"]
