"""What each kind of pathway space tells, on scenes that were made by hand. [6.1-6.7, 6.11-6.13]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.scenes import Scene, sheet
from tests.observation.support import PART, at, numbers_of, quiet, row, seen

BARRICADE: dict[str, Any] = {"built": 0, "built_hp": 6}
KINDS = {
    "start": (0,),
    "pathway": (1,),
    "teleport_to": (2,),
    "teleport_from": (3,),
    "corner": (4, 5),
    "hoop": (6,),
    "spell_card": (7, 9),
    "star": (8,),
    "fishing": (10, 11),
    "trap": (12,),
}
"""The r of each kind of space in a quadrant, as the page on the board has them."""


# -- what every space tells ------------------------------------------------------------------


def crowded() -> Scene:
    """Yellow has a block on its star, over a fallen red piece; green's block comes behind it."""
    return quiet(
        yellow={"pieces": [{"r": 3}, {"r": 8}, {"r": 8, "prone": 1, "crowned": 1}]},
        blue={"pieces": [at("blue", 10), at("blue", 20, restrained=1)]},
        red={
            "pieces": [
                at("red", 45, veiled=1, facing=-1),
                at("red", 8, fallen=2),
            ]
        },
        green={"pieces": [at("green", 2), at("green", 2, prone=1)]},
    )


def test_a_space_tells_who_is_there_and_who_may_come() -> None:
    # Yellow's piece 1 comes with a 5; of green's block only the one that stands gets so far.
    assert row(crowded(), "yellow", "star/r = 8") == {
        "own_pieces": 2,
        "fallen": 1,
        "forward": 2,
        "prone": 1,
        "crowned": 1,
        "distance_1": 5,
        "reach": 1,
        "threat": 1,
        "block": 1,
        "save_next": 4,
        "save_across": 4,
        "save_previous": 4,
    }


def test_another_party_sees_the_same_space_from_its_own_start() -> None:
    # Blue's piece 1 is past it; piece 2 stands on r = 7. Yellow's piece 1 is an enemy now.
    assert row(crowded(), "blue", "star/r = 47") == {
        "previous_pieces": 2,
        "fallen": 1,
        "forward": 2,
        "prone": 1,
        "crowned": 1,
        "distance_2": 40,
        "threat": 2,
        "save_next": 4,
        "save_across": 4,
        "save_previous": 4,
    }


def test_facing_veils_leaders_and_restraints_are_told() -> None:
    s = crowded()
    assert numbers_of(
        s, "yellow", "hoop/r = 45", "across_pieces", "forward", "leader", "veiled"
    ) == {
        "across_pieces": 1,
        "forward": 0,
        "leader": 1,
        "veiled": 1,
    }
    assert numbers_of(s, "green", "spell_card/r = 33", "across_pieces", "restrained", "leader") == {
        "across_pieces": 1,
        "restrained": 1,
        "leader": 0,
    }
    assert numbers_of(s, "yellow", "teleport_from/r = 3", "own_pieces", "leader", "forward") == {
        "own_pieces": 1,
        "leader": 1,
        "forward": 1,
    }


def test_one_roll_reaches_six_spaces_three_for_who_is_prone_and_none_for_who_is_held() -> None:
    s = quiet(
        yellow={"pieces": [{"r": 20}]},
        green={"pieces": [at("green", 20, prone=1), at("green", 30, restrained=1)]},
    )

    def found(colour: str, field: str, first: int) -> list[int]:
        names = seen(s, colour)
        spaces = [
            int(name.split("/")[1].removeprefix("r = "))
            for name in names
            if name.endswith(f"/{field}")
        ]
        return sorted((space + first) % 52 for space in spaces)

    assert found("yellow", "reach", 0) == [21, 22, 23, 24, 25, 26]
    assert found("yellow", "threat", 0) == [21, 22, 23]
    assert found("green", "reach", 39) == [21, 22, 23]
    assert found("green", "threat", 39) == [21, 22, 23, 24, 25, 26]
    assert found("red", "threat", 26) == [21, 22, 23, 24, 25, 26]


def test_nobody_reaches_farther_than_the_end_of_its_route() -> None:
    s = quiet(yellow={"pieces": [{"r": 48}]})
    reached = [name for name in seen(s, "yellow") if name.endswith("/reach")]
    assert reached == ["fishing/r = 49/reach", "fishing/r = 50/reach"]
    assert numbers_of(s, "yellow", "fishing/r = 50", "distance_1") == {"distance_1": 2}
    assert numbers_of(s, "yellow", "trap/r = 51", "distance_1", "reach") == {
        "distance_1": 0,
        "reach": 0,
    }


