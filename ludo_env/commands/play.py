"""``ludo play``: a game in the terminal, people against bots."""

from __future__ import annotations

import argparse
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ludo_env.commands._common import add_common, filled, make_console, print_json
from ludo_env.commands._table import HUMAN, Table
from ludo_env.commands._telling import Teller, check_folder
from ludo_env.errors import BadOption, IllegalAction

if TYPE_CHECKING:
    from ludo_env.engine.game import Game
    from ludo_env.rules import Rules

RULES: Final = "classic"
PLAIN_BOT: Final = "smart"
FULL_BOT: Final = "sensible"
SEATS: Final = (2, 3, 4)
SEEDS: Final = 10**9
HINT: Final = "number or name, b board, u undo, q quit"
BOARD: Final = ("b", "board")
UNDO: Final = ("u", "undo")
TAKE_BACK: Final = -1
"""Stands for no action, but for taking the last one back."""
SHORT_MENU: Final = 8
"""Lines of a list that is never put into columns."""
NO_SEAT: Final = -1
"""Looks on, and sees no hand."""

HELP: Final = "play in the terminal against bots"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "seats",
        nargs="*",
        metavar="SEAT",
        help=f"two to four of: {HUMAN}, or a bot (default: {HUMAN} {PLAIN_BOT}, in the full game "
        f"{HUMAN} {FULL_BOT})",
    )
    parser.add_argument("--rules", metavar="R", help=f"the rule set (default: {RULES})")
    parser.add_argument(
        "--record", type=filled, metavar="FILE", help="write the game, for ludo replay"
    )
    parser.add_argument(
        "--resume",
        type=filled,
        metavar="FILE",
        help="go on with a recorded game, with other dice; it is kept in the same file unless"
        " --record names another",
    )
    add_common(parser, "of the dice and the bots (default: drawn, and told)")


def run(args: argparse.Namespace) -> int:
    """Play; the exit code.

    Raises:
        LudoError: bad input.
    """
    from ludo_env.board import COLOURS

    seed = secrets.randbelow(SEEDS) if args.seed is None else args.seed
    path = args.record or args.resume
    if args.record is not None:
        check_folder("record", args.record)
    # Machines read the result alone; people see the game in any case.
    teller = Teller(make_console(stderr=args.json), "dim")
    table = new_table(args, seed) if args.resume is None else old_table(args, seed, teller)
    rules = table.game.rules.text
    seated = zip(table.game.seats, table.players, strict=True)
    told = ", ".join(f"{COLOURS[seat]} {player}" for seat, player in seated)
    teller.line(f"{rules}, seed {seed}: {told}")
    try:
        finished = play(table, teller, path)
    finally:
        table.keep(path)
    if args.json:
        result = {"rules": rules, "seed": seed, "seats": table.players}
        print_json({**result, "finished": finished, "places": table.game.places})
    return 0


def new_table(args: argparse.Namespace, seed: int) -> Table:
    """A new game. Raises `LudoError` for bad input."""
    from ludo_env.board import COLOURS
    from ludo_env.engine.game import Game
    from ludo_env.record import Recorder
    from ludo_env.rules import as_rules

    rules = as_rules(RULES if args.rules is None else args.rules)
    players = args.seats or usual_seats(rules)
    if len(players) not in SEATS:
        raise BadOption(f"seats: {len(players)} given, allowed: {', '.join(map(str, SEATS))}")
    game = Game(rules, len(players), seed=seed, log=True)
    seated = zip(game.seats, players, strict=True)
    names = {COLOURS[seat]: player for seat, player in seated}
    return Table(Recorder(game, names=names), players, seed)


def old_table(args: argparse.Namespace, seed: int, teller: Teller) -> Table:
    """A recorded game, where it was left; whom the record names, and is no bot, is a person.

    People are told of a last line that was cut off.

    Raises `LudoError` for bad input.
    """
    from agents.registry import is_bot
    from ludo_env.board import COLOURS
    from ludo_env.record import go_on, read_unfinished, replaying

    if args.rules is not None:
        raise BadOption("--rules: not allowed with --resume, the record has its own")
    header, part = read_unfinished(args.resume)
    game = header.begin()
    for _ in replaying(game, part):
        pass  # every check is made
    names = [header.names.get(COLOURS[seat], "") for seat in game.seats]
    named = [name if is_bot(name) else HUMAN for name in names if name.strip()]
    players = args.seats or (named if len(named) == len(names) else [])
    if len(players) != len(game.seats):
        who = " ".join([HUMAN, *[PLAIN_BOT] * (len(game.seats) - 1)])
        raise BadOption(
            f"seats: {len(args.seats) or 'none'} given, and the record names "
            f"{len(named)}, allowed: {len(game.seats)}, "
            f"such as ludo play {who} --resume {args.resume}"
        )
    if args.seats:
        told = {COLOURS[seat]: player for seat, player in zip(game.seats, players, strict=True)}
        header = replace(header, names=told)
    if part.cut:
        teller.line(f"{args.resume}: line {part.line + len(part.decisions)} is cut off, left out")
    return Table(go_on(header, part.decisions, seed), players, seed)


