"""Records of full games: replayed with their own dice, hidden cards, fouls and all."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludo_env.engine.game import Game
from ludo_env.errors import BadRecord, BadState, IllegalAction, RollNeeded
from ludo_env.notation import key, to_json
from ludo_env.record import Record, Recorder, read
from tests.ludicrous.full_games import choices, random_game, rolled

TABLETOP = "ludicrous-tabletop:max_rounds=3,off_table_percent=20"


def recorded(game: Game) -> Recorder:
    """Play at random to the end, and record it."""
    recorder, chance = Recorder(game), random.Random(1)
    while not game.over:
        recorder.apply(chance.choice(choices(game)))
    return recorder


def lines_of(rules: str = "ludicrous-short:max_rounds=5") -> list[str]:
    """The lines of a record of two players."""
    return list(recorded(Game(rules, 2, seed=5)).record().lines())


def check(lines: list[str]) -> Game:
    """Read and replay; the game at the end."""
    *_, game = read(lines).replay()
    return game


def with_change(lines: list[str], at: int, **changes: object) -> list[str]:
    """The lines with some fields of one changed, or left out where they are None."""
    at %= len(lines)
    told = {**json.loads(lines[at]), **changes}
    kept = {name: value for name, value in told.items() if value is not None}
    return [*lines[:at], json.dumps(kept), *lines[at + 1 :]]


@given(seed=st.integers(0, 2**32), before=st.integers(0, 60), decisions=st.integers(0, 60))
@settings(max_examples=40)
def test_a_replay_goes_through_the_same_positions(seed: int, before: int, decisions: int) -> None:
    game, chance = random_game(seed, longest=4), random.Random(seed)
    for _ in range(before):
        if not game.over:
            game.apply(chance.choice(choices(game)))
    alone = game.copy()
    recorder, positions = Recorder(game), [to_json(game, dice=False)]
    for _ in range(decisions):
        if game.over:
            break
        foul = game.tournament and chance.random() < 0.1
        action = "sing a song" if foul else chance.choice(choices(game))
        alone.apply(action)
        recorder.apply(action)
        positions.append(to_json(game, dice=False))
    assert to_json(game) == to_json(alone)
    record = recorder.record()
    again = read(record.lines())
    assert again == record
    assert [to_json(replayed, dice=False) for replayed in again.replay()] == positions
    assert again.result.key == key(game) and again.result.rolls == game.state.dice.rolls


def test_whole_games_are_recorded(tmp_path: Path) -> None:
    game = Game("ludicrous-short:red=wizard", 2, seed=8, log=True)
    record = recorded(game).record()
    record.write(tmp_path / "game.jsonl")
    again = read(tmp_path / "game.jsonl")
    assert again == record and record.result.over
    assert check(list(again.lines())).places == game.places
    assert record.result.rewards == game.rewards


def test_the_dice_are_all_that_fell_hidden_ones_included() -> None:
    game = Game(TABLETOP, 4, seed=1, log=True)
    before = len(game.events)
    record = recorded(game).record()
    hidden = [event for event in game.events[before:] if "secret_value" in event.data]
    assert hidden and [die for one in record.decisions for die in one.dice] == rolled(
        game.events[before:]
    )


def test_the_header_tells_the_position_as_an_object_without_its_dice() -> None:
    game = Game("ludicrous-short", 2, seed=5)
    header = json.loads(next(Recorder(game).record().lines()))
    assert header["start"] == json.loads(to_json(game, dice=False))
    assert "dice" not in header["start"] and header["rolls"] == game.state.dice.rolls > 0
    assert (header["rules"], header["players"], header["auto_pass"]) == ("ludicrous-short", 2, True)


def test_a_key_is_told_every_ten_decisions() -> None:
    told = [number for number, line in enumerate(lines_of()[1:-1], 1) if "key" in json.loads(line)]
    assert told == list(range(10, len(lines_of()) - 1, 10)) and len(told) > 1


def test_another_die_that_matters_is_found_at_the_next_key_at_the_latest() -> None:
    lines, found = lines_of("ludicrous:max_rounds=6"), []
    for line in range(1, 10):
        dice = json.loads(lines[line])["dice"]
        other = [dice[0] % 4 + 1, *dice[1:]] if dice else dice
        try:
            check(with_change(lines, line, dice=other))
        except BadRecord as error:
            found.append(int(str(error).split()[1].rstrip(",")))
    assert len(found) > 2 and max(found) <= 11


# -- fouls ----------------------------------------------------------------------------------------


def test_fouls_are_recorded_as_fouls() -> None:
    game = Game("ludicrous-tabletop", 3, seed=3)
    recorder = Recorder(game)
    seat = game.decider
    for _ in range(20):
        recorder.apply("sing a song")
    record = recorder.record()
    assert {(one.action, one.seat) for one in record.decisions} == {("foul", "red")}
    assert seat == 2 and game.places == {"red": 3}
    assert to_json(check(list(record.lines())), dice=False) == to_json(game, dice=False)


def test_a_foul_takes_its_dice_from_those_that_are_given() -> None:
    # The last party of a round is ejected in its own turn, and the night falls, which rolls.
    game = Game("ludicrous-tabletop:off_table_percent=0", 3, seed=3)
    while game.state.turns < 3:
        game.apply("end" if "end" in game.legal_names() else game.legal()[0])
    for _ in range(19):
        game.apply("sing a song", dice=[])
    before = to_json(game)
    with pytest.raises(RollNeeded):
        game.apply("sing a song", dice=[])
    assert to_json(game) == before
    game.apply("sing a song", dice=[1, 100] * 4)
    assert game.places == {"blue": 3}


def test_elsewhere_an_illegal_action_is_refused_and_not_recorded() -> None:
    recorder = Recorder(Game("ludicrous", 2, seed=3))
    with pytest.raises(IllegalAction):
        recorder.apply("foul")
    assert recorder.record().decisions == ()


def test_an_illegal_action_in_a_record_is_no_foul() -> None:
    lines = lines_of(TABLETOP)
    with pytest.raises(BadRecord, match="line 2, action: illegal action 'sing a song'"):
        check(with_change(lines, 1, action="sing a song"))
    with pytest.raises(BadRecord, match="line 2, action: illegal action 'foul'"):
        check(with_change(lines_of(), 1, action="foul"))


def test_a_foul_that_passes_the_recorder_is_noticed() -> None:
    game = Game("ludicrous-tabletop", 2, seed=3)
    recorder = Recorder(game)
    game.apply("sing a song")
    with pytest.raises(BadRecord, match="without its recorder"):
        recorder.apply(game.legal()[0])


# -- what is refused ------------------------------------------------------------------------------


def test_a_refused_decision_is_not_recorded() -> None:
    game = Game("ludicrous", 2, seed=3)
    recorder = Recorder(game)
    recorder.apply("tank to attack", dice=[])
    before = to_json(game)
    with pytest.raises(RollNeeded):
        recorder.apply("end", dice=[])
    assert to_json(game) == before and len(recorder.record().decisions) == 1


def test_an_afterstate_begins_no_record() -> None:
    with pytest.raises(BadState, match="afterstate"):
        Recorder(Game("ludicrous", 2, seed=3).afterstate("tank to shield"))


LINES = lines_of()


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (with_change(LINES, 0, start={}), "line 1, start: "),
        (with_change(LINES, 0, start=[]), "line 1, start: [], allowed: a text"),
        (
            with_change(LINES, 0, start={"game": "ludicrous", "version": 7}),
            "line 1, start: version",
        ),
        (with_change(LINES, 0, rolls=None), "line 1, rolls: missing"),
        (with_change(LINES, 0, rolls=-1), "line 1, rolls: -1, allowed: a whole number"),
        (with_change(LINES, 0, rolls=3), f"line {len(LINES)}, rolls: "),
        (with_change(LINES, 0, rules="ludicrous"), "line 1, rules: ludicrous, allowed: ludicrous-"),
        (with_change(LINES, 0, players=4), "line 1, players: 4, allowed: 2"),
        (with_change(LINES, 1, action="fly"), "line 2, action: illegal action 'fly'"),
        (with_change(LINES, 1, dice=[20] * 9), "line 2, dice: 9 rolls given"),
        (with_change(LINES, 10, key="0123456789abcdef"), "line 11, key: "),
        (with_change(LINES, -1, places={"red": 1}), f"line {len(LINES)}, places: "),
        (LINES[:-1], f"line {len(LINES) - 1}, type: 'decision', allowed: result"),
    ],
)
def test_damage_is_refused_by_line_and_field(lines: list[str], problem: str) -> None:
    with pytest.raises(BadRecord) as caught:
        check(lines)
    assert str(caught.value).startswith(problem)


def test_a_record_of_plain_ludo_does_not_tell_rolls_apart() -> None:
    lines = list(Recorder(Game("classic", 2, seed=1)).record().lines())
    assert "rolls" not in json.loads(lines[0])
    with pytest.raises(BadRecord, match="line 1, rolls: unknown"):
        read(with_change(lines, 0, rolls=1))


def test_records_are_compared_by_what_they_tell() -> None:
    game = Game("ludicrous", 2, seed=3)
    assert isinstance(Recorder(game).record(), Record)
    assert Recorder(game).record() == Recorder(game.copy()).record()
