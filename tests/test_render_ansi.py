"""The board in a terminal."""

import re

from ludo_env.choices import Choice
from ludo_env.render import Picture, ansi
from ludo_env.render.ansi import ABSENT, STRONG
from tests.pictures import EVENTFUL

PICTURE = Picture(
    pieces=(
        (0, 1, 0),
        (0, 2, 20),
        (1, 1, 7),
        (1, 2, 7),
        (2, 1, -1),
        (3, 1, 55),
        (3, 2, 55),
        (3, 3, 55),
        (3, 4, 55),
        (2, 2, 0),
        (0, 3, 26),
    ),
    turn=2,
    die=5,
    title="modern",
    safe=(8,),
    highlights=((7, 0),),
    choices=(Choice(0, (9,), spaces=(0,)),),
)


def square(text: str, row: int, col: int) -> str:
    return text.split("\n")[row].ljust(60)[4 * col : 4 * col + 4].strip()


def test_pieces_stand_on_their_squares() -> None:
    text = ansi(PICTURE, colour=False)
    assert square(text, 1, 8) == "[Y1]", "the end of a legal move"
    assert square(text, 11, 8) == "3x", "pieces of two parties"
    assert square(text, 7, 5) == "G1-4"
    assert square(text, 13, 6) == "Y3R2"
    assert square(text, 11, 2) == "R1", "the first yard space of red in reading order"
    assert square(text, 6, 12) == "*"
    assert square(text, 7, 0) == "[. ]"
    assert square(text, 1, 7) == "y"
    assert square(text, 6, 0) == "."


def test_words_below_the_board() -> None:
    lines = ansi(PICTURE, colour=False).splitlines()
    assert lines[15:18] == ["", "modern", "red rolled 5"]
    assert lines[18] == "yellow: 1 yellow start, 2 blue 7, 3 red start"
    assert lines[21] == "green: " + ", ".join(f"{n} green home area 5" for n in (1, 2, 3, 4))


def test_without_colour_it_is_ascii_of_sixty_columns() -> None:
    for spaces in ("plain", "full"):
        text = ansi(Picture(spaces=spaces), colour=False)
        assert text.isascii() and "\x1b" not in text
        assert all(len(line) <= 60 for line in text.splitlines())


def test_colour_adds_nothing_but_colour() -> None:
    stripped = re.sub(r"\x1b\[[\d;]*m", "", ansi(PICTURE))
    plain = ansi(PICTURE, colour=False)
    assert [line.rstrip() for line in stripped.splitlines()] == plain.splitlines()
    for line in ansi(PICTURE).splitlines():
        assert line.count("\x1b[0m") * 2 == line.count("\x1b["), "every colour is switched off"


def test_yards_are_framed_in_the_colours_of_their_parties() -> None:
    lines = ansi(Picture(parties=(0, 1, 3))).splitlines()
    corners = [(lines[row], edge) for row in (0, 14) for edge in (0, -1)]
    codes = [re.findall(r"\x1b\[(\d+;[\d;]+)m", line)[edge] for line, edge in corners]
    assert codes == [STRONG[3], STRONG[0], ABSENT, STRONG[1]]


def test_the_spaces_of_the_full_game() -> None:
    text = ansi(Picture(spaces="full"), colour=False)
    assert [square(text, row, 8) for row in range(6)] == ["X", "y", ".", "D", "T", "."]
    assert [square(text, 6, col) for col in range(9, 15)] == [".", "B", "+", "*", "+", "9"]
    assert [square(text, row, col) for row, col in ((1, 7), (7, 13), (13, 7), (7, 1))] == [*"NESW"]
    words = text.split()
    assert (words.count("P"), words.count("A"), words.count("S")) == (12, 4, 17)
    assert "P" not in ansi(Picture(), colour=False).split()


def test_captives_are_in_their_prison_and_small_letters_are_unconscious() -> None:
    picture = Picture(
        pieces=((1, 2, 5), (1, 3, 6), (1, 4, 6)),
        captives=((0, 1, 2),),
        conditions=((1, 2, "unconscious"), (1, 4, "unconscious")),
    )
    text = ansi(picture, colour=False)
    assert square(text, 14, 3) == "Y1"
    assert "b2" in text and "B3b4" in text
    assert "yellow: 1 red prison" in text
    assert "blue: 2 blue 5 (unconscious), 3 hoop, 4 hoop (unconscious)" in text.replace(
        "blue 6", "hoop"
    )


def test_things_are_letters() -> None:
    text = ansi(EVENTFUL, colour=False)
    assert square(text, 2, 9) == "BA" and square(text, 5, 13) == "wa", "hacked"
    assert square(text, 5, 10) == "in", "under construction"
    assert square(text, 3, 14) == "TA" and square(text, 14, 10) == "ta", "reloading"
    assert square(text, 8, 9) == "&" and square(text, 9, 6) == "^"
    assert square(text, 6, 10) == "[B ]", "where yellow 1 may go"
