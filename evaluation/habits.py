"""Whether the full game is fair: how long it is, who wins from which seat, what a habit is worth.

``python -m evaluation.habits --games 2000 --seed 1 --store runs/habits.jsonl`` lets sensible
players play and prints a table in Markdown; ``--json`` prints it for machines. Games that the
store holds are not played again, so that a run that was interrupted goes on where it was.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, TextIO

import numpy as np

from agents.registry import make_agent
from evaluation.progress import Bar
from evaluation.statistics import Estimate, mean_of_groups, rate_of_groups, wilson
from ludo_env.board import COLOURS, PARTIES
from ludo_env.commands._common import add_common, print_json
from ludo_env.engine.game import Game
from ludo_env.errors import BadOption
from ludo_env.files import write_whole
from ludo_env.script import Parser, WholeNumber, filled, guarded

RULES: Final = "ludicrous"
GAMES: Final = 2000
SEED: Final = 1
"""The exit code of a command that was called wrongly."""
SENSIBLE: Final = "sensible"
EXPECTED_ROUNDS: Final = {2: 64, 4: 200}
"""How many rounds the rules of record expect of greedy players."""
LONGEST: Final = 2
"""A game may take so many times what is expected."""
HUNDRED: Final = 100


@dataclass(frozen=True, slots=True)
class Setting:
    """Games that one table row or more come from.

    Attributes:
        name: what is measured.
        agents: the specs, from the first seat on; the seats of a habit rotate.
        low, high: the percent of wins that each seat, or the habit, should have.
        habit: whether the first agent stands out.
    """

    name: str
    agents: tuple[str, ...]
    low: float
    high: float
    habit: bool = False


SETTINGS: Final = (
    Setting("four players", (SENSIBLE,) * 4, 22.0, 28.0),
    Setting("two players", (SENSIBLE,) * 2, 47.5, 52.5),
    *(
        Setting(words, (f"{SENSIBLE}:character={name}", *(SENSIBLE,) * 3), 15.0, 35.0, True)
        for name, words in (
            ("pacifist", "never attacks"),
            ("sneak", "always sneaks"),
            ("jumper", "always jumps"),
            ("nomad", "never fortifies"),
        )
    ),
)
"""What is measured."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game. ``shares`` are of the first place, by agent of the setting."""

    setting: str
    number: int
    shares: tuple[float, ...]
    rounds: int
    decisions: int


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of the table; ``met`` tells whether the measured value is where it should be."""

    setting: str
    figure: str
    games: int
    value: Estimate
    wanted: str
    met: bool


def play(setting: Setting, number: int, seed: int, rules: str = RULES) -> Outcome:
    """One game of a setting. The games in which a habit goes round the seats share their dice.

    Raises:
        BadRules: unknown rules, or others than the full game's.
    """
    players = len(setting.agents)
    turn = number % players if setting.habit else 0
    group = number // players if setting.habit else number
    dice, *own = np.random.SeedSequence([seed, group]).generate_state(1 + players, np.uint64)
    game = Game(rules, players, seed=int(dice))
    # Agent k sits on the seat number (k + turn), and takes its own seed along.
    seats = [game.seats[(k + turn) % players] for k in range(players)]
    agents = {seat: make_agent(spec) for seat, spec in zip(seats, setting.agents, strict=True)}
    for seat, agent_seed in zip(seats, own, strict=True):
        agents[seat].begin(game, seat, int(agent_seed))
    decisions = 0
    while not game.over:
        game.apply(agents[game.decider].act(game))
        decisions += 1
    places = [game.places[COLOURS[seat]] for seat in seats]
    shares = tuple(int(place == 1) / places.count(1) for place in places)
    return Outcome(setting.name, number, shares, game.full.rounds, decisions)


def rows_of(setting: Setting, outcomes: Sequence[Outcome]) -> Iterator[Row]:
    """The figures of a setting's games."""
    games = len(outcomes)
    wanted = f"{setting.low:g} to {setting.high:g} %"
    players = len(setting.agents)
    if setting.habit:
        groups = [outcome.number // players for outcome in outcomes]
        rate = rate_of_groups([outcome.shares[0] for outcome in outcomes], groups)
        yield Row(setting.name, "wins", games, _percent(rate), wanted, _within(rate, setting))
        return
    for k in range(players):
        rate = wilson(sum(outcome.shares[k] for outcome in outcomes) / games, games)
        colour = COLOURS[k * PARTIES // players]
        yield Row(setting.name, f"wins of {colour}", games, _percent(rate), wanted,
                  _within(rate, setting))  # fmt: skip
    most = LONGEST * EXPECTED_ROUNDS[players]
    numbers = [outcome.number for outcome in outcomes]
    rounds = mean_of_groups([outcome.rounds for outcome in outcomes], numbers)
    yield Row(setting.name, "rounds", games, rounds, f"at most {most}", rounds.value <= most)
    decisions = mean_of_groups([outcome.decisions for outcome in outcomes], numbers)
    yield Row(setting.name, "decisions", games, decisions, "", True)


def _percent(rate: Estimate) -> Estimate:
    return Estimate(HUNDRED * rate.value, HUNDRED * rate.low, HUNDRED * rate.high)


def _within(rate: Estimate, setting: Setting) -> bool:
    return setting.low <= HUNDRED * rate.value <= setting.high


def table(rows: Sequence[Row]) -> str:
    """The rows as a table in Markdown."""
    lines = [
        ("players", "figure", "games", "measured", "95 %", "wanted", ""),
        ("---", "---", "---:", "---:", "---:", "---:", "---"),
    ]
    for row in rows:
        value = row.value
        unit = " %" if row.figure.startswith("wins") else ""
        lines.append(
            (
                row.setting,
                row.figure,
                f"{row.games:,}",
                f"{value.value:.1f}{unit}",
                f"{value.low:.1f} to {value.high:.1f}",
                row.wanted,
                "" if row.met else "missed",
            )
        )
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


# -- the store -----------------------------------------------------------------------------------


def read_store(path: Path, key: dict[str, object]) -> list[Outcome]:
    """The games in a store; an unfinished last line is left out.

    Raises:
        BadOption: it holds games of another seed or other rules, or no games at all.
    """
    if not path.exists() or not path.stat().st_size:
        return []
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        if json.loads(first) != key:
            raise BadOption(f"{path} holds games of {first.strip()}, not of {json.dumps(key)}")
        found = [json.loads(line) for line in lines if line.endswith("\n")]
        return [Outcome(**{**entry, "shares": tuple(entry["shares"])}) for entry in found]
    except BadOption:
        raise
    except (KeyError, RecursionError, TypeError, ValueError):
        raise BadOption(f"{path} is not a store of games") from None


def open_store(path: Path, key: dict[str, object], outcomes: Sequence[Outcome]) -> TextIO:
    """The store, written anew with what is known, ready for more."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(key), *(json.dumps(asdict(outcome)) for outcome in outcomes)]
    write_whole(path, "".join(line + "\n" for line in lines))
    return path.open("a", encoding="utf-8", buffering=1)


def measure(
    games: int, seed: int, *, rules: str = RULES, store: Path | None = None, only: str | None = None
) -> list[Row]:
    """Play whatever the store lacks, and work out the table.

    Args:
        games: of each setting.
        seed: of all games.
        rules: of the full game.
        store: a file that keeps the games; None keeps none.
        only: the name of the one setting to measure; None measures all.

    Raises:
        BadOption: no such setting, or a store of other games.
        BadRules: unknown rules, or others than the full game's.
    """
    settings = [setting for setting in SETTINGS if only in (None, setting.name)]
    if not settings:
        raise BadOption(f"setting {only!r}, allowed: {', '.join(s.name for s in SETTINGS)}")
    key: dict[str, object] = {"rules": rules, "seed": seed}
    known = read_store(store, key) if store else []
    with ExitStack() as stack:
        file = stack.enter_context(open_store(store, key, known)) if store else None
        bar = stack.enter_context(Bar(games * len(settings)))
        rows: list[Row] = []
        for setting in settings:
            done = {outcome.number: outcome for outcome in known if outcome.setting == setting.name}
            for number in range(games):
                if number not in done:
                    done[number] = play(setting, number, seed, rules)
                    if file:
                        file.write(json.dumps(asdict(done[number])) + "\n")
                bar(1)
            rows += rows_of(setting, [done[number] for number in range(games)])
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code. Raises `LudoError` on bad input."""
    parser = Parser(prog="python -m evaluation.habits", description=__doc__)
    parser.add_argument("--rules", default=RULES, metavar="TEXT", help=f"(default: {RULES})")
    parser.add_argument(
        "--games", type=WholeNumber(1), default=GAMES, metavar="N", help="of each setting"
    )
    parser.add_argument("--only", type=filled, metavar="SETTING", help="measure one")
    parser.add_argument("--store", type=Path, metavar="FILE", help="keeps the games")
    add_common(parser, f"of all games (default: {SEED})")
    args = parser.parse_args(arguments)
    seed = SEED if args.seed is None else args.seed
    rows = measure(args.games, seed, rules=args.rules, store=args.store, only=args.only)
    if args.json:
        print_json({"rows": [asdict(row) for row in rows]})
    else:
        print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(guarded(main))
