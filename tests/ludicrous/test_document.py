"""The JSON document of a full game: exact, refused by field where it is wrong, and what is hidden.

That a game which is read goes on like the one written is among the properties.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludo_env.board import COLOURS, PARTIES
from ludo_env.document import (
    Document,
    canonical,
    event_view,
    from_document,
    key,
    seat_view,
    to_document,
)
from ludo_env.document_fields import FIELDS
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import CARD_KINDS, NOBODY
from ludo_env.engine.ludicrous.procedures import DECISIONS
from ludo_env.errors import BadState
from tests.ludicrous.full_games import choices, random_game

HIDDEN = 12
REACTIONS = ("ward", "counterspell")
WIZARDS = "yellow=wizard,blue=wizard,red=engineer,green=wizard"


def game_in_the_middle(seed: int, *, log: bool = False) -> Game:
    """A random game somewhere before its end."""
    game, rng = random_game(seed, log=log), Random(seed)
    for _ in range(rng.randrange(600)):
        after = game.copy()
        after.apply(rng.choice(choices(game)))
        if after.over:
            break
        if log:
            after.listen()
        game = after
    return game


@given(seed=st.integers(0, 2**32))
def test_a_document_is_json_and_is_read_back_exactly(seed: int) -> None:
    game = game_in_the_middle(seed)
    document = to_document(game.full)
    assert tuple(document) == FIELDS
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
def test_the_key_depends_on_the_game_and_not_on_its_generator(seed: int) -> None:
    game = game_in_the_middle(seed)
    document = to_document(game.full)
    assert re.fullmatch("[0-9a-f]{16}", key(document))
    assert key({**document, "dice": [1, 2, 3, 4, 5]}) == key(document)
    moved = game.copy()
    moved.apply(game.legal()[0])
    assert key(to_document(moved.full)) != key(document)


# -- bad documents ------------------------------------------------------------------------------


def changed(at: str, value: object) -> Document:
    """A document with one value changed; ``at`` is its place, such as "world.turn"."""
    document = to_document(Game("ludicrous", seed=1).full)
    put(document, at.replace("[", ".").replace("]", "").split("."), value)
    return document


def put(node: Any, path: list[str], value: object) -> None:
    """Change the value at a path of keys and indices."""
    for part in path[:-1]:
        node = node[int(part)] if isinstance(node, list) else node[part]
    if isinstance(node, list):
        node[int(path[-1])] = value
    else:
        node[path[-1]] = value


@pytest.mark.parametrize(
    ("at", "value", "words"),
    [
        ("game", "ludo", "game: 'ludo', allowed: 'ludicrous'"),
        ("version", 2, "version: 2, allowed: 1"),
        ("version", True, "version: True"),
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
        ("parties.blue.hp", True, "parties.blue.hp: True"),
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
        ("legal", [0, 0], "legal[1]: 0 is named twice"),
        ("legal", [277], "legal[0]: 277 is not a whole number 0..276"),
        ("dice", [1, 2, 3], "dice: not a list of 5 numbers"),
        ("deck", [9] * CARD_KINDS, "deck: "),
    ],
)
def test_a_bad_document_is_refused_by_its_field(at: str, value: object, words: str) -> None:
    with pytest.raises(BadState, match="^" + re.escape(words)):
        from_document(changed(at, value))


def told(**fields: Any) -> Document:
    """A document that tells only these fields."""
    return {"game": "ludicrous", "version": 1, "rules": "ludicrous", **fields}


def pieces(*places: int, **more: int) -> dict[str, Any]:
    return {"pieces": [{"r": r, **more} for r in places]}


@pytest.mark.rule("6.15", "6.5", "6.4", "6.10", "Y-hp", "8.7", "SP-phantom", "A-fortify")
@pytest.mark.parametrize(
    ("parties", "words"),
    [
        ({"yellow": pieces(30), "blue": pieces(17)}, "parties: yellow and blue stand on space 30"),
        ({"yellow": pieces(30, 30, 30)}, "parties: 3 of yellow stand on space 30"),
        ({"yellow": pieces(21, 21)}, "parties: 2 of yellow stand on space 21"),
        ({"yellow": pieces(53, 53, 53)}, "parties.yellow.pieces: 3 stand on r 53"),
        (
            {
                "yellow": pieces(30),
                "red": {"phantom_at": 30, "phantom_hp": 3, "phantom_turns": 3},
            },
            "parties: yellow stands on the phantom on space 30",
        ),
        ({"yellow": pieces(30, facing=0)}, "parties.yellow.pieces[0].facing: 0"),
        ({"yellow": pieces(51, wet=2)}, "parties.yellow.pieces[0].wet: not conscious on the path"),
        ({"yellow": pieces(9, fallen=1, prone=1)}, "parties.yellow.pieces[0].prone: not conscious"),
        ({"yellow": pieces(-1, crowned=1)}, "parties.yellow.pieces[0].crowned: not on the board"),
        ({"yellow": pieces(8, crowned=1, veiled=1)}, "parties.yellow.pieces[0].veiled: a crowned"),
        ({"yellow": pieces(8, 9, crowned=1)}, "parties.yellow.crown_at: more than one crown"),
        ({"yellow": {"hp": 0}}, "parties.yellow.hp: 0, allowed: 1..12"),
        ({"yellow": {"hp": 13}}, "parties.yellow.hp: 13, allowed: 1..12"),
        ({"yellow": {"phantom_at": 5}}, "parties.yellow.phantom_hp: goes together"),
        ({"yellow": {"structures": [{"built": 1}]}}, "parties.yellow.structures[0].built_hp: goes"),
        (
            {"yellow": {"structures": [{"project": 1}, {"project": 1}]}},
            "parties.yellow.structures: a kind is there twice",
        ),
        ({"yellow": {"left": 1}}, "parties.yellow.left: has no place"),
    ],
)
def test_what_no_game_comes_to_is_refused(parties: dict[str, Any], words: str) -> None:
    with pytest.raises(BadState, match="^" + re.escape(words)):
        from_document(told(parties=parties))


@pytest.mark.parametrize("token", ["starter", "god", "turn"])
def test_an_absent_colour_has_no_token_and_no_turn(token: str) -> None:
    with pytest.raises(BadState, match=f"^world.{token}: blue does not play"):
        from_document(told(players=2, world={token: 1}))


@pytest.mark.parametrize(
    ("at", "value", "words"),
    [
        ("stack[0][0]", 5, "stack[0][0]: 5 cannot be there"),
        ("stack[1][0]", 1, "stack[1][0]: 1 cannot be there"),
        ("stack[0][1]", 7, "stack[0][1]: 7, allowed: 0..6"),
        ("stack[0][2]", 4, "stack[0][2]: 4, allowed: 0..3"),
        ("stack[0][3]", 2, "stack[0][3]: 2, allowed: 0..1"),
        ("stack[0][4]", 1, "stack[0][4]: 1, allowed: 0..0"),
        ("stack[1][1]", 2, "stack[1][1]: 2, allowed: 0..1"),
        ("world.turn", 2, "stack[0][2]: 3, allowed: 2, as world.turn"),
        ("world.kind", 2, "world.kind: action is not asked for by stack[1]"),
        ("legal[0]", 13, "legal[0]: 13 is no choice of tank"),
        ("legal[0]", 276, "legal[0]: 276 is no choice of tank"),
        ("legal", [], "legal: a decider goes together with actions"),
        ("checks", [[3] + [0] * 7], "checks[0][0]: 3, allowed: 0..2"),
        ("checks", [[0, 16] + [0] * 6], "checks[0][1]: 16, allowed: 0..15"),
        ("checks", [[1, 0, 4, 0, 1, 0, 0, 0]], "checks[0][4]: 1, allowed: 0..0"),
    ],
)
def test_what_cannot_be_under_way_is_refused(at: str, value: object, words: str) -> None:
    with pytest.raises(BadState, match="^" + re.escape(words)):
        from_document(changed(at, value))


@given(seed=st.integers(0, 50), data=st.data())
def test_whatever_is_accepted_can_be_played(seed: int, data: st.DataObject) -> None:
    document = to_document(game_in_the_middle(seed).full)
    for _ in range(data.draw(st.integers(1, 3))):
        numbers = [path for path in sorted(places(document)) if path[0] not in ("rules", "dice")]
        put(document, list(data.draw(st.sampled_from(numbers))), data.draw(st.integers(-2, 60)))
        if not isinstance(document.get("stack"), list):
            return
    try:
        game = Game.of(from_document(document))
    except BadState:
        return
    rng = Random(seed)
    for _ in range(20):
        # Between an actor and its target a changed piece may leave nothing to choose.
        if game.over or not game.legal():
            break
        game.apply(rng.choice(game.legal()))


@pytest.mark.parametrize("document", [None, 5, "ludicrous", [], {}, {"game": "ludicrous"}])
def test_what_is_no_document_is_refused(document: object) -> None:
    with pytest.raises(BadState, match=r"^(document|game|version): "):
        from_document(document)


def places(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every value of a document."""
    if path:
        yield path
    if isinstance(node, dict | list):
        for name, part in node.items() if isinstance(node, dict) else enumerate(node):
            yield from places(part, (*path, str(name)))


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


