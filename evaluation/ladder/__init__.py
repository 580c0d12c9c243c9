"""The ladder: every bot against every other, and what else is measured for ``docs/ladder.md``."""
