"""Kills commands with ``kill -9`` at random moments until they are done; nothing may be lost.

``python -m tests.killing arena ladder td --kills 100 --seed 1`` tries each of them until it was
killed so often, and compares what came of it with a run that nobody disturbed. A fault raises.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

import evaluation.arena
import evaluation.pace
import evaluation.ratings
from agents.learned import read_model, read_scorer, read_weights
from agents.model import load_model
from agents.search.leaf import read_leaves
from evaluation.archive import read_archive
from evaluation.ladder import lineup
from evaluation.match import Played
from evaluation.store import Store
from ludo_env.cli import main as ludo
from tests.evaluation.ladder.small import SMALL as SMALL_LADDER
from tests.thorough.clock import Clock
from training.config import (
    CloneConfig,
    DistilConfig,
    EvolveConfig,
    LeafConfig,
    LeagueConfig,
    PPOConfig,
    TDConfig,
    TrainConfig,
    to_dict,
)

KEEP: Final = 0.02
"""Seconds between two savings of the arena, so that there are many."""
FIRST: Final = 0.3
"""The first kills come within so many seconds of the start; later more if nothing is reached."""
PATIENT: Final = 3
"""Kills without any progress after which the next may come later."""
SLOWER: Final = 1.5
LAST: Final = 1200
"""Seconds that the run which nobody kills may take."""


class Subject(ABC):
    """A command that is killed and called again, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @abstractmethod
    def prepare(self) -> None:
        """Make small what takes long; in the process that runs the command."""

    @abstractmethod
    def words(self) -> list[str]:
        """The command that begins, or goes on."""

    @abstractmethod
    def kept(self) -> int:
        """How much is kept; whatever is there must be whole."""

    @abstractmethod
    def outcome(self) -> Any:
        """What is kept when the command is done, without what two runs need not share."""


class Arena(Subject):
    """Games of the arena in a database."""

    workers = 1

    @property
    def database(self) -> Path:
        """Where the games are."""
        return self.folder / "results.db"

    def prepare(self) -> None:
        """Keep often."""
        evaluation.arena.KEEP = KEEP  # type: ignore[misc]

    def words(self) -> list[str]:
        """The same command every time."""
        options = f"--games 300 --seed 7 --json --workers {self.workers}".split()
        return ["arena", "front", "random", "back", *options, "--db", str(self.database)]

    def outcome(self) -> list[Played]:
        """Every game, each once."""
        if not self.database.exists():
            return []
        with Store(self.database) as store:
            return store.all()

    def kept(self) -> int:
        """Games."""
        return sum(len(one.results) for one in self.outcome())


class Workers(Arena):
    """The same, played by two processes."""

    workers = 2


class Ladder(Subject):
    """The ladder: its database, and the files that are written from it."""

    def prepare(self) -> None:
        """A ladder of a few fast bots."""
        evaluation.arena.KEEP = KEEP  # type: ignore[misc]
        lineup.LADDER = SMALL_LADDER  # type: ignore[misc]
        evaluation.pace.DECISIONS = 20  # type: ignore[misc]
        evaluation.ratings.SAMPLES = 10  # type: ignore[misc]
        for folder in ("docs", "agents"):
            (self.folder / folder).mkdir(exist_ok=True)

    def words(self) -> list[str]:
        """The same command every time."""
        where = ["--root", str(self.folder), "--db", str(self.folder / "ladder.db")]
        return ["ladder", "--games", "8", "--workers", "1", "--json", *where]

    def archive(self) -> list[Played]:
        """The games in the file that stays."""
        return read_archive(self.folder / "evaluation/results/ladder.jsonl")

    def kept(self) -> int:
        """Games in the database; the files are whole."""
        self.archive()
        for name in ("agents/levels.json", "evaluation/results/paces.json"):
            if (self.folder / name).exists():
                json.loads((self.folder / name).read_text(encoding="utf-8"))
        if not (self.folder / "ladder.db").exists():
            return 0
        with Store(self.folder / "ladder.db") as store:
            return sum(len(one.results) for one in store.all())

    def outcome(self) -> Any:
        """The games, and which files there are; the pace of a bot is another every time."""
        files = sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("[!.]*.*"))
        return self.archive(), files