def test_team_mates_are_no_threat() -> None:
    s = quiet(rules=LudicrousRules(teams=True), red={"pieces": [{"r": 5}]})
    assert not [name for name in seen(s, "yellow") if name.endswith("/threat")]
    assert [name for name in seen(s, "blue") if name.endswith("/threat")]


def test_phantoms_and_crown_tokens_lie_on_their_spaces() -> None:
    phantom = {"phantom_hp": 3, "phantom_turns": 2}
    s = quiet(
        yellow={"phantom_at": 14, "crown_at": 15, **phantom},
        blue={"phantom_at": 16, "crown_at": 15, **phantom},
        red={"crown_at": 15},
    )
    fields = ("friendly_phantom", "enemy_phantom", "own_crown", "other_crown")
    assert list(numbers_of(s, "yellow", "pathway/r = 14", *fields).values()) == [1, 0, 0, 0]
    assert list(numbers_of(s, "yellow", "teleport_from/r = 16", *fields).values()) == [0, 1, 0, 0]
    assert list(numbers_of(s, "yellow", "teleport_to/r = 15", *fields).values()) == [0, 0, 1, 2]
    assert list(numbers_of(s, "blue", "pathway/r = 1", *fields).values()) == [0, 1, 0, 0]
    assert list(numbers_of(s, "blue", "teleport_to/r = 2", *fields).values()) == [0, 0, 1, 2]
    assert list(numbers_of(s, "green", "teleport_to/r = 28", *fields).values()) == [0, 0, 0, 3]


def test_a_phantom_of_the_team_is_friendly() -> None:
    phantom = {"phantom_at": 14, "phantom_hp": 3, "phantom_turns": 2}
    s = quiet(rules=LudicrousRules(teams=True), red=phantom)
    assert row(s, "yellow", "pathway/r = 14")["friendly_phantom"] == 1
    assert row(s, "blue", "pathway/r = 1")["enemy_phantom"] == 1


@pytest.mark.rule("ST-barricade")
@pytest.mark.parametrize(
    ("slot", "state", "stops"),
    [
        (BARRICADE, {}, 1),
        ({**BARRICADE, "hacked": 2}, {}, 0),
        (BARRICADE, {"stunned": 1}, 0),
        ({"built": 1, "built_hp": 5}, {}, 0),
    ],
)
def test_a_working_enemy_barricade_stops(
    slot: dict[str, int], state: dict[str, int], stops: int
) -> None:
    # Structural space 1 guards r = 1 of its party, space 2 guards r = 4.
    s = quiet(blue={"structures": [{}, slot], **state})
    assert numbers_of(s, "yellow", "corner/r = 17", "stops") == {"stops": stops}
    assert numbers_of(s, "red", "corner/r = 43", "stops") == {"stops": stops}
    assert numbers_of(s, "blue", "corner/r = 4", "stops") == {"stops": 0}


@pytest.mark.parametrize("kind", KINDS)
def test_every_space_is_told_of_by_the_encoder_of_its_kind(kind: str) -> None:
    spaces = sorted(13 * quadrant + r for quadrant in range(4) for r in KINDS[kind])
    assert list(PART[kind].rows) == [f"r = {space}" for space in spaces]
    assert sorted(r for places in KINDS.values() for r in places) == list(range(13))


# -- what each kind tells --------------------------------------------------------------------


@pytest.mark.rule("M-enter")
@pytest.mark.parametrize(
    ("parties", "room"),
    [
        ({}, 1),
        ({"yellow": {"pieces": [{"r": 0}]}}, 1),
        ({"yellow": {"pieces": [{"r": 0}, {"r": 0}]}}, 0),
        ({"blue": {"pieces": [at("blue", 0), at("blue", 0)]}}, 1),
        ({"red": {"pieces": [at("red", 0)]}}, 1),
        ({"green": {"phantom_at": 0, "phantom_hp": 3, "phantom_turns": 1}}, 0),
    ],
)
def test_a_start_tells_whether_a_piece_may_enter(parties: dict[str, Any], room: int) -> None:
    s = quiet(**parties)
    assert numbers_of(s, "yellow", "start/r = 0", "enter") == {"enter": room}
    assert numbers_of(s, "yellow", "start/r = 13", "enter") == {"enter": 0}


@pytest.mark.rule("E-teams", "M-enter")
def test_a_team_mate_on_the_start_shuts_it() -> None:
    s = quiet(rules=LudicrousRules(teams=True), red={"pieces": [at("red", 0)]})
    assert numbers_of(s, "yellow", "start/r = 0", "enter") == {"enter": 0}


