"""The SVG: well-formed, self-contained, readable, everything in its place."""

import re
import time
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludo_env import Game
from ludo_env.board import SPACES, Kind, parse_space
from ludo_env.choices import Choice, choices_of
from ludo_env.errors import BadOption
from ludo_env.render import Picture, picture_of, svg
from ludo_env.render.contents import STATES, THINGS, Thing, World
from ludo_env.render.glyphs import GLYPHS, number, text_width
from ludo_env.render.marks import (
    CELL,
    CHOICE,
    DANGER,
    FAINT,
    GROUND,
    INK,
    MOONLIGHT,
    NIGHT_GROUND,
    PAPER,
    TONES,
    centre,
)
from ludo_env.render.picture import CONDITIONS
from ludo_env.render.themes import DARK
from ludo_env.rules import PRESETS
from tests.pictures import EVENTFUL

START = tuple((party, piece, -1) for party in range(4) for piece in (1, 2, 3, 4))
CROWD = tuple((party, piece, (8 - 13 * party) % 52) for party, piece, _ in START)
HOME = tuple((party, piece, 56) for party, piece, _ in START)
PICTURES = [
    Picture(),
    Picture(pieces=START, turn=0, die=6, title="classic & <modern>"),
    Picture(pieces=CROWD, turn=3, safe=(8,), jumps=(5,), spaces="full"),
    Picture(pieces=HOME, title="1 red, 2 blue"),
    Picture(
        pieces=((2, 1, 5),),
        parties=(0, 2),
        turn=2,
        die=1,
        trail=((13, 6), (12, 6)),
        choices=(
            Choice(0, (8,), spaces=(32,)),
            Choice(1, (9,), spaces=(26,)),
            Choice(2, (8,), (8,)),
        ),
        highlights=((0, 7),),
    ),
    EVENTFUL,
]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("picture", PICTURES)
def test_self_contained_and_accessible(picture: Picture) -> None:
    root = ElementTree.fromstring(svg(picture))
    assert root.tag == f"{SVG}svg" and root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    allowed = {"svg", "title", "desc", "g", "path", "rect", "circle", "polygon", "ellipse"}
    elements = list(root.iter())
    assert {element.tag.removeprefix(SVG) for element in elements} <= allowed
    attributes = {name for element in elements for name in element.attrib}
    assert not {name for name in attributes if "href" in name or name in ("id", "class", "style")}
    assert "nan" not in svg(picture)


def test_title_and_description_say_what_is_shown() -> None:
    root = ElementTree.fromstring(svg(PICTURES[1]))
    assert root[0].text == "classic & <modern>, yellow rolled 6"
    assert root[1].text is not None and root[1].text.startswith("yellow: 1 yard, 2 yard")


@pytest.mark.parametrize("pieces", [START, CROWD, HOME])
def test_every_piece_is_drawn_with_its_number(pieces: tuple[tuple[int, int, int], ...]) -> None:
    drawn = svg(Picture(pieces=pieces))
    for digit in "1234":
        assert drawn.count(f'd="{GLYPHS[digit][1]}"') == 4


def test_pieces_on_one_space_are_apart_and_inside_it() -> None:
    numbers = "|".join(re.escape(GLYPHS[digit][1]) for digit in "1234")
    at = re.compile(rf'translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)" d="(?:{numbers})"')
    for count in range(1, 17):
        drawn = svg(Picture(pieces=CROWD[:count]))
        corners = [(float(x), float(y)) for x, y, _ in at.findall(drawn)]
        assert len(set(corners)) == count
        x, y = centre((6, 12))
        assert all(abs(left - x) < CELL / 2 and abs(top - y) < CELL / 2 for left, top in corners)


def test_plain_ludo_shows_nothing_of_the_full_game() -> None:
    plain = svg(Picture(pieces=START))
    full = svg(Picture(pieces=START, spaces="full"))
    for letter, count in {"T": 4, "D": 4, "B": 4, "X": 4, "P": 12, "A": 4, "N": 1, "E": 1}.items():
        path = f'd="{GLYPHS[letter][1]}"'
        assert path not in plain
        assert full.count(path) == count
    # The red home area is marked S for south besides the sixteen structural spaces.
    assert full.count(f'd="{GLYPHS["S"][1]}"') == 17
    assert full.count(f'd="{GLYPHS["9"][1]}"') == 4


