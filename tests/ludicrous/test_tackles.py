"""On the way: enemy blocks, phantoms and barricades, and the tackles of single enemy pieces."""

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

CARDLESS = LudicrousRules(modules=("combat", "structures", "tanks", "partner"))
BARRICADE = {"built": 0, "built_hp": 6}
SNEAKING = {"sneaking": 1}


def at(*places: int, **fields: Any) -> dict[str, Any]:
    """A party whose pieces stand on these r."""
    return {"pieces": [{"r": r} for r in places], **fields}


def moving(die: int, colour: str = "yellow", **more: Any) -> Scene:
    """A movement phase after its roll; every choice is asked for."""
    world = {"starter": COLOURS.index(colour), **more.pop("world", {})}
    rules = more.pop("rules", CARDLESS)
    return Scene(
        dice=[die], turn=colour, world=world, rules=rules, auto_pass=False, players=4, **more
    )


def meeting(mover_at: int, enemy_at: int, die: int, **fields: int) -> Scene:
    """Yellow rolls past a single red piece on a space of yellow's route, and moves."""
    red = {"pieces": [{"r": seen_by("yellow", enemy_at, "red"), **fields}]}
    return moving(die, yellow=at(mover_at), red=red).play("move 1")


# -- what cannot be passed ---------------------------------------------------------------------


@pytest.mark.rule("M-pass")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_an_enemy_block_cannot_be_passed_but_landed_on(colour: str, steps: int) -> None:
    enemy = following(colour, steps)
    place = seen_by(colour, 28, enemy)
    parties = {colour: at(26), enemy: at(place, place)}
    assert "move 1" not in moving(3, colour, **parties).legal
    assert "move 1" in moving(2, colour, **parties).legal


@pytest.mark.rule("M-pass")
def test_a_block_on_the_last_pathway_space_shuts_the_way_home() -> None:
    place = seen_by("yellow", 50, "blue")
    assert "move 1" not in moving(3, yellow=at(48), blue=at(place, place)).legal
    assert "move 1" in moving(3, yellow=at(48), blue=at(place)).legal
    assert "move 1" in moving(2, yellow=at(48), blue=at(place, place)).legal


@pytest.mark.rule("M-pass", "6.4")
def test_a_block_beyond_the_turn_to_the_home_area_shuts_nothing() -> None:
    place = seen_by("yellow", 51, "blue")
    assert "move 1" in moving(5, yellow=at(48), blue=at(place, place)).legal


@pytest.mark.rule("M-pass", "ST-barricade")
@pytest.mark.parametrize("slot", [0, 3])
@pytest.mark.parametrize("owner", COLOURS[1:])
def test_a_barricade_stops_nobody_away_from_its_space(owner: str, slot: int) -> None:
    structures: list[dict[str, int]] = [{}, {}, {}, {}]
    structures[slot] = BARRICADE
    parties: dict[str, Any] = {owner: {"structures": structures}}
    assert moving(3, yellow=at(28), **parties).play("move 1").r("yellow", 1) == 31


@pytest.mark.rule("M-pass", "ST-barricade")
def test_nor_does_one_of_yellow() -> None:
    s = moving(3, "red", red=at(2), yellow={"structures": [BARRICADE]}).play("move 1")
    assert s.r("red", 1) == 5


@pytest.mark.rule("M-pass", "C-unconscious")
def test_fallen_pieces_make_no_block() -> None:
    place = seen_by("yellow", 28, "blue")
    pieces = [{"r": place}, {"r": place, "fallen": 1}]
    assert "move 1" in moving(3, yellow=at(26), blue={"pieces": pieces}).legal


@pytest.mark.rule("M-pass", "M-land", "SP-phantom")
def test_an_enemy_phantom_cannot_be_passed_and_nobody_lands_on_a_phantom() -> None:
    phantom = {"phantom_at": 28, "phantom_hp": 3, "phantom_turns": 3}
    assert "move 1" not in moving(3, yellow=at(26), blue=phantom).legal
    assert "move 1" not in moving(2, yellow=at(26), blue=phantom).legal
    assert "move 1" in moving(3, yellow=at(26, **phantom)).legal
    assert "move 1" not in moving(2, yellow=at(26, **phantom)).legal


@pytest.mark.rule("M-pass")
def test_an_own_block_can_be_passed() -> None:
    assert "move 1" in moving(3, yellow=at(26, 28, 28)).legal


