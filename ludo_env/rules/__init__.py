"""Rule sets: what can be chosen, and the presets."""

from ludo_env.rules.ludicrous import LudicrousRules, PartySheet
from ludo_env.rules.ludicrous_text import LUDICROUS_PRESETS
from ludo_env.rules.presets import PRESETS
from ludo_env.rules.reading import Rules, as_rules
from ludo_env.rules.ruleset import RuleSet, as_ruleset

__all__ = [
    "LUDICROUS_PRESETS",
    "PRESETS",
    "LudicrousRules",
    "PartySheet",
    "RuleSet",
    "Rules",
    "as_rules",
    "as_ruleset",
]
