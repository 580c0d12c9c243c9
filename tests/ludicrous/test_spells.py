"""The spells that a party casts in its own turn. Rules of record, section 8"""

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.tables import SPELLS
from tests.ludicrous.casting import aim, casting, foe
from tests.ludicrous.scenes import Scene, following, seen_by, sheet

HP = 12
GREAT_MAGIC = 2


# -- cards and casters -------------------------------------------------------------------------


@pytest.mark.rule("A-cast", "Y-class")
@pytest.mark.parametrize(
    ("party_class", "schools"),
    [
        ("soldier", {"restoration"}),
        ("archer", {"conjuration"}),
        ("engineer", {"abjuration"}),
        ("rogue", {"illusion", "conjuration"}),
        ("wizard", {"evocation", "restoration", "conjuration", "illusion", "abjuration"}),
    ],
)
def test_a_class_casts_the_spells_of_its_schools(party_class: str, schools: set[str]) -> None:
    hand = {name: 1 for name, _ in SPELLS}
    yellow = {"pieces": [{"r": 20}, {"r": 21, "fallen": 2}], "hand": hand}
    s = Scene(
        "action",
        sheets={"yellow": sheet(party_class)},
        yellow=yellow,
        green=foe(22),
        auto_pass=False,
    )
    own_turn = {n for n, school in SPELLS if school in schools} - {"ward", "counterspell"}
    assert {a[5:] for a in s.legal if a.startswith("cast ")} == own_turn


@pytest.mark.rule("A-cast")
def test_the_card_is_discarded_when_the_spell_is_cast() -> None:
    s = casting("mend", {"hp": 5})
    s.play("cast mend").play("plainly", [3])
    assert s.hand("yellow") == {}
    assert sum(s.state.discards) == 1
    assert s.get("yellow", "hp") == 8


@pytest.mark.rule("A-cast", "T-action")
def test_one_spell_a_turn_quickened_or_not() -> None:
    s = casting("mend", {"hp": 5, "hand": {"mend": 2, "quicken": 2}})
    s.play("quicken mend", [1])
    assert s.get("yellow", "hp") == 6
    assert [a for a in s.legal if "mend" in a and not a.startswith("refresh")] == []


@pytest.mark.rule("A-cast", "SP-mend", "SP-cleanse")
def test_only_mend_and_cleanse_need_no_caster() -> None:
    hand = {name: 1 for name, _ in SPELLS}
    s = casting(
        "mend", {"pieces": [{"r": 20, "fallen": 2}, {"r": 52}], "hand": hand}, green=foe(21)
    )
    assert [a for a in s.legal if a.startswith("cast ")] == ["cast mend", "cast cleanse"]


@pytest.mark.rule("A-cast")
def test_a_spell_without_a_target_is_not_offered() -> None:
    hand = {name: 1 for name, _ in SPELLS}
    s = casting("mend", {"hand": hand}, green=foe(26))
    assert [a for a in s.legal if a.startswith("cast ")] == [
        "cast mend",
        "cast cleanse",
        "cast phantom",
        "cast blink",
        "cast veil",
    ]


@pytest.mark.rule("SP-fire-bolt", "SP-lightning-arc", "SP-frost-grip", "SP-dread")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("facing", [1, -1])
@pytest.mark.parametrize(
    ("spell", "reach"), [("fire bolt", 5), ("lightning arc", 3), ("frost grip", 4), ("dread", 4)]
)
def test_range_is_counted_ahead(colour: str, facing: int, spell: str, reach: int) -> None:
    other = following(colour, 2)
    for distance in (reach, reach + 1, -1):
        r = seen_by(colour, 48 + facing * distance, other)
        caster = {"pieces": [{"r": 48, "facing": facing}]}
        others: dict[str, Any] = {other: {"pieces": [{"r": r}]}}
        s = casting(spell, caster, colour=colour, **others)
        assert (f"cast {spell}" in s.legal) == (distance == reach), distance


