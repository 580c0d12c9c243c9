"""How a game is told and shown in a terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.highlighter import RegexHighlighter
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from ludo_env.board import COLOURS
from ludo_env.errors import BadOption

if TYPE_CHECKING:
    from rich.console import Console

    from ludo_env.engine.game import Game
    from ludo_env.render import Picture

QUIT: Final = ("q", "quit")
STYLES: Final = {
    "party.yellow": "bold yellow",
    "party.blue": "bold bright_blue",
    "party.red": "bold red",
    "party.green": "bold green",
}
BESIDE: Final = 124
"""Columns of a terminal in which the party sheets stand beside the board."""
BOARD: Final = 61
"""Columns of the board."""


class Parties(RegexHighlighter):
    """Colours the names of the parties and of their pieces."""

    base_style = "party."
    highlights = [rf"(?i)\b(?P<{colour}>{colour}( \d\b)?)" for colour in COLOURS]  # noqa: RUF012


class Teller:
    """Tells what happened since it last did, and shows the board when it has changed.

    Each is done for one party, from which others' cards and secret dice are kept; None sees all.
    In a terminal there are colours, and the party sheets are a table; elsewhere all is plain lines.

    Args:
        console: where to.
        style: of the sentences, as rich has it.
    """

    def __init__(self, console: Console, style: str = "") -> None:
        self.console = console
        self.style = style
        self.told = 0
        self.shown: tuple[Picture, list[str]] | None = None
        self.highlighter = Parties()
        console.push_theme(Theme(STYLES))

    def tell(self, game: Game, seat: int | None) -> None:
        """Say in words what happened."""
        from ludo_env.words import describe

        for event in game.events[self.told :]:
            self.line(f"  {describe(game, event, seat)}")
        self.told = len(game.events)

    def forget(self, game: Game) -> None:
        """Go on from this game: what has happened in it is not told, the board is shown anew."""
        self.told = len(game.events)
        self.shown = None

    def line(self, words: str) -> None:
        """Print one line."""
        text = self.highlighter(Text(words, style=self.style))
        self.console.print(text, highlight=False, soft_wrap=True)

    def show(self, game: Game, seat: int | None) -> None:
        """Print the board, and in a full game the party sheets, as a party sees them, if they have
        changed since they were shown last.
        """
        from ludo_env.render import picture_of
        from ludo_env.words_sheet import sheet_lines

        picture = replace(picture_of(game), turn=None, die=None)
        sheets = sheet_lines(game, seat)
        # Whose decision it is, and on what, stands in the question: that alone is no change.
        position = (replace(picture, decision="", choices=(), rolls=()), sheets)
        if position != self.shown:
            self.draw(game, seat, picture, sheets)
        self.shown = position

    def draw(self, game: Game, seat: int | None, picture: Picture, sheets: list[str]) -> None:
        """Print the board and the party sheets."""
        from ludo_env.render import ansi

        board = ansi(picture, colour=self.console.is_terminal)
        if not (self.console.is_terminal and sheets):
            # Ready for the terminal as it is: rich must not interpret it.
            self.console.file.write("\n".join([board, *sheets]).rstrip("\n") + "\n")
            return
        from ludo_env.commands._sheets import sheets_of

        told = sheets_of(game, seat, self.highlighter)
        drawn = Text.from_ansi(board.rstrip("\n"))
        if self.console.width < BESIDE:
            self.console.print(drawn, told, highlight=False)
            return
        beside = Table.grid(padding=(0, 2))
        beside.add_column(width=BOARD)
        beside.add_column()
        beside.add_row(drawn, told)
        self.console.print(beside, highlight=False)

    def ask(self, question: str) -> str | None:
        """The answer of a person; None to stop."""
        try:
            answer = self.console.input(question, markup=False).strip()
        except EOFError:
            self.line("")  # what follows begins a line of its own
            return None
        return None if answer.lower() in QUIT else answer


def check_folder(option: str, path: str) -> None:
    """Raise `BadOption` unless there is a folder for a file that an option names."""
    if not Path(path).parent.is_dir():
        raise BadOption(f"{option}: {path!r}, its folder does not exist")
