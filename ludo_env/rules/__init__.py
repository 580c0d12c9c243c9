"""Rule sets: what can be chosen, and the presets."""

from ludo_env.rules.presets import PRESETS
from ludo_env.rules.ruleset import RuleSet, as_ruleset

__all__ = ["PRESETS", "RuleSet", "as_ruleset"]
