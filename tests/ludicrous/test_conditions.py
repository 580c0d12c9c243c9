"""What each condition does, and when it ends. Section 3"""

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.casting import aim, casting, foe
from tests.ludicrous.scenes import Scene, seen_by, sheet

CARDLESS = LudicrousRules(modules=("combat", "structures", "tanks", "partner"))
YARD = -1


def special(dice: tuple[int, ...] = (), colour: str = "yellow", **fields: Any) -> Scene:
    """A party's first special rules phase; then its tank asks."""
    parties: dict[str, Any] = {colour: fields}
    return Scene("first special", turn=colour, dice=dice, rules=CARDLESS, **parties)


def piece(**fields: int) -> list[dict[str, int]]:
    """One piece on a plain space."""
    return [{"r": 28, **fields}]


def duel(
    verb: str,
    dice: list[int],
    *,
    apart: int = 1,
    mine: dict[str, int] | None = None,
    theirs: dict[str, int] | None = None,
    **more: Any,
) -> Scene:
    """Yellow on space 28 uses a verb against blue, so many spaces ahead."""
    yellow = {"pieces": [{"r": 28, **(mine or {})}], **more.pop("yellow", {})}
    blue = {"pieces": [{"r": 15 + apart, **(theirs or {})}]}
    s = Scene("action", yellow=yellow, blue=blue, rules=CARDLESS, auto_pass=False, **more)
    return s.play(f"{verb} 1").play("next piece 1", dice=dice)


def was_hit(s: Scene) -> bool:
    """Whether the attack hit."""
    return s.events("attack")[0].data["hit"] == 1


# -- durations ---------------------------------------------------------------------------------


@pytest.mark.rule("C-unconscious")
@pytest.mark.parametrize("colour", COLOURS)
def test_an_unconscious_piece_is_eliminated_after_two_turns(colour: str) -> None:
    first = special(colour=colour, pieces=piece(fallen=2))
    assert (first.r(colour, 1), first.get(colour, "fallen", 1)) == (28, 1)
    second = special(colour=colour, pieces=piece(fallen=1))
    assert (second.r(colour, 1), second.get(colour, "fallen", 1)) == (YARD, 0)


@pytest.mark.rule("C-restrained", "C-wet")
@pytest.mark.parametrize("condition", ["restrained", "wet", "burning"])
@pytest.mark.parametrize(("before", "after"), [(2, 1), (1, 0), (0, 0)])
def test_conditions_of_a_piece_fall_by_one_a_turn(condition: str, before: int, after: int) -> None:
    s = special(pieces=piece(**{condition: before}))
    assert s.get("yellow", condition, 1) == after


@pytest.mark.rule("C-restrained", "C-unconscious")
def test_only_the_conditions_of_the_party_whose_turn_it_is_fall() -> None:
    blue = {"pieces": [{"r": 28, "restrained": 2}, {"r": 30, "fallen": 2}], "poisoned": 2}
    s = Scene("first special", blue=blue)
    assert s.get("blue", "restrained", 1) == 2
    assert s.get("blue", "fallen", 2) == 2
    assert s.get("blue", "poisoned") == 2


@pytest.mark.rule("C-restrained", "M-roll")
def test_a_duration_of_two_covers_exactly_one_own_movement_phase() -> None:
    s = Scene("turning", yellow={"pieces": piece(restrained=2)}, rules=CARDLESS, auto_pass=False)
    s.play("end").play("tank to shield").play("end", dice=[4])
    assert s.r("yellow", 1) == 28
    assert s.get("yellow", "restrained", 1) == 1
    s = Scene("turning", yellow={"pieces": piece(restrained=1)}, rules=CARDLESS, auto_pass=False)
    s.play("end").play("tank to shield").play("end", dice=[4])
    assert s.legal == ["move 1"]


@pytest.mark.rule("C-restrained", "6.11")
@pytest.mark.parametrize(("before", "after"), [(1, 2), (3, 3)])
def test_of_the_same_condition_the_longer_duration_stands(before: int, after: int) -> None:
    s = duel("grapple", [15, 5], theirs={"restrained": before})
    assert s.get("blue", "restrained", 1) == after


@pytest.mark.rule("C-unconscious", "C-crowned")
def test_falling_ends_all_conditions_but_the_crown() -> None:
    harm = {
        "prone": 1,
        "restrained": 2,
        "wet": 2,
        "burning": 2,
        "dodging": 1,
    }
    for more in ({"crowned": 1}, {"veiled": 1}):
        blue = {"pieces": [{"r": 17, **harm, **more}]}
        s = Scene(dice=[2], yellow={"pieces": piece()}, blue=blue, rules=CARDLESS, auto_pass=False)
        s.play("move 1")
        assert s.fallen("blue", 1)
        left = {name for name in (*harm, "veiled", "crowned") if s.get("blue", name, 1)}
        assert left == {"crowned"} & set(more)


