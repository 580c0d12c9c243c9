"""How a game is told and shown in a terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludo_env.errors import BadOption

if TYPE_CHECKING:
    from rich.console import Console

    from ludo_env.engine.game import Game
    from ludo_env.render import Picture

QUIT: Final = ("q", "quit")


class Teller:
    """Tells what happened since it last did, and shows the board when it has changed.

    Each is done for one party, from which others' cards and secret dice are kept; None sees all.

    Args:
        console: where to.
        style: of the sentences, as rich has it.
    """

    def __init__(self, console: Console, style: str = "") -> None:
        self.console = console
        self.style = style
        self.told = 0
        self.shown: tuple[Picture, list[str]] | None = None

    def tell(self, game: Game, seat: int | None) -> None:
        """Say in words what happened."""
        from ludo_env.words import describe

        for event in game.events[self.told :]:
            self.line(f"  {describe(game, event, seat)}")
        self.told = len(game.events)

    def line(self, words: str) -> None:
        """Print one line."""
        self.console.print(words, style=self.style, highlight=False, markup=False, soft_wrap=True)

    def show(self, game: Game, seat: int | None) -> None:
        """Print the board, and in a full game the party sheets, as a party sees them."""
        from ludo_env.render import ansi, picture_of
        from ludo_env.words_sheet import sheet_lines

        picture = replace(picture_of(game), turn=None, die=None)
        sheets = sheet_lines(game, seat)
        # Whose decision it is, and on what, stands in the question: that alone is no change.
        position = (replace(picture, decision="", choices=()), sheets)
        if position != self.shown:
            lines = [ansi(picture, colour=self.console.is_terminal), *sheets]
            # Ready for the terminal as it is: rich must not interpret it.
            self.console.file.write("\n".join(lines).rstrip("\n") + "\n")
        self.shown = position

    def ask(self, question: str) -> str | None:
        """The answer of a person; None to stop."""
        try:
            answer = self.console.input(question, markup=False).strip()
        except EOFError:
            return None
        return None if answer.lower() in QUIT else answer


def check_folder(option: str, path: str) -> None:
    """Raise `BadOption` unless there is a folder for a file that an option names."""
    if not Path(path).parent.is_dir():
        raise BadOption(f"{option}: {path!r}, its folder does not exist")
