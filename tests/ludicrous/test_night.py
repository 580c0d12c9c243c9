"""The night: god token, hoops, calendar, weather, wind, night ambushes. [N-, 6.13]"""

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.tables import CALENDAR, WEATHERS
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

NO_HOOP = (1, 1)
QUIET = (*NO_HOOP, 3)
"""A night in which the calendar goes on to a quiet space."""
SUPPLY, WEATHER, WIND, MARKET, FULL_MOON = 6, 1, 2, 4, 5
"""Calendar rolls from its first space."""


def night(*dice: int, world: dict[str, int] | None = None, **parties: Any) -> Scene:
    """A night that begins with these dice."""
    return Scene("night", dice=dice, world=world, auto_pass=False, **parties)


# -- order, god token, hoops -------------------------------------------------------------------


@pytest.mark.rule("N-partner", "N-god", "N-hoops", "N-calendar", "N-ambush")
def test_the_steps_come_in_order() -> None:
    s = night(
        20,
        20,
        1,
        3,
        yellow={"pieces": [{"r": 20}], "partner": 1},
        green={"pieces": [{"r": seen_by("yellow", 22, "green"), "moved": 1}]},
    )
    assert [k for k in s.kinds if k != "throw"] == [
        "night",
        "partner_leaves",
        "basketball",
        "calendar",
    ]
    assert s.decision == "night ambush"


@pytest.mark.rule("N-god")
@pytest.mark.parametrize("colour", COLOURS)
def test_the_god_token_passes_counter_clockwise(colour: str) -> None:
    s = night(*QUIET, world={"god": COLOURS.index(colour)})
    assert s.state.god == COLOURS.index(following(colour, 3))


@pytest.mark.rule("N-god")
def test_it_skips_absent_parties() -> None:
    s = Scene("night", dice=QUIET, players=2, world={"god": 0})
    assert s.state.god == 2


@pytest.mark.rule("N-hoops", "6.13")
def test_the_new_holder_rolls_for_the_hoops_and_the_calendar() -> None:
    s = night(*QUIET, world={"god": 1})
    rolls = {event.data["reason"]: event.seat for event in s.events("roll")}
    assert rolls == {"basketball": 0, "calendar": 0}


@pytest.mark.rule("N-hoops", "6.13")
@pytest.mark.parametrize("dice", [(20, 19), (19, 20), (1, 1)])
def test_nothing_happens_unless_both_dice_show_twenty(dice: tuple[int, int]) -> None:
    s = night(*dice, 3, yellow={"pieces": [{"r": 6}]})
    assert s.r("yellow", 1) == 6


@pytest.mark.rule("N-hoops", "6.13")
@pytest.mark.parametrize("quadrant", range(4))
def test_the_d4_names_the_hoop_and_whoever_is_on_it_is_eliminated(quadrant: int) -> None:
    red = {"pieces": [{"r": (13 * n + 6 - 26) % 52} for n in range(4)]}
    red["pieces"] = [piece if piece["r"] <= 50 else {"r": 0} for piece in red["pieces"]]
    s = night(20, 20, quadrant + 1, 3, red=red)
    for n in range(4):
        assert (s.r("red", n + 1) == -1) == (n == quadrant)


@pytest.mark.rule("N-hoops", "6.13", "C-unconscious")
def test_a_hoop_hits_blocks_and_those_who_lie_there() -> None:
    own = {"pieces": [{"r": 6}, {"r": 6}, {"r": 7}]}
    blue = {"pieces": [{"r": seen_by("yellow", 6, "blue"), "fallen": 2}]}
    s = night(20, 20, 1, 3, yellow=own, blue=blue)
    assert [s.r("yellow", k) for k in (1, 2, 3)] == [-1, -1, 7]
    assert s.r("blue", 1) == -1
    assert s.state.ring[6] == 0


@pytest.mark.rule("N-hoops", "SP-phantom")
@pytest.mark.parametrize(("at", "left"), [(19, -1), (20, 20)])
def test_a_hoop_eliminates_a_phantom(at: int, left: int) -> None:
    s = night(20, 20, 2, 3, green={"phantom_at": at, "phantom_hp": 3, "phantom_turns": 3})
    assert s.get("green", "phantom_at") == left


@pytest.mark.rule("N-hoops", "8.7")
def test_an_eliminated_piece_drops_its_crown_there() -> None:
    s = night(20, 20, 1, 3, yellow={"pieces": [{"r": 6, "crowned": 1}]})
    assert s.get("yellow", "crown_at") == 6


# -- calendar ----------------------------------------------------------------------------------


