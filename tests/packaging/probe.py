"""Tries an installed package from outside, in an empty folder, as its users would.

``python probe.py WAY [EXTRA ...]`` is told whether the package is ``compiled`` or ``interpreted``,
and which extras it has. It prints a line for each thing tried, and ends with 1 when one failed.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import traceback
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import requires
from pathlib import Path
from urllib.parse import urljoin

LUDO = str(Path(sys.executable).with_name("ludo"))
PATIENCE = 300
"""Seconds for any one command."""
NAMED = re.compile(r"""(?:src|href|from|import)\s*[=(]?\s*["'](\.{0,2}/?[\w/.-]+\.\w+)["']""")
"""Files that a page or a script names."""


def ludo(*words: str, told: str = "") -> str:
    """What a command prints."""
    done = subprocess.run(
        (LUDO, *words),
        input=told,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"ludo {' '.join(words)}: {done.returncode}\n{done.stderr}"
    return str(done.stdout)


def way() -> None:
    """It is the installed package that runs, in the way that is expected."""
    import ludo_env

    assert ludo_env.__compiled__ is (sys.argv[1] == "compiled"), ludo_env.__compiled__
    assert Path(ludo_env.__file__).is_relative_to(sys.prefix), ludo_env.__file__


def rules() -> None:
    """``ludo rules`` lists them, without the tests of a checkout."""
    assert "L-enter" in ludo("rules")


def arena() -> None:
    """Bots play both games, in worker processes."""
    play_match("--players", "2", "easy", "hard")
    play_match("--rules", "ludicrous-short", "random", "sensible")


def network() -> None:
    """The shipped network plays."""
    play_match("--rules", "danish", "--teams", "td", "smart")


def play_match(*words: str) -> None:
    """A match in the arena."""
    told = json.loads(ludo("arena", *words, "--games", "2", "--seed", "1", "--json"))
    assert len(told["agents"]) == 2, told


def search() -> None:
    """The searching bot of the full game finds its weights."""
    from agents import make_agent

    assert make_agent("search").name == "search"


def play() -> None:
    """A game in the terminal is recorded, told and drawn."""
    ludo("play", "smart", "random", "--seed", "3", "--record", "game.jsonl")
    assert "\n" in ludo("replay", "game.jsonl")
    ludo("replay", "game.jsonl", "--picture", "board.svg")
    assert Path("board.svg").read_text(encoding="utf-8").startswith("<svg")


def pixels() -> None:
    """A recorded game as a picture and as a film."""
    ludo("play", "smart", "random", "--seed", "3", "--record", "drawn.jsonl")
    ludo("replay", "drawn.jsonl", "--picture", "board.png")
    ludo("replay", "drawn.jsonl", "--gif", "game.gif", "--every", "50")
    assert Path("board.png").read_bytes().startswith(b"\x89PNG")


def bench() -> None:
    """Speed is measured."""
    told = json.loads(ludo("bench", "--seconds", "0.02", "--processes", "2", "--json"))
    assert told["batch"]["decisions_per_s"] > 0


def bot() -> None:
    """The bot service answers over standard input and output."""
    told = json.loads(ludo("bot", told='{"type": "hello", "id": 1}\n').splitlines()[0])
    assert told["type"] == "hello", told
    assert json.loads(ludo("bot", "--schema"))


def serve() -> None:
    """The page is served with everything that it names."""
    process = subprocess.Popen([LUDO, "serve", "--port", "0", "--json"], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        root = json.loads(process.stdout.readline())["page"]
        seen, left = set(), [root, urljoin(root, "javascript/ludo.js"), urljoin(root, "health")]
        while left:
            address = left.pop()
            if address not in seen:
                seen.add(address)
                with urllib.request.urlopen(address, timeout=30) as answer:
                    text = answer.read().decode()
                left += [urljoin(address, name) for name in NAMED.findall(text)]
        assert len(seen) > 10, seen
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


def batch() -> None:
    """A batch in several processes, observations and masks written."""
    import ludo_env

    with ludo_env.make_vec(4, "classic", players=4, processes=2) as batch:
        batch.reset()
        for _ in range(20):
            batch.step(batch.random_actions())


def described() -> None:
    """The metadata name the extras."""
    extras = {"train", "bots", "serve", "report", "render"}
    told = " ".join(requires("ludicrous-ludo") or [])
    assert all(f'extra == "{extra}"' in told for extra in extras), told


PROBES: dict[Callable[[], None], str] = {
    way: "",
    described: "",
    rules: "",
    arena: "",
    network: "bots",
    search: "",
    play: "",
    pixels: "render",
    bench: "",
    bot: "serve",
    serve: "serve",
    batch: "",
}
"""What is tried, with the extra that it needs."""
HINTED: dict[str, tuple[str, ...]] = {
    "train": ("train",),
    "serve": ("serve", "--port", "0"),
    "bots": ("arena", "td", "td", "--rules", "danish", "--games", "1"),
}
"""Commands that need an extra."""


def hint(extra: str) -> None:
    """Without an extra, a command says in one line how to get it."""
    done = subprocess.run([LUDO, *HINTED[extra]], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done
    assert f"pip install 'ludicrous-ludo[{extra}]'" in done.stderr, done.stderr


def tried(extras: set[str]) -> Iterator[tuple[str, Callable[[], None]]]:
    """What is tried where some extras are installed."""
    for probe, needed in PROBES.items():
        if not needed or needed in extras:
            yield probe.__name__, probe
    for extra in HINTED.keys() - extras:
        yield f"hint {extra}", partial(hint, extra)


def main() -> int:
    """Try everything; the exit code."""
    os.environ.pop("PYTHONPATH", None)
    failed = 0
    for name, probe in tried(set(sys.argv[2:])):
        try:
            probe()
        except Exception:
            failed += 1
            print(f"FAILED {name}: {traceback.format_exc()}")
        else:
            print(f"ok {name}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
