"""What every run of training leaves behind."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

CONFIG: Final = "config.json"
RESULTS: Final = "results.json"
MODEL: Final = "model.onnx"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run gave: the model file, and how it was measured on the way."""

    model: Path
    steps: int
    seconds: float
    results: list[dict[str, object]]