@pytest.mark.rule("N-calendar")
@pytest.mark.parametrize(
    ("start", "roll", "space"), [(0, 3, 3), (20, 1, 21), (23, 4, 3), (21, 6, 3)]
)
def test_the_marker_advances_on_twenty_four_spaces(start: int, roll: int, space: int) -> None:
    assert night(*NO_HOOP, roll, world={"calendar": start}).state.calendar == space


@pytest.mark.rule("N-calendar")
def test_the_calendar_repeats_every_six_spaces() -> None:
    assert CALENDAR == ("supply", "weather", "wind", "quiet", "market", "full moon")


@pytest.mark.rule("N-calendar", "W-weapons")
def test_a_supply_drop_gives_every_party_its_own_d4_up_to_its_maximum() -> None:
    sheets = {"blue": sheet("archer"), "red": sheet("wizard")}
    s = night(
        *NO_HOOP,
        SUPPLY,
        4,
        2,
        1,
        3,
        sheets=sheets,
        yellow={"ammunition": 0},
        blue={"ammunition": 0},
        red={"ammunition": 8},
        green={"ammunition": 1},
    )
    assert [s.get(colour, "ammunition") for colour in COLOURS] == [3, 2, 8, 3]


@pytest.mark.rule("N-calendar", "A-looted")
def test_looted_weapons_are_not_resupplied() -> None:
    s = night(*NO_HOOP, SUPPLY, 1, 1, 1, 1, yellow={"loot": 11, "loot_ammunition": 1})
    assert s.get("yellow", "loot_ammunition") == 1


@pytest.mark.rule("N-weather", "N-calendar")
@pytest.mark.parametrize(
    ("roll", "weather"),
    [(1, "clear"), (2, "clear"), (3, "clear"), (4, "rain"), (5, "fog"), (6, "storm")],
)
def test_the_weather_is_a_d6(roll: int, weather: str) -> None:
    s = night(*NO_HOOP, WEATHER, roll, world={"weather": 2})
    assert WEATHERS[s.state.weather] == weather


@pytest.mark.rule("N-weather", "C-wet")
@pytest.mark.parametrize(("roll", "wet"), [(3, 0), (4, 2), (5, 0), (6, 2)])
def test_rain_and_storm_wet_pieces_on_fishing_spaces(roll: int, wet: int) -> None:
    own = [{"r": 10}, {"r": 11, "burning": 2}, {"r": 12}, {"r": 23, "fallen": 1}]
    s = night(*NO_HOOP, WEATHER, roll, yellow={"pieces": own})
    assert [s.get("yellow", "wet", k) for k in (1, 2, 3, 4)] == [wet, wet, 0, 0]
    assert s.get("yellow", "burning", 2) == (0 if wet else 2)


@pytest.mark.rule("N-weather", "W-line")
@pytest.mark.parametrize(("weather", "reach"), [(0, 7), (1, 7), (2, 4), (3, 4)])
def test_fog_and_storm_halve_the_range_of_shots(weather: int, reach: int) -> None:
    for distance in (reach, reach + 1):
        green = {"pieces": [{"r": seen_by("yellow", 14 + distance, "green")}]}
        s = Scene(
            "action",
            yellow={"pieces": [{"r": 14}]},
            green=green,
            world={"weather": weather},
            auto_pass=False,
        )
        assert ("ranged attack 1" in s.legal) == (distance == reach)


@pytest.mark.rule("N-weather", "ST-watchtower")
def test_in_fog_the_watchtower_adds_after_the_halving() -> None:
    own = {"pieces": [{"r": 10}], "structures": [{"built": 3, "built_hp": 5}]}
    for distance in (5, 6):
        green = {"pieces": [{"r": seen_by("yellow", 10 + distance, "green")}]}
        s = Scene("action", yellow=own, green=green, world={"weather": 2}, auto_pass=False)
        assert ("ranged attack 1" in s.legal) == (distance == 5)


@pytest.mark.rule("N-wind", "N-calendar")
@pytest.mark.parametrize(("direction", "strength"), [(1, 1), (4, 4)])
def test_the_wind_is_a_d4_and_a_d4_less_one(direction: int, strength: int) -> None:
    s = night(*NO_HOOP, WIND, direction, strength)
    assert (s.state.wind, s.state.wind_strength) == (direction - 1, strength - 1)


@pytest.mark.rule("N-wind", "6.8")
@pytest.mark.parametrize("quadrant", range(4))
@pytest.mark.parametrize(("turns", "total"), [(0, 12), (2, 6), (1, 9), (3, 9)])
def test_wind_helps_or_hinders_a_shot_by_its_first_step(
    quadrant: int, turns: int, total: int
) -> None:
    # Away from a start the path leads towards the centre: south from yellow's.
    colour = COLOURS[quadrant]
    towards = (2 + quadrant) % 4
    foe = following(colour, 3)
    target = {"pieces": [{"r": seen_by(colour, 3, foe)}]}
    parties: dict[str, Any] = {colour: {"pieces": [{"r": 1}]}, foe: target}
    s = Scene(
        "action",
        turn=colour,
        world={"wind": (towards + turns) % 4, "wind_strength": 3},
        auto_pass=False,
        **parties,
    )
    s.play("ranged attack 1").play("previous piece 1", [10, 20])
    # A musket has accuracy - 1.
    assert s.events("attack")[0].data["total"] == total


