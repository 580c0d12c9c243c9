"""Where a piece arrives: ambush, skirmish and push. [M-land, M-skirmish, M-push, 6.5, 6.15]"""

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

CARDLESS = LudicrousRules(modules=("combat", "structures", "tanks", "partner"))
STAR = 34
"""r, as yellow sees it, of the red star."""
PHANTOM = {"phantom_hp": 3, "phantom_turns": 3}


def on(colour: str, *spaces: int, **fields: Any) -> dict[str, Any]:
    """A party with pieces on ring spaces."""
    return {"pieces": [{"r": seen_by("yellow", space, colour)} for space in spaces], **fields}


def moving(die: int, colour: str = "yellow", **more: Any) -> Scene:
    """A movement phase after its roll; every choice is asked for."""
    world = {"starter": COLOURS.index(colour), **more.pop("world", {})}
    rules = more.pop("rules", CARDLESS)
    return Scene(dice=[die], turn=colour, world=world, rules=rules, auto_pass=False, **more)


def shoved(start: int, *, back: bool = False, dice: tuple[int, ...] = (), **more: Any) -> Scene:
    """Yellow shoves blue's first piece, which stands on a ring space, one space on or back.

    ``dice`` fall after those of the shove.
    """
    blue = more.pop("blue", on("blue", start))
    shover = {"r": start + 1 if back else start - 1, "facing": -1 if back else 1}
    yellow = {"pieces": [shover], **more.pop("yellow", {})}
    rules = more.pop("rules", CARDLESS)
    s = Scene("action", yellow=yellow, blue=blue, rules=rules, auto_pass=False, **more)
    return s.play("shove 1").play("next piece 1", dice=[10, 9, *dice])


def space(s: Scene, colour: str, piece: int) -> int:
    """The ring space of a piece."""
    return seen_by(colour, s.r(colour, piece), "yellow")


# -- landing -----------------------------------------------------------------------------------


@pytest.mark.rule("M-land", "C-unconscious")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_single_enemy_piece_is_ambushed_and_lies_there(colour: str, steps: int) -> None:
    enemy = following(colour, steps)
    place = seen_by(colour, 30, enemy)
    mine: dict[str, Any] = {colour: {"pieces": [{"r": 26}]}, enemy: {"pieces": [{"r": place}]}}
    s = moving(4, colour, **mine).play("move 1")
    assert s.r(colour, 1) == 30
    assert (s.r(enemy, 1), s.get(enemy, "fallen", 1)) == (place, 2)


@pytest.mark.rule("M-land", "C-unconscious")
def test_fallen_pieces_are_landed_on_as_if_absent() -> None:
    place = seen_by("yellow", 30, "blue")
    lying = [{"r": place, "fallen": 1}, {"r": place, "fallen": 2}]
    yellow = {"pieces": [{"r": 26}, {"r": 30}, {"r": 30, "fallen": 2}, {"r": 30, "fallen": 2}]}
    s = moving(4, yellow=yellow, blue={"pieces": lying}).play("move 1")
    assert s.r("yellow", 1) == 30
    assert not s.events("falls")


@pytest.mark.rule("M-land")
def test_two_own_pieces_are_the_most_on_a_space() -> None:
    assert "move 1" in moving(4, yellow=on("yellow", 26, 30)).legal
    assert "move 1" not in moving(4, yellow=on("yellow", 26, 30, 30)).legal


@pytest.mark.rule("M-land", "6.5")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("quadrant", "legal"), [(0, True), (1, False), (2, False), (3, False)])
def test_a_block_stands_only_on_the_star_of_its_own_colour(
    colour: str, quadrant: int, legal: bool
) -> None:
    star = 13 * quadrant + 8
    s = moving(2, colour, **{colour: {"pieces": [{"r": star - 2}, {"r": star}]}})
    assert ("move 1" in s.legal) == legal


@pytest.mark.rule("M-land", "6.5", "E-leave")
def test_the_star_of_an_absent_colour_is_foreign_to_all() -> None:
    s = moving(2, players=2, yellow=on("yellow", 19, 21))
    assert "move 1" not in s.legal


@pytest.mark.rule("M-land", "C-veiled", "C-dodging")
def test_neither_veil_nor_dodge_saves_from_an_ambush() -> None:
    blue = {"pieces": [{"r": seen_by("yellow", 30, "blue"), "veiled": 1, "dodging": 1}]}
    assert moving(4, yellow=on("yellow", 26), blue=blue).play("move 1").fallen("blue", 1)


