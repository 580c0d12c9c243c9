"""A window on the screen that shows pixels and never waits. Needs the `render` extra."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludo_env.render.extras import extra


class Window:
    """A window for `render_mode="human"`; it opens with the first image.

    Raises:
        ImportError: the `render` extra is not installed.
    """

    def __init__(self, title: str = "Ludo") -> None:
        self.title = title
        self.closed = False
        """Whether the window was closed, by `close` or by the person in front of it."""
        self._pygame: Any = extra("pygame")
        self._surface: Any = None

    def show(self, image: NDArray[np.uint8]) -> None:
        """Show an image of shape (height, width, 3); after the window was closed do nothing."""
        if self.closed:
            return
        display = self._pygame.display
        size = (image.shape[1], image.shape[0])
        if self._surface is None or self._surface.get_size() != size:
            display.init()
            display.set_caption(self.title)
            self._surface = display.set_mode(size)
        self._pygame.surfarray.blit_array(self._surface, image.swapaxes(0, 1))
        display.flip()
        if self._pygame.event.get(self._pygame.QUIT):
            self.close()

    def close(self) -> None:
        """Close the window; it does not open again."""
        if self._surface is not None:
            self._pygame.display.quit()
        self._surface = None
        self.closed = True
