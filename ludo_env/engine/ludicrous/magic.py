"""Casting: cards, casters, targets, counterspells and the twelve effects. [A-cast, SP-, W13]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES
from ludo_env.engine.ludicrous.attacks import defence_bonus, scaled
from ludo_env.engine.ludicrous.cards import discard
from ludo_env.engine.ludicrous.catalogue import (
    AHEAD,
    CAST_AMPLIFIED,
    CAST_FAR,
    CAST_PLAIN,
    END,
    QUICKENED,
    YES,
)
from ludo_env.engine.ludicrous.checks_queue import leader_bonus
from ludo_env.engine.ludicrous.contests import (
    EVEN,
    contest,
    crown_bonus,
    saving_throw,
)
from ludo_env.engine.ludicrous.fear import frighten
from ludo_env.engine.ludicrous.health import (
    FINAL,
    MAGICAL,
    NO_META,
    NO_STUN,
    SETS_ON_FIRE,
    can_react,
    damage_annustar,
    hit,
    restrain,
)
from ludo_env.engine.ludicrous.landing import UNTRAPPED, settle_woken
from ludo_env.engine.ludicrous.lines import (
    ahead,
    enemies_in_line,
    piece_action,
    piece_of,
    ring_distance,
    targetable,
)
from ludo_env.engine.ludicrous.match import ALL, Match
from ludo_env.engine.ludicrous.movement import may_move, target
from ludo_env.engine.ludicrous.names import (
    AMPLIFY,
    AWAKEN,
    BLINK,
    CARD_KINDS,
    CLEANSE,
    CONSTITUTION,
    COUNTERSPELL,
    CRITICAL_FAILURE,
    DEXTERITY,
    DREAD,
    FIRE_BOLT,
    FORWARD,
    FROST_GRIP,
    GRAZE,
    LIGHTNING_ARC,
    MAGIC,
    MEND,
    NOBODY,
    NOWHERE,
    PHANTOM,
    QUICKEN,
    REACH,
    SPELL_KINDS,
    VEIL,
    WARD,
)
from ludo_env.engine.ludicrous.pieces import heal, shift, wake
from ludo_env.engine.ludicrous.procedures import (
    CAST_SPELL,
    COUNTERSPELLS,
    DECIDE_CASTER,
    DECIDE_COUNTERSPELL,
    DECIDE_META,
    DECIDE_SPELL_TARGET,
    PASS_EFFECTS,
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


# -- counterspells -------------------------------------------------------------------------------


def step_counterspells(m: Match) -> None:
    """[R-counterspell] [SP-counterspell] Asked clockwise; the first success cancels."""
    party: i64 = casting_party(m)
    asked: i64 = m.arg(ASKED)
    if m.stage() == 1:
        m.go_on_at(0)
        if m.choice == YES and counters(m, party, (party + asked - 1) % PARTIES):
            m.pop()
            m.pop()
            damage_annustar(m, m.t.annustar_spell)
            return
    while asked < PARTIES:
        other: i64 = (party + asked) % PARTIES
        asked += 1
        if m.hostile(party, other) and can_counter(m, other):
            m.set_arg(ASKED, asked)
            m.allow(END)
            m.allow(YES)
            m.ask(other, DECIDE_COUNTERSPELL)
            m.go_on_at(1)
            return
    m.pop()


def casting_party(m: Match) -> i64:
    """[SP-ward] Whose spell it is: a ward is cast in the turn of another."""
    caster: i64 = m.arg(CASTER)
    return m.turn if caster == ANY_CASTER else caster // PIECES


def can_counter(m: Match, party: i64) -> bool:
    """[SP-counterspell] A card, a reaction, and a conscious pathway piece."""
    if not can_react(m, party) or not holds_spell(m, party, COUNTERSPELL):
        return False
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.on_path(i):
            return True
    return False


def counters(m: Match, party: i64, other: i64) -> bool:
    """[SP-counterspell] Magic against magic."""
    m.reacted[other] = 1
    discard(m, other, COUNTERSPELL)
    result: i64 = contest(
        m, other, m.score(other, MAGIC), EVEN, party, m.score(party, MAGIC), EVEN, "counterspell"
    )
    if m.log.on:
        m.log.add("counterspell", other, {"against": party, "won": int(result >= GRAZE)})
    damage_annustar(m, m.t.annustar_spell)
    if result == CRITICAL_FAILURE:
        damage_annustar(m, m.t.annustar_critical)
    return result >= GRAZE


# -- effects -------------------------------------------------------------------------------------


def step_spell_effect(m: Match) -> None:
    """[SP-] The effect; then the damage to the Annustar. [P-]"""
    spell: i64 = m.arg(SPELL)
    amplified: bool = m.arg(META) == AMPLIFY
    if m.stage() == 1:
        m.pop()
        damage_annustar(m, m.t.annustar_spell)
    elif spell == WARD:
        party: i64 = casting_party(m)
        m.pop()
        ward(m, party, amplified)
        damage_annustar(m, m.t.annustar_spell)
    else:
        m.go_on_at(1)
        take_effect(m, spell, amplified)


def take_effect(m: Match, spell: i64, amplified: bool) -> None:
    """[SP-] What a spell of the party whose turn it is does."""
    party: i64 = m.turn
    caster: i64 = m.arg(CASTER)
    aim: i64 = m.arg(AIM)
    if strikes_piece(spell) and not m.on_path(piece_of(party, aim)):
        # The party of the target has been ejected meanwhile.
        return
    if spell == FIRE_BOLT:
        fire_bolt(m, caster, piece_of(party, aim), amplified)
    elif spell == LIGHTNING_ARC:
        lightning_arc(m, caster, m.arg(META) == REACH, amplified)
    elif spell == FROST_GRIP:
        frost_grip(m, party, piece_of(party, aim))
    elif spell == MEND:
        mend(m, party, amplified)
    elif spell == AWAKEN:
        awaken(m, piece_of(party, aim))
    elif spell == CLEANSE:
        cleanse(m, party)
    elif spell == PHANTOM:
        raise_phantom(m, caster, aim - AHEAD + 1)
    elif spell == BLINK:
        blink(m, caster, amplified)
    elif spell == VEIL:
        veil(m, piece_of(party, aim))
    elif spell == DREAD:
        dread(m, party, piece_of(party, aim))


def effect_dice(m: Match, party: i64, sides: i64, amplified: bool, reason: str) -> i64:
    """[SP-amplify] The dice of an effect, twice and added if amplified."""
    total: i64 = m.roll(party, sides, reason)
    if amplified:
        total += m.roll(party, sides, reason)
    return total


def fire_bolt(m: Match, caster: i64, k: i64, amplified: bool) -> None:
    """[SP-fire-bolt] Magic against dexterity: d6 + magic, and burning."""
    party: i64 = caster // PIECES
    owner: i64 = k // PIECES
    result: i64 = contest(
        m,
        party,
        m.score(party, MAGIC) + crown_bonus(m, caster),
        EVEN,
        owner,
        defence_bonus(m, k, False),
        EVEN,
        "fire bolt",
    )
    if result == CRITICAL_FAILURE:
        damage_annustar(m, m.t.annustar_critical)
    if result < GRAZE:
        return
    rolled: i64 = effect_dice(m, party, m.t.fire_bolt_die, amplified, "fire bolt")
    damage: i64 = rolled + m.score(party, MAGIC)
    if damage < 1:
        damage = 1
    hit(m, k, scaled(damage, result), party, NO_STUN, MAGICAL | SETS_ON_FIRE)


def lightning_arc(m: Match, caster: i64, far: bool, amplified: bool) -> None:
    """[SP-lightning-arc] [D-damage] The first two targetable enemies ahead, in index order."""
    party: i64 = caster // PIECES
    rolled: i64 = effect_dice(m, party, m.t.lightning_die, amplified, "lightning arc")
    damage: i64 = rolled + m.score(party, MAGIC)
    if damage < 1:
        damage = 1
    struck: list[int] = []
    for distance in range(1, reach_of(m, LIGHTNING_ARC, far) + 1):
        space: i64 = ahead(m, caster, distance)
        for k in range(PARTIES * PIECES):
            here: bool = targetable(m, party, k) and m.space(k) == space
            if here and len(struck) < m.t.lightning_targets:
                struck.append(k)
    # The index order of the caster: its own party first, then clockwise.
    first: i64 = party * PIECES
    ordered: list[int] = []
    for n in range(ALL):
        if (first + n) % ALL in struck:
            ordered.append((first + n) % ALL)
    dealt = [lightning_damage(m, party, k, damage) for k in ordered]
    # The last one called is the first to be hit.
    for n in range(len(ordered) - 1, -1, -1):
        hit(m, ordered[n], dealt[n], party, NO_STUN, MAGICAL)


def lightning_damage(m: Match, party: i64, k: i64, damage: i64) -> i64:
    """[SP-lightning-arc] [C-wet] Goal 4 + magic for half, rounded up; + 2 for the wet."""
    owner: i64 = k // PIECES
    dealt: i64 = damage + (m.t.wet_lightning_damage if m.wet[k] != 0 else 0)
    goal: i64 = m.t.lightning_goal + m.score(party, MAGIC)
    if saving_throw(m, owner, k, m.score(owner, DEXTERITY), goal, "lightning arc"):
        dealt = (dealt + 1) // 2
    return dealt


def frost_grip(m: Match, party: i64, k: i64) -> None:
    """[SP-frost-grip] A throw of constitution, goal 4 + magic, or restrained."""
    owner: i64 = k // PIECES
    goal: i64 = m.t.frost_goal + m.score(party, MAGIC)
    if not saving_throw(m, owner, k, m.score(owner, CONSTITUTION), goal, "frost grip"):
        restrain(m, k)


def mend(m: Match, party: i64, amplified: bool) -> None:
    """[SP-mend] The party heals d6 + magic, at least 1."""
    amount: i64 = effect_dice(m, party, m.t.mend_die, amplified, "mend") + m.score(party, MAGIC)
    heal(m, party, amount if amount > 1 else 1)


def awaken(m: Match, k: i64) -> None:
    """[SP-awaken] A fallen piece is conscious and stands."""
    wake(m, k)
    m.prone[k] = 0
    if m.log.on:
        m.log.add("awakened", k // PIECES, {"piece": k % PIECES})
    settle_woken(m, k)


def cleanse(m: Match, party: i64) -> None:
    """[SP-cleanse] Ends all harmful conditions of the party and its pieces."""
    m.stunned[party] = 0
    m.poisoned[party] = 0
    m.provoker[party] = NOBODY
    for i in range(party * PIECES, party * PIECES + PIECES):
        m.prone[i] = 0
        m.restrained[i] = 0
        m.wet[i] = 0
        m.burning[i] = 0


def veil(m: Match, k: i64) -> None:
    """[SP-veil] [C-veiled] An own piece is no target until its party's next turn begins."""
    m.veiled[k] = 1
    if m.log.on:
        m.log.add("veiled", k // PIECES, {"piece": k % PIECES})


def raise_phantom(m: Match, caster: i64, distance: i64) -> None:
    """[SP-phantom] A phantom with 3 HP for 3 turns."""
    party: i64 = caster // PIECES
    m.phantom_at[party] = ahead(m, caster, distance)
    m.phantom_hp[party] = m.t.phantom_hp
    m.phantom_turns[party] = m.t.phantom_turns
    if m.log.on:
        m.log.add("phantom", party, {"space": m.phantom_at[party]})


def blink(m: Match, caster: i64, amplified: bool) -> None:
    """[SP-blink] [A-sneak] The caster moves d4 forward as if sneaking, if it may land there."""
    party: i64 = caster // PIECES
    spaces: i64 = effect_dice(m, party, m.t.blink_die, amplified, "blink")
    end: i64 = target(m, caster, spaces, True)
    if end == NOWHERE:
        return
    start: i64 = m.r[caster]
    if m.log.on:
        m.log.add("blinks", party, {"piece": caster % PIECES, "from": start, "to": end})
    m.facing[caster] = FORWARD
    shift(m, caster, end)
    m.call(PASS_EFFECTS, caster, start + 1, end, UNTRAPPED)


def ward(m: Match, party: i64, amplified: bool) -> None:
    """[SP-ward] The hit below on the stack does d6 + magic less, at least 1 less."""
    less: i64 = effect_dice(m, party, m.t.ward_die, amplified, "ward") + m.score(party, MAGIC)
    if less < 1:
        less = 1
    damage: i64 = m.arg(FINAL)
    m.set_arg(FINAL, 0 if less > damage else damage - less)
    if m.log.on:
        m.log.add("wards", party, {"less": less})


def dread(m: Match, party: i64, k: i64) -> None:
    """[SP-dread] A check for fear at once, goal 4 + magic."""
    frighten(m, k, m.t.dread_goal + m.score(party, MAGIC), leader_bonus(m, k))
