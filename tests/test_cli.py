"""The command line: bad input gives exit code 2 and exactly one line, never a traceback."""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evaluation.arena import Arena
from ludo_env.cli import main
from ludo_env.commands import arena

COMMANDS = ("arena", "bench", "demo", "ladder", "play", "replay", "rules", "train")


def answer(capsys: pytest.CaptureFixture[str], line: str, *more: str) -> tuple[int, str, str]:
    """The exit code, standard output and standard error of a command.

    ``line`` is split at its spaces, ``more`` are arguments as they are.
    """
    code = main([*line.split(), *more])
    told = capsys.readouterr()
    return code, told.out, told.err


def answer_json(capsys: pytest.CaptureFixture[str], line: str, *more: str) -> Any:
    """What a command that succeeds prints as JSON."""
    code, out, err = answer(capsys, f"{line} --json", *more)
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_a_seed_and_json(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert "--seed" in text
    assert "--json" in text


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert [command for command in COMMANDS if command not in text] == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "command"),
        ("arena smart random --rules mordern", "classic, modern, danish, lke"),
        ("arena smart random --rules classic:stak=2", "stack"),
        ("arena smart random --rules classic:stack=9", "0..4"),
        ("arena smart rndom", "random, front, back, capture, smart, sensible"),
        ("arena smart:depth=3 random", "'depth', allowed: none"),
        ("arena smart", "agents: 1 given, allowed: 2, 3, 4"),
        ("arena", "agents: 0 given"),
        ("arena smart random front back capture", "agents: 5 given, allowed: 2, 3, 4"),
        ("arena smart random --players 5", "2 to 4"),
        ("arena smart random front --players 4", "players: 4"),
        ("arena smart random --games -3", "'-3', allowed: a whole number from 1"),
        ("arena smart random --games 0", "from 1"),
        ("arena smart random --games many", "'many'"),
        (f"arena smart random --games {10**26}", "from 1 to 10000000"),
        ("arena smart random --workers 0", "from 1"),
        ("arena smart random --seed -1", "'-1', allowed: a whole number from 0"),
        ("arena smart random --seed 1.5", "'1.5'"),
        ("arena smart random --frobnicate", "--frobnicate"),
        ("arena smart random --game 5", "--game"),
        ("arena smart random --teams --players 2", "players: 2"),
        ("arena smart random front --teams", "agents: 3 given, allowed: 2, 4"),
        ("arena smart smart --round-robin", "smart is given twice"),
        ("arena smart random --plot picture.gif", ".svg"),
        ("arena smart random --plot none/picture.png", "'none'"),
        ("arena smart random --db none/results.db", "none/results.db"),
        ("arena none.onnx random --games 2", "none.onnx"),
        ("arena net:model=none.onnx random --games 2", "none.onnx"),
        ("arena --ratings", "--db"),
        ("arena --ratings --db none.db", "none.db"),
        ("arena smart random --ratings", "agents"),
        ("arena --ratings --db none.db --games 4", "games"),
        ("arena --ratings --db none.db --workers 4", "workers"),
        ("arena --reference --rules modern", "rules"),
        ("arena smart random --plot same.svg --db same.svg", "another"),
        ("arena smart random --rules=", "unknown rule set ''"),
        ("arena td:temperature=1e400 random", "temperature='1e400', allowed: a number from 0"),
        ("play human smart --rules=", "unknown rule set ''"),
        ("arena smart random --rules ludicrous", "ludicrous, allowed: random, sensible"),
        ("arena random random --rules ludicrous:hp=none", "hp: 'none'"),
        ("arena random random --rules ludicrous:mana=3", "mana"),
        ("arena --ratings --reference", "only one"),
        ("arena smart random --reference", "agents"),
        ("play human smart random front back", "seats: 5 given, allowed: 2, 3, 4"),
        ("play human rndom", "rndom"),
        ("play human smart --rules mordern", "mordern"),
        ("play human smart --seed x", "'x'"),
        ("rules X-none", "X-none"),
        ("rules --frobnicate", "--frobnicate"),
        ("bench --rules mordern", "mordern"),
        ("train --rules mordern", "mordern"),
        ("serve --port 0 --host=", "'', allowed: an address, such as 127.0.0.1"),
        ("serve --port 0 --host=a..b", "'a..b', allowed: an address, such as 127.0.0.1"),
        (f"serve --port 0 --host={'a' * 64}", "allowed: an address, such as 127.0.0.1"),
        ("serve --port 0 --host=no_such.invalid", "--host no_such.invalid --port 0: "),
    ],
)
def test_bad_input_is_told_in_one_line(
    line: str,
    told: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = answer(capsys, line)
    assert (code, out) == (2, "")
    assert err.startswith("ludo: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert told in err
    assert list(tmp_path.iterdir()) == []


def test_a_model_that_cannot_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    model = tmp_path / "broken.onnx"
    model.write_bytes(b"not a model")
    code, out, err = answer(capsys, "arena random --games 2", str(model))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "broken.onnx" in err


def test_a_missing_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    picture = str(tmp_path / "picture.png")
    code, out, err = answer(capsys, "arena smart random --plot", picture)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "pip install 'ludicrous-ludo[report]'" in err


def test_any_package_of_an_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def need_torch(args: object) -> int:
        raise ModuleNotFoundError("No module named 'torch'", name="torch")

    monkeypatch.setattr(arena, "run", need_torch)
    code, _, err = answer(capsys, "arena")
    assert (code, err.count("\n")) == (2, 1)
    assert "torch" in err
    assert "ludicrous-ludo[train]" in err


def test_ctrl_c_ends_with_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "run", interrupt)
    assert answer(capsys, "arena") == (130, "", "ludo: interrupted\n")


def test_a_reader_that_has_gone_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def lose_reader(args: object) -> int:
        raise BrokenPipeError

    monkeypatch.setattr(arena, "run", lose_reader)
    monkeypatch.setattr("os.dup2", lambda *numbers: None)
    assert main(["arena"]) == 128 + signal.SIGPIPE
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("moment", ["ludo_env._build", "gymnasium", "rich"])
def test_ctrl_c_while_python_imports_ends_with_130(moment: str, tmp_path: Path) -> None:
    # Ctrl-C comes at the moment when a module is looked for.
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {moment!r}:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    told = subprocess.run(
        [sys.executable, "-m", "ludo_env", "rules"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    assert (told.returncode, told.stdout, told.stderr) == (130, "", "ludo: interrupted\n")


def test_ctrl_c_is_left_alone_for_those_who_import_the_package() -> None:
    script = "import signal, ludo_env; print(signal.getsignal(2) is signal.default_int_handler)"
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert told.stdout == "True\n"


def run_in_shell(line: str) -> subprocess.CompletedProcess[str]:
    """What a line of a shell gives; ``ludo`` is this command."""
    script = f'set -o pipefail; ludo() {{ "{sys.executable}" -m ludo_env "$@"; }}; {line}'
    # Without buffers argparse itself hides that nobody reads its help.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=False, env=env
    )


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_are_no_fault(closed: str) -> None:
    told = run_in_shell(f"ludo arena random smart --games 2 --seed 1 {closed}")
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.parametrize("words", ["rules", "rules --json", "arena --help"])
def test_a_pipe_that_is_closed_gives_141(words: str) -> None:
    told = run_in_shell(f"(sleep 0.1; ludo {words}) | true")
    assert (told.returncode, told.stderr) == (128 + signal.SIGPIPE, "")


# -- arena -----------------------------------------------------------------------------------


def test_the_arena_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    line = "arena smart random front --games 12 --seed 5"
    code, out, err = answer(capsys, line)
    assert (code, err) == (0, "")
    for words in ("smart", "win rate", "95 %", "rating", "seed 5", "rolls", "yellow"):
        assert words in out


def test_the_arena_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer_json(capsys, "arena smart random --games 20 --seed 5")
    assert [agent["name"] for agent in found["agents"]] == ["smart", "random"]
    for agent in found["agents"]:
        assert agent["games"] == 20
        low, high = agent["ci95"]
        assert 0 <= low <= agent["win_rate"] <= high <= 1
        assert isinstance(agent["rating"], float)
    assert found["agents"][1]["rating"] == 0
    assert found["mean_rolls"] > found["mean_turns"] > found["mean_decisions"] > 50
    assert (found["seed"], found["interrupted"]) == (5, False)


def test_the_same_seed_gives_the_same_result(capsys: pytest.CaptureFixture[str]) -> None:
    line = "arena smart random --games 40 --seed"
    first = answer_json(capsys, f"{line} 5")
    assert answer_json(capsys, f"{line} 5 --workers 1") == first
    assert answer_json(capsys, f"{line} 6") != first


def test_teams_under_rules_of_rivals(capsys: pytest.CaptureFixture[str]) -> None:
    line = "arena smart random --rules danish --teams --games 12 --seed 1"
    found = answer_json(capsys, line)
    assert (found["teams"], found["players"], len(found["agents"])) == (True, 4, 2)
    assert sum(agent["win_rate"] for agent in found["agents"]) == pytest.approx(1)


def test_a_round_robin_prints_the_matrix(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer_json(capsys, "arena random front back --round-robin --games 4 --seed 1")
    assert found["games"] == 12
    assert [[rate is None for rate in row] for row in found["matrix"]] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]


def test_the_database_grows_and_is_rated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "results.db")
    for pair in ("smart random", "front random"):
        answer_json(capsys, f"arena {pair} --games 20 --seed 2", "--db", path)
    found = answer_json(capsys, "arena --ratings", "--db", path)["ratings"]
    assert [table["rules"] for table in found] == ["classic"]
    assert {agent["name"] for agent in found[0]["agents"]} == {"smart", "random", "front"}
    code, out, _ = answer(capsys, "arena --ratings", "--db", path)
    assert code == 0
    assert "smart" in out
    code, out, err = answer(capsys, "arena --ratings --rules modern", "--db", path)
    assert (code, out) == (2, "")
    assert "no games under modern" in err


def test_a_damaged_database_is_refused_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.db"
    path.write_bytes(b"something else entirely" * 100)
    monkeypatch.setattr(Arena, "run", None)
    code, out, err = answer(capsys, "arena smart random --db", str(path))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "results.db" in err


def test_a_plot_does_not_overwrite_the_database(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    database, link = tmp_path / "results.svg", tmp_path / "link.svg"
    link.symlink_to(database)
    line = "arena smart random --games 2 --seed 1 --db"
    assert answer(capsys, f"{line} {database}")[0] == 0
    before = database.read_bytes()
    for picture in (database, link, tmp_path / ".." / tmp_path.name / "results.svg"):
        code, out, err = answer(capsys, f"{line} {database} --plot {picture}")
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "is the file of --db" in err
    assert database.read_bytes() == before


def test_sigterm_keeps_what_was_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    take = Arena.take

    def terminate(self: Arena, *finished: Any) -> None:
        take(self, *finished)
        signal.raise_signal(signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(Arena, "take", terminate)
    line = f"arena smart random --games 24 --seed 1 --workers 1 --db {tmp_path / 'results.db'}"
    code, _, err = answer(capsys, line)
    assert (code, err) == (128 + signal.SIGTERM, "ludo: interrupted after 8 of 24 games\n")
    assert answer(capsys, line)[2] == "ludo: interrupted after 16 of 24 games\n"
    assert signal.getsignal(signal.SIGTERM) == before


def test_an_interruption_gives_what_was_played_and_goes_on_from_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Arena.take

    def interrupt(self: Arena, *finished: Any) -> None:
        take(self, *finished)
        if len(self.results[0]) >= 16:
            raise KeyboardInterrupt

    path = tmp_path / "results.db"
    line = "arena smart random --games 24 --seed 3"
    monkeypatch.setattr(Arena, "take", interrupt)
    code, out, err = answer(capsys, line, "--json", "--db", str(path))
    assert code == 130
    assert "after 16 of 24 games" in err
    found = json.loads(out)
    assert (found["games"], found["interrupted"]) == (16, True)
    monkeypatch.setattr(Arena, "take", take)
    found = answer_json(capsys, line, "--db", str(path))
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*) FROM game").fetchone() == (24,)
    db.close()
    assert found == answer_json(capsys, line)


def test_the_win_rates_are_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "rates.svg"
    line = "arena smart random --games 4 --seed 1 --plot"
    code, _, err = answer(capsys, line, str(picture))
    assert (code, err) == (0, "")
    assert "<svg" in picture.read_text(encoding="utf-8")


# -- play and rules --------------------------------------------------------------------------


def test_a_person_plays_by_number_and_by_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The first decision with several moves is that of a six: four pieces may enter.
    monkeypatch.setattr("sys.stdin", io.StringIO("9\nfly\n Move  2 \n1\nq\n"))
    code, out, err = answer(capsys, "play human random --rules modern --seed 4")
    assert (code, err) == (0, "")
    assert "'9' is not among 1, 2, 3, 4; move 1, move 2, move 3, move 4" in out
    assert "'fly' is not among" in out
    assert "Yellow 2 enters on yellow start" in out


@pytest.mark.parametrize("text", ["q\n", "quit\n", ""])
def test_a_person_may_stop(
    text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    code, out, err = answer(capsys, "play --seed 4 --json")
    found = json.loads(out)
    assert (code, found["finished"], found["places"]) == (0, False, {})
    who, told = err.split("\n", 1)
    assert "red smart" in who
    assert "smart" not in told
    assert "yellow" in told


def test_bots_alone_play_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = answer(capsys, "play front random --seed 4 --json")
    result = json.loads(out)
    assert (code, result["finished"]) == (0, True)
    assert sorted(result["places"].values()) == [1, 2]


def test_rules_are_listed_by_id(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = answer(capsys, "rules L-capture")
    assert (code, err) == (0, "")
    assert "L-capture" in out
    assert "plain.py:PlainState.capture" in out
    assert "L-enter" not in out
    assert [row["id"] for row in answer_json(capsys, "rules L-exact")["rules"]] == ["L-exact"]
    row = answer_json(capsys, "rules")["rules"][0]
    assert row.keys() == {"id", "source", "text", "functions", "tests"}
