"""The JSON document of a full game: exact, refused by field where it is wrong, and what is hidden.

That a game which is read goes on like the one written is among the properties.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
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
from ludo_env.document_fields import FIELDS, Document
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.ludicrous import LudicrousState
from ludo_env.engine.ludicrous.names import ACTION_PHASE, CARD_KINDS, NOBODY
from ludo_env.engine.ludicrous.procedures import (
    ACTIONS_OF_TURN,
    DECISIONS,
    OFF_TABLE,
    SET_UP,
    TANK_MOVE,
    TARGET,
    TURN,
)
from ludo_env.engine.state import FRAME
from ludo_env.errors import BadState
from ludo_env.notation import from_json, to_json
from tests.ludicrous.full_games import check_everything, choices, random_game

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
    ],
)
def test_a_bad_document_is_refused_by_its_field(at: str, value: object, words: str) -> None:
    with pytest.raises(BadState, match="^" + re.escape(words)):
        from_document(changed(at, value))


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


# -- what no game comes to ----------------------------------------------------------------------


def in_turn(**world: int) -> Document:
    """The first decision of yellow, which has three pieces on its pathway, in its action phase."""
    game = Game(f"ludicrous:{WIZARDS}", seed=5, auto_pass=False)
    state = game.full
    state.depth = 0
    state.turn = state.starter = 0
    for piece, r in enumerate((3, 7, 20)):
        state.r[piece] = r
        state.ring[r] += 1
    state.close_decision()
    state.call(TURN, 0, 1)
    state.go_on_at(ACTION_PHASE)
    state.run()
    document = to_document(state)
    document["world"] |= world
    return document


def test_the_decision_of_the_examples_is_good() -> None:
    assert from_document(in_turn()).decider == 0


FRAME_OF_TURN = [TURN, ACTION_PHASE + 1, 0, 1, 0, 0, 0, 0]
ASKING = [ACTIONS_OF_TURN, 1, 0, 0, 0, 0, 0, 0]


def frame(procedure: int, stage: int, *arguments: int) -> list[int]:
    return [procedure, stage, *arguments, *[0] * (FRAME - 2 - len(arguments))]


@pytest.mark.parametrize(
    ("at", "value", "words"),
    [
        # The decision is not the one that is asked for.
        ("legal", [0], "legal: [0], allowed: [0, "),
        ("world.decider", 1, "world.decider: blue, allowed: yellow"),
        ("world.kind", 0, "world.kind: 0 (turning), allowed: what is asked for by stack[1]"),
        ("world.acted", 1, "legal: "),
        # The stack is in no order.
        ("stack", [], "stack: 0 procedures, allowed: 1.."),
        ("stack", [ASKING], "stack[0]: actions cannot lie at the bottom"),
        ("stack", [FRAME_OF_TURN] * 2, "stack[1]: turn cannot lie on turn"),
        ("stack[1]", frame(TANK_MOVE, 1), "stack[1]: tank move cannot lie on turn"),
        ("stack", [FRAME_OF_TURN, *[ASKING] * 20], "stack: 21 procedures, allowed: 1.."),
        # A stage, an argument that there is not.
        ("stack[1][1]", 2, "stack[1][1]: 2, allowed for actions: 0..1"),
        ("stack[1][2]", 1, "stack[1][2]: 1, allowed for actions: 0..0"),
        ("stack[0][2]", 4, "stack[0][2]: 4, allowed for turn: 0..3"),
        # A frame that is about something else.
        ("stack[0][2]", 2, "stack[0]: turn [1, 4, 2, 1, 0, 0, 0, 0], allowed: the party of"),
        ("world.phase", 4, "stack[0]: turn [1, 4, 0, 1, 0, 0, 0, 0], allowed: one stage more"),
        ("stack[1]", frame(TARGET, 1, 0, 0), "stack[1]: target cannot lie on turn"),
        # No die is off the table.
        ("tape", [3], "tape: [3], allowed: nothing unless"),
        # What does not fit together.
        ("parties.yellow.pieces[3].r", 7, "legal: "),
        ("parties.blue.pieces[0].r", 7, "parties.yellow.pieces[2].r: 20 is taken"),
        ("parties.blue.pieces[0].facing", 0, "parties.blue.pieces[0].facing: 0, allowed: -1 or 1"),
        ("parties.blue.pieces[0].wet", 1, "parties.blue.pieces[0].wet: not in this place"),
        ("parties.blue.hp", 13, "parties.blue.hp: 13 is not a whole number 1..12"),
        ("parties.blue.places", 4, "parties.blue.places: 4, allowed: a place once"),
        ("parties.blue.fouls", 1, "parties.blue.fouls: 1 is not a whole number 0..0"),
        ("parties.blue.hp", 2**63, "parties.blue.hp: 9223372036854775808 is not a whole number"),
        ("deck[2]", -(2**64), "deck[2]: -18446744073709551616 is not a whole number"),
        ("parties.blue.left", 1, "parties.blue.left: 1, allowed: with no phantom"),
        ("parties.blue.provoker", 1, "parties.blue.provoker: 1 is no enemy"),
        ("parties.blue.phantom_at", 9, "parties.blue.phantom_at: goes together with its hp"),
        ("parties.blue.crown_at", 9, "parties.blue.crown_used: 1 crowns"),
        ("parties.blue.structures[0].built", 2, "parties.blue.structures[0].built: goes together"),
        ("parties.blue.pieces", [{"r": 56}] * 4, "parties.blue.pieces: all that it needs are home"),
        ("deck[0]", 0, "deck[0]: "),
        ("checks", [[3] + [0] * 7], "checks[0][0]: 3, allowed: 0..2"),
        ("checks", [[0, 16] + [0] * 6], "checks[0][1]: 16, allowed: 0..15"),
        ("world.over", 1, "parties.yellow.places: 0, allowed: 1..4 when the game is over"),
        ("world.truncated", 1, "world.truncated: 1, allowed: in a game that is over"),
        ("world.die", 5, "world.die: 5, allowed: 0 before phase 5"),
        ("world.rounds", 501, "world.rounds: 501 is not a whole number 1..500"),
        ("dice", [2**32, 0, 0, 0, 0], "dice[0]: 4294967296 is not a whole number 0..4294967295"),
    ],
)
def test_what_no_game_comes_to_is_refused(at: str, value: object, words: str) -> None:
    document = in_turn()
    put(document, at.replace("[", ".").replace("]", "").split("."), value)
    with pytest.raises(BadState, match="^" + re.escape(words)):
        from_document(document)


def test_nobody_decides_only_before_the_set_up_and_at_the_end() -> None:
    document = in_turn()
    del document["world"]["decider"]
    document["legal"] = []
    document["world"]["decider"] = NOBODY
    with pytest.raises(BadState, match=r"^world\.decider: nobody decides"):
        from_document(document)
    fresh = {"game": "ludicrous", "version": 1, "rules": "ludicrous", "dice": [1, 2, 3, 4, 0]}
    game = from_json(json.dumps(fresh))
    assert game.decider != NOBODY and game.full.turns == 1


@pytest.mark.rule("8.9", "E-fouls")
@pytest.mark.parametrize("name", ["penalties", "fouls"])
def test_the_twentieth_penalty_or_foul_ejects_so_nobody_in_play_has_it(name: str) -> None:
    document = to_document(Game("ludicrous-tabletop", seed=1).full)
    for count in (19, 20):
        document["parties"]["blue"][name] = count
        if count == 19:
            assert getattr(from_document(document), name)[1] == count
        else:
            with pytest.raises(BadState, match=rf"^parties\.blue\.{name}: 20, allowed: below 20"):
                from_document(document)


@pytest.mark.rule("8.9")
@pytest.mark.parametrize(
    ("at", "value", "words"),
    [
        ("stack[1][3]", 4, "stack[1]: die off the table of party"),
        ("stack[1][4]", 21, "stack[1][4]: 21, allowed: 1..20"),
        ("stack[1][2]", 1, "stack[1]: die off the table"),
        ("tape", [1, 21], "tape[1]: 21, allowed: 1..20"),
        ("tape", [3, 2, 1], "stack[1]: die off the table: no die is thrown by stack[0]: set-up"),
    ],
)
def test_a_die_off_the_table_is_one_that_was_thrown(at: str, value: object, words: str) -> None:
    """Yellow and red throw for the start; yellow's first die falls, of a d20."""
    game = Game("ludicrous-tabletop", 2, dice=[7, 1], auto_pass=False)
    document = to_document(game.full)
    assert document["stack"] == [frame(SET_UP, 1), frame(OFF_TABLE, 1, 0, 20, 7, 0, 2)]
    assert from_document(document).decider == 2
    put(document, at.replace("[", ".").replace("]", "").split("."), value)
    with pytest.raises(BadState, match="^" + re.escape(words)):
        from_document(document)


