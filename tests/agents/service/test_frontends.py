"""The clients for other languages, and the examples, as a frontend uses them."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import Struct

import agents.service
from agents.service.faults import Code
from agents.service.messages import (
    Action,
    Awaiting,
    BotInfo,
    Chance,
    Choice,
    ClassInfo,
    Decide,
    Decision,
    New,
    OptionInfo,
    Over,
    RulesInfo,
    Welcome,
)
from tests.agents.service.serving import Server
from tests.agents.service.talking import PLAIN

ROOT = Path(agents.service.__file__).parents[2]
SCRIPTS = ROOT / "agents" / "service" / "javascript"
NODE = shutil.which("node")
node = pytest.mark.skipif(NODE is None, reason="needs Node")
NEW_ENOUGH = 22

PROGRAM = """
import { connect, start, Refused, Gone } from "%(module)s";
const ludo = await connect("%(socket)s");
const told = {};
told.proto = (await ludo.ask("hello")).proto;
told.both = await Promise.all([1, 2].map((seed) => ludo.decide({ ...%(decide)s, seed })));
told.refused = await ludo.decide({ ...%(decide)s, bot: "nobody" }).catch(
  (error) => [error instanceof Refused, error.code]);
const stop = AbortSignal.abort();
told.stopped = (await ludo.decide({ ...%(decide)s, signal: stop }).catch((error) => error)).type;
const game = await ludo.newGame({ rules: "classic", players: 2 });
told.rules = game.opening.rules;
while (game.awaiting.chance) await game.roll(game.awaiting.seq ? 6 : 5);
await game.act("move 2");
told.awaiting = game.awaiting;
await game.roll(3);
const refused = (error) => [error.name, error.code];
await game.undo();
told.board = (await game.board({ seat: "yellow" })).board.game;
told.chance = await (await ludo.newGame()).letBotAct("random").catch(refused);
const loaded = await ludo.load(await game.record());
told.loaded = loaded.awaiting.choice.actions.length;
told.entropy = await (async () => {
  const proved = await ludo.newGame({ rules: "classic", players: 2, dice: "commit" });
  const early = await proved.letBotAct("random").catch(refused);
  await proved.giveEntropy();
  await proved.letBotAct("random");
  const back = await proved.undo().catch(refused);
  return [proved.opening.commit.length, proved.entropy.length, ...early, ...back];
})();
let deep = [];
for (let n = 0; n < 2000; n++) deep = [deep];
told.unreadable = [];
for (const client of ["\\ud800", "x".repeat(2 ** 20), 1n, deep])
  told.unreadable.push(
    await ludo.ask("hello", { client }).catch((error) => error.code ?? error.name));
told.readable = (await ludo.ask("hello", { client: "\\\\ud800 \\ud83d\\ude00" })).type;
told.waiting = ludo.waiting.size;
await game.close();
const lost = new Promise((resolve) => { ludo.onlost = resolve; });
ludo.close();
await lost;
told.gone = await ludo.ask("hello").catch((error) => error instanceof Gone);
told.nobody = await connect("ws://127.0.0.1:9/").catch((error) => error instanceof Gone);
const gone = (error) => [error.name, error.message];
told.address = await connect("ws://127.0.0.1:99999/").catch(gone);
const junk = await start(process.execPath, "-e", "console.log('no message')");
told.junk = await junk.ask("hello").catch(gone);
globalThis.WebSocket = undefined;
told.old = await connect("%(socket)s").catch(gone);
console.log(JSON.stringify(told));
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server("--workers", "1", "--seed", "1")
    yield server
    assert server.end() == 0


