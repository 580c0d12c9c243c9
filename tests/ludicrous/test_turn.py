"""The six phases of a turn, reactions, and the order of the turns. Section 4"""

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

CARDLESS = LudicrousRules(modules=("combat", "structures", "tanks", "partner"))
BARE = LudicrousRules(modules=())
STUN, FEAR = 0, 1
INFIRMARY = {"built": 2, "built_hp": 4}


def stun_check(party: int, piece: int, value: int) -> list[int]:
    """A check for stun that waits."""
    return [STUN, 4 * party + piece - 1, value, -1, 0, 0, 0, 0]


def fear_check(party: int, piece: int, goal: int) -> list[int]:
    """A check for fear that waits."""
    return [FEAR, 4 * party + piece - 1, goal, 0, 0, 0, 0, 0]


def special(dice: tuple[int, ...] = (), **more: Any) -> Scene:
    """Yellow's first special rules phase; then its tank asks."""
    return Scene("first special", dice=dice, rules=CARDLESS, **more)


# -- the phases --------------------------------------------------------------------------------


@pytest.mark.rule("T-", "T-turning", "T-tank", "T-action", "T-movement")
@pytest.mark.parametrize("colour", COLOURS)
def test_turning_comes_first_and_movement_last(colour: str) -> None:
    world = {"starter": COLOURS.index(colour)}
    party: dict[str, Any] = {colour: {"pieces": [{"r": 28}]}}
    s = Scene("turning", turn=colour, rules=CARDLESS, world=world, auto_pass=False, **party)
    asked = [s.decision]
    for action, dice in (("end", []), ("tank to shield", []), ("end", [2])):
        s.play(action, dice=dice)
        asked.append(s.decision)
    assert asked == ["turning", "tank", "action", "move"]
    s.play("move 1")
    assert (s.decider, s.decision) == (following(colour), "turning")


@pytest.mark.rule("T-turning", "Y-facing", "8.5")
def test_each_piece_turns_once_and_lies_down_once() -> None:
    pieces = [{"r": 28}, {"r": 30, "prone": 1, "facing": -1}, {"r": 53}, {"r": 40, "fallen": 2}]
    s = Scene("turning", yellow={"pieces": pieces}, auto_pass=False)
    assert s.legal == ["end", "turn 1", "turn 2", "lie down 1"]
    s.play("turn 1").play("turn 2")
    assert (s.get("yellow", "facing", 1), s.get("yellow", "facing", 2)) == (-1, 1)
    assert s.legal == ["end", "lie down 1"]
    s.play("lie down 1")
    assert s.get("yellow", "prone", 1) == 1
    assert s.legal == ["end"]


@pytest.mark.rule("T-turning")
def test_pieces_may_turn_again_in_the_next_turn() -> None:
    pieces = [{"r": 28, "turned": 1, "laid": 1}]
    s = Scene("turning", yellow={"pieces": pieces})
    assert s.legal == ["end", "turn 1", "lie down 1"]


@pytest.mark.rule("T-tank", "6.14")
def test_the_tank_stays_or_moves_to_another_of_its_spaces() -> None:
    s = Scene("tank", yellow={"pieces": [{"r": 28}]}, rules=CARDLESS)
    assert s.legal == ["tank to shield", "tank to attack", "tank to anti-tank"]
    assert s.play("tank to anti-tank").get("yellow", "tank") == 2
    s = Scene("tank", yellow={"pieces": [{"r": 28}], "tank": 1}, rules=CARDLESS)
    assert s.play("tank to attack").get("yellow", "tank") == 1


@pytest.mark.rule("T-action")
@pytest.mark.parametrize("order", [("dodge 1", "rizz"), ("rizz", "dodge 1")])
def test_one_action_and_one_bonus_action_in_either_order(order: tuple[str, str]) -> None:
    yellow = {"pieces": [{"r": 28, "prone": 1}], "partner": 5}
    s = Scene("action", yellow=yellow, rules=CARDLESS, auto_pass=False)
    for action in order:
        s.play(action, dice=[2] if action == "rizz" else [])
    assert s.legal == ["end"]


@pytest.mark.rule("T-action")
@pytest.mark.parametrize(
    ("first", "dice", "left"),
    [("dodge 1", [], {"rizz", "stand up 1"}), ("rizz", [2], {"dodge 1", "sneak"})],
)
def test_one_of_a_kind_is_the_most(first: str, dice: list[int], left: set[str]) -> None:
    yellow = {"pieces": [{"r": 28, "prone": 1}], "partner": 5}
    s = Scene("action", yellow=yellow, rules=CARDLESS).play(first, dice=dice)
    assert left <= set(s.legal)
    assert not (({"dodge 1", "sneak", "rizz", "stand up 1"} - left) & set(s.legal))


