"""Parts of the game that a rule set leaves out."""

import random
from functools import cache
from typing import Any

import pytest

from ludo_env.document_ground import fresh
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.procedures import DECISIONS
from ludo_env.errors import BadRules
from ludo_env.rules.ludicrous import LudicrousRules
from ludo_env.rules.tables import MODULES, SPELLS
from tests.ludicrous.scenes import Scene, seen_by, sheet

ALL = tuple(name for name in MODULES if name != "dice_off_table")


def without(*names: str) -> LudicrousRules:
    """The full game but for some modules."""
    return LudicrousRules(modules=tuple(name for name in ALL if name not in names))


RICH: dict[str, Any] = {
    "pieces": [{"r": 10}, {"r": 30, "prone": 1}, {"r": 20}, {}],
    "hand": {name: 1 for name, _ in SPELLS} | {"quicken": 1, "amplify": 1},
    "partner": 5,
    "counter": 3,
    "loot": 17,
    "tank": 1,
    "structures": [{"built": 1, "built_hp": 5}],
}


def everything(rules: LudicrousRules) -> list[str]:
    """What yellow can do in an action phase in which almost everything is possible."""
    green = {
        "pieces": [{"r": seen_by("yellow", 21, "green")}, {"r": seen_by("yellow", 1, "green")}],
        "structures": [{"built": 0, "built_hp": 6}],
    }
    red = {"pieces": [{"r": seen_by("yellow", 20, "red"), "fallen": 2}]}
    yellow = dict(RICH)
    yellow["pieces"] = [*RICH["pieces"][:3], {}]
    blue = {"structures": [{}, {}, {}, {"built": 2, "built_hp": 4}]}
    return Scene(
        "action",
        rules=rules,
        sheets={"yellow": sheet("wizard")},
        yellow=yellow,
        blue=blue,
        green=green,
        red=red,
        auto_pass=False,
    ).legal


COMBAT = (
    "melee attack",
    "ranged attack",
    "looted attack",
    "punch",
    "stone",
    "shove",
    "grapple",
    "taunt",
    "dodge",
    "capture",
)
BELONGINGS = {
    "combat": COMBAT,
    "magic": ("cast", "quicken", "refresh"),
    "structures": ("fortify", "hack", "turret"),
    "tanks": ("tank shot", "anti-tank", "artillery"),
    "fishing": ("fish", "eat"),
    "partner": ("rizz", "court"),
}
NEEDERS = {"combat": ("combat", "tanks", "structures")}


@pytest.mark.parametrize("module", BELONGINGS)
def test_what_depends_on_an_absent_module_is_absent_from_the_masks(module: str) -> None:
    before = everything(LudicrousRules())
    after = everything(without(*NEEDERS.get(module, (module,))))
    gone = [action for action in before if action not in after]
    assert [action for action in before if action.startswith(BELONGINGS[module])] != []
    assert [action for action in after if action.startswith(BELONGINGS[module])] == []
    if module not in NEEDERS:
        assert all(action.startswith(BELONGINGS[module]) for action in gone), gone


def test_the_plainest_game_leaves_moving_sneaking_reviving_and_getting_up() -> None:
    legal = everything(LudicrousRules(modules=()))
    assert legal == ["end", "sneak", "stand up 2", "bonus die"]


@pytest.mark.rule("T-setup")
def test_absent_things_are_not_set_up() -> None:
    state = fresh(without("magic", "tanks", "partner"), 4)
    assert sum(state.deck) == 0
    assert list(state.tank_hp) == list(state.partner) == [0] * 4


@pytest.mark.rule("T-tank")
def test_without_tanks_there_is_no_tank_phase_and_no_shield() -> None:
    s = Scene("tank", rules=without("tanks"), auto_pass=False)
    assert s.decision == "action"
    s = Scene(
        "action",
        rules=without("tanks", "structures"),
        yellow={"pieces": [{"r": 14}]},
        blue={"pieces": [{"r": 2}]},
        auto_pass=False,
    )
    s.play("melee attack 1").play("next piece 1", [15, 5, 6])
    assert s.get("blue", "hp") == 12 - 4


@pytest.mark.rule("6.7")
def test_without_magic_spell_card_spaces_give_nothing() -> None:
    s = Scene(
        "movement",
        dice=[2],
        rules=without("magic"),
        yellow={"pieces": [{"r": 20}]},
        auto_pass=False,
    )
    s.play("move 1")
    assert s.r("yellow", 1) == 22
    assert s.hand("yellow") == {}


@pytest.mark.rule("N-")
def test_without_the_night_the_round_ends_quietly() -> None:
    s = Scene(
        "night",
        rules=without("night"),
        yellow={"pieces": [{"r": 20}]},
        green={"pieces": [{"r": seen_by("yellow", 22, "green")}]},
        world={"god": 0},
        auto_pass=False,
    )
    assert s.decision == "turning"
    assert (s.state.rounds, s.state.god, s.state.calendar) == (2, 0, 0)


