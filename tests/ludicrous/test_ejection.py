"""A party is ejected in the turn of another or at night: the others go on. [E-leave]"""

from collections.abc import Sequence
from typing import Any

import pytest

from ludo_env import BadDice, Game, RollNeeded
from ludo_env.board import COLOURS
from ludo_env.engine.ludicrous.off_table import foul
from ludo_env.rules.ludicrous import LudicrousRules
from ludo_env.rules.tables import MODULES
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

RULES = LudicrousRules(modules=MODULES, tournament=True)
QUIET_NIGHT = (2, 100, 2, 100, 3, 100)
"""No basketball, the calendar on its quiet space; no die falls off the table."""
FELL = 1


def night(**yellow: int) -> Scene:
    """Yellow holds the starting token and can ambush blue, blue can ambush red."""
    return Scene(
        "night",
        rules=RULES,
        dice=QUIET_NIGHT,
        yellow={"pieces": [{"r": 3}], **yellow},
        blue={"pieces": [{"r": seen_by("yellow", 5, "blue")}]},
        red={"pieces": [{"r": seen_by("yellow", 7, "red")}]},
        auto_pass=False,
    )


def assert_blue_is_asked(s: Scene) -> None:
    """Yellow has left with its pieces, nobody has moved, blue may ambush now."""
    assert s.get("yellow", "left") == 1
    assert (s.r("yellow", 1), s.r("blue", 1)) == (-1, 44)
    assert (s.decider, s.decision) == ("blue", "night ambush")
    assert s.legal == ["end", "night ambush 1"]


@pytest.mark.rule("N-ambush", "E-leave", "E-fouls")
@pytest.mark.parametrize("chosen", [False, True])
def test_a_fouling_ambusher_leaves_and_the_next_is_asked(chosen: bool) -> None:
    s = night(fouls=19)
    if chosen:
        s.play("night ambush 1")
    foul(s.state, s.state.decider)
    s.run([])
    assert_blue_is_asked(s)


@pytest.mark.rule("N-ambush", "E-leave", "8.9")
def test_an_ambusher_whose_die_is_called_for_the_twentieth_time_leaves() -> None:
    s = night(penalties=19).play("night ambush 1").play("next piece 1", dice=[15, FELL])
    assert s.decision == "call dice off table"
    s.play("yes")
    assert_blue_is_asked(s)


@pytest.mark.rule("E-fouls", "E-leave", "8.9")
@pytest.mark.parametrize("dice", [[2, FELL], [2, 100, 2, 100, 3, FELL]])
def test_who_fouls_when_asked_to_call_leaves_and_the_die_is_thrown_again(dice: list[int]) -> None:
    s = Scene("night", rules=RULES, dice=dice, yellow={"fouls": 19})
    assert (s.decider, s.decision) == ("yellow", "call dice off table")
    foul(s.state, s.state.decider)
    s.run(QUIET_NIGHT)
    assert s.get("yellow", "left") == 1
    assert (s.decider, s.decision) == ("blue", "tank")


# -- in the turn of another ----------------------------------------------------------------------

WIZARDS = {colour: sheet("wizard") for colour in COLOURS}
LAST_FOUL = {"fouls": 19}
FALLS, STAYS = 1, 100


def cast(spell: str, **parties: Any) -> Scene:
    """Yellow casts, its piece 1 on r = 20 if it needs a caster."""
    entry = {"pieces": [{"r": 20}], "hp": 3, "hand": {spell: 1}}
    rules = LudicrousRules(tournament=True)
    s = Scene("action", rules=rules, sheets=WIZARDS, auto_pass=False, yellow=entry, **parties)
    s.play(f"cast {spell}").play("plainly")
    return s if spell == "mend" else s.play("own piece 1")


def fouls(s: Scene, dice: Sequence[int] = ()) -> Scene:
    """Whoever must decide commits the last foul."""
    s.state.dice.give(dice)
    foul(s.state, s.state.decider)
    s.state.run()
    s.state.dice.finish_given()
    return s


