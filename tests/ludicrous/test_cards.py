"""Spell card spaces, the limit of the hand, shedding, deck and discards. [6.7, B-refresh]"""

from __future__ import annotations

from typing import Any

import pytest

from ludo_env.board import COLOURS
from ludo_env.rules.ludicrous import LudicrousRules
from ludo_env.rules.tables import CARDS
from tests.ludicrous.scenes import Scene, sheet

DECK = 60


def moving(
    start: int,
    spaces: int,
    dice: list[int],
    *,
    colour: str = "yellow",
    intelligence: int = 0,
    **more: Any,
) -> Scene:
    """One piece moves; the dice are the numbers of the cards that are drawn."""
    parties: dict[str, Any] = {colour: {"pieces": [{"r": start}], **more}}
    return Scene(
        "movement",
        turn=colour,
        dice=[spaces],
        auto_pass=False,
        sheets={colour: sheet(intelligence=intelligence)},
        world={"starter": COLOURS.index(colour)},
        **parties,
    ).play("move 1", dice=dice)


# -- landing and passing -------------------------------------------------------------------------


@pytest.mark.rule("6.7")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("space", [7, 9, 20, 22, 33, 35, 46, 48])
def test_landing_on_a_spell_card_space_draws_a_card(colour: str, space: int) -> None:
    s = moving(space - 1, 1, [1], colour=colour)
    assert s.hand(colour) == {"fire bolt": 1}


@pytest.mark.rule("6.7", "M-effects")
@pytest.mark.parametrize("colour", COLOURS)
def test_going_past_draws_too_once_for_each_space(colour: str) -> None:
    s = moving(6, 4, [1, 59], colour=colour)
    assert s.hand(colour) == {"fire bolt": 1, "reach": 1}


@pytest.mark.rule("6.7")
def test_passing_one_and_landing_on_the_other() -> None:
    assert moving(6, 3, [1, 1]).hand("yellow") == {"fire bolt": 2}


@pytest.mark.rule("6.7")
def test_space_that_is_left_gives_nothing() -> None:
    assert moving(7, 1, []).hand("yellow") == {}


@pytest.mark.rule("6.7", "M-effects")
def test_forced_movement_draws_where_it_ends() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 18}]},
        blue={"pieces": [{"r": 6}]},
    )
    s.play("shove 1").play("next piece 1", dice=[15, 2, 1])
    assert s.hand("blue") == {"fire bolt": 1}
    assert s.hand("yellow") == {}


@pytest.mark.rule("6.7", "M-push", "M-effects")
def test_pushed_past_a_spell_card_space_draws_nothing() -> None:
    s = Scene(
        "action",
        auto_pass=False,
        yellow={"pieces": [{"r": 18}]},
        blue={"pieces": [{"r": 6}, {"r": 7}, {"r": 7}]},
    )
    s.play("shove 1").play("next piece 1", dice=[15, 2])
    assert s.r("blue", 1) == 8
    assert s.hand("blue") == {}


# -- the hand ------------------------------------------------------------------------------------


@pytest.mark.rule("6.7")
@pytest.mark.parametrize("intelligence", [-2, -1, 0, 1, 2])
def test_hand_limit_is_4_and_intelligence(intelligence: int) -> None:
    limit = 4 + intelligence
    s = moving(6, 1, [1], intelligence=intelligence, hand={"mend": limit - 1})
    assert sum(s.hand("yellow").values()) == limit
    s = moving(6, 1, [], intelligence=intelligence, hand={"mend": limit})
    assert s.decision == "shed"
    assert s.legal == ["end", "shed mend"]


@pytest.mark.rule("6.7")
def test_full_hand_may_decline() -> None:
    s = moving(6, 1, [], hand={"mend": 3, "quicken": 1}).play("end")
    assert s.hand("yellow") == {"mend": 3, "quicken": 1}
    assert s.decision != "shed"


@pytest.mark.rule("6.7")
def test_full_hand_sheds_two_cards_spells_or_meta_cards_then_draws_one() -> None:
    s = moving(6, 1, [], hand={"mend": 3, "quicken": 1})
    s.play("shed quicken")
    assert s.legal == ["shed mend"], "no way back, and no card that is not held"
    s.play("shed mend", dice=[1])
    assert s.hand("yellow") == {"fire bolt": 1, "mend": 2}
    assert s.state.discards[CARDS.index("quicken")] == 1
    assert s.state.discards[CARDS.index("mend")] == 1


@pytest.mark.rule("6.7")
def test_whoever_has_no_two_cards_to_shed_can_only_decline() -> None:
    rules = LudicrousRules(house=(("hand_limit", 1),))
    own = {"pieces": [{"r": 6}], "hand": {"mend": 1}}
    s = Scene("movement", dice=[1], rules=rules, yellow=own, auto_pass=False).play("move 1")
    assert (s.decision, s.legal) == ("shed", ["end"])


