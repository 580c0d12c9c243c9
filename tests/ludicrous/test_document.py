"""The JSON document of a full game: exact, refused by field where it is wrong, and what is hidden.

That a game which is read goes on like the one written is among the properties.
"""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludo_env.board import COLOURS, PARTIES, PIECES
from ludo_env.document import (
    canonical,
    document_text,
    event_view,
    from_document,
    key,
    seat_view,
    to_document,
)
from ludo_env.document_fields import FIELDS
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.names import CARD_KINDS, NOBODY
from ludo_env.errors import BadState
from tests.ludicrous.documents import changed, game_in_the_middle, places, put
from tests.ludicrous.full_games import choices


@given(seed=st.integers(0, 2**32))
def test_a_document_is_json_and_is_read_back_exactly(seed: int) -> None:
    game = game_in_the_middle(seed)
    document = to_document(game.full)
    assert sorted(document) == sorted(FIELDS)
    read = from_document(json.loads(json.dumps(document)))
    assert canonical(to_document(read)) == canonical(document)
    assert Game.of(read).rules == game.rules
    assert Game.of(read).legal() == game.legal()


def test_what_is_as_at_the_start_can_be_left_out() -> None:
    state = from_document({"game": "ludicrous", "version": 1, "rules": "ludicrous-short"})
    assert state.t.rules.pieces_to_win == 2
    assert list(state.hp) == [12] * PARTIES
    assert state.decider == NOBODY


def test_rules_that_are_given_go_before_those_of_the_document() -> None:
    rules = Game("ludicrous-core").full.t.rules
    assert from_document({"game": "ludicrous", "version": 1, "rules": 7}, rules).t.rules is rules


@given(seed=st.integers(0, 2**32))
def test_the_text_is_canonical_and_may_leave_out_the_dice(seed: int) -> None:
    state = game_in_the_middle(seed).full
    document = to_document(state)
    assert document_text(state) == canonical(document)
    del document["dice"]
    assert document_text(state, dice=False) == canonical(document)


def test_what_is_as_at_the_start_is_not_told() -> None:
    state = Game("ludicrous-core", 2, seed=3, auto_pass=False).full
    document = to_document(state)
    assert document["parties"]["yellow"]["pieces"] == [{}] * PIECES
    assert set(document["parties"]) == {"yellow", "red"}
    assert "weather" not in document["world"]
    state.weather = 2
    state.r[1] = 5
    assert to_document(state)["world"]["weather"] == 2
    assert to_document(state)["parties"]["yellow"]["pieces"] == [{}, {"r": 5}, {}, {}]


@given(seed=st.integers(0, 2**32))
def test_the_key_depends_on_the_game_and_not_on_its_generator(seed: int) -> None:
    game = game_in_the_middle(seed)
    document = to_document(game.full)
    assert re.fullmatch("[0-9a-f]{16}", key(document))
    assert key({**document, "dice": [1, 2, 3, 4, 5]}) == key(document)
    moved = game.copy()
    moved.apply(game.legal()[0])
    assert key(to_document(moved.full)) != key(document)


