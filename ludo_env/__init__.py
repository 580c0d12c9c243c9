"""Ludo as an environment for reinforcement learning.

``__all__`` lists the public names. Importing the package also registers the Gymnasium ids, such as
``LudicrousLudo/Classic-v0``, one for each preset.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

from ludo_env import _start

_start.begin()  # first, because all that follows takes its time

from ludo_env import _build

# Before any other import of the package: this decides between compiled modules and sources.
__compiled__: bool = _build.bootstrap()
__version__ = "0.1.0"

from ludo_env.errors import (
    BadAgent,
    BadDice,
    BadModel,
    BadOption,
    BadRecord,
    BadRules,
    BadState,
    IllegalAction,
    LudoError,
    RollNeeded,
)
from ludo_env.registration import register_ids
from ludo_env.rules import PRESETS, RuleSet

if TYPE_CHECKING:
    from ludo_env.aec import env, raw_env
    from ludo_env.engine.game import Game
    from ludo_env.observation import Schema
    from ludo_env.solo import LudoSolo
    from ludo_env.vector import VecEnv, make_vec

__all__ = [
    "PRESETS",
    "BadAgent",
    "BadDice",
    "BadModel",
    "BadOption",
    "BadRecord",
    "BadRules",
    "BadState",
    "Game",
    "IllegalAction",
    "LudoError",
    "LudoSolo",
    "RollNeeded",
    "RuleSet",
    "Schema",
    "VecEnv",
    "__compiled__",
    "__version__",
    "env",
    "make_vec",
    "raw_env",
]

_LAZY: Final = {
    "Game": "ludo_env.engine.game",
    "LudoSolo": "ludo_env.solo",
    "Schema": "ludo_env.observation",
    "VecEnv": "ludo_env.vector",
    "env": "ludo_env.aec",
    "make_vec": "ludo_env.vector",
    "raw_env": "ludo_env.aec",
}
"""Names that are imported when they are first asked for, so that the package loads fast."""


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(importlib.import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


register_ids()
