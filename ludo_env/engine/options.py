"""The options of plain Ludo as the engine reads them: plain numbers, made once per game."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludo_env.board import LAST_RING, PARTIES, QUADRANT, SPACES, Kind
from ludo_env.rules import RuleSet

NEVER: Final = 0
NO_ENTRY: Final = 1
ALWAYS: Final = 2

SHARED: Final = 0
ILLEGAL: Final = 1
RETURNS: Final = 2

OFF: Final = 0
PASS: Final = 1
BAR: Final = 2

DIE: Final = 6
# Danish stars: from these spaces of a quadrant a piece jumps on to the next of them.
JUMPS: Final = {5: 6, 11: 7}

SIX_BONUS: Final = {"never": NEVER, "no_entry": NO_ENTRY, "always": ALWAYS}
LANDING: Final = {"shared": SHARED, "illegal": ILLEGAL, "returns": RETURNS}
BLOCKS: Final = {"off": OFF, "pass": PASS, "bar": BAR}
SAFE: Final = {"none": Kind(0), "stars": Kind.STAR, "starts_and_stars": Kind.START | Kind.STAR}


class Options:
    """A `RuleSet` in numbers. Never changed, so that copies of a game share it."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.pieces: i64 = rules.pieces
        self.stack: i64 = rules.stack if rules.stack else PARTIES
        self.six_bonus: i64 = SIX_BONUS[rules.six_bonus]
        self.third_six: bool = rules.third_six
        self.bonus_on_capture: bool = rules.bonus_on_capture
        self.bonus_on_home: bool = rules.bonus_on_home
        self.safe_landing: i64 = LANDING[rules.safe_landing]
        self.blocks: i64 = BLOCKS[rules.blocks]
        self.block_landing: i64 = LANDING[rules.block_landing]
        self.bounces: bool = rules.overshoot == "bounce"
        self.capture_before_home: bool = rules.capture_before_home
        self.entry_captures_all: bool = rules.entry_captures_all
        self.star_jumps: bool = rules.star_jumps
        self.skip_last: bool = rules.skip_last
        self.start_rolled: bool = rules.start == "rolled"
        self.teams: bool = rules.teams
        self.partners: bool = rules.partners
        self.play_on: bool = rules.play_on
        self.max_rounds: i64 = rules.max_rounds
        self.enters: vec[i64] = vec[i64]([int(roll in rules.enter_on) for roll in range(DIE + 1)])
        """For each roll, 1 if it brings a piece from the yard."""
        safe = [int(bool(SPACES[r].kind & SAFE[rules.safe])) for r in range(QUADRANT)]
        self.safe: vec[i64] = vec[i64](safe)
        """For each space of a quadrant, 1 if it is safe."""
        jumps = [
            JUMPS.get(r % QUADRANT, 0) if rules.star_jumps else 0 for r in range(LAST_RING + 1)
        ]
        self.jump: vec[i64] = vec[i64](jumps)
        """For each ring space of a route, how far a piece that lands there jumps on."""
        partners = rules.partners
        self.enemies: vec[i64] = vec[i64]([_mask(p, partners, True) for p in range(PARTIES)])
        """For each party, the bits of a space's occupation that belong to enemies."""
        self.mates: vec[i64] = vec[i64]([_mask(p, partners, False) for p in range(PARTIES)])
        """For each party, the bits of a space's occupation that belong to its team-mate."""


NIBBLE: Final = 4
COUNT: Final = 0xF


def _mask(party: int, partners: bool, enemy: bool) -> int:
    """The occupation bits of a party's enemies, or of its team-mate."""
    bits = 0
    for other in range(PARTIES):
        mate = partners and other % 2 == party % 2
        if other != party and mate != enemy:
            bits |= COUNT << (NIBBLE * other)
    return bits
