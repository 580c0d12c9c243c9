"""The presets of plain Ludo. Sources: [L], rules of record section 2, reference tables."""

from __future__ import annotations

from typing import Final

from ludo_env.rules.ruleset import RuleSet

PRESETS: Final[dict[str, RuleSet]] = {
    # The classic text read literally.
    "classic": RuleSet(),
    # What phone players know.
    "modern": RuleSet(
        name="modern",
        six_bonus="always",
        bonus_on_capture=True,
        bonus_on_home=True,
        safe="starts_and_stars",
        blocks="off",
        stack=0,
    ),
    # The program of Slettemark-Nielsen 2020, "Playing Ludo with AI".
    "danish": RuleSet(
        name="danish",
        six_bonus="never",
        third_six=False,
        safe="starts_and_stars",
        safe_landing="returns",
        stack=0,
        overshoot="bounce",
        entry_captures_all=True,
        star_jumps=True,
        start="fixed",
        team_play="rivals",
    ),
    # ludo-king-engine 0.1.3.
    "lke": RuleSet(
        name="lke",
        six_bonus="always",
        bonus_on_capture=True,
        bonus_on_home=True,
        safe="starts_and_stars",
        block_landing="illegal",
        stack=0,
        skip_last=True,
        start="fixed",
    ),
}