@pytest.mark.rule("6.7")
def test_two_of_a_kind_may_be_shed() -> None:
    s = moving(6, 1, [], hand={"mend": 4}).play("shed mend").play("shed mend", dice=[1])
    assert s.hand("yellow") == {"fire bolt": 1, "mend": 2}


@pytest.mark.rule("6.7")
def test_hand_above_its_limit_must_shed_too() -> None:
    assert moving(6, 1, [], hand={"mend": 5}).decision == "shed"


@pytest.mark.rule("6.7")
def test_two_spaces_in_one_move_are_settled_one_after_the_other() -> None:
    s = moving(6, 4, [1], hand={"mend": 3})
    assert s.hand("yellow") == {"fire bolt": 1, "mend": 3}
    assert s.decision == "shed"


# -- deck and discards ---------------------------------------------------------------------------


def draw_from(deck: dict[str, int], discards: dict[str, int], dice: list[int], **own: Any) -> Scene:
    s = Scene("movement", dice=[1], auto_pass=False, yellow={"pieces": [{"r": 6}], **own})
    for n, card in enumerate(CARDS):
        s.state.deck[n] = deck.get(card, 0)
        s.state.discards[n] = discards.get(card, 0)
    return s.play("move 1", dice=dice)


@pytest.mark.rule("6.7")
def test_empty_deck_is_refilled_from_the_discards() -> None:
    s = draw_from({}, {"mend": 2, "reach": 1}, [3])
    assert s.hand("yellow") == {"reach": 1}
    assert sum(s.state.deck) == 2
    assert sum(s.state.discards) == 0


@pytest.mark.rule("6.7")
def test_discards_stay_while_the_deck_has_a_card() -> None:
    s = draw_from({"ward": 1}, {"mend": 2}, [1])
    assert s.hand("yellow") == {"ward": 1}
    assert sum(s.state.deck) == 0
    assert sum(s.state.discards) == 2


@pytest.mark.rule("6.7")
def test_nothing_is_drawn_when_both_are_empty() -> None:
    assert draw_from({}, {}, []).hand("yellow") == {}


@pytest.mark.rule("6.7")
def test_shed_cards_are_in_the_discards_before_the_draw() -> None:
    s = draw_from({}, {}, [], hand={"mend": 4})
    s.play("shed mend").play("shed mend", dice=[2])
    assert s.hand("yellow") == {"mend": 3}


@pytest.mark.rule("6.7", "SP-")
def test_full_deck_holds_4_of_each_of_15_cards() -> None:
    s = moving(0, 1, [])
    assert list(s.state.deck) == [4] * len(CARDS)
    assert sum(s.state.deck) == DECK


@pytest.mark.rule("6.7", "SP-")
def test_drawn_card_leaves_the_deck_and_stays_hidden() -> None:
    s = moving(6, 1, [5])
    assert s.hand("yellow") == {"lightning arc": 1}
    assert s.state.deck[CARDS.index("lightning arc")] == 3
    for event in s.events("roll") + s.events("draws"):
        if event.data.get("reason") == "card" or event.kind == "draws":
            assert not {"value", "card"} & set(event.data)


# -- refreshing ----------------------------------------------------------------------------------


@pytest.mark.rule("B-refresh")
def test_refresh_discards_a_card_and_draws_one() -> None:
    s = Scene(
        "action", auto_pass=False, yellow={"pieces": [{"r": 0}], "hand": {"mend": 1, "reach": 1}}
    )
    assert [name for name in s.legal if "refresh" in name] == ["refresh mend", "refresh reach"]
    s.play("refresh reach", dice=[1])
    assert s.hand("yellow") == {"fire bolt": 1, "mend": 1}
    assert s.state.discards[CARDS.index("reach")] == 1
    assert not [name for name in s.legal if "refresh" in name], "one bonus action a turn"


@pytest.mark.rule("B-refresh", "6.7")
def test_refresh_with_an_empty_deck_may_bring_the_card_back() -> None:
    s = Scene("action", auto_pass=False, yellow={"pieces": [{"r": 0}], "hand": {"mend": 1}})
    for n in range(len(CARDS)):
        s.state.deck[n] = 0
    s.play("refresh mend", dice=[1])
    assert s.hand("yellow") == {"mend": 1}


@pytest.mark.rule("6.7")
def test_no_cards_without_the_module() -> None:
    s = Scene("movement", dice=[1], auto_pass=False, yellow={"pieces": [{"r": 6}]})
    rules = s.rules.changed(modules=("combat",))
    s = Scene("movement", dice=[1], auto_pass=False, rules=rules, yellow={"pieces": [{"r": 6}]})
    assert s.play("move 1").hand("yellow") == {}
