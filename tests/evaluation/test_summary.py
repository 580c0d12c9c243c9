"""Summaries: first places are counted for sides, shared ones as shares."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from evaluation.arena import Arena, play_match, round_robin
from evaluation.match import Match, Played, Result, make_match
from evaluation.summary import summarise
from ludo_env.errors import BadOption


def played(match: Match, places: Sequence[tuple[int, ...]]) -> Played:
    """A match whose games ended with these places, by seat."""
    results = tuple(
        Result(number, match.plan.seating(number), ended, 100 + number, 80, 70, 20, number == 0)
        for number, ended in enumerate(places)
    )
    return Played(match, results)


def test_first_places_count_for_the_agent_wherever_it_sat() -> None:
    # Seatings: A B, B A, A B, B A.
    found = summarise([played(make_match(["smart", "random"]), [(1, 2), (2, 1), (1, 2), (1, 2)])])
    smart, random = found.agents
    assert (smart.name, smart.games, smart.win_rate.value) == ("smart", 4, 0.75)
    assert random.win_rate.value == 0.25
    assert found.matrix == ((None, 0.75), (0.25, None))
    assert found.seat_win_rate == {"yellow": 0.75, "red": 0.25}
    assert found.means["rolls"].value == 101.5
    assert (found.games, found.truncated) == (4, 1)


def test_a_shared_first_place_is_shared_out() -> None:
    match = make_match(["smart", "random", "front"])
    found = summarise([played(match, [(1, 1, 2)])])
    assert [line.win_rate.value for line in found.agents] == [0.5, 0.5, 0.0]
    assert found.matrix[0] == (None, 0.5, 1.0)
    assert found.seat_win_rate == {"yellow": 0.5, "blue": 0.5, "red": 0.0}


def test_of_rivals_the_side_with_the_first_seat_home_wins() -> None:
    match = make_match(["smart", "random"], "danish", teams=True)
    # The six seatings begin with A A B B and A B A B.
    found = summarise([played(match, [(2, 1, 2, 2), (2, 1, 2, 2)])])
    assert [line.win_rate.value for line in found.agents] == [0.5, 0.5]
    both = summarise([played(match, [(1, 2, 1, 3)])])
    assert [line.win_rate.value for line in both.agents] == [0.5, 0.5]


def test_partners_win_together() -> None:
    match = make_match(["smart", "random", "front", "back"], teams=True)
    found = summarise([played(match, [(1, 2, 1, 2)])])
    assert [line.win_rate.value for line in found.agents] == [1.0, 0.0, 1.0, 0.0]
    assert found.matrix[0] == (None, 1.0, None, 1.0)


def test_an_agent_on_two_seats_wins_with_either() -> None:
    match = make_match(["smart", "random"], players=4)
    # A B A B, then B A B A.
    found = summarise([played(match, [(2, 2, 1, 2), (2, 2, 1, 2)])])
    assert [line.win_rate.value for line in found.agents] == [0.5, 0.5]


def test_a_round_robin_adds_up() -> None:
    found = summarise(Arena(round_robin(["smart", "random", "front"], games=20)).run())
    assert [line.games for line in found.agents] == [40, 40, 40]
    assert found.games == 60
    for row in range(3):
        assert found.matrix[row][row] is None
        met = [found.matrix[row][column] for column in range(3) if column != row]
        assert found.agents[row].win_rate.value == pytest.approx(sum(filter(None, met)) / 2)
    assert found.matrix[0][1] == 1 - (found.matrix[1][0] or 0)


def test_without_games_there_is_nothing_to_sum_up() -> None:
    with pytest.raises(BadOption, match="games"):
        summarise([played(make_match(["smart", "random"]), [])])


def test_smart_beats_random() -> None:
    found = summarise([play_match(make_match(["smart", "random"], games=100))])
    assert found.agents[0].win_rate.low > 0.6
    assert found.agents[0].rating is not None
    assert found.agents[0].rating.low > 100


def test_expect_beats_smart() -> None:
    found = summarise([play_match(make_match(["expect", "smart"], games=40))])
    assert found.agents[0].win_rate.value > 0.55
