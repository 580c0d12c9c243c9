"""Who sits where: every agent gets the same dice on the same seats as the others."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from evaluation.seating import Plan, plan_partners, plan_rivals, plan_single
from ludo_env.errors import BadOption

PLANS = {
    "two": plan_single(2),
    "three": plan_single(3),
    "four": plan_single(4),
    "two on four seats": plan_single(2, 4),
    "two as partners": plan_partners(2),
    "four as partners": plan_partners(4),
    "two as rivals": plan_rivals(2),
    "four as rivals": plan_rivals(4),
}


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_in_every_seed_group_each_side_takes_every_seat_equally_often(plan: Plan) -> None:
    for block in plan.blocks:
        seats = Counter(
            (plan.side(agent), seat) for seating in block for seat, agent in enumerate(seating)
        )
        assert len(seats) == len(plan.sides) * plan.players
        assert len(set(seats.values())) == 1


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_over_all_blocks_each_agent_takes_every_seat_equally_often(plan: Plan) -> None:
    seatings = [plan.seating(game) for game in range(plan.size * len(plan.blocks))]
    agents = {agent for side in plan.sides for agent in side}
    seats = Counter((agent, seat) for seating in seatings for seat, agent in enumerate(seating))
    assert len(seats) == len(agents) * plan.players
    assert len(set(seats.values())) == 1
    assert len(set(seatings)) == len(seatings)


def test_games_of_a_group_follow_each_other() -> None:
    plan = plan_single(3)
    assert plan.size == 3
    assert [plan.group(game) for game in range(7)] == [0, 0, 0, 1, 1, 1, 2]
    assert plan.seating(0) == plan.seating(6)


def test_agents_meet_in_every_order_around_the_board() -> None:
    plan = plan_single(4)
    seatings = [plan.seating(game) for game in range(plan.size * len(plan.blocks))]
    assert sorted(seatings) == sorted(itertools.permutations(range(4)))


def test_two_agents_on_four_seats_sit_alternately() -> None:
    assert plan_single(2, 4).blocks == (((0, 1, 0, 1), (1, 0, 1, 0)),)


def test_partners_sit_opposite_each_other() -> None:
    for plan, mates in ((plan_partners(2), {(0, 0), (1, 1)}), (plan_partners(4), {(0, 2), (1, 3)})):
        for seating in itertools.chain(*plan.blocks):
            assert {tuple(sorted(seating[seat::2])) for seat in (0, 1)} == mates


def test_rivals_take_two_seats_in_all_six_ways_with_the_same_dice() -> None:
    for plan in (plan_rivals(2), plan_rivals(4)):
        for block in plan.blocks:
            first = {
                tuple(seat for seat, agent in enumerate(seating) if plan.side(agent) == 0)
                for seating in block
            }
            assert first == set(itertools.combinations(range(4), 2))
            assert len(block) == 6


@pytest.mark.parametrize(("agents", "players"), [(1, None), (5, None), (0, None), (3, 4), (2, 3)])
def test_what_cannot_be_seated_fairly_is_refused(agents: int, players: int | None) -> None:
    with pytest.raises(BadOption, match="allowed"):
        plan_single(agents, players)


@pytest.mark.parametrize("agents", [1, 3, 5])
def test_teams_are_of_two_or_four_agents(agents: int) -> None:
    for plan in (plan_partners, plan_rivals):
        with pytest.raises(BadOption, match=f"agents: {agents} given, allowed: 2, 4"):
            plan(agents)