class Training(Subject):
    """A run of training, by any method."""

    config: TrainConfig
    model: ClassVar[tuple[str, Callable[[Path], object]]] = ("model.onnx", load_model)
    """Its file, and what reads it."""

    def prepare(self) -> None:
        """Everything is small by its configuration."""

    def words(self) -> list[str]:
        """Begin, or go on if there is a checkpoint, as the command itself advises."""
        from training.checkpoint import has_checkpoint

        out = self.folder / "run"
        if has_checkpoint(out):
            return ["train", "--json", "--resume", "--out", str(out)]
        path = self.folder / "run.toml"
        values = {name: value for name, value in to_dict(self.config).items() if value != []}
        lines = (f"{name} = {json.dumps(value)}\n" for name, value in values.items())
        path.write_text("".join(lines), encoding="utf-8")
        return ["train", "--json", "--config", str(path), "--out", str(out)]

    def kept(self) -> int:
        """Steps in the checkpoint; the other files are whole."""
        from training.checkpoint import has_checkpoint, load_checkpoint

        out = self.folder / "run"
        for name in ("config.json", "results.json"):
            if (out / name).exists():
                json.loads((out / name).read_text(encoding="utf-8"))
        self.whole()
        return int(load_checkpoint(out)["steps"]) if has_checkpoint(out) else 0

    def whole(self) -> bool:
        """Whether there is a model, which can be read."""
        file, read = self.model
        path = self.folder / "run" / file
        return path.exists() and bool(read(path))

    def outcome(self) -> Any:
        """The steps, when the run was measured against whom, and whether there is a model.

        Resumed runs draw other games, so that the results are others.
        """
        results = json.loads((self.folder / "run" / "results.json").read_text(encoding="utf-8"))
        measured = [(self.moment(one["steps"]), one["against"]) for one in results]
        return self.moment(self.kept()), measured, self.whole()

    def moment(self, steps: int) -> int:
        """How far a run is, as two runs share it."""
        return steps


SHORT: Final[dict[str, Any]] = {
    "steps": 600,
    "checkpoint_every": 100,
    "evaluate_every": 200,
    "evaluate_games": 2,
    "evaluate_against": ("random",),
}
FULL: Final[dict[str, Any]] = SHORT | {
    "rules": "ludicrous-core:pieces_to_win=1,max_rounds=12",
    "games": 4,
    "minibatch": 16,
    "width": 8,
    "piece_width": 4,
    "half_precision": False,
}


class PPO(Training):
    """Self-play of plain Ludo."""

    config = PPOConfig(
        **SHORT, players=2, games=4, rollout=16, minibatch=32, hidden=(8,), snapshot_every=200
    )


class TD(Training):
    """Values of plain Ludo."""

    config = TDConfig(**SHORT, players=2, games=4, horizon=16, hidden=(8,))


class FullGame(Training):
    """Learning of the full game: the decisions of an update are more or fewer in other games."""

    def moment(self, steps: int) -> int:
        """Evaluations that are due."""
        return steps // self.config.evaluate_every


class Clone(FullGame):
    """Cloning of a bot of the full game."""

    config = CloneConfig(**FULL, chunk=64)


class League(FullGame):
    """Self-play of the full game."""

    config = LeagueConfig(**FULL, rollout=16, snapshot_every=200, selves=2, bots=("random",))


class Evolve(Training):
    """Evolution of weights."""

    config = EvolveConfig(
        **SHORT | {"rules": "ludicrous-short:max_rounds=4", "steps": 60}
        | {"checkpoint_every": 10, "evaluate_every": 20},
        batch=10,
    )  # fmt: skip
    model = "weights.json", read_weights


