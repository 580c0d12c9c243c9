"""Builds the distributions, installs them into clean environments, and tries what was installed.

``python -m tests.packaging.check`` (``make package``) needs a checkout, the interpreters that it
shall try (every ``python3.N`` that is found, or those of ``--python``) and a package index. Its
folder keeps wheels and logs; a wheel whose sources have not changed is not compiled again.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
HERE: Final = Path(__file__).parent
FOLDER: Final = ROOT / "build" / "package"
PROJECT: Final[dict[str, Any]] = tomllib.loads(
    (ROOT / "pyproject.toml").read_text(encoding="utf-8")
)["project"]

EXTRAS: Final = ("bots", "serve", "report", "render")
"""Extras that are installed; ``train`` is a gigabyte, and the tests of a checkout have it."""
MINORS: Final = range(11, 20)
"""Versions of Python 3 that are looked for."""
MANAGED: Final = (".pyenv/versions/*/bin", ".local/share/uv/python/*/bin")
"""Folders at home where version managers keep interpreters."""
COMPILERS: Final = frozenset(("cc", "gcc", "c++", "g++", "clang", "c89", "c99"))
BOUND: Final = re.compile(r"([\w-]+)\s*>=\s*([\w.]+)")
FRESH: Final = ("--no-cache-dir",)
"""pip knows what it has built by the path of the source, whatever was there, whoever compiled."""
NOT_IN_SDIST: Final = re.compile(r"\.ci/|\.gitignore$")
"""Files of the checkout that the source distribution goes without."""
IN_WHEEL: Final = re.compile(r"(ludo_env|agents|training|evaluation)/(?!results/)")
"""Files of the checkout that a wheel has."""
WITH_ALL: Final = "not readme and not pages"
"""Left out of tests of an installed package: what needs a checkout, or every extra."""
OLDEST_TESTS: Final = ("tests/env", "tests/engine", "tests/observation", "tests/test_record.py")
"""Tests that run where the libraries are the oldest that are allowed."""


class Failure(Exception):
    """A step that failed; the message ends with what it printed."""


@dataclass(frozen=True)
class Case:
    """One clean environment.

    Args:
        name: of its folder and its log.
        python: the interpreter.
        compiler: whether there is a C compiler.
        pins: versions of libraries; the newest where there are none.
        extras: of the package, which are installed.
        tests: of the checkout, which are run there too.
    """

    name: str
    python: str
    compiler: bool = True
    pins: tuple[str, ...] = ()
    extras: tuple[str, ...] = EXTRAS
    tests: tuple[str, ...] = ()


def interpreters() -> list[str]:
    """One of every ``python3.N`` that the project allows, oldest first."""
    managed = (str(path) for pattern in MANAGED for path in Path.home().glob(pattern))
    folders = [*os.environ["PATH"].split(os.pathsep), *managed]
    found = []
    for minor in MINORS:
        paths = (shutil.which(f"python3.{minor}", path=folder) for folder in folders)
        found += [path for path in paths if path and runs(path)][:1]
    return found


def runs(python: str) -> bool:
    """Whether an interpreter starts: a version manager leaves scripts for those that it lacks."""
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def lower_bounds() -> tuple[str, ...]:
    """The oldest versions that the project says it works with."""
    extras = [PROJECT["optional-dependencies"][extra] for extra in EXTRAS]
    wanted = [*PROJECT["dependencies"], *(line for extra in extras for line in extra)]
    return tuple(f"{name}=={version}" for name, version in BOUND.findall("\n".join(wanted)))


def cases(pythons: Sequence[str]) -> Iterator[Case]:
    """Every environment: newest and oldest libraries, with and without extras and compiler."""
    for python in pythons:
        yield Case(f"newest-{Path(python).name}", python)
    oldest = pythons[0]
    yield Case("oldest", oldest, pins=lower_bounds(), tests=OLDEST_TESTS)
    yield Case("gymnasium-1.2.2", oldest, pins=("gymnasium==1.2.2",), tests=("tests/env",))
    yield Case("bare", oldest, extras=())
    yield Case("no-compiler", pythons[-1], compiler=False)


class Workshop:
    """The folder where everything is made.

    Args:
        folder: the folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        left = ("PYTHONPATH", "LUDO_INTERPRETED", "VIRTUAL_ENV")
        self.environment = {name: value for name, value in os.environ.items() if name not in left}
        self.sdist = self.folder / "none"

    def run(
        self,
        log: str,
        *command: str | Path,
        cwd: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Run a command; a `Failure` unless it gave 0."""
        done = subprocess.run(
            command,
            cwd=cwd or self.folder,
            env=environment or self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        said = " ".join(map(str, command))
        with open(self.folder / f"{log}.log", "a", encoding="utf-8") as file:
            file.write(f"$ {said}\n{done.stdout}\n")
        if done.returncode:
            tail = "\n".join(done.stdout.splitlines()[-30:])
            raise Failure(f"{said}: exit code {done.returncode}\n{tail}")

    def pip(
        self,
        log: str,
        python: Path,
        *words: str | Path,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Let the pip of an environment do something."""
        quiet = ("--disable-pip-version-check", "--progress-bar", "off")
        self.run(log, python, "-m", "pip", *words, *quiet, environment=environment)

    def fresh(self, name: str, python: str) -> Path:
        """A new environment; its interpreter."""
        place = self.folder / name
        shutil.rmtree(place, ignore_errors=True)
        (self.folder / f"{name}.log").unlink(missing_ok=True)
        self.run(name, python, "-m", "venv", place)
        return place / "bin" / "python"

    def without_compiler(self) -> dict[str, str]:
        """The environment of a machine without a C compiler: its PATH has links to the rest."""
        tools = self.folder / "tools"
        shutil.rmtree(tools, ignore_errors=True)
        tools.mkdir()
        for folder in map(Path, self.environment["PATH"].split(os.pathsep)):
            for file in folder.iterdir() if folder.is_dir() else ():
                parts = set(re.split(r"-", re.sub(r"-?[\d.]+$", "", file.name)))
                if not parts & COMPILERS and not (tools / file.name).is_symlink():
                    (tools / file.name).symlink_to(file)
        kept = {name: self.environment[name] for name in self.environment if name != "CC"}
        return {**kept, "PATH": str(tools)}

    def make_sdist(self, python: str) -> None:
        """The source distribution of the tracked files; it holds what it should."""
        tracked = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split("\0")
        files = [file for file in tracked if file and (ROOT / file).is_file()]
        source = self.folder / "source"
        shutil.rmtree(source, ignore_errors=True)
        for file in files:
            (source / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, source / file)
        tools = self.fresh("sdist", python)
        self.pip("sdist", tools, "install", "build")
        dist = self.folder / "dist"
        shutil.rmtree(dist, ignore_errors=True)
        self.run("sdist", tools, "-m", "build", "--sdist", "--outdir", dist, source)
        (self.sdist,) = dist.glob("*.tar.gz")
        with tarfile.open(self.sdist) as archive:
            held = {name.partition("/")[2] for name in archive.getnames()}
        missing = [file for file in files if file not in held and not NOT_IN_SDIST.match(file)]
        if missing:
            raise Failure(f"not in the source distribution: {', '.join(missing)}")

    def wheel(self, case: Case) -> Path:
        """The compiled wheel for an interpreter, made from the source distribution."""
        with tarfile.open(self.sdist) as archive:
            members = sorted(
                (one for one in archive.getmembers() if one.isfile()), key=lambda one: one.name
            )
            read = ((one.name, archive.extractfile(one)) for one in members)
            digest = hashlib.sha256(
                b"".join(name.encode() + file.read() for name, file in read if file)
            )
        name = Path(case.python).name
        kept = self.folder / "wheels" / f"{name}-{digest.hexdigest()[:16]}"
        if not kept.exists():
            python = self.fresh(f"build-{name}", case.python)
            made = ("wheel", *FRESH, "--no-deps", "--wheel-dir", kept, self.sdist)
            self.pip(f"build-{name}", python, *made)
        (wheel,) = kept.glob("*.whl")
        return wheel

    def check_contents(self, wheel: Path) -> None:
        """A wheel has every file of the packages: data, pages, markers of types."""
        with tarfile.open(self.sdist) as archive:
            held = (name.partition("/")[2] for name in archive.getnames() if "." in name)
            wanted = {name for name in held if IN_WHEEL.match(name) and Path(name).suffix}
        with zipfile.ZipFile(wheel) as packed:
            names = set(packed.namelist())
        missing = sorted(wanted - names)
        others = sorted(
            name
            for name in names - wanted
            if not name.endswith(".so") and ".dist-info/" not in name and not IN_WHEEL.match(name)
        )
        if missing or others:
            raise Failure(f"{wheel.name}: missing {missing}, unexpected {others}")

    def try_case(self, case: Case) -> None:
        """Install into a clean environment, and try everything there."""
        environment = self.environment if case.compiler else self.without_compiler()
        python = self.fresh(case.name, case.python)
        package: Path = self.sdist
        if case.compiler:
            package = self.wheel(case)
            self.check_contents(package)
        extras = f"[{','.join(case.extras)}]" if case.extras else ""
        wanted = f"ludicrous-ludo{extras} @ {package.as_uri()}"
        fresh = () if case.compiler else FRESH
        self.pip(case.name, python, "install", wanted, *fresh, *case.pins, environment=environment)
        self.probe(case, python, environment)
        if case.tests:
            self.test(case, python)

    def probe(self, case: Case, python: Path, environment: Mapping[str, str]) -> None:
        """Use the package, from an empty folder; then let mypy read a script that uses it."""
        empty = python.parents[1] / "empty"
        empty.mkdir()
        for name in ("probe.py", "user.py"):
            shutil.copy(HERE / name, python.parents[1] / name)
        way = "compiled" if case.compiler else "interpreted"
        probe = python.parents[1] / "probe.py"
        self.run(case.name, python, probe, way, *case.extras, cwd=empty, environment=environment)
        self.pip(case.name, python, "install", "mypy", *case.pins)
        script = python.parents[1] / "user.py"
        self.run(case.name, python, "-m", "mypy", "--strict", script, cwd=empty)
        self.run(case.name, python, script, cwd=empty)

    def test(self, case: Case, python: Path) -> None:
        """Run tests of the checkout against the installed package: its sources are not near."""
        beside = python.parents[1] / "checkout"
        beside.mkdir()
        for name in ("tests", "docs", "README.md", "pyproject.toml", "examples"):
            (beside / name).symlink_to(self.folder / "source" / name)
        tools = ("pytest", "pytest-timeout", "hypothesis", "jsonschema")
        self.pip(case.name, python, "install", *tools, *case.pins)
        environment = {**self.environment, "PYTHONPATH": str(beside), "PYTHONSAFEPATH": "1"}
        words = ("-m", "pytest", "-q", "-m", "not slow", "-k", WITH_ALL, *case.tests)
        self.run(case.name, python, *words, cwd=beside, environment=environment)


def main(argv: Sequence[str] | None = None) -> int:
    """Build, install and try; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where everything is made")
    parser.add_argument("--python", nargs="+", help="interpreters, oldest first (those found)")
    parser.add_argument("--only", nargs="+", help="names of environments (all)")
    parser.add_argument("--list", action="store_true", help="name the environments, and end")
    args = parser.parse_args(argv)
    chosen = list(cases(args.python or interpreters()))
    names = [case.name for case in chosen]
    if args.list:
        print("\n".join(names))
        return 0
    if unknown := set(args.only or ()) - set(names):
        parser.error(f"--only: {', '.join(sorted(unknown))}, allowed: {', '.join(names)}")
    workshop, failed = Workshop(args.folder), []
    try:
        workshop.make_sdist(chosen[0].python)
    except Failure as failure:
        sys.exit(f"FAILED sdist: {failure}")
    for case in chosen:
        if args.only and case.name not in args.only:
            continue
        start = time.monotonic()
        try:
            workshop.try_case(case)
        except Failure as failure:
            failed.append(case.name)
            print(f"FAILED {case.name}: {failure}", flush=True)
        else:
            print(f"ok {case.name} ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"package: {len(failed)} failed" if failed else "package: every environment passed")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
