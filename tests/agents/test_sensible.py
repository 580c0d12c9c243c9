"""The sensible player: what a person who knows the rules would call sensible."""

from __future__ import annotations

from typing import Any

import pytest

from agents import make_agent
from agents.characters import CHARACTERS, WEIGHTS, Character, character, rules_for
from agents.sensible import Sensible
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.catalogue import LUDICROUS
from ludo_env.errors import BadAgent, BadOption, BadRules
from ludo_env.rules.ludicrous import LudicrousRules, PartySheet
from tests.ludicrous.scenes import Scene, seen_by, sheet

CORE = LudicrousRules(modules=())
"""Movement and the spaces alone."""
FIGHT = LudicrousRules(modules=("combat",))
HOME = 56


def chosen(s: Scene, character: str = "balanced") -> str:
    """The name of the action that the player chooses."""
    return LUDICROUS.names[Sensible(character).choose(s.state)]


def at(*places: int, **fields: Any) -> dict[str, Any]:
    """A party whose pieces stand on these r."""
    return {"pieces": [{"r": r} for r in places], **fields}


def from_yellow(colour: str, *places: int, **fields: Any) -> dict[str, Any]:
    """A party whose pieces stand on these r of yellow's route."""
    return at(*(seen_by("yellow", r, colour) for r in places), **fields)


def moving(die: int, rules: LudicrousRules = CORE, **more: Any) -> Scene:
    """Yellow has rolled in a game for two and must move."""
    return Scene(dice=[die], players=2, rules=rules, auto_pass=False, **more)


def acting(rules: LudicrousRules = FIGHT, **more: Any) -> Scene:
    """Yellow's action phase in a game for two."""
    return Scene("action", players=2, rules=rules, auto_pass=False, **more)


# -- movement --------------------------------------------------------------------------------------


def test_it_takes_a_won_game() -> None:
    s = moving(6, yellow=at(HOME, HOME, 50, HOME), red=from_yellow("red", 45))
    assert chosen(s) == "move 3"
    s = moving(6, yellow=at(HOME, HOME, 50, HOME), red=from_yellow("red", 45))
    s.state.r[3] = 39
    s.state.ring[39] += 1
    # Three at home are not yet four: now it may be the ambush as well.
    assert chosen(s) in ("move 3", "move 4")


def test_it_wins_rather_than_ambush() -> None:
    rules = CORE.changed(pieces_to_win=1)
    s = moving(6, rules, yellow=at(50, 38), red=from_yellow("red", 44))
    assert chosen(s) == "move 1"


def test_it_ambushes_a_piece_that_has_come_far() -> None:
    s = moving(4, yellow=at(30, 14), red=from_yellow("red", 18))
    assert chosen(s) == "move 2"


def test_it_saves_the_piece_that_may_be_ambushed() -> None:
    # A red piece is close behind r = 40; nobody is behind the other, and a 4 takes either away.
    s = moving(4, yellow=at(40, 14), red=from_yellow("red", 37))
    assert chosen(s) == "move 1"


def test_it_does_not_run_into_a_single_enemys_line() -> None:
    # Moving piece 1 would end right before a red piece, piece 2 has nobody behind it.
    s = moving(3, yellow=at(20, 40), red=from_yellow("red", 22))
    assert chosen(s) == "move 2"


def test_it_enters_rather_than_run_ahead() -> None:
    assert chosen(moving(6, yellow=at(20))).startswith("enter")


def test_it_gets_home_by_exact_count() -> None:
    assert chosen(moving(3, yellow=at(53, 30))) == "move 1"


def test_it_jumps_early_and_not_late() -> None:
    early = moving(3, yellow=at(0)).play("move 1")
    assert early.decision == "teleport"
    assert chosen(early) == "yes"
    late = moving(3, yellow=at(26)).play("move 1")
    assert late.decision == "teleport"
    assert chosen(late) == "end"
    assert chosen(late, "jumper") == "yes"


def test_it_jumps_on_a_piece_that_has_come_far() -> None:
    s = moving(3, yellow=at(13), red=from_yellow("red", 28))
    assert seen_by("yellow", 28, "red") == 2
    far = Scene(dice=[3], players=4, rules=CORE, auto_pass=False, yellow=at(13),
                green=from_yellow("green", 28))  # fmt: skip
    assert seen_by("yellow", 28, "green") == 41
    assert chosen(far.play("move 1")) == "yes"
    assert chosen(s.play("move 1")) in ("yes", "end")


