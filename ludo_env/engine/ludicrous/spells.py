"""What each spell does. [SP-]"""

from __future__ import annotations

from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES
from ludo_env.engine.ludicrous.attacks import defence_bonus, scaled
from ludo_env.engine.ludicrous.casting import AIM, CASTER, META, SPELL, reach_of, strikes_piece
from ludo_env.engine.ludicrous.catalogue import (
    AHEAD,
)
from ludo_env.engine.ludicrous.checks_queue import leader_bonus
from ludo_env.engine.ludicrous.contests import (
    EVEN,
    contest,
    crown_bonus,
    saving_throw,
)
from ludo_env.engine.ludicrous.counterspells import casting_party
from ludo_env.engine.ludicrous.fear import frighten
from ludo_env.engine.ludicrous.health import (
    FINAL,
    MAGICAL,
    NO_STUN,
    SETS_ON_FIRE,
    damage_annustar,
    hit,
    restrain,
)
from ludo_env.engine.ludicrous.landing import UNTRAPPED, settle_woken
from ludo_env.engine.ludicrous.lines import (
    ahead,
    piece_of,
    targetable,
)
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.movement import target
from ludo_env.engine.ludicrous.names import (
    AMPLIFY,
    AWAKEN,
    BLINK,
    CLEANSE,
    CONSTITUTION,
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
    REACH,
    VEIL,
    WARD,
)
from ludo_env.engine.ludicrous.parts import BUILDINGS, HOLDINGS, THINGS
from ludo_env.engine.ludicrous.piece_state import ALL
from ludo_env.engine.ludicrous.pieces import heal, shift, wake
from ludo_env.engine.ludicrous.procedures import (
    PASS_EFFECTS,
)


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
    m.piece_changes(k)
    m.prone[k] = 0
    if m.log.on:
        m.log.add("awakened", k // PIECES, {"piece": k % PIECES})
    settle_woken(m, k)


def cleanse(m: Match, party: i64) -> None:
    """[SP-cleanse] Ends all harmful conditions of the party and its pieces."""
    m.part_changes(HOLDINGS | BUILDINGS)
    m.stunned[party] = 0
    m.poisoned[party] = 0
    m.provoker[party] = NOBODY
    m.pieces_change(party)
    for i in range(party * PIECES, party * PIECES + PIECES):
        m.prone[i] = 0
        m.restrained[i] = 0
        m.wet[i] = 0
        m.burning[i] = 0


def veil(m: Match, k: i64) -> None:
    """[SP-veil] [C-veiled] An own piece is no target until its party's next turn begins."""
    m.piece_changes(k)
    m.veiled[k] = 1
    if m.log.on:
        m.log.add("veiled", k // PIECES, {"piece": k % PIECES})


def raise_phantom(m: Match, caster: i64, distance: i64) -> None:
    """[SP-phantom] A phantom with 3 HP for 3 turns."""
    party: i64 = caster // PIECES
    m.part_changes(THINGS | HOLDINGS)
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
    m.piece_changes(caster)
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