@pytest.mark.rule("E-leave", "E-fouls", "R-counterspell")
def test_a_spell_goes_on_when_one_who_might_counter_it_is_ejected() -> None:
    counter = {"pieces": [{"r": 20}], "hand": {"counterspell": 1}}
    s = cast("mend", blue={**counter, **LAST_FOUL}, green=counter)
    fouls(s)
    assert (s.get("blue", "left"), s.decider, s.decision) == (1, "green", "counterspell")
    s.play("end", [4])
    assert (s.get("yellow", "hp"), s.state.annustar) == (7, 1)
    assert (s.decider, s.decision) == ("yellow", "action")


@pytest.mark.rule("E-leave", "E-fouls")
@pytest.mark.parametrize("spell", ["fire bolt", "frost grip", "dread"])
def test_a_spell_is_spent_when_the_party_of_its_target_is_ejected(spell: str) -> None:
    target = {"pieces": [{"r": seen_by("yellow", 22, "blue")}], "hand": {"counterspell": 1}}
    s = cast(spell, blue={**target, **LAST_FOUL}).play("next piece 1")
    fouls(s)
    assert (s.r("blue", 1), s.get("blue", "restrained", 1)) == (-1, 0)
    assert s.state.annustar == 1
    assert (s.decider, s.decision) == ("yellow", "action")


@pytest.mark.rule("E-leave", "E-fouls", "R-ward", "SP-lightning-arc")
def test_hits_on_others_are_settled_when_one_who_is_hit_is_ejected() -> None:
    blue = {"pieces": [{"r": seen_by("yellow", 22, "blue")}], "hand": {"ward": 1}, **LAST_FOUL}
    red = {"pieces": [{"r": seen_by("yellow", 23, "red")}]}
    s = cast("lightning arc", blue=blue, red=red).play("end", [5, 1, 1])
    assert (s.decider, s.decision) == ("blue", "ward")
    fouls(s)
    assert (s.get("blue", "left"), s.get("red", "hp")) == (1, 7)
    assert s.state.annustar == 1


@pytest.mark.rule("E-leave", "8.9", "R-ward")
def test_the_ward_of_one_whose_die_ejects_it_is_not_settled() -> None:
    s = Scene(
        "action",
        rules=RULES,
        sheets={"blue": sheet("wizard")},
        yellow={"pieces": [{"r": 14}]},
        blue={"pieces": [{"r": 2}], "hand": {"ward": 1}, "penalties": 19},
        auto_pass=False,
    )
    s.play("punch 1").play("next piece 1", [3, STAYS])
    s.play("yes", [4, FALLS]).play("yes")
    assert (s.get("blue", "left"), s.hand("blue")) == (1, {})
    assert (s.decider, s.decision) == ("yellow", "action")


@pytest.mark.rule("E-leave", "8.9", "R-tackle")
def test_a_move_goes_on_when_the_die_of_a_tackler_ejects_it() -> None:
    s = Scene(
        "movement",
        rules=RULES,
        dice=[5, STAYS],
        yellow={"pieces": [{"r": 14}, {"r": 16}]},
        blue={"pieces": [{"r": 3}], "penalties": 19},
        auto_pass=False,
    )
    s.play("move 1 by 4 and 2").play("yes", [10, FALLS])
    assert (s.decider, s.decision) == ("red", "call dice off table")
    s.play("yes")
    assert s.get("blue", "left") == 1
    assert (s.r("yellow", 1), s.r("yellow", 2)) == (18, 17)


@pytest.mark.rule("E-leave", "8.9", "A-melee")
def test_an_attack_is_lost_when_the_die_of_its_target_ejects_it() -> None:
    s = Scene(
        "action",
        rules=RULES,
        yellow={"pieces": [{"r": 14}], "partner": 5},
        blue={"pieces": [{"r": 2}], "penalties": 19},
        auto_pass=False,
    )
    s.play("melee attack 1").play("next piece 1", [12, STAYS, 9, FALLS]).play("yes")
    assert s.get("blue", "left") == 1
    assert s.legal == ["end", "rizz"]


@pytest.mark.rule("E-leave", "8.9", "8.7")
def test_a_jump_of_the_crown_is_lost_when_the_die_of_its_target_ejects_it() -> None:
    s = Scene(
        "movement",
        rules=RULES,
        dice=[1, STAYS],
        yellow={"pieces": [{"r": 55, "crowned": 1}, {"r": 20}]},
        red={"pieces": [{"r": 11}, {"r": 10}], "penalties": 19},
        auto_pass=False,
    )
    s.play("move 1").play("own piece 2").play("across piece 1", [9, STAYS, 10, FALLS])
    assert (s.decider, s.decision) == ("green", "call dice off table")
    s.play("yes")
    assert (s.get("red", "left"), s.r("yellow", 2)) == (1, 20)
    assert (s.decider, s.decision) == ("blue", "turning")


