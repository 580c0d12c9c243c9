"""Files that are whole whenever the process ends, and what is said of those that are not."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path
from typing import Any

from ludo_env.errors import LudoError


def write_whole(path: str | os.PathLike[str], data: str | bytes) -> None:
    """Write a file so that, whenever the process is killed, the old or the new one is there.

    Args:
        path: the file, in a folder that is there. A link stays, and what it leads to is replaced;
            a terminal, pipe or device is simply written to.
        data: all of it; a text is written as UTF-8, its line ends as they are.

    Raises:
        OSError: it cannot be written; the old one is there still.
    """
    content = data.encode() if isinstance(data, str) else data
    given = Path(path)
    if given.exists() and not given.is_file():
        given.write_bytes(content)
        return
    whole = given.resolve()
    part = whole.with_name(f".{whole.name}.{secrets.token_hex(4)}")
    try:
        with part.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if whole.exists():
            part.chmod(whole.stat().st_mode)
        part.replace(whole)
    except OSError as error:
        error.filename, error.filename2 = os.fspath(path), None  # nobody knows the part's name
        raise
    finally:
        part.unlink(missing_ok=True)


def read_json(path: str | os.PathLike[str], fault: type[LudoError]) -> Any:
    """The JSON in a file. Raises ``fault``, which names the file, when there is none."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise fault(f"{path}: cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise fault(f"{path}: damaged, not JSON: {error}") from None