@pytest.mark.rule("N-wind")
def test_wind_does_not_touch_melee_weapons() -> None:
    green = {"pieces": [{"r": seen_by("yellow", 2, "green")}]}
    s = Scene(
        "action",
        yellow={"pieces": [{"r": 1}]},
        green=green,
        world={"wind": 2, "wind_strength": 3},
        auto_pass=False,
    )
    s.play("melee attack 1").play("previous piece 1", [10, 20])
    assert s.events("attack")[0].data["total"] == 11


@pytest.mark.rule("N-calendar", "6.7")
def test_on_market_day_every_party_with_room_draws() -> None:
    hands: dict[str, Any] = {"blue": {"hand": {"mend": 3}}, "red": {"hand": {"mend": 4}}}
    s = night(*NO_HOOP, MARKET, 1, 1, 1, **hands)
    assert [sum(s.hand(colour).values()) for colour in COLOURS] == [1, 4, 4, 1]


# -- night ambushes ----------------------------------------------------------------------------


def victim(r: int, colour: str = "yellow", foe: str = "green", **more: int) -> dict[str, Any]:
    """A piece that moved today, so that it ambushes nobody, where a colour has r."""
    return {"pieces": [{"r": seen_by(colour, r, foe), "moved": 1, **more}]}


def asked(own: Any, *dice: int, **others: Any) -> bool:
    """Whether yellow may ambush somebody tonight."""
    return night(*(dice or QUIET), yellow={"pieces": [own]}, **others).decision == "night ambush"


@pytest.mark.rule("N-ambush")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("ahead", "offered"), [(1, True), (3, True), (4, False), (-1, False)])
def test_a_victim_stands_one_to_three_ahead(colour: str, ahead: int, offered: bool) -> None:
    foe = following(colour, 2)
    s = night(
        *QUIET,
        world={"starter": COLOURS.index(colour)},
        **{colour: {"pieces": [{"r": 46}]}, foe: victim(46 + ahead, colour, foe)},
    )
    assert (s.decision == "night ambush") == offered


@pytest.mark.rule("N-ambush")
def test_not_beyond_the_last_pathway_space() -> None:
    assert asked({"r": 48}, green=victim(50))
    assert not asked({"r": 49}, green=victim(51))
    assert not asked({"r": 49}, green=victim(52))


@pytest.mark.rule("N-ambush")
@pytest.mark.parametrize("state", [{"prone": 1}, {"restrained": 1}, {"moved": 1}, {"fallen": 2}])
def test_the_ambusher_is_conscious_standing_free_and_rested(state: dict[str, int]) -> None:
    assert asked({"r": 20}, green=victim(22))
    assert not asked({"r": 20, **state}, green=victim(22))


@pytest.mark.rule("N-ambush")
def test_moving_by_a_roll_by_day_rules_it_out_for_that_night_only() -> None:
    s = Scene(
        "movement",
        turn="green",
        dice=[1],
        green={"pieces": [{"r": 23}]},
        yellow=victim(26, "green", "yellow"),
        auto_pass=False,
    )
    s.play("move 1", [*QUIET])
    assert s.decision == "turning"
    assert s.get("green", "moved", 1) == s.get("yellow", "moved", 1) == 0


@pytest.mark.rule("N-ambush")
def test_only_single_pieces_are_ambushed_and_blocks_and_phantoms_bar_the_way() -> None:
    block = {"pieces": victim(22)["pieces"] * 2}
    phantom = {"phantom_at": 22, "phantom_hp": 3, "phantom_turns": 3}
    assert not asked({"r": 20}, green=block)
    assert not asked({"r": 20}, green=block, red=victim(23, foe="red"))
    assert not asked({"r": 20}, green=phantom, red=victim(23, foe="red"))
    assert asked({"r": 20}, green=victim(22), red=victim(23, foe="red"))


@pytest.mark.rule("N-ambush", "M-pass", "ST-barricade")
@pytest.mark.parametrize(
    ("own", "foe", "offered"), [(13, 15, False), (13, 14, True), (14, 15, True)]
)
def test_a_barricade_between_bars_it_but_not_where_it_begins_or_ends(
    own: int, foe: int, offered: bool
) -> None:
    # Blue's first structural space touches yellow's r = 14.
    blue = {"structures": [{"built": 0, "built_hp": 6}]}
    assert asked({"r": own}, green=victim(foe), blue=blue) == offered