@pytest.mark.rule("E-leave", "8.9", "6.10")
def test_a_jailer_whose_die_ejects_it_in_an_escape_sets_its_captives_free() -> None:
    s = Scene(
        "first special",
        rules=RULES,
        dice=[9, STAYS, 9, FALLS],
        yellow={"pieces": [{"r": -2, "jailer": 1}]},
        blue={"penalties": 19},
        auto_pass=False,
    )
    s.play("yes")
    assert (s.r("yellow", 1), s.get("blue", "left")) == (-1, 1)
    assert (s.decider, s.decision) == ("yellow", "tank")
    # The phase was begun once, not twice.
    assert s.get("yellow", "counter") == 1


@pytest.mark.rule("8.11", "8.9", "P-")
def test_who_gives_up_while_a_die_is_off_the_table_leaves_no_rolls_behind() -> None:
    rules = LudicrousRules(modules=MODULES, cession=True, off_table_percent=50)
    yellow, blue = {"pieces": [{"r": 20}]}, {"pieces": [{"r": 8}]}
    s = Scene("action", rules=rules, yellow=yellow, blue=blue, auto_pass=False)
    s.state.annustar = 20
    s.play("melee attack 1").play("next piece 1", [17, STAYS, 12, FALLS])
    for caller in ("red", "green"):
        assert s.decider == caller
        s.play("end")
    s.play("cede", [2, STAYS])
    (moment,) = s.events("pivotal_moment")
    assert moment.data["moment"] == 2


# -- when asked to call a die --------------------------------------------------------------------

# Red is asked second, after blue has declined, and commits its last foul.
THROWN_AGAIN = pytest.mark.rule("8.9", "R-call", "E-leave", "E-fouls")


def red_fouls(s: Scene, dice: Sequence[int]) -> Scene:
    """Whoever is asked before red declines; red leaves and the die is thrown again."""
    while s.decider != "red":
        assert s.decision == "call dice off table"
        s.play("end")
    return fouls(s, dice)


@THROWN_AGAIN
def test_an_action_without_target_is_begun_again() -> None:
    yellow = {"pieces": [{"r": 10}], "partner": 5}
    s = Scene("action", rules=RULES, yellow=yellow, red=LAST_FOUL, auto_pass=False)
    s.play("fish 1", [12, FALLS])
    red_fouls(s, [15, STAYS, 8, STAYS])
    assert s.get("yellow", "loot") == 15
    assert s.legal == ["end", "rizz", "eat"]


@THROWN_AGAIN
@pytest.mark.parametrize(("target", "hit"), [("blue", True), ("red", False)])
def test_so_is_an_attack_unless_its_target_has_gone(target: str, hit: bool) -> None:
    victim = {"pieces": [{"r": seen_by("yellow", 15, target)}]}
    parties: dict[str, Any] = {"red": LAST_FOUL, target: victim}
    if target == "red":
        parties["red"] = {**victim, **LAST_FOUL}
    s = Scene("action", rules=RULES, yellow={"pieces": [{"r": 14}]}, auto_pass=False, **parties)
    view = "next" if target == "blue" else "across"
    s.play("melee attack 1").play(f"{view} piece 1", [12, FALLS])
    red_fouls(s, [12, STAYS, 9, STAYS, 4, STAYS] if hit else [])
    # Armour takes 2 of the 4, the shield tank 1.
    assert s.get(target, "hp") == (11 if hit else 12)
    assert (s.decider, s.decision) == ("yellow", "action")
    assert "melee attack 1" not in s.legal


@THROWN_AGAIN
def test_so_is_a_tackle_of_another() -> None:
    s = Scene(
        "movement",
        dice=[5, STAYS],
        rules=RULES,
        yellow={"pieces": [{"r": 14}]},
        blue={"pieces": [{"r": 3}]},
        red=LAST_FOUL,
        auto_pass=False,
    )
    s.play("move 1").play("yes", [10, FALLS])
    red_fouls(s, [15, STAYS, 3, STAYS])
    assert s.r("yellow", 1) == 15


