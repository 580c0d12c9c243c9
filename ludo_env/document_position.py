"""Whether the pieces and things of a full game's document are where they may be. Sections 3 to 6"""

from __future__ import annotations

from ludo_env.board import COLOURS, HOME, HOME_AREA, LAST_RING, PARTIES, PIECES, RING
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.match import ALL
from ludo_env.engine.ludicrous.names import (
    CARD_KINDS,
    NO_STRUCTURE,
    NOBODY,
    NOWHERE,
    PRISON,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.ludicrous.pieces import foreign_star
from ludo_env.engine.ludicrous.procedures import LANDING, PASS_EFFECTS
from ludo_env.engine.state import FRAME
from ludo_env.errors import BadState
from ludo_env.rules.tables import CARDS

MOST_ON_SPACE = 2
ON_PATH = ("restrained", "wet", "burning", "dodging", "veiled")
"""[6.4] Conditions that end in the home area."""


def check_position(state: LudicrousState) -> None:
    """Pieces, spaces, parties and structures. Raises `BadState`, the field first."""
    _check_prisons(state)
    for i in range(ALL):
        _check_piece(state, i, f"parties.{COLOURS[i // PIECES]}.pieces[{i % PIECES}]")
    if not _is_landing(state):
        for space in range(RING):
            _check_space(state, space)
    for party in range(PARTIES):
        _check_party(state, party, f"parties.{COLOURS[party]}")
    for name in ("starter", "god", "turn"):
        party = getattr(state, name)
        if not state.seats[party] or (name != "turn" and not state.over and state.left[party]):
            raise BadState(f"world.{name}: {COLOURS[party]} does not play")


def check_cards(state: LudicrousState) -> None:
    """[SP-] Every card is in the deck, a hand or the discards. Raises `BadState`."""
    copies = state.t.card_copies * state.t.magic
    for card, name in enumerate(CARDS):
        held = sum(state.hand[party * CARD_KINDS + card] for party in range(PARTIES))
        count = state.deck[card] + state.discards[card] + held
        if count != copies:
            raise BadState(f"deck: {count} of {name} with hands and discards, allowed: {copies}")


def _check_prisons(state: LudicrousState) -> None:
    """[6.10] Only pieces in prison have a jailer, an enemy, and each of a colour another."""
    held: set[tuple[int, int]] = set()
    for i in range(ALL):
        party, jailer = i // PIECES, int(state.jailer[i])
        where = f"parties.{COLOURS[party]}.pieces[{i % PIECES}].jailer"
        if (state.r[i] == PRISON) != (jailer != NOBODY):
            raise BadState(f"{where}: goes together with r {PRISON}, a prison")
        if jailer == NOBODY:
            continue
        if not state.plays(jailer) or not state.hostile(party, jailer):
            raise BadState(f"{where}: {jailer} is no enemy in play")
        if (party, jailer) in held:
            raise BadState(f"{where}: {jailer} holds another piece of this colour")
        held.add((party, jailer))


def _check_piece(state: LudicrousState, i: int, where: str) -> None:
    """[C-unconscious] [6.4] A piece has no condition that its place does not know."""
    if state.facing[i] == 0:
        raise BadState(f"{where}.facing: 0, allowed: -1, 1")
    if state.fallen[i] and not 0 <= state.r[i] <= LAST_RING:
        raise BadState(f"{where}.fallen: not on the pathway")
    if state.prone[i] and not state.conscious(i):
        raise BadState(f"{where}.prone: not conscious on the board")
    for name in ON_PATH:
        if getattr(state, name)[i] and not state.on_path(i):
            raise BadState(f"{where}.{name}: not conscious on the pathway")
    if state.crowned[i] and not 0 <= state.r[i] < HOME:
        raise BadState(f"{where}.crowned: not on the board")
    if state.crowned[i] and state.veiled[i]:
        raise BadState(f"{where}.veiled: a crowned piece")


def _is_landing(state: LudicrousState) -> bool:
    """Whether a piece has been put on its space but has not landed there yet."""
    return any(state.stack[FRAME * n] in (PASS_EFFECTS, LANDING) for n in range(state.depth))


def _check_space(state: LudicrousState, space: int) -> None:
    """[6.15] [6.5] Two of a colour or one of another; no block on a foreign star."""
    here = [party for party in range(PARTIES) if state.party_count(space, party)]
    standing = " and ".join(COLOURS[party] for party in here)
    if len(here) > 1:
        raise BadState(f"parties: {standing} stand on space {space} together")
    for party in here:
        count = state.party_count(space, party)
        if count > MOST_ON_SPACE or (count > 1 and foreign_star(state, party, space)):
            raise BadState(f"parties: {count} of {standing} stand on space {space}")
        if state.phantom_here(space) != NOWHERE:
            raise BadState(f"parties: {standing} stands on the phantom on space {space}")


def _check_party(state: LudicrousState, party: int, where: str) -> None:
    """[Y-hp] [8.7] [SP-phantom] [6.9] What a party has, and its home area."""
    if not state.seats[party]:
        return
    if not 1 <= state.hp[party] <= state.most_hp(party):
        raise BadState(f"{where}.hp: {state.hp[party]}, allowed: 1..{state.most_hp(party)}")
    for r in range(HOME_AREA, HOME):
        if state.count_at(party, r) > MOST_ON_SPACE:
            raise BadState(f"{where}.pieces: {state.count_at(party, r)} stand on r {r}")
    own = range(party * PIECES, party * PIECES + PIECES)
    if sum(state.crowned[i] for i in own) + (state.crown_at[party] != NOWHERE) > 1:
        raise BadState(f"{where}.crown_at: more than one crown")
    for name in ("phantom_hp", "phantom_turns"):
        if (getattr(state, name)[party] > 0) != (state.phantom_at[party] != NOWHERE):
            raise BadState(f"{where}.{name}: goes together with phantom_at")
    if state.left[party] and not state.places[party]:
        raise BadState(f"{where}.left: has no place")
    _check_structures(state, party, where)


def _check_structures(state: LudicrousState, party: int, where: str) -> None:
    """[A-fortify] One structure or project on a space, one of each kind."""
    kinds: list[int] = []
    for k in range(STRUCTURAL_SPACES):
        slot, at = party * STRUCTURAL_SPACES + k, f"{where}.structures[{k}]"
        built, project = state.built[slot], state.project[slot]
        if (built != NO_STRUCTURE) != (state.built_hp[slot] > 0):
            raise BadState(f"{at}.built_hp: goes together with built")
        if project == NO_STRUCTURE and state.project_points[slot] > 0:
            raise BadState(f"{at}.project_points: without a project")
        if NO_STRUCTURE not in (built, project):
            raise BadState(f"{at}.project: on a structure")
        kinds += [kind for kind in (built, project) if kind != NO_STRUCTURE]
    if len(set(kinds)) != len(kinds):
        raise BadState(f"{where}.structures: a kind is there twice")
