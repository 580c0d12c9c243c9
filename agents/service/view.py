"""What a person sees of a game: the picture, the sheets, the log, and what each choice means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Final, Literal

from msgspec import Struct

from agents.service.effects import effect_of, group_of
from agents.service.foresight import foreseen
from agents.service.odds import throws_after
from ludo_env.board import COLOURS, HOME, YARD
from ludo_env.choices import Choice, choices_of
from ludo_env.engine.game import Game
from ludo_env.engine.log import NOBODY, Event
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import NIGHT
from ludo_env.engine.ludicrous.procedures import DECISIONS
from ludo_env.engine.plain import PlainState
from ludo_env.render import picture_of, svg
from ludo_env.render.picture import Picture
from ludo_env.rules import Rules
from ludo_env.rules.tables import WEATHERS
from ludo_env.words import describe, describe_action
from ludo_env.words_sheet import sheet_of, world_words

MOST_LINES: Final = 400
"""The longest part of the log that one view tells."""
LOOKER_ON: Final = NOBODY
"""The seat of one who sees only what is open to all."""
PAGE: Final = "page"
"""The theme of pictures that are as light or dark as the page around them."""
PLAIN_MOVE: Final = "plain move"
QUESTIONS: Final = {
    PLAIN_MOVE: "{who} rolled {die}: which piece moves?",
    "turning": "{who} may turn pieces round",
    "tank": "where does {who}’s tank stand?",
    "action": "{who} acts",
    "target": "{who}: at whom?",
    "move": "{who} rolled {die}: who moves?",
    "bonus move": "{who} may use the bonus die",
    "tackle": "does {who} tackle?",
    "crown": "does {who} crown the piece?",
    "shed": "{who}’s hand is full: shed cards for a new one?",
    "teleport": "does {who} teleport?",
    "crown jump": "{who}’s crown is home: who jumps?",
    "crown jump target": "{who}: behind whom?",
    "meta card": "how does {who} cast?",
    "caster": "{who}: who casts?",
    "spell target": "{who}: at whom is the spell?",
    "ward": "{who} is hit: ward it off?",
    "counterspell": "does {who} counter the spell?",
    "night ambush": "night: does {who} ambush?",
    "night ambush target": "night: whom does {who} ambush?",
    "call dice off table": "a die fell off the table: does {who} call it?",
    "dice-off-table table": "{who}: by which table?",
}
"""What is asked, by the kind of the decision."""


class Odds(Struct, omit_defaults=True):
    """A throw that an action leads to: who throws, for what, how likely it succeeds, 0..1.

    Where it is thrown at a piece or a space, ``target`` or ``space`` tells which.
    """

    colour: str
    reason: str
    chance: float
    words: str
    target: int | None = None
    space: int | None = None


class Option(Struct, omit_defaults=True):
    """A legal action: its number and name, what it means, does and is certain to bring.

    Pieces are numbered 4 * party + piece, spaces by their ids, as in the picture.
    """

    index: int
    text: str
    group: str
    words: str = ""
    effect: str = ""
    follows: list[str] = []
    pieces: list[int] = []
    targets: list[int] = []
    spaces: list[int] = []
    odds: list[Odds] = []


class SheetView(Struct, omit_defaults=True):
    """A party: numbers for its bars, and the parts of its sheet in short phrases."""

    colour: str
    title: str
    home: int
    yard: int
    hp: int | None = None
    most_hp: int | None = None
    conditions: list[str] = []
    belongings: list[str] = []
    structures: list[str] = []
    hand: list[str] = []
    pieces: list[str] = []
    place: int | None = None
    out: bool = False


class Sky(Struct):
    """Night and weather of a full game, and the rest of the world in phrases."""

    night: bool
    weather: str
    words: list[str]


class DieView(Struct):
    """A die as it lies there; `value` is None if the roll is another party's secret."""

    colour: str | None
    sides: int
    value: int | None
    reason: str


class Line(Struct):
    """A sentence of the log, and the party that it is about."""

    colour: str | None
    kind: str
    words: str


class Board(Struct, omit_defaults=True):
    """All that one seat sees.

    In a ``casual`` game decisions may be taken back. If ``off_table`` is not 0, it is asked of
    every die whether it fell off the table, and a d100 of up to that says that it did; else a die
    that did is simply thrown again.
    """

    game: Literal["plain", "full"]
    rules: str
    svg: str
    heading: str
    round: int
    seats: list[str]
    sheets: list[SheetView]
    places: dict[str, int]
    told: int
    casual: bool
    off_table: int
    over: bool = False
    decider: str | None = None
    turn: str | None = None
    options: list[Option] = []
    dice: list[DieView] = []
    lines: list[Line] = []
    sky: Sky | None = None


