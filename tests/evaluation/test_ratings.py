"""Ratings: the Bradley-Terry model in Elo points."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from evaluation.ratings import Contest, anchor, rate_agents
from evaluation.statistics import Estimate


def contest(sides: Sequence[tuple[str, ...]], wins: list[int]) -> Contest:
    """Games of a setting, so many won by each side, each with dice of its own."""
    rows = np.repeat(np.eye(len(sides)), wins, axis=0)
    return Contest(tuple(sides), rows, range(len(rows)))


def rating(ratings: dict[str, Estimate | None], name: str) -> float:
    found = ratings[name]
    assert found is not None
    return found.value


def test_odds_of_ten_to_one_are_400_points() -> None:
    found = rate_agents([contest([("strong",), ("random",)], [1000, 100])])
    assert rating(found, "random") == 0
    assert rating(found, "strong") == pytest.approx(400, abs=2)
    assert list(found) == ["strong", "random"]


def test_ratings_chain_from_agent_to_agent() -> None:
    found = rate_agents(
        [
            contest([("a",), ("random",)], [300, 100]),
            contest([("b",), ("a",)], [300, 100]),
        ]
    )
    step = 400 * math.log10(3)
    assert rating(found, "a") == pytest.approx(step, abs=2)
    assert rating(found, "b") == pytest.approx(2 * step, abs=4)


def test_of_four_players_the_first_wins_in_proportion_to_strength() -> None:
    sides = [("a",), ("b",), ("c",), ("random",)]
    found = rate_agents([contest(sides, [400, 200, 100, 100])])
    assert rating(found, "a") == pytest.approx(400 * math.log10(4), abs=2)
    assert rating(found, "b") == pytest.approx(400 * math.log10(2), abs=2)
    assert rating(found, "c") == pytest.approx(0, abs=1e-6)


def test_a_team_is_as_strong_as_its_members_on_average() -> None:
    found = rate_agents(
        [
            contest([("a", "random"), ("b", "random")], [500, 500]),
            contest([("a",), ("random",)], [750, 250]),
            contest([("a", "a"), ("random", "random")], [750, 250]),
        ]
    )
    assert rating(found, "a") == pytest.approx(400 * math.log10(3), abs=3)
    assert rating(found, "b") == pytest.approx(rating(found, "a"), abs=3)


def test_without_random_the_mean_is_0() -> None:
    found = rate_agents([contest([("a",), ("b",)], [300, 100])])
    assert rating(found, "a") == pytest.approx(200 * math.log10(3), abs=1)
    assert rating(found, "a") + rating(found, "b") == pytest.approx(0)
    assert anchor(found) == "mean"


def test_whoever_no_game_connects_has_no_rating() -> None:
    found = rate_agents(
        [contest([("a",), ("random",)], [30, 10]), contest([("x",), ("y",)], [9, 1])]
    )
    assert found["x"] is found["y"] is None
    assert anchor(found) == "random"


def test_whoever_never_lost_is_rated_as_with_half_a_win_and_a_loss_more() -> None:
    found = rate_agents([contest([("a",), ("random",)], [50, 0])])
    assert rating(found, "a") == pytest.approx(400 * math.log10(50.5 / 0.5), rel=0.1)


@pytest.mark.parametrize("wins", [[50, 0], [0, 50], [1, 0]])
def test_a_one_sided_result_has_an_interval(wins: list[int]) -> None:
    found = rate_agents([contest([("a",), ("random",)], wins)])["a"]
    assert found is not None
    assert found.low + 100 < found.value < found.high - 100


def test_twenty_wins_of_twenty_may_well_be_odds_of_ten_to_one() -> None:
    found = rate_agents([contest([("a",), ("random",)], [20, 0])])["a"]
    assert found is not None
    assert 200 < found.low < 400 < found.high


def test_random_without_a_win_does_not_stretch_the_scale() -> None:
    sides = [("expect",), ("smart",), ("front",), ("random",)]
    ratings = rate_agents([contest(sides, [30, 14, 4, 0])])
    assert 0 < rating(ratings, "front") < 400
    assert rating(ratings, "expect") < 900


def test_half_a_win_in_advance_is_given_once_however_many_matches_follow() -> None:
    one = rate_agents([contest([("a",), ("random",)], [90, 9])])
    many = rate_agents([contest([("a",), ("random",)], [10, 1])] * 9)
    assert rating(many, "a") == pytest.approx(rating(one, "a"))


def test_the_interval_holds_the_truth_and_shrinks_with_more_games() -> None:
    rng, held, widths = np.random.default_rng(3), 0, []
    for _ in range(40):
        won = int(rng.binomial(400, 10 / 11))
        found = rate_agents([contest([("a",), ("random",)], [won, 400 - won])])["a"]
        assert found is not None
        held += found.low <= 400 <= found.high
        widths.append(found.high - found.low)
    assert held >= 34
    many = rate_agents([contest([("a",), ("random",)], [4000, 400])])["a"]
    assert many is not None
    assert many.high - many.low < min(widths)


def test_games_with_the_same_dice_are_drawn_together() -> None:
    shares = np.repeat([[1.0, 0.0]] * 60 + [[0.0, 1.0]] * 40, 6, axis=0)
    apart = rate_agents([Contest((("a",), ("random",)), shares, range(600))])["a"]
    alike = rate_agents(
        [Contest((("a",), ("random",)), shares, [game // 6 for game in range(600)])]
    )["a"]
    assert apart is not None
    assert alike is not None
    assert alike.value == apart.value
    assert alike.high - alike.low > 1.7 * (apart.high - apart.low)


def test_the_same_games_give_the_same_ratings() -> None:
    games = [contest([("a",), ("random",)], [30, 10])]
    assert rate_agents(games) == rate_agents(games)