# -- ambush on a star --------------------------------------------------------------------------


@pytest.mark.rule("6.5", "D-save")
@pytest.mark.parametrize(
    ("speed", "dexterity", "throw", "saved"),
    [
        (0, 0, 4, True),
        (0, 0, 3, False),
        (1, 0, 4, False),
        (1, 0, 5, True),
        (0, 1, 3, True),
        (-2, 2, 1, False),
        (2, -2, 6, True),
    ],
)
def test_on_a_star_a_throw_may_save_from_an_ambush(
    speed: int, dexterity: int, throw: int, saved: bool
) -> None:
    sheets = {"yellow": sheet(speed=speed), "green": sheet(dexterity=dexterity)}
    s = moving(2, yellow=on("yellow", 32), green=on("green", STAR), sheets=sheets)
    s.play("move 1", dice=[throw])
    assert s.fallen("green", 1) != saved
    assert s.fallen("yellow", 1) == saved
    assert s.r("yellow", 1) == (STAR + 1 if saved else STAR)


@pytest.mark.rule("6.5", "C-crowned")
def test_a_crown_counts_on_the_star() -> None:
    green = {"pieces": [{"r": seen_by("yellow", STAR, "green"), "crowned": 1}]}
    s = moving(2, yellow=on("yellow", 32), green=green).play("move 1", dice=[3])
    assert s.fallen("yellow", 1)


@pytest.mark.rule("6.5")
def test_a_repelled_piece_lies_on_the_next_space_with_room_without_landing_effects() -> None:
    s = moving(
        2,
        yellow={**on("yellow", 32, 36, 36), "crown_at": 38},
        green=on("green", STAR),
        blue=on("blue", 35),
        red={"phantom_at": 37, **PHANTOM},
    )
    s.play("move 1", dice=[4])
    assert (s.r("yellow", 1), s.fallen("yellow", 1)) == (38, True)
    assert not s.fallen("blue", 1)
    assert not s.events("trap")
    assert s.get("yellow", "crown_at") == 38


# -- skirmish ----------------------------------------------------------------------------------


@pytest.mark.rule("M-land", "M-skirmish", "D-adv")
@pytest.mark.parametrize(
    ("dice", "won"),
    [
        ([12, 12, 11], True),
        ([11, 12, 3], False),
        ([1, 1, 1], False),
        ([20, 20, 20], True),
        ([9, 3, 10], False),
    ],
)
def test_a_block_defends_itself_with_advantage(dice: list[int], won: bool) -> None:
    s = moving(4, yellow=on("yellow", 26), blue=on("blue", 30, 30)).play("move 1", dice=dice)
    assert s.fallen("yellow", 1) == (not won)
    assert s.fallen("blue", 1) == s.fallen("blue", 2) == won
    assert s.r("yellow", 1) == 30


@pytest.mark.rule("M-skirmish", "Y-stats")
@pytest.mark.parametrize(("luck", "other", "won"), [(0, 0, False), (1, 0, True), (1, 1, False)])
def test_both_sides_add_luck(luck: int, other: int, won: bool) -> None:
    sheets = {"yellow": sheet(luck=luck), "blue": sheet(luck=other)}
    s = moving(4, yellow=on("yellow", 26), blue=on("blue", 30, 30), sheets=sheets)
    s.play("move 1", dice=[9, 10, 2])
    assert s.fallen("blue", 1) == won


@pytest.mark.rule("M-skirmish", "6.2", "D-adv")
def test_block_star_and_home_field_are_one_advantage() -> None:
    s = moving(2, yellow=on("yellow", 32), red=on("red", STAR, STAR))
    s.play("move 1", dice=[9, 3, 10])
    assert s.fallen("yellow", 1)


@pytest.mark.rule("M-skirmish", "6.2")
def test_a_piece_that_arrives_in_its_own_home_field_has_advantage() -> None:
    s = moving(4, yellow=on("yellow", 1), blue=on("blue", 5, 5))
    s.play("move 1", dice=[3, 12, 11, 2])
    assert s.fallen("blue", 1) and s.fallen("blue", 2)


