"""A row that writes only what has changed shows what a new row would show."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64, u8

import ludo_env
from ludo_env.arrays import view
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.catalogue import CEDE
from ludo_env.engine.ludicrous.names import CARD_KINDS
from ludo_env.observation import Schema
from ludo_env.rules import LUDICROUS_PRESETS, LudicrousRules, as_rules
from tests.ludicrous.full_games import choices, random_rules
from tests.ludicrous.scenes import Scene
from tests.observation.support import EVERYTHING, FLAT, GRID, differing, encode

STEPS = 400 if ludo_env.__compiled__ else 60
FOLLOWED = 60 if ludo_env.__compiled__ else 4
GAMES = [
    (name + more, players)
    for name in LUDICROUS_PRESETS
    for players in (2, 3, 4)
    for more in ("", ":play_on=true,pieces_to_win=1", *([":teams=true"] if players == 4 else []))
]


class Watched:
    """The middle one of three rows; many games are shown in it, one after the other."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        out = vec[u8](bytes(3 * schema.size))
        self.row = schema.encoding.rows(out, 3)[1]
        self.out = view(out, np.uint8).reshape(3, schema.size)
        self.numbers = self.out[1]

    def show(self, game: Game, seat: int) -> None:
        """Show a game to a party, and compare with what a new row shows."""
        self.row.show(game.state, seat)
        # A copy: the game would take whoever looks at it for its observer.
        fresh = encode(self.schema, game.copy().full, seat)
        assert differing(self.schema, self.numbers, fresh) == {}
        assert not self.out[0].any() and not self.out[2].any()


