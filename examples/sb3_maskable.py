"""MaskablePPO of sb3-contrib on the Gymnasium environment: one learner among bots.

python examples/sb3_maskable.py --steps 20000
"""

from __future__ import annotations

import sys

import gymnasium

from ludo_env.script import Parser, WholeNumber, guarded, need  # also registers the environments

need("sb3_contrib")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_util import make_vec_env


def main() -> None:
    """Learn, and say how much a game earns: -1 is always lost, +1 always won."""
    parser = Parser(description="MaskablePPO against a bot")
    parser.add_argument("--steps", type=WholeNumber(1), default=20_000, help="decisions to learn")
    parser.add_argument("--opponent", default="random", help="the bot in the other seat")
    parser.add_argument("--games", type=WholeNumber(1), default=100, help="of the evaluation")
    args = parser.parse_args()
    options = {"rules": "classic:pieces=2", "players": 2, "opponents": args.opponent}
    # The masks are found by `action_masks()` of the environment, in training and in evaluation.
    tables = make_vec_env("LudicrousLudo/Classic-v0", 4, seed=1, env_kwargs=options)
    learner = MaskablePPO("MlpPolicy", tables, n_steps=256, gae_lambda=0.8, gamma=1.0, seed=1)
    learner.learn(args.steps)
    table = gymnasium.make("LudicrousLudo/Classic-v0", **options)
    earned, spread = evaluate_policy(learner, table, args.games, warn=False)
    print(f"{earned:+.2f} a game against {args.opponent}, standard deviation {spread:.2f}")


if __name__ == "__main__":
    sys.exit(guarded(main))
