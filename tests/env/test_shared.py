"""Several processes play the games of one, over arrays that all of them see."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mypy_extensions import i64

from ludo_env import BadOption, BadRules, IllegalAction, VecEnv, make_vec
from ludo_env.batch import NEAR
from ludo_env.engine.plain import PlainState
from ludo_env.errors import BadWorker, LudoError
from ludo_env.observation import FLAT, Field, PlainEncoder, register
from ludo_env.observation.schema import PLAIN
from ludo_env.observation.sheet import Sheet
from ludo_env.shared import SharedVecEnv
from tests.env.test_vector import ARRAYS, copies, flat_rows, same

SOON = 10.0
"""Seconds within which a process that ought to end has ended, on a busy machine."""


def shared(n: int, *args: Any, processes: int = 2, **options: Any) -> SharedVecEnv:
    made = make_vec(n, *args, processes=processes, **options)
    assert isinstance(made, SharedVecEnv)
    return made


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[VecEnv, SharedVecEnv]]:
    """The same games in one process and in two, for tests that leave both alike."""
    with shared(5, "modern", seed=7) as envs:
        yield make_vec(5, "modern", seed=7), envs


def play(envs: VecEnv, steps: int) -> None:
    for _ in range(steps):
        envs.step(envs.random_actions())


def drawn(envs: VecEnv) -> list[int]:
    """The next random actions."""
    actions: list[int] = envs.random_actions().tolist()
    return actions


def run(script: Path) -> subprocess.CompletedProcess[str]:
    """What a script says, and how it ends."""
    return subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


def wake(there: list[int]) -> None:
    """Have processes that are stopped go on."""
    for pid in there:
        os.kill(pid, signal.SIGCONT)


def gone(pid: int) -> bool:
    """Whether a process ends soon."""
    end = time.monotonic() + SOON
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
            with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
                if stat.read().rpartition(")")[2].split()[0] == "Z":  # ended, nobody has asked
                    return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.02)
    return False


def pids(envs: SharedVecEnv) -> list[int]:
    return [worker.process.pid or 0 for worker in envs._workers]


@pytest.mark.parametrize(
    ("rules", "players", "layout", "auto_pass", "processes", "steps"),
    [
        ("classic:max_rounds=40", 4, "dict", True, 2, 300),
        ("ludicrous", 3, "flat", False, 3, 60),
    ],
)
def test_every_game_is_the_one_of_a_single_process(
    rules: str, players: int, layout: str, auto_pass: bool, processes: int, steps: int
) -> None:
    options: dict[str, Any] = {"seed": 3, "layout": layout, "auto_pass": auto_pass}
    one, ended = make_vec(7, rules, players, **options), 0
    with shared(7, rules, players, processes=processes, **options) as many:
        for step in range(steps):
            assert (flat_rows(one) == flat_rows(many)).all()
            assert same(copies(one)[1:], copies(many)[1:])
            actions = one.random_actions()
            assert many.random_actions().tolist() == list(actions)
            one.step(actions)
            many.step(actions if step % 2 else np.array(actions, np.int16))
            ended += int(one.terminated.sum() + one.truncated.sum())
        for i in range(7):
            assert one.game(i).__reduce__() == many.game(i).__reduce__()
    assert ended > 3 or rules == "ludicrous"


def test_games_whose_memory_is_fetched_are_the_same() -> None:
    """One process with more games than lie near beside two that have few enough."""
    n = 2 * NEAR  # in blocks, of which the last is smaller
    one = make_vec(n, "ludicrous", seed=2)
    with shared(n, "ludicrous", seed=2) as many:
        for envs in (one, many):
            play(envs, 5)
        assert same(copies(one), copies(many))


def test_the_arrays_are_the_same_memory_for_ever(pair: tuple[VecEnv, SharedVecEnv]) -> None:
    one, many = pair
    arrays = {name: getattr(many, name) for name in ARRAYS}
    before = copies(many)
    for envs in pair:
        play(envs, 20)
    for name, array in arrays.items():
        assert getattr(many, name) is array
        assert (array.shape, array.dtype) == (getattr(one, name).shape, getattr(one, name).dtype)
        with pytest.raises(ValueError, match="cannot set WRITEABLE"):
            array.setflags(write=True)
        assert array.__array_interface__["data"][0] % 64 == 0
    assert not same(before, copies(many))


@pytest.mark.parametrize("seed", [11, None])
def test_a_reset_begins_the_same_games(pair: tuple[VecEnv, SharedVecEnv], seed: int | None) -> None:
    for envs in pair:
        play(envs, 3)
        envs.reset(seed)
    assert same(copies(pair[0]), copies(pair[1]))
    assert drawn(pair[0]) == drawn(pair[1])


def test_random_actions_that_nobody_asks_for_are_not_drawn(
    pair: tuple[VecEnv, SharedVecEnv],
) -> None:
    """Who plays something else, or begins anew, between random steps draws the same later."""
    for other in ("step", "reset", "both"):
        for envs in pair:
            play(envs, 2)
            if other != "reset":
                envs.step([int(np.flatnonzero(mask)[-1]) for mask in envs.action_masks])
            if other != "step":
                envs.reset()
        assert drawn(pair[0]) == drawn(pair[1])
        assert drawn(pair[0]) == drawn(pair[1])
    assert same(copies(pair[0]), copies(pair[1]))


WRONG: list[Any] = [
    [9, 0, 0, 0, 0],
    [0, 0, 0, 0, -1],
    [0],
    [0.0] * 5,
    np.zeros(5),
    np.zeros((5, 1), np.int64),
    "00000",
    None,
    np.ma.array([0] * 5, mask=[True, False, False, False, False]),
    np.zeros(5, "m8[s]"),
    [np.timedelta64(0)] * 5,
]


@pytest.mark.parametrize("actions", WRONG)
def test_what_is_refused_changes_no_game(pair: tuple[VecEnv, SharedVecEnv], actions: Any) -> None:
    one, many = pair
    if isinstance(actions, list) and len(actions) == 5 and isinstance(actions[0], int):
        legal = [int(np.flatnonzero(mask)[0]) for mask in one.action_masks]
        actions = [new or old for new, old in zip(actions, legal, strict=True)]
    before = copies(many)
    with pytest.raises(LudoError) as expected:
        one.step(actions)
    with pytest.raises(type(expected.value)) as error:
        many.step(actions)
    assert str(error.value) == str(expected.value)
    assert same(before, copies(many))
    for envs in pair:
        play(envs, 1)
    assert same(copies(one), copies(many))


def test_random_actions_of_before_are_looked_at_again() -> None:
    """An action that was drawn is legal where it was drawn, not for ever."""
    with shared(8, "ludicrous", seed=7) as envs:
        drawn = envs.random_actions()
        envs.step(drawn)
        with pytest.raises(IllegalAction):
            envs.step(drawn)
        drawn = envs.random_actions()
        envs.reset(3)
        with pytest.raises(IllegalAction):
            envs.step(drawn)
        drawn = envs.random_actions()
        drawn[5] = int(np.argmin(envs.action_masks[5]))
        with pytest.raises(IllegalAction, match="in game 5"):
            envs.step(drawn)


@pytest.mark.parametrize("large", [[10**30] * 5, np.full(5, 2**63, np.uint64)])
def test_numbers_of_any_size_are_refused(pair: tuple[VecEnv, SharedVecEnv], large: Any) -> None:
    with pytest.raises(LudoError, match=str(int(large[0]))):
        pair[1].step(large)


def test_a_game_that_there_is_not_is_refused(pair: tuple[VecEnv, SharedVecEnv]) -> None:
    for envs in pair:
        for row in (5, -1, 1.0, "1", None, True):
            with pytest.raises(BadOption, match=rf"game: {row!r}, allowed: a whole number 0\.\.4"):
                envs.game(row)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "words", "changes"),
    [
        (BadOption, "processes: 0, allowed: a whole number from 1", {"processes": 0}),
        (BadOption, r"processes: 5, allowed: a whole number 1\.\.4", {"processes": 5}),
        (BadOption, "processes: True", {"processes": True}),
        (BadOption, "processes: '2'", {"processes": "2"}),
        (BadOption, "processes: 2.0", {"processes": 2.0}),
        (BadOption, "n: 0, allowed", {"n": 0, "processes": 1}),
        (BadOption, "n: '4', allowed", {"n": "4"}),
        (BadOption, "n: None, allowed", {"n": None}),
        (BadRules, "players: '4'", {"players": "4"}),
        (BadRules, "players: 5", {"players": 5}),
        (BadRules, "pieces: 1 leaves nothing to choose", {"rules": "classic:pieces=1"}),
    ],
)
def test_bad_arguments_are_refused_before_any_process_begins(
    error: type[Exception], words: str, changes: dict[str, Any]
) -> None:
    with pytest.raises(error, match=words):
        make_vec(**({"n": 4, "processes": 2} | changes))


def test_a_process_that_is_forked_off_leaves_the_games_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with shared(4) as envs:
        actions = envs.random_actions()
        with monkeypatch.context() as patch:
            patch.setattr("os.getpid", lambda: 1)
            for call in (envs.random_actions, envs.reset, lambda: envs.step(actions)):
                with pytest.raises(BadOption, match="another process's"):
                    call()
        envs.step(actions)


FORKED = """
import gc, os, sys
from ludo_env import make_vec
if __name__ == "__main__":
    envs = make_vec(4, processes=2)
    if not os.fork():
        {ends}
    assert os.wait()[1] == 0
    envs.step(envs.random_actions())
    print("goes on")
