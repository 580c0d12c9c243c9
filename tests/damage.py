"""Every kind of file that the project reads, how one is made, and how it may be damaged."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

from agents import levels, make_agent
from agents.learned import EVOLVED, SHIPPED, read_model, read_scorer, read_weights
from agents.model import load_model
from agents.search.leaf import WEIGHTS as LEAVES
from agents.search.leaf import load_leaf
from agents.sensible import Sensible
from agents.shipped import MODELS
from evaluation import habits
from evaluation.archive import read_archive, write_archive
from evaluation.arena import play_match
from evaluation.ladder.paces import read_paces, write_paces
from evaluation.match import make_match
from evaluation.store import Store
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.procedures import DECISIONS
from ludo_env.errors import LudoError
from ludo_env.record import Recorder, read
from tests.evaluation.ladder.small import paces, small
from training.checkpoint import load_checkpoint, save_checkpoint
from training.config import TDConfig, to_dict
from training.distil_games import Examiner, Lessons
from training.leaf_games import Positions, play_games
from training.presets import PRESETS, read_config, saved_config

GAMES = {"rules": "ludicrous", "seed": 1}
"""What the games of `evaluation.habits` are told."""
SHORT = "ludicrous-short:max_rounds=4"
"""The rules of games that are learned from."""


class Kind:
    """A kind of file.

    Args:
        make: writes one at a path.
        read: reads one and makes use of all of it.
    """

    def __init__(self, make: Callable[[Path], object], read: Callable[[Path], object]) -> None:
        self.make = make
        self.read = read


def copied(source: Path) -> Callable[[Path], object]:
    """Writes what another file holds."""
    return lambda path: path.write_bytes(source.read_bytes())


def make_record(path: Path) -> None:
    recorder, rng = Recorder(Game("classic:pieces=2", 2, seed=1)), Random(1)
    while not recorder.game.over:
        recorder.apply(rng.choice(recorder.game.legal()))
    recorder.record().write(path)


def replay(path: Path) -> list[Game]:
    return list(read(path).replay())


def make_store(path: Path) -> None:
    with Store(path) as store:
        store.save([play_match(make_match(["front", "random"], seed=1, games=40))])


def read_store(path: Path) -> object:
    with Store(path, create=False) as store:
        return store.all()


def make_archive(path: Path) -> None:
    write_archive(path, [play_match(make_match(["front", "random"], seed=1, games=8))])


def make_habits(path: Path) -> None:
    outcomes = [habits.Outcome("even", number, (0.5, 0.5), 9, 99) for number in range(9)]
    habits.open_store(path, GAMES, outcomes).close()


def make_config(path: Path) -> None:
    path.write_text(json.dumps(to_dict(TDConfig())), encoding="utf-8")


def make_checkpoint(path: Path) -> None:
    save_checkpoint(path.parent, {"steps": 64, "results": [], "numbers": list(range(500))})


def make_lessons(path: Path) -> None:
    Examiner(Sensible(), SHORT, [DECISIONS.index("move")], 1.0, 1, 1).play(1, 0, 1).save(path)


def make_positions(path: Path) -> None:
    play_games(SHORT, 2, 0, 4, 1).save(path)


def measured(path: Path) -> object:
    kept = levels.MEASURED
    levels.MEASURED = path  # type: ignore[misc]
    try:
        return levels.measured()
    finally:
        levels.MEASURED = kept  # type: ignore[misc]


KINDS = {
    "game.jsonl": Kind(make_record, replay),
    "results.db": Kind(make_store, read_store),
    "archive.jsonl": Kind(make_archive, read_archive),
    "paces.json": Kind(
        lambda path: write_paces(path, small(), paces(small())),
        lambda path: read_paces(path, small()),
    ),
    "habits.jsonl": Kind(make_habits, lambda path: habits.read_store(path, GAMES)),
    "levels.json": Kind(copied(levels.MEASURED), measured),
    "weights.json": Kind(copied(EVOLVED), read_weights),
    "scorer.json": Kind(copied(SHIPPED), lambda path: read_scorer(path, read_model(path))),
    "leaf.json": Kind(copied(LEAVES), lambda path: [load_leaf(2, path), load_leaf(4, path)]),
    "scorer.onnx": Kind(copied(SHIPPED.with_suffix(".onnx")), lambda path: make_agent(str(path))),
    "model.onnx": Kind(copied(MODELS / "danish.onnx"), load_model),
    "preset.toml": Kind(copied(PRESETS / "danish-td.toml"), read_config),
    "config.json": Kind(make_config, lambda path: saved_config(path.parent)),
    "checkpoint.pt": Kind(make_checkpoint, lambda path: load_checkpoint(path.parent)),
    "lessons.npz": Kind(make_lessons, Lessons.load),
    "positions.npz": Kind(make_positions, Positions.load),
}
"""Every kind of file that is read, by the name of one."""


def damaged(whole: bytes, rng: Random) -> bytes:
    """A file cut short, with a bit or a block that is another, or of something else altogether."""
    data = bytearray(whole)
    place = rng.randrange(len(whole))
    match rng.randrange(6):
        case 0 | 1:
            return whole[:place]
        case 2 | 3:
            data[place] ^= 1 << rng.randrange(8)
        case 4:
            data[place : place + 512] = bytes(len(data[place : place + 512]))
        case _:
            return rng.randbytes(place)
    return bytes(data)


def problem_of(kind: Kind, path: Path, data: bytes) -> str:
    """Read a damaged file; what is wrong with what is said of it, or nothing.

    A number may be another one, which nobody can see.
    """
    path.write_bytes(data)
    try:
        kind.read(path)
    except LudoError as error:
        if str(path) not in str(error):
            return f"not named: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "" if path.read_bytes() == data else "changed"
