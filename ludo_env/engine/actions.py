"""The action catalogue: every action has a number and a readable name that parses back."""

from __future__ import annotations

from typing import Final

from ludo_env.board import PIECES

PLAIN_ACTIONS: Final = tuple(f"move {piece + 1}" for piece in range(PIECES))
"""Plain Ludo: move piece 1 to 4 with the die, entering included."""


class Catalogue:
    """The fixed actions of a game, by number and by name."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self._numbers = {name: number for number, name in enumerate(names)}

    def number(self, action: int | str) -> int | None:
        """The number of an action given by number or name (case and spaces do not matter)."""
        if isinstance(action, str):
            return self._numbers.get(" ".join(action.lower().split()))
        if isinstance(action, bool) or not 0 <= action < len(self.names):
            return None
        return action


PLAIN: Final = Catalogue(PLAIN_ACTIONS)
