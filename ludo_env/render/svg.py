"""The master picture: a position as one self-contained, accessible SVG text."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from ludo_env.board import Party
from ludo_env.render.caption import draw_caption
from ludo_env.render.glyphs import number as n
from ludo_env.render.hints import actions_of_spaces, draw_hints
from ludo_env.render.marks import (
    CELL,
    FAINT,
    GROUND,
    HEIGHT,
    INK,
    MARGIN,
    MOONLIGHT,
    NIGHT_GROUND,
    PAPER,
    TONES,
    WIDTH,
    WORLD,
    YARD_MIDDLE,
    Tone,
    centre,
    die,
    polygon,
    square,
    turned,
)
from ludo_env.render.picture import Picture, Square, other_words, piece_words, turn_words
from ludo_env.render.pieces import draw_pieces
from ludo_env.render.spaces import Ground, draw_divides, draw_spaces
from ludo_env.render.statuses import draw_status
from ludo_env.render.themes import themed
from ludo_env.render.things import draw_things
from ludo_env.render.trail import draw_trail


def svg(picture: Picture, theme: str = "light") -> str:
    """Draw a position.

    Args:
        picture: what to draw.
        theme: ``light``, ``dark``, or ``page``: inside a web page, what the page is.

    Returns:
        An SVG text without references to fonts, images or style sheets; its title and description
        say in words what it shows.

    Raises:
        BadOption: there is no such theme.
    """
    ground = Ground(picture.parties, picture.spaces == "full", picture.safe, picture.jumps)
    world = picture.world
    night = world is not None and world.night
    height = HEIGHT + WORLD * (world is not None)
    of_space = actions_of_spaces(picture)
    turn = "" if picture.turn is None else f' data-turn="{picture.turn}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(WIDTH)} {n(height)}" role="img"'
        f' stroke-linecap="round" stroke-linejoin="round"{turn}>',
        f"<title>{escape(_title(picture))}</title>",
        f"<desc>{escape('; '.join(piece_words(picture) + other_words(picture)))}</desc>",
        f'<rect width="{n(WIDTH)}" height="{n(height)}"'
        f' fill="{NIGHT_GROUND if night else GROUND}"/>',
        _board(ground),
        *(draw_status(status) for status in picture.statuses),
        _turn(picture),
        *(_highlight(place) for place in picture.highlights),
        draw_trail(picture.trail),
        draw_hints(picture, of_space),
        draw_things(picture.things, of_space),
        draw_pieces(picture, of_space),
        draw_caption(picture, *((MOONLIGHT, MOONLIGHT) if night else (INK, FAINT))),
        "</svg>",
    ]
    return themed("\n".join(part for part in parts if part), theme)


def _title(picture: Picture) -> str:
    words = [picture.title or "Ludo", turn_words(picture)]
    return ", ".join(filter(None, words))


@lru_cache(maxsize=64)
def _board(ground: Ground) -> str:
    plate = square(WIDTH / 2, WIDTH / 2, WIDTH - 2 * MARGIN + 8, f'fill="{GROUND}"', corner=16)
    parts = [plate, *(_yard(party, ground.tone(party)) for party in Party)]
    parts.append(draw_spaces(ground))
    if ground.full:
        parts.append(draw_divides())
    parts += [_way_home(party, ground.tone(party)) for party in Party]
    return "\n".join(parts)


def _yard(party: Party, tone: Tone) -> str:
    x, y = turned(*YARD_MIDDLE, party)
    frame = square(x, y, 6 * CELL - 4, f'fill="{tone.strong}"', corner=12)
    return frame + square(x, y, 4 * CELL, f'fill="{PAPER}"', corner=16)


def _way_home(party: Party, tone: Tone) -> str:
    """An arrow from the space before the trap into the home area."""
    arrow = [turned(row, col, party) for row, col in ((0.34, 6.8), (0.34, 7.2), (0.52, 7.0))]
    return polygon(arrow, f'fill="{tone.strong}" stroke="{tone.deep}" stroke-width="1.2"')


def _turn(picture: Picture) -> str:
    if picture.turn is None:
        return ""
    tone = TONES[picture.turn]
    x, y = turned(*YARD_MIDDLE, picture.turn)
    frame = f'fill="none" stroke="{INK}" stroke-width="3.5"'
    parts = [square(x, y, 6 * CELL - 6, frame, corner=11)]
    if picture.die is not None or picture.spaces == "plain":
        parts.append(die(x, y, 0.86 * CELL, picture.die or 0, tone))
    return "".join(parts)


def _highlight(place: Square) -> str:
    frame = f'fill="none" stroke="{INK}" stroke-width="3"'
    return square(*centre(place), CELL - 4, frame, corner=5)
