"""The party sheets of a full game as a table for a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ludo_env.board import COLOURS

if TYPE_CHECKING:
    from ludo_env.engine.game import Game

HEALTH_BAR: Final = 12
FULL: Final = "█"
EMPTY: Final = "░"
PARTS: Final = ("conditions", "belongings", "structures", "hand", "pieces")
"""What a panel tells below the hit points, each on lines of its own."""


def sheets_of(game: Game, seat: int | None, highlighter: Callable[[Text], Text]) -> Group:
    """The world and a panel for every party, as of `ludo_env.words_sheet.sheet_lines`."""
    from ludo_env.words_sheet import world_words

    world = highlighter(Text(", ".join(world_words(game)), style="dim"))
    return Group(world, *(_panel(game, party, seat, highlighter) for party in game.seats))


def _panel(game: Game, party: int, seat: int | None, highlighter: Callable[[Text], Text]) -> Panel:
    from ludo_env.words_sheet import sheet_of

    sheet, style = sheet_of(game, party, seat), f"party.{COLOURS[party]}"
    lines = Table.grid()
    if not sheet.health:
        lines.add_row(Text("out of the game", style="dim"))
    else:
        lines.add_row(_health(game, party, style) + Text(f" {', '.join(sheet.health)}"))
        for part in PARTS:
            words = getattr(sheet, part)
            if words:
                lines.add_row(highlighter(Text(("; " if part == "pieces" else ", ").join(words))))
    title = f"[{style}]{sheet.head}[/]"
    return Panel(lines, title=title, title_align="left", border_style=style, padding=(0, 1))


def _health(game: Game, party: int, style: str) -> Text:
    state = game.full
    most = max(1, int(state.most_hp(party)))
    full = max(0, min(HEALTH_BAR, round(HEALTH_BAR * int(state.hp[party]) / most)))
    return Text(FULL * full + EMPTY * (HEALTH_BAR - full), style=style)
