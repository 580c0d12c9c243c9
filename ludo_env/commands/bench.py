"""``ludo bench``: measure the speed of the engine and the environments."""

from __future__ import annotations

import argparse
from typing import Final

from ludo_env.commands._common import WholeNumber, add_common, cores, print_json

RULES: Final = "classic"
PLAYERS: Final = 4
SECONDS: Final = 2.0
SEED: Final = 0

HELP: Final = "measure the speed of the engine and the environments"
LABELS: Final = {
    "batch.decisions_per_s": ("batch environment", "{:,.0f} decisions a second"),
    "batch.games_per_s": ("", "{:,.0f} games a second"),
    "processes.decisions_per_s": ("processes: {number}", "{:,.0f} decisions a second"),
    "processes.times_one": ("games they share: {games}", "{:.2f} times one process"),
    "processes.times_one_median": ("", "{:.2f} times in the median, whatever disturbs"),
    "aec.steps_per_s": ("PettingZoo environment", "{:,.0f} steps a second"),
    "engine.decisions_per_s": ("one game, no environment", "{:,.0f} decisions a second"),
    "mask_us": ("list the legal actions", "{:.2f} µs"),
    "copy_us": ("copy a game", "{:.2f} µs"),
    "encode_us": ("write an observation", "{:.2f} µs"),
    "state_text_us": ("write and read a state text", "{:.0f} µs"),
}
"""What each figure is called, and how it is written."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "--rules", metavar="R", default=RULES, help=f"the rule set (default: {RULES})"
    )
    parser.add_argument(
        "--players",
        type=WholeNumber(2, 4),
        metavar="N",
        default=PLAYERS,
        help=f"seats (default: {PLAYERS})",
    )
    parser.add_argument(
        "--processes",
        type=WholeNumber(1, 256),
        metavar="K",
        help="processes that share a batch (default: one for each core)",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        default=SECONDS,
        help=f"how long each figure is measured (default: {SECONDS:g})",
    )
    add_common(parser, f"of all games and choices (default: {SEED})")


def run(args: argparse.Namespace) -> int:
    """Measure and print; the exit code.

    Raises:
        LudoError: an option that is not allowed.
    """
    from evaluation.progress import Bar
    from evaluation.speed import MEASUREMENTS, measure, setting_of

    seed = SEED if args.seed is None else args.seed
    processes = args.processes or cores()
    setting = setting_of(args.rules, args.players, seed, args.seconds, processes)
    if args.json:
        print_json(measure(setting))
        return 0
    with Bar(len(MEASUREMENTS), "figures") as bar:
        figures = measure(setting, bar)
    way = "compiled" if figures["compiled"] else "interpreted"
    print(f"{setting.rules.text}, {setting.players} players, {way}, random legal play")
    for name, (label, form) in LABELS.items():
        group, _, key = name.partition(".")
        if group == "processes" and processes == 1:
            continue  # nothing is shared, and one is once one
        figure = figures[group]
        parts = figure if isinstance(figure, dict) else {"": figure}
        print(f"  {label.format(**parts):<28}{form.format(parts[key])}")
    return 0
