"""What every legal action is about on the board: who acts, on which piece, on which space.

Pictures mark it, and whoever lets people choose on the board looks an action up by what they
touch. `ludo_env.words.describe_action` says the same in words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ludo_env.board import PIECES, Kind, own_spaces, route_space
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous import catalogue as actions
from ludo_env.engine.ludicrous.action_phase import VERB_KINDS
from ludo_env.engine.ludicrous.casting import CASTER
from ludo_env.engine.ludicrous.landing import next_d
from ludo_env.engine.ludicrous.lines import ahead, owner_of, piece_of, slot_of
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.movement import PIECE, TACKLER, TO
from ludo_env.engine.ludicrous.names import NOBODY, STRUCTURAL_SPACES, TURRET
from ludo_env.engine.ludicrous.procedures import (
    CAST_SPELL,
    COUNTERSPELLS,
    CROWN_JUMP,
    DECIDE_CASTER,
    DECIDE_COUNTERSPELL,
    DECIDE_CROWN,
    DECIDE_CROWN_JUMP,
    DECIDE_TACKLE,
    DECIDE_TELEPORT,
    DECIDE_WARD,
    MOVE_PIECE,
    NIGHT_AMBUSHES,
    SECOND_PIECE,
    TARGET,
)
from ludo_env.engine.plain import PlainState
from ludo_env.engine.state import FRAME

TANK_KINDS: Final = (Kind.SHIELD_TANK, Kind.ATTACK_TANK, Kind.ANTI_TANK)


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action and what it is about; what is only said and not done on the board is empty.

    Attributes:
        action: its number in the catalogue.
        pieces: the pieces that act, as 4 * party + piece; two move in synchrony, first one first.
        targets: the pieces that it is aimed at.
        spaces: ids of the spaces that it leads to, those of `pieces` in their order; or of the
            structural, tank or artillery space, or the phantom, that it uses or is aimed at.
    """

    action: int
    pieces: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    spaces: tuple[int, ...] = ()


About = Callable[[LudicrousState, int, int], Choice]
"""From the state, the number of an action, and its distance from the first of its kind."""


def choices_of(game: Game) -> tuple[Choice, ...]:
    """What the legal actions of the decider are about, in their order; none when it is over."""
    if game.over:
        return ()
    state = game.state
    if isinstance(state, PlainState):
        return tuple(_plain(state, action) for action in game.legal())
    return tuple(full_choice(game.full, action) for action in game.legal())


def way(state: LudicrousState, action: int) -> tuple[tuple[int, int], ...]:
    """The pieces that a move or a synchronous move moves, and the r each of them would reach.

    A barricade's stop is seen; tackles, and what happens to the first piece, are not.
    """
    after = state.twin()
    after.settle(action)
    after.step()
    depth = after.depth - 1
    if depth < 0 or after.stack[FRAME * depth] != MOVE_PIECE:
        return ()
    first = (int(after.arg(PIECE)), int(after.arg(TO)))
    below = FRAME * (depth - 1)
    if after.stack[below] != SECOND_PIECE:
        return (first,)
    second = int(after.stack[below + 2])
    return first, (second, int(state.r[second] + after.stack[below + 3]))


def _plain(state: PlainState, action: int) -> Choice:
    end = route_space(state.decider, state.targets[action]).id
    return Choice(action, pieces=(state.decider * PIECES + action,), spaces=(end,))


def full_choice(state: LudicrousState, action: int) -> Choice:
    """What a legal action of a full game is about."""
    first = FIRSTS[bisect_right(FIRSTS, action) - 1]
    return ABOUT[first](state, action, action - first)


def _actor(state: LudicrousState) -> tuple[int, ...]:
    """The piece that has begun to act, if the decision is about what it does."""
    procedure = state.procedure()
    actor = NOBODY
    if procedure == TARGET and state.arg(0) < VERB_KINDS:
        actor = int(state.arg(1))
    elif procedure in (CAST_SPELL, COUNTERSPELLS):
        actor = int(state.arg(CASTER))
    elif procedure in (CROWN_JUMP, NIGHT_AMBUSHES) and state.stage() == 2:
        actor = int(state.arg(1))
    return () if actor == NOBODY else (actor,)


def _said(state: LudicrousState, action: int, n: int) -> Choice:
    return Choice(action)


