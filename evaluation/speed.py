"""How fast the engine and the environments are.

Whatever disturbs a measurement slows it down. So it is made of many windows, so short that nothing
disturbs some of them, and the rate that one in twenty reaches counts.

Seconds are those of the processor, so that other work on the machine hardly counts. On an idle
machine they are those of the clock: nothing here waits. Several processes wait for each other:
they, and the one that they are compared with, are measured by the clock, turn about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Final

import numpy as np

import ludo_env
from ludo_env.aec import env
from ludo_env.batch import check_choice
from ludo_env.engine.game import Game, check_seed, new_state
from ludo_env.errors import BadOption
from ludo_env.notation import from_json, to_json
from ludo_env.observation import schema_for
from ludo_env.rules import LudicrousRules, RuleSet, as_rules
from ludo_env.vector import VecEnv, make_vec

Figure = bool | int | str | float | dict[str, float]

ROWS: Final = 128
"""Games in the batch."""
SHARED_ROWS: Final = 512
"""Games in the batch that processes share: enough that a step is long beside handing it out."""
GAMES: Final = 200
"""Games whose decisions are counted, to know how many make a game; fewer if they are long."""
DECISIONS: Final = 50_000
"""Decisions after which no further game is begun for that."""
WINDOW: Final = 0.01
"""Seconds of a window, unless fewer are given for all."""
LEAST: Final = 11
"""Fewest windows."""
REACHED: Final = 20
"""One window in so many reaches the rate that counts: the very best may be one of luck."""
WARM: Final = 8
"""Steps before such a window begins: then its games lie near again, and its processes are awake."""
CALLS: Final = 100
"""Calls between two looks at the time."""
MOST_PROCESSES: Final = 256
"""Most processes that can be asked for."""
LONGEST: Final = 3600
"""Most seconds for one figure."""
MIDDLE: Final = 100
"""Decisions after which a game is copied and observed: its pieces are all over the board."""
MICROSECONDS: Final = 1e6


@dataclass(frozen=True, slots=True)
class Setting:
    """What is measured, for how many seconds each figure, and with how many processes."""

    rules: RuleSet | LudicrousRules
    players: int
    seed: int
    seconds: float
    processes: int = 1

    def game(self) -> Game:
        """A game in the middle."""
        game, rng = Game(self.rules, self.players, seed=self.seed), Random(self.seed)
        for _ in range(MIDDLE):
            if not game.over:
                game.apply(rng.choice(game.legal()))
        return game


def batch(setting: Setting) -> dict[str, float]:
    """Random legal play in the batch environment; masks and flat observations are written."""
    envs = make_vec(ROWS, setting.rules, setting.players, seed=setting.seed)

    def step() -> int:
        envs.step(envs.random_actions())
        return ROWS

    decisions = full_rate(step, setting.seconds)
    return {"decisions_per_s": decisions, "games_per_s": decisions / decisions_a_game(setting)}


def processes(setting: Setting) -> dict[str, float]:
    """A batch whose games processes share, and how many times one process with all of them."""

    def play(envs: VecEnv) -> Callable[[], int]:
        def step() -> int:
            envs.step(envs.random_actions())
            return envs.n

        return step

    rules, players, seed, number = setting.rules, setting.players, setting.seed, setting.processes
    with make_vec(SHARED_ROWS, rules, players, seed=seed, processes=number) as many:
        works = [play(make_vec(SHARED_ROWS, rules, players, seed=seed)), play(many)]
        turns: list[list[float]] = []
        window, end = window_of(setting.seconds), perf_counter() + setting.seconds * len(works)
        while len(turns) < LEAST or perf_counter() < end:
            turns.append([steady_rate(work, window) for work in works])
    alone, shared = map(undisturbed, zip(*turns, strict=True))
    return {
        "number": number,
        "games": SHARED_ROWS,
        "decisions_per_s": shared,
        "times_one": shared / alone,
        "times_one_median": median(several / one for one, several in turns),
    }


def aec(setting: Setting) -> dict[str, float]:
    """Random legal play in the PettingZoo environment, every agent observed at its turn."""
    played = _play_aec(setting)
    return {"steps_per_s": full_rate(lambda: _take(played), setting.seconds)}


def engine(setting: Setting) -> dict[str, float]:
    """Random legal play of one `Game` after the other."""
    played = _play_engine(setting)
    return {"decisions_per_s": full_rate(lambda: _take(played), setting.seconds)}


def copy_us(setting: Setting) -> float:
    """Microseconds to copy a game."""
    return _microseconds(setting.game().copy, setting)


def mask_us(setting: Setting) -> float:
    """Microseconds to list the legal actions of a game."""
    return _microseconds(setting.game().legal, setting)


def encode_us(setting: Setting) -> float:
    """Microseconds to write one flat observation into an array of its own."""
    game, schema = setting.game(), schema_for("flat", setting.rules)
    return _microseconds(lambda: schema.encode(game, 0), setting)


def state_text_us(setting: Setting) -> float:
    """Microseconds to write a game as JSON and to read it back."""
    game = setting.game()
    return _microseconds(lambda: from_json(to_json(game)), setting)


MEASUREMENTS: Final[dict[str, Callable[[Setting], Figure]]] = {
    "batch": batch,
    "processes": processes,
    "aec": aec,
    "engine": engine,
    "mask_us": mask_us,
    "copy_us": copy_us,
    "encode_us": encode_us,
    "state_text_us": state_text_us,
}


def setting_of(
    rules: str | RuleSet | LudicrousRules,
    players: int,
    seed: int,
    seconds: float,
    processes: int = 1,
) -> Setting:
    """A setting, if it can be measured.

    Raises:
        BadRules, BadOption: an argument outside its range.
    """
    if not 0 < seconds <= LONGEST:
        raise BadOption(f"seconds: {seconds} is not above 0 and at most {LONGEST}")
    if not 1 <= processes <= MOST_PROCESSES:
        raise BadOption(f"processes: {processes} is not 1 to {MOST_PROCESSES}")
    setting = Setting(as_rules(rules), players, check_seed(seed), seconds, processes)
    check_choice(setting.rules, auto_pass=True)
    new_state(setting.rules, players)
    return setting


def measure(
    setting: Setting, finished: Callable[[int], None] = lambda figures: None
) -> dict[str, Figure]:
    """All figures, and what was measured; ``finished`` hears of each when it is there."""
    figures: dict[str, Figure] = {
        "compiled": ludo_env.__compiled__,
        "rules": setting.rules.text,
        "players": setting.players,
        "seed": setting.seed,
    }
    for name, measurement in MEASUREMENTS.items():
        figures[name] = measurement(setting)
        finished(1)
    return figures


def full_rate(work: Callable[[], int], seconds: float) -> float:
    """How much is done in a second: ``work`` does a little of it and returns how much."""
    rates: list[float] = []
    window, end = window_of(seconds), process_time() + seconds
    while len(rates) < LEAST or process_time() < end:
        rates.append(rate(work, window, process_time))
    return undisturbed(rates)


def window_of(seconds: float) -> float:
    """Seconds of one of the windows of a figure that is measured for so many."""
    return min(WINDOW, seconds / LEAST)


def undisturbed(rates: Sequence[float]) -> float:
    """The rate of the windows that nothing disturbs, if one in `REACHED` is such a one."""
    return quantiles(rates, n=REACHED, method="inclusive")[-1]


def steady_rate(work: Callable[[], int], seconds: float) -> float:
    """`rate` by the clock of what has been at rest while something else was measured."""
    for _ in range(WARM):
        work()
    return rate(work, seconds, perf_counter)


def rate(work: Callable[[], int], seconds: float, clock: Callable[[], float]) -> float:
    """How much is done in a second, in one window of so many seconds of a clock."""
    done, spent, start = 0, 0.0, clock()
    while spent < seconds:
        done += work()
        spent = clock() - start
    return done / spent


def decisions_a_game(setting: Setting) -> float:
    """The mean number of decisions in a game of random legal play, forced ones not counted."""
    rng, decisions, games = Random(setting.seed), 0, 0
    while games < GAMES and decisions < DECISIONS:
        game = Game(setting.rules, setting.players, seed=setting.seed + games)
        games += 1
        while not game.over:
            game.apply(rng.choice(game.legal()))
            decisions += 1
    return decisions / games


def _microseconds(call: Callable[[], object], setting: Setting) -> float:
    def calls() -> int:
        for _ in range(CALLS):
            call()
        return CALLS

    return MICROSECONDS / full_rate(calls, setting.seconds)


def _take(played: Iterator[None]) -> int:
    """Go on by `CALLS` decisions."""
    for _ in range(CALLS):
        next(played)
    return CALLS


def _play_engine(setting: Setting) -> Iterator[None]:
    """Play for ever, one decision at a time."""
    rng, seed = Random(setting.seed), setting.seed
    while True:
        game = Game(setting.rules, setting.players, seed=seed)
        seed += 1
        while not game.over:
            game.apply(rng.choice(game.legal()))
            yield


def _play_aec(setting: Setting) -> Iterator[None]:
    """Play for ever, one decision at a time, by PettingZoo's loop."""
    rng = Random(setting.seed)
    playing = env(setting.rules, setting.players)
    playing.reset(seed=setting.seed)
    while True:
        for _ in playing.agent_iter():
            observation, _, terminated, truncated, _ = playing.last()
            if terminated or truncated or observation is None:
                playing.step(None)
            else:
                playing.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
                yield
        playing.reset()
