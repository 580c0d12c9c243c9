"""Whether the tree of the search pays: ``python -m benchmarks.depths``.

At decisions of games of ``learned`` against itself, between two, searches of several depths choose
with the same limit of worlds. What they choose is judged in other worlds, the same for all, many
and long: what an action brings more than that of ``learned``, in percent of the chance to win.
After the action these are played on as ``learned`` plays, so a plan for the decisions that follow
counts only as far as it shows in the action itself. Every search begins with an empty tree.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from agents.learned import load_scorer
from agents.search.bot import Search
from agents.search.leaf import load_leaf
from agents.search.root import Root
from agents.search.tree import Tree
from agents.search.worlds import possible_world, world_number
from evaluation.statistics import Estimate, mean_of_groups
from ludo_env.commands._common import print_json
from ludo_env.engine.dice import Dice
from ludo_env.engine.game import Game
from ludo_env.script import Parser, WholeNumber, guarded

RULES: Final = "ludicrous"
PLAYERS: Final = 2
WORLDS: Final = 96
TURNS: Final = 8
"""The worlds in which choices are judged, and how long they are played."""
EVERY: Final = 25
"""One of so many decisions that are worth a search is looked at: neighbours are alike."""
PERCENT: Final = 100.0
MILLI: Final = 1000.0


@dataclass(frozen=True, slots=True)
class Question:
    """A decision, and what each action in question brings more than that of ``learned``."""

    game: Game
    gains: dict[int, float]


def questions(count: int, seed: int) -> Iterator[Question]:
    """Decisions in which more than one action comes into question, judged."""
    dice, base = Dice(), load_scorer()
    dice.seed(seed)
    number = 0
    while True:
        game = Game(RULES, PLAYERS, seed=seed)
        seed += 1
        base.begin(game, 0, seed)
        while not game.over:
            tree = Tree(load_scorer(), load_leaf(PLAYERS), game.decider, 0)
            chosen = base.act(game)
            if tree.searched(game.full):
                root = Root(game.full, tree)
                root.sift()
                if len(root.rivals) > 1:
                    number += 1
                    if number % EVERY == 0:
                        yield Question(game.copy(), judge(game, tree, root, chosen, dice))
                        count -= 1
                        if count == 0:
                            return
            game.apply(chosen)


def judge(game: Game, tree: Tree, root: Root, chosen: int, dice: Dice) -> dict[int, float]:
    """What each action brings more than the chosen one, in percent of the chance to win."""
    m = game.full
    sums = {int(rival.action): 0.0 for rival in root.all}
    for _ in range(WORLDS):
        world, number = possible_world(m, m.decider, dice), world_number(dice)
        for action in sums:
            tree.base.dice.seed(number)
            tree.play(world.twin(), number, action, m.turns + TURNS - 1)
            sums[action] += tree.result[m.decider]
    return {a: PERCENT * (total - sums[chosen]) / WORLDS for a, total in sums.items()}


def choices(depth: int, nodes: int, turns: int, asked: Sequence[Question], seed: int) -> list[int]:
    """What a search chooses at each decision."""
    player, found = Search(nodes=nodes, turns=turns, depth=depth), []
    for question in asked:
        player.begin(question.game, question.game.decider, seed)
        found.append(player.act(question.game))
    return found


def compare(
    depths: Sequence[int], nodes: int, turns: int, asked: Sequence[Question], seeds: int
) -> list[dict[str, float]]:
    """What each depth brings, and what it brings more than the first, with 95 % intervals."""
    lines, first = [], [0.0]
    for depth in depths:
        begun = time.process_time()
        rounds = [choices(depth, nodes, turns, asked, seed) for seed in range(seeds)]
        spent = MILLI * (time.process_time() - begun) / (len(asked) * seeds)
        gains = [
            question.gains[action]
            for chosen in rounds
            for question, action in zip(asked, chosen, strict=True)
        ]
        groups = list(range(len(asked))) * seeds
        first = gains if depth == depths[0] else first
        more = [gain - usual for gain, usual in zip(gains, first, strict=True)]
        lines.append(
            {"depth": float(depth), "milliseconds": spent}
            | told("gain", mean_of_groups(gains, groups))
            | told("more", mean_of_groups(more, groups))
        )
    return lines


def told(name: str, estimate: Estimate) -> dict[str, float]:
    """A value and its interval, by names."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and tell; the exit code. Raises `LudoError` on bad input."""
    parser = Parser(prog="python -m benchmarks.depths", description=__doc__.partition("\n")[0])
    number = WholeNumber(1)
    parser.add_argument("--decisions", type=number, default=100, help="that are looked at")
    parser.add_argument("--searches", type=number, default=4, help="of each depth at each decision")
    parser.add_argument("--nodes", type=number, default=400, help="the most worlds of a search")
    parser.add_argument("--turns", type=number, default=2, help="turns of a world")
    parser.add_argument("--depths", type=WholeNumber(0), nargs="+", default=[0, 1, 2, 6])
    parser.add_argument("--seed", type=WholeNumber(0), default=1, help="of games and worlds")
    parser.add_argument("--json", action="store_true", help="print JSON, for machines")
    args: argparse.Namespace = parser.parse_args(argv)
    asked = list(questions(args.decisions, args.seed))
    lines = compare(args.depths, args.nodes, args.turns, asked, args.searches)
    if args.json:
        print_json(lines)
        return 0
    for line in lines:
        print(
            f"depth {line['depth']:.0f}: {line['milliseconds']:.1f} ms, "
            f"{line['gain']:+.2f} % ({line['gain_low']:+.2f} to {line['gain_high']:+.2f}), "
            f"more than the first {line['more']:+.2f} % "
            f"({line['more_low']:+.2f} to {line['more_high']:+.2f})"
        )
    return 0


if __name__ == "__main__":
    sys.exit(guarded(main))
