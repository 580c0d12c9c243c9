"""What a bot sees of a game: the view of its seat, and nothing else.

A search goes to another process as the text of that view. There it becomes a game again, with
dice of its own, and with the cards that the seat cannot see dealt anew. So no bot can know more,
whatever it reads.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from ludo_env.board import COLOURS
from ludo_env.document import canonical, from_document
from ludo_env.document import key as view_key
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.names import CARD_KINDS
from ludo_env.engine.ludicrous.tables import Tables, tables_of
from ludo_env.engine.plain import PlainState
from ludo_env.errors import BadRules, BadState
from ludo_env.fields import Fault, Fields, load_json, show
from ludo_env.notation import from_data, from_text, key, seat_json, to_text
from ludo_env.rules import LudicrousRules, as_rules

SEAT: Final = "seat"
"""The field that only the view of a seat has."""
DEALING: Final = 1 << 64
"""Added to a bot's seed for what is dealt, which has nothing to do with what the bot draws."""


@dataclass(frozen=True, slots=True)
class Position:
    """A state as a client tells it.

    Attributes:
        game: it, or where only a view was told, a game that looks like it from that seat.
        key: its short hash.
        seat: the seat of the view; None where everything was told.
        told: the view.
    """

    game: Game
    key: str
    seat: int | None = None
    told: dict[str, Any] | None = None

    def view(self, seat: int) -> str:
        """What a party may know, as text."""
        return view_of(self.game, seat) if self.told is None else canonical(self.told)


def view_of(game: Game, seat: int) -> str:
    """What a party may know of a game, as text; of plain Ludo all but the dice to come."""
    if isinstance(game.state, PlainState):
        return to_text(game, dice=False)
    return seat_json(game, seat)


def read_position(told: bytes) -> Position:
    """A state token, a state or a seat view, as JSON.

    Raises:
        BadState: it describes no game.
    """
    try:
        data = load_json(told.decode())
        if isinstance(data, str):
            game = from_text(data)
        elif isinstance(data, dict) and SEAT in data:
            return _view_position(data)
        else:
            game = from_data(data)
    except Fault as fault:
        raise BadState(f"{fault.field}: {fault.problem}") from None
    return Position(game, key(game))


def game_of_view(view: str, seed: int) -> Game:
    """A game that looks like a view from its seat; the rest, and the dice, are drawn by a seed.

    Raises:
        BadState: the view shows no game.
    """
    if not view.startswith("{"):
        return from_text(view, seed=seed + DEALING)
    return _dealt(json.loads(view), seed)


def _view_position(data: dict[str, Any]) -> Position:
    fields = Fields(data)
    seat = COLOURS.index(fields.text(SEAT, COLOURS))
    return Position(_dealt(data, 0), view_key(data), seat, data)


def _dealt(view: dict[str, Any], seed: int) -> Game:
    """The game of a view of the full game, with hidden cards dealt."""
    dice = Dice()
    dice.seed(seed + DEALING)
    state = from_document(_deal(view, dice))
    # Else the words of the generator would tell what was dealt.
    state.dice.seed(dice.word() + DEALING)
    state.run()
    return Game.of(state)


def _deal(view: dict[str, Any], dice: Dice) -> dict[str, Any]:
    """The document of a game that looks like a view."""
    told = {name: value for name, value in view.items() if name != SEAT}
    parties = told.get("parties", {})
    if not isinstance(parties, dict) or not all(isinstance(p, dict) for p in parties.values()):
        raise BadState("parties: not an object of objects")
    hidden = _hidden(view)
    dealt = dict(parties)
    for colour, party in parties.items():
        if colour != view[SEAT] and "hand" in party:
            size = _count(party["hand"], f"parties.{colour}.hand", len(hidden))
            dealt[colour] = {**party, "hand": _draw(hidden, size, dice)}
    if "parties" in told:
        told["parties"] = dealt
    if "deck" in told:
        _count(told["deck"], "deck", len(hidden))
        if told["deck"] != len(hidden):
            raise BadState(f"deck: {told['deck']} cards, allowed: the {len(hidden)} that are left")
        told["deck"] = _draw(hidden, len(hidden), dice)
    return told


def _hidden(view: dict[str, Any]) -> list[int]:
    """The kinds of the cards that a seat cannot see: neither in its hand nor discarded."""
    tables = _tables(view.get("rules"))
    copies = tables.card_copies if tables.magic else 0
    own = view.get("parties", {}).get(view[SEAT], {}).get("hand", [])
    hand = _counts(own, f"parties.{view[SEAT]}.hand")
    discards = _counts(view.get("discards", []), "discards")
    seen = [held + gone for held, gone in zip(hand, discards, strict=True)]
    return [card for card in range(CARD_KINDS) for _ in range(copies - seen[card])]


def _tables(text: object) -> Tables:
    """The tables of a rule set of the full game."""
    try:
        rules = as_rules(text) if isinstance(text, str) else None
    except BadRules as error:
        raise BadState(f"rules: {error}") from None
    if not isinstance(rules, LudicrousRules):
        raise BadState(f"rules: {show(text)}, allowed: the text of a rule set of the full game")
    return tables_of(rules)


def _draw(hidden: list[int], size: int, dice: Dice) -> list[int]:
    """Counts of so many cards, which are taken away, any of them equally likely."""
    counts = [0] * CARD_KINDS
    for _ in range(size):
        n = dice.below(len(hidden))
        counts[hidden[n]] += 1
        hidden[n] = hidden[-1]
        hidden.pop()
    return counts


def _counts(value: object, where: str) -> list[int]:
    """A count for each kind of card; of nothing told, none."""
    if value == []:
        return [0] * CARD_KINDS
    good = isinstance(value, list) and all(type(count) is int for count in value)
    if not isinstance(value, list) or not good or len(value) != CARD_KINDS:
        raise BadState(f"{where}: {show(value)}, allowed: a count for each kind of card")
    return value


def _count(value: object, where: str, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise BadState(f"{where}: {show(value)}, allowed: a whole number 0..{most}")
    return value