"""
FORKED_ENDS = {
    "exits": "sys.exit()",
    "drops it": "envs = None; gc.collect(); os._exit(0)",
    "closes it": "envs.close(); envs.close(); sys.exit()",
}


@pytest.mark.parametrize("ends", FORKED_ENDS)
def test_a_process_that_is_forked_off_ends_without_ending_others(ends: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(FORKED.format(ends=FORKED_ENDS[ends]), encoding="utf-8")
    done = run(script)
    assert (done.stdout, done.stderr, done.returncode) == ("goes on\n", "", 0)


IN_A_POOL = """
import multiprocessing
from ludo_env import BadOption, make_vec
def told(processes):
    try:
        make_vec(4, processes=processes).close()
    except BadOption as error:
        return str(error)
if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(*pool.map(told, [1, 2]), sep="\\n")
"""


def test_a_process_of_a_pool_is_told_that_it_may_start_no_others(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(IN_A_POOL, encoding="utf-8")
    done = run(script)
    told = "processes: 2 in a daemonic process, such as one of a Pool, which may start no others"
    assert (done.stdout, done.stderr) == (f"None\n{told}, allowed: 1\n", "")


def test_closing_ends_processes_that_are_stopped_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """All are waited for at once, twice: until they end by themselves, and when they are told."""
    waits: list[float] = []
    join = SpawnProcess.join

    def waited(process: SpawnProcess, timeout: float | None = None) -> None:
        waits.append(timeout or 0.0)
        join(process, timeout)

    monkeypatch.setattr("ludo_env.worker.PATIENCE", 0.1)
    monkeypatch.setattr(SpawnProcess, "join", waited)
    envs = shared(4, processes=4)
    there = pids(envs)
    for pid in there:
        os.kill(pid, signal.SIGSTOP)
    waked = threading.Timer(SOON, wake, (there,))
    waked.start()
    envs.close()
    assert waked.is_alive(), "they were not ended before they were waked"
    waked.cancel()
    assert all(map(gone, there))
    assert len(there) == 3 and sum(waits) < 3 * 0.1


def test_closing_ends_the_processes_and_leaves_the_arrays() -> None:
    envs = shared(4)
    there = pids(envs)
    seen, before = envs.observations, envs.observations.copy()
    envs.close()
    envs.close()
    assert all(map(gone, there))
    assert (seen == before).all()


def test_the_last_reference_ends_the_processes() -> None:
    envs = shared(4)
    there, seen = pids(envs), envs.observations
    del envs
    gc.collect()
    assert all(map(gone, there))
    assert seen.any()


def test_a_process_that_is_killed_is_one_error_and_the_end_of_the_others() -> None:
    envs = shared(4, processes=3)
    there = pids(envs)
    os.kill(there[0], signal.SIGKILL)
    with pytest.raises(BadWorker, match=r"process 2 of 3 \(games 1 to 1\) ended.*-9"):
        envs.random_actions()
    assert all(map(gone, there))
    with pytest.raises(BadOption, match="closed"):
        envs.random_actions()


class Tired(PlainEncoder):
    """Fails where a game is in its thirty-first round."""

    def __init__(self) -> None:
        super().__init__("tired", "fails", ["it"], [Field("it", 1, "nothing")])

    def write(self, state: PlainState, seat: i64, sheet: Sheet, at: i64) -> None:
        if state.rounds > 30:
            raise OverflowError("too long a game")


def test_an_encoder_of_ones_own_is_known_to_all_and_its_error_is_told() -> None:
    register("tired", Tired)
    try:
        with shared(4, layout=(*FLAT, "tired")) as envs:
            there = pids(envs)
            with pytest.raises(
                BadWorker, match=r"process \d of 2.* failed: OverflowError: too long"
            ):
                play(envs, 1000)
            assert all(map(gone, there))
    finally:
        del PLAIN["tired"]


NO_GUARD = "from ludo_env import make_vec\nmake_vec(4, processes=2)\n"


def test_a_script_that_every_process_would_run_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(NO_GUARD, encoding="utf-8")
    done = run(script)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert "BadWorker: process 2 of 2 (games 2 to 3) ended with exit code 1 before it had" in last
    assert 'below `if __name__ == "__main__":`' in last


SCRIPT = """
import os, signal
from ludo_env import make_vec
if __name__ == "__main__":
    envs = make_vec(4, processes=3)
    print(*[worker.process.pid for worker in envs._workers], flush=True)
    {end}
"""
ENDS = {
    "killed": ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
    "over": ("seen = envs.observations", 0),
}


@pytest.mark.parametrize("end", ENDS)
def test_the_processes_end_with_the_one_that_started_them(end: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(end=ENDS[end][0]), encoding="utf-8")
    done = run(script)
    assert (done.returncode, done.stderr) == (ENDS[end][1], "")
    there = list(map(int, done.stdout.split()))
    assert len(there) == 2
    assert all(map(gone, there))