def _agrees(state: LudicrousState, action: int, n: int) -> Choice:
    kind = state.kind
    if kind == DECIDE_TACKLE:
        return Choice(action, (int(state.arg(TACKLER)),), (int(state.arg(PIECE)),))
    if kind == DECIDE_COUNTERSPELL:
        return Choice(action, targets=_actor(state))
    if kind not in (DECIDE_TELEPORT, DECIDE_CROWN, DECIDE_WARD):
        return Choice(action)
    piece = int(state.arg(0))
    if kind == DECIDE_WARD:
        return Choice(action, (piece,))
    end = next_d(state, piece) if kind == DECIDE_TELEPORT else 0
    return Choice(action, (piece,), spaces=(route_space(piece // PIECES, end).id,))


def _own_piece(state: LudicrousState, action: int, n: int) -> Choice:
    return Choice(action, (state.decider * PIECES + n % PIECES,))


def _to_tank_space(state: LudicrousState, action: int, n: int) -> Choice:
    return Choice(action, spaces=(tank_space(state.decider, n),))


def _fortified(state: LudicrousState, action: int, n: int) -> Choice:
    slot = state.decider * STRUCTURAL_SPACES + n % STRUCTURAL_SPACES
    return Choice(action, spaces=(structural_space(slot),))


def _tank(state: LudicrousState, action: int, n: int) -> Choice:
    return Choice(action, spaces=(tank_space(state.decider, state.tank[state.decider]),))


def _artillery(state: LudicrousState, action: int, n: int) -> Choice:
    return Choice(action, spaces=(own_spaces(state.decider, Kind.ARTILLERY)[0].id,))


def _turret(state: LudicrousState, action: int, n: int) -> Choice:
    base = state.decider * STRUCTURAL_SPACES
    turrets = [slot for slot in range(base, base + STRUCTURAL_SPACES) if state.acts(slot, TURRET)]
    return Choice(action, spaces=tuple(structural_space(slot) for slot in turrets))


def _piece(state: LudicrousState, action: int, n: int) -> Choice:
    piece = int(piece_of(state.decider, action))
    if state.kind in (DECIDE_CASTER, DECIDE_CROWN_JUMP):
        return Choice(action, (piece,))
    return Choice(action, _actor(state), (piece,))


def _structure(state: LudicrousState, action: int, n: int) -> Choice:
    slot = int(slot_of(state.decider, action))
    return Choice(action, _actor(state), spaces=(structural_space(slot),))


def _their_tank(state: LudicrousState, action: int, n: int) -> Choice:
    owner = int(owner_of(state.decider, action))
    return Choice(action, spaces=(tank_space(owner, state.tank[owner]),))


def _phantom(state: LudicrousState, action: int, n: int) -> Choice:
    owner = int(owner_of(state.decider, action))
    return Choice(action, _actor(state), spaces=(int(state.phantom_at[owner]),))


def _ahead(state: LudicrousState, action: int, n: int) -> Choice:
    caster = int(state.arg(CASTER))
    return Choice(action, (caster,), spaces=(int(ahead(state, caster, n + 1)),))


def _enters(state: LudicrousState, action: int, n: int) -> Choice:
    start = route_space(state.decider, 0).id
    return Choice(action, (state.decider * PIECES + n,), spaces=(start,))


def _moves(state: LudicrousState, action: int, n: int) -> Choice:
    ways = way(state, action)
    ends = tuple(route_space(piece // PIECES, end).id for piece, end in ways)
    return Choice(action, tuple(piece for piece, _ in ways), spaces=ends)


def structural_space(slot: int) -> int:
    """The id of a structural space by 4 * party + its place from 0."""
    return own_spaces(slot // STRUCTURAL_SPACES, Kind.STRUCTURAL)[slot % STRUCTURAL_SPACES].id


def tank_space(party: int, space: int) -> int:
    """The id of a party's shield (0), attack (1) or anti-tank space (2)."""
    return own_spaces(party, TANK_KINDS[space])[0].id


ABOUT: Final[dict[int, About]] = {
    actions.END: _said,
    actions.YES: _agrees,
    actions.TURN_PIECE: _own_piece,
    actions.TANK_TO: _to_tank_space,
    actions.VERB: _own_piece,
    actions.SNEAK: _said,
    actions.FORTIFY: _fortified,
    actions.CAST: _said,
    actions.TANK_SHOT: _tank,
    actions.ARTILLERY: _artillery,
    actions.STAND: _own_piece,
    actions.RIZZ: _said,
    actions.TURRET: _turret,
    actions.REFRESH: _said,
    actions.PIECE: _piece,
    actions.STRUCTURE: _structure,
    actions.TANK: _their_tank,
    actions.PHANTOM_OF: _phantom,
    actions.AHEAD: _ahead,
    actions.ENTER: _enters,
    actions.MOVE: _moves,
    actions.NIGHT_AMBUSH: _own_piece,
    actions.GENERAL_TABLE: _said,
}
"""What tells what the actions from a number of the catalogue on are about."""
FIRSTS: Final = tuple(ABOUT)
