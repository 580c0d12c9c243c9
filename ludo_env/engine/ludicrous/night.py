"""The night phase, between two rounds. [N-, 6.13, 8.8, W9]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludo_env.board import LAST_RING, PARTIES, PIECES, QUADRANT, RING
from ludo_env.engine.ludicrous.cards import everybody_draws
from ludo_env.engine.ludicrous.catalogue import END, NIGHT_AMBUSH
from ludo_env.engine.ludicrous.contests import contest, crown_bonus, lean
from ludo_env.engine.ludicrous.ending import to_the_right, truncate
from ludo_env.engine.ludicrous.health import knock_down, soak
from ludo_env.engine.ludicrous.landing import MAY_TELEPORT, land
from ludo_env.engine.ludicrous.lines import piece_action, piece_of
from ludo_env.engine.ludicrous.match import Match
from ludo_env.engine.ludicrous.movement import bars_passing, stops
from ludo_env.engine.ludicrous.names import (
    ADAPTABILITY,
    BACKWARD,
    CLEAR,
    FOG,
    GRAZE,
    INTELLIGENCE,
    NIGHT,
    NOBODY,
    NOWHERE,
    RAIN,
    STORM,
)
from ludo_env.engine.ludicrous.objects import remove_phantom
from ludo_env.engine.ludicrous.partner import grow_apart
from ludo_env.engine.ludicrous.parts import ALL_PIECES, HOLDINGS
from ludo_env.engine.ludicrous.pieces import eliminate, shift
from ludo_env.engine.ludicrous.pivotal import pivot
from ludo_env.engine.ludicrous.procedures import (
    DECIDE_NIGHT_AMBUSH,
    DECIDE_NIGHT_TARGET,
    NIGHT_AMBUSHES,
    TURN,
)

D20: Final = 20
QUADRANT_DIE: Final = 4
HOOP: Final = 6
"""r of the hoop in each quadrant. [6.13]"""
CALENDAR_CYCLE: Final = 6
SUPPLY: Final = 0
WEATHER: Final = 1
WIND: Final = 2
MARKET: Final = 4
FULL_MOON: Final = 5
LAST_CLEAR: Final = 3
WEATHER_BY_ROLL: Final = {4: RAIN, 5: FOG, 6: STORM}


def step_night(m: Match) -> None:
    """[N-] The steps of the night in order; then the next round begins."""
    stage: i64 = m.stage()
    if stage == 0:
        m.phase = NIGHT
        m.go_on_at(1)
        if m.log.on:
            m.log.add("night", NOBODY, {"round": m.rounds})
        if m.t.partner:
            grow_apart(m)
        if m.t.night:
            m.god = to_the_right(m, m.god)
            shoot_hoops(m)
            turn_calendar(m)
            m.call(NIGHT_AMBUSHES)
        return
    m.pop()
    m.full_moon = False
    pivot(m)
    m.part_changes(ALL_PIECES | HOLDINGS)
    for i in range(PARTIES * PIECES):
        m.moved[i] = 0
    for party in range(PARTIES):
        m.tackled[party] = 0
    m.rounds += 1
    if m.rounds > m.t.max_rounds > 0:
        m.rounds = m.t.max_rounds
        truncate(m)
        return
    m.call(TURN, first_to_play(m))


def first_to_play(m: Match) -> i64:
    """[N-] [E-teams] The starting token's holder, or the next whose turns are not skipped."""
    party: i64 = m.starter
    while not m.plays(party) or (m.t.teams and m.home_count(party) >= m.t.pieces_to_win):
        party = (party + 1) % PARTIES
    return party


def shoot_hoops(m: Match) -> None:
    """[N-hoops] [6.13] Two 20s, and whoever is on the space of a hoop is eliminated."""
    first: i64 = m.roll(m.god, D20, "basketball")
    second: i64 = m.roll(m.god, D20, "basketball")
    if first != D20 or second != D20:
        return
    space: i64 = (m.roll(m.god, QUADRANT_DIE, "hoop") - 1) * QUADRANT + HOOP
    if m.log.on:
        m.log.add("basketball", m.god, {"space": space})
    for i in range(PARTIES * PIECES):
        if 0 <= m.r[i] <= LAST_RING and m.space(i) == space:
            eliminate(m, i)
    phantom: i64 = m.phantom_here(space)
    if phantom != NOWHERE:
        remove_phantom(m, phantom)


def turn_calendar(m: Match) -> None:
    """[N-calendar] The marker advances by d6; the space that it reaches takes effect."""
    m.calendar = (m.calendar + m.roll(m.god, m.t.calendar_die, "calendar")) % m.t.calendar_spaces
    event: i64 = m.calendar % CALENDAR_CYCLE
    if m.log.on:
        m.log.add("calendar", m.god, {"space": m.calendar, "what": event})
    if event == SUPPLY:
        drop_supplies(m)
    elif event == WEATHER:
        change_weather(m)
    elif event == WIND:
        m.wind = m.roll(m.god, QUADRANT_DIE, "wind direction") - 1
        m.wind_strength = m.roll(m.god, QUADRANT_DIE, "wind strength") - 1
        if m.log.on:
            m.log.add("wind", m.god, {"direction": m.wind, "strength": m.wind_strength})
    elif event == MARKET:
        everybody_draws(m)
    elif event == FULL_MOON:
        m.full_moon = True


