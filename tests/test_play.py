"""``ludo play`` for people: the full game by number and name, each told what it may know."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from rich.console import Console

from ludo_env import Game
from ludo_env.cli import main
from ludo_env.commands._telling import Teller
from ludo_env.commands.play import SHORT_MENU, menu, numbered
from ludo_env.record import read
from ludo_env.rules.tables import CARDS

SHORT = "ludicrous-short:max_rounds=3"


def play(
    line: str, typed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, str, str]:
    """The exit code and what is printed when somebody plays and types something."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    code = main(["play", *line.split()])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_a_person_chooses_by_number_and_by_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "9\nfly\n2\n Fortify  Turret 1\nq\n"
    code, out, err = play(f"--rules {SHORT} --seed 4", typed, capsys, monkeypatch)
    assert (code, err) == (0, "")
    wrong = [line.strip() for line in out.splitlines() if "is not among" in line]
    assert [line.split(": ")[-1].split(" is not")[0].strip() for line in wrong] == ["'9'", "'fly'"]
    assert "1, 2, 3; tank to shield, tank to attack, tank to anti-tank" in wrong[0]
    assert "Yellow's tank moves to the attack space" in out
    assert "Yellow works on its turret" in out
    assert "yellow decides: tank (" in out and "yellow decides: action (" in out
    assert "yellow, soldier: 12 of 12 hit points" in out


def test_the_board_is_shown_again_only_when_it_has_changed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out, _ = play(f"--rules {SHORT} --seed 4", "1\nq\n", capsys, monkeypatch)
    assert out.count("t+  t!  t/") == 1
    _, out, _ = play(f"--rules {SHORT} --seed 4", "2\nq\n", capsys, monkeypatch)
    assert out.count("t+  t!  t/") == 2, "the tank has moved"


def test_a_person_sees_no_hand_but_the_own_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    line = f"human random random random --rules {SHORT} --seed 4 --record {path}"
    code, out, _ = play(line, "1\n" * 500, capsys, monkeypatch)
    assert code == 0 and "1. " in out
    others = "(Blue|Red|Green)"
    assert re.search(f"{others} draws a card", out) and re.search("Yellow draws (?!a card)", out)
    assert not re.search(f"{others} draws (?!a card)", out)
    assert not re.search(f"{others} rolls \\d+ on a d\\d+ in secret", out)
    sheets = [line for line in out.splitlines() if re.match("(blue|red|green), soldier", line)]
    assert sheets and not any(card in line for line in sheets for card in CARDS)
    # The record knows all of it.
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert not re.search("draws a card", told) and re.search(f"{others} draws ", told)


