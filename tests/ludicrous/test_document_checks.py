"""What no full game comes to is refused by its field, and whatever is read can be played."""

from __future__ import annotations

import json
import re
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludo_env.document import from_document, to_document
from ludo_env.document_fields import Document
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.names import ACTION_PHASE, NOBODY
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
from tests.ludicrous.documents import changed, put, read_or_refused, value_at, whole_numbers
from tests.ludicrous.full_games import check_everything, random_game

WIZARDS = "yellow=wizard,blue=wizard,red=engineer,green=wizard"


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
        ("world.over", 1, "parties.yellow.places: 0, allowed: 1..4 when the game is over"),
        ("world.truncated", 1, "world.truncated: 1, allowed: in a game that is over"),
        ("world.die", 5, "world.die: 5, allowed: 0 before phase 5"),
        ("world.rounds", 501, "world.rounds: 501 is not a whole number 1..500"),
        ("dice", [2**32, 0, 0, 0, 0], "dice[0]: 4294967296 is not a whole number 0..4294967295"),
    ],
)
def test_what_no_game_comes_to_is_refused(at: str, value: object, words: str) -> None:
    document = changed(in_turn(), at, value)
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
    changed(document, at, value)
    with pytest.raises(BadState, match="^" + re.escape(words)):
        from_document(document)


RARE = tuple(
    kind for kind, name in enumerate(DECISIONS) if name not in ("turning", "tank", "action")
)
"""Kinds of decision with more on the stack than a phase."""


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
    game = read_or_refused(document)
    if game is None:
        return
    rng = Random(seed)
    for _ in range(200):
        if game.over:
            break
        check_everything(game)
        game.apply(rng.choice(game.legal()))
    assert to_json(from_json(to_json(game))) == to_json(game)
