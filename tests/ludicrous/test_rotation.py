"""The four colours are alike: a full game turned by quarter turns goes on as the turned game."""

from __future__ import annotations

from random import Random

import pytest

from ludo_env.board import COLOURS, PARTIES, QUADRANT, RING
from ludo_env.document import to_document
from ludo_env.document_fields import Document
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.names import NOBODY
from ludo_env.rules import LudicrousRules
from tests.ludicrous.full_games import choices, random_sheet

SEATS = {2: (0, 2), 4: (0, 1, 2, 3)}
ROUNDS = 25
HIGH = 20
DRAWS = 2
TURNED_DICE = ("wind direction", "hoop")
"""Rolls for a direction or a quadrant, which turn with the table."""
PARTY_NUMBERS = ("provoker",)
SPACE_NUMBERS = ("crown_at", "phantom_at")
WORLD_PARTIES = ("starter", "god", "turn", "decider", "wind")
INNER = ("choice", "kind")


def start(rules: LudicrousRules, players: int, starter: int, drawn: list[int]) -> Game:
    """A game that a party begins, with these opening cards."""
    order = [HIGH if party == starter else 1 for party in SEATS[players]]
    return Game(rules, players, log=True, dice=[*order, *drawn])


def turned_rules(rules: LudicrousRules, turns: int) -> LudicrousRules:
    """The rules of the turned game: everybody's sheet goes along."""
    return rules.changed(
        sheets=tuple(rules.sheets[(party - turns) % PARTIES] for party in range(PARTIES)),
        tuesdays=tuple((seat + turns) % PARTIES for seat in rules.tuesdays),
        birthdays=tuple((seat + turns) % PARTIES for seat in rules.birthdays),
    )


def turned_dice(events: list[Event], turns: int) -> list[int]:
    """The dice of the turned game."""
    dice = []
    for event in events:
        if event.kind == "roll":
            value = int(event.data.get("value", event.data.get("secret_value", 0)))
            if event.data["reason"] in TURNED_DICE:
                value = (value - 1 + turns) % PARTIES + 1
            dice.append(value)
    return dice


def turned_party(party: int, turns: int) -> int:
    return party if party == NOBODY else (party + turns) % PARTIES


def turned_space(space: int, turns: int) -> int:
    return space if space < 0 else (space + QUADRANT * turns) % RING


def turned(game: Game, turns: int) -> Document:
    """What a turned game's document says, the arguments of its procedures left out."""
    document = to_document(game.full)
    world = dict(document["world"])
    for name in WORLD_PARTIES:
        world[name] = turned_party(getattr(game.full, name), turns)
    if game.full.wind_strength == 0:
        del world["wind"]
    parties = {}
    for colour, entry in document["parties"].items():
        image = dict(entry)
        for name in PARTY_NUMBERS:
            if name in image:
                image[name] = turned_party(image[name], turns)
        for name in SPACE_NUMBERS:
            if name in image:
                image[name] = turned_space(image[name], turns)
        image["pieces"] = [
            {n: turned_party(v, turns) if n == "jailer" else v for n, v in piece.items()}
            for piece in entry["pieces"]
        ]
        parties[COLOURS[(COLOURS.index(colour) + turns) % PARTIES]] = image
    names = ("deck", "discards", "tape")
    return {
        "parties": dict(sorted(parties.items())),
        "world": {name: value for name, value in sorted(world.items()) if name not in INNER},
        "checks": len(document["checks"]),
        "stack": [frame[:2] for frame in document["stack"]],
        "legal": sorted(document["legal"]),
        **{name: document[name] for name in names},
    }


def play_turned(rules: LudicrousRules, players: int, turns: int, seed: int) -> None:
    """Play a game, and with the same dice and choices the turned one."""
    rng = Random(seed)
    starter = rng.choice(SEATS[players])
    magic = "magic" in rules.modules
    drawn = [rng.randint(1, 40) for _ in range(DRAWS * players * magic)]
    one = start(rules, players, starter, drawn)
    other = start(turned_rules(rules, turns), players, (starter + turns) % PARTIES, drawn)
    while True:
        if one.over or rng.random() < 0.1:
            image = turned(one, turns)
            assert turned(other, 0) == image
        if one.over:
            break
        assert other.decider == (one.decider + turns) % PARTIES
        assert other.legal() == one.legal()
        action, heard = rng.choice(choices(one)), len(one.events)
        one.apply(action)
        other.apply(action, dice=turned_dice(one.events[heard:], turns))
    assert other.over
    rewards = [one.rewards.get(colour, 0.0) for colour in COLOURS]
    image_of = [rewards[(party - turns) % PARTIES] for party in range(PARTIES)]
    assert [other.rewards.get(colour, 0.0) for colour in COLOURS] == image_of
    told = sorted((event.kind, turned_party(event.seat, turns)) for event in one.events)
    assert sorted((event.kind, event.seat) for event in other.events) == told


@pytest.mark.parametrize("more", ["", "play_on", "teams", "one_colour"])
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_four_players_are_alike(turns: int, more: str) -> None:
    for seed in range(3):
        rng = Random(seed)
        rules = LudicrousRules(max_rounds=ROUNDS, pieces_to_win=1 + seed % 4)
        if more in ("play_on", "teams"):
            rules = rules.changed(**{more: True})
        if more != "one_colour":
            rules = rules.changed(sheets=tuple(random_sheet(rng) for _ in range(PARTIES)))
        play_turned(rules, 4, turns, seed)


def test_two_players_are_alike() -> None:
    for seed in range(10):
        rng = Random(seed)
        sheets = tuple(random_sheet(rng) for _ in range(PARTIES))
        play_turned(LudicrousRules(max_rounds=2 * ROUNDS, sheets=sheets), 2, 2, seed)
