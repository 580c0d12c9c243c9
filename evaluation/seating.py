"""Who sits where, so that every agent gets the same dice on every seat."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ludo_env.board import PARTIES
from ludo_env.errors import BadOption

Seating = tuple[int, ...]
"""For each playing seat, clockwise from yellow, the number of the agent that sits there."""

LEAST_AGENTS: Final = 2
SIDES_OF_TEAMS: Final = {2: ((0,), (1,)), 4: ((0, 2), (1, 3))}
"""The agents of both teams, by the number of agents."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The seatings of a match. Game *n* has seed group ``n // size`` and one of its seatings.

    Attributes:
        players: seats that play.
        sides: the agents that win together, by number.
        blocks: seatings that are played with the same dice, one after the other. Seed groups take
            the blocks in turn, all of the same size.
    """

    players: int
    sides: tuple[tuple[int, ...], ...]
    blocks: tuple[tuple[Seating, ...], ...]

    @property
    def size(self) -> int:
        """Games of a seed group."""
        return len(self.blocks[0])

    def group(self, game: int) -> int:
        """The seed group of a game."""
        return game // self.size

    def seating(self, game: int) -> Seating:
        """Who sits where in a game."""
        return self.blocks[self.group(game) % len(self.blocks)][game % self.size]

    def side(self, agent: int) -> int:
        """The side that an agent plays for."""
        return next(side for side, members in enumerate(self.sides) if agent in members)


def plan_single(agents: int, players: int | None = None) -> Plan:
    """Every agent for itself; with twice as many players as agents each takes every other seat.

    Every cyclic order of the agents is a block, played from all seats. Raises `BadOption`.
    """
    _check_agents(agents, (2, 3, 4))
    players = agents if players is None else players
    allowed = [count for count in range(agents, PARTIES + 1) if count % agents == 0]
    if players not in allowed:
        words = " or ".join(map(str, allowed))
        raise BadOption(f"players: {players}, allowed with {agents} agents: {words}")
    if players != agents:
        blocks = [_rotations(tuple(range(agents)) * (players // agents))]
    else:
        orders = itertools.permutations(range(1, agents))
        blocks = [_rotations((0, *order)) for order in orders]
    return Plan(players, tuple((agent,) for agent in range(agents)), tuple(blocks))


def plan_partners(agents: int) -> Plan:
    """Two teams on opposite seats: A and B, or A with C against B with D. Raises `BadOption`."""
    _check_agents(agents, tuple(SIDES_OF_TEAMS))
    orders = [(0, 1, 0, 1)] if agents == LEAST_AGENTS else [(0, 1, 2, 3), (0, 3, 2, 1)]
    return Plan(PARTIES, SIDES_OF_TEAMS[agents], tuple(_rotations(order) for order in orders))


def plan_rivals(agents: int) -> Plan:
    """Two sides on any two seats each: all six ways with the same dice. Raises `BadOption`."""
    _check_agents(agents, tuple(SIDES_OF_TEAMS))
    sides = SIDES_OF_TEAMS[agents]
    blocks = itertools.product(*(_members(side) for side in sides))
    return Plan(PARTIES, sides, tuple(_six_ways(first, second) for first, second in blocks))


def _check_agents(agents: int, allowed: Iterable[int]) -> None:
    if agents not in allowed:
        raise BadOption(f"agents: {agents} given, allowed: {', '.join(map(str, allowed))}")


def _rotations(seating: Seating) -> tuple[Seating, ...]:
    """The seating turned around the board, every different way once."""
    turned = (seating[-turns:] + seating[:-turns] for turns in range(len(seating)))
    return tuple(dict.fromkeys(turned))


def _members(side: tuple[int, ...]) -> list[tuple[int, int]]:
    """The orders in which the members of a side take its two seats."""
    return [(side[0], side[0])] if len(side) == 1 else [(side[0], side[1]), (side[1], side[0])]


def _six_ways(first: tuple[int, int], second: tuple[int, int]) -> tuple[Seating, ...]:
    """All ways in which one side takes two of the four seats."""
    ways = []
    for seats in itertools.combinations(range(PARTIES), 2):
        ours, theirs = iter(first), iter(second)
        ways.append(tuple(next(ours if s in seats else theirs) for s in range(PARTIES)))
    return tuple(ways)
