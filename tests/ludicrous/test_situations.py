"""A full game told as JSON without what is under way: its phase begins."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludo_env.document import from_document, to_document
from ludo_env.document_fields import Document
from ludo_env.engine.ludicrous.names import CARD_KINDS, NIGHT
from ludo_env.engine.ludicrous.procedures import DECISIONS
from ludo_env.errors import BadState
from ludo_env.notation import from_json, to_json
from tests.ludicrous.documents import game_in_the_middle, put, read_or_refused, whole_numbers
from tests.ludicrous.full_games import check_everything

PLAYED = 60
PENDING = ("decider", "kind", "choice")
ALL_COPIES = 4


def told(**fields: Any) -> Document:
    """A document that tells only these fields."""
    return {"game": "ludicrous", "version": 1, "rules": "ludicrous", **fields}


def pieces(*places: int, **more: int) -> dict[str, Any]:
    return {"pieces": [{"r": r, **more} for r in places]}


@pytest.mark.rule("T-")
@pytest.mark.parametrize(
    ("phase", "decision"),
    [(0, "turning"), (2, "tank"), (3, "action"), (5, "move"), (NIGHT, "night ambush")],
)
def test_the_phase_of_the_turn_begins(phase: int, decision: str) -> None:
    world = {"turn": 1, "phase": phase, "auto_pass": 0}
    document = told(parties={"yellow": pieces(15), "blue": pieces(3)}, world=world)
    game = from_json(json.dumps(document), seed=1)
    assert DECISIONS[game.full.kind] == decision
    assert game.decider == (0 if phase == NIGHT else 1)
    assert game.full.turns == 1
    assert to_json(from_json(to_json(game))) == to_json(game)


def test_the_deck_has_the_cards_that_are_nowhere_else() -> None:
    hand = [2, *[0] * (CARD_KINDS - 1)]
    discards = [1, 3, *[0] * (CARD_KINDS - 2)]
    state = from_document(told(parties={"blue": {"hand": hand}}, discards=discards))
    assert list(state.deck) == [1, 1, *[ALL_COPIES] * (CARD_KINDS - 2)]
    more = {"blue": {"hand": hand}, "red": {"hand": hand}}
    with pytest.raises(BadState, match=r"^deck\[0\]: 5 fire bolt in deck, discards and hands"):
        from_document(told(parties=more, discards=discards))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"legal": [0]}, "legal: actions go together with a decider"),
        ({"legal": [0], "world": {"decider": 2}}, "world.decider: 2, allowed: -1 without a stack"),
        ({"tape": [3]}, "tape: [3], allowed: nothing without a stack"),
    ],
)
def test_without_procedures_nothing_is_decided(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(BadState, match="^" + re.escape(words)):
        from_document(told(parties={}, **fields))


@pytest.mark.rule("6.15", "6.5", "6.4", "6.10", "Y-hp", "8.7", "SP-phantom", "A-fortify")
@pytest.mark.parametrize(
    ("parties", "words"),
    [
        ({"yellow": pieces(30), "blue": pieces(17)}, "parties.yellow.pieces[0].r: 30 is taken"),
        ({"yellow": pieces(30, 30, 30)}, "parties.yellow.pieces[0].r: 30 is taken"),
        ({"yellow": pieces(21, 21)}, "parties.yellow.pieces[0].r: 21 is taken"),
        ({"yellow": pieces(53, 53, 53)}, "parties.yellow.pieces[0].r: 53 is taken"),
        (
            {
                "yellow": pieces(30),
                "red": {"phantom_at": 30, "phantom_hp": 3, "phantom_turns": 3},
            },
            "parties.yellow.pieces[0].r: 30 is taken",
        ),
        ({"yellow": pieces(30, facing=0)}, "parties.yellow.pieces[0].facing: 0"),
        ({"yellow": pieces(51, wet=2)}, "parties.yellow.pieces[0].wet: not in this place"),
        ({"yellow": pieces(9, fallen=1, prone=1)}, "parties.yellow.pieces[0].prone: not in this"),
        ({"yellow": pieces(-1, crowned=1)}, "parties.yellow.pieces[0].crowned: not in this place"),
        ({"yellow": pieces(8, crowned=1, veiled=1)}, "parties.yellow.pieces[0].crowned: not in"),
        (
            {"yellow": {**pieces(8, 9, crowned=1), "crown_used": 1}},
            "parties.yellow.crown_used: 2 crowns, allowed: one",
        ),
        ({"yellow": {"hp": 0}}, "parties.yellow.hp: 0 is not a whole number 1..12"),
        ({"yellow": {"hp": 13}}, "parties.yellow.hp: 13 is not a whole number 1..12"),
        ({"yellow": {"phantom_at": 5}}, "parties.yellow.phantom_at: goes together"),
        ({"yellow": {"structures": [{"built": 1}]}}, "parties.yellow.structures[0].built: goes"),
        (
            {"yellow": {"structures": [{"project": 1, "project_points": 1}] * 2}},
            "parties.yellow.structures[1]: allowed: one structure of each kind",
        ),
        (
            {"yellow": {"structures": [{"project": 0, "project_points": 3}]}},
            "parties.yellow.structures[0].project_points: 3, allowed: below 3, then it is built",
        ),
        ({"yellow": {"left": 1, "tank_hp": 0}}, "world.starter: 0, allowed: a party in play"),
        ({"blue": {"left": 1, "tank_hp": 0}}, "parties.blue.places: 0, allowed: a place once"),
    ],
)
def test_a_situation_that_no_game_comes_to_is_refused(parties: dict[str, Any], words: str) -> None:
    with pytest.raises(BadState, match="^" + re.escape(words)):
        from_document(told(parties=parties))


@pytest.mark.parametrize("token", ["starter", "god", "turn"])
def test_an_absent_colour_has_no_token_and_no_turn(token: str) -> None:
    with pytest.raises(BadState, match=rf"^world\.{token}: 1, allowed: a party"):
        from_document(told(players=2, world={token: 1}))


@given(seed=st.integers(0, 50), data=st.data())
def test_whatever_situation_is_accepted_can_be_played(seed: int, data: st.DataObject) -> None:
    document = to_document(game_in_the_middle(seed).full)
    for name in ("stack", "legal", "tape"):
        del document[name]
    for name in PENDING:
        document["world"].pop(name, None)
    for _ in range(data.draw(st.integers(0, 3))):
        path = data.draw(st.sampled_from(sorted(whole_numbers(document))))
        put(document, list(path), data.draw(st.integers(-2, 60)))
    game = read_or_refused(document)
    if game is None:
        return
    rng = Random(seed)
    for _ in range(PLAYED):
        if game.over:
            break
        check_everything(game)
        assert to_json(from_json(to_json(game))) == to_json(game)
        game.apply(rng.choice(game.legal()))
