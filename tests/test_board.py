"""The board against the words of chapter 6, on a pathway built here from scratch."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from ludo_env import board
from ludo_env.board import SPACES, Compass, Kind, Party, parse_space
from ludo_env.errors import BadOption

Square = tuple[int, int]
EDGES = (0, 14)
YARD_OF: dict[int, Square] = {0: (0, 9), 1: (9, 9), 2: (9, 0), 3: (0, 0)}
"""The north-west square of each corner block of 6 x 6: NE, SE, SW, NW."""


def cross() -> set[Square]:
    """Three columns and three rows, without the nine squares of the centre."""
    arms = {(row, col) for row in range(15) for col in range(15) if {row, col} & {6, 7, 8}}
    return arms - {(row, col) for row in (6, 7, 8) for col in (6, 7, 8)}


def walk() -> list[Square]:
    """Follow the rim of the cross clockwise from the square below the top of the right column."""
    middle = {(row, 7) for row in range(1, 14)} | {(7, col) for col in range(1, 14)}
    open_squares = cross() - middle
    path = [(1, 8)]
    towards = (1, 0)
    while len(path) < len(open_squares):
        row, col = path[-1]
        # Straight on, else the diagonal round an inner corner, else the outer turn to the right.
        ahead, right = towards, (towards[1], -towards[0])
        left = (-towards[1], towards[0])
        diagonal = (ahead[0] + left[0], ahead[1] + left[1])
        for step, then in ((ahead, ahead), (diagonal, left), (right, right)):
            square = (row + step[0], col + step[1])
            if square in open_squares:
                path.append(square)
                towards = then
                break
    return path


PATH = walk()


def touching(a: Square, b: Square) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def square(space: board.Space) -> Square:
    return (space.row, space.col)


def kinds(kind: Kind) -> list[int]:
    return [space.id for space in board.spaces_of_kind(kind) if space.id < board.RING]


def test_the_pathway_is_the_rim_of_the_cross_walked_clockwise() -> None:
    assert len(PATH) == len(set(PATH)) == 52 == board.RING
    assert [square(space) for space in SPACES[:52]] == PATH
    assert all(space.kind & Kind.PATHWAY for space in SPACES[:52])


def test_ids_squares_and_names_are_unique() -> None:
    assert [space.id for space in SPACES] == list(range(len(SPACES)))
    assert len({square(space) for space in SPACES}) == len(SPACES)
    assert len({space.name for space in SPACES}) == len(SPACES)
    assert all(0 <= space.row < 15 and 0 <= space.col < 15 for space in SPACES)


@pytest.mark.rule("6.1")
def test_corners_and_path_divides() -> None:
    corners, divides = [], []
    for ring, here in enumerate(PATH):
        before, after = PATH[ring - 1], PATH[(ring + 1) % 52]
        if before[0] != after[0] and before[1] != after[1]:
            corners.append(ring)
        if not (touching(before, here) and touching(here, after)):
            divides.append(ring)
    # Twelve turns of the path: two at the end of each of the four arms, and the four divides,
    # where the spaces on both sides are corners.
    assert kinds(Kind.CORNER) == corners
    assert kinds(Kind.DIVIDE) == divides
    assert len(corners) - len(divides) // 2 == 12 and len(divides) == 2 * 4
    assert set(divides) < set(corners)


@pytest.mark.rule("6.12")
def test_fishing_spaces_are_the_edge_without_the_traps() -> None:
    edge = {ring for ring, place in enumerate(PATH) if set(place) & set(EDGES)}
    assert set(kinds(Kind.FISHING)) == edge - set(kinds(Kind.TRAP))
    assert [SPACES[ring].number for ring in kinds(Kind.FISHING)] == [9, 12] * 4


@pytest.mark.rule("6.11")
def test_a_trap_is_right_behind_the_start_of_its_party() -> None:
    starts = kinds(Kind.START)
    assert [PATH[ring] for ring in starts] == [(1, 8), (8, 13), (13, 6), (6, 1)]
    for party, start in enumerate(starts):
        trap = SPACES[(start - 1) % 52]
        assert trap.kind & Kind.TRAP
        assert trap.colour == party == SPACES[start].colour
        assert board.ring_index(party, -1) == trap.id == board.ring_index(party, 51)


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("party", Party)
def test_home_field_is_what_is_adjacent_to_the_yard(party: Party) -> None:
    top, left = YARD_OF[party]
    yard = [(row, col) for row in range(top, top + 6) for col in range(left, left + 6)]
    field = {
        ring for ring, place in enumerate(PATH) if any(touching(place, other) for other in yard)
    }
    assert field == {ring for ring in range(52) if board.in_home_field(party, ring)}
    assert field == {(13 * party + r) % 52 for r in range(-1, 11)}
    # Corner to corner adds nothing: the only such squares lie in the centre.
    assert field == {
        ring
        for ring, place in enumerate(PATH)
        if any(max(abs(place[0] - row), abs(place[1] - col)) == 1 for row, col in yard)
    }


@pytest.mark.rule("6.4")
@pytest.mark.parametrize("party", Party)
def test_a_piece_turns_right_before_its_trap_into_its_home_area(party: Party) -> None:
    route = [square(board.route_space(party, r)) for r in range(57)]
    assert route[:51] == [PATH[(13 * party + r) % 52] for r in range(51)]
    step = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(route[49:])]
    came, turned = step[0], step[1]
    assert turned == (came[1], -came[0]), "a right turn, with rows counted downwards"
    assert set(step[1:]) == {turned}, "straight on to the centre"
    home = board.route_space(party, 56)
    assert home.kind is Kind.HOME and max(abs(home.row - 7), abs(home.col - 7)) == 1
    area = [board.route_space(party, r) for r in range(51, 56)]
    assert all(space.kind & Kind.HOME_AREA and space.colour == party for space in area)
    assert [bool(space.kind & Kind.DIRECTION_MARK) for space in area] == [True] + [False] * 4
    assert board.own_spaces(party, Kind.HOME_AREA) == tuple(area)


@pytest.mark.rule("6.8")
def test_yellow_is_north_blue_east_red_south_green_west() -> None:
    marks = [square(space) for space in board.spaces_of_kind(Kind.DIRECTION_MARK)]
    assert marks == [(1, 7), (7, 13), (13, 7), (7, 1)]
    assert [party.name.lower() for party in Party] == list(board.COLOURS)


@pytest.mark.rule("6.5")
@pytest.mark.rule("6.6")
@pytest.mark.rule("6.7")
@pytest.mark.rule("6.13")
def test_places_of_the_marked_spaces_in_every_quadrant() -> None:
    places = {
        Kind.TELEPORT_TO: {2},
        Kind.TELEPORT_FROM: {3},
        Kind.HOOP: {6},
        Kind.SPELL_CARD: {7, 9},
        Kind.STAR: {8},
    }
    for kind, quarter in places.items():
        assert set(kinds(kind)) == {13 * q + r for q in range(4) for r in quarter}
    assert [SPACES[ring].colour for ring in kinds(Kind.STAR)] == list(Party)


@pytest.mark.rule("6.9")
@pytest.mark.parametrize("party", Party)
def test_structural_spaces_lie_in_the_yard_and_touch_the_space_they_guard(party: Party) -> None:
    structural = board.own_spaces(party, Kind.STRUCTURAL)
    guarded = [space.touches for space in structural]
    assert guarded == [board.ring_index(party, r) for r in (1, 4, 6, 9)]
    for space in structural:
        assert space.touches is not None
        assert touching(square(space), PATH[space.touches])


@pytest.mark.rule("6.10")
@pytest.mark.rule("6.14")
@pytest.mark.parametrize("party", Party)
def test_what_a_yard_holds(party: Party) -> None:
    top, left = YARD_OF[party]
    inside = [
        space for space in SPACES if top <= space.row < top + 6 and left <= space.col < left + 6
    ]
    assert all(space.quadrant == party for space in inside)
    count = {kind: sum(bool(space.kind & kind) for space in inside) for kind in Kind}
    assert {kind: number for kind, number in count.items() if number} == {
        Kind.YARD: 4,
        Kind.STRUCTURAL: 4,
        Kind.PRISON: 3,
        Kind.SHIELD_TANK: 1,
        Kind.ATTACK_TANK: 1,
        Kind.ANTI_TANK: 1,
        Kind.ARTILLERY: 1,
    }
    prison = [space.colour for space in inside if space.kind is Kind.PRISON]
    assert set(prison) == set(Party) - {party}
    assert [space.number for space in board.own_spaces(party, Kind.YARD)] == [1, 2, 3, 4]


@pytest.mark.parametrize("times", range(4))
def test_a_quarter_turn_takes_each_party_to_the_next(times: int) -> None:
    turned = {board.rotate(space.row, space.col, times): space for space in SPACES}
    for space in SPACES:
        before = turned[square(space)]
        assert before.kind == space.kind
        assert before.number == space.number
        assert (before.quadrant + times) % 4 == space.quadrant
        if before.colour is None:
            assert space.colour is None
        else:
            assert (before.colour + times) % 4 == space.colour


def directions() -> Iterator[tuple[int, bool, Compass]]:
    straights = {
        Compass.SOUTH: (51, 0, 1, 2, 3),
        Compass.EAST: (5, 6, 7, 8, 9),
    }
    for compass, rings in straights.items():
        for ring in rings:
            yield ring, True, compass
            yield (ring + 1) % 52, False, Compass((compass + 2) % 4)
    yield 4, True, Compass.SOUTH
    yield 5, False, Compass.WEST
    yield 10, True, Compass.SOUTH
    yield 11, True, Compass.SOUTH
    yield 12, True, Compass.WEST


@pytest.mark.parametrize(("ring", "forward", "compass"), list(directions()))
def test_the_compass_of_a_step(ring: int, forward: bool, compass: Compass) -> None:
    for turns in range(4):
        turned = (ring + 13 * turns) % 52
        expected = Compass((compass + turns) % 4)
        assert board.step_direction(turned, forward=forward) is expected


def test_ring_index_and_its_inverse() -> None:
    for party in Party:
        assert board.ring_index(party, 0) == 13 * party
        for r in range(52):
            ring = board.ring_index(party, r)
            assert board.relative(party, ring) == r
            assert 13 * board.quadrant_of(ring) + board.in_quadrant(ring) == ring


def test_every_name_is_understood_and_the_usual_other_ones_too() -> None:
    assert all(parse_space(space.name) is space for space in SPACES)
    assert SPACES[0].name == "yellow start"
    assert SPACES[21].name == "blue star"
    assert SPACES[42].name == "green 3"
    assert parse_space("  Blue   STAR ") is SPACES[21] is parse_space("blue 8")
    assert parse_space("yellow trap") is SPACES[51] is parse_space("green 12")
    assert parse_space("red T") is SPACES[29]
    assert parse_space("red home area 5") is board.route_space(Party.RED, 55)
    assert parse_space("green home") is board.route_space(Party.GREEN, 56)
    assert parse_space("red prison blue").colour is Party.BLUE


@pytest.mark.parametrize("text", ["", "purple 3", "yellow 13", "yellow -1", "3"])
def test_an_unknown_name_is_refused_with_what_a_name_is(text: str) -> None:
    with pytest.raises(BadOption, match="yellow start"):
        parse_space(text)