@pytest.mark.rule("6.3")
def test_a_corner_tells_who_stands_across_the_divide() -> None:
    s = quiet(
        yellow={"pieces": [{"r": 4}, {"r": 4}]},
        blue={"pieces": [at("blue", 5), at("blue", 18)]},
    )
    fields = ("across_own", "across_enemy")
    assert list(numbers_of(s, "yellow", "corner/r = 5", *fields).values()) == [2, 0]
    assert list(numbers_of(s, "yellow", "corner/r = 4", *fields).values()) == [0, 1]
    assert list(numbers_of(s, "blue", "corner/r = 44", *fields).values()) == [0, 2]
    assert list(numbers_of(s, "blue", "corner/r = 43", *fields).values()) == [1, 0]
    assert list(numbers_of(s, "blue", "corner/r = 4", *fields).values()) == [1, 0]


@pytest.mark.rule("6.5")
def test_a_star_tells_the_roll_that_saves() -> None:
    # Goal 4 + speed of the ambusher, less dexterity; a 1 always fails and a 6 always saves.
    sheets = {
        "yellow": sheet(speed=2, dexterity=-2),
        "blue": sheet(speed=-2, dexterity=2),
        "green": sheet(speed=2),
    }
    s = quiet(sheets=sheets, blue={"pieces": [at("blue", 21)]}, yellow={"pieces": [{"r": 34}]})
    saves = ("save_next", "save_across", "save_previous", "pierce")
    assert list(numbers_of(s, "yellow", "star/r = 8", *saves).values()) == [4, 6, 6, 0]
    assert list(numbers_of(s, "yellow", "star/r = 21", *saves).values()) == [4, 6, 6, 4]
    # Blue: against red 4 - 2, against green 6 - 2, against yellow 6 - 2.
    assert list(numbers_of(s, "blue", "star/r = 8", *saves).values()) == [2, 4, 4, 0]
    # Blue ambushes yellow on red's star: 4 - 2 + 2.
    assert list(numbers_of(s, "blue", "star/r = 21", *saves).values()) == [2, 4, 4, 4]
    # Red ambushes yellow there: 4 + 2.
    assert row(s, "red", "star/r = 8")["pierce"] == 6


@pytest.mark.rule("6.5", "D-save")
def test_a_1_never_saves_on_a_star() -> None:
    s = quiet(sheets={"yellow": sheet(dexterity=2), "blue": sheet(speed=-2)})
    assert row(s, "yellow", "star/r = 8")["save_next"] == 2


@pytest.mark.rule("6.5", "C-crowned")
def test_a_crown_helps_on_a_star() -> None:
    s = quiet(yellow={"pieces": [{"r": 8, "crowned": 1}]})
    assert row(s, "yellow", "star/r = 8")["save_next"] == 3
    assert row(s, "yellow", "star/r = 21")["save_next"] == 4
    assert row(s, "blue", "star/r = 47")["pierce"] == 3


@pytest.mark.rule("6.5", "E-teams")
def test_stars_of_absent_parties_are_foreign_and_no_mate_ambushes() -> None:
    s = quiet(players=2)
    blocks = [row(s, "yellow", f"star/r = {r}").get("block", 0) for r in (8, 21, 34, 47)]
    assert blocks == [1, 0, 0, 0]
    assert set(row(s, "yellow", "star/r = 8")) == {"block", "save_across"}
    s = quiet(rules=LudicrousRules(teams=True))
    assert set(row(s, "yellow", "star/r = 8")) == {"block", "save_next", "save_previous"}


@pytest.mark.rule("6.6")
def test_a_t_tells_the_risk_and_what_is_on_its_d() -> None:
    s = quiet(
        sheets={"yellow": sheet(luck=1), "blue": sheet(luck=-2)},
        blue={"pieces": [at("blue", 15)]},
        red={"pieces": [at("red", 28), at("red", 28)]},
    )
    fields = ("leads", "goal", "ambush", "pushed")
    told = [
        list(numbers_of(s, "yellow", f"teleport_from/r = {r}", *fields).values())
        for r in (3, 16, 29, 42)
    ]
    # From the last T no D comes before r = 50.
    assert told == [[1, 3, 1, 0], [1, 3, 0, 1], [1, 3, 0, 0], [0, 0, 0, 0]]
    # Blue's 4th T, r = 42, is yellow's first; its third leads to yellow's D, which is free.
    told = [
        list(numbers_of(s, "blue", f"teleport_from/r = {r}", *fields).values())
        for r in (3, 16, 29, 42)
    ]
    assert told == [[1, 6, 0, 1], [1, 6, 0, 0], [1, 6, 0, 0], [0, 0, 0, 0]]


@pytest.mark.rule("6.6")
def test_a_d_tells_who_could_come_and_whether_it_may_stay() -> None:
    s = quiet(
        yellow={"pieces": [{"r": 3}, {"r": 3}, {"r": 28}, {"r": 42}]},
        blue={"pieces": [at("blue", 41)]},
        green={"phantom_at": 15, "phantom_hp": 3, "phantom_turns": 1},
    )
    fields = ("travellers", "room")
    told = [
        list(numbers_of(s, "yellow", f"teleport_to/r = {r}", *fields).values())
        for r in (2, 15, 28, 41)
    ]
    assert told == [[0, 1], [2, 0], [0, 1], [0, 0]]