@pytest.mark.rule("T-action")
def test_the_phase_may_end_at_any_time() -> None:
    yellow = {"pieces": [{"r": 28}], "partner": 5}
    s = Scene("action", yellow=yellow, rules=CARDLESS, auto_pass=False)
    assert "end" in s.legal
    s.play("dodge 1")
    assert "end" in s.legal
    assert s.play("end", dice=[2]).decision == "move"


@pytest.mark.rule("T-second-special", "8.2")
def test_checks_that_arise_in_the_action_phase_wait_for_the_second_special_rules_phase() -> None:
    yellow = {"pieces": [{"r": 28}]}
    blue = {"pieces": [{"r": 16}]}
    s = Scene("action", yellow=yellow, blue=blue, rules=CARDLESS, auto_pass=False)
    s.play("melee attack 1").play("next piece 1", dice=[15, 5, 5])
    assert s.get("blue", "stunned") == 0
    # 3 damage and 2 of the sword, against d20; then the roll to move.
    s.play("end", dice=[5, 2])
    assert s.get("blue", "stunned") == 1
    assert s.decision == "move"


# -- the first special rules phase -------------------------------------------------------------


@pytest.mark.rule("T-first-special", "M-bonus-die")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (2, 3), (3, 3)])
def test_the_bonus_die_advances_by_one_up_to_three(before: int, after: int) -> None:
    assert special(yellow={"counter": before}).get("yellow", "counter") == after


@pytest.mark.rule("T-first-special", "TK-artillery", "SP-phantom", "A-hack")
def test_reloads_phantoms_and_hacked_structures_tick() -> None:
    yellow = {
        "tank_wait": 2,
        "artillery_wait": 1,
        "phantom_at": 20,
        "phantom_hp": 3,
        "phantom_turns": 2,
        "structures": [{"built": 0, "built_hp": 6, "hacked": 2}],
    }
    s = special(yellow=yellow)
    assert (s.get("yellow", "tank_wait"), s.get("yellow", "artillery_wait")) == (1, 0)
    assert (s.get("yellow", "phantom_turns"), s.get("yellow", "phantom_at")) == (1, 20)
    assert s.get("yellow", "hacked", 1) == 1
    s = special(yellow={**yellow, "phantom_turns": 1})
    assert s.get("yellow", "phantom_at") == -1


@pytest.mark.rule("T-first-special", "8.1")
@pytest.mark.parametrize(("hp", "after"), [(5, 6), (6, 7), (7, 7), (12, 12)])
def test_a_wounded_party_heals_one(hp: int, after: int) -> None:
    assert special(yellow={"hp": hp}).get("yellow", "hp") == after


@pytest.mark.rule("T-first-special", "ST-infirmary", "8.1")
@pytest.mark.parametrize(("hp", "after"), [(5, 7), (6, 7), (7, 8), (12, 12)])
def test_the_infirmary_heals_before_the_wounds_do(hp: int, after: int) -> None:
    s = special(yellow={"hp": hp, "structures": [INFIRMARY]})
    assert s.get("yellow", "hp") == after


@pytest.mark.rule("T-first-special", "C-stunned", "ST-infirmary")
def test_stun_ends_before_the_infirmary_acts_but_after_the_bonus_die() -> None:
    s = special(yellow={"hp": 8, "stunned": 1, "structures": [INFIRMARY]})
    assert s.get("yellow", "hp") == 9
    assert s.get("yellow", "counter") == 0


@pytest.mark.rule("T-first-special", "C-burning", "ST-infirmary")
def test_fire_comes_before_healing() -> None:
    yellow = {"pieces": [{"r": 28, "burning": 1}], "hp": 12, "structures": [INFIRMARY]}
    assert special(yellow=yellow).get("yellow", "hp") == 12


@pytest.mark.rule("T-first-special", "6.10")
def test_captives_try_to_escape_in_piece_order_before_the_checks() -> None:
    pieces = [{"r": -2, "jailer": 1}, {"r": 28}, {"r": -2, "jailer": 2}]
    s = special((10, 5, 3, 18, 20), yellow={"pieces": pieces}, checks=[stun_check(0, 2, 6)])
    assert (s.r("yellow", 1), s.r("yellow", 3)) == (-1, -2)
    reasons = [event.data["reason"] for event in s.events("contest")]
    assert reasons == ["escape", "escape", "stun"]


@pytest.mark.rule("T-first-special", "8.2", "8.3")
def test_checks_are_settled_in_the_order_in_which_they_arose() -> None:
    blue = {"pieces": [{"r": 16}, {"r": 20}]}
    checks = [stun_check(1, 1, 6), fear_check(1, 2, 3), stun_check(1, 1, 6)]
    s = special((12, 3, 6), blue=blue, checks=checks)
    assert s.get("blue", "stunned") == 1
    reasons = [event.data["reason"] for event in s.state.log.events if "goal" in event.data]
    assert reasons == ["fear"]


