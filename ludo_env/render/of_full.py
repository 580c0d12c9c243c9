"""The picture of a full game: what everybody may see of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludo_env.board import PIECES, Kind, own_spaces
from ludo_env.choices import choices_of, structural_space, tank_space
from ludo_env.engine.ludicrous.names import (
    NIGHT,
    NO_STRUCTURE,
    NOBODY,
    NOWHERE,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.ludicrous.procedures import DECIDE_BONUS_MOVE, DECISIONS
from ludo_env.engine.ludicrous.structures import most_structure_hp
from ludo_env.render.contents import Roll, Status, Thing, World
from ludo_env.render.picture import Picture
from ludo_env.render.trail import trail_of
from ludo_env.rules.tables import STRUCTURES, WEATHERS
from ludo_env.words_sheet import CONDITIONS

if TYPE_CHECKING:
    from ludo_env.engine.game import Game
    from ludo_env.engine.log import Event
    from ludo_env.engine.ludicrous.ludicrous import LudicrousState

MOST_ROLLS: Final = 4
OFF_TABLE: Final = "off table"
"""The reason of the roll whether a die falls off the table, which nobody throws."""


def picture_of_full(game: Game, title: str) -> Picture:
    """Return the picture of a full game. Hands and secret dice are not in it."""
    state = game.full
    turn = game.decider if game.decider >= 0 else None  # nobody, too, in an afterstate
    pieces = [
        (seat, piece, seat * PIECES + piece) for seat in game.seats for piece in range(PIECES)
    ]
    return Picture(
        pieces=tuple(
            (seat, piece + 1, state.r[i]) for seat, piece, i in pieces if state.jailer[i] < 0
        ),
        captives=tuple(
            (seat, piece + 1, state.jailer[i]) for seat, piece, i in pieces if state.jailer[i] >= 0
        ),
        conditions=tuple(
            (seat, piece + 1, told) for seat, piece, i in pieces for told in _conditions(state, i)
        ),
        turn=turn,
        die=_die(state) if turn == state.turn else None,
        decision="" if turn is None else _decision(state),
        title=title,
        parties=game.seats,
        spaces="full",
        trail=trail_of(game.events),
        choices=choices_of(game),
        things=tuple(thing for seat in game.seats for thing in _things(state, seat)),
        statuses=tuple(_status(state, seat) for seat in game.seats if not state.left[seat]),
        world=_world(state),
        rolls=_rolls(game.events),
    )


def _die(state: LudicrousState) -> int | None:
    """The roll that is to be used; the spaces of a bonus die are no roll."""
    return None if state.kind == DECIDE_BONUS_MOVE or state.die == 0 else state.die


def _decision(state: LudicrousState) -> str:
    if state.kind == DECIDE_BONUS_MOVE:
        return f"{DECISIONS[state.kind]} of {state.bonus_spaces}"
    return DECISIONS[state.kind]


def _conditions(state: LudicrousState, i: int) -> list[str]:
    """What is told of a piece."""
    words = [name for name in CONDITIONS if getattr(state, name)[i]]
    words += ["unconscious"] * (state.fallen[i] > 0)
    return words + ["looking backward"] * (state.on_path(i) and state.facing[i] < 0)


def _things(state: LudicrousState, party: int) -> list[Thing]:
    """What a party has on the board besides its pieces."""
    things = [
        thing
        for slot in range(party * STRUCTURAL_SPACES, (party + 1) * STRUCTURAL_SPACES)
        for thing in (_structure(state, party, slot), _project(state, party, slot))
        if thing
    ]
    t = state.t
    if t.tanks and not state.left[party]:
        hp, space = state.tank_hp[party], tank_space(party, state.tank[party])
        told = "wrecked" if hp == 0 else "reloading" if state.tank_wait[party] else ""
        things.append(Thing("tank", party, space, hp, t.tank_hp, told))
    if state.artillery_wait[party]:
        (gun,) = own_spaces(party, Kind.ARTILLERY)
        things.append(Thing("artillery", party, gun.id, state="reloading"))
    if state.phantom_at[party] != NOWHERE:
        at, hp = state.phantom_at[party], state.phantom_hp[party]
        things.append(Thing("phantom", party, at, hp, t.phantom_hp))
    if state.crown_at[party] != NOWHERE:
        things.append(Thing("crown", party, state.crown_at[party]))
    return things


def _structure(state: LudicrousState, party: int, slot: int) -> Thing | None:
    kind, hp = state.built[slot], state.built_hp[slot]
    if kind == NO_STRUCTURE:
        return None
    most = max(hp, most_structure_hp(state, party, kind))
    told = "hacked" if state.hacked[slot] else ""
    return Thing(STRUCTURES[kind], party, structural_space(slot), hp, most, told)


def _project(state: LudicrousState, party: int, slot: int) -> Thing | None:
    kind, points = state.project[slot], state.project_points[slot]
    if kind == NO_STRUCTURE:
        return None
    cost = state.t.structure_cost[kind]
    return Thing(
        STRUCTURES[kind], party, structural_space(slot), points, cost, "under construction"
    )


def _status(state: LudicrousState, party: int) -> Status:
    signs = {
        "wounded": state.wounded(party),
        "stressed": state.stressed(party),
        "stunned": state.stunned[party] != 0,
        "poisoned": state.poisoned[party] != 0,
        "provoked": state.provoker[party] != NOBODY,
        "god token": state.t.night and state.god == party,
        "starts": state.starter == party,
    }
    return Status(
        party,
        state.hp[party],
        max(state.hp[party], state.most_hp(party)),
        state.counter[party],
        state.t.bonus_die_full,
        state.hand_size(party) if state.t.magic else None,
        tuple(sign for sign, shown in signs.items() if shown),
    )


def _world(state: LudicrousState) -> World:
    t, night = state.t, state.phase == NIGHT
    return World(
        round=state.rounds,
        night=night,
        full_moon=night and state.full_moon,
        weather=WEATHERS[state.weather] if t.night else "",
        wind=state.wind,
        wind_strength=state.wind_strength if t.night else 0,
        annustar=state.annustar if t.pivotal else 0,
        cap=t.annustar_cap if t.pivotal else 0,
    )


def _rolls(events: list[Event]) -> tuple[Roll, ...]:
    """The last dice of this turn or night that were thrown before everybody's eyes."""
    rolls: list[Roll] = []
    for event in reversed(events):
        if event.kind in ("turn", "night") or len(rolls) == MOST_ROLLS:
            break
        data = event.data
        if event.kind == "roll" and "value" in data and data["reason"] != OFF_TABLE:
            rolls.insert(0, Roll(event.seat, int(data["die"]), int(data["value"])))
    return tuple(rolls)