@pytest.mark.rule("M-skirmish", "C-crowned")
@pytest.mark.parametrize(("mine", "theirs", "won"), [(1, 0, True), (1, 1, False)])
def test_a_crown_counts_for_its_side(mine: int, theirs: int, won: bool) -> None:
    place = seen_by("yellow", 30, "blue")
    yellow = {"pieces": [{"r": 26, "crowned": mine}]}
    blue = {"pieces": [{"r": place}, {"r": place, "crowned": theirs}], "hand": [0] * 15}
    s = moving(4, yellow=yellow, blue=blue).play("move 1", dice=[9, 10, 2])
    assert s.fallen("blue", 1) == won


# -- push --------------------------------------------------------------------------------------


@pytest.mark.rule("M-push", "A-shove", "Y-facing", "6.15")
@pytest.mark.parametrize(("back", "end"), [(False, 32), (True, 30)])
@pytest.mark.parametrize("facing", [1, -1])
def test_a_piece_is_pushed_in_the_direction_of_travel_and_does_not_turn(
    back: bool, end: int, facing: int
) -> None:
    blue = {"pieces": [{"r": seen_by("yellow", 31, "blue"), "facing": facing}]}
    s = shoved(31, back=back, blue=blue)
    assert space(s, "blue", 1) == end
    assert s.get("blue", "facing", 1) == facing


@pytest.mark.rule("M-push", "6.15")
@pytest.mark.parametrize(
    ("back", "others", "end"),
    [
        (False, (32,), 32),
        (False, (32, 32), 33),
        (True, (30,), 30),
        (True, (30, 30), 28),
    ],
)
def test_a_piece_is_pushed_over_two_own_pieces_but_stays_with_one(
    back: bool, others: tuple[int, ...], end: int
) -> None:
    # The red T on space 29 is full, too.
    green = {"phantom_at": 29, **PHANTOM}
    s = shoved(31, back=back, blue=on("blue", 31, *others), green=green)
    assert space(s, "blue", 1) == end


@pytest.mark.rule("M-push", "6.5", "6.15")
@pytest.mark.parametrize(("others", "end"), [((), STAR), ((STAR,), 35)])
def test_a_piece_is_pushed_over_one_own_piece_on_a_foreign_star(
    others: tuple[int, ...], end: int
) -> None:
    s = shoved(33, blue=on("blue", 33, *others))
    assert space(s, "blue", 1) == end


@pytest.mark.rule("M-push")
@pytest.mark.parametrize("owner", ["yellow", "blue", "red"])
def test_a_piece_is_pushed_over_every_phantom(owner: str) -> None:
    parties: dict[str, Any] = {"blue": on("blue", 31)}
    parties[owner] = {**parties.get(owner, {}), "phantom_at": 32, **PHANTOM}
    assert space(shoved(31, **parties), "blue", 1) == 33


@pytest.mark.rule("M-push", "E-teams")
def test_a_piece_is_pushed_over_its_team_mate() -> None:
    s = shoved(31, rules=CARDLESS.changed(teams=True), green=on("green", 32))
    assert space(s, "blue", 1) == 33
    assert not s.events("skirmish")


@pytest.mark.rule("M-push", "M-pass", "R-tackle", "ST-barricade")
def test_barricades_do_not_stop_a_push_and_nobody_tackles() -> None:
    # Red guards space 27, and blue's own pair fills it.
    red = {"structures": [{"built": 0, "built_hp": 6}]}
    s = shoved(26, blue=on("blue", 26, 27, 27), red=red)
    assert space(s, "blue", 1) == 28
    assert not s.events("tackle")


@pytest.mark.rule("M-push", "M-skirmish", "6.15")
@pytest.mark.parametrize(
    ("dice", "won"),
    [((10, 10), True), ((9, 10), False), ((1, 1), False), ((20, 20), True), ((2, 20), False)],
)
def test_a_pushed_piece_fights_a_single_enemy_as_the_offender(
    dice: tuple[int, ...], won: bool
) -> None:
    s = shoved(31, dice=dice, green=on("green", 32))
    assert s.fallen("blue", 1) == (not won)
    assert s.fallen("green", 1) == won
    assert space(s, "blue", 1) == 32


@pytest.mark.rule("M-push", "M-skirmish", "6.15")
@pytest.mark.parametrize(("dice", "won"), [((10, 9, 10), True), ((10, 9, 11), False)])
def test_a_pushed_piece_fights_a_block(dice: tuple[int, ...], won: bool) -> None:
    s = shoved(31, dice=dice, green=on("green", 32, 32))
    assert s.fallen("green", 1) == s.fallen("green", 2) == won


