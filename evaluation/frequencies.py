"""How long full games of random legal play are, and how often everything happens in them.

``python -m evaluation.frequencies --games 1000 --rules ludicrous --seed 1`` prints a table in
Markdown, with one column for each rule set that is named; ``--json`` prints it for machines.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Final

from ludo_env.commands._common import add_common, print_json
from ludo_env.engine.game import Game
from ludo_env.engine.ludicrous.catalogue import CEDE
from ludo_env.script import Parser, WholeNumber, guarded
from ludo_env.words_full import KINDS

GAMES: Final = 1000
SEED: Final = 1
HUNDRED: Final = 100
"""From here on means are told without decimals."""
GIVES_UP: Final = 0.002
"""How often a party that has picked to give up does."""
FOULS: Final = 0.002
"""How often a decision of a tournament is first answered by what is not legal."""
ILLEGAL: Final = -1
"""The exit code of a command that was called wrongly."""


@dataclass(frozen=True, slots=True)
class Frequencies:
    """Means of random games of one rule set."""

    rules: str
    players: int
    games: int
    seed: int
    rounds: float
    turns: float
    decisions: float
    """Choices between two or more actions."""
    cut_off: float
    """The part of all games that ``max_rounds`` ended."""
    events: dict[str, float]
    """How often each kind of event happens in a game."""


def measure(rules: str, players: int, games: int, seed: int) -> Frequencies:
    """Play random games, with few that give up and few illegal submissions where there are such.

    Raises:
        BadRules: unknown rules, others than the full game's, or players that they cannot seat.
    """
    counts: Counter[str] = Counter()
    rounds = turns = decisions = cut_off = 0
    for number in range(games):
        game = Game(rules, players, seed=seed + number, log=True)
        state, rng = game.full, Random(seed + number)
        while not game.over:
            if game.tournament and rng.random() < FOULS:
                game.apply(ILLEGAL)
                continue
            # Straight from the list of the state, for speed; giving up is never its first action.
            action = state.legal[rng.randrange(state.choices)]
            gives_up = action == CEDE and rng.random() < GIVES_UP
            state.apply(action if action != CEDE or gives_up else state.legal[0])
            decisions += 1
        counts.update(event.kind for event in game.events)
        rounds += state.rounds
        turns += state.turns
        cut_off += game.truncated
    events = {kind: counts[kind] / games for kind in KINDS}
    return Frequencies(
        rules=rules,
        players=players,
        games=games,
        seed=seed,
        rounds=rounds / games,
        turns=turns / games,
        decisions=decisions / games,
        cut_off=cut_off / games,
        events=events,
    )


def table(columns: Sequence[Frequencies]) -> str:
    """The frequencies as a table in Markdown, the most frequent event first."""
    rows = [
        ["", *(f"`{column.rules}`" for column in columns)],
        ["---", *("---:" for _ in columns)],
        ["rounds", *(f"{column.rounds:.1f}" for column in columns)],
        ["turns", *(f"{column.turns:.1f}" for column in columns)],
        ["decisions", *(f"{column.decisions:.0f}" for column in columns)],
        ["cut off", *(f"{column.cut_off:.1%}" for column in columns)],
    ]
    most = {kind: max(column.events[kind] for column in columns) for kind in KINDS}
    for kind in sorted(KINDS, key=lambda kind: -most[kind]):
        rows.append([f"`{kind}`", *(_per_game(column.events[kind]) for column in columns)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _per_game(mean: float) -> str:
    if not mean:
        return "never"
    return f"{mean:,.0f}" if mean >= HUNDRED else f"{mean:.3g}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit code. Raises `LudoError` on bad input."""
    parser = Parser(prog="python -m evaluation.frequencies", description=__doc__)
    parser.add_argument("--rules", nargs="+", default=["ludicrous"], metavar="TEXT")
    parser.add_argument("--players", type=WholeNumber(2, 4), default=4, metavar="N")
    parser.add_argument("--games", type=WholeNumber(1), default=GAMES, metavar="N")
    add_common(parser, f"of the first game; the next has the next number (default: {SEED})")
    args = parser.parse_args(arguments)
    seed = SEED if args.seed is None else args.seed
    columns = [measure(rules, args.players, args.games, seed) for rules in args.rules]
    if args.json:
        print_json({"frequencies": [asdict(column) for column in columns]})
    else:
        print(table(columns))
    return 0


if __name__ == "__main__":
    sys.exit(guarded(main))
