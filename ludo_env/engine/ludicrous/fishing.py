"""Fishing and eating fish. [6.12, A-fish, B-eat]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PIECES, RING
from ludo_env.engine.ludicrous.cards import draw_with_room
from ludo_env.engine.ludicrous.contests import contest_number, crown_bonus, lean, throw
from ludo_env.engine.ludicrous.health import soak
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FIRST_FISH,
    FIRST_WEAPON,
    GOLDEN_CARP,
    GRAZE,
    LUCK,
    MINNOW,
    NO_LOOT,
    SALMON,
    TROUT,
)
from ludo_env.engine.ludicrous.parts import HOLDINGS
from ludo_env.engine.ludicrous.pieces import heal

D20: Final = 20
FIRST_FISHING_WEAPON: Final = 10
"""Harpoon, the first of the fishing weapons in the table of weapons."""
FISHING_WEAPONS: Final = 4


def can_fish(m: Match, i: i64) -> bool:
    """[A-fish] [6.12] Whether a piece stands on a fishing space."""
    return m.t.fishing_space[m.space(i)] != 0


def goal(m: Match, space: i64) -> i64:
    """[6.1] [6.12] The number on a fishing space."""
    first: bool = m.t.fishing_space[(space + 1) % RING] != 0
    return m.t.fishing_goal_1 if first else m.t.fishing_goal_2


def fish(m: Match, i: i64) -> bool:
    """[A-fish] [6.12] Luck against the number on the space. False: the action phase ends."""
    party: i64 = i // PIECES
    if m.log.on:
        m.log.add("fishes", party, {"piece": i % PIECES})
    result: i64 = contest_number(
        m, party, m.score(party, LUCK) + crown_bonus(m, i), 0, goal(m, m.space(i)), "fishing"
    )
    if result == CRITICAL_FAILURE:
        soak(m, i)
    if result < GRAZE:
        return False
    leaning: i64 = lean(result == CRITICAL_SUCCESS, result == GRAZE)
    catch(m, party, throw(m, party, D20, "fishing table", leaning))
    return True


def catch(m: Match, party: i64, roll: i64) -> None:
    """[6.12] The fishing table: the catch replaces what was in the looted item slot."""
    m.part_changes(HOLDINGS)
    loot: i64 = NO_LOOT
    if roll >= m.t.fish_weapon_from:
        weapon: i64 = FIRST_FISHING_WEAPON + m.roll(party, FISHING_WEAPONS, "fishing weapon") - 1
        loot = FIRST_WEAPON + weapon
        m.loot_ammunition[party] = 0
        if m.t.weapon_ranged[weapon] != 0:
            m.loot_ammunition[party] = m.roll(party, m.t.supply_die, "supply")
    elif roll >= m.t.fish_carp_from:
        loot = GOLDEN_CARP
    elif roll >= m.t.fish_salmon_from:
        loot = SALMON
    elif roll >= m.t.fish_trout_from:
        loot = TROUT
    elif roll >= m.t.fish_minnow_from:
        loot = MINNOW
    if loot != NO_LOOT:
        m.loot[party] = loot
    if m.log.on:
        m.log.add("catches", party, {"loot": loot})


def eat(m: Match, party: i64) -> None:
    """[6.12] [B-eat] [8.2] A natural 1 poisons for two turns; else the fish takes effect."""
    eaten: i64 = m.loot[party]
    m.part_changes(HOLDINGS)
    m.loot[party] = NO_LOOT
    if m.log.on:
        m.log.add("eats", party, {"loot": eaten})
    if m.roll(party, D20, "poisonous fish") == 1:
        if m.poisoned[party] < m.t.poisoned_turns:
            m.poisoned[party] = m.t.poisoned_turns
        if m.log.on:
            m.log.add("poisoned", party, {})
        return
    if eaten == MINNOW:
        heal(m, party, m.t.minnow_heals)
    elif eaten == TROUT:
        heal(m, party, m.t.trout_heals)
    elif eaten == SALMON:
        heal(m, party, m.t.salmon_heals)
        if m.stunned[party] == 0:
            m.counter[party] = m.t.bonus_die_full
    else:
        heal(m, party, m.t.carp_heals)
        draw_with_room(m, party)


def has_fish(m: Match, party: i64) -> bool:
    """[B-eat] Whether a fish is in the looted item slot."""
    return m.loot[party] >= FIRST_FISH
