"""Damage to structures, phantoms and tanks. [ST-, SP-phantom, TK-]"""

from __future__ import annotations

from mypy_extensions import i64

from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import NO_STRUCTURE, NOWHERE, STRUCTURAL_SPACES
from ludo_env.engine.ludicrous.parts import BUILDINGS, HOLDINGS, TANKS, THINGS


def damage_structure(m: Match, slot: i64, damage: i64) -> None:
    """[ST-] At 0 HP a structure is removed."""
    m.part_changes(BUILDINGS)
    m.built_hp[slot] -= damage
    if m.log.on:
        m.log.add("structure_damage", slot // STRUCTURAL_SPACES, {"amount": damage})
    if m.built_hp[slot] <= 0:
        if m.log.on:
            m.log.add("structure_lost", slot // STRUCTURAL_SPACES, {"kind": m.built[slot]})
        m.built[slot] = NO_STRUCTURE
        m.built_hp[slot] = 0
        m.hacked[slot] = 0


def damage_phantom(m: Match, owner: i64, damage: i64) -> None:
    """[SP-phantom] At 0 HP a phantom is gone."""
    m.part_changes(HOLDINGS)
    m.phantom_hp[owner] -= damage
    if m.log.on:
        m.log.add("phantom_damage", owner, {"amount": damage})
    if m.phantom_hp[owner] <= 0:
        remove_phantom(m, owner)


def remove_phantom(m: Match, owner: i64) -> None:
    """[SP-phantom] The phantom goes."""
    m.part_changes(THINGS | HOLDINGS)
    m.phantom_at[owner] = NOWHERE
    m.phantom_hp[owner] = 0
    m.phantom_turns[owner] = 0
    if m.log.on:
        m.log.add("phantom_gone", owner, {})


def damage_tank(m: Match, owner: i64, damage: i64) -> None:
    """[TK-] At 0 HP a tank is heavily damaged for good. [W12]"""
    m.part_changes(TANKS)
    m.tank_hp[owner] -= damage
    if m.tank_hp[owner] < 0:
        m.tank_hp[owner] = 0
    if m.log.on:
        m.log.add("tank_damage", owner, {"amount": damage, "hp": m.tank_hp[owner]})
