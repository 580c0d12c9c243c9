"""Records: what is played is replayed without a generator, and damage is found where it is."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludo_env import __version__
from ludo_env.engine.game import Game
from ludo_env.errors import BadDice, BadOption, BadRecord, IllegalAction, RollNeeded
from ludo_env.notation import key, to_json, to_text
from ludo_env.record import Record, Recorder, read
from tests.random_games import SEEDS, games, play


def recorded(game: Game, decisions: int, seed: int) -> Recorder:
    """Play on at random, and record it."""
    recorder, chance = Recorder(game), random.Random(seed)
    for _ in range(decisions):
        if game.over:
            break
        recorder.apply(chance.choice(game.legal()))
    return recorder


def example(decisions: int = 25) -> list[str]:
    """The lines of a record with two keys."""
    game = Game("modern", 2, seed=5, auto_pass=False)
    return list(recorded(game, decisions, 5).record().lines())


def check(lines: list[str]) -> Game:
    """Read and replay; the game at the end."""
    *_, game = read(lines).replay()
    return game


# -- what is played is replayed --------------------------------------------------------------


@given(game=games(), decisions=st.integers(0, 80), seed=SEEDS)
def test_a_replay_goes_through_the_same_positions(game: Game, decisions: int, seed: int) -> None:
    recorder, chance = Recorder(game), random.Random(seed)
    positions = [to_json(game, dice=False)]
    for _ in range(decisions):
        if game.over:
            break
        recorder.apply(chance.choice(game.legal()))
        positions.append(to_json(game, dice=False))
    record = recorder.record()
    again = read(record.lines())
    assert again == record
    assert [to_json(replayed, dice=False) for replayed in again.replay()] == positions
    assert record.result.over == game.over and record.result.key == key(game)


@given(game=games(), decisions=st.integers(0, 40), seed=SEEDS)
def test_recording_changes_nothing(game: Game, decisions: int, seed: int) -> None:
    alone = game.copy()
    recorded(game, decisions, seed)
    play(alone, decisions, seed)
    assert to_text(game) == to_text(alone)
    assert game.events == []


def test_a_game_that_keeps_its_events_keeps_them() -> None:
    game, alone = (Game("modern", seed=2, log=True) for _ in range(2))
    record = recorded(game, 50, 1).record()
    play(alone, 50, 1)
    assert game.events == alone.events
    fallen = [roll for decision in record.decisions for roll in decision.dice]
    rolls = [event.data["value"] for event in game.events if event.kind == "roll"]
    assert rolls[-len(fallen) :] == fallen


def test_the_lines_say_who_did_what_and_what_fell() -> None:
    game = Game("classic", 2, auto_pass=False, dice=[6, 1, 6])
    names = {"yellow": "ann", "red": "b\u00f6b"}
    recorder = Recorder(game, names=names, date="2024-05-06", seed=7)
    recorder.apply("Move 2", dice=[3, 6])
    recorder.apply(0, dice=[1, 2])
    header, first, second, result = map(json.loads, recorder.record().lines())
    assert header == {
        "type": "header",
        "format": "ludo record",
        "version": 1,
        "rules": "classic",
        "players": 2,
        "auto_pass": False,
        "start": "ludo1_classic_Yyyyyx0_Ryyyyx0_startY_turnY_die6_sixes1_round1_turns1"
        "_decisions0_rolls3_ask",
        "names": names,
        "date": "2024-05-06",
        "engine": __version__,
        "seed": 7,
    }
    # A 6 that could enter gives no other roll, and red cannot use what it throws.
    assert first == {"type": "decision", "seat": "yellow", "action": "move 2", "dice": [3, 6]}
    assert second == {"type": "decision", "seat": "yellow", "action": "move 1", "dice": [1, 2]}
    assert (result["over"], result["places"], result["truncated"]) == (False, {}, False)
    assert (result["turns"], result["round"], result["rolls"]) == (5, 3, 7)
    assert result["key"] == key(game)


def test_a_key_is_told_every_ten_decisions() -> None:
    decisions = [json.loads(line) for line in example()[1:-1]]
    assert [number for number, told in enumerate(decisions, 1) if "key" in told] == [10, 20]


def test_a_record_may_begin_and_end_anywhere() -> None:
    game = Game("modern:play_on=true", seed=3)
    play(game, 40, 1)
    assert check(list(Recorder(game).record().lines())).places == {}
    while not game.over:
        recorder = recorded(game, 100, 2)
    record = recorder.record()
    assert record.result.over and record.result.places == game.places
    assert record.result.rewards == game.rewards
    assert check(list(record.lines())).places == game.places


def test_the_page_tells_a_record() -> None:
    page = (Path(__file__).parents[1] / "docs" / "notation.md").read_text(encoding="utf-8")
    lines = re.findall(r'^{"type".*$', page, re.MULTILINE)
    assert list(read(lines).lines()) == lines
    assert check(lines).state.decisions == 62
    short = lines[2].replace("[6]", "[]")
    with pytest.raises(BadRecord) as caught:
        check([*lines[:2], short, *lines[3:]])
    assert str(caught.value) in page.splitlines()


# -- recording -------------------------------------------------------------------------------


def test_a_refused_decision_is_not_recorded() -> None:
    game = Game("classic", 2, auto_pass=False, dice=[6, 1, 6])
    recorder = Recorder(game)
    before = to_text(game)
    with pytest.raises(IllegalAction):
        recorder.apply("move 7")
    with pytest.raises(BadDice):
        recorder.apply(0, dice=[7])
    with pytest.raises(BadDice):
        recorder.apply(0, dice=[3, 6, 1])
    with pytest.raises(RollNeeded):
        recorder.apply(0, dice=[])
    assert to_text(game) == before and recorder.record().decisions == ()
    recorder.apply(0, dice=[3, 6])
    assert len(recorder.record().decisions) == 1


def test_a_game_that_is_over_is_not_played_on() -> None:
    game = Game("modern:max_rounds=1", seed=1)
    recorder = recorded(game, 100, 0)
    with pytest.raises(IllegalAction, match="the game is over"):
        recorder.apply(0)


def test_decisions_that_pass_the_recorder_are_noticed() -> None:
    game = Game("modern", seed=1)
    recorder = recorded(game, 3, 0)
    play(game, 1, 0)
    with pytest.raises(BadRecord, match="without its recorder"):
        recorder.apply(game.legal()[0])


def test_only_seats_that_play_have_names() -> None:
    with pytest.raises(BadOption, match="no seat 'blue', allowed: yellow, red"):
        Recorder(Game(players=2, seed=1), names={"blue": "eve"})
    with pytest.raises(BadOption, match="surrogates"):
        Recorder(Game(players=2, seed=1), names={"red": "\ud800"})


# -- files -----------------------------------------------------------------------------------


def test_a_file_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record = recorded(Game("danish", seed=1), 60, 0).record()
    path.write_text("old")
    with path.open() as open_before:
        record.write(path)
        assert open_before.read() == "old", "a reader has the old file or the new one"
    assert read(path) == read(str(path)) == record
    assert path.read_text().splitlines() == list(record.lines())
    assert os.listdir(tmp_path) == ["game.jsonl"]
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert read(path) == record


def test_a_file_that_cannot_be_written_whole_is_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    record = recorded(Game(seed=1), 5, 0).record()
    path.write_text("old")

    def break_off(self: Record) -> Iterator[str]:
        yield "{}"
        raise OSError("no space left")

    monkeypatch.setattr(Record, "lines", break_off)
    with pytest.raises(OSError, match="no space left"):
        record.write(path)
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["game.jsonl"]


def test_a_file_that_is_not_there_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.jsonl")


def test_a_file_that_is_no_text_is_refused_by_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    lines = [line.encode() for line in example()]
    path.write_bytes(b"\n".join([lines[0], b"\xff", *lines[2:]]))
    with pytest.raises(BadRecord, match=r"game\.jsonl: line 2, text: byte 1 is no UTF-8"):
        read(path)


# -- damage ----------------------------------------------------------------------------------

LINES = example()
FIRST, TENTH, LAST = 1, 10, len(LINES) - 1
OTHER = {"yellow": "red", "red": "yellow"}


def changed(line: int, **changes: object) -> list[str]:
    """The example with some fields of a line changed, or left out where they are None."""
    fields = {**json.loads(LINES[line]), **changes}
    kept = {name: value for name, value in fields.items() if value is not None}
    return [*LINES[:line], json.dumps(kept), *LINES[line + 1 :]]


def told(line: int, field: str) -> object:
    """What the example tells in a field."""
    return json.loads(LINES[line])[field]


DAMAGED: list[tuple[list[str], str]] = [
    ([], "line 1, text: missing, allowed: a header line"),
    (LINES[:1], "line 2, text: missing, allowed: a result line"),
    (LINES[:-1], f"line {LAST}, type: 'decision', allowed: result"),
    ([*LINES[:-1], LINES[-1][:-9]], f"line {LAST + 1}, text: no JSON at column"),
    ([*LINES, ""], f"line {LAST + 1}, type: 'result', allowed: decision"),
    (LINES[1:], "line 1, type: 'decision', allowed: header"),
    ([*LINES[:3], "move 2", *LINES[4:]], "line 4, text: no JSON at column 1"),
    ([*LINES[:3], "[1]", *LINES[4:]], "line 4, text: [1], allowed: a JSON object"),
    ([*LINES[:3], "null", *LINES[4:]], "line 4, text: null, allowed: a JSON object"),
    ([*LINES[:3], "[" * 50_000, *LINES[4:]], "line 4, text: no JSON that can be read: nested too"),
    ([*LINES[:3], "9" * 9000, *LINES[4:]], "line 4, text: no JSON that can be read: nested too"),
    ([*LINES[:3], "", *LINES[4:]], "line 4, text: missing, allowed: a decision line"),
    ([*LINES[:3], LINES[0], *LINES[4:]], "line 4, type: 'header', allowed: decision"),
    (changed(0, format="pgn"), "line 1, format: 'pgn', allowed: ludo record"),
    (changed(0, version=2), "line 1, version: 2, allowed: 1"),
    (changed(0, rules="classic"), "line 1, rules: classic, allowed: modern"),
    (changed(0, rules=None), "line 1, rules: missing"),
    (changed(0, players=4), "line 1, players: 4, allowed: 2"),
    (changed(0, auto_pass=True), "line 1, auto_pass: true, allowed: false"),
    (changed(0, start="ludo1_whist"), "line 1, start: rules (column 7): unknown rule set"),
    (changed(0, names={"pink": "x"}), "line 1, names.pink: unknown, allowed: "),
    (changed(0, names={"red": 7}), "line 1, names.red: 7, allowed: a text"),
    (changed(0, names={"red": "\ud800"}), "line 1, names.red: '\\ud800', allowed: a text without"),
    (changed(0, date="\udc00"), "line 1, date: '\\udc00', allowed: a text without"),
    (changed(0, names=["ann"]), "line 1, names: ['ann'], allowed: a JSON object"),
    (changed(0, date=2024), "line 1, date: 2024, allowed: a text"),
    (changed(0, seed="x"), "line 1, seed: 'x', allowed: a whole number"),
    (changed(0, mood="good"), "line 1, mood: unknown, allowed: auto_pass, date"),
    (changed(FIRST, seat="pink"), "line 2, seat: 'pink', allowed: yellow or blue"),
    (changed(FIRST, seat=None), "line 2, seat: missing"),
    (changed(FIRST, action=1), "line 2, action: 1, allowed: a text"),
    (changed(FIRST, dice=3), "line 2, dice: 3, allowed: a list of whole numbers"),
    (changed(FIRST, dice=[2.5]), "line 2, dice[0]: 2.5, allowed: a whole number"),
    (changed(FIRST, key=1), "line 2, key: 1, allowed: a text"),
    (changed(LAST, over=1), f"line {LAST + 1}, over: 1, allowed: true or false"),
    (changed(LAST, places=[]), f"line {LAST + 1}, places: [], allowed: a JSON object"),
    (changed(LAST, rewards={"red": "1"}), f"line {LAST + 1}, rewards.red: '1', allowed: a number"),
]


@pytest.mark.parametrize(("lines", "problem"), DAMAGED)
def test_what_is_no_record_is_refused_by_line_and_field(lines: list[str], problem: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read(lines)
    assert str(caught.value).startswith(problem)


DRIFTED: list[tuple[list[str], str]] = [
    (changed(FIRST, seat=OTHER[str(told(FIRST, "seat"))]), "line 2, seat: "),
    (changed(FIRST, action="move 9"), "line 2, action: illegal action 'move 9'; legal now: move 1"),
    (changed(FIRST, dice=[]), "line 2, dice: too few, a d6 is needed for the movement roll"),
    (changed(FIRST, dice=[7]), "line 2, dice: roll 1 is 7, allowed for the movement d6: 1..6"),
    (changed(FIRST, dice=[6, 6, 6, 6, 6]), "line 2, dice: 5 rolls given, "),
    (changed(TENTH, key="0123456789abcdef"), "line 11, key: 0123456789abcdef, allowed: "),
    (changed(LAST, key="0123456789abcdef"), f"line {LAST + 1}, key: 0123456789abcdef, allowed: "),
    (changed(LAST, over=True), f"line {LAST + 1}, over: true, allowed: false"),
    (changed(LAST, truncated=True), f"line {LAST + 1}, truncated: true, allowed: false"),
    (changed(LAST, places={"red": 1}), f"line {LAST + 1}, places: {{'red': 1}}, allowed: {{}}"),
    (changed(LAST, rewards={}), f"line {LAST + 1}, rewards: {{}}, allowed: "),
    (changed(LAST, rolls=1), f"line {LAST + 1}, rolls: 1, allowed: "),
    (changed(LAST, turns=1), f"line {LAST + 1}, turns: 1, allowed: "),
    (changed(LAST, round=0), f"line {LAST + 1}, round: 0, allowed: "),
    (changed(LAST, decisions=1), f"line {LAST + 1}, decisions: 1, allowed: "),
]


@pytest.mark.parametrize(("lines", "problem"), DRIFTED)
def test_what_does_not_replay_is_refused_by_line_and_field(lines: list[str], problem: str) -> None:
    with pytest.raises(BadRecord) as caught:
        check(lines)
    assert str(caught.value).startswith(problem)


def test_a_decision_after_the_end_is_refused() -> None:
    lines = list(recorded(Game("modern:max_rounds=9", 2, seed=1), 99, 0).record().lines())
    lines[-1:-1] = [lines[-2]]
    with pytest.raises(BadRecord, match=rf"^line {len(lines) - 1}, seat: .*the game is over"):
        check(lines)


def test_another_die_is_found_at_the_next_key_at_the_latest() -> None:
    """A roll that changes nothing at once is still another position."""
    for line in range(1, 10):
        dice = json.loads(LINES[line])["dice"]
        other = [*dice[:-1], dice[-1] % 6 + 1]
        with pytest.raises(BadRecord) as caught:
            check(changed(line, dice=other))
        assert int(str(caught.value).split()[1].rstrip(",")) <= TENTH + 1


def test_the_positions_before_the_damage_are_there() -> None:
    replay = read(changed(5, action="move 9")).replay()
    assert [next(replay).state.decisions for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(BadRecord, match="line 6"):
        next(replay)


CHARACTERS = '{}[]",:_ 0123456789abcdeflmnrtuvy.-+'


@given(data=st.data(), game=games(), decisions=st.integers(0, 30), seed=SEEDS)
@settings(max_examples=200)
def test_a_mutated_record_ends_the_same_or_is_refused(
    data: st.DataObject, game: Game, decisions: int, seed: int
) -> None:
    record = recorded(game, decisions, seed).record()
    lines = list(record.lines())
    at = data.draw(st.integers(0, len(lines) - 1))
    column = data.draw(st.integers(0, len(lines[at])))
    new = data.draw(st.sampled_from(["", *CHARACTERS]))
    rest = data.draw(st.sampled_from([column, column + 1, column + 1, len(lines[at])]))
    lines[at] = lines[at][:column] + new + lines[at][rest:]
    try:
        end = check(lines)
    except BadRecord:
        return
    assert to_json(end, dice=False) == to_json(game, dice=False)
    assert read(lines).result == record.result


@given(game=games(), decisions=st.integers(1, 30), seed=SEEDS, data=st.data())
def test_a_lost_or_doubled_line_is_found(
    game: Game, decisions: int, seed: int, data: st.DataObject
) -> None:
    lines = list(recorded(game, decisions, seed).record().lines())
    at = data.draw(st.integers(0, len(lines) - 1))
    for damaged in ([*lines[:at], *lines[at + 1 :]], [*lines[:at], lines[at], *lines[at:]]):
        with pytest.raises(BadRecord):
            check(damaged)
