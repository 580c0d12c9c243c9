"""The same game with other hidden cards, and whether a party can tell."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Final

from ludo_env.board import PARTIES
from ludo_env.document import canonical, event_view, seat_view, to_document
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import CARD_KINDS
from ludo_env.engine.ludicrous.procedures import DECISIONS
from ludo_env.words_full import describe
from tests.observation.support import FLAT, encode

REACTIONS: Final = ("ward", "counterspell")


def deal_again(state: LudicrousState, keep: Collection[int], rng: Random) -> LudicrousState:
    """The same game with other cards in the deck and in all hands but those of some parties."""
    other = state.twin()
    hidden = [card for card in range(CARD_KINDS) for _ in range(state.deck[card])]
    sizes = {party: state.hand_size(party) for party in range(PARTIES) if party not in keep}
    for party in sizes:
        first = party * CARD_KINDS
        hidden += [card for card in range(CARD_KINDS) for _ in range(state.hand[first + card])]
    rng.shuffle(hidden)
    for card in range(CARD_KINDS):
        other.deck[card] = 0
    for party, size in sizes.items():
        for card in range(CARD_KINDS):
            other.hand[party * CARD_KINDS + card] = 0
        for _ in range(size):
            other.hand[party * CARD_KINDS + hidden.pop()] += 1
    for card in hidden:
        other.deck[card] += 1
    return other


def view_of(state: LudicrousState, viewer: int) -> str:
    """What a party may know of a game, byte for byte."""
    return canonical(seat_view(to_document(state), viewer))


def words(events: list[Event], viewer: int) -> list[str]:
    """Events as a party sees them, told; of its own draws that it drew, for the deck is hidden."""
    views = [event_view(event, viewer) for event in events]
    return [
        f"{view.kind} {view.seat}" if view.kind == "draws" else f"{view} {describe(view)}"
        for view in views
    ]


def decline(game: Game) -> None:
    """Let everybody who is asked for a spell as a reaction decline."""
    while not game.over and DECISIONS[game.full.kind] in REACTIONS:
        game.apply("end")


def pending(game: Game) -> tuple[int, int, int, bool]:
    """Who is asked what, after how much has happened."""
    return game.decider, int(game.full.kind), len(game.events), game.over


def tell_alike(viewer: int, one: Game, other: Game, action: int) -> bool:
    """Whether two games that a party cannot tell apart went the same way, up to the next decision.

    They part where it drew a card, or where somebody else could choose by a hidden card; until
    then all that it hears, sees and may choose must be the same.
    """
    for game in (one, other):
        game.listen()
        game.apply(action)
        decline(game)
    first, second = words(one.events, viewer), words(other.events, viewer)
    length = min(len(first), len(second))
    assert first[:length] == second[:length]
    drawn = any(event.kind == "draws" and event.seat == viewer for event in one.events)
    if drawn or pending(one) != pending(other):
        return False
    assert view_of(one.full, viewer) == view_of(other.full, viewer)
    assert (encode(FLAT, one.full, viewer) == encode(FLAT, other.full, viewer)).all()
    assert one.decider != viewer or one.legal() == other.legal()
    return True