@pytest.mark.rule("M-pass", "A-sneak", "6.6")
def test_sneaking_passes_everything() -> None:
    place = seen_by("yellow", 27, "blue")
    phantom = {"phantom_at": 28, "phantom_hp": 3, "phantom_turns": 3}
    barricade = {"structures": [BARRICADE]}
    others: dict[str, Any] = {"green": phantom, "red": barricade}
    s = moving(5, world=SNEAKING, yellow=at(26), blue=at(place, place), **others).play("move 1")
    assert s.r("yellow", 1) == 31


# -- barricades --------------------------------------------------------------------------------


@pytest.mark.rule("M-pass", "ST-barricade")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("slot", "guarded"), [(0, 1), (1, 4), (2, 6), (3, 9)])
def test_an_enemy_barricade_stops_a_piece_on_the_space_it_guards(
    colour: str, slot: int, guarded: int
) -> None:
    owner = following(colour)
    structures: list[dict[str, int]] = [{}] * slot + [BARRICADE]
    place = 13 + guarded
    s = moving(3, colour, **{colour: at(place - 1), owner: {"structures": structures}})
    assert s.play("move 1").r(colour, 1) == place


@pytest.mark.rule("M-pass", "ST-barricade")
def test_a_piece_that_begins_on_the_guarded_space_is_not_held() -> None:
    s = moving(3, yellow=at(14), blue={"structures": [BARRICADE]}).play("move 1")
    assert s.r("yellow", 1) == 17


@pytest.mark.rule("M-pass", "ST-barricade")
def test_a_barricade_never_hinders_its_owner() -> None:
    s = moving(2, yellow={**at(0), "structures": [BARRICADE]}).play("move 1")
    assert s.r("yellow", 1) == 2


@pytest.mark.rule("M-pass", "ST-barricade", "A-hack", "C-stunned")
@pytest.mark.parametrize(
    "idle",
    [{"structures": [{**BARRICADE, "hacked": 1}]}, {"structures": [BARRICADE], "stunned": 1}],
)
def test_a_barricade_that_is_hacked_or_whose_owner_is_stunned_stops_nobody(
    idle: dict[str, Any],
) -> None:
    assert moving(3, yellow=at(13), blue=idle).play("move 1").r("yellow", 1) == 16


@pytest.mark.rule("M-pass", "ST-barricade")
def test_what_stands_behind_a_barricade_does_not_matter() -> None:
    s = moving(4, yellow=at(13), blue={**at(3, 3), "structures": [BARRICADE]}).play("move 1")
    assert s.r("yellow", 1) == 14


@pytest.mark.rule("M-pass", "M-land")
def test_a_piece_that_is_stopped_ambushes_who_stands_there() -> None:
    s = moving(4, yellow=at(13), blue={**at(1), "structures": [BARRICADE]}).play("move 1")
    assert s.r("yellow", 1) == 14
    assert s.fallen("blue", 1)
    assert not s.events("tackle")


@pytest.mark.rule("M-pass", "M-land")
def test_a_stopped_piece_needs_room_where_it_is_stopped() -> None:
    structures = {"structures": [BARRICADE]}
    assert "move 1" not in moving(4, yellow=at(13, 14, 14), blue=structures).legal


@pytest.mark.rule("M-pass", "ST-barricade")
def test_a_block_on_the_guarded_space_bars_the_way_before_the_barricade_stops() -> None:
    # A reading: a roll that is longer than the way to the block would pass it.
    blue = at(1, 1, structures=[BARRICADE])
    assert "move 1" not in moving(4, yellow=at(13), blue=blue).legal
    assert "move 1" in moving(1, yellow=at(13), blue=blue).legal


# -- who may tackle ----------------------------------------------------------------------------


@pytest.mark.rule("R-tackle")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_single_enemy_piece_that_is_passed_may_tackle(colour: str, steps: int) -> None:
    enemy = following(colour, steps)
    s = moving(4, colour, **{colour: at(26), enemy: at(seen_by(colour, 28, enemy))})
    s.play("move 1")
    assert (s.decider, s.decision, s.legal) == (enemy, "tackle", ["end", "yes"])
    s.play("end")
    assert s.r(colour, 1) == 30


@pytest.mark.rule("R-tackle")
@pytest.mark.parametrize(("die", "asked"), [(2, False), (3, True)])
def test_passing_is_strictly_between_the_first_and_the_last_space(die: int, asked: bool) -> None:
    assert (meeting(26, 28, die).decision == "tackle") == asked


@pytest.mark.rule("R-tackle")
@pytest.mark.parametrize(("die", "asked"), [(2, False), (3, True)])
def test_the_last_pathway_space_is_passed_on_the_way_home(die: int, asked: bool) -> None:
    assert (meeting(48, 50, die).decision == "tackle") == asked


