"""``ludo demo``: train a small bot, rate it against others, and save it; a few minutes."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ludo_env.commands._common import (
    INTERRUPTED,
    WholeNumber,
    add_common,
    cores,
    filled,
    make_console,
    print_json,
)

if TYPE_CHECKING:
    from rich.console import Console

    from evaluation.summary import Summary
    from training.config import TrainConfig
    from training.outcome import Outcome

RULES: Final = "danish"
PRESET: Final = "demo"
OPPONENTS: Final = ("random", "capture", "smart")
GAMES: Final = 240
SEED: Final = 1
FOLDER: Final = "runs/demo"
PICTURE_WIDTH: Final = 900

HELP: Final = "train a small bot, rate it against others, and save it; a few minutes"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "--out",
        type=filled,
        metavar="DIR",
        help=f"the run's folder (default: {FOLDER}, or the next free one)",
    )
    parser.add_argument("--steps", type=WholeNumber(1), metavar="N", help="decisions to learn from")
    parser.add_argument(
        "--games", type=WholeNumber(1), default=GAMES, metavar="N", help="games of every pair"
    )
    add_common(parser, f"where all chance comes from (default: {SEED})")


def run(args: argparse.Namespace) -> int:
    """Train, compare, save and tell; the exit code.

    Raises:
        LudoError: bad input.
    """
    folder = free_folder(Path(FOLDER)) if args.out is None else Path(args.out)
    config = prepare(folder, args)
    try:
        make(config, folder, args)
    except KeyboardInterrupt:
        print(f"ludo: interrupted; go on with: {same_command(folder, args)}", file=sys.stderr)
        return INTERRUPTED
    return 0


def make(config: TrainConfig, folder: Path, args: argparse.Namespace) -> None:
    """Train, compare, save and tell."""
    console = make_console(stderr=args.json)
    console.print(
        f"Training a bot for {RULES} rules by self-play, from nothing (a minute or two)",
        highlight=False,
    )
    outcome = learn(config, folder, silent=args.json)
    bot = str(outcome.model)
    console.print(f"Playing {args.games} games of every pair, two seats against two")
    seed = SEED if args.seed is None else args.seed
    summary = compare((bot, *OPPONENTS), args.games, seed)
    files = {"model": bot, **keep(folder, bot, summary, seed)}
    if args.json:
        print_json(to_json(outcome, summary, files))
    else:
        show(console, outcome, summary, files)


def same_command(folder: Path, args: argparse.Namespace) -> str:
    """The command that goes on with this demo, with all options that it was given."""
    words = ["ludo", "demo", "--out", str(folder)]
    for name in ("steps", "games", "seed"):
        value = getattr(args, name)
        if value is not None and (name, value) != ("games", GAMES):
            words += [f"--{name}", str(value)]
    return shlex.join(words + ["--json"] * args.json)


def free_folder(wanted: Path) -> Path:
    """The folder, or the first numbered one that holds no finished run.

    A run that was interrupted is gone on with.
    """
    from training.outcome import MODEL

    folder, number = wanted, 1
    while (folder / MODEL).exists():
        number += 1
        folder = wanted.with_name(f"{wanted.name}-{number}")
    return folder


def prepare(folder: Path, args: argparse.Namespace) -> TrainConfig:
    """The configuration of the run; bad input is refused here, before anything is told."""
    from training.checkpoint import has_checkpoint, open_run
    from training.config import to_dict
    from training.presets import load_preset

    options = {name: getattr(args, name) for name in ("steps", "seed")}
    changes = {name: value for name, value in options.items() if value is not None}
    config = load_preset(RULES, PRESET, **changes)
    open_run(to_dict(config), folder, has_checkpoint(folder))
    return config


def learn(config: TrainConfig, folder: Path, *, silent: bool) -> Outcome:
    """Train the bot; a run that was interrupted goes on."""
    from training.checkpoint import has_checkpoint
    from training.methods import train
    from training.progress import Silent, Terminal

    with nullcontext(Silent()) if silent else Terminal() as progress:
        return train(config, folder, resume=has_checkpoint(folder), progress=progress)


def compare(agents: tuple[str, ...], games: int, seed: int) -> Summary:
    """Every pair of agents, two seats against two, on all cores."""
    from evaluation.arena import Arena, round_robin
    from evaluation.progress import Bar
    from evaluation.summary import summarise

    matches = round_robin(agents, RULES, teams=True, games=games, seed=seed)
    with Bar(sum(match.games for match in matches)) as bar:
        return summarise(Arena(matches, workers=cores(), tick=bar).run())


def keep(folder: Path, bot: str, summary: Summary, seed: int) -> dict[str, str]:
    """Write a plot of the win rates, the record of a game, and its last position as a picture."""
    from evaluation.report import plot
    from ludo_env.files import write_whole
    from ludo_env.render import picture_of, svg
    from ludo_env.render.raster import png

    files = {"plot": folder / "win-rates.png", "record": folder / "game.jsonl"}
    files["board"] = folder / "board.png"
    plot(summary, files["plot"])
    game = play_and_record((bot, "smart", bot, "smart"), files["record"], seed)
    write_whole(files["board"], png(svg(picture_of(game)), PICTURE_WIDTH))
    return {name: str(path) for name, path in files.items()}


def play_and_record(specs: tuple[str, ...], path: Path, seed: int) -> Any:
    """Play one game, seats clockwise from yellow, write its record, and give it back."""
    from agents.registry import make_agent
    from ludo_env.board import COLOURS
    from ludo_env.engine.game import Game
    from ludo_env.record import Recorder

    game = Game(RULES, len(specs), seed=seed, log=True)
    names = dict(zip(COLOURS, specs, strict=True))
    recorder = Recorder(game, names=names)
    agents = [make_agent(spec) for spec in specs]
    for seat, agent in enumerate(agents):
        agent.begin(game, seat, seed + seat)
    while not game.over:
        recorder.apply(agents[game.decider].act(game))
    recorder.record().write(path)
    return game


def to_json(outcome: Outcome, summary: Summary, files: dict[str, str]) -> dict[str, Any]:
    """What came out, for machines."""
    from evaluation.report import to_json as summary_json

    return {
        "steps": outcome.steps,
        "seconds": round(outcome.seconds, 1),
        "files": files,
        **summary_json(summary),
    }


def show(console: Console, outcome: Outcome, summary: Summary, files: dict[str, str]) -> None:
    """What came out, for people."""
    from evaluation.report import print_summary

    print_summary(summary, console)
    console.print(
        f"\nThe bot learned from {outcome.steps:,} decisions in {outcome.seconds:.0f} seconds.",
        highlight=False,
    )
    for name, path in files.items():
        console.print(f"  {name:<7}{path}", highlight=False, soft_wrap=True)
    console.print(f"Try it: ludo arena {files['model']} td --rules {RULES} --teams", soft_wrap=True)