@pytest.mark.rule("M-skirmish", "6.5")
def test_on_a_star_a_skirmish_replaces_the_throw() -> None:
    s = shoved(33, dice=(10, 2, 11), green=on("green", STAR))
    assert s.fallen("blue", 1)
    assert not s.events("throw")
    assert space(s, "blue", 1) == STAR


@pytest.mark.rule("M-push", "6.15")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_piece_on_its_own_start_is_pushed_forward_instead(colour: str) -> None:
    shover = following(colour, 2)
    parties: dict[str, Any] = {
        colour: {"pieces": [{"r": 0}]},
        shover: {"pieces": [{"r": seen_by(colour, 1, shover), "facing": -1}]},
    }
    s = Scene("action", turn=shover, rules=CARDLESS, auto_pass=False, **parties)
    # Forward stands the shover: the pushed piece, in its own home field, fights it.
    s.play("shove 1").play("across piece 1", dice=[10, 9, 3, 12, 11])
    assert s.r(colour, 1) == 1
    assert s.fallen(shover, 1)


@pytest.mark.rule("M-push", "6.15")
def test_over_a_full_start_it_goes_on_forward_from_where_it_stood() -> None:
    s = shoved(14, back=True, blue=on("blue", 14, 13, 13), dice=(3, 12, 11))
    assert s.r("blue", 1) == 2
    assert s.fallen("yellow", 1)


@pytest.mark.rule("M-push", "6.4")
@pytest.mark.parametrize(("others", "end"), [((), 51), ((51,), 51), ((51, 51), 52)])
def test_a_push_goes_on_into_the_own_home_area(others: tuple[int, ...], end: int) -> None:
    blue = {"pieces": [{"r": 50}, *({"r": r} for r in others)]}
    assert shoved(11, blue=blue).r("blue", 1) == end


# -- the effects of a landing ------------------------------------------------------------------


@pytest.mark.rule("M-effects", "6.7")
@pytest.mark.parametrize(("start", "die", "cards"), [(5, 2, 1), (5, 3, 1), (6, 3, 2), (5, 1, 0)])
def test_spell_card_spaces_give_a_card_in_passing_and_in_landing(
    start: int, die: int, cards: int
) -> None:
    s = moving(die, yellow=on("yellow", start), rules=LudicrousRules())
    s.play("move 1", dice=[1] * cards)
    assert sum(s.hand("yellow").values()) == cards


@pytest.mark.rule("M-effects", "M-push", "6.7")
def test_a_push_has_landing_effects_but_no_passing_effects() -> None:
    rules = LudicrousRules()
    landed = shoved(32, rules=rules, dice=(1,))
    assert sum(landed.hand("blue").values()) == 1
    passed = shoved(32, rules=rules, blue=on("blue", 32, 33, 33))
    assert space(passed, "blue", 1) == STAR
    assert sum(passed.hand("blue").values()) == 0


@pytest.mark.rule("M-effects", "M-push", "6.6")
def test_a_piece_pushed_onto_t_may_teleport_but_once_a_movement() -> None:
    # Yellow's own pair fills D, so that the traveller is pushed on to the next T.
    s = moving(2, yellow=on("yellow", 1, 15, 15)).play("move 1")
    assert s.decision == "teleport"
    s.play("yes", dice=[4])
    assert s.r("yellow", 1) == 16
    assert s.decider == "blue"
    pushed = shoved(28)
    assert (pushed.decider, pushed.decision) == ("blue", "teleport")


@pytest.mark.rule("M-effects", "M-skirmish")
def test_a_piece_that_fell_where_it_landed_has_no_landing_effects() -> None:
    yellow = on("yellow", 23, crown_at=25)
    s = moving(2, yellow=yellow, green=on("green", 25, 25)).play("move 1", dice=[5, 6, 7])
    assert s.get("yellow", "crown_at") == 25
    assert not s.events("trap")


@pytest.mark.rule("M-effects", "6.11")
def test_landing_effects_follow_an_ambush() -> None:
    s = moving(2, yellow=on("yellow", 23), green=on("green", 25)).play("move 1", dice=[4])
    assert s.fallen("green", 1)
    assert s.events("trap")


@pytest.mark.rule("M-skirmish", "6.2")
@pytest.mark.parametrize(("dice", "fallen"), [((10, 3, 11), True), ((10, 3, 10), False)])
def test_a_single_piece_defends_its_own_home_field_with_advantage(
    dice: tuple[int, ...], fallen: bool
) -> None:
    s = shoved(40, dice=dice, green=on("green", 41))
    assert s.fallen("blue", 1) == fallen