@pytest.mark.rule("R-tackle", "6.4")
@pytest.mark.parametrize(("enemy_at", "asked"), [(50, True), (51, False), (52, False)])
def test_a_piece_that_turns_into_its_home_area_passes_nobody_beyond(
    enemy_at: int, asked: bool
) -> None:
    assert (meeting(49, enemy_at, 5).decision == "tackle") == asked


@pytest.mark.rule("R-tackle", "C-prone", "C-restrained", "C-unconscious")
@pytest.mark.parametrize("state", ["prone", "restrained", "fallen"])
def test_prone_restrained_and_fallen_pieces_do_not_tackle(state: str) -> None:
    s = meeting(26, 28, 4, **{state: 1})
    assert s.r("yellow", 1) == 30


@pytest.mark.rule("R-tackle", "C-stunned")
@pytest.mark.parametrize("state", ["stunned", "reacted", "tackled"])
def test_a_party_tackles_only_with_a_reaction_and_once_a_round(state: str) -> None:
    blue = {**at(seen_by("yellow", 28, "blue")), state: 1}
    s = moving(4, yellow=at(26), blue=blue).play("move 1")
    assert s.r("yellow", 1) == 30


@pytest.mark.rule("R-tackle", "A-sneak")
def test_nobody_tackles_a_sneaking_party() -> None:
    s = moving(4, yellow=at(26), blue=at(seen_by("yellow", 28, "blue")), world=SNEAKING)
    assert s.play("move 1").r("yellow", 1) == 30


@pytest.mark.rule("R-tackle", "E-teams")
def test_team_mates_do_not_tackle() -> None:
    red = at(seen_by("yellow", 28, "red"))
    s = moving(4, yellow=at(26), red=red, rules=CARDLESS.changed(teams=True)).play("move 1")
    assert s.r("yellow", 1) == 30


@pytest.mark.rule("R-tackle", "M-bonus-die")
def test_the_move_of_the_bonus_die_can_be_tackled() -> None:
    blue = at(seen_by("yellow", 30, "blue"))
    s = moving(2, yellow=at(26), blue=blue, world={"bonus_spaces": 4}).play("move 1").play("move 1")
    assert (s.decider, s.decision) == ("blue", "tackle")


@pytest.mark.rule("R-tackle")
def test_tackles_are_asked_in_the_order_of_the_path_and_a_party_asked_twice_tries_once() -> None:
    blue = at(seen_by("yellow", 27, "blue"), seen_by("yellow", 30, "blue"))
    red = at(seen_by("yellow", 28, "red"))
    s = moving(5, yellow=at(26), blue=blue, red=red).play("move 1")
    assert s.decider == "blue"
    s.play("yes", dice=[2, 3])
    assert s.decider == "red"
    s.play("yes", dice=[2, 3])
    assert s.r("yellow", 1) == 31


@pytest.mark.rule("R-tackle")
def test_a_declined_tackle_leaves_the_reaction_for_the_next_piece() -> None:
    blue = at(seen_by("yellow", 27, "blue"), seen_by("yellow", 29, "blue"))
    s = moving(4, yellow=at(26), blue=blue).play("move 1").play("end")
    assert (s.decider, s.decision) == ("blue", "tackle")
    assert s.get("blue", "reacted") == s.get("blue", "tackled") == 0


# -- the contest -------------------------------------------------------------------------------


@pytest.mark.rule("R-tackle", "D-contest", "D-crit")
@pytest.mark.parametrize(
    ("tackler", "mover", "won"),
    [(9, 10, False), (10, 10, True), (11, 10, True), (1, 1, False), (20, 20, True), (20, 19, True)],
)
def test_the_tackler_is_the_offender(tackler: int, mover: int, won: bool) -> None:
    s = meeting(26, 28, 4).play("yes", dice=[tackler, mover])
    assert s.r("yellow", 1) == (27 if won else 30)
    assert s.get("red", "reacted") == s.get("red", "tackled") == 1


@pytest.mark.rule("R-tackle", "Y-stats")
@pytest.mark.parametrize(("attack", "speed", "won"), [(1, 0, True), (0, 0, False), (1, 1, False)])
def test_a_tackle_is_attack_against_speed(attack: int, speed: int, won: bool) -> None:
    sheets = {"blue": sheet(attack=attack), "yellow": sheet(speed=speed)}
    blue = at(seen_by("yellow", 28, "blue"))
    s = moving(4, yellow=at(26), blue=blue, sheets=sheets).play("move 1")
    assert (s.play("yes", dice=[9, 10]).r("yellow", 1) == 27) == won


