"""Whole games of the full game as readable text, kept in ``golden`` and played again by a test.

``python -m tests.ludicrous.playthrough`` writes them anew, which is needed whenever a rule or the
words of an event change. Read the difference: it is what the change does to real games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from ludo_env.board import COLOURS
from ludo_env.document import key, to_document
from ludo_env.engine.game import Game
from ludo_env.engine.log import Event
from ludo_env.engine.ludicrous.catalogue import CEDE
from ludo_env.engine.ludicrous.procedures import DECISIONS
from ludo_env.words_full import describe
from tests.ludicrous.full_games import choices

FOLDER: Final = Path(__file__).with_name("golden")
KEY_EVERY: Final = 20
"""Decisions between two state keys."""
FAMILIAR: Final = ("end", "move", "turn", "lie")
"""Actions that are common anyway; the others are favoured."""
FAVOUR: Final = 0.7
CLASSES: Final = "yellow=archer,blue=engineer,red=rogue,green=wizard"
WIZARDS: Final = "yellow=wizard,blue=wizard,red=wizard,green=wizard"
ARCHERS: Final = "yellow=archer,blue=rogue,red=archer"
ILLEGAL: Final = -1
"""No action has this number."""


@dataclass(frozen=True, slots=True)
class Playthrough:
    """One game that is kept: its rules, players and seed."""

    rules: str
    players: int
    seed: int
    gives_up: float = 0.0
    """How often a party that may give up does."""
    fouls: float = 0.0
    """How often an illegal action is submitted."""


GAMES: Final[dict[str, Playthrough]] = {
    "short-two-players": Playthrough("ludicrous-short", 2, 1),
    "core-four-players": Playthrough("ludicrous-core:pieces_to_win=2", 4, 2),
    "classes-four-players": Playthrough(f"ludicrous-short:max_rounds=30,{CLASSES}", 4, 3),
    "play-on-three-players": Playthrough(
        f"ludicrous-short:pieces_to_win=1,play_on=true,max_rounds=60,{CLASSES}", 3, 4
    ),
    "teams": Playthrough(
        f"ludicrous-short:pieces_to_win=1,teams=true,max_rounds=40,{CLASSES}", 4, 5
    ),
    "dice-off-table": Playthrough(
        "ludicrous-short:max_rounds=10,modules=combat+magic+structures+tanks+fishing+night+partner"
        f"+dice_off_table+pivotal,off_table_percent=10,tuesdays=0+2,birthdays=1+2,{CLASSES}",
        4,
        6,
    ),
    "wizards-two-players": Playthrough(
        "ludicrous:max_rounds=60,yellow=wizard/-2/0/0/2/0/2/-1/1/-1/-1,red=wizard,annustar_cap=8",
        2,
        7,
    ),
    "spells-and-counterspells": Playthrough(
        f"ludicrous:max_rounds=16,modules=combat+magic+night+pivotal,{WIZARDS},opening_cards=8,"
        "hand_limit=8,annustar_cap=12",
        4,
        33,
    ),
    "night-and-weather": Playthrough(
        f"ludicrous:max_rounds=36,modules=combat+fishing+night+partner,{ARCHERS},partner_value=6,"
        "night_ambush_range=12",
        3,
        43,
    ),
    "full-four-players": Playthrough(f"ludicrous:max_rounds=12,{CLASSES}", 4, 10),
    "tabletop-cession": Playthrough(
        f"ludicrous-tabletop:max_rounds=30,{CLASSES}", 4, 11, gives_up=0.006, fouls=0.02
    ),
    "tabletop-ejection": Playthrough(
        "ludicrous-tabletop:max_rounds=12,off_table_percent=20,penalty_limit=8,foul_limit=6,"
        f"tuesdays=1+2+3,birthdays=0+3,{CLASSES}",
        4,
        12,
        fouls=0.05,
    ),
    "tabletop-teams": Playthrough(
        f"ludicrous-tabletop:teams=true,max_rounds=10,penalty_limit=4,off_table_percent=10,{CLASSES}",
        4,
        33,
    ),
}


def choose(play: Playthrough, game: Game, rng: Random, taken: Counter[str]) -> int:
    """A random choice that favours what is rare; the least taken kind of action comes first."""
    legal = choices(game)
    if play.fouls and rng.random() < play.fouls:
        return ILLEGAL
    if play.gives_up and CEDE in game.legal() and rng.random() < play.gives_up:
        return CEDE
    if rng.random() > FAVOUR:
        return rng.choice(legal)
    kinds = {action: game.catalogue.names[action].rstrip(" 1234") for action in legal}
    rare = [action for action in legal if kinds[action].split()[0] not in FAMILIAR] or legal
    fewest = min(taken[kinds[action]] for action in rare)
    action = rng.choice([action for action in rare if taken[kinds[action]] == fewest])
    taken[kinds[action]] += 1
    return action


def lines(play: Playthrough) -> Iterator[str]:
    """A game as text, line by line."""
    game = Game(play.rules, play.players, seed=play.seed, log=True)
    rng, taken = Random(play.seed), Counter[str]()
    yield f"rules   {game.rules.text}"
    yield f"players {play.players}"
    yield f"seed    {play.seed}"
    heard, count = 0, 0
    while True:
        yield from map(told, game.events[heard:])
        heard = len(game.events)
        if count % KEY_EVERY == 0 or game.over:
            yield f"= {key(to_document(game.full))}"
        if game.over:
            break
        names = game.legal_names()
        action = choose(play, game, rng, taken)
        yield ""
        yield f"{COLOURS[game.decider]}, {DECISIONS[game.full.kind]}: {', '.join(names)}"
        yield f"> {'(illegal)' if action == ILLEGAL else game.catalogue.names[action]}"
        game.apply(action)
        count += 1
    yield ""
    yield f"places  {', '.join(f'{colour} {place}' for colour, place in game.places.items())}"
    yield f"rounds  {game.full.rounds}, decisions {game.full.decisions}, asked {count}"


def told(event: Event) -> str:
    """An event in words, indented; a die is told by what it shows."""
    return f"  {describe(event)}"


def text(play: Playthrough) -> str:
    """A game as text."""
    return "\n".join(lines(play)) + "\n"


def main() -> None:
    """Write all games anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, play in GAMES.items():
        path = FOLDER / f"{name}.txt"
        path.write_text(text(play), encoding="utf-8")
        print(f"{path.name}: {path.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
