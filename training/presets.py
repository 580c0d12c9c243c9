"""Where configurations are read from: presets, files of one's own, and the folders of runs."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from ludo_env.errors import BadOption, LudoError
from ludo_env.files import read_json
from ludo_env.rules import as_rules
from training.config import TrainConfig, make_config
from training.outcome import CONFIG

PRESETS: Final = Path(__file__).with_name("configs")
"""The folder of the presets, ``<rules>-<preset>.toml``."""


def preset_names() -> list[str]:
    """The presets that there are, as ``<rules>-<preset>``."""
    return sorted(path.stem for path in PRESETS.glob("*.toml"))


def presets_of(rules: str, methods: Collection[str] = ()) -> list[str]:
    """The presets of a rule set, by its name; of some methods only, if there are any."""
    paths = [path for path in PRESETS.glob("*.toml") if path.stem.partition("-")[0] == rules]
    if methods:
        paths = [path for path in paths if read_config(path).method in methods]
    return sorted(path.stem.partition("-")[2] for path in paths)


def load_preset(rules: str, preset: str, **changes: object) -> TrainConfig:
    """The configuration of a preset, with some fields changed.

    Args:
        rules: the rule set's text, which may change rules of its preset, ``danish:teams=true``.
        preset: the second part of the name of a file in ``training/configs``.

    Raises:
        BadRules, BadOption: unknown rules, preset or field, or a value that is not allowed.
    """
    parsed = as_rules(rules)
    if preset not in presets_of(parsed.name):
        raise BadOption(_no_preset(parsed.name, preset))
    path = PRESETS / f"{parsed.name}-{preset}.toml"
    return read_config(path, rules=parsed.text, **changes)


def _no_preset(rules: str, preset: str) -> str:
    """That a rule set has no such preset; which it has, and which others have this one."""
    allowed = ", ".join(presets_of(rules)) or "none"
    names = sorted({name.partition("-")[0] for name in preset_names()})
    having = ", ".join(name for name in names if preset in presets_of(name))
    others = f"; rule sets that have {preset!r}: {having}" if having else ""
    return f"no preset {preset!r} for {rules}, allowed: {allowed}{others}"


def read_config(path: str | Path, **changes: object) -> TrainConfig:
    """The configuration in a TOML file, with some fields changed.

    Raises:
        BadOption: the file cannot be read; an unknown field, or a value that is not allowed.
    """
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"{path}: cannot be read: {error}") from None
    except (ValueError, RecursionError) as error:
        raise BadOption(f"{path}: not TOML: {error}") from None
    return _changed(path, data, changes)


def saved_config(out_dir: str | Path, **changes: object) -> TrainConfig:
    """The configuration of the run in a folder, with some fields changed.

    Raises:
        BadOption: there is no run, or a value that is not allowed.
    """
    path = Path(out_dir) / CONFIG
    if not path.exists():
        raise BadOption(f"{out_dir}: no run to resume: there is no {CONFIG}")
    return _changed(path, read_json(path, BadOption), changes)


def _changed(path: str | Path, data: object, changes: Mapping[str, object]) -> TrainConfig:
    """The configuration that a file holds, with changes; only its own mistakes name the file."""
    if not isinstance(data, dict):
        raise BadOption(f"{path}: not a table of the fields of a run")
    try:
        config = make_config(data)
    except LudoError as error:
        raise BadOption(f"{path}: {error}") from None
    return make_config({**data, **changes}) if changes else config
