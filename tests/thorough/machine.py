"""The stateful test of `Game` with long sequences of calls, each round with another seed."""

from __future__ import annotations

from typing import Final

from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.test_game_machine import GameMachine
from tests.thorough.clock import Clock, arguments

EXAMPLES: Final = 20
"""Sequences of a round."""
STEPS: Final = 60
"""Calls of a sequence."""


def main() -> None:
    """Go on until the time is up."""
    args = arguments(__doc__).parse_args()
    clock = Clock(args.minutes, f"sequences of up to {STEPS} calls")
    thorough = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    round_ = args.seed
    while not clock.over:
        print(f"hypothesis seed {round_}", flush=True)
        run_state_machine_as_test(seed(round_)(GameMachine), settings=thorough)
        clock.count(EXAMPLES)
        round_ += 1
    print(clock)


if __name__ == "__main__":
    main()
