"""What holds in every game: random play of the presets and of random rule sets."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludo_env.board import HOME, HOME_AREA, LAST_RING, PARTIES, PIECES, SPACES, YARD, Kind, relative
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.engine.options import COUNT, NIBBLE
from ludo_env.errors import BadDice, IllegalAction, RollNeeded
from ludo_env.rules import PRESETS, RuleSet
from ludo_env.rules.ruleset import CHOICES
from tests.support import everything, position, rolled

FEW_ROUNDS = 60
CHECKED_THOROUGHLY = 0.05
"""The part of all positions in which the slower checks are made."""
SAFE_KINDS = {
    "none": Kind(0),
    "stars": Kind.STAR,
    "starts_and_stars": Kind.START | Kind.STAR,
}


FLAGS = [field.name for field in dataclasses.fields(RuleSet) if isinstance(field.default, bool)]


# -- games to look at ------------------------------------------------------------------------


@st.composite
def rule_sets(draw: st.DrawFn, most_rounds: int = FEW_ROUNDS) -> RuleSet:
    """Any valid rule set that ends after few rounds."""
    changes: dict[str, object] = {name: draw(st.booleans()) for name in FLAGS}
    for name, choices in CHOICES.items():
        changes[name] = draw(st.sampled_from(choices))
    changes["enter_on"] = tuple(sorted(draw(st.sets(st.integers(1, 6), min_size=1))))
    changes["stack"] = draw(st.integers(0, 4))
    changes["pieces"] = draw(st.integers(1, 4))
    changes["max_rounds"] = draw(st.integers(1, most_rounds))
    # What does not go together: see the tests of the rule set.
    if changes["teams"]:
        changes["play_on"] = False
    if changes["star_jumps"]:
        changes["skip_last"] = False
    if changes["stack"] == 1:
        changes["blocks"] = "off"
    return dataclasses.replace(RuleSet(), **changes)  # type: ignore[arg-type]  # checked there


PRESET_GAMES = [
    (f"{name}:max_rounds={FEW_ROUNDS}{more}", players)
    for name in PRESETS
    for players in (2, 3, 4)
    for more in (
        "",
        ",play_on=true",
        *([",teams=true,team_play=partners", ",teams=true,team_play=rivals"] * (players == 4)),
    )
]
every_preset = pytest.mark.parametrize(("rules", "players"), PRESET_GAMES)

seeds = st.integers(0, 2**64 - 1)
player_counts = st.sampled_from([2, 3, 4])


def new_game(
    rules: str | RuleSet, players: int, seed: int, *, auto_pass: bool = True, log: bool = False
) -> Game:
    """A game with a random stream of choices to go with it: see `play`."""
    teams = rules.teams if isinstance(rules, RuleSet) else "teams=true" in rules
    return Game(rules, PARTIES if teams else players, seed=seed, auto_pass=auto_pass, log=log)


def play(game: Game, seed: int) -> Iterator[int]:
    """Play to the end by random choices; before each, the action that is about to be taken."""
    choose = random.Random(seed).choice
    while not game.over:
        action = choose(game.legal())
        yield action
        game.apply(action)


# -- what is checked in every position -------------------------------------------------------


def check_decider(game: Game) -> None:
    """Exactly one party decides, among at least one action, unless the game is over."""
    mask = [game.plain.mask[action] for action in range(game.plain.actions)]
    legal = game.legal()
    assert legal == [action for action, bit in enumerate(mask) if bit]
    assert game.plain.choices == len(legal)
    if game.over:
        assert game.decider == -1
        assert legal == []
    else:
        assert game.decider in game.seats
        assert game.decider == game.plain.turn
        assert len(legal) >= (2 if game.auto_pass else 1)


def check_pieces(game: Game) -> None:
    """The ring and the counts at home agree with the pieces; nobody stands where they may not."""
    state, rules = game.plain, game.plain.options.rules
    ring: list[dict[int, int]] = [{} for _ in range(52)]
    for party in range(PARTIES):
        rs = [game.place(party, piece) for piece in range(PIECES)]
        assert state.home[party] == rs.count(HOME)
        if party not in game.seats:
            assert rs == [YARD] * PIECES
        assert rs[rules.pieces :] == [YARD] * (PIECES - rules.pieces)
        for r in rs:
            assert YARD <= r <= HOME
            if rules.skip_last:
                assert r != LAST_RING
            if 0 <= r <= LAST_RING:
                space = (13 * party + r) % 52
                ring[space][party] = ring[space].get(party, 0) + 1
            if rules.stack and HOME_AREA <= r < HOME:
                assert rs.count(r) <= rules.stack
    safe = SAFE_KINDS[rules.safe]
    for space, standing in enumerate(ring):
        bits = int(state.ring[space])
        assert bits == sum(count << (NIBBLE * party) for party, count in standing.items())
        assert bits <= sum(COUNT << (NIBBLE * party) for party in game.seats)
        if rules.stack:
            assert all(count <= rules.stack for count in standing.values())
        if len(standing) > 1:
            assert SPACES[space].kind & safe
            assert rules.safe_landing == "shared"
            if rules.teams and rules.team_play == "partners":
                assert not {0, 2} <= set(standing)
                assert not {1, 3} <= set(standing)


def check_result(game: Game) -> None:
    """Places are well-formed and rewards sum to zero, in [-1, 1], better places earning more."""
    places, rewards = game.places, game.rewards
    assert sum(rewards.values()) == pytest.approx(0)
    if not game.over:
        assert set(rewards.values()) == {0.0}
        return
    assert len(places) == len(rewards) == len(game.seats)
    ranks = sorted(places.values())
    if game.rules.teams:
        assert places["yellow"] == places["red"]
        assert places["blue"] == places["green"]
        assert ranks in ([1, 1, 2, 2], [1, 1, 1, 1])
    else:
        # Whoever shares a place takes up the next ones too.
        assert all(1 + sum(other < rank for other in ranks) == rank for rank in ranks)
    for one, place in places.items():
        assert -1 <= rewards[one] <= 1
        for other, lower in places.items():
            if place == lower:
                assert rewards[one] == rewards[other]
            elif place < lower:
                assert rewards[one] > rewards[other]
    if not game.truncated:
        assert 1 in places.values()
        assert game.plain.rounds <= (game.rules.max_rounds or game.plain.rounds)


def check_refusals(game: Game) -> None:
    """Whatever is not legal raises `IllegalAction` and changes nothing."""
    before = everything(game)
    for action in range(-1, game.plain.actions + 1):
        if action not in game.legal():
            with pytest.raises(IllegalAction):
                game.apply(action)
            with pytest.raises(IllegalAction):
                game.apply(action, dice=[1, 2, 3])
    assert everything(game) == before


def check_acceptance(game: Game) -> None:
    """What is legal is accepted, and leaves the game that it was tried on a copy of alone."""
    before = everything(game)
    for action in game.legal():
        other = game.copy()
        assert position(other) == position(game)
        other.apply(action)
        assert other.plain.decisions > game.plain.decisions
    assert everything(game) == before


def check_given(game: Game, action: int) -> None:
    """Given rolls make the same move; one less is asked for, one more refused, nothing changed."""
    thrown = game.copy()
    thrown.listen()
    thrown.apply(action)
    rolls = rolled(thrown)
    before = everything(game)
    if rolls:
        with pytest.raises(RollNeeded) as caught:
            game.apply(action, dice=rolls[:-1])
        assert caught.value.sides == 6
        assert caught.value.reason == "movement"
    with pytest.raises(BadDice, match="left over"):
        game.apply(action, dice=[*rolls, 1])
    assert everything(game) == before
    by_hand = game.copy()
    by_hand.apply(action, dice=rolls)
    assert position(by_hand) == position(thrown)


def check_everything(game: Game, seed: int) -> None:
    """Play a game to its end, with all checks on the way."""
    rng = random.Random(seed)
    for action in play(game, seed):
        check_decider(game)
        check_pieces(game)
        if rng.random() < CHECKED_THOROUGHLY:
            check_refusals(game)
            check_acceptance(game)
            check_given(game, action)
            check_result(game)
    check_decider(game)
    check_pieces(game)
    check_refusals(game)
    check_result(game)


@every_preset
@pytest.mark.parametrize("auto_pass", [True, False])
def test_every_preset_holds_in_every_position(rules: str, players: int, auto_pass: bool) -> None:
    check_everything(new_game(rules, players, 1, auto_pass=auto_pass), 1)


@given(rules=rule_sets(), players=player_counts, seed=seeds, auto_pass=st.booleans())
def test_every_rule_set_holds_in_every_position(
    rules: RuleSet, players: int, seed: int, auto_pass: bool
) -> None:
    check_everything(new_game(rules, players, seed, auto_pass=auto_pass), seed)


# -- whole games -----------------------------------------------------------------------------


@pytest.mark.rule("E-win")
@pytest.mark.rule("E-places")
@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("play_on", [True, False])
def test_whole_games_end_before_they_are_cut_off(name: str, players: int, play_on: bool) -> None:
    for seed in range(3):
        game = new_game(f"{name}:play_on={str(play_on).lower()}", players, seed)
        for _ in play(game, seed):
            pass
        check_result(game)
        assert not game.truncated
        done = sum(int(count) == PIECES for count in game.plain.home)
        assert done == (players - 1 if play_on else 1)


@pytest.mark.rule("E-places")
@given(rules=rule_sets(most_rounds=3), players=player_counts, seed=seeds)
def test_a_game_is_cut_off_exactly_after_its_rounds(
    rules: RuleSet, players: int, seed: int
) -> None:
    game = new_game(rules, players, seed, log=True)
    for _ in play(game, seed):
        pass
    turns = [(event.data["round"], event.seat) for event in game.events if event.kind == "turn"]
    assert len(set(turns)) == len(turns)  # nobody has two turns in a round
    assert turns[-1][0] == game.plain.rounds
    if game.truncated:
        assert game.plain.rounds == rules.max_rounds
        finished = [seat for seat in game.seats if game.plain.home[seat] == rules.pieces]
        last_round = {seat for number, seat in turns if number == rules.max_rounds}
        assert last_round | set(finished) == set(game.seats)


# -- same dice, same game --------------------------------------------------------------------


@given(rules=rule_sets(), players=player_counts, seed=seeds, auto_pass=st.booleans())
@pytest.mark.rule("D-generator")
def test_same_seed_and_choices_same_game(
    rules: RuleSet, players: int, seed: int, auto_pass: bool
) -> None:
    one = new_game(rules, players, seed, auto_pass=auto_pass, log=True)
    other = new_game(rules, players, seed, auto_pass=auto_pass, log=True)
    assert everything(one) == everything(other)
    for action in play(one, seed):
        other.apply(action)
    assert everything(one) == everything(other)


@given(rules=rule_sets(), players=player_counts, seed=seeds, cut=st.integers(0, 40))
def test_a_copy_in_the_middle_plays_the_same_end(
    rules: RuleSet, players: int, seed: int, cut: int
) -> None:
    game = new_game(rules, players, seed)
    copy = game.copy()
    for count, action in enumerate(play(game, seed)):
        if count == cut:
            copy = game.copy()
        if count >= cut:
            assert everything(copy) == everything(game)
            copy.apply(action)
    if game.plain.decisions >= cut and copy.over:
        assert everything(copy) == everything(game)


@given(rules=rule_sets(), players=player_counts, seed=seeds, auto_pass=st.booleans())
def test_a_game_is_replayed_from_its_dice(
    rules: RuleSet, players: int, seed: int, auto_pass: bool
) -> None:
    game = new_game(rules, players, seed, auto_pass=auto_pass, log=True)
    replayed = Game(
        rules, len(game.seats), seed=1, auto_pass=auto_pass, log=True, dice=rolled(game)
    )
    assert position(replayed) == position(game)
    heard = len(game.events)
    pending: int | None = None
    for count, action in enumerate(play(game, seed)):
        if pending is not None:
            replayed.apply(pending, dice=rolled(game, heard))
            assert replayed.legal() == game.legal()
            if count % 10 == 0:
                assert position(replayed) == position(game)
        heard, pending = len(game.events), action
    if pending is not None:
        replayed.apply(pending, dice=rolled(game, heard))
    assert position(replayed) == position(game)
    assert replayed.events == game.events


@given(rules=rule_sets(), players=player_counts, seed=seeds)
def test_the_set_up_asks_for_the_rolls_it_lacks(rules: RuleSet, players: int, seed: int) -> None:
    game = new_game(rules, players, seed, log=True)
    rolls = rolled(game)
    reasons = [str(event.data["reason"]) for event in game.events if event.kind == "roll"]
    for count in {0, 1, len(rolls) // 2, len(rolls) - 1}:
        if count < len(rolls):
            with pytest.raises(RollNeeded) as caught:
                Game(rules, len(game.seats), dice=rolls[:count])
            assert (caught.value.sides, caught.value.reason) == (6, reasons[count])
    with pytest.raises(BadDice):
        Game(rules, len(game.seats), dice=[*rolls, 1])


# -- the order of things, read off the log ---------------------------------------------------


def turns_of(game: Game) -> list[list[Event]]:
    """The events of every turn."""
    turns: list[list[Event]] = []
    for event in game.events:
        if event.kind == "turn":
            turns.append([])
        elif turns:
            turns[-1].append(event)
    return turns


def earns_a_roll(rules: RuleSet, events: list[Event]) -> bool:
    """Whether a roll and what came of it give another roll, where six_bonus is not no_entry."""
    kinds = [event.kind for event in events]
    return "third_six" not in kinds and (
        (rules.six_bonus == "always" and events[0].data["value"] == 6)
        or (rules.bonus_on_capture and "captured" in kinds)
        or (rules.bonus_on_home and "home" in kinds)
    )


@pytest.mark.rule("O-six-bonus")
@pytest.mark.rule("O-bonus-capture")
@pytest.mark.rule("O-bonus-home")
@pytest.mark.rule("O-third-six")
@pytest.mark.parametrize("name", ["modern", "danish", "lke"])
def test_turns_go_on_exactly_when_a_bonus_is_earned(name: str) -> None:
    game = new_game(name, 4, 3, log=True)
    for _ in play(game, 3):
        pass
    for turn in turns_of(game)[:-1]:
        rolls = [index for index, event in enumerate(turn) if event.kind == "roll"]
        parts = [turn[a:b] for a, b in pairwise([*rolls, len(turn)])]
        *earlier, last = [earns_a_roll(game.plain.options.rules, part) for part in parts]
        assert all(earlier)
        assert not last


@pytest.mark.rule("L-enter")
@pytest.mark.rule("L-third-six")
@pytest.mark.parametrize("seed", range(3))
def test_in_classic_at_most_one_piece_enters_in_a_turn(seed: int) -> None:
    game = new_game("classic", 4, seed, log=True)
    for _ in play(game, seed):
        pass
    for turn in turns_of(game):
        kinds = [event.kind for event in turn]
        assert kinds.count("enters") <= 1
        assert kinds.count("roll") <= 3


@pytest.mark.parametrize("rules", PRESETS)
def test_events_account_for_every_piece(rules: str) -> None:
    game = new_game(rules, 4, 9, log=True)
    for _ in play(game, 9):
        pass
    places = {(seat, piece): YARD for seat in range(PARTIES) for piece in range(PIECES)}
    for event in game.events:
        if event.kind in ("enters", "moves", "jumps"):
            key = (event.seat, int(event.data["piece"]))
            assert places[key] == event.data["from"]
            places[key] = int(event.data["to"])
        elif event.kind in ("goes_back", "captured"):
            key = (event.seat, int(event.data["piece"]))
            assert places[key] == relative(event.seat, int(event.data["space"]))
            places[key] = YARD
    assert places == {key: game.place(*key) for key in places}