@pytest.mark.rule("SP-fire-bolt", "C-veiled", "6.4", "C-unconscious")
@pytest.mark.parametrize("hidden", [{"veiled": 1}, {"fallen": 2}])
def test_veiled_and_fallen_pieces_are_no_targets(hidden: dict[str, int]) -> None:
    assert "cast fire bolt" not in casting("fire bolt", green=foe(22, **hidden)).legal


# -- evocation ---------------------------------------------------------------------------------


@pytest.mark.rule("SP-fire-bolt", "D-contest", "D-damage", "C-burning")
@pytest.mark.parametrize(
    ("attack", "defence", "die", "lost"),
    [(11, 10, [5], 5), (10, 10, [5], 3), (9, 10, [], 0), (20, 20, [5], 10), (1, 1, [], 0)],
)
def test_fire_bolt(attack: int, defence: int, die: list[int], lost: int) -> None:
    # A soldier's armour does not help against magic.
    s = aim(casting("fire bolt", green=foe(25)), "fire bolt")
    s.play("previous piece 1", [attack, defence, *die])
    assert s.get("green", "hp") == HP - lost
    assert s.get("green", "burning", 1) == (2 if lost else 0)


@pytest.mark.rule("SP-fire-bolt")
@pytest.mark.parametrize(
    ("magic", "dexterity", "die", "lost"),
    [(2, 2, 4, 3), (2, 1, 4, 6), (-2, -2, 1, 1), (-2, -3, 1, 1)],
)
def test_fire_bolt_is_magic_against_dexterity(
    magic: int, dexterity: int, die: int, lost: int
) -> None:
    sheets = {"green": sheet(dexterity=dexterity)}
    s = aim(casting("fire bolt", magic=magic, sheets=sheets, green=foe(25)), "fire bolt")
    s.play("previous piece 1", [10, 10, die])
    assert s.get("green", "hp") == HP - lost


@pytest.mark.rule("SP-fire-bolt", "C-crowned")
def test_a_crowned_caster_adds_one() -> None:
    s = aim(casting("fire bolt", {"pieces": [{"r": 20, "crowned": 1}]}, green=foe(25)), "fire bolt")
    s.play("previous piece 1", [9, 10, 6])
    assert s.get("green", "hp") == HP - 3


def struck(s: Scene, *dice: int) -> Scene:
    """A lightning arc of piece 1."""
    return aim(s, "lightning arc").play("end", dice)


@pytest.mark.rule("SP-lightning-arc", "D-save")
@pytest.mark.parametrize(("throw", "lost"), [(4, 3), (3, 5)])
def test_lightning_is_halved_by_a_throw(throw: int, lost: int) -> None:
    assert struck(casting("lightning arc", green=foe(23)), 5, throw).get("green", "hp") == HP - lost


@pytest.mark.rule("SP-lightning-arc")
def test_magic_makes_lightning_stronger_and_harder_to_dodge() -> None:
    sheets = {"green": sheet(dexterity=1)}
    s = casting("lightning arc", magic=GREAT_MAGIC, sheets=sheets, green=foe(23))
    assert struck(s, 5, 4).get("green", "hp") == HP - 7
    s = casting("lightning arc", magic=GREAT_MAGIC, sheets=sheets, green=foe(23))
    assert struck(s, 5, 5).get("green", "hp") == HP - 4
    s = casting("lightning arc", magic=-2, green=foe(23))
    assert struck(s, 1, 1).get("green", "hp") == HP - 1


@pytest.mark.rule("SP-lightning-arc", "C-wet")
@pytest.mark.parametrize(("throw", "lost"), [(4, 4), (3, 7)])
def test_the_wet_take_two_more(throw: int, lost: int) -> None:
    s = struck(casting("lightning arc", green=foe(23, wet=1)), 5, throw)
    assert s.get("green", "hp") == HP - lost


