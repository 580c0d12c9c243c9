"""How numpy sees the engine's arrays, and those of a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

from ludo_env.board import PARTIES

if TYPE_CHECKING:
    from ludo_env.batch import Batch

Element = TypeVar("Element", bound=np.generic)

LENGTHS: Final = ("decisions", "rolls", "turns", "rounds")
"""What the array ``lengths`` tells of a game that has ended."""


def view(data: Buffer, dtype: type[Element]) -> NDArray[Element]:
    """The memory of an engine array as a one-dimensional, read-only numpy array, without a copy."""
    return np.frombuffer(memoryview(data), dtype=dtype)


def columns(size: int, actions: int) -> dict[str, tuple[type[np.generic], tuple[int, ...]]]:
    """The arrays of a batch by name: the type of their numbers, and their shape for one game.

    Args:
        size: numbers of an observation.
        actions: actions in the catalogue.
    """
    return {
        "observations": (np.uint8, (size,)),
        "masks": (np.int8, (actions,)),
        "deciders": (np.int64, ()),
        "rewards": (np.float64, (PARTIES,)),
        "places": (np.int64, (PARTIES,)),
        "terminated": (np.bool_, ()),
        "truncated": (np.bool_, ()),
        "lengths": (np.int64, (len(LENGTHS),)),
    }


def of_batch(batch: Batch) -> dict[str, NDArray[Any]]:
    """The arrays of a batch by name, as views."""
    return {
        name: view(getattr(batch, name), dtype).reshape(batch.n, *shape)
        for name, (dtype, shape) in columns(batch.encoding.size, batch.actions).items()
    }