def usual_seats(rules: Rules) -> list[str]:
    """Who plays if nobody is named."""
    from ludo_env.rules import LudicrousRules

    return [HUMAN, FULL_BOT if isinstance(rules, LudicrousRules) else PLAIN_BOT]


def play(table: Table, teller: Teller, path: str | None = None) -> bool:
    """Play to the end; whether it was reached. Everybody is told what they may know.

    The record is written to ``path`` whenever a person is asked, who may be gone after that.
    """
    teller.told = len(table.game.events) if table.recorder.decisions else 0
    while not table.game.over:
        game = table.game
        seat = game.decider
        if seat in table.bots:
            table.recorder.apply(table.bots[seat].act(game))
            continue
        table.keep(path)
        teller.tell(game, seat)
        teller.show(game, seat)
        action = ask(game, teller, seat)
        if action is None:
            return False
        if action == TAKE_BACK:
            before = table.game
            teller.line(f"  {table.take_back()}")
            if table.game is not before:
                teller.forget(table.game)
        else:
            table.recorder.apply(action)
    seat = table.people[0] if len(table.people) == 1 else NO_SEAT
    teller.tell(table.game, seat)
    teller.show(table.game, seat)
    for colour, place in sorted(table.game.places.items(), key=lambda item: item[1]):
        teller.line(f"{place}. {colour}")
    return True


def ask(game: Game, teller: Teller, seat: int) -> int | None:
    """The action that a person chooses; None to stop, `TAKE_BACK` to take the last one back."""
    from ludo_env.render import picture_of
    from ludo_env.render.picture import turn_words

    choices = numbered(game)
    menu(game, choices, teller)
    question = f"{turn_words(picture_of(game))} ({HINT}): "
    while True:
        answer = teller.ask(question)
        if answer is None:
            return None
        if answer.lower() in BOARD:
            teller.shown = None
            teller.show(game, seat)
            menu(game, choices, teller)
            continue
        if answer.lower() in UNDO:
            return TAKE_BACK
        try:
            return chosen(game, choices, answer)
        except IllegalAction as error:
            several = beginning(game, answer)
            if several:
                teller.line(f"  {answer!r} may be {', '.join(several)}")
                continue
            numbers, names = ", ".join(map(str, choices)), ", ".join(error.legal)
            teller.line(f"  {answer!r} is not among {numbers}; {names}")


def menu(game: Game, choices: dict[int, int], teller: Teller) -> None:
    """Print what may be chosen; a long list in columns, where the terminal is wide."""
    from ludo_env.words import describe_action

    lines = [f"{number}) {describe_action(game, action)}" for number, action in choices.items()]
    console = teller.console
    if not console.is_terminal or len(lines) <= SHORT_MENU:
        for line in lines:
            teller.line(f"  {line}")
        return
    from rich.columns import Columns
    from rich.padding import Padding
    from rich.text import Text

    told = [teller.highlighter(Text(line)) for line in lines]
    columns = Columns(told, column_first=True, padding=(0, 2))
    console.print(Padding(columns, (0, 2)), highlight=False)


def chosen(game: Game, choices: dict[int, int], answer: str) -> int:
    """The action of an answer: its number in the list, its name, or a beginning of no other name.

    Raises:
        IllegalAction: it is none of them.
    """
    if answer.isdecimal():
        return game.number(choices.get(int(answer), -1))
    names = beginning(game, answer)
    return game.number(names[0] if len(names) == 1 else answer)


def beginning(game: Game, answer: str) -> list[str]:
    """The names of the legal actions that begin like an answer."""
    words = " ".join(answer.lower().split())
    return [name for name in game.legal_names() if words and name.startswith(words)]


def numbered(game: Game) -> dict[int, int]:
    """The legal actions by what a person types: in plain Ludo the piece, else counted from 1."""
    from ludo_env.engine.plain import PlainState

    legal = game.legal()
    if isinstance(game.state, PlainState):
        return {action + 1: action for action in legal}
    return dict(enumerate(legal, 1))