@pytest.mark.rule("8.8", "6.10", "A-fortify")
def test_without_partners_nobody_helps() -> None:
    s = Scene("action", rules=without("partner"), auto_pass=False)
    s.play("fortify turret 1")
    assert s.get("yellow", "project_points", 1) == 3
    s = Scene("night", dice=[1, 1, 3], rules=without("partner"))
    assert list(s.state.partner) == [0] * 4


@pytest.mark.rule("P-")
def test_without_pivotal_moments_the_annustar_takes_no_harm() -> None:
    s = Scene("movement", dice=[3], rules=without("pivotal"), yellow={"pieces": [{"r": 13}]})
    s.play("yes", [4])
    assert s.state.annustar == 0


@pytest.mark.parametrize(("module", "needed"), [("tanks", "combat"), ("structures", "combat")])
def test_a_module_that_needs_another_says_so(module: str, needed: str) -> None:
    with pytest.raises(BadRules, match=f"{module} needs {needed}"):
        LudicrousRules(modules=(module,))


def test_an_unknown_module_is_refused_by_name() -> None:
    with pytest.raises(BadRules, match="'dragons', allowed: combat, magic"):
        LudicrousRules(modules=("dragons",))


@pytest.mark.parametrize(
    "modules", [(), ALL, *[without(m).modules for m in ALL if m != "combat"], ("combat",)]
)
def test_games_without_a_module_can_be_played(modules: tuple[str, ...]) -> None:
    rules = LudicrousRules(modules=modules, max_rounds=4)
    state = fresh(rules, 4)
    state.dice.seed(11)
    choose = random.Random(5)
    state.run()
    while not state.over:
        legal = [action for action in range(state.actions) if state.mask[action]]
        state.apply(choose.choice(legal))
    assert state.rounds == 4


EVENTS = {
    "combat": "attack punch stone taunted dodges captured escapes collateral stunned",
    "magic": "casts draws discards counterspell wards phantom veiled burning awakened blinks",
    "structures": "fortifies built hacked turret structure_damage structure_lost",
    "tanks": "tank_moves tank_shot anti_tank_shot tank_damage artillery",
    "fishing": "catches eats poisoned poison",
    "night": "calendar weather wind basketball night_ambush",
    "partner": "rizz partner_comes partner_leaves",
    "pivotal": "pivotal_moment",
    "dice_off_table": "called drops_hp",
}
KINDS = {
    "magic": ("shed", "meta card", "caster", "spell target", "ward", "counterspell"),
    "tanks": ("tank",),
    "night": ("night ambush", "night ambush target"),
    "dice_off_table": ("call dice off table", "dice-off-table table"),
}
EAGER = "yellow=wizard,blue=engineer,red=rogue,green=wizard,annustar_cap=4,night_ambush_range=15"


@cache
def whole_game(modules: tuple[str, ...]) -> tuple[set[str], set[str], set[str]]:
    """What could be done, what happened and what was asked in a game of random choices."""
    text = "+".join(modules) or "none"
    game = Game(f"ludicrous:modules={text},max_rounds=40,{EAGER}", seed=4, log=True)
    choose, legal, kinds = random.Random(4), set[str](), set[str]()
    while not game.over:
        legal.update(game.legal_names())
        kinds.add(DECISIONS[game.full.kind])
        game.apply(choose.choice(game.legal()))
    return legal, {event.kind for event in game.events}, kinds


@pytest.mark.parametrize("module", MODULES)
def test_in_a_whole_game_without_a_module_there_is_nothing_of_it(module: str) -> None:
    absent = NEEDERS.get(module, (module,))
    there = whole_game(MODULES)
    gone = whole_game(tuple(name for name in MODULES if name not in absent))
    for name in absent:
        for belongings, with_it, without_it in zip(
            (EVENTS.get(name, "").split(), KINDS.get(name, ())), there[1:], gone[1:], strict=True
        ):
            assert without_it.isdisjoint(belongings)
            assert not belongings or not with_it.isdisjoint(belongings)
        prefixes = BELONGINGS.get(name, ())
        assert not [action for action in gone[0] if prefixes and action.startswith(prefixes)]


@pytest.mark.parametrize(
    ("preset", "modules", "pieces", "tabletop"),
    [
        ("ludicrous", ALL, 4, False),
        ("ludicrous-core", (), 4, False),
        ("ludicrous-short", ALL, 2, False),
        ("ludicrous-tabletop", MODULES, 4, True),
    ],
)
def test_presets_are_steps_of_one_path(
    preset: str, modules: tuple[str, ...], pieces: int, tabletop: bool
) -> None:
    rules = Game(preset, seed=1).full.t.rules
    assert set(rules.modules) == set(modules)
    assert rules.pieces_to_win == pieces
    assert (rules.cession, rules.tournament) == (tabletop, tabletop)