@pytest.mark.rule("C-unconscious")
def test_a_fallen_piece_gets_no_new_condition_and_does_nothing() -> None:
    yellow = {"pieces": piece(fallen=2)}
    s = Scene("turning", yellow=yellow, auto_pass=False)
    assert s.legal == ["end"]
    s = Scene("action", yellow=yellow, blue={"pieces": [{"r": 16}]}, auto_pass=False)
    assert not any(name.endswith(" 1") and "fortify" not in name for name in s.legal)


@pytest.mark.rule("C-unconscious")
def test_nobody_attacks_a_fallen_piece() -> None:
    blue = {"pieces": [{"r": 16, "fallen": 2}]}
    s = Scene("action", yellow={"pieces": piece()}, blue=blue, auto_pass=False)
    assert not {"melee attack 1", "ranged attack 1", "punch 1", "shove 1"} & set(s.legal)


# -- burning, poison ---------------------------------------------------------------------------


@pytest.mark.rule("C-burning", "T-first-special")
@pytest.mark.parametrize(("before", "after"), [(2, 1), (1, 0)])
def test_burning_costs_one_in_each_first_special_rules_phase(before: int, after: int) -> None:
    s = special(pieces=piece(burning=before), hp=12)
    assert s.get("yellow", "hp") == 11
    assert s.get("yellow", "burning", 1) == after


@pytest.mark.rule("C-burning", "8.2")
def test_fire_fells_a_piece_and_asks_for_no_check_of_stun() -> None:
    s = special(pieces=piece(burning=2), hp=1)
    assert s.get("yellow", "fallen", 1) == 2
    assert s.get("yellow", "hp") == 12
    assert not s.events("contest")


@pytest.mark.rule("C-burning", "8.1")
def test_every_burning_piece_costs_one_and_wounds_heal_after() -> None:
    pieces = [{"r": 28, "burning": 1}, {"r": 30, "burning": 1}]
    assert special(pieces=pieces, hp=9).get("yellow", "hp") == 7
    assert special(pieces=pieces, hp=8).get("yellow", "hp") == 7


@pytest.mark.rule("C-poisoned", "T-first-special")
@pytest.mark.parametrize(("hp", "after"), [(12, 11), (8, 7), (7, 7), (2, 2), (1, 2)])
def test_poison_costs_one_but_leaves_one_and_wounds_heal_after(hp: int, after: int) -> None:
    s = special(hp=hp, poisoned=2)
    assert s.get("yellow", "hp") == after
    assert s.get("yellow", "poisoned") == 1


@pytest.mark.rule("C-poisoned")
@pytest.mark.parametrize(
    ("poisoned", "dice", "hit"), [(0, [15, 10, 3], True), (2, [15, 3, 10], False)]
)
def test_a_poisoned_party_attacks_with_disadvantage(
    poisoned: int, dice: list[int], hit: bool
) -> None:
    assert was_hit(duel("melee attack", dice, yellow={"poisoned": poisoned})) == hit


# -- prone, restrained, wet --------------------------------------------------------------------


@pytest.mark.rule("C-prone", "8.5")
@pytest.mark.parametrize(
    ("verb", "apart", "dice", "hit"),
    [
        ("melee attack", 1, [3, 15, 10, 3], True),
        ("ranged attack", 2, [15, 3, 10], False),
        # Adjacent: advantage for that, disadvantage for shooting at distance 1.
        ("ranged attack", 1, [15, 10, 3], True),
    ],
)
def test_a_prone_piece_is_hit_more_easily_from_beside_and_less_from_afar(
    verb: str, apart: int, dice: list[int], hit: bool
) -> None:
    assert was_hit(duel(verb, dice, apart=apart, theirs={"prone": 1})) == hit


@pytest.mark.rule("C-prone", "8.5")
def test_the_attacks_of_a_prone_piece_have_disadvantage() -> None:
    assert not was_hit(duel("melee attack", [15, 3, 10], mine={"prone": 1}))
    assert was_hit(duel("melee attack", [15, 10, 3], mine={"prone": 1}, theirs={"prone": 1}))