def test_it_crowns_an_entering_piece_unless_the_start_is_hot() -> None:
    assert chosen(moving(6, yellow=at(20)).play("enter 2")) == "yes"
    hot = from_yellow("red", 48, 49, 50)
    s = moving(6, yellow=at(20), red=hot).play("enter 2")
    assert chosen(s) == "end"


def test_it_tackles_who_would_ambush_it() -> None:
    yellow = {"pieces": [{"r": 22}, {"r": 25}]}
    red = from_yellow("red", 20)
    s = Scene(dice=[5], turn="red", players=2, rules=FIGHT, auto_pass=False, yellow=yellow, red=red)
    s.play("move 1")
    assert (s.decision, s.decider) == ("tackle", "yellow")
    assert chosen(s) == "yes"


# -- actions ---------------------------------------------------------------------------------------


def test_it_captures_a_fallen_enemy() -> None:
    red = {"pieces": [{"r": seen_by("yellow", 20, "red"), "fallen": 1}]}
    assert chosen(acting(yellow=at(20), red=red)) == "capture 1"


def test_it_revives_its_own() -> None:
    yellow = {"pieces": [{"r": 20}, {"r": 21, "fallen": 1}]}
    assert chosen(acting(yellow=yellow)) == "revive 1"


def test_it_sneaks_past_a_block() -> None:
    s = acting(yellow=at(20), red=from_yellow("red", 30, 30, 21, 21))
    s.state.veiled[8] = s.state.veiled[9] = s.state.veiled[10] = s.state.veiled[11] = 1
    assert chosen(s) == "sneak"


def test_it_attacks_who_is_in_its_line() -> None:
    s = acting(yellow=at(20), red=from_yellow("red", 21))
    assert chosen(s) in ("melee attack 1", "punch 1", "ranged attack 1")
    assert chosen(s, "pacifist") not in ("melee attack 1", "punch 1", "ranged attack 1", "stone 1")


def test_it_attacks_the_piece_that_has_come_farther_when_the_hit_may_kill() -> None:
    # Both in yellow's line; red's second piece is nearer home, and the pool is nearly empty.
    s = acting(yellow=at(2), red=from_yellow("red", 5, 9, hp=2)).play("ranged attack 1")
    assert chosen(s) == "across piece 2"


def test_it_turns_to_an_enemy_behind() -> None:
    s = Scene("turning", players=2, rules=FIGHT, auto_pass=False, yellow=at(20),
              red=from_yellow("red", 18))  # fmt: skip
    assert chosen(s) == "turn 1"
    s = Scene("turning", players=2, rules=FIGHT, auto_pass=False, yellow=at(20),
              red=from_yellow("red", 22))  # fmt: skip
    assert chosen(s) == "end"


def test_it_fortifies_when_it_has_nothing_else_to_do() -> None:
    s = Scene("action", players=2, auto_pass=False)
    assert chosen(s).startswith("fortify")
    assert not chosen(s, "nomad").startswith("fortify")


def test_it_fishes_when_it_stands_on_fish() -> None:
    rules = LudicrousRules(modules=("fishing",))
    assert chosen(acting(rules, yellow=at(10))) == "fish 1"
    # The number on r = 10 is the lower one.
    assert chosen(acting(rules, yellow=at(11, 10))) == "fish 2"
    assert chosen(acting(rules, yellow=at(10, 11))) == "fish 1"


def test_it_stands_up_and_buys_the_bonus_die() -> None:
    yellow = {"pieces": [{"r": 20, "prone": 1}]}
    assert chosen(acting(CORE, yellow=yellow)) == "stand up 1"
    assert chosen(acting(CORE, yellow=at(20, counter=3))) == "bonus die"
    # With every piece in the yard there is nobody to move.
    assert chosen(acting(CORE, yellow={"counter": 3})) != "bonus die"


