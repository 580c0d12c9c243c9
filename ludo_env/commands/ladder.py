"""``ludo ladder``: every bot against every other, and the page that tells what was found."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
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
from ludo_env.commands._ending import TERMINATED, Terminated, termination

if TYPE_CHECKING:
    from evaluation.ladder.climb import Climb, Paces
    from evaluation.ladder.curves import Curve
    from evaluation.ladder.figures import Figures
    from evaluation.ladder.files import Files
    from evaluation.ladder.lineup import Ladder
    from evaluation.store import Store

GAMES: Final = 400
SEED: Final = 1
MINUTE: Final = 60
DATABASE: Final = "runs/ladder.db"
HELP: Final = "measure all bots and levels against each other, and write docs/ladder.md"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "--games", type=WholeNumber(1), default=GAMES, metavar="N", help=f"of each match ({GAMES})"
    )
    parser.add_argument(
        "--minutes",
        type=WholeNumber(0),
        metavar="M",
        help="play no longer; another call goes on from there, and 0 only writes (no limit)",
    )
    parser.add_argument(
        "--workers", type=WholeNumber(1), metavar="N", help="processes (default: one a core)"
    )
    parser.add_argument(
        "--anew",
        nargs="+",
        default=[],
        metavar="AGENT",
        help="forget the games and the pace of these bots, which play otherwise now",
    )
    parser.add_argument(
        "--db", type=filled, default=DATABASE, metavar="FILE",
        help=f"an SQLite file that keeps games as they are played ({DATABASE})",
    )  # fmt: skip
    parser.add_argument(
        "--root", type=filled, default=".", metavar="DIR", help="the project's checkout (.)"
    )
    add_common(parser, f"of all dice and agents ({SEED})")


def run(args: argparse.Namespace) -> int:
    """Play and write; the exit code.

    Raises:
        LudoError: bad input, or a bot that fails.
    """
    from evaluation.archive import read_archive, write_archive
    from evaluation.ladder import lineup
    from evaluation.ladder.curves import read_curves
    from evaluation.ladder.figures import figures
    from evaluation.ladder.files import Files
    from evaluation.ladder.lineup import Ladder
    from evaluation.store import Store

    files = Files(args.root)
    ladder = Ladder(lineup.LADDER, args.games, SEED if args.seed is None else args.seed)
    curves = read_curves(files.runs)
    paces = know_paces(files, ladder, args.anew)
    Path(args.db).parent.mkdir(parents=True, exist_ok=True)
    with Store(args.db) as store:
        store.save(read_archive(files.games))
        forget(store, args.anew)
        climb, stopped = play(args, ladder, paces, store)
        write_archive(files.games, climb.kept_games())
    found = figures(ladder, climb.played, paces)
    files.write(ladder, found, paces, curves)
    report(found, curves, files, args.json)
    if stopped:
        print("ludo: interrupted; the same command goes on", file=sys.stderr)
    return stopped


def know_paces(files: Files, ladder: Ladder, anew: list[str]) -> Paces:
    """The pace of every bot: what is known, and what is measured now."""
    from agents.registry import spec_text
    from evaluation.ladder.paces import measure_paces, read_paces, wanted, write_paces
    from evaluation.progress import Bar

    again = {spec_text(spec) for spec in anew}
    before = read_paces(files.paces, ladder)
    known = {key: pace for key, pace in before.items() if key[0] not in again}
    with Bar(len(wanted(ladder)), "paces") as bar:
        paces = measure_paces(ladder, known, bar)
    write_paces(files.paces, ladder, paces)
    return paces


def forget(store: Store, anew: list[str]) -> None:
    """Drop the games of bots that play otherwise now."""
    from agents.registry import spec_text

    for spec in anew:
        store.forget(spec_text(spec))


def play(args: argparse.Namespace, ladder: Ladder, paces: Paces, store: Store) -> tuple[Climb, int]:
    """Play what is missing; the run, and 0 or the exit code if it was ended."""
    from evaluation.ladder.climb import Climb
    from evaluation.progress import Bar

    with Bar(ladder.games * len(ladder.matches())) as bar, termination():
        climb = Climb(
            ladder,
            paces,
            store,
            seconds=None if args.minutes is None else MINUTE * args.minutes,
            workers=args.workers or cores(),
            tick=bar,
        )
        bar(sum(len(played.results) for played in climb.played.values()))
        try:
            climb.run()
        except Terminated:
            return climb, TERMINATED
        except KeyboardInterrupt:
            return climb, INTERRUPTED
    return climb, 0


def report(found: Figures, curves: list[Curve], files: Files, as_json: bool) -> None:
    """Tell what was found."""
    if as_json:
        print_json(to_json(found, curves))
        return
    console = make_console()
    for held in found.claims:
        console.print(
            f"{held.claim.setting.title}: {' '.join(held.claim.agents)}: "
            f"{100 * held.rate.value:.1f} % of {held.games} games "
            f"({100 * held.rate.low:.1f} to {100 * held.rate.high:.1f}), "
            f"wanted {100 * held.claim.least:g}: {'met' if held.met else 'missed'}",
            highlight=False,
        )
    console.print(f"{files.page}: written", highlight=False)


def to_json(found: Figures, curves: list[Curve]) -> dict[str, Any]:
    """All figures as plain JSON values."""
    from evaluation.report import to_json as summary_json

    return {
        "levels": [asdict(level) for level in found.levels],
        "claims": [asdict(held) | {"met": held.met} for held in found.claims],
        "steps": [asdict(held) for held in found.steps],
        "tables": [summary_json(table.summary) for table in found.tables],
        "modules": [asdict(row) for row in found.modules],
        "luck": [asdict(row) for row in found.luck],
        "curves": [asdict(curve) for curve in curves],
    }