@pytest.mark.rule("C-restrained", "D-adv")
@pytest.mark.parametrize(
    ("verb", "apart", "dice"),
    [
        ("melee attack", 1, [3, 15, 10, 3]),
        ("ranged attack", 2, [3, 15, 10, 3]),
        # Across a divide it only makes up for the disadvantage.
        ("ranged attack", 5, [15, 10, 3]),
    ],
)
def test_attacks_against_a_restrained_piece_have_advantage(
    verb: str, apart: int, dice: list[int]
) -> None:
    assert was_hit(duel(verb, dice, apart=apart, theirs={"restrained": 1}))


@pytest.mark.rule("C-wet")
@pytest.mark.parametrize(
    ("verb", "apart", "dice"),
    [("ranged attack", 2, [15, 3, 10]), ("melee attack", 1, [9, 10, 3])],
)
def test_the_shots_of_a_wet_piece_have_disadvantage(verb: str, apart: int, dice: list[int]) -> None:
    assert was_hit(duel(verb, dice, apart=apart, mine={"wet": 1})) == (verb == "melee attack")


@pytest.mark.rule("C-wet", "N-weather")
def test_getting_wet_ends_burning() -> None:
    world = {"annustar": 20}
    yellow = {"pieces": [{"r": 10, "burning": 2}, {"r": 28, "burning": 2}]}
    s = Scene("turning", yellow=yellow, world=world, auto_pass=False).play("end", dice=[3])
    assert (s.get("yellow", "wet", 1), s.get("yellow", "burning", 1)) == (1, 0)
    assert (s.get("yellow", "wet", 2), s.get("yellow", "burning", 2)) == (0, 1)


# -- dodging, veiled, provoked, crowned --------------------------------------------------------


@pytest.mark.rule("C-dodging", "A-dodge")
@pytest.mark.parametrize(
    ("dodging", "dice", "hit"),
    [(0, [9, 10, 3], True), (1, [11, 10, 3], True), (1, [10, 10], False)],
)
def test_dodging_adds_two_to_the_defence(dodging: int, dice: list[int], hit: bool) -> None:
    # The sword adds 1.
    assert was_hit(duel("melee attack", dice, theirs={"dodging": dodging})) == hit


@pytest.mark.rule("C-dodging", "C-veiled", "C-stunned", "T-first-special")
def test_dodging_veiled_and_stunned_end_when_the_own_turn_begins() -> None:
    fields: dict[str, Any] = {"pieces": piece(dodging=1, veiled=1), "stunned": 1}
    s = special(**fields)
    assert s.get("yellow", "dodging", 1) == s.get("yellow", "veiled", 1) == 0
    assert s.get("yellow", "stunned") == 0
    s = Scene("first special", turn="red", yellow=fields)
    assert s.get("yellow", "dodging", 1) == s.get("yellow", "veiled", 1) == 1
    assert s.get("yellow", "stunned") == 1


@pytest.mark.rule("C-veiled")
def test_enemies_cannot_target_a_veiled_piece() -> None:
    blue = {"pieces": [{"r": 16, "veiled": 1}]}
    s = Scene("action", yellow={"pieces": piece()}, blue=blue, auto_pass=False)
    verbs = {"melee attack 1", "ranged attack 1", "punch 1", "stone 1", "shove 1", "grapple 1"}
    assert not (verbs | {"taunt 1"}) & set(s.legal)


@pytest.mark.rule("C-provoked", "A-taunt")
@pytest.mark.parametrize(
    ("provoker", "dice", "hit"), [(1, [15, 10, 3], True), (2, [15, 3, 10], False)]
)
def test_a_provoked_party_attacks_others_with_disadvantage(
    provoker: int, dice: list[int], hit: bool
) -> None:
    assert was_hit(duel("melee attack", dice, yellow={"provoker": provoker})) == hit


@pytest.mark.rule("C-provoked")
def test_provocation_lasts_until_the_end_of_the_own_turn() -> None:
    yellow = {"pieces": piece(), "provoker": 2}
    s = Scene("action", yellow=yellow, rules=CARDLESS, auto_pass=False).play("end", dice=[2])
    assert s.get("yellow", "provoker") == 2
    s.play("move 1")
    assert s.get("yellow", "provoker") == -1


@pytest.mark.rule("C-stunned", "M-bonus-die", "M-morale")
@pytest.mark.parametrize(("stunned", "counter", "after"), [(0, 0, 1), (0, 3, 3), (1, 1, 1)])
def test_the_bonus_die_of_a_stunned_party_does_not_advance(
    stunned: int, counter: int, after: int
) -> None:
    assert special(stunned=stunned, counter=counter).get("yellow", "counter") == after


