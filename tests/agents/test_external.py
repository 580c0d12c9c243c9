"""Bots that are other programs: what they do wrong is a foul, and no game waits for them."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import agents
from agents import external
from agents.external import External
from agents.registry import check_plays, make_agent, parse, spec_text
from evaluation.arena import play_match
from evaluation.host import Host
from evaluation.match import make_match
from evaluation.report import to_json
from evaluation.store import Store
from evaluation.summary import summarise
from ludo_env import Game
from ludo_env.engine.game import FOUL
from ludo_env.errors import BadAgent, IllegalAction
from ludo_env.rules import as_rules

PROGRAM = Path(__file__).with_name("misbehaving.py")
SHORT = "classic:max_rounds=15"


def command(how: str, *arguments: object) -> str:
    return shlex.join([sys.executable, "-S", str(PROGRAM), how, *map(str, arguments)])


def test_a_spec_takes_the_rest_of_its_text() -> None:
    for text, values in {
        "cmd:./bot --x=1,2 y:z": {"command": "./bot --x=1,2 y:z"},
        "cmd:ms=50,bot=b,./bot a=b,c": {"command": "./bot a=b,c", "ms": 50, "bot": "b"},
        "cmd: bot net.onnx": {"command": "bot net.onnx"},
        "cmd:command=1,x": {"command": "command=1,x"},
    }.items():
        assert parse(text) == ("cmd", values)
        assert parse(spec_text(text)) == ("cmd", values)
    assert spec_text("cmd:ms=1000,./bot") == "cmd:./bot"
    check_plays("cmd:x", as_rules("classic"))
    check_plays("cmd:x", as_rules("ludicrous"))


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("cmd:", "missing"),
        ("cmd:ms=50,", "missing"),
        ("cmd:ms=19,x", "from 20 to 60000"),
        ("cmd:ms=60001,x", "from 20 to 60000"),
        ("cmd:/no/such/program", "/no/such/program"),
        ("cmd:'", "quotation"),
        (f"cmd:{command('exits')}", "ended"),
        (f"cmd:{command('nobody')}", "no bot"),
        (f"cmd:bot=other,{command('well')}", "other"),
    ],
)
def test_programs_that_cannot_play_are_named_at_the_start(spec: str, problem: str) -> None:
    with pytest.raises(BadAgent, match=problem):
        make_agent(spec).begin(Game("classic", 2, seed=1), 0, 1)


def test_a_program_that_says_nothing_at_all(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(external, "START_SECONDS", 0.3)
    monkeypatch.setattr(external, "SOON", 0.1)
    with pytest.raises(BadAgent, match="no answer"):
        External(command("silent")).begin(Game("classic", 2, seed=1), 0, 1)
    assert "has not answered hello yet" in caplog.text


def test_a_program_that_speaks_another_protocol_is_told_of() -> None:
    bot = External(command("proto", "99"))
    with pytest.raises(BadAgent, match=r"hello\.proto: 99, allowed"):
        bot.begin(Game("classic", 2, seed=1), 0, 1)


@pytest.mark.parametrize(
    ("how", "foul"),
    [
        ("well", None),
        ("crashes", "crashed"),
        ("nonsense", "crashed"),
        ("floods", "crashed"),
        ("late", "late"),
        ("another", "illegal"),
        ("illegal", "illegal"),
        ("empty", "illegal"),
        ("refuses", "refused"),
        ("fails", "failed"),
        ("falls", "late"),
    ],
)
def test_every_misdeed_is_a_foul_of_its_kind(how: str, foul: str | None) -> None:
    bot = External(command(how, 5), ms=1500)
    game = Game("classic", 2, seed=2)
    bot.begin(game, 0, 1)
    asked = 0
    try:
        while asked < 11:
            if game.decider != 0:
                game.apply(game.legal()[0])
                continue
            before = sum(bot.fouls.values())
            # It always moves piece 1, which is a foul whenever that cannot move.
            could = 0 in game.legal()
            misbehaves = how != "well" and (asked + 1) % 5 == 0 and bot.starts == 1
            action = bot.act(game)
            assert action in game.legal()
            asked += 1
            if could and not misbehaves and bot.starts == 1:
                assert action == 0
            game.apply(action)
            assert sum(bot.fouls.values()) - before <= 1
    finally:
        bot.close()
    if foul not in (None, "illegal"):
        assert bot.fouls[foul] >= 1
    assert set(bot.fouls) <= {foul, "illegal"}


def test_a_program_that_hangs_is_started_anew_and_then_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(external, "SLACK", 0.0)
    bot = External(command("hangs"), ms=20)
    game = Game("classic", 2, seed=2)
    began = time.monotonic()
    bot.begin(game, 0, 1)
    while bot.fouls["given up"] < 20:
        game.apply(bot.act(game) if game.decider == 0 else game.legal()[0])
    assert bot.starts == external.STARTS
    assert bot.fouls == {"late": external.STARTS * external.SILENT, "given up": 20}
    assert time.monotonic() - began < 30


def test_a_program_that_is_only_slow_is_never_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "SLACK", 0.0)
    bot = External(command("slow"), ms=50)
    game = Game("classic", 2, seed=2)
    bot.begin(game, 0, 1)
    try:
        for _ in range(30):
            while game.decider != 0:
                game.apply(game.legal()[0])
            game.apply(bot.act(game))
    finally:
        bot.close()
    assert bot.starts == 1 and bot.fouls["late"] > 20 and set(bot.fouls) <= {"late", "illegal"}


@pytest.mark.parametrize(
    ("program", "foul"),
    [
        ("/no/such/program", "crashed"),
        (command("exits"), "crashed"),
        (command("nobody"), "refused"),
        (command("silent"), "late"),
        (command("greets", '[{"name": "b", "games": 5}]'), "crashed"),
        (command("greets", '[{"name": "b", "games": null}]'), "crashed"),
        (command("greets", '[{"name": "b", "games": ["plain", []]}]'), "crashed"),
        (command("greets", '[{"name": 5}]'), "crashed"),
        (command("greets", "[5]"), "crashed"),
        (command("greets", '{"b": 1}'), "crashed"),
        (command("greets", json.dumps([{"name": "b" * 65}])), "crashed"),
        (command("proto", "99"), "crashed"),
        (command("proto", '"1"'), "crashed"),
        (command("proto", "0"), "crashed"),
        (command("proto", "null"), "crashed"),
    ],
)
def test_a_program_that_cannot_be_started_again_only_fouls(
    monkeypatch: pytest.MonkeyPatch, program: str, foul: str
) -> None:
    monkeypatch.setattr(external, "START_SECONDS", 0.3 if foul == "late" else 30.0)
    bot = External(program)
    bot.tried = True
    game = Game("classic", 2, seed=2)
    bot.begin(game, 0, 1)
    for _ in range(8):
        while game.decider != 0:
            game.apply(game.legal()[0])
        game.apply(bot.act(game))
    assert bot.fouls == {foul: external.STARTS, "given up": 3}
    assert bot.client is None
    bot.tried = False
    with pytest.raises(BadAgent):
        bot.begin(game, 0, 1)


def test_an_action_without_an_index_is_told_by_its_text() -> None:
    read = external._action
    assert read({"action": {"index": None, "text": "move 1"}}) == "move 1"
    assert read({"action": {"index": 2, "text": "move 1"}}) == 2
    assert read({"action": "move 1"}) == "move 1"


def test_a_whole_number_may_have_a_fraction_of_0() -> None:
    for action in ({"index": 0.0}, 0.0, -0.0):
        found = external._action({"action": action})
        assert found == 0 and isinstance(found, int)
    for wrong in ({"index": 0.5}, float("inf"), float("nan"), True, {"index": True}):
        with pytest.raises(IllegalAction):
            external._action({"action": wrong})


def test_the_arena_names_a_program_that_cannot_play_before_all_games() -> None:
    for program in (command("nobody"), "/no/such/program"):
        match = make_match([f"cmd:{program}", "random"], SHORT, games=2, seed=1)
        with pytest.raises(BadAgent, match="agent cmd:"):
            play_match(match)


def test_the_arena_counts_fouls_and_keeps_them(tmp_path: Path) -> None:
    match = make_match([f"cmd:{command('illegal', 3)}", "random"], SHORT, games=4, seed=1)
    played = play_match(match)
    summary = summarise([played])
    assert summary.agents[0].fouls["illegal"] > 0 and not summary.agents[1].fouls
    assert to_json(summary)["agents"][0]["fouls"] == summary.agents[0].fouls
    with Store(tmp_path / "results.db") as store:
        store.save([played])
        assert store.known(match) == list(played.results)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("raise ValueError('of no use')", "ValueError: of no use"),
        ("return None", "illegal action None"),
        ("return float('nan')", "illegal action nan"),
        ("return True", "illegal action True"),
        ("return float(observation['action_mask'].argmax())", "IllegalAction"),
        ("return 10**9", "illegal action 1000000000; legal now: move "),
        ("return int(observation['action_mask'].argmin())", "IllegalAction"),
    ],
)
def test_a_function_of_ones_own_that_gives_no_action_is_a_foul_each_time(
    body: str, told: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "mine.py"
    program.write_text(
        "from agents.service.own import run_policy\n\n"
        f"def choose(observation, agent):\n    {body}\n\nrun_policy(choose)\n",
        encoding="utf-8",
    )
    bot = External(shlex.join([sys.executable, str(program)]))
    game = Game("classic", 2, seed=2)
    bot.begin(game, 0, 1)
    try:
        while bot.fouls["failed"] < 12:
            game.apply(bot.act(game) if game.decider == 0 else game.legal()[0])
    finally:
        bot.close()
    assert bot.fouls == {"failed": 12} and bot.starts == 1
    first, second = capfd.readouterr().err.splitlines()
    assert "(1 so far)" in first and told in first and "(10 so far)" in second


@pytest.mark.parametrize("how", ["ctrl-C", "its client reads no more"])
def test_a_bot_of_ones_own_ends_quietly(how: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "from agents.service.own import run_policy; run_policy(max)"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(agents.__file__).parents[1],
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        hello = b'{"type":"hello"}\n'
        process.stdin.write(hello)
        process.stdin.flush()
        assert b"policy" in process.stdout.readline()
        if how == "ctrl-C":
            process.send_signal(signal.SIGINT)
        else:
            process.stdout.close()
            process.stdin.write(hello)
            process.stdin.flush()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(30) == 0


def test_illegal_answers_at_a_tournament_are_fouls_of_the_game() -> None:
    bot = External(command("well"))
    # The program's bot plays plain Ludo only; it is asked all the same here.
    bot.choose = lambda told, rules: "mine"  # type: ignore[method-assign]
    game = Game("ludicrous-tabletop", 2, seed=1)
    bot.begin(game, game.decider, 1)
    actions = []
    try:
        while FOUL not in actions:
            actions.append(bot.act(game))
            game.apply(actions[-1])
    finally:
        bot.close()
    assert sum(game.full.fouls) == 1


def test_programs_end_with_the_arena() -> None:
    host = Host()
    host.play(make_match([f"cmd:{command('well')}", "random"], SHORT, games=2, seed=1), [0])
    (bot,) = (agent for agent in host.agents.values() if isinstance(agent, External))
    assert bot.client is not None
    process = bot.client.wire.process  # type: ignore[attr-defined]
    host.close()
    assert process.poll() is not None