def contrast(first: str, second: str) -> float:
    """The contrast ratio of WCAG 2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_of_text_and_shapes() -> None:
    # WCAG 2 asks 4.5 of text and 3 of shapes; pieces have a dark outline on a light halo.
    for tone in TONES:
        assert contrast(tone.ink, tone.strong) >= 4.5
        assert contrast(tone.deep, PAPER) >= 4.5
    assert contrast(INK, PAPER) >= 4.5
    assert contrast(FAINT, GROUND) >= 4.5


def test_parties_differ_in_shape() -> None:
    shapes = []
    for party in range(4):
        drawn = svg(Picture(pieces=((party, 1, 2),)))
        body = f'fill="{TONES[party].strong}" stroke="{TONES[party].deep}"'
        (shape,) = re.findall(rf'<(\w+) (?:points="([^"]*)")?[^>]*{body} stroke-width="2', drawn)
        shapes.append((shape[0], len(shape[1].split())))
    assert shapes == [("circle", 0), ("rect", 0), ("polygon", 3), ("polygon", 4)]


def test_the_font_has_what_rule_sets_are_written_with() -> None:
    words = [*PRESETS, "classic:play_on=true,enter_on=1+6", "0123456789", "yellow blue red green"]
    assert {letter.upper() for word in words for letter in word} - {" "} <= set(GLYPHS)


def test_a_long_title_stays_off_the_turn() -> None:
    drawn = svg(Picture(turn=0, die=5, title="W" * 200))
    scale = min(float(size) for size in re.findall(r"scale\(([\d.e-]+)\)", drawn))
    assert text_width("W" * 200, 6 * scale) < 600


def test_every_kind_of_space_is_shown() -> None:
    # All spaces of the full game have a square of their own, so none is drawn over another.
    squares = [centre((space.row, space.col)) for space in SPACES if not space.kind & Kind.HOME]
    assert len(set(squares)) == len(squares)


def test_a_picture_shows_itself_in_a_notebook() -> None:
    assert PICTURES[1]._repr_svg_() == svg(PICTURES[1])


def test_the_pictures_in_the_docs_are_those_of_today() -> None:
    page = Path(__file__).parent.parent / "docs" / "pictures" / "board.svg"
    # Write it anew with: page.write_text(...) of the same.
    assert page.read_text() == svg(Picture(spaces="full", title="the full game")) + "\n"
    page = page.with_name("full-game.svg")
    assert page.read_text() == svg(EVENTFUL) + "\n"


def test_a_bad_picture_is_never_drawn() -> None:
    with pytest.raises(BadOption):
        svg(Picture(die=0))


@pytest.mark.parametrize("rules", ["modern", "ludicrous"])
def test_a_notebook_shows_a_game(rules: str) -> None:
    game = Game(rules, seed=1)
    assert game._repr_svg_() == svg(picture_of(game))


def test_captives_are_in_their_prison_and_fallen_pieces_are_pale() -> None:
    (prison,) = (s for s in SPACES if s.kind & Kind.PRISON and (s.quadrant, s.colour) == (2, 0))
    x, y = centre((prison.row, prison.col))
    drawn = svg(
        Picture(pieces=((1, 2, 5),), captives=((0, 1, 2),), conditions=((1, 2, "unconscious"),))
    )
    assert f'<circle cx="{number(x)}" cy="{number(y)}"' in drawn
    assert drawn.count('opacity="0.4"') == 1
    assert "yellow: 1 red prison; blue: 2 blue 5 (unconscious)" in drawn


def groups(drawn: str, name: str) -> dict[str, ElementTree.Element]:
    """The groups of a picture that tell programs something of that name, by what they tell."""
    root = ElementTree.fromstring(drawn)
    found = [element for element in root.iter(f"{SVG}g") if element.get(f"data-{name}")]
    return {str(element.get(f"data-{name}")): element for element in found}


def title(element: ElementTree.Element) -> str | None:
    return element.findtext(f"{SVG}title")


def test_every_space_and_piece_is_a_group_with_a_title() -> None:
    drawn = svg(Picture(pieces=START, spaces="full"))
    spaces, pieces = groups(drawn, "space"), groups(drawn, "piece")
    assert sorted(map(int, spaces)) == list(range(len(SPACES)))
    assert title(spaces[str(parse_space("blue B").id)]) == "blue 6, basketball hoop"
    assert title(spaces[str(parse_space("blue trap").id)]) == "yellow 12, blue trap"
    assert title(spaces[str(parse_space("red 10").id)]) == "red 10, fishing against 9"
    assert sorted(map(int, pieces)) == list(range(16))
    assert title(pieces["6"]) == "blue 3: yard"
    assert len(groups(svg(Picture()), "space")) < len(SPACES), "plain Ludo has fewer"


def test_what_may_be_chosen_tells_its_actions() -> None:
    choices = (
        Choice(206, (0,), spaces=(7,)),
        Choice(210, (0, 1), spaces=(5, 9)),
        Choice(160, targets=(4,)),
        Choice(187, spaces=(parse_space("red shield tank").id,)),
    )
    pieces = ((0, 1, 3), (0, 2, 4), (1, 1, 46), (3, 1, 20))
    drawn = svg(Picture(pieces=pieces, choices=choices, spaces="full"))
    told = {
        (name, key): element.get("data-actions")
        for name in ("piece", "space")
        for key, element in groups(drawn, name).items()
        if element.get("data-actions")
    }
    assert told == {
        ("piece", "0"): "206 210",
        ("piece", "1"): "210",
        ("piece", "4"): "160",
        ("piece", "12"): "206",  # it stands where yellow 1 may go
        ("space", "7"): "206",
        ("space", "5"): "210",
        ("space", "9"): "210",
        ("space", str(parse_space("red shield tank").id)): "187",
    }


@pytest.mark.parametrize("rules", ["modern", "ludicrous"])
def test_all_that_a_game_lets_choose_on_the_board_can_be_touched(rules: str) -> None:
    game = Game(rules, seed=4)
    for _ in range(40):
        drawn = svg(picture_of(game))
        touched = {
            int(action)
            for actions in re.findall(r'data-actions="([\d ]+)"', drawn)
            for action in actions.split()
        }
        on_board = {c.action for c in choices_of(game) if c.pieces or c.targets or c.spaces}
        assert touched == on_board <= set(game.legal())
        game.apply(game.legal()[-1])


def test_things_and_statuses_are_groups_with_titles() -> None:
    drawn = svg(EVENTFUL)
    root = ElementTree.fromstring(drawn)
    told = [
        (element.get("data-thing"), element.get("data-party"), title(element))
        for element in root.iter(f"{SVG}g")
        if element.get("data-thing")
    ]
    assert len(told) == len(EVENTFUL.things)
    assert ("watchtower", "0", "yellow watchtower, 5 of 5, hacked") in told
    assert ("artillery", "2", "red artillery, reloading") in told
    assert ("phantom", "1", "blue phantom, 2 of 3") in told
    titles = {title(element) for element in groups(drawn, "status").values()}
    assert (
        "blue: 3 of 12 hit points, bonus die counter 3 of 3, 5 cards, wounded, poisoned, "
        "provoked" in titles
    )
    assert groups(drawn, "world") and groups(drawn, "rolls")
    assert root.get("data-turn") == "0"


def test_the_description_tells_all_that_is_drawn() -> None:
    (told,) = [e.text or "" for e in ElementTree.fromstring(svg(EVENTFUL)) if e.tag == f"{SVG}desc"]
    for words in (
        "yellow: 1 yellow 3 (crowned)",
        "4 blue 6 (burning, looking backward)",
        "round 17, rain, wind east 2, Annustar 13 of 20",
        "red: 12 of 12 hit points, bonus die counter 0 of 3, 0 cards, stressed, god token",
        "blue tank, 4 of 10, reloading on blue anti-tank",
        "yellow crown on red 4",
        "rolled: yellow 17 on a d20, blue 4 on a d20",
    ):
        assert words in told


def test_every_condition_kind_and_state_is_drawn_in_its_own_way() -> None:
    alone = Picture(pieces=((0, 1, 3),), spaces="full")
    drawn = {svg(replace(alone, conditions=((0, 1, name),))) for name in CONDITIONS}
    assert len(drawn | {svg(alone)}) == len(CONDITIONS) + 1
    yard = parse_space("blue structural 2").id
    things = [Thing(kind, 1, yard, 1, 2, state) for kind in THINGS[:-3] for state in STATES]
    assert len({svg(Picture(spaces="full", things=(one,))) for one in things}) >= 5 * 3 + 3


def test_themes_change_colours_and_nothing_else() -> None:
    light, dark = svg(EVENTFUL), svg(EVENTFUL, "dark")
    assert GROUND not in dark and light == svg(EVENTFUL, "light")
    assert re.sub("#[0-9a-f]{6}", "", light) == re.sub("#[0-9a-f]{6}", "", dark)
    both = svg(EVENTFUL, "page")
    assert re.sub(r"light-dark\((#\w+), #\w+\)", r"\1", both) == light
    assert re.sub(r"light-dark\(#\w+, (#\w+)\)", r"\1", both) == dark
    with pytest.raises(BadOption, match="theme: 'pink', allowed: light, dark, page"):
        svg(EVENTFUL, "pink")


def test_contrast_in_the_dark() -> None:
    paper, ground = DARK[PAPER], DARK[GROUND]
    for tone in TONES:
        assert contrast(DARK[tone.deep], paper) >= 4.5
    for colour in (INK, FAINT, CHOICE, DANGER):
        assert contrast(DARK[colour], paper) >= 4.5
    assert contrast(DARK[FAINT], ground) >= 4.5
    assert contrast(MOONLIGHT, NIGHT_GROUND) >= 4.5
    assert contrast(MOONLIGHT, DARK[NIGHT_GROUND]) >= 4.5
    assert contrast(CHOICE, PAPER) >= 4.5 and contrast(DANGER, PAPER) >= 4.5


def test_night_is_seen() -> None:
    day = replace(EVENTFUL, world=World(3, weather="clear"))
    night = replace(EVENTFUL, world=World(3, night=True, weather="clear"))
    assert NIGHT_GROUND not in svg(day) and NIGHT_GROUND in svg(night)


def test_a_full_picture_is_drawn_in_a_few_milliseconds() -> None:
    svg(EVENTFUL)
    began = time.process_time()
    for _ in range(10):
        svg(EVENTFUL)
    assert (time.process_time() - began) / 10 < 0.05, "about 0.003 on a quiet machine"