# -- hidden information -------------------------------------------------------------------------


def deal_again(state: LudicrousState, viewer: int, rng: Random) -> LudicrousState:
    """The same game with other cards in the deck and in all hands but the viewer's."""
    other = state.twin()
    hidden = [card for card in range(CARD_KINDS) for _ in range(state.deck[card])]
    sizes = {p: state.hand_size(p) for p in range(PARTIES) if p != viewer}
    for party in sizes:
        first = party * CARD_KINDS
        hidden += [card for card in range(CARD_KINDS) for _ in range(state.hand[first + card])]
    rng.shuffle(hidden)
    for card in range(CARD_KINDS):
        other.deck[card] = 0
    for party, size in sizes.items():
        for card in range(CARD_KINDS):
            other.hand[party * CARD_KINDS + card] = 0
        for _ in range(size):
            other.hand[party * CARD_KINDS + hidden.pop()] += 1
    for card in hidden:
        other.deck[card] += 1
    return other


def seen(events: list[Event], viewer: int) -> list[str]:
    """Events as a party sees them; of its own draws that it drew, for the deck is hidden too."""
    views = [event_view(event, viewer) for event in events]
    return [f"{e.kind} {e.seat}" if e.kind == "draws" else repr(e) for e in views]


@pytest.mark.rule("SP-")
def test_nobody_learns_of_hands_and_deck_but_by_what_others_do() -> None:
    compared = 0
    for seed in range(HIDDEN):
        rng = Random(seed)
        game = Game(f"ludicrous:max_rounds=8,opening_cards=4,{WIZARDS}", 2 + seed % 3, seed=seed)
        while not game.over:
            viewer = game.decider
            action = rng.choice(choices(game))
            if rng.random() < 0.3:
                other = Game.of(deal_again(game.full, viewer, rng))
                one = Game.of(game.full)
                assert same_to(viewer, one, other)
                for played in (one, other):
                    played.listen()
                    played.apply(action)
                    decline(played)
                compared += same_start(viewer, one, other)
            game.apply(action)
    assert compared > HIDDEN * 20


def decline(game: Game) -> None:
    """Let everybody who is asked for a spell as a reaction decline."""
    while not game.over and DECISIONS[game.full.kind] in REACTIONS:
        game.apply("end")


def same_to(viewer: int, one: Game, other: Game) -> bool:
    """Whether two games look the same to a party, and give it the same choices."""
    views = [canonical(seat_view(to_document(game.full), viewer)) for game in (one, other)]
    return views[0] == views[1] and (one.decider != viewer or one.legal() == other.legal())


def same_start(viewer: int, one: Game, other: Game) -> bool:
    """Up to where somebody chooses by a hidden card, both games go the same way for a party."""
    first, second = seen(one.events, viewer), seen(other.events, viewer)
    length = min(len(first), len(second))
    assert first[:length] == second[:length]
    drawn = any(event.kind == "draws" and event.seat == viewer for event in one.events)
    pending = [(g.decider, g.full.kind, len(g.events), g.over) for g in (one, other)]
    if drawn or pending[0] != pending[1]:
        return False
    assert same_to(viewer, one, other)
    return True


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