@pytest.mark.rule("6.7")
@pytest.mark.parametrize(
    ("cards", "intelligence", "draws", "sheds"),
    [(0, 0, 1, 0), (3, 0, 1, 0), (4, 0, 0, 1), (4, 1, 1, 0), (2, -2, 0, 1)],
)
def test_a_spell_card_space_tells_whether_there_is_room(
    cards: int, intelligence: int, draws: int, sheds: int
) -> None:
    s = quiet(sheets={"yellow": sheet(intelligence=intelligence)}, yellow={"hand": {"mend": cards}})
    for space in (7, 9, 20, 48):
        told = numbers_of(s, "yellow", f"spell_card/r = {space}", "draws", "sheds")
        assert told == {"draws": draws, "sheds": sheds}
        told = numbers_of(s, "blue", f"spell_card/r = {space}", "draws", "sheds")
        assert told == {"draws": 1, "sheds": 0}


@pytest.mark.rule("6.7")
def test_a_hand_that_is_too_small_to_shed_from_does_not_shed() -> None:
    rules = LudicrousRules(house=(("hand_limit", 1),))
    s = quiet(rules=rules, yellow={"hand": {"mend": 1}})
    assert numbers_of(s, "yellow", "spell_card/r = 7", "draws", "sheds") == {"draws": 0, "sheds": 0}
    s = quiet(rules=LudicrousRules(modules=()))
    assert numbers_of(s, "yellow", "spell_card/r = 7", "draws", "sheds") == {"draws": 0, "sheds": 0}


@pytest.mark.rule("6.11", "ST-snare")
def test_a_trap_tells_what_it_would_do() -> None:
    sheets = {
        "yellow": sheet(dexterity=-1),
        "blue": sheet(engineering=2),
        "red": sheet(engineering=-2),
    }
    snare = {"structures": [{"built": 4, "built_hp": 3}]}
    s = quiet(sheets=sheets, yellow={"hp": 1}, green=snare)
    fields = ("springs", "goal", "fells")
    told = [
        list(numbers_of(s, "yellow", f"trap/r = {r}", *fields).values()) for r in (12, 25, 38, 51)
    ]
    # 4 + engineering + snare, less dexterity; 7 is beyond the die. The own trap does nothing.
    assert told == [[1, 7, 1], [1, 3, 1], [1, 7, 1], [0, 0, 0]]
    told = [list(numbers_of(s, "red", f"trap/r = {r}", *fields).values()) for r in (12, 25, 38, 51)]
    assert told == [[1, 6, 0], [1, 4, 0], [1, 6, 0], [0, 0, 0]]


@pytest.mark.rule("6.11", "E-teams")
def test_a_trap_springs_neither_on_who_sneaks_nor_on_a_team_mate() -> None:
    s = Scene("action", auto_pass=False, yellow={"pieces": [{"r": 5}]}).play("sneak")
    assert "springs" not in row(s, "yellow", "trap/r = 12")
    assert row(s, "blue", "trap/r = 12")["springs"] == 1
    s = quiet(rules=LudicrousRules(teams=True))
    assert [r for r in (12, 25, 38, 51) if "springs" in row(s, "yellow", f"trap/r = {r}")] == [
        12,
        38,
    ]


@pytest.mark.rule("6.11")
def test_a_trap_of_an_absent_party_has_engineering_0() -> None:
    s = quiet(players=2, sheets={"blue": sheet(engineering=2)})
    assert numbers_of(s, "yellow", "trap/r = 12", "springs", "goal") == {"springs": 1, "goal": 4}


@pytest.mark.rule("6.12")
def test_a_fishing_space_tells_the_roll_that_makes_a_catch() -> None:
    s = quiet(sheets={"yellow": sheet(luck=2), "blue": sheet(luck=-1)})
    for space, yellow, blue in ((10, 7, 10), (11, 10, 13), (49, 7, 10), (50, 10, 13)):
        assert row(s, "yellow", f"fishing/r = {space}") == {"goal": yellow}
        assert row(s, "blue", f"fishing/r = {space}") == {"goal": blue}
    assert seen(quiet(rules=LudicrousRules(modules=())), "yellow", "fishing") == {}


@pytest.mark.rule("6.13")
def test_a_hoop_tells_whether_there_is_a_night() -> None:
    assert row(quiet(), "red", "hoop/r = 19") == {"by_night": 1}
    assert row(quiet(rules=LudicrousRules(modules=("combat",))), "red", "hoop/r = 19") == {}
