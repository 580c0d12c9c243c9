"""Possible worlds: the game as it may be, for all that one party knows. Compiled."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import PARTIES
from ludo_env.engine.dice import WORD, Dice
from ludo_env.engine.ludicrous.catalogue import END
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import CARD_KINDS, NIGHT

SPREAD: Final = 0x9E3779B1
COUNTS: Final = 7919
HALF: Final = 32
STIRRED: Final = 4
"""Words that are thrown away after the dice have been set."""


def possible_world(m: LudicrousState, viewer: i64, dice: Dice) -> LudicrousState:
    """A copy in which the deck and all hands but the viewer's are dealt anew by a bot's dice.

    The game's own generator is not copied: `set_dice` says how the dice of the world fall.
    """
    world = m.twin()
    world.dice = Dice()
    deal_hidden(world, viewer, dice)
    return world


def deal_hidden(m: Match, viewer: i64, dice: Dice) -> None:
    """Deal the deck and the hands of everybody but the viewer anew: same sizes, any cards."""
    left: i64 = 0
    for card in range(CARD_KINDS):
        for party in range(PARTIES):
            if party != viewer:
                m.deck[card] += m.hand[party * CARD_KINDS + card]
        left += m.deck[card]
    for party in range(PARTIES):
        if party != viewer:
            size: i64 = m.hand_size(party)
            for card in range(CARD_KINDS):
                m.hand[party * CARD_KINDS + card] = 0
            for n in range(size):
                drawn: i64 = card_at(m.deck, dice.below(left - n))
                m.deck[drawn] -= 1
                m.hand[party * CARD_KINDS + drawn] += 1
            left -= size


def card_at(deck: vec[i64], number: i64) -> i64:
    """The kind of the card that has a number, counted through the deck from 0."""
    card: i64 = 0
    left: i64 = number
    while left >= deck[card]:
        left -= deck[card]
        card += 1
    return card


def world_number(dice: Dice) -> i64:
    """A number for how the dice of a world fall, drawn by a bot's own dice."""
    return dice.word() + (dice.below(1 << (HALF - 2)) << HALF)


def moment_of(m: Match) -> i64:
    """A number for the phase of the turn that is under way."""
    return m.turns * (NIGHT + 1) + m.phase


def set_dice(m: Match, world: i64, action: i64, count: i64) -> None:
    """Set the dice of a world for what an action brings about.

    In one world the dice of a phase are the same whatever was done in the phases before, so that
    two choices are compared under equal luck. What ends a phase does not depend on ``count``, which
    tells the decisions of one phase apart.
    """
    steps: i64 = 0 if action == END else count
    m.dice.set_words(
        world & WORD, (moment_of(m) * SPREAD) & WORD, (world >> HALF) + steps * COUNTS, 1, 0
    )
    for _ in range(STIRRED):
        m.dice.word()
