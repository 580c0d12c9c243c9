"""Rules of thumb for magic: what a card is worth, what a spell does, when to ward and counter."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agents.sensible.fights import WORTHLESS, grip, larger, wound
from agents.sensible.judge import PERCENT, SPACE, Judge
from agents.sensible.moves import place_change
from agents.sensible.odds import CERTAIN
from ludo_env.board import HOME, PARTIES, PIECES, RING
from ludo_env.engine.ludicrous.attacks import defence_bonus
from ludo_env.engine.ludicrous.cards import has_room
from ludo_env.engine.ludicrous.casting import (
    AIM,
    CASTER,
    META,
    MOST_BLINK,
    SPELL,
    lies_on,
    reach_of,
)
from ludo_env.engine.ludicrous.checks_queue import leader_bonus
from ludo_env.engine.ludicrous.contests import crown_bonus
from ludo_env.engine.ludicrous.counterspells import casting_party
from ludo_env.engine.ludicrous.lines import ahead, piece_of, ring_distance, targetable
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.movement import may_land, may_move
from ludo_env.engine.ludicrous.names import (
    AMPLIFY,
    AWAKEN,
    BLINK,
    CARD_KINDS,
    CLEANSE,
    CONSTITUTION,
    DEXTERITY,
    DREAD,
    FIRE_BOLT,
    FROST_GRIP,
    LIGHTNING_ARC,
    MAGIC,
    MEND,
    NEUROTICISM,
    NOBODY,
    NOWHERE,
    PHANTOM,
    REACH,
    SPELL_KINDS,
    VEIL,
    WARD,
)

RETREAT: Final = 3
"""[8.3] Spaces that a frightened piece falls back, on average."""
BARRED: Final = 6
"""So close behind a phantom a piece is held up by it."""


# -- cards ---------------------------------------------------------------------------------------


def keepsake(j: Judge, m: Match, party: i64, card: i64) -> i64:
    """What a card in the hand is worth: nothing if the class cannot cast it."""
    usable: bool = m.t.castable[party * CARD_KINDS + card] != 0
    if card >= SPELL_KINDS:
        usable = j.casts(m, party)
    return j.cards[card] if usable else 0


def refresh_value(j: Judge, m: Match, card: i64) -> i64:
    """[B-refresh] What it is worth to have another card for one, on average."""
    better: i64 = j.card(m, m.decider) - keepsake(j, m, m.decider, card) * j.w.card // PERCENT
    return better * j.w.refresh // PERCENT


def shed_value(j: Judge, m: Match, card: i64) -> i64:
    """[6.7] Of the cards to shed the one that is worth least; 0 is declining."""
    if m.stage() > 1:
        return -keepsake(j, m, m.decider, card)
    # The first of two: both must go for a card that may be better.
    least: i64 = keepsake(j, m, m.decider, card)
    second: i64 = j.dearest
    for other in range(CARD_KINDS):
        held: i64 = m.hand[m.decider * CARD_KINDS + other]
        if other == card:
            held -= 1
        if held > 0:
            worth: i64 = keepsake(j, m, m.decider, other)
            if worth < second:
                second = worth
    return j.card(m, m.decider) * PERCENT // larger(1, j.w.card) - least - second


# -- spells at enemies ---------------------------------------------------------------------------


def spell_die(sides: i64, amplified: bool) -> i64:
    """[SP-amplify] The mean of one or two dice, as the sides of one die of that mean."""
    return 2 * sides if amplified else sides


def aimed(j: Judge, m: Match, spell: i64, i: i64, k: i64, amplified: bool) -> i64:
    """[SP-fire-bolt] [SP-frost-grip] [SP-dread] What a spell does to an enemy piece."""
    party: i64 = i // PIECES
    owner: i64 = k // PIECES
    magic: i64 = m.score(party, MAGIC)
    if spell == FIRE_BOLT:
        chance: i64 = j.odds.contest(magic + crown_bonus(m, i) - defence_bonus(m, k, False), 0)
        hurt: i64 = wound(j, m, k, spell_die(m.t.fire_bolt_die, amplified), magic, 0)
        burn: i64 = m.t.burning_turns * m.t.burning_damage if m.burning[k] == 0 else 0
        hurt += burn * j.w.hp * j.rival[owner] // PERCENT
        return hurt * chance // CERTAIN * j.w.violence // PERCENT
    if spell == FROST_GRIP:
        saved: i64 = j.odds.throw(
            m.score(owner, CONSTITUTION) + crown_bonus(m, k), m.t.frost_goal + magic
        )
        return grip(j, m, k) * (CERTAIN - saved) // CERTAIN * j.w.violence // PERCENT
    if m.restrained[k] != 0:
        return 0
    brave: i64 = m.score(owner, NEUROTICISM) + leader_bonus(m, k) + crown_bonus(m, k)
    stays: i64 = j.odds.throw(brave, m.t.dread_goal + magic)
    back: i64 = RETREAT if m.r[k] > RETREAT else m.r[k]
    value: i64 = back * SPACE * (CERTAIN - stays) // CERTAIN * j.rival[owner] // PERCENT
    return value * j.w.violence // PERCENT


def lightning(j: Judge, m: Match, i: i64, far: bool, amplified: bool) -> i64:
    """[SP-lightning-arc] What it does to the first enemies ahead."""
    party: i64 = i // PIECES
    magic: i64 = m.score(party, MAGIC)
    left: i64 = m.t.lightning_targets
    value: i64 = 0
    for distance in range(1, reach_of(m, LIGHTNING_ARC, far) + 1):
        space: i64 = ahead(m, i, distance)
        if m.others_here(space, party) == 0:
            continue
        for k in range(PARTIES * PIECES):
            if left > 0 and targetable(m, party, k) and m.space(k) == space:
                left -= 1
                saved: i64 = j.odds.throw(
                    m.score(k // PIECES, DEXTERITY), m.t.lightning_goal + magic
                )
                hurt: i64 = wound(j, m, k, spell_die(m.t.lightning_die, amplified), magic, 0)
                value += hurt * (2 * CERTAIN - saved) // (2 * CERTAIN)
    return value * j.w.violence // PERCENT


# -- other spells --------------------------------------------------------------------------------


def mend_value(j: Judge, m: Match, party: i64, amplified: bool) -> i64:
    """[SP-mend] Hit points that are missing and come back."""
    missing: i64 = m.most_hp(party) - m.hp[party]
    healed: i64 = (spell_die(m.t.mend_die, amplified) + 1) // 2 + m.score(party, MAGIC)
    return j.w.hp * (healed if healed < missing else missing)


def cleanse_value(j: Judge, m: Match, party: i64) -> i64:
    """[SP-cleanse] The harmful conditions that end."""
    count: i64 = 0
    if m.poisoned[party] != 0:
        count += 1
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.prone[i] != 0:
            count += 1
        if m.restrained[i] != 0:
            count += 2
        if m.burning[i] != 0:
            count += 1
    return j.w.cleanse * count


def phantom_value(j: Judge, m: Match, i: i64, distance: i64) -> i64:
    """[SP-phantom] The enemies that a phantom would hold up, weighed by party."""
    party: i64 = i // PIECES
    space: i64 = ahead(m, i, distance)
    value: i64 = j.w.phantom * j.held_up(m, space) // PERCENT
    for own in range(party * PIECES, party * PIECES + PIECES):
        if m.on_path(own) and 1 <= (space - m.space(own) + RING) % RING <= BARRED:
            # No own piece lands on it either.
            value -= j.w.phantom // 2
    return value


def blink_value(j: Judge, m: Match, i: i64, amplified: bool) -> i64:
    """[SP-blink] The mean of the places where the caster may get to."""
    if m.r[i] > MOST_BLINK or not may_move(m, i):
        return WORTHLESS
    value: i64 = 0
    steps: i64 = 2 if amplified else 1
    for face in range(1, m.t.blink_die + 1):
        end: i64 = m.r[i] + face * steps
        if end <= HOME and may_land(m, i, end):
            value += place_change(j, m, i, end)
    return value // m.t.blink_die


def awaken_value(j: Judge, m: Match, k: i64) -> i64:
    """[SP-awaken] The fallen piece is saved."""
    return j.loss(m, k, m.r[k])


def helping(j: Judge, m: Match, spell: i64, i: i64, far: bool, amplified: bool) -> i64:
    """What a spell of a caster that harms nobody is worth with its best target."""
    party: i64 = i // PIECES
    best: i64 = WORTHLESS
    if spell == BLINK:
        return blink_value(j, m, i, amplified)
    reach: i64 = reach_of(m, spell, far)
    if spell == PHANTOM:
        for distance in range(1, reach + 1):
            space: i64 = ahead(m, i, distance)
            if m.ring[space] == 0 and m.phantom_here(space) == NOWHERE and not lies_on(m, space):
                best = larger(best, phantom_value(j, m, i, distance))
        return best
    for k in range(PARTIES * PIECES):
        if spell == AWAKEN:
            friendly: bool = not m.hostile(party, k // PIECES)
            if friendly and m.fallen[k] != 0 and ring_distance(m.space(i), m.space(k)) <= reach:
                best = larger(best, awaken_value(j, m, k))
        elif k // PIECES == party and m.on_path(k) and m.crowned[k] == 0:
            best = larger(best, j.w.veil * j.threats(m, m.space(k)))
    return best


# -- casting -------------------------------------------------------------------------------------


def caster_value(j: Judge, m: Match, spell: i64, i: i64, far: bool, amplified: bool) -> i64:
    """What a spell of a caster is worth with its best target."""
    if spell == LIGHTNING_ARC:
        return lightning(j, m, i, far, amplified)
    if spell != FIRE_BOLT and spell != FROST_GRIP and spell != DREAD:
        return helping(j, m, spell, i, far, amplified)
    party: i64 = i // PIECES
    best: i64 = WORTHLESS
    for distance in range(1, reach_of(m, spell, far) + 1):
        space: i64 = ahead(m, i, distance)
        if m.others_here(space, party) == 0:
            continue
        for k in range(PARTIES * PIECES):
            if targetable(m, party, k) and m.space(k) == space:
                best = larger(best, aimed(j, m, spell, i, k, amplified))
    return best


def spell_value(j: Judge, m: Match, spell: i64, far: bool, amplified: bool) -> i64:
    """What a spell of the deciding party is worth with its best caster and target."""
    party: i64 = m.decider
    if spell == MEND:
        return mend_value(j, m, party, amplified)
    if spell == CLEANSE:
        return cleanse_value(j, m, party)
    best: i64 = WORTHLESS
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.on_path(i):
            best = larger(best, caster_value(j, m, spell, i, far, amplified))
    return best


def cast_value(j: Judge, m: Match, spell: i64, with_reach: bool) -> i64:
    """[A-cast] What it is worth to cast a spell now, beside keeping it."""
    value: i64 = spell_value(j, m, spell, False, False)
    if with_reach and value <= 0:
        value = spell_value(j, m, spell, True, False) - j.cards[REACH]
    # A full hand draws no cards.
    keep: i64 = j.w.keep if has_room(m, m.decider) else 0
    return value * j.w.magic // PERCENT - keep


def meta_value(j: Judge, m: Match, spell: i64, card: i64) -> i64:
    """[SP-] What casting with a meta card is worth; -1 is none."""
    if card == AMPLIFY:
        return spell_value(j, m, spell, False, True) - j.cards[AMPLIFY]
    if card == REACH:
        return spell_value(j, m, spell, True, False) - j.cards[REACH]
    return spell_value(j, m, spell, False, False)


def target_value(j: Judge, m: Match, spell: i64, action: i64, ahead_of: i64) -> i64:
    """[A-cast] What a target of the spell that is being cast is worth."""
    i: i64 = m.arg(CASTER)
    amplified: bool = m.arg(META) == AMPLIFY
    if spell == PHANTOM:
        return phantom_value(j, m, i, ahead_of)
    if spell == LIGHTNING_ARC or spell == BLINK:
        return 0
    k: i64 = piece_of(m.decider, action)
    if spell == AWAKEN:
        return awaken_value(j, m, k)
    if spell == VEIL:
        return j.w.veil * j.threats(m, m.space(k))
    return aimed(j, m, spell, i, k, amplified)


# -- reactions -----------------------------------------------------------------------------------


def pain(j: Judge, m: Match, i: i64, damage: i64) -> i64:
    """What damage to an own piece costs."""
    hp: i64 = m.hp[i // PIECES]
    if damage < hp:
        return j.w.hp * damage
    return j.w.hp * hp + j.loss(m, i, m.r[i])


def ward_value(j: Judge, m: Match, i: i64, damage: i64, amplified: bool) -> i64:
    """[SP-ward] What a ward saves, on average, beside keeping it."""
    die: i64 = spell_die(m.t.ward_die, amplified)
    saved: i64 = 0
    for face in range(1, die + 1):
        less: i64 = face + m.score(i // PIECES, MAGIC)
        if less < 1:
            less = 1
        left: i64 = damage - less if damage > less else 0
        saved += pain(j, m, i, damage) - pain(j, m, i, left)
    return saved // die - j.w.ward - (j.cards[AMPLIFY] if amplified else 0)


def wants_counterspell(j: Judge, m: Match) -> bool:
    """[SP-counterspell] Whether the spell of an enemy is worth cancelling."""
    party: i64 = m.decider
    other: i64 = casting_party(m)
    chance: i64 = j.odds.contest(m.score(party, MAGIC) - m.score(other, MAGIC), 0)
    return spared(j, m, party, other) * chance // CERTAIN > j.w.counterspell


def spared(j: Judge, m: Match, party: i64, other: i64) -> i64:
    """What the spell that is being cast does to the party, or for its enemy."""
    spell: i64 = m.arg(SPELL)
    dice: i64 = 2 if m.arg(META) == AMPLIFY else 1
    damage: i64 = RETREAT * dice + m.score(other, MAGIC)
    if damage < 1:
        damage = 1
    share: i64 = j.rival[other]
    if spell == MEND or spell == WARD:
        return j.w.hp * damage * share // PERCENT
    if spell == AWAKEN:
        k: i64 = piece_of(other, m.arg(AIM))
        return j.loss(m, k, m.r[k]) * share // PERCENT
    if spell == BLINK:
        return SPACE * RETREAT * dice * share // PERCENT
    if spell == LIGHTNING_ARC:
        return j.w.hp * damage * hit_by_lightning(m, party)
    if spell == FIRE_BOLT or spell == FROST_GRIP or spell == DREAD:
        i: i64 = piece_of(other, m.arg(AIM))
        if i // PIECES != party:
            return 0
        if spell == FIRE_BOLT:
            return pain(j, m, i, damage)
        return j.w.restrain if spell == FROST_GRIP else SPACE * RETREAT
    return j.w.keep * share // PERCENT


def hit_by_lightning(m: Match, party: i64) -> i64:
    """Own pieces within the reach of the lightning that is being cast."""
    i: i64 = m.arg(CASTER)
    if i == NOBODY:
        return 0
    far: i64 = reach_of(m, LIGHTNING_ARC, m.arg(META) == REACH)
    count: i64 = 0
    for distance in range(1, far + 1):
        count += m.party_count(ahead(m, i, distance), party)
    return count if count < m.t.lightning_targets else m.t.lightning_targets
