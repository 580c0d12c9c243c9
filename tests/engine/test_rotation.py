"""The four colours are alike: a game turned by quarter turns goes on as the turned game."""

import dataclasses
import random

import pytest

from ludo_env.board import COLOURS, PARTIES, RING
from ludo_env.engine.game import Game
from ludo_env.rules import PRESETS, RuleSet
from tests.support import rolled

ROUNDS = 80


def opening(rules: RuleSet, players: int, starter: int) -> list[int]:
    """Rolls with which a party begins and stands before a decision at once."""
    parties = [0, 2] if players == 2 else [0, 1, 2, 3]
    return [6 if party == starter else 1 for party in parties] + [rules.enter_on[0]]


def turned(values: list[int], turns: int) -> list[int]:
    """What belongs to each party after the table was turned clockwise."""
    return [values[(party - turns) % PARTIES] for party in range(PARTIES)]


def party_rs(game: Game) -> list[list[int]]:
    return [[game.place(party, piece) for piece in range(4)] for party in range(PARTIES)]


def assert_turned(one: Game, other: Game, turns: int) -> None:
    """The second game is the first one, turned."""
    state, image = one.plain, other.plain
    assert party_rs(other) == [party_rs(one)[(party - turns) % 4] for party in range(PARTIES)]
    for name in ("home", "captured", "places", "seats"):
        assert list(getattr(image, name)) == turned(list(getattr(state, name)), turns), name
    for space in range(RING):
        bits = int(state.ring[space])
        counts = [(bits >> (4 * party)) & 15 for party in range(PARTIES)]
        image_bits = int(image.ring[(space + 13 * turns) % RING])
        image_counts = [(image_bits >> (4 * party)) & 15 for party in range(PARTIES)]
        assert image_counts == turned(counts, turns)
    assert other.over == one.over
    assert other.decider == (-1 if one.over else (one.decider + turns) % PARTIES)
    assert other.legal() == one.legal()
    assert list(image.targets) == list(state.targets)
    assert other.die == one.die
    assert (image.rounds, image.turns) == (state.rounds, state.turns)


def play_turned(rules: RuleSet, players: int, turns: int, seed: int) -> None:
    """Play a game, and with the same dice and choices the turned one."""
    one = Game(rules, players, seed=seed, log=True, dice=opening(rules, players, 0))
    other = Game(rules, players, log=True, dice=opening(rules, players, turns))
    assert_turned(one, other, turns)
    choose = random.Random(seed).choice
    while not one.over:
        action, heard = choose(one.legal()), len(one.events)
        one.apply(action)
        other.apply(action, dice=rolled(one, heard))
        assert_turned(one, other, turns)
    rewards = [one.rewards.get(colour, 0) for colour in COLOURS]
    image = [other.rewards.get(colour, 0) for colour in COLOURS]
    assert image == [rewards[(party - turns) % PARTIES] for party in range(PARTIES)]
    kinds = [(event.kind, (event.seat + turns) % PARTIES) for event in one.events[:-1]]
    assert [(event.kind, event.seat) for event in other.events[:-1]][4:] == kinds[4:]


@pytest.mark.parametrize("more", ["", "play_on", "teams", "rivals"])
@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_four_players_are_alike(name: str, turns: int, more: str) -> None:
    # `rolled`, so that the turned party can begin; the rolls are given.
    rules = dataclasses.replace(PRESETS[name], start="rolled", max_rounds=ROUNDS)
    if more == "play_on":
        rules = dataclasses.replace(rules, play_on=True)
    elif more:
        team_play = "rivals" if more == "rivals" else "partners"
        rules = dataclasses.replace(rules, teams=True, team_play=team_play)
    play_turned(rules, 4, turns, 1)


@pytest.mark.parametrize("name", PRESETS)
def test_two_players_are_alike(name: str) -> None:
    rules = dataclasses.replace(PRESETS[name], start="rolled", max_rounds=ROUNDS)
    play_turned(rules, 2, 2, 1)


@pytest.mark.parametrize(
    "text",
    [
        "classic:blocks=bar,stack=3,overshoot=bounce,capture_before_home=true",
        "classic:safe=starts_and_stars,safe_landing=illegal,block_landing=illegal,enter_on=1+6",
        "modern:safe=stars,safe_landing=returns,pieces=2,six_bonus=no_entry",
        "danish:stack=2,block_landing=illegal,blocks=bar",
    ],
)
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_options_treat_the_colours_alike(text: str, turns: int) -> None:
    rules = dataclasses.replace(RuleSet.parse(text), start="rolled", max_rounds=ROUNDS)
    play_turned(rules, 4, turns, 5)
