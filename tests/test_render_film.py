"""Positions one after another: an animated GIF, and a sheet."""

from __future__ import annotations

import io
from xml.etree import ElementTree

import pytest

from ludo_env.errors import BadOption
from ludo_env.render import Picture, svg
from ludo_env.render.film import gif, sheet
from ludo_env.render.marks import HEIGHT, WIDTH
from tests.pictures import EVENTFUL

SVG = "{http://www.w3.org/2000/svg}"
PICTURES = [svg(Picture(pieces=((0, 1, r),), title=str(r))) for r in range(5)]


def test_a_gif_has_a_frame_for_every_picture() -> None:
    image = pytest.importorskip("PIL.Image")
    film = image.open(io.BytesIO(gif(PICTURES, 120, 0.5)))
    assert (film.format, film.n_frames, film.info["loop"]) == ("GIF", 5, 0)
    assert film.size[0] == 120 and abs(film.size[1] - 120 * HEIGHT / WIDTH) <= 1
    frames = []
    durations = []
    for number in range(5):
        film.seek(number)
        durations.append(film.info["duration"])
        frames.append(film.convert("RGB").tobytes())
    assert durations == [500] * 4 + [2000]
    assert len(set(frames)) == 5


def test_frames_that_differ_little_take_little_room() -> None:
    pytest.importorskip("PIL.Image")
    one, five = len(gif(PICTURES[:1], 240, 0.5)), len(gif(PICTURES, 240, 0.5))
    assert five < 2 * one


def test_a_sheet_holds_its_pictures_in_rows() -> None:
    root = ElementTree.fromstring(sheet(PICTURES, columns=2))
    inner = list(root)
    assert [child.tag for child in inner] == [f"{SVG}svg"] * 5
    places = [(float(child.get("x", "")), float(child.get("y", ""))) for child in inner]
    assert len({x for x, _ in places}) == 2 and len({y for _, y in places}) == 3
    assert places == sorted(places, key=lambda place: (place[1], place[0]))
    across, down = map(float, root.get("viewBox", "").split()[2:])
    for child, (x, y) in zip(inner, places, strict=True):
        assert x + float(child.get("width", "")) < across
        assert y + float(child.get("height", "")) < down
    assert len(list(ElementTree.fromstring(sheet([svg(EVENTFUL)])))) == 1


def test_what_cannot_be_made_is_refused() -> None:
    with pytest.raises(BadOption, match="no pictures"):
        gif([], 120, 0.5)
    with pytest.raises(BadOption, match="seconds: 0, allowed: from"):
        gif(PICTURES, 120, 0)
    with pytest.raises(BadOption, match="no pictures"):
        sheet([])
    with pytest.raises(BadOption, match="columns: 0"):
        sheet(PICTURES, columns=0)
