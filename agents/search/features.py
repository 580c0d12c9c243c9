"""What a party's prospects are read from: numbers that are cheap to take. Compiled."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agents.instinct.party import FEATURES as OF_PARTY
from agents.instinct.party import read_party
from ludo_env.board import LAST_RING, PARTIES, PIECES, RING
from ludo_env.engine.ludicrous.match import Match
from ludo_env.rules.tables import CLASSES, STATS, WEAPONS

SIGHT: Final = 12
"""Two rolls of the die."""
CLASS_KINDS: Final = len(CLASSES)
STAT_KINDS: Final = len(STATS)
FIRST_RANGED: Final = min(WEAPONS.index(entry.ranged) for entry in CLASSES.values())
"""The ranged weapons of the classes follow each other."""

# Where each group of numbers begins, after those of `agents.instinct.party`.
SHEET: Final = OF_PARTY
"""The class, by its ranged weapon; the scores."""
LASTING: Final = SHEET + CLASS_KINDS + STAT_KINDS
"""Pieces that are wet, have moved today, face backward, are veiled, dodge."""
DELAYS: Final = LASTING + 5
"""Turns until the tank is loaded, and until the artillery is."""
AHEAD: Final = DELAYS + 2
"""Enemies so many spaces ahead of pieces, 1 to 12: how many, then the progress at stake."""
BEHIND: Final = AHEAD + 2 * SIGHT
"""The same of enemies behind."""
FEATURES: Final = BEHIND + 2 * SIGHT


def read_features(m: Match, party: i64, out: vec[float], at: i64 = 0) -> None:
    """Write the ``FEATURES`` numbers of a party from ``out[at]`` on."""
    read_party(m, party, out, at)
    for n in range(SHEET, FEATURES):
        out[at + n] = 0.0
    read_sheet(m, party, out, at)
    read_lasting(m, party, out, at)
    read_delays(m, party, out, at)
    read_pairs(m, party, out, at)


def read_sheet(m: Match, party: i64, out: vec[float], at: i64) -> None:
    """Class and scores."""
    out[at + SHEET + m.t.ranged[party] - FIRST_RANGED] = 1.0
    for stat in range(STAT_KINDS):
        out[at + SHEET + CLASS_KINDS + stat] = float(m.t.score(party, stat)) / 2.0


def read_lasting(m: Match, party: i64, out: vec[float], at: i64) -> None:
    """Conditions of conscious pieces that last."""
    for i in range(party * PIECES, party * PIECES + PIECES):
        if m.fallen[i] != 0:
            continue
        if m.wet[i] != 0:
            out[at + LASTING] += 1.0
        if m.moved[i] != 0:
            out[at + LASTING + 1] += 1.0
        if m.facing[i] < 0:
            out[at + LASTING + 2] += 1.0
        if m.veiled[i] != 0:
            out[at + LASTING + 3] += 1.0
        if m.dodging[i] != 0:
            out[at + LASTING + 4] += 1.0


def read_delays(m: Match, party: i64, out: vec[float], at: i64) -> None:
    """How long tank and artillery take."""
    out[at + DELAYS] = float(m.tank_wait[party]) / 4.0
    out[at + DELAYS + 1] = float(m.artillery_wait[party]) / 3.0


def read_pairs(m: Match, party: i64, out: vec[float], at: i64) -> None:
    """Who is within two rolls of whom along the ring, for all pairs of pieces."""
    for j in range(PARTIES * PIECES):
        other: i64 = j // PIECES
        if m.seats[other] == 0 or not m.hostile(party, other) or not m.on_path(j):
            continue
        there: i64 = m.space(j)
        for i in range(party * PIECES, party * PIECES + PIECES):
            if not m.on_path(i):
                continue
            ahead: i64 = (there - m.space(i) + RING) % RING
            if 1 <= ahead <= SIGHT and m.r[i] + ahead <= LAST_RING:
                out[at + AHEAD + ahead - 1] += 1.0
                out[at + AHEAD + SIGHT + ahead - 1] += float(m.r[j]) / 50.0
            behind: i64 = RING - ahead
            if 1 <= behind <= SIGHT and m.r[j] + behind <= LAST_RING:
                out[at + BEHIND + behind - 1] += 1.0
                out[at + BEHIND + SIGHT + behind - 1] += float(m.r[i]) / 50.0
