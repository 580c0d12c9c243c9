"""Who judges a mutant: a process that has imported everything, or one that imports it mutated."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter, defaultdict
from collections.abc import Collection
from importlib.machinery import SourceFileLoader
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType

import pytest

from tests.mutants.child import allow_seconds
from tests.mutants.mutations import Mutant, Source
from tests.mutants.plan import Plan
from tests.mutants.store import KILLED, SURVIVED, Result, Store
from tests.mutants.witnesses import (
    COLLECTING,
    READY,
    Measured,
    Teller,
    Witnesses,
    judge,
    module_name,
    run_pytest,
    settle_memory,
    swap_function,
    swap_values,
)


class Warm(Measured):
    """Has imported everything; swaps a mutant into a fork of itself."""

    def __init__(
        self, plan: Plan, sources: dict[str, Source], store: Store, channel: Connection
    ) -> None:
        super().__init__(plan, sources, store)
        self.channel = channel

    def collected(self, session: pytest.Session) -> None:
        """Measure the tests, then answer."""
        settle_memory()
        self.measure()
        self.channel.send(len(self.reach))
        while True:
            question: tuple[Mutant, Collection[str]] | None = self.channel.recv()
            if question is None:
                return
            mutant, asked = question
            tests = [test for test in self.tests_for(mutant) if file_of(test[0]) not in asked]
            result = self.result(mutant, tests)
            if result is not None:
                self.count(mutant, result)
            self.channel.send((result, tests))

    def result(self, mutant: Mutant, tests: list[tuple[str, float]]) -> Result | None:
        """What becomes of a mutant; None if it must be there from the first import on."""
        source = self.sources[mutant.module]
        if mutant.module in self.plan.at_import or source.mutants[mutant].in_class:
            return None
        if "super()" in mutant.before:  # without it a function needs no cell for its class
            return None

        def work(tell: Teller) -> None:
            if mutant.function:
                swap_function(mutant, source.compiled(mutant))
            else:
                swap_values(mutant, source.values(mutant))
            self.first_to_notice(tests, tell)

        return judge(work)


class Fresh(Witnesses):
    """Imports everything with a mutant in it, and runs tests in a given order."""

    def __init__(self, order: list[tuple[str, float]], tell: Teller) -> None:
        super().__init__()
        self.order = order
        self.tell = tell
        self.came_to_tests = False

    def collected(self, session: pytest.Session) -> None:
        """Run the tests. Those that take part in no collection any more are passed over."""
        self.came_to_tests = True
        self.first_to_notice([entry for entry in self.order if entry[0] in self.items], self.tell)


def judged_fresh(
    plan: Plan, mutant: Mutant, source: Source, order: list[tuple[str, float]], file: str = ""
) -> Result:
    """What becomes of a mutant that is there from the first import on.

    Args:
        order: the tests, as in `Witnesses.first_to_notice`.
        file: if given, only its tests are collected and run.
    """

    def work(tell: Teller) -> None:
        code = source.compiled(mutant)
        tell(READY)
        allow_seconds(COLLECTING)
        import_as(module_name(source.path), code)
        fresh = Fresh(order, tell)
        run_pytest(plan, fresh, [file] if file else ())
        if not fresh.came_to_tests:
            tell(KILLED)

    return judge(work)


def import_as(name: str, code: CodeType) -> None:
    """Let a module be what this code makes of it."""
    original = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
        return code if fullname == name else original(loader, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]


def file_of(test: str) -> str:
    """The file of a test."""
    return test.partition("::")[0]


class Court:
    """Judges mutants one after another."""

    def __init__(self, plan: Plan, sources: dict[str, Source], store: Path) -> None:
        self.plan = plan
        self.sources = sources
        self.fresh_kills: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """By module, how many of its mutants the tests of a file have killed."""
        self.channel, theirs = multiprocessing.Pipe()

        def serve() -> None:
            self.channel.close()
            run_pytest(plan, Warm(plan, sources, Store(store), theirs))

        self.process = multiprocessing.get_context("fork").Process(target=serve)
        self.process.start()
        theirs.close()
        self.tests: int = self.channel.recv()

    def judge(self, mutant: Mutant, asked: Collection[str]) -> Result:
        """What becomes of a mutant; the tests of some files have been asked already."""
        self.channel.send((mutant, asked))
        answer: tuple[Result | None, list[tuple[str, float]]] = self.channel.recv()
        result, order = answer
        return result or self.judge_fresh(mutant, order)

    def judge_fresh(self, mutant: Mutant, order: list[tuple[str, float]]) -> Result:
        """What becomes of a mutant that is there from the first import on.

        To collect all tests takes longer than to run them, so the file that has killed most of the
        module is asked alone before.
        """
        source, kills = self.sources[mutant.module], self.fresh_kills[mutant.module]
        for file in [file for file, _ in kills.most_common(1)] + [""]:
            result = judged_fresh(self.plan, mutant, source, order, file)
            if result.outcome != SURVIVED:
                break
        if result.test:
            kills[file_of(result.test)] += 1
        return result

    def close(self) -> None:
        """End the process that holds the tests."""
        self.channel.send(None)
        self.process.join()


def be_interpreted() -> None:
    """Before anything of the project is imported: sources, and the same examples every time."""
    os.environ["LUDO_INTERPRETED"] = "1"
    os.environ["CI"] = "1"