def board_of(
    game: Game,
    seat: int | None,
    events: Sequence[Event] = (),
    first: int = 0,
    *,
    asked: bool = True,
) -> Board:
    """What a seat sees of a game.

    Args:
        game: at a decision or over, which is only read.
        seat: the party that looks; `LOOKER_ON` sees only what is open, None everything.
        events: what has happened since the seat last looked.
        first: how many events there were before them.
        asked: whether the party that decides is asked now, and told its options.
    """
    own = asked and not game.over and seat in (game.decider, None)
    choices = choices_of(game) if own else ()
    picture = replace(_picture(game), choices=choices)
    plain = isinstance(game.state, PlainState)
    sheet = _plain_sheet if plain else _full_sheet
    return Board(
        game="plain" if plain else "full",
        rules=game.rules.text,
        svg=svg(picture, PAGE),
        heading=heading(game),
        round=game.state.rounds,
        seats=[COLOURS[party] for party in game.seats],
        sheets=[sheet(game, party, seat) for party in game.seats],
        places=game.places,
        told=first + len(events),
        casual=not game.tournament,
        off_table=0 if plain else _off_table(game),
        over=game.over,
        decider=None if game.over else COLOURS[game.decider],
        turn=None if game.over else COLOURS[(game.plain if plain else game.full).turn],
        options=[_option(game, choice) for choice in choices],
        dice=list(dice_of(events, seat)),
        lines=lines_of(game, events[-MOST_LINES:], seat),
        sky=None if plain else _sky(game),
    )


def opening_board(rules: str | Rules, players: int) -> Board:
    """What is seen before the dice of the set-up have fallen."""
    game = Game(rules, players, seed=0)
    board = board_of(game, LOOKER_ON, asked=False)
    board.svg = svg(replace(_picture(game), turn=None, die=None), PAGE)
    board.heading = "Who begins?"
    board.decider = board.turn = None
    return board


def _picture(game: Game) -> Picture:
    """The picture without choices: not everybody may be told of them."""
    return replace(picture_of(game, title=""), choices=())


def heading(game: Game) -> str:
    """What is asked, or how it ended, as a sentence."""
    if game.over:
        places = sorted(game.places.items(), key=itemgetter(1))
        ended = "cut off" if game.truncated else "over"
        return f"The game is {ended}: " + ", ".join(f"{n}. {colour}" for colour, n in places)
    state = game.state
    kind = DECISIONS[state.kind] if isinstance(state, LudicrousState) else PLAIN_MOVE
    asked = QUESTIONS[kind].format(who=COLOURS[game.decider], die=game.die)
    return asked[0].upper() + asked[1:]


def _option(game: Game, choice: Choice) -> Option:
    full = not isinstance(game.state, PlainState)
    throws = throws_after(game, choice.action) if full else []
    name, _, words = describe_action(game, choice.action).partition(": ")
    return Option(
        index=choice.action,
        text=name,
        group=group_of(game, choice.action),
        words=words,
        effect=effect_of(game, choice.action),
        follows=foreseen(game, choice.action) if full else [],
        pieces=list(choice.pieces),
        targets=list(choice.targets),
        spaces=list(choice.spaces),
        odds=[
            Odds(
                COLOURS[throw.seat],
                throw.reason,
                round(throw.chance, 4),
                throw.words,
                throw.target,
                throw.space,
            )
            for throw in throws
        ],
    )


def _plain_sheet(game: Game, party: int, seat: int | None) -> SheetView:
    places = [game.place(party, piece) for piece in range(game.plain.options.rules.pieces)]
    return SheetView(
        colour=COLOURS[party],
        title="",
        home=places.count(HOME),
        yard=places.count(YARD),
        place=game.places.get(COLOURS[party]),
    )


def _full_sheet(game: Game, party: int, seat: int | None) -> SheetView:
    state, sheet = game.full, sheet_of(game, party, seat)
    return SheetView(
        colour=COLOURS[party],
        title=state.t.rules.sheets[party].party_class,
        home=state.home_count(party),
        yard=state.count_at(party, YARD),
        hp=state.hp[party],
        most_hp=state.most_hp(party),
        conditions=list(sheet.conditions),
        belongings=list(sheet.belongings),
        structures=list(sheet.structures),
        hand=list(sheet.hand),
        pieces=list(sheet.pieces),
        place=game.places.get(COLOURS[party]),
        out=bool(state.left[party]),
    )


def _off_table(game: Game) -> int:
    """[8.9] How often a die falls off the table, in percent."""
    t = game.full.t
    return int(t.off_table_percent) if t.dice_off_table else 0


def _sky(game: Game) -> Sky:
    state = game.full
    return Sky(bool(state.phase == NIGHT), WEATHERS[state.weather], world_words(game))


def dice_of(events: Iterable[Event], seat: int | None) -> Iterable[DieView]:
    """The dice that have been thrown, as a seat sees them."""
    for event in events:
        if event.kind == "roll":
            data = event.data
            secret = data.get("secret_value") if seat in (event.seat, None) else None
            value = data.get("value", secret)
            yield DieView(
                _colour(event.seat),
                int(data["die"]),
                None if value is None else int(value),
                str(data["reason"]),
            )


def lines_of(game: Game, events: Iterable[Event], seat: int | None) -> list[Line]:
    """What has happened in words, as a seat may be told it."""
    return [Line(_colour(event.seat), event.kind, describe(game, event, seat)) for event in events]


def _colour(party: int) -> str | None:
    return None if party == NOBODY else COLOURS[party]