def test_it_moves_the_tank_to_where_it_can_shoot() -> None:
    s = Scene("tank", players=2, red=from_yellow("red", 5), auto_pass=False)
    assert chosen(s) == "tank to attack"
    s = Scene("tank", players=2, red=from_yellow("red", 20), auto_pass=False)
    assert chosen(s) == "tank to shield"


# -- magic -----------------------------------------------------------------------------------------


def test_it_mends_when_it_is_hurt_only() -> None:
    hand = {"hand": {"mend": 1}}
    rules = LudicrousRules(modules=("magic",))
    assert chosen(acting(rules, yellow=at(20, hp=3, **hand))) == "cast mend"
    assert chosen(acting(rules, yellow=at(20, hp=12, **hand))) != "cast mend"


def test_it_awakens_a_fallen_piece() -> None:
    yellow = {"pieces": [{"r": 20}, {"r": 25, "fallen": 1}], "hand": {"awaken": 1}}
    assert chosen(acting(LudicrousRules(modules=("magic",)), yellow=yellow)) == "cast awaken"


def test_it_wards_a_deadly_hit() -> None:
    wizard = {"yellow": PartySheet("soldier"), "red": sheet("wizard")}
    red = from_yellow("red", 21, hp=1, hand={"ward": 1})
    rules = LudicrousRules(modules=("combat", "magic"))
    s = acting(rules, sheets=wizard, yellow=at(20), red=red)
    s.play("punch 1").play("across piece 1", [4])
    assert (s.decision, s.decider) == ("ward", "red")
    assert chosen(s) == "yes"


def test_it_counters_a_spell_that_hurts_and_no_other() -> None:
    wizards = {"yellow": sheet("wizard"), "red": sheet("wizard")}
    rules = LudicrousRules(modules=("magic",))
    for spell, answer in (("fire bolt", "yes"), ("cleanse", "end")):
        red = from_yellow("red", 23, hp=2, hand={"counterspell": 1})
        yellow = at(20, hand={spell: 1})
        s = acting(rules, sheets=wizards, yellow=yellow, red=red)
        s.play(f"cast {spell}").play("plainly")
        while s.decider == "yellow":
            s.play(s.legal[0])
        assert (s.decision, s.decider) == ("counterspell", "red")
        assert chosen(s) == answer


def test_it_sheds_what_it_cannot_cast() -> None:
    hand = {"hand": {"veil": 1, "dread": 1, "mend": 2}}
    s = Scene(dice=[1], players=2, yellow=at(6, **hand), auto_pass=False)
    s.play("move 1")
    assert s.decision == "shed"
    assert chosen(s) in ("shed veil", "shed dread")


# -- characters ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHARACTERS)
def test_every_character_plays(name: str) -> None:
    agent = make_agent(f"sensible:character={name}")
    assert agent.name == "sensible"
    game = Game(rules_for([name]).changed(max_rounds=4), 2, seed=3)
    agent.begin(game, 0, 1)
    while not game.over:
        game.apply(agent.act(game))


def test_a_builder_builds_where_a_hunter_fights() -> None:
    s = Scene("action", players=2, auto_pass=False, yellow=at(28),
              red=from_yellow("red", 31, hp=5))  # fmt: skip
    assert chosen(s, "builder").startswith("fortify")
    assert chosen(s, "hunter") == "ranged attack 1"


def test_the_sheets_of_characters_make_rules() -> None:
    rules = rules_for(["mage", "hunter"])
    assert [s.party_class for s in rules.sheets] == ["wizard", "archer", "soldier", "soldier"]
    with pytest.raises(BadOption, match="at most 4"):
        rules_for(["mage"] * 5)


def test_unknown_characters_and_weights_are_refused() -> None:
    with pytest.raises(BadOption, match="allowed: balanced, racer"):
        character("saint")
    with pytest.raises(BadOption, match="weight 'kindness'"):
        Character("kind", changes={"kindness": 1})
    with pytest.raises(BadAgent, match="allowed: balanced, racer"):
        make_agent("sensible:character=saint")
    assert all(set(c.weights) == set(WEIGHTS) for c in CHARACTERS.values())


def test_it_refuses_plain_ludo() -> None:
    with pytest.raises(BadRules, match="the full game is needed"):
        make_agent("sensible").begin(Game("classic", seed=1), 0, 1)
