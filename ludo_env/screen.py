"""How the environments show a game."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from ludo_env.engine.game import Game
from ludo_env.errors import BadOption

if TYPE_CHECKING:
    from ludo_env.render.window import Window

MODES: Final = ("human", "rgb_array", "ansi", "svg")
SIZE: Final = 720
"""Pixels across."""
FRAMES: Final = 4
"""Pictures that a window shows in a second."""


class Screen:
    """Shows games in one render mode. Pixels and windows need the ``render`` extra.

    Args:
        mode: ``human`` (a window), ``rgb_array`` (``(height, 720, 3)`` uint8), ``ansi`` (text for
            a terminal), ``svg`` (text), or None.

    Raises:
        BadOption: unknown mode.
    """

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in MODES:
            raise BadOption(f"unknown render mode {mode!r}, allowed: {', '.join(MODES)}, or None")
        self.mode = mode
        self.window: Window | None = None
        self.shown = 0.0
        """When the window showed its last picture, in seconds."""

    def show(self, game: Game) -> NDArray[np.uint8] | str | None:
        """The picture of a game; None where it went to the window, or there is no mode."""
        if self.mode is None:
            logger.warn("render() shows nothing: the environment was made without a render_mode")
            return None
        from ludo_env.render import ansi, picture_of, svg

        picture = picture_of(game)
        if self.mode == "ansi":
            return ansi(picture)
        if self.mode == "svg":
            return svg(picture)
        from ludo_env.render.raster import rgb_array

        image = rgb_array(svg(picture), SIZE)
        if self.mode == "rgb_array":
            return image
        self.show_in_window(image)
        return None

    def show_in_window(self, image: NDArray[np.uint8]) -> None:
        """Show an image, slowly enough to be followed."""
        if self.window is None:
            from ludo_env.render.window import Window

            self.window = Window()
        if not self.window.closed:
            time.sleep(max(0.0, self.shown + 1 / FRAMES - time.monotonic()))
            self.window.show(image)
            self.shown = time.monotonic()

    def close(self) -> None:
        """Close the window, if there is one."""
        if self.window is not None:
            self.window.close()

    def __getstate__(self) -> dict[str, Any]:
        # A window belongs to one process and one environment; a copy opens its own.
        return {"mode": self.mode, "window": None, "shown": 0.0}
