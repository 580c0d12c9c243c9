"""Positions one after another: an animated GIF, or a sheet of pictures. A GIF needs the extra."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from ludo_env.errors import BadOption
from ludo_env.render.extras import extra
from ludo_env.render.glyphs import number as n
from ludo_env.render.raster import png

COLOURS: Final = 127
"""Of all frames of a film together; one more says that nothing has changed."""
PLAIN: Final = 0
"""Of Pillow: a colour becomes the nearest one, without dots of two."""
SHORTEST: Final = 0.02
LAST_FRAME: Final = 4.0
"""How much longer the last frame of a film stands."""
COLUMN: Final = 420.0
"""Width of a picture on a sheet, and of the gap after it."""
GAP: Final = 12.0
_SIZE: Final = re.compile(r'^<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"')
_XMLNS: Final = ' xmlns="http://www.w3.org/2000/svg"'


def gif(
    pictures: Sequence[str], width: int, seconds: float, tick: Callable[[int], None] | None = None
) -> bytes:
    """Make an animated GIF, which runs on and on.

    Args:
        pictures: SVG texts of one size, at least one.
        width: pixels across.
        seconds: how long a picture stands, from 0.02; the last one stands longer.
        tick: hears after every picture that one more is ready.

    Raises:
        BadOption: there is no picture, or a number is not allowed.
        ImportError: the `render` extra is not installed.
    """
    if not pictures:
        raise BadOption("film: no pictures, allowed: one or more")
    if seconds < SHORTEST:
        raise BadOption(f"seconds: {seconds}, allowed: from {SHORTEST}")
    # One palette for all, so that only what has changed is kept of a frame.
    palette = _palette([pictures[at] for at in {0, len(pictures) // 2, len(pictures) - 1}], width)
    frames = []
    for picture in pictures:
        frames.append(_frame(picture, width).quantize(palette=palette, dither=PLAIN))
        if tick is not None:
            tick(1)
    durations = [round(1000 * seconds)] * len(frames)
    durations[-1] = round(1000 * seconds * LAST_FRAME)
    file = io.BytesIO()
    others = {"save_all": True, "append_images": frames[1:]}
    frames[0].save(file, "GIF", **others, duration=durations, loop=0, optimize=True)
    return file.getvalue()


def _frame(picture: str, width: int) -> Any:
    """A picture as an image of Pillow."""
    image = extra("PIL.Image").open(io.BytesIO(png(picture, width)))
    return image.convert("RGB")


def _palette(pictures: Sequence[str], width: int) -> Any:
    """An image with the palette of some pictures together."""
    frames = [_frame(picture, width) for picture in pictures]
    wide, high = frames[0].size
    together = extra("PIL.Image").new("RGB", (wide * len(frames), high))
    for place, frame in enumerate(frames):
        together.paste(frame, (wide * place, 0))
    return together.quantize(COLOURS, dither=PLAIN)


def sheet(pictures: Sequence[str], columns: int | None = None) -> str:
    """Put SVG texts of one size on one sheet, in rows from the left; it is an SVG as well.

    Args:
        pictures: at least one.
        columns: how many in a row; about as many as rows, if None.

    Raises:
        BadOption: there is no picture, or no column.
    """
    if not pictures:
        raise BadOption("sheet: no pictures, allowed: one or more")
    across = math.ceil(math.sqrt(len(pictures))) if columns is None else columns
    if across < 1:
        raise BadOption(f"columns: {columns}, allowed: from 1")
    found = _SIZE.match(pictures[0])
    assert found is not None  # every picture of this package begins so
    height = COLUMN * float(found[2]) / float(found[1])
    parts = []
    for place, picture in enumerate(pictures):
        row, col = divmod(place, across)
        at = f'<svg x="{n(GAP + col * (COLUMN + GAP))}" y="{n(GAP + row * (height + GAP))}"'
        size = f'{at} width="{n(COLUMN)}" height="{n(height)}"'
        parts.append(picture.replace("<svg", size, 1).replace(_XMLNS, "", 1))
    rows = math.ceil(len(pictures) / across)
    width = n(across * (COLUMN + GAP) + GAP)
    whole = f'viewBox="0 0 {width} {n(rows * (height + GAP) + GAP)}"'
    return "\n".join([f"<svg{_XMLNS} {whole}>", *parts, "</svg>"])
