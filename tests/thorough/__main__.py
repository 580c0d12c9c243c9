"""Everything that takes long, in one night: ``make thorough MINUTES=120``.

``python -m tests.thorough --minutes 120`` shares the time out among the parts, runs them one after
the other, and ends with a table and with 1 if one failed. Every part is a command of its own, which
the table and the log of the part tell. What passed is not run again on the same sources until
``--again``, so that an interrupted night goes on where it was.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from ludo_env.files import write_whole
from tests.thorough.clock import MINUTE

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "build" / "thorough"
MINUTES: Final = 60.0
GRACE: Final = 5.0
"""Minutes that a part may take beyond its own, before it is ended."""
DAY: Final = 86_400
SEEDS_A_DAY: Final = 1_000_000
SOURCES: Final = ("ludo_env", "agents", "training", "evaluation", "tests", "pyproject.toml")
PASSED, FAILED, LATE, MISSING = "passed", "FAILED", "LATE", "not there"


@dataclass(frozen=True)
class Part:
    """A part of the night.

    Args:
        name: for people.
        share: of the time that the parts divide; 0 takes its own time, whatever that is.
        words: its command, after ``python -m``; ``{minutes}``, ``{seconds}``, ``{seed}`` and
            ``{folder}`` stand for those.
        limit: minutes of a part that takes its own time.
        sources: whether it runs the sources, not what is compiled.
    """

    name: str
    share: float
    words: str
    limit: float = 0.0
    sources: bool = False


TIMED: Final = "--minutes {minutes} --seed {seed}"
FUZZ: Final = "-max_total_time={seconds} -seed={seed} -max_len=20000 -artifact_prefix={folder}/"
PARTS: Final = (
    Part("both ways", 4, f"tests.thorough.both_ways {TIMED}"),
    Part("games", 3, f"tests.thorough.games {TIMED}"),
    Part("reference", 3, f"tests.thorough.reference {TIMED}"),
    Part("machine", 3, f"tests.thorough.machine {TIMED}"),
    Part("texts", 3, f"tests.fuzz.texts {{folder}}/texts {FUZZ}", sources=True),
    Part("protocol", 3, f"tests.fuzz.protocol {{folder}}/protocol {FUZZ}", sources=True),
    Part("soak", 2, f"tests.thorough.soak {TIMED}"),
    Part("killing", 3, f"tests.killing {TIMED}"),
    Part("damages", 1, f"tests.thorough.damages {TIMED}"),
    Part("mutants", 4, "tests.mutants --minutes {minutes}"),
    Part("coverage", 0, "tests.coverage", limit=90),
    Part("package", 0, "tests.packaging.check", limit=90),
)


@dataclass(frozen=True)
class Outcome:
    """How a part ended: in what way, after how many seconds, and the last line that it printed."""

    part: str
    ended: str
    seconds: float
    said: str
    command: str


def command_of(part: Part, minutes: float, seed: int, folder: Path) -> list[str]:
    """The command of a part."""
    told = part.words.format(
        minutes=f"{minutes:.2f}", seconds=round(minutes * MINUTE), seed=seed, folder=folder
    )
    return [sys.executable, "-m", *told.split()]


def is_there(part: Part) -> bool:
    """Whether the checkout has what a part runs."""
    return importlib.util.find_spec(part.words.split()[0]) is not None


def run(part: Part, minutes: float, seed: int, folder: Path) -> Outcome:
    """Run a part, its output in a log; everything that it started ends with it."""
    command = command_of(part, minutes, seed, folder)
    typed = " ".join(["LUDO_INTERPRETED=1"] * part.sources + ["python", *command[1:]])
    environment = os.environ | ({"LUDO_INTERPRETED": "1"} if part.sources else {})
    log, start, ended = folder / f"{part.name.replace(' ', '-')}.log", time.monotonic(), PASSED
    with log.open("w", encoding="utf-8") as output:
        output.write(f"{typed}\n")
        output.flush()
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            if process.wait((minutes + (part.limit or GRACE)) * MINUTE):
                ended = FAILED
        except subprocess.TimeoutExpired:
            ended = LATE
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    said = next((line for line in reversed(lines) if line.strip()), "").strip()
    return Outcome(part.name, ended, time.monotonic() - start, said, typed)


def digest() -> str:
    """A hash of the sources: what passed on others must be run again."""
    found = hashlib.sha256()
    for name in SOURCES:
        for path in sorted([ROOT / name, *(ROOT / name).rglob("*")]):
            if path.is_file() and path.suffix not in (".pyc", ".so"):
                found.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return found.hexdigest()


def read_results(path: Path, sources: str) -> dict[str, Outcome]:
    """What has passed on these sources."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        found = [Outcome(**entry) for entry in told["parts"]] if told["sources"] == sources else []
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {outcome.part: outcome for outcome in found if outcome.ended == PASSED}


def table(outcomes: Sequence[Outcome]) -> Table:
    """What was found."""
    made = Table(title="thorough")
    for title in ("part", "", "minutes", "last words"):
        made.add_column(title)
    for one in outcomes:
        made.add_row(one.part, one.ended, f"{one.seconds / MINUTE:.1f}", one.said)
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run the parts; the exit code."""
    names = [part.name for part in PARTS]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES, help="that the parts share")
    parser.add_argument("--seed", type=int, help="where seeds begin (others every day)")
    parser.add_argument("--only", nargs="+", choices=names, help="parts")
    parser.add_argument("--skip", nargs="+", choices=names, default=[], help="parts")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="for logs and findings")
    parser.add_argument("--again", action="store_true", help="also what has passed already")
    args = parser.parse_args(argv)
    seed = int(time.time() // DAY) * SEEDS_A_DAY if args.seed is None else args.seed
    folder, console = args.folder.resolve(), Console()
    folder.mkdir(parents=True, exist_ok=True)
    sources, path = digest(), folder / "results.json"
    known = read_results(path, sources)
    done = {} if args.again else dict(known)
    chosen = [part for part in PARTS if part.name in (args.only or names)]
    chosen = [part for part in chosen if part.name not in args.skip]
    shares = sum(part.share for part in chosen if is_there(part) and part.name not in done)
    outcomes = []
    for number, part in enumerate(chosen, 1):
        head = f"[{number}/{len(chosen)}] {part.name}"
        if part.name in done:
            outcome = done[part.name]
            console.print(f"{head}: has passed")
        elif not is_there(part):
            outcome = Outcome(part.name, MISSING, 0.0, "", part.words)
        else:
            minutes = args.minutes * part.share / shares if part.share else 0.0
            most = "" if part.share else "at most "
            console.print(f"{head}: {most}{minutes or part.limit:.1f} minutes")
            outcome = run(part, minutes, seed, folder)
            console.print(f"  {outcome.ended}: {outcome.said}", markup=False, highlight=False)
        outcomes.append(outcome)
        known[part.name] = outcome
        told = {"sources": sources, "parts": [asdict(one) for one in known.values()]}
        write_whole(path, json.dumps(told, indent=1) + "\n")
    console.print(table(outcomes))
    bad = [one for one in outcomes if one.ended in (FAILED, LATE)]
    for one in bad:
        console.print(f"{one.part}: {one.command}", markup=False, highlight=False, soft_wrap=True)
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
