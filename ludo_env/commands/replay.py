"""``ludo replay``: tell a recorded game, check it, go through it, and make pictures of it."""

from __future__ import annotations

import argparse
import math
import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludo_env.commands._common import WholeNumber, add_common, make_console, print_json
from ludo_env.commands._telling import Teller, check_folder
from ludo_env.errors import BadOption, BadRecord

if TYPE_CHECKING:
    from ludo_env.engine.game import Game
    from ludo_env.record import Record

PICTURE_WIDTH: Final = 900
GIF_WIDTH: Final = 480
GIF_SECONDS: Final = 0.6
ENDINGS: Final = {"picture": (".svg", ".png"), "gif": (".gif",), "sheet": (".svg",)}
"""How the files of the options that make pictures may end."""
MOST_PICTURES: Final = {"gif": 150, "sheet": 24}
"""How many there are at most if nobody says how often."""
LIMITS: Final = {"gif": 1000, "sheet": 150}
"""How many there may be: more take gigabytes of memory, or make a file that nothing shows."""
THEMES: Final = ("light", "dark")

HELP: Final = "tell a recorded game in words, check it, go through it, and make pictures of it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", metavar="FILE", help="the record")
    parser.add_argument(
        "--until", type=WholeNumber(0), metavar="N", help="stop after so many decisions"
    )
    parser.add_argument(
        "--step",
        action="store_true",
        help="show the board after every decision, and wait; forward, backward, or to a number",
    )
    parser.add_argument(
        "--picture", metavar="FILE", help="draw the position where it stops: .svg or .png"
    )
    parser.add_argument("--gif", metavar="FILE", help="make an animated picture of the game")
    parser.add_argument(
        "--sheet", metavar="FILE", help="put pictures of the game on one sheet: .svg"
    )
    parser.add_argument(
        "--every",
        type=WholeNumber(1),
        metavar="N",
        help="decisions from one picture of a gif or sheet to the next (default: so that there are"
        f" at most {MOST_PICTURES['gif']} and {MOST_PICTURES['sheet']})",
    )
    parser.add_argument(
        "--theme", choices=THEMES, default=THEMES[0], help=f"of pictures (default: {THEMES[0]})"
    )
    add_common(parser, "not needed: a record has its own dice")


def run(args: argparse.Namespace) -> int:
    """Replay; the exit code.

    Raises:
        BadRecord: the record is damaged, or is not what it claims.
        BadOption: a picture that cannot be drawn, or an end that the record does not reach.
    """
    check(args)
    record = whole(args.file)
    last = len(record.decisions)
    if args.until is not None and args.until > last:
        raise BadOption(f"--until: {args.until}, allowed: 0 to {last}")
    steps = {option: steps_of(record, args, option) for option in MOST_PICTURES}
    if args.step:
        from ludo_env.commands._stepping import Stepper

        game = Stepper(record, Teller(make_console()), args.until).run()
    else:
        game = replay(record, args.until, None if args.json else Teller(make_console()))
    files = make_pictures(record, game, args, steps)
    if args.json:
        print_json(
            {
                "rules": record.header.rules,
                "names": record.header.names,
                "decisions": len(record.decisions),
                "over": game.over,
                "places": game.places,
                "files": files,
            }
        )
    return 0


def whole(file: str) -> Record:
    """The record in a file. Raises `BadRecord`, which says how to go on with one cut off."""
    from ludo_env.record import read, read_unfinished

    try:
        return read(file)
    except BadRecord as error:
        with suppress(BadRecord):
            read_unfinished(file)
            onward = f"ludo play --resume {shlex.quote(file)}"
            error.args = (f"{error}; the file was cut off, and {onward} goes on where it ends",)
        raise


def check(args: argparse.Namespace) -> None:
    """Raise `BadOption` for what cannot be done, before anything is."""
    for option, endings in ENDINGS.items():
        path = getattr(args, option)
        if path is None:
            continue
        if Path(path).suffix.lower() not in endings:
            allowed = " or ".join(endings)
            raise BadOption(f"{option}: {path!r}, allowed: a file that ends in {allowed}")
        check_folder(option, path)
    if args.step and args.json:
        raise BadOption("--step: not allowed with --json")


def replay(record: Record, until: int | None, teller: Teller | None) -> Game:
    """The game after so many decisions; a teller is told each of them, and what came of it."""
    game = None
    for number, game in enumerate(record.replay()):
        if number == 0:
            game.listen()
        elif teller is not None:
            decision = record.decisions[number - 1]
            teller.line(f"{decision.seat}: {decision.action}")
            teller.tell(game, None)
        if number == until:
            break
    assert game is not None  # a record has a first position
    return game


def last_of(record: Record, args: argparse.Namespace) -> int:
    """The number of the last decision that is told."""
    return len(record.decisions) if args.until is None else args.until


def steps_of(record: Record, args: argparse.Namespace, option: str) -> list[int]:
    """After which decisions an option draws the game, the first and the last among them.

    Raises:
        BadOption: that were too many pictures.
    """
    last, limit = last_of(record, args), LIMITS[option]
    every = args.every or max(1, math.ceil(last / (MOST_PICTURES[option] - 1)))
    steps = sorted({*range(0, last + 1, every), last})
    if getattr(args, option) is not None and len(steps) > limit:
        least = math.ceil(last / (limit - 1))
        raise BadOption(f"every: {every} makes {len(steps)} pictures, allowed: {least} or more")
    return steps


def make_pictures(
    record: Record, game: Game, args: argparse.Namespace, steps: dict[str, list[int]]
) -> list[str]:
    """Make the pictures that are wanted; their paths."""
    from evaluation.progress import Bar
    from ludo_env.files import write_whole
    from ludo_env.render import picture_of, svg
    from ludo_env.render.film import gif, sheet
    from ludo_env.render.raster import png

    made = []
    if args.picture is not None:
        drawn = svg(picture_of(game), args.theme)
        image = args.picture.lower().endswith(".png")
        made.append((args.picture, png(drawn, PICTURE_WIDTH) if image else drawn.encode()))
    if args.gif is not None:
        film = draw_all(record, args, steps["gif"])
        with Bar(len(film), "pictures") as bar:
            made.append((args.gif, gif(film, GIF_WIDTH, GIF_SECONDS, bar)))
    if args.sheet is not None:
        drawn = sheet(draw_all(record, args, steps["sheet"]))
        made.append((args.sheet, drawn.encode()))
    for path, content in made:
        write_whole(path, content)
    return [path for path, _ in made]


def draw_all(record: Record, args: argparse.Namespace, steps: list[int]) -> list[str]:
    """The positions of a game after some of its decisions drawn."""
    from evaluation.progress import Bar
    from ludo_env.render import picture_of, svg

    wanted, last = set(steps), last_of(record, args)
    drawn = []
    with Bar(len(steps), "drawings") as bar:
        for number, game in enumerate(record.replay()):
            if number == 0:
                game.listen()
            if number in wanted:
                title = f"{record.header.rules}, {number} of {last}"
                drawn.append(svg(picture_of(game, title), args.theme))
                bar(1)
            if number == last:
                break
    return drawn
