"""Playing the ladder: cheap matches first, within the time, and on from where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluation.arena import Arena
from evaluation.ladder.climb import FIRST, Climb, cost, plan_legs
from evaluation.match import make_match
from evaluation.store import Store
from tests.evaluation.ladder.small import paces, small


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ladder.db"


def test_legs_lead_every_match_to_its_end_and_cheap_ones_first() -> None:
    matches = [make_match(pair, games=1000) for pair in (["front", "random"], ["smart", "random"])]
    legs = plan_legs(matches, [0.001, 100.0], [False, False])
    assert [leg.games for leg in legs if leg.match == 0] == [FIRST, 4 * FIRST, 16 * FIRST, 1000]
    assert [leg.games for leg in legs if leg.match == 1] == [FIRST, 4 * FIRST, 16 * FIRST, 1000]
    assert [leg.match for leg in legs] == [0] * 4 + [1] * 4
    assert {leg.chunk for leg in legs if leg.match == 0} == {8}
    assert {leg.chunk for leg in legs if leg.match == 1} == {1}
    assert [leg.match for leg in plan_legs(matches, [1.0, 1.0], [False, False])] == [0, 1] * 4


def test_what_a_game_costs_is_what_its_bots_think() -> None:
    ladder = small()
    costs = [cost(m, s, paces(ladder, ["smart"])) for m, s in ladder.matches().items()]
    for match, price in zip(ladder.matches(), costs, strict=True):
        assert (price > 1) == ("smart" in match.agents)


def test_legs_give_the_same_games() -> None:
    matches = [make_match(pair, games=9) for pair in (["front", "random"], ["smart", "random"])]
    legs = plan_legs(matches, [1.0, 0.01], [False, False])
    short = [leg for leg in legs if leg.games == 9]
    assert Arena(matches, legs=legs).run() == Arena(matches).run()
    known = [one.results[3:5] for one in Arena(matches).run()]
    assert Arena(matches, legs=short, known=known).run() == Arena(matches).run()


def test_without_time_nothing_is_played_and_with_time_it_goes_on(path: Path) -> None:
    ladder = small()
    with Store(path) as store:
        none = Climb(ladder, paces(ladder), store, seconds=0)
        none.run()
        assert not any(one.results for one in none.played.values())
        half = Climb(small(2), paces(ladder), store)
        half.run()
        heard: list[int] = []
        whole = Climb(ladder, paces(ladder), store, seconds=600, tick=heard.append)
        whole.run()
    assert sum(heard) == 2 * len(ladder.matches())
    assert [len(one.results) for one in whole.played.values()] == [4] * len(ladder.matches())
    assert list(whole.played.values()) == Arena(list(ladder.matches())).run()
    with Store(path) as store:
        kept = Climb(small(2), paces(ladder), store, seconds=0).kept_games()
        assert [len(one.results) for one in kept] == [4] * len(ladder.matches())


def test_what_was_played_is_kept_when_it_is_interrupted(path: Path) -> None:
    ladder = small()

    def interrupt(games: int) -> None:
        raise KeyboardInterrupt

    with Store(path) as store:
        with pytest.raises(KeyboardInterrupt):
            Climb(ladder, paces(ladder), store, tick=interrupt).run()
        assert sum(len(one.results) for one in store.all()) == 4