def test_two_people_are_each_told_what_they_may_know(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out, _ = play(
        f"human human --rules {SHORT} --seed 4", "1\n" * 6 + "q\n", capsys, monkeypatch
    )
    sheets = [line for line in out.splitlines() if re.match("(yellow|red), soldier", line)]
    seen = [line.partition(",")[0] for line in sheets if "cards: " in line]
    assert set(seen) == {"yellow", "red"} and len(seen) * 2 == len(sheets)


def test_bots_alone_show_no_hand_at_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = f"random random random --rules {SHORT} --seed 4 --json"
    code, out, err = play(line, "", capsys, monkeypatch)
    result = json.loads(out)
    assert (code, result["finished"], result["rules"]) == (0, True, SHORT)
    assert set(result["places"]) == {"yellow", "blue", "red"}
    assert not re.search(r"draws (?!a card)|rolls \d+ on a d\d+ in secret|cards: ", err)


def test_a_game_is_recorded_even_if_it_is_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    line = f"human random --rules {SHORT} --seed 4 --record {path}"
    play(line, "1\n1\nq\n", capsys, monkeypatch)
    record = read(path)
    assert record.header.names == {"yellow": "human", "red": "random"}
    assert not record.result.over and [one.seat for one in record.decisions[:2]] == ["yellow"] * 2
    *_, game = record.replay()
    assert game.decider == 0
    assert list(tmp_path.iterdir()) == [path]


def test_a_game_is_kept_whenever_a_person_is_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path, kept = tmp_path / "game.jsonl", []

    def ask(teller: Teller, question: str) -> str | None:
        kept.append(len(read(path).decisions))
        return "1" if len(kept) < 4 else None

    monkeypatch.setattr(Teller, "ask", ask)
    play(f"human random --rules {SHORT} --seed 4 --record {path}", "", capsys, monkeypatch)
    assert kept[0] == 0 and len(kept) == 4 and kept == sorted(set(kept))


def test_the_beginning_of_a_name_is_enough_if_it_is_of_one_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "tank to\nTank to  at\nfortify t\nfortify turret 2\nq\n"
    _, out, _ = play(f"--rules {SHORT} --seed 4", typed, capsys, monkeypatch)
    assert "'tank to' may be tank to shield, tank to attack, tank to anti-tank" in out
    assert "'fortify t' may be fortify turret 1, fortify turret 2" in out
    assert "Yellow's tank moves to the attack space" in out and "Yellow works on its turret" in out


def test_the_board_can_be_looked_at_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out, _ = play(f"--rules {SHORT} --seed 4", "b\nboard\nq\n", capsys, monkeypatch)
    assert out.count("yellow, soldier: 12 of 12 hit points") == 3
    assert out.count("1) tank to shield") == 3


@pytest.mark.parametrize("width", [80, 140])
def test_a_terminal_shows_sheets_in_panels_and_colours(width: int) -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, color_system="256", width=width)
    teller = Teller(console)
    game = Game("ludicrous", seed=3, log=True)
    teller.tell(game, game.decider)
    teller.show(game, game.decider)
    out = file.getvalue()
    plain = re.sub(r"\x1b\[[\d;]*m", "", out)
    assert out != plain, "in colours"
    assert all(len(line) <= width for line in plain.splitlines())
    assert plain.count("12 of 12 hit points") == 4 and plain.count("cards") >= 4
    assert plain.count("cards: ") == 1, "only the own hand"
    beside = any("╭" in line[1:] for line in plain.splitlines())
    assert beside == (width == 140), "sheets stand beside the board where there is room"
    teller.show(game, game.decider)
    assert file.getvalue() == out, "nothing has changed"


def test_a_long_list_stands_in_columns_in_a_terminal() -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=140)
    game = Game("ludicrous", seed=3, auto_pass=False)
    while len(game.legal()) <= SHORT_MENU:
        game.apply(game.legal()[0])
    menu(game, numbered(game), Teller(console))
    plain = re.sub(r"\x1b\[[\d;]*m", "", file.getvalue())
    assert len(plain.splitlines()) < len(game.legal())
    assert all(name in plain for name in game.legal_names())


