"""The packages of the `render` extra, imported when they are needed."""

from __future__ import annotations

import importlib
import os
from types import ModuleType


def extra(name: str) -> ModuleType:
    """Import a package of the `render` extra.

    Raises:
        ImportError: it is not installed; the message says how to install it.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        return importlib.import_module(name)
    except ImportError as missing:
        raise ImportError(
            f"{name} is not installed; it comes with: pip install 'ludicrous-ludo[render]'"
        ) from missing
