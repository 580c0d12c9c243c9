"""What a run has learned from so far, in files: arrays that belong together."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

import numpy as np

from ludo_env.errors import BadOption
from ludo_env.files import write_whole


@dataclass(frozen=True, slots=True)
class Shard:
    """Arrays by name, of which one file holds a part. All fields of what derives are arrays."""

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Several in one."""
        return cls(
            **{
                field.name: np.concatenate([getattr(part, field.name) for part in parts])
                for field in fields(cls)
            }
        )

    def save(self, path: Path) -> None:
        """Write them, whole or not at all."""
        buffer = io.BytesIO()
        arrays = {field.name: getattr(self, field.name) for field in fields(self)}
        np.savez_compressed(buffer, **arrays)
        write_whole(path, buffer.getvalue())

    @classmethod
    def load(cls, path: Path) -> Self:
        """What `save` has written. Raises `BadOption` when it is damaged or cannot be read."""
        try:
            # numpy leaves open what it has opened itself and cannot read.
            with path.open("rb") as file, np.load(file) as arrays:
                return cls(**{field.name: arrays[field.name] for field in fields(cls)})
        except OSError as error:
            raise BadOption(f"{path}: cannot be read: {error.strerror or error}") from None
        except Exception as error:  # what numpy and zipfile raise shares no other base
            raise BadOption(f"{path}: damaged: {error}") from None
