"""``ludo play``: a game in the terminal, people against bots."""

from __future__ import annotations

import argparse
import secrets
from typing import TYPE_CHECKING, Final

from ludo_env.commands._common import add_common, make_console, print_json
from ludo_env.errors import BadOption, IllegalAction

if TYPE_CHECKING:
    from rich.console import Console

    from agents.agent import Agent
    from ludo_env.engine.game import Game

RULES: Final = "classic"
HUMAN: Final = "human"
SEATED: Final = (HUMAN, "smart")
SEATS: Final = (2, 3, 4)
SEEDS: Final = 10**9
QUIT: Final = ("q", "quit")
HINT: Final = "number or name, q to quit"

HELP: Final = "play in the terminal against bots"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument(
        "seats",
        nargs="*",
        metavar="SEAT",
        help=f"two to four of: {HUMAN}, or a bot (default: {' '.join(SEATED)})",
    )
    parser.add_argument(
        "--rules", metavar="R", default=RULES, help=f"the rule set (default: {RULES})"
    )
    add_common(parser, "of the dice and the bots (default: drawn, and told)")


def run(args: argparse.Namespace) -> int:
    """Play; the exit code.

    Raises:
        LudoError: bad input.
    """
    from ludo_env.engine.game import Game
    from ludo_env.rules import as_ruleset

    rules = as_ruleset(args.rules)
    players = args.seats or list(SEATED)
    if len(players) not in SEATS:
        raise BadOption(f"seats: {len(players)} given, allowed: {', '.join(map(str, SEATS))}")
    seed = secrets.randbelow(SEEDS) if args.seed is None else args.seed
    game = Game(rules, len(players), seed=seed, log=True)
    bots = make_bots(game, players)
    # Machines read the result alone; people see the game in any case.
    console = make_console(stderr=args.json)
    console.print(f"{game.rules.text}, seed {seed}", highlight=False)
    finished = play(game, bots, console)
    if args.json:
        result = {"rules": game.rules.text, "seed": seed, "seats": players}
        print_json({**result, "finished": finished, "places": game.places})
    return 0


def make_bots(game: Game, players: list[str]) -> dict[int, Agent]:
    """The bot on every seat that no person plays."""
    from agents.registry import make_agent

    bots = {}
    for seat, player in zip(game.seats, players, strict=True):
        if player.strip().lower() != HUMAN:
            bots[seat] = make_agent(player)
            bots[seat].begin(game, seat, game.seed + 1 + seat)
    return bots


def play(game: Game, bots: dict[int, Agent], console: Console) -> bool:
    """Play to the end; whether it was reached."""
    told = 0
    while not game.over:
        if game.decider in bots:
            game.apply(bots[game.decider].act(game))
            continue
        told = tell(game, told, console)
        show(game, console)
        action = ask(game, console)
        if action is None:
            return False
        game.apply(action)
    tell(game, told, console)
    show(game, console)
    for colour, place in sorted(game.places.items(), key=lambda item: item[1]):
        console.print(f"{place}. {colour}", highlight=False)
    return True


def tell(game: Game, told: int, console: Console) -> int:
    """Say what happened after the first ``told`` events; how many there are now."""
    from ludo_env.words import describe

    for event in game.events[told:]:
        console.print(f"  {describe(event)}", style="dim", highlight=False, markup=False)
    return len(game.events)


def show(game: Game, console: Console) -> None:
    """Print the board."""
    from ludo_env.render import ansi, picture_of

    # Ready for the terminal as it is: rich must not interpret it.
    console.file.write(ansi(picture_of(game), colour=console.is_terminal) + "\n")


def ask(game: Game, console: Console) -> int | None:
    """The action that a person chooses; None to stop."""
    from ludo_env.board import COLOURS
    from ludo_env.words import describe_action

    for action in game.legal():
        words = describe_action(game, action)
        console.print(f"  {action + 1}) {words}", highlight=False, markup=False)
    while True:
        try:
            answer = console.input(f"{COLOURS[game.decider]} ({HINT}): ").strip()
        except EOFError:
            return None
        if answer.lower() in QUIT:
            return None
        try:
            return game.number(int(answer) - 1 if answer.isdecimal() else answer)
        except IllegalAction as error:
            choices = ", ".join(f"{action + 1}" for action in game.legal())
            names = ", ".join(error.legal)
            console.print(f"  {answer!r} is not among {choices}; {names}", highlight=False)
