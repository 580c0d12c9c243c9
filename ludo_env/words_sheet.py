"""The party sheets of a full game in words: what everybody sees, and the hand of one party."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludo_env.board import COLOURS, PIECES, SPACES
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import (
    CARD_KINDS,
    FIRST_FISH,
    NO_LOOT,
    NO_STRUCTURE,
    NOWHERE,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.plain import PlainState
from ludo_env.rules.tables import CARDS, FISH, STRUCTURES, TANK_SPACES, WEAPONS, WEATHERS
from ludo_env.sentences import party_name
from ludo_env.words_full import DIRECTIONS

CONDITIONS: Final = ("prone", "restrained", "wet", "burning", "dodging", "veiled", "crowned")
"""Conditions of pieces, each also the name of its numbers in the state."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One party's sheet in words; every part is a list of short phrases, and may be empty.

    Attributes:
        head: the colour and the class.
        health: hit points.
        conditions: what the party suffers from, and the bonus die counter.
        belongings: weapons with ammunition, loot, partner, tank, artillery, crown, phantom.
        structures: what stands on the structural spaces, and what is being built there.
        hand: the cards by name where they may be seen, else how many.
        pieces: what is unusual about a piece, after its number.
    """

    head: str
    health: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    belongings: tuple[str, ...] = ()
    structures: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()


def sheet_lines(game: Game, seat: int | None) -> list[str]:
    """What a party sees beside the board: the world, then every sheet; nothing in plain Ludo.

    Args:
        game: the game, which is only read.
        seat: the party that looks, whose cards are told by name; of the others it sees how many.
            -1 sees no hand, None all of them.
    """
    if isinstance(game.state, PlainState):
        return []
    lines = [", ".join(world_words(game))]
    for party in game.seats:
        lines += _lines(sheet_of(game, party, seat))
    return lines


def _lines(sheet: Sheet) -> list[str]:
    told = sheet.health + sheet.conditions + sheet.belongings + sheet.structures + sheet.hand
    if not told:
        return [f"{sheet.head}: out of the game"]
    pieces = ["  " + "; ".join(sheet.pieces)] if sheet.pieces else []
    return [f"{sheet.head}: {', '.join(told)}", *pieces]


def world_words(game: Game) -> list[str]:
    """What belongs to nobody in a full game: round, tokens, weather, wind, Annustar damage."""
    state = game.full
    words = [f"round {state.rounds}", f"{COLOURS[state.starter]} opens it"]
    if state.t.night:
        words.append(f"{WEATHERS[state.weather]} weather")
        if state.wind_strength:
            words.append(f"wind {DIRECTIONS[state.wind]} {state.wind_strength}")
        words.append(f"{COLOURS[state.god]} has the god token")
    if state.t.pivotal:
        words.append(f"Annustar {state.annustar} of {state.t.annustar_cap}")
    return words


def sheet_of(game: Game, party: int, seat: int | None) -> Sheet:
    """The sheet of a party of a full game, as of `sheet_lines`; empty but for its head if it is
    out of the game.
    """
    state = game.full
    head = f"{COLOURS[party]}, {state.t.rules.sheets[party].party_class}"
    if state.left[party]:
        return Sheet(head)
    return Sheet(
        head,
        health=(f"{state.hp[party]} of {state.most_hp(party)} hit points",),
        conditions=tuple(_conditions(state, party)),
        belongings=tuple(_belongings(state, party)),
        structures=tuple(_structures(state, party)),
        hand=tuple(_hand(state, party, seat)),
        pieces=tuple(filter(None, (_piece(state, party, piece) for piece in range(PIECES)))),
    )


def _conditions(state: LudicrousState, party: int) -> list[str]:
    """What the party suffers from, and the bonus die counter."""
    provoker = state.provoker[party]
    return [
        *["wounded"] * state.wounded(party),
        *["stressed"] * state.stressed(party),
        *["stunned"] * (state.stunned[party] != 0),
        *["poisoned"] * (state.poisoned[party] != 0),
        *[f"provoked by {party_name(provoker)}"] * (provoker >= 0),
        f"bonus die counter {state.counter[party]} of {state.t.bonus_die_full}",
    ]


def _belongings(state: LudicrousState, party: int) -> list[str]:
    """Weapons, loot, partner, tank, artillery, crown and phantom."""
    t, words = state.t, []
    if t.combat:
        words.append(WEAPONS[t.melee[party]])
        words.append(f"{WEAPONS[t.ranged[party]]} with {state.ammunition[party]}")
    if state.loot[party] != NO_LOOT:
        words.append(_loot(state, party))
    if state.partner[party]:
        words.append(f"partner {state.partner[party]}")
    if state.tank_hp[party]:
        space = TANK_SPACES[state.tank[party]]
        words.append(f"tank with {state.tank_hp[party]} on its {space} space")
        words += [f"tank reloads for {state.tank_wait[party]}"] * (state.tank_wait[party] > 0)
    if state.artillery_wait[party]:
        words.append(f"artillery reloads for {state.artillery_wait[party]}")
    if state.crown_at[party] != NOWHERE:
        words.append(f"crown on {SPACES[state.crown_at[party]].name}")
    if state.phantom_at[party] != NOWHERE:
        where = SPACES[state.phantom_at[party]].name
        words.append(f"phantom with {state.phantom_hp[party]} on {where}")
    for name in ("penalties", "fouls"):
        words += [f"{name} {getattr(state, name)[party]}"] * (getattr(state, name)[party] > 0)
    return words


def _loot(state: LudicrousState, party: int) -> str:
    loot = state.loot[party]
    if loot >= FIRST_FISH:
        return FISH[loot - FIRST_FISH]
    return f"looted {WEAPONS[loot - 1]} with {state.loot_ammunition[party]}"


def _structures(state: LudicrousState, party: int) -> list[str]:
    """What stands on the structural spaces, and what is being built there."""
    words = []
    for slot in range(party * STRUCTURAL_SPACES, (party + 1) * STRUCTURAL_SPACES):
        beside = f"beside {SPACES[state.t.guarded[slot]].name}"
        built, project = state.built[slot], state.project[slot]
        if built != NO_STRUCTURE:
            hacked = " hacked" if state.hacked[slot] else ""
            words.append(f"{STRUCTURES[built]}{hacked} with {state.built_hp[slot]} {beside}")
        if project != NO_STRUCTURE:
            points = f"{state.project_points[slot]} of {state.t.structure_cost[project]} points"
            words.append(f"{STRUCTURES[project]} at {points} {beside}")
    return words


def _hand(state: LudicrousState, party: int, seat: int | None) -> list[str]:
    """The own cards by name, those of others by their number."""
    size = state.hand_size(party)
    if not state.t.magic:
        return []
    if seat not in (party, None) or size == 0:
        return [f"{size} card{'s' * (size != 1)}"]
    held = [state.hand[party * CARD_KINDS + card] for card in range(CARD_KINDS)]
    names = [
        name if count == 1 else f"{count} {name}"
        for name, count in zip(CARDS, held, strict=True)
        if count
    ]
    return [f"cards: {', '.join(names)}"]


def _piece(state: LudicrousState, party: int, piece: int) -> str:
    """What is unusual about a piece; nothing if it just stands there and looks forward."""
    i = party * PIECES + piece
    words = [name for name in CONDITIONS if getattr(state, name)[i]]
    if state.fallen[i]:
        words.insert(0, f"unconscious for {state.fallen[i]}")
    elif state.on_path(i) and state.facing[i] < 0:
        words.insert(0, "looks backward")
    return f"{piece + 1} {', '.join(words)}" if words else ""
