"""What can be cast, and casting: card, meta card, caster, target. [A-cast, SP-, W13]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES
from ludo_env.engine.ludicrous.cards import discard
from ludo_env.engine.ludicrous.catalogue import (
    AHEAD,
    CAST_AMPLIFIED,
    CAST_FAR,
    CAST_PLAIN,
    END,
    QUICKENED,
)
from ludo_env.engine.ludicrous.health import (
    NO_META,
)
from ludo_env.engine.ludicrous.lines import (
    ahead,
    enemies_in_line,
    piece_action,
    piece_of,
    ring_distance,
)
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.movement import may_move
from ludo_env.engine.ludicrous.names import (
    AMPLIFY,
    AWAKEN,
    BLINK,
    CARD_KINDS,
    CLEANSE,
    COUNTERSPELL,
    DREAD,
    FIRE_BOLT,
    FROST_GRIP,
    LIGHTNING_ARC,
    MEND,
    NOWHERE,
    PHANTOM,
    QUICKEN,
    REACH,
    SPELL_KINDS,
    WARD,
)
from ludo_env.engine.ludicrous.procedures import (
    CAST_SPELL,
    COUNTERSPELLS,
    DECIDE_CASTER,
    DECIDE_META,
    DECIDE_SPELL_TARGET,
    SPELL_EFFECT,
)

ANY_CASTER: Final = -1
"""The caster of a spell that needs none."""
MOST_BLINK: Final = 52
"""[SP-blink] The last r from which any roll of the d4 stays on the board."""

# Arguments of CAST_SPELL, and of the procedures that follow it.
SPELL: Final = 0
META: Final = 1
CASTER: Final = 2
AIM: Final = 3
ASKED: Final = 4
"""Parties that have been asked for a counterspell."""


# -- what can be cast ----------------------------------------------------------------------------


def holds_spell(m: Match, party: i64, spell: i64) -> bool:
    """[A-cast] A card of a school that the party's class casts. [W13]"""
    at: i64 = party * CARD_KINDS + spell
    return m.hand[at] != 0 and m.t.castable[at] != 0


def holds(m: Match, party: i64, card: i64) -> bool:
    """Whether the party holds a card of a kind."""
    return m.hand[party * CARD_KINDS + card] != 0


def castable(m: Match, party: i64, spell: i64, far: bool) -> bool:
    """[A-cast] Whether a spell, held or not, has a caster and a target now."""
    if spell == WARD or spell == COUNTERSPELL:
        return False
    if needs_no_caster(spell):
        return True
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.on_path(i) and spell_targets(m, i, spell, far, False):
            return True
    return False


def needs_no_caster(spell: i64) -> bool:
    """[SP-] Mend and cleanse need no caster."""
    return spell == MEND or spell == CLEANSE


def offer_spells(m: Match, party: i64, first: i64) -> None:
    """[A-cast] [B-quickened] Allow each spell that can be cast, as ``first`` + spell."""
    if not m.t.magic or m.cast:
        return
    far: bool = holds(m, party, REACH) and first != QUICKENED
    for spell in range(SPELL_KINDS):
        if holds_spell(m, party, spell) and (
            castable(m, party, spell, False) or (far and castable(m, party, spell, True))
        ):
            m.allow(first + spell)


def reach_of(m: Match, spell: i64, far: bool) -> i64:
    """[SP-] [SP-reach] The range of a spell."""
    extra: i64 = m.t.reach_range if far else 0
    if spell == FIRE_BOLT:
        return m.t.fire_bolt_range + extra
    if spell == LIGHTNING_ARC:
        return m.t.lightning_range + extra
    if spell == FROST_GRIP:
        return m.t.frost_range + extra
    if spell == DREAD:
        return m.t.dread_range + extra
    if spell == AWAKEN:
        return m.t.awaken_range + extra
    return m.t.phantom_range + extra


def spell_targets(m: Match, i: i64, spell: i64, far: bool, list_them: bool) -> bool:
    """[SP-] Whether a spell of a caster has a target, or all its targets."""
    reach: i64 = reach_of(m, spell, far)
    if strikes_piece(spell):
        return enemies_in_line(m, i, reach, list_them)
    if spell == LIGHTNING_ARC:
        # It strikes whoever comes first: there is nothing to choose.
        found: bool = enemies_in_line(m, i, reach, False)
        if found and list_them:
            m.allow(END)
        return found
    if spell == PHANTOM:
        return phantom_spaces(m, i, reach, list_them)
    if spell == BLINK:
        if m.r[i] > MOST_BLINK or not may_move(m, i):
            return False
        if list_them:
            m.allow(END)
        return True
    return friendly_targets(m, i, spell, reach, list_them)


