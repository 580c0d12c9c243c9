"""A bot of your own, as a program: any function of the environment's observation will do.

``ludo arena "cmd:python examples/own_bot.py" random`` plays it, and so does whatever else speaks
the bot protocol.
"""

from typing import Any

import numpy as np

from ludo_env.script import need

need("msgspec")

from agents.service.own import run_policy

rng = np.random.default_rng(1)


def choose(observation: dict[str, Any], agent: str) -> int:
    """Any legal action; a trained policy would look at ``observation["observation"]``."""
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


if __name__ == "__main__":
    run_policy(choose, summary="any legal action")
