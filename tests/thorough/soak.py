"""A million decisions and more through every front door, with an eye on the memory.

Games, the batch of each kind, the environment, and sessions of the bot service are played in turns.
After a tenth everything is warm: from there on the process may not grow.
"""

from __future__ import annotations

import gc
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import ludo_env
from ludo_env.engine.game import Game
from ludo_env.notation import from_json, to_json
from ludo_env.record import Recorder
from tests.agents.service.talking import Client, make_client
from tests.agents.service.test_sessions import play as play_session
from tests.thorough.clock import Clock, arguments

DECISIONS: Final = 1_000_000
WARM: Final = 0.1
GROWTH: Final = 24.0
"""MiB that the process may grow when it is warm: what allocators keep in hand."""
MIB: Final = 2**20
GAMES: Final = 64
"""Games side by side in a batch."""
STEPS: Final = 200
"""Steps of a batch in its turn."""
RULES: Final = ("classic", "danish:teams=true", "ludicrous-short")


def memory() -> float:
    """MiB of this process, as it is now where the system tells, else its largest."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except FileNotFoundError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / MIB


class Doors:
    """What is played, each a while in its turn."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.batches = [ludo_env.make_vec(GAMES, rules, 4, seed=seed) for rules in RULES]
        self.client: Client = make_client()
        self.turns: tuple[Callable[[], int], ...] = (
            *(self.batch(number) for number in range(len(RULES))),
            self.record,
            self.environment,
            self.session,
        )

    def batch(self, number: int) -> Callable[[], int]:
        """Steps of a batch, whose games begin anew when they are over."""

        def play() -> int:
            batch = self.batches[number]
            for _ in range(STEPS):
                batch.step(batch.random_actions())
            return STEPS * GAMES

        return play

    def record(self) -> int:
        """A game that is recorded, copied, written and read."""
        rules = self.rng.choice(RULES)
        recorder = Recorder(Game(rules, 4, seed=self.rng.getrandbits(60), log=True))
        while not recorder.game.over:
            recorder.apply(self.rng.choice(recorder.game.legal()))
            if self.rng.random() < 0.02:
                from_json(to_json(recorder.game.copy()))
        return len(list(recorder.record().replay()))

    def environment(self) -> int:
        """A game through PettingZoo."""
        env, decisions = ludo_env.env(self.rng.choice(RULES), players=4), 0
        env.reset(seed=self.rng.getrandbits(30))
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            assert observation is not None
            mask = observation["action_mask"]
            env.step(None if ended or cut else env.action_space(agent).sample(mask))
            decisions += 1
        env.close()
        return decisions

    def session(self) -> int:
        """A game in the bot service."""
        told = self.client.ask("new", rules="modern", players=2, dice="service")
        play_session(self.client, told, Random(self.rng.getrandbits(30)))
        self.client.say("close", session=told["session"])
        decisions = len(self.client.told)
        self.client.told.clear()
        return decisions


def main() -> None:
    """Play, and compare the memory of the end with that of the warm process."""
    parser = arguments(__doc__)
    parser.add_argument("--decisions", type=int, default=DECISIONS, help="and more until the time")
    args = parser.parse_args()
    clock, doors, warm = Clock(args.minutes, "decisions"), Doors(args.seed), 0.0
    while clock.done < args.decisions or not clock.over:
        for turn in doors.turns:
            clock.count(turn())
        if not warm and clock.done >= args.decisions * WARM:
            gc.collect()
            warm = memory()
    gc.collect()
    grown = memory() - warm
    print(f"{clock}, {warm:.0f} MiB when warm, {grown:+.1f} MiB at the end")
    if grown > GROWTH:
        sys.exit(f"the process has grown by {grown:.1f} MiB, allowed: {GROWTH:.0f}")


if __name__ == "__main__":
    main()
