"""Everything that happens is told: who did what to whom, and every hit point."""

from __future__ import annotations

from random import Random

import pytest

from ludo_env.engine.game import Game
from ludo_env.words_full import describe
from tests.ludicrous.casting import aim, casting, foe
from tests.ludicrous.scenes import Scene, seen_by

WIZARDS = "yellow=wizard,blue=wizard,red=rogue,green=engineer"
TURRET = 1


def sentences(s: Scene) -> list[str]:
    return [describe(event) for event in s.state.log.events]


def beside(**blue: object) -> Scene:
    """Yellow 1 in its action phase with blue 1 on the next space."""
    place = {"pieces": [{"r": seen_by("yellow", 29, "blue")}], **blue}
    return Scene("action", yellow={"pieces": [{"r": 28}]}, blue=place, auto_pass=False)


@pytest.mark.rule("A-shove", "A-grapple", "A-taunt")
@pytest.mark.parametrize("verb", ["shove", "grapple", "taunt"])
def test_a_contest_between_pieces_names_both(verb: str) -> None:
    s = beside().play(f"{verb} 1").play("next piece 1", dice=[2, 15])
    assert f"Yellow 1 tries to {verb} blue 1" in sentences(s)


@pytest.mark.rule("A-revive")
def test_reviving_names_both() -> None:
    own = {"pieces": [{"r": 28}, {"r": 29, "fallen": 2}]}
    s = Scene("action", yellow=own, auto_pass=False)
    s.play("revive 1").play("own piece 2", dice=[5, 4])
    assert "Yellow 1 tries to revive yellow 2" in sentences(s)


@pytest.mark.rule("W-attack", "A-hack")
@pytest.mark.parametrize(
    ("verb", "target", "dice", "words"),
    [
        ("ranged attack", "next structure 2", [3], "attacks the turret of blue with its musket"),
        ("ranged attack", "across phantom", [3, 4], "attacks the phantom of red with its musket"),
        ("hack", "next structure 2", [3, 9], "tries to hack the turret of blue"),
    ],
)
def test_what_is_done_to_a_thing_names_it(
    verb: str, target: str, dice: list[int], words: str
) -> None:
    s = Scene(
        "action",
        yellow={"pieces": [{"r": 15}]},
        blue={"structures": [{}, {"built": TURRET, "built_hp": 5}]},
        red={"phantom_at": 18, "phantom_hp": 3, "phantom_turns": 3},
        auto_pass=False,
    )
    s.play(f"{verb} 1").play(target, dice=dice)
    assert f"Yellow 1 {words}" in sentences(s)


@pytest.mark.rule("A-fish")
def test_fishing_names_the_piece() -> None:
    s = Scene("action", yellow={"pieces": [{"r": 10}]}, auto_pass=False)
    s.play("fish 1", dice=[8, 2])
    assert "Yellow 1 goes fishing" in sentences(s)


@pytest.mark.rule("C-burning", "SP-fire-bolt")
def test_that_a_piece_catches_fire_is_told() -> None:
    s = aim(casting("fire bolt", green=foe(22)), "fire bolt")
    s.play("previous piece 1", dice=[12, 3, 4])
    assert "Green 1 is burning" in sentences(s)


@pytest.mark.rule("C-poisoned")
@pytest.mark.parametrize("hp", [5, 2])
def test_what_poison_takes_is_told(hp: int) -> None:
    s = Scene("first special", yellow={"hp": hp, "poisoned": 2}, auto_pass=False)
    assert f"Yellow loses 1 to the poison and has {hp - 1} hit points" in sentences(s)


@pytest.mark.rule("Y-hp")
def test_the_events_account_for_every_hit_point() -> None:
    for seed in range(6):
        game, rng = (
            Game(f"ludicrous-short:max_rounds=30,{WIZARDS}", seed=seed, log=True),
            Random(seed),
        )
        while not game.over:
            before, told = list(game.full.hp), len(game.events)
            game.apply(rng.choice(game.legal()))
            for party in range(4):
                own = [event for event in game.events[told:] if event.seat == party]
                if any(event.kind in ("falls", "star_save") for event in own):
                    continue
                gained = sum(int(e.data["amount"]) for e in own if e.kind == "heals")
                lost = sum(int(e.data["amount"]) for e in own if e.kind in ("damage", "poison"))
                assert game.full.hp[party] - before[party] == gained - lost
