"""A position as text for a terminal, in colour or without."""

from __future__ import annotations

from typing import Final

from ludo_env.board import COLOURS, GRID, SPACES, Kind, Party, Space, rotate
from ludo_env.render.contents import Thing
from ludo_env.render.picture import (
    Picture,
    Placed,
    Square,
    chosen_squares,
    piece_words,
    standing,
    turn_words,
)

WIDTH: Final = 4
"""Characters of a square."""
RESET: Final = "\x1b[0m"
STRONG: Final = ("1;30;48;5;220", "1;97;48;5;25", "1;97;48;5;160", "1;97;48;5;29")
"""Colours of the parties in the 256-colour palette, for pieces and the frames of the yards."""
PALE: Final = ("30;48;5;229", "30;48;5;153", "30;48;5;217", "30;48;5;157")
"""Colours of the parties for their spaces."""
PATHWAY: Final = "38;5;238;48;5;255"
ABSENT: Final = "38;5;238;48;5;250"
YARD_SIDE: Final = 6
LETTERS: Final = {
    Kind.TELEPORT_FROM: "T",
    Kind.TELEPORT_TO: "D",
    Kind.HOOP: "B",
    Kind.TRAP: "X",
    Kind.STAR: "*",
    Kind.SPELL_CARD: "+",
    Kind.STRUCTURAL: "S",
    Kind.PRISON: "P",
    Kind.SHIELD_TANK: "t+",
    Kind.ATTACK_TANK: "t!",
    Kind.ANTI_TANK: "t/",
    Kind.ARTILLERY: "A",
}
SIGNS: Final = {"phantom": "&", "crown": "^"}
COMPASS: Final = "NESW"
SPACE_AT: Final = {(space.row, space.col): space for space in SPACES}
FULL_ONLY: Final = Kind.STRUCTURAL | Kind.PRISON | Kind.TANK | Kind.ARTILLERY


def ansi(picture: Picture, *, colour: bool = True) -> str:
    """Draw a position in 15 lines of 60 characters, and below it say where everything is.

    A piece is the first letter of its party and its number; "Y12" are two pieces of yellow, "3x"
    are three pieces of several parties; a small letter is an unconscious piece. Structures and
    tanks are their first two letters, in small ones where they do not act; "&" is a phantom, "^"
    a crown. What can be chosen, and highlights, are in brackets.

    Args:
        picture: the position.
        colour: whether to use terminal colour codes.
    """
    pieces = standing(picture)
    things = {_place(thing): _thing_words(thing) for thing in picture.things}
    marked = set(picture.highlights) | chosen_squares(picture)
    lines = []
    for row in range(GRID):
        line = ""
        for col in range(GRID):
            at = (row, col)
            words, paint = _square(picture, at, pieces.get(at, []))
            if at not in pieces:
                words = things.get(at, words)
            line += _paint(_bracket(words, at in marked), paint if colour else "")
        lines.append(line.rstrip())
    lines.append("")
    lines += [line for line in (picture.title, turn_words(picture)) if line]
    return "\n".join([*lines, *piece_words(picture)]) + "\n"


def _square(picture: Picture, at: Square, pieces: list[Placed]) -> tuple[str, str]:
    """The words on a square and its colour codes."""
    if pieces:
        parties = {party for party, _, _ in pieces}
        return _piece_words(picture, pieces), STRONG[pieces[0][0]] if len(parties) == 1 else PATHWAY
    space = SPACE_AT.get(at)
    if space is None or (space.kind & FULL_ONLY and picture.spaces != "full"):
        return "", _yard_paint(picture, at)
    words = _full(space) if picture.spaces == "full" else _plain(picture, space)
    owned = Kind.START | Kind.HOME_AREA | Kind.HOME | Kind.YARD | FULL_ONLY
    if space.colour is None or not space.kind & owned:
        return words, PATHWAY
    return words, PALE[space.colour] if space.colour in picture.parties else ABSENT


def _place(thing: Thing) -> Square:
    return SPACES[thing.space].row, SPACES[thing.space].col


def _thing_words(thing: Thing) -> str:
    if thing.kind in SIGNS:
        return SIGNS[thing.kind]
    words = thing.kind[:2]
    return words if thing.state else words.upper()


def _yard_paint(picture: Picture, at: Square) -> str:
    """The colour codes of the frame of a yard, none elsewhere."""
    for party in Party:
        row, col = rotate(*at, -party)
        inner = (row, GRID - 1 - col)
        if max(inner) < YARD_SIDE and {0, YARD_SIDE - 1} & set(inner):
            return STRONG[party] if party in picture.parties else ABSENT
    return ""


def _piece_words(picture: Picture, pieces: list[Placed]) -> str:
    names = []
    for party, piece, _ in pieces:
        letter = COLOURS[party][0]
        fallen = (party, piece, "unconscious") in picture.conditions
        names.append(f"{letter if fallen else letter.upper()}{piece}")
    if len({name[0] for name in names}) == 1:
        numbers = "".join(str(piece) for _, piece, _ in pieces)
        return names[0][0] + (numbers if len(numbers) < WIDTH else f"1-{len(numbers)}")
    return "".join(names) if len(names) * 2 <= WIDTH else f"{len(names)}x"


def _plain(picture: Picture, space: Space) -> str:
    if space.id in picture.safe:
        return "*"
    if space.id in picture.jumps:
        return ">>"
    return _ground(space)


def _full(space: Space) -> str:
    if space.kind & Kind.DIRECTION_MARK:
        return COMPASS[space.quadrant]
    if space.kind & Kind.FISHING:
        return str(space.number)
    for kind, letter in LETTERS.items():
        if space.kind & kind:
            return letter
    return _ground(space)


def _ground(space: Space) -> str:
    """An empty space: a party's own by its first letter, the pathway as dots."""
    if space.kind & (Kind.START | Kind.HOME_AREA | Kind.HOME) and space.colour is not None:
        return COLOURS[space.colour][0]
    return "o" if space.kind & Kind.YARD else "."


def _bracket(words: str, marked: bool) -> str:
    if marked and len(words) <= WIDTH - 2:
        return f"[{words:^{WIDTH - 2}}]"
    return f"{words:^{WIDTH}}"


def _paint(words: str, codes: str) -> str:
    return f"\x1b[{codes}m{words}{RESET}" if codes else words