@pytest.mark.rule("SP-lightning-arc")
def test_it_strikes_the_first_two_and_no_third() -> None:
    blue = {"pieces": [{"r": seen_by("yellow", r, "blue")} for r in (23, 22)]}
    s = struck(casting("lightning arc", green=foe(21), blue=blue), 3, 1, 1)
    hits = [(e.seat, e.data["piece"]) for e in s.events("damage")]
    assert hits == [(1, 1), (3, 0)]
    assert s.r("blue", 1) == seen_by("yellow", 23, "blue")


@pytest.mark.rule("SP-lightning-arc", "D-damage")
@pytest.mark.parametrize("colour", COLOURS)
def test_it_strikes_in_index_order_from_the_caster_clockwise(colour: str) -> None:
    parties: dict[str, Any] = {
        colour: {"pieces": [{"r": 20}], "hand": {"lightning arc": 1}},
        **{
            foe: {"pieces": [{"r": seen_by(colour, r, foe)}]}
            for foe, r in ((following(colour, 1), 22), (following(colour, 3), 21))
        },
    }
    s = Scene("action", turn=colour, sheets={colour: sheet("wizard")}, auto_pass=False, **parties)
    struck(s, 3, 1, 1)
    seat = COLOURS.index(colour)
    hits = [(e.seat, e.data["piece"]) for e in s.events("damage")]
    assert hits == [((seat + 1) % 4, 0), ((seat + 3) % 4, 0)]


@pytest.mark.rule("SP-lightning-arc", "C-veiled")
def test_it_passes_over_the_veiled() -> None:
    blue = {"pieces": [{"r": seen_by("yellow", 22, "blue")}], "tank": 1}
    s = struck(casting("lightning arc", green=foe(21, veiled=1), blue=blue), 3, 1)
    assert (s.get("green", "hp"), s.get("blue", "hp")) == (HP, HP - 3)


@pytest.mark.rule("SP-lightning-arc", "D-damage")
def test_two_of_a_party_are_hit_in_index_order_and_the_pool_refills_between() -> None:
    green = {"pieces": [{"r": seen_by("yellow", r, "green")} for r in (23, 22)], "hp": 3}
    s = struck(casting("lightning arc", green=green), 3, 1, 1)
    assert s.fallen("green", 1)
    assert not s.fallen("green", 2)
    assert s.get("green", "hp") == HP - 3


@pytest.mark.rule("SP-frost-grip", "C-restrained", "D-save")
@pytest.mark.parametrize(
    ("throw", "magic", "constitution", "held"),
    [(4, 0, 0, 0), (3, 0, 0, 2), (3, 0, 1, 0), (5, 2, 0, 2), (6, 2, 0, 0)],
)
def test_frost_grip(throw: int, magic: int, constitution: int, held: int) -> None:
    sheets = {"green": sheet(constitution=constitution)}
    s = aim(casting("frost grip", magic=magic, sheets=sheets, green=foe(24)), "frost grip")
    s.play("previous piece 1", [throw])
    assert s.get("green", "restrained", 1) == held
    assert s.get("green", "hp") == HP + 2 * constitution


# -- restoration -------------------------------------------------------------------------------


@pytest.mark.rule("SP-mend", "Y-hp")
@pytest.mark.parametrize(
    ("hp", "magic", "die", "healed"), [(5, 0, 3, 8), (5, 2, 3, 10), (5, -2, 1, 6), (10, 0, 6, 12)]
)
def test_mend(hp: int, magic: int, die: int, healed: int) -> None:
    s = casting("mend", {"hp": hp}, magic=magic)
    s.play("cast mend").play("plainly", [die])
    assert s.get("yellow", "hp") == healed


