"""Files of a run that are whole at any moment, and checkpoints to go on from."""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import torch

from agents.model import stored_schema
from ludo_env.errors import BadOption
from ludo_env.fields import Fault, Fields, load_json
from ludo_env.files import read_json, write_whole
from ludo_env.observation import Schema
from training.outcome import RESULTS

FORMAT: Final = 1
"""Rises whenever what a checkpoint holds changes its meaning."""
NAME: Final = "checkpoint.pt"
SCHEMA: Final = "schema"
"""Under this name a checkpoint says what its network observes, as JSON."""
DAMAGED: Final = "not a checkpoint of this project, or damaged"


def write_json(path: Path, data: object) -> None:
    """Write JSON in the way of `write_whole`."""
    write_whole(path, json.dumps(data, indent=1) + "\n")


def save_checkpoint(out_dir: Path, data: Mapping[str, Any]) -> None:
    """Replace the checkpoint of a run: tensors, and plain values in dicts, lists and tuples."""
    buffer = io.BytesIO()
    torch.save({"format": FORMAT, **data}, buffer)
    write_whole(out_dir / NAME, buffer.getvalue())


def has_checkpoint(out_dir: Path) -> bool:
    """Whether there is a run in the folder that can be gone on with."""
    return (out_dir / NAME).exists()


def load_checkpoint(out_dir: Path) -> dict[str, Any]:
    """The checkpoint of a run.

    Raises:
        BadOption: there is none, or it cannot be read.
    """
    path = out_dir / NAME
    if not has_checkpoint(out_dir):
        raise BadOption(f"{out_dir}: no run to resume: there is no {NAME}")
    try:
        whole = io.BytesIO(path.read_bytes())
    except OSError as error:
        raise BadOption(f"{path}: cannot be read: {error.strerror or error}") from None
    try:
        # torch warns of, and then advises, what must not be done: see below.
        with warnings.catch_warnings(action="ignore"):
            # Plain values only: a checkpoint from elsewhere must not run code.
            data: dict[str, Any] = torch.load(whole, map_location="cpu", weights_only=True)
    except Exception:  # torch's errors for damaged files share no other base
        raise BadOption(f"{path}: {DAMAGED}") from None
    if not isinstance(data, dict) or "format" not in data:
        raise BadOption(f"{path}: {DAMAGED}")
    if data["format"] != FORMAT:
        raise BadOption(f"{path}: of format {data['format']!r}, allowed: {FORMAT}")
    return data


def kept_schema(out_dir: Path, saved: Mapping[str, Any]) -> Any:
    """What a checkpoint says of what its network sees.

    Raises:
        BadOption: nothing, as those of earlier versions; nobody can tell whether it is the same.
    """
    if SCHEMA not in saved:
        raise BadOption(
            f"{out_dir / NAME}: of an earlier version, which did not keep what its network "
            "observes; it cannot be resumed, begin anew in another folder"
        )
    return saved[SCHEMA]


def check_schema(out_dir: Path, saved: Mapping[str, Any], schema: Schema | None) -> None:
    """Refuse a checkpoint whose network has learned from another observation than `schema`.

    Raises:
        BadOption: it has, which the message shows; or nobody can tell.
    """
    if schema is None:
        return
    path, text = out_dir / NAME, kept_schema(out_dir, saved)
    try:
        stored = stored_schema(Fields(load_json(text)))
    except BadOption as error:
        raise BadOption(f"{path}: {error}") from None
    except (Fault, TypeError):
        raise BadOption(f"{path}: {DAMAGED}") from None
    if stored != schema:
        raise BadOption(
            f"{path}: trained on another observation: slices are {', '.join(stored.names)} in the "
            f"model, {', '.join(schema.names)} here"
        )


@contextmanager
def restoring(out_dir: Path) -> Iterator[None]:
    """While a run takes over its checkpoint: what does not fit raises `BadOption`."""
    try:
        yield
    except (AttributeError, IndexError, KeyError, RuntimeError, TypeError, ValueError):
        raise BadOption(f"{out_dir / NAME}: {DAMAGED}") from None


def open_run(config: Mapping[str, object], out_dir: Path, resume: bool) -> dict[str, Any] | None:
    """The checkpoint to go on from; None, and a folder, for a new run.

    Args:
        config: the run's configuration as plain values.
        out_dir: the folder of the run.
        resume: go on with the run in the folder, whose configuration must be the same but for
            ``steps``, which may not be changed to fewer than it has.

    Raises:
        BadOption: the folder holds a run already; or none to resume, or one of another
            configuration or longer already; or its files are damaged.
    """
    if not resume:
        if has_checkpoint(out_dir):
            raise BadOption(f"{out_dir}: holds a run already; resume it, or choose another folder")
        try:
            out_dir.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadOption(f"{out_dir}: cannot be made a folder: {error.strerror}") from None
        return None
    saved = load_checkpoint(out_dir)
    old, done = saved.get("config"), saved.get("steps")
    if not isinstance(old, dict) or type(done) is not int:
        raise BadOption(f"{out_dir / NAME}: {DAMAGED}")
    changed = [name for name in config if name != "steps" and config[name] != old.get(name)]
    if changed:
        name = changed[0]
        raise BadOption(
            f"{out_dir}: its run has {name} = {old.get(name)!r}, not {config[name]!r}; "
            "only steps may change"
        )
    wanted = config["steps"]
    # Unchanged steps may be exceeded: the last update is a whole one.
    if wanted != old.get("steps") and isinstance(wanted, int) and wanted < done:
        raise BadOption(f"steps: {wanted}, but the run in {out_dir} already has {done}")
    _check_results(out_dir / RESULTS)
    return saved


def _check_results(path: Path) -> None:
    """Refuse results that the run could only write over."""
    try:
        if not path.exists() or isinstance(read_json(path, BadOption), list):
            return
        fault = f"{path}: damaged, not a list"
    except BadOption as error:
        fault = str(error)
    raise BadOption(f"{fault}; remove it to go on: the checkpoint has the results as well")
