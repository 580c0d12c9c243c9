"""What pieces, parties, cards, the world and the rules tell, on scenes that were made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.ludicrous import LudicrousRules, PartySheet
from ludo_env.rules.tables import CARDS, CLASSES, MODULES, STATS
from tests.ludicrous.scenes import Scene, sheet
from tests.observation.support import PART, at, numbers_of, quiet, row, seen

VIEWS = ("own", "next", "across", "previous")


# -- pieces ----------------------------------------------------------------------------------


CONDITIONS = {
    "prone": 1,
    "restrained": 2,
    "wet": 1,
    "burning": 2,
    "dodging": 1,
    "crowned": 1,
}


def test_a_piece_tells_its_place_and_its_conditions() -> None:
    s = quiet(
        yellow={
            "pieces": [
                {"r": 0, **CONDITIONS, "facing": -1},
                {"r": 50, "veiled": 1, "moved": 1, "turned": 1, "laid": 1},
                {"r": 56},
            ]
        },
        blue={"pieces": [{"r": -2, "jailer": 0}, {"r": 7, "fallen": 2}, {"r": 53}]},
    )
    # Place is r + 2.
    yellow = [{"place": 2, **CONDITIONS}, {"place": 52, "forward": 1, "veiled": 1, "moved": 1}]
    yellow += [{"place": 58}, {"place": 1}]
    blue = [{"place": 0}, {"place": 9, "fallen": 2, "forward": 1}, {"place": 55}, {"place": 1}]
    for colour, view, next_view, jailer in (
        ("yellow", "own", "next", 1),
        ("blue", "previous", "own", 4),
        ("red", "across", "previous", 3),
    ):
        told = [row(s, colour, f"pieces/{view} piece {k}") for k in (1, 2, 3, 4)]
        # The turning phase has begun anew.
        assert told == yellow
        told = [row(s, colour, f"pieces/{next_view} piece {k}") for k in (1, 2, 3, 4)]
        assert told == [{"jailer": jailer}, *blue[1:]]


@pytest.mark.rule("T-turning", "8.5")
def test_who_has_turned_or_lain_down_is_told() -> None:
    s = quiet(yellow={"pieces": [{"r": 20}, {"r": 21}]}).play("turn 1").play("lie down 2")
    assert row(s, "yellow", "pieces/own piece 1") == {"place": 22, "turned": 1}
    told = {"place": 23, "forward": 1, "prone": 1, "laid": 1}
    assert row(s, "green", "pieces/next piece 2") == told


def test_pieces_of_colours_that_do_not_play_are_not_there() -> None:
    s = quiet(players=3)
    assert seen(s, "yellow", "pieces/previous") == {}
    assert seen(s, "yellow", "pieces/across") != {}


@pytest.mark.rule("N-wind", "6.8")
@pytest.mark.parametrize(
    ("space", "facing", "wind", "told"),
    [
        # Yellow's first spaces lead south, those after the divide east.
        (1, 1, 0, {"against": 3}),
        (1, 1, 2, {"with": 3}),
        (1, -1, 0, {"with": 3}),
        (1, 1, 1, {}),
        (7, 1, 1, {"with": 3}),
        (7, 1, 3, {"against": 3}),
        (7, 1, 0, {}),
        # Across the divide: from 4 south, back from 5 west.
        (4, 1, 2, {"with": 3}),
        (5, -1, 3, {"with": 3}),
    ],
)
def test_the_wind_helps_or_hinders_the_shots_of_a_piece(
    space: int, facing: int, wind: int, told: dict[str, int]
) -> None:
    s = quiet(
        world={"wind": wind, "wind_strength": 3},
        yellow={"pieces": [{}, {"r": space, "facing": facing}, {"r": 52}]},
        red={"pieces": [at("red", space + 13, facing=facing)]},
    )
    for colour, view in (("yellow", "own"), ("blue", "previous")):
        found = {name: value for name, value in seen(s, colour, "wind/").items() if view in name}
        assert found == {f"wind/{view} piece 2/{field}": n for field, n in told.items()}


# -- parties ---------------------------------------------------------------------------------


def test_a_party_tells_what_it_has() -> None:
    s = quiet(
        sheets={"blue": sheet("archer", constitution=1)},
        blue={
            "hp": 7,
            "stunned": 1,
            "poisoned": 2,
            "provoker": 3,
            "counter": 2,
            "reacted": 1,
            "tackled": 1,
            "ammunition": 4,
            "loot": 14,
            "loot_ammunition": 3,
            "partner": 9,
            "crown_used": 1,
            "penalties": 5,
            "fouls": 6,
            "phantom_at": 20,
            "phantom_hp": 2,
            "phantom_turns": 3,
            "crown_at": 13,
        },
    )
    # 12 + 2 for constitution; 7 is half of it.
    told = {
        "in_play": 1,
        "hp": 7,
        "lost": 7,
        "wounded": 1,
        "stunned": 1,
        "poisoned": 2,
        "counter": 2,
        "reacted": 1,
        "tackled": 1,
        "ammunition": 4,
        "loot_weapon": 14,
        "loot_ammunition": 3,
        "partner": 9,
        "crown_used": 1,
        "penalties": 5,
        "fouls": 6,
        "phantom_turns": 3,
    }
    # Green has provoked it: blue sees green as across, yellow as previous, green itself as own.
    for colour, view, provoker in (
        ("blue", "own", 3),
        ("yellow", "next", 4),
        ("green", "across", 1),
    ):
        assert row(s, colour, f"parties/{view} party") == {**told, "provoker": provoker}
    assert row(s, "blue", "tokens/own party") == {"crown_at": 1, "phantom_at": 8, "phantom_hp": 2}
    assert row(s, "yellow", "tokens/next party") == {
        "crown_at": 14,
        "phantom_at": 21,
        "phantom_hp": 2,
    }


@pytest.mark.rule("6.12")
@pytest.mark.parametrize(
    ("loot", "told"),
    [
        (0, {}),
        (1, {"loot_weapon": 1}),
        (11, {"loot_weapon": 11, "loot_ammunition": 2}),
        (15, {"loot_fish": 1}),
        (18, {"loot_fish": 4}),
    ],
)
def test_the_slot_for_loot_holds_a_weapon_or_a_fish(loot: int, told: dict[str, int]) -> None:
    more = {"loot_ammunition": 2} if loot == 11 else {}
    s = quiet(red={"loot": loot, **more})
    found = row(s, "blue", "parties/next party")
    assert {name: value for name, value in found.items() if "loot" in name} == told


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("hp", "wounded"), [(12, 0), (7, 0), (6, 1), (1, 1)])
def test_half_of_the_maximum_is_wounded(hp: int, wounded: int) -> None:
    s = quiet(yellow={"hp": hp})
    fields = numbers_of(s, "red", "parties/across party", "hp", "lost", "wounded")
    assert fields == {"hp": hp, "lost": 12 - hp, "wounded": wounded}


@pytest.mark.rule("Y-stress")
@pytest.mark.parametrize(
    ("pieces", "stressed"),
    [
        ([{"r": 3, "fallen": 1}], 0),
        ([{"r": 3, "fallen": 1}, {"r": 9, "fallen": 2}], 1),
        ([{"r": 3, "fallen": 1}, {"r": -2, "jailer": 1}], 1),
    ],
)
def test_two_pieces_unconscious_or_captive_are_stress(
    pieces: list[dict[str, int]], stressed: int
) -> None:
    s = quiet(yellow={"pieces": pieces})
    assert numbers_of(s, "yellow", "tokens/own party", "stressed") == {"stressed": stressed}
    assert numbers_of(s, "blue", "tokens/previous party", "stressed") == {"stressed": stressed}


@pytest.mark.rule("E-teams", "E-leave")
def test_team_mates_and_those_who_have_left_are_told() -> None:
    s = quiet(rules=LudicrousRules(teams=True))
    mates = [name for name in seen(s, "blue", "parties") if name.endswith("team_mate")]
    assert mates == ["parties/across party/team_mate"]
    s = quiet(red={"left": 1, "places": 4})
    assert row(s, "yellow", "parties/across party") == {"place": 4}
    assert row(s, "yellow", "tokens/across party") == {}
    assert row(s, "yellow", "home/home of the across party") == {}
    assert row(s, "yellow", "artillery/artillery of the across party").get("loaded", 0) == 0


def test_who_has_the_turn_and_the_tokens_is_told() -> None:
    s = quiet(turn="blue", world={"starter": 2, "god": 3})
    found = seen(s, "yellow", "turns")
    assert found == {
        "turns/next party/decides": 1,
        "turns/next party/turn": 1,
        "turns/across party/starter": 1,
        "turns/previous party/god": 1,
    }
    found = seen(s, "red", "turns")
    assert set(found) == {
        "turns/previous party/decides",
        "turns/previous party/turn",
        "turns/own party/starter",
        "turns/next party/god",
    }


# -- cards -----------------------------------------------------------------------------------


@pytest.mark.rule("6.7", "Y-class", "SP-")
def test_one_sees_the_own_cards_and_how_many_the_others_have() -> None:
    hands = {"yellow": {"mend": 2, "ward": 1, "amplify": 1}, "blue": {"fire bolt": 3}}
    s = Scene(
        "turning",
        auto_pass=False,
        sheets={"blue": sheet("wizard", intelligence=2)},
        yellow={"hand": hands["yellow"]},
        blue={"hand": hands["blue"]},
    )
    # A soldier casts restoration; meta cards go with any spell.
    assert seen(s, "yellow", "hand/") == {
        "hand/mend/held": 2,
        "hand/mend/castable": 1,
        "hand/ward/held": 1,
        "hand/amplify/held": 1,
        "hand/amplify/castable": 1,
    }
    assert seen(s, "blue", "hand/") == {"hand/fire bolt/held": 3, "hand/fire bolt/castable": 1}
    assert seen(s, "red", "hand/") == {}
    # Limits are 4 + intelligence.
    assert row(s, "yellow", "hands/own party") == {"cards": 4}
    assert row(s, "yellow", "hands/next party") == {"cards": 3, "room": 3}
    assert row(s, "red", "hands/previous party") == {"cards": 3, "room": 3}
    assert row(s, "red", "hands/own party") == {"room": 4}


@pytest.mark.rule("6.7")
def test_discards_are_open_and_of_the_deck_the_number() -> None:
    s = quiet()
    s.state.discards[CARDS.index("veil")] = 3
    for colour in COLOURS:
        assert seen(s, colour, "hand/") == {"hand/veil/discards": 3}
        # Four of each of fifteen kinds.
        assert row(s, colour, "world/now")["deck"] == 60
    without = quiet(rules=LudicrousRules(modules=()))
    assert "deck" not in row(without, "yellow", "world/now")
    assert seen(without, "yellow", "hands") == {}


# -- the world and the rules -----------------------------------------------------------------


@pytest.mark.rule("N-weather", "P-", "N-calendar")
def test_the_world_is_told() -> None:
    world = {
        "weather": 2,
        "full_moon": 1,
        "annustar": 7,
        "calendar": 13,
        "free_choice": 1,
        "rounds": 460,
    }
    assert row(quiet(world=world), "green", "world/now") == {
        "fog": 1,
        "full_moon": 1,
        "annustar": 7,
        "calendar": 13,
        "free_choice": 1,
        "deck": 60,
        "rounds_left": 40,
    }
    assert row(quiet(), "green", "world/now") == {"clear": 1, "deck": 60, "rounds_left": 255}
    endless = quiet(rules=LudicrousRules(max_rounds=0))
    assert row(endless, "green", "world/now")["rounds_left"] == 255


def test_the_rules_are_told() -> None:
    rules = LudicrousRules(modules=("combat", "night"), pieces_to_win=2, play_on=True, cession=True)
    assert row(quiet(rules=rules), "red", "rules/now") == {
        "combat": 1,
        "night": 1,
        "play_on": 1,
        "cession": 1,
        "pieces_to_win": 2,
    }
    rules = LudicrousRules(modules=MODULES, teams=True)
    assert set(row(quiet(rules=rules), "red", "rules/now")) == {*MODULES, "teams", "pieces_to_win"}


@pytest.mark.rule("Y-class", "Y-stats")
@pytest.mark.parametrize("name", CLASSES)
def test_a_sheet_tells_class_and_scores(name: str) -> None:
    weapons = {
        "soldier": (2, 0, 2, 8, ["mend", "awaken", "cleanse"]),
        "archer": (1, 1, 1, 6, ["phantom", "blink"]),
        "wizard": (0, 0, 5, 10, CARDS[:12]),
        "engineer": (1, 0, 3, 7, ["ward", "counterspell"]),
        "rogue": (1, 1, 1, 9, ["phantom", "blink", "veil", "dread"]),
    }
    armour, accuracy, melee, ranged, spells = weapons[name]
    own = PartySheet.of_class(name)
    rules = LudicrousRules(
        sheets=(PartySheet(), own, PartySheet(), PartySheet()), tuesdays=(1,), birthdays=(1, 2)
    )
    expected: dict[str, Any] = {
        stat: 2 + score for stat, score in zip(STATS, own.scores, strict=True)
    }
    expected |= {"armour": armour, "accuracy": accuracy, "melee": melee, "ranged": ranged}
    expected |= {"tuesday": 1, "birthday": 1} | {f"casts_{spell}": 1 for spell in spells}
    expected = {field: value for field, value in expected.items() if value}
    for colour, view in (("blue", "own"), ("yellow", "next"), ("green", "across")):
        assert row(quiet(rules=rules), colour, f"sheets/{view} party") == expected
    assert row(quiet(players=2), "yellow", "sheets/next party") == {}


def test_every_party_slice_has_oneself_first() -> None:
    for name in ("parties", "tokens", "hands", "turns", "sheets"):
        assert list(PART[name].rows) == [f"{view} party" for view in VIEWS]
