"""The chances that people are told: against the text, and against throws that are made."""

from __future__ import annotations

from random import Random

import pytest

from agents.service.odds import Throw, throws_after
from ludo_env.board import route_space
from ludo_env.engine.game import Game
from ludo_env.notation import to_json
from tests.ludicrous.full_games import choices
from tests.ludicrous.scenes import Scene, sheet
from tests.ludicrous.test_attacks import facing_off

EVEN_CONTEST = sum(1 for a in range(2, 21) for b in range(1, 21) if a >= b or a == 20) / 400
"""[D-contest] [D-crit] d20 against d20: ties win, 20 wins, 1 loses."""


def throws(scene: Scene, action: str) -> list[Throw]:
    game = Game.of(scene.state)
    return throws_after(game, game.number(action))


def only(scene: Scene, action: str) -> Throw:
    (throw,) = throws(scene, action)
    return throw


@pytest.mark.rule("W-attack", "W-weapons", "D-contest")
def test_a_weapon_adds_its_accuracy() -> None:
    attack = only(facing_off(attacker="archer", scores={"dexterity": 2}), "melee attack 1")
    won = sum(1 for a in range(2, 21) for b in range(1, 21) if a == 20 or a + 4 >= b)
    assert attack.reason == "attack" and attack.seat == 0
    assert attack.words == "d20 + 4 against blue’s d20"
    assert attack.chance == pytest.approx(won / 400)


@pytest.mark.rule("8.5", "D-adv")
def test_a_prone_target_gives_advantage_and_a_prone_actor_disadvantage() -> None:
    easy = only(facing_off(other={"prone": 1}), "shove 1")
    assert easy.chance == pytest.approx(EVEN_CONTEST), "a shove is no attack"
    easy = only(facing_off(other={"prone": 1}), "melee attack 1")
    pairs = [max(a, b) for a in range(1, 21) for b in range(1, 21)]
    won = sum(1 for a in pairs for b in range(1, 21) if a == 20 or (a > 1 and a + 1 >= b))
    assert easy.words == "d20 + 1 with advantage against blue’s d20"
    assert easy.chance == pytest.approx(won / 8000)
    hard = only(facing_off(piece={"prone": 1}), "punch 1")
    assert hard.words == "d6 with disadvantage, 2 or more"
    assert hard.chance == pytest.approx(25 / 36)


@pytest.mark.rule("A-punch", "A-stone")
def test_punch_and_stone_are_dice_against_a_number() -> None:
    assert only(facing_off(), "punch 1").chance == pytest.approx(5 / 6)
    assert only(facing_off(), "stone 1").chance == pytest.approx(4 / 6)


@pytest.mark.rule("6.11", "D-save")
def test_a_move_onto_a_trap_tells_its_saving_throw() -> None:
    s = Scene(
        dice=[1],
        auto_pass=False,
        sheets={"yellow": sheet(dexterity=1)},
        yellow={"pieces": [{"r": 11}, {"r": 20}]},
    )
    trap = only(s, "move 1")
    assert (trap.reason, trap.seat, trap.words) == ("trap", 0, "d6 + 1, 4 or more")
    assert trap.chance == pytest.approx(4 / 6)
    assert throws(s, "move 2") == [], "an empty space asks for no throw"


def test_every_target_has_a_throw_of_its_own() -> None:
    s = Scene(
        "action",
        yellow={"pieces": [{"r": 32}]},
        blue={"pieces": [{"r": 20, "dodging": 1}]},
        red={"pieces": [{"r": 9}]},
    )
    stones = throws(s, "ranged attack 1")
    assert [throw.words for throw in stones] == [
        "d20 − 1 with disadvantage against blue’s d20 + 2",
        "d20 − 1 against red’s d20",
    ]


def test_ending_a_phase_and_shedding_lead_to_no_throw_of_theirs() -> None:
    assert throws(facing_off(), "end") == []


def test_a_game_is_only_read() -> None:
    s = facing_off()
    game = Game.of(s.state, seed=3)
    before = to_json(game)
    for action in game.legal():
        throws_after(game, action)
    assert to_json(game) == before


def test_chances_are_those_of_games_played_on() -> None:
    """The throw that is foretold falls about as often in the same game with other dice."""
    chance = Random(5)
    game = Game("ludicrous", 3, seed=2)
    tried: dict[str, list[float]] = {}
    for _ in range(700):
        if game.over:
            break
        for action in game.legal():
            for throw in throws_after(game, action)[:1] if chance.random() < 0.2 else ():
                seen = tried.setdefault(throw.reason, [0, 0, 0])
                for seed in range(12):
                    won = outcome(game, action, throw, seed)
                    if won is not None:
                        seen[0] += 1
                        seen[1] += won - throw.chance
                        seen[2] += throw.chance * (1 - throw.chance)
        game.apply(chance.choice(choices(game)))
    assert len(tried) >= 10
    for reason, (count, excess, variance) in tried.items():
        assert abs(excess) < 4.5 * (variance + 1) ** 0.5, (reason, count)


def outcome(game: Game, action: int, throw: Throw, seed: int) -> bool | None:
    """Whether the throw succeeds in a game with other dice, first targets and no reactions."""
    other = game.copy()
    other.state.dice.seed(seed)
    other.listen()
    other.apply(action)
    for _ in range(6):
        for event in other.events:
            if event.seat == throw.seat and throw.reason in (event.data.get("reason"), event.kind):
                won = {"throw": "saved", "contest": "won"}.get(event.kind, "hit")
                if won in event.data:
                    return bool(event.data[won])
        if other.over:
            return None
        legal = other.legal_names()
        first = "plainly" if "plainly" in legal else legal[0]
        other.apply(first)
    return None


def test_a_throw_tells_what_it_is_at() -> None:
    s = Scene(
        "action",
        yellow={"pieces": [{"r": 32}]},
        blue={"pieces": [{"r": 20}]},
        red={"pieces": [{"r": 9}]},
    )
    assert [throw.target for throw in throws(s, "ranged attack 1")] == [4, 8]
    assert only(facing_off(), "melee attack 1").target == 4, "the only one is not asked for"
    assert only(facing_off(), "shove 1").target == 4
    trap = Scene(dice=[1], auto_pass=False, yellow={"pieces": [{"r": 11}, {"r": 20}]})
    assert (only(trap, "move 1").target, only(trap, "move 1").space) == (
        None,
        route_space(0, 12).id,
    )