class Numbered(Training):
    """Learning from games that have numbers: a run that was killed learns the same."""

    def outcome(self) -> Any:
        """The results, and what was learned, to the last digit."""
        out = self.folder / "run"
        results = json.loads((out / "results.json").read_text(encoding="utf-8"))
        return self.kept(), results, (out / self.model[0]).read_bytes()


NUMBERED: Final[dict[str, Any]] = SHORT | {
    "rules": "ludicrous-short:max_rounds=4",
    "steps": 24,
    "checkpoint_every": 2,
    "evaluate_every": 8,
    "hidden": 4,
    "epochs": 1,
}


class Distil(Numbered):
    """Distillation of short play in possible worlds."""

    config = DistilConfig(**NUMBERED, kinds=("move",), share=0.1, worlds=1, turns=1)
    model = "scorer.json", lambda path: read_scorer(path, read_model(path))


class Leaf(Numbered):
    """The leaf of the search."""

    config = LeafConfig(**NUMBERED, refits=1)
    model = "leaf.json", read_leaves


SUBJECTS: Final[dict[str, type[Subject]]] = {
    "arena": Arena,
    "workers": Workers,
    "ladder": Ladder,
    "ppo": PPO,
    "td": TD,
    "clone": Clone,
    "league": League,
    "evolve": Evolve,
    "distil": Distil,
    "leaf": Leaf,
}


def attempt(subject: Subject, seconds: float) -> bool:
    """Run the command in a process that is killed after some seconds; whether it was done first.

    The process is forked, so that it begins with everything imported.
    """
    words, log = subject.words(), subject.folder / "log.txt"
    child = os.fork()
    if not child:
        code = 1
        try:
            output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            for stream in (1, 2):
                os.dup2(output, stream)
            subject.prepare()
            code = ludo(words)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(code)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            said = log.read_text(encoding="utf-8", errors="replace")
            assert status == 0, (
                f"ludo {' '.join(words)}: {os.waitstatus_to_exitcode(status)}\n{said}"
            )
            return True
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def kill_until_done(subject: Subject, kills: int, rng: Random) -> int:
    """Call a command until it is done, and kill it until then; how often it was killed."""
    longest, kept, idle = FIRST, 0, 0
    for number in range(kills):
        if attempt(subject, rng.uniform(0.0, longest)):
            return number
        before, kept = kept, subject.kept()
        assert kept >= before, f"{before} were kept before a kill, {kept} after it"
        idle = idle + 1 if kept == before else 0
        if idle >= PATIENT:
            longest, idle = longest * SLOWER, 0
    assert attempt(subject, LAST), f"not done after {LAST} seconds"
    return kills


def check(name: str, kills: int, seed: int) -> str:
    """Try a command until it was killed so often; what was found, in words."""
    rng, killed, runs = Random(f"{name} {seed}"), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        quiet = SUBJECTS[name](Path(folder))
        kill_until_done(quiet, 0, rng)
        wanted = quiet.outcome()
    while killed < kills:
        with tempfile.TemporaryDirectory() as folder:
            subject = SUBJECTS[name](Path(folder))
            killed += kill_until_done(subject, kills - killed, rng)
            runs += 1
            assert subject.outcome() == wanted, (subject.outcome(), wanted)
            kill_until_done(subject, 0, rng)
            assert subject.outcome() == wanted, "called again, it did more"
    return f"{name}: killed {killed} times in {runs} runs, nothing lost, nothing twice"


def main() -> None:
    """Try what is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *SUBJECTS], help="what is killed (all)")
    parser.add_argument("--kills", type=int, default=10, help="of each")
    parser.add_argument("--minutes", type=float, help="as many as this allows, in turns")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    names = args.names or list(SUBJECTS)
    # Which of them comes first is another one with every seed, so that each has its turn.
    seeds = range(args.seed, args.seed + len(names))
    clock = Clock(args.minutes or 0, "commands were killed, and lost nothing")
    for seed in seeds if args.minutes is None else clock.numbers(args.seed):
        print(check(names[seed % len(names)], args.kills, seed), flush=True)
    if args.minutes is not None:
        print(clock)


if __name__ == "__main__":
    main()
