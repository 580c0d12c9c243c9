"""Geometry of the board and the kind of every space; data only, no game logic. [6.1]

The board is a cross on a 15 x 15 grid (row 0 is the north edge). Its pathway is a ring of 52
spaces, numbered clockwise from yellow's start; party *p* starts at ring index 13 p.

A piece's place is *r*, counted along its own route:

====== =========================================================================
r      place
====== =========================================================================
-1     its yard
0..50  pathway; 0 is the start, 50 the space before the party's own trap
51..55 home area; 51 is the outermost space and carries the direction mark
56     home
====== =========================================================================

As a place on the ring, r = 51 (the same as -1) is the party's trap, which its own pieces never
reach by forward movement. One quadrant is written down here; the others are its rotations.
"""

from dataclasses import dataclass
from enum import IntEnum, IntFlag, auto
from typing import Final

from ludo_env.errors import BadOption

GRID: Final = 15
"""Rows and columns of the board."""
RING: Final = 52
"""Spaces of the pathway."""
QUADRANT: Final = 13
"""Pathway spaces from one start to the next."""
PARTIES: Final = 4
PIECES: Final = 4
"""Pieces of a party."""

YARD: Final = -1
"""The r of a piece in its yard."""
LAST_RING: Final = 50
"""The r of the space before the own trap: there a piece turns into its home area."""
HOME_AREA: Final = 51
"""The r of the first home area space."""
HOME: Final = 56
"""The r of a piece that got home."""

FIRST_HOME_FIELD: Final = -1
LAST_HOME_FIELD: Final = 10
"""A party's home field is r = -1..10, the pathway spaces adjacent to its yard. [6.1]"""


class Party(IntEnum):
    """A seat, clockwise; its value is its number of quarter turns from yellow. [6.8, 6.9]"""

    YELLOW = 0
    BLUE = 1
    RED = 2
    GREEN = 3


COLOURS: Final = ("yellow", "blue", "red", "green")


class Compass(IntEnum):
    """A direction; its value is its number of quarter turns clockwise from north. [6.8]"""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


class Kind(IntFlag):
    """What a space is; a space may be several things, such as a corner to fish from. [6.1]"""

    PATHWAY = auto()
    START = auto()
    TELEPORT_TO = auto()
    TELEPORT_FROM = auto()
    CORNER = auto()
    DIVIDE = auto()
    HOOP = auto()
    SPELL_CARD = auto()
    STAR = auto()
    FISHING = auto()
    TRAP = auto()
    HOME_AREA = auto()
    DIRECTION_MARK = auto()
    HOME = auto()
    YARD = auto()
    STRUCTURAL = auto()
    PRISON = auto()
    SHIELD_TANK = auto()
    ATTACK_TANK = auto()
    ANTI_TANK = auto()
    ARTILLERY = auto()

    TANK = SHIELD_TANK | ATTACK_TANK | ANTI_TANK


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the board.

    Attributes:
        id: its index in `SPACES`; the pathway comes first, so there it is the ring index.
        kind: everything that the space is.
        row, col: its square of the grid.
        quadrant: the party whose quadrant or yard it lies in.
        colour: the party it belongs to (start, star, trap, home area, yard), for a prison space
            the party of its captives; None for the other pathway spaces.
        number: the goal of a fishing space; otherwise the place among its like, from 1 (home area,
            yard and structural spaces), or 0.
        touches: ring index of the pathway space that a structural space guards, else None.
        name: what people call it, such as "blue star"; see `parse_space`.
    """

    id: int
    kind: Kind
    row: int
    col: int
    quadrant: Party
    colour: Party | None
    number: int
    touches: int | None
    name: str


def ring_index(party: int, r: int) -> int:
    """Return the ring index (0..51) of r on the ring, r = -1..51."""
    return (party * QUADRANT + r) % RING


def relative(party: int, ring: int) -> int:
    """Return a ring index counted from the party's start, 0..51."""
    return (ring - party * QUADRANT) % RING


