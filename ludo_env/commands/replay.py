"""``ludo replay``: tell a recorded game, check it, and draw a position of it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludo_env.commands._common import WholeNumber, add_common, make_console, print_json
from ludo_env.commands._telling import Teller, check_folder
from ludo_env.errors import BadOption

if TYPE_CHECKING:
    from ludo_env.engine.game import Game
    from ludo_env.record import Record

PICTURES: Final = (".svg", ".png")
PICTURE_WIDTH: Final = 900
QUESTION: Final = "(return to go on, q to quit) "

HELP: Final = "tell a recorded game in words, check it, and draw a position of it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", metavar="FILE", help="the record")
    parser.add_argument(
        "--until", type=WholeNumber(0), metavar="N", help="stop after so many decisions"
    )
    parser.add_argument(
        "--picture", metavar="FILE", help="draw the position where it stops: .svg or .png"
    )
    parser.add_argument(
        "--step", action="store_true", help="show the board after every decision, and wait"
    )
    add_common(parser, "not needed: a record has its own dice")


def run(args: argparse.Namespace) -> int:
    """Replay; the exit code.

    Raises:
        BadRecord: the record is damaged, or is not what it claims.
        BadOption: a picture that cannot be drawn.
    """
    from ludo_env.record import read

    if args.picture is not None and Path(args.picture).suffix.lower() not in PICTURES:
        raise BadOption(f"picture: {args.picture!r}, allowed: a file that ends in .svg or .png")
    if args.picture is not None:
        check_folder("picture", args.picture)
    if args.step and args.json:
        raise BadOption("--step: not allowed with --json")
    record = read(args.file)
    teller = None if args.json else Teller(make_console())
    game = replay(record, args.until, teller, step=args.step)
    if args.picture is not None:
        draw(game, Path(args.picture))
    if args.json:
        print_json(
            {
                "rules": record.header.rules,
                "names": record.header.names,
                "decisions": len(record.decisions),
                "over": game.over,
                "places": game.places,
            }
        )
    return 0


def replay(record: Record, until: int | None, teller: Teller | None, *, step: bool) -> Game:
    """The game after so many decisions; a teller is told every decision, and all that came of it.

    With ``step`` the board is shown after each, until a person has seen enough.
    """
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
        if step and teller is not None:
            teller.show(game, None)
            if teller.ask(QUESTION) is None:
                break
    assert game is not None  # a record has a first position
    return game


def draw(game: Game, path: Path) -> None:
    """Write the position as a picture."""
    from ludo_env.render import picture_of, svg
    from ludo_env.render.raster import png

    picture = svg(picture_of(game))
    if path.suffix.lower() == ".svg":
        path.write_text(picture, encoding="utf-8")
    else:
        path.write_bytes(png(picture, PICTURE_WIDTH))