def drop_supplies(m: Match) -> None:
    """[N-calendar] Each party's ranged weapon gets its own d4, up to its maximum."""
    m.part_changes(HOLDINGS)
    for n in range(PARTIES):
        party: i64 = (m.starter + n) % PARTIES
        if not m.plays(party):
            continue
        most: i64 = m.t.weapon_ammunition[m.t.ranged[party]]
        stock: i64 = m.ammunition[party] + m.roll(party, m.t.supply_die, "supply")
        m.ammunition[party] = most if stock > most else stock


def change_weather(m: Match) -> None:
    """[N-calendar] [N-weather] d6; rain and storm soak the pieces on fishing spaces."""
    roll: i64 = m.roll(m.god, CALENDAR_CYCLE, "weather")
    m.weather = CLEAR if roll <= LAST_CLEAR else WEATHER_BY_ROLL[roll]
    if m.log.on:
        m.log.add("weather", m.god, {"weather": m.weather})
    if m.weather == RAIN or m.weather == STORM:
        for i in range(PARTIES * PIECES):
            if m.on_path(i) and m.t.fishing_space[m.space(i)] != 0:
                soak(m, i)


# -- night ambushes ------------------------------------------------------------------------------


def step_night_ambushes(m: Match) -> None:
    """[N-ambush] Each party from the starting token clockwise may ambush with one piece."""
    asked: i64 = m.arg(0)
    stage: i64 = m.stage()
    party: i64 = (m.starter + asked) % PARTIES
    if stage == 0:
        if asked == PARTIES:
            m.pop()
            return
        m.set_arg(0, asked + 1)
        if not m.plays(party):
            return
        for i in range(party * PIECES, party * PIECES + PIECES):
            if may_ambush(m, i) and night_targets(m, i, False):
                m.allow(NIGHT_AMBUSH + i % PIECES)
        if m.choices > 0:
            m.allow(END)
            m.ask(party, DECIDE_NIGHT_AMBUSH)
            m.go_on_at(1)
        return
    party = (party + PARTIES - 1) % PARTIES
    if stage == 1:
        m.go_on_at(0)
        if m.choice != END:
            m.set_arg(1, party * PIECES + m.choice - NIGHT_AMBUSH)
            night_targets(m, m.arg(1), True)
            m.ask(party, DECIDE_NIGHT_TARGET)
            m.go_on_at(2)
        return
    m.go_on_at(0)
    night_ambush(m, m.arg(1), piece_of(party, m.choice))


def may_ambush(m: Match, i: i64) -> bool:
    """[N-ambush] A standing, unrestrained pathway piece that no roll has moved in this round."""
    return m.on_path(i) and m.prone[i] == 0 and m.restrained[i] == 0 and m.moved[i] == 0


def night_targets(m: Match, i: i64, list_them: bool) -> bool:
    """[N-ambush] Single enemy pieces 1..3 ahead on the route, with nothing between that bars."""
    party: i64 = i // PIECES
    found: bool = False
    for distance in range(1, m.t.night_ambush_range + 1):
        r: i64 = m.r[i] + distance
        if r > LAST_RING:
            break
        space: i64 = (party * QUADRANT + r) % RING
        enemy: i64 = m.enemy_here(space, party)
        alone: bool = enemy != NOBODY and m.party_count(space, enemy) == 1
        if alone and m.phantom_here(space) == NOWHERE:
            if not list_them:
                return True
            found = True
            m.allow(piece_action(m, party, m.first_on(space, enemy)))
        if bars_passing(m, party, space) or stops(m, party, space):
            break
    return found


def night_ambush(m: Match, i: i64, k: i64) -> None:
    """[N-ambush] Intelligence against adaptability; failing, the ambusher is prone."""
    party: i64 = i // PIECES
    owner: i64 = k // PIECES
    result: i64 = contest(
        m,
        party,
        m.score(party, INTELLIGENCE) + crown_bonus(m, i),
        lean(m.full_moon, False),
        owner,
        m.score(owner, ADAPTABILITY) + crown_bonus(m, k),
        lean(m.facing[k] == BACKWARD, False),
        "night ambush",
    )
    if m.log.on:
        m.log.add(
            "night_ambush",
            party,
            {"piece": i % PIECES, "against": owner, "won": int(result >= GRAZE)},
        )
    if result < GRAZE:
        knock_down(m, i)
        return
    shift(m, i, m.r[i] + (m.space(k) - m.space(i) + RING) % RING)
    land(m, i, MAY_TELEPORT)
