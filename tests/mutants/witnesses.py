"""The tests, collected once; every mutant is judged by them in a fork.

The process that holds them has imported everything and run nothing, so that each fork begins clean.
"""

from __future__ import annotations

import ast
import gc
import hashlib
import math
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, TypeAlias

import coverage
import pytest

from tests.mutants.child import Fault, TooSlow, allow_seconds, in_child, interrupted_after
from tests.mutants.mutations import Mutant, Source, function_of
from tests.mutants.plan import Plan
from tests.mutants.store import KILLED, SURVIVED, TIMED_OUT, Reach, Result, Store

SLOWEST: Final = 2.0
"""Tests that take more CPU seconds, measured, are no witnesses."""
COLLECTING: Final = 120.0
"""CPU seconds for a mutant until all tests are collected."""
BATCH: Final = 200
"""Tests that are measured in one process."""
FASTEST: Final = 0.02
"""Tests faster than this are in no order of speed."""


PROJECT: Final = ("ludo_env", "tests")
"""Packages that may have imported a value."""
READY: Final = "ready"
Teller: TypeAlias = Callable[[Any], None]


def limit(seconds: float) -> float:
    """CPU seconds after which a mutant that makes a test longer counts as endless."""
    return 2.0 + 10.0 * seconds


def run_pytest(plan: Plan, plugin: object, files: Collection[str] = ()) -> None:
    """Collect the tests, or those of some files, and leave running them to a plugin."""
    left_out = [f"--ignore={plan.root / path}" for path in plan.no_witness]
    tests = [str(plan.root / path) for path in files or plan.tests]
    options = ["-q", "-s", "--tb=native", "-p", "no:cacheprovider", "-p", "no:xdist"]
    pytest.main(
        [f"--rootdir={plan.root}", "-o", "timeout=0", *options, *left_out, *tests], plugins=[plugin]
    )


class Witnesses:
    """A pytest plugin that holds the collected tests and runs them one by one."""

    def __init__(self) -> None:
        self.items: dict[str, pytest.Item] = {}
        self.failed = False
        self.passed = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise pytest.UsageError(f"{session.testsfailed} modules of tests cannot be imported")
        self.items = {
            item.nodeid: item for item in session.items if not item.get_closest_marker("slow")
        }
        self.collected(session)
        return True

    def collected(self, session: pytest.Session) -> None:
        """All tests are there; called once."""
        raise NotImplementedError

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed
        self.passed = self.passed or (report.when == "call" and report.passed)

    def noticed(self, test: str) -> bool:
        """Run a test; whether it fails."""
        item = self.items[test]
        self.failed = self.passed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return self.failed

    def first_to_notice(self, tests: Iterable[tuple[str, float]], tell: Teller) -> None:
        """In a child: run tests until one fails. Tells each before it begins."""
        tell(READY)
        for test, seconds in tests:
            tell(test)
            allow_seconds(limit(seconds))
            if self.noticed(test):
                tell(KILLED)
                return
        tell(SURVIVED)


def judge(work: Callable[[Teller], None]) -> Result:
    """What becomes of a mutant, if `Witnesses.first_to_notice` is done in a child."""
    before = children_seconds()
    told, ended = in_child(work)
    seconds = children_seconds() - before
    if not told or told[0] != READY:
        raise RuntimeError(f"a child came to {told[-1:]}, signal {ended}")
    tests = [told for told in told[1:] if told != KILLED and not isinstance(told, Fault)]
    last = str(tests[-1]) if tests else ""
    if last == SURVIVED:
        return Result(SURVIVED, "", seconds)
    return Result(TIMED_OUT if ended else KILLED, last, seconds)


