"""An SVG text as pixels. Needs the `render` extra."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray

from ludo_env.errors import BadOption
from ludo_env.render.extras import extra

LARGEST = 8192
"""Most pixels across."""


def png(svg_text: str, size: int) -> bytes:
    """Rasterise an SVG text to a PNG image `size` pixels wide.

    Raises:
        BadOption: the width is not in 1..8192.
        ImportError: the `render` extra is not installed.
    """
    if not 1 <= size <= LARGEST:
        raise BadOption(f"size: {size} pixels is outside 1..{LARGEST}")
    image: bytes = extra("resvg_py").svg_to_bytes(
        svg_string=svg_text, width=size, skip_system_fonts=True
    )
    return image


def rgb_array(svg_text: str, size: int) -> NDArray[np.uint8]:
    """Rasterise an SVG text to an array of shape (height, `size`, 3), uint8.

    Raises:
        BadOption: the width is not in 1..8192.
        ImportError: the `render` extra is not installed.
    """
    image = png(svg_text, size)
    pygame = extra("pygame")
    columns = pygame.surfarray.array3d(pygame.image.load(io.BytesIO(image), "picture.png"))
    return np.ascontiguousarray(columns.swapaxes(0, 1))