@pytest.mark.rule("SP-awaken", "C-unconscious", "W-line")
@pytest.mark.parametrize(
    ("r", "offered"), [(26, True), (14, True), (20, True), (27, False), (13, False)]
)
def test_awaken_reaches_six_either_way(r: int, offered: bool) -> None:
    caster = {"pieces": [{"r": 20}, {"r": r, "fallen": 1}]}
    s = casting("awaken", caster)
    assert ("cast awaken" in s.legal) == offered
    if offered:
        aim(s, "awaken").play("own piece 2")
        assert not s.fallen("yellow", 2)
        assert s.get("yellow", "prone", 2) == 0
        assert s.state.party_count(r, 0) == (2 if r == 20 else 1)


@pytest.mark.rule("SP-awaken", "M-push")
def test_an_awakened_piece_that_cannot_stand_there_is_pushed_forward() -> None:
    s = casting("awaken", {"pieces": [{"r": 20}, {"r": 23, "fallen": 1}]}, green=foe(23))
    aim(s, "awaken").play("own piece 2")
    assert s.r("yellow", 2) == 24
    assert not s.fallen("green", 1)


@pytest.mark.rule("SP-cleanse")
def test_cleanse_ends_all_harm_and_nothing_else() -> None:
    harmed = {"prone": 1, "restrained": 2, "wet": 2, "burning": 2, "dodging": 1, "veiled": 1}
    caster = {"pieces": [{"r": 20, **harmed}], "stunned": 1, "poisoned": 2, "provoker": 2}
    s = casting("cleanse", caster, green=foe(30, prone=1))
    s.play("cast cleanse").play("plainly")
    for condition in ("prone", "restrained", "wet", "burning"):
        assert s.get("yellow", condition, 1) == 0, condition
    assert (s.get("yellow", "dodging", 1), s.get("yellow", "veiled", 1)) == (1, 1)
    for condition in ("stunned", "poisoned"):
        assert s.get("yellow", condition) == 0, condition
    assert s.get("yellow", "provoker") == -1
    assert s.get("green", "prone", 1) == 1


# -- conjuration -------------------------------------------------------------------------------


@pytest.mark.rule("SP-phantom")
def test_a_phantom_stands_on_an_empty_space_within_four_ahead() -> None:
    own = [{"r": 20}, {"r": 21, "fallen": 2}]
    s = aim(casting("phantom", {"pieces": own}, green=foe(23)), "phantom")
    assert s.legal == ["2 ahead", "4 ahead"]
    s.play("4 ahead")
    assert s.get("yellow", "phantom_at") == 24
    assert (s.get("yellow", "phantom_hp"), s.get("yellow", "phantom_turns")) == (3, 3)


@pytest.mark.rule("SP-phantom")
def test_one_phantom_a_party() -> None:
    there = {"phantom_at": 40, "phantom_hp": 3, "phantom_turns": 3}
    assert "cast phantom" not in casting("phantom", there).legal


@pytest.mark.rule("SP-phantom", "T-first-special")
@pytest.mark.parametrize(("turns", "at"), [(2, 24), (1, -1)])
def test_it_lasts_three_of_the_casters_turns(turns: int, at: int) -> None:
    phantom = {"phantom_at": 24, "phantom_hp": 3, "phantom_turns": turns}
    s = Scene("first special", yellow=phantom, blue={**phantom, "phantom_at": 30})
    assert s.get("yellow", "phantom_at") == at
    assert s.get("blue", "phantom_at") == 30


def blinking(start: int, die: int, *after: int, **others: Any) -> Scene:
    """Piece 1 blinks from a space."""
    s = casting("blink", {"pieces": [{"r": start, "facing": -1}]}, **others)
    return aim(s, "blink").play("end", [die, *after])


@pytest.mark.rule("SP-blink", "Y-facing")
@pytest.mark.parametrize(("start", "die", "end"), [(29, 3, 32), (49, 4, 53), (50, 1, 51)])
def test_blink_goes_d4_forward(start: int, die: int, end: int) -> None:
    s = blinking(start, die)
    assert s.r("yellow", 1) == end
    assert s.get("yellow", "facing", 1) == 1