@pytest.mark.parametrize(("rules", "players"), GAMES)
@pytest.mark.parametrize("layout", ["flat", "grid"])
def test_rows_of_a_batch_are_what_new_ones_would_be(rules: str, players: int, layout: str) -> None:
    n = 4
    envs = ludo_env.make_vec(n, rules, players, seed=players, layout=layout)
    schema = {"flat": FLAT, "grid": GRID}[layout]
    for step in range(STEPS // n):
        for i in range(n if step % 7 == 0 else 1):
            game = envs.game(i)
            fresh = encode(schema, game.full, game.decider)
            shown = envs.observations[i].ravel()
            assert differing(schema, shown, fresh) == {}
            assert np.flatnonzero(envs.action_masks[i]).tolist() == game.legal()
            assert envs.deciders[i] == game.decider
        envs.step(envs.random_actions())


def test_a_row_may_change_games_and_observers_in_any_order() -> None:
    for seed in range(STEPS // 20):
        rng = Random(seed)
        rules = random_rules(rng)
        players = 4 if rules.teams else rng.randint(2, 4)
        games = [Game(rules, players, seed=n) for n in range(4)]
        watched = Watched(EVERYTHING)
        for _ in range(40):
            game = rng.choice(games)
            for _ in range(rng.choice([0, 1, 1, 5])):
                if not game.over:
                    game.apply(rng.choice(choices(game)))
            watched.show(game, rng.choice(game.seats))


@pytest.mark.parametrize(
    "rules", ["ludicrous-core:pieces_to_win=1", "ludicrous:max_rounds=2", "ludicrous:play_on=true"]
)
def test_a_row_follows_a_game_to_its_end(rules: str) -> None:
    """Then the places are told, however the game ends."""
    for seed in range(4 if ludo_env.__compiled__ else 1):
        rng, players = Random(seed), 2 + seed % 3
        game = Game(rules, players, seed=seed)
        watched = [Watched(FLAT) for _ in range(players)]
        while not game.over:
            for row, seat in zip(watched, game.seats, strict=True):
                row.row.show(game.state, seat)
            game.apply(rng.choice(choices(game) if "play_on" not in rules else game.legal()))
        for row, seat in zip(watched, game.seats, strict=True):
            row.show(game, seat)
        assert all(game.full.places[seat] for seat in game.seats)


def test_a_row_follows_cards_that_pass_deck_and_discards() -> None:
    """A card that is cast, shuffled and drawn by another leaves both as empty as they were."""
    few = "card_copies=1,hand_limit=20,annustar_cap=1"
    wizards = "yellow=wizard,blue=wizard,red=wizard,green=wizard"
    rules = as_rules(f"ludicrous:modules=combat+magic+pivotal,{few},{wizards}")
    assert isinstance(rules, LudicrousRules)
    hands = {"yellow": (3,), "blue": (0, 1, 2, 4), "red": range(5, 10), "green": range(10, 15)}
    parties: dict[str, Any] = {
        colour: {"hand": [int(card in held) for card in range(CARD_KINDS)]}
        for colour, held in hands.items()
    }
    parties["yellow"] |= {"hp": 4, "pieces": [{"r": 15}, {"r": 20}]}
    passed = 0
    for seed in range(40):
        s = Scene("action", rules=rules, world={"starter": 1}, **parties)
        s.state.deck = vec[i64]([0] * CARD_KINDS)
        s.state.dice.seed(seed)
        game, watched = Game.of(s.state), Watched(FLAT)
        watched.show(game, 0)
        game.apply("cast mend")
        passed += game.full.hand_size(1) == 5 and not any(game.full.discards)
        watched.show(game, 0)
    assert passed


def test_a_row_follows_a_game_that_is_taken_back() -> None:
    rng = Random(1)
    game = Game("ludicrous", seed=1)
    watched = Watched(FLAT)
    for _ in range(STEPS // 2):
        before = game.copy()
        game.apply(rng.choice(choices(game)))
        watched.show(game, 1)
        if rng.random() < 0.5:
            game = before
            watched.show(game, 1)


@pytest.mark.parametrize("names", [["grid", "yard"], ["trap", "pieces", "star"], ["decision"]])
def test_a_row_of_some_encoders_in_any_order(names: list[str]) -> None:
    rng = Random(2)
    watched = Watched(Schema(names, "full"))
    game = Game(as_rules("ludicrous-short"), 3, seed=2)
    for _ in range(STEPS):
        if game.over:
            break
        watched.show(game, rng.choice(game.seats))
        game.apply(rng.choice(choices(game)))


def follow(game: Game, rng: Random, cedes: float) -> int:
    """Follow a game with one row; how many parties gave up or finished early."""
    watched, seat = Watched(EVERYTHING), rng.choice(game.seats)
    while not game.over:
        watched.show(game, seat)
        gives_up = CEDE in game.legal() and rng.random() < cedes
        game.apply(CEDE if gives_up else rng.choice(choices(game)))
        if rng.random() < 0.1:
            seat = rng.choice(game.seats)
    return sum(game.full.left)


def test_several_rows_follow_a_game() -> None:
    game = Game("ludicrous-short", seed=3)
    rng = Random(3)
    rows = {seat: Watched(EVERYTHING) for seat in game.seats}
    for _ in range(STEPS // 2):
        for seat in rng.sample(game.seats, rng.randint(1, 4)):
            rows[seat].show(game, seat)
        game.apply(rng.choice(choices(game)))


@pytest.mark.parametrize("first", range(4))
def test_a_row_follows_a_game(first: int) -> None:
    for seed in range(first, FOLLOWED, 4):
        rng = Random(seed)
        rules = random_rules(rng, longest=15)
        players = 4 if rules.teams else rng.randint(2, 4)
        follow(Game(rules, players, seed=seed), rng, 0.01)


@pytest.mark.rule("E-leave")
def test_a_row_follows_parties_that_leave() -> None:
    left = 0
    for seed in range(FOLLOWED):
        rng = Random(seed)
        game = Game("ludicrous:cession=true,max_rounds=12", seed=seed)
        left += follow(game, rng, 0.05)
    assert left > FOLLOWED
