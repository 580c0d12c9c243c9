"""Two masked PPOs side by side, each given the same time of the processor.

::

    python -m benchmarks.learners --seconds 240 --seeds 1 2 3 --out runs/learners

Both play every seat of the full game between two, from nothing, with the same observations and
settings, and learn from every decision: ``sb3`` is MaskablePPO of sb3-contrib over
`training.every_seat`, ``league`` is `training.league` in self-play alone; ``curriculum`` and
``exploiters`` are the same with these. The time is that of the processor, so that a busy machine
does not change what is learned. Then each network, by its most probable actions, plays ``random``,
the easiest level, and ``sb3`` of the same seed.

What was measured is kept in the folder; a call that was interrupted goes on.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from stable_baselines3.common.callbacks import BaseCallback
from torch import nn

from evaluation.ladder.curves import band
from evaluation.statistics import Estimate
from ludo_env import make_vec
from ludo_env.commands._common import print_json
from ludo_env.errors import BadOption
from ludo_env.files import read_json
from ludo_env.script import Parser, WholeNumber, guarded
from training.checkpoint import write_json
from training.config import LeagueConfig, PPOConfig
from training.every_seat import EverySeat
from training.export import export
from training.league import League
from training.pool import best, evaluate
from training.ppo import make_learner
from training.progress import Silent
from training.trial import Act, play_trial

RULES: Final = "ludicrous"
PLAYERS: Final = 2
GAMES: Final = 128
ROLLOUT: Final = 32
EPOCHS: Final = 4
ENDLESS: Final = 10**9
"""Steps that no run comes to, so that the learning rate hardly falls."""
SETTINGS: Final[dict[str, Any]] = {
    "rules": RULES,
    "players": PLAYERS,
    "games": GAMES,
    "rollout": ROLLOUT,
    "minibatch": 1024,
    "epochs": EPOCHS,
    "learning_rate": 3e-4,
    "gamma": 1.0,
    "gae_lambda": 0.95,
    "steps": ENDLESS,
    "evaluate_against": ("random",),
}
"""What both are told."""
SB3: Final = "sb3"
LEAGUES: Final[dict[str, dict[str, Any]]] = {
    "league": {"self_play": 1.0},
    "curriculum": {
        "self_play": 1.0,
        "curriculum": ("ludicrous:modules=none", "ludicrous:modules=combat+magic"),
        "stage": 60_000,
    },
    "exploiters": {"bots": (), "snapshot_every": 100_000, "exploit": 20_000},
}
"""What the project's own is told besides, by name."""
OTHERS: Final = ("random", "easy")

Figures = dict[str, int]
"""The decisions learned from, and the games won against each of the others."""


class Deadline(BaseCallback):
    """Ends MaskablePPO between two updates when the time is up."""

    def __init__(self, end: float) -> None:
        super().__init__()
        self.end = end
        self.late = False

    def _on_rollout_start(self) -> None:
        self.late = time.process_time() >= self.end

    def _on_step(self) -> bool:
        return not self.late


