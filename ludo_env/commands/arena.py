"""``ludo arena``: play bots against each other, and tell who is how strong."""

from __future__ import annotations

import argparse
import secrets
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ludo_env.commands._common import (
    INTERRUPTED,
    WholeNumber,
    add_common,
    make_console,
    print_json,
)
from ludo_env.commands._ending import TERMINATED, Terminated, termination
from ludo_env.commands._workers import add_workers, workers_of
from ludo_env.errors import BadOption

if TYPE_CHECKING:
    from evaluation.match import Match, Played
    from evaluation.store import Store

RULES: Final = "classic"
GAMES: Final = 1000
SEEDS: Final = 10**9
"""Seeds that are drawn lie below, so that they are easily typed again."""
MATCH: Final = ("agents", "players", "teams", "round_robin", "plot")
"""Options that belong to playing a match."""
REFUSED: Final = {
    "ratings": (*MATCH, "games", "workers", "ray"),
    "reference": (*MATCH, "rules", "db"),
}
"""Options that an option is not allowed with."""

HELP: Final = "play bots against each other: win rates with intervals, and ratings"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "agents",
        nargs="*",
        metavar="AGENT",
        help="two to four of: a name, name:option=value, the file of a trained model, or"
        " cmd:PROGRAM ARGUMENTS for another program, which speaks the bot protocol",
    )
    parser.add_argument("--rules", metavar="R", help=f"the rule set (default: {RULES})")
    parser.add_argument(
        "--players",
        type=WholeNumber(2, 4),
        metavar="N",
        help="seats; with two agents 4 seats them alternately (default: one for each agent)",
    )
    parser.add_argument(
        "--teams", action="store_true", help="two against two: A and B, or A, C against B, D"
    )
    parser.add_argument(
        "--round-robin", action="store_true", help="every pair of any number of agents"
    )
    parser.add_argument(
        "--games",
        type=WholeNumber(1),
        metavar="N",
        help=f"games, in a round robin for each pair (default: {GAMES})",
    )
    add_workers(parser)
    parser.add_argument(
        "--db", metavar="FILE", help="an SQLite file to add the games to; those in it are not "
        "played again under the same seed"
    )  # fmt: skip
    parser.add_argument("--plot", metavar="FILE", help="draw the win rates: .svg, .png or .pdf")
    parser.add_argument(
        "--ratings", action="store_true", help="play nothing; rate the agents of --db"
    )
    parser.add_argument(
        "--reference",
        action="store_true",
        help="play what others have published, and compare",
    )
    add_common(parser, "of all dice and agents (default: drawn, and told)")


def run(args: argparse.Namespace) -> int:
    """Play and print; the exit code.

    Raises:
        LudoError: bad input, or an agent that fails.
    """
    if args.ratings and args.reference:
        raise BadOption("--ratings and --reference: only one of them is allowed")
    for other, refused in REFUSED.items():
        given = [name for name in refused if getattr(args, name) not in (None, False, [])]
        if getattr(args, other) and given:
            raise BadOption(f"--{other}: not allowed with {given[0].replace('_', '-')}")
    if args.ratings:
        return run_ratings(args)
    if args.reference:
        return run_reference(args)
    return run_matches(args)


def run_matches(args: argparse.Namespace) -> int:
    """Play matches."""
    from evaluation.report import check_picture, plot, print_summary, to_json
    from evaluation.store import Store
    from evaluation.summary import summarise

    matches = make_matches(args)
    picture = None if args.plot is None else check_picture(args.plot)
    if picture is not None and args.db is not None and same_file(picture, Path(args.db)):
        raise BadOption(f"plot: {args.plot!r} is the file of --db, allowed: another one")
    with ExitStack() as stack:
        store = None if args.db is None else stack.enter_context(Store(args.db))
        played, stopped = play(matches, args, store)
    if stopped and not any(one.results for one in played):
        print("ludo: interrupted", file=sys.stderr)
        return stopped
    summary = summarise(played)
    if args.json:
        print_json({**to_json(summary), "interrupted": bool(stopped)})
    else:
        print_summary(summary, make_console())
    if picture is not None:
        plot(summary, picture)
    if stopped:
        wanted = sum(match.games for match in matches)
        print(f"ludo: interrupted after {summary.games} of {wanted} games", file=sys.stderr)
    return stopped


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file, which need not exist."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def make_matches(args: argparse.Namespace) -> list[Match]:
    """What the options ask for."""
    from evaluation.arena import round_robin
    from evaluation.match import make_match

    settings: dict[str, Any] = {
        "players": args.players,
        "teams": args.teams,
        "games": args.games or GAMES,
        "seed": secrets.randbelow(SEEDS) if args.seed is None else args.seed,
    }
    rules = RULES if args.rules is None else args.rules
    if args.round_robin:
        return round_robin(args.agents, rules, **settings)
    return [make_match(args.agents, rules, **settings)]


def play(
    matches: list[Match], args: argparse.Namespace, store: Store | None
) -> tuple[list[Played], int]:
    """Play what the database does not know; the games, and 0 or the exit code if it was ended."""
    from evaluation.arena import Arena
    from evaluation.progress import Bar

    known = [] if store is None else [store.known(match) for match in matches]
    keep = None if store is None else store.save
    total = sum(match.games for match in matches)
    with Bar(total) as bar, workers_of(args) as workers, termination():
        bar(sum(len(results) for results in known))
        arena = Arena(matches, workers=workers, known=known, tick=bar, keep=keep)
        try:
            arena.run()
        except Terminated:
            return arena.played, TERMINATED
        except KeyboardInterrupt:
            return arena.played, INTERRUPTED
    return arena.played, 0


def run_ratings(args: argparse.Namespace) -> int:
    """Rate the agents of a database."""
    from evaluation.report import print_ratings, ratings_json
    from evaluation.store import Store
    from evaluation.summary import rate_stored

    if args.db is None:
        raise BadOption("--ratings: --db says of which results, and is missing")
    with Store(args.db, create=False) as store:
        tables = rate_stored(store.all(), args.rules)
    if args.json:
        print_json({"ratings": [ratings_json(rated) for rated in tables]})
    else:
        for rated in tables:
            print_ratings(rated, make_console())
    return 0


def run_reference(args: argparse.Namespace) -> int:
    """Play the published settings and compare."""
    from evaluation.progress import Bar
    from evaluation.reference import compare, print_rows, to_json, total

    with Bar(total(args.games)) as bar, workers_of(args) as workers:
        rows = compare(games=args.games, seed=args.seed or 0, workers=workers, tick=bar)
    if args.json:
        print_json({"reference": to_json(rows)})
    else:
        print_rows(rows, make_console())
    return 0
