"""The results database: grows, keeps its word, and says so when a file is no such thing."""

from __future__ import annotations

import dataclasses
import sqlite3
from pathlib import Path

import pytest

from agents.registry import ENTRIES, Entry, Option
from evaluation.arena import play_match
from evaluation.match import Match, Played, make_match
from evaluation.ratings import rate_agents
from evaluation.store import SCHEMA_VERSION, BadStore, Store, identity
from evaluation.summary import contest, rate_stored
from ludo_env.errors import BadAgent, BadOption


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


def play(
    agents: list[str], rules: str = "classic", games: int = 6, seed: int = 1, *, teams: bool = False
) -> Played:
    return play_match(make_match(agents, rules, games=games, seed=seed, teams=teams))


def test_what_was_saved_is_there_again(path: Path) -> None:
    runs = [
        play(["smart", "random"]),
        play(["random", "front", "back"], "modern"),
        play(["smart", "random"], "danish", teams=True),
        play(["smart", "random"], "lke", seed=10**30, teams=True),
    ]
    with Store(path) as store:
        store.save(runs)
    with Store(path, create=False) as store:
        assert store.all() == runs
        assert store.known(runs[2].match) == list(runs[2].results)


def test_it_grows_and_holds_no_game_twice(path: Path) -> None:
    first, more = play(["smart", "random"], games=4), play(["smart", "random"], games=10)
    for one in (first, first, more, first):
        with Store(path) as store:
            store.save([one])
    with Store(path) as store:
        assert store.all() == [more]
        store.save([play(["smart", "random"], seed=2)])
        assert [one.match.seed for one in store.all()] == [1, 2]


def test_only_games_of_the_same_match_are_known(path: Path) -> None:
    run = play(["smart", "random"], games=4)
    with Store(path) as store:
        store.save([run])
        assert store.known(dataclasses.replace(run.match, games=3)) == list(run.results[:3])
        others: list[Match] = [
            make_match(["random", "smart"], seed=1),
            make_match(["smart", "random"], "modern", seed=1),
            make_match(["smart", "random"], seed=2),
            make_match(["smart", "random"], players=4, seed=1),
            make_match(["smart", "random"], teams=True, seed=1),
        ]
        assert [store.known(other) for other in others] == [[]] * len(others)


def test_ratings_come_from_everything_in_it(path: Path) -> None:
    runs = [play(["smart", "random"], games=20, seed=seed) for seed in (1, 2)]
    other = play(["front", "random"], "modern")
    with Store(path) as store:
        for one in (*runs, other):
            store.save([one])
        stored = store.all()
    classic, modern = rate_stored(stored)
    assert (classic.rules, classic.players, classic.games) == ("classic", 2, 40)
    assert classic.ratings == rate_agents([contest(one) for one in runs])
    assert list(modern.ratings) == list(rate_agents([contest(other)]))
    assert rate_stored(stored, "modern") == [modern]
    with pytest.raises(BadOption, match="no games under lke"):
        rate_stored(stored, "lke")


def test_an_agent_is_forgotten_with_all_its_games(path: Path) -> None:
    runs = [play(["smart", "random"]), play(["random", "front"]), play(["front", "smart"])]
    with Store(path) as store:
        store.save(runs)
        assert store.forget("smart") == 12
        assert store.all() == [runs[1]]
        assert store.forget("smart") == 0


def test_a_run_is_saved_whole_or_not_at_all(path: Path) -> None:
    good, bad = play(["smart", "random"]), play(["front", "random"])
    wrong = dataclasses.replace(bad.results[-1], rolls=None)  # type: ignore[arg-type]
    bad = Played(bad.match, (*bad.results[:-1], wrong))
    with Store(path) as store:
        with pytest.raises(BadStore, match=r"results\.db"):
            store.save([good, bad])
        assert store.all() == []
        store.save([good])
        assert store.all() == [good]


def test_a_model_that_was_trained_again_is_another_agent(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = Entry("for tests", "agents.scripted:Front", {"model": Option("", "a file")}, (".m",))
    monkeypatch.setitem(ENTRIES, "modelled", entry)
    model = tmp_path / "best.m"
    with pytest.raises(BadAgent, match=r"best\.m"):
        identity(str(model))
    model.write_bytes(b"one")
    match = make_match([str(model), "random"], games=2)
    with Store(path) as store:
        store.save([Played(match, play(["front", "random"], games=2).results)])
        assert len(store.known(match)) == 2
        model.write_bytes(b"two")
        assert len(store.known(match)) == 2, "what plays has been loaded before"
    with Store(path) as store:
        assert store.known(match) == []
        assert store.all()[0].match.agents[0].startswith(f"{model}@")


@pytest.mark.parametrize(
    "content", [b"no database at all" * 100, b"SQLite format 3\0" + b"x" * 500]
)
def test_a_damaged_file_is_named_in_one_line(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(BadStore, match=r"results\.db") as caught:
        Store(path)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == content


def test_a_file_that_is_cut_off_or_overwritten_is_noticed(path: Path) -> None:
    with Store(path) as store:
        store.save([play(["smart", "random"], games=40)])
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadStore, match=r"results\.db"), Store(path) as store:
        store.all()
    path.write_bytes(whole)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE game SET places = '[7' WHERE number = 3")
    db.close()
    with pytest.raises(BadStore, match=r"results\.db: damaged"), Store(path) as store:
        store.all()


@pytest.mark.parametrize("places", ["[1, 2, 3]", "[2, 2]", "[]"])
def test_places_that_fit_no_game_are_noticed(path: Path, places: str) -> None:
    with Store(path) as store:
        store.save([play(["smart", "random"])])
        store.db.execute("UPDATE game SET places = ? WHERE number = 3", (places,))
        with pytest.raises(BadStore, match="damaged: game 3"):
            store.all()


def test_the_database_of_something_else_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(BadStore, match="something else"):
        Store(path)
    assert path.read_bytes() == before


def test_a_later_schema_is_refused(path: Path) -> None:
    with Store(path) as store:
        store.db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(BadStore, match=f"version {SCHEMA_VERSION + 1}, allowed: {SCHEMA_VERSION}"):
        Store(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="no such file"):
        Store(tmp_path / "none.db", create=False)
    with pytest.raises(BadStore, match=r"none.*results\.db"):
        Store(tmp_path / "none" / "results.db")
    assert list(tmp_path.iterdir()) == []
