"""The ids under which `gymnasium.make` finds the single-seat environment."""

from __future__ import annotations

from typing import Final

import gymnasium

from ludo_env.rules import LUDICROUS_PRESETS, PRESETS

NAMESPACE: Final = "LudicrousLudo"
VERSION: Final = 0
"""Rises when the same actions would lead to something else."""


def register_ids() -> None:
    """Register one id for each preset, such as ``LudicrousLudo/Classic-v0``."""
    for preset in (*PRESETS, *LUDICROUS_PRESETS):
        name = "".join(part.capitalize() for part in preset.split("-"))
        gymnasium.register(
            f"{NAMESPACE}/{name}-v{VERSION}",
            entry_point="ludo_env.solo:LudoSolo",
            kwargs={"rules": preset},
        )
