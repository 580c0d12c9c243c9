"""What yards, structures, prisons, tanks and home areas tell. [6.1, 6.2, 6.4, 6.8-6.10, 6.14]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.scenes import Scene, following, sheet
from tests.observation.support import at, numbers_of, quiet, row, seen


def slot(kind: int, hp: int, **more: int) -> dict[str, int]:
    return {"built": kind, "built_hp": hp, **more}


# -- yards and home fields -------------------------------------------------------------------


@pytest.mark.rule("6.1", "M-enter", "8.6")
@pytest.mark.parametrize(
    ("red", "by_one", "by_six"),
    [
        ([{}, {}, {"r": 3}], 2, 3),
        ([{}, {"r": 0}, {"r": 0}], 0, 0),
        ([{"r": 5}, {"r": 0}], 2, 2),
    ],
)
def test_a_yard_tells_who_waits_and_who_may_enter(
    red: list[dict[str, int]], by_one: int, by_six: int
) -> None:
    s = quiet(red={"pieces": red})
    waiting = [k for k in range(4) if k >= len(red) or "r" not in red[k]]
    expected = {f"piece_{k + 1}": 1 for k in waiting} | {"pieces": len(waiting)}
    if by_six:
        expected |= {"enter_1": by_one, "enter_6": by_six}
    for colour, view in (("red", "own"), ("yellow", "across"), ("blue", "next")):
        assert row(s, colour, f"yard/yard of the {view} party") == expected


def test_the_yard_of_a_colour_that_does_not_play_is_empty() -> None:
    s = quiet(players=2)
    assert row(s, "yellow", "yard/yard of the next party") == {}
    assert row(s, "yellow", "yard/yard of the across party")["pieces"] == 4


@pytest.mark.rule("6.2")
def test_a_home_field_reaches_from_the_trap_behind_the_start_to_r_10() -> None:
    s = quiet(
        yellow={"pieces": [{"r": 10}, {"r": 11}, {"r": 13}], "tank": 1},
        blue={"pieces": [at("blue", 51)], "tank": 1},
        red={"pieces": [at("red", 5, fallen=1), at("red", 0)], "tank": 1},
        green={"pieces": [at("green", 12)], "tank": 1},
    )
    fields = ("own_pieces", "next_pieces", "across_pieces", "previous_pieces", "fallen")
    found = numbers_of(s, "yellow", "home_field/home field of the own party", *fields)
    assert list(found.values()) == [1, 1, 1, 0, 1]
    # Ring space 12 is blue's trap, and 11 is in nobody's home field.
    found = numbers_of(s, "yellow", "home_field/home field of the next party", *fields)
    assert list(found.values()) == [1, 0, 0, 1, 0]
    found = numbers_of(s, "blue", "home_field/home field of the previous party", *fields)
    assert list(found.values()) == [1, 1, 0, 1, 1]


@pytest.mark.rule("TK-shield")
@pytest.mark.parametrize(
    ("tank", "shielded"), [({}, 1), ({"tank": 1}, 0), ({"tank_hp": 0}, 0), ({"tank_hp": 1}, 1)]
)
def test_a_home_field_is_shielded_by_a_tank_on_the_shield_space(
    tank: dict[str, int], shielded: int
) -> None:
    s = quiet(green=tank)
    for colour, view in (("green", "own"), ("yellow", "previous")):
        found = numbers_of(s, colour, f"home_field/home field of the {view} party", "shielded")
        assert found == {"shielded": shielded}


@pytest.mark.rule("A-fortify", "8.8")
@pytest.mark.parametrize(
    ("pieces", "engineering", "partner", "work"),
    [
        ([{"r": 30}, {"r": 31}, {"r": 32}, {"r": 33}], 0, 0, 1),
        ([{"r": 3}, {"r": 31}, {"r": 32}, {"r": 33}], 0, 0, 2),
        ([{"r": 3, "fallen": 1}, {"r": 31}, {"r": 32}, {"r": 33}], 0, 0, 1),
        ([{"r": 30}], 0, 0, 3),
        ([{"r": 30}], 2, 12, 6),
        ([{"r": 30}, {"r": 31}, {"r": 32}, {"r": 33}], -2, 3, 2),
    ],
)
def test_work_is_what_an_action_of_fortifying_adds(
    pieces: list[dict[str, int]], engineering: int, partner: int, work: int
) -> None:
    made = {"blue": sheet(engineering=engineering)}
    s = quiet(sheets=made, blue={"pieces": pieces, "partner": partner})
    assert row(s, "blue", "home_field/home field of the own party")["work"] == work
    assert row(s, "green", "home_field/home field of the across party")["work"] == work


# -- structures ------------------------------------------------------------------------------


@pytest.mark.rule("ST-", "6.9")
def test_a_structural_space_tells_what_stands_there_or_is_being_built() -> None:
    spaces = [slot(1, 4), {}, slot(4, 3, hacked=2), {"project": 0, "project_points": 1}]
    s = quiet(blue={"structures": spaces})
    for colour, view in (("blue", "own"), ("yellow", "next"), ("green", "across")):
        told = [row(s, colour, f"structural/{view} space {n}") for n in (1, 2, 3, 4)]
        assert told == [
            {"built_turret": 1, "hp": 4, "works": 1},
            {},
            {"built_snare": 1, "hp": 3, "hacked": 2},
            # A barricade costs 3 points.
            {"project_barricade": 1, "points": 1, "missing": 2},
        ]


@pytest.mark.rule("C-stunned", "ST-")
def test_structures_of_a_stunned_party_do_not_work() -> None:
    s = quiet(blue={"structures": [slot(2, 4)], "stunned": 1})
    assert row(s, "red", "structural/previous space 1") == {"built_infirmary": 1, "hp": 4}


@pytest.mark.rule("6.9")
def test_a_structure_is_one_space_farther_than_the_space_that_it_guards() -> None:
    # Blue's space 2 guards ring space 17. Distances go the shorter way; only the pathway counts.
    s = quiet(
        yellow={"pieces": [{"r": 17}, {"r": 14}, {"r": 45}, {"r": 52}]},
        blue={"structures": [{}, slot(0, 6)], "pieces": [at("blue", 20)]},
    )
    found = row(s, "yellow", "structure_distance/next space 2")
    assert found == {"distance_1": 1, "distance_2": 4, "distance_3": 25}
    assert row(s, "blue", "structure_distance/own space 2") == {"distance_1": 4}
    assert row(s, "red", "structure_distance/previous space 2") == {}
    assert row(s, "yellow", "structure_distance/next space 1") == {}


# -- prisons ---------------------------------------------------------------------------------


@pytest.mark.rule("6.10", "8.8")
@pytest.mark.parametrize(
    ("jailer", "modifier"),
    [
        ({"partner": 12}, 0),
        ({"partner": 0}, 1),
        ({"partner": 0, "pieces": [{"r": 3}, {"r": 4}, {"r": 6}]}, 4),
    ],
)
def test_a_prison_tells_who_is_held_and_how_likely_it_escapes(
    jailer: dict[str, Any], modifier: int
) -> None:
    # d20 + 5 less the jailer's pieces in its yard, its partner counted; 10 stands for 0.
    s = quiet(yellow={"pieces": [{}, {"r": -2, "jailer": 2}]}, red=jailer)
    told = {"piece_2": 1, "escape": 10 + modifier}
    names = {
        "yellow": "prison/prison of the across party for the own party",
        "red": "prison/prison of the own party for the across party",
        "blue": "prison/prison of the next party for the previous party",
    }
    for colour, name in names.items():
        assert seen(s, colour, "prison/") == {
            f"{name}/{field}": value for field, value in told.items()
        }


# -- tanks and artillery ---------------------------------------------------------------------


@pytest.mark.rule("6.14", "TK-shield")
def test_a_tank_is_told_of_on_the_space_where_it_stands() -> None:
    s = quiet(
        yellow={"pieces": [{"r": 3}, {"r": 4, "fallen": 1}, {"r": 11}]},
        blue={"tank": 1, "tank_hp": 4, "tank_wait": 2},
        red={"tank": 2},
        green={"tank_hp": 0},
    )

    def told(colour: str, view: str) -> dict[str, dict[str, int]]:
        spaces = ("shield_tank", "attack_tank", "anti_tank")
        found = {
            name: row(s, colour, f"{name}/{name} space of the {view} party") for name in spaces
        }
        return {
            name: {field: value for field, value in line.items() if field != "targets"}
            for name, line in found.items()
        }

    for colour, views in (
        ("yellow", ("own", "next", "across", "previous")),
        ("blue", ("previous", "own", "next", "across")),
    ):
        yellow, blue, red, green = (told(colour, view) for view in views)
        assert yellow == {
            "shield_tank": {"tank": 1, "hp": 10, "ready": 1},
            "attack_tank": {},
            "anti_tank": {},
        }
        assert blue == {
            "shield_tank": {},
            "attack_tank": {"tank": 1, "hp": 4, "reload": 2},
            "anti_tank": {},
        }
        assert red == {
            "shield_tank": {},
            "attack_tank": {},
            "anti_tank": {"tank": 1, "hp": 10, "ready": 1},
        }
        assert green == {"shield_tank": {}, "attack_tank": {}, "anti_tank": {}}


@pytest.mark.rule("TK-shield", "TK-shot", "TK-anti-tank", "TK-artillery")
def test_targets_of_tanks_and_artillery() -> None:
    s = quiet(
        yellow={"pieces": [{"r": 3}, {"r": 4, "fallen": 1}, {"r": 20}, {"r": 53}]},
        blue={"pieces": [at("blue", 5), at("blue", 6, veiled=1)]},
        red={"pieces": [at("red", 10), at("red", 40)], "tank_hp": 0},
    )

    def targets(colour: str, view: str) -> list[int]:
        names = [
            f"{kind}/{kind} space of the {view} party"
            for kind in ("shield_tank", "attack_tank", "anti_tank")
        ]
        names.append(f"artillery/artillery of the {view} party")
        return [row(s, colour, name).get("targets", 0) for name in names]

    # Yellow shields its piece 1; blue's 1 and red's 1 are in its field; red's tank is no more;
    # outside of the field only red's piece 2 is an enemy.
    assert targets("yellow", "own") == targets("green", "next") == [1, 2, 2, 1]
    # Blue: yellow's piece 3 on r = 20 is in its field; red's two, yellow's piece 1 outside.
    assert targets("blue", "own") == targets("yellow", "next") == [0, 1, 2, 3]


@pytest.mark.rule("TK-artillery")
@pytest.mark.parametrize(
    ("engineering", "wait", "told"),
    [(0, 0, {"loaded": 1, "goal": 10}), (2, 3, {"reload": 3, "goal": 8})],
)
def test_artillery_tells_its_reload_and_what_it_must_roll(
    engineering: int, wait: int, told: dict[str, int]
) -> None:
    s = quiet(sheets={"green": sheet(engineering=engineering)}, green={"artillery_wait": wait})
    for colour, view in (("green", "own"), ("yellow", "previous")):
        assert row(s, colour, f"artillery/artillery of the {view} party") == told


def test_without_tanks_there_is_nothing_to_tell_of_them() -> None:
    s = quiet(rules=LudicrousRules(modules=("combat",)))
    found = seen(s, "yellow", "shield_tank", "attack_tank", "anti_tank", "artillery")
    assert found == {}
    assert "shielded" not in row(s, "yellow", "home_field/home field of the own party")


# -- home areas, direction marks, home -------------------------------------------------------


@pytest.mark.rule("6.4")
def test_a_home_area_tells_who_is_there_and_how_far_it_is() -> None:
    s = quiet(
        yellow={"pieces": [{"r": 53}, {"r": 53, "prone": 1, "crowned": 1}, {"r": 50}]},
        blue={"pieces": [{}, {"r": 51}]},
    )
    assert row(s, "yellow", "home_area/own r = 53") == {
        "pieces": 2,
        "leader": 1,
        "prone": 1,
        "crowned": 1,
        "distance_3": 3,
    }
    assert row(s, "yellow", "home_area/own r = 55") == {
        "distance_1": 2,
        "distance_2": 2,
        "distance_3": 5,
    }
    assert row(s, "yellow", "home_area/next r = 51") == {"pieces": 1}
    assert row(s, "blue", "home_area/own r = 51") == {"pieces": 1}
    assert row(s, "blue", "home_area/own r = 52") == {"distance_2": 1}
    assert row(s, "blue", "home_area/previous r = 53") == {
        "pieces": 2,
        "leader": 1,
        "prone": 1,
        "crowned": 1,
    }


@pytest.mark.rule("6.8", "N-wind")
@pytest.mark.parametrize("direction", range(4))
def test_the_wind_is_told_at_the_mark_of_its_direction(direction: int) -> None:
    # North is yellow's side, east blue's, south red's, west green's.
    s = quiet(world={"wind": direction, "wind_strength": 2})
    side = COLOURS[direction]
    assert row(s, side, "direction_mark/mark of the own party") == {"wind": 2}
    for steps, view in ((1, "previous"), (2, "across"), (3, "next")):
        observer = following(side, steps)
        found = seen(s, observer, "direction_mark")
        assert found == {f"direction_mark/mark of the {view} party/wind": 2}
        assert row(s, observer, "world/now")[f"wind_to_{view}"] == 2


def test_no_wind_blows_nowhere() -> None:
    assert seen(quiet(world={"wind": 2}), "yellow", "direction_mark", "wind") == {}


@pytest.mark.rule("E-win")
def test_home_tells_what_is_still_needed() -> None:
    rules = LudicrousRules(pieces_to_win=3)
    s = quiet(
        rules=rules,
        yellow={"pieces": [{"r": 56}, {"r": 56}, {"r": 54}]},
        red={"pieces": [{"r": 6}]},
    )
    assert row(s, "yellow", "home/home of the own party") == {
        "pieces": 2,
        "needed": 1,
        "distance_3": 2,
    }
    assert row(s, "red", "home/home of the across party") == {"pieces": 2, "needed": 1}
    assert row(s, "red", "home/home of the own party") == {"needed": 3, "distance_1": 50}
    assert row(quiet(players=2), "yellow", "home/home of the next party") == {}


def test_fallen_pieces_are_at_no_distance() -> None:
    s: Scene = quiet(yellow={"pieces": [{"r": 6, "fallen": 1}]})
    assert row(s, "yellow", "home/home of the own party") == {"needed": 4}
    assert row(s, "yellow", "spell_card/r = 7") == {"draws": 1}