def test_a_decision_is_taken_back(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    typed = "u\ntank to attack\nu\ntank to anti-tank\nq\n"
    line = f"--rules {SHORT} --seed 4 --record {path}"
    _, out, _ = play(line, typed, capsys, monkeypatch)
    assert "nothing has been decided" in out
    assert "taken back: yellow: tank to attack" in out
    assert [one.action for one in read(path).decisions] == ["tank to anti-tank"]
    *_, game = read(path).replay()
    assert game.full.tank[0] == 2


def test_nothing_is_taken_back_at_a_tournament(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "human random --rules ludicrous-tabletop:off_table_percent=0 --seed 4"
    _, out, _ = play(line, "1\nu\nq\n", capsys, monkeypatch)
    assert "nothing is taken back at a tournament" in out and "taken back:" not in out


@pytest.mark.parametrize("rules", ["classic", SHORT])
def test_a_game_is_gone_on_with(
    rules: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    path, other = tmp_path / "game.jsonl", tmp_path / "other.jsonl"
    start = f"human random --rules {rules} --seed 4 --record {path}"
    first = {"classic": "move 1\n" * 3, SHORT: "1\n" * 3}[rules]
    play(start, f"{first}q\n", capsys, monkeypatch)
    before = read(path)
    play(f"--resume {path} --record {other} --seed 9", "q\n", capsys, monkeypatch)
    assert read(path) == before and read(other).decisions == before.decisions
    code, out, _ = play(f"--resume {path} --json", "1\n2\n3\n4\n" * 300, capsys, monkeypatch)
    result = json.loads(out)
    assert (code, result["rules"], result["seats"]) == (0, rules, ["human", "random"])
    after = read(path)
    assert after.decisions[: len(before.decisions)] == before.decisions
    assert len(after.decisions) > len(before.decisions)
    assert after.result.over == result["finished"]
    lines = other.read_text().splitlines()
    # Who is no bot is a person, by whatever name.
    names = {"yellow": "Anna", "red": "random"}
    named = json.dumps({**json.loads(lines[0]), "names": names})
    other.write_text("\n".join([named, *lines[1:]]) + "\n")
    code, out, _ = play(f"--resume {other}", "q\n", capsys, monkeypatch)
    assert code == 0 and "yellow human, red random" in out
    assert read(other).header.names == names
    unnamed = json.dumps({**json.loads(lines[0]), "names": {}})
    other.write_text("\n".join([unnamed, *lines[1:]]) + "\n")
    code, _, error = play(f"--resume {other}", "q\n", capsys, monkeypatch)
    assert code == 2 and f"such as ludo play human smart --resume {other}" in error
    # The others may play on.
    code, out, _ = play(f"random human --resume {other} --json", "q\n", capsys, monkeypatch)
    assert json.loads(out)["seats"] == ["random", "human"]
    assert read(other).header.names == {"yellow": "random", "red": "human"}


@pytest.mark.parametrize("keep", [1, 2, 3])
def test_a_record_without_its_result_is_gone_on_with(
    keep: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.jsonl"
    play(f"human random --seed 4 --record {path}", "move 1\n" * 4 + "q\n", capsys, monkeypatch)
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:keep]) + "\n")
    code, _, _ = play(f"--resume {path}", "q\n", capsys, monkeypatch)
    assert code == 0
    assert [*read(path).lines()][1:keep] == lines[1:keep] and not read(path).result.over
    # A line that is cut off is left out, also in the middle of a letter.
    for cut in (lines[keep][:-9].encode(), '{"type":"decision","seat":"é'.encode()[:-1]):
        path.write_bytes("".join(f"{line}\n" for line in lines[:keep]).encode() + cut)
        code, out, _ = play(f"--resume {path}", "q\n", capsys, monkeypatch)
        told = "".join(out.split())
        assert code == 0 and f"line{keep + 1}iscutoff,leftout" in told
        assert [*read(path).lines()][1:keep] == lines[1:keep]
    # What is there is checked all the same.
    path.write_text("\n".join([lines[0], lines[1][:-9], *lines[2:]]))
    code, _, error = play(f"--resume {path}", "q\n", capsys, monkeypatch)
    assert code == 2 and f"{path}: line 2, text: no JSON" in error
    spoilt = [lines[0], json.dumps({**json.loads(lines[1]), "seat": "blue"})]
    path.write_text("\n".join(spoilt) + "\n")
    code, _, error = play(f"--resume {path}", "q\n", capsys, monkeypatch)
    assert code == 2 and f"{path}: line 2, seat" in error


def test_a_wrong_answer_is_no_foul(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "human random --rules ludicrous-tabletop:off_table_percent=0 --seed 4"
    _, out, _ = play(line, "fly\n" * 25 + "q\n", capsys, monkeypatch)
    assert "foul" not in out and out.count("is not among") == 25


def test_people_may_be_teams(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = f"human random random random --rules {SHORT},teams=true --seed 4 --json"
    code, out, _ = play(line, "1\n" * 500, capsys, monkeypatch)
    places = json.loads(out)["places"]
    assert code == 0 and places["yellow"] == places["red"] != places["blue"] == places["green"]


def test_numbers_are_pieces_in_plain_ludo_and_counted_in_the_full_game() -> None:
    plain = Game("classic", 2, dice=[6, 1, 6], auto_pass=False)
    assert numbered(plain) == {1: 0, 2: 1, 3: 2, 4: 3}
    full = Game("ludicrous", 2, seed=3)
    assert list(numbered(full).values()) == full.legal()
    assert list(numbered(full)) == list(range(1, len(full.legal()) + 1))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (f"human smart --rules {SHORT}", "ludicrous-short:max_rounds=3, allowed: random, sensible"),
        (f"human random random --rules {SHORT},teams=true", "teams"),
        ("human random --rules ludicrous:mana=1", "mana"),
        ("human random --record none/game.jsonl", "none/game.jsonl"),
        ("human random --record=", "not empty"),
        ("--resume none.jsonl", "none.jsonl"),
        ("--resume none.jsonl --rules classic", "not allowed with --resume"),
    ],
)
def test_bad_input_is_one_line(
    line: str,
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = play(line, "", capsys, monkeypatch)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err and list(tmp_path.iterdir()) == []