# -- bad documents ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "value", "words"),
    [
        ("game", "ludo", "game: 'ludo', allowed: 'ludicrous'"),
        ("version", 2, "version: 2, allowed: 1"),
        ("version", True, "version: true"),
        ("rules", 5, "rules: 5 is not the text of a rule set"),
        ("rules", "chess", "rules: unknown rule set 'chess'"),
        ("rules", "ludicrous:hp=0", "rules: house: hp is 0"),
        ("players", 5, "players: 5 is not a whole number 2..4"),
        ("players", 2.0, "players: 2.0 is not"),
        ("players", 2, "parties: 'blue', allowed: yellow, red"),
        ("title", "x", "title: unknown field, allowed: game"),
        ("parties", [], "parties: not an object"),
        ("parties.pink", {}, "parties: 'pink', allowed"),
        ("parties.blue", 1, "parties.blue: not an object"),
        ("parties.blue.hp", "12", "parties.blue.hp: '12' is not a whole number"),
        ("parties.blue.hp", True, "parties.blue.hp: true"),
        ("parties.blue.mana", 1, "parties.blue.mana: unknown field, allowed: hp"),
        ("parties.blue.pieces", {}, "parties.blue.pieces: not a list of at most 4"),
        ("parties.blue.pieces", [{}] * 5, "parties.blue.pieces: not a list of at most 4"),
        ("parties.blue.pieces[2]", 3, "parties.blue.pieces[2]: not an object"),
        ("parties.blue.pieces[2].r", 57, "parties.blue.pieces[2].r: 57 is not"),
        ("parties.blue.pieces[2].fallen", 1, "parties.blue.pieces[2].fallen: not on the pathway"),
        ("parties.blue.pieces[2].r", -2, "parties.blue.pieces[2].jailer: goes together with r -2"),
        ("parties.blue.pieces[2]", {"r": -2, "jailer": 1}, "parties.blue.pieces[2].jailer: 1 is"),
        ("parties.blue.structures[0].built", 5, "parties.blue.structures[0].built: 5"),
        ("parties.blue.hand", [1], f"parties.blue.hand: not a list of {CARD_KINDS} numbers"),
        ("world.turn", 4, "world.turn: 4 is not a whole number 0..3"),
        ("world.moon", 1, "world.moon: unknown field, allowed: starter"),
        ("world.decider", -1, "legal: actions go together with a decider"),
        ("deck", [4], f"deck: not a list of {CARD_KINDS} numbers"),
        ("discards", [-1] * CARD_KINDS, "discards[0]: -1 is not"),
        ("checks", [[0]], "checks[0]: not a list of 8 numbers"),
        ("checks", {}, "checks: not a list"),
        ("tape", [0], "tape[0]: 0 is not"),
        ("stack", [[99] + [0] * 7], "stack[0][0]: 99 is not a whole number 0..24"),
        ("stack", [[0] * 8] * 25, "stack: more than 24 procedures"),
        ("legal", [10, 10], "legal[1]: 10 is named twice"),
        ("legal", [0], "legal: [0], allowed: ["),
        ("world.kind", 2, "world.kind: 2 (action), allowed: what is asked for by stack[1]: tank"),
        ("stack", [], "stack: 0 procedures, allowed: 1.."),
        ("stack", [[1] + [0] * 7], "stack[0]: turn [1, 0, 0, 0, 0, 0, 0, 0], allowed: the party"),
        ("stack[0]", [5] + [0] * 7, "stack[0]: actions cannot lie at the bottom"),
        ("stack[1][0]", 1, "stack[1]: turn cannot lie on turn"),
        ("stack[0][1]", 7, "stack[0][1]: 7, allowed for turn: 0..6"),
        ("stack[0][2]", 4, "stack[0][2]: 4, allowed for turn: 0..3"),
        ("stack[0][3]", 2, "stack[0][3]: 2, allowed for turn: 0..1"),
        ("stack[0][4]", 1, "stack[0][4]: 1, allowed for turn: 0..0"),
        ("stack[1][1]", 2, "stack[1][1]: 2, allowed for tank move: 0..1"),
        ("world.turn", 2, "stack[0]: turn [1, 3, 3, "),
        ("world.turns", 0, "world.turns: 0, allowed: 1.. in a turn"),
        ("legal[0]", 13, "legal: [13, "),
        ("legal[0]", 276, "legal: [276, "),
        ("legal", [], "legal: actions go together with a decider"),
        ("stack", [[3, 0, 0, 1] + [0] * 4], "stack[0][3]: 1, allowed for checks: 0..0"),
        ("stack", [[12, 0, 16] + [0] * 5], "stack[0][2]: 16, allowed for landing: 0..15"),
        ("checks", [[3] + [0] * 7], "checks[0][0]: 3, allowed: 0..2"),
        ("checks", [[0, 16] + [0] * 6], "checks[0][1]: 16, allowed: 0..15"),
        ("checks", [[1, 0, 4, 0, 1, 0, 0, 0]], "checks[0][4]: 1, allowed: 0..0"),
        ("checks", [[2, 0, 0, 3, 0, 0, 0, 52]], "checks[0][7]: 52, allowed: 0..51"),
        ("legal", [277], "legal[0]: 277 is not a whole number 0..276"),
        ("dice", [1, 2, 3], "dice: not a list of 5 numbers"),
        ("deck", [9] * CARD_KINDS, "deck[0]: 9 is not"),
    ],
)
def test_a_bad_document_is_refused_by_its_field(at: str, value: object, words: str) -> None:
    with pytest.raises(BadState, match="^" + re.escape(words)):
        from_document(changed(to_document(Game("ludicrous", seed=1).full), at, value))


@pytest.mark.parametrize("document", [None, 5, "ludicrous", [], {}, {"game": "ludicrous"}])
def test_what_is_no_document_is_refused(document: object) -> None:
    with pytest.raises(BadState, match=r"^(document|game|version): "):
        from_document(document)


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 100),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.lists(st.integers(-3, 300), max_size=9),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
)


@given(seed=st.integers(0, 50), data=st.data())
def test_whatever_is_changed_is_read_exactly_or_refused_by_its_field(
    seed: int, data: st.DataObject
) -> None:
    document = to_document(game_in_the_middle(seed).full)
    path = data.draw(st.sampled_from(sorted(places(document))))
    put(document, list(path), data.draw(ODD))
    try:
        state = from_document(document)
    except BadState as error:
        field = re.match(r"\w+", str(error))
        assert field and field[0] in FIELDS
    else:
        again = to_document(state)
        assert canonical(to_document(from_document(again))) == canonical(again)


# -- views --------------------------------------------------------------------------------------


def test_a_view_has_counts_for_what_is_hidden() -> None:
    state = Game("ludicrous", seed=1).full
    view = seat_view(to_document(state), 1)
    assert view["seat"] == "blue"
    assert view["deck"] == 60 - 2 * PARTIES
    assert [view["parties"][colour]["hand"] for colour in COLOURS if colour != "blue"] == [2, 2, 2]
    assert sum(view["parties"]["blue"]["hand"]) == 2
    assert "dice" not in view


def test_an_event_hides_its_secrets_from_all_but_its_party() -> None:
    event = Event("draws", 2, {"secret_card": 5})
    assert event_view(event, 2) == event
    assert event_view(event, 1) == Event("draws", 2, {})


def test_a_view_of_a_game_that_is_over_tells_of_no_last_decision() -> None:
    game, rng = Game("ludicrous-core:pieces_to_win=1,max_rounds=40", 2, seed=3), Random(3)
    while not game.over:
        assert "kind" in seat_view(to_document(game.full), 0)["world"] or game.full.kind == 0
        game.apply(rng.choice(choices(game)))
    assert "kind" not in seat_view(to_document(game.full), 0)["world"]