@pytest.mark.rule("T-first-special", "8.2", "8.3", "C-burning")
def test_what_arises_in_the_phase_is_settled_in_it_but_does_not_tick() -> None:
    pieces = [{"r": 28, "burning": 1}, {"r": 27}]
    s = special((3,), yellow={"pieces": pieces, "hp": 1})
    assert s.get("yellow", "fallen", 1) == 2
    assert [event.data["reason"] for event in s.events("throw")] == ["fear"]


@pytest.mark.rule("T-first-special", "8.3", "6.11")
def test_checks_that_a_check_causes_join_the_end() -> None:
    # The first piece flees into blue's trap, falls, and frightens the piece behind it last.
    yellow = {"pieces": [{"r": 14}, {"r": 26}, {"r": 10}], "hp": 1}
    checks = [fear_check(0, 1, 6), stun_check(0, 2, 2)]
    s = Scene(
        "second special",
        dice=[1, 2, 9, 2, 2],
        yellow=yellow,
        rules=CARDLESS,
        checks=checks,
        auto_pass=False,
    )
    assert s.fallen("yellow", 1)
    reasons = [e.data["reason"] for e in s.state.log.events if e.kind in ("throw", "contest")]
    assert reasons == ["fear", "stun", "fear"]


# -- reactions and the order of the turns ------------------------------------------------------


@pytest.mark.rule("T-turning", "R-tackle")
def test_the_reaction_comes_back_when_the_own_turn_begins() -> None:
    parties: dict[str, Any] = {colour: {"reacted": 1} for colour in COLOURS}
    s = Scene("turning", turn="blue", auto_pass=False, **parties)
    assert [s.get(colour, "reacted") for colour in COLOURS] == [1, 0, 1, 1]


@pytest.mark.rule("SP-ward", "R-tackle")
def test_one_reaction_is_all_until_then() -> None:
    red = {"pieces": [{"r": seen_by("yellow", 29, "red")}], "hand": {"ward": 2}}
    sheets = {"red": sheet("engineer")}
    yellow = {"pieces": [{"r": 28}], "hand": {"quicken": 0}}
    s = Scene("action", yellow=yellow, red=red, sheets=sheets, auto_pass=False)
    s.play("melee attack 1").play("across piece 1", dice=[15, 5, 6]).play("yes", dice=[1])
    assert s.get("red", "reacted") == 1
    s.play("end", dice=[20, 3]).play("move 1")
    assert s.r("yellow", 1) == 31


@pytest.mark.rule("T-turning")
@pytest.mark.parametrize("auto_pass", [True, False])
def test_a_decision_with_one_choice_is_taken_unless_asked_for(auto_pass: bool) -> None:
    s = Scene("turning", rules=CARDLESS, auto_pass=auto_pass)
    assert s.decision == ("tank" if auto_pass else "turning")


@pytest.mark.rule("T-", "T-movement")
@pytest.mark.parametrize(
    ("players", "turn", "after"),
    [(2, "yellow", "red"), (3, "yellow", "blue"), (3, "blue", "red"), (4, "red", "green")],
)
def test_play_is_clockwise(players: int, turn: str, after: str) -> None:
    s = Scene(turn=turn, dice=[2], players=players, rules=BARE, auto_pass=False)
    assert s.decider == after


@pytest.mark.rule("T-", "T-movement", "N-ambush", "R-tackle")
@pytest.mark.parametrize(
    ("players", "starter", "turn"),
    [(4, "yellow", "green"), (4, "red", "blue"), (2, "yellow", "red"), (3, "blue", "yellow")],
)
def test_after_the_last_party_of_the_round_comes_the_night(
    players: int, starter: str, turn: str
) -> None:
    world = {"starter": COLOURS.index(starter)}
    yellow: dict[str, Any] = {"tackled": 1, "pieces": [{"r": 28, "moved": 1}]}
    s = Scene(
        turn=turn,
        dice=[2],
        players=players,
        world=world,
        rules=BARE,
        auto_pass=False,
        yellow=yellow,
    )
    if turn == "yellow":
        s.play("move 1")
    assert "night" in s.kinds
    assert (s.decider, s.state.rounds) == (starter, 2)
    assert s.get("yellow", "tackled") == s.get("yellow", "moved", 1) == 0


@pytest.mark.rule("T-movement", "A-sneak")
def test_sneaking_and_an_unused_bonus_die_end_with_the_turn() -> None:
    world = {"sneaking": 1, "bonus_spaces": 4}
    yellow = {"pieces": [{"r": 28}]}
    s = Scene(dice=[3], world=world, yellow=yellow, rules=BARE, auto_pass=False)
    s.play("move 1").play("end")
    assert s.decider == "blue"
    assert not s.state.sneaking
    assert s.state.bonus_spaces == 0