RARE = tuple(
    kind for kind, name in enumerate(DECISIONS) if name not in ("turning", "tank", "action")
)
"""Kinds of decision with more on the stack than a phase."""


def whole_numbers(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every number of a document."""
    return (place for place in places(node, path) if type(value_at(node, place)) is int)


def value_at(node: Any, path: tuple[str, ...]) -> Any:
    for part in path:
        node = node[int(part)] if isinstance(node, list) else node[part]
    return node


def remove(node: Any, path: tuple[str, ...]) -> None:
    """Take the value at a path out."""
    inside = value_at(node, path[:-1])
    del inside[int(path[-1]) if isinstance(inside, list) else path[-1]]


@cache
def some_documents(seed: int) -> tuple[str, ...]:
    """Texts of decisions of a random game, most of them rare ones."""
    game, rng = random_game(seed), Random(seed)
    texts = []
    while not game.over:
        if rng.random() < (0.2 if game.full.kind in RARE else 0.02):
            texts.append(to_json(game))
        game.apply(rng.choice(game.legal()))
    return (*texts[-60:], to_json(game))


@settings(max_examples=300)
@given(seed=st.integers(0, 24), data=st.data())
def test_with_one_number_changed_it_is_refused_or_can_be_played(
    seed: int, data: st.DataObject
) -> None:
    document = json.loads(data.draw(st.sampled_from(some_documents(seed))))
    part = data.draw(st.sampled_from(sorted(document)))
    paths = sorted(whole_numbers({part: document[part]}))
    if not paths:
        return
    path = data.draw(st.sampled_from(paths))
    change = data.draw(st.one_of(st.integers(-4, 4), st.integers(-60, 300), st.just("left out")))
    if isinstance(change, int):
        put(document, list(path), value_at(document, path) + change)
    else:
        remove(document, path)
    try:
        game = from_json(json.dumps(document))
    except BadState as error:
        field = re.match(r"\w+", str(error))
        assert field and field[0] in FIELDS
        return
    rng = Random(seed)
    for _ in range(200):
        if game.over:
            break
        check_everything(game)
        game.apply(rng.choice(game.legal()))
    assert to_json(from_json(to_json(game))) == to_json(game)


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
