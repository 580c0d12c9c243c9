"""Random rule sets of the full game, random play of it, and what holds at every decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from ludo_env.board import HOME, HOME_AREA, LAST_RING, PARTIES, PIECES, RING, SPACES, YARD, Kind
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.catalogue import CEDE
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import (
    CARD_KINDS,
    GOLDEN_CARP,
    INTELLIGENCE,
    NOBODY,
    PRISON,
    STRUCTURAL_SPACES,
)
from ludo_env.engine.ludicrous.procedures import LANDING, PASS_EFFECTS
from ludo_env.engine.state import FRAME, STACK
from ludo_env.rules import LUDICROUS_PRESETS, LudicrousRules, PartySheet
from ludo_env.rules.ludicrous import NEEDS
from ludo_env.rules.tables import (
    CLASSES,
    HIGHEST_SCORE,
    HOUSE,
    LOWEST_SCORE,
    MODULES,
    MOST_EXTREME,
    STATS,
)
from tests.ludicrous.scenes import occupation

SPELLS_AND_META: Final = 15
CONDITIONS: Final = ("prone", "restrained", "wet", "burning", "dodging", "veiled")


# -- rule sets ----------------------------------------------------------------------------------


def random_sheet(rng: Random) -> PartySheet:
    """A class with its own line of scores, or with any valid one."""
    party_class = rng.choice(sorted(CLASSES))
    if rng.random() < 0.3:
        return PartySheet.of_class(party_class)
    scores = [0] * len(STATS)
    for _ in range(rng.randrange(12)):
        up, down = rng.sample(range(len(STATS)), 2)
        scores[up] += 1
        scores[down] -= 1
        extremes = (scores.count(LOWEST_SCORE), scores.count(HIGHEST_SCORE))
        out = scores[up] > HIGHEST_SCORE or scores[down] < LOWEST_SCORE
        if out or max(extremes) > MOST_EXTREME:
            scores[up] -= 1
            scores[down] += 1
    return PartySheet(party_class, tuple(scores))


def random_modules(rng: Random) -> tuple[str, ...]:
    """Any modules that work together."""
    chosen = [name for name in MODULES if rng.random() < 0.8]
    for name, needed in NEEDS.items():
        if not set(needed) <= set(chosen) and name in chosen:
            chosen.remove(name)
    return tuple(chosen)


def random_rules(rng: Random, longest: int = 25) -> LudicrousRules:
    """A preset of the full game, in three of four cases with much of it changed."""
    rules = LUDICROUS_PRESETS[rng.choice(sorted(LUDICROUS_PRESETS))]
    rules = rules.changed(max_rounds=rng.randint(1, longest))
    if rng.random() < 0.25:
        return rules
    changes: dict[str, object] = {
        "sheets": tuple(random_sheet(rng) for _ in range(PARTIES)),
        "pieces_to_win": rng.randint(1, PIECES),
        "cession": rng.random() < 0.3,
    }
    changes[rng.choice(["teams", "play_on"])] = rng.random() < 0.6
    if rng.random() < 0.5:
        changes["modules"] = random_modules(rng)
        changes["off_table_percent"] = rng.choice([0, 5, 50, 100])
        changes["tuesdays"] = tuple(seat for seat in range(PARTIES) if rng.random() < 0.4)
        changes["birthdays"] = tuple(seat for seat in range(PARTIES) if rng.random() < 0.4)
    if rng.random() < 0.5:
        names = sorted(rng.sample(sorted(HOUSE), rng.randint(1, 20)))
        house = ((name, rng.randint(HOUSE[name].low, HOUSE[name].high)) for name in names)
        changes["house"] = tuple((n, v) for n, v in house if v != HOUSE[n].default)
    return rules.changed(**changes)


def random_game(seed: int, *, log: bool = False, longest: int = 25) -> Game:
    """The beginning of a game of random rules."""
    rng = Random(seed)
    rules = random_rules(rng, longest)
    players = PARTIES if rules.teams else rng.randint(2, PARTIES)
    return Game(rules, players, seed=seed, auto_pass=rng.random() < 0.6, log=log)


# -- random play --------------------------------------------------------------------------------


def choices(game: Game) -> list[int]:
    """The legal actions, giving up left out."""
    return [action for action in game.legal() if action != CEDE]


def play(game: Game, seed: int) -> Iterator[int]:
    """Play to the end by random choices; before each, the action that is about to be taken."""
    choose = Random(seed).choice
    while not game.over:
        action = choose(choices(game))
        yield action
        game.apply(action)


def rolled(events: list[Event]) -> list[int]:
    """The dice that fell, hidden ones included."""
    return [
        int(event.data["value"] if "value" in event.data else event.data["secret_value"])
        for event in events
        if event.kind == "roll"
    ]


# -- what holds at every decision ---------------------------------------------------------------


def check_everything(game: Game) -> None:
    """All that must hold whenever somebody decides, and at the end."""
    state = game.full
    check_decider(game)
    check_pieces(state)
    check_conditions(state)
    if not in_the_middle(state):
        check_standing(state)
    check_parties(state)
    check_structures(state)
    check_cards(state)
    check_world(state)


def check_decider(game: Game) -> None:
    """The mask is the list of legal actions; one party in play decides, or the game is over."""
    state = game.full
    legal = game.legal()
    assert legal == sorted(state.legal[n] for n in range(state.choices))
    assert legal == [action for action in range(state.actions) if state.mask[action]]
    assert 0 <= state.depth <= STACK
    if game.over:
        assert game.decider == NOBODY and not legal
        assert len(game.places) == len(game.seats)
        return
    assert state.plays(game.decider)
    assert len(legal) >= (2 if game.auto_pass else 1)
    assert (CEDE in legal) <= state.t.rules.cession


def in_the_middle(state: LudicrousState) -> bool:
    """Whether a piece has been moved to a space, but has not landed there yet."""
    return any(state.stack[FRAME * n] in (PASS_EFFECTS, LANDING) for n in range(state.depth))


def check_pieces(state: LudicrousState) -> None:
    """Every piece is in one place, the ring counts the conscious ones, captives are of enemies."""
    held: set[tuple[int, int]] = set()
    for i in range(PARTIES * PIECES):
        party, r, jailer = i // PIECES, state.r[i], state.jailer[i]
        assert PRISON <= r <= HOME
        assert state.facing[i] in (-1, 1)
        assert 0 <= state.fallen[i] <= state.t.unconscious_turns
        if not state.seats[party]:
            assert r == YARD
        if state.fallen[i]:
            assert 0 <= r <= LAST_RING
        assert (r == PRISON) == (jailer != NOBODY)
        if r == PRISON:
            assert state.plays(jailer) and state.hostile(party, jailer)
            assert (party, jailer) not in held
            held.add((party, jailer))
    assert occupation(state) == list(state.ring)


def check_conditions(state: LudicrousState) -> None:
    """Only conscious pieces have conditions, in the home area only prone; one crown a party."""
    for i in range(PARTIES * PIECES):
        if not state.conscious(i):
            assert not any(getattr(state, name)[i] for name in CONDITIONS)
        elif state.r[i] >= HOME_AREA:
            assert not any(getattr(state, name)[i] for name in CONDITIONS[1:])
        if state.crowned[i]:
            assert not state.veiled[i]
            assert 0 <= state.r[i] < HOME
    for party in range(PARTIES):
        own = range(party * PIECES, party * PIECES + PIECES)
        token = state.crown_at[party] != NOBODY
        assert sum(state.crowned[i] for i in own) + token <= state.crown_used[party]


def check_standing(state: LudicrousState) -> None:
    """[M-land] [6.5] Parties share no space, blocks are of two, none is on a foreign star."""
    for space in range(RING):
        standing = {p: state.party_count(space, p) for p in range(PARTIES)}
        here = {party: count for party, count in standing.items() if count}
        assert len(here) <= 1, space
        for party, count in here.items():
            assert count <= 2
            if SPACES[space].kind & Kind.STAR and space // 13 != party:
                assert count == 1
            assert space not in list(state.phantom_at)
    for party in range(PARTIES):
        for r in range(HOME_AREA, HOME):
            assert state.count_at(party, r) <= 2


def check_parties(state: LudicrousState) -> None:
    """Every number of a party is in its range."""
    t = state.t
    for p in range(PARTIES):
        if not state.seats[p]:
            continue
        assert 1 <= state.hp[p] <= state.most_hp(p)
        assert 0 <= state.ammunition[p] <= t.weapon_ammunition[t.ranged[p]]
        assert 0 <= state.loot[p] <= GOLDEN_CARP
        assert 0 <= state.loot_ammunition[p] <= t.supply_die
        assert 0 <= state.counter[p] <= t.bonus_die_full
        assert 0 <= state.partner[p] <= max(t.partner_value, t.court_value)
        assert 0 <= state.tank[p] <= 2
        assert 0 <= state.tank_hp[p] <= t.tank_hp * t.tanks
        assert 0 <= state.tank_wait[p] <= t.tank_reload + 1
        assert 0 <= state.artillery_wait[p] <= t.artillery_reload
        assert 0 <= state.poisoned[p] <= t.poisoned_turns
        there = state.phantom_at[p] != NOBODY
        assert (state.phantom_hp[p] > 0) == there
        assert (state.phantom_turns[p] > 0) == there
        assert {state.stunned[p], state.reacted[p], state.left[p]} <= {0, 1}
        if state.left[p]:
            assert state.places[p] and state.hand_size(p) == 0
            assert not there and state.crown_at[p] == NOBODY


def check_structures(state: LudicrousState) -> None:
    """[A-fortify] One structure of each kind a party, one project a space."""
    for party in range(PARTIES):
        slots = range(party * STRUCTURAL_SPACES, (party + 1) * STRUCTURAL_SPACES)
        kinds = [state.built[s] for s in slots] + [state.project[s] for s in slots]
        kinds = [kind for kind in kinds if kind != NOBODY]
        assert len(set(kinds)) == len(kinds)
        assert not kinds or (state.t.structures and state.plays(party))
        for s in slots:
            assert (state.built_hp[s] > 0) == (state.built[s] != NOBODY)
            assert NOBODY in (state.built[s], state.project[s])
            assert (state.project_points[s] > 0) == (state.project[s] != NOBODY)
            assert 0 <= state.hacked[s] <= (state.t.hacked_turns + 1) * (state.built[s] != NOBODY)


def check_cards(state: LudicrousState) -> None:
    """[SP-] No card is lost or made; a hand has its limit, but for the opening cards."""
    t = state.t
    everywhere = [
        state.deck[card]
        + state.discards[card]
        + sum(state.hand[party * CARD_KINDS + card] for party in range(PARTIES))
        for card in range(CARD_KINDS)
    ]
    assert everywhere == [t.card_copies * t.magic] * CARD_KINDS
    assert all(count >= 0 for pile in (state.deck, state.discards, state.hand) for count in pile)
    for party in range(PARTIES):
        limit = max(0, t.hand_limit + state.score(party, INTELLIGENCE))
        if t.dice_off_table:
            # A Tuesday table may have dealt a card before the opening cards.
            limit += t.opening_cards
        assert state.hand_size(party) <= max(limit, t.opening_cards)


def check_world(state: LudicrousState) -> None:
    """What belongs to nobody."""
    assert 0 <= state.annustar <= state.t.annustar_cap
    assert 0 <= state.calendar < state.t.calendar_spaces
    assert 0 <= state.weather <= 3 and 0 <= state.wind <= 3 and 0 <= state.wind_strength <= 3
    assert len(state.checks) % 8 == 0
    assert 1 <= state.rounds <= (state.t.max_rounds or state.rounds)
    if not state.over:
        assert state.plays(state.starter) and state.plays(state.god)


def check_result(game: Game) -> None:
    """Places are well-formed, rewards sum to zero, better places earn more."""
    places, rewards = game.places, game.rewards
    assert abs(sum(rewards.values())) < 1e-9
    ranks = sorted(places.values())
    if not game.rules.teams and game.truncated:
        assert all(1 + sum(other < rank for other in ranks) == rank for rank in ranks)
    _check_order(places, rewards)
    if not game.truncated:
        assert 1 in ranks


def _check_order(places: Mapping[str, int], rewards: Mapping[str, float]) -> None:
    for one, place in places.items():
        assert -1 <= rewards[one] <= 1
        for other, lower in places.items():
            assert (place < lower) == (rewards[one] > rewards[other])