def children_seconds() -> float:
    """CPU seconds of all children that have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system


# -- what tests do without mutants ---------------------------------------------------------------


class Measured(Witnesses):
    """Knows of each test how long it takes and by which lines it comes."""

    def __init__(self, plan: Plan, sources: dict[str, Source], store: Store) -> None:
        super().__init__()
        self.plan = plan
        self.sources = sources
        self.store = store
        self.reach: dict[str, Reach] = {}
        self.kills: Counter[tuple[str, str]] = Counter()

    def measure(self) -> None:
        """Look up or measure every test."""
        files = "".join(source.text for source in self.sources.values())
        versions = {
            path: _short(files + (self.plan.root / path).read_text(encoding="utf-8"))
            for path in {test.split("::")[0] for test in self.items}
        }
        missing = {}
        for test in self.items:
            version = versions[test.split("::")[0]]
            known = self.store.reach(test, version)
            if known is None:
                missing[test] = version
            else:
                self.reach[test] = known
        for n in range(0, len(missing), BATCH):
            batch = list(missing)[n : n + BATCH]
            self.reach |= self.measured(batch)
            for test in batch:
                self.store.keep_reach(test, missing[test], self.reach[test])
            print(f"measured {n + len(batch)} of {len(missing)} tests", flush=True)

    def measured(self, batch: list[str]) -> dict[str, Reach]:
        """Run tests one after another, traced."""

        def trace(tell: Teller) -> None:
            files = [source.file for source in self.sources.values()]
            tracer = coverage.Coverage(data_file=None, include=files, config_file=False)
            tracer.start()
            seconds = {test: self.timed(test, tracer) for test in batch}
            tracer.stop()
            data = tracer.get_data()
            for test in batch:
                data.set_query_context(test)
                lines = {
                    source.path: sum(1 << line for line in data.lines(source.file) or ())
                    for source in self.sources.values()
                }
                tell((test, seconds[test], {path: bits for path, bits in lines.items() if bits}))

        told, ended = in_child(trace)
        if len(told) != len(batch) or isinstance(told[-1], Fault):
            raise RuntimeError(f"measuring {batch[0]} and more came to {told[-1:]}, signal {ended}")
        return {test: Reach(seconds, lines) for test, seconds, lines in told}

    def timed(self, test: str, tracer: coverage.Coverage) -> float:
        """The CPU seconds of a test; infinite if it does not pass in time."""
        # What a cache holds was made by functions that the test comes by as well.
        clear_caches()
        tracer.switch_context(test)
        start = time.process_time()
        try:
            with interrupted_after(SLOWEST):
                failed = self.noticed(test)
        except (TooSlow, Exception):  # pytest itself may stumble over what was interrupted
            return math.inf
        return math.inf if failed or not self.passed else time.process_time() - start

    def tests_for(self, mutant: Mutant) -> list[tuple[str, float]]:
        """The tests that may notice a mutant, with their seconds.

        Those that come by it; for a value, by a line that uses it. All, if none does, or if the
        module makes values while it is imported. First those that have killed its like, then by
        speed.
        """
        lines = {mutant.module: (1 << (mutant.last + 1)) - (1 << mutant.first)}
        if not mutant.function:
            subject = self.sources[mutant.module].mutants[mutant].subject
            lines = {path: source.lines_with(subject) for path, source in self.sources.items()}
        passing = {test: reach for test, reach in self.reach.items() if reach.seconds < math.inf}
        chosen = {test for test, reach in passing.items() if reach.touches(lines)}
        at_import = mutant.module in self.plan.at_import
        everyone = at_import or not (mutant.function or chosen)
        place = mutant.module + ":" + mutant.function

        def rank(test: str) -> tuple[int, bool, float]:
            speed = max(FASTEST, passing[test].seconds)
            return -self.kills[place, test], test not in chosen, speed

        order = sorted(passing if everyone else chosen, key=rank)
        return [(test, passing[test].seconds) for test in order]

    def count(self, mutant: Mutant, result: Result) -> None:
        """Remember which test kills what."""
        if result.outcome == KILLED:
            self.kills[mutant.module + ":" + mutant.function, result.test] += 1


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# -- swapping a mutant in ------------------------------------------------------------------------


def swap_function(mutant: Mutant, code: CodeType) -> None:
    """Give a function that everybody has imported already the code of a mutant."""
    found: Any = sys.modules[module_name(mutant.module)]
    for part in mutant.function.split("."):
        found = vars(found)[part]
    found = getattr(found, "fget", found)
    found = getattr(found, "__func__", found)
    found = getattr(found, "__wrapped__", found)
    assert isinstance(found, FunctionType), mutant.name
    found.__code__ = function_of(code, mutant.function)


def clear_caches() -> None:
    """Forget what functions of the project have kept."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "ludo_env":
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def swap_values(mutant: Mutant, code: CodeType) -> None:
    """Give everybody who has imported a value of a module the value of a mutant.

    Values that others have made of it already stay what they are.
    """
    name = module_name(mutant.module)
    module = vars(sys.modules[name])
    changed = dict(module)
    exec(code, changed)
    for key, new in changed.items():
        old = module.get(key)
        if isinstance(new, FunctionType) or hasattr(new, "cache_clear") or new == old:
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            old.clear()
            old.update(new)
        else:
            for importer, held in importers(name, key):
                vars(importer)[held] = new


def importers(name: str, key: str) -> Iterator[tuple[ModuleType, str]]:
    """The module itself, and each that has imported a value from it, with its name there."""
    yield sys.modules[name], key
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None) or ""
        if not file.endswith(".py") or module.__name__.partition(".")[0] not in PROJECT:
            continue
        text = Path(file).read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if f"from {name} import" in text else ():
            if isinstance(node, ast.ImportFrom) and node.module == name:
                for alias in node.names:
                    if alias.name == key:
                        yield module, alias.asname or key


def module_name(path: str) -> str:
    """The dotted name of a file."""
    return path.removesuffix(".py").replace("/", ".")


def settle_memory() -> None:
    """Before many forks: leave the pages alone that are shared with the children."""
    gc.collect()
    gc.freeze()