def learn_sb3(seed: int, seconds: float, path: Path) -> tuple[int, Act]:
    """MaskablePPO, written as a model; the decisions that it learned from, and what it does."""
    config = PPOConfig(**SETTINGS, seed=seed, bots=("random",))
    torch.set_num_threads(config.threads)
    seats = EverySeat(make_vec(GAMES, RULES, PLAYERS, seed=seed))
    learner = make_learner(config, seats, seed)
    learner.learn(ENDLESS, callback=Deadline(time.process_time() + seconds))
    policy = learner.policy
    actor = nn.Sequential(
        policy.features_extractor, policy.mlp_extractor.policy_net, policy.action_net
    ).eval()
    export(actor, seats.vec.schema, RULES, "policy", path, players=[PLAYERS], training={})

    def act(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        return best(evaluate(actor, observations), masks)

    return learner._n_updates // EPOCHS * GAMES * ROLLOUT, act


def learn_league(name: str, seed: int, seconds: float, folder: Path) -> tuple[int, Act]:
    """The project's own; the decisions that it learned from, and what it does."""
    config = LeagueConfig(**SETTINGS, **LEAGUES[name], seed=seed, advice=False)
    run = League(config, folder, None, Silent())
    end = time.process_time() + seconds
    while time.process_time() < end:
        run.update()

    def act(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        return best(run.trainee.evaluate(observations)[0], masks)

    return run.done, act


def compare(
    learners: Sequence[str], seed: int, seconds: float, games: int, folder: Path
) -> dict[str, Figures]:
    """Train with a seed and play, ``sb3`` first; what is in the folder already is kept."""
    kept, model = folder / f"{seed}.json", folder / f"{SB3}-{seed}.onnx"
    found: dict[str, Figures] = read_json(kept, BadOption) if kept.exists() else {}
    for name in (SB3, *learners):
        if name not in found:
            rivals = list(OTHERS)
            if name == SB3:
                learned = learn_sb3(seed, seconds, model)
            else:
                learned = learn_league(name, seed, seconds, folder)
                rivals.append(f"net:model={model}")
            wins = measure(learned[1], rivals, games, seed)
            found[name] = dict(zip((*OTHERS, SB3), wins, strict=False))
            found[name]["decisions"] = learned[0]
            write_json(kept, found)
    return found


def measure(act: Act, others: Sequence[str], games: int, seed: int) -> list[int]:
    """How many games are won against each of some bots."""
    return [play_trial(act, RULES, PLAYERS, bot, games, seed).wins for bot in others]


def summary(
    learners: Sequence[str], found: list[dict[str, Figures]], games: int
) -> list[tuple[str, str, Estimate]]:
    """Learner, opponent, and the share of games won: the mean of the seeds with its band."""
    lines = []
    for learner in (SB3, *learners):
        against = OTHERS if learner == SB3 else (*OTHERS, SB3)
        wins = np.array([[one[learner][bot] for bot in against] for one in found], np.float64)
        rates = band(wins, np.full_like(wins, games), np.random.default_rng(0))
        lines += [(learner, bot, rate) for bot, rate in zip(against, rates, strict=True)]
    return lines


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """The arguments."""
    parser = Parser(prog="python -m benchmarks.learners", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=WholeNumber(1), default=240, help="for each to learn in")
    parser.add_argument(
        "--learners", nargs="+", choices=list(LEAGUES), default=["league"], help="besides sb3"
    )
    parser.add_argument("--seeds", type=WholeNumber(0), nargs="+", default=[1, 2, 3])
    parser.add_argument("--games", type=WholeNumber(1), default=400, help="against each opponent")
    parser.add_argument("--out", type=Path, default=Path("runs/learners"), help="the folder")
    parser.add_argument("--json", action="store_true", help="print JSON, for machines")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Train, play and tell; the exit code. Raises `LudoError` on bad input."""
    args = parse(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    found = [
        compare(args.learners, seed, args.seconds, args.games, args.out) for seed in args.seeds
    ]
    lines = summary(args.learners, found, args.games)
    pace = {
        who: [one[who]["decisions"] / args.seconds for one in found]
        for who in (SB3, *args.learners)
    }
    if args.json:
        told = [{"learner": a, "against": b, "won": c.value, "low": c.low, "high": c.high}
                for a, b, c in lines]  # fmt: skip
        print_json({"decisions_per_second": pace, "games": args.games, "won": told})
        return 0
    for who, paces in pace.items():
        print(f"{who}: {', '.join(f'{each:,.0f}' for each in paces)} decisions a second")
    for who, bot, rate in lines:
        print(
            f"{who} against {bot}: {100 * rate.value:.1f} % "
            f"({100 * rate.low:.1f} to {100 * rate.high:.1f})"
        )
    return 0


if __name__ == "__main__":
    sys.exit(guarded(main))