@THROWN_AGAIN
def test_so_is_a_counterspell_of_another() -> None:
    s = Scene(
        "action",
        rules=RULES,
        sheets=WIZARDS,
        yellow={"hp": 3, "hand": {"mend": 1}},
        blue={"pieces": [{"r": 20}], "hand": {"counterspell": 1}},
        red=LAST_FOUL,
        auto_pass=False,
    )
    s.play("cast mend").play("plainly").play("yes", [10, FALLS])
    red_fouls(s, [15, STAYS, 3, STAYS])
    assert (s.get("yellow", "hp"), s.hand("blue")) == (3, {})
    assert s.state.annustar == 2


@THROWN_AGAIN
@pytest.mark.parametrize("starter", ["yellow", "red"])
def test_so_is_a_night_ambush_on_another(starter: str) -> None:
    s = Scene(
        "night",
        rules=RULES,
        dice=QUIET_NIGHT,
        world={"starter": COLOURS.index(starter)},
        yellow={"pieces": [{"r": 3}]},
        blue={"pieces": [{"r": seen_by("yellow", 5, "blue"), "moved": 1}]},
        red=LAST_FOUL,
        auto_pass=False,
    )
    s.play("night ambush 1").play("next piece 1", [15, FALLS])
    red_fouls(s, [15, STAYS, 3, STAYS])
    assert (s.r("yellow", 1), s.fallen("blue", 1)) == (5, True)
    assert s.get("red", "left") == 1
    assert s.decider == ("yellow" if starter == "yellow" else "green")


@THROWN_AGAIN
def test_a_night_ambush_on_the_one_who_fouls_is_over() -> None:
    s = Scene(
        "night",
        rules=RULES,
        dice=QUIET_NIGHT,
        yellow={"pieces": [{"r": 3}]},
        red={"pieces": [{"r": seen_by("yellow", 5, "red"), "moved": 1}], **LAST_FOUL},
        auto_pass=False,
    )
    s.play("night ambush 1").play("across piece 1", [15, FALLS])
    red_fouls(s, [])
    assert (s.r("yellow", 1), s.get("yellow", "prone", 1)) == (3, 0)
    assert s.state.rounds == 2


# -- fouls and dice that are given ---------------------------------------------------------------


def tournament() -> Game:
    """Yellow's turning phase, in which it is about to commit the last foul."""
    s = Scene("turning", rules=RULES, yellow={"pieces": [{"r": 20}], **LAST_FOUL}, auto_pass=False)
    return Game.of(s.state)


@pytest.mark.rule("E-fouls", "D-generator")
def test_an_ejection_takes_the_dice_that_are_given() -> None:
    game = tournament()
    game.full.annustar = 20
    game.apply("cede", dice=[2, STAYS])
    assert (game.full.left[0], game.full.annustar) == (1, 0)


@pytest.mark.rule("E-fouls", "D-generator")
@pytest.mark.parametrize(("dice", "error"), [([2], RollNeeded), ([2, 100, 4], BadDice)])
def test_too_few_or_too_many_dice_change_nothing(dice: list[int], error: type[Exception]) -> None:
    game = tournament()
    game.full.annustar = 20
    with pytest.raises(error):
        game.apply("cede", dice=dice)
    assert (game.full.left[0], game.full.fouls[0], game.full.annustar) == (0, 19, 20)


# -- combinations --------------------------------------------------------------------------------


def last_drop(turn: str, rules: LudicrousRules = RULES, **more: Any) -> Scene:
    """The movement roll of a colour falls off the table; it has 19 penalties."""
    more.setdefault(turn, {"penalties": 19, "pieces": [{"r": 20}]})
    return Scene("movement", turn=turn, rules=rules, dice=[4, FALLS], auto_pass=False, **more)


