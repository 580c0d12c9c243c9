"""The meta cards, and what spells do to the Annustar. [SP-quicken, SP-amplify, SP-reach, P-]"""

from typing import Any

import pytest

from ludo_env.rules.tables import SPELLS
from tests.ludicrous.casting import aim, casting, foe
from tests.ludicrous.scenes import Scene, sheet

HP = 12
SPELL_DAMAGE = 1
CRITICAL_DAMAGE = 2


def choices(s: Scene, spell: str) -> list[str]:
    """How a spell may be cast."""
    return s.play(f"cast {spell}").legal


@pytest.mark.rule("SP-quicken", "B-quickened", "T-action")
def test_quicken_makes_the_spell_a_bonus_action() -> None:
    s = casting("mend", {"hp": 3, "hand": {"mend": 1, "quicken": 1}}, green=foe(21))
    s.play("quicken mend", [4])
    assert s.get("yellow", "hp") == 7
    assert s.hand("yellow") == {}
    assert "punch 1" in s.legal
    assert [a for a in s.legal if a.startswith(("quicken", "refresh", "rizz"))] == []


@pytest.mark.rule("SP-quicken")
def test_quickening_takes_the_card() -> None:
    s = casting("mend", {"hp": 3})
    assert [a for a in s.legal if a.startswith("quicken")] == []


@pytest.mark.rule("SP-quicken", "A-cast")
def test_only_one_meta_card_goes_with_a_spell() -> None:
    hand = {"fire bolt": 1, "quicken": 1, "amplify": 1, "reach": 1}
    s = casting("fire bolt", {"hand": hand}, green=foe(23))
    s.play("quicken fire bolt")
    assert s.decision == "caster"
    s.play("own piece 1").play("previous piece 1", [11, 10, 4])
    assert s.hand("yellow") == {"amplify": 1, "reach": 1}
    s = casting("fire bolt", {"hand": hand}, green=foe(27))
    assert "quicken fire bolt" not in s.legal


@pytest.mark.rule("SP-amplify")
def test_only_effects_with_dice_can_be_amplified() -> None:
    hand = {name: 1 for name, _ in SPELLS} | {"amplify": 1}
    amplified = set()
    for spell, _ in SPELLS:
        own = [{"r": 20}, {"r": 20, "fallen": 1}]
        s = casting(spell, {"pieces": own, "hand": hand}, green=foe(22))
        if f"cast {spell}" in s.legal and "amplified" in choices(s, spell):
            amplified.add(spell)
    assert amplified == {"fire bolt", "lightning arc", "mend", "blink"}


@pytest.mark.rule("SP-amplify")
def test_the_dice_of_the_effect_are_added() -> None:
    s = casting("mend", {"hp": 1, "hand": {"mend": 1, "amplify": 1}}, magic=1)
    s.play("cast mend").play("amplified", [3, 5])
    assert s.get("yellow", "hp") == 1 + 3 + 5 + 1
    assert s.hand("yellow") == {}
    s = casting("fire bolt", {"hand": {"fire bolt": 1, "amplify": 1}}, green=foe(23))
    s.play("cast fire bolt").play("amplified").play("own piece 1")
    s.play("previous piece 1", [11, 10, 3, 5])
    assert s.get("green", "hp") == HP - 8
    s = casting("lightning arc", {"hand": {"lightning arc": 1, "amplify": 1}}, green=foe(23))
    s.play("cast lightning arc").play("amplified").play("own piece 1").play("end", [2, 5, 4])
    assert s.get("green", "hp") == HP - 4


@pytest.mark.rule("SP-amplify", "SP-blink")
def test_an_amplified_blink_goes_two_dice() -> None:
    hand = {"blink": 1, "amplify": 1}
    s = casting("blink", {"pieces": [{"r": 50}], "hand": hand})
    s.play("cast blink").play("amplified").play("own piece 1").play("end", [4, 2])
    assert s.get("yellow", "r", 1) == 56
    s = casting("blink", {"pieces": [{"r": 50}], "hand": hand})
    s.play("cast blink").play("amplified").play("own piece 1").play("end", [4, 3])
    assert s.get("yellow", "r", 1) == 50


@pytest.mark.rule("SP-reach")
@pytest.mark.parametrize(
    ("spell", "reach"), [("fire bolt", 5), ("lightning arc", 3), ("frost grip", 4), ("dread", 4)]
)
def test_reach_adds_three_spaces(spell: str, reach: int) -> None:
    hand = {spell: 1, "reach": 1}
    caster = {"pieces": [{"r": 10}], "hand": hand}
    assert choices(casting(spell, caster, green=foe(10 + reach)), spell) == [
        "plainly",
        "with reach",
    ]
    assert choices(casting(spell, caster, green=foe(11 + reach)), spell) == ["with reach"]
    assert choices(casting(spell, caster, green=foe(13 + reach)), spell) == ["with reach"]
    assert f"cast {spell}" not in casting(spell, caster, green=foe(14 + reach)).legal