@pytest.mark.rule("R-tackle", "6.2")
@pytest.mark.parametrize(("enemy_at", "dice"), [(10, [9, 8, 10]), (11, [9, 10])])
def test_the_mover_has_advantage_against_a_tackler_in_its_home_field(
    enemy_at: int, dice: list[int]
) -> None:
    s = meeting(9, enemy_at, 4).play("yes", dice=dice)
    assert s.r("yellow", 1) == 13


@pytest.mark.rule("R-tackle", "C-crowned")
@pytest.mark.parametrize(("mover", "tackler", "stopped"), [(0, 1, True), (1, 1, False)])
def test_a_crown_counts_in_a_tackle(mover: int, tackler: int, stopped: bool) -> None:
    blue = {"pieces": [{"r": seen_by("yellow", 28, "blue"), "crowned": tackler}]}
    yellow = {"pieces": [{"r": 26, "crowned": mover}]}
    s = moving(4, yellow=yellow, blue=blue).play("move 1").play("yes", dice=[9, 10])
    assert (s.r("yellow", 1) == 27) == stopped


# -- what a tackle does ------------------------------------------------------------------------


@pytest.mark.rule("R-tackle")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_tackled_piece_stops_before_other_enemies_and_never_ambushes(colour: str) -> None:
    tackler, other = following(colour, 1), following(colour, 2)
    parties = {
        colour: at(26),
        tackler: at(seen_by(colour, 30, tackler)),
        other: at(seen_by(colour, 29, other), tackled=1),
    }
    s = moving(6, colour, **parties).play("move 1")
    s.play("yes", dice=[12, 3, 1])
    assert s.r(colour, 1) == 28
    assert not s.fallen(other, 1)


@pytest.mark.rule("R-tackle", "M-land")
def test_a_tackled_piece_stops_only_where_it_may_stand() -> None:
    s = moving(4, yellow=at(26, 28, 28), blue=at(seen_by("yellow", 29, "blue"))).play("move 1")
    s.play("yes", dice=[12, 3])
    assert s.r("yellow", 1) == 27


@pytest.mark.rule("R-tackle", "Y-facing")
def test_a_piece_tackled_where_it_started_stays_and_triggers_nothing() -> None:
    yellow = {"pieces": [{"r": 29, "facing": -1}]}
    s = moving(4, yellow=yellow, blue=at(seen_by("yellow", 30, "blue"))).play("move 1")
    s.play("yes", dice=[12, 3])
    assert s.r("yellow", 1) == 29
    assert s.get("yellow", "facing", 1) == -1
    assert s.decider == "blue" and s.decision == "turning"


@pytest.mark.rule("R-tackle", "M-six")
def test_after_a_tackle_a_pending_six_remains() -> None:
    s = meeting(26, 28, 6).play("yes", dice=[12, 3, 2])
    assert (s.decider, s.decision) == ("yellow", "move")
    assert s.play("move 1").r("yellow", 1) == 29


@pytest.mark.rule("R-tackle", "M-effects", "6.7")
@pytest.mark.parametrize(("contest", "cards"), [([12, 3], 0), ([2, 3], 1)])
def test_tackles_are_settled_before_passing_effects(contest: list[int], cards: int) -> None:
    blue = at(seen_by("yellow", 19, "blue"))
    s = moving(4, yellow=at(17), blue=blue, rules=LudicrousRules()).play("move 1")
    s.play("yes", dice=contest + [1] * cards)
    assert sum(s.hand("yellow").values()) == cards


@pytest.mark.rule("R-tackle", "M-sync")
def test_a_tackle_loses_the_rest_of_the_roll_also_that_of_a_second_piece() -> None:
    s = moving(5, yellow=at(30, 28), blue=at(seen_by("yellow", 32, "blue")))
    s.play("move 1 by 3 and 2").play("yes", dice=[12, 3])
    assert (s.r("yellow", 1), s.r("yellow", 2)) == (31, 28)


@pytest.mark.rule("R-tackle", "M-sync")
def test_after_a_failed_tackle_the_second_piece_moves() -> None:
    s = moving(5, yellow=at(30, 28), blue=at(seen_by("yellow", 32, "blue")))
    s.play("move 1 by 3 and 2").play("yes", dice=[2, 3])
    assert (s.r("yellow", 1), s.r("yellow", 2)) == (33, 30)