@pytest.mark.rule("SP-blink", "M-pass", "R-tackle")
def test_blink_passes_everything_and_is_not_tackled() -> None:
    blue = {"pieces": [{"r": seen_by("yellow", r, "blue")} for r in (30, 30, 31)]}
    assert blinking(29, 3, blue=blue).r("yellow", 1) == 32


@pytest.mark.rule("SP-blink", "M-land")
@pytest.mark.parametrize("block", [False, True])
def test_blink_does_nothing_where_it_may_not_land(block: bool) -> None:
    if block:
        s = casting("blink", {"pieces": [{"r": 31}, {"r": 33}, {"r": 33}]})
        aim(s, "blink").play("end", [2])
    else:
        s = blinking(31, 2, green={"phantom_at": 33, "phantom_hp": 3, "phantom_turns": 3})
    assert s.r("yellow", 1) == 31
    assert s.hand("yellow") == {}


@pytest.mark.rule("SP-blink", "M-land")
def test_blink_ambushes() -> None:
    assert blinking(30, 2, green=foe(32)).fallen("green", 1)


@pytest.mark.rule("SP-blink", "A-sneak", "6.11")
def test_a_blinking_piece_springs_no_trap() -> None:
    # "As if sneaking": r = 38 is green's trap.
    s = blinking(36, 2)
    assert s.r("yellow", 1) == 38
    assert s.get("yellow", "hp") == HP


@pytest.mark.rule("SP-blink", "C-restrained")
def test_a_restrained_piece_cannot_blink() -> None:
    assert "cast blink" not in casting("blink", {"pieces": [{"r": 20, "restrained": 1}]}).legal


@pytest.mark.rule("SP-blink", "M-effects", "6.7")
def test_blink_passes_spell_card_spaces() -> None:
    s = blinking(32, 3, 1, 1)
    assert s.r("yellow", 1) == 35
    assert sum(s.hand("yellow").values()) == 2


# -- illusion ----------------------------------------------------------------------------------


@pytest.mark.rule("SP-veil", "C-veiled", "C-crowned")
def test_veil_hides_an_own_piece_that_wears_no_crown() -> None:
    own = [{"r": 20}, {"r": 2}, {"r": 30, "crowned": 1}, {"r": 40, "fallen": 2}]
    s = aim(casting("veil", {"pieces": own}), "veil")
    assert s.legal == ["own piece 1", "own piece 2"]
    s.play("own piece 2")
    assert s.get("yellow", "veiled", 2) == 1


@pytest.mark.rule("SP-dread", "8.3", "8.6")
@pytest.mark.parametrize(
    ("throw", "magic", "nerves", "runs"),
    [(2, 0, 0, False), (1, 0, 0, True), (3, 2, 0, True), (4, 2, 0, False), (3, 0, -2, True)],
)
def test_dread_frightens_at_once(throw: int, magic: int, nerves: int, runs: bool) -> None:
    # Green's leader itself: + 2, so goal 4 is met by a 2.
    sheets = {"green": sheet(neuroticism=nerves)}
    s = aim(casting("dread", magic=magic, sheets=sheets, green=foe(24)), "dread")
    s.play("previous piece 1", [throw, 3] if runs else [throw])
    assert s.r("green", 1) == seen_by("yellow", 21 if runs else 24, "green")


@pytest.mark.rule("SP-dread", "C-restrained")
def test_dread_holds_no_leader_bonus_for_others() -> None:
    green = {"pieces": [{}, {"r": seen_by("yellow", 24, "green"), "restrained": 2}]}
    s = aim(casting("dread", green=green), "dread").play("previous piece 2", [3])
    assert s.r("green", 2) == seen_by("yellow", 24, "green")
    assert s.events("throw")[-1].data["total"] == 3