@pytest.mark.rule("C-stunned", "SP-ward")
@pytest.mark.parametrize(
    ("state", "asked"), [({}, True), ({"stunned": 1}, False), ({"reacted": 1}, False)]
)
def test_a_stunned_party_has_no_reactions(state: dict[str, int], asked: bool) -> None:
    blue = {"pieces": [{"r": 16}], "hand": {"ward": 1}, **state}
    sheets = {"blue": sheet("engineer")}
    s = Scene("action", yellow={"pieces": piece()}, blue=blue, sheets=sheets, auto_pass=False)
    s.play("melee attack 1").play("next piece 1", dice=[15, 5, 4])
    assert (s.decision == "ward") == asked


@pytest.mark.rule("C-crowned")
@pytest.mark.parametrize(("mine", "theirs", "hit"), [(0, 0, True), (0, 1, False), (1, 1, True)])
def test_a_crown_adds_one_to_attack_and_defence(mine: int, theirs: int, hit: bool) -> None:
    # The sword adds 1.
    s = duel(
        "melee attack",
        [11, 12, *([3] if hit else [])],
        mine={"crowned": mine},
        theirs={"crowned": theirs},
    )
    assert was_hit(s) == hit


@pytest.mark.rule("C-crowned")
@pytest.mark.parametrize(("held", "drawn"), [(0, 1), (3, 1), (4, 0)])
def test_who_fells_a_crowned_piece_heals_two_and_draws_with_room(held: int, drawn: int) -> None:
    yellow = {"pieces": piece(), "hp": 9, "hand": {"mend": held}}
    blue = {"pieces": [{"r": 17, "crowned": 1}]}
    s = Scene(dice=[2], yellow=yellow, blue=blue, auto_pass=False)
    s.play("move 1", dice=[1] * drawn)
    assert s.get("yellow", "hp") == 11
    assert sum(s.hand("yellow").values()) == held + drawn


@pytest.mark.rule("C-crowned", "C-veiled", "8.7")
def test_a_crown_that_is_put_on_ends_the_veil() -> None:
    yellow = {"pieces": piece(veiled=1), "crown_at": 30}
    s = Scene(dice=[2], yellow=yellow, rules=CARDLESS, auto_pass=False).play("move 1")
    assert s.get("yellow", "crowned", 1) == 1
    assert s.get("yellow", "veiled", 1) == 0


# -- what begins is told --------------------------------------------------------------------------


@pytest.mark.rule("C-poisoned")
@pytest.mark.parametrize(("hp", "lost"), [(9, 1), (2, 1), (1, 0)])
def test_what_the_poison_costs_is_told(hp: int, lost: int) -> None:
    s = special(hp=hp, poisoned=2)
    assert [e.data for e in s.events("poison")] == [{"amount": 1, "hp": hp - 1}] * lost


@pytest.mark.rule("C-burning", "SP-fire-bolt", "C-veiled", "SP-veil")
def test_fire_and_veil_are_told() -> None:
    s = casting("fire bolt", green=foe(22))
    aim(s, "fire bolt").play("previous piece 1", [15, 10, 3])
    assert [(e.seat, e.data) for e in s.events("burning")] == [(3, {"piece": 0})]
    s = casting("veil")
    aim(s, "veil").play("own piece 1")
    assert [(e.seat, e.data) for e in s.events("veiled")] == [(0, {"piece": 0})]


@pytest.mark.rule("C-prone", "N-ambush", "P-gravity", "A-revive")
def test_who_lies_down_by_no_will_of_its_own_is_told() -> None:
    green = {"pieces": [{"r": seen_by("yellow", 30, "green"), "moved": 1}]}
    s = Scene("night", dice=[1, 1, 3], yellow={"pieces": piece()}, green=green)
    s.play("night ambush 1", [2, 3])
    assert [(e.seat, e.data) for e in s.events("prone")] == [(0, {"piece": 0})]
    s = Scene("tank", yellow={"pieces": piece()}, green=green, auto_pass=False)
    s.state.annustar = 20
    s.play("tank to shield", [1])
    assert [e.seat for e in s.events("prone")] == [0, 3]
    s = Scene("action", yellow={"pieces": [{"r": 28}, {"r": 28, "fallen": 2}]}, auto_pass=False)
    s.play("revive 1").play("own piece 2", [15, 4])
    assert [e.data for e in s.events("prone")] == [{"piece": 1}]
    assert s.kinds.index("revived") < s.kinds.index("prone")
