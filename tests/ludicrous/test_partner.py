"""The catgirl girlfriend or catboy boyfriend. [8.8]"""

from typing import Any

import pytest

from ludo_env.document_ground import fresh
from ludo_env.rules.ludicrous import LudicrousRules
from tests.ludicrous.scenes import Scene, sheet

ALONE = LudicrousRules(modules=("partner", "combat", "structures"))
BARRICADE = 0


def action(rules: LudicrousRules = ALONE, **more: Any) -> Scene:
    """Yellow's action phase."""
    return Scene("action", rules=rules, auto_pass=False, **more)


@pytest.mark.rule("8.8", "T-setup")
def test_everybody_starts_with_a_partner_of_value_twelve() -> None:
    assert list(fresh(LudicrousRules(), 4).partner) == [12] * 4
    assert list(fresh(LudicrousRules(), 2).partner) == [12, 0, 12, 0]


@pytest.mark.rule("8.8", "A-fortify")
@pytest.mark.parametrize(("value", "points"), [(12, 3), (1, 3), (0, 2)])
def test_a_partner_adds_a_fortification_point(value: int, points: int) -> None:
    # 1 for the party, 1 for the piece in the yard.
    pieces = [{}, {"r": 20}, {"r": 21}, {"r": 22}]
    s = action(yellow={"partner": value, "pieces": pieces})
    s.play("fortify turret 2")
    assert s.get("yellow", "project_points", 2) == points


@pytest.mark.rule("8.8", "A-fortify")
def test_it_comes_on_top_of_the_cap_and_of_engineering() -> None:
    s = action(yellow={"partner": 3}, sheets={"yellow": sheet(engineering=-2)})
    s.play("fortify turret 2")
    assert s.get("yellow", "project_points", 2) == 3 - 2 + 1
    s = action(yellow={"partner": 3})
    s.play("fortify turret 2")
    assert s.get("yellow", "project_points", 2) == 3 + 1


@pytest.mark.rule("8.8", "6.10")
@pytest.mark.parametrize(
    ("partner", "yard", "roll", "escapes"),
    [(12, 0, 6, True), (12, 0, 5, False), (0, 0, 5, True), (12, 3, 9, True), (12, 3, 8, False)],
)
def test_a_partner_guards_the_captives(partner: int, yard: int, roll: int, escapes: bool) -> None:
    # d20 + 5 - the pieces in the yard, the partner among them, against 10.
    guards = [{"r": -1 if n < yard else 52 + n} for n in range(4)]
    captive = {"pieces": [{"r": -2, "jailer": 2}, {"r": 20}]}
    s = Scene(
        "first special",
        dice=[roll, 10],
        rules=ALONE,
        yellow=captive,
        red={"partner": partner, "pieces": guards},
        auto_pass=False,
    )
    assert (s.r("yellow", 1) == -1) == escapes


@pytest.mark.rule("8.8", "N-partner")
@pytest.mark.parametrize(("before", "after"), [(12, 11), (2, 1), (1, 0), (0, 0)])
def test_the_value_falls_by_one_every_night_and_at_zero_they_leave(before: int, after: int) -> None:
    s = Scene("night", dice=[1, 1, 3], yellow={"partner": before}, blue={"partner": 7})
    assert s.get("yellow", "partner") == after
    assert s.get("blue", "partner") == 6
    assert len(s.events("partner_leaves")) == int(before == 1)


@pytest.mark.rule("8.8", "N-partner")
def test_it_falls_before_everything_else_of_the_night() -> None:
    s = Scene("night", dice=[1, 1, 3], yellow={"partner": 1})
    kinds = s.kinds
    assert kinds.index("partner_leaves") < kinds.index("calendar")


@pytest.mark.rule("B-rizz", "8.8")
@pytest.mark.parametrize(
    ("before", "die", "after"), [(3, 4, 7), (8, 4, 12), (10, 4, 12), (11, 1, 12)]
)
def test_rizzing_raises_it_by_a_d4_to_twelve_at_most(before: int, die: int, after: int) -> None:
    s = action(yellow={"partner": before})
    s.play("rizz", [die])
    assert s.get("yellow", "partner") == after
    assert "rizz" not in s.legal
    assert "sneak" in s.legal


@pytest.mark.rule("B-rizz", "B-court")
@pytest.mark.parametrize(("value", "rizz", "court"), [(5, True, False), (0, False, True)])
def test_one_rizzes_a_partner_and_courts_without_one(value: int, rizz: bool, court: bool) -> None:
    legal = action(yellow={"partner": value}).legal
    assert ("rizz" in legal, "court" in legal) == (rizz, court)


@pytest.mark.rule("B-court", "D-contest", "D-crit")
@pytest.mark.parametrize(
    ("roll", "luck", "value"),
    [(18, 0, 6), (17, 0, 0), (16, 2, 6), (20, -2, 6), (1, 2, 0), (19, -2, 0)],
)
def test_courting_is_luck_against_eighteen(roll: int, luck: int, value: int) -> None:
    s = action(yellow={"partner": 0}, sheets={"yellow": sheet(luck=luck)})
    s.play("court", [roll])
    assert s.get("yellow", "partner") == value
    assert "court" not in s.legal
