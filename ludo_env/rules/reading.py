"""Rule sets of every game, from their texts."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from ludo_env.errors import BadRules
from ludo_env.rules.ludicrous import LudicrousRules
from ludo_env.rules.ludicrous_text import LUDICROUS_PRESETS, parse_ludicrous
from ludo_env.rules.presets import PRESETS
from ludo_env.rules.ruleset import TEXTS_KEPT, RuleSet, as_ruleset

Rules: TypeAlias = RuleSet | LudicrousRules
"""A rule set of any game."""


def as_rules(rules: str | Rules) -> Rules:
    """A rule set of any game from a rule set or its text.

    Raises:
        BadRules: the text names no rule set.
    """
    if isinstance(rules, LudicrousRules):
        return rules
    return _parsed(rules) if isinstance(rules, str) else as_ruleset(rules)


@lru_cache(TEXTS_KEPT)
def _parsed(text: str) -> Rules:
    """The rule set of a text."""
    name = text.partition(":")[0].strip().lower()
    if name in LUDICROUS_PRESETS:
        return parse_ludicrous(text)
    if name not in PRESETS:
        allowed = ", ".join([*PRESETS, *LUDICROUS_PRESETS])
        raise BadRules(f"unknown rule set {name!r}, allowed: {allowed}")
    return as_ruleset(text)
