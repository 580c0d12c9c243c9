"""The sensible player over whole games: legal, deterministic, blind to what is hidden, strong."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from agents import make_agent
from agents.agent import Agent
from agents.characters import CHARACTERS
from agents.sensible import Sensible
from agents.sensible.bot import value_of
from ludo_env.board import COLOURS, PARTIES
from ludo_env.engine.game import Game, freeze
from ludo_env.engine.ludicrous.catalogue import CEDE
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import CARD_KINDS
from ludo_env.engine.ludicrous.procedures import DECISIONS
from tests.ludicrous.full_games import choices, random_game

GAMES: Final = 40
EVERY: Final = 5
"""The player is asked at every so many decisions of a random game."""
RARE: Final = {"dice-off-table table", "crown jump", "crown jump target"}


def answer(state: LudicrousState, character: str = "balanced", seed: int = 1) -> int:
    """What the player chooses with a generator of its own."""
    player = Sensible(character)
    player.dice.seed(seed)
    return player.choose(state)


def test_it_is_never_illegal_and_leaves_the_game_alone() -> None:
    asked = set()
    for seed in range(GAMES):
        game, rng = random_game(seed), Random(seed)
        number = rng.randrange(EVERY)
        names = sorted(CHARACTERS)
        while not game.over:
            number += 1
            if number % EVERY == 0:
                before = freeze(game.state)
                action = answer(game.full, names[number % len(names)])
                assert action in choices(game)
                assert freeze(game.state) == before
                asked.add(DECISIONS[game.full.kind])
            game.apply(rng.choice(choices(game)))
    assert asked >= set(DECISIONS) - RARE


def hide_otherwise(state: LudicrousState, rng: Random) -> LudicrousState:
    """The same for the decider: others' cards and the deck are mixed, the dice are others."""
    other = state.twin()
    piles = [other.hand] * PARTIES + [other.deck]
    firsts = [party * CARD_KINDS for party in range(PARTIES)] + [0]
    own = state.decider
    hidden = [n for n in range(PARTIES + 1) if n != own]
    cards: list[int] = []
    sizes = {}
    for n in hidden:
        held = [card for card in range(CARD_KINDS) for _ in range(piles[n][firsts[n] + card])]
        sizes[n] = len(held)
        cards += held
        for card in range(CARD_KINDS):
            piles[n][firsts[n] + card] = 0
    rng.shuffle(cards)
    for n in hidden:
        for _ in range(sizes[n]):
            piles[n][firsts[n] + cards.pop()] += 1
    other.dice.seed(rng.getrandbits(60))
    return other


def test_it_reads_nothing_that_is_hidden() -> None:
    moved = 0
    for seed in range(GAMES):
        game, rng = random_game(seed + 1000), Random(seed)
        while not game.over:
            if rng.randrange(EVERY) == 0:
                other = hide_otherwise(game.full, rng)
                moved += list(other.hand) != list(game.full.hand)
                assert answer(other) == answer(game.full)
                assert values(other) == values(game.full)
            game.apply(rng.choice(choices(game)))
    assert moved > GAMES


def values(state: LudicrousState) -> list[int]:
    """What the player thinks of every legal action."""
    judge = Sensible().judge
    judge.look(state, state.decider)
    legal = [state.legal[n] for n in range(state.choices)]
    actions = [action for action in legal if action != CEDE]
    return [value_of(judge, state, state.kind, action) for action in actions]


def play(agents: list[Agent], seed: int, rules: str = "ludicrous") -> Game:
    """A game between agents on the seats from yellow on."""
    game = Game(rules, len(agents), seed=seed)
    by_seat = dict(zip(game.seats, agents, strict=True))
    for seat, agent in by_seat.items():
        agent.begin(game, seat, seed + seat)
    while not game.over:
        game.apply(by_seat[game.decider].act(game))
    return game


def test_the_same_seeds_give_the_same_game() -> None:
    agents: list[Agent] = [Sensible("mage"), Sensible()]
    games = [play(agents, 7) for _ in range(2)]
    assert freeze(games[0].state) == freeze(games[1].state)


def test_it_beats_random_play() -> None:
    won = 0
    for seed in range(20):
        bot = seed % 2
        agents = [make_agent("sensible" if seat == bot else "random") for seat in range(2)]
        won += play(agents, seed).places[COLOURS[2 * bot]] == 1
    assert won >= 19


@pytest.mark.parametrize("rules", ["ludicrous-core", "ludicrous-tabletop:max_rounds=20"])
def test_it_plays_every_preset(rules: str) -> None:
    game = play([Sensible() for _ in range(4)], 3, rules)
    assert set(game.places) == set(COLOURS)


def test_random_play_of_the_full_game_never_gives_up() -> None:
    game = Game("ludicrous:cession=true,max_rounds=15", 4, seed=1)
    bot = make_agent("random")
    bot.begin(game, 0, 4)
    offered = 0
    while not game.over:
        offered += CEDE in game.legal()
        action = bot.act(game)
        assert action in choices(game)
        game.apply(action)
    assert offered and not any(game.full.left)