@pytest.mark.rule("SP-reach", "SP-awaken")
@pytest.mark.parametrize(("r", "offered"), [(29, True), (30, False)])
def test_reach_helps_to_awaken(r: int, offered: bool) -> None:
    own = [{"r": 20}, {"r": r, "fallen": 1}]
    s = casting("awaken", {"pieces": own, "hand": {"awaken": 1, "reach": 1}})
    assert ("cast awaken" in s.legal) == offered
    if offered:
        assert choices(s, "awaken") == ["with reach"]


@pytest.mark.rule("SP-reach", "SP-phantom")
def test_reach_raises_a_phantom_seven_ahead() -> None:
    s = casting("phantom", {"hand": {"phantom": 1, "reach": 1}})
    s.play("cast phantom").play("with reach").play("own piece 1")
    assert s.legal == [f"{n} ahead" for n in range(1, 8)]
    s.play("7 ahead")
    assert s.get("yellow", "phantom_at") == 27
    assert s.hand("yellow") == {}


@pytest.mark.rule("SP-reach")
@pytest.mark.parametrize("spell", ["mend", "cleanse", "blink", "veil"])
def test_spells_without_a_range_have_no_use_for_it(spell: str) -> None:
    s = casting(spell, {"hand": {spell: 1, "reach": 1}})
    assert choices(s, spell) == ["plainly"]


@pytest.mark.rule("SP-reach", "SP-lightning-arc")
def test_far_lightning_strikes_far() -> None:
    s = casting("lightning arc", {"hand": {"lightning arc": 1, "reach": 1}}, green=foe(24))
    s.play("cast lightning arc").play("with reach").play("own piece 1").play("end", [5, 1])
    assert s.get("green", "hp") == HP - 5


@pytest.mark.rule("A-cast")
def test_the_caster_must_have_a_target_itself() -> None:
    own = [{"r": 20}, {"r": 5}, {"r": 22}]
    s = casting("fire bolt", {"pieces": own}, green=foe(24))
    s.play("cast fire bolt").play("plainly")
    assert s.legal == ["own piece 1", "own piece 3"]


# -- the Annustar ------------------------------------------------------------------------------


@pytest.mark.rule("P-")
def test_every_spell_damages_the_annustar_by_one() -> None:
    s = casting("mend")
    s.play("cast mend").play("plainly", [1])
    assert s.state.annustar == SPELL_DAMAGE


@pytest.mark.rule("P-", "D-crit")
@pytest.mark.parametrize(("roll", "damage"), [(1, 3), (2, 1)])
def test_the_critical_failure_of_a_spell_damages_it_by_two_more(roll: int, damage: int) -> None:
    s = aim(casting("fire bolt", green=foe(24)), "fire bolt")
    s.play("previous piece 1", [roll, 10])
    assert s.state.annustar == damage


def countered(*dice: int, **more: Any) -> Scene:
    """A mend that green tries to counter."""
    green = {"pieces": [{"r": 40}], "hand": {"counterspell": 1}}
    s = casting("mend", {"hp": 1}, sheets={"green": sheet("wizard")}, green=green, **more)
    return s.play("cast mend").play("plainly").play("yes", dice)


@pytest.mark.rule("P-", "SP-counterspell")
def test_a_countered_spell_and_its_counterspell_count_one_each() -> None:
    assert countered(11, 10).state.annustar == 2 * SPELL_DAMAGE
    assert countered(9, 10, 3).state.annustar == 2 * SPELL_DAMAGE
    assert countered(1, 10, 3).state.annustar == 2 * SPELL_DAMAGE + CRITICAL_DAMAGE


@pytest.mark.rule("P-", "SP-ward")
def test_a_ward_counts_too() -> None:
    s = Scene(
        "action",
        yellow={"pieces": [{"r": 20}]},
        green={**foe(21), "hand": {"ward": 1}},
        sheets={"green": sheet("wizard")},
        auto_pass=False,
    )
    s.play("punch 1").play("previous piece 1", [3]).play("yes", [4])
    assert s.state.annustar == SPELL_DAMAGE


@pytest.mark.rule("P-")
def test_it_is_counted_after_the_effect() -> None:
    green = {**foe(24), "hand": {"ward": 1}}
    s = aim(casting("fire bolt", sheets={"green": sheet("wizard")}, green=green), "fire bolt")
    s.play("previous piece 1", [11, 10, 5])
    assert s.state.annustar == 0
    s.play("end")
    assert s.state.annustar == SPELL_DAMAGE


@pytest.mark.rule("P-", "6.6")
def test_every_teleport_damages_it_by_two() -> None:
    s = Scene("movement", dice=[3], yellow={"pieces": [{"r": 13}]}, auto_pass=False)
    s.play("move 1").play("yes", [4])
    assert s.r("yellow", 1) == 28
    assert s.state.annustar == 2


@pytest.mark.rule("P-")
def test_damage_beyond_the_cap_is_lost() -> None:
    s = casting("fire bolt", green=foe(24), world={"annustar": 19})
    aim(s, "fire bolt").play("previous piece 1", [1, 10])
    assert s.state.annustar == 20
