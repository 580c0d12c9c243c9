"""``ludo arena --ray``: the games of a local run, whatever becomes of workers and nodes."""

from __future__ import annotations

import dataclasses
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .conftest import Nodes, ray_or_skip

ray = ray_or_skip()

from evaluation import cluster as module
from evaluation.arena import Arena, play_match, round_robin
from evaluation.cluster import Batches, ClusterFault, Order, RayWorkers, cluster
from evaluation.match import make_match
from ludo_env.cli import main
from ludo_env.errors import BadOption

LINE = "arena smart random front --round-robin --games 60 --seed 4 --json"
ROWS = "SELECT agents, seed, game.* FROM game JOIN run ON run = id ORDER BY agents, number"


@pytest.fixture(autouse=True)
def _small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many tasks, so that there is something to lose."""
    monkeypatch.setattr(module, "SECONDS", 0.02)


def rows(file: Path) -> list[Any]:
    """All games of a database, without the numbers that it gives them."""
    with sqlite3.connect(file) as db:
        found = db.execute(ROWS).fetchall()
    db.close()
    return [(*row[:2], *row[3:]) for row in found]


def test_two_nodes_give_the_table_and_the_rows_of_a_local_run(
    nodes: Nodes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*LINE.split(), "--workers", "1", "--db", f"{tmp_path}/local.db"]) == 0
    local = capsys.readouterr().out
    handlers = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    assert main([*LINE.split(), "--ray", "--db", f"{tmp_path}/ray.db"]) == 0
    assert capsys.readouterr().out == local
    assert len(rows(tmp_path / "ray.db")) == 180
    assert rows(tmp_path / "ray.db") == rows(tmp_path / "local.db")
    assert not ray.is_initialized()
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)) == handlers


def test_nothing_is_lost_or_counted_twice_when_a_worker_and_a_node_die(nodes: Nodes) -> None:
    matches = round_robin(["smart", "random", "front"], games=800, seed=2)
    ticks: list[int] = []
    killed: list[int] = []

    def tick(games: int) -> None:
        ticks.append(games)
        if not killed:
            for worker in nodes.workers("play_batch"):
                os.kill(worker, signal.SIGKILL)
                killed.append(len(ticks))
        elif len(ticks) == killed[0] + 8:
            nodes.lose()

    with cluster(1):
        played = Arena(matches, workers=RayWorkers(), tick=tick).run()
    assert killed and not nodes.others
    assert sum(ticks) == 2400
    assert played == Arena(matches).run()


def test_ctrl_c_keeps_what_was_played_and_the_next_call_goes_on(
    nodes: Nodes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    from evaluation.progress import Bar

    ticks: list[int] = []

    def interrupt(bar: Bar, games: int) -> None:
        ticks.append(games)
        if len(ticks) == 5:  # the first tells of the games that are known
            os.kill(os.getpid(), signal.SIGINT)

    line = f"{LINE} --ray --db {tmp_path}/ray.db".split()
    with monkeypatch.context() as patch:
        patch.setattr(Bar, "__call__", interrupt)
        assert main(line) == 130
    told = capsys.readouterr()
    assert "interrupted after" in told.err
    assert 0 < len(rows(tmp_path / "ray.db")) < 180
    assert main(line) == 0
    capsys.readouterr()
    assert main([*LINE.split(), "--workers", "1", "--db", f"{tmp_path}/local.db"]) == 0
    assert rows(tmp_path / "ray.db") == rows(tmp_path / "local.db")


def test_ray_of_this_machine_needs_no_address(capsys: pytest.CaptureFixture[str]) -> None:
    line = f"{sys.executable} -m ludo_env {LINE} --ray".split()
    told = subprocess.run(line, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert main(LINE.split()) == 0
    assert told.stdout == capsys.readouterr().out


def test_another_program_plays_in_tasks_too(nodes: Nodes) -> None:
    program = Path(__file__).parents[2] / "examples" / "own_bot.py"
    match = make_match([f"cmd:{sys.executable} {program}", "random"], games=4)
    with cluster(1):
        played = play_match(match, workers=RayWorkers())
    assert played == play_match(match)


def test_tasks_grow_with_the_pace_of_their_match_and_stay_within_it() -> None:
    tasks = [(0, (n, n + 1)) for n in range(0, 12, 2)] + [(1, (n,)) for n in range(3)]
    batches = Batches(iter(tasks), [0.5, 0.5])
    assert batches.next() == (0, (0, 1))
    batches.heard(0, 0.125)
    assert batches.next() == (0, (2, 3, 4, 5))
    batches.heard(0, 0.01)
    assert batches.next() == (0, (6, 7, 8, 9, 10, 11))
    assert [batches.next() for _ in range(4)] == [(1, (0,)), (1, (1,)), (1, (2,)), None]


def test_no_more_tasks_are_handed_out_than_asked_for(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cluster(1):
        assert [RayWorkers(most).room() for most in (None, 1, 100)] == [4, 1, 4]


def test_a_node_with_other_code_or_another_model_is_refused(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = make_match(["random", "td"], "danish", games=2)
    order = Order.of(match)
    model = (order.agents[0], "td@other")
    for changes, told in (({"code": "other"}, "same version"), ({"agents": model}, "agent td")):
        wrong = dataclasses.replace(order, **changes)
        with monkeypatch.context() as patch, cluster(1):
            patch.setattr(Order, "of", lambda match, wrong=wrong: wrong)
            with pytest.raises(ClusterFault, match=told):
                play_match(match, workers=RayWorkers())


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("auto ", "allowed: local, auto, or HOST:PORT"),
        ("ray://localhost:10001", "allowed: local, auto, or HOST:PORT"),
        ("localhost:1", "nobody answers"),
        ("localhost:99999", "nobody answers"),
    ],
)
def test_a_wrong_address_is_named(address: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(BadOption, match=told) as caught, cluster(1):
        pass
    assert f"RAY_ADDRESS: {address!r}" in str(caught.value)
