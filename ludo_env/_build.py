"""Which modules are compiled, whether they are in use, and whether they are up to date.

The one table of compiled modules is ``PATTERNS``. ``setup.py`` compiles what it names and writes
a manifest beside this file with the hash of every source it compiled, so that a compiled module
left over from an older source is noticed. Run as a script, this file exits with 0 when the build
in the checkout is complete and up to date.

Only the standard library is imported here: ``setup.py`` reads this file before anything else is
installed.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
MANIFEST: Final = Path(__file__).with_name("_compiled.json")

GROUP: Final = "ludo"
"""Name of the one group: calls between its modules are native calls."""

PATTERNS: Final = (
    "ludo_env/engine/*.py",
    "ludo_env/engine/ludicrous/*.py",
    "ludo_env/observation/checked.py",
    "ludo_env/observation/clock.py",
    "ludo_env/observation/encoder.py",
    "ludo_env/observation/encoding.py",
    "ludo_env/observation/ludicrous/*.py",
    "ludo_env/observation/plain/*.py",
    "ludo_env/observation/sheet.py",
    "ludo_env/afterstates.py",
    "ludo_env/batch.py",
    "ludo_env/document.py",
    "ludo_env/document_*.py",
    "ludo_env/fields.py",
    "agents/instinct/*.py",
    "agents/lookahead.py",
    "agents/scripted.py",
    "agents/search/*.py",
    "agents/sensible/*.py",
    "agents/softened.py",
)
"""The compiled modules, relative to ``ROOT``. A package's ``__init__.py`` never is one."""

PACKAGES: Final = frozenset(pattern.partition("/")[0] for pattern in PATTERNS)

NATIVE_SUFFIX: Final = EXTENSION_SUFFIXES[0]


def interpreted() -> bool:
    """Whether ``LUDO_INTERPRETED`` asks for the sources, whatever has been compiled."""
    return os.environ.get("LUDO_INTERPRETED", "") not in ("", "0")


def sources() -> list[str]:
    """Every module that ought to be compiled, as a sorted list of paths relative to ``ROOT``."""
    found = (path for pattern in PATTERNS for path in ROOT.glob(pattern))
    return sorted(path.relative_to(ROOT).as_posix() for path in found if path.name != "__init__.py")


def native(source: str) -> Path:
    """The compiled module that belongs to a source."""
    return (ROOT / source).with_suffix(NATIVE_SUFFIX)


def orphans(root: Path) -> list[Path]:
    """Compiled modules below ``root`` that the table no longer names: they would hide a source."""
    owned = {native(source).relative_to(ROOT) for source in sources()}
    found = (path for name in PACKAGES for path in (root / name).rglob(f"*{NATIVE_SUFFIX}"))
    return sorted(path for path in found if path.relative_to(root) not in owned)


def hashes() -> dict[str, str]:
    """The SHA-256 of every source in the table, in hexadecimal, by path."""
    return {
        source: hashlib.sha256((ROOT / source).read_bytes()).hexdigest() for source in sources()
    }


def write_manifest(compiled: dict[str, str]) -> None:
    """Record the ``hashes()`` that were taken before the sources were compiled."""
    MANIFEST.write_text(json.dumps(compiled, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def stale() -> list[str]:
    """Sources that were added, changed or removed since the checkout was last compiled.

    Empty where nothing was compiled in place: in an installed package or a purely interpreted
    checkout.
    """
    try:
        recorded: dict[str, str] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    current = hashes()
    return sorted(
        source
        for source in recorded.keys() | current.keys()
        if recorded.get(source) != current.get(source)
    )


def complete() -> bool:
    """Whether every source in the table has its compiled module beside it."""
    files = [native(source) for source in sources()]
    return bool(files) and all(path.exists() for path in files)


class _SourceFinder:
    """Finds the ``.py`` of a module though a compiled one, which Python prefers, lies beside it."""

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        if path is None or name.partition(".")[0] not in PACKAGES:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def fresh() -> bool:
    """Whether the checkout is compiled, completely and from the sources that it holds now."""
    return MANIFEST.exists() and complete() and not stale() and not orphans(ROOT)


def bootstrap() -> bool:
    """Settle, before any other module is imported, which kind of module is; true if compiled.

    Warns (``RuntimeWarning``) of compiled modules that are older than their sources.
    """
    if interpreted():
        sys.meta_path.insert(0, _SourceFinder)
        return False
    if old := stale():
        warnings.warn(
            f"compiled modules are out of date with {', '.join(old)}: run `make build`, "
            "or set LUDO_INTERPRETED=1 to run the sources",
            RuntimeWarning,
            stacklevel=2,
        )
    return complete()


if __name__ == "__main__":
    sys.exit(not fresh())
