"""The legend: every mark that the board can show is in it."""

from __future__ import annotations

from xml.etree import ElementTree

from agents.service.legend import (
    CONDITION_MARKS,
    SIGN_MARKS,
    SPACE_MARKS,
    THING_MARKS,
    YARD_MARKS,
    legend_of,
)
from ludo_env.board import Kind, parse_space
from ludo_env.render.contents import SIGNS, THINGS
from ludo_env.render.picture import CONDITIONS
from tests.agents.service.talking import make_client


def test_every_mark_of_the_full_game_is_explained() -> None:
    assert {condition for condition, _ in CONDITION_MARKS} == set(CONDITIONS)
    assert {sign for sign, _ in SIGN_MARKS} | {"wounded"} == set(SIGNS)
    assert {thing.kind for thing, _ in THING_MARKS} | {"artillery"} == set(THINGS)
    shown = Kind(0)
    for name, _ in (*SPACE_MARKS, *YARD_MARKS):
        shown |= parse_space(name).kind
    unmarked = Kind.HOME | Kind.DIVIDE | Kind.CORNER
    assert all(kind & (shown | unmarked) for kind in Kind)


def test_the_service_tells_it_as_drawings_with_sentences() -> None:
    client = make_client()
    for game in ("plain", "full"):
        parts = client.ask("legend", game=game)["parts"]
        entries = [entry for part in parts for entry in part["entries"]]
        assert len(entries) == len({entry["words"] for entry in entries}) > 10
        for entry in entries:
            root = ElementTree.fromstring(entry["svg"])
            assert len(list(root.iter())) > 2, entry["words"]
    assert sum(len(entry.svg) for part in legend_of("full") for entry in part.entries) < 80_000