@pytest.mark.rule("N-ambush")
def test_it_may_be_declined_and_the_victim_is_chosen() -> None:
    own = {"pieces": [{"r": 20}, {"r": 19}]}
    s = night(*QUIET, yellow=own, green=victim(21), red=victim(22, foe="red"))
    assert s.legal == ["end", "night ambush 1", "night ambush 2"]
    s.play("night ambush 1")
    assert s.legal == ["across piece 1", "previous piece 1"]
    s.play("across piece 1", [10, 10, 1])
    assert s.fallen("red", 1)
    assert s.r("yellow", 1) == 22
    assert s.decision == "turning"


@pytest.mark.rule("N-ambush", "D-contest")
@pytest.mark.parametrize(
    ("ours", "theirs", "won"), [(10, 10, True), (9, 10, False), (20, 20, True), (1, 1, False)]
)
def test_intelligence_against_adaptability(ours: int, theirs: int, won: bool) -> None:
    s = night(*QUIET, yellow={"pieces": [{"r": 20}]}, green=victim(23))
    s.play("night ambush 1").play("previous piece 1", [ours, theirs])
    assert s.fallen("green", 1) == won
    assert s.r("yellow", 1) == (23 if won else 20)
    assert s.get("yellow", "prone", 1) == int(not won)


@pytest.mark.rule("N-ambush", "Y-stats")
def test_the_scores_are_added() -> None:
    sheets = {"yellow": sheet(intelligence=2), "green": sheet(adaptability=1)}
    s = night(*QUIET, yellow={"pieces": [{"r": 20}]}, green=victim(23), sheets=sheets)
    s.play("night ambush 1").play("previous piece 1", [9, 10])
    assert s.fallen("green", 1)


@pytest.mark.rule("N-ambush", "D-adv")
def test_a_victim_that_faces_the_ambusher_has_advantage() -> None:
    s = night(*QUIET, yellow={"pieces": [{"r": 20}]}, green=victim(23, facing=-1))
    s.play("night ambush 1").play("previous piece 1", [10, 3, 11])
    assert not s.fallen("green", 1)


@pytest.mark.rule("N-ambush", "N-calendar", "D-adv")
def test_the_full_moon_gives_ambushers_advantage_this_night() -> None:
    s = night(*NO_HOOP, FULL_MOON, yellow={"pieces": [{"r": 20}]}, green=victim(23))
    s.play("night ambush 1").play("previous piece 1", [3, 11, 10])
    assert s.fallen("green", 1)
    assert not s.state.full_moon


@pytest.mark.rule("N-ambush", "6.5")
def test_a_star_protects_by_night_too() -> None:
    s = night(*QUIET, yellow={"pieces": [{"r": 20}]}, green=victim(21))
    s.play("night ambush 1").play("previous piece 1", [10, 9, 4])
    assert s.fallen("yellow", 1)
    assert s.r("yellow", 1) == 22
    assert not s.fallen("green", 1)


@pytest.mark.rule("N-ambush", "M-effects", "6.7")
def test_landing_effects_follow() -> None:
    s = night(*QUIET, yellow={"pieces": [{"r": 20}]}, green=victim(22))
    s.play("night ambush 1").play("previous piece 1", [10, 9, 1])
    assert sum(s.hand("yellow").values()) == 1


@pytest.mark.rule("N-ambush", "C-veiled", "R-tackle")
def test_the_veiled_are_ambushed_and_nobody_tackles() -> None:
    blue = victim(21, foe="blue", moved=0)
    blue["pieces"][0]["moved"] = 1
    s = night(*QUIET, yellow={"pieces": [{"r": 20}]}, green=victim(23, veiled=1), blue=blue)
    s.play("night ambush 1").play("previous piece 1", [10, 9])
    assert s.fallen("green", 1)
    assert s.events("tackle") == []


@pytest.mark.rule("N-ambush")
@pytest.mark.parametrize("starter", range(4))
def test_parties_are_asked_from_the_starting_token_clockwise(starter: int) -> None:
    places = {c: {"pieces": [{"r": 15}, {}, {}, {}]} for c in COLOURS}
    for colour in COLOURS:
        foe = following(colour, 2)
        places[foe]["pieces"][2] = {"r": seen_by(colour, 17, foe), "moved": 1}
    s = night(*QUIET, world={"starter": starter}, **places)
    order = []
    while s.decision == "night ambush":
        order.append(s.decider)
        s.play("end")
    assert order == [COLOURS[(starter + n) % 4] for n in range(4)]
    assert s.decider == COLOURS[starter]