def run_node(*arguments: str) -> str:
    """What a script prints."""
    assert NODE is not None
    version = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True)
    major = int(version.stdout[1:].split(".")[0])
    flags = [] if major >= NEW_ENOUGH else ["--experimental-websocket"]
    command = [NODE, "--no-warnings", *flags, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@node
def test_the_javascript_client(server: Server, tmp_path: Path) -> None:
    decide = json.dumps({"seat": "yellow", "bot": "expect", "state": PLAIN})
    module = (SCRIPTS / "ludo.js").as_uri()
    script = tmp_path / "script.mjs"
    script.write_text(
        PROGRAM % {"module": module, "socket": server.socket, "decide": decide}, encoding="utf-8"
    )
    told = json.loads(run_node(str(script)))
    assert told["proto"] == 1 and told["rules"] == "classic"
    assert [decision["action"]["index"] for decision in told["both"]] == [2, 2]
    assert told["refused"] == [True, "unknown_bot"]
    assert told["stopped"] == "decision"
    assert told["awaiting"]["chance"]["after"] == {"index": 1, "text": "move 2"}
    assert told["board"] == "plain" and told["loaded"] == 4
    assert told["chance"] == ["Refused", "not_your_decision"]
    assert told["entropy"] == [64, 32, *told["chance"], "Refused", "bad_request"]
    assert told["unreadable"] == ["bad_json", "too_large", "TypeError", "bad_json"]
    assert told["readable"] == "hello" and told["waiting"] == 0
    assert told["gone"] is True and told["nobody"] is True
    assert told["address"][0] == "Gone" and "99999" in told["address"][1]
    assert told["old"][0] == "Gone" and "Node 22" in told["old"][1]
    assert told["junk"] == ["Gone", "the connection is lost"]


@node
def test_the_javascript_example_asks_a_service(server: Server) -> None:
    told = run_node(str(ROOT / "examples" / "frontend.mjs"), server.socket)
    assert "yellow" in told.splitlines()[-1] and len(told.splitlines()) > 50


EXAMPLES = {"frontend.py": [sys.executable], "frontend.mjs": [NODE or "node"]}
"""The examples, and what runs them."""
EXAMPLE = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[node] * (name == "frontend.mjs")) for name in EXAMPLES]
)


@contextmanager
def started(name: str, path: str | None = None) -> Iterator[subprocess.Popen[str]]:
    """An example that starts the bots itself; ``path`` is where it finds programs."""
    tools = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    with subprocess.Popen(
        [*EXAMPLES[name], str(ROOT / "examples" / name)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": tools if path is None else path},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@EXAMPLE
def test_an_example_plays_a_whole_game(name: str) -> None:
    with started(name) as process:
        told, wrong = process.communicate("move 9\nmove 1\nmove 2\nmove 3\nmove 4\n" * 2000, 120)
    assert "yellow" in told.splitlines()[-1] and len(told.splitlines()) > 50
    assert (process.returncode, wrong) == (0, "")


@EXAMPLE
def test_an_example_ends_quietly_with_what_it_reads_and_writes(name: str) -> None:
    with started(name) as process:
        assert process.stdout is not None and process.stdin is not None
        assert process.stdout.readline()
        process.stdin.close()
        process.stdout.close()
        assert process.stderr is not None
        assert len(process.stderr.read().splitlines()) <= 1
        assert process.wait(60) != 0


def test_the_python_example_can_be_interrupted() -> None:
    with started("frontend.py") as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, wrong = process.communicate(timeout=60)
    assert (process.returncode, wrong) == (130, "ludo: interrupted\n")


@node
def test_the_javascript_example_names_a_program_that_there_is_not() -> None:
    with started("frontend.mjs", path="") as process:
        told, wrong = process.communicate(timeout=60)
    assert (process.returncode, told, wrong) == (1, "", "spawn ludo ENOENT\n")


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_have_twenty_lines_at_most(name: str) -> None:
    lines = (ROOT / "examples" / name).read_text(encoding="utf-8").splitlines()
    # Without what is no code: remarks, and empty lines.
    assert len([line for line in lines if not re.match(r'\s*($|//|""")', line)]) <= 20


KINDS = (
    Action,
    Awaiting,
    BotInfo,
    Chance,
    Choice,
    ClassInfo,
    Decide,
    Decision,
    New,
    OptionInfo,
    Over,
    RulesInfo,
    Welcome,
)


@pytest.mark.parametrize("kind", KINDS)
def test_the_types_name_every_field(kind: type[Struct]) -> None:
    types = (SCRIPTS / "ludo.d.ts").read_text(encoding="utf-8")
    name = {"New": "NewGame"}.get(kind.__name__, kind.__name__)
    match = re.search(rf"export interface {name} {{(.*?)\n}}", types, re.DOTALL)
    assert match is not None
    named = set(re.findall(r"^  (\w+)\??:", match[1], re.MULTILINE))
    fields = set(kind.__struct_fields__) - {"id"}
    assert fields <= named and named - fields <= {"type", "signal"}


def test_the_types_name_every_code() -> None:
    types = (SCRIPTS / "ludo.d.ts").read_text(encoding="utf-8")
    match = re.search(r"export type Code =(.*?);", types, re.DOTALL)
    assert match is not None
    assert re.findall(r'"(\w+)"', match[1]) == [code.value for code in Code]
