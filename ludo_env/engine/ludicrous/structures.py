"""Structures: fortifying, hacking, the turret. [A-fortify, A-hack, ST-, 6.9, 8.8]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES, YARD
from ludo_env.engine.ludicrous.attacks import gun_shot
from ludo_env.engine.ludicrous.catalogue import FORTIFY
from ludo_env.engine.ludicrous.contests import EVEN, contest, crown_bonus
from ludo_env.engine.ludicrous.lines import piece_action, ring_distance, slot_action, targetable
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    ENGINEERING,
    GRAZE,
    INTELLIGENCE,
    NO_STRUCTURE,
    NOWHERE,
    STRUCTURAL_SPACES,
    STRUCTURE_KINDS,
    TURRET,
)
from ludo_env.engine.ludicrous.parts import BUILDINGS

NO_TURRET_STUN: Final = 0
"""[ST-turret] The stun value of a turret."""


def offer_fortifying(m: Match, party: i64) -> None:
    """[A-fortify] A kind on a free space, or the project there; one structure of each kind."""
    first: i64 = party * STRUCTURAL_SPACES
    for kind in range(STRUCTURE_KINDS):
        if m.slot_of(party, kind) != NOWHERE:
            continue
        at: i64 = project_of(m, party, kind)
        for space in range(STRUCTURAL_SPACES):
            slot: i64 = first + space
            free: bool = m.built[slot] == NO_STRUCTURE and m.project[slot] == NO_STRUCTURE
            if at == slot or (at == NOWHERE and free):
                m.allow(FORTIFY + kind * STRUCTURAL_SPACES + space)


def project_of(m: Match, party: i64, kind: i64) -> i64:
    """The structural space where the party is building a kind; -1 if there is none."""
    for slot in range(party * STRUCTURAL_SPACES, party * STRUCTURAL_SPACES + STRUCTURAL_SPACES):
        if m.project[slot] == kind:
            return slot
    return NOWHERE


def fortification_points(m: Match, party: i64) -> i64:
    """[A-fortify] [8.8] What one action adds to a project."""
    helpers: i64 = 1 + m.count_at(party, YARD)
    if helpers < m.t.fortify_cap:
        for i in range(party * PIECES, party * PIECES + PIECES):
            if m.on_path(i) and m.in_own_field(i):
                helpers += 1
    if helpers > m.t.fortify_cap:
        helpers = m.t.fortify_cap
    points: i64 = helpers + m.score(party, ENGINEERING)
    if points < 1:
        points = 1
    if m.t.partner and m.partner[party] > 0:
        points += 1
    return points


def fortify(m: Match, party: i64, kind: i64, space: i64) -> None:
    """[A-fortify] Work on a project; built when its cost is reached, what is over is lost."""
    slot: i64 = party * STRUCTURAL_SPACES + space
    m.part_changes(BUILDINGS)
    if m.project[slot] != kind:
        m.project[slot] = kind
        m.project_points[slot] = 0
    m.project_points[slot] += fortification_points(m, party)
    if m.log.on:
        m.log.add("fortifies", party, {"kind": kind, "points": m.project_points[slot]})
    if m.project_points[slot] < m.t.structure_cost[kind]:
        return
    m.project[slot] = NO_STRUCTURE
    m.project_points[slot] = 0
    m.built[slot] = kind
    m.hacked[slot] = 0
    m.built_hp[slot] = most_structure_hp(m, party, kind)
    if m.log.on:
        m.log.add("built", party, {"kind": kind, "slot": space})


def most_structure_hp(m: Match, party: i64, kind: i64) -> i64:
    """[ST-] The hit points of a party's new structure, at least 1."""
    hp: i64 = m.t.structure_hp[kind] + m.t.structure_hp_per_engineering * m.score(
        party, ENGINEERING
    )
    return hp if hp > 1 else 1


def hack_targets(m: Match, i: i64, list_them: bool) -> bool:
    """[A-hack] Enemy structures within 3, either way."""
    party: i64 = i // PIECES
    space: i64 = m.space(i)
    built = m.built
    guarded = m.t.guarded
    found: bool = False
    for slot in range(i64(PARTIES * STRUCTURAL_SPACES)):
        if built[slot] == NO_STRUCTURE or not m.hostile(party, slot // STRUCTURAL_SPACES):
            continue
        if ring_distance(space, guarded[slot]) + 1 <= m.t.hack_range:
            if not list_them:
                return True
            found = True
            m.allow(slot_action(m, party, slot))
    return found


def hack(m: Match, i: i64, slot: i64) -> None:
    """[A-hack] Intelligence against engineering: off for two of its owner's turns."""
    party: i64 = i // PIECES
    owner: i64 = slot // STRUCTURAL_SPACES
    if m.log.on:
        m.log.add("hacks", party, {"piece": i % PIECES, "owner": owner, "object": m.built[slot]})
    result: i64 = contest(
        m,
        party,
        m.score(party, INTELLIGENCE) + crown_bonus(m, i),
        EVEN,
        owner,
        m.score(owner, ENGINEERING),
        EVEN,
        "hack",
    )
    if result >= GRAZE:
        # The clock falls before the structure could act: one more for as many whole turns.
        m.part_changes(BUILDINGS)
        m.hacked[slot] = m.t.hacked_turns + 1
        if m.log.on:
            m.log.add("hacked", owner, {"kind": m.built[slot], "by": party})


def turret_targets(m: Match, party: i64, list_them: bool) -> bool:
    """[ST-turret] [6.9] Enemy pieces within 3 of the turret, in both directions."""
    slot: i64 = m.slot_of(party, TURRET)
    if slot == NOWHERE or not m.acts(slot, TURRET):
        return False
    found: bool = False
    for k in range(PARTIES * PIECES):
        if targetable(m, party, k) and (
            ring_distance(m.space(k), m.t.guarded[slot]) + 1 <= m.t.turret_range
        ):
            if not list_them:
                return True
            found = True
            m.allow(piece_action(m, party, k))
    return found


def fire_turret(m: Match, party: i64, k: i64) -> None:
    """[B-turret] [ST-turret] d6; stun 0."""
    distance: i64 = ring_distance(m.space(k), m.t.guarded[m.slot_of(party, TURRET)]) + 1
    gun_shot(m, party, k, distance, m.t.turret_die, NO_TURRET_STUN, "turret")
