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
    SPACES,
    YARD,
    Kind,
    own_spaces,
    route_space,
)
from ludo_env.choices import Choice
from ludo_env.errors import BadOption
from ludo_env.render.contents import Roll, Status, Thing, World, check, check_among

Square = tuple[int, int]
"""Row and column on the grid of 15 x 15; row 0 is the north edge."""
Placed = tuple[int, int, int]
"""Party 0..3, number of the piece 1..4, and its r: -1 yard, 0..50 pathway, 51..55 home area,
56 home."""

CONDITIONS: Final = (
    "unconscious",
    "prone",
    "restrained",
    "wet",
    "burning",
    "dodging",
    "veiled",
    "crowned",
    "looking backward",
)
"""What may be told of a piece."""
FACES: Final = 6
PRISON: Final = -2
"""The r of a captive."""
SPACES_SHOWN: Final = ("plain", "full")


@dataclass(frozen=True, slots=True)
class Picture:
    """One position, ready to be drawn by `svg` or `ansi`.

    Raises:
        BadOption: a party, piece, place, die or square that does not exist.
    """

    pieces: tuple[Placed, ...] = ()
    captives: tuple[tuple[int, int, int], ...] = ()
    """Party, number and jailer of the pieces that are in a prison; they are not among `pieces`."""
    conditions: tuple[tuple[int, int, str], ...] = ()
    """Party and number of a piece, and one of `CONDITIONS`; several of a piece each by itself."""
    turn: int | None = None
    """The party to roll or move."""
    die: int | None = None
    """The number on the die, 1..6."""
    decision: str = ""
    """What the party decides, in a word or two, where it is not always the same."""
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
    choices: tuple[Choice, ...] = ()
    """What the legal actions are about."""
    highlights: tuple[Square, ...] = ()
    things: tuple[Thing, ...] = ()
    """Structures, tanks, phantoms, crown tokens."""
    statuses: tuple[Status, ...] = ()
    """What is told of the parties, in their yards; one of each."""
    world: World | None = None
    rolls: tuple[Roll, ...] = ()
    """The dice that were thrown last, in order."""

    def __post_init__(self) -> None:
        for party, piece, r in self.pieces:
            check("party", party, 0, PARTIES - 1)
            check("piece", piece, 1, PIECES)
            check("r", r, YARD, HOME)
        for party, piece, jailer in self.captives:
            check("party", party, 0, PARTIES - 1)
            check("piece", piece, 1, PIECES)
            check("jailer", jailer, 0, PARTIES - 1)
            if jailer == party:
                raise BadOption(
                    f"picture: jailer {jailer} of its own piece, allowed: another party"
                )
        everywhere = self.pieces + self.captives
        if len({(party, piece) for party, piece, _ in everywhere}) < len(everywhere):
            raise BadOption("picture: a piece is in two places, allowed: each piece once")
        placed = {(party, piece) for party, piece, _ in everywhere}
        for party, piece, condition in self.conditions:
            if (party, piece) not in placed:
                raise BadOption(
                    f"picture: {condition} piece {piece} of party {party} is nowhere, allowed:"
                    " those of pieces and captives"
                )
            check_among("condition", condition, CONDITIONS)
        for choice in self.choices:
            for place in choice.spaces:
                check("space", place, 0, len(SPACES) - 1)
            for index in choice.pieces + choice.targets:
                check("piece", index, 0, PARTIES * PIECES - 1)
        for party in self.parties:
            check("party", party, 0, PARTIES - 1)
        if self.turn is not None:
            check("turn", self.turn, 0, PARTIES - 1)
        if self.die is not None:
            check("die", self.die, 1, FACES)
        for ring in self.safe + self.jumps:
            check("ring index", ring, 0, RING - 1)
        for row, col in self.trail + self.highlights:
            check("row", row, 0, GRID - 1)
            check("column", col, 0, GRID - 1)
        if len(self.trail) == 1 or any(here == there for here, there in pairwise(self.trail)):
            raise BadOption("picture: the trail stands still, allowed: two or more squares in turn")
        check_among("spaces", self.spaces, SPACES_SHOWN)

    def _repr_svg_(self) -> str:
        """Show the picture in a notebook."""
        from ludo_env.render.svg import svg

        return svg(self)