def quadrant_of(ring: int) -> Party:
    """Return the party in whose quadrant a ring index lies."""
    return Party(ring // QUADRANT)


def in_quadrant(ring: int) -> int:
    """Return a ring index counted from the start of its quadrant, 0..12."""
    return ring % QUADRANT


def in_home_field(party: int, ring: int) -> bool:
    """[6.1] Return whether a ring index is adjacent to the party's yard."""
    return relative(party, ring - FIRST_HOME_FIELD) <= LAST_HOME_FIELD - FIRST_HOME_FIELD


def rotate(row: int, col: int, times: int) -> tuple[int, int]:
    """Turn a square clockwise by quarter turns; one turn takes party p to party p + 1."""
    for _ in range(times % PARTIES):
        row, col = col, GRID - 1 - row
    return row, col


# The quadrant of yellow: kind, square and fishing number by r. [6.1; places of T, D, B, spell
# cards and stars, and the numbers, are house rules]
_PATHWAY: Final[tuple[tuple[Kind, tuple[int, int], int], ...]] = (
    (Kind.START, (1, 8), 0),
    (Kind(0), (2, 8), 0),
    (Kind.TELEPORT_TO, (3, 8), 0),
    (Kind.TELEPORT_FROM, (4, 8), 0),
    (Kind.DIVIDE | Kind.CORNER, (5, 8), 0),
    (Kind.DIVIDE | Kind.CORNER, (6, 9), 0),
    (Kind.HOOP, (6, 10), 0),
    (Kind.SPELL_CARD, (6, 11), 0),
    (Kind.STAR, (6, 12), 0),
    (Kind.SPELL_CARD, (6, 13), 0),
    (Kind.FISHING | Kind.CORNER, (6, 14), 9),
    (Kind.FISHING, (7, 14), 12),
    (Kind.TRAP | Kind.CORNER, (8, 14), 0),
)

# Yellow's own spaces: kind, square, number, r of the guarded space. The yard is the block of six
# by six squares inside the home field; only what the structural spaces touch is given by the
# rules, the rest of the arrangement is the project's.
_OWN: Final[tuple[tuple[Kind, tuple[int, int], int, int | None], ...]] = (
    (Kind.HOME_AREA | Kind.DIRECTION_MARK, (1, 7), 1, None),
    (Kind.HOME_AREA, (2, 7), 2, None),
    (Kind.HOME_AREA, (3, 7), 3, None),
    (Kind.HOME_AREA, (4, 7), 4, None),
    (Kind.HOME_AREA, (5, 7), 5, None),
    (Kind.HOME, (6, 7), 0, None),
    (Kind.YARD, (2, 11), 1, None),
    (Kind.YARD, (2, 12), 2, None),
    (Kind.YARD, (3, 12), 3, None),
    (Kind.YARD, (3, 11), 4, None),
    (Kind.STRUCTURAL, (2, 9), 1, 1),
    (Kind.STRUCTURAL, (5, 9), 2, 4),
    (Kind.STRUCTURAL, (5, 10), 3, 6),
    (Kind.STRUCTURAL, (5, 13), 4, 9),
    (Kind.PRISON, (0, 10), 1, None),
    (Kind.PRISON, (0, 11), 2, None),
    (Kind.PRISON, (0, 12), 3, None),
    (Kind.SHIELD_TANK, (2, 14), 0, None),
    (Kind.ATTACK_TANK, (3, 14), 0, None),
    (Kind.ANTI_TANK, (4, 14), 0, None),
    (Kind.ARTILLERY, (0, 14), 0, None),
)

OWN_SPACES: Final = len(_OWN)
"""Spaces of one party off the pathway; theirs follow the pathway in `SPACES`, party by party."""

_OWN_NAMES: Final = {
    Kind.HOME_AREA: "home area {number}",
    Kind.HOME: "home",
    Kind.YARD: "yard {number}",
    Kind.STRUCTURAL: "structural {number}",
    Kind.PRISON: "prison {captive}",
    Kind.SHIELD_TANK: "shield tank",
    Kind.ATTACK_TANK: "attack tank",
    Kind.ANTI_TANK: "anti-tank",
    Kind.ARTILLERY: "artillery",
}


def _pathway_space(ring: int) -> Space:
    quadrant, r = quadrant_of(ring), in_quadrant(ring)
    kind, square, number = _PATHWAY[r]
    row, col = rotate(*square, quadrant)
    colour = None
    name = str(r)
    if kind & Kind.TRAP:
        colour = Party((quadrant + 1) % PARTIES)
    if kind & (Kind.START | Kind.STAR):
        colour = quadrant
        name = "start" if kind & Kind.START else "star"
    return Space(
        id=ring,
        kind=kind | Kind.PATHWAY,
        row=row,
        col=col,
        quadrant=quadrant,
        colour=colour,
        number=number,
        touches=None,
        name=f"{COLOURS[quadrant]} {name}",
    )


def _own_space(party: Party, index: int) -> Space:
    kind, square, number, touched_r = _OWN[index]
    row, col = rotate(*square, party)
    colour = party
    if kind is Kind.PRISON:
        colour = Party((party + number) % PARTIES)
    label = _OWN_NAMES[kind & ~Kind.DIRECTION_MARK]
    return Space(
        id=RING + party * OWN_SPACES + index,
        kind=kind,
        row=row,
        col=col,
        quadrant=party,
        colour=colour,
        number=number,
        touches=None if touched_r is None else ring_index(party, touched_r),
        name=f"{COLOURS[party]} {label.format(number=number, captive=COLOURS[colour])}",
    )


SPACES: Final[tuple[Space, ...]] = (
    *(_pathway_space(ring) for ring in range(RING)),
    *(_own_space(party, index) for party in Party for index in range(OWN_SPACES)),
)
"""Every space: the 52 of the pathway by ring index, then those of each party."""


def route_space(party: int, r: int) -> Space:
    """Return the space at r = 0..56 of a party's own route."""
    if r <= LAST_RING:
        return SPACES[ring_index(party, r)]
    return SPACES[RING + party * OWN_SPACES + r - HOME_AREA]


def spaces_of_kind(kind: Kind) -> tuple[Space, ...]:
    """Return the spaces that are of a kind (any of several joined with `|`), by id."""
    return tuple(space for space in SPACES if space.kind & kind)


def own_spaces(party: int, kind: Kind) -> tuple[Space, ...]:
    """Return a party's home area, home or yard spaces of a kind, by number."""
    first = RING + party * OWN_SPACES
    return tuple(space for space in SPACES[first : first + OWN_SPACES] if space.kind & kind)


_COMPASS_OF_STEP: Final = {
    (-1, 0): Compass.NORTH,
    (0, 1): Compass.EAST,
    (1, 0): Compass.SOUTH,
    (0, -1): Compass.WEST,
}


def step_direction(ring: int, *, forward: bool) -> Compass:
    """[6.8] The direction of the step from a ring index to the next one forward or backward.

    Across a divide the squares touch only by a corner; the step then has the direction of the
    straight that it leaves: from yellow's 4 to 5 south, from 5 to 4 west.
    """
    step = 1 if forward else -1
    here, there = SPACES[ring], SPACES[(ring + step) % RING]
    if here.kind & there.kind & Kind.DIVIDE:
        here, there = SPACES[(ring - step) % RING], here
    return _COMPASS_OF_STEP[there.row - here.row, there.col - here.col]


_ALIASES: Final = {
    Kind.TRAP: "trap",
    Kind.TELEPORT_FROM: "t",
    Kind.TELEPORT_TO: "d",
    Kind.HOOP: "b",
}


def _space_ids() -> dict[str, int]:
    ids = {space.name: space.id for space in SPACES}
    for space in SPACES[:RING]:
        ids[f"{COLOURS[space.quadrant]} {in_quadrant(space.id)}"] = space.id
        for kind, letter in _ALIASES.items():
            if space.kind & kind:
                owner = space.quadrant if space.colour is None else space.colour
                ids[f"{COLOURS[owner]} {letter}"] = space.id
    return ids


_SPACE_IDS: Final = _space_ids()


def parse_space(text: str) -> Space:
    """Return the space of a name, whatever its case and spacing.

    Besides the names that `Space.name` gives, "yellow 0" is a start, "yellow 8" a star,
    "yellow T", "yellow D" and "yellow B" are the lettered spaces of a quadrant, and "yellow trap"
    is the trap behind yellow's start.

    Raises:
        BadOption: the text names no space.
    """
    name = " ".join(text.lower().split())
    if name not in _SPACE_IDS:
        raise BadOption(
            f"no space is called {text!r}; a name is a colour ({', '.join(COLOURS)}) and a place,"
            " such as 'yellow start', 'blue star', 'green 3' or 'red home area 1'"
        )
    return SPACES[_SPACE_IDS[name]]