@pytest.mark.rule("8.9", "E-leave")
@pytest.mark.parametrize("colour", COLOURS)
def test_an_ejected_holder_of_both_tokens_hands_them_on(colour: str) -> None:
    holder = COLOURS.index(colour)
    s = last_drop(colour, world={"starter": holder, "god": holder}).play("yes")
    after, before = (holder + 1) % 4, (holder + 3) % 4
    assert (s.state.starter, s.state.god) == (after, before)
    assert (s.get(colour, "places"), s.r(colour, 1)) == (4, -1)
    # The next holder still has its turn in this round.
    assert (s.decider, s.state.rounds) == (COLOURS[after], 1)


@pytest.mark.rule("8.9", "E-leave", "T-")
@pytest.mark.parametrize(("holder", "rest"), [("red", []), ("green", ["red"])])
def test_one_with_the_starting_token_is_ejected_in_a_later_turn_of_the_round(
    holder: str, rest: list[str]
) -> None:
    # Yellow moves past it; the die of its tackle is its last penalty.
    tackler = {"pieces": [{"r": seen_by("yellow", 16, holder)}], "penalties": 19}
    parties: dict[str, Any] = {"yellow": {"pieces": [{"r": 14}]}, holder: tackler}
    s = Scene(
        "movement",
        dice=[5, STAYS],
        rules=RULES,
        world={"starter": COLOURS.index(holder)},
        auto_pass=False,
        **parties,
    )
    s.play("move 1").play("yes", [10, FALLS]).play("yes")
    assert (s.get(holder, "left"), s.r("yellow", 1)) == (1, 19)
    for colour in ["blue", *rest]:
        assert (s.decider, s.state.rounds) == (colour, 1)
        last = colour == ["blue", *rest][-1]
        night = QUIET_NIGHT if last else ()
        s.play("end").play("tank to shield").play("end", [4, STAYS, *night])
    # The night has come, and the next party clockwise opens the round.
    assert s.state.rounds == 2
    assert s.decider == following(holder)


@pytest.mark.rule("8.9", "E-teams")
def test_in_a_match_of_teams_an_ejection_ends_it_at_once() -> None:
    s = last_drop("blue", LudicrousRules(modules=MODULES, teams=True)).play("yes")
    assert s.state.over
    assert list(s.state.places) == [1, 2, 1, 2]
    assert [s.state.reward(seat) for seat in range(4)] == [1.0, -1.0, 1.0, -1.0]


@pytest.mark.rule("8.9", "E-leave")
def test_all_but_one_are_ejected_and_the_first_of_them_is_last() -> None:
    twenty: Any = {"penalties": 19, "pieces": [{"r": 20}]}
    s = last_drop("yellow", yellow=twenty, blue=twenty, red=twenty)
    s.play("yes")
    for colour in ("blue", "red"):
        assert s.decider == colour
        s.play("end").play("tank to shield").play("end", [4, FALLS]).play("yes")
    assert s.state.over
    assert list(s.state.places) == [4, 3, 2, 1]


@pytest.mark.rule("8.9", "E-leave")
def test_with_two_players_an_ejection_is_the_end() -> None:
    s = last_drop("red", players=2).play("yes")
    assert s.state.over
    assert (s.get("yellow", "places"), s.get("red", "places")) == (1, 2)


@pytest.mark.rule("8.9", "N-god", "N-partner")
def test_an_ejected_holder_of_the_god_token_is_followed_and_the_night_is_one_night() -> None:
    s = Scene(
        "night",
        rules=RULES,
        dice=[2, STAYS, 20, FALLS],
        world={"god": 2},
        blue={"penalties": 19, "partner": 7},
        red={"partner": 7},
        auto_pass=False,
    )
    assert s.decision == "call dice off table"
    s.play("yes", QUIET_NIGHT)
    assert (s.get("blue", "left"), s.state.god) == (1, 0)
    assert s.get("red", "partner") == 6


@pytest.mark.rule("8.9")
def test_a_birthday_means_nothing_but_on_a_tuesday() -> None:
    rules = LudicrousRules(modules=MODULES, birthdays=(0,), tuesdays=(1, 2, 3))
    s = Scene(
        "movement",
        rules=rules,
        dice=[6, FALLS],
        yellow={"pieces": [{"r": 51}]},
        world={"god": 0},
        auto_pass=False,
    )
    # The general table: the fourth quartile is rolled again. Nobody has chosen it.
    s.play("yes", [3, STAYS])
    assert s.legal == ["move 1"]
    assert not s.state.free_choice
