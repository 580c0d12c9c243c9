"""The lineup: everybody plays, each match once, and every module is left out."""

from __future__ import annotations

import pytest

from agents.levels import NAMES
from agents.registry import ENTRIES, parse
from evaluation.ladder.lineup import LADDER, Ladder, Setting, variants
from ludo_env.rules import as_rules
from ludo_env.rules.ludicrous import LudicrousRules
from ludo_env.rules.tables import MODULES

SETTINGS = LADDER.settings


@pytest.mark.parametrize("game", sorted({setting.game for setting in SETTINGS}))
def test_every_registered_bot_plays_its_games_with_two_and_four_seats(game: str) -> None:
    bots = {name for name, entry in ENTRIES.items() if game in entry.games}
    bots -= {*NAMES, *(name for name in bots if {"model", "command"} & set(ENTRIES[name].options))}
    for players in (2, 4):
        ours = [s for s in SETTINGS if (s.game, s.players) == (game, players)]
        names = {parse(spec)[0] for setting in ours for spec in LADDER.bots_of(setting)}
        assert names >= bots


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.title)
def test_a_cross_table_has_every_pair_and_the_bots_of_the_levels(setting: Setting) -> None:
    bots = LADDER.bots_of(setting)
    assert len(set(bots)) == len(bots)
    assert {setting.level(name) for name in NAMES} <= set(bots)
    pairs = [match.agents for match in Ladder(LADDER, 4, 1).cross_table(setting)]
    assert len({frozenset(pair) for pair in pairs}) == len(bots) * (len(bots) - 1) // 2


def test_a_match_is_the_same_in_either_order() -> None:
    ladder = Ladder(LADDER, 4, 1)
    for setting in SETTINGS:
        assert ladder.match(setting, ("random", "easy")) == ladder.match(
            setting, ("easy", "random")
        )
    matches = ladder.matches()
    assert all(ladder.match(claim.setting, claim.agents) in matches for claim in LADDER.claims)


def test_the_claims_are_those_of_the_levels() -> None:
    claims = {(c.setting.title, *c.agents): c.least for c in LADDER.claims}
    assert claims["ludicrous, 2 players", "expert", "hard"] == 0.62
    assert claims["ludicrous, 2 players", "hard", "normal"] == 0.65
    assert claims["ludicrous, 2 players", "normal", "easy"] == 0.75
    for level in ("normal", "hard", "expert"):
        assert claims["ludicrous, 2 players", level, "random"] == 0.95
    assert claims["ludicrous, 4 players", "hard", "sensible", "sensible", "sensible"] == 0.40
    assert claims["danish, 4 players, two against two", "expert", "random"] == 0.94
    assert claims["danish, 4 players, two against two", "expert", "smart"] == 0.71


def test_each_level_is_one_among_those_of_the_next_weaker_one() -> None:
    ladder = Ladder(LADDER, 24, 1)
    steps = {(step.setting.players, *step.agents): step.least for step in LADDER.steps}
    assert steps[3, "expert", "hard", "hard"] == 1 / 3
    assert steps[4, "normal", "easy", "easy", "easy"] == 1 / 4
    assert len(steps) == 6
    for step in LADDER.steps:
        assert ladder.match(step.setting, step.agents).plan.players == step.setting.players


def test_every_module_is_changed_once_and_those_that_need_it_go_with_it() -> None:
    usual = set(LudicrousRules().modules)
    found = [as_rules(variant.setting.rules) for variant in variants(("sensible", "random"))]
    played = [set(rules.modules) for rules in found if isinstance(rules, LudicrousRules)]
    assert played[0] == usual and played[-1] == set()
    assert [usual ^ modules for modules in played[1:-1]] == [
        {"combat", "structures", "tanks"} if module == "combat" else {module} for module in MODULES
    ]
