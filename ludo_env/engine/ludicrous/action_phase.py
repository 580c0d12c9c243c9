"""The action phase: at most one action and one bonus action, in either order. [T-action]

The masks: each verb is offered with the actors that have a target, then the target is asked for.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import PARTIES, PIECES
from ludo_env.engine.ludicrous.attacks import weapon_attack, weapon_targets
from ludo_env.engine.ludicrous.brawl import dodge, grapple, punch, shove, stone, taunt
from ludo_env.engine.ludicrous.cards import discard, draw
from ludo_env.engine.ludicrous.casting import cast, holds, offer_spells
from ludo_env.engine.ludicrous.catalogue import (
    ANTI_TANK,
    ARTILLERY,
    BONUS_DIE,
    CAPTURE,
    CAST,
    COURT,
    DODGE,
    EAT,
    END,
    FISH,
    FORTIFY,
    GRAPPLE,
    HACK,
    LOOTED,
    MELEE,
    PUNCH,
    QUICKENED,
    RANGED,
    REFRESH,
    REVIVE,
    RIZZ,
    SHOVE,
    SNEAK,
    STAND,
    STONE,
    TANK,
    TANK_SHOT,
    TAUNT,
    TURRET,
    VERB,
)
from ludo_env.engine.ludicrous.ending import done
from ludo_env.engine.ludicrous.fishing import can_fish, eat, fish, has_fish
from ludo_env.engine.ludicrous.lines import enemies_in_line, piece_of, slot_of
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.names import CARD_KINDS, QUICKEN, SPEED, STRUCTURAL_SPACES
from ludo_env.engine.ludicrous.partner import court, rizz
from ludo_env.engine.ludicrous.parts import HOLDINGS
from ludo_env.engine.ludicrous.procedures import DECIDE_ACTION, DECIDE_TARGET, TARGET
from ludo_env.engine.ludicrous.rescue import capture, capture_targets, revive, revive_targets
from ludo_env.engine.ludicrous.structures import (
    fire_turret,
    fortify,
    hack,
    hack_targets,
    offer_fortifying,
    turret_targets,
)
from ludo_env.engine.ludicrous.tanks import (
    anti_tank_shot,
    anti_tank_targets,
    artillery_targets,
    fire_artillery,
    tank_shot,
    tank_targets,
)

VERB_KINDS: Final = 13


def step_actions(m: Match) -> None:
    """[T-action] Offer what can be done; do what was chosen; until the end."""
    party: i64 = m.turn
    if m.stage() == 1:
        m.go_on_at(0)
        if m.choice == END:
            m.pop()
            return
        act(m, party, m.choice)
        return
    # Its last piece may have blinked home.
    if not m.plays(party) or (m.t.teams and done(m, party)):
        m.pop()
        return
    m.allow(END)
    if not m.acted:
        offer_actions(m, party)
    if not m.bonus_acted:
        offer_bonus_actions(m, party)
    m.ask(party, DECIDE_ACTION)
    m.go_on_at(1)


def offer_actions(m: Match, party: i64) -> None:
    """[T-action] Every action that is possible now."""
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.on_path(i):
            next_to: bool = next_to_enemy(m, i)
            for verb in range(VERB_KINDS):
                if can_do(m, i, verb, next_to):
                    m.allow(VERB + verb * PIECES + i % PIECES)
    if not m.sneaking:
        m.allow(SNEAK)
    if m.t.structures:
        offer_fortifying(m, party)
    if m.t.magic:
        offer_spells(m, party, CAST)
    if m.t.tanks:
        if tank_targets(m, party, False):
            m.allow(TANK_SHOT)
        if anti_tank_targets(m, party, False):
            m.allow(ANTI_TANK)
        if artillery_targets(m, party, False):
            m.allow(ARTILLERY)


def next_to_enemy(m: Match, i: i64) -> bool:
    """[W-line] Whether a piece faces an enemy piece on the next space, as many verbs need."""
    return m.t.combat and enemies_in_line(m, i, 1, False)


def can_do(m: Match, i: i64, verb: i64, next_to: bool) -> bool:
    """[T-action] Whether a pathway piece can use a verb: it needs a target, if the verb has one.

    ``next_to`` is what `next_to_enemy` tells of it.
    """
    if verb == FISH:
        return m.t.fishing and can_fish(m, i)
    if verb == REVIVE:
        return revive_targets(m, i, False)
    if not m.t.combat:
        return False
    if verb == DODGE:
        return m.dodging[i] == 0
    if verb == PUNCH or verb == SHOVE or verb == GRAPPLE:
        return next_to
    if next_to and (verb == MELEE or verb == STONE or verb == TAUNT):
        return True
    if verb == HACK:
        return m.t.structures and hack_targets(m, i, False)
    if verb == CAPTURE:
        return capture_targets(m, i, False)
    return list_targets(m, i, verb, False)


def list_targets(m: Match, i: i64, verb: i64, list_them: bool) -> bool:
    """Whether a verb of an actor has a target, or all its targets."""
    if verb == MELEE or verb == RANGED or verb == LOOTED:
        return weapon_targets(m, i, verb, list_them)
    if verb == PUNCH or verb == SHOVE or verb == GRAPPLE:
        return enemies_in_line(m, i, 1, list_them)
    if verb == STONE:
        return enemies_in_line(m, i, m.t.stone_range, list_them)
    if verb == TAUNT:
        return enemies_in_line(m, i, m.t.taunt_range, list_them)
    if verb == HACK:
        return hack_targets(m, i, list_them)
    if verb == REVIVE:
        return revive_targets(m, i, list_them)
    return capture_targets(m, i, list_them)


def offer_bonus_actions(m: Match, party: i64) -> None:
    """[T-action] Every bonus action that is possible now."""
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.prone[i] != 0 and m.conscious(i):
            m.allow(STAND + i % PIECES)
    if m.t.partner:
        if m.partner[party] == 0:
            m.allow(COURT)
        elif m.partner[party] < m.t.partner_value:
            m.allow(RIZZ)
    if m.t.fishing and has_fish(m, party):
        m.allow(EAT)
    if m.counter[party] >= m.t.bonus_die_full:
        m.allow(BONUS_DIE)
    if m.t.structures and turret_targets(m, party, False):
        m.allow(TURRET)
    if m.t.magic:
        for card in range(CARD_KINDS):
            if holds(m, party, card):
                m.allow(REFRESH + card)
        if holds(m, party, QUICKEN):
            offer_spells(m, party, QUICKENED)


def act(m: Match, party: i64, action: i64) -> None:
    """[T-action] [A-sneak] Do the chosen action or bonus action."""
    if STAND <= action < REFRESH + CARD_KINDS or QUICKENED <= action < TANK_SHOT:
        m.bonus_acted = True
        act_bonus(m, party, action)
        return
    m.acted = True
    if action == SNEAK:
        m.sneaking = True
        if m.log.on:
            m.log.add("sneaks", party, {})
    elif FORTIFY <= action < CAST:
        n: i64 = action - FORTIFY
        fortify(m, party, n // STRUCTURAL_SPACES, n % STRUCTURAL_SPACES)
    elif CAST <= action < QUICKENED:
        cast(m, action - CAST, False)
    elif action >= TANK_SHOT:
        m.call(TARGET, action, party * PIECES)
    else:
        verb: i64 = (action - VERB) // PIECES
        i: i64 = party * PIECES + (action - VERB) % PIECES
        if verb == DODGE:
            dodge(m, i)
        elif verb == FISH:
            if not fish(m, i):
                # Failing ends the action phase, bonus action included. [6.12]
                m.pop()
        else:
            m.call(TARGET, verb, i)


def act_bonus(m: Match, party: i64, action: i64) -> None:
    """[B-stand] [B-refresh] Do the chosen bonus action."""
    if action < RIZZ and action >= STAND:
        i: i64 = party * PIECES + action - STAND
        m.piece_changes(i)
        m.prone[i] = 0
        if m.log.on:
            m.log.add("stands", party, {"piece": i % PIECES})
    elif action == RIZZ:
        rizz(m, party)
    elif action == COURT:
        court(m, party)
    elif action == EAT:
        eat(m, party)
    elif action == BONUS_DIE:
        buy_bonus_die(m, party)
    elif action == TURRET:
        m.call(TARGET, TURRET, party * PIECES)
    elif action >= REFRESH:
        discard(m, party, action - REFRESH)
        draw(m, party)
    else:
        cast(m, action - QUICKENED, True)


def buy_bonus_die(m: Match, party: i64) -> None:
    """[B-bonus-die] [M-bonus-die] d6 + speed, at least 1, to be used after the rolls."""
    m.part_changes(HOLDINGS)
    m.counter[party] = 0
    spaces: i64 = m.roll(party, m.t.bonus_die, "bonus die") + m.score(party, SPEED)
    m.bonus_spaces = spaces if spaces > 1 else 1
    if m.log.on:
        m.log.add("bonus_die", party, {"spaces": m.bonus_spaces})


def step_target(m: Match) -> None:
    """Ask for the target of a verb, then do it."""
    verb: i64 = m.arg(0)
    i: i64 = m.arg(1)
    party: i64 = i // PIECES
    if m.stage() == 0:
        if verb == TANK_SHOT:
            tank_targets(m, party, True)
        elif verb == ANTI_TANK:
            anti_tank_targets(m, party, True)
        elif verb == ARTILLERY:
            artillery_targets(m, party, True)
        elif verb == TURRET:
            turret_targets(m, party, True)
        else:
            list_targets(m, i, verb, True)
        m.ask(party, DECIDE_TARGET)
        m.go_on_at(1)
        return
    m.pop()
    target: i64 = m.choice
    if verb == TANK_SHOT:
        tank_shot(m, party, piece_of(party, target))
    elif verb == ANTI_TANK:
        anti_tank_shot(m, party, (party + target - TANK) % PARTIES)
    elif verb == ARTILLERY:
        fire_artillery(m, party, piece_of(party, target))
    elif verb == TURRET:
        fire_turret(m, party, piece_of(party, target))
    elif verb == HACK:
        hack(m, i, slot_of(party, target))
    else:
        do_to(m, i, verb, target)


def do_to(m: Match, i: i64, verb: i64, target: i64) -> None:
    """Do a verb to a target."""
    if verb == MELEE or verb == RANGED or verb == LOOTED:
        weapon_attack(m, i, verb, target)
        return
    k: i64 = piece_of(i // PIECES, target)
    if m.log.on and (verb == SHOVE or verb == GRAPPLE or verb == TAUNT or verb == REVIVE):
        m.log.add(
            "tries",
            i // PIECES,
            {
                "piece": i % PIECES,
                "verb": verb,
                "target": k // PIECES,
                "target_piece": k % PIECES,
            },
        )
    if verb == PUNCH:
        punch(m, i, k)
    elif verb == STONE:
        stone(m, i, k)
    elif verb == SHOVE:
        shove(m, i, k)
    elif verb == GRAPPLE:
        grapple(m, i, k)
    elif verb == TAUNT:
        taunt(m, i, k)
    elif verb == REVIVE:
        revive(m, i, k)
    else:
        capture(m, i, k)
