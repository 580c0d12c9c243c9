"""Chances of contests and throws, in thousandths, as everybody can work them out."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

CERTAIN: Final = 1000
WIDEST: Final = 24
"""Differences of modifiers beyond this count as this."""
SPAN: Final = 2 * WIDEST + 1


class Odds:
    """Chances with given dice: `contest` against a roll, `number` against a goal, `throw`."""

    def __init__(self, contest_die: i64, save_die: i64) -> None:
        self.contest_die = contest_die
        self.save_die = save_die
        self.contests: vec[i64] = vec[i64]([0] * (3 * SPAN))
        """Chance of an offender, by lean (-1..1) and difference of the modifiers."""
        for lean in range(-1, 2):
            for diff in range(-WIDEST, WIDEST + 1):
                at: i64 = (lean + 1) * SPAN + diff + WIDEST
                self.contests[at] = self._against_roll(lean, diff)

    def weight(self, face: i64, lean: i64) -> i64:
        """[D-adv] How many of die x die throws show a face, kept by the lean."""
        die: i64 = self.contest_die
        if lean == 0:
            return die
        return 2 * face - 1 if lean > 0 else 2 * (die - face) + 1

    def _against_roll(self, lean: i64, diff: i64) -> i64:
        die: i64 = self.contest_die
        won: i64 = 0
        for face in range(1, die + 1):
            beaten: i64 = face + diff
            if face == die or beaten > die:
                beaten = die
            if face == 1 or beaten < 0:
                beaten = 0
            won += self.weight(face, lean) * beaten
        return CERTAIN * won // (die * die * die)

    def contest(self, diff: i64, lean: i64) -> i64:
        """[D-contest] [D-crit] The offender's chance; ``diff`` is its modifiers less the others."""
        if diff > WIDEST:
            diff = WIDEST
        elif diff < -WIDEST:
            diff = -WIDEST
        return self.contests[(lean + 1) * SPAN + diff + WIDEST]

    def number(self, modifier: i64, goal: i64, lean: i64) -> i64:
        """[D-contest] The chance to reach a number."""
        die: i64 = self.contest_die
        won: i64 = 0
        for face in range(2, die + 1):
            if face == die or face + modifier >= goal:
                won += self.weight(face, lean)
        return CERTAIN * won // (die * die)

    def critical(self, lean: i64) -> i64:
        """[D-crit] The chance of the highest face."""
        die: i64 = self.contest_die
        return CERTAIN * self.weight(die, lean) // (die * die)

    def throw(self, modifier: i64, goal: i64) -> i64:
        """[D-save] The chance of a saving throw."""
        faces: i64 = self.save_die + modifier - goal + 1
        if faces < 0:
            faces = 0
        elif faces > self.save_die:
            faces = self.save_die
        return CERTAIN * faces // self.save_die
