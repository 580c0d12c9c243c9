"""What the games show: levels, claims, modules and luck, on games with known ends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from evaluation.arena import Arena
from evaluation.ladder.figures import Figures, Held, best_two, figures, luck
from evaluation.ladder.lineup import DANISH_TEAMS, Claim, Ladder
from evaluation.ladder.page import page
from evaluation.match import Played
from evaluation.statistics import Estimate
from tests.evaluation.ladder.small import PLAIN_TWO, SHORT, made_up, paces, small

FIRST, SECOND = (1, 2), (2, 1)


def nothing(ladder: Ladder) -> dict[object, Played]:
    return {match: Played(match, ()) for match in ladder.matches()}


def test_nothing_is_told_of_what_was_not_played() -> None:
    ladder = small()
    found = figures(ladder, nothing(ladder), paces(ladder))  # type: ignore[arg-type]
    assert found == Figures((), (), (), (), (), ())
    assert "##" not in page(ladder, found, {}, [])


def test_everything_is_told_of_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evaluation.ratings.SAMPLES", 20)
    ladder = small(8)
    played = {one.match: one for one in Arena(list(ladder.matches())).run()}
    found = figures(ladder, played, paces(ladder))
    assert [table.setting for table in found.tables] == [PLAIN_TWO, SHORT]
    assert [(held.games, held.claim.least) for held in found.claims] == [(8, 0.2), (8, 0.99)]
    assert [(held.specs[0], held.games) for held in found.steps] == [("sensible", 8)]
    assert [row.variant.words for row in found.modules] == ["as it is"]
    assert found.modules[0].rounds.value <= 3
    levels = [(level.level, level.rules, level.spec) for level in found.levels]
    assert ("normal", PLAIN_TWO.rules, "smart") in levels
    assert ("normal", SHORT.rules, SHORT.level("normal")) in levels
    assert len(levels) == 8
    smart = next(level for level in found.levels if level.spec == "smart")
    assert smart.low <= smart.rating <= smart.high and smart.milliseconds == 0.001
    assert found.luck[0].agents == ("smart", "smart") and found.luck[0].pairs == 4
    assert found.luck[1].agents == best_two(found.tables[0])
    assert [row.setting for row in found.luck] == [PLAIN_TWO, PLAIN_TWO, SHORT]


def test_a_claim_is_about_the_first_agent_whatever_the_order_of_the_match() -> None:
    ladder = small(40)
    match = ladder.match(PLAIN_TWO, ("smart", "random"))
    assert match.agents == ("random", "smart")
    # The second agent of the match, smart, wins all games: on red, on yellow, and so on.
    played = nothing(ladder) | {match: made_up(match, [SECOND, FIRST] * 20)}
    claim = figures(ladder, played, paces(ladder)).claims[0]  # type: ignore[arg-type]
    assert claim.specs == ("smart", "random") and claim.rate.value == 1.0 and claim.met


@pytest.mark.parametrize(("low", "met"), [(0.62, True), (0.619, False)])
def test_a_claim_holds_by_the_lower_end_of_its_interval(low: float, met: bool) -> None:
    held = Held(Claim(PLAIN_TWO, ("a", "b"), 0.62), ("a", "b"), 9, Estimate(0.7, low, 0.8))
    assert held.met == met


@pytest.mark.parametrize(
    ("places", "shares"),
    [
        ([FIRST, FIRST], (0.0, 0.0, 1.0)),  # yellow wins with either bot
        ([FIRST, SECOND], (1.0, 0.0, 0.0)),  # the first bot wins from either seat
        ([SECOND, FIRST], (0.0, 1.0, 0.0)),
        ([FIRST, FIRST, FIRST, SECOND], (0.5, 0.0, 0.5)),
    ],
)
def test_luck_is_when_the_seat_wins_with_either_bot(
    places: Sequence[tuple[int, ...]], shares: tuple[float, ...]
) -> None:
    match = small(len(places)).match(PLAIN_TWO, ("front", "smart"))
    found = luck(PLAIN_TWO, ("front", "smart"), made_up(match, places))
    assert found.pairs == len(places) // 2
    assert (found.first.value, found.second.value, found.seat.value) == shares


def test_sides_of_six_ways_change_places_three_times() -> None:
    match = DANISH_TEAMS.match(("td", "smart"), 6, 1)
    assert luck(DANISH_TEAMS, ("td", "smart"), made_up(match, [(1, 2, 3, 4)] * 6)).pairs == 3
