"""The public names, and what an import costs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import ludo_env
from ludo_env.rules import LUDICROUS_PRESETS

LOADED = """
import json, sys, ludo_env
print(json.dumps(sorted(sys.modules)))
"""
IDS = """
import ludo_env, gymnasium
print(sorted(name for name in gymnasium.registry if name.startswith("LudicrousLudo/")))
"""


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_every_public_name_is_there() -> None:
    for name in ludo_env.__all__:
        assert getattr(ludo_env, name) is not None
    assert set(ludo_env.__all__) <= set(dir(ludo_env))


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'parchis'"):
        ludo_env.parchis  # noqa: B018


def test_an_import_loads_neither_the_engine_nor_any_extra() -> None:
    loaded = json.loads(run(LOADED))
    for name in ("ludo_env.engine.game", "pettingzoo", "torch", "rich", "pygame", "agents"):
        assert name not in loaded


def test_an_import_registers_one_id_for_each_preset() -> None:
    presets = [*ludo_env.PRESETS, *LUDICROUS_PRESETS]
    names = ["".join(part.capitalize() for part in preset.split("-")) for preset in presets]
    assert run(IDS).strip() == str(sorted(f"LudicrousLudo/{name}-v0" for name in names))
