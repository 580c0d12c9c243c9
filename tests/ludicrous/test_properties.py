"""What holds in every full game: random play of the presets and of random rule sets."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from random import Random

import pytest

from ludo_env.document import canonical, from_document, to_document
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.catalogue import CEDE
from ludo_env.errors import BadDice, RollNeeded
from ludo_env.rules import LUDICROUS_PRESETS
from tests.ludicrous.full_games import (
    check_everything,
    check_result,
    choices,
    play,
    random_game,
    rolled,
)
from tests.ludicrous.thorough import LOOKS, play_and_check, text, told

GAMES = 160

PRESET_GAMES = [
    (name + more, players)
    for name in LUDICROUS_PRESETS
    for players in (2, 3, 4)
    for more in ("", ":play_on=true", *([":teams=true"] if players == 4 else []))
]
every_preset = pytest.mark.parametrize(("rules", "players"), PRESET_GAMES)


@pytest.mark.parametrize("first", range(0, GAMES, 20))
def test_every_rule_set_holds_at_every_decision(first: int) -> None:
    for seed in range(first, first + 20):
        play_and_check(random_game(seed), seed)


@every_preset
@pytest.mark.parametrize("auto_pass", [True, False])
def test_whole_games_of_every_preset_end_before_they_are_cut_off(
    rules: str, players: int, auto_pass: bool
) -> None:
    game = Game(rules, players, seed=players, auto_pass=auto_pass)
    play_and_check(game, 7, looks=0.02, thorough=0.0005)
    assert not game.truncated


@pytest.mark.rule("8.11", "E-leave")
def test_games_in_which_parties_give_up_hold_as_well() -> None:
    ceded = 0
    for seed in range(120):
        game = Game("ludicrous:cession=true,max_rounds=20", 2 + seed % 3, seed=seed)
        rng = Random(seed)
        while not game.over:
            gives_up = CEDE in game.legal() and rng.random() < 0.02
            ceded += gives_up
            game.apply(CEDE if gives_up else rng.choice(choices(game)))
            if rng.random() < LOOKS or gives_up:
                check_everything(game)
        check_result(game)
    assert ceded > 100


@pytest.mark.rule("E-fouls", "E-leave")
def test_games_in_which_parties_are_ejected_hold_as_well() -> None:
    ejected = 0
    for seed in range(120):
        more = (
            ",modules=combat+magic+night+dice_off_table,penalty_limit=3,night_ambush_range=20"
            * (seed % 2)
        )
        rules = f"ludicrous:tournament=true,foul_limit=3,max_rounds=20,off_table_percent=30{more}"
        game = Game(rules, 2 + seed % 3, seed=seed)
        rng = Random(seed)
        while not game.over:
            left = sum(game.full.left)
            game.apply(-1 if rng.random() < 0.01 else rng.choice(choices(game)))
            ejected += sum(game.full.left) - left
            if rng.random() < LOOKS or sum(game.full.left) > left:
                check_everything(game)
        check_result(game)
    assert ejected > 100


# -- same dice, same game -----------------------------------------------------------------------


@pytest.mark.rule("D-generator")
def test_same_seed_and_choices_same_game() -> None:
    for seed in range(1000, 1020):
        one, other = random_game(seed, log=True), random_game(seed, log=True)
        assert text(one) == text(other)
        for action in play(one, seed):
            assert one.legal() == other.legal()
            other.apply(action)
        assert text(one) == text(other)
        assert one.events == other.events
        assert one.places == other.places


def test_copies_pickles_and_documents_go_on_like_the_game() -> None:
    for seed in range(2000, 2030):
        game = random_game(seed, log=True)
        cut = Random(seed).randrange(400)
        others: list[Game] = []
        for count, action in enumerate(play(game, seed)):
            for other in others:
                assert other.legal() == game.legal()
                other.apply(action)
            if count != cut:
                continue
            document = to_document(game.full)
            read = Game.of(from_document(document))
            assert canonical(to_document(read.full)) == canonical(document)
            others = [game.copy(), copy(game), deepcopy(game), pickle.loads(pickle.dumps(game))]
            others.append(read)
            for other in others:
                assert text(other) == text(game)
                assert other.rules == game.rules
                other.apply(action)
        for other in others:
            assert text(other) == text(game)
            assert (other.places, other.over) == (game.places, True)
        assert all(other.events == game.events for other in others[1:4])


@pytest.mark.rule("D-generator")
def test_a_game_is_replayed_from_its_dice() -> None:
    for seed in range(3000, 3025):
        game = random_game(seed, log=True)
        players, rules = len(game.seats), game.rules
        opening = rolled(game.events)
        replayed = Game(rules, players, seed=1, auto_pass=game.auto_pass, log=True, dice=opening)
        for count in {0, len(opening) // 2, len(opening) - 1}:
            with pytest.raises(RollNeeded):
                Game(rules, players, auto_pass=game.auto_pass, dice=opening[:count])
        with pytest.raises(BadDice, match="left over"):
            Game(rules, players, auto_pass=game.auto_pass, dice=[*opening, 1])
        heard = len(game.events)
        pending: int | None = None
        for action in play(game, seed):
            if pending is not None:
                replayed.apply(pending, dice=rolled(game.events[heard:]))
                assert replayed.legal() == game.legal()
            heard, pending = len(game.events), action
        if pending is not None:
            replayed.apply(pending, dice=rolled(game.events[heard:]))
        assert told(replayed) == told(game)
        assert replayed.events == game.events
