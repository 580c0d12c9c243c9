"""How numpy sees the engine's arrays."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

Element = TypeVar("Element", bound=np.generic)


def view(data: Buffer, dtype: type[Element]) -> NDArray[Element]:
    """The memory of an engine array as a one-dimensional, read-only numpy array, without a copy."""
    return np.frombuffer(memoryview(data), dtype=dtype)
