"""What the tests of the engine share: scenes, forced dice, and everything a game consists of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from ludo_env.board import COLOURS, HOME, LAST_RING, PIECES, ring_index
from ludo_env.engine.game import Game
from ludo_env.engine.options import NIBBLE, Options
from ludo_env.engine.plain import TURN, PlainState
from ludo_env.engine.state import NOBODY
from ludo_env.rules import RuleSet, as_ruleset

Plain: TypeAlias = "int | str | list[Plain] | dict[str, Plain]"
"""A value that can be compared and printed."""


def scene(
    rules: str | RuleSet = "classic",
    *,
    roll: Sequence[int],
    players: int = 4,
    turn: str = "yellow",
    starter: str = "yellow",
    rounds: int = 1,
    auto_pass: bool = False,
    **places: Sequence[int],
) -> Game:
    """A game in which a party's turn begins, with pieces where the keywords put them.

    Args:
        rules: as of `Game`.
        roll: the dice that fall until somebody must decide, the first one the party's own.
        players, auto_pass: as of `Game`.
        turn: the colour whose turn begins.
        starter: the colour that began the game.
        rounds: the round that is under way.
        places: by colour, the r of its first pieces; the others are in the yard.
    """
    ruleset = as_ruleset(rules)
    opening = [6, *[1] * (players - 1)] if ruleset.start == "rolled" else []
    opening.append(ruleset.enter_on[0])
    game = Game(ruleset, players, seed=0, auto_pass=False, dice=opening)
    state = game.plain
    state.auto_pass = auto_pass
    for colour, rs in places.items():
        for piece, r in enumerate(rs):
            put(state, COLOURS.index(colour), piece, r)
    state.starter = COLOURS.index(starter)
    state.rounds = rounds
    state.turns = 0
    state.decisions = 0
    state.dice.rolls = 0
    state.depth = 0
    state.decider = NOBODY
    state.push(TURN, COLOURS.index(turn))
    game.listen()
    with dice(game, *roll):
        state.run()
    return game


def put(state: PlainState, party: int, piece: int, r: int) -> None:
    """Move a piece from the yard to r."""
    state.pieces[party * PIECES + piece] = r
    if r == HOME:
        state.home[party] += 1
    elif 0 <= r <= LAST_RING:
        state.ring[ring_index(party, r)] += 1 << (NIBBLE * party)


@contextmanager
def dice(game: Game, *rolls: int) -> Iterator[None]:
    """Force the dice that fall inside the block: one more (`RollNeeded`) or less fails the test."""
    game.plain.dice.give(rolls)
    yield
    game.plain.dice.finish_given()


def at(game: Game, colour: str) -> list[int]:
    """The r of all pieces of a colour."""
    return [game.place(COLOURS.index(colour), piece) for piece in range(PIECES)]


def decider(game: Game) -> str:
    """The colour that must decide, or "nobody"."""
    return "nobody" if game.over else COLOURS[game.decider]


def kinds(game: Game) -> list[str]:
    """What happened so far, rolls left out."""
    return [event.kind for event in game.events if event.kind != "roll"]


def rolled(game: Game, first: int = 0) -> list[int]:
    """The dice that fell since the event number ``first``."""
    return [int(event.data["value"]) for event in game.events[first:] if event.kind == "roll"]


def everything(game: Game) -> dict[str, Plain]:
    """All that a game consists of, with all its parts, to be compared with another time."""
    return {name: _plain(getattr(game.plain, name)) for name in _attributes(game.plain)}


def position(game: Game) -> dict[str, Plain]:
    """`everything` but the words of the generator and the log."""
    parts = everything(game)
    return {name: parts[name] for name in parts if name not in ("dice", "log")}


_ATTRIBUTES: dict[type, list[str]] = {}


def _attributes(part: object) -> list[str]:
    """The names of all that an object holds, whatever its class declares today."""
    if type(part) not in _ATTRIBUTES:
        names = [name for name in dir(part) if not name.startswith("_")]
        _ATTRIBUTES[type(part)] = [name for name in names if not callable(getattr(part, name))]
    return _ATTRIBUTES[type(part)]


def _plain(value: object) -> Plain:
    if value is None:
        return "none"
    if isinstance(value, int | str):
        return value
    if isinstance(value, Options):
        return value.rules.text
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if hasattr(value, "__len__") and hasattr(value, "__getitem__"):
        return [_plain(value[index]) for index in range(len(value))]
    return {name: _plain(getattr(value, name)) for name in _attributes(value)}
