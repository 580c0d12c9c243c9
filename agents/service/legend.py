"""What the marks on the board mean: each as it is drawn there, with a sentence."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from msgspec import Struct

from ludo_env.board import COLOURS, SPACES, Party, parse_space, ring_index
from ludo_env.choices import Choice
from ludo_env.render.contents import Status, Thing
from ludo_env.render.glyphs import number as n
from ludo_env.render.hints import actions_of_spaces, draw_hints
from ludo_env.render.marks import CELL, DANGER, GOLD, INK, PAPER, YARD_MIDDLE, centre, turned
from ludo_env.render.picture import Picture
from ludo_env.render.pieces import draw_pieces
from ludo_env.render.spaces import Ground, draw_space
from ludo_env.render.statuses import TOKENS, draw_status
from ludo_env.render.symbols import symbol
from ludo_env.render.themes import themed
from ludo_env.render.things import draw_things

PAGE: Final = "page"
R: Final = 19
"""Where on its route a piece of a drawing stands: an empty space."""
WINDOW: Final = 1.3 * CELL
"""The side of what a drawing shows."""
YARD: Final = "yellow yard 1"
YARD_WINDOW: Final = 1.9 * CELL
"""The same of a place in a yard, which is larger than a space."""

SPACE_MARKS: Final = (
    ("yellow start", "a start: here the pieces of its party enter"),
    ("yellow T", "T: a piece that lands here may teleport to the next D; luck decides how it ends"),
    ("yellow D", "D: where a teleport leads to"),
    (
        "yellow star",
        "a star: a piece on it may survive an ambush; only its own colour forms blocks",
    ),
    ("yellow 7", "a spell card for whoever lands here or passes"),
    ("yellow B", "B, a basketball hoop: at night one is drawn, and whoever is on it is eliminated"),
    ("yellow 10", "a fishing space, with the number that luck must reach"),
    ("yellow trap", "X, the trap of the party of its colour: a saving throw, or one is restrained"),
    ("yellow home area 1", "the home area; N, E, S, W tell the direction, for the wind"),
    (YARD, "the yard: pieces that have not entered, or were eliminated"),
)
YARD_MARKS: Final = (
    ("yellow structural 1", "S: a structure can be built; the bar shows the space that it guards"),
    ("yellow prison red", "P: the prison for pieces of that colour"),
    ("yellow shield tank", "the tank’s shield space: protects pieces in the home field"),
    ("yellow attack tank", "the tank’s attack space: shoots at enemies in the home field"),
    ("yellow anti-tank", "the tank’s anti-tank space: shoots at other tanks"),
    ("yellow artillery", "A, the artillery: fires at enemies outside the home field"),
)
THING_MARKS: Final = (
    (Thing("barricade", 0, 0, 6, 6), "barricade: stops enemies that would pass it"),
    (Thing("turret", 0, 0, 5, 5), "turret: shoots as a bonus action"),
    (Thing("infirmary", 0, 0, 4, 4), "infirmary: heals its party every turn"),
    (Thing("watchtower", 0, 0, 5, 5), "watchtower: more range from the home field"),
    (Thing("snare", 0, 0, 3, 3), "snare: the trap is harder to escape"),
    (Thing("turret", 0, 0, 2, 5, "under construction"), "under construction: points so far"),
    (Thing("turret", 0, 0, 5, 5, "hacked"), "hacked: out of order for a while"),
    (Thing("tank", 0, 0, 10, 10), "the tank, with its hit points"),
    (Thing("tank", 0, 0, 10, 10, "reloading"), "a clock: it reloads"),
    (Thing("phantom", 0, 0, 3, 3), "a phantom: bars the way of others"),
    (Thing("crown", 0, 0), "a crown token that lies here"),
)
CONDITION_MARKS: Final = (
    ("looking backward", "looks backward: it sees and shoots the other way"),
    ("prone", "prone: lies down"),
    ("unconscious", "unconscious: can be revived, awakened or captured"),
    ("restrained", "restrained: cannot move"),
    ("wet", "wet: shoots with disadvantage"),
    ("burning", "burning: takes damage every turn"),
    ("dodging", "dodging: more defence"),
    ("veiled", "veiled: cannot be targeted"),
    ("crowned", "crowned: wears the crown"),
)
SIGN_MARKS: Final = (
    ("stunned", "stunned: no reactions"),
    ("poisoned", "poisoned: loses hit points, attacks with disadvantage"),
    ("provoked", "provoked: fights worse against all but one"),
    ("stressed", "stressed: two or more pieces are unconscious or captive"),
    ("god token", "has the god token"),
    ("starts", "opens the round"),
)


class LegendEntry(Struct):
    """A mark, as an SVG, and what it means."""

    svg: str
    words: str


class LegendPart(Struct):
    """Marks that belong together."""

    title: str
    entries: list[LegendEntry]


@cache
def legend_of(game: Literal["plain", "full"]) -> list[LegendPart]:
    """What the marks on the board of a game mean."""
    if game == "plain":
        return [LegendPart("Spaces", _plain_spaces()), LegendPart("Pieces", _pieces())]
    ground = Ground(tuple(Party), full=True)
    return [
        LegendPart("Spaces", [_space(name, words, ground) for name, words in SPACE_MARKS]),
        LegendPart("Round a yard", [_space(name, words, ground) for name, words in YARD_MARKS]),
        LegendPart("What stands there", [_thing(thing, words) for thing, words in THING_MARKS]),
        LegendPart("Pieces", _pieces()),
        LegendPart(
            "What a piece suffers from or does",
            [_piece((condition,), words) for condition, words in CONDITION_MARKS],
        ),
        LegendPart("In a yard", _statuses() + [_sign(sign, words) for sign, words in SIGN_MARKS]),
    ]


def _plain_spaces() -> list[LegendEntry]:
    star, jump = ring_index(0, 8), ring_index(0, 5)
    ground = Ground(tuple(Party), full=False, safe=(star,), jumps=(jump,))
    marks = {
        "yellow start": "a start: here the pieces of its party enter",
        SPACES[star].name: "a star: a safe space, where the rules have such",
        SPACES[jump].name: "two arrow heads: from here a piece jumps on, where the rules say so",
        "yellow home area 3": "the home column: nobody else can go there",
        YARD: "the yard: pieces that have not entered, or were sent back",
    }
    return [_space(name, words, ground) for name, words in marks.items()]


def _space(name: str, words: str, ground: Ground) -> LegendEntry:
    space = parse_space(name)
    window = YARD_WINDOW if name == YARD else WINDOW
    return _entry(draw_space(space, ground), *centre((space.row, space.col)), words, window)


def _thing(thing: Thing, words: str) -> LegendEntry:
    space = SPACES[thing.space]
    return _entry(draw_things((thing,), {}), *centre((space.row, space.col)), words)


def _pieces() -> list[LegendEntry]:
    """The shapes of the parties, and how pieces are marked that people may choose."""
    entries = [_piece((), f"a piece of {colour}", party) for party, colour in enumerate(COLOURS)]
    there = SPACES[ring_index(0, R)]
    picture = Picture(pieces=((0, 1, R),), choices=(Choice(0, (0,)),), spaces="full")
    marked = draw_hints(picture, {}) + draw_pieces(picture, {})
    entries.append(_entry(marked, *centre((there.row, there.col)), "a frame: it may act now"))
    goes = Picture(pieces=((0, 1, -1),), choices=(Choice(0, (0,), spaces=(there.id,)),))
    ring = draw_hints(goes, actions_of_spaces(goes))
    entries.append(_entry(ring, *centre((there.row, there.col)), "a ring: a choice leads here"))
    aimed = Picture(pieces=((0, 1, R),), choices=(Choice(0, targets=(0,)),))
    cross = draw_pieces(aimed, {})
    entries.append(
        _entry(cross, *centre((there.row, there.col)), "cross-hairs: it may be aimed at")
    )
    return entries


def _piece(conditions: tuple[str, ...], words: str, party: int = 0) -> LegendEntry:
    space = SPACES[ring_index(party, R)]
    told = tuple((party, 1, condition) for condition in conditions)
    picture = Picture(pieces=((party, 1, R),), conditions=told, spaces="full")
    return _entry(draw_pieces(picture, {}), *centre((space.row, space.col)), words)


def _statuses() -> list[LegendEntry]:
    """What the panel in a yard tells, cut out of one."""
    x, y = turned(*YARD_MIDDLE, 0)
    panel = draw_status(Status(0, 9, 12, counter=2, full=3, cards=4))
    return [
        _entry(panel, x - 58, y, "hit points of the party; an empty heart: wounded"),
        _entry(panel, x, y - 38, "the bonus die counter; when it is full a bonus die can be had"),
        _entry(panel, x, y + 42, "cards in the hand"),
    ]


def _sign(sign: str, words: str) -> LegendEntry:
    line, fill = (INK, GOLD) if sign in TOKENS else (DANGER, "none")
    return _entry(symbol(sign, 0, 0, 1.4, line, fill), 0, 0, words)


def _entry(drawn: str, x: float, y: float, words: str, window: float = WINDOW) -> LegendEntry:
    """What is drawn around a point; the sentence tells it all, so it has no title of its own."""
    view = f"{n(x - window / 2)} {n(y - window / 2)} {n(window)} {n(window)}"
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" aria-hidden="true"'
    frame += ' stroke-linecap="round" stroke-linejoin="round">'
    ground = f'<rect x="{n(x - window / 2)}" y="{n(y - window / 2)}" width="{n(window)}"'
    ground += f' height="{n(window)}" fill="{PAPER}"/>'
    return LegendEntry(themed(f"{frame}{ground}{drawn}</svg>", PAGE), words)
