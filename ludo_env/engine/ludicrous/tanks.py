"""Tanks and artillery. [6.14, TK-]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES, RING, YARD
from ludo_env.engine.ludicrous.attacks import exposure, gun_shot, scaled
from ludo_env.engine.ludicrous.catalogue import TANK, TANK_TO
from ludo_env.engine.ludicrous.contests import EVEN, contest, contest_number, lean
from ludo_env.engine.ludicrous.health import NORMAL, hit
from ludo_env.engine.ludicrous.lines import piece_action, targetable, view
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.movement import DIE
from ludo_env.engine.ludicrous.names import (
    ANTI_TANK_SPACE,
    ATTACK_SPACE,
    ENGINEERING,
    GRAZE,
    NOWHERE,
    TANK_SPACE_KINDS,
)
from ludo_env.engine.ludicrous.objects import damage_phantom, damage_tank
from ludo_env.engine.ludicrous.parts import TANKS
from ludo_env.engine.ludicrous.procedures import DECIDE_TANK

FAR: Final = 0
"""The distance of a shot from off the pathway: never adjacent."""


def step_tank_move(m: Match) -> None:
    """[T-tank] [6.14] The tank stays or moves to another of its three spaces."""
    party: i64 = m.turn
    if m.stage() == 0:
        if not m.t.tanks or m.tank_hp[party] == 0:
            m.pop()
            return
        for space in range(TANK_SPACE_KINDS):
            m.allow(TANK_TO + space)
        m.ask(party, DECIDE_TANK)
        m.go_on_at(1)
        return
    m.pop()
    space = m.choice - TANK_TO
    if space != m.tank[party]:
        m.part_changes(TANKS)
        m.tank[party] = space
        if m.log.on:
            m.log.add("tank_moves", party, {"tank_space": space})


def tank_targets(m: Match, party: i64, list_them: bool) -> bool:
    """[TK-shot] Enemy pieces in the own home field, for a ready tank on the attack space."""
    if m.tank[party] != ATTACK_SPACE or m.tank_hp[party] == 0 or m.tank_wait[party] > 0:
        return False
    found: bool = False
    for k in range(PARTIES * PIECES):
        if targetable(m, party, k) and m.in_field(party, m.space(k)):
            if not list_them:
                return True
            found = True
            m.allow(piece_action(m, party, k))
    return found


def reload_tank(m: Match, party: i64) -> None:
    """[TK-shot] [TK-anti-tank] Neither shot can be used for the next 3 own turns.

    The clock falls before the action phase, so it starts one higher.
    """
    m.part_changes(TANKS)
    m.tank_wait[party] = m.t.tank_reload + 1


def tank_shot(m: Match, party: i64, k: i64) -> None:
    """[A-tank-shot] [TK-shot] d8, stun 4."""
    reload_tank(m, party)
    gun_shot(m, party, k, FAR, m.t.tank_die, m.t.tank_stun, "tank shot")


def anti_tank_targets(m: Match, party: i64, list_them: bool) -> bool:
    """[TK-anti-tank] Tanks of enemies that are not heavily damaged."""
    if m.tank[party] != ANTI_TANK_SPACE or m.tank_hp[party] == 0 or m.tank_wait[party] > 0:
        return False
    found: bool = False
    for other in range(PARTIES):
        if m.plays(other) and m.hostile(party, other) and m.tank_hp[other] > 0:
            if not list_them:
                return True
            found = True
            m.allow(TANK + view(m, party, other))
    return found


def anti_tank_shot(m: Match, party: i64, other: i64) -> None:
    """[A-anti-tank] [TK-anti-tank] Engineering against engineering; easier on its attack space."""
    reload_tank(m, party)
    result: i64 = contest(
        m,
        party,
        m.score(party, ENGINEERING),
        lean(m.tank[other] == ATTACK_SPACE, False),
        other,
        m.score(other, ENGINEERING),
        EVEN,
        "anti-tank shot",
    )
    if m.log.on:
        m.log.add("anti_tank_shot", party, {"target": other, "hit": int(result >= GRAZE)})
    if result >= GRAZE:
        damage_tank(m, other, scaled(m.roll(party, m.t.tank_die, "damage"), result))


def artillery_targets(m: Match, party: i64, list_them: bool) -> bool:
    """[TK-artillery] Enemy pathway pieces outside the own home field, with a piece in the yard."""
    if m.artillery_wait[party] > 0 or m.count_at(party, YARD) == 0:
        return False
    found: bool = False
    for k in range(PARTIES * PIECES):
        if targetable(m, party, k) and not m.in_field(party, m.space(k)):
            if not list_them:
                return True
            found = True
            m.allow(piece_action(m, party, k))
    return found


def fire_artillery(m: Match, party: i64, k: i64) -> None:
    """[A-artillery] [TK-artillery] Engineering against 10; a miss scatters; all there are hit."""
    m.part_changes(TANKS)
    m.artillery_wait[party] = m.t.artillery_reload
    space: i64 = m.space(k)
    result: i64 = contest_number(
        m,
        party,
        m.score(party, ENGINEERING),
        exposure(m, k, FAR),
        m.t.artillery_goal,
        "artillery",
    )
    if result < GRAZE:
        distance: i64 = m.roll(party, m.t.artillery_scatter, "scatter")
        if m.roll(party, DIE, "scatter direction") % 2 == 1:
            distance = -distance
        space = (space + distance + RING) % RING
    if m.log.on:
        m.log.add("artillery", party, {"space": space, "hit": int(result >= GRAZE)})
    damage: i64 = scaled(m.roll(party, m.t.artillery_die, "damage"), result)
    # The last one called is the first to be hit: index order. [D-damage]
    for n in range(PARTIES * PIECES):
        i: i64 = PARTIES * PIECES - 1 - n
        if m.on_path(i) and m.space(i) == space:
            hit(m, i, damage, party, 0, NORMAL)
    phantom: i64 = m.phantom_here(space)
    if phantom != NOWHERE:
        damage_phantom(m, phantom, damage)