def friendly_targets(m: Match, i: i64, spell: i64, reach: i64, list_them: bool) -> bool:
    """[SP-awaken] [SP-veil] A fallen piece of the own side within 6; an own piece."""
    party: i64 = i // PIECES
    found: bool = False
    for k in range(PARTIES * PIECES):
        if m.hostile(party, k // PIECES):
            continue
        fits: bool = False
        if spell == AWAKEN:
            fits = m.fallen[k] != 0 and ring_distance(m.space(i), m.space(k)) <= reach
        else:
            fits = k // PIECES == party and m.on_path(k) and m.crowned[k] == 0
        if fits:
            if not list_them:
                return True
            found = True
            m.allow(piece_action(m, party, k))
    return found


def strikes_piece(spell: i64) -> bool:
    """[SP-] Whether a spell is aimed at an enemy piece."""
    return spell == FIRE_BOLT or spell == FROST_GRIP or spell == DREAD


def phantom_spaces(m: Match, i: i64, reach: i64, list_them: bool) -> bool:
    """[SP-phantom] Empty pathway spaces ahead; one phantom a party."""
    if m.phantom_at[i // PIECES] != NOWHERE:
        return False
    found: bool = False
    for distance in range(1, reach + 1):
        space: i64 = ahead(m, i, distance)
        if m.ring[space] == 0 and m.phantom_here(space) == NOWHERE and not lies_on(m, space):
            if not list_them:
                return True
            found = True
            m.allow(AHEAD + distance - 1)
    return found


def lies_on(m: Match, space: i64) -> bool:
    """Whether an unconscious piece lies on a ring space."""
    for k in range(PARTIES * PIECES):
        if m.fallen[k] != 0 and m.space(k) == space:
            return True
    return False


# -- casting -------------------------------------------------------------------------------------


def cast(m: Match, spell: i64, quickened: bool) -> None:
    """[A-cast] [B-quickened] [SP-quicken] Begin to cast."""
    m.cast = True
    m.call(CAST_SPELL, spell, QUICKEN if quickened else NO_META, ANY_CASTER)


def step_cast_spell(m: Match) -> None:
    """[A-cast] The meta card, the caster, the target; then counterspells and the effect."""
    party: i64 = m.turn
    stage: i64 = m.stage()
    spell: i64 = m.arg(SPELL)
    if stage == 0:
        m.go_on_at(2)
        if m.arg(META) == NO_META:
            offer_meta(m, party, spell)
            m.ask(party, DECIDE_META)
            m.go_on_at(1)
    elif stage == 1:
        take_meta(m, m.choice)
        m.go_on_at(2)
    elif stage == 2:
        m.go_on_at(4)
        if not needs_no_caster(spell):
            offer_casters(m, party, spell)
            m.ask(party, DECIDE_CASTER)
            m.go_on_at(3)
    elif stage == 3:
        m.set_arg(CASTER, piece_of(party, m.choice))
        spell_targets(m, m.arg(CASTER), spell, m.arg(META) == REACH, True)
        m.ask(party, DECIDE_SPELL_TARGET)
        m.go_on_at(4)
    else:
        launch(m, party, spell)


def offer_meta(m: Match, party: i64, spell: i64) -> None:
    """[SP-amplify] [SP-reach] Which meta card, if any, may go with the spell."""
    if castable(m, party, spell, False):
        m.allow(CAST_PLAIN)
        if holds(m, party, AMPLIFY) and rolls_dice(spell):
            m.allow(CAST_AMPLIFIED)
    if holds(m, party, REACH) and has_reach(spell) and castable(m, party, spell, True):
        m.allow(CAST_FAR)


def rolls_dice(spell: i64) -> bool:
    """[SP-amplify] Whether a spell's effect has dice."""
    return spell == FIRE_BOLT or spell == LIGHTNING_ARC or spell == MEND or spell == BLINK


def has_reach(spell: i64) -> bool:
    """[SP-reach] Whether a spell has a range."""
    return (
        spell == FIRE_BOLT
        or spell == LIGHTNING_ARC
        or spell == FROST_GRIP
        or spell == DREAD
        or spell == AWAKEN
        or spell == PHANTOM
    )


def take_meta(m: Match, action: i64) -> None:
    """The chosen meta card."""
    if action == CAST_AMPLIFIED:
        m.set_arg(META, AMPLIFY)
    elif action == CAST_FAR:
        m.set_arg(META, REACH)


def offer_casters(m: Match, party: i64, spell: i64) -> None:
    """[SP-] A conscious pathway piece that has a target."""
    far: bool = m.arg(META) == REACH
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.on_path(i) and spell_targets(m, i, spell, far, False):
            m.allow(piece_action(m, party, i))


def launch(m: Match, party: i64, spell: i64) -> None:
    """[A-cast] The cards are spent; enemies may counter; the effect follows."""
    meta: i64 = m.arg(META)
    caster: i64 = m.arg(CASTER)
    aim: i64 = m.choice
    m.pop()
    discard(m, party, spell)
    if meta != NO_META:
        discard(m, party, meta)
    if m.log.on:
        piece: i64 = ANY_CASTER if caster == ANY_CASTER else caster % PIECES
        m.log.add("casts", party, {"spell": spell, "meta": meta, "piece": piece})
    m.call(SPELL_EFFECT, spell, meta, caster, aim)
    m.call(COUNTERSPELLS, spell, meta, caster, aim, 1)
