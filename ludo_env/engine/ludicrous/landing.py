"""What happens where a piece arrives: ambush, skirmish, push, and the effects of the space.

[6.5, 6.6, 6.7, 6.11, 6.15, 8.7, M-land, M-effects, M-push, M-skirmish]
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import HOME, LAST_RING, PARTIES, PIECES, QUADRANT, RING
from ludo_env.engine.ludicrous.cards import discard, draw, has_room
from ludo_env.engine.ludicrous.catalogue import END, SHED, YES
from ludo_env.engine.ludicrous.contests import (
    contest,
    crown_bonus,
    lean,
    log_throw,
    saving_throw,
)
from ludo_env.engine.ludicrous.ending import finish
from ludo_env.engine.ludicrous.health import damage_annustar, restrain, take_damage
from ludo_env.engine.ludicrous.match import NIBBLE, Match
from ludo_env.engine.ludicrous.names import (
    CARD_KINDS,
    DEXTERITY,
    ENGINEERING,
    FORWARD,
    GRAZE,
    LUCK,
    NOBODY,
    NOWHERE,
    SNARE,
    SPEED,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.ludicrous.parts import THINGS
from ludo_env.engine.ludicrous.pieces import fall, foreign_star, lift, may_rest, put
from ludo_env.engine.ludicrous.procedures import (
    CROWN_JUMP,
    DECIDE_SHED,
    DECIDE_TELEPORT,
    LANDING,
    LANDING_EFFECTS,
    SPELL_CARD,
    TELEPORT,
)

MAY_TELEPORT: Final = 1
"""A landing that has not teleported in this movement. [M-effects]"""
UNTRAPPED: Final = 2
"""A landing of a piece that moves as if sneaking, besides those of a sneaking party. [SP-blink]"""


def land(m: Match, i: i64, teleports: i64) -> None:
    """[M-land] A piece has been put on its space by a movement; settle whom it meets."""
    m.call(LANDING, i, teleports)


def step_landing(m: Match) -> None:
    """[M-land] Ambush or skirmish, then the landing effects if the piece is still conscious."""
    i: i64 = m.arg(0)
    teleports: i64 = m.arg(1)
    m.pop()
    if m.r[i] == HOME:
        come_home(m, i)
        return
    if not m.on_path(i):
        return
    meet(m, i)
    if m.on_path(i):
        m.call(LANDING_EFFECTS, i, teleports)


def meet(m: Match, i: i64) -> None:
    """[M-land] The enemies on the space of an arriving piece."""
    space: i64 = m.space(i)
    enemy: i64 = m.enemy_here(space, i // PIECES)
    if enemy == NOBODY:
        return
    if m.party_count(space, enemy) >= 2:
        skirmish(m, i, enemy)
    else:
        ambush(m, i, m.first_on(space, enemy))


def ambush(m: Match, i: i64, victim: i64) -> None:
    """[M-land] [6.5] A single enemy piece falls; on a star it has a saving throw."""
    party: i64 = i // PIECES
    space: i64 = m.space(i)
    if m.t.star[space] != 0 and star_throw(m, i, victim):
        if m.log.on:
            m.log.add(
                "repelled", party, {"piece": i % PIECES, "by": victim // PIECES, "space": space}
            )
        repel(m, i, victim // PIECES)
        return
    fell(m, victim, party)


def fell(m: Match, victim: i64, party: i64) -> None:
    """[M-land] The ambushed piece falls."""
    if m.log.on:
        m.log.add(
            "ambushed",
            victim // PIECES,
            {"piece": victim % PIECES, "by": party, "space": m.space(victim)},
        )
    fall(m, victim, party)


def star_goal(m: Match, ambusher: i64) -> i64:
    """[6.5] The goal of a piece that a party ambushes on a star."""
    return m.t.star_goal + m.score(ambusher, SPEED)


def star_throw(m: Match, i: i64, victim: i64) -> bool:
    """[6.5] [D-save] d6 + dexterity, goal 4 + the ambusher's speed; 1 fails and 6 succeeds."""
    owner: i64 = victim // PIECES
    natural: i64 = m.roll(owner, m.t.save_die, "star")
    goal: i64 = star_goal(m, i // PIECES)
    total: i64 = natural + m.score(owner, DEXTERITY) + crown_bonus(m, victim)
    saved: bool = total >= goal
    if natural == 1:
        saved = False
    elif natural == m.t.save_die:
        saved = True
    log_throw(m, owner, "star", total, goal, saved)
    return saved


def repel(m: Match, i: i64, by: i64) -> None:
    """[6.5] The repelled ambusher lies on the first space ahead with room, unconscious."""
    party: i64 = i // PIECES
    lift(m, i)
    r: i64 = m.r[i] + 1
    while r <= LAST_RING and not may_rest(m, i, r):
        r += 1
    # Nobody lies in a home area: at the end of the pathway it lies on its last space.
    m.piece_changes(i)
    m.r[i] = r if r <= LAST_RING else LAST_RING
    m.ring[m.space(i)] += 1 << (NIBBLE * party)
    fall(m, i, by)


def skirmish(m: Match, i: i64, enemy: i64) -> bool:
    """[M-skirmish] One contest of luck between the sides; all losers fall. Whether i's side won."""
    party: i64 = i // PIECES
    space: i64 = m.space(i)
    block: bool = m.party_count(space, enemy) >= 2
    star: bool = m.t.star[space] != 0
    result: i64 = contest(
        m,
        party,
        m.score(party, LUCK) + side_crown(m, space, party),
        lean(m.in_field(party, space), False),
        enemy,
        m.score(enemy, LUCK) + side_crown(m, space, enemy),
        lean(block or m.in_field(enemy, space) or star, False),
        "skirmish",
    )
    won: bool = result >= GRAZE
    if m.log.on:
        m.log.add("skirmish", party, {"against": enemy, "space": space, "won": int(won)})
    if not won:
        fall(m, i, enemy)
        return False
    for k in range(enemy * PIECES, enemy * PIECES + PIECES):
        if m.on_path(k) and m.space(k) == space:
            fall(m, k, party)
    return True


def side_crown(m: Match, space: i64, party: i64) -> i64:
    """[C-crowned] What a crowned piece on the space adds for its side."""
    for k in range(party * PIECES, party * PIECES + PIECES):
        if m.crowned[k] != 0 and m.on_path(k) and m.space(k) == space:
            return m.t.crowned_bonus
    return 0


def push(m: Match, i: i64, direction: i64, teleports: i64) -> None:
    """[M-push] [6.15] Push a lifted or crowded piece on, space by space, from where it is."""
    party: i64 = i // PIECES
    lift(m, i)
    start: i64 = m.r[i]
    r: i64 = start
    while True:
        r += direction
        if r < 0:
            # Backward past the own start: forward from the space where it stood.
            direction = FORWARD
            r = start + 1
        if r >= HOME:
            put(m, i, HOME)
            break
        if may_rest(m, i, r):
            put(m, i, r)
            break
        if r <= LAST_RING:
            space: i64 = (party * QUADRANT + r) % RING
            if m.enemy_here(space, party) != NOBODY and m.phantom_here(space) == NOWHERE:
                put(m, i, r)
                break
    if m.log.on:
        m.log.add("pushed", party, {"piece": i % PIECES, "to": m.r[i]})
    if m.on_path(i):
        enemy: i64 = m.enemy_here(m.space(i), party)
        if enemy != NOBODY and not skirmish(m, i, enemy):
            return
    if m.r[i] == HOME:
        come_home(m, i)
    elif m.on_path(i):
        m.call(LANDING_EFFECTS, i, teleports)


def settle_woken(m: Match, i: i64) -> None:
    """[A-revive] [SP-awaken] [6.15] A woken piece that cannot stand there is pushed forward."""
    party: i64 = i // PIECES
    space: i64 = m.space(i)
    crowd: bool = m.party_count(space, party) > 2 or m.others_here(space, party) != 0
    if m.party_count(space, party) == 2 and foreign_star(m, party, space):
        crowd = True
    if crowd or m.phantom_here(space) != NOWHERE:
        push(m, i, FORWARD, MAY_TELEPORT)


# -- landing effects ---------------------------------------------------------------------------


def step_landing_effects(m: Match) -> None:
    """[M-effects] Crown token, spell card, trap, T, for a piece that is still conscious."""
    i: i64 = m.arg(0)
    stage: i64 = m.stage()
    if not m.on_path(i) or stage == 3:
        m.pop()
        return
    space: i64 = m.space(i)
    m.go_on_at(stage + 1)
    if stage == 0:
        pass_crown(m, i, space)
        pass_spell_card(m, i, space)
    elif stage == 1:
        if m.t.trap[space] != 0 and m.arg(1) & UNTRAPPED == 0:
            spring_trap(m, i, space)
    elif m.t.teleport_from[space] != 0 and m.arg(1) & MAY_TELEPORT != 0 and next_d(m, i) != NOWHERE:
        m.call(TELEPORT, i)


def pass_crown(m: Match, i: i64, space: i64) -> None:
    """[8.7] [C-crowned] The own crown token is put on, another party's is destroyed."""
    party: i64 = i // PIECES
    for owner in range(PARTIES):
        if m.crown_at[owner] != space:
            continue
        if owner == party:
            m.piece_changes(i)
            m.crowned[i] = 1
            m.veiled[i] = 0
        elif not m.hostile(party, owner):
            continue
        m.part_changes(THINGS)
        m.crown_at[owner] = NOWHERE
        if m.log.on:
            kind = "crown_taken" if owner == party else "crown_destroyed"
            m.log.add(kind, party, {"piece": i % PIECES, "owner": owner})


def pass_spell_card(m: Match, i: i64, space: i64) -> None:
    """[6.7] A spell card space gives a card."""
    if m.t.magic and m.t.spell_card[space] != 0:
        m.call(SPELL_CARD, i // PIECES)


def step_spell_card(m: Match) -> None:
    """[6.7] Draw; with a full hand decline, or shed two cards first."""
    party: i64 = m.arg(0)
    stage: i64 = m.stage()
    if stage == 0:
        if has_room(m, party):
            m.pop()
            draw(m, party)
            return
        offer_shedding(m, party, m.hand_size(party) >= m.t.shed_cards)
        return
    if m.choice == END:
        m.pop()
        return
    discard(m, party, m.choice - SHED)
    if stage == m.t.shed_cards:
        m.pop()
        draw(m, party)
    else:
        offer_shedding(m, party, True)


def offer_shedding(m: Match, party: i64, enough: bool) -> None:
    """[6.7] Which card to shed; declining is only possible before the first."""
    stage: i64 = m.stage()
    if stage == 0:
        m.allow(END)
    for card in range(CARD_KINDS):
        if enough and m.hand[party * CARD_KINDS + card] != 0:
            m.allow(SHED + card)
    m.ask(party, DECIDE_SHED)
    m.go_on_at(stage + 1)


def spring_trap(m: Match, i: i64, space: i64) -> None:
    """[6.11] [ST-snare] 1 normal damage, and a throw against being restrained.

    Not for pieces of a sneaking party. The trap of a party that is not in play has engineering 0.
    """
    party: i64 = i // PIECES
    owner: i64 = (space // QUADRANT + 1) % PARTIES
    if not trap_springs(m, party, owner):
        return
    if m.log.on:
        m.log.add("trap", party, {"piece": i % PIECES, "owner": owner})
    if not take_damage(m, i, m.t.trap_damage, owner if m.plays(owner) else NOBODY):
        return
    if not saving_throw(m, party, i, m.score(party, DEXTERITY), trap_goal(m, owner), "trap"):
        restrain(m, i)


def trap_springs(m: Match, party: i64, owner: i64) -> bool:
    """[6.11] Whether a trap springs on a piece: not on the owner's side, nor while sneaking."""
    return m.hostile(party, owner) and not (m.sneaking and m.turn == party)


def trap_goal(m: Match, owner: i64) -> i64:
    """[6.11] [ST-snare] The goal against being restrained, which a party's snare raises."""
    goal: i64 = m.t.trap_goal
    if m.plays(owner):
        goal += m.score(owner, ENGINEERING)
        built = m.built
        first: i64 = owner * STRUCTURAL_SPACES
        for slot in range(first, first + STRUCTURAL_SPACES):
            if built[slot] == SNARE and m.acts(slot, SNARE):
                goal += m.t.snare_goal
    return goal


# -- teleports ---------------------------------------------------------------------------------


def next_d(m: Match, i: i64) -> i64:
    """[6.6] r of the next D ahead on the own route; -1 if none comes before r = 50."""
    party: i64 = i // PIECES
    for r in range(m.r[i] + 1, LAST_RING + 1):
        if m.t.teleport_to[(party * QUADRANT + r) % RING] != 0:
            return r
    return NOWHERE


def step_teleport(m: Match) -> None:
    """[6.6] The piece may jump to the next D: ambush there, then a throw of luck, goal 4."""
    i: i64 = m.arg(0)
    party: i64 = i // PIECES
    if m.stage() == 0:
        m.allow(END)
        m.allow(YES)
        m.ask(party, DECIDE_TELEPORT)
        m.go_on_at(1)
        return
    m.pop()
    if m.choice == YES:
        teleport(m, i)


def teleport(m: Match, i: i64) -> None:
    """[6.6] The jump itself: the traveller meets a single enemy, throws, and stays or is pushed."""
    party: i64 = i // PIECES
    r: i64 = next_d(m, i)
    space: i64 = (party * QUADRANT + r) % RING
    if m.log.on:
        m.log.add("teleports", party, {"piece": i % PIECES, "to": r})
    damage_annustar(m, m.t.annustar_teleport)
    lift(m, i)
    m.piece_changes(i)
    m.r[i] = r
    enemy: i64 = m.enemy_here(space, party)
    if enemy != NOBODY and m.party_count(space, enemy) == 1:
        fell(m, m.first_on(space, enemy), party)
    safe: bool = saving_throw(m, party, i, m.score(party, LUCK), m.t.teleport_goal, "teleport")
    m.ring[space] += 1 << (NIBBLE * party)
    if not safe:
        fall(m, i, NOBODY)
        return
    lift(m, i)
    if may_rest(m, i, r):
        put(m, i, r)
        m.call(LANDING_EFFECTS, i, 0)
    else:
        m.ring[space] += 1 << (NIBBLE * party)
        push(m, i, FORWARD, 0)


def come_home(m: Match, i: i64) -> None:
    """[E-win] [8.7] A piece got home; if it is crowned, a friendly piece may jump."""
    party: i64 = i // PIECES
    if m.log.on:
        m.log.add("home", party, {"piece": i % PIECES})
    crowned: bool = m.crowned[i] != 0
    m.piece_changes(i)
    m.crowned[i] = 0
    m.prone[i] = 0
    if m.home_count(party) >= m.t.pieces_to_win:
        finish(m, party)
    if crowned and m.plays(party) and not m.over:
        m.call(CROWN_JUMP, party)
