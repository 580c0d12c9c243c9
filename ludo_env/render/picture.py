"""What a picture of a game shows; the drawings in this package all start from it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ludo_env.board import (
    COLOURS,
    GRID,
    HOME,
    PARTIES,
    PIECES,
    RING,
    YARD,
    Kind,
    own_spaces,
    route_space,
)
from ludo_env.errors import BadOption

Square = tuple[int, int]
"""Row and column on the grid of 15 x 15; row 0 is the north edge."""
Placed = tuple[int, int, int]
"""Party 0..3, number of the piece 1..4, and its r: -1 yard, 0..50 pathway, 51..55 home area,
56 home."""

FACES: Final = 6
SPACES_SHOWN: Final = ("plain", "full")


@dataclass(frozen=True, slots=True)
class Picture:
    """One position, ready to be drawn by `svg` or `ansi`.

    Raises:
        BadOption: a party, piece, place, die or square that does not exist.
    """

    pieces: tuple[Placed, ...] = ()
    turn: int | None = None
    """The party to roll or move."""
    die: int | None = None
    """The number on the die, 1..6."""
    title: str = ""
    parties: tuple[int, ...] = tuple(range(PARTIES))
    """The parties in play; the yards of the others stay empty and pale."""
    safe: tuple[int, ...] = ()
    """Ring indices of the spaces that the rules make safe."""
    jumps: tuple[int, ...] = ()
    """Ring indices of the spaces from which a piece jumps on."""
    spaces: str = "plain"
    """``plain`` shows the board of plain Ludo, ``full`` every space of the full game."""
    trail: tuple[Square, ...] = ()
    """The squares of the last move, first to last; each differs from the one before."""
    moves: tuple[tuple[Square, Square], ...] = ()
    """The legal moves, from and to."""
    highlights: tuple[Square, ...] = ()

    def __post_init__(self) -> None:
        for party, piece, r in self.pieces:
            _check("party", party, 0, PARTIES - 1)
            _check("piece", piece, 1, PIECES)
            _check("r", r, YARD, HOME)
        if len({(party, piece) for party, piece, _ in self.pieces}) < len(self.pieces):
            raise BadOption("picture: a piece is in two places, allowed: each piece once")
        for party in self.parties:
            _check("party", party, 0, PARTIES - 1)
        if self.turn is not None:
            _check("turn", self.turn, 0, PARTIES - 1)
        if self.die is not None:
            _check("die", self.die, 1, FACES)
        for ring in self.safe + self.jumps:
            _check("ring index", ring, 0, RING - 1)
        squares = self.trail + self.highlights + tuple(end for move in self.moves for end in move)
        for row, col in squares:
            _check("row", row, 0, GRID - 1)
            _check("column", col, 0, GRID - 1)
        if len(self.trail) == 1 or any(here == there for here, there in pairwise(self.trail)):
            raise BadOption("picture: the trail stands still, allowed: two or more squares in turn")
        if self.spaces not in SPACES_SHOWN:
            raise BadOption(f"picture: spaces {self.spaces!r}, allowed: {', '.join(SPACES_SHOWN)}")

    def _repr_svg_(self) -> str:
        """Show the picture in a notebook."""
        from ludo_env.render.svg import svg

        return svg(self)


def _check(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BadOption(f"picture: {name} {value} is outside {low}..{high}")


def square_of(party: int, piece: int, r: int) -> Square:
    """Return the square that a piece (1..4) is drawn on at r = -1..56.

    In every yard the pieces stand in reading order, whichever way the yard is turned.
    """
    if r == YARD:
        return sorted((space.row, space.col) for space in own_spaces(party, Kind.YARD))[piece - 1]
    space = route_space(party, r)
    return space.row, space.col


def standing(picture: Picture) -> dict[Square, list[Placed]]:
    """Return the pieces on every occupied square, by party and number."""
    squares: dict[Square, list[Placed]] = {}
    for piece in sorted(picture.pieces):
        squares.setdefault(square_of(*piece), []).append(piece)
    return squares


def turn_words(picture: Picture) -> str:
    """Say whose turn it is and what the die shows, such as "red rolled 5"."""
    if picture.turn is None:
        return "" if picture.die is None else f"rolled {picture.die}"
    colour = COLOURS[picture.turn]
    return f"{colour} to roll" if picture.die is None else f"{colour} rolled {picture.die}"


def piece_words(picture: Picture) -> list[str]:
    """Say for each party where its pieces are, such as "yellow: 1 yard, 2 blue star"."""
    lines = []
    for party in sorted(picture.parties):
        own = [piece for piece in sorted(picture.pieces) if piece[0] == party]
        where = ", ".join(f"{piece} {_place_words(party, r)}" for _, piece, r in own)
        lines.append(f"{COLOURS[party]}: {where or 'no pieces'}")
    return lines


def _place_words(party: int, r: int) -> str:
    if r == YARD:
        return "yard"
    return "home" if r == HOME else route_space(party, r).name
