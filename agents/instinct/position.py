"""The numbers of a position, as the party sees it that decides. Compiled."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from agents.instinct.inputs import (
    DIE,
    KIND,
    LAST_MOVE,
    MOMENT,
    OWN,
    PHASE,
    RIVALS,
    ROLL,
    Inputs,
)
from agents.instinct.party import CARDS, FEATURES, REACTION, read_party
from ludo_env.board import PARTIES
from ludo_env.engine.ludicrous.cards import has_room
from ludo_env.engine.ludicrous.match import Match


class Scene:
    """Reads positions. What it notes down is made anew every time."""

    def __init__(self) -> None:
        self.seen: vec[float] = vec[float]([0.0] * FEATURES)
        self.others: vec[float] = vec[float]([0.0] * FEATURES)

    def read(self, m: Match, out: Inputs) -> None:
        """Add the numbers of the position to what is given."""
        party: i64 = m.decider
        read_party(m, party, self.seen)
        for n in range(FEATURES):
            out.put(OWN + n, self.seen[n])
        self.read_rivals(m, party, out)
        out.put(KIND + m.kind, 1.0)
        out.put(PHASE + m.phase, 1.0)
        read_moment(m, party, out)

    def read_rivals(self, m: Match, party: i64, out: Inputs) -> None:
        """The mean of the numbers of the enemies in play; of their hands the size alone."""
        enemies: i64 = 0
        held: i64 = 0
        for n in range(FEATURES):
            self.others[n] = 0.0
        for other in range(PARTIES):
            if m.plays(other) and m.hostile(party, other):
                enemies += 1
                held += m.hand_size(other)
                read_party(m, other, self.seen)
                for n in range(FEATURES):
                    self.others[n] += self.seen[n]
        if enemies == 0:
            return
        share: float = 1.0 / float(enemies)
        for n in range(FEATURES):
            if n < CARDS or n >= REACTION:
                out.put(RIVALS + n, self.others[n] * share)
        out.put(MOMENT + 7, float(held) * share / 10.0)


def read_moment(m: Match, party: i64, out: Inputs) -> None:
    """What has been done in this turn, and what was rolled."""
    out.mark(MOMENT, m.turn == party)
    out.mark(MOMENT + 1, m.acted)
    out.mark(MOMENT + 2, m.bonus_acted)
    out.mark(MOMENT + 3, m.sneaking)
    out.mark(MOMENT + 4, m.cast)
    out.mark(MOMENT + 5, m.full_moon)
    out.mark(MOMENT + 6, has_room(m, party))
    if 0 <= m.die <= DIE:
        out.put(ROLL + m.die, 1.0)
    if 0 <= m.bonus_spaces <= DIE:
        out.put(ROLL + DIE + 1 + m.bonus_spaces, 1.0)
    out.mark(LAST_MOVE, m.home_count(party) + 1 == m.t.pieces_to_win)
    for other in range(PARTIES):
        if m.plays(other) and m.hostile(party, other):
            if m.home_count(other) + 1 == m.t.pieces_to_win:
                out.put(LAST_MOVE + 1, 1.0)
                return
