"""Cards: deck, hands and discards. [6.7] and rules of record, section 8"""

from __future__ import annotations

from mypy_extensions import i64

from ludo_env.board import PARTIES
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import CARD_KINDS, INTELLIGENCE
from ludo_env.engine.ludicrous.parts import CARDS


def hand_limit(m: Match, party: i64) -> i64:
    """[6.7] 4 + intelligence."""
    return m.t.hand_limit + m.score(party, INTELLIGENCE)


def has_room(m: Match, party: i64) -> bool:
    """[6.7] Whether the hand holds less than its limit."""
    return m.hand_size(party) < hand_limit(m, party)


def draw(m: Match, party: i64) -> None:
    """[6.7] The top card of the deck; an empty deck is refilled from the discards."""
    left: i64 = 0
    for card in range(CARD_KINDS):
        left += m.deck[card]
    if left == 0:
        for card in range(CARD_KINDS):
            left += m.discards[card]
            m.deck[card] = m.discards[card]
            m.discards[card] = 0
    if left == 0:
        return
    # An unordered deck: which of its cards is on top is settled now. [T-setup]
    number: i64 = m.roll_secret(party, left, "card")
    drawn: i64 = 0
    while number > m.deck[drawn]:
        number -= m.deck[drawn]
        drawn += 1
    m.part_changes(CARDS)
    m.deck[drawn] -= 1
    m.hand[party * CARD_KINDS + drawn] += 1
    if m.log.on:
        m.log.add("draws", party, {"secret_card": drawn})


def draw_with_room(m: Match, party: i64) -> None:
    """[6.7] Draws that no space causes need room in the hand."""
    if m.t.magic and has_room(m, party):
        draw(m, party)


def everybody_draws(m: Match) -> None:
    """[N-calendar] [P-star-shower] Each party draws if it has room, from the starting token on."""
    for n in range(PARTIES):
        party: i64 = (m.starter + n) % PARTIES
        if m.plays(party):
            draw_with_room(m, party)


def discard(m: Match, party: i64, card: i64) -> None:
    """A card leaves the hand for the discards, which are public."""
    m.part_changes(CARDS)
    m.hand[party * CARD_KINDS + card] -= 1
    m.discards[card] += 1
    if m.log.on:
        m.log.add("discards", party, {"card": card})
