"""A party leaves at any kind of decision: what holds in every game holds in what follows."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ludo_env.document import canonical, from_document, to_document
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.catalogue import CEDE
from ludo_env.engine.ludicrous.procedures import DECISIONS
from tests.ludicrous.full_games import check_everything, check_result, choices

WIZARDS = "yellow=wizard,blue=wizard,red=wizard,green=wizard"
FULL_HANDS = f"opening_cards=6,hand_limit=6,night_ambush_range=12,hp=5,{WIZARDS}"
MODULES = "combat+magic+structures+tanks+fishing+night+partner+dice_off_table+pivotal"
LEAVING = "tournament=true,cession=true"
GAMES = (
    (f"ludicrous:max_rounds=25,{LEAVING},{FULL_HANDS}", 4),
    (
        f"ludicrous:modules={MODULES},max_rounds=6,{LEAVING},off_table_percent=20,"
        f"tuesdays=0+2,birthdays=1+2,{FULL_HANDS}",
        3,
    ),
    (f"ludicrous:play_on=true,pieces_to_win=1,max_rounds=40,{LEAVING},annustar_cap=4,{WIZARDS}", 3),
    (f"ludicrous-core:{LEAVING}", 4),
)
EVERY_KIND = 8
AFTER = 20
LAST = 19
"""One foul or penalty before the one that ejects."""
HARD_TO_REACH = {"crown jump", "crown jump target"}


@pytest.mark.rule("E-leave", "E-fouls", "8.9", "8.11")
def test_a_party_may_leave_at_any_decision() -> None:
    left: Counter[str] = Counter()
    for seed, (rules, players) in enumerate(GAMES):
        game, rng = Game(rules, players, seed=seed, auto_pass=False), Random(seed)
        while not game.over:
            kind = DECISIONS[game.full.kind]
            if left[kind] < EVERY_KIND:
                left[kind] += 1
                for leave in (foul_out, give_up, drop_out):
                    leave(game.copy(), rng)
            legal = choices(game)
            game.apply(rng.choice([a for a in legal if a] if kind == "night ambush" else legal))
    assert set(DECISIONS) - set(left) <= HARD_TO_REACH


def foul_out(game: Game, rng: Random) -> None:
    """Whoever must decide commits the last foul."""
    party = game.decider
    game.full.fouls[party] = LAST
    game.apply(-1)
    assert game.full.left[party] or game.over
    go_on(game, rng)


def give_up(game: Game, rng: Random) -> None:
    """Whoever must decide gives up, if it may."""
    if CEDE in game.legal():
        game.apply(CEDE)
        go_on(game, rng)


def drop_out(game: Game, rng: Random) -> None:
    """Everybody is one penalty short of being ejected, if dice can fall off the table."""
    if game.full.t.dice_off_table:
        for party in game.seats:
            game.full.penalties[party] = LAST
    go_on(game, rng)


def go_on(game: Game, rng: Random) -> None:
    """Some decisions more; the game can be written down in between."""
    for _ in range(AFTER):
        if game.over:
            check_result(game)
            return
        check_everything(game)
        game.apply(rng.choice(choices(game)))
    if not game.over:
        document = to_document(game.full)
        assert canonical(to_document(from_document(document))) == canonical(document)
