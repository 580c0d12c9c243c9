"""The positions that each legal action leads to, before the next roll."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from ludo_env.board import PARTIES
from ludo_env.engine.state import State
from ludo_env.observation.encoding import Encoding, Row


class Afterstates:
    """Rows of afterstates, for a value function to judge. Allocated once for ``capacity`` rows.

    Attributes (rows are afterstates):
        observations: ``capacity x size``, as the party that moved sees them.
        owners: the state that each comes from, by its index.
        moves: the action that leads there.
        known: 1 where the game is over.
        results: ``capacity x 4``: where it is over, what each party gets, the mover first.
    """

    def __init__(self, encoding: Encoding, capacity: i64) -> None:
        size: i64 = encoding.size
        self.encoding: Encoding = encoding
        self.capacity: i64 = capacity
        self.observations: vec[u8] = vec[u8](bytes(capacity * size))
        self.rows: list[Row] = encoding.rows(self.observations, capacity)
        self.owners: vec[i64] = vec[i64]([0] * capacity)
        self.moves: vec[i64] = vec[i64]([0] * capacity)
        self.known: vec[u8] = vec[u8](bytes(capacity))
        self.results: vec[float] = vec[float]([0.0] * (capacity * PARTIES))

    def expand(self, states: list[State]) -> int:
        """Write the afterstates of every legal action of every state; their number."""
        row: i64 = 0
        for i in range(len(states)):
            state: State = states[i]
            if state.over:
                continue
            for action in range(state.actions):
                if state.mask[action] != 0:
                    self.write(row, state, action)
                    self.owners[row] = i
                    row += 1
        return row

    def write(self, row: i64, state: State, action: i64) -> None:
        """Write one afterstate."""
        seat: i64 = state.decider
        after: State = state.twin()
        after.settle(action)
        self.moves[row] = action
        self.known[row] = 1 if after.over else 0
        if after.over:
            for view in range(PARTIES):
                self.results[row * PARTIES + view] = after.reward((seat + view) % PARTIES)
        self.rows[row].show(after, seat)
