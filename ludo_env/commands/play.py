"""``ludo play``: a game in the terminal, people against bots."""

from __future__ import annotations

import argparse
import secrets
from typing import TYPE_CHECKING, Final

from ludo_env.commands._common import add_common, filled, make_console, print_json
from ludo_env.commands._telling import Teller, check_folder
from ludo_env.errors import BadOption, IllegalAction

if TYPE_CHECKING:
    from agents.agent import Agent
    from ludo_env.engine.game import Game
    from ludo_env.record import Recorder
    from ludo_env.rules import Rules

RULES: Final = "classic"
HUMAN: Final = "human"
PLAIN_BOT: Final = "smart"
FULL_BOT: Final = "sensible"
SEATS: Final = (2, 3, 4)
SEEDS: Final = 10**9
HINT: Final = "number or name, b for the board, q to quit"
BOARD: Final = ("b", "board")
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
    parser.add_argument(
        "--rules", metavar="R", default=RULES, help=f"the rule set (default: {RULES})"
    )
    parser.add_argument(
        "--record", type=filled, metavar="FILE", help="write the game, for ludo replay"
    )
    add_common(parser, "of the dice and the bots (default: drawn, and told)")


def run(args: argparse.Namespace) -> int:
    """Play; the exit code.

    Raises:
        LudoError: bad input.
    """
    from ludo_env.board import COLOURS
    from ludo_env.engine.game import Game
    from ludo_env.record import Recorder
    from ludo_env.rules import as_rules

    rules = as_rules(args.rules)
    players = args.seats or usual_seats(rules)
    if len(players) not in SEATS:
        raise BadOption(f"seats: {len(players)} given, allowed: {', '.join(map(str, SEATS))}")
    if args.record is not None:
        check_folder("record", args.record)
    seed = secrets.randbelow(SEEDS) if args.seed is None else args.seed
    game = Game(rules, len(players), seed=seed, log=True)
    bots = make_bots(game, players)
    seated = zip(game.seats, players, strict=True)
    recorder = Recorder(game, names={COLOURS[seat]: player for seat, player in seated})
    # Machines read the result alone; people see the game in any case.
    teller = Teller(make_console(stderr=args.json), "dim")
    teller.console.print(f"{game.rules.text}, seed {seed}", highlight=False, soft_wrap=True)
    try:
        finished = play(recorder, bots, teller)
    finally:
        if args.record is not None:
            recorder.record().write(args.record)
    if args.json:
        result = {"rules": game.rules.text, "seed": seed, "seats": players}
        print_json({**result, "finished": finished, "places": game.places})
    return 0


def usual_seats(rules: Rules) -> list[str]:
    """Who plays if nobody is named."""
    from ludo_env.rules import LudicrousRules

    return [HUMAN, FULL_BOT if isinstance(rules, LudicrousRules) else PLAIN_BOT]


def make_bots(game: Game, players: list[str]) -> dict[int, Agent]:
    """The bot on every seat that no person plays."""
    from agents.registry import check_plays, make_agent

    bots = {}
    for seat, player in zip(game.seats, players, strict=True):
        if player.strip().lower() != HUMAN:
            check_plays(player, game.rules)
            bots[seat] = make_agent(player)
            bots[seat].begin(game, seat, game.seed + 1 + seat)
    return bots


def play(recorder: Recorder, bots: dict[int, Agent], teller: Teller) -> bool:
    """Play to the end; whether it was reached. Everybody is told what they may know."""
    game = recorder.game
    while not game.over:
        seat = game.decider
        if seat in bots:
            recorder.apply(bots[seat].act(game))
            continue
        teller.tell(game, seat)
        teller.show(game, seat)
        action = ask(game, teller, seat)
        if action is None:
            return False
        recorder.apply(action)
    people = [seat for seat in game.seats if seat not in bots]
    seat = people[0] if len(people) == 1 else NO_SEAT
    teller.tell(game, seat)
    teller.show(game, seat)
    for colour, place in sorted(game.places.items(), key=lambda item: item[1]):
        teller.console.print(f"{place}. {colour}", highlight=False)
    return True


def ask(game: Game, teller: Teller, seat: int) -> int | None:
    """The action that a person chooses; None to stop."""
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
