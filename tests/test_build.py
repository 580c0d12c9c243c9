"""The compiled modules: in use, up to date, and out of the way when the sources are asked for."""

import ast
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

import pytest

import ludo_env
from ludo_env import _build

SOURCES = _build.sources()
MODULES = [source.removesuffix(".py").replace("/", ".") for source in SOURCES]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout of two modules, both compiled and up to date."""
    engine = tmp_path / "ludo_env" / "engine"
    engine.mkdir(parents=True)
    monkeypatch.setattr(_build, "ROOT", tmp_path)
    monkeypatch.setattr(_build, "MANIFEST", tmp_path / "ludo_env" / "_compiled.json")
    (engine / "__init__.py").touch()
    for name in ("dice", "state"):
        (engine / f"{name}.py").write_text("FACES = 6\n", encoding="utf-8")
        _build.native(f"ludo_env/engine/{name}.py").touch()
    _build.write_manifest(_build.hashes())
    return engine


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of Python in a process of its own, warnings being errors."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | environment,
        cwd=_build.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(_build.interpreted(), reason="the sources run, whatever has been compiled")
def test_no_compiled_module_is_older_than_its_source() -> None:
    assert _build.stale() == [], "run `make build`"
    assert not _build.MANIFEST.exists() or _build.orphans(_build.ROOT) == [], "run `make build`"


@pytest.mark.parametrize("name", MODULES)
def test_compiled_says_which_kind_of_module_runs(name: str) -> None:
    file = importlib.import_module(name).__file__
    assert file is not None
    assert file.endswith(_build.NATIVE_SUFFIX if ludo_env.__compiled__ else ".py")


def test_the_table_names_modules_and_no_package() -> None:
    assert SOURCES
    assert not [source for source in SOURCES if source.endswith("__init__.py")]


@pytest.mark.parametrize("name", MODULES)
def test_interpreted_mode_runs_every_source(name: str) -> None:
    # Each in a new process, and first: no module may be found before the sources are asked for.
    code = f"import {name} as module, ludo_env; print(ludo_env.__compiled__, module.__file__)"
    result = python(code, LUDO_INTERPRETED="1")
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == ["False", str(_build.ROOT / name.replace(".", "/")) + ".py"]


@pytest.mark.parametrize(
    ("value", "wanted"), [("1", True), ("yes", True), ("0", False), ("", False)]
)
def test_interpreted_mode_is_asked_for_by_the_environment(
    monkeypatch: pytest.MonkeyPatch, value: str, wanted: bool
) -> None:
    monkeypatch.setenv("LUDO_INTERPRETED", value)
    assert _build.interpreted() is wanted


def test_a_fresh_build_is_not_stale(checkout: Path) -> None:
    assert _build.stale() == []
    assert _build.fresh()


def test_a_build_that_lacks_a_module_or_has_one_too_many_is_not_fresh(checkout: Path) -> None:
    extra = checkout / f"turn{_build.NATIVE_SUFFIX}"
    extra.touch()
    assert not _build.fresh()
    extra.unlink()
    assert _build.fresh()
    (checkout / f"dice{_build.NATIVE_SUFFIX}").unlink()
    assert not _build.fresh()


def test_the_build_answers_make_with_its_exit_code() -> None:
    script = [sys.executable, "-P", "ludo_env/_build.py"]
    result = subprocess.run(script, cwd=_build.ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == int(not _build.fresh())
    assert result.stderr == ""


def test_an_edited_source_is_stale(checkout: Path) -> None:
    (checkout / "dice.py").write_text("FACES = 20\n", encoding="utf-8")
    assert _build.stale() == ["ludo_env/engine/dice.py"]


def test_an_added_source_is_stale(checkout: Path) -> None:
    (checkout / "turn.py").touch()
    assert _build.stale() == ["ludo_env/engine/turn.py"]
    assert not _build.complete()


def test_a_removed_source_is_stale_and_leaves_an_orphan(checkout: Path) -> None:
    (checkout / "dice.py").unlink()
    assert _build.stale() == ["ludo_env/engine/dice.py"]
    assert _build.orphans(_build.ROOT) == [checkout / f"dice{_build.NATIVE_SUFFIX}"]


def test_a_checkout_that_was_never_compiled_is_not_stale(checkout: Path) -> None:
    _build.MANIFEST.unlink()
    assert _build.stale() == []


def test_importing_a_stale_build_warns(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDO_INTERPRETED", raising=False)
    (checkout / "dice.py").write_text("FACES = 20\n", encoding="utf-8")
    with pytest.warns(
        RuntimeWarning, match=r"out of date with ludo_env/engine/dice\.py.*make build"
    ):
        _build.bootstrap()


def test_the_compiler_is_led_to_no_library() -> None:
    """Where a package is built only the compiler is installed, and it must find every import."""
    config = ConfigParser()
    config.read(_build.ROOT / "mypyc.ini")
    (section,) = (name for name in config.sections() if name.startswith("mypy-"))
    skipped = set(section.removeprefix("mypy-").split(","))
    known = sys.stdlib_module_names | {"librt", "mypy_extensions"}
    queue, seen = [_build.ROOT / source for source in _build.sources()], set()
    while queue:
        path = queue.pop()
        if path in seen:
            continue
        seen.add(path)
        for module in imported(path):
            if module.partition(".")[0] in _build.PACKAGES:
                if module not in skipped:
                    queue += found_at(module)
            else:
                assert module.partition(".")[0] in known, (
                    f"{path.relative_to(_build.ROOT)}: {module}"
                )


def imported(path: Path) -> Iterator[str]:
    """What a source imports, anywhere in it: modules, and names that may be modules."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def found_at(module: str) -> list[Path]:
    """The source of a module of the project and of the packages that it is in."""
    path = _build.ROOT / module.replace(".", "/")
    packages = [path, *path.parents[: module.count(".")]]
    files = [path.with_suffix(".py"), *(package / "__init__.py" for package in packages)]
    return [file for file in files if file.is_file()]


def test_every_package_says_that_it_is_typed() -> None:
    packages = [path.parent for path in _build.ROOT.glob("[a-z]*/__init__.py")]
    assert packages
    assert [path.name for path in packages if not (path / "py.typed").exists()] == []


def test_import_is_quick() -> None:
    # The core promises less than 0.7 s; the dependencies' own share is not the package's.
    code = (
        "import gymnasium, pettingzoo, time\n"
        "start = time.perf_counter()\n"
        "import ludo_env\n"
        "print(time.perf_counter() - start)\n"
    )
    result = python(code)
    assert result.returncode == 0, result.stderr
    assert float(result.stdout.splitlines()[-1]) < 0.7


@pytest.mark.parametrize("file", ["constraints.txt", "constraints-ray.txt"])
def test_constraints_name_no_place(file: str) -> None:
    for line in (_build.ROOT / file).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, _, version = line.partition("==")
            assert name, line
            assert version, line
            assert not set(line) & set("/@+ "), line
