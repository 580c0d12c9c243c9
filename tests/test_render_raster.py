"""Pixels and the window; both need the `render` extra."""

import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from ludo_env.board import HOME, LAST_RING
from ludo_env.errors import BadOption
from ludo_env.render import Picture, svg
from ludo_env.render.marks import ABSENT, CELL, HEIGHT, TONES, WIDTH, centre
from ludo_env.render.picture import square_of
from ludo_env.render.raster import png, rgb_array
from ludo_env.render.window import Window


@pytest.fixture
def _extra() -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("pygame")


@pytest.fixture
def window(_extra: None, monkeypatch: pytest.MonkeyPatch) -> Window:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    return Window()


def rgb(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


@pytest.mark.usefixtures("_extra")
@pytest.mark.parametrize("size", [1, 100, 333])
def test_shape_and_type(size: int) -> None:
    image = rgb_array(svg(Picture()), size)
    assert image.dtype == np.uint8 and image.flags.c_contiguous
    assert image.shape[1:] == (size, 3)
    assert abs(image.shape[0] - size * HEIGHT / WIDTH) <= 1


@pytest.mark.usefixtures("_extra")
def test_pieces_are_where_they_belong() -> None:
    size = int(WIDTH)
    for r in (*range(-1, LAST_RING + 1, 6), HOME - 1):
        pieces = tuple((party, 1, r) for party in range(4))
        image = rgb_array(svg(Picture(pieces=pieces)), size)
        for party, tone in enumerate(TONES):
            x, y = (int(place) for place in centre(square_of(party, 1, r)))
            # Beside the number, within the smallest of the shapes.
            beside = image[y + 8 : y + 10, x - 2 : x + 2].reshape(-1, 3)
            assert (beside == rgb(tone.strong)).all(axis=1).any(), (party, r)


@pytest.mark.usefixtures("_extra")
def test_yards_and_homes_have_the_colours_of_their_parties() -> None:
    image = rgb_array(svg(Picture(parties=(0, 2, 3))), int(WIDTH))
    yards = [(0, 14), (14, 14), (14, 0), (0, 0)]
    homes = [(6, 7), (7, 8), (8, 7), (7, 6)]
    for party, places in enumerate(zip(yards, homes, strict=True)):
        colour = ABSENT.strong if party == 1 else TONES[party].strong
        for square in places:
            x, y = (int(place) for place in centre(square))
            assert image[y, x].tolist() == rgb(colour)


@pytest.mark.usefixtures("_extra")
def test_pieces_at_home_stand_in_the_triangle_of_their_party() -> None:
    homes = {0: (6, 7), 1: (7, 8), 2: (8, 7), 3: (7, 6)}
    empty = rgb_array(svg(Picture()), int(WIDTH)).astype(int)
    for party, square in homes.items():
        pieces = tuple((party, piece, HOME) for piece in (1, 2, 3, 4))
        image = rgb_array(svg(Picture(pieces=pieces)), int(WIDTH)).astype(int)
        rows, cols = np.nonzero(np.abs(image - empty).sum(axis=2) > 60)
        x, y = centre(square)
        # The middle of the four is nearer to the own home than to the middle of the board.
        assert abs(cols.mean() - x) < CELL / 2 and abs(rows.mean() - y) < CELL / 2


@pytest.mark.usefixtures("_extra")
def test_a_picture_needs_no_font_of_the_machine() -> None:
    bare = rgb_array(svg(Picture()), 400)
    titled = rgb_array(svg(Picture(title="classic")), 400)
    assert (bare != titled).any(axis=2).sum() > 50


@pytest.mark.parametrize("size", [0, -5, 100_000])
def test_an_impossible_size_is_refused(size: int) -> None:
    with pytest.raises(BadOption, match=r"outside 1\.\."):
        rgb_array("<svg/>", size)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(ImportError, match=r"ludicrous-ludo\[render\]"):
        png(svg(Picture()), 100)
    with pytest.raises(ImportError, match=r"ludicrous-ludo\[render\]"):
        Window()


def grey(width: int, height: int) -> NDArray[np.uint8]:
    return np.full((height, width, 3), 90, dtype=np.uint8)


def test_a_window_shows_what_it_is_given(window: Window) -> None:
    import pygame

    window.show(grey(60, 40))
    surface = pygame.display.get_surface()
    assert surface is not None and surface.get_size() == (60, 40)
    assert surface.get_at((59, 39)) == pygame.Color(90, 90, 90)
    window.show(grey(30, 20))
    assert pygame.display.get_surface().get_size() == (30, 20)
    window.close()
    assert window.closed and not pygame.display.get_init()


def test_a_window_closed_by_its_viewer_stays_closed(window: Window) -> None:
    import pygame

    window.show(grey(10, 10))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.show(grey(10, 10))
    assert window.closed
    window.show(grey(10, 10))
    assert not pygame.display.get_init()
    window.close()
