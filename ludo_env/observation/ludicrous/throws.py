"""What a throw or a contest against a number needs."""

from __future__ import annotations

from mypy_extensions import i64


def lowest(goal: i64, modifier: i64, sides: i64) -> i64:
    """The lowest roll that reaches a goal, 1 to ``sides``; ``sides`` + 1 where none does."""
    needed: i64 = goal - modifier
    if needed < 1:
        return 1
    return needed if needed <= sides else sides + 1
