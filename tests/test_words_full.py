"""Events of the full game in words."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ludo_env.document import event_view
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.catalogue import CEDE
from ludo_env.errors import BadOption
from ludo_env.words_full import KINDS, SENTENCES, describe, sentence_name

SAID: list[tuple[Event, str]] = [
    (Event("roll", 1, {"die": 20, "value": 5, "reason": "start"}), "Blue rolls 5 on a d20 (start)"),
    (
        Event("roll", 1, {"die": 60, "secret_value": 5, "reason": "card"}),
        "Blue rolls 5 on a d60 in secret (card)",
    ),
    (Event("roll", 1, {"die": 60, "reason": "card"}), "Blue rolls a d60 in secret (card)"),
    (
        Event("throw", 2, {"reason": "star", "total": 5, "goal": 4, "saved": 1}),
        "Red's saving throw (star) is 5 against 4: succeeds",
    ),
    (
        Event("contest", 2, {"reason": "hack", "total": 5, "against": 9, "won": 0}),
        "Red's contest (hack) is 5 against 9: lost",
    ),
    (
        Event("ambushed", 2, {"piece": 1, "by": 0, "space": 21}),
        "Red 2 is ambushed by yellow on blue star",
    ),
    (
        Event(
            "attack",
            0,
            {
                "piece": 0,
                "target": 1,
                "target_piece": 3,
                "weapon": 7,
                "total": 12,
                "against": 12,
                "hit": 1,
            },
        ),
        "Yellow 1 hits blue 4 with its musket: 12 against 12",
    ),
    (Event("falls", 3, {"piece": 2, "r": 0, "by": -1}), "Green 3 falls unconscious on green start"),
    (Event("captured", 3, {"piece": 2, "by": 1}), "Green 3 is captured by blue"),
    (Event("turns", 3, {"piece": 2, "facing": -1}), "Green 3 turns backward"),
    (Event("burning", 3, {"piece": 2}), "Green 3 is burning"),
    (Event("prone", 3, {"piece": 2}), "Green 3 is prone"),
    (
        Event("poison", 1, {"amount": 1, "hp": 4}),
        "Blue loses 1 to the poison and has 4 hit points",
    ),
    (Event("catches", 0, {"loot": 0}), "Yellow catches an old boot"),
    (Event("catches", 0, {"loot": 18}), "Yellow catches a golden carp"),
    (Event("catches", 0, {"loot": 11}), "Yellow catches a harpoon"),
    (Event("draws", 0, {"secret_card": 7}), "Yellow draws blink"),
    (Event("draws", 0, {}), "Yellow draws a card"),
    (
        Event("casts", 0, {"spell": 0, "meta": 13, "piece": 1}),
        "Yellow casts fire bolt with amplify",
    ),
    (Event("casts", 0, {"spell": 3, "meta": -1, "piece": -1}), "Yellow casts mend"),
    (
        Event("attacks", 0, {"piece": 0, "weapon": 7, "owner": 2, "object": -1}),
        "Yellow 1 attacks the phantom of red with its musket",
    ),
    (
        Event("attacks", 0, {"piece": 0, "weapon": 0, "owner": 1, "object": 1}),
        "Yellow 1 attacks the turret of blue with its knife",
    ),
    (
        Event("tries", 0, {"piece": 3, "verb": 5, "target": 1, "target_piece": 2}),
        "Yellow 4 tries to shove blue 3",
    ),
    (
        Event("hacks", 0, {"piece": 3, "owner": 3, "object": 0}),
        "Yellow 4 tries to hack the barricade of green",
    ),
    (
        Event("built", 0, {"kind": 1, "slot": 0}),
        "Yellow has built its turret on structural space 1",
    ),
    (
        Event("anti_tank_shot", 0, {"target": 2, "hit": 0}),
        "Yellow's tank misses the tank of red",
    ),
    (Event("calendar", 1, {"space": 23, "what": 5}), "The calendar stands on space 23: full moon"),
    (Event("pivotal_moment", 1, {"moment": 6}), "The Annustar breaks: mirror"),
    (Event("wind", 1, {"direction": 1, "strength": 2}), "The wind blows east with strength 2"),
    (Event("over", -1, {"truncated": 1}), "The game is cut off"),
]
CLASSES = "yellow=archer,blue=engineer,red=rogue,green=wizard"
FRAIL = "hp=4,night_ambush_range=9,poisoned_turns=2,phantom_range=4"
ALL_MODULES = "modules=combat+magic+structures+tanks+fishing+night+partner+dice_off_table+pivotal"
RULES = (
    f"ludicrous-short:{CLASSES}",
    f"ludicrous-short:{CLASSES},{FRAIL},max_rounds=80",
    f"ludicrous-short:{ALL_MODULES},{CLASSES},{FRAIL},off_table_percent=5,max_rounds=20",
    "ludicrous:cession=true,tournament=true,max_rounds=12",
)
GAMES = 60


@pytest.mark.parametrize(("event", "words"), SAID)
def test_a_sentence_is_filled_from_its_event(event: Event, words: str) -> None:
    assert describe(event) == words


def test_every_kind_that_happens_has_its_sentence_and_every_sentence_happens() -> None:
    said: Counter[str] = Counter()
    for number in range(GAMES):
        game = Game(RULES[number % len(RULES)], seed=number, log=True)
        rng = Random(number)
        while not game.over:
            legal = [action for action in game.legal() if action != CEDE or rng.random() < 0.05]
            illegal = game.tournament and rng.random() < 0.02
            game.apply(-1 if illegal else rng.choice(legal))
        for event in game.events:
            for seen in (event, event_view(event, (event.seat + 1) % 4)):
                said[sentence_name(seen)] += 1
                sentence = describe(seen)
                assert sentence[0].isupper() and "{" not in sentence
    assert set(said) == set(SENTENCES)


def test_kinds_are_those_of_the_sentences() -> None:
    assert len(set(KINDS)) == len(KINDS)
    assert {name.split()[0] for name in SENTENCES} == set(KINDS)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(BadOption, match="no words for the event 'dances', allowed: roll, "):
        describe(Event("dances", 0, {}))