def square_of(party: int, piece: int, r: int) -> Square:
    """Return the square that a piece (1..4) is drawn on at r = -1..56.

    In every yard the pieces stand in reading order, whichever way the yard is turned.
    """
    if r == YARD:
        return sorted((space.row, space.col) for space in own_spaces(party, Kind.YARD))[piece - 1]
    space = route_space(party, r)
    return space.row, space.col


def prison_square(party: int, jailer: int) -> Square:
    """Return the square of the prison space that a jailer keeps for a party's piece."""
    (space,) = (space for space in own_spaces(jailer, Kind.PRISON) if space.colour == party)
    return space.row, space.col


def standing(picture: Picture) -> dict[Square, list[Placed]]:
    """Return the pieces on every occupied square, by party and number; captives have r = -2."""
    squares: dict[Square, list[Placed]] = {}
    for piece in sorted(picture.pieces):
        squares.setdefault(square_of(*piece), []).append(piece)
    for party, number, jailer in picture.captives:
        squares[prison_square(party, jailer)] = [(party, number, PRISON)]
    return squares


def turn_words(picture: Picture) -> str:
    """Say whose turn it is and what the die shows, such as "red rolled 5"."""
    if picture.turn is None:
        return "" if picture.die is None else f"rolled {picture.die}"
    colour = COLOURS[picture.turn]
    if picture.decision:
        rolled = "" if picture.die is None else f", rolled {picture.die}"
        return f"{colour} decides: {picture.decision}{rolled}"
    return f"{colour} to roll" if picture.die is None else f"{colour} rolled {picture.die}"


def conditions_of(picture: Picture, party: int, number: int) -> tuple[str, ...]:
    """Return the conditions of a piece, in the order of `CONDITIONS`."""
    own = {told for of, piece, told in picture.conditions if (of, piece) == (party, number)}
    return tuple(condition for condition in CONDITIONS if condition in own)


def where_words(picture: Picture, piece: Placed) -> str:
    """Say where a piece is and how it fares there, such as "blue star (prone, wet)"."""
    party, number, r = piece
    conditions = conditions_of(picture, party, number)
    return _place_words(party, r) + (f" ({', '.join(conditions)})" if conditions else "")


def piece_words(picture: Picture) -> list[str]:
    """Say for each party where its pieces are, such as "yellow: 1 yard, 2 blue star"."""
    lines = []
    for party in sorted(picture.parties):
        where = {
            piece[1]: where_words(picture, piece) for piece in picture.pieces if piece[0] == party
        }
        for own, piece, jailer in picture.captives:
            if own == party:
                where[piece] = f"{COLOURS[jailer]} prison"
        words = ", ".join(f"{piece} {place}" for piece, place in sorted(where.items()))
        lines.append(f"{COLOURS[party]}: {words or 'no pieces'}")
    return lines


def _place_words(party: int, r: int) -> str:
    if r == YARD:
        return "yard"
    return "home" if r == HOME else route_space(party, r).name


def chosen_squares(picture: Picture) -> set[Square]:
    """Return the squares that the legal actions lead to or are aimed at."""
    squares = {
        (SPACES[space].row, SPACES[space].col)
        for choice in picture.choices
        for space in choice.spaces
    }
    aims = {target for choice in picture.choices for target in choice.targets}
    for square, pieces in standing(picture).items():
        if any(party * PIECES + number - 1 in aims for party, number, _ in pieces):
            squares.add(square)
    return squares


def other_words(picture: Picture) -> list[str]:
    """Say what else there is: the world, the parties, what stands on the board, the dice."""
    told = [picture.world.words] if picture.world else []
    told += [status.words for status in picture.statuses]
    told += [f"{thing.words} on {SPACES[thing.space].name}" for thing in picture.things]
    return told + [f"rolled: {', '.join(roll.words for roll in picture.rolls)}"] * bool(
        picture.rolls
    )
