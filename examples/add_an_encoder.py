"""An encoder of your own: it becomes part of what environments show, and of what is learned.

python examples/add_an_encoder.py --steps 5000
"""

from __future__ import annotations

import sys

from mypy_extensions import i64

from ludo_env import make_vec
from ludo_env.board import LAST_RING, PARTIES, PIECES, QUADRANT, RING
from ludo_env.engine.plain import PlainState
from ludo_env.observation import Field, PlainEncoder, register
from ludo_env.observation.sheet import Sheet
from ludo_env.script import Parser, WholeNumber, guarded, need

need("sb3_contrib")

from sb3_contrib import MaskablePPO

from training.every_seat import EverySeat, PartyRollouts

REACH = 6
"""Spaces that one roll goes."""


class Danger(PlainEncoder):
    """How many enemy pieces stand a roll behind each own piece, and how near the nearest is."""

    def __init__(self) -> None:
        rows = [f"own piece {number + 1}" for number in range(PIECES)]
        fields = [
            Field("hunters", (PARTIES - 1) * PIECES, "enemy pieces 1 to 6 spaces behind"),
            Field("nearness", REACH, "7 - the distance of the nearest, 0 without one"),
        ]
        super().__init__("danger", "who could capture the own pieces", rows, fields)

    def write(self, state: PlainState, seat: i64, sheet: Sheet, at: i64) -> None:
        """Write the slice that begins at index ``at``; what is not written is 0."""
        for piece in range(PIECES):
            distances = self.distances(state, seat, piece)
            if distances:
                sheet.put(at + self.width * piece, len(distances))
                sheet.put(at + self.width * piece + 1, REACH + 1 - min(distances))

    def distances(self, state: PlainState, seat: int, piece: int) -> list[int]:
        """How far the enemy pieces are that stand a roll behind a piece."""
        own = state.pieces[PIECES * seat + piece]
        if not 0 <= own <= LAST_RING:
            return []
        found = []
        for number in range(PARTIES * PIECES):
            other, r = number // PIECES, state.pieces[number]
            distance = (QUADRANT * (seat - other) + own - r) % RING
            # An enemy that would turn into its home area before it got here is no danger.
            if other != seat and 0 <= r <= LAST_RING - distance and 1 <= distance <= REACH:
                found.append(int(distance))
        return found


def main() -> None:
    """Show one observation, and learn from such observations for a while."""
    parser = Parser(description="an encoder of one's own")
    parser.add_argument(
        "--steps", type=WholeNumber(1), default=5_000, help="decisions to learn from"
    )
    args = parser.parse_args()
    register("danger", Danger)
    layout = ["own_pieces", "decision", "danger"]
    tables = make_vec(16, "classic", players=2, layout=layout, seed=1)
    for _ in range(100):
        tables.step(tables.random_actions())
    for row in tables.schema.split(tables.observations[:1])["danger"][0]:
        print(f"{row[0]} behind, nearness {row[1]}")
    seats = EverySeat(tables)
    kwargs = {"seats": seats}
    learner = MaskablePPO(
        "MlpPolicy",
        seats,
        n_steps=64,
        rollout_buffer_class=PartyRollouts,
        rollout_buffer_kwargs=kwargs,
        seed=1,
    )
    learner.learn(args.steps)
    print(f"learned from {learner.num_timesteps} decisions of {tables.schema.size} numbers each")


if __name__ == "__main__":
    sys.exit(guarded(main))
